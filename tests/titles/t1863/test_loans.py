"""Loans and what limits them: kind, valuation, the chart (1863-LOAN, 1863-VAL)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railhead.core import effects
from railhead.core.ids import BANK
from railhead.core.state import Round
from railhead.rules import loans
from railhead.rules.trains import ReturnTrains
from railhead.testing import rule
from railhead.titles.t1863 import facts, merger_round
from railhead.titles.t1863 import valuation as valuations
from railhead.titles.t1863.facts import MAJOR, MINOR, NUMBERS, PLAYERS
from railhead.titles.t1863.turns import ManageLoans
from railhead.titles.t1863.valuation import valuation
from tests.titles.t1863.operating import Operating


def worth(at: Operating, company: str) -> int:
    return valuation(at.game, at.company(company))


def room(at: Operating, company: str) -> int:
    return loans.room(at.game, at.company(company))


def valued(company: str, value: int, have: int = 0, options: tuple[str, ...] = ()) -> Operating:
    """A company of this valuation, with some loans: the Metropolitan is a minor, the District a major."""
    at = Operating(3, options, phase="III")
    cash = value + NUMBERS.loan * have
    if company == "MET":
        at.minor("MET", 100, "A", cash=cash, loans=have)
    else:
        at.major("DIS", 100, {"A": 2}, cash=cash, loans=have)
    assert worth(at, company) == value
    return at


# -- valuation ------------------------------------------------------------------------------------


@rule("1863-VAL-01", "1863-VAL-02")
def test_the_worked_valuation() -> None:
    """Worked example 1863-EX-09: 260, and half of it is 13 for each of ten shares."""
    at = Operating(3)
    at.minor("MET", 100, "A", cash=100, trains=("2T",))
    at.earned("MET", 60)
    assert worth(at, "MET") == 260
    assert worth(at, "MET") // 2 // 10 == 13
    assert room(at, "MET") == 2
    loans.borrow(at.game, at.company("MET"), 1)
    assert worth(at, "MET") == 260, "the cash of a loan counts as much as the loan"
    at.give_cash("MET", 100)
    assert worth(at, "MET") == 160


@rule("1863-VAL-01")
def test_every_part_of_a_valuation() -> None:
    at = Operating(5, phase="III")
    at.minor("CIR", 45, "A")
    at.major("CLR", 80, {"B": 3})
    at.major("DIS", 100, {"A": 2}, cash=7, loans=3)
    effects.move_train(at.game, BANK, at.owner("DIS"), at.train("3T"))
    effects.move_train(at.game, BANK, at.owner("DIS"), at.train("2+1e"))
    parts = 7 + 250 + 300 - 300
    assert worth(at, "DIS") == parts
    at.give("DIS", "CLR", 2)
    at.privates(GRE="DIS", NEL="DIS", FOW="A")
    at.earned("DIS", 110)
    assert worth(at, "DIS") == parts + 2 * 80 + 70 + 120 + 110


@rule("1863-VAL-01")
def test_a_minor_it_owns_counts_twice_its_price_and_its_own_shares_nothing() -> None:
    at = Operating(3, phase="III")
    at.major("DIS", 100, {"A": 2})
    assert worth(at, "DIS") == 0
    at.minor("CIR", 45, "DIS")
    assert worth(at, "DIS") == 90


@rule("1863-VAL-01")
def test_in_the_other_reading_its_own_shares_are_an_asset(monkeypatch: pytest.MonkeyPatch) -> None:
    at = Operating(3, phase="III")
    at.major("DIS", 100, {"A": 2}, cash=7)
    monkeypatch.setattr(valuations, "READINGS", replace(facts.READINGS, own_shares_in_valuation=True))
    assert worth(at, "DIS") == 7 + 8 * 100


@rule("1863-VAL-03")
def test_a_company_that_has_not_run_has_no_revenue() -> None:
    at = Operating(3)
    at.minor("MET", 100, "A", cash=40, operated=False)
    assert worth(at, "MET") == 40


# -- how many -------------------------------------------------------------------------------------


@rule("1863-LOAN-07")
@pytest.mark.parametrize("company", ["MET", "DIS"])
@pytest.mark.parametrize("value", [-300, 0, 100, 200])
def test_any_company_may_have_two(company: str, value: int) -> None:
    at = Operating(3, phase="III")
    if company == "MET":
        at.minor("MET", 100, "A")
    else:
        at.major("DIS", 100, {"A": 2})
    at.earned(company, value)
    assert room(at, company) == 2


@rule("1863-LOAN-05")
def test_a_minor_has_two_at_most() -> None:
    """Worked example 1863-EX-29: a first company can borrow 200 at most."""
    assert room(valued("MET", 900, have=2), "MET") == 0
    assert room(valued("MET", 900), "MET") == 2


@rule("1863-LOAN-06")
def test_a_major_has_ten_at_most() -> None:
    assert room(valued("DIS", 5000), "DIS") == 10
    assert room(valued("DIS", 5000, have=10), "DIS") == 0
    assert [kind["loans"] for kind in facts.FACTS["kind"]] == [2, 10]


@rule("1863-LOAN-08")
@pytest.mark.parametrize(
    ("value", "most"),
    [(200, 2), (260, 2), (300, 2), (301, 3), (310, 3), (400, 3), (401, 4), (1000, 9), (1001, 10), (1101, 10)],
)
def test_beyond_two_all_loans_together_are_less_than_the_valuation(value: int, most: int) -> None:
    assert [room(valued("DIS", value, have), "DIS") for have in range(most + 1)] == [
        most - have for have in range(most + 1)
    ]


@rule("1863-LOAN-08")
def test_one_by_one_and_in_later_turns_it_is_the_same() -> None:
    at = valued("DIS", 260)
    at.operate("DIS", "dividend")
    at.do("borrow 1", "borrow 1")
    at.refuses("borrow 1", "1863-LOAN-08")
    at.operate("DIS", "trains")
    at.refuses("borrow 1", "1863-LOAN-08")


@rule("1863-VAR-06")
def test_loose_valuations() -> None:
    loose = ("loose_valuations",)
    assert room(valued("DIS", 0, options=loose), "DIS") == 10
    assert room(valued("DIS", -300, have=3, options=loose), "DIS") == 7
    assert room(valued("MET", 0, options=loose), "MET") == 2


@rule("1863-LOAN-09", "1863-SETUP-06")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_chart_has_an_end(players: int) -> None:
    at = Operating(players, ("loose_valuations",), phase="III")
    total = at.book.loans
    assert total == 11 * players
    names = [name for name in at.book.company_names if name not in ("UER", "MET")]
    left = total - 1
    for name in names:
        taken = min(10, left)
        at.major(name, 100, {"A": 2}, loans=taken)
        left -= taken
    at.minor("MET", 100, "B")
    assert room(at, "MET") == 1
    at.operate("MET", "dividend")
    at.do("borrow 1")
    at.refuses("borrow 1")
    assert sum(at.state.loans) == total


@rule("1863-LOAN-05", "1863-LOAN-06", "1863-LOAN-08", "1863-LOAN-09")
@pytest.mark.parametrize(
    ("company", "value", "have", "others", "count", "rule_id"),
    [
        ("MET", 900, 0, 0, 3, "1863-LOAN-05"),
        ("MET", 0, 2, 0, 1, "1863-LOAN-05"),
        ("MET", 900, 0, 31, 3, "1863-LOAN-05"),
        ("MET", 900, 0, 32, 2, "1863-LOAN-09"),
        ("DIS", 5000, 0, 0, 11, "1863-LOAN-06"),
        ("DIS", 5000, 4, 24, 6, "1863-LOAN-09"),
        ("DIS", 5000, 10, 0, 1, "1863-LOAN-06"),
        ("DIS", 900, 0, 0, 9, "1863-LOAN-08"),
        ("DIS", 0, 2, 0, 1, "1863-LOAN-08"),
        ("DIS", 900, 8, 25, 1, "1863-LOAN-08"),
    ],
)
def test_which_rule_limits_loans(company: str, value: int, have: int, others: int, count: int, rule_id: str) -> None:
    """With three players there are 33 loans on the chart."""
    at = valued(company, value, have)
    at.major("CLR", 100, {"B": 2}, loans=others)
    at.operate(company, "track")
    at.refuses(f"borrow {count}", rule_id)


@rule("1863-LOAN-01", "1863-LOAN-03")
@pytest.mark.parametrize(("count", "after"), [(1, 90), (2, 80)])
def test_a_loan_brings_100_and_a_place_down(count: int, after: int) -> None:
    at = valued("DIS", 100)
    at.operate("DIS", "trains")
    at.do(f"borrow {count}")
    assert (at.cash("DIS"), at.price("DIS"), at.loans("DIS")) == (100 + 100 * count, after, count)


LADDER = [10, 20, 30, 40, 45, 50, 55, 60, 65, 70, 75, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180, 190, 200]
LADDER += [225, 250, 275, 300, 325, 350, 375, 400, 450, 500, 550, 600]


@rule("1863-LOAN-03", "1863-LIQ-09")
def test_a_loan_lowers_every_price_by_one_place() -> None:
    for lower, price in zip([10, *LADDER], LADDER, strict=False):
        at = valued("DIS", 100)
        at.set_price("DIS", price)
        loans.borrow(at.game, at.company("DIS"), 1)
        assert at.price("DIS") == lower


@rule("1863-LOAN-03")
def test_loans_then_sales() -> None:
    """Worked example 1863-DX-04: 100, 80 after two loans, 70 after two shares that are not the president's."""
    at = valued("DIS", 0)
    at.give("B", "DIS", 2)
    loans.borrow(at.game, at.company("DIS"), 2)
    assert at.price("DIS") == 80
    at.stock_turn("B")
    at.do("sell 2 DIS")
    assert at.price("DIS") == 70


