"""The route rules of 18OE: where trains run and what they earn (rules 18OE-ROUTE and 18OE-REV)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from railhead.core.frozen import FrozenDict
from railhead.core.game import Game
from railhead.core.ids import Company, Consist, Hex, Stop, hex_of
from railhead.core.text import to_translate
from railhead.routes.model import (
    AREA_STOP,
    AS_LARGE,
    FREE_CALL,
    GONE_STOP,
    HALT_STOP,
    LARGE_STOP,
    MAY_CALL,
    MUST_CALL,
    NEVER_CALLS,
    NO_ENTRY,
    SHUT_STOP,
    SMALL_STOP,
    Allowance,
    Bonus,
    Extra,
    Grade,
    RouteProblem,
    Waiver,
)
from railhead.rules.cache import Kind, computed
from railhead.rules.stations import barred_to, bases
from railhead.titles.t18oe import express, fleet, getting_about, lille, powers, pullman_run, white_cliffs
from railhead.titles.t18oe.facts import BY_PHASE, READINGS, land
from railhead.titles.t18oe.mining_town import mines, network_for
from railhead.titles.t18oe.record import record
from railhead.titles.t18oe.reliefs import waivers
from railhead.titles.t18oe.sea import Access, Coast, Waterways, waterways
from railhead.track.network import Network
from railhead.track.tiles import CITY, OFFBOARD, TOWN, StopFacts

COASTS: Kind[Coast] = Kind("coasts", 8)
WATERWAYS: Kind[Waterways] = Kind("waterways", 8)
GREEN_JUNCTION = "D"


def route_problem(game: Game, company: Company) -> RouteProblem | None:
    """Everything about a railroad's runs, with its trains put together as they are; None if it has no train.

    Every run includes a station with one of its tokens (18OE-ROUTE-01), begins and ends anywhere (18OE-ROUTE-02), comes
    to no city twice, whichever of its stations (18OE-ROUTE-04), ends at cities full of others' tokens (18OE-ROUTE-05),
    public ports and the ends of ferries among them (18OE-PORT-21, 18OE-FERRY-07), and comes to towns as often as it
    likes, but counts them once (18OE-ROUTE-08). Trains share no land track (18OE-ROUTE-12), though they may meet
    (18OE-ROUTE-13, 18OE-ROUTE-14). What they earn adds up (18OE-REV-07). All zones are open to them (18OE-RIGHTS-04).
    """
    consists = fleet.consists(game, company)
    if not consists:
        return None
    free = getting_about.cities_of_cards(game, company)
    own = frozenset(bases(game, company))
    if white_cliffs.holder(game) == company:
        own |= {white_cliffs.lille()}
    relief = waivers(game, company, sorted(own | _harbor(game, company)))
    access = _access(game, company, own, free, relief, fleet.greatest(game, company))
    coast = computed(game, COASTS, Coast, network_for(game, company))
    ways = computed(game, WATERWAYS, waterways, coast, access)
    barred = barred_to(game, company) - free
    stops = _stops(game, company, ways.network, free)
    cities = frozenset(at for at, grade in stops.grades.items() if grade in AS_LARGE)
    bonus = express.bonus(game, company, ways, cities, fleet.greatest(game, company))
    return RouteProblem(
        network=ways.network,
        grades=stops.grades,
        values=stops.values,
        tariffs={consist: _doubled(stops) for consist in consists if fleet.is_doubled(consist)},
        extras=stops.extras,
        doubles=frozenset(
            at for at, facts in ways.network.stops.items() if facts.places > 1 and stops.grades[at] == SMALL_STOP
        ),
        own=own,
        barred=barred - {white_cliffs.lille()} if ways.gates else barred,
        groups=stops.groups,
        trains=tuple(_allowance(consist, bonus) for consist in consists),
        passed_again=frozenset((SMALL_STOP, GONE_STOP)),
        waivers=relief,
        gates=ways.gates,
        demand=_joined_run(consists, bonus),
        demand_key="express.joined",
        crossing_key="route.crossing",
        bonuses=(*pullman_run.bonuses(game, company, consists), *((bonus,) if bonus else ())),
        shared=ways.shared,
        may_reenter=True,
        must_meet=False,
        may_idle=True,
    )


def _harbor(game: Game, company: Company) -> frozenset[Stop]:
    """The stations of the city with the railroad's token of Star Harbor, which is a port token (18OE-PRIV-23)."""
    token = record(game).harbor
    if token is None or token[0] != company:
        return frozenset()
    board, hex_ = game.book.board, hex_of(token[1])
    return frozenset(board.stops_of(board.placed(game.state.tiles, hex_), hex_))


