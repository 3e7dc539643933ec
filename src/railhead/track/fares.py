"""Fares: the cheapest way to a hex or a stop, where some crossings cost something, and some of that may be waived.

A way may come to the same stop or side again: whether there is a way at all that uses nothing twice is for `reach` to
say, and the cheapest such way is hard to find.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
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
ANY = 1 << 30
"""More than any way costs."""
UNKNOWN = ANY + 1


class Fares:
    """The lowest fares from some stops, if so many amounts may be waived on the whole way.

    Ways are followed, the cheapest first, only as far as somebody asks: most places that are asked about lie on ways
    that cost nothing, and nobody needs to know how much more than its cash a railroad would have to pay.
    """

    def __init__(
        self, ground: Ground, starts: Iterable[Stop], closed: Callable[[Stop], bool], tolls: Tolls, waivers: int = 0
    ) -> None:
        self._search = _Search(ground, tuple(starts), closed, tolls, waivers)

    def to_stop(self, stop: Stop, highest: int = ANY) -> int | None:
        """The lowest fare to a stop; None if no way leads there, or none that costs no more than the highest."""
        return self._lowest(lambda search: search.stops.get(stop, UNKNOWN), highest)

    def to_hex(self, hex_: Hex, exits: int, highest: int = ANY) -> int | None:
        """The same for any of these sides of a hex, one bit an edge."""
        asked = [hex_ << 4 | side for side in EDGES if exits >> side & 1]
        if not asked:
            return None
        return self._lowest(lambda search: min([search.ends.get(end, UNKNOWN) for end in asked]), highest)

    def _lowest(self, known: Callable[[_Search], int], highest: int) -> int | None:
        """The lowest fare, if it is no higher than this; ways that could be cheaper than what is known are followed."""
        search = self._search
        if search.next <= highest and search.next < known(search):
            search = search.copy()
            while search.next <= highest and search.next < known(search):
                search.follow()
            self._search = search  # only now: other threads may use the one before
        fare = known(search)
        return fare if fare <= highest else None


class _Search:
    """Follows ways, the cheapest first."""

    def __init__(
        self, ground: Ground, starts: tuple[Stop, ...], closed: Callable[[Stop], bool], tolls: Tolls, waivers: int
    ) -> None:
        self.stops: dict[Stop, int] = dict.fromkeys(starts, 0)
        """By stop: the lowest fare found, which is the lowest of all unless the next way is cheaper."""
        self.ends: dict[End, int] = {}
        """By end that ways can go on from: the lowest fare."""
        self._ground, self._closed, self._tolls = ground, closed, tolls
        self._pending = [(0, -waivers, end_of(stop)) for stop in sorted(starts)]
        """A heap of ends to go on from: the fare, the waivers that are left, the most first, and the end."""
        self._done: dict[End, int] = {}
        """By end: the most waivers that are left on a way there that was cheaper, or as cheap."""

    def copy(self) -> _Search:
        """A search that goes on from here by itself."""
        twin = copy(self)
        twin.stops, twin.ends, twin._done = self.stops.copy(), self.ends.copy(), self._done.copy()
        twin._pending = self._pending[:]
        return twin

    @property
    def next(self) -> int:
        """What the next way costs at least."""
        return self._pending[0][0] if self._pending else UNKNOWN

    def follow(self) -> None:
        """Go on along the next way, and along all that cost no more."""
        fare, left, end = heappop(self._pending)
        self._spread(fare, -left, end)

    def _spread(self, fare: int, left: int, start: End) -> None:
        """Everything that costs no more than this end, on a way with so many waivers left."""
        ground, closed, tolled = self._ground, self._closed, self._tolls.starts
        tracks, facing, beside, odd = ground.tracks, ground.board.facing, ground.facing, ground.odd
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
                elif there in beside:
                    ahead.append(beside[there])
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
