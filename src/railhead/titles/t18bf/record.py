"""What only 18BF has to remember."""

from __future__ import annotations

from dataclasses import dataclass, replace

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Private, Stop


@dataclass(frozen=True, slots=True)
class Record18BF:
    """What 18BF adds to companies, and what turns and the end of the game leave behind."""

    markers: tuple[int, ...]
    """By company: all its station markers, on the board or not."""
    homes: tuple[Stop, ...]
    """By company: the stop where it settled first; NO_STOP if it has no home."""
    loans_at_start: int = 0
    """How many loans the operating company had when its turn began: interest is due on these."""
    ferries: tuple[tuple[Private, Stop], ...] = ()
    """The Irish ferries of the operating company, and the areas they are assigned to in this turn."""
    last_set: int = 0
    """The number of the set of operating rounds with which the game ends; 0 as long as that is open."""
    last_rounds: int = 0
    """How many operating rounds that set has."""


def record(game: Game) -> Record18BF:
    """The record of this game."""
    found = game.state.record
    assert isinstance(found, Record18BF)
    return found


def amend(game: Game, **changes: object) -> None:
    """Change the record."""
    effects.set_record(game, replace(record(game), **changes))  # type: ignore[arg-type]


def set_markers(game: Game, company: Company, count: int) -> None:
    """A company has this many station markers in all."""
    markers = record(game).markers
    amend(game, markers=(*markers[:company], count, *markers[company + 1 :]))


def set_home(game: Game, company: Company, stop: Stop) -> None:
    """A company has its home here, or nowhere."""
    homes = record(game).homes
    amend(game, homes=(*homes[:company], stop, *homes[company + 1 :]))


def token_count(game: Game, company: Company) -> int:
    """All station markers of a company, on the board or not (18BF-SETUP-14, 18BF-SYSTEM-03)."""
    return record(game).markers[company]
