"""The check of a posted run: is it allowed, and what does it earn? Never believed, always computed.

A refusal names a key; the title says which of its rules that is.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from railhead.core.ids import hex_of
from railhead.routes.model import HALT, LARGE, Earnings, Route, RouteProblem
from railhead.track.network import Link


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a run: the key of the rule, and the reason in words."""

    key: str
    reason: str


@dataclass(frozen=True, slots=True)
class Traced:
    """A route that follows track: what it uses and what it earns."""

    route: Route
    stops: tuple[int, ...]
    track: int
    passes: int
    """Barred stops it passes through."""
    earnings: Earnings


def trace(problem: RouteProblem, route: Route) -> Traced | Fault:
    """One train's route on its own."""
    links = links_of(problem, route.path)
    if links is None:
        return Fault("route.continuous", "The run does not follow a continuous line of track")
    if not links:
        return Fault("route.continuous", "A run joins at least two stops")
    stops = (links[0].start, *(link.end for link in links))
    return _fault_of_track(problem, links, stops) or _judge_calls(problem, route, links, stops)


def links_of(problem: RouteProblem, path: tuple[int, ...]) -> list[Link] | None:
    """The links a path of points is made of, or None if it is not made of links."""
    found = []
    start = 0
    stops = problem.network.stops
    for here in range(1, len(path)):
        if path[here] in stops:
            link = problem.network.by_path.get(path[start : here + 1])
            if link is None:
                return None
            found.append(link)
            start = here
    return found if path and start == len(path) - 1 else None


def _fault_of_track(problem: RouteProblem, links: list[Link], stops: tuple[int, ...]) -> Fault | None:
    if len(set(stops)) < len(stops):
        return Fault("route.reenter", "A run may not come to the same stop twice")
    used = 0
    for link in links:
        if used & link.track:
            return Fault("route.reverse", "A run may not use the same track twice or reverse over a junction")
        used |= link.track
    if not problem.may_reenter:
        hexes = [hex_of(at) for link in links for at in (link.path if link is links[0] else link.path[1:])]
        left: set[int] = set()
        for before, hex_ in pairwise(hexes):
            if hex_ != before:
                left.add(before)
                if hex_ in left:
                    return Fault("route.reenter", "A run may not come back to a hex it has left")
    return None


def _judge_calls(problem: RouteProblem, route: Route, links: list[Link], stops: tuple[int, ...]) -> Traced | Fault:
    grades = problem.grades
    if not set(route.passed_by) <= set(stops):
        return Fault("route.bypass", "Only stops on the run can be passed by")
    calls = [stop for stop in stops if stop not in route.passed_by and grades[stop] not in problem.no_call]
    for end in (stops[0], stops[-1]):
        if grades[end] == HALT or end not in calls:
            return Fault("route.ends", "A run begins and ends at a large or small station it calls at")
    skipped = [stop for stop in route.passed_by if grades[stop] in problem.must_call]
    if skipped:
        return Fault("route.bypass", "This station may not be passed by: the train must call there")
    allowance = problem.by_kind[route.train]
    if sum(grades[stop] == LARGE for stop in calls) > allowance.large or len(calls) > allowance.total:
        return Fault("route.allowance", "The train may not visit so many stops")
    if not any(stop in problem.own for stop in calls):
        return Fault("route.base", "A run includes a large station with a base of the company")
    passes = sum(stop in problem.barred for stop in stops[1:-1])
    if passes > problem.free_passes:
        return Fault("route.blocked", "A run may pass through only one station where all places are taken by others")
    earnings = Earnings(
        problem.bonus + sum(problem.values[stop] for stop in calls),
        sum(problem.subsidies[stop] for stop in calls),
    )
    track = 0
    for link in links:
        track |= link.track
    return Traced(route, stops, track, passes, earnings)


def value(problem: RouteProblem, routes: tuple[Route, ...]) -> Earnings | Fault:
    """What a set of runs earns together, or what is wrong with it."""
    owned = Counter(allowance.train for allowance in problem.trains)
    if Counter(route.train for route in routes) - owned:
        return Fault("route.trains", "The company does not have all these trains")
    traced: list[Traced] = []
    for route in routes:
        found = trace(problem, route)
        if isinstance(found, Fault):
            return found
        traced.append(found)
    return together(problem, traced)


def together(problem: RouteProblem, runs: list[Traced]) -> Earnings | Fault:
    """May these runs be made in one turn, and what do they earn?"""
    used = 0
    total = Earnings()
    for run in runs:
        if used & run.track:
            return Fault("route.shared_track", "Two trains may not use the same track")
        used |= run.track
        total += run.earnings
    if sum(run.passes > 0 for run in runs) > 1 or sum(run.passes for run in runs) > problem.free_passes:
        return Fault(
            "route.blocked",
            "Only one train may pass through one station where all places are taken by others",
        )
    if runs and not any(problem.home & set(run.stops) for run in runs):
        return Fault("route.home", "At least one run includes the home of the company")
    if not _all_meet(runs):
        return Fault("route.meet", "Every further run meets an earlier one at a station")
    return total


def _all_meet(runs: list[Traced]) -> bool:
    """Can the runs be put in an order in which each meets an earlier one?"""
    if not runs:
        return True
    joined = set(runs[0].stops)
    apart = [set(run.stops) for run in runs[1:]]
    while apart:
        near = [stops for stops in apart if stops & joined]
        if not near:
            return False
        joined.update(*near)
        apart = [stops for stops in apart if not stops & joined]
    return True
