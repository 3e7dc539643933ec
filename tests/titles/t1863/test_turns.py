"""The order of companies and the stages of a turn (1863-OR)."""

from __future__ import annotations

import pytest

from railhead.core.state import OPERATED
from railhead.rules.operating import operating_order
from railhead.testing import rule
from railhead.titles.t1863 import prices
from tests.titles.t1863.operating import Operating


def order(at: Operating) -> list[str]:
    return [at.book.company_names[company] for company in operating_order(at.game)]


@rule("1863-OR-02")
def test_highest_price_first_minors_and_majors_alike() -> None:
    at = Operating(3, phase="III")
    at.minor("MET", 90, "A")
    at.major("DIS", 100, {"B": 2})
    at.major("CLR", 80, {"B": 2})
    at.minor("CIR", 110, "C")
    assert order(at) == ["CIR", "DIS", "MET", "CLR"]


@rule("1863-OR-02")
def test_whoever_came_first_to_a_price_acts_first() -> None:
    at = Operating(3)
    for company in ("CIR", "MET", "DIS"):
        at.minor(company, 90, "A")
    assert order(at) == ["CIR", "MET", "DIS"]
    prices.fall(at.game, at.company("CIR"), 1)
    prices.rise(at.game, at.company("CIR"))
    assert order(at) == ["MET", "DIS", "CIR"]


@rule("1863-OR-05")
def test_the_order_follows_the_prices_of_the_moment() -> None:
    """The Circle falls before its turn: what was behind it acts first."""
    at = Operating(3)
    at.minor("MET", 100, "A", cash=50)
    at.minor("CIR", 80, "B", cash=50)
    at.minor("DIS", 70, "C", cash=50)
    at.whole_round()
    at.no_dividend()
    prices.fall(at.game, at.company("CIR"), 4)
    assert at.price("CIR") == 60
    at.do("pass")
    assert at.turns_begun() == ["DIS"]


@rule("1863-OR-02", "1863-OR-05")
def test_each_company_acts_once_whatever_its_price_becomes() -> None:
    at = Operating(3)
    at.minor("MET", 100, "A", loans=2)
    at.minor("CIR", 90, "B", loans=2)
    at.give_cash("MET", 40)
    at.give_cash("CIR", 40)
    at.whole_round()
    at.no_dividend()
    assert at.price("MET") == 80
    at.no_dividend()
    assert at.waits


@rule("1863-OR-03")
def test_the_stages_of_a_turn() -> None:
    assert Operating(3).stages == (
        "begin",
        "manage_loans",
        "track_stage",
        "run_stage",
        "pay_dividend",
        "buy_trains",
        "pay_costs",
        "end",
    )


@rule("1863-OR-03")
def test_a_train_is_bought_after_the_dividend_and_before_costs() -> None:
    at = Operating(3)
    at.minor("MET", 100, "A", cash=300, loans=1)
    at.operate("MET")
    at.refuses("train 2T from ipo", "1863-OR-03")
    at.decline("dividend")
    at.refuses("train 2T from ipo", "1863-OR-03")
    at.do("dividend 0")
    assert at.cash("MET") == 300
    at.do("train 2T from ipo", "pass")
    assert at.cash("MET") == 200 - 10 - 5 - 5
    assert at.waits


@rule("1863-OR-03", "1863-START-05")
def test_a_company_has_operated_once_its_turn_is_over() -> None:
    at = Operating(3)
    at.minor("MET", 100, "A", cash=50, operated=False)
    at.operate("MET")
    at.no_dividend()
    assert not at.has("MET", OPERATED)
    at.do("pass")
    assert at.has("MET", OPERATED)


@rule("1863-OR-03", "1863-LIQ-01")
@pytest.mark.parametrize("place", [0, 1])
def test_a_company_in_the_red_zone_does_not_operate(place: int) -> None:
    at = Operating(3)
    at.minor("MET", 10, "A")
    if place == 0:
        prices.to_red(at.game, at.company("MET"))
    assert order(at) == ([] if place == 0 else ["MET"])
