"""The stock chart of 1863: its zones, and the only ways a price moves."""

from __future__ import annotations

from enum import Enum

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Place
from railhead.core.market import Direction
from railhead.titles.t1863.facts import READINGS, market


class Zone(Enum):
    """The zones of the chart."""

    RED = "liquidation"
    GREY = "acquisition"
    WHITE = "white"


def _zone_of(place: Place) -> Zone:
    """The zone of a place: red and grey ones are named on the chart, in this order."""
    price = market().prices[place]
    red, grey = market().zones
    if price <= red.high:
        return Zone.RED
    return Zone.GREY if price <= grey.high else Zone.WHITE


ZONES = tuple(_zone_of(place) for place in map(Place, range(len(market().prices))))
"""By place: its zone."""
WHITE_PLACES = tuple(Place(number) for number, zone in enumerate(ZONES) if zone is Zone.WHITE)
"""Where a company may be floated (1863-START-08), convert and merge (1863-MA-05)."""
RED_PLACE = Place(ZONES.index(Zone.RED))
"""Where companies wait for liquidation."""
LOWEST = RED_PLACE if READINGS.falls_to_red else Place(ZONES.index(Zone.GREY))
"""Sales, loans, dividends and crises move no price below this place (1863-LIQ-09)."""


def zone(game: Game, company: Company) -> Zone:
    """The zone of a company's price."""
    return ZONES[game.state.price[company]]


def fall(game: Game, company: Company, places: int) -> None:
    """The price falls this many places, but not into the red zone; a marker that does not move keeps its turn."""
    now = game.state.price[company]
    _move(game, company, max(min(now, LOWEST), game.book.market.moved(now, Direction.LEFT, places)))


def rise(game: Game, company: Company, places: int = 1) -> None:
    """The price rises this many places, at most to the highest; nothing leads out of the red zone (1863-LIQ-09)."""
    if zone(game, company) is not Zone.RED:
        _move(game, company, game.book.market.moved(game.state.price[company], Direction.RIGHT, places))


def halve(game: Game, company: Company) -> None:
    """The price is halved and rounded down to the chart (1863-CRISIS-03), but not into the red zone."""
    now = game.state.price[company]
    _move(game, company, max(min(now, LOWEST), game.book.market.down_to(game.price_of(company) // 2)))


def to_red(game: Game, company: Company) -> None:
    """The marker goes to the red zone, where the company waits for its liquidation (1863-LIQ-01)."""
    _move(game, company, RED_PLACE)


def _move(game: Game, company: Company, place: Place) -> None:
    if place != game.state.price[company]:
        effects.set_price(game, company, place)
