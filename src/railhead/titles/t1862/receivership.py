"""Receivership: a company whose director's certificate lies in the pool acts by itself (rules 1862-RECV)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Seat


def acts_for(game: Game, company: Company) -> Seat:
    """The director; without one the largest shareholder, of equals the first from the priority deal (1862-RECV-01)."""
    director = game.controller(company)
    if director is not None:
        return director
    return max(game.clockwise(game.state.priority), key=lambda seat: game.held(seat, company))
