"""Moves go first: whatever is only looked at waits while one is on its way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Lock

GIVE_WAY = 0.25
"""Seconds that a page waits for moves before it is drawn in spite of them."""


class RightOfWay:
    """Who may use the processor: Python computes in one thread at a time, whichever asks for it."""

    def __init__(self) -> None:
        self._moving = 0
        self._clear = Condition()
        self._drawing = Lock()

    @contextmanager
    def taken(self, moves: bool) -> Iterator[None]:
        """A request is on its way, perhaps with a move."""
        if not moves:
            yield
            return
        with self._clear:
            self._moving += 1
        try:
            yield
        finally:
            with self._clear:
                self._moving -= 1
                if not self._moving:
                    self._clear.notify_all()

    def give(self) -> None:
        """Wait until no move is on its way, but not for ever."""
        with self._clear:
            self._clear.wait_for(lambda: not self._moving, GIVE_WAY)

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """Draw something, when nobody else draws and no move is on its way.

        Two threads that draw are no faster than one. But a move asks the database a dozen times, and after each answer
        it waits until one of those who compute lets it go on: with several, that is as likely to be the next of them.
        """
        with self._drawing:
            self.give()
            yield


RIGHT_OF_WAY = RightOfWay()
"""That of this process."""
