"""Share prices in 1862: what a sale pays, how sales and dividends move the price (1862-PRICE, 1862-DIV)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Owner, Place
from railhead.core.state import FLOATED
from railhead.rules.operating import OperatingTurn, end_turn
from railhead.titles.t1862.bankruptcy import ruin
from railhead.titles.t1862.record import amend, record

LOW_ZONE, HIGH_ZONE, TOP_ZONE = 40, 200, 400
"""Below the first and above the second one share, from the third on two shares of a sale do not count."""
MOST_SPACES = 4
"""A dividend never moves the price further than this (1862-DIV-05)."""
PLACES_PER_SPACE = 2
"""A space on the same tier of the ladder is two places."""


def sale_price(game: Game, company: Company) -> int:
    """Market price with a train, else half of it rounded down (1862-SR-19)."""
    price = game.price_of(company)
    return price if game.trains_of(company) else price // 2


def sale_drop(game: Game, company: Company, seller: Owner, count: int) -> int:
    """One place a share from flotation until the LNER; some are overlooked in the zones (1862-PRICE-01 to -06, -09)."""
    if not game.state.has(company, FLOATED) or record(game).lner:
        return 0
    overlooked = 0 if game.state.director[company] == seller else _overlooked(game.price_of(company))
    return max(0, count - overlooked)


def _overlooked(price: int) -> int:
    if price >= TOP_ZONE:
        return 2
    return 1 if price > HIGH_ZONE or price < LOW_ZONE else 0


def after_dividend(game: Game, company: Company, amount: int) -> None:
    """A space left without a dividend, up to four right with one; the marker goes down (1862-DIV-03 to -06)."""
    place, prices = game.state.price[company], game.book.market.prices
    spaces = -1 if amount == 0 else min(MOST_SPACES, amount // prices[place])
    target = Place(min(len(prices) - 1, max(0, place + PLACES_PER_SPACE * spaces)))
    if target == place and "peer-stack" in game.book.options:
        return
    effects.set_price(game, company, target)
    arrived(game, company)


def arrived(game: Game, company: Company) -> None:
    """The top of the market ends the game with this operating round; the bottom is bankruptcy (1862-END-01, -BANKR-01).

    A company that goes bankrupt in its own turn ceases operating.
    """
    place = game.state.price[company]
    if place == len(game.book.market.prices) - 1:
        amend(game, topped=True)
        effects.foresee_end(game, "a share price has reached the top of the market")
    elif place == 0:
        fail(game, company)


def fail(game: Game, company: Company) -> None:
    """The company is bankrupt; if it is operating, its turn is over."""
    ruin(game, company)
    if any(isinstance(step, OperatingTurn) and step.company == company for step in game.state.agenda):
        end_turn(game)
