"""The best run, searched for in a separate process: it may take long, and nobody else at any table has to wait.

Equal questions are answered by one search, which ends when nobody waits for it any more.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import NamedTuple, cast

from railhead.core import engine
from railhead.core.actions import text_of
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.state import State
from railhead.play.gamefile import GameFile
from railhead.play.offers import Rated, is_rated
from railhead.rules.running import Run, open_runs
from railhead.web import apart
from railhead.web.apart import Limits, TooMuch
from railhead.web.busy import Busy
from railhead.web.clients import Client

PATIENCE = 30.0
"""Seconds; after that the player has to find a run without help."""
AT_ONCE = 2
"""How many searches run at the same time; the others queue."""
MOST_WAITING = 20
"""How many searches may run or queue."""
MOST_PER_TABLE = 2
"""How many of them may be for one table."""
MOST_KEPT = 500


class Suggestion(NamedTuple):
    """The action that earns most, and whether that is proven."""

    action: str
    """Empty if no train of the company has a route."""
    proven: bool


@dataclass(eq=False, slots=True)
class Search:
    """A search for the best run in one position, for everyone who asks about it."""

    table: str
    client: Client = field(default_factory=Client)
    answer: Future[Suggestion | None] = field(default_factory=Future)
    waiting: int = 0
    """How many wait for the answer."""

    async def result(self) -> Suggestion | None:
        """The answer; None if it was not found in time. When the last who waits leaves, the search is given up."""
        self.waiting += 1
        try:
            return await asyncio.shield(asyncio.wrap_future(self.answer))
        finally:
            self.waiting -= 1
            if self.waiting == 0:
                self.client.leave()


class BestRuns:
    """The searches under way, and the answers of earlier ones."""

    def __init__(self, most_per_table: int = MOST_PER_TABLE) -> None:
        self._lock = Lock()
        self._most_per_table = most_per_table
        self._threads = ThreadPoolExecutor(AT_ONCE, "best-run")
        self._under_way: dict[object, Search] = {}
        self._found: OrderedDict[object, Suggestion] = OrderedDict()

    def ask(self, table: str, game: GameFile, state: State, company: Company | None = None) -> Search:
        """Ask for the best run in a position of a table; Busy if too many are being searched for.

        It is that of the company which is to run, or of another one if it had to run now.
        """
        start = replace(game, actions=(), undone=())
        key = (start, state.digest(), company)
        with self._lock:
            search = self._under_way.get(key)
            if search is not None and not search.client.gone:
                return search
            if key in self._found:
                return _answered(table, self._found[key])
            self._check_room(table)
            search = self._under_way[key] = Search(table)
        self._threads.submit(self._carry_out, key, search, start, state, company)
        return search

    def _check_room(self, table: str) -> None:
        searches = self._under_way.values()
        if len(searches) >= MOST_WAITING or sum(search.table == table for search in searches) >= self._most_per_table:
            raise Busy("Too many runs are being searched for at the moment; please try again shortly")

    def _carry_out(self, key: object, search: Search, game: GameFile, state: State, company: Company | None) -> None:
        found: Suggestion | None = None
        try:
            if not search.client.gone:
                with suppress(TooMuch):
                    found = apart.run(Limits(PATIENCE), search.client, find_best, game, state, company)
        except BaseException as problem:
            self._end(key, search, None)
            search.answer.set_exception(problem)
        else:
            self._end(key, search, found)
            search.answer.set_result(found)

    def _end(self, key: object, search: Search, found: Suggestion | None) -> None:
        """Keep an answer; one that was not found in time may be found when the machine is less busy."""
        with self._lock:
            if self._under_way.get(key) is search:
                del self._under_way[key]
            if found is not None:
                self._found[key] = found
                if len(self._found) > MOST_KEPT:
                    self._found.popitem(last=False)


def _answered(table: str, found: Suggestion) -> Search:
    search = Search(table)
    search.answer.set_result(found)
    return search


BEST_RUNS = BestRuns()
SKETCHED_RUNS = BestRuns(most_per_table=4)
"""Searches on boards that somebody imagines. However many there are, nobody who has to run trains waits for them.

Whoever draws asks again with every change, before it is known that nobody waits for the last answer any more.
"""


def find_best(game: GameFile, state: State, company: Company | None) -> Suggestion | None:
    """The best action among choices that know their best value, or the best run of a company that has no choice now."""
    book = game.rulebook()
    if company is not None:
        runs = open_runs(Game(book, state), company)
        if runs is None:
            return Suggestion("", True)
        plan = runs.proven.plan
        return Suggestion(text_of(book, Run(plan)) if plan else "", runs.is_proven)
    for choice in engine.choices(book, state) or ():
        if len(choice.domains) == 1 and is_rated(choice.domains[0]):
            rated = cast(Rated, choice.domains[0])
            _, best = rated.best
            return Suggestion(text_of(book, choice.action(best)), rated.is_proven)  # type: ignore[call-arg]
    return None
