"""How far a run still has to go that is made for a single purpose: it includes a node of each of some sets.

A train may go a long way round among small stops, in more ways than anybody could try. So the search turns back where
even the shortest ways to all that is still missing are too long. They may use track twice and pass by any stop, which
makes them shorter than what a run can do, never longer.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush

from railhead.routes.distances import Cost
from railhead.routes.graph import Graph
from railhead.routes.model import ANY

VISITS, HEXES = 2, 3
"""Where these limits are in the room left of an allowance."""
Need = list[list[int]]
"""By which sets are missing, as bits, and by node: the least that it takes to get to one node of each of them."""


class Errand:
    """What every run of a train has to include, and what that takes of its limits."""

    def __init__(self, graph: Graph, sets: tuple[int, ...], limits: Iterable[tuple[int, int, Cost]]) -> None:
        self.sets = sets
        self.needs = [(place, _need(graph, sets, cost)) for place, limit, cost in limits if limit < ANY]
        """By the place of a limit in the room left."""

    def in_reach(self, ends: list[tuple[int, int]], included: int, room: tuple[int, ...]) -> bool:
        """Could a run that includes these nodes get to all that is missing, if it grows from these ends?"""
        missing = sum([1 << number for number, some in enumerate(self.sets) if not some & included])
        if not missing:
            return True
        return bool(ends) and all(_shared(need, ends, missing) <= room[place] for place, need in self.needs)


def _shared(need: Need, ends: list[tuple[int, int]], missing: int) -> int:
    """The least that it takes to get to all that is missing, however the two ends share it."""
    one = ends[0][0]
    if len(ends) == 1:
        return need[missing][one]
    other = ends[1][0]
    return min([need[some][one] + need[missing & ~some][other] for some in range(missing + 1) if not some & ~missing])


def _need(graph: Graph, sets: tuple[int, ...], cost: Cost) -> Need:
    """Shortest ways, from what is missing backwards: to get to several sets, a way goes on from a node of one."""
    nodes = range(len(graph.hops))
    serves = [sum(1 << number for number, some in enumerate(sets) if some >> node & 1) for node in nodes]
    into: list[list[tuple[int, int]]] = [[] for _ in nodes]
    for node, out in enumerate(graph.hops):
        for hop in out:
            into[hop.end].append((cost(hop), node))
    found: Need = [[0] * len(nodes)]
    for missing in range(1, 1 << len(sets)):
        least = [ANY] * len(nodes)
        ahead = [
            (found[missing & ~serves[goal]][goal] + length, node)
            for goal in nodes
            if serves[goal] & missing
            for length, node in into[goal]
        ]
        heapify(ahead)
        while ahead:
            so_far, at = heappop(ahead)
            if so_far >= least[at]:
                continue
            least[at] = so_far
            for length, node in () if serves[at] & missing else into[at]:
                heappush(ahead, (so_far + length, node))
        found.append(least)
    return found
