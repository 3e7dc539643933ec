"""Publics become a System: it takes over what they own, and their shares are exchanged (rules 18BF-SYSTEM)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company
from railhead.core.spelling import Stops
from railhead.core.text import Text
from railhead.rules import loans
from railhead.rules.stations import tokens_of
from railhead.rules.trains import ReturnTrains
from railhead.titles.t18bf import formation, system_exchange
from railhead.titles.t18bf.record import set_home, set_markers
from railhead.titles.t18bf.system_exchange import Exchanged, Trade
from railhead.titles.t18bf.systems import SystemFormation


def form(game: Game, plan: SystemFormation, charter: Company, lost: Stops) -> None:
    """The Publics become the System (18BF-SYSTEM-32, 18BF-SYSTEM-33); shares are exchanged, and trains discarded."""
    publics = plan.members
    outcome, where = plan.foreseen(game, charter), system_exchange.place(game, publics)
    home = formation.inherited_home(game, publics)
    effects.declare(game, charter, Text("formed"))
    for public in publics:
        formation.take_assets(game, charter, public)
    replace_markers(game, plan, charter, lost)
    for public in publics:
        formation.retire(game, public, charter)
    exchange(game, charter, outcome)
    formation.establish(game, charter, where, {}, outcome.director)
    set_home(game, charter, home)
    game.push(ReturnTrains(charter))


def replace_markers(game: Game, plan: SystemFormation, charter: Company, lost: Stops) -> None:
    """All markers on the board are replaced, except those lost; the others that the System uses are spare.

    Rules 18BF-SYSTEM-06, 18BF-SYSTEM-16, 18BF-SYSTEM-22 and 18BF-SYSTEM-31.
    """
    publics, total = plan.members, plan.marker_total(game, charter)
    for stop in lost:
        effects.remove_token(game, next(c for c in game.state.tokens[stop] if c in publics), stop)
    for public in publics:
        for stop in tokens_of(game, public):
            effects.replace_token(game, charter, stop, public)
    spare = total - len(tokens_of(game, charter))
    effects.give_tokens(game, charter, spare - game.state.spare_tokens[charter])
    set_markers(game, charter, total)


def exchange(game: Game, charter: Company, outcome: Exchanged) -> None:
    """Holders get their shares, and pay or are paid for what was left over (18BF-SYSTEM-09, 18BF-SYSTEM-15)."""
    for owner, count in outcome.held.items():
        effects.move_shares(game, BANK, owner, charter, count)
    for trade in outcome.trades:
        settle(game, charter, trade)


def settle(game: Game, charter: Company, trade: Trade) -> None:
    """Money moves between a holder, or the bank for the pool, and the System (18BF-SYSTEM-14, 18BF-SYSTEM-15)."""
    payer, purse = BANK if trade.holder == POOL else trade.holder, game.purse(charter)
    if trade.loans:
        loans.borrow(game, charter, trade.loans)
    if trade.pays > 0:
        effects.pay(game, payer, purse, trade.pays, Text("a share of the System"))
    else:
        effects.pay(game, purse, payer, -trade.pays, Text("shares left over"))
