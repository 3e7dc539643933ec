"""What 1862 says of routes: three types of train, stations scored once a turn, runs that meet (rules 1862-ROUTE)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from railhead.core.game import Game
from railhead.core.ids import Company, Stop, kind_of
from railhead.routes.model import (
    ALL_TRACK,
    AREA_STOP,
    FREE_CALL,
    HALT_STOP,
    JOINABLE,
    JOINED,
    LARGE_STOP,
    MAY_CALL,
    MUST_CALL,
    NEVER_CALLS,
    NO_ENTRY,
    PORT_STOP,
    REVENUE_FIRST,
    SHUT_STOP,
    SMALL_STOP,
    SUM_OF_BOTH,
    Allowance,
    CallPolicy,
    End,
    Grade,
    RouteProblem,
)
from railhead.rules.receivership import in_receivership
from railhead.rules.stations import bases, network, stops_trains
from railhead.titles.t1862 import posted
from railhead.titles.t1862.corrections import HOME_MARKER_GIVEN_UP, JOINED_AT_FULL_STATIONS
from railhead.titles.t1862.facts import FREIGHT, LOCAL, SCORES, TYPE, VISITS
from railhead.titles.t1862.record import record
from railhead.titles.t1862.stations import hexes_between, is_closed, is_large, is_port, is_red, value
from railhead.track.board import Board
from railhead.track.tiles import StopFacts

HEX_SUBSIDY = 10
"""What every hex a Local train comes to brings the treasury (1862-LOCAL-03)."""
HEX_BONUS, PORT_BONUS = 20, 30
"""What a Freight train scores for every hex between its ends (1862-FREIGHT-02)."""


def route_problem(game: Game, company: Company) -> RouteProblem:
    """Everything about a company's runs; only trains of a type it has a permit for run (1862-ROUTE-10)."""
    net = network(game)
    grades = {at: grade(game, company, stop) for at, stop in net.stops.items()}
    beyond = {at for at, kind in grades.items() if kind in (AREA_STOP, PORT_STOP)}
    areas = sorted({stop.area for stop in net.stops.values() if stop.area})
    alone = in_receivership(game, company)
    reward = distance_bonus(game.book.board, net.stops)
    by_kind = {kind: allowance(game, kind, reward) for kind in map(kind_of, game.trains_of(company))}
    may_run = [by_kind[kind_of(t)] for t in game.trains_of(company) if TYPE[kind_of(t)] & record(game).permits[company]]
    return RouteProblem(
        network=net,
        grades=grades,
        values={at: value(game, stop) for at, stop in net.stops.items()},
        own=frozenset(bases(game, company)),
        home=occupied_home(game, company),
        barred=frozenset(at for at in game.state.tokens if stops_trains(game, company, at)),
        joins_at_barred=game.follows(JOINED_AT_FULL_STATIONS),
        groups={at: (grades[at],) for at in beyond},
        places={at: -1 - areas.index(stop.area) for at, stop in net.stops.items() if stop.area},
        trains=tuple(may_run),
        may_reenter=True,
        shared=ALL_TRACK,
        pays_once=True,
        meeting=frozenset((LARGE_STOP,)),
        aim=SUM_OF_BOTH if alone else REVENUE_FIRST,
        must_maximise=alone and posted.SWITCH not in game.book.options,
    )


def occupied_home(game: Game, company: Company) -> frozenset[Stop]:
    """The town with the company's home marker, to which some run must go (1862-ROUTE-07).

    A company that gave up that marker in a merger is not bound to the town, though it was before the correction.
    """
    home = game.book.companies[company].home
    if home not in bases(game, company) and game.follows(HOME_MARKER_GIVEN_UP):
        return frozenset()
    return frozenset((home,))


def grade(game: Game, company: Company, stop: StopFacts) -> Grade:
    """The grade of a stop for a company; London is shut without a link (1862-LONDON-05)."""
    if is_closed(game, company, stop):
        return SHUT_STOP
    if is_large(stop):
        return LARGE_STOP
    return AREA_STOP if is_red(stop) else PORT_STOP if is_port(stop) else SMALL_STOP


def allowance(game: Game, kind: int, reward: Callable[[End, End], int]) -> Allowance:
    """What a kind of train may do; Freight trains get a reward for distance."""
    if TYPE[kind] == FREIGHT:
        return _freight(game, kind, reward)
    return _local(kind) if TYPE[kind] == LOCAL else _express(kind)


def _freight(game: Game, kind: int, reward: Callable[[End, End], int]) -> Allowance:
    """Freight is paid for the two ends of its run and the distance between them (1862-FREIGHT)."""
    permanent = game.book.trains[kind].rusted_by >= len(game.book.phases)
    return Allowance(
        kind,
        hexes=VISITS[kind],
        calls=_calls(MUST_CALL, NEVER_CALLS, MUST_CALL),
        ends=frozenset((LARGE_STOP, AREA_STOP, PORT_STOP)),
        pays_ends=True,
        reward=reward,
        coupling=JOINABLE if permanent else JOINED,
    )


def _local(kind: int) -> Allowance:
    """Local trains score large stations by their number and every small one, and stay on the board (1862-LOCAL)."""
    chooses = VISITS[kind] > SCORES[kind]
    return Allowance(
        kind,
        large=SCORES[kind],
        total=SCORES[kind],
        visits=VISITS[kind],
        calls=_calls(MAY_CALL if chooses else MUST_CALL, FREE_CALL, NO_ENTRY),
        ends=frozenset((LARGE_STOP,)),
        calls_at_ends=not chooses,
        hex_subsidy=HEX_SUBSIDY,
    )


def _express(kind: int) -> Allowance:
    """Express trains score stations, red areas and ports by their number, never small stations (1862-EXPR)."""
    call = MAY_CALL if VISITS[kind] > SCORES[kind] else MUST_CALL
    return Allowance(
        kind,
        large=SCORES[kind],
        total=SCORES[kind],
        visits=VISITS[kind],
        calls=_calls(call, NEVER_CALLS, call),
        ends=frozenset((LARGE_STOP, AREA_STOP, PORT_STOP)),
        calls_at_ends=call == MUST_CALL,
    )


def _calls(large: CallPolicy, small: CallPolicy, beyond: CallPolicy) -> tuple[CallPolicy, ...]:
    """By grade what a train does there; 1862 has no halts."""
    by_grade = {
        LARGE_STOP: large,
        SMALL_STOP: small,
        HALT_STOP: NEVER_CALLS,
        AREA_STOP: beyond,
        PORT_STOP: beyond,
        SHUT_STOP: NO_ENTRY,
    }
    return tuple(by_grade[grade_] for grade_ in sorted(by_grade))


def distance_bonus(board: Board, stops: Mapping[Stop, StopFacts]) -> Callable[[End, End], int]:
    """So much for each hex between two ends, and more if one is a port (1862-FREIGHT-02)."""

    def bonus(one: End, other: End) -> int:
        port = is_port(stops[one[0]]) or is_port(stops[other[0]])
        return hexes_between(board, stops, one, other) * (PORT_BONUS if port else HEX_BONUS)

    return bonus
