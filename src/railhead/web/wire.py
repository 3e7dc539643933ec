"""News between the processes of a site, by way of PostgreSQL: `NOTIFY` tells everybody, `LISTEN` hears it at once.

A process has one connection that only listens. If it is lost, news that came meanwhile is lost with it; so after every
connection, and now and then, the versions of all games that somebody here listens to are compared. SQLite has nothing
like it: there, comparing them every second is all there is.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread
from typing import Any

import psycopg
from django.db import connection

CHANNEL = "railhead_news"
PATIENCE = 5.0
"""Seconds without news after which the connection is used, to notice that it has died."""
RETRY = 0.5
"""Seconds until a lost connection is tried again."""

_log = logging.getLogger("railhead.news")

Heard = Callable[[str, str, int], None]


def send(game_id: str, kind: str, version: int) -> None:
    """Tell the other processes. Within a transaction it is sent when that is committed."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{game_id} {kind} {version}"])


class Wire:
    """The connection that listens, in a thread of its own for as long as the process lives."""

    def __init__(self, heard: Heard, connected: Callable[[], None]) -> None:
        self._heard = heard
        self._connected = connected
        self._thread: Thread | None = None
        self.alive = Event()
        """Set while news comes by wire."""

    def open(self) -> None:
        """Listen from now on, if the database can do that."""
        if self._thread is None and connection.vendor == "postgresql":
            parameters: dict[str, Any] = connection.get_connection_params()
            self._thread = Thread(target=self._listen_for_ever, args=(parameters,), name="news", daemon=True)
            self._thread.start()

    def _listen_for_ever(self, parameters: dict[str, Any]) -> None:
        wanted = {name: parameters[name] for name in WANTED if name in parameters}
        lost = False
        while True:
            try:
                with psycopg.connect(**wanted, autocommit=True, connect_timeout=5) as listening:
                    listening.execute(f"LISTEN {CHANNEL}")
                    self.alive.set()
                    self._connected()
                    lost = False
                    self._listen(listening)
            except psycopg.Error as problem:
                if not lost:
                    _log.warning("News of other processes comes by and by, the database does not answer: %s", problem)
                lost = True
            self.alive.clear()
            Event().wait(RETRY)

    def _listen(self, listening: psycopg.Connection[Any]) -> None:
        while True:
            for news in listening.notifies(timeout=PATIENCE):
                game_id, kind, version = news.payload.split()
                self._heard(game_id, kind, int(version))
            listening.execute("SELECT 1")


WANTED = ("service", "dbname", "user", "password", "host", "port", "sslmode", "sslrootcert", "sslcert", "sslkey")
"""Of the parameters of Django's connection: those that say where the database is."""
