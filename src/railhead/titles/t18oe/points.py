"""Tile points: how many a railroad has in a turn, and what a tile uses of them (18OE-TRACK-01 to 18OE-TRACK-04)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Tile
from railhead.titles.t18oe import powers
from railhead.titles.t18oe.facts import COLOURS, GRAND, MAJOR, MINOR, NATIONAL, NUMBERS, REGIONAL, land
from railhead.titles.t18oe.terrain import MINOR_E, MINOR_F, is_blue, is_green
from railhead.track.board import Board
from railhead.track.tiles import CITY, TileFacts

MINOR_B, MINOR_G = "B", "G"
BY_KIND = {
    MINOR: NUMBERS.minor_points,
    REGIONAL: NUMBERS.minor_points,
    MAJOR: NUMBERS.major_points,
    NATIONAL: NUMBERS.national_points,
}


@dataclass(frozen=True, slots=True)
class Spent:
    """The points spent in a turn, and the minors whose extra point was among those for the tiles."""

    points: int = 0
    extra: tuple[str, ...] = ()


NOTHING = Spent()


def in_a_turn(game: Game, company: Company) -> int:
    """By kind (18OE-TRACK-01), and two more with minor G (18OE-MINOR-14); E and F give one for some tiles only."""
    more = NUMBERS.foundry_points if powers.has(game, company, MINOR_G) else 0
    return BY_KIND[game.state.kind[company]] + more


def left(game: Game, company: Company, spent: Spent) -> int:
    """The points that are left for any tile; they may be spent in any way (18OE-TRACK-04)."""
    return in_a_turn(game, company) - spent.points


def for_tile(game: Game, company: Company, tile: Tile) -> int:
    """What a tile uses: yellow 1, all others 2, twice as much in a metropolis; with minor B less.

    Rules 18OE-TRACK-02, 18OE-TRACK-03 and 18OE-MINOR-03.
    """
    return _for_tile(game.book.tiles.facts[tile], powers.has(game, company, MINOR_B))


def _for_tile(facts: TileFacts, has_minor_b: bool) -> int:
    if facts.colour == COLOURS[0]:
        points = NUMBERS.yellow_points
    elif _has_city(facts) or not has_minor_b:
        points = NUMBERS.upgrade_points
    else:
        points = NUMBERS.yellow_points
    return points * (NUMBERS.metropolis_times if facts.label not in ("", GRAND) else 1)


def tiles_within(game: Game, company: Company, most: int) -> int:
    """The tiles that use no more points than this, one bit each."""
    return _tiles_within(game.book.board, powers.has(game, company, MINOR_B), most)


@lru_cache(maxsize=64)
def _tiles_within(board: Board, has_minor_b: bool, most: int) -> int:
    return sum(1 << tile for tile, facts in enumerate(board.tiles.facts) if _for_tile(facts, has_minor_b) <= most)


def for_removal(hex_: Hex) -> int:
    """What it uses to remove a token of Brandt & Brandau (18OE-PRIV-42)."""
    return NUMBERS.yellow_points * (NUMBERS.metropolis_times if land().is_metropolis(hex_) else 1)


def may_have_extra(game: Game, company: Company) -> bool:
    """Has the railroad an extra point for some tiles, spent or not?"""
    return powers.has(game, company, MINOR_E) or powers.has(game, company, MINOR_F)


def extra_for(game: Game, company: Company, spent: Spent, hex_: Hex, tile: Tile) -> str:
    """The minor whose extra point helps with this tile: E a yellow one on blue terrain, F on green; once a turn each.

    Rules 18OE-MINOR-11 and 18OE-MINOR-13.
    """
    if game.book.tiles.facts[tile].colour == COLOURS[0]:
        for minor, is_its_terrain in ((MINOR_E, is_blue), (MINOR_F, is_green)):
            if minor not in spent.extra and is_its_terrain(game, hex_) and powers.has(game, company, minor):
                return minor
    return ""


def with_tile(game: Game, company: Company, spent: Spent, hex_: Hex, tile: Tile) -> Spent:
    """The points spent once this tile has been laid as well."""
    points, minor = for_tile(game, company, tile), extra_for(game, company, spent, hex_, tile)
    if minor:
        return Spent(spent.points + points - 1, (*spent.extra, minor))
    return Spent(spent.points + points, spent.extra)


def suffice(game: Game, company: Company, spent: Spent, hex_: Hex, tile: Tile) -> bool:
    """Are there enough points for this tile?"""
    return left(game, company, with_tile(game, company, spent, hex_, tile)) >= 0


def _has_city(facts: TileFacts) -> bool:
    return any(stop.kind == CITY for stop in facts.stops)
