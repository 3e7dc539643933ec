"""Share prices in 1862: what a sale pays, how sales and dividends move the price (1862-PRICE, 1862-DIV)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Owner, Place
from railhead.core.state import FLOATED
from railhead.rules import prices
from railhead.rules.operating import OperatingTurn, end_turn
from railhead.titles.t1862.bankruptcy import ruin
from railhead.titles.t1862.facts import NUMBERS
from railhead.titles.t1862.record import amend, record


def sale_price(game: Game, company: Company) -> int:
    """Market price with a train, else half of it rounded down (1862-SR-19)."""
    price = game.price_of(company)
    return price if game.trains_of(company) else price // 2


def sale_drop(game: Game, company: Company, seller: Owner, count: int) -> int:
    """One place a share from flotation until the LNER; some are overlooked in the zones.

    Rules 1862-PRICE-01, 1862-PRICE-02, 1862-PRICE-03, 1862-PRICE-04, 1862-PRICE-05, 1862-PRICE-06 and 1862-PRICE-09.
    """
    if not game.state.has(company, FLOATED) or record(game).lner:
        return 0
    directs = game.state.director[company] == seller
    return count if directs else max(0, count - prices.spared(game.book.market, game.price_of(company)))


def after_dividend(game: Game, company: Company, amount: int) -> None:
    """A space left without a dividend, up to four right with one; the marker goes down.

    Rules 1862-DIV-03, 1862-DIV-04, 1862-DIV-05 and 1862-DIV-06.
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
        effects.foresee_end(game, "a share price has reached the top of the market")
    elif place == 0:
        fail(game, company)


def fail(game: Game, company: Company) -> None:
    """The company is bankrupt; if it is operating, its turn is over."""
    ruin(game, company)
    if any(isinstance(step, OperatingTurn) and step.company == company for step in game.state.agenda):
        end_turn(game)
