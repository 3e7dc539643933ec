"""Leased trains: how an insolvent company of 1860 earns what it needs for a train of its own (rules 1860-INSOLV)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from railhead.core.audit import GameLaw
from railhead.core.game import Game
from railhead.core.ids import Company, Train
from railhead.core.rulebook import RuleGroup
from railhead.core.state import INSOLVENT
from railhead.routes.any_run import can_run
from railhead.routes.model import Allowance, Earnings, RouteProblem
from railhead.rules import trains
from railhead.titles.t1860.facts import NUMBERS
from railhead.titles.t1860.route_rules import allowance, calls, route_problem


def leases(game: Game, company: Company) -> bool:
    """An insolvent company that cannot pay for a train leases one (1860-INSOLV-07)."""
    insolvent = game.state.has(company, INSOLVENT) and not game.trains_of(company)
    return insolvent and not trains.can_afford_bank_train(game, company)


def smallest_for_lease(game: Game) -> Train:
    """The smallest train in the pool or the depot."""
    return min(train for train, _ in trains.on_offer(game))


def lease_problem(game: Game, company: Company) -> RouteProblem:
    """A leased train visits as many stations as its first number, each for the same sum.

    Rules 1860-INSOLV-08 and 1860-INSOLV-09. It stays with the bank, so it begins no phase (1860-TRAIN-13).
    """
    train = smallest_for_lease(game)
    if "original_insolvency" in game.book.options:
        return route_problem(game, company, (allowance(game, train),))
    large = game.book.trains[train].large
    problem = route_problem(game, company, (Allowance(train, large, large, calls=calls(game)),))
    return replace(
        problem,
        values=dict.fromkeys(problem.values, NUMBERS.lease_per_station),
        subsidies=dict.fromkeys(problem.subsidies, 0),
        bonus=NUMBERS.lease_base,
    )


def has_route(game: Game, company: Company) -> bool:
    """Would the company have a run if it had the smallest train for sale (1860-INSOLV-01, 1860-INSOLV-03)?"""
    train = game.book.trains[smallest_for_lease(game)]
    smallest = Allowance(smallest_for_lease(game), train.large, train.large + train.small, calls=calls(game))
    return can_run(route_problem(game, company, (smallest,)))


def simplified(game: Game) -> bool:
    """Is the lease a fixed sum, whatever the train could visit (1860-VAR-06)?

    Its run is made all the same where it could reach a destination (1860-VAR-11).
    """
    return "simplified_insolvency" in game.book.options


def half_up_to_ten(revenue: int) -> int:
    """Half the revenue, rounded up to a multiple of 10 (1860-VAR-05)."""
    step = NUMBERS.lease_rounding
    return -(-revenue // (2 * step)) * step


@dataclass(frozen=True)
class LeaseRules(RuleGroup):
    """What a leased train earns under the variants."""

    is_fixed: GameLaw = simplified
    """Is it a fixed sum?"""
    half: Callable[[int], int] = half_up_to_ten
    """How much of the revenue the company gets under the original rule."""


def fixed_lease(game: Game) -> int:
    """What an insolvent company takes under the simplified rule (1860-VAR-06)."""
    return NUMBERS.lease_base + NUMBERS.lease_per_station * game.book.trains[smallest_for_lease(game)].large


def lease_income(game: Game, earned: Earnings) -> Earnings:
    """What a leased train earns: all its run brings, or half of it by the original rule (1860-VAR-05)."""
    if game.rules[LeaseRules].is_fixed(game):
        return Earnings(fixed_lease(game))
    if "original_insolvency" not in game.book.options:
        return earned
    return Earnings(game.rules[LeaseRules].half(earned.revenue), earned.subsidy)
