"""Receivership in 1860: who acts for a company without a director, and who may know its treasury (rules 1860-RECV)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from railhead.core.game import Game
from railhead.core.ids import Company, Seat
from railhead.core.rulebook import RuleGroup
from railhead.core.state import BANKRUPT
from railhead.rules.receivership import in_receivership


class CompanyTest(Protocol):
    """A question about a company."""

    def __call__(self, game: Game, company: Company) -> bool: ...


@dataclass(frozen=True)
class ReceivershipRules(RuleGroup):
    """How a company whose director's certificate is in the pool acts.

    Rules 1860-RECV-01, 1860-RECV-02, 1860-RECV-03, 1860-RECV-04 and 1860-RECV-05.
    """

    acts_by_itself: CompanyTest = in_receivership
    """Does the company act without anyone deciding for it?"""


def sees_treasury(game: Game, seat: Seat, company: Company) -> bool:
    """Shareholders may ask; all may if so agreed, or if nobody directs it (1860-MISC-02, 1860-RECV-07)."""
    return (
        "open_treasuries" in game.book.options
        or game.held(seat, company) > 0
        or game.state.has(company, BANKRUPT)
        or in_receivership(game, company)
    )
