"""What players of 18OE expect who estimate: how a dividend moves a price, and how long a game takes."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Place
from railhead.core.market import Direction
from railhead.rules.outlook import OutlookRules
from railhead.titles.t18oe import plans, sights
from railhead.titles.t18oe.facts import MAJOR, NATIONAL
from railhead.titles.t18oe.horizon import to_the_end


def place_after(game: Game, company: Company, place: Place, amount: int) -> Place:
    """Where a dividend would take the price from a square (18OE-DIV-08, 18OE-MKT-12 to 18OE-MKT-14, 18OE-MKT-18)."""
    market = game.book.market
    if game.state.kind[company] not in (MAJOR, NATIONAL) or place in market.box_places:
        return place
    if amount == 0:
        return market.moved(place, Direction.LEFT)
    return market.moved(place, Direction.RIGHT) if amount >= market.prices[place] else place


OUTLOOK = OutlookRules(
    typical_rounds=20,
    to_the_end=to_the_end,
    final_rounds=3,
    place_after=place_after,
    sight=sights.sight,
    plan=plans.plan,
    by_thumb=plans.by_thumb,
)
