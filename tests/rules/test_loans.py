"""Loans: limits of the company and of the bank, loans that cover a payment, repayment."""

from __future__ import annotations

from dataclasses import replace

from railhead.core import effects
from railhead.core.agenda import AgendaRules
from railhead.core.audit import audit
from railhead.core.events import LoansRepaid, LoansTaken
from railhead.core.game import Game
from railhead.core.ids import Company, Train
from railhead.core.market import Direction
from railhead.core.refusal import Refusal
from railhead.core.spelling import Count
from railhead.core.steps import Step
from railhead.core.text import Text
from railhead.rules import borrowing, loans, track
from railhead.rules.loans import LoanRules, Purpose
from railhead.rules.stock import StockRound
from railhead.rules.track import Laid, LayTile, LayTrack, TrackRules
from railhead.rules.trains import BuyTrains
from tests.made_up import RULES, Busy, Toy, rulebook


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


def for_track(game: Game, company: Company, purpose: Purpose) -> bool:
    return purpose is Purpose.TRACK


COVERING = replace(RULES[LoanRules], covers=for_track)
"""Loans are part of payments for track, and of no others."""


def test_means_count_the_loans_that_could_be_taken_for_the_purpose() -> None:
    toy = borrower(COVERING)
    assert loans.means(toy.game, toy.company("AAA"), Purpose.TRACK) == 20 + 3 * 90
    assert loans.means(toy.game, toy.company("CCC"), Purpose.TRACK) == 90
    for purpose in (Purpose.TRAIN, Purpose.INTEREST):
        assert loans.means(toy.game, toy.company("AAA"), purpose) == 20


def test_without_a_rule_that_says_so_no_payment_takes_loans() -> None:
    toy = borrower()
    assert [loans.means(toy.game, toy.company("AAA"), purpose) for purpose in Purpose] == [20] * len(Purpose)
    loans.cover(toy.game, toy.company("AAA"), 100, Purpose.TRACK)
    assert toy.state.loans[toy.company("AAA")] == 0


def test_a_shortage_says_what_could_be_borrowed() -> None:
    toy = borrower(COVERING)
    assert loans.shortage(toy.game, toy.company("AAA"), 290, Purpose.TRACK) is None
    assert str(loans.shortage(toy.game, toy.company("AAA"), 291, Purpose.TRACK)) == "AAA has 20 and can borrow only 270"
    assert str(loans.shortage(toy.game, toy.company("AAA"), 21, Purpose.TRAIN)) == "AAA has 20"


def test_a_payment_takes_the_fewest_loans_that_cover_it() -> None:
    for cost, count in ((0, 0), (20, 0), (21, 1), (110, 1), (111, 2), (290, 3)):
        toy = borrower(COVERING)
        loans.cover(toy.game, toy.company("AAA"), cost, Purpose.TRACK)
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


def test_a_title_says_what_follows_from_a_loan_and_from_repaying_it() -> None:
    def price_falls(game: Game, company: Company, count: int) -> None:
        game.state.price[company] = game.book.market.moved(game.state.price[company], Direction.LEFT, count)

    def price_rises(game: Game, company: Company, count: int) -> None:
        game.state.price[company] = game.book.market.moved(game.state.price[company], Direction.RIGHT, count)

    toy = borrower(replace(RULES[LoanRules], taken=price_falls, repaid=price_rises))
    company = toy.company("AAA")
    before = toy.game.price_of(company)
    toy.begin(Busy(company))
    toy.do("borrow 2")
    assert toy.game.price_of(company) == 70
    loans.repay(toy.game, company, 2)
    assert toy.game.price_of(company) == before > 70


def trainless_only(game: Game, company: Company, purpose: Purpose) -> bool:
    return purpose is Purpose.TRAIN and not game.trains_of(company)


