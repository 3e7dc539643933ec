"""The best run, searched for in a separate process: it may take long, and nobody else at any table has to wait."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import NamedTuple, cast

from railhead.core import engine
from railhead.core.actions import text_of
from railhead.core.state import State
from railhead.play.gamefile import GameFile
from railhead.play.offers import Rated, is_rated

PATIENCE = 30.0
"""Seconds; after that the player has to find a run without help."""
AT_ONCE = 2
"""How many searches run at the same time; the others queue."""
MOST_KEPT = 500


class Suggestion(NamedTuple):
    """The action that earns most, and whether that is proven."""

    action: str
    proven: bool


_seekers = ThreadPoolExecutor(AT_ONCE, "best-run")
_found: OrderedDict[object, Suggestion | None] = OrderedDict()
_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["railhead.web.best_run_worker", "railhead.titles.catalogue"])


async def best_run(game: GameFile, state: State) -> Suggestion | None:
    """The action that earns most in a state; None if none was found in time or no trains are to run."""
    start = replace(game, actions=(), undone=())
    key = (start, state.digest())
    if key not in _found:
        _found[key] = await asyncio.get_running_loop().run_in_executor(_seekers, _ask, start, state)
        while len(_found) > MOST_KEPT:
            _found.popitem(last=False)
    return _found[key]


def _ask(game: GameFile, state: State) -> Suggestion | None:
    with _seeker(game, state) as answer:
        try:
            return cast(Suggestion | None, answer.recv()) if answer.poll(PATIENCE) else None
        except EOFError:
            return None


@contextmanager
def _seeker(game: GameFile, state: State) -> Iterator[Connection]:
    """A process that searches for the run; it is ended once the answer has arrived or the time is up."""
    here, there = _context.Pipe(duplex=False)
    process = _context.Process(target=_seek, args=(game, state, there), daemon=True)
    process.start()
    there.close()
    try:
        yield here
    finally:
        here.close()
        process.kill()
        process.join()
        process.close()


def _seek(game: GameFile, state: State, there: Connection) -> None:
    there.send(find_best(game, state))


def find_best(game: GameFile, state: State) -> Suggestion | None:
    """The best action among choices that know their best value."""
    book = game.rulebook()
    for choice in engine.choices(book, state) or ():
        if len(choice.domains) == 1 and is_rated(choice.domains[0]):
            rated = cast(Rated, choice.domains[0])
            _, best = rated.best
            return Suggestion(text_of(book, choice.action(best)), rated.is_proven)  # type: ignore[call-arg]
    return None
