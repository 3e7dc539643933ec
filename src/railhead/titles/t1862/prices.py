"""Share prices in 1862: what a sale pays, how sales, dividends and mergers move the price.

Rules 1862-PRICE, 1862-DIV and 1862-MERGE.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Protocol

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Owner, Place
from railhead.core.laws import CompanyEffect
from railhead.core.market import Market
from railhead.core.rulebook import RuleGroup
from railhead.core.state import FLOATED
from railhead.core.text import to_translate
from railhead.rules import prices
from railhead.rules.operating import OperatingTurn, end_turn
from railhead.titles.t1862.bankruptcy import ruin
from railhead.titles.t1862.facts import NUMBERS
from railhead.titles.t1862.record import amend, record


def sale_price(game: Game, company: Company) -> int:
    """The market price with a train, otherwise half of it, rounded down (1862-SR-19)."""
    price = game.price_of(company)
    return price if game.trains_of(company) else price // 2


def sale_drop(game: Game, company: Company, seller: Owner, count: int) -> int:
    """One place per share from flotation until the LNER; in the zones some shares do not count.

    Rules 1862-PRICE-01, 1862-PRICE-02, 1862-PRICE-03, 1862-PRICE-04, 1862-PRICE-05, 1862-PRICE-06 and 1862-PRICE-09.
    """
    if not game.state.has(company, FLOATED) or record(game).lner:
        return 0
    directs = game.state.director[company] == seller
    return count if directs else max(0, count - prices.spared(game.book.market, game.price_of(company)))


def after_dividend(game: Game, company: Company, amount: int) -> None:
    """A space left without a dividend, up to four right with one; the marker goes under those it finds there.

    Rules 1862-OR-02, 1862-DIV-03, 1862-DIV-04, 1862-DIV-05 and 1862-DIV-06.
    """
    effects.set_price(game, company, place_after(game, company, amount))
    arrived(game, company)


def place_after(game: Game, company: Company, amount: int) -> Place:
    """Where a dividend of so much takes the price (1862-DIV-03, 1862-DIV-04, 1862-DIV-05)."""
    place, market = game.state.price[company], game.book.market
    spaces = prices.spaces_for(amount, market.prices[place], NUMBERS.most_price_spaces)
    return prices.along(market, place, NUMBERS.places_per_space * spaces)


def arrived(game: Game, company: Company) -> None:
    """The top of the market ends the game with this operating round; the bottom is bankruptcy.

    Rules 1862-END-01 and 1862-BANKR-01. A company that goes bankrupt in its own turn ceases operating.
    """
    place = game.state.price[company]
    if place == game.book.market.top:
        amend(game, topped=True)
        effects.foresee_end(game, to_translate("a share price has reached the top of the market"))
    elif place == 0:
        fail(game, company)


def fail(game: Game, company: Company) -> None:
    """The company is bankrupt; if it is operating, its turn is over."""
    ruin(game, company)
    if any(isinstance(step, OperatingTurn) and step.company == company for step in game.state.agenda):
        end_turn(game)


# -- mergers --------------------------------------------------------------------------------------


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
    """What an option that cannot be swapped for a share is sold for."""


def merged_place(game: Game, companies: tuple[Company, ...]) -> Place:
    """Where two merging companies end up on the market."""
    return highest_place(game.book.market, merged_price(*(value_of(game, company) for company in companies)))


def merged_price(one: int, other: int) -> int:
    """The lower value and half the higher one (1862-MERGE-14)."""
    return min(one, other) + max(one, other) // 2


def value_of(game: Game, company: Company) -> int:
    """What a company is worth in a merger: its price, or half of it without a train (1862-MERGE-15)."""
    price = game.price_of(company)
    return price if game.trains_of(company) else price // 2


def highest_place(market: Market, price: int) -> Place:
    """The highest place on the market that is not above a price; the lowest if all are."""
    return Place(max(0, bisect_right(market.prices, price) - 1))


def par_place(market: Market, price: int) -> Place:
    """The highest par of the chart that is not above a price; the lowest if all are (1862-MERGE-16, 1862-START-07)."""
    fitting = [par for par in market.par_prices if par <= price]
    return market.place[max(fitting, default=min(market.par_prices))]
