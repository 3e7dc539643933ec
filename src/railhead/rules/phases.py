"""Phases: begun by the first train of a pile, and what they do to existing trains."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import a_train
from railhead.core.laws import GameEffect, nothing_follows
from railhead.core.rulebook import RuleGroup


def rust_at_once(game: Game) -> None:
    """The trains that the phase makes obsolete leave the game, whoever has them."""
    for kind, facts in enumerate(game.book.trains):
        if facts.rusted_by == game.state.phase:
            effects.scrap_trains(game, a_train(kind))


@dataclass(frozen=True)
class PhaseRules(RuleGroup):
    """What happens when a new phase begins."""

    rust: GameEffect = rust_at_once
    """What happens to the trains that the new phase makes obsolete."""
    began: GameEffect = nothing_follows
    """What a new phase does apart from rusting trains."""


def reach_phase(game: Game, pile: int) -> None:
    """Begin all phases up to the one begun by the first train of this pile, if it begins one."""
    target = game.book.piles[pile].begins
    while target is not None and game.state.phase < target:
        effects.set_phase(game, game.state.phase + 1)
        game.rules[PhaseRules].rust(game)
        game.rules[PhaseRules].began(game)
