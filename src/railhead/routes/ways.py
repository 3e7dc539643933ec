"""Ways over track from stop to stop, the shortest first: how a run is put together by pointing at its stops."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import count, islice

from railhead.core.ids import Point, Stop, is_stop
from railhead.track.network import Link, Network

MOST_WAYS = 6
"""How many ways between two stops can be chosen from."""
MOST_LINKS = 12
"""No way between two stops is longer than this."""
MOST_LOOKED_AT = 4000
"""How many beginnings of ways are looked at before the search gives up."""


def path_through(network: Network, start: Point, calls: Iterable[tuple[Point, int]]) -> tuple[Point, ...]:
    """The points from a stop through others; a number with each says which of the ways to it is taken.

    The path ends where the next stop cannot be reached.
    """
    path: tuple[Point, ...] = (start,)
    used = 0
    for stop, way in calls:
        found = list(islice(ways(network, path, stop, used), MOST_WAYS))
        if not found:
            break
        for link in found[way % len(found)]:
            path = (*path, *link.path[1:])
            used |= link.track
    return path


def ways(network: Network, path: tuple[Point, ...], goal: Point, used: int) -> Iterator[tuple[Link, ...]]:
    """Ways from the end of a path to a stop over unused track, those over the fewest hexes first.

    The stop may be the one where the path began: that makes it a circuit.
    """
    start = path[-1]
    if goal not in network.stops or not is_stop(start) or start not in network.stops:
        return
    order = count()
    waiting: list[tuple[int, int, Stop, int, tuple[Link, ...]]] = [(0, next(order), start, used, ())]
    seen = set(path[1:] if goal == path[0] and len(path) > 1 else path)
    looked_at = 0
    while waiting and looked_at < MOST_LOOKED_AT:
        length, _, here, track, links = heappop(waiting)
        looked_at += 1
        if here == goal and links:
            yield links
            continue
        for link in network.links[here]:
            fresh = link.end not in seen and all(link.end != other.end for other in links)
            if fresh and not track & link.track and len(links) < MOST_LINKS:
                further = (*links, link)
                heappush(waiting, (length + len(link.path), next(order), link.end, track | link.track, further))
