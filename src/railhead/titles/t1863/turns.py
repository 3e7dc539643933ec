"""A company's operating turn in 1863, stage by stage (rules 1863-OR)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.laws import CompanyEffect
from railhead.core.state import OPERATED


def end(game: Game, company: Company) -> None:
    """The company has operated (1863-START-05, 1863-SHORT-03)."""
    effects.mark(game, company, OPERATED)


STAGES: tuple[CompanyEffect, ...] = (end,)
"""What a company does in its turn, in this order (1863-OR-03)."""
