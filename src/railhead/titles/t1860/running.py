"""Running trains in 1860: allowances, leased trains, British Rail, destinations (rules 1860-ROUTE, 1860-INSOLV)."""

from __future__ import annotations

from dataclasses import replace

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.state import BANKRUPT, INSOLVENT
from railhead.routes.model import HALT, LARGE, SMALL, Allowance, Earnings, Route, RouteProblem
from railhead.routes.runs import Runs
from railhead.routes.search import can_run
from railhead.rules import trains
from railhead.rules.memory import remember, remembered, track_key
from railhead.rules.running import RunTrains
from railhead.rules.stations import bases, network, stops_trains
from railhead.titles import loading
from railhead.titles.t1860.facts import DESTINATIONS, PLACES
from railhead.titles.t1860.grades import grade
from railhead.titles.t1860.own import note, own
from railhead.titles.t1860.receivership import acts_by_itself, in_receivership

HALT_SUBSIDY = 10
LEASE_BASE, LEASE_PER_STOP = 40, 20
"""What a leased train brings (1860-INSOLV-09)."""
ROUNDING = 10


def runs(game: Game, company: int) -> Runs | None:
    """All runs open to a company; worked out once for the same track, tokens, trains and phase."""
    state = game.state
    flipped = tuple(c for c in game.all_companies() if state.has(c, BANKRUPT))
    leased = leases(game, company)
    key = (
        "runs",
        company,
        track_key(game),
        tuple(state.tokens.items()),
        game.trains_of(company),
        smallest_for_lease(game) if leased else None,
        state.phase,
        flipped,
        own(game),
        in_receivership(game, company),
    )
    known = remembered(game, key)
    if known is None:
        problem = run_problem(game, company)
        known = False if problem is None else Runs(problem)
        remember(game, key, known)
    return known if isinstance(known, Runs) else None


def run_problem(game: Game, company: int) -> RouteProblem | None:
    """What the company's trains may run now, or its leased train."""
    if leases(game, company):
        return lease_problem(game, company)
    owned = game.trains_of(company)
    if not owned:
        return None
    return replace(_problem(game, company), trains=tuple(_allowance(game, train) for train in owned))


def _allowance(game: Game, train: int) -> Allowance:
    """The numbers of a train; under British Rail only the first counts, for stations of all kinds (1860-NAT-06)."""
    facts = game.book.trains[train]
    total = facts.large if own(game).nationalised else facts.large + facts.small
    return Allowance(train, facts.large, total)


def _problem(game: Game, company: int) -> RouteProblem:
    net = network(game)
    colours = len(game.book.phases[game.state.phase].colours)
    grades = {at: grade(stop) for at, stop in net.stops.items()}
    posted = "peer-runs" in game.book.options
    return RouteProblem(
        network=net,
        grades=grades,
        values={at: stop.values[colours - 1] if stop.values else stop.value for at, stop in net.stops.items()},
        subsidies={at: HALT_SUBSIDY if kind == HALT and not halts_over(game) else 0 for at, kind in grades.items()},
        own=frozenset(bases(game, company)),
        home=frozenset((game.book.companies[company].home,)),
        barred=frozenset(at for at in game.state.tokens if stops_trains(game, company, at)),
        trains=(),
        must_call=frozenset((LARGE, SMALL) if "no_skip_towns" in game.book.options else (LARGE,)),
        no_call=frozenset((HALT,)) if halts_over(game) else frozenset(),
        may_reenter="re_enter_hexes" in game.book.options,
        may_idle="peer-idle" in game.book.options,
        must_maximise=not posted and (own(game).nationalised or in_receivership(game, company)),
    )


def halts_over(game: Game) -> bool:
    """Do halts no longer count (1860-SOUTH-03, and under British Rail)?"""
    return own(game).building_over or (own(game).nationalised and "peer-british-rail" not in game.book.options)


# -- leased trains --------------------------------------------------------------------------------


