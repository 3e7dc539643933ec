"""Backups: a whole site in one file, made while it is running, and brought back on either kind of database."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from railhead.cli import main
from railhead.core.refusal import Malformed
from railhead.web import backup
from tests.web.databases import postgres
from tests.web.sites import Program, RunningSite, begin

Rows = dict[str, list[tuple[Any, ...]]]


def rows(database: Path) -> Rows:
    """Everything in a SQLite database, apart from when its tables were made."""
    with closing(sqlite3.connect(database)) as opened:
        tables = [name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        ours = [name for name in tables if not name.startswith("sqlite_") and name != "django_migrations"]
        return {name: sorted(opened.execute(f"SELECT * FROM {name}"), key=repr) for name in ours}


def railhead(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own: each belongs to one site."""
    command = [sys.executable, "-P", "-m", "railhead", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=240)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, dict[str, Any]]:
    """A site in which somebody plays and talks, a backup made meanwhile, and the secrets of its game."""
    folder = tmp_path_factory.mktemp("backup")
    site, backups = folder / "site", folder / "backups"
    backups.mkdir()
    with RunningSite(site) as running:
        game = begin(running.url)
        ann = Program(running.url, game["seats"]["Ann"], game["id"])
        assert ann.act("bid 5", 0).status_code == httpx.codes.OK
        assert ann.client.post("/messages", json={"text": "Grüße ☺"}).status_code == httpx.codes.CREATED
        done = railhead("backup", backups, "--data", site)
        assert done.returncode == 0, done.stderr
        assert "with 1 games and 0 users" in done.stdout
    (path,) = backups.iterdir()
    return site, path, game


def test_a_backup_can_be_read_by_its_owner_only(made: tuple[Path, Path, dict[str, Any]]) -> None:
    assert made[1].stat().st_mode & 0o777 == 0o600


def test_a_restored_site_has_every_row_and_opens_every_link(
    made: tuple[Path, Path, dict[str, Any]], tmp_path: Path
) -> None:
    site, path, game = made
    again = tmp_path / "again"
    done = railhead("restore", path, "--data", again)
    assert done.returncode == 0, done.stderr
    assert rows(again / "railhead.sqlite3") == rows(site / "railhead.sqlite3")
    assert (again / "secret.key").read_text() == (site / "secret.key").read_text()
    assert {entry.name for entry in again.iterdir()} == {"railhead.sqlite3", "secret.key"}
    assert all(entry.stat().st_mode & 0o777 == 0o600 for entry in again.iterdir())
    with RunningSite(again) as running:
        ben = Program(running.url, game["seats"]["Ben"], game["id"])
        assert ben.get("/view")["length"] == 1
        assert ben.act("bid 10", 1).status_code == httpx.codes.OK
    refused = railhead("restore", path, "--data", again)
    assert refused.returncode == 2
    assert "There is a site in" in refused.stderr


def test_a_site_moves_from_sqlite_to_postgresql_and_back(
    made: tuple[Path, Path, dict[str, Any]], tmp_path: Path
) -> None:
    site, path, game = made
    with postgres() as url:
        there = tmp_path / "there"
        done = railhead("restore", path, "--data", there, "--database-url", url)
        assert done.returncode == 0, done.stderr
        with RunningSite(there, "--database-url", url) as running:
            ben = Program(running.url, game["seats"]["Ben"], game["id"])
            assert ben.act("bid 10", 1).status_code == httpx.codes.OK  # numbers of rows go on where they were
            assert ben.client.post("/messages", json={"text": "here"}).status_code == httpx.codes.CREATED
        saved = tmp_path / "saved.zip"
        done = railhead("backup", saved, "--data", there, "--database-url", url)
        assert done.returncode == 0, done.stderr
        taken = railhead("restore", saved, "--data", tmp_path / "other", "--database-url", url)
        assert "There is something in this database already" in taken.stderr
    home = tmp_path / "home"
    assert railhead("restore", saved, "--data", home).returncode == 0
    before, after = rows(site / "railhead.sqlite3"), rows(home / "railhead.sqlite3")
    assert len(after["railhead_logentry"]) == 2
    assert set(before["railhead_logentry"]) < set(after["railhead_logentry"])
    assert set(before["railhead_message"]) < set(after["railhead_message"])
    assert before["railhead_seat"] == after["railhead_seat"]


def test_a_backup_is_checked_by_restoring_it_and_replaying_its_games(
    made: tuple[Path, Path, dict[str, Any]], tmp_path: Path
) -> None:
    path = made[1]
    good = railhead("restore", path, "--check")
    assert good.returncode == 0, good.stderr
    assert "1 of 1 games play" in good.stdout
    broken = rewritten(path, tmp_path / "broken.zip", lambda line: line.replace(b'"bid 5"', b'"bid 4"'))
    bad = railhead("restore", broken, "--check")
    assert bad.returncode == 1
    assert "A bid must be at least 5 [1860-AUC-03]" in bad.stdout
    assert "0 of 1 games play" in bad.stdout


