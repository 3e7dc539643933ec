"""Nobody is let in: headers, names, other sites' pages, forged and malformed requests; always a clear answer."""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given
from hypothesis import settings as runs
from hypothesis import strategies as some

from railhead.core.ids import Owner, Seat
from railhead.web.configuration import Configuration
from railhead.web.keys import HOST, WATCH, seat_role
from tests.web.conftest import HTMX, Begun, Browser

ANN = seat_role(Seat(Owner(2)))
INLINE = re.compile(r"<(script(?![^>]*\bsrc=)(?![^>]*application/json)[^>]*>|[^>]*\s(style|on[a-z]+)=)", re.IGNORECASE)


@pytest.mark.parametrize("path", ["/", "/nowhere", "/game/abc/", "/api/titles", "/api/nowhere", "/static/x/y.css"])
@pytest.mark.django_db
def test_every_answer_tells_browsers_what_they_may_do(path: str) -> None:
    answer = Client().get(path)
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Frame-Options"] == "DENY"


def test_pages_keep_to_the_policy(begun: Begun, browser: Browser) -> None:
    game = begun()
    client = browser(game, HOST, ANN)
    for path in ("/", f"/game/{game.id}/", f"/game/{game.id}/links", "/nowhere", f"/game/{game.id}/part?name=charts"):
        found = INLINE.search(client.get(path).content.decode())
        assert found is None, (path, found)


def test_nothing_comes_from_elsewhere(begun: Begun, browser: Browser) -> None:
    game = begun()
    shown = browser(game, ANN).get(f"/game/{game.id}/").content.decode()
    addresses = re.findall(r'(?:src|href|action)="(https?:|//)', shown)
    assert addresses == []


@pytest.mark.parametrize("name", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "a b"])
@pytest.mark.django_db
def test_the_site_answers_to_no_name_that_somebody_made_up(name: str) -> None:
    assert Client().get("/", HTTP_HOST=name).status_code == 400


@pytest.mark.parametrize("name", ["localhost", "localhost:8018", "127.0.0.1:8018", "[::1]:8018", "192.0.2.1:8018"])
@pytest.mark.django_db
def test_the_site_answers_to_its_addresses(name: str) -> None:
    assert Client().get("/", HTTP_HOST=name).status_code == 200


@pytest.mark.parametrize(
    ("name", "arrived_at", "answered"),
    [
        ("192.168.0.7", "192.168.0.7", True),
        ("10.0.0.1:80", "10.0.0.1", True),
        ("192.168.0.7:8018", "::ffff:192.168.0.7", True),
        ("[2001:db8::7]:8018", "2001:db8:0::7", True),
        ("6.6.6.6", "192.168.0.7", False),
        ("6.6.6.6:8018", "127.0.0.1", False),
        ("[2001:db8::6]", "2001:db8::7", False),
        ("192.168.0.7", "unknown", False),
    ],
)
@pytest.mark.django_db
def test_of_all_addresses_the_site_answers_to_the_one_a_request_arrived_at(
    name: str, arrived_at: str, answered: bool
) -> None:
    answer = Client().get("/", HTTP_HOST=name, SERVER_NAME=arrived_at)
    assert answer.status_code == (200 if answered else 400)


def test_an_address_may_be_given_as_a_name(settings: Any, db: Any) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, names=("6.6.6.6",))
    assert Client().get("/", HTTP_HOST="6.6.6.6").status_code == 200


def test_given_names_are_its_own(settings: Any, db: Any) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, names=("trains.example",))
    assert Client().get("/", HTTP_HOST="trains.example").status_code == 200
    assert Client().get("/", HTTP_HOST="other.example").status_code == 400


