"""What a site keeps safe: sessions whose keys nobody can read, its secret, its database, and whose table it is."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore as PlainStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import Http404, HttpRequest
from django.test import Client, RequestFactory
from django.utils import timezone

from railhead.core.ids import Owner, Seat
from railhead.core.refusal import Malformed
from railhead.web import access, keys, soundness, tables
from railhead.web.configuration import Configuration
from railhead.web.keys import HOST, WATCH, seat_role
from railhead.web.models import LogEntry, StoredGame
from railhead.web.openings import opening
from railhead.web.sessions import SessionStore, hashed
from tests.web.conftest import Begun, Browser, bids
from tests.web.sites import RunningSite, begin

ANN, BEN = seat_role(Seat(Owner(2))), seat_role(Seat(Owner(3)))


@pytest.fixture
def migration() -> ModuleType:
    """The migration that takes sessions and tables of older sites along."""
    return import_module("railhead.web.migrations.0004_safekeeping")


# -- sessions -------------------------------------------------------------------------------------


def cookie(client: Client) -> str:
    """The session key a browser has."""
    return client.cookies["railhead_session"].value


def test_no_key_of_a_session_is_in_the_database(begun: Begun, browser: Browser) -> None:
    game = begun()
    client = browser(game, ANN)
    stored = list(Session.objects.values_list("session_key", flat=True))
    assert cookie(client) not in stored
    assert hashed(cookie(client)) in stored
    thief = Client()
    for key in stored:
        thief.cookies["railhead_session"] = key
        assert thief.get(f"/game/{game.id}/").status_code == 404
    assert client.get(f"/game/{game.id}/").status_code == 200


def test_sessions_of_an_older_site_go_on(begun: Begun, migration: ModuleType) -> None:
    game = begun()
    older = PlainStore()
    older["grants"] = {game.id: [f"{ANN} 0"]}
    older.create()
    for _ in range(2):
        migration.hash_session_keys(apps, None)
    client = Client()
    client.cookies["railhead_session"] = older.session_key or ""
    assert Session.objects.filter(pk=older.session_key).count() == 0
    assert client.get(f"/game/{game.id}/").status_code == 200


def test_opening_a_link_gives_the_browser_another_key(begun: Begun, browser: Browser) -> None:
    game = begun()
    client = browser(game, WATCH)
    planted = cookie(client)
    client.get(f"/game/{game.id}/join/{keys.key(game, ANN)}")
    assert cookie(client) != planted
    assert b"as Ann" in client.get(f"/game/{game.id}/").content
    other = Client()
    other.cookies["railhead_session"] = planted
    assert b"as Ann" not in other.get(f"/game/{game.id}/").content


def test_links_opened_at_once_forget_nothing_that_was_remembered(begun: Begun, browser: Browser) -> None:
    old, game = begun(), begun()
    client = browser(old, ANN)
    before = cookie(client)
    for role in (ANN, BEN):
        client.cookies["railhead_session"] = before
        client.get(f"/game/{game.id}/join/{keys.key(game, role)}")
        for remembered in (old, game):
            assert client.get(f"/game/{remembered.id}/").status_code == 200


def test_a_replaced_key_does_not_live_on(begun: Begun, browser: Browser) -> None:
    game = begun()
    client = browser(game, WATCH)
    old = hashed(cookie(client))
    client.get(f"/game/{game.id}/join/{keys.key(game, ANN)}")
    assert Session.objects.get(pk=old).expire_date < timezone.now() + timedelta(hours=2)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    SessionStore.clear_expired()
    assert Session.objects.count() == 0
    assert client.get(f"/game/{game.id}/").status_code == 404


# -- whose table it is ----------------------------------------------------------------------------


@pytest.fixture
def accounts(settings: Any) -> None:
    """A site with accounts."""
    settings.CONFIGURATION = replace(settings.CONFIGURATION, accounts=True)


def asked_by(user: User) -> HttpRequest:
    """A request of a user from a browser that remembers nothing."""
    request = RequestFactory().get("/")
    request.user, request.session = user, SessionStore()
    return request


@pytest.mark.parametrize("hot_seat", [True, False])
@pytest.mark.usefixtures("accounts")
def test_a_table_belongs_to_the_account_that_set_it_up(begun: Begun, hot_seat: bool) -> None:
    ann, ben = User.objects.create_user("ann"), User.objects.create_user("ben")
    game = tables.begin(opening(begun().file()), hot_seat=hot_seat, host=ann)
    who = access.asker(asked_by(ann), game)
    assert who.host
    assert who.seats == (frozenset(game.places) if hot_seat else frozenset())
    with pytest.raises(Http404):
        access.asker(asked_by(ben), game)
    ann.delete()
    assert StoredGame.objects.filter(id=game.id, host=None).exists()


def test_tables_of_an_older_site_are_given_to_the_account_that_was_signed_in(
    begun: Begun, migration: ModuleType
) -> None:
    ann, ben = User.objects.create_user("ann"), User.objects.create_user("ben")
    sole, shared, replaced, left = begun(), begun(), begun(), begun()
    tables.replace_link(replaced, HOST)
    remembered = {
        ann: {sole.id: ["host 0", f"{ANN} 0"], shared.id: ["host 0"], replaced.id: ["host 0"]},
        ben: {sole.id: [f"{BEN} 0"], shared.id: ["host 0"], replaced.id: ["host 1"]},
    }
    for user, grants in remembered.items():
        older = PlainStore()
        older["grants"], older["_auth_user_id"] = grants, str(user.pk)
        older.create()
    nobody = PlainStore()
    nobody["grants"] = {left.id: ["host 0"]}
    nobody.create()
    migration.give_tables_to_accounts(apps, None)
    hosts = [StoredGame.objects.get(id=game.id).host for game in (sole, shared, replaced, left)]
    assert hosts == [ann, None, ben, None]


# -- the secret and the database ------------------------------------------------------------------


def prepared(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What happens when a site is prepared in a folder; it is not served."""
    code = """
import sys
from pathlib import Path
from railhead import cli
from railhead.web import server
server.say_where = lambda *_: sys.exit(0)
sys.exit(cli.main(["serve", "--port", "0", "--data", *sys.argv[1:]]))
"""
    command = [sys.executable, "-c", code, str(folder), *words]
    quiet = {name: value for name, value in os.environ.items() if not name.startswith("RAILHEAD")}
    return subprocess.run(command, capture_output=True, text=True, env=quiet, check=False)


