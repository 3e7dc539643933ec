"""Loans: limits of the company and of the bank, loans that cover a payment, repayment."""

from __future__ import annotations

from dataclasses import replace

from railhead.core.audit import audit
from railhead.core.events import LoansRepaid, LoansTaken
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.market import Direction
from railhead.core.spelling import Count
from railhead.rules import loans
from railhead.rules.loans import LoanRules
from tests.made_up import RULES, Busy, Toy


def borrower(*groups: LoanRules) -> Toy:
    toy = Toy(*groups)
    toy.start("AAA", "Ann", cash=20)
    toy.start("BBB", "Ben")
    toy.start("CCC", "Cleo", at=40)
    return toy


def test_a_company_borrows_up_to_the_limit_of_its_kind() -> None:
    toy = borrower()
    toy.begin(Busy(toy.company("CCC")))
    assert toy.refused("borrow 2") == "loan.limit"
    toy.do("borrow 1")
    assert toy.refused("borrow 1") == "loan.limit"


def test_the_bank_has_only_so_many_loans() -> None:
    toy = borrower()
    loans.borrow(toy.game, toy.company("BBB"), 3)
    assert loans.room(toy.game, toy.company("AAA")) == 1
    toy.begin(Busy(toy.company("AAA")))
    assert toy.refused("borrow 2") == "loan.limit"
    toy.do("borrow 1")
    assert "borrow" not in toy.offered()


def test_the_audit_counts_loans() -> None:
    toy = borrower()
    toy.state.loans[0] = 5
    assert audit(toy.book, toy.state) == ["loans: 5 taken of 4"]
    toy.state.loans[0] = -1
    assert audit(toy.book, toy.state) == ["loans: AAA has -1"]


def test_means_count_the_loans_that_could_be_taken() -> None:
    toy = borrower()
    assert loans.means(toy.game, toy.company("AAA")) == 20 + 3 * 90
    assert loans.means(toy.game, toy.company("CCC")) == 90


def test_a_payment_takes_the_fewest_loans_that_cover_it() -> None:
    for cost, count in ((0, 0), (20, 0), (21, 1), (110, 1), (111, 2), (290, 3)):
        toy = borrower()
        loans.cover(toy.game, toy.company("AAA"), cost)
        assert toy.state.loans[toy.company("AAA")] == count
        assert toy.cash("AAA") == 20 + 90 * count >= cost


def test_repaying_costs_the_full_value() -> None:
    toy = borrower()
    game, company = toy.game, toy.company("AAA")
    loans.borrow(game, company, 2)
    loans.repay(game, company, 1)
    assert toy.state.loans[company] == 1
    assert toy.cash("AAA") == 20 + 180 - 100
    told = [event for event in game.events if isinstance(event, LoansTaken | LoansRepaid)]
    assert told == [LoansTaken(company, Count(2)), LoansRepaid(company, Count(1))]
    toy.check()


def test_a_title_says_what_follows_from_a_loan() -> None:
    def price_falls(game: Game, company: Company, count: int) -> None:
        game.state.price[company] = game.book.market.moved(game.state.price[company], Direction.LEFT, count)

    toy = borrower(replace(RULES[LoanRules], taken=price_falls))
    toy.begin(Busy(toy.company("AAA")))
    toy.do("borrow 2")
    assert toy.game.price_of(toy.company("AAA")) == 70