def test_a_train_is_bought_with_loans_if_the_rules_cover_it() -> None:
    toy = borrower(replace(RULES[LoanRules], covers=trainless_only))
    company = toy.company("AAA")
    toy.begin(BuyTrains(company))
    toy.do("train 2 from ipo")
    assert (toy.state.loans[company], toy.cash("AAA")) == (1, 20 + 90 - 100)
    assert toy.refused("train 2 from ipo") == "train.cash", "it has a train now"


def test_no_loan_is_taken_for_a_train_of_another_company() -> None:
    toy = borrower(replace(RULES[LoanRules], covers=trainless_only))
    effects.move_train(toy.game, toy.owner("ipo"), toy.owner("BBB"), Train(0))
    toy.begin(BuyTrains(toy.company("AAA")))
    assert toy.refused("offer 21 for 2 of BBB") == "train.offer_cash"
    toy.do("offer 20 for 2 of BBB", "accept")
    assert toy.state.loans[toy.company("AAA")] == 0


def test_track_is_paid_for_with_loans_if_the_rules_cover_it() -> None:
    def expensive(game: Game, company: Company, action: LayTile, laid: Laid) -> int:
        return 120

    toy = borrower(COVERING)
    toy.book = rulebook(COVERING, TrackRules(moves=track.MOVES, cost=expensive))
    company = toy.company("AAA")
    effects.place_token(toy.game, company, toy.book.companies[company].home)
    toy.begin(LayTrack(company))
    toy.do("lay 2 on A1 turned 0")
    assert (toy.state.loans[company], toy.cash("AAA")) == (2, 20 + 180 - 120)


# -- repaying, and who borrows ----------------------------------------------------------------------


def repaying(*groups: LoanRules) -> Toy:
    """AAA has two loans and 200, and may repay them while it acts."""
    toy = Toy(AgendaRules(open_moves=(borrowing.BORROW, borrowing.REPAY)), *groups)
    toy.start("AAA", "Ann", cash=20)
    loans.borrow(toy.game, toy.company("AAA"), 2)
    toy.begin(Busy(toy.company("AAA")))
    return toy


def test_a_company_repays_what_it_has_and_can_pay() -> None:
    toy = repaying()
    assert toy.refused("repay 3") == "loan.none"
    toy.do("repay 2")
    assert (toy.cash("AAA"), toy.state.loans[toy.company("AAA")]) == (0, 0)
    assert "repay" not in toy.offered()


def test_it_repays_no_more_than_it_can_pay() -> None:
    toy = repaying()
    effects.pay(toy.game, toy.owner("AAA"), toy.owner("ipo"), 50, Text("the test"))
    assert toy.refused("repay 2") == "loan.cash"
    assert [choice.domains[0].count() for choice in toy.choices if choice.action is borrowing.Repay] == [1]
    toy.do("repay 1")


def test_a_title_may_forbid_repayment_at_times() -> None:
    def not_now(game: Game, step: Step, company: Company) -> Refusal | None:
        return game.forbid("repay.later", "Not now")

    toy = repaying(replace(RULES[LoanRules], may_repay=not_now))
    assert toy.refused("repay 1") == "repay.later"
    assert "repay" not in toy.offered()


def test_a_title_says_which_company_borrows_in_a_step() -> None:
    def always_bbb(game: Game, step: Step) -> Company | None:
        return game.book.find_company("BBB")

    toy = Toy(replace(RULES[LoanRules], borrower=always_bbb))
    toy.start("AAA", "Ann")
    toy.start("BBB", "Ben")
    toy.begin(Busy(toy.company("AAA")))
    toy.do("borrow 1")
    assert (toy.cash("AAA"), toy.cash("BBB")) == (0, 90)


def test_nothing_is_repaid_where_no_company_acts() -> None:
    toy = Toy(AgendaRules(open_moves=(borrowing.REPAY,)))
    toy.start("AAA", "Ann")
    toy.begin(StockRound(toy.seat("Ann")))
    assert toy.refused("repay 1") == "loan.company"
