"""Every refusal has one shape for programs and a page for people, whoever refuses: the rules, the site, the server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import DatabaseError, DataError, IntegrityError, InterfaceError, OperationalError
from django.test import Client

from railhead.core.ids import Owner, Seat
from railhead.web import access, bodies, tables
from railhead.web.keys import HOST, key, seat_role
from railhead.web.models import StoredGame
from railhead.web.problem_details import MEDIA_TYPE
from tests.web.conftest import HTMX, Begun, Browser

ANN = seat_role(Seat(Owner(2)))
JSON = "application/json"


def is_problem(answer: Any, status: int) -> dict[str, Any]:
    """Check the shape of a refusal; what it says."""
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == MEDIA_TYPE
    said: dict[str, Any] = answer.json()
    assert {"type", "title", "status", "detail"} <= set(said) <= {"type", "title", "status", "detail", "rule", "length"}
    assert (said["type"], said["status"]) == ("about:blank", status)
    assert said["title"]
    assert said["detail"]
    assert "<" not in said["detail"]
    return said


def test_broken_json_is_refused_in_the_documented_shape(begun: Begun) -> None:
    game = begun()
    headers = {"Authorization": f"Bearer {key(game, ANN)}"}
    for body in ("{", "nonsense", b"\xff"):
        answer = Client().post(f"/api/games/{game.id}/actions", body, content_type=JSON, headers=headers)
        assert "JSON" in is_problem(answer, 400)["detail"]


@pytest.mark.django_db
def test_another_host_name_is_refused_in_the_documented_shape() -> None:
    is_problem(Client().get("/api/titles", HTTP_HOST="evil.example"), 400)


@pytest.mark.django_db
def test_pages_of_other_sites_are_refused_in_the_documented_shape() -> None:
    answer = Client().post("/api/games", {}, content_type=JSON, headers={"Origin": "https://evil.example"})
    is_problem(answer, 403)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/api/", "/api/nowhere", "/api/games/x", "/api/games/x/view"])
def test_what_is_not_there_is_refused_in_the_documented_shape(path: str) -> None:
    is_problem(Client().get(path), 404)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path"), [("put", "/api/games"), ("post", "/api/titles"), ("delete", "/api/games/x")]
)
def test_a_wrong_method_is_refused_in_the_documented_shape(method: str, path: str) -> None:
    answer = getattr(Client(), method)(path)
    is_problem(answer, 405)
    assert answer["Content-Length"] == str(len(answer.content))  # a server breaks off an answer that is longer
    assert answer["Allow"]


def test_a_stale_or_forbidden_action_is_refused_in_the_documented_shape(begun: Begun) -> None:
    game = begun()
    headers = {"Authorization": f"Bearer {key(game, ANN)}"}

    def act(action: str, length: int) -> Any:
        given = {"action": action, "length": length}
        return Client().post(f"/api/games/{game.id}/actions", given, content_type=JSON, headers=headers)

    assert is_problem(act("bid 5", 7), 409)["length"] == 0
    assert is_problem(act("bid 4", 0), 422)["rule"] == "1860-AUC-03"
    assert "action" in is_problem(act("", 0), 422)["detail"]


def asked_directly(path: str, body: bytes, **scope: Any) -> tuple[int, dict[bytes, bytes], bytes]:
    """Ask the application as a server does."""
    from railhead.web.asgi import application

    sent: list[Any] = []
    waiting: Iterator[dict[str, Any]] = iter([{"type": "http.request", "body": body}, {"type": "http.disconnect"}])

    async def receive() -> Any:
        return next(waiting)

    async def send(message: Any) -> None:
        sent.append(message)

    asked = {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"testserver")],
        "client": ("192.0.2.7", 5000),
        "server": ("192.0.2.1", 8018),
        "scheme": "http",
        **scope,
    }
    asyncio.run(application(asked, receive, send))
    return sent[0]["status"], dict(sent[0]["headers"]), sent[1]["body"]


@pytest.mark.parametrize(("path", "kind"), [("/api/games", MEDIA_TYPE), ("/new", "text/plain; charset=utf-8")])
def test_what_is_too_large_is_refused_before_it_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, path: str, kind: str
) -> None:
    monkeypatch.setattr(bodies, "LARGEST_FORM", 1000)
    status, headers, body = asked_directly(path, b"x" * 1001)
    assert (status, headers[b"Content-Type"].decode()) == (413, kind)
    if kind == MEDIA_TYPE:
        assert json.loads(body)["status"] == 413


def test_pages_are_refused_as_pages(begun: Begun, browser: Browser) -> None:
    game = begun()
    client = browser(game, ANN)
    for path, status in ((f"/game/{game.id}/?at=x", 422), ("/nowhere", 404), (f"/game/{game.id}/links", 403)):
        answer = client.get(path)
        assert (answer.status_code, answer["Content-Type"]) == (status, "text/html; charset=utf-8")
        assert b"<!doctype html>" in answer.content


def test_refusals_are_described_with_their_shape() -> None:
    described = Client().get("/api/openapi.json").json()
    for path, methods in described["paths"].items():
        for operation in methods.values():
            refusals = {int(status): facts for status, facts in operation["responses"].items() if int(status) >= 400}
            assert {400, 405, 413, 422, 429, 500, 503} <= set(refusals), path
            for facts in refusals.values():
                assert facts["content"] == {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}


# -- the database is out of reach -----------------------------------------------------------------

OUTAGES = [
    OperationalError("database or disk is full"),
    InterfaceError("connection already closed"),
    DatabaseError("database disk image is malformed"),
]


@pytest.fixture
def calm() -> Client:
    """A browser that is given the response to a fault."""
    return Client(raise_request_exception=False)


@pytest.mark.parametrize("outage", OUTAGES, ids=lambda outage: type(outage).__name__)
@pytest.mark.parametrize("api", [True, False])
def test_a_lost_database_is_not_a_fault_of_the_request(
    begun: Begun, calm: Client, monkeypatch: pytest.MonkeyPatch, outage: Exception, api: bool
) -> None:
    game = begun()
    ann = {"Authorization": f"Bearer {key(game, ANN)}"}

    def lost(*_: object) -> StoredGame:
        raise outage

    monkeypatch.setattr(access, "find", lost)
    answer = calm.get(f"/api/games/{game.id}" if api else f"/game/{game.id}/", headers=ann)
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    said = is_problem(answer, 503)["detail"] if api else answer.text
    assert "try again" in said
    assert "nothing" not in said


@pytest.mark.parametrize("api", [True, False])
def test_what_the_database_cannot_store_is_a_mistake_of_the_request(
    begun: Begun, calm: Client, monkeypatch: pytest.MonkeyPatch, api: bool
) -> None:
    game = begun()

    def compared(*_: object) -> StoredGame:
        raise DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")

    monkeypatch.setattr(access, "find", compared)
    answer = calm.get(f"/api/games/{game.id}" if api else f"/game/{game.id}/")
    assert answer.status_code == 400
    assert b"NUL" not in answer.content


@pytest.mark.parametrize("kind", ["program", "fragment", "page"])
def test_after_a_failed_commit_nothing_is_claimed_that_is_not_known(
    begun: Begun, browser: Browser, calm: Client, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    game = begun()

    def full(*_: object) -> int:
        raise OperationalError("database or disk is full")

    calm.cookies = browser(game, ANN).cookies
    monkeypatch.setattr(tables, "store", full)
    given = {"action": "bid 5", "length": 0}
    if kind == "program":
        headers = {"Authorization": f"Bearer {key(game, ANN)}"}
        answer = calm.post(f"/api/games/{game.id}/actions", given, content_type=JSON, headers=headers)
        said = is_problem(answer, 503)["detail"]
    else:
        answer = calm.post(f"/game/{game.id}/act", given, headers=HTMX if kind == "fragment" else {})
        said = answer.text
        assert ("HX-Retarget" in answer) == (kind == "fragment")
    assert answer.status_code == 503
    assert "may or may not have been stored" in said


@pytest.mark.parametrize("api", [True, False])
def test_a_fault_of_ours_says_nothing_of_itself(
    begun: Begun, calm: Client, monkeypatch: pytest.MonkeyPatch, api: bool
) -> None:
    game = begun()

    def broken(*_: object) -> StoredGame:
        raise IntegrityError("a secret detail")

    monkeypatch.setattr(access, "find", broken)
    answer = calm.post(f"/api/games/{game.id}/redo" if api else f"/game/{game.id}/redo", {"length": 0}, JSON)
    assert answer.status_code == 500
    assert b"secret detail" not in answer.content
    assert b"nothing has changed" not in answer.content
    if api:
        is_problem(answer, 500)


def test_a_database_that_is_lost_while_the_session_is_saved_is_an_outage(
    begun: Begun, calm: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun()

    def full(*_: object, **__: object) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr("django.contrib.sessions.models.Session.save", full)
    assert calm.get(f"/game/{game.id}/join/{key(game, HOST)}").status_code == 503
