"""What 1860 says of routes: stations, subsidies, allowances, what is barred (rules 1860-ROUTE)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Train
from railhead.routes.model import (
    HALT_STOP,
    MAY_CALL,
    MUST_CALL,
    NEVER_CALLS,
    NO_ENTRY,
    Allowance,
    CallPolicy,
    RouteProblem,
)
from railhead.rules.receivership import in_receivership
from railhead.rules.stations import bases, network, stops_trains
from railhead.titles.t1860.grades import grade
from railhead.titles.t1860.record import record

HALT_SUBSIDY = 10


def allowance(game: Game, train: Train) -> Allowance:
    """The numbers of a train; under British Rail only the first counts, for stations of all kinds (1860-NAT-06)."""
    facts = game.book.trains[train]
    total = facts.large if record(game).nationalised else facts.large + facts.small
    return Allowance(train, facts.large, total, calls=calls(game))


def calls(game: Game) -> tuple[CallPolicy, ...]:
    """Large stations are called at, small ones and halts may be passed by, until halts are over (1860-ROUTE-10)."""
    small = MUST_CALL if "no_skip_towns" in game.book.options else MAY_CALL
    return (MUST_CALL, small, NEVER_CALLS if halts_over(game) else MAY_CALL, MUST_CALL, MUST_CALL, NO_ENTRY)


def route_problem(game: Game, company: Company) -> RouteProblem:
    """Everything about a company's runs but its trains."""
    net = network(game)
    colours = len(game.book.phases[game.state.phase].colours)
    grades = {at: grade(stop) for at, stop in net.stops.items()}
    posted = "peer-runs" in game.book.options
    return RouteProblem(
        network=net,
        grades=grades,
        values={at: stop.values[colours - 1] if stop.values else stop.value for at, stop in net.stops.items()},
        subsidies={
            at: HALT_SUBSIDY if kind == HALT_STOP and not halts_over(game) else 0 for at, kind in grades.items()
        },
        own=frozenset(bases(game, company)),
        home=frozenset((game.book.companies[company].home,)),
        barred=frozenset(at for at in game.state.tokens if stops_trains(game, company, at)),
        trains=(),
        free_passes=1,
        may_reenter="re_enter_hexes" in game.book.options,
        may_idle="peer-idle" in game.book.options,
        must_maximise=not posted and (record(game).nationalised or in_receivership(game, company)),
    )


def halts_over(game: Game) -> bool:
    """Do halts no longer count (1860-SOUTH-03, and under British Rail)?"""
    return record(game).building_over or (record(game).nationalised and "peer-british-rail" not in game.book.options)
