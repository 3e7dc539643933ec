"""What a table at which bots play costs the others: their moves while it is quiet, and while bots decide all the time.

Both are measured in turns at the same site, so that whatever else the machine does meanwhile counts for both.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from railhead.titles import catalogue
from railhead.web.bench_client import Connection
from railhead.web.bench_load import MIDDLE, SMALL, prepare
from railhead.web.bench_tables import Seated, Served, StoredTable, part, played, served

OTHERS = 20
"""Tables at which people move."""
RATE = 10.0
"""Moves a second, over all of them."""
STRETCHES, SECONDS = 5, 6.0
"""How often it is measured without and with bots, and for how long each time."""
WARMING = 1.0
"""Seconds that are not counted at the beginning of each stretch: bots are about to begin, or to finish."""
BOT = "hard"
"""Of all bots it has most to think about."""


def measure(folder: Path) -> dict[str, float]:
    """Milliseconds until a move is acknowledged at tables without bots, and how much longer with bots elsewhere."""
    others = prepare(folder, [(played(title, 1), MIDDLE) for title in SMALL], OTHERS // len(SMALL))
    with served(folder, "--bot-pause", "0") as site:
        return asyncio.run(_in_turns(site, others))


async def _in_turns(site: Served, others: Sequence[StoredTable]) -> dict[str, float]:
    games = [Seated(site.port, table) for table in others]
    bots = await TableOfBots.begin(site)
    quiet: list[float] = []
    meanwhile: list[float] = []
    for _ in range(STRETCHES):
        quiet += await _stretch(games)
        await bots.play(True)
        meanwhile += await _stretch(games)
        await bots.play(False)
    decided = await bots.length()
    await asyncio.gather(bots.close(), *(game.close() for game in games))
    before, after = median(quiet), median(meanwhile)
    return {
        "acknowledged": round(before * 1000, 1),
        "meanwhile": round(after * 1000, 1),
        "95%": round(part(quiet, 0.95) * 1000, 1),
        "95% meanwhile": round(part(meanwhile, 0.95) * 1000, 1),
        "per cent slower": round((after / before - 1) * 100, 1),
        "bots decided": decided,
    }


async def _stretch(games: Sequence[Seated]) -> list[float]:
    """Moves that come by the clock, one table after another; how long each took."""
    loop = asyncio.get_running_loop()
    await asyncio.sleep(WARMING)
    began, taken = loop.time(), list[float]()
    for number in range(int(RATE * SECONDS)):
        await asyncio.sleep(max(0.0, began + number / RATE - loop.time()))
        found = await games[number % len(games)].move()
        if found is not None:
            taken.append(found)
    return taken


class TableOfBots:
    """A table whose host lets bots play all seats, or none."""

    def __init__(self, site: Served, path: str, host: str, players: Sequence[str]) -> None:
        self._path, self._players = path, players
        self._connection = Connection(site.port, host)

    @classmethod
    async def begin(cls, site: Served) -> TableOfBots:
        """A new game of the second title, whose decisions take longer than those of the first."""
        title = catalogue.TITLES[SMALL[-1]]
        players = [f"P{number}" for number in range(1, max(3, title.players[0]) + 1)]
        door = Connection(site.port, "")
        made = (await door.post("/api/games", {"title": title.title, "players": players, "seed": 1})).json()
        await door.close()
        return cls(site, f"/api/games/{made['id']}", made["host"], players)

    async def play(self, bots: bool) -> None:
        """Let bots play from now on, or nobody."""
        for player in self._players:
            body = {"player": player, "bot": BOT if bots else ""}
            reply = await self._connection.post(f"{self._path}/bots", body)
            if reply.status != 200:
                raise AssertionError(f"bots: {reply.status} {reply.body!r}")

    async def length(self) -> int:
        """How many entries its log has."""
        return int((await self._connection.get(f"{self._path}/view")).json()["length"])

    async def close(self) -> None:
        """Leave the table."""
        await self._connection.close()
