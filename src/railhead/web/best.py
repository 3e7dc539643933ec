"""The best run, looked for in a process of its own: it may take long, and nobody else at any table waits for it."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing.connection import Connection
from threading import BoundedSemaphore
from typing import cast

from railhead.core import engine
from railhead.core.actions import text_of
from railhead.core.refusal import RailheadError
from railhead.core.state import State
from railhead.play.gamefile import GameFile
from railhead.play.offers import Rated, is_rated

PATIENCE = 30.0
"""Seconds; whoever has waited so long for a suggestion finds a run himself."""
AT_ONCE = 2
"""How many look at the same time; the others wait for their turn."""

_turns = BoundedSemaphore(AT_ONCE)
_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["railhead.web.best", "railhead.titles.catalogue"])


class TooBusy(RailheadError):
    """Nobody has time for this now."""


def best_run(game: GameFile, state: State) -> str | None:
    """The text of the action that earns most in a state; None if none was found in time or none is to be made."""
    if not _turns.acquire(timeout=PATIENCE):
        raise TooBusy("Too many are looking for runs; try again, or find one yourself")
    try:
        with _seeker(replace(game, actions=(), undone=()), state) as answer:
            return answer.recv() if answer.poll(PATIENCE) else None
    except EOFError:
        return None
    finally:
        _turns.release()


@contextmanager
def _seeker(game: GameFile, state: State) -> Iterator[Connection]:
    """A process that looks for the run, ended when the answer is there or nobody waits for it any more."""
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


def find_best(game: GameFile, state: State) -> str | None:
    """The text of the best action among choices that know their best value."""
    book = game.rulebook()
    for choice in engine.choices(book, state) or ():
        if len(choice.domains) == 1 and is_rated(choice.domains[0]):
            _, best = cast(Rated, choice.domains[0]).best
            return text_of(book, choice.action(best))  # type: ignore[call-arg]
    return None
