"""Acquisitions in 1863: who pays what, with shorts, loans and companies that own each other (rules 1863-ACQ)."""

from __future__ import annotations

import pytest

from railhead.core.state import FLOATED
from railhead.rules.auction import Auction
from railhead.rules.debts import Debt
from railhead.rules.takeover import RemoveTokens
from railhead.rules.trains import ReturnTrains
from railhead.testing import rule
from railhead.titles.t1863.acquisition import ChooseAbsorber
from tests.titles.t1863.mergers import Mergers


def grey_major(shares: dict[str, int], cash: int = 100, absorber: int = 200) -> Mergers:
    """The District is in the grey zone; B's Metropolitan could absorb it."""
    at = Mergers()
    at.major("DIS", 20, shares, cash=cash)
    at.minor("MET", 60, "B", cash=absorber)
    return at


@rule("1863-ACQ-05", "1863-SHORT-18")
def test_each_share_gets_its_tenth_even_if_more_than_ten_are_about() -> None:
    """C is short of two, which D has bought: twelve shares get 20 each, C pays 40."""
    at = grey_major({"A": 6, "B": 4})
    at.short("C", "DIS", 2)
    at.give("D", "DIS", 2, "pool")
    at.mergers()
    at.do("bid 200")
    assert at.cash_of(*"ABCD") == [350 + 120, 350 + 80, 350 - 40, 350 + 40]
    assert at.cash("MET") == 200 + 100 - 200


@rule("1863-ACQ-05")
@pytest.mark.parametrize(
    ("bid", "six", "two", "short", "charter"), [(155, 93, 31, 31, 31), (9, 5, 1, 1, 1), (100, 60, 20, 20, 20)]
)
def test_parts_of_the_bid_are_rounded_down_for_each_holder(
    bid: int, six: int, two: int, short: int, charter: int
) -> None:
    at = grey_major({"A": 6, "B": 2})
    at.short("C", "DIS", 2)
    at.mergers()
    at.do(f"bid {bid}")
    assert at.cash_of(*"ABC") == [350 + six, 350 + two, 350 - short]
    assert at.cash("MET") == 300 - bid + charter, "what falls to the charter stays with the absorber"


@rule("1863-ACQ-05", "1863-SHORT-19")
def test_a_short_holder_raises_the_money() -> None:
    at = grey_major({"A": 6, "B": 2})
    at.short("C", "DIS", 2)
    at.major("EHL", 60, {"D": 3, "C": 1})
    at.give_cash("C", 0)
    at.mergers()
    at.do("bid 200", "pass")
    assert (at.turn, type(at.step)) == ("C", Debt)
    owed = "C owes 40 to the bank for shares of DIS sold short"
    assert at.step.situation(at.game)[0].english == owed
    at.do("sell 1 EHL")
    assert at.cash("C") == 20


@rule("1863-ACQ-05")
def test_players_who_are_out_pay_nothing_for_their_shorts() -> None:
    at = grey_major({"A": 6, "B": 2})
    at.short("C", "DIS", 2)
    at.state.out = (at.seat("C"),)
    at.mergers()
    at.do("bid 200")
    assert at.cash_of(*"AC") == [350 + 120, 350]
    assert at.shares("C", "DIS") == 0


@rule("1863-MA-06", "1863-ACQ-04")
def test_an_absorber_whose_loans_take_it_to_the_grey_zone_is_not_put_up_itself() -> None:
    at = Mergers()
    at.minor("DIS", 20, "A", loans=2)
    at.minor("MET", 40, "B")
    at.minor("CLR", 60, "C", cash=500)
    at.mergers()
    assert at.turn == "B"
    at.do("bid 190", "pass")
    assert (at.price("MET"), at.loans("MET"), at.has("DIS", FLOATED)) == (20, 4, False)
    assert not isinstance(at.step, Auction)


@rule("1863-ACQ-04")
@pytest.mark.parametrize(
    ("bid", "loans", "price", "left"),
    [(150, 0, 60, 0), (151, 1, 60, 99), (350, 2, 60, 0), (351, 3, 55, 99), (550, 4, 50, 0)],
)
def test_the_loans_of_the_acquired_company_come_before_those_of_the_absorber(
    bid: int, loans: int, price: int, left: int
) -> None:
    at = Mergers()
    at.minor("DIS", 20, "A", cash=100)
    at.minor("MET", 60, "B", cash=50)
    at.mergers()
    at.do(f"bid {bid}")
    assert (at.loans("MET"), at.price("MET"), at.cash("MET"), at.cash("A")) == (loans, price, left, 350 + bid)


@rule("1863-ACQ-04")
def test_a_company_does_not_absorb_one_to_which_it_belongs() -> None:
    at = Mergers()
    at.major("DIS", 20, {"A": 4}, cash=100)
    at.minor("MET", 60, "DIS", cash=200)
    at.mergers()
    assert not isinstance(at.step, Auction), "A has only the District and its own subsidiary"


@rule("1863-ACQ-02", "1863-ACQ-04")
def test_a_parent_may_absorb_its_subsidiary() -> None:
    at = Mergers()
    at.minor("MET", 60, "A", cash=200)
    at.major("DIS", 20, {"MET": 5, "B": 3}, cash=100)
    at.mergers()
    at.do("bid 100")
    assert (at.cash("MET"), at.cash("B")) == (200 + 100 - 30, 380), "half for its own shares, a fifth for the charter"
    assert not at.has("DIS", FLOATED)


