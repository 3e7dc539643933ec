"""The route rules of 18BF: what trains may visit and what they are paid (rules 18BF-ROUTE)."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core.frozen import FrozenDict
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Stop, hex_of, kind_of
from railhead.routes.model import (
    AREA_STOP,
    LARGE_STOP,
    MAY_CALL,
    MUST_CALL,
    NEVER_CALLS,
    NO_ENTRY,
    PORT_STOP,
    SHUT_STOP,
    SMALL_STOP,
    Allowance,
    Bonus,
    Extra,
    Grade,
    RouteProblem,
)
from railhead.rules.cache import Kind, computed
from railhead.rules.stations import barred_to, bases, network
from railhead.titles.t18bf.bonuses import Ferries, bonuses, raised
from railhead.titles.t18bf.facts import EXPRESS, IRELAND, LONDON, MINE, STOPS, TIMES
from railhead.titles.t18bf.goods import hauls
from railhead.track import tiles
from railhead.track.board import Board
from railhead.track.network import Network
from railhead.track.tiles import CITY, OFFBOARD, StopFacts

BONUSES: Kind[tuple[Bonus, ...]] = Kind("bonuses", 32)


def route_problem(game: Game, company: Company, ferries: Ferries) -> RouteProblem:
    """Everything about a company's runs, with its Irish ferries assigned like this.

    Every run includes a city with a marker of the company (18BF-ROUTE-01), may end at but not pass through a city
    filled by others (18BF-ROUTE-03), and shares no track with the others, though they may meet (18BF-ROUTE-11). What
    trains earn adds up (18BF-ROUTE-18), and all that can run do (18BF-ROUTE-21).
    """
    board, net, column = game.book.board, network(game), game.book.phases[game.state.phase].stage
    own = frozenset(bases(game, company))
    extras = raised(game, company, ferries)
    stations = computed(game, STATIONS, stations_of, board, net, column, own, extras)
    kinds = [kind_of(train) for train in game.trains_of(company)]
    return RouteProblem(
        network=net,
        grades=stations.grades,
        values=stations.values,
        extras=stations.extras,
        own=own,
        barred=barred_to(game, company),
        groups=stations.groups,
        trains=tuple(ALLOWANCES[kind] for kind in kinds if STOPS[kind]),
        bonuses=computed(game, BONUSES, bonuses, board, net, column),
        may_reenter=True,
        must_meet=False,
        hauls=hauls(kinds, own, stations.values, MINE[column]),
    )


@dataclass(frozen=True, slots=True)
class Stations:
    """What the stops of a network are to the trains of a company."""

    grades: FrozenDict[Stop, Grade]
    values: FrozenDict[Stop, int]
    extras: FrozenDict[Stop, tuple[Extra, ...]]
    groups: FrozenDict[Stop, tuple[int, ...]]


STATIONS: Kind[Stations] = Kind("stations", 64)


def stations_of(
    board: Board, net: Network, column: int, own: frozenset[Stop], added: FrozenDict[Hex, tuple[Extra, ...]]
) -> Stations:
    """Grades, values and groups of all stops for a company with these markers, and private companies that add this."""
    stops = net.stops.items()
    extras = {at: added[hex_of(at)] for at, _ in stops if hex_of(at) in added}
    return Stations(
        FrozenDict({at: grade(at, stop, own) for at, stop in stops}),
        FrozenDict({at: value(stop, column) + sum(extra.amount for extra in extras.get(at, ())) for at, stop in stops}),
        FrozenDict(extras),
        groups(board, net),
    )


def grade(at: Stop, stop: StopFacts, own: frozenset[Stop]) -> Grade:
    """The grade of a stop; an exit of London is shut to a company without a marker there (18BF-ROUTE-07)."""
    if stop.area == LONDON and at not in own:
        return SHUT_STOP
    by_kind = {CITY: LARGE_STOP, OFFBOARD: AREA_STOP, tiles.PORT: PORT_STOP}
    return by_kind.get(stop.kind, SMALL_STOP)


def value(stop: StopFacts, column: int) -> int:
    """What a stop pays: a red area one of its four values, by the phase (18BF-ROUTE-14)."""
    return stop.values[column] if stop.values else stop.value


def groups(board: Board, net: Network) -> FrozenDict[Stop, tuple[int, ...]]:
    """The stops of which a run includes only one: exits of London, Irish areas, separate spaces of one city.

    Rules 18BF-ROUTE-06 and 18BF-ROUTE-09. Trains may enter London by different exits (18BF-ROUTE-20).
    """
    ireland = {board.index[name] for name in IRELAND}
    found: dict[Stop, tuple[int, ...]] = {}
    for at, stop in net.stops.items():
        if stop.area == LONDON:
            found[at] = (LONDON_GROUP,)
        elif hex_of(at) in ireland:
            found[at] = (IRISH_GROUP,)
        elif stop.kind == CITY:
            found[at] = (hex_of(at),)
    return FrozenDict(found)


LONDON_GROUP, IRISH_GROUP = -1, -2


def allowance(kind: int) -> Allowance:
    """What a kind of train may do.

    It counts at most as many cities and red areas as its number, and at least both its ends (18BF-ROUTE-12). It skips
    none but small cities on the way (18BF-ROUTE-13); the 5+5E skips any, and need not count a marker (18BF-ROUTE-16).
    Plus trains are paid twice, bonuses included (18BF-ROUTE-15, 18BF-ROUTE-17). A red area ends a run (18BF-ROUTE-05);
    no run goes to a port (18BF-ROUTE-10).
    """
    large = MAY_CALL if kind == EXPRESS else MUST_CALL
    return Allowance(
        kind,
        total=STOPS[kind],
        calls=(large, MAY_CALL, NEVER_CALLS, large, NO_ENTRY, NO_ENTRY),
        ends=frozenset((LARGE_STOP, SMALL_STOP, AREA_STOP)),
        calls_at_ends=kind != EXPRESS,
        must_use_up=kind == EXPRESS,
        times=TIMES[kind],
    )


ALLOWANCES = tuple(allowance(kind) for kind in range(len(STOPS)))
"""By kind of train; goods trains have none."""
