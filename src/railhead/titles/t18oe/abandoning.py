"""Abandoned minors: their charters lie in the Open Market, where only majors can buy them (rules 18OE-ABANDON)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import POOL, Company
from railhead.core.state import CLOSED
from railhead.core.text import Text
from railhead.titles.t18oe import charter_assets, order_track, rolling_stock
from railhead.titles.t18oe.facts import COMPANY
from railhead.titles.t18oe.record import amend, entry, record

JUNCTION = COMPANY["D"]


def abandon(game: Game, minor: Company, keep_trains: bool = False) -> None:
    """A minor goes to the Open Market with its chit and what belongs to its ability; the rest leaves it.

    Rules 18OE-ABANDON-02 to 18OE-ABANDON-06; D's tokens and L's marker stay with the charter
    (18OE-ABANDON-04). It lies in the Open Market, but no player can buy it there (18OE-ABANDON-07). A national keeps
    the trains of minors merged into its major.
    """
    effects.declare(game, minor, Text("abandoned"))
    charter_assets.lose_pullman(game, minor)
    effects.move_shares(game, game.state.director[minor], POOL, minor, game.share_count(minor))
    effects.set_director(game, minor, POOL)
    charter_assets.lose_markers(game, minor)
    for train in () if keep_trains else game.trains_of(minor):
        rolling_stock.discard(game, minor, train)
    charter_assets.lose_tokens(game, minor)
    charter_assets.pay_to_bank(game, minor)
    effects.mark(game, minor, CLOSED)
    order_track.leave(game, minor)
    known = record(game)
    amend(
        game,
        abandoned=(*known.abandoned, minor),
        into=entry(known.into, minor, None),
        junction=None if minor == JUNCTION else known.junction,
    )
