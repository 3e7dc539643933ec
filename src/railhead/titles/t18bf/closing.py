"""Closing a company: it leaves the table; a Public or System may come back, a Minor never does (rules 18BF-CLOSE)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, NO_STOP, POOL, Company
from railhead.core.state import CLOSED, FLOATED, OPERATED, STARTED
from railhead.core.text import Text
from railhead.rules.operating import OperatingTurn, end_turn
from railhead.rules.stations import tokens_of
from railhead.titles.t18bf.facts import MINOR, PRIVATES
from railhead.titles.t18bf.record import set_home, set_markers


def close(game: Game, company: Company) -> None:
    """The company ends; holders get nothing. If it is operating, its turn ends as well (18BF-CLOSE-03, 18BF-DIV-15).

    A closed Minor never returns (18BF-AUC-22); a Public or System may (18BF-CLOSE-04).
    """
    effects.declare(game, company, Text("closed"))
    give_up_assets(game, company)
    leave_the_table(game, company)
    if game.state.kind[company] == MINOR:
        effects.mark(game, company, CLOSED)
    if any(isinstance(step, OperatingTurn) and step.company == company for step in game.state.agenda):
        end_turn(game)


def give_up_assets(game: Game, company: Company) -> None:
    """Money and privates go to the bank, trains to the pool; railway privates do not return, the others do."""
    purse = game.purse(company)
    for train in game.trains_of(company):
        effects.move_train(game, purse, POOL, train)
    for private in game.privates_of(purse):
        if PRIVATES[private].is_railway:
            effects.close_private(game, private)
        else:
            effects.give_private(game, private, BANK)
    effects.pay(game, purse, BANK, game.treasury(company), Text("what is left"))
    effects.cancel_loans(game, company)


def leave_the_table(game: Game, company: Company) -> None:
    """Markers go back to the charter, the price marker leaves the market, and the shares are unissued again."""
    for stop in tokens_of(game, company):
        effects.remove_token(game, company, stop)
    printed = game.book.companies[company].tokens
    effects.give_tokens(game, company, printed - game.state.spare_tokens[company])
    set_markers(game, company, printed)
    set_home(game, company, NO_STOP)
    for owner in game.book.owner_ids:
        effects.move_shares(game, owner, BANK, company, game.held(owner, company))
    effects.set_director(game, company, BANK)
    effects.unmark(game, company, STARTED | FLOATED | OPERATED)
    effects.take_off_market(game, company)
