"""Load on a site: many tables that move by the clock while people look on, late tables that are cold, and memory.

Moves come when they are due, whether those before them were answered or not, as those of people do: a site that falls
behind is seen to do so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from railhead.play.gamefile import GameFile
from railhead.titles import catalogue
from railhead.web.bench_client import Connection
from railhead.web.bench_tables import Onlooker, Seated, Served, StoredTable, part, played, served, stored

TABLES = 100
RATE = 100.0
"""Moves a second, over all tables."""
SECONDS = 20.0
VIEWERS = 3
MIDDLE, STEPS, STEP = 0.3, 10, 0.017
"""How much of a game has been played at tables that are busy: they are not all at the same point."""
LATE = 0.9
"""The same at a table that is late."""
VIEW, PAGE = "/api/games/{}/view", "/game/{}/refresh"
OPEN = 12
"""How many late tables of a title are opened, each of another game, to see how much memory they take."""
SMALL = tuple(catalogue.TITLES)[:2]
"""The titles whose tables are measured: those that were there first have the smallest boards."""


def measure(folder: Path) -> dict[str, dict[str, float]]:
    """All of it, in milliseconds unless it says otherwise. The process becomes one of the site, to store the games."""
    games = {title: [played(title, seed) for seed in range(1, OPEN + 1)] for title in SMALL}
    cuts = [(some[step], MIDDLE + step * STEP) for some in games.values() for step in range(STEPS)]
    busy = prepare(folder, cuts, TABLES // len(cuts))
    late = {title: prepare(folder, [(game, LATE) for game in some], 1) for title, some in games.items()}
    firsts = [tables[0] for tables in late.values()]
    with served(folder) as site:
        loaded = asyncio.run(under_load(site, busy, RATE, SECONDS))
    with served(folder) as site:
        replayed = asyncio.run(opened(site, firsts, VIEW))
    with served(folder) as site:
        cold = asyncio.run(opened(site, firsts, PAGE))
    others = {title: tables[1:] for title, tables in late.items()}
    return {
        f"{round(RATE)} moves a second at {len(busy)} tables": loaded,
        "late table replayed": replayed,
        "late table from a snapshot, drawn": cold,
        "megabytes of a late table": {title: _memory(folder, tables) for title, tables in others.items()},
    }


def prepare(folder: Path, games: Sequence[tuple[GameFile, float]], each: int, url: str = "") -> list[StoredTable]:
    """Store tables of games after a share of their actions, at a site that is made if there is none."""
    from railhead.web import server
    from railhead.web.configuration import Configuration

    server.prepare(Configuration(data=folder, database_url=url))
    return stored(games, each)


async def under_load(site: Served, tables: Sequence[StoredTable], rate: float, seconds: float) -> dict[str, float]:
    """So many moves a second, over all tables in turn, with the players of two seats and a spectator looking on."""
    games = [Seated(site.port, table) for table in tables]
    onlookers = [
        Onlooker(site.port, table, secret)
        for table in tables
        for secret in (*list(table.seats.values())[: VIEWERS - 1], table.watch)
    ]
    for onlooker in onlookers:
        await onlooker.sit_down()
    before, loop = site.processor(), asyncio.get_running_loop()
    began = loop.time()

    async def moves(game: Seated, number: int) -> list[float]:
        taken: list[float] = []
        pause = len(games) / rate
        due = began + number / rate
        while due < began + seconds:
            await asyncio.sleep(max(0.0, due - loop.time()))
            found = await game.move()
            if found is None:
                break
            taken.append(found + max(0.0, loop.time() - found - due))
            due += pause
        return taken

    rows = await asyncio.gather(*(moves(game, number) for number, game in enumerate(games)))
    taken, took = [each for row in rows for each in row], loop.time() - began
    used = site.processor() - before
    shown = [each for onlooker in onlookers for each in onlooker.shown]
    await asyncio.gather(*(game.close() for game in games), *(onlooker.close() for onlooker in onlookers))
    return {
        "moves a second": round(len(taken) / took, 1),
        "acknowledged": _ms(part(taken, 0.5)),
        "acknowledged 95%": _ms(part(taken, 0.95)),
        "acknowledged worst": _ms(max(taken)),
        "shown": _ms(part(shown, 0.5)),
        "shown 95%": _ms(part(shown, 0.95)),
        "tables shown a second": round(len(shown) / took, 1),
        "processors used": round(used / took, 2),
    }


async def opened(site: Served, tables: Sequence[StoredTable], what: str) -> dict[str, float]:
    """How long the first visitor waits for each table."""
    found: dict[str, float] = {}
    loop = asyncio.get_running_loop()
    for table in tables:
        connection = Connection(site.port, table.watch)
        path = what.format(table.id)
        start = loop.time()
        reply = await connection.get(path)
        found[table.title] = _ms(loop.time() - start)
        if reply.status != 200:
            raise AssertionError(f"{path}: {reply.status}")
        await connection.close()
    return found


def _memory(folder: Path, tables: Sequence[StoredTable]) -> float:
    """What a late table takes, once one of its kind has been opened. None has a snapshot, so all are replayed."""
    with served(folder) as site:
        asyncio.run(opened(site, tables[:1], PAGE))
        before = site.megabytes()
        for table in tables[1:]:
            asyncio.run(opened(site, [table], PAGE))
        return round((site.megabytes() - before) / (len(tables) - 1), 2)


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)
