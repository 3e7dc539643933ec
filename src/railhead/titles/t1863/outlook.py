"""What players of 1863 expect who estimate: how a dividend moves a price, and how long a game takes."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Place
from railhead.core.market import Direction
from railhead.rules.outlook import OutlookRules
from railhead.titles.t1863 import costs, dividends
from railhead.titles.t1863.facts import rate
from railhead.titles.t1863.prices import LOWEST


def place_after(game: Game, company: Company, place: Place, amount: int) -> Place:
    """Where a dividend would take the price from a place (1863-DIV-06, 1863-DIV-07, 1863-DIV-08, 1863-DIV-09)."""
    market, places = game.book.market, dividends.movement_from(game.book.market, place, amount)
    if places < 0:
        return max(min(place, LOWEST), market.moved(place, Direction.LEFT, -places))
    return market.moved(place, Direction.RIGHT, places)


def interest(game: Game, more: int) -> int:
    """The rate that the next stock round will set, if so many more loans are taken (1863-SR-10)."""
    return rate(sum(game.state.loans) + more, game.book.seats)


OUTLOOK = OutlookRules(
    typical_rounds=24,
    place_after=place_after,
    dues=costs.due,
    interest=interest,
    answers_for_debts=True,  # 1863-CRISIS-05, 1863-LIQ-07
)
