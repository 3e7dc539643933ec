"""The site as an ASGI application: a request is handled in one thread from start to finish.

Django's own bridge switches threads a dozen times per request, which takes longer than most responses do. Here a
request switches threads once; only event streams are sent from the event loop, where waiting costs nothing. The thread
comes from the pool for its kind of request.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import IO, TYPE_CHECKING, Any, cast

import django
from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestDataTooBig
from django.core.handlers.asgi import ASGIRequest, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.urls import set_script_prefix

from railhead.web import metrics, problem_details
from railhead.web.bodies import Bodies, Left, Message, Receive, TooLarge, TooSlow, new_file
from railhead.web.busy import AGAIN, Busy
from railhead.web.clients import KEY, Client
from railhead.web.configuration import network_of
from railhead.web.pools import Errand, Pools

if TYPE_CHECKING:
    from railhead.web.tables import TableStore

Send = Callable[[Message], Awaitable[None]]

TOO_LARGE = "The request is larger than any game could be"
NOBODY = 499
"""The status of an answer that nobody waits for."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A response: a whole body, or one sent in pieces for as long as someone is listening."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes | AsyncIterator[bytes]


def refusal(scope: Message, status: int, detail: str) -> Answer:
    """The answer to a request that Django is never asked to handle."""
    kind, content = problem_details.plain(scope["path"], status, detail)
    return Answer(status, [(b"Content-Type", kind.encode())], content)


def refused(scope: Message, status: int, detail: str) -> HttpResponse:
    """The same as a response."""
    kind, content = problem_details.plain(scope["path"], status, detail)
    return HttpResponse(content, status=status, content_type=kind)


class Site:
    """The application."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables
        self._handler = BaseHandler()
        self._handler.load_middleware()
        self._bodies = Bodies()
        self._pools = Pools(tables.warm)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            raise ValueError(f"Unsupported protocol: {scope['type']}")
        client = scope[KEY] = Client()
        with new_file() as body:
            try:
                await self._bodies.read(scope, receive, body)
            except Left:
                return
            except (TooLarge, TooSlow, Busy) as problem:
                await _send_whole(send, _unread(scope, problem))
                return
            leaving = asyncio.ensure_future(_leave(receive, client))
            try:
                answer = await self._answered(scope, body, client)
                if isinstance(answer.body, bytes):
                    await _send_whole(send, answer)
                else:
                    await _stream(leaving, send, answer, answer.body)
            finally:
                leaving.cancel()

    async def _answered(self, scope: Message, body: IO[bytes], client: Client) -> Answer:
        """Answer a request in a thread of its kind."""
        errand = replace(Errand.of(scope["method"], scope["path"]), asker=_asker(scope))
        began = perf_counter()
        with metrics.WAITING.labels(errand.kind.name).track_inprogress():
            try:
                answer = await self._pools.run(errand, partial(self._answer, scope, body, client))
            except Busy as busy:
                answer = _busy(scope, busy)
        metrics.SECONDS.labels(errand.kind.name).observe(perf_counter() - began)
        metrics.REQUESTS.labels(errand.kind.name, answer.status).inc()
        return answer

    def _answer(self, scope: Message, body: IO[bytes], client: Client, may_be_put_aside: bool) -> Answer:
        """Handle a request from start to finish in one thread, which has its own database connection."""
        if client.gone:
            return Answer(NOBODY, [], b"")
        body.seek(0)
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=type(self), scope=scope)
        with self._tables.put_aside(may_be_put_aside):
            response = self._respond(scope, body)
        try:
            headers = _headers(response)
            if isinstance(response, StreamingHttpResponse) and response.is_async:
                return Answer(response.status_code, headers, cast(AsyncIterator[bytes], response.streaming_content))
            return Answer(response.status_code, headers, b"".join(cast(Any, response)))
        finally:
            response.close()

    def _respond(self, scope: Message, body: IO[bytes]) -> HttpResponseBase:
        try:
            request = ASGIRequest(scope, body)
        except UnicodeDecodeError:
            return refused(scope, 400, "This request is malformed")
        except RequestDataTooBig:
            return refused(scope, 413, TOO_LARGE)
        return self._handler.get_response(request)


def _asker(scope: Message) -> str | None:
    """The address a request comes from; None on a site that only this machine can reach, which nobody shares."""
    client = scope.get("client")
    return None if settings.CONFIGURATION.private or not client else network_of(client[0])


def _unread(scope: Message, problem: TooLarge | TooSlow | Busy) -> Answer:
    """The answer to a request whose body is not read to its end; the connection cannot be used any more."""
    if isinstance(problem, Busy):
        answer = _busy(scope, problem)
    elif isinstance(problem, TooLarge):
        answer = refusal(scope, 413, TOO_LARGE)
    else:
        answer = refusal(scope, 408, "The request did not arrive in time")
    return replace(answer, headers=[*answer.headers, (b"Connection", b"close")])


def _busy(scope: Message, busy: Busy) -> Answer:
    answer = refusal(scope, 503, str(busy))
    return replace(answer, headers=[*answer.headers, (b"Retry-After", str(AGAIN).encode())])


def _headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    found = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
    cookies = (cookie.output(header="").strip() for cookie in response.cookies.values())
    return found + [(b"Set-Cookie", cookie.encode("ascii")) for cookie in cookies]


async def _send_whole(send: Send, answer: Answer) -> None:
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    await send({"type": "http.response.body", "body": answer.body})


async def _stream(leaving: asyncio.Future[None], send: Send, answer: Answer, pieces: AsyncIterator[bytes]) -> None:
    """Send pieces as they come, until there are no more or the client leaves."""
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    sending = asyncio.ensure_future(_send_pieces(send, pieces))
    try:
        await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)


async def _send_pieces(send: Send, pieces: AsyncIterator[bytes]) -> None:
    async with aclosing(cast(Any, pieces)) as closing:
        async for piece in closing:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def _leave(receive: Receive, client: Client) -> None:
    """Wait until the client leaves, and say so to whatever is done for it."""
    while (await receive())["type"] != "http.disconnect":
        pass
    client.leave()


def _application() -> Site:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "railhead.web.settings")
    django.setup(set_prefix=False)
    from railhead.web.tables import TABLES  # models can be imported only now

    return Site(TABLES)


application = _application()