def with_a_game(folder: Path) -> Path:
    """A site with a game; its database."""
    assert prepared(folder).returncode == 0
    database = folder / "railhead.sqlite3"
    game = {"id": "abc", "title": "1860", "revision": 1, "length": 2, "created": "2026-01-01", "changed": "2026-01-01"}
    game |= {"options": "[]", "players": "[]", "links": "{}", "said": "{}", "bots": "{}"}
    with sqlite3.connect(database) as file:
        for _, name, kind, needed, _, _ in list(file.execute("PRAGMA table_info(railhead_game)")):
            if needed:
                game.setdefault(name, "" if "char" in kind else 0)
        columns, places = ", ".join(game), ", ".join("?" * len(game))
        file.execute(f"INSERT INTO railhead_game ({columns}) VALUES ({places})", list(game.values()))
    file.close()
    return database


def refused(folder: Path, *words: str) -> str:
    """What a site says that does not start."""
    done = prepared(folder, *words)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_a_missing_secret_is_not_replaced_while_there_are_games(tmp_path: Path) -> None:
    with_a_game(tmp_path)
    secret = tmp_path / "secret.key"
    kept = secret.read_bytes()
    secret.unlink()
    for _ in range(2):
        assert "secret" in refused(tmp_path)
        assert not secret.exists()
    secret.write_bytes(kept)
    assert prepared(tmp_path).returncode == 0
    secret.write_text("x" * 64)
    assert "another secret" in refused(tmp_path)
    assert prepared(tmp_path, "--accept-secret").returncode == 0
    assert prepared(tmp_path).returncode == 0
    secret.write_bytes(kept)
    assert "another secret" in refused(tmp_path)


def migrated(folder: Path, target: str) -> None:
    """Make a database in a folder as an older version had it."""
    words = [sys.executable, "-m", "django", "migrate", "--settings", "railhead.web.settings", "--verbosity", "0"]
    subprocess.run([*words, "railhead", target], env={**os.environ, "RAILHEAD_DATA": str(folder)}, check=True)


