"""Stalemate: nothing can happen any more. The rulebook is silent on it; without an end the rounds would never end.

It comes about only when no company operates and no private pays.
"""

from __future__ import annotations

from railhead.core.actions import Pass
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.state import BANKRUPT, CLOSED, FLOATED, STARTED
from railhead.rules.stalemate import could_be_bought
from railhead.rules.stock import StockRound, StockTurn
from railhead.titles.t1860.facts import NUMBERS
from railhead.titles.t1860.shares import may_start, par_places


def stalled(game: Game) -> bool:
    """Does nothing earn money, and can either nobody deal or no company be floated with all the players own?"""
    privates_pay = any(owner in game.book.seat_ids for owner in game.state.privates)
    if operating(game) or privates_pay:
        return False
    return not any(_could_float(game, company) for company in game.all_companies()) or not _can_anybody_deal(game)


def operating(game: Game) -> list[Company]:
    """The companies that operate: floated, neither bankrupt nor closed."""
    return [c for c in game.all_companies() if game.state.status[c] & (FLOATED | BANKRUPT | CLOSED) == FLOATED]


def _could_float(game: Game, company: Company) -> bool:
    """Could the players, with all they own, get hold of half of a company's shares?"""
    started = game.state.has(company, STARTED)
    if not started and may_start(game, company) is not None:
        return False
    par = game.book.market.prices[game.state.par[company] if started else par_places(game, company)[0]]
    held = sum(game.held(seat, company) for seat in game.book.seat_ids)
    return could_be_bought(game, company, par, NUMBERS.float_shares - held)


def _can_anybody_deal(game: Game) -> bool:
    game.push(StockRound(game.state.priority))
    able = any(_can_deal(game, StockTurn(seat)) for seat in game.book.seat_ids)
    game.pop()
    return able


def _can_deal(game: Game, turn: StockTurn) -> bool:
    """Can a player do anything but pass in this turn?"""
    game.push(turn)
    able = any(choice.action is not Pass for move in turn.moves(game) for choice in move.options(game, turn))
    game.pop()
    return able
