"""Who may know what in 1862: everything lies open on the table."""

from __future__ import annotations

from railhead.core.game import Game


def sees_treasury(game: Game, seat: int, company: int) -> bool:
    """Company charters lie open, with their money."""
    del game, seat, company
    return True
