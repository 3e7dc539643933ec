"""A site as it is used: many tables of all titles at various points, and people who come, look, move, talk and go.

What people do in a day is done in minutes. First each kind of request is made alone, so that its processor time is
known; then everybody comes, some of them at the same time. What a site of another size needs can be computed from both.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from threading import Thread
from typing import Any

from railhead.bench import Sample
from railhead.bots import selfplay
from railhead.bots.careless import Careless
from railhead.play.gamefile import GameFile
from railhead.titles import catalogue
from railhead.web.bench_client import Connection, Reply
from railhead.web.bench_tables import Seated, Served, StoredTable, part, served, stored
from railhead.web.configuration import Configuration

POINTS = (0.1, 0.3, 0.5, 0.7, 0.9)
"""How much of its game each table has played."""
LONGEST = 1000
"""Actions of a game: those of a large title are not played to their end here."""
EACH = 10
"""How often each kind of request is made alone."""
AT_ONCE = 20
"""How many people are there at the same time."""
TABLES_VISITED, MOVES, TALKS = 2, 2, 4
"""By everybody who comes: how many tables they look at, how many moves they make; every so many says something."""
PATIENCE = 150.0
"""Seconds until everybody who is to be called must have been."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large the site is."""

    tables: int = 1000
    people: int = 200
    workers: int = 1


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody with an account, and where they sit."""

    name: str
    cookie: str
    tables: tuple[StoredTable, ...]


# -- filling a site -------------------------------------------------------------------------------


def game_of(title: str, seed: int) -> GameFile:
    """A game by careless bots with three players, or as many as the title needs."""
    players = max(3, catalogue.TITLES[title].players[0])
    book = catalogue.rulebook(title, tuple(f"P{number}" for number in range(1, players + 1)), seed=seed)
    made = selfplay.play(book, [Careless() for _ in range(players)], Random(seed), audited=False)
    return Sample(title, book, tuple(decision.action for decision in islice(made, LONGEST))).file()


def fill(site: Configuration, size: Size, hook: str) -> list[Guest]:
    """Store tables of all titles, with people at their seats who are called at an address."""
    from railhead.web import server

    server.prepare(site)
    games = [(game, point) for title in catalogue.TITLES for game in [game_of(title, seed=1)] for point in POINTS]
    tables = stored(games, max(1, size.tables // len(games)))
    return _seated(tables, size.people, hook)


def _seated(tables: Sequence[StoredTable], count: int, hook: str) -> list[Guest]:
    from django.contrib.auth.models import User
    from django.db import transaction
    from django.utils import timezone

    from railhead.web.calling import webhooks
    from railhead.web.calling.persons import Person
    from railhead.web.models import StoredSeat

    with transaction.atomic():
        users = [User.objects.create_user(f"guest{number}") for number in range(count)]
        sits: dict[int, list[StoredTable]] = {user.pk: [] for user in users}
        seats = StoredSeat.objects.filter(game__in=[table.id for table in tables]).order_by("game", "place")
        by_id = {table.id: table for table in tables}
        for number, seat in enumerate(seats):
            seat.user = users[number % count]
            seat.taken = timezone.now()
            sits[seat.user.pk].append(by_id[seat.game_id])
            seat.save(update_fields=["user", "taken"])
        for user in users:
            way = webhooks.new(hook)
            way.confirmed, way.site = timezone.now(), "http://localhost"
            Person(user=user).add(way)
    return [Guest(user.username, _cookie(user), tuple(sits[user.pk])) for user in users]


def _cookie(user: Any) -> str:
    """Sign somebody in."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from railhead.web.pages.signing_in import BACKEND
    from railhead.web.sessions import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = BACKEND
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


@contextmanager
def receiver() -> Iterator[tuple[str, list[bytes]]]:
    """A server for webhooks on this machine: its address, and what it was sent."""
    received: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", received
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


# -- measuring it ---------------------------------------------------------------------------------


