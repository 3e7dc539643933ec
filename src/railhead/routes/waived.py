"""What is waived of the water on a run, as far as its bound knows: where waivers are of use, and where not.

A run is given all that is waived in a turn before it begins, and what is waived at stops as soon as it comes there. To
be of use, a waiver has to be used on one crossing over the water that it is for. Each has a bit that stands for that;
what a run was given and did not use is taken from it at its end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_

from railhead.routes.graph import Graph, ones
from railhead.routes.model import Waiver
from railhead.routes.multipliers import Multipliers
from railhead.routes.tolls import Courses, ways_across

Ways = list[tuple[int, int]]
"""How waivers may be used: the bits of those that are, and what they are worth less than they could be."""


@dataclass(frozen=True, slots=True)
class Favours:
    """What is waived in a turn, at given multipliers."""

    taken: int
    """The bits of what other runs have taken,"""
    lost: int
    """and how much that is of the limit to cities and water."""
    fees: dict[int, int]
    """By bit: its multiplier. Whatever is waived alike is used in the order of its bits, the cheapest first."""


class Waived:
    """The waivers of a route problem, as bits among what a run has used."""

    def __init__(self, graph: Graph, far: int) -> None:
        self.far = far
        """Where the limit to cities and water is in the room left."""
        problem = graph.problem
        free = 1 << sum([graph.bits.next + 1, *map(len, graph.favours)])
        self.at_stops: list[tuple[int, int, Waiver]] = []
        """What is waived at stops: the bit of the stop, and that of the waiver."""
        for waiver in problem.waivers:
            if waiver.at in graph.bits.stop_bits:
                self.at_stops.append((graph.bits.stop_bits[waiver.at], free, waiver))
                free <<= 1
        self.favours = problem.favours
        self.units: list[int] = []
        """By favour: the bits of the stretches that it waives."""
        for favour in self.favours:
            self.units.append((1 << favour.most) - 1 << free.bit_length() - 1)
            free <<= favour.most
        self.stops = reduce(or_, [stop for stop, _, _ in self.at_stops], 0)
        self.bits = reduce(or_, [*self.units, *(bit for _, bit, _ in self.at_stops)], self.stops)
        """All that a run has to remember of them."""
        self._favours = graph.favours
        self._unused: dict[int, int] = {}
        self._numbers: dict[tuple[Courses, ...], int] = {}
        self._waters: list[tuple[Courses, ...]] = []
        self._ways: dict[tuple[int, int, bool], Ways] = {}

    def number(self, water: tuple[Courses, ...]) -> int:
        """The number of some water: for every link over it, the courses by which it may go."""
        if water not in self._numbers:
            self._numbers[water] = len(self._waters)
            self._waters.append(water)
        return self._numbers[water]

    def favours_at(self, multipliers: Multipliers) -> Favours:
        """What is waived in a turn, at these multipliers."""
        taken, fees = 0, dict[int, int]()
        for bits, units in zip(self._favours, self.units, strict=True):
            prices = sorted([multipliers.track.get(bit, 0) for bit in bits if not bit & multipliers.closed])
            for number, unit in enumerate(ones(units)):
                if number >= len(prices):
                    taken |= unit
                elif prices[number]:
                    fees[unit] = prices[number]
        return Favours(taken, taken.bit_count() << self.far, fees)

    def beside(self, water: tuple[Courses, ...]) -> int:
        """The bits of the waivers that are for some of this water."""
        zones = {zone for courses in water for course in courses for zone in course}
        here = sum([bit for _, bit, waiver in self.at_stops if not waiver.water.isdisjoint(zones)])
        favours = zip(self.favours, self.units, strict=True)
        return here | sum([bits for favour, bits in favours if not favour.water.isdisjoint(zones)])

    def unused(self, used: int) -> int:
        """What a run was given that it has not used."""
        used &= self.bits
        known = self._unused.get(used)
        if known is None:
            unused = [waiver.most for stop, bit, waiver in self.at_stops if used & stop and not used & bit]
            known = self._unused[used] = sum([*unused, *((bits & ~used).bit_count() for bits in self.units)])
        return known

    def ways(self, free: int, water: int, fees: bool) -> Ways:
        """How waivers may be used on a stretch over the water of this number, if these have not been used.

        Those at stops to which the run has yet to come are among them: what one is worth less than it could be is
        charged here, all that it could be worth is given when the run comes there, and not at all if it never does.
        What is not used may still be of use on another crossing. If there are fees, it may be better to use less.
        """
        key = free, water, fees
        known = self._ways.get(key)
        if known is None:
            dear = sum(self.units) if fees else 0
            known = [(0, 0)]
            for courses in self._waters[water]:
                every = (
                    (bits | more, lost + less)
                    for bits, lost in known
                    for more, less in self._across(free & ~bits, courses, dear)
                )
                known = _best(every, dear)
            self._ways[key] = known
        return known

    def _across(self, beside: int, courses: Courses, dear: int) -> Ways:
        """The same for one crossing."""
        ready = [(bit, waiver) for _, bit, waiver in self.at_stops if bit & beside]
        free = [[*ones(bits & beside)] for bits in self.units]
        found: Ways = []
        every = ways_across(courses, tuple(waiver for _, waiver in ready), self.favours, [*map(len, free)])
        for mask, favoured, left in every:
            chosen = [each for number, each in enumerate(ready) if mask >> number & 1]
            given = sum([waiver.most for _, waiver in chosen]) + sum(favoured)
            bits = sum([bit for bit, _ in chosen])
            bits |= sum([sum(units[:count]) for units, count in zip(free, favoured, strict=True)])
            found.append((bits, given - (len(courses[0]) - left) << self.far))
        return _best(found, dear)


def _best(ways: Iterable[tuple[int, int]], dear: int) -> Ways:
    """Those of which no other uses all their waivers, no more of the dear ones, and loses no more.

    To use more is no worse, for whatever is never used is lost.
    """
    found: Ways = []
    for bits, lost in sorted(ways, key=lambda way: (way[1], -way[0].bit_count(), way[0])):
        if not any(not bits & ~more and not (bits ^ more) & dear for more, _ in found):
            found.append((bits, lost))
    return found
