"""Flotation in 1860: half the shares in players' hands make a company operate (rules 1860-FLOAT)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.state import BANKRUPT, FLOATED
from railhead.core.text import Text
from railhead.rules import homes
from railhead.titles.t1860 import bankruptcy
from railhead.titles.t1860.facts import NUMBERS
from railhead.titles.t1860.record import record


def after_trade(game: Game, company: Company) -> None:
    """A price of zero means bankruptcy; half the shares in players' hands float the company.

    Rules 1860-PRICE-07 and 1860-FLOAT-01.
    """
    if game.state.has(company, FLOATED):
        if game.state.price[company] == 0:
            bankruptcy.in_stock_round(game, company)
    elif sum(game.held(seat, company) for seat in game.book.seat_ids) >= NUMBERS.float_shares:
        float_company(game, company)


def float_company(game: Game, company: Company) -> None:
    """Capital, home base, marker on the market, and a home tile if there is no track.

    Rules 1860-FLOAT-01, 1860-FLOAT-02, 1860-FLOAT-03, 1860-FLOAT-04, 1860-FLOAT-05 and 1860-FLOAT-06. A bankrupt
    company floats again with what it kept, and its bases work as before (1860-BANKR-12, 1860-BANKR-13).
    """
    state = game.state
    par = state.par[company]
    again = state.has(company, BANKRUPT)
    effects.mark(game, company, FLOATED)
    effects.unmark(game, company, BANKRUPT)
    effects.declare(game, company, Text("floated"))
    capital = game.share_count(company) * game.book.market.prices[par]
    effects.pay(game, game.book.company_bank, game.purse(company), capital, Text("its capital"))
    effects.set_price(game, company, par)
    if again or record(game).building_over:
        return
    homes.settle(game, company)
