"""Runs across the sea as they are drawn: from port to port, over water, as part of the line of their train."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest

from railhead.core import engine
from railhead.core.ids import FIRST_SEAT, Point, Seat
from railhead.core.rulebook import Rulebook
from railhead.core.spelling import POINT
from railhead.core.view import BoardView, view
from railhead.drawing.hexes import middle
from railhead.drawing.passages import ashore, berths, passage
from railhead.drawing.routes import overlay, stretches
from railhead.titles.t18oe import rules

TOUCHING = 1.5
"""How far apart curves may be that are one line."""


@pytest.fixture(scope="module")
def book() -> Rulebook:
    """A continent with seas."""
    return rules.rulebook(("Ann", "Ben", "Cleo"), frozenset(), 1, 1)


@pytest.fixture(scope="module")
def laid(book: Rulebook) -> BoardView:
    """Its board before the first move."""
    return view(book, engine.start(book)[0], Seat(FIRST_SEAT)).board


def path(book: Rulebook, text: str) -> tuple[Point, ...]:
    return tuple(POINT.read(book, each) for each in text.split("-"))


def test_a_run_by_sea_is_one_line_from_stop_to_stop(book: Rulebook, laid: BoardView) -> None:
    pieces = stretches(book, laid, path(book, "B41.0-B41-AF25-AF25.0"))
    ends = [[(x + dx, y + dy) for dx, dy in (curve.start, curve.end)] for (x, y), curve in pieces]
    assert len(pieces) > 20
    for one, other in pairwise(ends):
        assert min(dist(a, b) for a in one for b in other) < TOUCHING
    assert overlay(book, laid, [path(book, "B41.0-B41-AF25-AF25.0")]).count("<path") == 3 * len(pieces)


def test_a_course_keeps_to_the_sea(book: Rulebook) -> None:
    bergen, hamburg = book.board.index["B41"], book.board.index["K46"]
    found = passage(book.board, book.scenery, berths(book.scenery, bergen), berths(book.scenery, hamburg))
    water = {middle(name, book.board.layout) for sea in book.scenery.seas for name in sea.hexes}
    assert found is not None
    assert all(where in water for where, _ in found.pieces)
    assert found.end.anchor == "J43"


def test_where_seas_adjoin_by_a_strait_the_course_goes_through_it(book: Rulebook) -> None:
    malmo, goteborg = book.board.index["I52"], book.board.index["F49"]
    found = passage(book.board, book.scenery, berths(book.scenery, malmo), berths(book.scenery, goteborg))
    water = {middle(name, book.board.layout) for sea in book.scenery.seas for name in sea.hexes}
    assert found is not None
    assert [where for where, _ in found.pieces if where not in water] == [middle("I50", book.board.layout)]


def test_the_hex_of_a_port_is_no_part_of_the_track(book: Rulebook) -> None:
    ports = frozenset(port.hex for port in book.scenery.ports)
    parts = ashore(path(book, "N31.0-N29-M28.0-M28-K46-K46.0"), ports)
    assert parts == [list(path(book, "N31.0-N29-M28.0")), list(path(book, "K46.0"))]
    parts = ashore(path(book, "M60.0-L61-L61-B41-B41.0"), frozenset((*ports, book.board.index["L61"])))
    assert parts == [list(path(book, "M60.0-L61")), list(path(book, "B41.0"))]
