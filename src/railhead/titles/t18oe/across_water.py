"""What tiles and tokens cost across water, by the cheapest way (rules 18OE-WATER, 18OE-TOKEN-11 to 18OE-TOKEN-13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache, partial

from railhead.core.frozen import FrozenDict
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Stop, hex_of
from railhead.rules.cache import Kind, cached
from railhead.rules.stations import Standing, ends_as
from railhead.titles.t18oe import getting_about
from railhead.titles.t18oe.facts import NUMBERS, land
from railhead.titles.t18oe.record import record
from railhead.track.board import PRINTED, Board
from railhead.track.fares import ANY, Fares, Toll, Tolls
from railhead.track.overland import Overland
from railhead.track.reach import End, Ground
from railhead.track.tiles import FIRST_STOP
from railhead.track.water import Harbour, Side, ZonedSea, ways_beside, zoned_sea

FARES: Kind[Fares] = Kind("fares", 32)
WITHOUT_FEES: Kind[Overland] = Kind("ways without fees", 32)
NO_AREA = -1


@dataclass(frozen=True, slots=True)
class Rates:
    """What a unit of a ferry's distance costs, and a sea zone."""

    ferry: int
    sea: int


FOR_TRACK = Rates(NUMBERS.track_per_ferry, NUMBERS.track_per_sea)
FOR_TOKENS = Rates(NUMBERS.token_per_ferry, NUMBERS.token_per_sea)


def track_fares(game: Game, company: Company) -> Fares:
    """What ways to new track cost this railroad (18OE-WATER-02, 18OE-WATER-03)."""
    return _fares(game, company, getting_about.for_track(game, company), FOR_TRACK)


def token_fares(game: Game, company: Company) -> Fares:
    """What ways to a new token cost this railroad (18OE-TOKEN-11, 18OE-TOKEN-12)."""
    return _fares(game, company, getting_about.for_tokens(game, company), FOR_TOKENS)


def without_fees(game: Game, company: Company, standing: Standing) -> Overland:
    """What a railroad that gets about like this comes to by land and by ferries without distance: no fee is due there.

    To find most of it is much quicker than to find what everything costs.
    """

    def make() -> Overland:
        board, tiles = game.book.board, game.state.tiles
        closed = ends_as(game, company, standing)
        return Overland(standing.starts, closed.__contains__, partial(_ground, board, tiles, standing), _aboard())

    return cached(game, WITHOUT_FEES, (company, game.state.tiles, game.state.tokens, standing), make)


def _ground(board: Board, tiles: FrozenDict[Hex, int], standing: Standing) -> Ground:
    return Ground(board, tiles, standing.shut, ways_beside(board, standing.harbours, standing.bypasses, standing.last))


@cache
def _aboard() -> frozenset[End]:
    """The ends of track from which ways come aboard a ferry that costs something."""
    return frozenset(here for here, _ in boarding())


def most(rates: Rates) -> int:
    """No way costs more: the cheapest one crosses no zone and takes no ferry twice."""
    return rates.sea * len(land().seas) + rates.ferry * sum(ferry.distance for ferry in land().ferries)


def lowest(fares: Fares, hex_: Hex, sides: int, stops: Iterable[Stop]) -> int | None:
    """The lowest fare to any of these sides of a hex or of these stops; None if no way leads there."""
    found = fares.to_hex(hex_, sides)
    for stop in stops:
        fare = fares.to_stop(stop, ANY if found is None else found)
        found = found if fare is None else fare
    return found


def costs_no_more(fares: Fares, fee: int, hex_: Hex, sides: int, stops: Iterable[Stop]) -> bool:
    """Does a way to any of these sides of a hex or of these stops cost no more than this?"""
    return fares.to_hex(hex_, sides, fee) is not None or any(fares.to_stop(stop, fee) is not None for stop in stops)


def authority(game: Game, company: Company) -> int | None:
    """The area of a major's port authority."""
    return next((area for holder, area in record(game).authorities if holder == company), None)


def _fares(game: Game, company: Company, standing: Standing, rates: Rates) -> Fares:
    area = authority(game, company)
    key = (company, game.state.tiles, game.state.tokens, standing, rates, area)
    return cached(game, FARES, key, lambda: _search(game, company, standing, rates, area))


