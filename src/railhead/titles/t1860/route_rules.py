"""The route rules of 1860: stations, subsidies, allowances, what is barred (rules 1860-ROUTE)."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core.frozen import FrozenDict
from railhead.core.game import Game
from railhead.core.ids import Company, Stop, Train
from railhead.routes.model import (
    HALT_STOP,
    LARGE_STOP,
    MAY_CALL,
    MUST_CALL,
    NEVER_CALLS,
    NO_ENTRY,
    SMALL_STOP,
    Allowance,
    CallPolicy,
    Grade,
    RouteProblem,
)
from railhead.rules.cache import Kind, computed
from railhead.rules.receivership import in_receivership
from railhead.rules.running import RunRules
from railhead.rules.stations import barred_to, bases, network
from railhead.titles.t1860.facts import NUMBERS
from railhead.titles.t1860.nationalisation import NationalisationRules
from railhead.titles.t1860.record import record
from railhead.track import tiles
from railhead.track.network import Network
from railhead.track.tiles import StopFacts


def allowance(game: Game, train: Train) -> Allowance:
    """The numbers of a train; under British Rail only the first counts, for stations of all kinds (1860-NAT-06)."""
    facts = game.book.trains[train]
    total = facts.large if record(game).nationalised else facts.large + facts.small
    return Allowance(train, facts.large, total, calls=calls(game))


def calls(game: Game) -> tuple[CallPolicy, ...]:
    """Trains call at large stations and may bypass small ones, and halts as long as they count (1860-ROUTE-10)."""
    small = MUST_CALL if "no_skip_towns" in game.book.options else MAY_CALL
    return (MUST_CALL, small, NEVER_CALLS if halts_over(game) else MAY_CALL, MUST_CALL, MUST_CALL, NO_ENTRY)


@dataclass(frozen=True, slots=True)
class Stations:
    """What the stops of a network are to trains of every company."""

    grades: FrozenDict[Stop, Grade]
    values: FrozenDict[Stop, int]
    subsidies: FrozenDict[Stop, int]


STATIONS: Kind[Stations] = Kind("stations", 64)


def stations_of(net: Network, stage: int, without_halts: bool) -> Stations:
    """Grades and values of all stops; halts bring a subsidy until they no longer count (1860-ROUTE-11, 1860-SOUTH-03).

    What Ryde Pier pays goes by the colours of tiles available (1860-ROUTE-04).
    """
    grades = FrozenDict({at: grade(stop) for at, stop in net.stops.items()})
    values = {at: stop.values[stage] if stop.values else stop.value for at, stop in net.stops.items()}
    subsidy = 0 if without_halts else NUMBERS.halt_subsidy
    subsidies = {at: subsidy if kind == HALT_STOP else 0 for at, kind in grades.items()}
    return Stations(grades, FrozenDict(values), FrozenDict(subsidies))


def route_problem(game: Game, company: Company, trains: tuple[Allowance, ...]) -> RouteProblem:
    """Everything about a company's runs with these trains."""
    net = network(game)
    stage = game.book.phases[game.state.phase].stage
    stations = computed(game, STATIONS, stations_of, net, stage, halts_over(game))
    return RouteProblem(
        network=net,
        grades=stations.grades,
        values=stations.values,
        subsidies=stations.subsidies,
        own=frozenset(bases(game, company)),
        home=frozenset((game.book.companies[company].home,)),
        barred=barred_to(game, company),
        trains=trains,
        free_passes=1,
        may_reenter="re_enter_hexes" in game.book.options,
        must_maximise=game.rules[RunRules].must_maximise(game, company),
        may_idle=game.rules[RunRules].may_idle(game, company),
    )


def must_maximise(game: Game, company: Company) -> bool:
    """Without a director, and under British Rail, trains run for the most (1860-RECV-03, 1860-NAT-07)."""
    return record(game).nationalised or in_receivership(game, company)


def halts_over(game: Game) -> bool:
    """Do halts no longer count (1860-SOUTH-03, and under British Rail)?"""
    return game.rules[NationalisationRules].building_ended(game)


_GRADES = {tiles.CITY: LARGE_STOP, tiles.OFFBOARD: LARGE_STOP, tiles.TOWN: SMALL_STOP, tiles.HALT: HALT_STOP}


def grade(stop: StopFacts) -> Grade:
    """The grade of a stop; Ryde Pier counts as a large station (1860-ROUTE-03)."""
    return _GRADES[stop.kind]
