"""A company's operating turn in 1863, stage by stage (rules 1863-OR)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.laws import CompanyEffect
from railhead.core.refusal import Refusal
from railhead.core.state import OPERATED
from railhead.core.steps import AnyMove, CompanyStep, Step, passing
from railhead.core.text import Text
from railhead.rules import borrowing
from railhead.rules.operating import OperatingRules, OperatingTurn
from railhead.rules.stock import StockTurn
from railhead.titles.t1863 import costs, prices, thompson
from railhead.titles.t1863.building import track_stage
from railhead.titles.t1863.dividends import pay_dividend
from railhead.titles.t1863.record import record
from railhead.titles.t1863.running import run_stage
from railhead.titles.t1863.trains import buy_trains


def begin(game: Game, company: Company) -> None:
    """Trains that Thompson has kept are in their last turn (1863-PRIV-04)."""
    thompson.note_last_turn(game, company)


def manage_loans(game: Game, company: Company) -> None:
    """The company may repay loans, and take some, before it builds (1863-OR-03)."""
    game.push(ManageLoans(company))


def end(game: Game, company: Company) -> None:
    """The company has operated (1863-START-05, 1863-SHORT-03); trains in their last turn leave.

    If all companies pay their costs together, the trains stay until then.
    """
    effects.mark(game, company, OPERATED)
    if costs.COMMON not in game.book.options:
        thompson.scrap_worn_out(game, company)


BEFORE_RUNNING: tuple[CompanyEffect, ...] = (begin, manage_loans, track_stage)
"""What a company does before it collects revenue: until then it may repay loans (1863-LOAN-10)."""
STAGES: tuple[CompanyEffect, ...] = (*BEFORE_RUNNING, run_stage, pay_dividend, buy_trains, costs.pay_costs, end)
"""What a company does in its turn, in this order (1863-OR-03)."""


def operates(game: Game, company: Company) -> bool:
    """A company in the red zone waits for its liquidation, and may have no president."""
    return prices.zone(game, company) is not prices.Zone.RED


RULES = OperatingRules(stages=STAGES, operates=operates)
"""Highest price first, by the prices at the moment; on ties whoever got there first (1863-OR-02, 1863-OR-05)."""


# -- loans ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ManageLoans(CompanyStep):
    """The beginning of a company's turn: it is asked if it could repay loans."""

    purpose: ClassVar[str] = "repay or take loans"

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What loans cost."""
        rate, count = record(game).rate, game.state.loans[self.company]
        if count == 1:
            cost = "{company} has one loan, and pays interest of {rate} for it at the end of its turn"
            return (Text(cost, company=game.symbol(self.company), rate=rate),)
        costs = "{company} has {count} loans, and pays interest of {rate} for each at the end of its turn"
        return (Text(costs, company=game.symbol(self.company), count=count, rate=rate),)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Borrowing and repaying are open anyway."""
        return MOVES

    def proceed(self, game: Game) -> bool:
        """Loans can still be taken later, so nobody is asked for their sake."""
        if any(True for _ in borrowing.repay_options(game, self)):
            return False
        game.pop()
        return True


MOVES: tuple[AnyMove, ...] = (passing(lambda game, _: game.pop()),)


def may_repay(game: Game, step: Step, company: Company) -> Refusal | None:
    """In a stock turn at any time (1863-LOAN-11), in an operating turn before the company runs (1863-LOAN-10)."""
    if isinstance(step, StockTurn):
        return None
    turns = (turn for turn in game.state.agenda if isinstance(turn, OperatingTurn) and turn.company == company)
    if any(turn.stage <= len(BEFORE_RUNNING) for turn in turns):
        return None
    return game.forbid("loan.repay_time", "Loans are repaid in a stock round, or before the company runs its trains")
