"""Phases: begun by the first train of a pile, and what they do to existing trains."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import a_train
from railhead.core.laws import GameEffect, nothing_follows
from railhead.core.rulebook import RuleGroup
from railhead.core.steps import Step


def rust_at_once(game: Game) -> None:
    """The trains that the phase makes obsolete leave the game, whoever has them."""
    for kind, facts in enumerate(game.book.trains):
        if facts.rusted_by == game.state.phase:
            effects.scrap_trains(game, a_train(kind))


class Question(Protocol):
    """Puts a step on the agenda if somebody has to decide first; says whether it did."""

    def __call__(self, game: Game) -> bool: ...


def nobody_is_asked(game: Game) -> bool:
    """Trains rust before anybody can do anything about it."""
    return False


@dataclass(frozen=True)
class PhaseRules(RuleGroup):
    """What happens when a new phase begins."""

    ask_first: Question = nobody_is_asked
    """Is somebody asked before trains rust? If so, this puts the step on the agenda."""

    rust: GameEffect = rust_at_once
    """What happens to the trains that the new phase makes obsolete."""
    began: GameEffect = nothing_follows
    """What a new phase does apart from rusting trains."""


def reach_phase(game: Game, pile: int) -> None:
    """Begin all phases up to the one begun by the first train of this pile, if it begins one."""
    target = game.book.piles[pile].begins
    if target is not None:
        _go_on(game, target)


def _go_on(game: Game, target: int) -> None:
    """The next phases begin, up to this one, or until somebody is asked."""
    while game.state.phase < target:
        effects.set_phase(game, game.state.phase + 1)
        game.push(Rusting(target))
        if game.rules[PhaseRules].ask_first(game):
            return
        game.pop()
        _take_effect(game)


def _take_effect(game: Game) -> None:
    """Obsolete trains rust, and whatever else the phase brings happens."""
    game.rules[PhaseRules].rust(game)
    game.rules[PhaseRules].began(game)


@dataclass(frozen=True, slots=True)
class Rusting(Step):
    """A new phase takes effect once somebody who was asked first has decided; the last phase to begin."""

    target: int

    def proceed(self, game: Game) -> bool:
        """The phase takes effect, and any further ones begin."""
        game.pop()
        _take_effect(game)
        _go_on(game, self.target)
        return True
