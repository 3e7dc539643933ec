"""What players of 18BF expect who estimate: how a dividend moves a price, and how long a game takes."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Place
from railhead.rules.outlook import OutlookRules
from railhead.titles.t18bf import dividends, prices
from railhead.titles.t18bf.facts import MINOR

TRACK = 60
"""What a Minor spends on track at first."""


def place_after(game: Game, company: Company, place: Place, amount: int) -> Place:
    """Where a dividend would take the price from a place (18BF-DIV-02, 18BF-DIV-07, 18BF-DIV-08, 18BF-DIV-13)."""
    if amount == 0:
        return max(game.book.market.bottom, Place(place - 1))
    spaces = dividends.spaces_at(game, company, game.book.market.prices[place], amount)
    return Place(max(place, min(place + spaces, prices.highest(game, company))))


def share_value(game: Game, company: Company, place: Place) -> float:
    """The price a space further left for every loan; twice that for a Minor (18BF-END-05, 18BF-END-06)."""
    after_loans = place - game.state.loans[company]
    price = game.book.market.prices[after_loans] if after_loans >= 0 else 0
    return float(2 * price if game.state.kind[company] == MINOR else price)


def seed_money(game: Game) -> float | None:
    """A Minor keeps the bid (18BF-AUC-16): it should pay for the next train, and for some track."""
    pile = next((pile for pile, left in enumerate(game.state.depot) if left), None)
    prices = [train.price for train in game.book.trains if train.pile == pile]
    return min(prices) + TRACK if prices else None


OUTLOOK = OutlookRules(typical_rounds=24, place_after=place_after, share_value=share_value, seed_money=seed_money)
