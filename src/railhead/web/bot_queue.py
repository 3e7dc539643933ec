"""Tables at which a bot may be to decide, each with the moment at which it is time: people want to see what happens."""

from __future__ import annotations

import heapq
from threading import Condition
from time import monotonic

from django.conf import settings

AGAIN = 0.25
"""How much of the pause there is between decisions of the same seat: they belong together."""


class Due:
    """Tables in the order in which it will be time to look at them. Nothing is kept while nobody takes anything."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._open = False
        self._times: list[tuple[float, str]] = []
        self._waiting: dict[str, float] = {}
        """By table: when it is time. Of several times for one table the earliest counts."""

    def open(self) -> None:
        """Tables are taken from now on."""
        with self._changed:
            self._open = True

    def close(self) -> None:
        """Nobody takes tables any more."""
        with self._changed:
            self._open = False
            self._times.clear()
            self._waiting.clear()
            self._changed.notify_all()

    def add(self, game_id: str, *, again: bool = False) -> None:
        """A bot may be to decide at a table; it waits a moment, or a shorter one if it goes on with its own turn."""
        pause = settings.CONFIGURATION.bot_pause
        self.add_in(game_id, pause * AGAIN if again else pause)

    def add_in(self, game_id: str, seconds: float) -> None:
        """Look at a table after so many seconds."""
        when = monotonic() + seconds
        with self._changed:
            if self._open and when < self._waiting.get(game_id, float("inf")):
                self._waiting[game_id] = when
                heapq.heappush(self._times, (when, game_id))
                self._changed.notify()

    def take(self) -> str | None:
        """The next table, when it is time for it; None once it is closed."""
        with self._changed:
            while self._open:
                if not self._times:
                    self._changed.wait()
                    continue
                when, game_id = self._times[0]
                if when > (now := monotonic()):
                    self._changed.wait(when - now)
                    continue
                heapq.heappop(self._times)
                if self._waiting.get(game_id) == when:
                    del self._waiting[game_id]
                    return game_id
            return None


DUE = Due()
