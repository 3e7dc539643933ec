"""Telling everyone at a table immediately that something has happened.

Within this process news is delivered directly. What other processes that share the database have done comes by wire
(`wire`), where the database has one. It is also found by polling, for the games someone is listening to: once a second
without a wire, and otherwise only now and then, in case something was missed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from threading import Lock

from asgiref.sync import sync_to_async
from django.db import Error, connection

from railhead.web import wire
from railhead.web.models import StoredGame
from railhead.web.wire import Wire

LOG = logging.getLogger(__name__)
MOVED, CHAT = "moved", "chat"
LOOK_EVERY, LOOK_NOW_AND_THEN = 1.0, 15.0
"""Seconds between polls for what other processes have done, without a wire and with one."""
MOST_WAITING = 64
"""News kept for a listener that does not read it; after that it is cut off, and reconnects by itself."""


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened at a table."""

    game: str
    kind: str
    version: int
    """The version of the game that this news is about."""


@dataclass(eq=False, slots=True)
class Listener:
    """Someone waiting for news of games, in an event loop."""

    loop: asyncio.AbstractEventLoop
    queue: asyncio.Queue[News | None] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING + 1))

    def take(self, news: News) -> None:
        """Queue news; called in the loop."""
        if self.queue.qsize() < MOST_WAITING:
            self.queue.put_nowait(news)
        elif not self.queue.full():
            self.queue.put_nowait(None)

    def let_go(self) -> None:
        """Stop listening once the queue is empty."""
        if not self.queue.full():
            self.queue.put_nowait(None)

    async def news(self, pause: float) -> AsyncIterator[News | None]:
        """News as it arrives; None whenever there was none for so many seconds."""
        while True:
            try:
                news = await asyncio.wait_for(self.queue.get(), pause)
            except TimeoutError:
                yield None
                continue
            if news is None:
                return
            yield news


class Hub:
    """Who is listening to which game."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._listeners: dict[str, set[Listener]] = {}
        self._told: dict[str, int] = {}
        self._looking: asyncio.Task[None] | None = None
        self._wire = Wire(self._heard, self._look_now)

    def publish(self, game_id: str, kind: str, version: int) -> None:
        """Tell everyone who is listening to a game, at whatever process; may be called from any thread."""
        self._deliver(game_id, kind, version)
        with contextlib.suppress(Error):  # the news has been stored; the others find it when they look
            wire.send(game_id, kind, version)

    def _heard(self, game_id: str, kind: str, version: int) -> None:
        """Another process, or this one, has said something; whoever is here may have been told already."""
        with self._lock:
            known = self._told.get(game_id)
        if known is None or known < version:
            self._deliver(game_id, kind, version)

    def _deliver(self, game_id: str, kind: str, version: int) -> None:
        """Tell everyone who is listening to a game here."""
        with self._lock:
            if game_id in self._listeners:
                self._told[game_id] = max(version, self._told.get(game_id, 0))
            loops: dict[asyncio.AbstractEventLoop, list[Listener]] = {}
            for listener in self._listeners.get(game_id, ()):
                loops.setdefault(listener.loop, []).append(listener)
        for loop, listeners in loops.items():
            with contextlib.suppress(RuntimeError):  # the loop of a server that is shutting down
                loop.call_soon_threadsafe(_hand_over, listeners, News(game_id, kind, version))

    def is_at(self, game_id: str, version: int) -> None:
        """The first listener to a game has been told this version; anything later is news."""
        with self._lock:
            if game_id in self._listeners:
                self._told.setdefault(game_id, version)

    def close(self) -> None:
        """Disconnect every listener."""
        with self._lock:
            everybody = {listener for listeners in self._listeners.values() for listener in listeners}
        for listener in everybody:
            with contextlib.suppress(RuntimeError):
                listener.loop.call_soon_threadsafe(listener.let_go)

    def count(self, game_id: str) -> int:
        """How many are listening to a game."""
        with self._lock:
            return len(self._listeners.get(game_id, ()))

    def everybody(self) -> int:
        """How many are listening to anything."""
        with self._lock:
            return len({listener for listeners in self._listeners.values() for listener in listeners})

    @contextlib.contextmanager
    def listening(self, *games: str) -> Iterator[Listener]:
        """Listen to games: nothing that happens from now on is missed."""
        listener = Listener(asyncio.get_running_loop())
        with self._lock:
            for game_id in games:
                self._listeners.setdefault(game_id, set()).add(listener)
        self._wire.open()
        self._keep_looking()
        try:
            yield listener
        finally:
            with self._lock:
                for game_id in games:
                    self._stop(game_id, listener)

    def _stop(self, game_id: str, listener: Listener) -> None:
        self._listeners[game_id].discard(listener)
        if not self._listeners[game_id]:
            del self._listeners[game_id]
            self._told.pop(game_id, None)

    def _keep_looking(self) -> None:
        if self._looking is None or self._looking.done():
            self._looking = asyncio.get_running_loop().create_task(self._look())

    async def _look(self) -> None:
        """Poll for what other processes do, as long as anyone is listening here, even if the database is away."""
        lost = False
        while self._listeners:
            with self._lock:
                games = list(self._listeners)
            try:
                self._tell(await sync_to_async(versions, thread_sensitive=False)(games))
                lost = False
            except Error as problem:
                if not lost:
                    LOG.warning("News of other processes has to wait, the database does not answer: %s", problem)
                lost = True
            await asyncio.sleep(LOOK_NOW_AND_THEN if self._wire.alive.is_set() else LOOK_EVERY)

    def _look_now(self) -> None:
        """Look for what was missed while there was no wire."""
        with self._lock:
            games = list(self._listeners)
        with contextlib.suppress(Error):
            self._tell(versions(games))

    def _tell(self, found: list[tuple[str, int]]) -> None:
        """Pass on what is newer than anyone here was told."""
        for game_id, version in found:
            if self._told.get(game_id, version) < version:
                self._deliver(game_id, MOVED, version)
                self._deliver(game_id, CHAT, version)


def versions(games: list[str]) -> list[tuple[str, int]]:
    """The versions of these games; the database connection is not kept while listening."""
    try:
        return list(StoredGame.objects.filter(id__in=games).values_list("id", "version"))
    finally:
        connection.close()


def _hand_over(listeners: list[Listener], news: News) -> None:
    for listener in listeners:
        listener.take(news)


HUB = Hub()
