"""The application: whoever leaves ends what is done for them, and refusals of the server have the documented shape."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse

from railhead.web import asgi
from railhead.web.bodies import LARGEST_FORM
from railhead.web.busy import Busy
from railhead.web.clients import client_of
from railhead.web.tables import TABLES

Sent = list[dict[str, Any]]


def scope(method: str = "GET", path: str = "/api/titles", size: int = 0) -> dict[str, Any]:
    headers = [(b"host", b"testserver"), (b"content-length", str(size).encode())]
    return {"type": "http", "method": method, "path": path, "headers": headers, "query_string": b""}


def answer(site: asgi.Site, asked: dict[str, Any], *received: dict[str, Any]) -> Sent:
    """Everything the application sends to a client that sends these messages."""
    messages, sent = list(received), Sent()

    async def receive() -> dict[str, Any]:
        if messages:
            return messages.pop(0)
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Any) -> None:
        sent.append(message)

    async def run() -> None:
        async with asyncio.timeout(60):
            await site(asked, receive, send)

    asyncio.run(run())
    return sent


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[HttpRequest], HttpResponse]], asgi.Site]:
    """A site whose pages are all made by one function."""

    def make(respond: Callable[[HttpRequest], HttpResponse]) -> asgi.Site:
        made = asgi.Site(TABLES)
        monkeypatch.setattr(made._handler, "get_response", respond)
        return made

    return make


def test_work_for_a_client_who_leaves_is_stopped(site: Any) -> None:
    stopped = threading.Event()

    def respond(request: HttpRequest) -> HttpResponse:
        with client_of(request).stopping(stopped.set):
            assert stopped.wait(60)
        return HttpResponse()

    answer(site(respond), scope(), {"type": "http.request"}, {"type": "http.disconnect"})
    assert stopped.is_set()


def test_a_busy_site_says_when_to_come_again(site: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made = site(lambda request: HttpResponse())

    async def busy(*_: Any) -> None:
        raise Busy

    monkeypatch.setattr(made._pools, "run", busy)
    start, body = answer(made, scope(), {"type": "http.request"})
    assert start["status"] == 503
    assert dict(start["headers"])[b"Retry-After"].isdigit()
    assert dict(start["headers"])[b"Content-Type"] == b"application/problem+json"
    assert json.loads(body["body"])["status"] == 503


def test_a_body_that_is_too_large_is_refused_before_anyone_reads_it(site: Any) -> None:
    asked: list[HttpRequest] = []

    def respond(request: HttpRequest) -> HttpResponse:
        asked.append(request)
        return HttpResponse()

    start, body = answer(site(respond), scope("POST", "/api/games", LARGEST_FORM + 1))
    assert start["status"] == 413
    assert dict(start["headers"])[b"Connection"] == b"close"
    assert json.loads(body["body"])["title"]
    assert asked == []
