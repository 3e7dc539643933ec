"""How fast the site is: rendering late tables, showing a move to others, many spectators, many tables at once.

The site under test runs in its own process with a temporary database.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from railhead import bench, reference
from railhead.core.ids import Seat
from railhead.play.table import Table
from railhead.reference import Gauge
from railhead.titles import catalogue
from railhead.web import bench_bots, bench_load
from railhead.web.bench_client import Connection
from railhead.web.bench_tables import served
from railhead.web.configuration import Configuration

SPECTATORS = 200
TABLES = 100
MOVES = 30
"""Moves timed one after another."""
ROUNDS = 5
"""Moves that each of many tables makes at once."""
LATE = 0.8
"""A table counts as late once this fraction of its game has been played."""
POINTS = 40
PATIENCE = 60.0


NO_TIMES = (
    "tables",
    "kilobytes",
    "moves a second",
    "tables shown a second",
    "processors used",
    "per cent slower",
    "bots decided",
)
"""Figures that are not times."""


def measure() -> dict[str, Any]:
    """All measurements, in milliseconds; times also as multiples of the reference, timed before, between and after."""
    gauge = Gauge(every=1)
    with tempfile.TemporaryDirectory(prefix="railhead-bench-") as folder:
        drawn, _ = gauge.time(rendering, Path(folder))
        with served(Path(folder)) as site:
            found, _ = gauge.time(lambda: asyncio.run(_measure(site.port)))
        loaded, _ = gauge.time(bench_load.measure, Path(folder))
        beside, _ = gauge.time(bench_bots.measure, Path(folder))
    gauge.time(reference.work)
    measured = {"render": drawn, **found, **loaded, "moves beside a table of bots": beside}
    return {
        "unit": "ms",
        "reference": {"version": reference.VERSION, "us": round(gauge.reference, 1)},
        **measured,
        "ratios": {what: _ratios(gauge, what, figures) for what, figures in measured.items()},
    }


def _ratios(gauge: Gauge, what: str, figures: dict[str, float]) -> dict[str, float]:
    """Times in milliseconds as multiples of the reference."""
    if what.startswith("megabytes"):
        return {}
    return {name: gauge.ratio(figure * 1000) for name, figure in figures.items() if name not in NO_TIMES}


# -- drawing --------------------------------------------------------------------------------------


def rendering(folder: Path) -> dict[str, Any]:
    """Rendering the whole table late in complete games, for the player to decide and for a spectator."""
    from railhead.web import server

    server.prepare(Configuration(data=folder))
    spent: list[float] = []
    sizes: list[int] = []
    for sample in (*bench.own_games(2), *bench.real_games()):
        table = Table.of(sample.file())
        first = int(table.actions * LATE)
        for at in range(first, table.actions, max(1, (table.actions - first) // POINTS)):
            for html, taken in _drawn(table, at):
                spent.append(taken)
                sizes.append(len(html))
    spent.sort()
    return {
        "tables": len(spent),
        "median": _ms(median(spent)),
        "95%": _ms(spent[int(len(spent) * 0.95)]),
        "max": _ms(spent[-1]),
        "kilobytes": round(median(sizes) / 1024),
    }


def _drawn(table: Table, at: int) -> Iterator[tuple[str, float]]:
    """The table as the player to decide and a spectator see it, and how long it took."""
    from railhead.web.access import Asker
    from railhead.web.fragments import draw
    from railhead.web.models import StoredGame
    from railhead.web.viewer import Viewer

    choices = table.session.choices_at(at)
    if choices is None:
        return
    for seats in (frozenset({choices.seat}), frozenset[Seat]()):
        back = table.fork()
        for _ in range(table.actions - at):
            back.session.undo()
        start = time.perf_counter()
        html = draw(
            Viewer(
                game=StoredGame(id="bench", title=table.book.title), who=Asker(seats), table=back, chosen=None, at=at
            ),
            None,
            "",
        )
        yield html, time.perf_counter() - start


# -- a real site ----------------------------------------------------------------------------------


class BenchGame:
    """A game on the site, with a connection for every seat."""

    def __init__(self, port: int, made: dict[str, Any]) -> None:
        self.port = port
        self.path = f"/api/games/{made['id']}"
        self.refresh = f"/game/{made['id']}/refresh"
        self.watch = made["watch"]
        self.seats = {name: Connection(port, secret) for name, secret in made["seats"].items()}
        self.player = next(iter(self.seats))
        self.chance = Random(made["id"])
        self.length = 0

    @classmethod
    async def begin(cls, port: int) -> BenchGame:
        """A new game."""
        lobby = Connection(port, "")
        title = next(iter(catalogue.TITLES.values()))
        players = [f"P{number}" for number in range(1, title.players[0] + 1)]
        reply = await lobby.post("/api/games", {"title": title.title, "players": players})
        await lobby.close()
        return cls(port, reply.json())

    async def choose(self) -> str:
        """A legal action for whoever is to decide; passing is rare, so that something happens."""
        seen = (await self.seats[self.player].get(f"{self.path}/view")).json()
        self.length = seen["length"]
        listed = [action for choice in seen["choices"] for action in choice.get("actions", ())]
        actions = [action for action in listed if action != "pass"] or listed
        if actions:
            return str(self.chance.choice(actions))
        choice = seen["choices"][0]
        values = {name: field.get("from", (field.get("one_of") or [""])[0]) for name, field in choice["fields"].items()}
        if "" in values.values():
            return str((await self.seats[self.player].get(f"{self.path}/best")).json()["action"])
        return str(choice["form"].format(**values))

    async def act(self, action: str) -> float:
        """Post an action; how long the answer took."""
        start = asyncio.get_running_loop().time()
        reply = await self.seats[self.player].post(f"{self.path}/actions", {"action": action, "length": self.length})
        taken = asyncio.get_running_loop().time() - start
        if reply.status != 200:
            raise AssertionError(f"{action}: {reply.status} {reply.body!r}")
        self.player = reply.json()["turn"]["player"]
        return taken

    async def close(self) -> None:
        """Leave the table."""
        for seat in self.seats.values():
            await seat.close()


class Spectator:
    """A spectator: hears of a move, then fetches the table."""

    def __init__(self, game: BenchGame) -> None:
        self.game = game
        self.heard: asyncio.Queue[tuple[str, float]] = asyncio.Queue()
        self.ear = Connection(game.port, game.watch)
        self.eye = Connection(game.port, game.watch)
        self.listening = asyncio.create_task(self.ear.news(f"{game.path}/events", self.heard))

    async def ready(self) -> None:
        """Wait for the greeting."""
        await self.next_move()

    async def next_move(self) -> float:
        """When news of the next move arrived."""
        while True:
            kind, when = await asyncio.wait_for(self.heard.get(), PATIENCE)
            if kind == "moved":
                return when

    async def see_next_move(self) -> float:
        """When news of the next move and then the new table had arrived."""
        await self.next_move()
        reply = await self.eye.get(self.game.refresh)
        if reply.status != 200:
            raise AssertionError(f"refresh: {reply.status}")
        return asyncio.get_running_loop().time()

    async def close(self) -> None:
        """Go away."""
        self.listening.cancel()
        with suppress(asyncio.CancelledError):
            await self.listening
        await self.ear.close()
        await self.eye.close()


async def _measure(port: int) -> dict[str, Any]:
    return {
        "seen by another": await _watched(port, 1),
        f"seen by {SPECTATORS}": await _watched(port, SPECTATORS),
        f"{TABLES} tables at once": await _many_tables(port),
    }


async def _watched(port: int, count: int) -> dict[str, Any]:
    """From posting a move until the first, the median and the last of so many spectators have the new table."""
    game = await BenchGame.begin(port)
    spectators = [Spectator(game) for _ in range(count)]
    await asyncio.gather(*(spectator.ready() for spectator in spectators))
    posted, seen = [], []
    for _ in range(MOVES):
        action = await game.choose()
        start = asyncio.get_running_loop().time()
        posting = asyncio.create_task(game.act(action))
        times = await asyncio.gather(*(spectator.see_next_move() for spectator in spectators))
        posted.append(await posting)
        seen.append(sorted(when - start for when in times))
    await asyncio.gather(game.close(), *(spectator.close() for spectator in spectators))
    return {
        "answered": _ms(median(posted)),
        "first": _ms(median(times[0] for times in seen)),
        "median": _ms(median(times[len(times) // 2] for times in seen)),
        "last": _ms(median(times[-1] for times in seen)),
        "worst": _ms(max(times[-1] for times in seen)),
    }


async def _many_tables(port: int) -> dict[str, Any]:
    """Many tables that all move at once, repeatedly, with a spectator each."""
    games = [await BenchGame.begin(port) for _ in range(TABLES)]
    spectators = [Spectator(game) for game in games]
    await asyncio.gather(*(spectator.ready() for spectator in spectators))
    answered: list[float] = []
    seen: list[float] = []
    began = asyncio.get_running_loop().time()

    async def play(game: BenchGame, spectator: Spectator) -> None:
        for _ in range(ROUNDS):
            action = await game.choose()
            start = asyncio.get_running_loop().time()
            watching = asyncio.create_task(spectator.see_next_move())
            answered.append(await game.act(action))
            seen.append(await watching - start)

    await asyncio.gather(*(play(game, spectator) for game, spectator in zip(games, spectators, strict=True)))
    took = asyncio.get_running_loop().time() - began
    await asyncio.gather(*(game.close() for game in games), *(spectator.close() for spectator in spectators))
    return {
        "moves a second": round(len(answered) / took),
        "answered": _ms(median(answered)),
        "median": _ms(median(seen)),
        "worst": _ms(max(seen)),
    }


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)
