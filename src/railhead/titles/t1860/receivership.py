"""Receivership in 1860: who acts for a company without a director, and who may know its treasury (rules 1860-RECV)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Seat
from railhead.core.state import BANKRUPT
from railhead.rules.operating import controller
from railhead.rules.receivership import in_receivership


def acts_by_itself(game: Game, company: Company) -> bool:
    """Does the company, its director's certificate being in the pool, act without anybody deciding?

    Rules 1860-RECV-01, 1860-RECV-02, 1860-RECV-03, 1860-RECV-04 and 1860-RECV-05.
    """
    return in_receivership(game, company) and "peer-runs" not in game.book.options


def acts_for(game: Game, company: Company) -> Seat:
    """The director; in imported games some player enters what a company in receivership does."""
    return game.state.priority if in_receivership(game, company) else controller(game, company)


def sees_treasury(game: Game, seat: Seat, company: Company) -> bool:
    """Shareholders may ask; all may if so agreed, or if nobody directs it (1860-MISC-02, 1860-RECV-07)."""
    return (
        "open_treasuries" in game.book.options
        or game.held(seat, company) > 0
        or game.state.has(company, BANKRUPT)
        or in_receivership(game, company)
    )
