"""What players of 18OE expect who estimate: how a dividend moves a price, and how long a game takes."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Place
from railhead.core.market import Direction
from railhead.rules.outlook import OutlookRules
from railhead.rules.rounds import OPERATING
from railhead.titles.t18oe import plans, sights
from railhead.titles.t18oe.course import level_8
from railhead.titles.t18oe.ending import rounds_in_set
from railhead.titles.t18oe.facts import MAJOR, NATIONAL
from railhead.titles.t18oe.record import record

FINAL = 3.0
"""How many operating rounds usually follow the first train of level 8."""


def place_after(game: Game, company: Company, place: Place, amount: int) -> Place:
    """Where a dividend would take the price from a square (18OE-DIV-08, 18OE-MKT-12 to 18OE-MKT-14, 18OE-MKT-18)."""
    market = game.book.market
    if game.state.kind[company] not in (MAJOR, NATIONAL) or place in market.box_places:
        return place
    if amount == 0:
        return market.moved(place, Direction.LEFT)
    return market.moved(place, Direction.RIGHT) if amount >= market.prices[place] else place


def to_the_end(game: Game) -> float:
    """Until the first train of level 8 is sold, and the last set after it (18OE-END-05, 18OE-END-06)."""
    now, known = game.state.round, record(game)
    if known.broken:
        return 1.0
    if known.final:
        played = now.index if now.kind == OPERATING else 0
        if now.number == known.final:
            return float(known.final_rounds - played)
        return float(known.final_rounds + rounds_in_set(game, now.number) - played)
    nearness = level_8(game)
    return (nearness.of - nearness.done) / plans.SOLD_A_ROUND + FINAL


OUTLOOK = OutlookRules(
    typical_rounds=20,
    to_the_end=to_the_end,
    final_rounds=3,
    place_after=place_after,
    sight=sights.sight,
    plan=plans.plan,
)