@rule("1863-LOAN-04", "1863-LOAN-13")
def test_repaying_costs_100_each_and_moves_nothing() -> None:
    at = valued("DIS", 0, have=3)
    at.operate("DIS")
    at.do("repay 2")
    assert (at.cash("DIS"), at.price("DIS"), at.loans("DIS")) == (100, 100, 1)
    at.refuses("repay 2", "1863-LOAN-04")


@rule("1863-LOAN-04")
def test_only_what_there_is_and_can_be_paid_is_repaid() -> None:
    at = valued("DIS", 0, have=3)
    at.give_cash("DIS", 250)
    at.operate("DIS")
    assert at.offered("repay") == ["repay 1", "repay 2"]
    at.refuses("repay 3", "1863-LOAN-04")
    at.refuses("repay 4", "1863-LOAN-04")


@rule("1863-LOAN-13", "1863-SR-10")
@pytest.mark.parametrize("players", PLAYERS)
def test_only_the_number_out_decides_the_rate(players: int) -> None:
    """Worked example 1863-EX-23: 15 with three players; the rate of every number of loans."""
    each = facts.loans(players) // 11
    rates = [facts.rate(taken, players) for taken in range(facts.loans(players) + 1)]
    assert rates == [max(5, 5 * (taken // each)) for taken in range(len(rates))]
    assert facts.rate(3 * each, players) == 15


# -- when -----------------------------------------------------------------------------------------

STEPS = ["manage", "track", "dividend", "trains"]


@rule("1863-LOAN-02", "1863-LOAN-10")
@pytest.mark.parametrize("stage", STEPS)
def test_loans_are_taken_in_every_step_of_a_turn(stage: str) -> None:
    at = valued("DIS", 500, have=1)
    at.operate("DIS", stage)
    at.do("borrow 1")
    assert at.loans("DIS") == 2


@rule("1863-LOAN-10")
@pytest.mark.parametrize("stage", STEPS)
def test_loans_are_repaid_only_before_the_company_runs(stage: str) -> None:
    at = valued("DIS", 500, have=1)
    at.operate("DIS", stage)
    if stage in ("manage", "track"):
        at.do("repay 1")
        assert at.loans("DIS") == 0
    else:
        at.refuses("repay 1", "1863-LOAN-10")


@rule("1863-LOAN-02", "1863-LOAN-10")
def test_in_a_round_of_mergers_loans_are_taken_but_not_repaid() -> None:
    at = valued("DIS", 500, have=1)
    at.state.round = Round("merger", 2, 1, 2)
    at.state.agenda = (at.state.agenda[0], ReturnTrains(at.company("DIS")))
    at.refuses("repay 1", "1863-LOAN-10")
    assert at.allows("borrow 1")


@rule("1863-OR-03", "1863-LOAN-10")
def test_a_turn_begins_with_loans_even_if_nothing_can_be_built() -> None:
    at = valued("DIS", 500, have=1)
    at.remember(final=2)
    at.operate("DIS")
    assert isinstance(at.step, ManageLoans)
    at.do("repay 1")
    assert at.loans("DIS") == 0
    assert at.offered("dividend"), "in the last rounds there is no building"


@rule("1863-LOAN-10")
def test_nobody_is_asked_about_loans_who_cannot_repay_any() -> None:
    at = valued("DIS", 99, have=0)
    at.operate("DIS")
    assert not isinstance(at.step, ManageLoans)
    at = valued("DIS", -1, have=1)
    assert at.cash("DIS") == 99
    at.operate("DIS")
    assert not isinstance(at.step, ManageLoans)


@rule("1863-LOAN-11")
def test_a_company_repays_any_number_in_its_stock_turn() -> None:
    at = valued("DIS", 50, have=3)
    at.stock_turn("A")
    at.refuses("repay 1", "1863-LOAN-14")
    at.do("act for DIS", "repay 3")
    assert (at.cash("DIS"), at.loans("DIS")) == (50, 0)
    at.do("borrow 2")
    assert (at.cash("DIS"), at.loans("DIS"), at.price("DIS")) == (250, 2, 80)


@rule("1863-LOAN-14")
def test_no_company_borrows_in_the_turn_of_another() -> None:
    at = valued("DIS", 500)
    at.minor("MET", 60, "B")
    at.stock_turn("B")
    at.refuses("borrow 1", "1863-LOAN-14")
    at.do("act for MET", "borrow 1")
    assert (at.loans("DIS"), at.loans("MET")) == (0, 1)
    at.operate("MET", "dividend")
    at.do("borrow 1")
    assert (at.loans("DIS"), at.loans("MET")) == (0, 2)


@rule("1863-LOAN-14")
def test_a_company_that_is_asked_in_the_turn_of_another_does_not_borrow() -> None:
    at = valued("DIS", 500)
    at.minor("MET", 60, "B")
    at.turn_of("MET", "end")
    at.state.agenda = (*at.state.agenda, ReturnTrains(at.company("DIS")))
    assert at.turn == "A"
    at.refuses("borrow 1", "1863-LOAN-14")


@rule("1863-LOAN-14", "1863-ACQ-02")
def test_nobody_borrows_for_a_company_they_bid_for() -> None:
    at = valued("DIS", 500)
    at.set_price("DIS", 20)
    at.minor("MET", 60, "B", cash=200)
    at.privates()
    at.state.round = Round("merger", 2, 1, 2)
    at.state.agenda = at.state.agenda[:1]
    merger_round.begin(at.game)
    at.settle()
    assert (at.turn, at.step.lot_name(at.game) is not None) == ("B", True)
    at.refuses("borrow 1", "1863-LOAN-14")


@rule("1863-LOAN-11", "1863-SR-06")
@pytest.mark.parametrize("action", ["borrow 1", "repay 1"])
def test_a_loan_is_no_pass(action: str) -> None:
    at = valued("DIS", 500, have=1)
    at.stock_turn("A")
    at.do("act for DIS", action, "pass", "pass", "pass")
    assert at.state.round == Round("stock", 2), "A acted, so A is asked again"
    assert at.turn == "A"


def test_the_kinds_are_in_the_order_of_their_limits() -> None:
    assert (MINOR, MAJOR) == (0, 1)
