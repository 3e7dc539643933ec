"""Labels of the board as Chromium renders them: as wide as they were measured, clear of track and of each other."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from railhead.core.view import BoardView
from railhead.drawing.board import Sheet, board_picture
from railhead.play.session import Session
from railhead.titles import catalogue
from tests.play.games import some_game

MEASURE = Path(__file__).with_name("labels.js").read_text("utf-8")
STATIC = files("railhead.web").joinpath("static/railhead")
SIZES = {"1440": (932, 786), "1024": (658, 654)}
"""How large the board is on pages of these widths."""
LEAST = {"1440": 9.0, "1024": 8.0}
"""The smallest type on the smaller boards, in pixels."""
STAMP = 10
"""Hexes whose sides are shorter than this many pixels have no labels."""
SMALLER = ("1860", "1862")
"""The boards that are shown whole with everything on them."""


@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("title", catalogue.TITLES)
def test_labels_are_rendered_as_they_were_measured(browser: Browser, title: str, width: str) -> None:
    session = Session(some_game(seed=5, most=300, title=title))
    found = measured(browser, board_picture(Sheet(session.book, BoardView.of(session.book, session.state))), width)
    labels = found["labels"]
    if found["scale"] < STAMP:
        assert not labels, "the whole of a continent is grounds, track and discs"
        return
    assert len(labels) > 30
    for label in labels:
        assert abs(label["set"] / label["natural"] - 1) < 0.03, label
    if title in SMALLER:
        assert min(label["pixels"] for label in labels) >= LEAST[width] - 0.01
    elif found["scale"] > 33:
        assert min(label["pixels"] for label in labels) >= LEAST["1024"] - 0.01
    assert found["on track"] == []
    assert found["on each other"] == []


def measured(browser: Browser, board: str, width: str) -> dict[str, Any]:
    """Show a board on a page of its own, and measure its labels."""
    wide, high = SIZES[width]
    style, script = (STATIC.joinpath(name).read_text("utf-8") for name in ("pictures.css", "levels.js"))
    page = browser.new_page(viewport={"width": wide, "height": high})
    try:
        page.set_content(
            f"<!doctype html><style>body {{ margin: 0 }} svg {{ display: block; width: {wide}px; height: {high}px }}"
            f"{style}</style>{board}<script>{script}</script>"
        )
        page.wait_for_selector("svg.board[data-level]")
        found: dict[str, Any] = page.evaluate(MEASURE)
        return found
    finally:
        page.close()
