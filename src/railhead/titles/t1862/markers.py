"""Station markers in 1862: paid for when the company floats, placed for nothing (rules 1862-TOKEN)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.refusal import Refusal
from railhead.rules.stations import tokens_of
from railhead.titles.t1862.record import amend, entry, record


def token_price(game: Game, company: int) -> int:
    """Placing is free (1862-TOKEN-01)."""
    del game, company
    return 0


def token_rule(game: Game, company: int, stop: int) -> Refusal | None:
    """Nothing is kept for the homes of other companies (1862-TOKEN-03)."""
    del game, company, stop
    return None


def recount(game: Game, company: int, unused: int) -> None:
    """A company has what stands on the board, and so many unused markers besides (1862-MERGE-35)."""
    effects.give_tokens(game, company, unused - game.state.spare_tokens[company])
    amend(game, markers=entry(record(game).markers, company, len(tokens_of(game, company)) + unused))
