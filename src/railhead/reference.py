"""A fixed piece of work to compare measurements with, so that figures from different machines and days are comparable.

It does what the engine does all day: copies lists, reads and builds dicts and tuples, calls functions, adds numbers.
It must never change; another piece of work would be another VERSION, and its figures would not compare with these.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

VERSION = 1
RESULT = 1_403_108
"""The result of the work, so that nobody changes it by accident."""


def work() -> int:
    """About as much as one action of a game."""
    total = 0
    cells = [number * 7 % 97 for number in range(400)]
    laid: dict[int, tuple[int, int]] = {}
    for turn in range(12):
        cells = cells[:]
        for place in range(turn, 400, 17):
            cells[place] = _mixed(cells[place], place)
            laid[place * 16 + turn] = (cells[place], place)
        total += sum(cells)
        total += sum(value for value, place in laid.values() if place % 3 == turn % 3)
        total += len(frozenset(laid.items())) + len(tuple(sorted(laid)))
    return total


def _mixed(value: int, place: int) -> int:
    return (value * 31 + place) % 1009


class Gauge:
    """Times work, and the reference in between; in time of the processor, whatever else the machine is doing."""

    def __init__(self, every: int = 50) -> None:
        self._every = every
        self._done = 0
        self._reference: list[float] = []

    def time(self, do: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> tuple[T, float]:
        """What something gives, and how long it takes in microseconds."""
        if self._done % self._every == 0:
            self._reference.append(_timed(work)[1])
        self._done += 1
        return _timed(do, *args, **kwargs)

    @property
    def reference(self) -> float:
        """How long the reference took meanwhile, in microseconds."""
        return median(self._reference or [_timed(work)[1]])

    def ratio(self, microseconds: float) -> float:
        """A time as a multiple of the reference."""
        return round(microseconds / self.reference, 4)


def _timed(do: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> tuple[T, float]:
    start = process_time()
    found = do(*args, **kwargs)
    return found, (process_time() - start) * 1e6
