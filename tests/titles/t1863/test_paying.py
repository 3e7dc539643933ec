"""Shares that a company buys with loans in a step of another (1863-LOAN-02, 1863-LOAN-14)."""

from __future__ import annotations

import pytest

from railhead.testing import rule
from railhead.titles.t1863.liquidation import Subsidiary
from railhead.titles.t1863.major_merger import HalfShare
from railhead.titles.t1863.merging import NameSurvivor
from railhead.titles.t1863.mini_round import MiniTurn
from railhead.titles.t1863.more_shares import BuyShares
from tests.titles.t1863.mergers import Mergers


def borrowed_by_others(at: Mergers, count: int) -> None:
    """Companies that take no part in anything have this many of the loans on the chart."""
    at.state.loans[at.company("BAK")] += count


# -- more shares of a new major ---------------------------------------------------------------------


def converted(cash: int, loans: int = 0) -> Mergers:
    """The Metropolitan, at 50, belongs to A's District, and has just become a major."""
    at = Mergers()
    at.minor("DIS", 100, "A", cash=cash, loans=loans)
    at.minor("MET", 50, "DIS", cash=100)
    at.mergers()
    at.do("convert with 1")
    return at


@rule("1863-LOAN-02", "1863-CONV-05", "1863-LOAN-03")
@pytest.mark.parametrize(
    ("cash", "count", "loans", "price"), [(149, 2, 0, 100), (100, 3, 1, 90), (0, 2, 1, 90), (0, 3, 2, 80)]
)
def test_a_president_that_is_a_company_borrows_what_it_lacks(cash: int, count: int, loans: int, price: int) -> None:
    at = converted(cash)
    at.do(f"buy-more {count}")
    assert (at.shares("DIS", "MET"), at.loans("DIS"), at.price("DIS")) == (2 + count, loans, price)
    assert at.cash_of("DIS", "MET", "A") == [cash + 100 * loans - 50 * count, 50 + 50 * count, 350]
    assert (at.loans("MET"), at.price("MET")) == (0, 50), "it is the buyer that borrows"
    at.audited()


@rule("1863-LOAN-02", "1863-LOAN-05")
@pytest.mark.parametrize(("cash", "loans", "most"), [(49, 2, 0), (50, 2, 1), (49, 1, 2), (50, 1, 3), (0, 0, 3)])
def test_it_buys_no_more_than_its_loans_allow(cash: int, loans: int, most: int) -> None:
    at = converted(cash, loans)
    assert len(at.offered("buy-more")) == most
    assert isinstance(at.step, BuyShares) == (most > 0)


@rule("1863-LOAN-09")
def test_the_end_of_the_chart_is_the_end_of_its_purchases() -> None:
    at = Mergers()
    at.minor("DIS", 100, "A")
    at.minor("MET", 50, "DIS", cash=100)
    borrowed_by_others(at, at.book.loans - 1)
    at.mergers()
    at.do("convert with 1")
    assert at.offered("buy-more") == ["buy-more 1", "buy-more 2"]


@rule("1863-LOAN-01")
def test_a_player_never_borrows() -> None:
    at = Mergers()
    at.minor("MET", 50, "A", cash=100)
    at.give_cash("A", 120)
    at.mergers()
    at.do("convert with 1")
    at.refuses("buy-more 3", "1863-START-21")
    at.do("buy-more 2")
    assert at.cash("A") == 20


def test_the_page_says_that_it_would_borrow() -> None:
    at = converted(0)
    said = [str(text) for text in at.step.situation(at.game)]
    assert "Beyond the 0 it has, DIS takes loans for them" in said


# -- half shares ------------------------------------------------------------------------------------


