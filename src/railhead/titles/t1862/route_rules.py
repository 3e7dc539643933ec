"""The route rules of 1862: stations scored once a turn, three types of train, runs that meet (rules 1862-ROUTE)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from railhead.core.frozen import FrozenDict
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
from railhead.rules.cache import Kind, computed
from railhead.rules.receivership import in_receivership
from railhead.rules.running import RunRules
from railhead.rules.stations import barred_to, bases, network
from railhead.titles.t1862.corrections import HOME_MARKER_GIVEN_UP, JOINED_AT_FULL_STATIONS
from railhead.titles.t1862.facts import FREIGHT, LOCAL, NUMBERS, OFF_BOARD, SCORES, TYPE, VISITS
from railhead.titles.t1862.london import AREA as LONDON
from railhead.titles.t1862.london import linked
from railhead.titles.t1862.record import amend, entry, record
from railhead.track import tiles
from railhead.track.board import Board
from railhead.track.hexgrid import distance
from railhead.track.network import Network
from railhead.track.tiles import BEYOND, CITY, OFFBOARD, StopFacts

Reward = Callable[[End, End], int]
"""What the two ends of a run pay together."""
REWARDS: Kind[Reward] = Kind("rewards", 64)
ALLOWANCES: Kind[Allowance] = Kind("allowances", 256)


def run_problem(game: Game, company: Company) -> RouteProblem | None:
    """What the company's trains may run now, if it has any it may run."""
    problem = route_problem(game, company) if game.trains_of(company) else None
    return problem if problem is not None and problem.trains else None


def route_problem(game: Game, company: Company) -> RouteProblem:
    """Everything about a company's runs; only trains of a type it has a permit for run (1862-ROUTE-10).

    A station is scored once a turn, however many trains reach it (1862-ROUTE-12).
    """
    net = network(game)
    stations = computed(game, STATIONS, stations_of, net, linked(game, company), OFF_BOARD[game.state.phase])
    alone = in_receivership(game, company)
    reward = computed(game, REWARDS, distance_bonus, game.book.board, net)
    permits = record(game).permits[company]
    may_run = (kind for kind in map(kind_of, game.trains_of(company)) if TYPE[kind] & permits)
    return RouteProblem(
        network=net,
        grades=stations.grades,
        values=stations.values,
        own=frozenset(bases(game, company)),
        home=occupied_home(game, company),
        barred=barred_to(game, company),
        # Freight runs may be joined where others fill the station, since both end there (1862-ROUTE-09).
        joins_at_barred=game.follows(JOINED_AT_FULL_STATIONS),
        groups=stations.groups,
        places=stations.places,
        trains=tuple(computed(game, ALLOWANCES, allowance, kind, _rusts(game, kind), reward) for kind in may_run),
        may_reenter=True,
        shared=ALL_TRACK,
        pays_once=True,
        meeting=frozenset((LARGE_STOP,)),
        aim=SUM_OF_BOTH if alone else REVENUE_FIRST,
        must_maximise=game.rules[RunRules].must_maximise(game, company),
    )


def with_permits(game: Game, company: Company) -> None:
    """Whoever imagines a company with some trains imagines it with the permits for them (1862-ROUTE-10)."""
    permits = record(game).permits
    needed = permits[company]
    for train in game.trains_of(company):
        needed |= TYPE[kind_of(train)]
    amend(game, permits=entry(permits, company, needed))


def occupied_home(game: Game, company: Company) -> frozenset[Stop]:
    """The town with the company's home marker, to which some run must go (1862-ROUTE-07).

    A company that gave up that marker in a merger is not bound to the town, though it was before the correction.
    """
    home = game.book.companies[company].home
    if home not in bases(game, company) and game.follows(HOME_MARKER_GIVEN_UP):
        return frozenset()
    return frozenset((home,))


@dataclass(frozen=True, slots=True)
class Stations:
    """What the stops of a network are to the trains of a company."""

    grades: FrozenDict[Stop, Grade]
    values: FrozenDict[Stop, int]
    groups: FrozenDict[Stop, tuple[int, ...]]
    places: FrozenDict[Stop, int]


STATIONS: Kind[Stations] = Kind("stations", 64)


def stations_of(net: Network, has_link: bool, stage: int) -> Stations:
    """Grades and values of all stops, for a company with or without a link to London."""
    stops = net.stops.items()
    grades = {at: grade(stop, has_link) for at, stop in stops}
    areas = sorted({stop.area for stop in net.stops.values() if stop.area})
    return Stations(
        FrozenDict(grades),
        FrozenDict({at: value(stop, stage) for at, stop in stops}),
        FrozenDict({at: (kind,) for at, kind in grades.items() if kind in (AREA_STOP, PORT_STOP)}),
        FrozenDict({at: -1 - areas.index(stop.area) for at, stop in stops if stop.area}),
    )


