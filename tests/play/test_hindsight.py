"""Replaying a record, every action is applied with the next one known; in play, nothing is known."""

from __future__ import annotations

import pytest

from railhead.core import engine
from railhead.core.hindsight import following
from railhead.play.log import ACT, undo_entry
from railhead.play.session import Session
from railhead.play.table import Table
from tests.play.games import some_game


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """What was known each time an action was applied."""
    found: list[str | None] = []
    settle = engine.settle

    def noted(game: object, depth: int = 1) -> None:
        found.append(following())
        settle(game, depth)  # type: ignore[arg-type]

    monkeypatch.setattr(engine, "settle", noted)
    return found


def test_a_loaded_game_knows_what_came_next(known: list[str | None]) -> None:
    game = some_game(most=20)
    session = Session(game)
    assert known[-20:] == [*game.actions[1:], None]
    session.undo()
    session.redo()
    assert known[-1] is None


def test_a_replay_knows_what_came_next(known: list[str | None]) -> None:
    game = some_game(most=20)
    assert len(list(Session.replay(game))) == 21
    assert known[-20:] == [*game.actions[1:], None]


def test_a_table_made_from_a_file_knows_what_came_next(known: list[str | None]) -> None:
    game = some_game(most=20)
    Table.of(game)
    assert known[-20:] == [*game.actions[1:], None]


def test_looking_back_knows_what_came_next(known: list[str | None]) -> None:
    game = some_game()
    session = Session(game)
    session._states._seen.clear()  # as if others had been looked at since
    known.clear()
    session.at(3)
    assert known[:10] == list(game.actions[1:11])


def test_a_restored_log_knows_the_next_entry_unless_it_is_an_undo(known: list[str | None]) -> None:
    game = some_game(most=4)
    played = Table.of(game)
    log = [*played.entries(), undo_entry(played.entries()[-1].seat, 3), played.entries()[-1]]
    assert {entry.kind for entry in log[:4]} == {ACT}
    known.clear()
    assert Table(game.first(0), log).entries() == tuple(log)
    assert known[-5:] == [*game.actions[1:4], None, None]
