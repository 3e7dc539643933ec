"""Snapshots of tables: after a restart only what came later is replayed, and nothing is opened that is not ours."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

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
