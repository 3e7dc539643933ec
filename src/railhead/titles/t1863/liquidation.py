"""The liquidation of a company in the red zone (rules 1863-LIQ)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.steps import Step
from railhead.core.text import Text
from railhead.titles.t1863 import failing, lives, lots, lptb
from railhead.titles.t1863.activities import take_part
from railhead.titles.t1863.facts import MINOR
from railhead.titles.t1863.lots import Part


def begin(game: Game, company: Company) -> None:
    """A company is broken up (1863-MA-03)."""
    take_part(game, company)
    effects.declare(game, company, Text("liquidated"))
    game.push(Liquidation(company))


@dataclass(frozen=True, slots=True)
class Liquidation(Step):
    """A liquidation, and how far it has come: each part of it may ask somebody."""

    company: Company
    stage: int = 0

    def proceed(self, game: Game) -> bool:
        """The next part."""
        if self.stage == len(STAGES):
            game.pop()
            lives.retire(game, self.company)
            return True
        game.put(Liquidation(self.company, self.stage + 1))
        STAGES[self.stage](game, self.company)
        return True


def _sell(part: Part) -> Callable[[Game, Company], None]:
    def sell(game: Game, company: Company) -> None:
        """Before Phase V a lot is auctioned; then, the LPTB gets it (1863-LIQ-04, 1863-LIQ-06)."""
        if lptb.acts(game):
            lots.to_the_lptb(game, company, part)
        else:
            lots.auction(game, company, part)

    return sell


def share_out(game: Game, company: Company) -> None:
    """Cash that is left is split by the share; what falls to charter and Pool stays with the bank (1863-LIQ-08).

    A minor's owner gets all of it. Where shorts are out, it is split by all shares about; they are void themselves.
    """
    cash = game.treasury(company)
    about = game.share_count(company) + game.shorts_out(company)
    each = cash if game.state.kind[company] == MINOR else cash // about
    purpose = Text("the liquidation of {company}", company=game.symbol(company))
    for owner, held in failing.holders(game, company):
        share = cash if game.state.kind[company] == MINOR else each * held
        effects.pay(game, game.purse(company), owner, share, purpose)


STAGES: tuple[Callable[[Game, Company], None], ...] = (
    failing.sell_holdings,
    _sell(Part.TOKENS),
    _sell(Part.TRAINS),
    _sell(Part.PRIVATES),
    failing.repay,
    share_out,
)
"""Shares of others, the three lots, loans, the rest (1863-LIQ-02, 1863-LIQ-04, 1863-LIQ-07, 1863-LIQ-08)."""
