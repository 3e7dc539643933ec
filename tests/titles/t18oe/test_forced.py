"""Forced purchases of majors, and what happens if nobody can pay (18OE-FORCED)."""

from __future__ import annotations

import pytest

from railhead.core.audit import audit
from railhead.rules.trains import BuyTrains
from railhead.testing import rule
from railhead.titles.t18oe.facts import MAJOR, NATIONAL
from tests.titles.t18oe.table import Europe


def trainless(cash: int, president: int = 500, phase: str = "3") -> Europe:
    """The GWR is a major of Ann without a train."""
    at = Europe(phase=phase, railroad_phase="major")
    at.major("GWR", 100, {"Ann": 2, "Ben": 1}, cash=cash)
    at.remember(provided=(at.company("GWR"),))
    at.give_cash("Ann", president)
    return at


@rule("18OE-TRAIN-14", "18OE-FORCED-05", "18OE-TRAIN-11")
def test_a_trainless_major_with_the_money_buys_what_it_likes_but_must_buy() -> None:
    """It has 224: a 3, but no 3+3, for which its president may not add anything."""
    at = trainless(224)
    at.operate("GWR", "buy")
    at.refuses("pass", "18OE-TRAIN-14")
    at.refuses("train 3+3 from ipo", "18OE-TRAIN-03")
    at.refuses("surrender", "18OE-FORCED-04")
    at.do("train 3 from ipo")
    assert (at.cash("GWR"), at.cash("Ann")) == (24, 500)
    rich = trainless(400)
    rich.operate("GWR", "buy")
    assert rich.offered("train") == ["train 3 from ipo", "train 3+3 from ipo"]


@rule("18OE-FORCED-01", "18OE-FORCED-02")
def test_the_president_adds_what_is_missing_for_the_cheapest_side() -> None:
    """Worked example EX-29 of the rule list: the 3 for 200, not the 3+3; the treasury has 120, so Ann adds 80."""
    at = trainless(120)
    at.operate("GWR", "buy")
    at.refuses("train 3+3 from ipo", "18OE-FORCED-01")
    assert at.offered("train") == ["train 3 from ipo"]
    at.do("train 3 from ipo")
    assert (at.cash("GWR"), at.cash("Ann"), at.trains("GWR")) == (0, 420, ["3"])


@pytest.mark.parametrize(("president", "pays"), [(150, True), (149, False)])
@rule("18OE-FORCED-02", "18OE-FORCED-04")
def test_a_pound_of_the_president_decides(president: int, pays: bool) -> None:
    """The treasury has 50 and the 3 costs 200: with 150 Ann pays, with 149 she can only surrender."""
    at = trainless(50, president)
    at.operate("GWR", "buy")
    assert at.allows("train 3 from ipo") == pays
    assert at.allows("surrender") == (not pays)
    at.do("train 3 from ipo" if pays else "surrender")
    assert (at.cash("GWR"), at.cash("Ann"), at.trains("GWR")) == (0, 0, ["3"] if pays else [])


@rule("18OE-FORCED-01")
def test_a_cheaper_train_of_the_open_market_must_be_taken() -> None:
    at = trainless(100, phase="5")
    at.in_market("4+4", "5")
    at.operate("GWR", "buy")
    assert at.offered("train") == ["train 4 from pool"]
    at.do("train 4 from pool")
    assert (at.cash("GWR"), at.cash("Ann")) == (0, 300)


@rule("18OE-FORCED-01")
def test_of_equally_cheap_trains_either_is_taken() -> None:
    at = trainless(100, phase="4")
    at.in_market("4")
    at.operate("GWR", "buy")
    assert at.offered("train") == ["train 4 from pool", "train 4 from ipo"]


@rule("18OE-FORCED-03")
def test_the_president_sells_no_stock_for_it() -> None:
    at = trainless(0, president=100)
    at.major("SB", 100, {"Ann": 5})
    at.operate("GWR", "buy")
    at.refuses("sell 1 SB", "18OE-OR-01")
    assert at.offered() == ["surrender"]


