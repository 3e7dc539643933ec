"""Share prices: how far sales and dividends move a marker, on a ladder and on a chart of rows and columns."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Place
from railhead.core.market import Direction, Market


def spaces_for(dividend: int, price: int, most: int) -> int:
    """How many spaces right a dividend moves the price: once for every time it reaches it; one left without any."""
    return min(most, dividend // price) if dividend else -1


def along(market: Market, place: Place, spaces: int) -> Place:
    """The place so many spaces right of another, or left if the number is negative; the edge is the end."""
    return market.moved(place, Direction.RIGHT if spaces > 0 else Direction.LEFT, abs(spaces))


def fallen(market: Market, place: Place, places: int) -> Place:
    """The place so many places further down: left on a ladder, a row down on a chart."""
    return market.moved(place, Direction.LEFT if market.is_ladder else Direction.DOWN, places)


def fall(game: Game, company: Company, places: int) -> None:
    """The price falls so many places, at most to the lowest there is; the marker goes under those there."""
    effects.set_price(game, company, fallen(game.book.market, game.state.price[company], places))


def spared(market: Market, price: int) -> int:
    """How many shares of a sale at this price do not move it, by the zone it is in."""
    return next((zone.spared for zone in market.zones if zone.low <= price <= zone.high), 0)
