"""The price and the par of a merged company (rules 1862-MERGE-14, 1862-MERGE-15, 1862-MERGE-16)."""

from __future__ import annotations

from bisect import bisect_right

from railhead.core.game import Game
from railhead.core.ids import Company, Place
from railhead.core.market import Market


def merged_place(game: Game, companies: tuple[Company, ...]) -> Place:
    """Where two merging companies end on the market."""
    return highest_place(game.book.market, merged_price(*(value_of(game, company) for company in companies)))


def merged_price(one: int, other: int) -> int:
    """The lower value and half the higher one (1862-MERGE-14)."""
    return min(one, other) + max(one, other) // 2


def value_of(game: Game, company: Company) -> int:
    """What a company counts for: its price, or half of it without a train (1862-MERGE-15)."""
    price = game.price_of(company)
    return price if game.trains_of(company) else price // 2


def highest_place(market: Market, price: int) -> Place:
    """The highest place on the market that is not above a price; the lowest if all are."""
    return Place(max(0, bisect_right(market.prices, price) - 1))


def par_place(market: Market, price: int) -> Place:
    """The highest par of the chart that is not above a price; the lowest if all are (1862-MERGE-16, 1862-START-07)."""
    fitting = [par for par in market.par_prices if par <= price]
    return market.place[max(fitting, default=min(market.par_prices))]
