"""What a player's assets count for in 1860 (rules 1860-END-04, 1860-END-05, 1860-END-06)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Seat
from railhead.core.state import OPERATED


def worth(game: Game, seat: Seat) -> int:
    """Cash, open privates at face value, shares at the market price or half of it.

    Rules 1860-END-04, 1860-END-05 and 1860-END-06.
    """
    total = game.state.cash[seat]
    for facts, owner in zip(game.book.privates, game.state.privates, strict=True):
        if owner == seat:
            total += facts.value
    for company in game.all_companies():
        held = game.held(seat, company)
        if held:
            total += _value_of(game, seat, company, held)
    return total


def _value_of(game: Game, seat: Seat, company: Company, held: int) -> int:
    price = game.price_of(company)
    full = {"peer-full-score", "non_operated_full_value"} <= game.book.options
    fresh = full and not game.state.has(company, OPERATED)
    if game.trains_of(company) or fresh:
        return held * price
    if "peer-score" in game.book.options and game.state.director[company] == seat:
        return price + (held - 2) * (price // 2)
    return held * (price // 2)
