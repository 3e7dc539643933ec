"""Fares: the cheapest way to a hex or a stop, where some crossings cost something, and some of that may be waived.

A way may come to the same stop or side again: whether there is a way at all that uses nothing twice is for `reach` to
say, and the cheapest such way is hard to find.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from heapq import heappop, heappush

from railhead.core.ids import Hex, Point, Stop
from railhead.track.reach import End, Ground, end_of
from railhead.track.tiles import FIRST_STOP


@dataclass(frozen=True, slots=True)
class Toll:
    """What a step of a way costs."""

    fixed: int = 0
    waivable: tuple[int, ...] = ()
    """Amounts of which some may be waived, the highest first."""


FREE = (Toll(),)

Tolls = Callable[[End, End], tuple[Toll, ...]]
"""The ways to pay for going from an end to the next, along a piece or across a side: one of them is chosen."""


class Fares:
    """The lowest fares from some stops, if so many amounts may be waived on the whole way."""

    def __init__(
        self, ground: Ground, starts: Iterable[Stop], closed: Callable[[Stop], bool], tolls: Tolls, waivers: int = 0
    ) -> None:
        self._stops: dict[Stop, int] = {}
        self._sides: dict[Hex, dict[int, int]] = {}
        self._ground, self._closed, self._tolls = ground, closed, tolls
        self._pending: list[tuple[int, int, End]] = []
        self._done: dict[End, int] = {}
        """By end: the most waivers that are left on a way there that was cheaper, or as cheap."""
        for stop in starts:
            self._stops[stop] = 0
            heappush(self._pending, (0, -waivers, end_of(stop)))
        while self._pending:
            fare, left, end = heappop(self._pending)
            if self._done.get(end, -1) < -left:
                self._done[end] = -left
                self._go_on(fare, -left, end)

    def to_stop(self, stop: Stop) -> int | None:
        """The lowest fare to a stop; None if no way leads there."""
        return self._stops.get(stop)

    def to_hex(self, hex_: Hex, exits: int) -> int | None:
        """The lowest fare to any of these sides of a hex, one bit an edge; None if no way comes to one of them."""
        fares = [fare for side, fare in self._sides.get(hex_, {}).items() if exits >> side & 1]
        return min(fares, default=None)

    def _go_on(self, fare: int, left: int, here: End) -> None:
        """Everything one step further, on a way with so many waivers left."""
        side = self._ground.side(here)
        if side is not None:
            self._sides.setdefault(side[0], {}).setdefault(side[1], fare)
        if here in self._ground.last:
            self._arrive(fare, self._ground.last[here])
        for there in self._ground.joined(here):
            for paid, kept in _paid(self._tolls(here, there), left):
                self._step(fare + paid, kept, there)

    def _step(self, fare: int, left: int, there: End) -> None:
        """A piece of track leads to an end: a stop, or a side to be crossed."""
        if there & 15 >= FIRST_STOP:
            stop = Stop(Point(there - FIRST_STOP))
            self._arrive(fare, stop)
            if not self._closed(stop):
                heappush(self._pending, (fare, -left, there))
        elif there in self._ground.facing:
            beyond = self._ground.facing[there]
            for paid, kept in _paid(self._tolls(there, beyond), left):
                heappush(self._pending, (fare + paid, -kept, beyond))

    def _arrive(self, fare: int, stop: Stop) -> None:
        self._stops[stop] = min(fare, self._stops.get(stop, fare))


def _paid(tolls: tuple[Toll, ...], left: int) -> list[tuple[int, int]]:
    """Every sum that may be paid for a step, with the waivers that are left then."""
    if tolls is FREE:
        return [(0, left)]
    return [
        (toll.fixed + sum(toll.waivable[used:]), left - used)
        for toll in tolls
        for used in range(min(left, len(toll.waivable)) + 1)
    ]