def half_of_central(cash: int, loans: int = 0) -> Mergers:
    """B's Central London has half a share, worth 60, of two majors at 60 that have merged."""
    at = Mergers()
    at.minor("CLR", 150, "B", cash=cash, loans=loans)
    at.major("MET", 60, {"A": 4, "CLR": 1})
    at.major("DIS", 60, {"A": 4})
    at.give_cash("A", 0)
    at.mergers()
    at.until_merger()
    at.do("merge MET+DIS", "survivor MET")
    return at


@rule("1863-LOAN-02", "1863-MERGE-15")
@pytest.mark.parametrize(("cash", "loans"), [(60, 0), (59, 1), (0, 1)])
def test_half_a_share_is_made_whole_with_a_loan(cash: int, loans: int) -> None:
    at = half_of_central(cash)
    assert (at.turn, type(at.step)) == ("B", HalfShare)
    assert len(at.step.situation(at.game)) == 1 + loans, "whoever would borrow is told so"
    at.do("make-whole")
    assert (at.shares("CLR", "MET"), at.loans("CLR"), at.cash("CLR")) == (1, loans, cash + 100 * loans - 60)
    assert at.price("CLR") == (150 if not loans else 140)


@rule("1863-LOAN-05", "1863-MERGE-16")
def test_without_cash_and_loans_the_half_is_paid_out() -> None:
    at = half_of_central(59, loans=2)
    assert isinstance(at.step, MiniTurn)
    assert (at.shares("CLR", "MET"), at.cash("CLR")) == (0, 119)


# -- the president's certificate --------------------------------------------------------------------


@rule("1863-LOAN-14", "1863-MERGE-22")
@pytest.mark.parametrize(("cash", "loans"), [(120, 0), (119, 1), (0, 2)])
def test_minors_merge_if_their_owner_can_borrow_for_the_certificate(cash: int, loans: int) -> None:
    """The Central London owns one minor, B the other; the certificate takes one more share, at 120."""
    at = Mergers()
    at.minor("CLR", 150, "A", cash=cash)
    at.minor("MET", 60, "CLR")
    at.minor("DIS", 60, "B")
    at.give_cash("B", 0)
    at.mergers()
    at.until_merger()
    at.do("merge MET+DIS", "accept", "survivor MET")
    assert (at.director("MET"), at.shares("CLR", "MET")) == ("CLR", 2)
    assert (at.loans("CLR"), at.cash("CLR"), at.cash("MET")) == (loans, cash + 100 * loans - 120, 120)
    at.audited()


@rule("1863-LOAN-05", "1863-MERGE-22")
def test_they_do_not_merge_if_it_cannot() -> None:
    at = Mergers()
    at.minor("CLR", 150, "A", cash=119, loans=2)
    at.minor("MET", 60, "CLR")
    at.minor("DIS", 60, "B")
    at.give_cash("B", 0)
    at.mergers()
    assert not at.offered("merge MET+DIS")


def two_majors(cash: int, loans: int = 0) -> Mergers:
    """The Central London has three shares of two majors at 60, B has two: one and a half of what comes of them."""
    at = Mergers()
    at.minor("CLR", 150, "A", cash=cash, loans=loans)
    at.major("MET", 60, {"CLR": 2})
    at.major("DIS", 60, {"B": 2, "CLR": 1})
    at.mergers()
    return at


@rule("1863-LOAN-14", "1863-MERGE-22")
@pytest.mark.parametrize(("cash", "loans"), [(120, 0), (119, 1), (0, 2)])
def test_majors_merge_if_whoever_will_preside_can_borrow_for_the_certificate(cash: int, loans: int) -> None:
    at = two_majors(cash)
    at.until_merger()
    at.do("merge MET+DIS", "accept", "survivor MET")
    assert (at.director("MET"), at.shares("CLR", "MET")) == ("CLR", 2)
    assert (at.loans("CLR"), at.cash("CLR"), at.cash("MET")) == (loans, cash + 100 * loans - 120, 120)
    at.audited()


