"""Station markers in 1862: paid for when the company floats, placed for nothing (rules 1862-TOKEN)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.refusal import Refusal


def token_price(game: Game, company: int) -> int:
    """Placing is free (1862-TOKEN-01)."""
    del game, company
    return 0


def token_rule(game: Game, company: int, stop: int) -> Refusal | None:
    """Nothing is kept for the homes of other companies (1862-TOKEN-03)."""
    del game, company, stop
    return None
