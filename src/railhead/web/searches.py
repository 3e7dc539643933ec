"""Searches in separate processes: they may take long, and nobody else at any table has to wait.

Equal questions are answered by one search, which ends when nobody waits for it any more.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Generic, TypeVar, TypeVarTuple, Unpack

from railhead.core.state import State
from railhead.play.gamefile import GameFile
from railhead.web import apart
from railhead.web.apart import Limits, TooMuch
from railhead.web.busy import Busy
from railhead.web.clients import Client

T = TypeVar("T")
Question = TypeVarTuple("Question")

PATIENCE = 30.0
"""Seconds; after that the player has to do without the answer."""
AT_ONCE = 2
"""How many searches of a kind run at the same time; the others queue."""
MOST_WAITING = 20
"""How many searches of a kind may run or queue."""
MOST_PER_TABLE = 2
"""How many of them may be for one table."""
MOST_KEPT = 500


@dataclass(eq=False, slots=True)
class Search(Generic[T]):
    """A search in one position, for everyone who asks the same about it."""

    table: str
    client: Client = field(default_factory=Client)
    answer: Future[T | None] = field(default_factory=Future)
    waiting: int = 0
    """How many wait for the answer."""

    async def result(self) -> T | None:
        """The answer; None if it was not found in time. When the last who waits leaves, the search is given up."""
        self.waiting += 1
        try:
            return await asyncio.shield(asyncio.wrap_future(self.answer))
        finally:
            self.waiting -= 1
            if self.waiting == 0:
                self.client.leave()


def _always(found: object) -> bool:
    return True


class Searches(Generic[T, *Question]):
    """The searches of a kind that are under way, and the answers of earlier ones."""

    def __init__(
        self,
        find: Callable[[GameFile, State, Unpack[Question]], T | None],
        *,
        most_per_table: int = MOST_PER_TABLE,
        patience: float = PATIENCE,
        is_settled: Callable[[T], bool] = _always,
    ) -> None:
        """What is searched for in a game; an answer that is not settled is looked for again when it is asked for."""
        self._find = find
        self._most_per_table = most_per_table
        self._patience = patience
        self._is_settled = is_settled
        self._lock = Lock()
        self._threads = ThreadPoolExecutor(AT_ONCE, find.__name__)
        self._under_way: dict[object, Search[T]] = {}
        self._found: OrderedDict[object, T] = OrderedDict()

    def ask(self, table: str, game: GameFile, state: State, *question: *Question) -> Search[T]:
        """Ask something about a position of a table; Busy if too much is being searched for."""
        start = replace(game, actions=(), undone=())
        key = (start, state.digest(), question)
        with self._lock:
            search = self._under_way.get(key)
            if search is not None and not search.client.gone:
                return search
            if key in self._found:
                return _answered(table, self._found[key])
            self._check_room(table)
            search = self._under_way[key] = Search(table)
        self._threads.submit(self._carry_out, key, search, start, state, *question)
        return search

    def _check_room(self, table: str) -> None:
        searches = self._under_way.values()
        if len(searches) >= MOST_WAITING or sum(search.table == table for search in searches) >= self._most_per_table:
            raise Busy("Too many runs are being searched for at the moment; please try again shortly")

    def _carry_out(self, key: object, search: Search[T], game: GameFile, state: State, *question: *Question) -> None:
        found: T | None = None
        try:
            if not search.client.gone:
                with suppress(TooMuch):
                    found = apart.run(Limits(self._patience), search.client, self._find, game, state, *question)
        except BaseException as problem:
            self._end(key, search, None)
            search.answer.set_exception(problem)
        else:
            self._end(key, search, found)
            search.answer.set_result(found)

    def _end(self, key: object, search: Search[T], found: T | None) -> None:
        """Keep an answer; one that was not found in time may be found when the machine is less busy."""
        with self._lock:
            if self._under_way.get(key) is search:
                del self._under_way[key]
            if found is not None and self._is_settled(found):
                self._found[key] = found
                if len(self._found) > MOST_KEPT:
                    self._found.popitem(last=False)


def _answered(table: str, found: T) -> Search[T]:
    search: Search[T] = Search(table)
    search.answer.set_result(found)
    return search
