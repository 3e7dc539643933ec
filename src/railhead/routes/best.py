"""The best runs of a company, with a proof of optimality, over all the ways its trains may be joined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations

from railhead.routes.branch_and_bound import Incumbent
from railhead.routes.check import Traced, formations, join, trace, value
from railhead.routes.enumeration import additions, can_add
from railhead.routes.graph import Graph
from railhead.routes.meter import Meter, WorkLimitReached
from railhead.routes.model import ALONE, Allowance, Earnings, Route, RouteProblem
from railhead.routes.multipliers import Items
from railhead.routes.set_search import SetSearch, quick_bound
from railhead.routes.train_graph import Column, TrainOnGraph


@dataclass(frozen=True, slots=True)
class Best:
    """The best runs found, and whether they are proven to be optimal."""

    earnings: Earnings
    plan: tuple[Route, ...]
    proven: bool
    bound: int
    """An upper bound on revenue; on the sum of revenue and subsidy, where that is the objective."""
    work: int
    """The number of search steps; the same on every machine."""


def best_runs(problem: RouteProblem, work: int | None = None) -> Best:
    """The set of runs that scores most. If the work limit is reached, the best found so far, marked as not proven."""
    meter = Meter(work)
    incumbent = Incumbent()
    trains = _Trains(problem)
    bound = 0
    proven = True
    for units, all_run in trains.formed():
        if trains.promise(units) <= incumbent.worth:
            continue
        # The incumbent carries over: the next formation is searched only for something better.
        search = SetSearch(trains.on_graph(units, all_run), incumbent, meter, partial(_may_idle, problem))
        with suppress(WorkLimitReached):
            search.search()
        proven = proven and incumbent.bound <= incumbent.worth
        bound = max(bound, incumbent.bound)
    plan = _completed(problem, tuple(route for run in incumbent.runs for route in run.train.routes(run) or ()))
    earned = value(problem, plan)
    assert isinstance(earned, Earnings), earned
    # Scores weigh revenue far above subsidy where it comes first, so dividing by its weight leaves the revenue.
    score = problem.aim.score(earned) if proven else bound + problem.aim.score(problem.hauled)
    return Best(earned, plan, proven, score // problem.aim.revenue, meter.steps)


class _Trains:
    """The trains on the graph, joined in any way; what several formations need is built once."""

    def __init__(self, problem: RouteProblem) -> None:
        self.problem = problem
        self.items = Items()
        self.graph = Graph(problem)
        self.known: dict[tuple[Graph, Allowance], TrainOnGraph] = {}

    @cached_property
    def every_way(self) -> Graph:
        """The graph with dominated hops."""
        return Graph(self.problem, every_way=True)

    def formed(self) -> list[tuple[list[Allowance], bool]]:
        """The ways to join trains, the most promising first, so that an early incumbent rules out the others."""
        return sorted(_units(self.problem), key=lambda way: -self.promise(way[0]))

    def promise(self, units: list[Allowance]) -> int:
        """An upper bound on what these joined trains can earn; tighter once their best on their own is known."""
        trains = self.on_graph(units, all_run=True)
        return sum(quick_bound(train) if train.best is None else train.best for train in trains)

    def on_graph(self, units: list[Allowance], all_run: bool) -> list[TrainOnGraph]:
        """These trains on the graph; on the one with dominated hops if a train that must run if it can is left out."""
        graph = self.graph if all_run or self.problem.may_idle else self.every_way
        return [self._train(graph, unit) for unit in units]

    def _train(self, graph: Graph, unit: Allowance) -> TrainOnGraph:
        if (graph, unit) not in self.known:
            self.known[graph, unit] = TrainOnGraph(graph, unit, self.items)
        return self.known[graph, unit]


def _units(problem: RouteProblem) -> Iterator[tuple[list[Allowance], bool]]:
    """The ways to join trains, some of those to be joined left idle perhaps; and whether all run."""
    alone = [train for train in problem.trains if train.coupling == ALONE]
    coupled = [train for train in problem.trains if train.coupling != ALONE]
    seen = set()
    for count in range(len(coupled), -1, -1):
        for running in combinations(coupled, count):
            for groups in formations(list(running)):
                joined = [join([running[number] for number in group]) for group in groups]
                units = sorted([*alone, *joined], key=_size, reverse=True)
                if units and tuple(units) not in seen:
                    seen.add(tuple(units))
                    yield units, count == len(coupled)


def _size(train: Allowance) -> tuple[int, ...]:
    return (train.hexes, train.visits, train.large, train.total, train.train)


def _may_idle(problem: RouteProblem, runs: list[Column]) -> bool:
    """May the trains to be joined that have no part in these runs stay idle? Not if they could run beside them.

    Other idle trains do not matter: adding a run for them takes nothing away.
    """
    coupled = Counter(train for train in problem.trains if train.coupling != ALONE)
    if not coupled or problem.may_idle:
        return True
    for run in runs:
        coupled.subtract(run.train.allowance.parts or (run.train.allowance,))
    idle = [train for train, count in coupled.items() if count > 0]
    traced = []
    for run in runs if idle else ():
        for route in run.train.routes(run) or ():
            found = trace(problem, route)
            assert isinstance(found, Traced), found
            traced.append(found)
    return not any(can_add(problem, traced, train) for train in idle)


def _completed(problem: RouteProblem, plan: tuple[Route, ...]) -> tuple[Route, ...]:
    """The plan with runs added, though they earn nothing more, for trains that must run because they can."""
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
