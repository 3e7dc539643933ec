"""Receivership: nobody decides for a company whose director's certificate is in the pool."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import POOL, Company
from railhead.core.refusal import Refusal
from railhead.rules.dividends import with_revenue


def in_receivership(game: Game, company: Company) -> bool:
    """Is the director's certificate in the pool?"""
    return game.state.director[company] == POOL


def pays_with_director(game: Game, company: Company) -> Refusal | None:
    """Revenue is paid out only if there is some, and somebody to decide on it."""
    refusal = with_revenue(game, company)
    if refusal is None and in_receivership(game, company):
        refusal = game.forbid("receivership.keep", "A company in receivership keeps its revenue")
    return refusal