@rule("1863-LOAN-05", "1863-MERGE-22")
def test_nor_do_majors_if_it_cannot() -> None:
    at = two_majors(19, loans=1)
    assert not at.offered("merge")
    at.refuses("merge MET+DIS", "1863-MERGE-22")


@rule("1863-LOAN-14", "1863-VAR-05")
@pytest.mark.parametrize(("held", "cost"), [(2, 120), (3, 60)])
def test_a_president_that_is_a_company_borrows_to_keep_its_certificate(held: int, cost: int) -> None:
    at = Mergers(options=("refinancing",))
    at.minor("CLR", 150, "A", cash=cost - 1)
    at.major("DIS", 60, {"CLR": held}, cash=500)
    at.mergers()
    while not at.offered("refinance"):
        at.do("pass")
    at.do("refinance")
    assert (at.director("DIS"), at.shares("CLR", "DIS"), at.price("DIS")) == ("CLR", 2, 120)
    assert (at.loans("CLR"), at.cash("CLR"), at.cash("DIS")) == (1, 99, 500 + cost)
    at.audited()


# -- nobody gives away what a merger needs ----------------------------------------------------------


def merged_by_b(cash: int) -> Mergers:
    """B will preside over the two majors, and needs another share, at 120; it is A's turn to propose that."""
    at = Mergers(options=("gifts",))
    at.major("MET", 50, {"A": 2, "B": 1})
    at.major("DIS", 70, {"B": 2})
    at.give_cash("B", cash)
    at.mergers()
    at.until_merger()
    return at


@rule("1863-MERGE-21", "1863-MERGE-22")
@pytest.mark.parametrize(("gift", "merges"), [(30, True), (31, False)])
def test_if_the_money_for_the_certificate_is_given_away_nothing_happens(gift: int, merges: bool) -> None:
    at = merged_by_b(150)
    at.do("merge MET+DIS")
    assert at.turn == "B"
    at.do(f"give {gift} to C", "accept")
    assert isinstance(at.step, NameSurvivor) == merges
    if not merges:
        assert at.offered("merge") == [], "it was declined, in effect"
        at.finish()


@rule("1863-INFO-02", "1863-LOAN-14")
def test_nothing_is_given_or_borrowed_while_the_survivor_is_named() -> None:
    at = merged_by_b(150)
    at.do("merge MET+DIS", "accept")
    assert isinstance(at.step, NameSurvivor)
    at.refuses("give 10 to C", "1863-INFO-02")
    at.refuses("borrow 1", "1863-LOAN-14")


# -- subsidiaries -----------------------------------------------------------------------------------


def failing_subsidiary(cash: int, loans: int = 0) -> Mergers:
    """The City & South London, at 60, belongs to the Metropolitan, which fails, and that to A's District."""
    at = Mergers()
    at.minor("DIS", 100, "A", cash=cash, loans=loans)
    at.minor("MET", 0, "DIS")
    at.minor("CSL", 60, "MET")
    at.mergers()
    return at


@rule("1863-LOAN-02", "1863-LIQ-11")
@pytest.mark.parametrize(("cash", "loans", "price"), [(120, 0, 100), (119, 1, 90), (0, 2, 80)])
def test_the_company_above_borrows_for_a_subsidiary(cash: int, loans: int, price: int) -> None:
    at = failing_subsidiary(cash)
    assert isinstance(at.step, Subsidiary)
    assert len(at.step.situation(at.game)) == (2 if loans else 1), "whoever would borrow is told so"
    at.do("take-subsidiary")
    assert (at.director("CSL"), at.loans("DIS"), at.price("DIS")) == ("DIS", loans, price)
    assert at.cash_of("DIS", "MET") == [cash + 100 * loans - 120, 120]
    at.audited()


@rule("1863-LOAN-05", "1863-LIQ-11")
def test_without_the_loans_the_subsidiary_fails() -> None:
    at = failing_subsidiary(19, loans=1)
    assert not isinstance(at.step, Subsidiary)
    assert at.price("CSL") == 0
