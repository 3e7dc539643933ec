"""What a bot is: something that decides, from what its seat may know, and says why.

A decision depends on nothing but the position, the source of chance and the budget, which is counted in work and not in
time; so it is the same on every machine.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from railhead.bots.position import Position
from railhead.core.actions import Action
from railhead.core.choices import Choices
from railhead.core.view import View

STATE = 100
"""To make a position and look at it counts as much work as this many steps of a search for runs."""


@dataclass(slots=True)
class Budget:
    """How much a bot may still work on a decision: states it makes, and steps of its searches for runs."""

    work: int = 1_000_000
    done: int = 0

    def spend(self, work: int = STATE) -> None:
        """Some work has been done."""
        self.done += work

    @property
    def left(self) -> int:
        """How much may still be done."""
        return max(0, self.work - self.done)

    @property
    def used_up(self) -> bool:
        """Has everything been done that may be? Then the best that has been found so far has to do."""
        return self.done >= self.work


@dataclass(frozen=True, slots=True)
class Weighed:
    """An action that was considered, and what the bot thinks it leads to."""

    action: Action
    value: float
    """The higher, the better; amounts of money, if `parts` are given."""
    parts: tuple[tuple[str, float], ...] = ()
    """What the value is made of, by name."""


def by_value(weighed: Sequence[Weighed], chance: Random) -> list[Weighed]:
    """The best first; chance decides among equals, or games without a random set-up would all be the same."""
    return sorted(chance.sample(weighed, len(weighed)), key=lambda each: -each.value)


@dataclass(frozen=True, slots=True)
class Decision:
    """What a bot decided, and why."""

    action: Action
    rule: str = ""
    """The consideration that decided, by name."""
    weighed: tuple[Weighed, ...] = ()
    """What was compared, best first; not everything that was looked at."""
    work: int = 0
    cut_short: bool = field(default=False)
    """Was the budget used up before everything had been looked at?"""


class Bot(Protocol):
    """A player that decides by itself."""

    def decide(self, seen: Position, chance: Random, budget: Budget) -> Decision:
        """One of the choices, with the reasons for it."""


class Instinct(ABC):
    """A bot that looks at nothing but its view and its choices, and gives no reasons."""

    def decide(self, seen: Position, chance: Random, budget: Budget) -> Decision:
        """Whatever comes to mind."""
        return Decision(self.choose(seen.view, seen.choices, chance))

    @abstractmethod
    def choose(self, view: View, choices: Choices, chance: Random) -> Action:
        """One of the choices."""
