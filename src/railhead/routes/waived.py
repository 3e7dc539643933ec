"""What is waived of the water on a run, as far as its bound knows: where waivers are of use, and where not.

A run is given all that is waived in a turn before it begins, and what is waived at stops as soon as it comes there. To
be of use, a waiver has to be used on one crossing over the water that it is for. Each has a bit that stands for that;
what a run was given and did not use is taken from it at its end.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from railhead.routes.graph import Graph, ones
from railhead.routes.model import Waiver
from railhead.routes.tolls import Courses, ways_across

Ways = list[tuple[int, int]]
"""How waivers may be used: the bits of those that are, and what they are worth less than they could be."""


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
        self._unused: dict[int, int] = {}
        self._ways: dict[tuple[int, int, tuple[Courses, ...]], Ways] = {}

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

    def ways(self, used: int, uses: int, beside: int, water: tuple[Courses, ...]) -> Ways:
        """How waivers may be used on a stretch over this water, by a run that has come to these stops.

        What is not used may still be of use on another crossing. Waivers at stops to which the run comes later are
        taken to be worth all they can be.
        """
        key = (used | uses) & self.stops, beside & ~used, water
        known = self._ways.get(key)
        if known is None:
            known = self._ways[key] = self._found(*key)
        return known

    def _found(self, visited: int, beside: int, water: tuple[Courses, ...]) -> Ways:
        if len(water) > 1:  # one after another, so that each could be of use on any of them
            return [(beside, 0)]
        here = [each for each in self.at_stops if each[1] & beside]
        ready = [(bit, waiver) for stop, bit, waiver in here if stop & visited]
        later = sum([bit for stop, bit, _ in here if not stop & visited])
        free = [[*ones(bits & beside)] for bits in self.units]
        found: Ways = []
        shortest = len(water[0][0])
        every = ways_across(water[0], tuple(waiver for _, waiver in ready), self.favours, [*map(len, free)])
        for mask, favoured, left in sorted(every, key=lambda way: (way[2], -way[0].bit_count(), -sum(way[1]), way)):
            chosen = [each for number, each in enumerate(ready) if mask >> number & 1]
            given = sum([waiver.most for _, waiver in chosen]) + sum(favoured)
            bits = later | sum([bit for bit, _ in chosen])
            bits |= sum([sum(units[:count]) for units, count in zip(free, favoured, strict=True)])
            lost = given - (shortest - left) << self.far
            if not any(not bits & ~more and lost >= less for more, less in found):
                found = [(some, less) for some, less in found if some & ~bits or less < lost]
                found.append((bits, lost))
        return found
