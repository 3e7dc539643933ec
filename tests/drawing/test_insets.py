"""Hexes with too much on them are drawn again, enlarged, where the map is empty."""

from __future__ import annotations

from math import hypot
from xml.etree import ElementTree

import pytest

from railhead.core.ids import stop_at
from railhead.core.place_names import side_of
from railhead.core.view import BoardView, MarketView
from railhead.drawing import palette
from railhead.drawing.board import Sheet, board_picture, proportion
from railhead.drawing.faces import face_of
from railhead.drawing.hexes import INNER, SIDE, extent, middle
from railhead.drawing.insets import SMALLEST, Words, inset_labels, insets_of, side_name
from railhead.drawing.levels import USUAL
from railhead.drawing.market import legend, market_picture
from railhead.drawing.setting import Wish, on_its_own
from railhead.titles import catalogue
from tests.drawing.overlaps import meets, overlap, stations_of, track_of

BOOK = catalogue.rulebook("18BF", ("Ann", "Ben", "Cleo"))
EMPTY = BoardView({}, {}, 0, frozenset())
LONDON = BOOK.board.index["U23"]
SVG = "{http://www.w3.org/2000/svg}"


def middles() -> list[tuple[float, float]]:
    return [middle(name, BOOK.board.layout) for name in BOOK.board.names]


def test_a_crowded_hex_is_enlarged_where_nothing_else_is() -> None:
    faces = [face_of(BOOK, EMPTY, hex_) for hex_ in BOOK.board.all_hexes]
    (inset,) = insets_of(faces, middles(), BOOK.board.layout)
    assert inset.hex == LONDON
    assert inset.scale >= SMALLEST
    x, y = inset.where
    for ox, oy in middles():
        assert hypot(x - ox, y - oy) > SIDE * inset.scale + INNER
    left, top, width, height = extent(middles(), BOOK.board.layout)
    assert left <= x - INNER * inset.scale
    assert x + INNER * inset.scale <= left + width
    assert top <= y - SIDE * inset.scale + 1
    assert y + SIDE * inset.scale <= top + height


def test_an_enlarged_hex_and_its_stops_can_be_clicked_like_the_small_one() -> None:
    stops = frozenset({stop_at(LONDON, 2), stop_at(LONDON, 5)})
    drawn = ElementTree.fromstring(board_picture(Sheet(BOOK, EMPTY, frozenset({LONDON}), stops)))
    (inset,) = (part for part in drawn.iter(f"{SVG}g") if part.get("class") == "inset")
    (target,) = (part for part in inset.findall(f"{SVG}path") if "target" in (part.get("class") or ""))
    assert target.get("data-hex") == "U23"
    assert "legal" in (target.get("class") or "")
    small, large = (
        {circle.get("data-stop"): float(circle.get("r") or 0) for circle in part.iter(f"{SVG}circle")
         if circle.get("class") == "stop-target"}
        for part in (drawn, inset)
    )  # fmt: skip
    assert set(large) == set(small) == {"U23.2", "U23.5"}
    copies = [(copy.get("href") or "")[1:] for copy in inset.iter(f"{SVG}use")]
    originals = {part.get("id"): part.get("class") for part in drawn.iter() if part.get("id") in copies}
    assert originals == {"map": None}


def test_an_enlarged_hex_names_its_stops_beside_them() -> None:
    drawn = ElementTree.fromstring(board_picture(Sheet(BOOK, EMPTY)))
    (words,) = (part for part in drawn.iter(f"{SVG}g") if part.get("class") == "inset-labels")
    said = {text.text: (float(text.get("x") or 0), float(text.get("y") or 0)) for text in words.iter(f"{SVG}text")}
    assert set(said) == {"London", "40", "SW", "W", "NW", "NE", "E", "SE"}
    sides = {side_of(BOOK, stop_at(LONDON, number)) for number in range(6)}
    assert sides == set(said) - {"London", "40"}
    for name, (x, y) in said.items():
        assert name is not None
        assert ("W" in name, "E" in name) == (x < -5, x > 5) or name in ("London", "40")
        assert name not in ("NW", "NE") or y < -15
        assert name not in ("SW", "SE") or y > 15


def test_words_in_an_enlarged_hex_meet_nothing() -> None:
    for placement in (-1, *BOOK.board.fits(LONDON, -1)):
        face = face_of(BOOK, EMPTY, LONDON, placement)
        stops = tuple((side_name(face, n), spot) for n, spot in enumerate(face.lie.spots))
        labels = inset_labels(Words("London", 70, stops))
        assert len(labels) == 8
        things = [*stations_of(face, (0.0, 0.0)), *track_of(face, (0.0, 0.0))]
        for number, label in enumerate(labels):
            assert not any(meets(label.box, disc) for disc in things), label
            assert not any(overlap(label.box, other.box) for other in labels[:number]), label


@pytest.mark.parametrize("title", ["1860", "1862"])
def test_boards_without_a_crowded_hex_have_no_inset(title: str) -> None:
    book = catalogue.rulebook(title, ("Ann", "Ben", "Cleo"))
    drawn = board_picture(Sheet(book, BoardView({}, {}, 0, frozenset())))
    assert 'class="inset"' not in drawn
    assert "<clipPath" not in drawn


def test_the_board_of_britain_is_tall() -> None:
    assert proportion(BOOK) < 0.8 < proportion(catalogue.rulebook("1862", ("Ann", "Ben", "Cleo")))


def test_spaces_are_outlined_by_zone_and_the_box_below_is_shown() -> None:
    drawn = ElementTree.fromstring(market_picture(BOOK, MarketView({})))
    outlines = {
        int(space.get("data-price") or 0): line.get("stroke")
        for space in drawn.iter(f"{SVG}g")
        for line in space.findall(f"{SVG}rect")
        if line.get("class") == "outline"
    }
    ends = {"brown": (50, 65), "red": (70, 135), "purple": (150, 200)}
    for colour, (low, high) in ends.items():
        prices = [price for price in BOOK.market.prices if low <= price <= high]
        assert {outlines.pop(price) for price in prices} == {palette.paint(f"outline-{colour}")}
    assert outlines == {}
    for key, colour in zip(legend(BOOK), ends, strict=True):
        assert palette.paint(f"outline-{colour}") in key.picture
    words = [each.text for each in drawn.iter(f"{SVG}text")]
    assert words == ["Closed", *map(str, BOOK.market.prices)]


def test_a_value_that_all_of_three_stations_pay_is_shown_once() -> None:
    for name in ("D6", "L16", "M15", "Q15"):
        face = face_of(BOOK, EMPTY, BOOK.board.index[name])
        assert len(face.tile.stops) == 3
        assert [label.form.kind for label in on_its_own(Wish(face, USUAL)).labels].count("value") == 1
