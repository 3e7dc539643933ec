"""The route rules of 1863: what trains may visit and what they are paid (rules 1863-ROUTE)."""

from __future__ import annotations

from railhead.core.frozen import FrozenDict
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Stop, kind_of
from railhead.core.text import to_translate
from railhead.routes.model import (
    AREA_STOP,
    FREE_CALL,
    HALT_STOP,
    LARGE_STOP,
    MAY_CALL,
    MUST_CALL,
    NEVER_CALLS,
    NO_ENTRY,
    SMALL_STOP,
    Allowance,
    Grade,
    RouteProblem,
)
from railhead.rules.cache import Kind, computed
from railhead.rules.stations import barred_to, bases, network
from railhead.titles.t1863 import pirate
from railhead.titles.t1863.bonuses import awards, mail
from railhead.titles.t1863.facts import BETWEEN, NUMBERS, PRIVATE, STOPS
from railhead.titles.t1863.powers import company_with
from railhead.titles.t1863.record import record
from railhead.track.network import Network
from railhead.track.tiles import CITY, OFFBOARD, StopFacts

NO_TOLLS: FrozenDict[Stop, int] = FrozenDict({})
PROBLEMS: Kind[RouteProblem] = Kind("route problems", 64)


def route_problem(game: Game, company: Company) -> RouteProblem:
    """Everything about a company's runs now."""
    return computed(
        game,
        PROBLEMS,
        problem_of,
        network(game),
        game.book.phases[game.state.phase].stage,
        frozenset(bases(game, company)),
        barred_to(game, company),
        tuple(kind_of(train) for train in game.trains_of(company)),
        mail_of(game, company),
        tolls(game, company),
    )


def problem_of(
    net: Network,
    stage: int,
    own: frozenset[Stop],
    barred: frozenset[Stop],
    kinds: tuple[int, ...],
    markers: tuple[Hex, ...] = (),
    fines: FrozenDict[Stop, int] = NO_TOLLS,
) -> RouteProblem:
    """Everything about the runs of trains of these kinds, for a company with these tokens.

    Every run includes one of its tokens (1863-ROUTE-01), and together they form a whole that hangs together at stations
    or red hexes, also after a merger (1863-ROUTE-02, 1863-MERGE-09). None passes a major station filled by others'
    tokens (1863-ROUTE-03). No track is used twice (1863-ROUTE-04), and no run comes to a station twice but to end there
    (1863-ROUTE-16). What they earn adds up (1863-ROUTE-15). Trains may stay idle (1863-ROUTE-17).
    """
    return RouteProblem(
        network=net,
        grades=FrozenDict({at: grade(stop, at in own) for at, stop in net.stops.items()}),
        values=FrozenDict({at: value(stop, stage) for at, stop in net.stops.items()}),
        own=own,
        trains=tuple(ALLOWANCES[kind] for kind in kinds),
        barred=barred,
        fines=fines,
        fines_name=to_translate("in tolls"),
        bonuses=mail(net, markers),
        awards=awards(net),
        may_reenter=True,
        may_idle=True,
    )


def grade(stop: StopFacts, own: bool) -> Grade:
    """The grade of a stop: a major station is large with a token of the company, otherwise small; a minor is a halt."""
    if stop.kind == OFFBOARD:
        return AREA_STOP
    if stop.kind != CITY:
        return HALT_STOP
    return LARGE_STOP if own else SMALL_STOP


def value(stop: StopFacts, stage: int) -> int:
    """What a stop pays: what is printed on its tile, or its value in the phase (1863-ROUTE-14)."""
    return stop.values[stage] if stop.values else stop.value


# -- trains ---------------------------------------------------------------------------------------


def allowance(kind: int) -> Allowance:
    """What a kind of train may do."""
    return express(kind) if BETWEEN[kind] else stopping(kind)


def stopping(kind: int) -> Allowance:
    """A T train visits no more major stations and red hexes than its number (1863-ROUTE-08).

    It begins and ends at them, two different ones (1863-ROUTE-05); or where it began, if it visits another
    (1863-ROUTE-06, 1863-ROUTE-07). Minor stations pay without counting (1863-ROUTE-09).
    """
    return Allowance(
        kind,
        total=STOPS[kind],
        calls=(MUST_CALL, MUST_CALL, FREE_CALL, MUST_CALL, NO_ENTRY, NO_ENTRY),
        ends=frozenset((LARGE_STOP, SMALL_STOP, AREA_STOP)),
        circuits=True,
    )


def express(kind: int) -> Allowance:
    """An express runs between stations with the company's own tokens or red hexes (1863-ROUTE-11).

    It never ends where it began (1863-ROUTE-07). It counts its ends, the better one twice (1863-ROUTE-12), and so many
    major stations between them; it passes the others (1863-ROUTE-13). Minor stations pay it nothing (1863-ROUTE-10).
    """
    return Allowance(
        kind,
        total=2 + BETWEEN[kind],
        calls=(MAY_CALL, MAY_CALL, NEVER_CALLS, MUST_CALL, NO_ENTRY, NO_ENTRY),
        ends=frozenset((LARGE_STOP, AREA_STOP)),
        doubles_end=True,
        ends_key="route.express_ends",
        circuit_key="route.express_circuit",
        end_name=to_translate("for the end that is doubled"),
    )


ALLOWANCES = tuple(allowance(kind) for kind in range(len(STOPS)))
"""By kind of train."""


# -- privates -------------------------------------------------------------------------------------


def mail_of(game: Game, company: Company) -> tuple[Hex, ...]:
    """Where the Royal Mail Rail pays this company, if it owns it (1863-PRIV-11, 1863-PRIV-22)."""
    return tuple(sorted(record(game).mail)) if company_with(game, PRIVATE["MAI"]) == company else ()


def tolls(game: Game, company: Company) -> FrozenDict[Stop, int]:
    """What runs pay that come to the pirate's station, calling or not; its owner's do not (1863-PRIV-14).

    A player's pirate has no token (1863-PRIV-22).
    """
    owner, at = company_with(game, pirate.CHOCOLATE), pirate.stop(game)
    if owner is None or owner == company or at is None:
        return NO_TOLLS
    return FrozenDict({at: NUMBERS.toll})
