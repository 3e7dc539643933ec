"""Bankruptcy: a price of zero sends all shares back to the offer (rules 1860-BANKR)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Seat
from railhead.core.state import BANKRUPT, FLOATED, STARTED
from railhead.core.text import Text
from railhead.rules.operating import end_turn
from railhead.rules.stock import StockRound
from railhead.titles.t1860.record import amend


def in_stock_round(game: Game, company: Company) -> None:
    """The stock round ends on the spot and a new one begins (1860-BANKR-08)."""
    _ruin(game, company)
    game.unwind(StockRound)
    game.pop()
    amend(game, crashed=True)


def in_operating_round(game: Game, company: Company) -> None:
    """The company ceases operating; the others go on (1860-BANKR-09)."""
    _ruin(game, company)
    end_turn(game)


def _ruin(game: Game, company: Company) -> None:
    """Shares go back unpaid; treasury, trains and tokens are kept for the next director.

    Rules 1860-BANKR-01, 1860-BANKR-02, 1860-BANKR-03, 1860-BANKR-04, 1860-BANKR-05, 1860-BANKR-06 and 1860-BANKR-07.
    """
    effects.mark(game, company, BANKRUPT)
    effects.unmark(game, company, STARTED | FLOATED)
    effects.declare(game, company, Text("bankrupt"))
    for owner in game.book.owner_ids:
        effects.move_shares(game, owner, BANK, company, game.held(owner, company))
    effects.set_director(game, company, BANK)
    effects.take_off_market(game, company)
    effects.set_priority(game, _poorest_in_shares(game))


def _poorest_in_shares(game: Game) -> Seat:
    """The player with the fewest shares; of equals the first clockwise, beginning with the holder of the card."""

    def shares(seat: Seat) -> int:
        return sum(game.held(seat, company) for company in game.all_companies())

    return min(game.clockwise(game.state.priority), key=shares)
