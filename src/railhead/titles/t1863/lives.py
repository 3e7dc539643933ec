"""The end of a company: it returns to the pile of unopened companies (1863-LIQ-12), perhaps as part of another."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, Company
from railhead.core.state import FLOATED, OPERATED, STARTED
from railhead.core.text import Text
from railhead.rules import takeover
from railhead.rules.stations import tokens_of
from railhead.titles.t1863.facts import MAJOR, MINOR
from railhead.titles.t1863.record import set_tokens, set_unpaid


def absorb(game: Game, survivor: Company, other: Company) -> None:
    """All that is on the charter of another company: cash, trains, privates, loans, shares of others, tokens.

    Rules 1863-MERGE-04 and 1863-MERGE-12. Of two tokens in one place one is lost (1863-TOKX-02).
    """
    takeover.take_cash(game, survivor, other)
    takeover.take_trains(game, survivor, other)
    takeover.take_privates(game, survivor, other)
    takeover.take_debts(game, survivor, other)
    _take_shares(game, survivor, other)
    takeover.lose_doubled_tokens(game, survivor, other)
    takeover.take_tokens(game, survivor, other)


def _take_shares(game: Game, survivor: Company, other: Company) -> None:
    """Shares of third companies, with the office of their president; those of the survivor go to its charter."""
    giver, taker = game.purse(other), game.purse(survivor)
    effects.move_shares(game, giver, taker, survivor, game.held(giver, survivor))
    for company in game.all_companies():
        if company not in (survivor, other):
            effects.move_shares(game, giver, taker, company, game.held(giver, company))
            if game.state.director[company] == giver:
                effects.set_director(game, company, taker)


def retire(game: Game, company: Company) -> None:
    """A company that ended is unopened again, and may be floated anew (1863-MERGE-05, 1863-LIQ-12).

    Shares go back to the box, and shorts are void (1863-LPTB-07); so are loans that are left. What is left of its cash
    is the bank's.
    """
    for owner in game.book.owner_ids:
        held = game.held(owner, company)
        if held > 0:
            effects.move_shares(game, owner, BANK, company, held)
        elif held < 0:
            effects.move_shares(game, BANK, owner, company, -held)
    effects.set_director(game, company, BANK)
    if game.state.kind[company] == MAJOR:
        effects.set_kind(game, company, MINOR, BANK)
    effects.take_off_market(game, company)
    effects.unmark(game, company, STARTED | FLOATED | OPERATED)
    effects.cancel_loans(game, company)
    effects.pay(game, game.purse(company), BANK, game.treasury(company), Text("what is left"))
    effects.record_run(game, company, 0, 0)
    for stop in tokens_of(game, company):
        effects.remove_token(game, company, stop)
    effects.give_tokens(game, company, -game.state.spare_tokens[company])
    set_tokens(game, company, 0)
    set_unpaid(game, company, 0)
