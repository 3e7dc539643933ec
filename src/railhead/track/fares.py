"""Fares: the cheapest way to a hex or a stop, where some crossings cost something, and some of that may be waived.

A way may come to the same stop or side again: whether there is a way at all that uses nothing twice is for `reach` to
say, and the cheapest such way is hard to find.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

from railhead.core.ids import Hex, Point, Stop
from railhead.track.hexgrid import EDGES
from railhead.track.reach import End, Ground, end_of
from railhead.track.tiles import FIRST_STOP


@dataclass(frozen=True, slots=True)
class Toll:
    """What a step of a way costs."""

    fixed: int = 0
    waivable: tuple[int, ...] = ()
    """Amounts of which some may be waived, the highest first."""


class Tolls(dict[tuple[End, End], Toll]):
    """What going from an end to the next costs, along a piece or across a side; steps that are not listed are free."""

    @cached_property
    def starts(self) -> frozenset[End]:
        """The ends from which some step is not free."""
        return frozenset(here for here, _ in self)


NOWHERE = -1


class Fares:
    """The lowest fares from some stops, if so many amounts may be waived on the whole way.

    First only ways that cost nothing are followed: most places that are asked about lie on one of them.
    """

    def __init__(
        self, ground: Ground, starts: Iterable[Stop], closed: Callable[[Stop], bool], tolls: Tolls, waivers: int = 0
    ) -> None:
        self._given = (ground, tuple(starts), closed, tolls, waivers)
        self._free = _Search(*self._given, highest=0)

    @cached_property
    def _all(self) -> _Search:
        return _Search(*self._given)

    def to_stop(self, stop: Stop) -> int | None:
        """The lowest fare to a stop; None if no way leads there."""
        return 0 if self._free.stops.get(stop) == 0 else self._all.stops.get(stop)

    def to_hex(self, hex_: Hex, exits: int) -> int | None:
        """The lowest fare to any of these sides of a hex, one bit an edge; None if no way comes to one of them."""
        asked = [hex_ << 4 | side for side in EDGES if exits >> side & 1]
        if not self._free.ends.keys().isdisjoint(asked):
            return 0
        return min((self._all.ends[end] for end in asked if end in self._all.ends), default=None)


class _Search:
    """Follows ways, the cheapest first; only those that cost no more than the highest fare."""

    def __init__(
        self,
        ground: Ground,
        starts: tuple[Stop, ...],
        closed: Callable[[Stop], bool],
        tolls: Tolls,
        waivers: int,
        highest: int | None = None,
    ) -> None:
        self.stops: dict[Stop, int] = dict.fromkeys(starts, 0)
        """By stop: the lowest fare, if it is no higher than the highest."""
        self.ends: dict[End, int] = {}
        """By end that ways can go on from: the lowest fare."""
        self._ground, self._closed, self._tolls = ground, closed, tolls
        self._pending = [(0, -waivers, end_of(stop)) for stop in sorted(starts)]
        """A heap of ends to go on from: the fare, the waivers that are left, the most first, and the end."""
        self._done: dict[End, int] = {}
        """By end: the most waivers that are left on a way there that was cheaper, or as cheap."""
        while self._pending and (highest is None or self._pending[0][0] <= highest):
            fare, left, end = heappop(self._pending)
            self._spread(fare, -left, end)

    def _spread(self, fare: int, left: int, start: End) -> None:
        """Everything that costs no more than this end, on a way with so many waivers left."""
        ground, closed, tolled = self._ground, self._closed, self._tolls.starts
        tracks, facing, odd = ground.tracks, ground.board.facing, ground.odd
        done, ends, stops, beyond = self._done, self.ends, self.stops, len(ground.tracks)
        ahead = [start]
        while ahead:
            here = ahead.pop()
            if done.get(here, NOWHERE) >= left:
                continue
            done[here] = left
            ends.setdefault(ground.sides.get(here, here), fare)  # cheaper ways come first
            hex_, side = here >> 4, here & 15
            if hex_ >= beyond or hex_ in odd or here in tolled:
                self._go_on(fare, left, here, ahead)
                continue
            base = here - side
            for _, end in tracks[hex_].at[side]:
                there = base + end
                if end >= FIRST_STOP:
                    stop = Stop(Point(there - FIRST_STOP))
                    if stops.get(stop, fare) >= fare:
                        stops[stop] = fare
                    if not closed(stop):
                        ahead.append(there)
                elif there in tolled:
                    self._cross(fare, left, there, ahead)
                elif there in facing:
                    ahead.append(facing[there])

    def _go_on(self, fare: int, left: int, here: End, ahead: list[End]) -> None:
        """The same from an end where some steps may cost something, or lead beside the board."""
        if here in self._ground.last:
            self._arrive(fare, self._ground.last[here])
        for there in self._ground.joined(here):
            toll = self._tolls.get((here, there))
            if toll is None:
                self._step(fare, left, there, ahead)
            else:
                for paid, kept in _paid(toll, left):
                    self._step(fare + paid, kept, there, ahead if (paid, kept) == (0, left) else None)

    def _step(self, fare: int, left: int, there: End, ahead: list[End] | None) -> None:
        """A piece of track leads to an end: a stop, or a side to be crossed; for nothing if it is to go `ahead`."""
        if there & 15 >= FIRST_STOP:
            stop = Stop(Point(there - FIRST_STOP))
            self._arrive(fare, stop)
            if not self._closed(stop):
                self._put(fare, left, there, ahead)
        else:
            self._cross(fare, left, there, ahead)

    def _cross(self, fare: int, left: int, there: End, ahead: list[End] | None) -> None:
        """Go on beyond a side, if anything is there."""
        beyond = self._ground.across(there)
        if beyond is None:
            return
        toll = self._tolls.get((there, beyond))
        if toll is None:
            self._put(fare, left, beyond, ahead)
        else:
            for paid, kept in _paid(toll, left):
                self._put(fare + paid, kept, beyond, ahead if (paid, kept) == (0, left) else None)

    def _put(self, fare: int, left: int, end: End, ahead: list[End] | None) -> None:
        """Go on from an end later, if no way has come there that was as good."""
        if self._done.get(end, NOWHERE) >= left:
            return
        if ahead is None:
            heappush(self._pending, (fare, -left, end))
        else:
            ahead.append(end)

    def _arrive(self, fare: int, stop: Stop) -> None:
        self.stops[stop] = min(fare, self.stops.get(stop, fare))


def _paid(toll: Toll, left: int) -> list[tuple[int, int]]:
    """Every sum that may be paid for a step, with the waivers that are left then."""
    used = range(min(left, len(toll.waivable)) + 1)
    return [(toll.fixed + sum(toll.waivable[waived:]), left - waived) for waived in used]
