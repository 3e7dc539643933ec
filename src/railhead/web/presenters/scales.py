"""One of many amounts to be chosen: every amount with what it would do, and where along them that changes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from railhead.web.presenters.outlook import Chip, Outlook

MANY = 10
"""More amounts than this are chosen on a scale."""
MONEY = ("gain", "cost")
"""The kinds of consequences that differ from amount to amount anyway."""


@dataclass(frozen=True, slots=True)
class Level:
    """One amount, and the action that chooses it."""

    action: str
    figure: str
    outlook: Outlook

    @property
    def effects(self) -> tuple[Chip, ...]:
        """What it would do besides moving money."""
        return tuple(chip for chip in self.outlook.chips if chip.kind not in MONEY)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Neighbouring amounts that do the same, apart from the money."""

    first: Level
    last: Level
    effects: tuple[Chip, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """An action with one of many amounts."""

    label: str
    says: str
    """The label with `{amount}` for the amount."""
    levels: tuple[Level, ...]
    at: int = 0
    """The place of the level at which it stands at first."""

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """Where the consequences change; none if they never do."""
        found = []
        for effects, group in groupby(self.levels, key=lambda level: level.effects):
            levels = list(group)
            found.append(Stretch(levels[0], levels[-1], effects))
        return tuple(found) if len(found) > 1 else ()

    @property
    def start(self) -> Level:
        """Where the scale stands at first."""
        return self.levels[self.at]
