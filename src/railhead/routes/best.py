"""The best runs of a company, with a proof of optimality, over all the ways its trains may be joined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from itertools import accumulate, combinations, islice

from railhead.routes.branch_and_bound import Incumbent
from railhead.routes.check import Traced, formations, join, trace, value
from railhead.routes.columns import Column
from railhead.routes.enumeration import additions, can_add
from railhead.routes.graph import Graph
from railhead.routes.meter import Meter, WorkLimitReached
from railhead.routes.model import ALONE, JOINABLE, Allowance, Earnings, Route, RouteProblem
from railhead.routes.multipliers import Items
from railhead.routes.set_search import SetSearch, quick_bound
from railhead.routes.train_graph import TrainOnGraph
from railhead.routes.undisturbed import undisturbed

Formation = tuple[list[Allowance], bool]
"""Trains, some of them joined as one, and whether all trains to be joined are among them."""

MOST_FORMATIONS = 25_000
"""How many of them are considered under a work limit: all of them for eight trains, which no company ever has."""


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
    if work is None:
        return _best_runs(problem, work)
    with undisturbed():  # which is over soon
        return _best_runs(problem, work)


def _best_runs(problem: RouteProblem, work: int | None) -> Best:
    meter = Meter(work)
    incumbent = Incumbent()
    trains = _Trains(problem)
    ways = list(islice(_ways(problem), None if work is None else MOST_FORMATIONS))
    absurd = work is not None and len(ways) == MOST_FORMATIONS
    proven = not absurd
    bound = trains.ceiling if absurd else 0
    complete = partial(_may_idle, problem, meter if absurd else None)
    for units, all_run in trains.formed(ways):
        if absurd and meter.steps > meter.most:
            break
        if trains.promise(units) <= incumbent.worth:
            continue
        # The incumbent carries over: the next formation is searched only for something better.
        search = SetSearch(trains.on_graph(units, all_run), incumbent, meter, complete)
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

    def formed(self, ways: Iterable[Formation]) -> list[Formation]:
        """Different ways to join trains, the most promising first, so that an early incumbent rules out the others."""
        different: dict[tuple[Allowance, ...], Formation] = {}
        for units, all_run in ways:
            different.setdefault(tuple(units), (units, all_run))
        return sorted(different.values(), key=lambda way: -self.promise(way[0]))

    @property
    def ceiling(self) -> int:
        """An upper bound on what trains can earn in any formation: as if each to be joined had the reach of all."""
        alone = [train for train in self.problem.trains if train.coupling == ALONE]
        coupled = [train for train in self.problem.trains if train.coupling != ALONE]
        reach = sum(train.hexes for train in coupled)
        return self.promise([*alone, *(replace(train, hexes=reach) for train in coupled)])

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


def _ways(problem: RouteProblem) -> Iterator[Formation]:
    """The ways to join trains, some of those to be joined left idle perhaps; equal trains make equal ways."""
    alone = [train for train in problem.trains if train.coupling == ALONE]
    coupled = [train for train in problem.trains if train.coupling != ALONE]
    for count in range(len(coupled), -1, -1):
        for running in combinations(coupled, count):
            for groups in formations(list(running)):
                joined = [join([running[number] for number in group]) for group in groups]
                units = sorted([*alone, *joined], key=_size, reverse=True)
                if units:
                    yield units, count == len(coupled)


def _size(train: Allowance) -> tuple[int, ...]:
    return (train.hexes, train.visits, train.large, train.total, train.train)


def _may_idle(problem: RouteProblem, meter: Meter | None, runs: list[Column]) -> bool:
    """May the trains to be joined that have no part in these runs stay idle? Not if they could run beside them.

    Other idle trains do not matter: adding a run for them takes nothing away. With a meter, every formation of the runs
    that has to be looked through counts as a step.
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
    if meter is not None:
        joinable = sum(problem.by_kind[run.route.train].coupling == JOINABLE for run in traced)
        meter.steps += _formation_count(joinable)
        if meter.steps > meter.most:
            meter.stop()
    return not any(can_add(problem, traced, train) for train in idle)


@cache
def _formation_count(trains: int) -> int:
    """The number of ways to join trains, one of which is not to: a Bell number."""
    row = [1]
    for _ in range(trains):
        row = [*accumulate(row, initial=row[-1])]
    return row[0]


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
