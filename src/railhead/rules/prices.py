"""Share prices: how far sales and dividends move a marker, on a ladder and on a chart of rows and columns."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Place
from railhead.core.market import Direction, Market


def spaces_for(dividend: int, price: int, most: int) -> int:
    """How far right a dividend moves the price: one space per multiple of the price paid; one left if none."""
    return min(most, dividend // price) if dividend else -1


def along(market: Market, place: Place, spaces: int) -> Place:
    """The place this many spaces right of another (left if negative), stopping at the edge."""
    return market.moved(place, Direction.RIGHT if spaces > 0 else Direction.LEFT, abs(spaces))


def fallen(market: Market, place: Place, places: int) -> Place:
    """The place this many places further down: left on a ladder, down on a chart."""
    return market.moved(place, Direction.LEFT if market.is_ladder else Direction.DOWN, places)


def fall(game: Game, company: Company, places: int) -> None:
    """The price falls this many places, at most to the lowest; the marker goes under those already there."""
    effects.set_price(game, company, fallen(game.book.market, game.state.price[company], places))


def spared(market: Market, price: int) -> int:
    """How many shares can be sold at this price without moving it, according to its zone."""
    return next((zone.spared for zone in market.zones if zone.low <= price <= zone.high), 0)
