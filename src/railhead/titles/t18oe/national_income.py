"""What a national earns: not by runs, but by counting the cities and towns of its zone (rules 18OE-NATREV)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from railhead.core import effects
from railhead.core.events import Noted
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Stop, Train, hex_of, kind_of, stop_at
from railhead.core.text import Text
from railhead.rules.stations import network
from railhead.titles.t18oe.facts import BY_PHASE, CITIES, NATIONAL, NUMBERS, READINGS, TIMES, TOWNS, Zone, land
from railhead.titles.t18oe.mining_town import mines, network_for
from railhead.titles.t18oe.record import record
from railhead.titles.t18oe.rolling_stock import level
from railhead.track.board import PRINTED
from railhead.track.network import Link, Network
from railhead.track.tiles import CITY, OFFBOARD, TOWN, StopFacts


@dataclass(frozen=True, slots=True)
class Capacity:
    """How many cities and towns the trains of a national count (18OE-NATREV-05)."""

    cities: int
    doubled: int
    """How many of the cities count twice."""
    towns: int


@dataclass(frozen=True, slots=True)
class Places:
    """The cities, or the towns, of a zone."""

    linked: tuple[int, ...] = ()
    """The values of those that are linked."""
    unlinked: int = 0
    """How many are not."""


@dataclass(frozen=True, slots=True)
class Income:
    """What a national earns, part by part."""

    cities: int
    towns: int
    beyond: int
    """What is counted beyond its zone."""
    pullman: int

    @property
    def total(self) -> int:
        """All of it."""
        return self.cities + self.towns + self.beyond + self.pullman


# -- the count ------------------------------------------------------------------------------------


def capacity(trains: Iterable[Train]) -> Capacity:
    """The numbers of all trains together; the cities of D trains are doubled (18OE-NATREV-05)."""
    kinds = [kind_of(train) for train in trains]
    return Capacity(
        sum(CITIES[kind] for kind in kinds),
        sum(CITIES[kind] for kind in kinds if TIMES[kind] > 1),
        sum(TOWNS[kind] for kind in kinds),
    )


def income(trains: Sequence[Train], cities: Places, towns: Places) -> Income:
    """What a national with these trains earns in a zone with these places.

    The best linked ones are counted first (18OE-NATREV-06), and the best of those cities doubled (18OE-NATREV-07);
    then unlinked ones use up capacity (18OE-NATREV-08), and what remains has fixed values (18OE-NATREV-09), which are
    never doubled. Cities and towns are counted apart (18OE-NATREV-10).
    """
    room = capacity(trains)
    counted = sorted(cities.linked, reverse=True)[: room.cities]
    return Income(
        sum(counted) + sum(counted[: room.doubled]),
        sum(sorted(towns.linked, reverse=True)[: room.towns]),
        NUMBERS.filler_city * _left(room.cities, cities) + NUMBERS.filler_town * _left(room.towns, towns),
        NUMBERS.pullman_per_level * max(map(level, trains), default=0),
    )


def _left(room: int, places: Places) -> int:
    """The capacity that is left after all places of the zone, linked or not."""
    return max(0, room - len(places.linked) - places.unlinked)


# -- the places of a zone -------------------------------------------------------------------------


def places(game: Game, company: Company) -> tuple[Places, Places]:
    """The cities and red zones of a national's zone, and its towns; each counts from the start, tile or none.

    Rules 18OE-NATREV-12 and 18OE-NATREV-13.
    """
    zone, links = record(game).zones[company], Links(game, network_for(game, company), mines(game, company))
    cities: list[int | None] = []
    towns: list[int | None] = []
    for hex_, there in land().zone_of_stop.items():
        if there == zone:
            cities += _cities(game, links, hex_, zone)
            towns += _towns(game, links, hex_)
    towns += _hochberg(game, links, zone)
    return _gathered(cities), _gathered(towns)


def _gathered(values: list[int | None]) -> Places:
    """Places from their values, with None for unlinked ones."""
    return Places(tuple(value for value in values if value is not None), values.count(None))


def _stops(game: Game, hex_: Hex) -> Iterable[tuple[Stop, StopFacts]]:
    facts = game.book.board.facts(hex_, game.state.tiles.get(hex_, PRINTED))
    return ((stop_at(hex_, number), stop) for number, stop in enumerate(facts.stops))


def _value(game: Game, stop: StopFacts) -> int:
    """What a stop is worth now."""
    return stop.values[game.book.phases[game.state.phase].stage] if stop.values else stop.value


def _cities(game: Game, links: Links, hex_: Hex, zone: Zone) -> list[int | None]:
    """The city or red zone on a hex, if there is one; all stations of a metropolis are one city."""
    stations = [(stop, facts) for stop, facts in _stops(game, hex_) if facts.kind in (CITY, OFFBOARD)]
    if not stations:
        return []
    by_sea = _is_sea_only(game, hex_) and _has_port_for(game, hex_, zone)
    linked = [_value(game, facts) for stop, facts in stations if by_sea or links.has(stop)]
    return [max(linked, default=None)]


def _towns(game: Game, links: Links, hex_: Hex) -> list[int | None]:
    """The towns on a hex; one under Hochberg's token is gone, if that is the reading (18OE-PRIV-33)."""
    if hex_ == record(game).hochberg and READINGS.hochberg_replaces_the_town:
        return []
    return [
        _value(game, facts) if links.has(stop) else None
        for stop, facts in _stops(game, hex_)
        if facts.kind == TOWN
        for _ in range(facts.places)
    ]