def test_a_form_without_its_token_is_refused(begun: Begun, browser: Browser) -> None:
    game = begun()
    client = browser(game, ANN, strict=True)
    assert client.post(f"/game/{game.id}/act", {"action": "bid 5", "length": 0}).status_code == 403
    shown = client.get(f"/game/{game.id}/").content.decode()
    token = shown.partition('X-CSRFToken": "')[2].partition('"')[0]
    answer = client.post(
        f"/game/{game.id}/act", {"action": "bid 5", "length": 0}, headers={"X-CSRFToken": token, **HTMX}
    )
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Origin": "http://testserver:81"},
    ],
)
@pytest.mark.parametrize("path", ["/new", "/api/games"])
@pytest.mark.django_db
def test_other_sites_pages_do_nothing_here(path: str, headers: dict[str, str]) -> None:
    given = {"title": "1860", "name": ["Ann", "Ben"], "players": ["Ann", "Ben"]}
    assert Client().post(path, given, content_type="application/json", headers=headers).status_code == 403


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(begun: Begun, browser: Browser) -> None:
    client = browser(begun(), ANN)
    client.get("/")
    for cookie in client.cookies.values():
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"


@pytest.mark.parametrize("method", ["get", "put", "delete", "patch"])
def test_the_wrong_method_is_refused(begun: Begun, browser: Browser, method: str) -> None:
    game = begun()
    client = browser(game, HOST, ANN)
    for path in ("act", "undo", "redo", "notes", "remove", "rename", "links/replace"):
        assert getattr(client, method)(f"/game/{game.id}/{path}").status_code == 405


QUESTIONS = ("", "refresh", "hex", "judge", "preview", "part", "chat", "export", "links")
TEXTS = some.one_of(
    some.text(max_size=60),
    some.sampled_from(
        ["pass", "bid 5", "F2", "log", "charts", "0", "-1", "1" * 30, "../../etc/passwd", "\x00", "{{7*7}}"]
    ),
)


@runs(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    path=some.sampled_from(QUESTIONS),
    name=some.sampled_from(["at", "hex", "run", "action", "name", "plan"]),
    text=TEXTS,
)
def test_no_question_breaks_the_site(fuzzed: tuple[Client, str], path: str, name: str, text: str) -> None:
    client, game_id = fuzzed
    assert client.get(f"/game/{game_id}/{path}", {name: text}).status_code < 500


@runs(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    path=some.sampled_from(["act", "undo", "redo", "consent", "chat", "notes", "orders", "rename", "links/replace"]),
    given_=some.dictionaries(
        some.sampled_from(["action", "length", "left", "answer", "text", "kind", "most", "careful", "role", "name"]),
        TEXTS,
    ),
)
def test_no_post_breaks_the_site(fuzzed: tuple[Client, str], path: str, given_: dict[str, str]) -> None:
    client, game_id = fuzzed
    assert client.post(f"/game/{game_id}/{path}", given_, headers=HTMX).status_code < 500


@runs(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    path=some.sampled_from(
        ["games", "games/import", "games/ID/actions", "games/ID/undo", "games/ID/why", "games/ID/messages"]
    ),
    body=some.one_of(
        some.binary(max_size=40),
        some.recursive(
            some.one_of(some.none(), some.booleans(), some.integers(), some.floats(), TEXTS),
            lambda inner: some.one_of(
                some.lists(inner, max_size=4),
                some.dictionaries(
                    some.sampled_from(["title", "players", "action", "length", "left", "text", "seed"]), inner
                ),
            ),
            max_leaves=8,
        ),
    ),
)
def test_no_program_breaks_the_site(fuzzed: tuple[Client, str], path: str, body: Any) -> None:
    client, game_id = fuzzed
    address = f"/api/{path.replace('ID', game_id)}"
    assert client.post(address, body, content_type="application/json").status_code < 500


@pytest.fixture
def fuzzed(begun: Begun, browser: Browser) -> tuple[Client, str]:
    """A browser at a table, and the table."""
    game = begun()
    return browser(game, HOST, ANN, WATCH), game.id


# -- static files ----------------------------------------------------------------------------------


