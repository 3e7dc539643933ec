"""Who may know what in 1860: cash is open, treasuries only to some (rules 1860-MISC-02 and 1860-RECV-07)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Seat
from railhead.core.state import BANKRUPT
from railhead.rules.receivership import in_receivership


def sees_treasury(game: Game, seat: Seat, company: Company) -> bool:
    """Shareholders may ask; all may if so agreed, or if nobody directs it (1860-MISC-02, 1860-RECV-07)."""
    return (
        "open_treasuries" in game.book.options
        or game.held(seat, company) > 0
        or game.state.has(company, BANKRUPT)
        or in_receivership(game, company)
    )
