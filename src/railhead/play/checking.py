"""Can a stored game still be replayed? And if not, which action is refused, and by which rule?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from railhead.core.refusal import RailheadError
from railhead.core.rulebook import Rulebook
from railhead.play.gamefile import GameFile
from railhead.play.log import Entry
from railhead.play.session import Misplayed
from railhead.play.table import Table

Replay = Iterator[tuple[Rulebook, int]]
"""The rulebook of a game and how many actions have been played, after each of them."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A game that is stored somewhere."""

    where: str
    replay: Callable[[], Replay]


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a game can no longer be replayed: the action, if it got that far, and the rule."""

    reason: str
    action: object = None
    """Its number, from 1; for an 18xx.games file, its id."""
    text: str = ""
    rule: str = ""

    def __str__(self) -> str:
        return f"action {self.action} ('{self.text}'): {self.reason} [{self.rule}]" if self.text else self.reason


@dataclass(frozen=True, slots=True)
class Checked:
    """A stored game, and how far it could be replayed."""

    where: str
    title: str = ""
    revision: int = 0
    actions: int = 0
    problem: Problem | None = None


def check(stored: Stored) -> Checked:
    """Replay a game."""
    title, revision, actions = "", 0, 0
    problem: Problem | None = None
    try:
        for book, actions in stored.replay():  # noqa: B007  how far it got
            title, revision = book.title, book.revision
    except Misplayed as no:
        problem = Problem(no.reason, no.number, no.text, no.rule)
    except (RailheadError, OSError) as no:
        problem = Problem(str(no))
    except Exception as fault:
        problem = Problem(f"action {actions + 1} cannot be played: {type(fault).__name__}: {fault}", actions + 1)
    return Checked(stored.where, title, revision, actions, problem)


def replay_log(file: GameFile, log: Iterable[Entry]) -> Replay:
    """Replay the log of a table, with whatever was taken back."""
    table = Table(file)
    yield table.book, 0
    for entry, after in pairwise((*log, None)):
        assert entry is not None
        table.restore(entry, after)
        yield table.book, table.actions
