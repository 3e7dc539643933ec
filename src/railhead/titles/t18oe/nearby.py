"""The part of a continent that the trains of a railroad can get to, for whoever compares many boards.

A run includes a token and no more cities than its train's limit. So what is further from all tokens cannot be part of
any run. There are thousands of crossings of the sea: only those that begin or end where the railroad gets to over land
are looked at, which misses little.

On most boards that are compared, all that is near is the same: so it is also said what the runs go by (`alike`).
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import replace
from heapq import heappop, heappush

from railhead.core.ids import Point, Stop
from railhead.routes.graph import within_reach
from railhead.routes.model import AS_LARGE, FIELDS, Allowance, Bonus, RouteProblem
from railhead.titles.t18oe.sea import Crossings, Quay
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

    def quays(self) -> list[Quay]:
        """The ways to ports from all stops that are near."""
        return [quay for quay in self._crossings.quays if quay.stop in self.near]

    @property
    def content(self) -> tuple[Hashable, ...]:
        """What the crossings go by; the arrows of a port stand for themselves, whichever bits they have."""
        chart = self._crossings.chart
        return tuple(self.quays()), self._stops, chart.waivers, chart.most

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


# -- what is the same on many boards ---------------------------------------------------------------

BY_STOP = ("grades", "values", "subsidies", "extras", "groups", "places", "fines")
"""What a problem says of stops, by stop."""
OF_STOPS = ("own", "home", "barred", "doubles")
"""The sets of stops that it speaks of."""


def alike(problem: RouteProblem) -> Hashable:
    """What the runs go by that are looked at: problems of which this is equal have the same.

    Nothing is left out but what is said of stops that are not near, and which bits stand for what is no track.
    """
    network, sea = problem.network, problem.network.seaways
    if not isinstance(sea, FromHome):
        return problem.content
    near = network.stops
    links = [link for stop in near for link in network.on_land[stop]]
    track = 0
    for used in (*(link.track for link in links), *(quay.track for quay in sea.quays())):
        track |= used
    said: dict[str, object] = dict(zip(FIELDS, problem.content, strict=True))
    said |= {name: _of(getattr(problem, name), near) for name in BY_STOP}
    said |= {name: frozenset(getattr(problem, name)).intersection(near) for name in OF_STOPS}
    said["tariffs"] = tuple((kind, _of(values, near)) for kind, values in problem.tariffs.items())
    said["network"] = tuple(near.items()), tuple(map(_link, links)), sea.content
    said["shared"], said["gates"] = problem.shared & track, bool(problem.gates)
    said["demand"], said["bonuses"] = _bonus(problem.demand), tuple(map(_bonus, problem.bonuses))
    said["trains"] = tuple(map(_train, problem.trains))
    return tuple(said.values())


def _of(table: Mapping[Stop, object], near: Collection[Stop]) -> tuple[tuple[Stop, object], ...]:
    return tuple((stop, value) for stop, value in table.items() if stop in near)


def _link(link: Link) -> Hashable:
    return link.path, link.track, link.toll, link.water, link.ferry, link.stub


def _bonus(bonus: Bonus | None) -> Hashable:
    """Whether a run has used land depends on its links alone, whatever network is asked for them."""
    return None if bonus is None else (replace(bonus, way=None), type(bonus.way))


def _train(train: Allowance) -> Hashable:
    return replace(train, required=None), _bonus(train.required)
