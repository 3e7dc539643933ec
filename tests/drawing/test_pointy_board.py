"""Boards with points on top: what stands at their sides, and a city with more circles than fit in the usual size."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest

from railhead.core.ids import Hex, hex_of, stop_at
from railhead.core.view import BoardView
from railhead.drawing.board import Sheet, board_picture
from railhead.drawing.faces import face_of
from railhead.drawing.hexes import INNER, toward
from railhead.drawing.layout import SLOT, SMALL_SLOT, circles, lie
from railhead.drawing.levels import LEVELS
from railhead.drawing.placed_tokens import tokens_after, tokens_on
from railhead.drawing.tile import land
from railhead.titles import catalogue
from railhead.track.board import PRINTED

BOOK = catalogue.rulebook("18BF", ("Ann", "Ben", "Cleo"))
BOARD = BOOK.board
EMPTY = BoardView({}, {}, 0, frozenset())


def at(name: str) -> Hex:
    return BOARD.index[name]


def placement(name: str, tile: str, rotation: int = 0) -> int:
    found = BOARD.tiles.index[tile] * 6 + rotation
    assert found in BOARD.fits(at(name), PRINTED)
    return found


def test_the_board_shows_what_is_printed_along_sides() -> None:
    drawn = board_picture(Sheet(BOOK, EMPTY))
    sides = [side for sides in BOARD.sides for side in sides.values()]
    printed = drawn.split('class="sides"')[1].split('class="barriers"')[0]
    charged = sum(side.cost > 0 for side in sides) // 2
    borders = sum(side.kind == "border" for side in sides) // 2
    assert printed.count("stroke-dasharray") == borders
    assert printed.count("<path") == 2 * charged + borders
    assert drawn.count('class="toll"') == charged * sum(level.complete for level in LEVELS)


def test_triangles_are_shown_until_something_is_built() -> None:
    for hex_ in BOARD.all_hexes:
        empty = land(face_of(BOOK, EMPTY, hex_))
        assert empty.count('class="triangle"') == len(BOARD.hexes[hex_].points_to)
    assert 'class="triangle"' not in land(face_of(BOOK, EMPTY, at("T22"), placement("T22", "9", 2)))


def test_ports_are_shown_where_they_are() -> None:
    ports = {BOARD.names[hex_]: land(face_of(BOOK, EMPTY, hex_)).count('class="port"') for hex_ in BOARD.all_hexes}
    assert {name: count for name, count in ports.items() if count} == {"B12": 1, "C13": 1, "U29": 1}


@pytest.mark.parametrize("tile", ["", "X9", "X10", "X11"])
def test_twelve_circles_fit_one_hex(tile: str) -> None:
    facts = BOARD.tiles.facts[BOARD.tiles.index[tile]] if tile else BOARD.hexes[at("U23")].printed
    lies = lie(facts, 0, "pointy")
    assert lies.slot == SMALL_SLOT
    spots = [
        spot for stop, place in zip(facts.stops, lies.spots, strict=True) for spot in circles(stop, place, lies.slot)
    ]
    assert len(spots) == 12
    for one, other in combinations(spots, 2):
        assert hypot(one[0] - other[0], one[1] - other[1]) >= 2 * SMALL_SLOT - 0.5
    for x, y in spots:
        assert max(x * dx + y * dy for dx, dy in (toward(edge, "pointy") for edge in range(6))) + SMALL_SLOT < INNER


def test_other_tiles_have_circles_of_the_usual_size() -> None:
    for tile in BOARD.tiles.facts:
        assert (lie(tile, 0, "pointy").slot == SLOT) == (tile.name not in ("X9", "X10", "X11"))


def test_a_home_is_shown_in_the_space_with_its_track() -> None:
    glasgow = at("D6")
    new = placement("D6", "X5")
    laid = BoardView({glasgow: new}, {}, 0, frozenset())
    face = face_of(BOOK, laid, glasgow)
    drawn = tokens_on(BOOK, laid, glasgow, face)
    assert drawn == tokens_after(BOOK, EMPTY, glasgow, new)
    assert [drawn.count(f'data-company="{symbol}"') for symbol in ("GA", "GC")] == [1, 1]


def test_tokens_of_joined_cities_are_previewed_side_by_side() -> None:
    glasgow = at("D6")
    first = placement("D6", "X4")
    two = {stop_at(glasgow, 1): (BOOK.find_company("CR"),), stop_at(glasgow, 2): (BOOK.find_company("GC"),)}
    laid = BoardView({glasgow: first}, two, 0, frozenset())
    joined = BOARD.tiles.index["X6"] * 6
    assert joined in BOARD.fits(glasgow, first)
    after = {BOARD.carried(glasgow, first, joined, stop) for stop in two}
    assert len(after) == 1
    assert all(hex_of(stop) == glasgow for stop in after)
    drawn = tokens_after(BOOK, laid, glasgow, joined)
    assert drawn.count('class="token"') == 2
