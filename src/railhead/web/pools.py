"""Threads for requests, in separate pools: however much there is to do of one kind, the others go on.

Moves are never behind drawings, sketches, sign-ins, imports or tables that have to be replayed. Requests to one table,
and those of one address, take a few threads only; the others wait in the event loop, where waiting costs nothing.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from railhead.web.bodies import IMPORTS as FILE_ADDRESSES
from railhead.web.busy import Busy
from railhead.web.right_of_way import RIGHT_OF_WAY

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of work: how many threads it has, and how much of it may wait for one."""

    name: str
    threads: int
    waiting: int
    together: bool = False
    """Is it worth doing what is wanted of one table together? Pages of the same position have most in common."""

    @property
    def size(self) -> int:
        """How much of it there may be at the same time."""
        return self.threads + self.waiting

    @property
    def per_asker(self) -> int:
        """How many of the threads one address may take: there is always one for somebody else."""
        return max(1, self.threads - 1)


MOVES = Kind("moves", threads=4, waiting=1000)
PAGES = Kind("pages", threads=3, waiting=4000, together=True)
"""Drawing tables, and everything else that is only looked at. More threads would not draw faster."""
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
MOST_TOGETHER = 8
"""So many requests to one table are handled in a row; then it is the turn of the others."""

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
    asker: str | None = None
    """The address it comes from, where that tells one visitor from another."""

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
    """Requests of one address, that take turns."""

    threads: asyncio.Semaphore
    users: int = 0


class Queue:
    """Requests that wait for a thread, by table: the table whose turn it is comes first. For one event loop."""

    def __init__(self, kind: Kind) -> None:
        self._together = kind.together
        self._free = kind.threads
        self._waiting: OrderedDict[Hashable, deque[asyncio.Future[None]]] = OrderedDict()
        self._running: Counter[Hashable] = Counter()
        self._in_a_row = 0

    @asynccontextmanager
    async def thread(self, table: str | None) -> AsyncIterator[None]:
        """Wait for a thread."""
        subject: Hashable = object() if table is None else table
        place = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(subject, deque()).append(place)
        self._admit(None)
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():  # it was admitted at the same moment
                self._leave(subject)
            raise
        try:
            yield
        finally:
            self._leave(subject)

    def _leave(self, subject: Hashable) -> None:
        self._free += 1
        self._running[subject] -= 1
        if not self._running[subject]:
            del self._running[subject]
        self._admit(subject)

    def _admit(self, last: Hashable) -> None:
        """Let as many begin as there are threads; somebody has just been done with a table."""
        while self._free:
            subject = self._next(last)
            if subject is None:
                return
            self._in_a_row = self._in_a_row + 1 if subject == last else 0
            place = self._waiting[subject].popleft()
            if not self._waiting[subject]:
                del self._waiting[subject]
            elif not self._together:
                self._waiting.move_to_end(subject)
            if not place.done():  # whoever waited for it may have left
                self._free -= 1
                self._running[subject] += 1
                place.set_result(None)

    def _next(self, last: Hashable) -> Hashable:
        """The table that others at it have just been shown, the one that has waited longest, or one that is busy."""
        if self._together and last in self._waiting:
            if self._in_a_row < MOST_TOGETHER and not self._running[last]:
                return last
            self._waiting.move_to_end(last)
        idle = (subject for subject in self._waiting if subject not in self._running)
        busy = (subject for subject in self._waiting if self._running[subject] < PER_TABLE)
        return next(chain(idle, busy), None)


class Pool:
    """The threads for one kind of work. To be used in one event loop."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self._threads = ThreadPoolExecutor(kind.threads, kind.name)
        self._taken = 0
        self._queue = Queue(kind)
        self._askers: dict[str, _Turn] = {}

    async def run(self, table: str | None, work: Callable[[], T], asker: str | None = None) -> T:
        """Do some work in a thread, when one is free; Busy if too much is waiting already.

        Half of what may wait is the most that one address can have: the others are not shut out.
        """
        own = self._askers[asker].users if asker in self._askers else 0
        if self._taken >= self.kind.size or own > self.kind.size // 2:
            raise Busy
        self._taken += 1
        try:
            # Whoever waits for their own turn holds up nobody else at the table.
            async with _turn(self._askers, asker, self.kind.per_asker), self._queue.thread(table):
                return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._taken -= 1


@asynccontextmanager
async def _turn(turns: dict[str, _Turn], key: str | None, threads: int) -> AsyncIterator[None]:
    """Wait for one's turn among those with the same key."""
    if key is None:
        yield
        return
    turn = turns.setdefault(key, _Turn(asyncio.Semaphore(threads)))
    turn.users += 1
    try:
        async with turn.threads:
            yield
    finally:
        turn.users -= 1
        if not turn.users:
            del turns[key]


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
        with RIGHT_OF_WAY.taken(errand.kind is MOVES):
            try:
                return await pool.run(errand.table, lambda: self._in_turn(errand, work, True), errand.asker)
            except Cold as cold:
                await self._replayed(cold.table)
            return await pool.run(errand.table, lambda: self._in_turn(errand, work, False), errand.asker)

    def _in_turn(self, errand: Errand, work: Callable[[bool], T], may_be_put_aside: bool) -> T:
        """Do some work in a thread; whatever is only looked at lets moves go first."""
        if errand.kind is PAGES:
            RIGHT_OF_WAY.give()
        return work(may_be_put_aside)

    async def _replayed(self, table: str) -> None:
        """Replay a table, once for everybody who waits for it."""
        task = self._replaying.get(table)
        if task is None:
            task = asyncio.create_task(self._pools[REPLAYS].run(None, lambda: self._replay(table)))
            self._replaying[table] = task
            task.add_done_callback(lambda _: self._replaying.pop(table))
        await asyncio.shield(task)
