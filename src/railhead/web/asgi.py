"""The site as an ASGI application: a request is handled in one thread from start to finish.

Django's own bridge switches threads a dozen times per request, which takes longer than most responses do. Here a
request switches threads once; only event streams are sent from the event loop, where waiting costs nothing.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from dataclasses import dataclass
from typing import IO, Any, cast

import django
from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestDataTooBig
from django.core.handlers.asgi import ASGIRequest, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.urls import set_script_prefix

from railhead.web import problem_details

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

THREADS = 16
"""How many requests are handled at once; machines have fewer cores, but some requests wait for the disk."""


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


class TooLarge(Exception):
    """A request is larger than any game could be."""


class Site:
    """The application."""

    def __init__(self) -> None:
        self._handler = BaseHandler()
        self._handler.load_middleware()
        self._threads = ThreadPoolExecutor(THREADS, "request")

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            raise ValueError(f"Unsupported protocol: {scope['type']}")
        with tempfile.SpooledTemporaryFile(settings.FILE_UPLOAD_MAX_MEMORY_SIZE) as body:
            try:
                whole = await _read(receive, cast(IO[bytes], body))
            except TooLarge:
                await _send_whole(send, refusal(scope, 413, "The request is larger than any game could be"))
                return
            if not whole:
                return
            loop = asyncio.get_running_loop()
            answer = await loop.run_in_executor(self._threads, self._answer, scope, body)
        if isinstance(answer.body, bytes):
            await _send_whole(send, answer)
        else:
            await _stream(receive, send, answer, answer.body)

    def _answer(self, scope: Message, body: IO[bytes]) -> Answer:
        """Handle a request from start to finish in one thread, which has its own database connection."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=type(self), scope=scope)
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
            return refused(scope, 413, "The request is larger than any game could be")
        return self._handler.get_response(request)


async def _read(receive: Receive, body: IO[bytes]) -> bool:
    """Read the body of a request; False if the client disconnects before the end."""
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return False
        piece = message.get("body", b"")
        size += len(piece)
        if size > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise TooLarge
        body.write(piece)
        if not message.get("more_body", False):
            body.seek(0)
            return True


def _headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    found = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
    cookies = (cookie.output(header="").strip() for cookie in response.cookies.values())
    return found + [(b"Set-Cookie", cookie.encode("ascii")) for cookie in cookies]


async def _send_whole(send: Send, answer: Answer) -> None:
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    await send({"type": "http.response.body", "body": answer.body})


async def _stream(receive: Receive, send: Send, answer: Answer, pieces: AsyncIterator[bytes]) -> None:
    """Send pieces as they come, until there are no more or the client disconnects."""
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    sending = asyncio.ensure_future(_send_pieces(send, pieces))
    gone = asyncio.ensure_future(_gone(receive))
    try:
        await asyncio.wait((sending, gone), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (sending, gone):
            task.cancel()
        await asyncio.gather(sending, gone, return_exceptions=True)


async def _send_pieces(send: Send, pieces: AsyncIterator[bytes]) -> None:
    async with aclosing(cast(Any, pieces)) as closing:
        async for piece in closing:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _application() -> Site:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "railhead.web.settings")
    django.setup(set_prefix=False)
    return Site()


application = _application()
