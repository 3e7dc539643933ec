"""Snapshots of tables: after a restart only what came later is replayed, and nothing is opened that is not ours."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

from railhead.core.actions import text_of
from railhead.play.gamefile import GameFile
from railhead.play.table import Table
from railhead.web import snapshots, tables, upgrading
from railhead.web.models import LogEntry, StoredGame
from railhead.web.snapshots import Snapshots
from railhead.web.tables import TableStore
from tests.corpus import games as corpus
from tests.play.games import finished_game, some_game
from tests.web.conftest import Begun

pytestmark = pytest.mark.django_db


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Snapshots]:
    """Snapshots in a folder of their own."""
    made = Snapshots()
    made.use(tmp_path / "snapshots")
    monkeypatch.setattr(tables, "SNAPSHOTS", made)
    yield made
    made.settle()


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many entries were replayed, each time."""
    found: list[int] = []
    replayed = tables._replayed

    def counted(table: Table | None, game: StoredGame, added: list[Any]) -> Table:
        found.append(len(added))
        return replayed(table, game, added)

    monkeypatch.setattr(tables, "_replayed", counted)
    return found


def opened(game: StoredGame) -> Table:
    """The table as a site shows it that has just been started."""
    with TableStore().table(StoredGame.objects.get(id=game.id)) as table:
        return table


def files(kept: Snapshots, folder: Path) -> list[Path]:
    kept.settle()
    return sorted(folder.rglob(f"*{snapshots.ENDING}"))


def test_entries_of_a_stored_log_share_what_is_the_same(begun: Begun) -> None:
    """The database hands out a string for every row."""
    table = opened(begun(some_game(most=20)))
    assert len({id(entry.kind) for entry in table.entries()}) == 1


@pytest.mark.parametrize("name", ["1862/2p-imported-posted-simple-freight-seed180", "1862/2p-bank-seed31"])
def test_a_site_that_starts_again_replays_nothing_before_a_snapshot(
    kept: Snapshots, replays: list[int], begun: Begun, tmp_path: Path, name: str
) -> None:
    game = begun(corpus.load(name))
    first = opened(game)
    assert len(files(kept, tmp_path)) == 1
    again = opened(game)
    assert replays[:1] == [game.length]
    assert len(replays) == 1, "the snapshot was made of the whole log"
    assert again.session.state == first.session.state
    assert again.entries(0) == first.entries(0)
    for number in range(1, len(first.session) + 1):
        assert again.session.played(number).events == first.session.played(number).events
    assert again.session.import_book is None or again.session.import_book is not again.book


def test_moves_after_a_snapshot_are_replayed(kept: Snapshots, replays: list[int], begun: Begun, tmp_path: Path) -> None:
    file = finished_game()
    game = begun(file.first(snapshots.EVERY))
    opened(game)
    kept.settle()
    rest = begun(file.first(snapshots.EVERY + 7)).log.filter(number__gt=snapshots.EVERY)
    LogEntry.objects.bulk_create(
        LogEntry(game=game, number=row.number, kind=row.kind, seat=row.seat, text=row.text) for row in rest
    )
    StoredGame.objects.filter(id=game.id).update(length=snapshots.EVERY + 7)
    assert opened(game).length == snapshots.EVERY + 7
    assert replays == [snapshots.EVERY, 7]


def test_a_short_game_needs_no_snapshot(kept: Snapshots, begun: Begun, tmp_path: Path) -> None:
    opened(begun(some_game(most=20)))
    assert files(kept, tmp_path) == []


@pytest.mark.parametrize("damage", ["changed", "cut", "empty", "from another site"])
def test_what_this_site_did_not_write_is_not_opened(
    kept: Snapshots, replays: list[int], begun: Begun, tmp_path: Path, damage: str, settings: Any
) -> None:
    game = begun(finished_game())
    opened(game)
    [path] = files(kept, tmp_path)
    content = path.read_bytes()
    path.write_bytes(
        {"changed": content[:-1] + bytes([content[-1] ^ 1]), "cut": content[:40], "empty": b""}.get(damage, content)
    )
    if damage == "from another site":
        settings.SECRET_KEY = "another"
    assert opened(game).length == game.length
    assert replays == [game.length, game.length]


