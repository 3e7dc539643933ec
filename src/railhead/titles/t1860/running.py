"""Running trains in 1860: the runs open to a company, who makes them, and what is done with what they earn."""

from __future__ import annotations

from dataclasses import replace

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.state import BANKRUPT
from railhead.routes.model import Earnings, Route, RouteProblem
from railhead.routes.runs import Runs
from railhead.rules.cache import cached
from railhead.rules.receivership import in_receivership
from railhead.rules.running import RUNS, RunTrains
from railhead.titles.t1860.destinations import reward_destinations
from railhead.titles.t1860.insolvency import (
    fixed_lease,
    lease_income,
    lease_problem,
    leases,
    simplified,
    smallest_for_lease,
)
from railhead.titles.t1860.receivership import acts_by_itself
from railhead.titles.t1860.record import record
from railhead.titles.t1860.route_rules import allowance, route_problem


def runs(game: Game, company: Company) -> Runs | None:
    """All runs open to a company; worked out once for the same track, tokens, trains and phase."""
    state = game.state
    flipped = tuple(c for c in game.all_companies() if state.has(c, BANKRUPT))
    leased = leases(game, company)
    key = (
        company,
        state.tiles,
        state.tokens,
        game.trains_of(company),
        smallest_for_lease(game) if leased else None,
        state.phase,
        flipped,
        record(game),
        in_receivership(game, company),
    )
    return cached(game, RUNS, key, lambda: _open_runs(game, company))


def _open_runs(game: Game, company: Company) -> Runs | None:
    problem = run_problem(game, company)
    return None if problem is None else Runs(problem)


def run_problem(game: Game, company: Company) -> RouteProblem | None:
    """What the company's trains may run now, or its leased train."""
    if leases(game, company):
        return lease_problem(game, company)
    owned = game.trains_of(company)
    if not owned:
        return None
    return replace(route_problem(game, company), trains=tuple(allowance(game, train) for train in owned))


def run_stage(game: Game, company: Company) -> None:
    """The company's trains run: the director says how; without one they run for the most (1860-RECV-03).

    Under British Rail the runs of companies without a director are not worked out (1860-NAT-09).
    """
    effects.record_run(game, company, 0, 0)
    by_itself = acts_by_itself(game, company)
    if by_itself and record(game).nationalised:
        return
    if leases(game, company) and simplified(game) and "destinations" not in game.book.options:
        effects.record_run(game, company, fixed_lease(game), 0)
        return
    open_to_it = runs(game, company)
    if open_to_it is None or not open_to_it.possible:
        return
    if by_itself:
        earned(game, company, *open_to_it.best)
    else:
        game.push(RunTrains(company))


def earned(game: Game, company: Company, earnings: Earnings, plan: tuple[Route, ...]) -> None:
    """Note what the run brought, and any destination it reached for the first time."""
    brought = lease_income(game, earnings) if leases(game, company) else earnings
    effects.record_run(game, company, brought.revenue, brought.subsidy)
    if "destinations" in game.book.options:
        reward_destinations(game, company, plan)
