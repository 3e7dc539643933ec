"""The price and the par of a merged company (rules 1862-MERGE-14, 1862-MERGE-15, 1862-MERGE-16)."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Protocol

from railhead.core.game import Game
from railhead.core.ids import Company, Place
from railhead.core.laws import CompanyEffect
from railhead.core.market import Market
from railhead.core.rulebook import RuleGroup
from railhead.titles.t1862.prices import arrived


class OptionPrice(Protocol):
    """What an option is sold for at a share price."""

    def __call__(self, price: int) -> int: ...


def half_rounded_up(price: int) -> int:
    """Half the price, rounded up (1862-MERGE-24)."""
    return price - price // 2


@dataclass(frozen=True)
class MergerRules(RuleGroup):
    """What a merger does to prices."""

    price_reached: CompanyEffect = arrived
    """What follows when the price of the survivor has been set."""
    option_price: OptionPrice = half_rounded_up
    """What an option is sold for that cannot be swapped for a share."""


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
