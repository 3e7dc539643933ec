"""Receivership: a floated company whose director's certificate lies in the pool acts by itself (rules 1860-RECV)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Seat
from railhead.rules.operating import controller
from railhead.rules.receivership import in_receivership


def acts_by_itself(game: Game, company: Company) -> bool:
    """Does the company act without anybody deciding (1860-RECV-02 to -05)?"""
    return in_receivership(game, company) and "peer-runs" not in game.book.options


def acts_for(game: Game, company: Company) -> Seat:
    """The director; in imported games some player enters what a company in receivership does."""
    return game.state.priority if in_receivership(game, company) else controller(game, company)
