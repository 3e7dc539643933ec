"""Interest and operating costs (1863-COST), and the step in which all pay together (1863-OR-04, 1863-VAR-08)."""

from __future__ import annotations

from typing import cast

import pytest

from railhead.core import effects
from railhead.core.ids import BANK
from railhead.testing import rule
from railhead.titles.t1863 import costs
from railhead.titles.t1863.crisis import Payment
from railhead.titles.t1863.facts import OPERATING_COSTS, TRAIN
from tests.titles.t1863.operating import Operating


def due(at: Operating, company: str) -> int:
    return costs.due(at.game, at.company(company))


@rule("1863-COST-01", "1863-COST-04")
@pytest.mark.parametrize("rate", [5, 10, 15, 55])
def test_the_worked_cost(rate: int) -> None:
    """Worked example 1863-EX-05: a token, two 2T and a loan cost 20 and the rate."""
    at = Operating(3)
    at.minor("MET", 100, "A", cash=200, trains=("2T", "2T"), loans=1)
    at.remember(rate=rate)
    assert due(at, "MET") == 20 + rate
    at.operate("MET", "costs")
    assert at.waits
    assert at.cash("MET") == 200 - 20 - rate


@rule("1863-COST-01", "1863-COST-02")
def test_tokens_on_the_charter_cost_nothing() -> None:
    at = Operating(3, phase="III")
    at.major("DIS", 100, {"A": 2})
    at.spread_tokens("DIS", 2, 3)
    assert due(at, "DIS") == 20


@rule("1863-COST-01", "1863-COST-02")
def test_a_major_with_everything() -> None:
    """Worked example 1863-DX-01."""
    at = Operating(3, phase="IV")
    at.major("DIS", 100, {"A": 2}, cash=500, loans=2, trains=("4T", "2+2e"))
    at.spread_tokens("DIS", 3, 2)
    at.remember(rate=20)
    assert due(at, "DIS") == 120
    at.operate("DIS", "costs")
    assert at.cash("DIS") == 380


@rule("1863-TRAIN-03")
@pytest.mark.parametrize(
    ("train", "cost"),
    [("2T", 5), ("3T", 10), ("2+1e", 15), ("4T", 20), ("2+2e", 30), ("5T", 40), ("2+3e", 50)],
)
def test_what_each_train_costs(train: str, cost: int) -> None:
    assert OPERATING_COSTS[TRAIN[train]] == cost
    at = Operating(3)
    at.minor("MET", 100, "A", trains=(train,))
    assert due(at, "MET") == 10 + cost


@rule("1863-TRAIN-03")
def test_both_kinds_of_a_phase_add_up() -> None:
    at = Operating(3, phase="III")
    at.minor("MET", 100, "A", trains=("3T", "2+1e"))
    assert costs.train_costs(at.game, at.company("MET")) == 25


@rule("1863-COST-03")
def test_a_train_bought_in_this_turn_costs_its_share() -> None:
    at = Operating(3, phase="IV")
    at.major("DIS", 100, {"A": 2}, cash=750, loans=10)
    at.remember(rate=0)
    at.operate("DIS", "trains")
    at.do("train 4T from ipo")
    assert at.waits
    assert at.cash("DIS") == 750 - 700 - 20 - 10


@rule("1863-COST-04", "1863-SR-11")
def test_the_rate_of_the_last_stock_round_counts() -> None:
    at = Operating(3, phase="III")
    at.major("DIS", 100, {"A": 2}, cash=100, loans=3)
    at.major("CLR", 100, {"B": 2}, loans=9)
    at.remember(rate=15)
    at.operate("DIS", "costs")
    assert at.cash("DIS") == 100 - 10 - 45
    assert at.rate == 15


# -- loans for costs ------------------------------------------------------------------------------


@rule("1863-COST-05", "1863-LOAN-12")
@pytest.mark.parametrize(
    ("rate", "have", "cash", "tokens", "trains", "borrowed", "left"),
    [
        (10, 0, 0, 3, ("3T", "2T"), 1, 45),  # worked example 1863-DX-09: costs of 45, one loan, 55 paid
        (10, 0, 45, 3, ("3T", "2T"), 0, 0),
        (10, 0, 44, 3, ("3T", "2T"), 1, 89),
        (55, 0, 0, 5, (), 2, 40),  # 50, and 55 for each of two loans
        (55, 0, 5, 5, (), 1, 0),
        (10, 1, 5, 0, (), 1, 85),  # the check of 1863-LOAN-12: 20 paid
    ],
)
def test_the_fewest_loans_that_pay_for_everything(
    rate: int, have: int, cash: int, tokens: int, trains: tuple[str, ...], borrowed: int, left: int
) -> None:
    at = Operating(3, phase="III")
    at.major("DIS", 100, {"A": 2}, cash=cash, loans=have)
    for train in trains:
        at.state.trains[at.owner("DIS")] = (*at.state.trains[at.owner("DIS")], at.train(train))
        at.state.depot[at.book.trains[at.train(train)].pile] -= 1
    at.remember(rate=rate)
    if tokens:
        at.spread_tokens("DIS", tokens)
    else:
        effects.remove_token(at.game, at.company("DIS"), at.book.companies[at.company("DIS")].home)
        at.remember(tokens=(0,) * at.book.company_count)
    at.operate("DIS", "costs")
    assert at.waits
    assert (at.loans("DIS"), at.cash("DIS")) == (have + borrowed, left)
    assert at.price("DIS") == {0: 100, 1: 90, 2: 80}[borrowed]


