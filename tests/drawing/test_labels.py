"""No label meets track, a station, a token or another label: at many points of real games and of games by bots.

The real games are not part of the project: where `../shared/peer-games` is not beside the checkout, their tests skip.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from railhead.core.view import BoardView
from railhead.drawing.frame import levels_for
from railhead.drawing.levels import LARGE, LEVELS, REGION, USUAL
from railhead.interop.as18xx.importer import import_game
from railhead.play.gamefile import GameFile, parse_json
from railhead.play.session import Session
from railhead.titles import catalogue
from tests.drawing.overlaps import faults, scene
from tests.play.games import some_game

GAMES = Path(__file__).parents[2].parent / "shared" / "peer-games"
REAL = sorted(GAMES.glob("*/*.json"))
SAMPLE = 7
"""How many points of a game a quick run looks at."""


@cache
def real(path: Path) -> GameFile:
    return import_game(parse_json(path.read_text("utf-8")))


def check(game: GameFile, step: int) -> None:
    """Look at every so many points of a game, at every level of detail."""
    session = Session(game)
    seen = set()
    for point in range(len(session), -1, -step):
        now = scene(session.book, BoardView.of(session.book, session.at(point)))
        if now not in seen:
            seen.add(now)
            for level in levels_for(session.book.board):
                found = list(faults(session.book, now, level))
                assert not found, (point, level.scale, found)
    assert len(seen) > 3


@pytest.mark.parametrize("path", REAL, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_labels_are_clear_in_real_games(path: Path) -> None:
    game = real(path)
    check(game, len(game.actions) // SAMPLE)


@pytest.mark.long
@pytest.mark.parametrize("path", REAL, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_labels_are_clear_at_every_point_of_real_games(path: Path) -> None:
    check(real(path), 1)


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_labels_are_clear_in_games_by_bots(title: str) -> None:
    check(some_game(seed=5, most=300, title=title), 300 // SAMPLE)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("title", catalogue.TITLES)
def test_labels_are_clear_at_every_point_of_games_by_bots(title: str, seed: int) -> None:
    check(some_game(seed=seed, most=1500, title=title), 1)


def test_type_is_never_smaller_than_can_be_read() -> None:
    for level in LEVELS:
        assert level.names.least >= 8
        assert level.values.least >= 8.5
    # At 1440x900 the boards of 1860 and 1862 are shown at the largest of these, at 1024x768 at one of the others.
    assert LARGE.names.least >= 9
    assert USUAL.names.least >= 9
    assert REGION.names.least >= 8
