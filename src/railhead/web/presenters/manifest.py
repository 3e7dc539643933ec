"""The tiles that are left, and what each may become."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe

from railhead.core.ids import Tile
from railhead.core.rulebook import UNLIMITED
from railhead.core.view import View
from railhead.drawing.board import tile_picture
from railhead.drawing.tile import Face
from railhead.track.tiles import CITY, TileFacts, carried_stops


@dataclass(frozen=True, slots=True, kw_only=True)
class TileLeft:
    """A tile of the manifest."""

    name: str
    colour: str
    left: str
    total: str
    gone: bool
    picture: SafeString
    becomes: tuple[str, ...]
    letter: str


@dataclass(frozen=True, slots=True)
class ColourLeft:
    """All tiles of one colour."""

    colour: str
    available: bool
    tiles: tuple[TileLeft, ...]


def manifest(view: View) -> tuple[ColourLeft, ...]:
    """All tiles by colour, in the order of upgrading."""
    book, colours = view.book, view.phase_facts.colours
    paths = upgrades(tuple(book.tiles.facts[number] for number in book.tiles.in_box), book.board.colours)
    found = []
    for colour in book.board.colours:
        tiles = tuple(_left(view, tile, paths) for tile in paths if book.tiles.facts[tile].colour == colour)
        found.append(ColourLeft(colour, colour in colours, tiles))
    return tuple(found)


def _left(view: View, tile: Tile, paths: dict[Tile, tuple[Tile, ...]]) -> TileLeft:
    book, left = view.book, view.tiles_left(tile)
    facts = book.tiles.facts[tile]
    names = book.tiles.names
    return TileLeft(
        name=facts.name,
        colour=facts.colour,
        left="∞" if left > UNLIMITED // 2 else str(left),
        total="∞" if facts.count >= UNLIMITED else str(facts.count),
        gone=left < 1,
        picture=mark_safe(tile_picture(Face(facts, 0, book.board.layout, letter=facts.label))),
        becomes=tuple(names[other] for other in paths[tile]),
        letter=facts.label,
    )


@lru_cache(maxsize=32)
def upgrades(tiles: tuple[TileFacts, ...], colours: tuple[str, ...]) -> dict[Tile, tuple[Tile, ...]]:
    """By tile: the tiles of the next colour that keep its track and stations some way round."""
    found: dict[Tile, tuple[Tile, ...]] = {}
    for number, tile in enumerate(tiles):
        following = colours[colours.index(tile.colour) + 1 :][:1] if tile.colour in colours else ()
        found[Tile(number)] = tuple(
            Tile(other)
            for other, candidate in enumerate(tiles)
            if candidate.colour in following and _may_become(tile, candidate)
        )
    return found


def _may_become(old: TileFacts, new: TileFacts) -> bool:
    if old.letters.isdisjoint(new.letters) or _cities(old) != _cities(new) or len(old.stops) != len(new.stops):
        return False
    return any(carried_stops(old, old.turned[0], new, new.turned[rotation]) is not None for rotation in range(6))


def _cities(tile: TileFacts) -> int:
    return sum(stop.kind == CITY for stop in tile.stops)