@rule("1863-COST-06", "1863-CRISIS-01")
def test_without_a_loan_there_is_a_crisis_or_a_liquidation() -> None:
    at = Operating(3)
    at.minor("MET", 100, "B", cash=20, trains=("2T", "2T"), loans=2)
    at.remember(rate=15)
    at.operate("MET", "costs")
    step = cast(Payment, at.step)
    assert (at.turn, step.due(at.game)) == ("B", 50)
    assert sorted(at.offered()) == ["crisis", "liquidation"]
    at.refuses("pass", "1863-CRISIS-01")
    at.refuses("borrow 1", "1863-LOAN-05")


# -- privates -------------------------------------------------------------------------------------


@rule("1863-PRIV-10")
@pytest.mark.parametrize(("tokens", "cost"), [(1, 5), (2, 10), (3, 15), (4, 20)])
def test_the_brewery_halves_the_costs_of_tokens(tokens: int, cost: int) -> None:
    at = Operating(5, phase="III")
    at.major("DIS", 100, {"A": 2})
    at.spread_tokens("DIS", tokens)
    at.privates(POR="DIS")
    assert costs.token_costs(at.game, at.company("DIS")) == cost


@rule("1863-PRIV-10")
def test_the_brewery_leaves_trains_alone() -> None:
    """Worked example 1863-DX-02."""
    at = Operating(5, phase="III")
    at.major("DIS", 100, {"A": 2}, trains=("3T", "3T"))
    at.spread_tokens("DIS", 3)
    at.privates(POR="DIS")
    assert due(at, "DIS") == 35


@rule("1863-PRIV-10", "1863-PRIV-22")
def test_the_brewery_of_a_player_or_of_another_company_helps_nobody() -> None:
    at = Operating(5, phase="III")
    at.major("DIS", 100, {"A": 2})
    at.minor("MET", 100, "A")
    for owner in ("A", "MET"):
        at.privates(POR=owner)
        assert costs.token_costs(at.game, at.company("DIS")) == 10
    assert costs.token_costs(at.game, at.company("MET")) == 5


# -- all together ---------------------------------------------------------------------------------


def two_companies(*options: str) -> Operating:
    at = Operating(3, options, phase="III")
    at.minor("MET", 100, "A", cash=60, loans=2)
    at.minor("CIR", 90, "B", cash=80, loans=2)
    return at


@rule("1863-OR-04", "1863-VAR-08")
def test_all_pay_the_same_together_after_the_last_has_acted() -> None:
    alone, together = two_companies(), two_companies("common_costs")
    for at in (alone, together):
        at.state.agenda = at.state.agenda[:1]
        at.whole_round()
        if at is together:
            at.state.agenda = (*at.state.agenda[:2], costs.CommonCosts(), *at.state.agenda[2:])
        at.no_dividend()
        expected = 60 - 20 if at is alone else 60
        assert at.cash("MET") == expected, "only without the option has it paid before the next company acts"
        at.no_dividend()
        assert at.waits
        assert (at.cash("MET"), at.cash("CIR")) == (40, 60)


@rule("1863-OR-04", "1863-VAR-08")
def test_the_common_step_comes_before_the_round_is_over() -> None:
    for options, expected in ((("common_costs",), True), ((), False)):
        at = two_companies(*options)
        at.stock_turn("A")
        while at.state.round.kind == "stock":
            at.do("pass")
        assert any(isinstance(step, costs.CommonCosts) for step in at.state.agenda) == expected


@rule("1863-OR-04")
def test_a_crisis_in_the_common_step() -> None:
    at = Operating(3, ("common_costs",), phase="III")
    at.minor("MET", 100, "A", cash=0, loans=2)
    at.minor("CIR", 90, "B", cash=80, loans=2)
    at.state.agenda = (at.state.agenda[0], costs.CommonCosts())
    at.settle()
    assert at.turn == "A"
    at.do("crisis")
    assert (at.cash("A"), at.cash("CIR")) == (350 - 20, 60)


def test_the_bank_is_paid() -> None:
    at = Operating(3)
    at.minor("MET", 100, "A", cash=100)
    bank = at.state.cash[BANK]
    at.operate("MET", "costs")
    assert at.state.cash[BANK] == bank + 10