def _hochberg(game: Game, links: Links, zone: Zone) -> list[int | None]:
    """Hochberg's token is a town of its owner's nationals (AMB-77 of the rule list)."""
    hex_ = record(game).hochberg
    if hex_ is None or not links.mining or zone not in land().zones.get(hex_, ()):
        return []
    here = (stop for stop in links.network.stops if hex_of(stop) == hex_)
    return [BY_PHASE["hochberg"][game.state.phase] if any(map(links.has, here)) else None]


# -- links ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Links:
    """What joins places for a national: its network, with Hochberg's town if that is one for it."""

    game: Game
    network: Network
    mining: bool

    def has(self, stop: Stop) -> bool:
        """Does track or a ferry join a stop to any other, inside or outside the zone (18OE-NATREV-02)?

        The network has no sea crossings, which do not link (18OE-NATREV-04). Tokens never block the way to the next
        stop, nor could they: a national has one in every city (18OE-NATREV-01).
        """
        return self._is_double(stop) or any(self._lead_away(link, hex_of(stop)) for link in self._from(stop))

    def _is_double(self, stop: Stop) -> bool:
        """Are there two towns, on a tile whose track joins them to each other?"""
        hex_ = hex_of(stop)
        laid = hex_ in self.game.state.tiles and hex_ not in record(self.game).brandt
        return laid and self.network.stops[stop].places > 1

    def _lead_away(self, link: Link, hex_: Hex) -> bool:
        """Does a link lead to a place on another hex? Beyond a town that is gone, track leads on."""
        ends = [onward.end for onward in self._from(link.end)] if self._is_gone(link.end) else [link.end]
        return any(hex_of(end) != hex_ for end in ends)

    def _from(self, stop: Stop) -> list[Link]:
        """The links that count: none across a hex with a token of Brandt & Brandau (18OE-NATREV-03)."""
        marked = sum(1 << hex_ for hex_ in record(self.game).brandt)
        return [link for link in self.network.links[stop] if not link.crossed & marked]

    def _is_gone(self, stop: Stop) -> bool:
        """Is it a town that Hochberg's token has replaced, which is none for this national (18OE-PRIV-33)?"""
        replaced = READINGS.hochberg_replaces_the_town and hex_of(stop) == record(self.game).hochberg
        return replaced and not self.mining


def _is_sea_only(game: Game, hex_: Hex) -> bool:
    """Is this a red zone with no side to any other hex?"""
    board = game.book.board
    return board.hexes[hex_].printed.colour == "red" and not board.across[hex_]


def _has_port_for(game: Game, red_zone: Hex, zone: Zone) -> bool:
    """Has a city of the zone track to a port on a sea zone of this red zone (18OE-NATREV-04, 18OE-NATREV-14)?

    An offshore port needs no track (AMB-47 of the rule list); a port town does not do.
    """
    ports = land().ports
    seas = {sea for port in ports if port.hex == red_zone for sea in port.seas}
    return any(
        _is_city_of(game, stop, zone)
        for port in ports
        if port.hex != red_zone and seas.intersection(port.seas)
        for stop in _stops_at_port(game, port.hex, port.side)
    )


def _stops_at_port(game: Game, hex_: Hex, side: int | None) -> list[Stop]:
    """The stops with track to the arrow of a port, or at an offshore port; not past a token of Brandt & Brandau."""
    if side is None:
        return [stop for stop, _ in _stops(game, hex_)]
    closed = record(game).brandt
    ways = (path for path, _ in network(game).inland(hex_, side) if not any(hex_of(at) in closed for at in path))
    return [Stop(path[-1]) for path in ways]


def _is_city_of(game: Game, stop: Stop, zone: Zone) -> bool:
    return network(game).stops[stop].kind == CITY and land().zone_of_stop.get(hex_of(stop)) == zone


# -- the stage ------------------------------------------------------------------------------------


def count_income(game: Game, company: Company) -> None:
    """A national does not run trains: what it earns is counted, its Pullman on its best train (18OE-NATREV-11)."""
    if game.state.kind[company] != NATIONAL:
        return
    cities, towns = places(game, company)
    earned = income(game.trains_of(company), cities, towns)
    effects.record_run(game, company, earned.total, 0)
    if earned.total:
        game.tell(
            Noted(
                Text(
                    "{company} counts {cities} for cities, {towns} for towns, {beyond} beyond its zone and {pullman} "
                    "for its Pullman",
                    company=game.symbol(company),
                    cities=earned.cities,
                    towns=earned.towns,
                    beyond=earned.beyond,
                    pullman=earned.pullman,
                )
            )
        )
