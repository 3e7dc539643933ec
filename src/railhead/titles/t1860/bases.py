"""Building bases in 1860: what they cost, and the circle kept for a home (rules 1860-TOKEN)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Stop
from railhead.core.refusal import Refusal
from railhead.core.state import INSOLVENT
from railhead.rules.homes import waiting_for

FIRST_BASE, FURTHER_BASE = 40, 100
"""The prices of bases besides home (1860-TOKEN-02)."""


def token_price(game: Game, company: Company, stop: Stop) -> int:
    """40 for the first base besides home, 100 for each further one (1860-TOKEN-02)."""
    placed = game.book.companies[company].tokens - game.state.spare_tokens[company]
    return FIRST_BASE if placed <= 1 else FURTHER_BASE


def token_rule(game: Game, company: Company, stop: Stop) -> Refusal | None:
    """A circle is left for a company whose home base is still to come (1860-TOKEN-05)."""
    if game.state.has(company, INSOLVENT):
        return game.forbid("insolvent.base", "An insolvent company may not build bases")
    other = waiting_for(game, company, stop)
    if other is not None:
        return game.forbid("token.home", f"The free circle is kept for the home base of {game.symbol(other)}")
    return None