def rewritten(path: Path, other: Path, change: Any, checksum: bool = True) -> Path:
    """A backup with other rows, and checksums that fit them or do not."""
    with zipfile.ZipFile(path) as archive, zipfile.ZipFile(other, "w") as new:
        manifest = json.loads(archive.read("manifest.json"))
        for entry in manifest["rows"]:
            name = f"rows/{entry['table']}.jsonl"
            lines = [change(line) for line in archive.open(name)]
            new.writestr(name, b"".join(lines))
            if checksum:
                entry["checksum"] = hashlib.sha256(b"".join(lines)).hexdigest()
        new.writestr("manifest.json", json.dumps(manifest))
        new.writestr("secret.key", archive.read("secret.key"))
    return other


def inside(path: Path, name: str) -> int:
    """Where a byte in the middle of a member's contents is: what lies between members counts for nothing."""
    with zipfile.ZipFile(path) as archive:
        member = archive.getinfo(name)
    header = path.read_bytes()[member.header_offset :][:30]
    lengths = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
    return member.header_offset + 30 + lengths + member.compress_size // 2


def test_a_damaged_backup_is_refused_and_changes_nothing(
    made: tuple[Path, Path, dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = made[1]
    other = rewritten(path, tmp_path / "other.zip", lambda line: line.replace(b"Ann", b"Eve"), checksum=False)
    with pytest.raises(Malformed, match="are not those that were written"):
        backup.check(other)
    short = tmp_path / "short.zip"
    short.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(Malformed, match="not a backup, or it is damaged"):
        backup.check(short)
    flipped = bytearray(path.read_bytes())
    flipped[inside(path, "rows/railhead_game.jsonl")] ^= 0xFF
    (tmp_path / "flipped.zip").write_bytes(flipped)
    with pytest.raises(Malformed):
        backup.check(tmp_path / "flipped.zip")
    assert main(["restore", str(short), "--data", str(tmp_path / "new")]) == 2
    assert "not a backup" in capsys.readouterr().err
    assert not (tmp_path / "new" / "railhead.sqlite3").exists()
    assert not (tmp_path / "new" / "secret.key").exists()


def test_a_backup_of_a_newer_version_is_refused(made: tuple[Path, Path, dict[str, Any]], tmp_path: Path) -> None:
    newer = tmp_path / "newer.zip"
    with zipfile.ZipFile(made[1]) as archive, zipfile.ZipFile(newer, "w") as new:
        for name in archive.namelist():
            content = archive.read(name)
            if name == "manifest.json":
                content = content.replace(b'"0001_initial"', b'"9999_later"')
            new.writestr(name, content)
    refused = railhead("restore", newer, "--data", tmp_path / "new")
    assert refused.returncode == 2
    assert "made by a newer version of Railhead" in refused.stderr
    assert not (tmp_path / "new" / "railhead.sqlite3").exists()


def test_only_the_newest_backups_of_a_folder_are_kept(tmp_path: Path) -> None:
    names = [f"railhead-2026010{day}T000000Z.zip" for day in (1, 2, 3)]
    for name in (*names, "holiday.zip"):
        (tmp_path / name).touch()
    assert backup.prune(tmp_path, 2) == [tmp_path / names[0]]
    assert {path.name for path in tmp_path.iterdir()} == {*names[1:], "holiday.zip"}
    assert backup.newest(tmp_path) == tmp_path / names[2]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--keep", "0"], "keeps at least one backup"),
        (["--data", "nowhere"], "There is no site in"),
    ],
)
def test_what_cannot_be_backed_up_is_refused(
    words: list[str],
    said: str,
    made: tuple[Path, Path, dict[str, Any]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    site = [] if "--data" in words else ["--data", str(made[0])]
    assert main(["backup", str(tmp_path), *words, *site]) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_backup_never_replaces_a_file(tmp_path: Path) -> None:
    there = tmp_path / "there.zip"
    there.write_text("mine")
    with pytest.raises(Malformed, match="there is such a file already"):
        backup.make("default", "secret", there)
    assert there.read_text() == "mine"


def test_moves_go_on_while_a_backup_is_made(tmp_path: Path) -> None:
    """A backup only reads: it holds no lock that a move would wait for."""
    with RunningSite(tmp_path) as running:
        game = begin(running.url)
        ann = Program(running.url, game["seats"]["Ann"], game["id"])
        script = (
            "import sys; from pathlib import Path; from railhead.web.stored import SiteDatabase\n"
            "database = SiteDatabase(sys.argv[1])\n"
            "from django.db import connections; from railhead.web import backup\n"
            "with backup._snapshot(connections[database.alias]):\n"
            "    print(database.ids(), flush=True); sys.stdin.read()\n"
            "    print(len(database.game(database.ids()[0]).log))"
        )
        command = [sys.executable, "-P", "-c", script, f"sqlite:///{tmp_path / 'railhead.sqlite3'}"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as reader:
            assert reader.stdin is not None
            assert reader.stdout is not None
            assert game["id"] in reader.stdout.readline()
            assert ann.act("bid 5", 0).status_code == httpx.codes.OK
            reader.stdin.close()
            assert reader.stdout.read().strip() == "0"  # it still sees the moment at which it began
