"""Stalemate: nothing can happen any more. The rulebook is silent on it; without an end the rounds would go on for ever.

It comes about only when no company operates and the players, with all they own, could not float one.
"""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import BANK, Company
from railhead.core.state import FLOATED, STARTED
from railhead.rules.stalemate import could_be_bought
from railhead.titles.t1862.flotation import FLOAT_SHARES
from railhead.titles.t1862.starting import available


def stalled(game: Game) -> bool:
    """Does nothing operate, and could all players together not float a company?"""
    if any(game.state.has(company, FLOATED) for company in game.all_companies()):
        return False
    return not any(_could_float(game, company) for company in game.all_companies())


def _could_float(game: Game, company: Company) -> bool:
    if not game.state.has(company, STARTED):
        lowest = min(game.book.market.par_prices)
        return available(game, company) is None and could_be_bought(game, company, lowest, FLOAT_SHARES)
    unsold = game.held(BANK, company) + game.held(game.purse(company), company)
    bought = game.share_count(company) - unsold
    return could_be_bought(game, company, game.price_of(company), FLOAT_SHARES - bought)
