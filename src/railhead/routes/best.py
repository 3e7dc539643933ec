"""The best runs of a company, with proof: the set that serves the aim most, whichever way trains are joined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations

from railhead.routes.check import Traced, formations, join, trace, value
from railhead.routes.fares import Fare, Items, Run
from railhead.routes.graph import Graph
from railhead.routes.model import ALONE, Allowance, Earnings, Route, RouteProblem
from railhead.routes.possible import additions, can_add
from railhead.routes.sets import Known, SetSearch, most_of
from railhead.routes.walk import Meter, OutOfWork


@dataclass(frozen=True, slots=True)
class Best:
    """The best runs found, and whether it is proven that there are none better."""

    earnings: Earnings
    plan: tuple[Route, ...]
    proven: bool
    bound: int
    """No runs earn more revenue than this; where revenue and subsidy are one aim, no more of both."""
    work: int
    """Steps of the search; the same on every machine."""


def best_runs(problem: RouteProblem, work: int | None = None) -> Best:
    """The set of runs that scores most. With a limit of work it may be the best found so far, and then says so."""
    coupled = sum(train.coupling != ALONE for train in problem.trains)
    graph = Graph(problem, every_way=coupled > 1 and not problem.may_idle)
    meter = Meter(work)
    known = Known()
    items = Items()
    fares: dict[Allowance, Fare] = {}
    bound = 0
    proven = True
    formed = [(units, idle) for units, idle in _units(problem) if units]
    for units, _ in formed:
        for unit in units:
            if unit not in fares:
                fares[unit] = Fare(graph, unit, items)
    formed.sort(key=lambda one: -sum(most_of(fares[unit]) for unit in one[0]))  # the best known rules out the others
    for units, idle in formed:
        search = SetSearch(graph, [fares[unit] for unit in units], known, meter, _IdleTrains(problem, idle).may_be)
        with suppress(OutOfWork):
            search.search()
        proven = proven and known.bound <= known.worth
        bound = max(bound, known.bound)
    plan = _completed(problem, tuple(route for run in known.runs for route in run.fare.routes(run) or ()))
    earned = value(problem, plan)
    assert isinstance(earned, Earnings), earned
    score = problem.aim.score(earned) if proven else bound
    return Best(earned, plan, proven, score // problem.aim.revenue, meter.steps)


def _units(problem: RouteProblem) -> Iterator[tuple[list[Allowance], list[Allowance]]]:
    """The ways to join trains, each with the trains that would stay idle because they are not joined."""
    alone = [train for train in problem.trains if train.coupling == ALONE]
    coupled = [train for train in problem.trains if train.coupling != ALONE]
    seen = set()
    for count in range(len(coupled), -1, -1):
        for numbers in combinations(range(len(coupled)), count):
            running = [coupled[number] for number in numbers]
            idle = [train for number, train in enumerate(coupled) if number not in numbers]
            for groups in formations(running):
                joined = [join([running[number] for number in group]) for group in groups]
                units = sorted([*alone, *joined], key=_size, reverse=True)
                key = tuple(units)
                if key not in seen:
                    seen.add(key)
                    yield units, idle


def _size(train: Allowance) -> tuple[int, ...]:
    return (train.hexes, train.visits, train.large, train.total, train.train)


class _IdleTrains:
    """Trains a set of runs leaves out; where they could be joined to it, it may not be run without them."""

    def __init__(self, problem: RouteProblem, idle: list[Allowance]) -> None:
        self.problem = problem
        self.idle = list(dict.fromkeys(idle))

    def may_be(self, runs: list[Run]) -> bool:
        """May they stay idle beside these runs?"""
        if not self.idle or self.problem.may_idle:
            return True
        traced = []
        for run in runs:
            for route in run.fare.routes(run) or ():
                found = trace(self.problem, route)
                assert isinstance(found, Traced), found
                traced.append(found)
        return not any(can_add(self.problem, traced, train) for train in self.idle)


def _completed(problem: RouteProblem, plan: tuple[Route, ...]) -> tuple[Route, ...]:
    """The plan with runs, worth nothing more, for trains that must run because they can."""
    if problem.may_idle:
        return plan
    while True:
        idle = Counter(train.train for train in problem.trains) - Counter(route.train for route in plan)
        runs = [run for run in (trace(problem, route) for route in plan) if isinstance(run, Traced)]
        for kind in sorted(idle):
            added = next(additions(problem, runs, problem.by_kind[kind]), None)
            if added is not None:
                plan = (*plan, added.route)
                break
        else:
            return plan