def measure(size: Size, database_url: str = "") -> dict[str, Any]:
    """All of it: milliseconds of processor time by kind, waiting times, memory, the database, and the queue."""
    with tempfile.TemporaryDirectory(prefix="railhead-day-") as folder, receiver() as (hook, received):
        site = Configuration(data=Path(folder), database_url=database_url, accounts=True, private_webhooks=True)
        guests = fill(site, size, hook)
        words = ["--accounts", "--private-webhooks", "--workers", str(size.workers)]
        words += ["--database-url", database_url] if database_url else []
        filled = database_size()
        with served(Path(folder), *words) as running:
            started = running.megabytes()
            alone = asyncio.run(Alone(running, guests).measure())
        with served(Path(folder), *words) as running:  # again: tables are opened from their snapshots
            again = asyncio.run(Alone(running, guests).opened("cold, from a snapshot"))
            before = database_size()
            began = datetime.now(UTC)
            day = asyncio.run(_day(running, guests))
            calls = _queue(began)
            memory = running.megabytes()
    visited = day["tables opened"] + len(POINTS) * len(catalogue.TITLES)
    return {
        "size": {"tables": len({table.id for guest in guests for table in guest.tables}), "people": len(guests)},
        "processor ms": alone | again,
        "day": day,
        "megabytes": {"started": round(started), "after the day": round(memory), "tables visited": visited},
        "database": {
            "kilobytes a table": round(filled / size.tables / 1024, 1),
            "bytes a move": round((database_size() - before) / max(1, day["moves"])),
        },
        "calls": {"made": len(received), **calls},
    }


class Alone:
    """Each kind of request on its own, one after another."""

    def __init__(self, site: Served, guests: Sequence[Guest]) -> None:
        self.site, self.guests = site, guests
        by_kind: dict[tuple[str, int], StoredTable] = {}
        for guest in guests:
            for table in guest.tables:
                by_kind.setdefault((table.title, table.length), table)
        self.tables = list(by_kind.values())
        """One of each title at each point."""
        self.found: dict[str, float] = {}

    async def measure(self) -> dict[str, float]:
        """All kinds."""
        await self._spent("the lobby", EACH, self._lobby)
        await self._spent("a profile", EACH, self._profile)
        await self.opened("cold, replayed")
        tables = self.tables
        await self._spent("a page, warm", len(tables), lambda number: self._page(tables[number]))
        players = [Seated(self.site.port, table) for table in tables]
        await self._spent("a move", len(players), lambda number: _made(players[number].move()))
        await self._spent("what a move changed", len(tables), lambda number: self._page(tables[number], "refresh"))
        await self._spent("the same for another", len(tables), lambda number: self._page(tables[number], "refresh"))
        await self._spent("saying something", EACH, lambda number: self._talk(tables[number]))
        await self._spent("listening", EACH, lambda number: self._listen(tables[number]))
        for player in players:
            await player.close()
        return self.found

    async def opened(self, what: str) -> dict[str, float]:
        """The first visit to tables, title by title."""
        for title in catalogue.TITLES:
            await self._open([table for table in self.tables if table.title == title], f"{title}, {what}")
        return self.found

    async def _open(self, tables: Sequence[StoredTable], what: str) -> None:
        await self._spent(what, len(tables), lambda number: self._page(tables[number]))

    async def _spent(self, what: str, count: int, ask: Callable[[int], Awaitable[None]]) -> None:
        before = self.site.processor()
        for number in range(count):
            await ask(number)
        self.found[what] = round((self.site.processor() - before) / max(1, count) * 1000, 1)

    async def _lobby(self, number: int) -> None:
        await _get(self.site, self.guests[number].cookie, "/")

    async def _profile(self, number: int) -> None:
        await _get(self.site, self.guests[number].cookie, f"/player/{self.guests[number + 1].name}/")

    async def _page(self, table: StoredTable, part: str = "") -> None:
        connection = Connection(self.site.port, table.watch)
        _ok(await connection.get(f"/game/{table.id}/{part}"))
        await connection.close()

    async def _talk(self, table: StoredTable) -> None:
        await _say(self.site, table)

    async def _listen(self, table: StoredTable) -> None:
        connection = Connection(self.site.port, table.watch)
        heard: asyncio.Queue[tuple[str, float]] = asyncio.Queue()
        listening = asyncio.create_task(connection.news(f"/api/games/{table.id}/events", heard))
        await heard.get()
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await connection.close()


async def _made(move: Awaitable[float | None]) -> None:
    await move


