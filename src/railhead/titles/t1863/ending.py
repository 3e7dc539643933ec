"""How the end of the game comes into sight (rules 1863-END)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.titles.t1863.record import amend, record


def foresee(game: Game, reason: str) -> None:
    """The end is triggered: this set is finished, and one more follows (1863-END-01, 1863-END-02)."""
    if not record(game).final:
        amend(game, final=game.state.round.number + 1)
        effects.foresee_end(game, reason)
