"""The legs of a run on the graph: its hops, in the direction in which it follows them."""

from __future__ import annotations

from collections.abc import Sequence

from railhead.core.ids import Point, Stop
from railhead.routes.graph import Hop
from railhead.track.network import Link, Network

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


def links_of(network: Network, legs: Sequence[Leg]) -> list[Link]:
    """The links along some legs."""
    found: list[Link] = []
    for hop, turned in legs:
        found += [network.by_path[link.path[::-1]] for link in reversed(hop.links)] if turned else hop.links
    return found


def each_once(nodes: Sequence[int]) -> Sequence[int]:
    """The nodes of a run, those it comes to again only the first time."""
    return tuple(dict.fromkeys(nodes))


def end_of(leg: Leg) -> Stop:
    """The stop a leg leads to."""
    hop, turned = leg
    return hop.links[0].start if turned else hop.links[-1].end