async def _day(site: Served, guests: Sequence[Guest]) -> dict[str, float]:
    """Everybody comes once; how long they waited, and what it took."""
    loop, door = asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE)
    waited: dict[str, list[float]] = {"lobby": [], "table": [], "move": []}
    busy: set[str] = set()
    before, began = site.processor(), loop.time()

    async def timed(what: str, asked: Awaitable[Any]) -> Any:
        start = loop.time()
        result = await asked
        waited[what].append(loop.time() - start)
        return result

    async def visit(number: int, guest: Guest) -> None:
        async with door:
            await timed("lobby", _get(site, guest.cookie, "/"))
            free = [table for table in guest.tables if table.id not in busy and table.player][:TABLES_VISITED]
            busy.update(table.id for table in free)
            for table in free:
                await timed("table", _get(site, guest.cookie, f"/game/{table.id}/"))
                heard: asyncio.Queue[tuple[str, float]] = asyncio.Queue()
                ear = Connection(site.port, table.watch)
                listening = asyncio.create_task(ear.news(f"/api/games/{table.id}/events", heard))
                await heard.get()
                await moves(table)
                if number % TALKS == 0:
                    await _say(site, table)
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)
                await ear.close()

    async def moves(table: StoredTable) -> None:
        view = Connection(site.port, table.watch)
        seen = _ok(await view.get(f"/api/games/{table.id}")).json()
        played = seen["length"] - table.length
        here = replace(table, length=seen["length"], player=seen["to_act"] or "", rest=table.rest[played:])
        seated = Seated(site.port, here)
        for _ in range(MOVES):
            found = await seated.move()
            if found is None:
                break
            waited["move"].append(found)
            _ok(await view.get(f"/game/{table.id}/refresh"))
        await seated.close()
        await view.close()

    await asyncio.gather(*(visit(number, guest) for number, guest in enumerate(guests)))
    took = loop.time() - began
    figures = {
        f"{what} {name} ms": round(1000 * figure(times))
        for what, times in waited.items()
        if times
        for name, figure in (("median", median), ("95%", lambda values: part(values, 0.95)), ("worst", max))
    }
    return {
        "seconds": round(took, 1),
        "processor seconds": round(site.processor() - before, 1),
        "visits": len(guests),
        "tables opened": len(waited["table"]),
        "moves": len(waited["move"]),
        **figures,
    }


async def _get(site: Served, cookie: str, path: str) -> None:
    connection = Connection(site.port, "", cookie)
    _ok(await connection.get(path))
    await connection.close()


async def _say(site: Served, table: StoredTable) -> None:
    connection = Connection(site.port, next(iter(table.seats.values())))
    _ok(await connection.post(f"/api/games/{table.id}/messages", {"text": "Good luck to all of you"}))
    await connection.close()


def _ok(reply: Reply) -> Reply:
    if reply.status not in (200, 201):
        raise AssertionError(f"{reply.status}: {reply.body[:200]!r}")
    return reply


# -- the database and the queue -------------------------------------------------------------------


def database_size() -> int:
    """Bytes that the database takes on the disk."""
    from django.db import connection

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    with connection.cursor() as cursor:  # what is still in the write-ahead log counts
        pages, size = (int(cursor.execute(f"PRAGMA {what}").fetchone()[0]) for what in ("page_count", "page_size"))
    return pages * size


def _queue(began: datetime) -> dict[str, float]:
    """Wait until everybody has been called whose turn has begun since; how late that was."""
    from railhead.web import tasks
    from railhead.web.calling import turns
    from railhead.web.models import StoredTask

    end = time.monotonic() + PATIENCE
    while tasks.waiting().exists() and time.monotonic() < end:
        time.sleep(0.5)
    late: list[float] = []
    for task in StoredTask.objects.filter(done__isnull=False, created__gte=began):
        meant = turns.A_MOMENT if task.kind == turns.CALL else timedelta()
        assert task.done is not None
        late.append(max(0.0, (task.done - task.created - meant).total_seconds()))
    if not late:
        return {"tasks": 0}
    waiting = tasks.waiting().count()
    return {
        "tasks": len(late),
        "waiting": waiting,
        "late median s": round(median(late), 2),
        "late 95% s": round(part(late, 0.95), 2),
        "late worst s": round(max(late), 2),
    }
