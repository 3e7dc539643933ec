"""Phases: begun by the first train of a kind, with trains rusting at once."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import a_train
from railhead.core.laws import GameEffect, nothing_follows
from railhead.core.rulebook import RuleGroup


@dataclass(frozen=True)
class PhaseRules(RuleGroup):
    """What a new phase brings."""

    began: GameEffect = nothing_follows
    """What a new phase does besides rusting trains."""


def reach_phase(game: Game, band: int) -> None:
    """Begin the phases up to the one this band of trains starts; trains they make obsolete leave the game."""
    while game.state.phase < band:
        phase = game.state.phase + 1
        effects.set_phase(game, phase)
        for kind, facts in enumerate(game.book.trains):
            if facts.rusted_by == phase:
                effects.scrap_trains(game, a_train(kind))
        game.rules[PhaseRules].began(game)