@pytest.mark.parametrize("older", ["0009", "0010"])
def test_a_site_of_an_older_version_is_upgraded(tmp_path: Path, older: str) -> None:
    """What is checked before its database is migrated needs none of the tables and columns added since."""
    assert prepared(tmp_path).returncode == 0
    database = tmp_path / "railhead.sqlite3"
    with sqlite3.connect(database) as file:
        [(mark,)] = file.execute("SELECT secret_mark FROM railhead_site")
    file.close()
    for path in tmp_path.glob("railhead.sqlite3*"):
        path.unlink()
    migrated(tmp_path, older)
    with sqlite3.connect(database) as file:
        rest = {"engine": "", "broken": "[]"} if older == "0010" else {}
        row = {"id": 1, "secret_mark": mark, **rest}
        file.execute(
            f"INSERT INTO railhead_site ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", list(row.values())
        )
    file.close()
    done = prepared(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_without_games_a_missing_secret_is_made(tmp_path: Path) -> None:
    for _ in range(2):
        assert prepared(tmp_path / "new", "--accept-secret").returncode == 0
        (tmp_path / "new" / "secret.key").unlink()
    done = prepared(tmp_path / "new")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("content", [b"", "\u00e4".encode() * 60, b"short"])
def test_a_damaged_secret_is_said_in_a_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "secret.key").write_bytes(content)
    assert "damaged" in refused(tmp_path)
    assert (tmp_path / "secret.key").read_bytes() == content


def test_a_damaged_database_is_not_served(tmp_path: Path) -> None:
    database = with_a_game(tmp_path)
    whole = bytearray(database.read_bytes())
    page = int.from_bytes(whole[16:18], "big")
    for first in range(2 * page, len(whole), page):
        whole[first : first + 40] = b"\xaa" * 40
    database.write_bytes(bytes(whole))
    assert "damaged" in refused(tmp_path) or "malformed" in refused(tmp_path)
    database.write_bytes(b"something else" * 1000)
    assert "database" in refused(tmp_path)


def test_a_log_that_lacks_entries_is_said(tmp_path: Path) -> None:
    with_a_game(tmp_path)
    done = prepared(tmp_path)
    assert done.returncode == 0
    assert "The log of game abc has 0 of 2 entries" in done.stderr


def test_a_log_with_a_gap_is_found_and_cannot_be_played_on(begun: Begun, browser: Browser) -> None:
    whole, broken = begun(), begun()
    for game in (whole, broken):
        bids(game)
    LogEntry.objects.filter(game=broken, number=3).delete()
    tables.TABLES.forget(broken.id)
    assert soundness.incomplete_logs() == [f"The log of game {broken.id} has 2 of 3 entries"]
    answer = browser(broken, WATCH).get(f"/game/{broken.id}/")
    assert answer.status_code == 422
    assert "stays stored as it is" in answer.text
    assert browser(whole, WATCH).get(f"/game/{whole.id}/").status_code == 200


def test_nobody_else_reads_the_database(tmp_path: Path) -> None:
    old = os.umask(0o022)
    try:
        assert prepared(tmp_path / "new").returncode == 0
        (tmp_path / "older").mkdir(mode=0o755)
        given = tmp_path / "older" / "railhead.sqlite3"
        given.write_bytes((tmp_path / "new" / "railhead.sqlite3").read_bytes())
        (tmp_path / "older" / "secret.key").write_bytes((tmp_path / "new" / "secret.key").read_bytes())
        given.chmod(0o644)
        assert prepared(tmp_path / "older").returncode == 0
        with RunningSite(tmp_path / "new") as site:
            begin(site.url)
            modes = {path.name: path.stat().st_mode & 0o777 for path in site.data.glob("railhead.sqlite3*")}
    finally:
        os.umask(old)
    assert len(modes) == 3
    assert set(modes.values()) == {0o600}
    assert given.stat().st_mode & 0o777 == 0o600
    given.chmod(0o664)
    soundness.keep_private(given)
    assert given.stat().st_mode & 0o777 == 0o660


@pytest.mark.django_db
def test_the_check_of_a_whole_database_finds_nothing() -> None:
    soundness.check_database()
    soundness.remember_secret()
    soundness.check_secret(Configuration(data=Path("/nowhere")))


@pytest.mark.django_db
def test_the_check_says_what_sqlite_says(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cursor:
        """What SQLite answers about a damaged file."""

        def __enter__(self) -> Cursor:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def execute(self, sql: str) -> None:
            pass

        def fetchone(self) -> tuple[str]:
            return ("*** in database main ***\nTree 7 page 9: btreeInitPage() returns error code 11",)

    monkeypatch.setattr(connection, "cursor", Cursor)
    with pytest.raises(Malformed, match=r"Tree 7 page 9.*\.recover"):
        soundness.check_database()