def leases(game: Game, company: int) -> bool:
    """An insolvent company that cannot pay for a train leases one (1860-INSOLV-07)."""
    insolvent = game.state.has(company, INSOLVENT) and not game.trains_of(company)
    return insolvent and not trains.can_afford_bank_train(game, company)


def smallest_for_lease(game: Game) -> int:
    """The smallest train in the pool or the depot."""
    return min(train for train, _ in trains.on_offer(game))


def lease_problem(game: Game, company: int) -> RouteProblem:
    """A leased train visits as many stations as its first number, each for the same sum (1860-INSOLV-08, -09)."""
    train = smallest_for_lease(game)
    problem = _problem(game, company)
    if "original_insolvency" in game.book.options:
        return replace(problem, trains=(_allowance(game, train),))
    large = game.book.trains[train].large
    return replace(
        problem,
        trains=(Allowance(train, large, large),),
        values=dict.fromkeys(problem.values, LEASE_PER_STOP),
        subsidies=dict.fromkeys(problem.subsidies, 0),
        bonus=LEASE_BASE,
    )


def has_route(game: Game, company: int) -> bool:
    """Would the company have a run if it had the smallest train for sale (1860-INSOLV-01, -03)?"""
    train = game.book.trains[smallest_for_lease(game)]
    allowance = Allowance(smallest_for_lease(game), train.large, train.large + train.small)
    return can_run(replace(_problem(game, company), trains=(allowance,)))


def simplified(game: Game) -> bool:
    """Is the lease a fixed sum, whatever the train could visit (1860-VAR-06)?

    Its run is made all the same where it could reach a destination (1860-VAR-11).
    """
    return "simplified_insolvency" in game.book.options and "peer-simplified" not in game.book.options


def fixed_lease(game: Game) -> int:
    """What an insolvent company takes under the simplified rule (1860-VAR-06)."""
    return LEASE_BASE + LEASE_PER_STOP * game.book.trains[smallest_for_lease(game)].large


def lease_income(game: Game, earned: Earnings) -> Earnings:
    """What a leased run brings: all of it, or half under the original rule, rounded up to 10 (1860-VAR-05)."""
    if simplified(game):
        return Earnings(fixed_lease(game))
    if "original_insolvency" not in game.book.options:
        return earned
    if "peer-lease" in game.book.options:
        return Earnings(earned.revenue // 2, earned.subsidy)
    half = -(-earned.revenue // (2 * ROUNDING)) * ROUNDING
    return Earnings(half, earned.subsidy)


# -- the run itself -------------------------------------------------------------------------------


def run_stage(game: Game, company: int) -> None:
    """The company's trains run: the director says how; without one they run for the most (1860-RECV-03).

    Under British Rail the runs of companies without a director are not worked out (1860-NAT-09).
    """
    effects.record_run(game, company, 0, 0)
    by_itself = acts_by_itself(game, company)
    if by_itself and own(game).nationalised:
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


def earned(game: Game, company: int, earnings: Earnings, plan: tuple[Route, ...]) -> None:
    """Note what the run brought, and any destination it reached for the first time."""
    brought = lease_income(game, earnings) if leases(game, company) else earnings
    effects.record_run(game, company, brought.revenue, brought.subsidy)
    if "destinations" in game.book.options:
        _reward_destinations(game, company, plan)


def _reward_destinations(game: Game, company: int, plan: tuple[Route, ...]) -> None:
    """Credits for each destination linked with home for the first time (1860-VAR-09 to -11)."""
    visited = {at for route in plan for at in route.path}
    board = game.book.board
    for place, bonus in DESTINATIONS[company].items():
        stops = {loading.point_of(board, text) for text in PLACES[place]}
        if visited & stops and (company, place) not in own(game).destinations:
            note(game, destinations=(*own(game).destinations, (company, place)))
            effects.pay(game, game.book.company_bank, game.purse(company), bonus, f"reaching {place}")
