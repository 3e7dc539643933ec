"""News of a table as server-sent events. A browser that was cut off reconnects by itself and hears what it missed."""

from __future__ import annotations

from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.http import HttpRequest, StreamingHttpResponse
from django.views.decorators.http import require_GET

from railhead.core.ids import Seat
from railhead.web import access
from railhead.web.hub import CHAT, HUB, MOVED, versions

HEARTBEAT = 15.0
"""Seconds; a longer silence would look like a dead connection to browsers and proxies."""
RECONNECT = 1000
"""Milliseconds a browser waits before it reconnects."""


@require_GET
def events(request: HttpRequest, game_id: str, place: Seat | None = None) -> StreamingHttpResponse:
    """The event stream of a game, for anyone who may look at it."""
    access.admitted(request, game_id)
    response = StreamingHttpResponse(stream(game_id), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


async def stream(game_id: str) -> AsyncIterator[bytes]:
    """News in the protocol's format. The current version comes first: whoever reconnects may have missed something."""
    with HUB.listening(game_id) as listener:
        for _, first in await sync_to_async(versions, thread_sensitive=False)([game_id]):
            HUB.is_at(game_id, first)
            yield f"retry: {RECONNECT}\n\n".encode() + _event(MOVED, first) + _event(CHAT, first)
        async for item in listener.news(HEARTBEAT):
            yield b": still here\n\n" if item is None else _event(item.kind, item.version)


def _event(kind: str, version: int) -> bytes:
    return f"id: {version}\nevent: {kind}\ndata: {version}\n\n".encode()
