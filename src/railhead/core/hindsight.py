"""What came next, while a recorded game is replayed.

Some rules ask a question that takes long to answer and mostly leads to nothing: is there a better run than the one
declared? A record shows the answer, for the next action tells whether anybody was asked. The next action is judged like
any other. So a record can leave out, or contain, no more than the answers of people who might as well have said
nothing; and it goes on as it was played even if another version of the search would find other runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_FOLLOWING: ContextVar[str | None] = ContextVar("following", default=None)


@contextmanager
def knowing(following: str | None) -> Iterator[None]:
    """Apply an action knowing the text of the next one; None if it is not known."""
    token = _FOLLOWING.set(following)
    try:
        yield
    finally:
        _FOLLOWING.reset(token)


def following() -> str | None:
    """The text of the next action, if the action that is being applied was recorded and another one followed it."""
    return _FOLLOWING.get()
