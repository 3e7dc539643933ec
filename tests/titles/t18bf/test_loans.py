"""Loans: what for, how many, interest and repayment (18BF-LOAN), and what they do to the price (18BF-CLOSE)."""

from __future__ import annotations

import pytest

from railhead.core.audit import audit
from railhead.core.state import CLOSED, OPERATED
from railhead.rules import loans, redemption
from railhead.rules.loans import Purpose
from railhead.rules.track import pay_for_track
from railhead.testing import rule
from railhead.titles.t18bf import turns
from railhead.titles.t18bf.record import record
from tests.titles.t18bf.table import BigFour

ANY_HEX = "I17"


def minor(cash: int = 0, have: int = 0, price: int = 100, trains: tuple[str, ...] = ("2",)) -> BigFour:
    """The TV, a Minor."""
    at = BigFour()
    at.minor("TV", price, cash=cash, loans=have, trains=trains)
    return at


def public(cash: int = 0, have: int = 0, price: int = 100, trains: tuple[str, ...] = ("4",)) -> BigFour:
    """The MR, a Public, in phase 4."""
    at = BigFour(phase="4")
    at.in_play("MR", price, {"A": 2}, cash=cash, loans=have, trains=trains)
    return at


@rule("18BF-LOAN-04")
@pytest.mark.parametrize(("company", "most"), [("TV", 2), ("MR", 5), ("GWR", 10)])
def test_the_limit_of_every_kind(company: str, most: int) -> None:
    """Worked example 18BF-EX-29."""
    at = BigFour(phase="6")
    at.in_play(company, 100, {"A": 1 if company == "TV" else 4})
    assert loans.room(at.game, at.company(company)) == most
    loans.borrow(at.game, at.company(company), most)
    assert loans.room(at.game, at.company(company)) == 0
    assert loans.means(at.game, at.company(company), Purpose.TRACK) == at.cash(company) == 45 * most


@rule("18BF-LOAN-03")
def test_a_loan_brings_45_and_is_charged_no_more_in_its_turn() -> None:
    """Worked example 18BF-EX-05: 50, less 5 interest that is paid at once."""
    at = minor()
    loans.borrow(at.game, at.company("TV"), 2)
    assert (at.cash("TV"), at.loans("TV")) == (90, 2)
    at.play("TV", "interest", new_loans=2)
    assert at.cash("TV") == 90


@rule("18BF-LOAN-05")
def test_a_company_above_its_limit_borrows_nothing() -> None:
    at = public(have=7)
    assert loans.room(at.game, at.company("MR")) == 0
    assert [loans.means(at.game, at.company("MR"), purpose) for purpose in Purpose] == [0] * len(Purpose)


@rule("18BF-LOAN-06")
def test_the_bank_always_has_another_loan() -> None:
    at = BigFour(phase="6")
    for system in ("GCR", "GWR", "LMS", "LNE"):
        at.in_play(system, 100, {"A": 4}, loans=10)
    at.minor("TV")
    pay_for_track(at.game, at.company("TV"), 40, at.hex(ANY_HEX))
    assert at.loans("TV") == 1
    assert audit(at.book, at.state) == []


@rule("18BF-LOAN-01", "18BF-LOAN-02")
@pytest.mark.parametrize(
    ("cash", "cost", "taken", "left"),
    [(40, 40, 0, 0), (30, 40, 1, 35), (0, 80, 2, 10), (0, 45, 1, 0), (0, 46, 2, 44), (30, 80, 2, 40)],
)
def test_track_takes_the_fewest_loans_that_pay_for_it(cash: int, cost: int, taken: int, left: int) -> None:
    at = minor(cash=cash)
    pay_for_track(at.game, at.company("TV"), cost, at.hex(ANY_HEX))
    assert (at.loans("TV"), at.cash("TV")) == (taken, left)


