"""How much work a search may do."""

from __future__ import annotations

from collections.abc import Callable

from railhead.routes.bounds import BOUNDLESS


class WorkLimitReached(Exception):
    """The search has taken as many steps as it was given."""


class PatienceExhausted(Exception):
    """A part of the search has taken as many steps as it was worth."""


class Meter:
    """Counts the steps of a search, so that a limit means the same on every machine.

    Whoever takes a step adds to the steps, and calls `stop` when they are more than `most`.
    """

    def __init__(self, limit: int | None = None) -> None:
        self.steps = 0
        self.limit = limit
        self.most = BOUNDLESS if limit is None else limit
        """The limit, or as far as patience goes."""

    def stop(self) -> None:
        """There have been too many steps: of all that are given, or of those that were worth it."""
        raise WorkLimitReached if self.limit is not None and self.steps > self.limit else PatienceExhausted

    def patient(self, steps: int, search: Callable[[], None]) -> bool:
        """Search for so many steps at most; False if that was not enough and the search was given up."""
        most = self.most
        self.most = min(most, self.steps + steps)
        try:
            search()
        except PatienceExhausted:
            return False
        finally:
            self.most = most
        return True


class Cutoff:
    """The least worth a run must have to be of interest; it rises as better ones are found."""

    __slots__ = ("least",)

    def __init__(self, least: int) -> None:
        self.least = least
