"""Share prices in 1860: what a sale pays, and how sales and dividends move the price (1860-PRICE and 1860-DIV)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Owner
from railhead.core.state import FLOATED, OPERATED
from railhead.rules import prices
from railhead.titles.t1860 import bankruptcy
from railhead.titles.t1860.facts import NUMBERS, PHASE


def sale_price(game: Game, company: Company) -> int:
    """Market price with a train, else half of it with the fraction dropped (1860-SR-09, 1860-VAR-08)."""
    price = game.price_of(company)
    if game.trains_of(company):
        return price
    if "non_operated_full_value" in game.book.options and not game.state.has(company, OPERATED):
        return price
    return price // 2


def sale_drop(game: Game, company: Company, seller: Owner, count: int) -> int:
    """One place a share, once the company has operated and before phase 8.

    Rules 1860-PRICE-01, 1860-PRICE-02, 1860-PRICE-04 and 1860-PRICE-06.
    """
    if not game.state.has(company, FLOATED | OPERATED) or game.state.phase >= PHASE["8"]:
        return 0
    return count - prices.spared(game.book.market, game.price_of(company))


def after_dividend(game: Game, company: Company, amount: int) -> None:
    """The price falls a space without a dividend and rises up to four with one.

    Rules 1860-DIV-04, 1860-DIV-05, 1860-DIV-06, 1860-DIV-07, 1860-DIV-08 and 1860-DIV-09.
    """
    state, market = game.state, game.book.market
    effects.pay(game, game.book.company_bank, game.purse(company), state.subsidy[company], "its subsidy")
    place = state.price[company]
    spaces = prices.spaces_for(amount, market.prices[place], NUMBERS.most_price_spaces)
    if spaces == 0 and "peer-stack" in game.book.options:
        return
    effects.set_price(game, company, prices.along(market, place, NUMBERS.places_per_space * spaces))
    if state.price[company] == market.top:
        effects.foresee_end(game, "a share price has reached the top of the market")
    elif state.price[company] == 0:
        bankruptcy.in_operating_round(game, company)
