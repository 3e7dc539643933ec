"""Long logs are replayed in a process of their own, and what comes back is the table that the log makes."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.core.refusal import RailheadError
from railhead.play.gamefile import GameFile
from railhead.play.log import Entry
from railhead.play.table import Table
from railhead.web import apart, replaying
from tests.corpus import games as corpus
from tests.play.games import finished_game, some_game


@pytest.mark.parametrize("file", [finished_game(), corpus.load("1862/2p-imported-posted-simple-freight-seed180")])
def test_a_long_log_makes_the_same_table_in_another_process(monkeypatch: pytest.MonkeyPatch, file: GameFile) -> None:
    there: list[Any] = []
    run = apart.run

    def noted(*asked: Any) -> Any:
        there.append(asked)
        return run(*asked)

    monkeypatch.setattr(apart, "run", noted)
    made = Table.of(file)
    log = made.entries()
    assert len(log) >= replaying.LONG
    found = replaying.replayed(file.first(0), log)
    assert len(there) == 1
    assert found.session.state == made.session.state
    assert found.entries() == log
    for number in range(found.actions + 1):
        assert found.session.events(number) == made.session.events(number)
    assert found.session.import_book is None or found.session.import_book is not found.book


def test_a_short_log_needs_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "run", lambda *asked: pytest.fail("a process was started"))
    file = some_game(most=20)
    assert replaying.replayed(file.first(0), Table.of(file).entries()).length == 20


def test_what_takes_too_long_there_is_replayed_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*asked: Any) -> bytes:
        raise apart.TooMuch("This takes more time or memory than it may")

    monkeypatch.setattr(apart, "run", stopped)
    file = finished_game()
    assert replaying.replayed(file.first(0), Table.of(file).entries()).session.state == Table.of(file).session.state


def test_a_log_that_no_longer_plays_is_refused_there_as_here() -> None:
    file = finished_game()
    log = list(Table.of(file).entries())
    log.insert(replaying.LONG // 2, Entry("act", log[0].seat, "bid 1"))
    with pytest.raises(RailheadError) as refused_here:
        Table(file.first(0), log)
    with pytest.raises(RailheadError) as refused_there:
        replaying.replayed(file.first(0), log)
    assert str(refused_there.value) == str(refused_here.value)