def _access(
    game: Game,
    company: Company,
    own: frozenset[Stop],
    free: frozenset[Stop],
    relief: tuple[Waiver, ...],
    most: int,
) -> Access:
    """What decides on which links there are for a railroad."""
    at_home = frozenset(hex_of(stop) for stop in own | _harbor(game, company))
    ports = tuple(port for port in land().ports if not port.private or port.hex in at_home)
    offshore = [port.hex for port in ports if port.side is None]
    board, tiles = game.book.board, game.state.tiles
    return Access(
        ports,
        tuple((hex_, tuple(board.stops_of(board.placed(tiles, hex_), hex_))) for hex_ in offshore),
        getting_about.marked_for_others(game, company),
        lille.terms(game, company, white_cliffs.lille() in free),
        relief,
        most,
    )


# -- stops ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stops:
    """What the stops of a network are to the trains of a railroad."""

    grades: FrozenDict[Stop, Grade]
    values: FrozenDict[Stop, int]
    extras: FrozenDict[Stop, tuple[Extra, ...]]
    groups: FrozenDict[Stop, tuple[int, ...]]


GRADES = {CITY: LARGE_STOP, OFFBOARD: AREA_STOP, TOWN: SMALL_STOP}
"""By kind of stop; a red zone without circles ends runs (18OE-ROUTE-03). No train goes to Lille's ferry position."""


def _stops(game: Game, company: Company, net: Network, free: frozenset[Stop]) -> Stops:
    """Almost all stops are what the board says; only where a token changes that are the rules about tokens asked."""
    stage, changed = game.book.phases[game.state.phase].stage, _with_special_tokens(game)
    grades: dict[Stop, Grade] = {}
    values: dict[Stop, int] = {}
    extras: dict[Stop, tuple[Extra, ...]] = {}
    for at, stop in net.stops.items():
        if at in free or hex_of(at) in changed:
            grades[at] = _grade(game, company, at, stop, free)
            values[at] = _value(game, company, at, stop)
            if extra := _extras(game, company, at):
                extras[at] = extra
        else:
            grades[at] = GRADES.get(stop.kind, SHUT_STOP)
            values[at] = stop.values[stage] if stop.values else stop.value
    groups: FrozenDict[Stop, tuple[int, ...]] = FrozenDict(
        {at: (hex_of(at),) for at, stop in net.stops.items() if stop.kind == CITY}
    )
    return Stops(FrozenDict(grades), FrozenDict(values), FrozenDict(extras), groups)


def _with_special_tokens(game: Game) -> frozenset[Hex]:
    """The hexes with tokens that change what a stop is or pays: those of privates, and minor D's."""
    known = record(game)
    stops = (known.junction, *(token[1] for token in (known.harbor, known.circle) if token is not None))
    found = {hex_of(stop) for stop in stops if stop is not None}
    return frozenset(found if known.hochberg is None else found | {known.hochberg})


def _grade(game: Game, company: Company, at: Stop, stop: StopFacts, free: frozenset[Stop]) -> Grade:
    if at in free:
        return HALT_STOP
    replaced = READINGS.hochberg_replaces_the_town and hex_of(at) == record(game).hochberg
    return GONE_STOP if replaced and not mines(game, company) else GRADES.get(stop.kind, SHUT_STOP)


