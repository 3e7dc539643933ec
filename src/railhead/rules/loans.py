"""Loans: a company borrows from the bank up to a limit, and repays when it can.

Titles differ on when: in some, a loan is taken automatically as part of a payment (`cover`), for some purposes only; in
others, a company may borrow whenever it likes (`rules/borrowing`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.laws import CompanyCount, CompanyLaw, allowed
from railhead.core.refusal import Refusal
from railhead.core.rulebook import RuleGroup
from railhead.core.steps import Step
from railhead.core.text import Text


class Purpose(Enum):
    """What a company needs money for."""

    TRACK = "track"
    TRAIN = "a train from the bank"
    INTEREST = "interest"
    SHARES = "shares"


class LoanEffect(Protocol):
    """What happens to a company after it has taken or repaid loans."""

    def __call__(self, game: Game, company: Company, count: int) -> None: ...


class LoanLaw(Protocol):
    """Whether a payment for this purpose may be covered by loans."""

    def __call__(self, game: Game, company: Company, purpose: Purpose) -> bool: ...


class Borrower(Protocol):
    """Which company may borrow, if any, while a step is being decided."""

    def __call__(self, game: Game, step: Step) -> Company | None: ...


class RepaymentLaw(Protocol):
    """Whether a company may repay loans while a step is being decided."""

    def __call__(self, game: Game, step: Step, company: Company) -> Refusal | None: ...


class LoanTerms(Protocol):
    """What a company should know before it borrows."""

    def __call__(self, game: Game, company: Company) -> tuple[Text, ...]: ...


def the_one_that_acts(game: Game, step: Step) -> Company | None:
    """The company that the step concerns."""
    return step.acting_company


def at_any_time(game: Game, step: Step, company: Company) -> Refusal | None:
    """Loans may be repaid whenever the company acts."""
    return None


def limit_of_the_kind(game: Game, company: Company) -> int:
    """The limit for companies of this kind."""
    return game.kind_of(company).loans


def nothing_to_tell(game: Game, company: Company) -> tuple[Text, ...]:
    """What a loan does is told with it, and that is all."""
    return ()


def no_loans(game: Game, company: Company) -> int:
    """Nothing: the title has no loans."""
    return 0


def nothing_more(game: Game, company: Company, count: int) -> None:
    """Loans have no further effect."""


def never_covered(game: Game, company: Company, purpose: Purpose) -> bool:
    """No loan is taken as part of a payment."""
    return False


@dataclass(frozen=True)
class LoanRules(RuleGroup):
    """What loans are worth and cost, how many a company may have, and which payments they cover."""

    most: CompanyCount = limit_of_the_kind
    """How many loans this company may have at once."""
    proceeds: CompanyCount = no_loans
    """What the bank pays this company for a loan."""
    repayment: CompanyCount = no_loans
    """What this company pays the bank to repay a loan."""
    borrower: Borrower = the_one_that_acts
    """The company that may borrow while this step is being decided, if any."""
    no_more: CompanyLaw = allowed
    """Which rule limits the loans of this company, if that is not simply how many it may have?"""
    terms: LoanTerms = nothing_to_tell
    """What a company should know before it borrows, besides what a loan does at once: interest, limits."""
    may_repay: RepaymentLaw = at_any_time
    """May this company repay loans while this step is being decided?"""
    covers: LoanLaw = never_covered
    """Does this company take loans for this purpose if its cash is not enough?"""
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


def means(game: Game, company: Company, purpose: Purpose) -> int:
    """What a company could pay for a purpose, with all the loans it may take for it."""
    rules = game.rules[LoanRules]
    if not rules.covers(game, company, purpose):
        return game.treasury(company)
    return game.treasury(company) + room(game, company) * rules.proceeds(game, company)


def shortage(game: Game, company: Company, cost: int, purpose: Purpose) -> Text | None:
    """What a company has, in words, if that is not enough even with loans; None if it can pay."""
    cash = game.treasury(company)
    if cost <= cash:
        return None
    most = means(game, company, purpose)
    if cost <= most:
        return None
    if most == cash:
        return Text("{company} has {cash}", company=game.symbol(company), cash=cash)
    can_borrow = "{company} has {cash} and can borrow only {most}"
    return Text(can_borrow, company=game.symbol(company), cash=cash, most=most - cash)


def cover(game: Game, company: Company, cost: int, purpose: Purpose) -> None:
    """The company takes the fewest loans that let it pay; the caller has checked that it can pay at all."""
    gap = cost - game.treasury(company)
    if gap > 0 and game.rules[LoanRules].covers(game, company, purpose):
        borrow(game, company, -(-gap // game.rules[LoanRules].proceeds(game, company)))