@rule("1863-ACQ-04")
def test_the_winner_names_the_absorber_among_those_that_can_pay() -> None:
    at = Mergers()
    at.minor("DIS", 20, "A", loans=2)
    at.minor("MET", 60, "B", cash=50, loans=2)
    at.minor("CLR", 60, "B", cash=120, loans=2)
    at.minor("EHL", 60, "B", cash=130, loans=2)
    at.minor("BAK", 60, "C", cash=130, loans=2)
    at.mergers()
    at.do("bid 100", "pass")
    assert isinstance(at.step, ChooseAbsorber)
    at.refuses("buy as MET", "1863-ACQ-04")
    at.refuses("buy as BAK", "1863-ACQ-04")
    at.refuses("buy as B", "1863-ACQ-04")
    at.do("buy as CLR")
    assert (at.cash("CLR"), at.loans("CLR"), at.tokens("CLR")) == (20, 4, (2, 0))


@rule("1863-ACQ-04")
def test_a_company_that_is_acquired_does_not_absorb_itself() -> None:
    at = Mergers()
    at.minor("DIS", 20, "B", cash=500)
    at.minor("MET", 60, "B", cash=500)
    at.minor("EHL", 60, "B", cash=500)
    at.mergers()
    at.do("bid 100")
    at.refuses("buy as DIS", "1863-ACQ-04")
    at.do("buy as MET")
    assert at.cash_of("B", "MET") == [450, 900]


@rule("1863-ACQ-04", "1863-LOAN-09")
@pytest.mark.parametrize(("out", "most"), [(40, 450), (41, 350), (42, 250), (43, 150), (44, 50)])
def test_no_more_than_the_loans_that_are_left_count(out: int, most: int) -> None:
    """With four players there are 44 loans; each of the two companies could take two."""
    at = Mergers()
    at.minor("DIS", 20, "A", cash=20)
    at.minor("MET", 60, "B", cash=30)
    for company, loans in zip(("CLR", "BAK", "EHL", "HAM", "LCR"), (10, 10, 10, 10, out - 40), strict=True):
        at.major(company, 100, {"A": 3}, loans=loans)
    at.state.loans[at.company("MET")] = 0
    at.mergers()
    at.do("pass")
    at.refuses(f"bid {most + 1}", "1863-ACQ-04")
    at.do(f"bid {most}", "pass")
    assert at.cash("A") == 350 + most


@rule("1863-ACQ-01", "1863-ACQ-04", "1863-TOKX-01", "1863-TRAIN-11")
def test_trains_and_tokens_above_the_limits_go_at_once() -> None:
    at = Mergers()
    at.minor("DIS", 20, "A", trains=("3T", "3T"))
    at.minor("MET", 60, "B", cash=200, trains=("3T",))
    at.spread_tokens("DIS", 4)
    at.spread_tokens("MET", 4)
    at.mergers()
    at.do("bid 5")
    assert isinstance(at.step, ReturnTrains)
    at.do("return 3T")
    assert at.trains("MET") == ["3T", "3T"]
    assert isinstance(at.step, RemoveTokens)
    assert at.tokens("MET") == (8, 0)
    at.do(at.offered("remove")[0])
    assert at.tokens("MET") == (7, 0)
    assert not isinstance(at.step, RemoveTokens)


@rule("1863-ACQ-01")
@pytest.mark.parametrize(("price", "put_up"), [(10, True), (20, True), (30, True), (40, False)])
def test_every_grey_space_leads_to_an_acquisition(price: int, put_up: bool) -> None:
    at = Mergers()
    at.major("DIS", price, {"A": 4}, cash=100)
    at.minor("MET", 60, "B", cash=200)
    at.mergers()
    assert isinstance(at.step, Auction) == put_up


@rule("1863-ACQ-01", "1863-MA-02")
def test_the_lowest_is_put_up_first_and_bids_rise_by_5() -> None:
    at = Mergers()
    at.minor("DIS", 30, "A", cash=100)
    at.minor("CLR", 10, "A", cash=100)
    at.minor("MET", 60, "B", cash=200)
    at.minor("EHL", 60, "C", cash=200)
    at.mergers()
    assert at.choices.task == "bid for all of CLR"
    assert at.turn == "A", "the holder of the priority deal begins"
    at.do("pass", "bid 5")
    at.refuses("bid 9", "1863-ACQ-01")
    at.do("bid 10", "pass")
    assert at.choices.task == "bid for all of DIS"
    assert at.cash("A") == 360


@rule("1863-ACQ-01")
@pytest.mark.parametrize("phase", ["II", "III", "IV"])
def test_companies_are_acquired_in_every_phase_before_v(phase: str) -> None:
    at = Mergers(phase=phase)
    at.major("DIS", 20, {"A": 4}, cash=100)
    at.major("MET", 60, {"B": 4}, cash=200)
    at.mergers()
    assert isinstance(at.step, Auction)


@rule("1863-ACQ-01", "1863-PHASE-04")
def test_in_phase_v_companies_are_not_acquired() -> None:
    at = Mergers(phase="V")
    at.major("DIS", 20, {"A": 4}, cash=100, trains=("5T",))
    at.major("MET", 60, {"B": 4}, cash=200, trains=("5T",))
    at.mergers()
    assert not isinstance(at.step, Auction)
    assert not at.has("DIS", FLOATED)
