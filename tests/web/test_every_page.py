"""Every page at every point of real games renders, for every seat and for spectators."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from django.template.loader import render_to_string

import railhead
from railhead.core.refusal import RailheadError
from railhead.interop.as18xx import importer
from railhead.play.gamefile import GameFile
from railhead.play.table import Table
from railhead.web import presenters
from railhead.web.access import Asker
from railhead.web.models import StoredGame
from railhead.web.viewer import Viewer
from tests.play.games import finished_game, some_game

pytestmark = pytest.mark.django_db  # which seats the program plays is stored

REAL = sorted((Path(railhead.__file__).resolve().parents[3] / "shared" / "peer-games").glob("*/*.json"))
pytestmark = pytest.mark.django_db

STRIDE = 61
"""In a quick run every so many points; a prime number, so that all kinds of points are met."""

LONGEST_LINE = 150


@cache
def game_in(path: Path) -> GameFile | None:
    """A real game; None if its title cannot be imported yet."""
    try:
        return importer.import_game(json.loads(path.read_text(encoding="utf-8")))
    except RailheadError:
        return None


def look_at_everything(file: GameFile, stride: int) -> None:
    """Render the table, its parts and some hexes at every so many points."""
    table = Table.of(file)
    seats = (None, *table.book.seat_ids)
    for number, at in enumerate(range(0, table.actions + 1, stride)):
        seat = seats[number % len(seats)]
        who = Asker(frozenset() if seat is None else frozenset({seat}))
        back = table.fork()
        for _ in range(table.actions - at):
            back.session.undo()
        viewer = Viewer(game=StoredGame(id="every", title=file.title), who=who, table=back, chosen=None, at=at)
        made = presenters.table_page(viewer.vantage, at, viewer.may_act, 0)
        shown = render_to_string("railhead/table/table.html", {**viewer.context(), "page": made})
        assert 'id="table"' in shown
        for name in sorted(presenters.PARTS):
            part = presenters.part(name, viewer.vantage, at, 0)
            assert render_to_string(f"railhead/table/parts/{name}.html", {**viewer.context(), "part": part})
        hexes = table.book.board.names
        name = hexes[number * 7 % len(hexes)]
        for deciding in (False, viewer.may_act):
            offers = presenters.hex_offers(viewer.prospect, name, deciding)
            assert render_to_string("railhead/table/hex.html", {**viewer.context(), "offers": offers}) is not None


@pytest.mark.parametrize("path", REAL, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_real_games_can_be_looked_at(path: Path, request: pytest.FixtureRequest) -> None:
    file = game_in(path)
    if file is None:
        pytest.skip(f"games of {path.parent.name} cannot be imported yet")
    look_at_everything(file, 1 if request.config.getoption("--long") else STRIDE)


@pytest.mark.skipif(bool(REAL), reason="real games are here")
def test_without_real_games_those_of_bots_are_looked_at() -> None:
    look_at_everything(some_game(1, 150), STRIDE)


def test_a_finished_game_can_be_looked_at() -> None:
    look_at_everything(finished_game(), STRIDE)


def test_no_line_of_a_template_is_too_long_to_read() -> None:
    templates = Path(presenters.__file__).parents[1].joinpath("templates").rglob("*.html")
    longest = {path.name: max(map(len, path.read_text(encoding="utf-8").splitlines())) for path in templates}
    assert {name: length for name, length in longest.items() if length > LONGEST_LINE} == {}


@pytest.mark.parametrize(("title", "word"), [("1860", "Bases"), ("1862", "Station markers")])
def test_pages_speak_of_tokens_in_the_words_of_the_title(title: str, word: str) -> None:
    file = GameFile.new(title, ("Ann", "Ben", "Cleo"))
    table = Table.of(file)
    stored = StoredGame(id="words", title=title)
    viewer = Viewer(game=stored, who=Asker(frozenset()), table=table, chosen=None, at=0)
    part = presenters.part("sheet", viewer.vantage, 0, 0)
    shown = render_to_string("railhead/table/parts/sheet.html", {**viewer.context(), "part": part})
    assert f">{word}</th>" in shown
