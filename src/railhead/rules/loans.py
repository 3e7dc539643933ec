"""Loans: a company borrows from the bank up to a limit, and repays when it can.

Titles differ on when: in some, a company may borrow whenever it likes (`BORROW`, offered in every step); in others, a
loan is taken automatically as part of a payment (`cover`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Protocol

from railhead.core import effects
from railhead.core.actions import Action
from railhead.core.choices import Choice, Span
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.laws import CompanyCount
from railhead.core.refusal import Refusal
from railhead.core.rulebook import RuleGroup
from railhead.core.spelling import Count
from railhead.core.steps import Move, Step


@dataclass(frozen=True, slots=True)
class Borrow(Action):
    """Take loans for the company whose turn it is to act."""

    count: Count
    form: ClassVar[str] = "borrow {count}"
    label: ClassVar[str] = "Take loans: {count}"


class LoanEffect(Protocol):
    """What happens to a company after it has taken or repaid loans."""

    def __call__(self, game: Game, company: Company, count: int) -> None: ...


def limit_of_the_kind(game: Game, company: Company) -> int:
    """The limit for companies of this kind."""
    return game.kind_of(company).loans


def no_loans(game: Game, company: Company) -> int:
    """Nothing: the title has no loans."""
    return 0


def nothing_more(game: Game, company: Company, count: int) -> None:
    """Loans have no further effect."""


@dataclass(frozen=True)
class LoanRules(RuleGroup):
    """What loans are worth and cost, and how many a company may have."""

    most: CompanyCount = limit_of_the_kind
    """How many loans this company may have at once."""
    proceeds: CompanyCount = no_loans
    """What the bank pays this company for a loan."""
    repayment: CompanyCount = no_loans
    """What this company pays the bank to repay a loan."""
    taken: LoanEffect = nothing_more
    """What happens to a company after it has taken loans."""
    repaid: LoanEffect = nothing_more
    """What happens to a company after it has repaid loans."""


def room(game: Game, company: Company) -> int:
    """How many more loans a company may take, given its own limit and what the bank has left."""
    own = game.rules[LoanRules].most(game, company) - game.state.loans[company]
    return max(0, min(own, game.book.loans - sum(game.state.loans)))


def borrow(game: Game, company: Company, count: int) -> None:
    """A company takes this many loans."""
    rules = game.rules[LoanRules]
    effects.take_loans(game, company, count, count * rules.proceeds(game, company))
    rules.taken(game, company, count)


def repay(game: Game, company: Company, count: int) -> None:
    """A company repays this many loans."""
    rules = game.rules[LoanRules]
    effects.repay_loans(game, company, count, count * rules.repayment(game, company))
    rules.repaid(game, company, count)


# -- loans taken as part of a payment -------------------------------------------------------------


def means(game: Game, company: Company) -> int:
    """What a company could pay with all the loans it may take."""
    return game.treasury(company) + room(game, company) * game.rules[LoanRules].proceeds(game, company)


def cover(game: Game, company: Company, cost: int) -> None:
    """The company takes the fewest loans that let it pay; the caller has checked that it can pay at all."""
    gap = cost - game.treasury(company)
    if gap > 0:
        borrow(game, company, -(-gap // game.rules[LoanRules].proceeds(game, company)))


# -- loans taken at any time ----------------------------------------------------------------------


def borrow_refusal(game: Game, step: Step, action: Borrow) -> Refusal | None:
    """Which rule forbids taking this many loans now."""
    company = step.acting_company
    if company is None:
        return game.forbid("loan.company", "It is not a company's turn to act")
    left = room(game, company)
    if action.count > left:
        return game.forbid("loan.limit", f"{game.symbol(company)} may take only {left} more loans")
    return None


def borrow_options(game: Game, step: Step) -> Iterable[Choice]:
    """How many loans the company whose turn it is to act may take."""
    company = step.acting_company
    if company is not None and room(game, company):
        yield Choice(Borrow, (Span(1, room(game, company)),))


def _borrow(game: Game, step: Step, action: Borrow) -> None:
    company = step.acting_company
    assert company is not None
    borrow(game, company, action.count)


BORROW = Move(Borrow, borrow_options, borrow_refusal, _borrow)
"""For `AgendaRules.open_moves`: a company may borrow in every step in which it acts."""
