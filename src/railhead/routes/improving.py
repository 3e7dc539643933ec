"""A better set of runs than one that is known, looked for nearby: all trains but one run as they do.

To prove that runs are the best takes a search of the whole network. That some are not is mostly seen much sooner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from railhead.routes.check import Traced, trace, value
from railhead.routes.enumeration import all_routes
from railhead.routes.model import Earnings, Route, RouteProblem

TRIED = 80
"""How many routes of each train are looked at, legal or not; on land first, if there are crossings of the sea."""


def improved(problem: RouteProblem, plan: tuple[Route, ...], revenue: int) -> Iterator[tuple[Route, ...]]:
    """Sets of runs that earn more than this, and differ from a legal one in what a single train does; only a few."""
    ashore = problem.network.without_the_sea()
    for network in (problem.network,) if ashore is None else (ashore, problem.network):
        on_it = replace(problem, network=network)
        for kind, others in _changes(problem, plan):
            used = _track(problem, others)
            for found in all_routes(on_it, problem.by_kind[kind], used, tries=TRIED):
                better = (*others, found.route)
                earned = value(problem, better)
                if isinstance(earned, Earnings) and earned.revenue > revenue:
                    yield better


def _changes(problem: RouteProblem, plan: tuple[Route, ...]) -> Iterator[tuple[int, tuple[Route, ...]]]:
    """The kinds of train that could run otherwise, and how all others run: idle trains first."""
    idle = Counter(train.train for train in problem.trains) - Counter(route.train for route in plan)
    yield from ((kind, plan) for kind in idle)
    for number, route in enumerate(plan):
        yield route.train, (*plan[:number], *plan[number + 1 :])


def _track(problem: RouteProblem, plan: tuple[Route, ...]) -> int:
    """The track that runs use."""
    used = 0
    for route in plan:
        run = trace(problem, route)
        used |= run.track if isinstance(run, Traced) else 0  # a run of joined trains is none on its own
    return used
