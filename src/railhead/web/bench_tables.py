"""Tables for measuring a site: games by bots, stored as if people had played them so far, with how they go on."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from railhead.bench import Sample
from railhead.bots import selfplay
from railhead.bots.careless import Careless
from railhead.play.gamefile import GameFile
from railhead.titles import catalogue
from railhead.web.bench_client import Connection

PATIENCE = 120.0
PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


# -- games ----------------------------------------------------------------------------------------


def played(title: str, seed: int) -> GameFile:
    """A whole game by careless bots, with the fewest players."""
    players = catalogue.TITLES[title].players[0]
    book = catalogue.rulebook(title, tuple(f"P{number}" for number in range(1, players + 1)), seed=seed)
    made = selfplay.play(book, [Careless() for _ in range(players)], Random(seed), audited=False)
    return Sample(title, book, tuple(decision.action for decision in made)).file()


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table of a site, and the decisions with which its game goes on."""

    id: str
    title: str
    length: int
    player: str
    seats: Mapping[str, str]
    """By player: the secret of the seat."""
    watch: str
    rest: tuple[str, ...]


def stored(games: Iterable[tuple[GameFile, float]], each: int) -> list[StoredTable]:
    """Store tables of these games after a share of their actions; the process must be one of the site."""
    return [table for file, share in games for table in _stored(file, int(len(file.actions) * share), each)]


def _stored(file: GameFile, actions: int, each: int) -> Iterator[StoredTable]:
    from railhead.web import keys
    from railhead.web.openings import opening
    from railhead.web.tables import begin

    begun = opening(replace(file, actions=file.actions[:actions]))
    for _ in range(each):
        game = begin(begun, hot_seat=False)
        secrets = {name: keys.key(game, keys.seat_role(place)) for place, name in game.places.items()}
        player = "" if game.deciding is None else game.places[game.deciding]
        rest = tuple(file.actions[actions:])
        yield StoredTable(game.id, game.title, game.length, player, secrets, keys.key(game, keys.WATCH), rest)


# -- the site under test --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Served:
    """A site in processes of its own."""

    port: int
    pid: int

    def processor(self) -> float:
        """Seconds of processor time that it has used; 0 where the system does not say."""
        return sum(_ticks(pid) for pid in self._processes()) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Its memory; 0 where the system does not say."""
        return sum(_pages(pid) for pid in self._processes()) * PAGE / 2**20

    def _processes(self) -> list[int]:
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children")
        return [self.pid, *map(int, children.read_text().split())] if children.exists() else [self.pid]


def _ticks(pid: int) -> int:
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])
    return 0


def _pages(pid: int) -> int:
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return 0


@contextmanager
def served(folder: Path, *words: str) -> Iterator[Served]:
    """A site with the games of a folder."""
    command = [sys.executable, "-m", "railhead", "serve", "--port", "0", "--data", str(folder), *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "DISPLAY": ""})
    assert process.stdout is not None
    try:
        port = int(process.stdout.readline().rstrip().rstrip("/").rpartition(":")[2])
        yield Served(port, process.pid)
    finally:
        process.terminate()
        process.wait(PATIENCE)
        process.stdout.close()


# -- those who play and look on -------------------------------------------------------------------


class Seated:
    """A table whose game goes on as it once did, with a connection for every seat."""

    def __init__(self, port: int, table: StoredTable) -> None:
        self.table = table
        self._seats = {name: Connection(port, secret) for name, secret in table.seats.items()}
        self._player, self._length = table.player, table.length
        self._rest = iter(table.rest)

    async def move(self) -> float | None:
        """Make the next move; how long the answer took. None if the game is over."""
        action = next(self._rest, None)
        if action is None or self._player not in self._seats:
            return None
        loop = asyncio.get_running_loop()
        start = loop.time()
        body = {"action": action, "length": self._length}
        reply = await self._seats[self._player].post(f"/api/games/{self.table.id}/actions", body)
        taken = loop.time() - start
        if reply.status != 200:
            raise AssertionError(f"{self.table.title} {action}: {reply.status} {reply.body!r}")
        self._length, self._player = self._length + 1, (reply.json().get("turn") or {}).get("player", "")
        return taken

    async def close(self) -> None:
        """Leave the table."""
        for seat in self._seats.values():
            await seat.close()


class Onlooker:
    """A browser at a table: hears of moves, and fetches the table once the one before has come."""

    def __init__(self, port: int, table: StoredTable, secret: str) -> None:
        self._table = table
        self._heard: asyncio.Queue[tuple[str, float]] = asyncio.Queue()
        self._ear, self._eye = Connection(port, secret), Connection(port, secret)
        self.shown: list[float] = []
        """From each news that was not shown yet until the table was there."""
        self._tasks: list[asyncio.Task[None]] = []

    async def sit_down(self) -> None:
        """Fetch the table, and look at it from now on."""
        path = f"/api/games/{self._table.id}/events"
        self._tasks.append(asyncio.create_task(self._ear.news(path, self._heard)))
        await asyncio.wait_for(self._news(), PATIENCE)
        await self._fetch()
        self._tasks.append(asyncio.create_task(self._look()))

    async def _look(self) -> None:
        while True:
            first = await self._news()
            while not self._heard.empty():
                self._heard.get_nowait()
            await self._fetch()
            self.shown.append(asyncio.get_running_loop().time() - first)

    async def _news(self) -> float:
        """When the next news of a move came."""
        while True:
            kind, when = await self._heard.get()
            if kind == "moved":
                return when

    async def _fetch(self) -> None:
        reply = await self._eye.get(f"/game/{self._table.id}/refresh")
        if reply.status != 200:
            raise AssertionError(f"refresh: {reply.status}")

    async def close(self) -> None:
        """Go away."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._ear.close()
        await self._eye.close()


def part(values: Sequence[float], share: float) -> float:
    """The value below which this share of the others is."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0
