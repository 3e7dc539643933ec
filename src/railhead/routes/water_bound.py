"""An upper bound on what a partial run can still gain where water counts: what a walk crosses is part of its price.

The walk bound of `bounds` limits the stations of a walk, however much water lies between them. Here a walk pays for
both: for every station what it counts of the train's number, once as a visit and once together with all water, from
what is left of both limits. What is left of calls is granted at the best price of a small stop, which every call at a
station takes the place of.
"""

from __future__ import annotations

from heapq import heappop, heappush

from railhead.routes.columns import TrainHop
from railhead.routes.model import MAY_CALL, MUST_CALL
from railhead.routes.train_graph import TrainOnGraph

NOWHERE = -1
NEVER = -(1 << 60)
"""Less than anything is worth: what no hop leads to."""


class WaterBound:
    """The best walks onward from every node, by what is left of visits and of all that counts."""

    def __init__(
        self, train: TrainOnGraph, gains: list[int], hops: list[list[TrainHop]], stations: list[bool], granted: int
    ) -> None:
        self.train = train
        self.hops = hops
        self.stations = stations
        self.granted = granted
        """What hops and free calls may gain in all."""
        small = [
            gains[node]
            for node, policy in enumerate(train.policy)
            if train.open >> node & 1 and policy in (MUST_CALL, MAY_CALL) and not stations[node]
        ]
        self.small = max([0, *small])
        calls = [self.small if policy == MUST_CALL else 0 for policy in train.policy]
        self.gains = [gain - call for gain, call in zip(gains, calls, strict=True)]
        """By station: what it gains more than the call elsewhere that it takes the place of."""
        self.levels: list[tuple[list[int], list[int], list[int]]] = []
        """By what is left: by node the best walk, its first station, and the best with another first station."""
        if train.onward is None:
            train.onward = [self._next(node) for node in range(len(gains))]
        self.next = train.onward
        into = [NEVER] * len(gains)
        for out in hops:
            for hop in out:
                into[hop.end] = max(into[hop.end], min(0, hop.gain))
        self.worth = [gain + way for gain, way in zip(self.gains, into, strict=True)]
        """By station: the same with what even the cheapest hop into it costs."""
        self.known: dict[tuple[object, ...], int] = {}

    def _next(self, node: int) -> list[tuple[int, int, bool]]:
        """Every next station, what the cheapest way to it through other nodes counts, and whether walks end there."""
        graph = self.train.graph
        may_pass = graph.problem.free_passes > 0
        costs, ends = dict[int, int](), dict[int, bool]()
        seen: set[int] = set()
        ahead = [(0, node)]
        while ahead:
            so_far, at = heappop(ahead)
            if at in seen:
                continue
            seen.add(at)
            for hop in self.hops[at]:
                end, cost = hop.end, so_far + hop.visits + hop.length
                if self.stations[end]:
                    closed = hop.stub or (graph.barred[end] and not may_pass)
                    costs[end] = min(cost, costs.get(end, cost))
                    ends[end] = closed and ends.get(end, True)
                elif end not in seen and not hop.stub and (may_pass or not graph.barred[end]):
                    heappush(ahead, (cost, end))
        costs.pop(node, None)  # a run never returns to the node itself
        return [(end, cost, ends[end]) for end, cost in costs.items()]

    def most(self, ends: list[tuple[int, int]], left: int, calls: int) -> int:
        """The most a run gains beyond its open ends, each given with the station behind it, with these calls left."""
        key = (*ends, left)
        best = self.known.get(key)
        if best is None:
            best = self.known[key] = self._from_ends(ends, left)
        return best + self.small * calls + self.granted

    def _from_ends(self, ends: list[tuple[int, int]], left: int) -> int:
        while len(self.levels) <= left:
            self._solve(len(self.levels))
        if len(ends) == 2:
            (one, behind_one), (other, behind_other) = ends
            return max(
                [self.after(some, one, behind_one) + self.after(left - some, other, behind_other)
                 for some in range(left + 1)]
            )  # fmt: skip
        return sum([self.after(left, node, behind) for node, behind in ends])

    def _solve(self, left: int) -> None:
        count = len(self.gains)
        best, first, second = [0] * count, [NOWHERE] * count, [0] * count
        for node, onward in enumerate(self.next):
            most, through, other = 0, NOWHERE, 0
            for station, cost, ends in onward:
                if cost > left:
                    continue
                # The walk goes on from the station with what is left then, and not straight back to this node.
                worth = self.worth[station]
                if not ends:
                    worth += self.after(left - cost, station, node)
                if worth > most:
                    if through != station:
                        other = most
                    most, through = worth, station
                elif station != through and worth > other:
                    other = worth
            best[node], first[node], second[node] = most, through, other
        self.levels.append((best, first, second))

    def after(self, left: int, node: int, behind: int) -> int:
        """The most a walk can gain from a node on, if the station behind it is not to come next."""
        best, first, second = self.levels[left]
        return second[node] if first[node] == behind else best[node]
