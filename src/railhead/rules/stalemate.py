"""Stalemate: what the players could still achieve once nothing earns money any more.

From then on no money reaches the players, shares are never sold for more than they cost, and nobody may give anything
away: the players' wealth can only shrink. So what they cannot pay for now, they will never be able to pay for.
"""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Seat
from railhead.core.state import STARTED
from railhead.rules.directors import director_size


def could_be_bought(game: Game, company: Company, price: int, shares: int) -> bool:
    """Could the players, with all they own, buy this many more shares of a company at this price?

    One of them must be able to buy the director's certificate, if the company has not been started.
    """
    within_reach = [means(game, seat, company) // price for seat in game.book.seat_ids]
    has_director = game.state.has(company, STARTED) or max(within_reach) >= director_size(game, company)
    return sum(within_reach) >= shares and has_director


def means(game: Game, seat: Seat, company: Company) -> int:
    """The most a player could spend on a company: their cash and the full price of all their other shares."""
    others = (other for other in game.all_companies() if other != company and game.held(seat, other))
    return game.state.cash[seat] + sum(game.held(seat, other) * game.price_of(other) for other in others)
