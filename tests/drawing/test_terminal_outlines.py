"""Hexes in characters: borders of neighbours fall on the same characters, and nothing is drawn outside."""

from __future__ import annotations

import pytest

from railhead.core.view import BoardView
from railhead.terminal.hexmap import hex_map
from railhead.terminal.marks import letters
from railhead.terminal.outline import LINES, FlatTop, Outline, PointOnTop, outline
from railhead.titles import catalogue
from railhead.track.hexgrid import FLAT, POINTY, STEPS, coordinates, opposite

SHAPES = [(FLAT, FlatTop(flat)) for flat in (2, 5, 8)] + [(POINTY, PointOnTop(half)) for half in (4, 5, 6, 7, 8)]


def border(shape: Outline, edge: int, column: int, row: int) -> set[tuple[int, int]]:
    """The characters of one side of the hex at these coordinates."""
    x, y = shape.corner(column, row)
    return {(x + dx, y + dy) for dx, dy, _, at in shape.border() if at == edge}


@pytest.mark.parametrize(("layout", "shape"), SHAPES)
def test_neighbours_share_their_border(layout: str, shape: Outline) -> None:
    for edge, (column, row) in enumerate(STEPS[layout]):
        assert border(shape, edge, 10, 10) == border(shape, opposite(edge), 10 + column, 10 + row)


@pytest.mark.parametrize(("layout", "shape"), SHAPES)
def test_the_middle_of_a_side_is_the_same_for_both_hexes(layout: str, shape: Outline) -> None:
    for edge, (column, row) in enumerate(STEPS[layout]):
        (x, y), (ox, oy) = shape.corner(10, 10), shape.corner(10 + column, 10 + row)
        (sx, sy), (tx, ty) = shape.side(edge), shape.side(opposite(edge))
        assert abs(x + sx - ox - tx) < 0.05
        assert abs(y + sy - oy - ty) < 0.05


@pytest.mark.parametrize(("layout", "shape"), SHAPES)
def test_what_is_inside_one_hex_is_not_inside_another(layout: str, shape: Outline) -> None:
    def inside(column: int, row: int) -> set[tuple[int, int]]:
        x, y = shape.corner(column, row)
        spans = [(line, *shape.inner(line)) for line in range(LINES)]
        return {(x + first + n, y + line) for line, first, length in spans for n in range(length)}

    here = inside(10, 10)
    assert len(here) > LINES
    for column, row in STEPS[layout]:
        assert not here & inside(10 + column, 10 + row)


@pytest.mark.parametrize("width", [60, 120, 200])
def test_a_pointy_board_is_drawn_with_every_hex_where_it_belongs(width: int) -> None:
    book = catalogue.rulebook("18BF", ("Ann", "Ben", "Cleo"))
    lines = [line.plain for line in hex_map(book, BoardView({}, {}, 0, frozenset()), width)]
    places = {name: coordinates(name, POINTY) for name in book.board.names}
    left = min(column for column, _ in places.values())
    shape = outline(POINTY, max(column for column, _ in places.values()) - left + 1, width)
    for name in ("A5", "C11", "K19", "X24"):
        x, y = shape.corner(places[name][0] - left, places[name][1])
        spans = [(y + line, x + first, length) for line, (first, length) in enumerate(map(shape.inner, range(LINES)))]
        assert any(name in lines[line][first : first + length] for line, first, length in spans), name
    assert "\n".join(lines).count("#") >= 2 * 6, "blocked sides"


def test_forty_companies_have_letters_of_their_own() -> None:
    book = catalogue.rulebook("18BF", ("Ann", "Ben", "Cleo"))
    assert len(set(letters(book.company_names))) == 40
    assert len({sign.lower() for sign in letters(book.company_names)}) == 40
