"""Loans of 18BF: taken as part of a payment, charged in every round, repaid as soon as there is money (18BF-LOAN).

How many a company may have goes by its kind (18BF-LOAN-04). One that a merger has brought above its limit may take no
more (18BF-LOAN-05); the bank never runs out of them (18BF-LOAN-06).
"""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.text import Text
from railhead.rules import loans
from railhead.rules.loans import LoanRules, Purpose
from railhead.titles.t18bf import prices
from railhead.titles.t18bf.facts import NUMBERS
from railhead.titles.t18bf.record import record


def proceeds(game: Game, company: Company) -> int:
    """A loan, less the interest that is paid as it is taken (18BF-LOAN-03)."""
    return NUMBERS.loan - NUMBERS.loan_interest


def repayment(game: Game, company: Company) -> int:
    """A loan is repaid at its face value (18BF-LOAN-11)."""
    return NUMBERS.loan


def covers(game: Game, company: Company, purpose: Purpose) -> bool:
    """Loans pay for track, interest, and a train from the bank for a company without one.

    Rules 18BF-LOAN-01 and 18BF-LOAN-07. Only what is missing is borrowed (18BF-LOAN-02).
    """
    return purpose is not Purpose.TRAIN or not game.trains_of(company)


RULES = LoanRules(proceeds=proceeds, repayment=repayment, covers=covers)


def pay_interest(game: Game, company: Company) -> None:
    """Interest is due on the loans the company began its turn with, and is paid with another loan if need be.

    A company that cannot borrow pays what it has, and its price moves left (18BF-LOAN-08, 18BF-LOAN-09, 18BF-LOAN-10).
    """
    due = record(game).loans_at_start * NUMBERS.loan_interest
    can_pay = loans.means(game, company, Purpose.INTEREST) >= due
    if can_pay:
        loans.cover(game, company, due, Purpose.INTEREST)
    paid = due if can_pay else game.treasury(company)
    effects.pay(game, game.purse(company), game.book.company_bank, paid, Text("interest"))
    if not can_pay:
        prices.left(game, company)


def repay_loans(game: Game, company: Company) -> None:
    """As many loans are repaid as the company can pay for, those of this turn too (18BF-LOAN-11, 18BF-LOAN-12)."""
    count = min(game.state.loans[company], game.treasury(company) // NUMBERS.loan)
    if count:
        loans.repay(game, company, count)
