"""What a player's assets count for in 1862 (rule 1862-END-04)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Seat
from railhead.rules import directors
from railhead.rules.stock import StockRules


def worth(game: Game, seat: Seat) -> int:
    """Cash, and shares at what a sale of them would pay; treasuries do not count."""
    held = ((company, game.held(seat, company)) for company in game.all_companies())
    return game.state.cash[seat] + sum(_value_of(game, seat, company, count) for company, count in held if count)


def _value_of(game: Game, seat: Seat, company: Company, held: int) -> int:
    unit = game.rules[StockRules].sale_price(game, company)
    if "peer-score" in game.book.options and game.state.director[company] == seat and not game.trains_of(company):
        size = directors.director_size(game, company)
        return size * game.price_of(company) // 2 + (held - size) * unit
    return held * unit
