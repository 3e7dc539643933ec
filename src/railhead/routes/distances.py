"""How far it is between nodes of the graph, whatever a hop costs."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from itertools import accumulate
from operator import or_

from railhead.routes.graph import Graph, Hop
from railhead.routes.model import ANY

Cost = Callable[[Hop], int]


def nearest(graph: Graph, here: int, there: int, cost: Cost, begin: list[int]) -> int:
    """The least that a way between two sets of nodes costs, with what it costs to begin at each node."""
    found: set[int] = set()
    ahead = [(begin[node], node) for node in range(len(begin)) if here >> node & 1]
    heapify(ahead)
    while ahead:
        so_far, at = heappop(ahead)
        if there >> at & 1:
            return so_far
        if at not in found:
            found.add(at)
            for hop in graph.hops[at]:
                heappush(ahead, (so_far + cost(hop), hop.end))
    return ANY


def shortest_hops(graph: Graph, cost: Cost) -> list[list[tuple[int, int]]]:
    """By node: its neighbours, and what the cheapest hop to each costs."""
    least: list[dict[int, int]] = [{} for _ in graph.hops]
    for node, out in enumerate(graph.hops):
        for hop in out:
            length = cost(hop)
            least[node][hop.end] = min(length, least[node].get(hop.end, length))
    return [list(ends.items()) for ends in least]


def within_reach(shortest: list[list[tuple[int, int]]], node: int, farthest: int) -> list[int]:
    """By what may be spent, from nothing on: the nodes within reach of one, as bits."""
    found: dict[int, int] = {}
    ahead = [(0, node)]
    while ahead:
        so_far, at = heappop(ahead)
        if at not in found:
            found[at] = so_far
            for end, cost in shortest[at]:
                if end not in found and so_far + cost <= farthest:
                    heappush(ahead, (so_far + cost, end))
    nodes = [0] * (1 + farthest)
    for at, distance in found.items():
        nodes[distance] |= 1 << at
    return list(accumulate(nodes, or_))
