"""The part of a continent that the trains of a railroad can get to, for whoever compares many boards.

A run includes a token and no more cities than its train's limit. So what is further from all tokens cannot be part of
any run. There are thousands of crossings of the sea: only those that begin or end where the railroad gets to over land
are looked at, which misses little.
"""

from __future__ import annotations

from dataclasses import replace
from heapq import heappop, heappush

from railhead.core.ids import Point, Stop
from railhead.routes.graph import within_reach
from railhead.routes.model import AS_LARGE, RouteProblem
from railhead.titles.t18oe.sea import Crossings
from railhead.track.network import Link, Network


class FromHome:
    """The crossings between the ports that a railroad gets to over land and all others; none among these others."""

    def __init__(self, crossings: Crossings, home: set[Stop]) -> None:
        self._crossings = crossings
        self.near: set[Stop] = set()
        """The stops at which they may end."""
        self._home = sorted({number for stop in home for number in crossings.at.get(stop, ())})
        self._stops = frozenset(crossings.quays[number].stop for number in self._home)

    def leaving(self, stop: Stop) -> list[Link]:
        """The crossings from a stop."""
        found = self._crossings.leaving(stop, None if stop in self._stops else self._home)
        return [link for link in found if link.end in self.near]

    def outward(self, stop: Stop) -> list[Link]:
        """The crossings from a stop at home; none from elsewhere, where they only lead back."""
        return self._crossings.leaving(stop) if stop in self._stops else []

    def along(self, path: tuple[Point, ...]) -> Link | None:
        """The crossing along a path."""
        return self._crossings.along(path)


def from_home(problem: RouteProblem) -> RouteProblem:
    """The same where nothing is looked at that no train gets to from home."""
    whole, ashore = problem.network, problem.network.without_the_sea()
    if ashore is None or not isinstance(whole.seaways, Crossings):
        return problem
    sea = FromHome(whole.seaways, within_reach(replace(problem, network=ashore)))
    near = sea.near = _near(problem, sea)
    stops = {stop: facts for stop, facts in whole.stops.items() if stop in near}

    def over_land(stop: Stop) -> list[Link]:
        return [link for link in whole.on_land[stop] if link.end in near]

    return replace(problem, network=Network.with_sea(stops, over_land, sea))


def _near(problem: RouteProblem, sea: FromHome) -> set[Stop]:
    """The stops to which a run could lead from a token: with the cities on the way, and the least that water counts."""
    most = max((train.visits for train in problem.trains), default=0)
    waived = sum(waiver.most for waiver in problem.waivers)
    net, grades, barred = problem.network, problem.grades, problem.barred
    found: set[Stop] = set()
    ahead = [(int(grades[stop] in AS_LARGE), stop) for stop in problem.own if stop in net.stops]
    while ahead:
        count, at = heappop(ahead)
        if at in found:
            continue
        found.add(at)
        if at in barred and at not in problem.own:
            continue
        for link in (*net.on_land[at], *sea.outward(at)):
            if link.end not in found:
                water = max(0, len(link.water) - waived)
                within = count + water + (grades[link.end] in AS_LARGE)
                if within <= most:
                    heappush(ahead, (within, link.end))
    return found
