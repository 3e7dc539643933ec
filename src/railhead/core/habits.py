"""Habits: how somebody who knows a title a little decides, for players who otherwise decide at random.

Random play is enough for many titles. In others it ruins everybody at once, and most of the rules are never used; these
say what a passable player likes and shuns.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Protocol

from railhead.core.rulebook import RuleGroup

if TYPE_CHECKING:
    from railhead.core.actions import Action
    from railhead.core.choices import Choice
    from railhead.core.game import Game
    from railhead.core.steps import Step


class Liking(Protocol):
    """How much a choice appeals: 1 is ordinary, 0 is not to be taken if there is anything else."""

    def __call__(self, game: Game, step: Step, choice: Choice) -> float: ...


class Narrowing(Protocol):
    """A choice with only those values that somebody who knows the title would consider."""

    def __call__(self, game: Game, step: Step, choice: Choice, chance: Random) -> Choice: ...


def no_preference(game: Game, step: Step, choice: Choice) -> float:
    """Every choice is as good as another."""
    return 1.0


def any_values(game: Game, step: Step, choice: Choice, chance: Random) -> Choice:
    """Any values will do."""
    return choice


@dataclass(frozen=True)
class Habits(RuleGroup):
    """What a passable player of a title does more often, or less, than one who decides at random."""

    weights: Mapping[type[Action], float] = field(default_factory=dict)
    """By kind of action: how often it is taken, where that is peculiar to the title."""
    liking: Liking = no_preference
    """How much this choice appeals now."""
    narrowed: Narrowing = any_values
    """This choice, without values that make no sense now."""