@rule("18OE-FORCED-04", "18OE-NTRAIN-06")
@pytest.mark.parametrize("phase", ["2", "3", "5"])
def test_a_president_who_cannot_pay_gives_up_all_cash_and_the_major_becomes_a_national(phase: str) -> None:
    least = {"2": 200, "3": 200, "5": 400}[phase]
    at = trainless(99, president=least - 100, phase=phase)
    bank = at.cash("ipo")
    at.operate("GWR", "buy")
    at.refuses("pass", "18OE-TRAIN-14")
    at.do("surrender")
    assert (at.cash("Ann"), at.cash("GWR"), at.cash("ipo")) == (0, 0, bank + least - 1)
    assert at.state.kind[at.company("GWR")] == NATIONAL
    assert audit(at.book, at.state) == []


@rule("18OE-FORCED-04", "18OE-NTRAIN-01")
def test_a_national_made_by_force_may_take_rusted_trains_at_once() -> None:
    at = trainless(0, president=0, phase="4")
    at.operate("GWR", "buy")
    at.do("surrender")
    assert isinstance(at.step, BuyTrains)
    at.do("claim 2+2")
    assert at.trains("GWR") == ["2+2"]


@rule("18OE-TRAIN-17")
def test_a_train_of_another_railroad_may_be_bought_instead_but_need_not() -> None:
    at = trainless(60, president=0)
    at.major("SB", 100, {"Ben": 2}, trains=("3+3",))
    at.operate("GWR", "buy")
    assert at.allows("offer 1 for 3+3 of SB")
    assert at.allows("surrender")
    at.do("offer 60 for 3+3 of SB", "accept", "pass")
    assert (at.trains("GWR"), at.state.kind[at.company("GWR")]) == (["3+3"], MAJOR)


@rule("18OE-TRAIN-16")
@pytest.mark.parametrize("pullman", [False, True])
def test_neither_swifts_train_nor_a_pullman_is_enough(pullman: bool) -> None:
    at = trainless(1000, phase="4")
    at.give_trains("GWR", "2+2*")
    at.remember(pullmans=(at.company("GWR"),) if pullman else ())
    at.operate("GWR", "buy")
    at.refuses("pass", "18OE-TRAIN-14")
    at.do("train 4 from ipo", "pass")


@rule("18OE-TRAIN-14")
def test_without_any_train_for_sale_there_is_no_duty() -> None:
    at = trainless(5000, phase="8")
    at.left(7, 0)
    at.left(8, 0)
    at.facing(BuyTrains(at.company("GWR")))
    assert at.allows("pass")


@rule("18OE-TRAIN-20", "18OE-FORCED-02")
def test_a_major_that_owes_its_reserved_train_is_helped_in_the_same_way() -> None:
    at = trainless(30, president=90, phase="2")
    at.remember(provided=())
    at.operate("GWR", "buy")
    at.refuses("pass", "18OE-TRAIN-18")
    at.do("train 2+2 from ipo")
    assert (at.cash("GWR"), at.cash("Ann")) == (0, 20)
    poor = trainless(30, president=69, phase="2")
    poor.remember(provided=())
    poor.give_trains("GWR", "3")
    poor.operate("GWR", "buy")
    assert poor.offered() == ["surrender"]


@rule("18OE-FORCED-06", "18OE-TRAIN-18")
@pytest.mark.parametrize("kind", ["minor", "regional"])
def test_the_owner_of_a_minor_or_regional_adds_to_the_price_of_its_reserved_train(kind: str) -> None:
    at = Europe(phase="2", railroad_phase="regional")
    if kind == "minor":
        at.minor("E", "Ann", "UK", "F25.0", cash=80, operated=False)
    else:
        at.regional("GWR", 60, {"Ann": 2}, cash=80, operated=False)
    symbol = "E" if kind == "minor" else "GWR"
    at.give_cash("Ann", 50)
    at.operate(symbol, "buy")
    at.refuses("pass", "18OE-TRAIN-18")
    at.do("train 2+2 from ipo")
    assert (at.cash(symbol), at.cash("Ann"), at.trains(symbol)) == (0, 30, ["2+2"])
