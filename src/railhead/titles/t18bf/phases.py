"""What a new phase of 18BF brings about, beyond what is data (rules 18BF-PHASE)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.rules import trains
from railhead.titles.t18bf import privates, rounds
from railhead.titles.t18bf.facts import PHASE


def began(game: Game) -> None:
    """Companies above their train limit return trains, after the obsolete ones have gone (18BF-TRAIN-07).

    With phase 8 the railway privates close, and the end of the game comes into sight (18BF-PHASE-06, 18BF-END-01).
    """
    if game.state.phase == PHASE["8"]:
        privates.close_railways(game)
        rounds.trigger_end(game)
    trains.return_excess(game)