def grade(stop: StopFacts, has_link: bool) -> Grade:
    """The grade of a stop for a company; London is shut without a link (1862-LONDON-05)."""
    if stop.area == LONDON and not has_link:
        return SHUT_STOP
    if is_large(stop):
        return LARGE_STOP
    return AREA_STOP if is_red(stop) else PORT_STOP if is_port(stop) else SMALL_STOP


def _rusts(game: Game, kind: int) -> bool:
    """Does a phase send this kind of train out of the game?"""
    return game.book.trains[kind].rusted_by < len(game.book.phases)


def allowance(kind: int, rusts: bool, reward: Reward) -> Allowance:
    """What a kind of train may do; Freight is rewarded for distance, and joined as long as the train can rust."""
    if TYPE[kind] == FREIGHT:
        return _freight(kind, rusts, reward)
    return _local(kind) if TYPE[kind] == LOCAL else _express(kind)


def _freight(kind: int, rusts: bool, reward: Reward) -> Allowance:
    """Freight is paid for the two ends of its run and the distance between them; small stations do not count.

    Rules 1862-FREIGHT-01, 1862-FREIGHT-05, 1862-FREIGHT-06, 1862-FREIGHT-08 and 1862-FREIGHT-10: trains that can rust
    are joined, permanent ones may be.
    """
    return Allowance(
        kind,
        hexes=VISITS[kind],
        calls=_calls(MUST_CALL, NEVER_CALLS, MUST_CALL),
        ends=frozenset((LARGE_STOP, AREA_STOP, PORT_STOP)),
        pays_ends=True,
        reward=reward,
        coupling=JOINED if rusts else JOINABLE,
    )


def _local(kind: int) -> Allowance:
    """Local trains score large stations by their number and every small one, and stay on the board.

    Rules 1862-LOCAL-01, 1862-LOCAL-02, 1862-LOCAL-03 and 1862-LOCAL-04.
    """
    chooses = VISITS[kind] > SCORES[kind]
    return Allowance(
        kind,
        large=SCORES[kind],
        total=SCORES[kind],
        visits=VISITS[kind],
        calls=_calls(MAY_CALL if chooses else MUST_CALL, FREE_CALL, NO_ENTRY),
        ends=frozenset((LARGE_STOP,)),
        calls_at_ends=not chooses,
        hex_subsidy=NUMBERS.local_hex_subsidy,
    )


def _express(kind: int) -> Allowance:
    """Express trains score stations, red areas and ports by their number, never small stations.

    Rules 1862-EXPR-01 and 1862-EXPR-02.
    """
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


def distance_bonus(board: Board, net: Network) -> Reward:
    """So much for each hex between two ends, and more if one is a port (1862-FREIGHT-02)."""
    stops = net.stops

    def bonus(one: End, other: End) -> int:
        port = is_port(stops[one[0]]) or is_port(stops[other[0]])
        return hexes_between(board, stops, one, other) * (
            NUMBERS.freight_port_bonus if port else NUMBERS.freight_hex_bonus
        )

    return bonus


# -- stations -------------------------------------------------------------------------------------


def value(stop: StopFacts, stage: int) -> int:
    """What a stop pays: areas beyond the board pay one of their figures, by the stage of the phase (1862-ROUTE-14)."""
    return stop.values[stage] if stop.values else stop.value


def is_large(stop: StopFacts) -> bool:
    """Is it a large station: one where runs may meet (1862-ROUTE-08)?"""
    return stop.kind == CITY


def is_port(stop: StopFacts) -> bool:
    """Is it a port (1862-FREIGHT-02)?"""
    return stop.kind == tiles.PORT


def is_red(stop: StopFacts) -> bool:
    """Is it a red area (1862-ROUTE-04)?"""
    return stop.kind == OFFBOARD


def hexes_between(board: Board, stops: Mapping[Stop, StopFacts], one: End, other: End) -> int:
    """The hexes between the ends of a run as the crow flies (1862-FREIGHT-02, 1862-FREIGHT-03, 1862-FREIGHT-04).

    An area beyond the board lies one hex further than the last hex before it, whatever the shape of the board. Every
    run is measured between its own ends: a hex where two meet counts for both (1862-FREIGHT-09).
    """
    ends, further = [], 0
    for at, before in (one, other):
        ends.append(board.names[before])
        further += stops[at].kind in BEYOND
    return max(0, distance(ends[0], ends[1]) + further - 1)
