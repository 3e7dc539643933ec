"""What players of 1860 expect who estimate: how a dividend moves a price, and how long a game takes."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Place
from railhead.rules import prices
from railhead.rules.outlook import OutlookRules
from railhead.titles.t1860.facts import NUMBERS


def place_after(game: Game, company: Company, place: Place, amount: int) -> Place:
    """Where a dividend would take the price from a place (1860-DIV-04, 1860-DIV-05); bankrupt companies stay."""
    market = game.book.market
    if place == market.bottom:
        return place
    spaces = prices.spaces_for(amount, market.prices[place], NUMBERS.most_price_spaces)
    return prices.along(market, place, NUMBERS.places_per_space * spaces)


OUTLOOK = OutlookRules(typical_rounds=20, selling_rounds=14, place_after=place_after)
