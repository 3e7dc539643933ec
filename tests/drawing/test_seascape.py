"""The sea around a board: names, borders, ports and numbers lie at sea, and nothing is written over them."""

from __future__ import annotations

import re

import pytest

from railhead.core import engine
from railhead.core.ids import FIRST_SEAT, Seat
from railhead.core.rulebook import Rulebook
from railhead.core.scenery import PLAIN
from railhead.core.view import view
from railhead.drawing.board import Sheet, board_picture, scene_of
from railhead.drawing.board_labels import labels_of
from railhead.drawing.faces import faces_of
from railhead.drawing.frame import fine_scales, frame, is_vast, levels_for, middles, scales_for
from railhead.drawing.hexes import INNER
from railhead.drawing.levels import POCKET, REGION, Level
from railhead.drawing.seascape import NOTHING, Box, seascape
from railhead.titles.t18oe import facts, rules


@pytest.fixture(scope="module")
def book() -> Rulebook:
    """A continent with seas."""
    return rules.rulebook(("Ann", "Ben", "Cleo"), frozenset(), 1, 1)


@pytest.fixture(scope="module")
def sheet(book: Rulebook) -> Sheet:
    """Its board before the first move."""
    return Sheet(book, view(book, engine.start(book)[0], Seat(FIRST_SEAT)).board)


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_every_sea_is_named_once(book: Rulebook) -> None:
    below = seascape(book.board, book.scenery).below
    written = re.findall(r"<text[^>]*>([^<]*)</text>", below.partition("sea-names")[2])
    assert sorted(" ".join(written).split()) == sorted(word for sea in facts.land().seas for word in sea.name.split())


def test_every_port_has_a_sign_and_every_ferry_its_number(book: Rulebook) -> None:
    above = seascape(book.board, book.scenery).above
    assert above.count('class="port"') == sum(not port.private for port in facts.land().ports)
    assert above.count('class="port private"') == sum(port.private for port in facts.land().ports)
    numbers = re.findall(r">(\d)</text>", above.partition('class="crossings"')[2])
    assert [int(number) for number in numbers] == [ferry.distance for ferry in facts.land().ferries]


def test_what_is_at_sea_lies_within_the_picture_and_off_the_land(book: Rulebook) -> None:
    shown, boxes = frame(book.board), seascape(book.board, book.scenery).boxes
    names = boxes[-len(facts.land().seas) :]
    for left, top, right, bottom in names:
        assert shown.left <= left < right <= shown.left + shown.width
        assert shown.top <= top < bottom <= shown.top + shown.height
    land = [
        (x - INNER, y - 50, x + INNER, y + 50)
        for (x, y), hex_ in zip(middles(book.board), book.board.hexes, strict=True)
        if hex_.printed.colour != "blue"
    ]
    assert not any(meet(name, hex_) for name in names for hex_ in land)
    assert not any(meet(one, other) for n, one in enumerate(names) for other in (*names[:n], *boxes[: -len(names)]))


@pytest.mark.parametrize("level", [POCKET, REGION])
def test_no_label_of_the_land_lies_on_anything_at_sea(sheet: Sheet, level: Level) -> None:
    scene = scene_of(sheet, faces_of(sheet.book, sheet.laid))
    placed = zip(middles(scene.board), labels_of(scene, level), strict=True)
    labels = [label.moved(where) for where, setting in placed for label in setting.labels]
    assert labels
    assert not [label for label in labels if any(meet(label.box, box) for box in scene.at_sea)]


def test_a_vast_board_has_few_levels_and_says_which(sheet: Sheet) -> None:
    board = sheet.book.board
    assert is_vast(board)
    assert [level.scale for level in levels_for(board)] == [12, 22, 33, 52]
    assert scales_for(board) == (12, 22, 33, 52, 90)
    assert fine_scales(levels_for(board)) == (52, 90)
    drawn = board_picture(sheet)
    assert 'data-levels="12 22 33 52 90"' in drawn
    assert re.findall(r'class="level level-(\d+)"', drawn) == ["12", "22", "33", "52"]


def test_regions_are_there_but_hidden(sheet: Sheet) -> None:
    drawn = board_picture(sheet)
    hidden = drawn.partition('class="regions"')[2].partition("</g>")[0]
    assert 'display="none"' in hidden.partition(">")[0]
    assert hidden.count("<path") == len(facts.ZONES) + 1  # the lines between them
    assert hidden.count('stroke="none"') == len(facts.ZONES)


def test_a_board_without_seas_has_nothing_there(book: Rulebook) -> None:
    assert seascape(book.board, PLAIN) is NOTHING