def _search(game: Game, company: Company, standing: Standing, rates: Rates, area: int | None) -> Fares:
    """A port authority waives two units on the whole way, within its area (18OE-WATER-04, 18OE-TOKEN-13).

    Nothing else waives anything (18OE-WATER-05).
    """
    sea, tolls = charged_sea(
        game.book.board, standing.harbours, standing.bypasses, standing.last, rates, NO_AREA if area is None else area
    )
    ground = Ground(game.book.board, game.state.tiles, standing.shut, sea.passages)
    waivers = 0 if area is None else NUMBERS.authority_relief
    return Fares(ground, standing.starts, ends_as(game, company, standing).__contains__, tolls, waivers)


@lru_cache(maxsize=32)
def charged_sea(
    board: Board,
    harbours: tuple[Harbour, ...],
    bypasses: tuple[tuple[Side, Side], ...],
    last: tuple[tuple[Side, Stop], ...],
    rates: Rates,
    area: int,
) -> tuple[ZonedSea, Tolls]:
    """The sea between these harbours, and what sea zones and ferries cost; some of it may be waived in an area."""
    beside = tuple(zone.beside for zone in land().seas)
    sea = zoned_sea(board, tuple((harbour, _zones_of(harbour)) for harbour in harbours), beside, bypasses, last)
    tolls = Tolls((step, _toll(rates.sea, 1, area == land().seas[zone].area)) for step, zone in sea.entering.items())
    for step, (distance, where) in (boarding() | _boarding_from_the_sea(sea)).items():
        tolls[step] = _toll(rates.ferry, distance, area == where)
    return sea, tolls


def _toll(rate: int, units: int, waivable: bool) -> Toll:
    return Toll(waivable=(rate,) * units) if waivable else Toll(fixed=rate * units)


def _zones_of(harbour: Harbour) -> tuple[int, ...]:
    """The sea zones that a harbour opens (18OE-PORT-25): an arrow, or any station of an offshore port."""
    where = harbour.side if harbour.stop is None else (hex_of(harbour.stop), None)
    return next(port.seas for port in land().ports if (port.hex, port.side) == where)


# -- ferries --------------------------------------------------------------------------------------


@cache
def boarding() -> dict[tuple[End, End], tuple[int, int]]:
    """By step that no other ferry shares, in either direction: the distance of the ferry, and the area of its sea.

    All of the distance counts as soon as a way comes aboard, even if it ends at a town on the ferry.
    """
    rides = [
        (ferry.distance, _area(ferry.over[0]), _steps(path))
        for ferry in land().ferries
        for path in ((ferry.ends[0], *ferry.over, ferry.ends[1]), (ferry.ends[1], *ferry.over[::-1], ferry.ends[0]))
    ]
    shared = Counter(step for _, _, steps in rides for step in steps)
    return {
        next(step for step in steps if shared[step] == 1): (distance, area)
        for distance, area, steps in rides
        if distance
    }


def _boarding_from_the_sea(sea: ZonedSea) -> dict[tuple[End, End], tuple[int, int]]:
    """The same for the steps that land at a town on a ferry: nothing leads on from there but the ferry."""
    return {
        step: (ferry.distance, _area(ferry.over[0]))
        for stop, step in sea.landing.items()
        for ferry in land().ferries
        if hex_of(stop) in ferry.over
    }


def _area(hex_: Hex) -> int:
    """The area of the sea that a hex belongs to."""
    name = land().board.names[hex_]
    return next(sea.area for sea in land().seas if name in sea.hexes)


def _steps(path: tuple[Hex, ...]) -> list[tuple[End, End]]:
    """The pieces of track along a ferry, as steps from side to side, or to a town on it."""
    found = []
    for before, here, after in zip(path, path[1:], path[2:], strict=False):
        entered, left = _side_to(here, before), _side_to(here, after)
        ends = [end for _, end in land().board.track(here, PRINTED).at[entered]]
        end = next(end for end in ends if end == left or end >= FIRST_STOP)
        found.append((here << 4 | entered, here << 4 | end))
    return found


def _side_to(here: Hex, there: Hex) -> int:
    """The side of a sea hex beyond which another hex lies, or the station of a pier."""
    board = land().board
    beside = [side for side, (other, _) in board.across[here].items() if other == there]
    return (*beside, *(side for hex_, side in board.piers.values() if hex_ == here))[0]
