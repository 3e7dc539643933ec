"""Redeeming stock: a company buys back one of its shares from the pool (rules 1862-REDEEM)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.rules.receivership import in_receivership
from railhead.rules.redemption import Redeem


def redeem_stage(game: Game, company: Company) -> None:
    """The director may have a share bought back, unless that is not played (1862-REDEEM-01, 1862-VAR-04)."""
    if not in_receivership(game, company) and "new_players" not in game.book.options:
        game.push(Redeem(company))
