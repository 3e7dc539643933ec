"""The legs of a run on the graph: its hops, in the direction in which it follows them."""

from __future__ import annotations

from collections.abc import Sequence

from railhead.core.ids import Point, Stop
from railhead.routes.graph import Hop

Leg = tuple[Hop, bool]
"""A hop of a run, and whether the run follows it from its end to its start."""


def path_of(legs: Sequence[Leg]) -> tuple[Point, ...]:
    """The points along some legs."""
    points: list[Point] = []
    for hop, turned in legs:
        along = [at for link in hop.links for at in (link.path if link is hop.links[0] else link.path[1:])]
        if turned:
            along.reverse()
        points += along[1:] if points else along
    return tuple(points)


def each_once(nodes: Sequence[int]) -> Sequence[int]:
    """The nodes of a run, the one where a circuit begins and ends only once."""
    return nodes[:-1] if nodes[0] == nodes[-1] else nodes


def end_of(leg: Leg) -> Stop:
    """The stop a leg leads to."""
    hop, turned = leg
    return hop.links[0].start if turned else hop.links[-1].end