@rule("18BF-LOAN-01", "18BF-PRIV-04")
def test_no_loan_for_a_private() -> None:
    at = BigFour(phase="3")
    at.minor("TV", cash=60, trains=("3",))
    at.give_private("P10", "A")
    at.operate("TV", "trains")
    at.refuses("buy-in P10 for 61", "18BF-PRIV-04")
    assert at.allows("buy-in P10 for 60")


@rule("18BF-LOAN-01", "18BF-RED-02")
def test_no_loan_for_shares() -> None:
    at = public(cash=80, price=90)
    at.into_pool("MR", 3)
    refusal = redemption.refusal(at.game, redemption.Redeem(at.company("MR")), redemption.RedeemShare())
    assert refusal is not None
    assert refusal.rule == "18BF-RED-02"


@rule("18BF-LOAN-07")
def test_a_company_with_a_train_borrows_for_no_other() -> None:
    at = minor(cash=99, trains=("2",))
    at.operate("TV", "trains")
    assert at.waits, "there is nothing it could buy"
    at = minor(cash=99, trains=())
    at.operate("TV", "trains")
    at.do("train 2 from ipo")
    assert (at.cash("TV"), at.loans("TV")) == (44, 1)


@rule("18BF-LOAN-07", "18BF-TRAIN-02")
def test_no_loan_for_the_train_of_another_company() -> None:
    at = minor(cash=30, trains=())
    at.minor("VN", owner="B", trains=("2",))
    at.operate("TV", "trains")
    at.refuses("offer 31 for 2 of VN", "18BF-TRAIN-02")
    at.do("offer 30 for 2 of VN", "accept")
    assert (at.cash("TV"), at.loans("TV"), at.trains("TV")) == (0, 0, ["2"])


@rule("18BF-LOAN-07")
def test_loans_pay_for_a_train_from_the_pool() -> None:
    at = BigFour(phase="3")
    at.in_play("MR", 100, {"A": 2}, cash=150)
    at.returned("3")
    at.operate("MR", "trains")
    at.do("train 3 from pool")
    assert (at.cash("MR"), at.loans("MR")) == (150 + 90 - 225, 2)


# -- interest and repayment -----------------------------------------------------------------------


@rule("18BF-LOAN-08")
@pytest.mark.parametrize(("have", "new", "due"), [(0, 0, 0), (1, 0, 5), (3, 1, 10), (5, 0, 25), (2, 2, 0)])
def test_interest_is_due_on_the_loans_a_turn_began_with(have: int, new: int, due: int) -> None:
    at = public(cash=49, have=have)
    at.play("MR", "interest", new_loans=new)
    assert (at.cash("MR"), at.loans("MR")) == (49 - due, have)


@rule("18BF-LOAN-08")
def test_the_loans_are_counted_as_the_turn_begins() -> None:
    at = public(cash=49, have=3)
    at.remember(loans_at_start=0)
    turns.begin(at.game, at.company("MR"))
    assert record(at.game).loans_at_start == 3


@rule("18BF-LOAN-09")
def test_missing_interest_is_borrowed() -> None:
    at = minor(have=1)
    at.play("TV", "interest")
    assert (at.cash("TV"), at.loans("TV"), at.price("TV")) == (40, 2, 100)


@rule("18BF-LOAN-09", "18BF-LOAN-11")
def test_the_fifth_loan_of_a_public_pays_its_interest() -> None:
    """Worked example 18BF-DX-14: 3 loans at the start, 1 for track, cash 14."""
    at = public(cash=14, have=4)
    at.play("MR", "interest", "repay", new_loans=1)
    assert (at.loans("MR"), at.cash("MR"), at.price("MR")) == (5, 44, 100)


@rule("18BF-LOAN-10")
def test_who_cannot_borrow_pays_what_there_is_and_falls() -> None:
    at = minor(cash=7, have=2)
    at.play("TV", "interest", "repay")
    assert (at.cash("TV"), at.loans("TV"), at.price("TV")) == (0, 2, 90)


