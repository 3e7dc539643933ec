"""Tallies: what a title counts about a whole game, so that many games show which of its rules were used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from railhead.core.actions import Action
from railhead.core.rulebook import RuleGroup

if TYPE_CHECKING:
    from railhead.core.events import Event
    from railhead.core.game import Game


class Notable(Protocol):
    """What notable things an action brought about, each named as often as it happened."""

    def __call__(self, before: Game, after: Game, action: Action, events: Sequence[Event]) -> Iterable[str]: ...


class Record(Protocol):
    """Measures of a position, of which the highest in a game is remembered."""

    def __call__(self, game: Game) -> Mapping[str, int]: ...


def nothing_notable(before: Game, after: Game, action: Action, events: Sequence[Event]) -> Iterable[str]:
    """Kinds of actions and events say enough."""
    return ()


def no_records(game: Game) -> Mapping[str, int]:
    """Nothing is measured."""
    return {}


@dataclass(frozen=True)
class Tallies(RuleGroup):
    """What a title counts."""

    notable: Notable = nothing_notable
    """What notable things this action brought about."""
    records: Record = no_records
    """Measures of this position."""
