"""What a player's assets count for in 1862 (rule 1862-END-04)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Seat
from railhead.rules.stock import StockRules


def worth(game: Game, seat: Seat) -> int:
    """Cash, and shares at what a sale of them would pay; treasuries do not count."""
    sale_price = game.rules[StockRules].sale_price
    held = ((company, game.held(seat, company)) for company in game.all_companies())
    return game.state.cash[seat] + sum(count * sale_price(game, company) for company, count in held if count)