def _value(game: Game, company: Company, at: Stop, stop: StopFacts) -> int:
    """What a stop pays a railroad (18OE-REV-01): red zones by the phase, Hochberg's and minor D's tokens included.

    Rule 18OE-REV-06.
    """
    if hex_of(at) == record(game).hochberg and mines(game, company):
        return BY_PHASE["hochberg"][game.state.phase]
    if not READINGS.token_city_pays_others and _is_anothers(game, company, hex_of(at)):
        return 0
    value = stop.values[game.book.phases[game.state.phase].stage] if stop.values else stop.value
    return value + sum(extra.amount for extra in _extras(game, company, at))


def _is_anothers(game: Game, company: Company, hex_: Hex) -> bool:
    """Is there a token of Star Harbor or Central Circle that is another railroad's?"""
    placed = (token for token in (record(game).harbor, record(game).circle) if token is not None)
    return any(holder != company and hex_of(stop) == hex_ for holder, stop in placed)


def _extras(game: Game, company: Company, at: Stop) -> tuple[Extra, ...]:
    """What minor D's token adds for the trains of that minor or its major (18OE-MINOR-07, 18OE-MINOR-09)."""
    token = record(game).junction
    if token is None or hex_of(token) != hex_of(at) or not powers.has(game, company, GREEN_JUNCTION):
        return ()
    return (Extra(GREEN_JUNCTION, BY_PHASE["junction"][game.state.phase]),)


def _doubled(stops: Stops) -> FrozenDict[Stop, int]:
    """The values for a D train: cities and red zones twice, with all that is added to them (18OE-REV-02)."""
    doubled = (LARGE_STOP, AREA_STOP)
    return FrozenDict({at: value * (2 if stops.grades[at] in doubled else 1) for at, value in stops.values.items()})


def _joined_run(consists: list[Consist], bonus: Bonus | None) -> Bonus | None:
    """What the joined trains have to run, if some are joined: they do not stay idle (18OE-OE-09)."""
    joined = frozenset(consist for consist in consists if fleet.is_joined(consist))
    return replace(bonus, kinds=joined) if bonus and joined else None


# -- trains ---------------------------------------------------------------------------------------

ENDS = frozenset((LARGE_STOP, SMALL_STOP, HALT_STOP, AREA_STOP))


def _allowance(consist: Consist, bonus: Bonus | None) -> Allowance:
    """What a train, or several joined, may do.

    Its route has as many cities, red zones and counted water as its limit (18OE-ROUTE-10), and any number of towns
    (18OE-ROUTE-11). It counts cities or towns in their place, at least one city (18OE-REV-03), and towns besides
    (18OE-REV-04), whichever it likes (18OE-REV-05). A D train counts no towns (18OE-REV-02) but the one that minor L
    adds, and the city that L adds counts once (18OE-MINOR-20). Joined trains run the Orient Express and nothing else
    (18OE-OE-09).
    """
    cities, towns = fleet.city_limit(consist), fleet.town_limit(consist)
    passes = NEVER_CALLS if READINGS.token_city_pays_others else FREE_CALL
    if fleet.is_doubled(consist):
        return Allowance(
            consist,
            large=cities,
            total=cities + towns,
            visits=cities,
            calls=(MUST_CALL, MAY_CALL if towns else NEVER_CALLS, passes, MUST_CALL, NO_ENTRY, NO_ENTRY, NEVER_CALLS),
            ends=ENDS,
            calls_at_ends=False,
            small=towns,
            in_full=fleet.printed_limit(consist),
            half_name=to_translate("for a city that minor L adds, which pays once"),
        )
    joined = bonus if fleet.is_joined(consist) else None
    return replace(
        Allowance(
            consist,
            large=cities,
            total=cities + towns,
            visits=cities,
            calls=(MAY_CALL, MAY_CALL, passes, MAY_CALL, NO_ENTRY, NO_ENTRY, NEVER_CALLS),
            ends=ENDS,
            calls_at_ends=False,
            calls_at_large=True,
            large_key="route.city",
        ),
        required=joined,
        required_key="express.joined",
    )
