"""Loans of 1863: taken at any time by the company that acts, at the cost of its price (rules 1863-LOAN).

How many there are in all goes by the number of players; only the number out matters for the rate (1863-LOAN-09,
1863-LOAN-13).
"""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.refusal import Refusal
from railhead.core.state import FLOATED
from railhead.core.steps import Step
from railhead.core.text import Text
from railhead.rules.debts import Debt
from railhead.rules.loans import LoanRules, Purpose
from railhead.rules.operating import operating_company
from railhead.rules.rounds import STOCK
from railhead.rules.stock import StockTurn
from railhead.titles.t1863 import prices, tokens_due
from railhead.titles.t1863.acting import acting_for, note_dealing
from railhead.titles.t1863.facts import MINOR, NUMBERS, rate
from railhead.titles.t1863.founder_step import FounderStep
from railhead.titles.t1863.merging import NameSurvivor
from railhead.titles.t1863.record import record
from railhead.titles.t1863.valuation import valuation


def most(game: Game, company: Company) -> int:
    """Two loans for any company (1863-LOAN-07), more if they all are less than its valuation (1863-LOAN-08).

    Never more than its kind may have (1863-LOAN-05, 1863-LOAN-06), and as many as that with loose valuations
    (1863-VAR-06). A loan adds as much to the cash as it takes from the valuation, so that this does not depend on how
    many it has.
    """
    limit = game.kind_of(company).loans
    if "loose_valuations" in game.book.options:
        return limit
    covered = (valuation(game, company) - 1) // NUMBERS.loan
    return min(limit, max(NUMBERS.loans_for_any, covered))


def no_more(game: Game, company: Company) -> Refusal | None:
    """Which limits a company's loans: the chart (1863-LOAN-09), its valuation (1863-LOAN-08) or its kind?"""
    kind, left, symbol = game.kind_of(company), game.book.loans - sum(game.state.loans), game.symbol(company)
    if left < most(game, company) - game.state.loans[company]:
        return game.forbid("loan.chart", "Only {left} loans are left on the chart", left=left)
    if most(game, company) < kind.loans:
        below = "Beyond two loans, all loans of {company} must be worth less than its valuation, which is {value}"
        return game.forbid("loan.limit", below, company=symbol, value=valuation(game, company))
    key = "loan.minor" if game.state.kind[company] == MINOR else "loan.major"
    return game.forbid(key, "{company} may have at most {most} loans", company=symbol, most=kind.loans)


def terms(game: Game, company: Company) -> tuple[Text, ...]:
    """The rate of interest, and how many loans the company may have in view of its valuation."""
    limit = Text(
        "{company} may have {most} loans; its valuation is {value}",
        company=game.symbol(company),
        most=most(game, company),
        value=valuation(game, company),
    )
    return _interest(game), limit


def _interest(game: Game) -> Text:
    """The rate is set when a stock round ends, and then stays (1863-SR-10, 1863-SR-11)."""
    if game.state.round.kind != STOCK:
        fixed = "Interest for each loan in each turn: {rate}, until the next stock round ends"
        return Text(fixed, rate=record(game).rate)
    at_present = "Interest for each loan in each turn: {rate}, if no more are taken before the stock round ends"
    return Text(at_present, rate=rate(sum(game.state.loans), game.book.seats))


def remarks(game: Game, company: Company) -> dict[str, Text]:
    """What lenders go by, and what the company pays them in each turn."""
    if not game.state.has(company, FLOATED):
        return {}
    found = {"valuation": Text("valuation {value}", value=valuation(game, company))}
    if game.state.loans[company]:
        found["interest"] = Text("interest {amount}", amount=record(game).rate * game.state.loans[company])
    return found


def value(game: Game, company: Company) -> int:
    """What a loan is worth, taken or repaid (1863-LOAN-01, 1863-LOAN-04)."""
    return NUMBERS.loan


def borrower(game: Game, step: Step) -> Company | None:
    """The company that acts, founds another or has to pay; nobody in another's turn (1863-LOAN-02, 1863-LOAN-14)."""
    if isinstance(step, StockTurn):
        return acting_for(game, step)
    if isinstance(step, FounderStep):
        return game.book.company_of(step.founder)
    if isinstance(step, Debt):
        return game.book.company_of(step.debtor)
    company = None if isinstance(step, NameSurvivor) else step.acting_company
    return company if operating_company(game) in (None, company) else None


def covers(game: Game, company: Company, purpose: Purpose) -> bool:
    """A company that buys shares in a step of another borrows what it lacks; otherwise it borrows beforehand."""
    return purpose is Purpose.SHARES


def taken(game: Game, company: Company, count: int) -> None:
    """The price falls one place for each loan (1863-LOAN-03)."""
    prices.fall(game, company, count)
    note_dealing(game)
    tokens_due.pay_if_possible(game)


def repaid(game: Game, company: Company, count: int) -> None:
    """The price does not move (1863-LOAN-04)."""
    note_dealing(game)


RULES = LoanRules(
    most=most,
    proceeds=value,
    repayment=value,
    borrower=borrower,
    no_more=no_more,
    covers=covers,
    terms=terms,
    taken=taken,
    repaid=repaid,
)
