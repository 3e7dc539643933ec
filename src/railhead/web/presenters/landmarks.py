"""Where one may want to look on a board too large to be read as a whole: its places, and companies' networks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from railhead.core.ids import Hex, hex_of
from railhead.core.rulebook import Rulebook
from railhead.core.view import BoardView
from railhead.drawing.frame import is_large, part_with
from railhead.drawing.scenery import tint
from railhead.play.vantage import Vantage

AROUND = 520.0
"""How much of the board is seen on every side of a place."""


@dataclass(frozen=True, slots=True)
class Landmark:
    """Something to look at: what it is called, and the part of the board to be seen then."""

    name: str
    part: str


@dataclass(frozen=True, slots=True)
class Tinted:
    """A region in the legend of a board."""

    name: str
    paint: str


def landmarks(book: Rulebook, laid: BoardView) -> tuple[Landmark, ...]:
    """The landmarks of a large board: companies with tokens first, then places by name; none of a small one."""
    return (
        (*_networks(book, laid), *sorted(_places(book), key=lambda place: place.name)) if is_large(book.board) else ()
    )


def last_move(table: Vantage, at: int) -> Landmark | None:
    """Where something was last done on a large board: the hexes by their names, and the part to be seen."""
    board = table.book.board
    hexes = table.last_hexes(at) if is_large(board) else frozenset()
    if not hexes:
        return None
    return Landmark(" ".join(sorted(board.names[hex_] for hex_ in hexes)), part_with(board, hexes, AROUND) or "")


def legend(book: Rulebook) -> tuple[Tinted, ...]:
    """The regions of a board, with their paints."""
    return tuple(Tinted(region.name, tint(region.tint)) for region in book.scenery.regions)


def _networks(book: Rulebook, laid: BoardView) -> Iterator[Landmark]:
    """The tokens of each company, and of whoever else has any."""
    found: dict[str, set[Hex]] = {}
    for stop, there in laid.tokens.items():
        for company in there:
            found.setdefault(book.token_names[company], set()).add(hex_of(stop))
    for name in sorted(found):
        yield Landmark(name, part_with(book.board, found[name], AROUND) or "")


def _places(book: Rulebook) -> Iterator[Landmark]:
    for hex_, facts in zip(book.board.all_hexes, book.board.hexes, strict=True):
        if facts.title:
            yield Landmark(f"{facts.title} ({facts.name})", part_with(book.board, (hex_,), AROUND) or "")
