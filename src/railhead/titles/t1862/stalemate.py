"""Stalemate: nothing can happen any more. The rulebook is silent on it; without an end the rounds would go on for ever.

It comes about only when no company operates. Then no money reaches the players any more, shares are never sold for more
than they cost, and nobody may give anything away: what the players own together can only shrink.
"""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import BANK
from railhead.core.state import FLOATED, STARTED
from railhead.rules import directors
from railhead.titles.t1862.flotation import FLOAT_SHARES
from railhead.titles.t1862.starting import available


def stalled(game: Game) -> bool:
    """Does nothing operate, and could all players together not float a company?"""
    if any(game.state.has(company, FLOATED) for company in game.all_companies()):
        return False
    return not any(_could_float(game, company) for company in game.all_companies())


def _could_float(game: Game, company: int) -> bool:
    """Could the players, with all they own, buy half of a company's shares?"""
    means = [_means(game, seat, company) for seat in game.book.seat_ids()]
    if game.state.has(company, STARTED):
        unsold = game.held(BANK, company) + game.held(game.purse(company), company)
        needed = FLOAT_SHARES - (game.book.companies[company].shares - unsold)
        return sum(amount // game.price_of(company) for amount in means) >= needed
    price = min(game.book.market.par_prices)
    enough_for_director = max(means) >= price * directors.director_size(game, company)
    return available(game, company) is None and enough_for_director and sum(means) >= price * FLOAT_SHARES


def _means(game: Game, seat: int, company: int) -> int:
    """What a player could spend on a company at most: his cash and the full price of all his other shares."""
    others = (other for other in game.all_companies() if other != company and game.held(seat, other))
    return game.state.cash[seat] + sum(game.held(seat, other) * game.price_of(other) for other in others)
