"""Borrowing: a company takes loans whenever it acts, for whatever it likes, and may repay them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, Span
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.refusal import Refusal
from railhead.core.spelling import Count
from railhead.core.steps import Move, Step
from railhead.rules.loans import LoanRules, borrow, repay, room


@dataclass(frozen=True, slots=True)
class Borrow(Action):
    """Take loans for the company whose turn it is to act."""

    count: Count
    form: ClassVar[str] = "borrow {count}"
    label: ClassVar[str] = "Take loans: {count}"
    topic: ClassVar[Topic] = Topic.LOANS


@dataclass(frozen=True, slots=True)
class Repay(Action):
    """Repay loans of the company whose turn it is to act."""

    count: Count
    form: ClassVar[str] = "repay {count}"
    label: ClassVar[str] = "Repay loans: {count}"
    topic: ClassVar[Topic] = Topic.LOANS


def borrower(game: Game, step: Step) -> Company | None:
    """The company that may borrow now, if any."""
    return game.rules[LoanRules].borrower(game, step)


def borrow_refusal(game: Game, step: Step, action: Borrow) -> Refusal | None:
    """Which rule forbids taking this many loans now."""
    company = borrower(game, step)
    if company is None:
        return game.forbid("loan.company", "It is not a company's turn to act")
    left = room(game, company)
    if action.count > left:
        only = "{company} may take only {left} more loans"
        forbidden = game.forbid("loan.limit", only, company=game.symbol(company), left=left)
        return game.rules[LoanRules].no_more(game, company) or forbidden
    return None


def borrow_options(game: Game, step: Step) -> Iterable[Choice]:
    """How many loans the company whose turn it is to act may take."""
    company = borrower(game, step)
    if company is not None and room(game, company):
        yield Choice(Borrow, (Span(1, room(game, company)),))


def _borrow(game: Game, step: Step, action: Borrow) -> None:
    company = borrower(game, step)
    assert company is not None
    borrow(game, company, action.count)


def repay_refusal(game: Game, step: Step, action: Repay) -> Refusal | None:
    """Which rule forbids repaying this many loans now."""
    company = borrower(game, step)
    if company is None:
        return game.forbid("loan.company", "It is not a company's turn to act")
    if action.count > game.state.loans[company]:
        has = "{company} has {count} loans"
        return game.forbid("loan.none", has, company=game.symbol(company), count=game.state.loans[company])
    cost, cash = action.count * game.rules[LoanRules].repayment(game, company), game.treasury(company)
    if cost > cash:
        owes = "{company} would pay {cost}, but has {cash}"
        return game.forbid("loan.cash", owes, company=game.symbol(company), cost=cost, cash=cash)
    return game.rules[LoanRules].may_repay(game, step, company)


def repay_options(game: Game, step: Step) -> Iterable[Choice]:
    """How many loans the company whose turn it is to act may repay."""
    company = borrower(game, step)
    if company is None:
        return
    affordable = game.treasury(company) // max(1, game.rules[LoanRules].repayment(game, company))
    most = min(game.state.loans[company], affordable)
    if most and repay_refusal(game, step, Repay(Count(most))) is None:
        yield Choice(Repay, (Span(1, most),))


def _repay(game: Game, step: Step, action: Repay) -> None:
    company = borrower(game, step)
    assert company is not None
    repay(game, company, action.count)


BORROW = Move(Borrow, borrow_options, borrow_refusal, _borrow)
"""For `AgendaRules.open_moves`: a company may borrow in every step in which it acts."""
REPAY = Move(Repay, repay_options, repay_refusal, _repay)
"""For `AgendaRules.open_moves` or `extra_moves`: a company may repay loans in every step in which it acts."""
