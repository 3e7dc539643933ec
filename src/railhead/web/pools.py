"""Threads for requests, in separate pools: however much there is to do of one kind, the others go on.

Moves are never behind drawings, sketches, sign-ins, imports or tables that have to be replayed. Requests to one table
take a few threads only; the others wait in the event loop, where waiting costs nothing.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from railhead.web.bodies import IMPORTS as FILE_ADDRESSES
from railhead.web.busy import Busy

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of work: how many threads it has, and how much of it may wait for one."""

    name: str
    threads: int
    waiting: int


MOVES = Kind("moves", threads=4, waiting=1000)
PAGES = Kind("pages", threads=4, waiting=4000)
"""Drawing tables, and everything else that is only looked at."""
SIGN_INS = Kind("sign-ins", threads=2, waiting=50)
"""Comparing a password takes as long as a hundred moves, on purpose."""
IMPORTS = Kind("imports", threads=2, waiting=8)
STARTS = Kind("starts", threads=2, waiting=50)
"""New games, perhaps for practice, and copies."""
REPLAYS = Kind("replays", threads=2, waiting=200)
"""Tables that nobody has visited for a while."""
SKETCHES = Kind("sketches", threads=2, waiting=200)
"""Boards that somebody imagines: unlike a table that moves on, one may be new from edge to edge, and takes seconds."""
KINDS = (MOVES, PAGES, SIGN_INS, IMPORTS, STARTS, REPLAYS, SKETCHES)

PER_TABLE = 2
"""How many threads of a pool the requests to one table may take; they have to take turns anyway."""

SAFE = ("GET", "HEAD", "OPTIONS")
ACCOUNTS = ("/account/", "/admin/")
NEW_GAMES = ("/new", "/api/games")
SKETCH = re.compile(r"/(?:routes|game/[^/]+/(?:seat/[^/]+/)?sketch)(?:/.*)?", re.DOTALL)
TABLE = re.compile(r"/(?:game|api/games)/(?P<id>[^/]+)(?:/.*?(?P<last>[^/]*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Errand:
    """What a request is about: the kind of work, and the table if it is about one."""

    kind: Kind
    table: str | None = None

    @classmethod
    def of(cls, method: str, path: str) -> Errand:
        """What a request asks for, as far as its method and address tell."""
        changes = method not in SAFE
        if path in FILE_ADDRESSES:
            return cls(IMPORTS if changes else PAGES)
        if changes and path.startswith(ACCOUNTS):
            return cls(SIGN_INS)
        if changes and path in NEW_GAMES:
            return cls(STARTS)
        if SKETCH.fullmatch(path):
            return cls(SKETCHES)
        found = TABLE.fullmatch(path)
        if found is None:
            return cls(PAGES)
        if changes and found["last"] == "copy":
            return cls(STARTS, found["id"])
        return cls(MOVES if changes else PAGES, found["id"])


@dataclass(eq=False, slots=True)
class _Turn:
    """Requests to one table that take turns."""

    threads: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(PER_TABLE))
    users: int = 0


class Pool:
    """The threads for one kind of work. To be used in one event loop."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self._threads = ThreadPoolExecutor(kind.threads, kind.name)
        self._taken = 0
        self._turns: dict[str, _Turn] = {}

    async def run(self, table: str | None, work: Callable[[], T]) -> T:
        """Do some work in a thread, when one is free; Busy if too much is waiting already."""
        if self._taken >= self.kind.threads + self.kind.waiting:
            raise Busy
        self._taken += 1
        try:
            async with self._turn(table):
                return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._taken -= 1

    @asynccontextmanager
    async def _turn(self, table: str | None) -> AsyncIterator[None]:
        if table is None:
            yield
            return
        turn = self._turns.setdefault(table, _Turn())
        turn.users += 1
        try:
            async with turn.threads:
                yield
        finally:
            turn.users -= 1
            if not turn.users:
                del self._turns[table]


class Cold(BaseException):
    """A request needs a table that has to be replayed first. It is put aside, and starts again when the table is there.

    Not an Exception: nothing on the way back to the pools should take it for a refusal or a fault.
    """

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table


class Pools:
    """All pools, and the tables being replayed."""

    def __init__(self, replay: Callable[[str], None]) -> None:
        self._replay = replay
        self._pools = {kind: Pool(kind) for kind in KINDS}
        self._replaying: dict[str, asyncio.Task[None]] = {}

    async def run(self, errand: Errand, work: Callable[[bool], T]) -> T:
        """Do the work of a request, which is told whether it may be put aside until its table has been replayed."""
        pool = self._pools[errand.kind]
        try:
            return await pool.run(errand.table, lambda: work(True))
        except Cold as cold:
            await self._replayed(cold.table)
        return await pool.run(errand.table, lambda: work(False))

    async def _replayed(self, table: str) -> None:
        """Replay a table, once for everybody who waits for it."""
        task = self._replaying.get(table)
        if task is None:
            task = asyncio.create_task(self._pools[REPLAYS].run(None, lambda: self._replay(table)))
            self._replaying[table] = task
            task.add_done_callback(lambda _: self._replaying.pop(table))
        await asyncio.shield(task)
