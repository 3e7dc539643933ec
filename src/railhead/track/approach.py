"""The fewest stations with which a train can come to a hex."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from heapq import heappop, heappush

from railhead.core.ids import Hex, Stop, hex_of, index_of, stop_at
from railhead.track.board import Board
from railhead.track.tiles import FIRST_STOP

Cost = tuple[int, int]
"""The large stations on the way so far, and the small ones where the train had to call."""


class Approach:
    """The fewest stations with which a train can reach each side of each hex.

    A train may not return to a hex, unless an option allows it, and the cheapest such way is hard to find. So a quick
    search that obeys the restriction finds good ways, and a relaxed one, which ignores it but avoids the hex in
    question, gives a lower bound. Only where the two differ are all ways searched.
    """

    def __init__(
        self,
        board: Board,
        tiles: Mapping[Hex, int],
        starts: Iterable[Stop],
        cost: Callable[[Stop], Cost],
        closed: Callable[[Stop], bool],
        affordable: Callable[[Cost], bool],
        may_reenter: bool = False,
    ) -> None:
        self.board = board
        _, self._tracks = board.laid_out(tiles)
        self.starts = tuple(starts)
        self.cost = cost
        self.closed = closed
        self.affordable = affordable
        self.may_reenter = may_reenter
        self._ways: dict[tuple[Hex, int], list[tuple[Hex, int, Cost]]] = {}
        self._arrivals: dict[Hex, list[tuple[int, Cost]]] = {}

    def quick_arrivals(self, target: Hex) -> list[tuple[int, Cost]]:
        """Some of the ways to reach a hex, found fast: enough where any way will do."""
        return [(side, cost) for side in self.board.beyond[target] for cost in self._quick.get((target, side), ())]

    def arrivals(self, target: Hex) -> list[tuple[int, Cost]]:
        """The ways to reach a hex from outside: the side, and the stations on the way."""
        known = self._arrivals.get(target)
        if known is None:
            known = self._arrivals[target] = list(self._find_arrivals(target))
        return known

    def _find_arrivals(self, target: Hex) -> Iterator[tuple[int, Cost]]:
        round_it = self._cheapest(simple=False, avoid=target)
        for side in self.board.beyond[target]:
            hoped = round_it.get((target, side))
            if hoped is not None:
                known = self.may_reenter or hoped == self._quick.get((target, side))
                costs = hoped if known else self._exactly(target, side)
                yield from ((side, cost) for cost in costs)

    @cached_property
    def _quick(self) -> dict[tuple[int, int], list[Cost]]:
        """Cheap ways that cross no hex twice; not always the cheapest."""
        return self._cheapest(simple=True)

    def _cheapest(self, simple: bool, avoid: int = -1) -> dict[tuple[int, int], list[Cost]]:
        """By hex and side: the Pareto-optimal costs. Ways do not continue beyond the hex to avoid."""
        known: dict[tuple[int, int], list[Cost]] = {}
        pending: list[tuple[Cost, Hex, int, int]] = []
        for start in self.starts:
            home = hex_of(start)
            if home != avoid:
                self._cross(pending, home, FIRST_STOP + index_of(start), self.cost(start), 1 << home)
        while pending:
            cost, hex_, side, used = heappop(pending)
            if simple and used >> hex_ & 1:
                continue
            costs = known.setdefault((hex_, side), [])
            if any(large <= cost[0] and small <= cost[1] for large, small in costs):
                continue
            costs.append(cost)
            if hex_ != avoid:
                self._cross(pending, hex_, side, cost, used | 1 << hex_)
        return known

    def _cross(self, pending: list[tuple[Cost, Hex, int, int]], hex_: Hex, end: int, cost: Cost, used: int) -> None:
        """Continue from an end within a hex (a stop, or the side entered by) to the neighbouring hexes."""
        for beyond, side, more in self._ways_out(hex_, end):
            total = (cost[0] + more[0], cost[1] + more[1])
            if self.affordable(total):
                heappush(pending, (total, beyond, side, used))

    def _ways_out(self, hex_: Hex, end: int) -> list[tuple[Hex, int, Cost]]:
        """Where one can go from an end of a hex: the next hex, its side, and the stations passed."""
        known = self._ways.get((hex_, end))
        if known is None:
            known = self._ways[hex_, end] = list(self._find_ways_out(hex_, end))
        return known

    def _find_ways_out(self, hex_: Hex, end: int) -> Iterator[tuple[Hex, int, Cost]]:
        across = self.board.across[hex_]
        for edge, passed in self._tracks[hex_].ways_out[end]:
            if edge in across:
                large = small = 0
                for stop in passed:
                    at = stop_at(hex_, stop - FIRST_STOP)
                    if self.closed(at):
                        break
                    more = self.cost(at)
                    large, small = large + more[0], small + more[1]
                else:
                    yield *across[edge], (large, small)

    def _exactly(self, target: Hex, side: int) -> set[Cost]:
        """The cost of reaching a side of a hex by ways that cross no hex twice.

        Ways are extended cheapest first. The first to arrive is the best unless small stations count as well: then a
        way with more large and fewer small ones may serve where the first does not, so all are listed.
        """
        found: set[Cost] = set()
        pending: list[tuple[Cost, Hex, int, int]] = []
        for start in self.starts:
            home = hex_of(start)
            if home != target:
                self._cross(pending, home, FIRST_STOP + index_of(start), self.cost(start), 1 << home)
        while pending:
            cost, hex_, at, used = heappop(pending)
            if used >> hex_ & 1:
                continue
            if hex_ != target:
                self._cross(pending, hex_, at, cost, used | 1 << hex_)
            elif at == side:
                found.add(cost)
                if cost[1] == 0:
                    break
        return found
