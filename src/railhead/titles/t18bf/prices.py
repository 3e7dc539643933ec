"""Share prices of 18BF: one space left or right; left of the lowest space lies the Closed box."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Place
from railhead.titles.t18bf import closing
from railhead.titles.t18bf.facts import MINOR, NUMBERS


def left(game: Game, company: Company) -> None:
    """The price moves one space left, under the markers already there; from the lowest space the company closes.

    Rules 18BF-SELL-13 and 18BF-CLOSE-03.
    """
    place = game.state.price[company]
    if place == game.book.market.bottom:
        closing.close(game, company)
    else:
        effects.set_price(game, company, Place(place - 1))


def fall(game: Game, company: Company, places: int) -> None:
    """A sale by the Director moves the price; into the Closed box, the company closes at once (18BF-SELL-14)."""
    for _ in range(places):
        left(game, company)


def right(game: Game, company: Company, spaces: int = 1) -> None:
    """The price moves right; a marker that cannot move keeps its place in the stack (18BF-DIV-10)."""
    place = min(game.state.price[company] + spaces, highest(game, company))
    if place > game.state.price[company]:
        effects.set_price(game, company, Place(place))


def highest(game: Game, company: Company) -> int:
    """The highest place this company's marker may reach; that of a Minor goes no higher than 165 (18BF-DIV-03)."""
    market = game.book.market
    return market.place[NUMBERS.most_minor_price] if game.state.kind[company] == MINOR else market.top


def after_loans(game: Game, company: Company) -> int:
    """The price one space further left for every loan; nothing in the Closed box (18BF-END-05)."""
    place = game.state.price[company] - game.state.loans[company]
    return game.book.market.prices[place] if place >= 0 else 0
