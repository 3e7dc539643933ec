"""Bankruptcy, and how a company's life ends: it goes back to where it came from and can be started again.

Rules 1862-BANKR and 1862-MERGE-38.
"""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, Company
from railhead.core.state import FLOATED, OPERATED, STARTED
from railhead.core.text import Text
from railhead.rules.stations import tokens_of
from railhead.rules.stock import StockRules
from railhead.rules.takeover import have_spare_tokens
from railhead.titles.t1862.record import amend, entry, record, without


def ruin(game: Game, company: Company) -> None:
    """Players are compensated; trains, markers and money are gone (1862-BANKR-02, 1862-BANKR-03)."""
    effects.declare(game, company, Text("bankrupt"))
    unit = game.rules[StockRules].sale_price(game, company)
    for seat in game.book.seat_ids:
        effects.pay(
            game, BANK, seat, unit * game.held(seat, company), Text("shares of {company}", company=game.symbol(company))
        )
    for train in game.trains_of(company):
        effects.scrap_train(game, game.purse(company), train)
    for stop in tokens_of(game, company):
        effects.remove_token(game, company, stop)
    effects.pay(game, game.purse(company), BANK, game.treasury(company), Text("what is left"))
    give_back(game, company)


def give_back(game: Game, company: Company) -> None:
    """All shares and the permit it was dealt wait for a new start; no marker is left (1862-MERGE-38, 1862-BANKR-04)."""
    for owner in game.book.owner_ids:
        effects.move_shares(game, owner, BANK, company, game.held(owner, company))
    effects.set_director(game, company, BANK)
    effects.unmark(game, company, STARTED | FLOATED | OPERATED)
    effects.take_off_market(game, company)
    have_spare_tokens(game, company, 0)
    amend(
        game,
        permits=entry(record(game).permits, company, record(game).dealt[company]),
        chartered=without(record(game).chartered, company),
        chartered_par=without(record(game).chartered_par, company),
        settled=without(record(game).settled, company),
    )
