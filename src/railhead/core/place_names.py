"""What places on the board are called in sentences: by their names and coordinates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from railhead.core.ids import THROUGH, Hex, Point, hex_of, index_of
from railhead.core.rulebook import Rulebook
from railhead.core.text import Text
from railhead.track.board import Board
from railhead.track.hexgrid import COMPASS
from railhead.track.tiles import CITY, FIRST_STOP


def hex_name(book: Rulebook, hex_: Hex) -> str:
    """A hex by its coordinate and the name of the place."""
    facts = book.board.hexes[hex_]
    return f"{facts.title} ({facts.name})" if facts.title else facts.name


def stop_name(book: Rulebook, at: Point) -> str:
    """A stop by its place, and by its number or the side it is at if its hex has several."""
    facts = book.board.hexes[hex_of(at)]
    side = side_of(book, at)
    if side:
        return f"{facts.title} {side} ({facts.name})"
    area = next((printed.area for printed in facts.printed.stops if printed.area), "")
    if area and not facts.title:
        return f"{area_name(book.board, area)} ({facts.name})"
    name = hex_name(book, hex_of(at))
    if index_of(at) in (0, THROUGH):
        return name
    return str(Text("{place}, stop {number}", place=name, number=index_of(at) + 1))


@lru_cache(maxsize=256)
def area_name(board: Board, area: str) -> str:
    """An area beyond the board as the board calls it, which may have more words than the name it is known by."""
    titles = (facts.title for facts in board.hexes if any(stop.area == area for stop in facts.printed.stops))
    return next((title for title in titles if title.endswith(area)), area)


def each_once(names: Iterable[str]) -> list[str]:
    """Names without repetition; one that occurs several times is followed by how often."""
    return [name if times == 1 else f"{name} ×{times}" for name, times in Counter(names).items()]


def side_of(book: Rulebook, at: Point) -> str:
    """The side of its hex to which one of the stations of a divided city belongs; empty elsewhere."""
    printed = book.board.hexes[hex_of(at)].printed
    if index_of(at) >= len(printed.stops) or printed.stops[index_of(at)].kind != CITY or not printed.stops[0].area:
        return ""
    (_, edge), *_ = printed.turned[0].at[FIRST_STOP + index_of(at)]
    return COMPASS[book.board.layout][edge]