def test_a_snapshot_under_another_name_or_beyond_the_log_is_not_used(
    kept: Snapshots, replays: list[int], begun: Begun, tmp_path: Path
) -> None:
    game = begun(finished_game())
    opened(game)
    kept.settle()
    StoredGame.objects.filter(id=game.id).update(players=["Eve", *game.players[1:]])
    assert kept.find(StoredGame.objects.get(id=game.id)) is None
    StoredGame.objects.filter(id=game.id).update(players=game.players, length=game.length - 1)
    assert kept.find(StoredGame.objects.get(id=game.id)) is None


def test_a_snapshot_of_what_was_played_before_the_database_was_put_back_is_not_used(
    kept: Snapshots, replays: list[int], begun: Begun, tmp_path: Path
) -> None:
    file = finished_game().first(snapshots.EVERY)
    game = begun(file)
    opened(game)
    kept.settle()
    other = begun(_otherwise(file, snapshots.EVERY - 10))
    assert other.length == game.length
    game.log.all().delete()
    other.log.update(game=game)
    assert opened(game).session.game().actions == _otherwise(file, snapshots.EVERY - 10).actions
    assert replays == [snapshots.EVERY, snapshots.EVERY]


def _otherwise(file: GameFile, after: int) -> GameFile:
    """A game that went on in another way."""
    table, chance = Table.of(file.first(after)), Random(1)
    while table.length < len(file.actions):
        assert table.session.choices is not None
        seat = table.session.choices.seat
        table.act(frozenset({seat}), text_of(table.book, table.session.choices.sample(chance)), table.length)
    assert table.session.game().actions != file.actions
    return table.session.game()


def test_snapshots_of_other_engines_and_old_ones_are_deleted(
    kept: Snapshots, begun: Begun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(begun(finished_game()))
    [path] = files(kept, tmp_path)
    kept.prune()
    assert path.exists()
    monkeypatch.setattr(snapshots, "UNUSED", -snapshots.UNUSED)
    kept.prune()
    assert not path.exists()
    monkeypatch.setattr(upgrading, "engine", lambda: "newer")
    Snapshots().use(tmp_path / "snapshots")
    assert not path.parent.exists()


def test_of_a_busy_table_only_the_newest_is_written(
    kept: Snapshots, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[tuple[str, int]] = []
    go_on = Event()

    def noted(path: Path, table: Table) -> None:
        go_on.wait(10)
        written.append((path.stem, table.length))

    monkeypatch.setattr(kept, "_write", noted)
    file = finished_game()
    monkeypatch.setattr(snapshots, "EVERY", 50)
    tables_ = [Table.of(file.first(length)) for length in (50, 100, 150)]
    kept.keep("first", tables_[0], 0)
    for table in tables_:
        kept.keep("second", table, table.length - 1)
    kept.keep("third", tables_[0], 0)
    go_on.set()
    kept.settle()
    assert written == [("first", 50), ("second", 150), ("third", 50)]


def test_writing_them_leaves_the_site_most_of_its_time(
    kept: Snapshots, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paused: list[float] = []
    monkeypatch.setattr(kept._hurry, "wait", lambda seconds: paused.append(seconds))
    kept.keep("table", Table.of(finished_game().first(snapshots.EVERY)), 0)
    kept.settle()
    [pause] = paused
    assert pause > 0
    assert len(files(kept, tmp_path)) == 1


def test_a_site_that_stops_writes_no_more(kept: Snapshots, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = Event()
    write = kept._write
    monkeypatch.setattr(kept, "_write", lambda path, table: (go_on.wait(10), write(path, table)))
    table = Table.of(finished_game().first(snapshots.EVERY))
    kept.keep("first", table, 0)
    kept.keep("second", table, 0)
    kept.end()
    go_on.set()
    assert [path.stem for path in files(kept, tmp_path)] == ["first"]
