"""Layers that a page fetches when they are wanted: the board without them, each of them, and when they change."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook
from railhead.core.view import BoardView
from railhead.drawing.board import Sheet, board_picture, layer_picture, layers_apart
from railhead.play.session import Session
from railhead.titles import catalogue
from railhead.titles.t18oe import rules
from tests.play.games import some_game


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    """A continent before the first move."""
    book = rules.rulebook(("Ann", "Ben", "Cleo"), frozenset(), 1, 1)
    return Sheet(book, BoardView({}, {}, 0, frozenset()))


def places(drawn: str) -> dict[str, str]:
    """By name: the versions of the layers for which a picture has a place."""
    return dict(re.findall(r'<g data-layer="([^"]*)" data-version="([^"]*)"/>', drawn))


def test_a_continent_comes_without_what_is_legible_only_close_by(sheet: Sheet) -> None:
    assert layers_apart(sheet.book) == ("level-22", "level-33", "level-52", "fine-52", "fine-90", "regions")
    lean = board_picture(replace(sheet, lean=True))
    assert set(places(lean)) == set(layers_apart(sheet.book))
    assert re.findall(r'class="level level-(\d+)"', lean) == ["12"]
    assert len(lean) < 0.6 * len(board_picture(sheet))


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_every_layer_is_drawn_as_in_the_whole_picture(title: str) -> None:
    session = Session(some_game(seed=5, most=100, title=title))
    sheet = Sheet(session.book, BoardView.of(session.book, session.state))
    whole = board_picture(sheet)
    names = layers_apart(session.book)
    assert any(name.startswith("fine-") for name in names)
    for name in names:
        layer = layer_picture(sheet, name)
        drawn = layer[layer.index('<g class="') :]
        assert drawn in whole
        referred = set(re.findall(r'href="#([^"]*)"', drawn))
        assert referred <= set(re.findall(r' id="([^"]*)"', layer)), "it brings along what it refers to"


def test_a_layer_changes_exactly_if_the_board_does(sheet: Sheet) -> None:
    book: Rulebook = sheet.book
    before = places(board_picture(replace(sheet, lean=True)))
    again = places(board_picture(replace(sheet, lean=True, legal=frozenset(book.board.all_hexes[:5]))))
    assert again == before
    hex_ = book.board.index["Q30"]
    tile = next(iter(book.board.fits(hex_, -1)))
    after = places(board_picture(replace(sheet, laid=replace(sheet.laid, tiles={hex_: tile}), lean=True)))
    assert {name for name in before if after[name] != before[name]} == set(before) - {"regions"}


def test_there_are_no_other_layers(sheet: Sheet) -> None:
    with pytest.raises(Malformed):
        layer_picture(sheet, "level-12")
