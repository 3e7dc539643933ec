"""Keeping games in files: nothing acknowledged is lost, and what fails leaves the file as it was."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from railhead import storing
from railhead.core.refusal import Illegal, Malformed
from railhead.play.gamefile import GameFile
from tests.play.games import some_game


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    storing.create(path, GameFile.new("1860", ("Ada", "Brunel")))
    return path


def test_a_change_is_stored(path: Path) -> None:
    with storing.changing(path) as session:
        session.act("bid 5")
    assert storing.read(path).actions == ("bid 5",)
    assert os.listdir(path.parent) == ["game.json"]


def test_a_named_pipe_is_refused_rather_than_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Malformed, match="not a file"), storing.changing(tmp_path / "pipe"):
        pass
    with pytest.raises(Malformed, match="not a file"):
        storing.read(tmp_path / "pipe")


def test_a_refused_change_leaves_the_file_untouched(path: Path) -> None:
    before = path.read_bytes(), path.stat().st_mtime_ns
    with pytest.raises(Illegal), storing.changing(path) as session:
        session.act("bid 999")
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


def test_a_disk_that_fails_leaves_the_old_game(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"), storing.changing(path) as session:
        session.act("bid 5")
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == ["game.json"]


def test_an_existing_file_is_not_overwritten(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        storing.create(path, some_game(most=5))
    assert path.read_bytes() == before
    storing.create(path, some_game(most=5), replace=True)
    assert storing.read(path) == some_game(most=5)


def test_changes_at_the_same_time_are_all_kept(path: Path) -> None:
    def raise_bid(_: int) -> None:
        with storing.changing(path) as session:
            session.act(f"bid {5 * (len(session) + 1)}")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(raise_bid, range(12)))
    assert storing.read(path).actions == tuple(f"bid {5 * n}" for n in range(1, 13))


def test_permissions_and_links_survive(path: Path) -> None:
    path.chmod(0o600)
    link = path.with_name("link.json")
    link.symlink_to(path)
    with storing.changing(link) as session:
        session.act("pass")
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert storing.read(path).actions == ("pass",)


def test_what_is_wrong_with_a_file_is_said_with_its_name(path: Path) -> None:
    path.write_text("{", encoding="utf-8")
    with pytest.raises(Malformed, match=r"game\.json"):
        storing.load(path)
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(Malformed, match=r"game\.json"):
        storing.load(path)
