"""What only 1860 has to remember."""

from __future__ import annotations

from dataclasses import dataclass, replace

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company


@dataclass(frozen=True, slots=True)
class Record1860:
    """The marks of the end game, and destinations reached."""

    building_over: bool = False
    """The stock round after the Southern Railway's formation has begun: no track, bases or halts any more."""
    nationalised: bool = False
    last_round: bool = False
    """The one or two companies left operate for the last time."""
    crashed: bool = False
    """A bankruptcy has cut the stock round short; another stock round follows."""
    destinations: tuple[tuple[Company, str], ...] = ()
    """Companies and the destinations they have linked to their homes."""


def record(game: Game) -> Record1860:
    """The record of this game."""
    found = game.state.record
    assert isinstance(found, Record1860)
    return found


def amend(game: Game, **changes: object) -> None:
    """Change the record."""
    effects.set_record(game, replace(record(game), **changes))  # type: ignore[arg-type]