def test_static_files_may_be_kept_and_are_compressed(settings: Any) -> None:
    for name in ("railhead/site.css", "railhead/table.js", "django_htmx/htmx-2.min.js", "railhead/icon.svg"):
        plain = Client().get(f"{settings.STATIC_URL}{name}")
        packed = Client().get(f"{settings.STATIC_URL}{name}", headers={"Accept-Encoding": "gzip, br"})
        assert plain.status_code == packed.status_code == 200
        assert "immutable" in plain["Cache-Control"]
        assert packed["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.content) == plain.content
        assert plain["Content-Type"].startswith(
            ("text/css", "text/javascript", "image/svg+xml", "application/javascript")
        )


@pytest.mark.parametrize("name", ["nothing.css", "../settings.py", "railhead/", "", "%2e%2e/%2e%2e/settings.py"])
@pytest.mark.django_db
def test_nothing_else_is_a_static_file(settings: Any, name: str) -> None:
    assert Client().get(f"{settings.STATIC_URL}{name}").status_code == 404


def test_static_files_are_only_read(settings: Any) -> None:
    assert Client().post(f"{settings.STATIC_URL}railhead/site.css").status_code == 405


# -- the secret of a site -------------------------------------------------------------------------


def test_the_secret_is_made_once_and_for_nobody_else_to_read(tmp_path: Path) -> None:
    configuration = Configuration(data=tmp_path / "data")
    assert configuration.secret() != configuration.secret()
    assert not (tmp_path / "data").exists()
    configuration.prepare()
    assert configuration.secret() == Configuration(data=tmp_path / "data").secret()
    assert (tmp_path / "data" / "secret.key").stat().st_mode & 0o077 == 0
    configuration.prepare()
    assert sorted(path.name for path in (tmp_path / "data").iterdir()) == ["secret.key"]


def test_a_damaged_secret_is_not_replaced_silently(tmp_path: Path) -> None:
    for content in (b"short\n", b"", "\u00e4".encode() * 60, b"\xff" * 60):
        (tmp_path / "secret.key").write_bytes(content)
        with pytest.raises(OSError, match="damaged"):
            Configuration(data=tmp_path).secret()
        assert (tmp_path / "secret.key").read_bytes() == content


def test_the_name_of_the_secret_reaches_the_disk_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    fsync = os.fsync

    def noted(handle: int) -> None:
        synced.append(Path(f"/proc/self/fd/{handle}").resolve().name)
        fsync(handle)

    monkeypatch.setattr(os, "fsync", noted)
    Configuration(data=tmp_path / "data").prepare()
    assert synced[-1] == "data"


def test_a_configuration_passes_through_the_environment(tmp_path: Path) -> None:
    made = Configuration(
        data=tmp_path,
        database_url="postgres://u@h/d",
        accounts=True,
        host="0.0.0.0",
        names=("a.example", "b.example"),
        https=True,
    )
    assert Configuration.from_environment(made.to_environment()) == made
    assert Configuration.from_environment({"RAILHEAD_DATA": str(tmp_path)}) == Configuration(data=tmp_path)


@pytest.mark.parametrize(
    ("host", "private"), [("127.0.0.1", True), ("localhost", True), ("::1", True), ("0.0.0.0", False)]
)
def test_a_site_is_private_where_only_this_machine_reaches_it(tmp_path: Path, host: str, private: bool) -> None:
    assert Configuration(data=tmp_path, host=host).private == private
    assert not Configuration(data=tmp_path, host=host, accounts=True).private
    assert not Configuration(data=tmp_path, host=host, names=("play.example",)).private


def test_a_site_behind_https_tells_browsers_to_stay_there(tmp_path: Path) -> None:
    code = """
import django
django.setup()
from django.test import Client
print(Client().get("/nowhere", HTTP_HOST="localhost", secure=True)["Strict-Transport-Security"])
"""
    configuration = Configuration(data=tmp_path, https=True)
    environment = {**os.environ, **configuration.to_environment(), "DJANGO_SETTINGS_MODULE": "railhead.web.settings"}
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert said.stdout.strip() == "max-age=31536000"
