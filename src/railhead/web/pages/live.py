"""News of tables as server-sent events. A browser that was cut off reconnects by itself and hears what it missed.

A browser keeps only a few connections to a site open at once, and every stream holds one of them. So all tabs of a
browser share one stream, which has the news of all tables they show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, suppress
from typing import Any, cast

from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.views.decorators.http import require_GET

from railhead.web import access
from railhead.web.busy import Busy
from railhead.web.configuration import network_of
from railhead.web.hub import CHAT, HUB, MOVED, News, versions
from railhead.web.models import StoredGame

HEARTBEAT = 15.0
"""Seconds; a longer silence would look like a dead connection to browsers and proxies."""
RECONNECT = 1000
"""Milliseconds a browser waits before it reconnects."""
MOST_GAMES = 200
"""How many tables one stream has news of; nobody has more tabs open than that."""
ALIVE = b"event: alive\ndata:\n\n"
"""A heartbeat that scripts notice: one that does not come tells them that the connection is dead."""

MOST_STREAMS = 500
"""How many streams one address may have open: behind it may be a school, but not all connections there are."""
OPEN: Counter[str | None] = Counter()
"""The streams that are open, by address."""

Written = Callable[[News], str]


@require_GET
def shared(request: HttpRequest) -> StreamingHttpResponse:
    """The news of all tables that the tabs of a browser show, of those it may look at."""
    games = [game.id for game in _asked_for(request) if _may_look(request, game)]
    if not games:
        raise Http404(access.NO_GAME)
    return _streamed(request, stream(games, lambda news: f"{news.game} {news.version}"))


def events(request: HttpRequest, game_id: str) -> StreamingHttpResponse:
    """The event stream of a game, for anyone who may look at it."""
    access.admitted(request, game_id)
    return _streamed(request, stream([game_id], lambda news: str(news.version)))


def _asked_for(request: HttpRequest) -> list[StoredGame]:
    return list(StoredGame.objects.filter(id__in=request.GET.getlist("game")[:MOST_GAMES]))


def _may_look(request: HttpRequest, game: StoredGame) -> bool:
    with suppress(Http404):
        access.asker(request, game)
        return True
    return False


def _streamed(request: HttpRequest, news: AsyncIterator[bytes]) -> StreamingHttpResponse:
    asker = None if settings.CONFIGURATION.private else network_of(request.META.get("REMOTE_ADDR") or "")
    if asker is not None and OPEN[asker] >= MOST_STREAMS:
        raise Busy
    response = StreamingHttpResponse(_counted(asker, news), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


async def _counted(asker: str | None, news: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """A stream, counted for the address it goes to for as long as it is open."""
    OPEN[asker] += 1
    try:
        async with aclosing(cast(Any, news)) as closing:
            async for piece in closing:
                yield piece
    finally:
        OPEN[asker] -= 1
        if not OPEN[asker]:
            del OPEN[asker]


async def stream(games: list[str], written: Written) -> AsyncIterator[bytes]:
    """News in the protocol's format. The current versions come first: whoever reconnects may have missed something."""
    with HUB.listening(*games) as listener:
        first = await sync_to_async(versions, thread_sensitive=False)(games)
        yield f"retry: {RECONNECT}\n\n".encode() + b"".join(_current(*found, written) for found in first)
        async for news in listener.news(HEARTBEAT):
            yield ALIVE if news is None else _event(news, written)


def _current(game_id: str, version: int, written: Written) -> bytes:
    HUB.is_at(game_id, version)
    return b"".join(_event(News(game_id, kind, version), written) for kind in (MOVED, CHAT))


def _event(news: News, written: Written) -> bytes:
    return f"id: {news.version}\nevent: {news.kind}\ndata: {written(news)}\n\n".encode()
