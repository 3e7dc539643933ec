"""A company's operating turn in 18BF, stage by stage (rules 18BF-OR)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.laws import CompanyEffect
from railhead.core.state import OPERATED
from railhead.titles.t18bf.record import amend


def begin(game: Game, company: Company) -> None:
    """Interest will be due on the loans a company has now (18BF-LOAN-08); its ferries are free again (18BF-PRIV-31)."""
    amend(game, loans_at_start=game.state.loans[company], ferries=())


def end(game: Game, company: Company) -> None:
    """The company has completed a turn, so that its shares may be sold (18BF-SELL-02)."""
    effects.mark(game, company, OPERATED)


STAGES: tuple[CompanyEffect, ...] = (
    begin,
    # redeem shares, track, station marker, run, distribute, interest, repay, trains
    end,
)
"""What a company does in its turn, in this order (18BF-OR-05)."""
