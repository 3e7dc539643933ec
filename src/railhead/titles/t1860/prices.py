"""Share prices in 1860: what a sale pays, and how sales and dividends move the price (1860-PRICE and 1860-DIV)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Owner, Place
from railhead.core.state import FLOATED, OPERATED
from railhead.core.text import Text, to_translate
from railhead.rules import prices
from railhead.titles.t1860 import bankruptcy
from railhead.titles.t1860.facts import NUMBERS, PHASE


def sale_price(game: Game, company: Company) -> int:
    """The market price with a train, otherwise half of it, rounded down (1860-SR-09, 1860-VAR-08).

    Insolvent companies are no exception (1860-INSOLV-11).
    """
    price = game.price_of(company)
    if game.trains_of(company):
        return price
    if "non_operated_full_value" in game.book.options and not game.state.has(company, OPERATED):
        return price
    return price // 2


def sale_drop(game: Game, company: Company, seller: Owner, count: int) -> int:
    """One place per share, once the company has operated and before phase 8.

    Rules 1860-PRICE-01, 1860-PRICE-02, 1860-PRICE-04, 1860-PRICE-06, 1860-INSOLV-11 and 1860-PHASE-04.
    """
    if not game.state.has(company, FLOATED | OPERATED) or game.state.phase >= PHASE["8"]:
        return 0
    return count - prices.spared(game.book.market, game.price_of(company))


def after_dividend(game: Game, company: Company, amount: int) -> None:
    """The price falls a space without a dividend and rises up to four with one.

    Rules 1860-DIV-04, 1860-DIV-05, 1860-DIV-06, 1860-DIV-07, 1860-DIV-08, 1860-DIV-09 and 1860-INSOLV-10. The top of
    the market ends the game (1860-END-01).
    """
    market, target = game.book.market, place_after(game, company, amount)
    pay_subsidy(game, company)
    effects.set_price(game, company, target)
    if target == market.top:
        effects.foresee_end(game, to_translate("a share price has reached the top of the market"))
    elif target == 0:
        bankruptcy.in_operating_round(game, company)


def pay_subsidy(game: Game, company: Company) -> None:
    """The subsidy goes to the treasury, whatever is done with the revenue (1860-ROUTE-12)."""
    amount = game.state.subsidy[company]
    effects.pay(game, game.book.company_bank, game.purse(company), amount, Text("its subsidy"))


def place_after(game: Game, company: Company, amount: int) -> Place:
    """Where a dividend of so much takes the price (1860-DIV-04, 1860-DIV-05, 1860-DIV-06)."""
    spaces = spaces_moved(game, company, amount)
    return prices.along(game.book.market, game.state.price[company], NUMBERS.places_per_space * spaces)


def spaces_moved(game: Game, company: Company, amount: int) -> int:
    """How many spaces a dividend of so much moves the price (1860-DIV-04, 1860-DIV-06)."""
    return prices.spaces_for(amount, game.price_of(company), NUMBERS.most_price_spaces)
