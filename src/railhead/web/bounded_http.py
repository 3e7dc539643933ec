"""The server's side of a connection, with limits on all that is not a body: its size, and how long it may take.

uvicorn limits neither when httptools parses the requests. The body is limited by the application.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from railhead.web import problem_details

LONGEST_ADDRESS = 16 * 1024
"""Bytes; the longest action fits into an address, with every letter escaped."""
LONGEST_HEAD = 32 * 1024
"""Bytes of an address and all headers."""
SECONDS = 20.0
"""How long a client may take to send them."""


def refusing(status: HTTPStatus) -> Callable[[Any, Any, Any], Awaitable[None]]:
    """An application that refuses a request, and the connection with it."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        kind, content = problem_details.plain(scope["path"], status, status.description or status.phrase)
        headers = [(b"Content-Type", kind.encode()), (b"Connection", b"close")]
        await send({"type": "http.response.start", "status": status.value, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    return application


class BoundedHttp(HttpToolsProtocol):
    """A connection whose requests have to begin within limits."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._begins = True
        """Is the next thing to come an address and headers? Not while a request is being answered."""
        self._unfinished = 0
        """How many bytes have come since the parser last had something to tell: the parser keeps them all."""
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Someone has connected, and has to say something soon."""
        super().connection_made(transport)
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Part of a request."""
        if self._begins:
            self._start_timer()
        self._unfinished += len(data)
        super().data_received(data)
        if self._unfinished > LONGEST_HEAD and not self.transport.is_closing():
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_headers_complete(self) -> None:
        """An address and its headers have come."""
        self._stop_timer()
        self._begins = False
        self._unfinished = 0
        if len(self.url) > LONGEST_ADDRESS:
            self.app = refusing(HTTPStatus.REQUEST_URI_TOO_LONG)
        elif len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > LONGEST_HEAD:
            self.app = refusing(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Part of a body has come. What may come after the last one, trailers, counts like headers."""
        self._unfinished = 0
        super().on_body(body)

    def on_response_complete(self) -> None:
        """A request has been answered."""
        self._begins = not self.pipeline
        super().on_response_complete()

    def _refuse(self, status: HTTPStatus) -> None:
        """Refuse a request of which too little is known to answer it, and close the connection.

        Nothing can be said if an answer to another request may be on its way.
        """
        if not self._begins:
            self.transport.close()
            return
        said = f"{status.phrase}\n".encode()
        lines = (
            f"HTTP/1.1 {status.value} {status.phrase}",
            "content-type: text/plain; charset=utf-8",
            f"content-length: {len(said)}",
            "connection: close",
        )
        self.transport.write("\r\n".join((*lines, "", "")).encode() + said)
        self.transport.close()

    def _start_timer(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(SECONDS, self._late)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _late(self) -> None:
        if not self.transport.is_closing():
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
