"""Running trains in 1860: the runs open to a company, who makes them, and what is done with what they earn."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.text import Text
from railhead.routes.model import Earnings, Route, RouteProblem
from railhead.rules.running import RunTrains, open_runs
from railhead.titles import loading
from railhead.titles.t1860.facts import DESTINATIONS, PLACES
from railhead.titles.t1860.insolvency import (
    LeaseRules,
    fixed_lease,
    lease_income,
    lease_problem,
    leases,
)
from railhead.titles.t1860.receivership import ReceivershipRules
from railhead.titles.t1860.record import amend, record
from railhead.titles.t1860.route_rules import allowance, route_problem


def run_problem(game: Game, company: Company) -> RouteProblem | None:
    """What the company's trains may run now, or its leased train."""
    if leases(game, company):
        return lease_problem(game, company)
    owned = game.trains_of(company)
    if not owned:
        return None
    return route_problem(game, company, tuple(allowance(game, train) for train in owned))


def run_stage(game: Game, company: Company) -> None:
    """The company's trains run: the director says how; without one they earn as much as they can (1860-RECV-03).

    Under British Rail the runs of companies without a director are not worked out (1860-NAT-09).
    """
    effects.record_run(game, company, 0, 0)
    by_itself = game.rules[ReceivershipRules].acts_by_itself(game, company)
    if by_itself and record(game).nationalised:
        return
    if leases(game, company) and game.rules[LeaseRules].is_fixed(game) and "destinations" not in game.book.options:
        effects.record_run(game, company, fixed_lease(game), 0)
        return
    open_to_it = open_runs(game, company)
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


# -- destinations ---------------------------------------------------------------------------------


def reward_destinations(game: Game, company: Company, plan: tuple[Route, ...]) -> None:
    """Credits for each destination linked with home for the first time (1860-VAR-09, 1860-VAR-10, 1860-VAR-11)."""
    visited = {at for route in plan for at in route.path}
    board = game.book.board
    for place, bonus in DESTINATIONS[company].items():
        stops = {loading.point_of(board, text) for text in PLACES[place]}
        if visited & stops and (company, place) not in record(game).destinations:
            amend(game, destinations=(*record(game).destinations, (company, place)))
            effects.pay(game, game.book.company_bank, game.purse(company), bonus, Text("reaching {place}", place=place))