@rule("18BF-LOAN-08", "18BF-LOAN-10")
@pytest.mark.parametrize(("cash", "left", "price"), [(9, 0, 90), (10, 0, 100), (11, 1, 100)])
def test_at_its_limit_a_company_that_has_just_enough_does_not_fall(cash: int, left: int, price: int) -> None:
    at = minor(cash=cash, have=2)
    at.play("TV", "interest", "repay")
    assert (at.cash("TV"), at.loans("TV"), at.price("TV")) == (left, 2, price)


@rule("18BF-LOAN-08", "18BF-LOAN-09")
def test_one_loan_of_45_just_pays_the_interest_of_a_system_with_nine() -> None:
    at = BigFour(phase="6")
    at.in_play("GWR", 100, {"A": 4}, loans=9)
    at.play("GWR", "interest", "repay")
    assert (at.cash("GWR"), at.loans("GWR"), at.price("GWR")) == (0, 10, 100)


@rule("18BF-LOAN-10", "18BF-LOAN-05")
def test_a_public_above_its_limit_falls_as_well() -> None:
    at = public(cash=34, have=7)
    at.play("MR", "interest")
    assert (at.cash("MR"), at.price("MR")) == (0, 90)


@rule("18BF-LOAN-10", "18BF-CLOSE-03")
def test_unpaid_interest_may_close_a_company_and_end_its_turn() -> None:
    at = minor(cash=7, have=2, price=40)
    at.operate("TV", "interest")
    assert at.closed("TV")
    assert at.waits
    assert at.loans("TV") == 0


@rule("18BF-LOAN-11", "18BF-LOAN-12")
@pytest.mark.parametrize(
    ("cash", "have", "new", "repaid"), [(160, 4, 0, 3), (49, 4, 0, 0), (50, 4, 4, 1), (400, 4, 1, 4), (99, 1, 0, 1)]
)
def test_as_many_loans_are_repaid_as_there_is_money_for(cash: int, have: int, new: int, repaid: int) -> None:
    at = public(cash=cash, have=have)
    at.play("MR", "repay", new_loans=new)
    assert (at.loans("MR"), at.cash("MR")) == (have - repaid, cash - 50 * repaid)


@rule("18BF-LOAN-12", "18BF-OR-05")
def test_loans_are_repaid_after_the_dividend_and_before_trains() -> None:
    at = minor(cash=60, trains=())
    loans.borrow(at.game, at.company("TV"), 1)
    at.give_cash("TV", 60)
    at.earned("TV", 80)
    at.operate("TV", "distribute")
    assert (at.loans("TV"), at.cash("TV")) == (0, 60 + 40 - 5 - 50)
    assert at.offered("train") == ["train 2 from ipo"], "with two loans it can pay for one"


# -- three falls in a round -----------------------------------------------------------------------


@rule("18BF-CLOSE-01", "18BF-CLOSE-02", "18BF-TRAIN-11")
def test_a_price_falls_up_to_three_times_in_a_turn() -> None:
    """Worked example 18BF-EX-06: no earnings, unpaid interest, no train."""
    at = minor(have=2, price=70, trains=())
    at.operate("TV", "distribute")
    assert at.waits
    assert at.prices_told("TV") == [65, 60, 55]


@rule("18BF-CLOSE-01")
@pytest.mark.parametrize("company", ["TV", "MR", "GWR"])
def test_a_company_of_any_kind_falls_without_a_train(company: str) -> None:
    at = BigFour(phase="8")
    at.in_play(company, 100, {"A": 1 if company == "TV" else 4})
    at.play(company, "end")
    assert at.price(company) == 90
    assert at.has(company, OPERATED)


@rule("18BF-CLOSE-01")
def test_a_company_with_a_train_does_not_fall() -> None:
    at = minor()
    at.play("TV", "end")
    assert at.price("TV") == 100


@rule("18BF-CLOSE-01", "18BF-CLOSE-03")
def test_the_fall_may_close_it() -> None:
    at = minor(price=40, trains=())
    at.play("TV", "end")
    assert at.closed("TV")
    assert at.has("TV", CLOSED)
    assert not at.has("TV", OPERATED)
