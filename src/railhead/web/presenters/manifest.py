"""The tiles that are left, and what each may become."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from railhead.core.ids import Tile
from railhead.core.rulebook import UNLIMITED
from railhead.core.view import View
from railhead.drawing.board import tile_picture
from railhead.drawing.tile import Face


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
    found = []
    for colour in book.board.colours:
        tiles = tuple(_left(view, Tile(number)) for number in book.tiles.by_colour.get(colour, ()))
        found.append(ColourLeft(colour, colour in colours, tiles))
    return tuple(found)


def _left(view: View, tile: Tile) -> TileLeft:
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
        becomes=tuple(names[other] for other in book.board.upgrades[tile]),
        letter=facts.label,
    )
