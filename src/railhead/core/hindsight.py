"""What came next, while a recorded game is replayed.

Some rules ask a question that takes long to answer and mostly leads to nothing: is there a better run than the one
declared? A record shows the answer, for the next action tells whether anybody was asked. The next action is judged like
any other. So a record can leave out, or contain, no more than the answers of people who might as well have said
nothing; and it goes on as it was played even if another version of the search would find other runs.

Whether a player can do something at all may be another such question: if the next action does it, and is legal now,
there is no need to look for a way to do it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

from railhead.core.actions import Action, check, parse
from railhead.core.refusal import Malformed

if TYPE_CHECKING:
    from railhead.core.rulebook import Rulebook


@dataclass(slots=True)
class _Next:
    """The next action of a record."""

    text: str
    read: tuple[Rulebook, Action | None] | None = None
    """What it says under a rulebook, once somebody has asked."""


_FOLLOWING: ContextVar[_Next | None] = ContextVar("following", default=None)


@contextmanager
def knowing(following: str | None) -> Iterator[None]:
    """Apply an action knowing the text of the next one; None if it is not known."""
    token = _FOLLOWING.set(None if following is None else _Next(following))
    try:
        yield
    finally:
        _FOLLOWING.reset(token)


def following() -> str | None:
    """The text of the next action, if the action that is being applied was recorded and another one followed it."""
    found = _FOLLOWING.get()
    return None if found is None else found.text


def what_followed(book: Rulebook) -> Action | None:
    """The next action itself; None if it is not known, or makes no sense."""
    found = _FOLLOWING.get()
    if found is None:
        return None
    if found.read is None or found.read[0] is not book:
        found.read = book, _read(book, found.text)
    return found.read[1]


def _read(book: Rulebook, text: str) -> Action | None:
    try:
        action = parse(book, text)
        check(book, action)
    except Malformed:
        return None
    return action
