"""How much work a search may do, counted in steps so that a limit means the same on every machine."""

from __future__ import annotations

from collections.abc import Callable

UNLIMITED = 1 << 60


class WorkLimitReached(Exception):
    """The whole search has used up its steps."""


class PatienceExhausted(Exception):
    """One part of the search has used up the steps it was given."""


class Meter:
    """Counts the steps of a search.

    Code that takes a step increments `steps` itself and calls `stop` once there are more than `most`: a method call
    per step would be a noticeable part of the inner loops.
    """

    def __init__(self, limit: int | None = None) -> None:
        self.steps = 0
        self.limit = limit
        self.most = UNLIMITED if limit is None else limit
        """The limit of the whole search, or of the part under way if that is less."""

    def stop(self) -> None:
        """Give up the whole search, or only the part under way."""
        raise WorkLimitReached if self.limit is not None and self.steps > self.limit else PatienceExhausted

    def patient(self, steps: int, search: Callable[[], None]) -> bool:
        """Run part of the search for at most so many steps; False if it was given up."""
        most = self.most
        self.most = min(most, self.steps + steps)
        try:
            search()
        except PatienceExhausted:
            return False
        finally:
            self.most = most
        return True
