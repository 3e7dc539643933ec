"""Is there any run at all? The first one found answers that."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from railhead.routes.check import Fault, Traced, together, trace
from railhead.routes.columns import Column
from railhead.routes.enumeration import additions
from railhead.routes.graph import Graph
from railhead.routes.meter import Meter, WorkLimitReached
from railhead.routes.model import Allowance, Bonus, Route, RouteProblem
from railhead.routes.multipliers import Items
from railhead.routes.run_query import Cutoff
from railhead.routes.set_search import search_runs
from railhead.routes.train_graph import TrainOnGraph

WORK = 50_000
"""After so many steps, a run for a single purpose is taken not to exist."""


def can_run(problem: RouteProblem) -> bool:
    """Is there any run the company could make with a single train?"""
    return any_run(problem) is not None


def any_run(problem: RouteProblem) -> Route | None:
    """A run the company could make with a single train; None if there is none or, for a single purpose, none is found.

    Trains are put together for a purpose by choice, so a company for which no such run is found can still run them
    otherwise; and one that somebody else finds is legal all the same.
    """
    found = (_run_of(problem, train) for train in dict.fromkeys(problem.trains))
    return next((route for route in found if route is not None), None)


def _run_of(problem: RouteProblem, train: Allowance) -> Route | None:
    demand = problem.demand
    if demand is not None and not demand.is_for(train):
        return None
    purpose = train.required or demand
    if purpose is not None:
        return _run_for(problem, train, purpose)
    ashore = problem.network.without_the_sea()
    if ashore is not None:  # the crossings from a single port take longer to make than a run on land to find
        added = next(additions(replace(problem, network=ashore), [], train), None)
        if added is not None:
            return added.route
    added = next(additions(problem, [], train), None)
    return None if added is None else added.route


class _Found(Exception):
    """A legal run has been found, and no other is needed."""

    def __init__(self, route: Route) -> None:
        self.route = route


def _run_for(problem: RouteProblem, train: Allowance, purpose: Bonus) -> Route | None:
    """A run for a single purpose: most routes are not, so the search for the best runs is quicker to find one."""
    alone = replace(problem, trains=(replace(train, required=purpose),))
    on_graph = TrainOnGraph(Graph(alone), alone.trains[0], Items())

    def report(column: Column, _: int) -> None:
        for route in on_graph.routes(column) or ():
            run = trace(problem, route)
            if isinstance(run, Traced) and not isinstance(together(problem, [run]), Fault):
                raise _Found(route)

    try:
        with suppress(WorkLimitReached):
            search_runs(on_graph, Cutoff(0), report, Meter(WORK))
    except _Found as found:
        return found.route
    return None
