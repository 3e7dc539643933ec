"""The order of a company's turn (18BF-OR), and buying back shares, with which it begins (18BF-RED)."""

from __future__ import annotations

import pytest

from railhead.core.ids import Company
from railhead.core.state import OPERATED
from railhead.rules.operating import OperatingRound, OperatingTurn, operating_order
from railhead.rules.redemption import Redeem
from railhead.testing import rule
from tests.titles.t18bf.table import BigFour
from tests.titles.waiting import Waiting


def with_shares_in_the_pool(company: str, cash: int, price: int = 90) -> BigFour:
    """Three shares of a Public or System of A are in the pool."""
    at = BigFour(phase="6")
    at.in_play(company, price, {"A": 4, "B": 1}, cash=cash, trains=("6",))
    at.into_pool(company, 3)
    at.facing(Redeem(at.company(company)))
    return at


@rule("18BF-RED-01", "18BF-RED-03")
@pytest.mark.parametrize("company", ["MR", "GWR"])
def test_any_number_of_shares_at_a_price_that_stays(company: str) -> None:
    at = with_shares_in_the_pool(company, 270)
    before = at.shares(company, company)
    at.do("redeem-share", "redeem-share", "redeem-share")
    assert at.cash(company) == 0
    assert (at.shares(company, company), at.shares("pool", company)) == (before + 3, 0)
    assert at.prices_told(company) == []
    assert not isinstance(at.step, Redeem), "there is nothing left to buy back"


@rule("18BF-RED-01")
def test_it_may_stop_at_any_time() -> None:
    at = with_shares_in_the_pool("MR", 500)
    at.do("redeem-share", "pass")
    assert at.shares("pool", "MR") == 2
    at.refuses("redeem-share", "18BF-OR-05")


@rule("18BF-RED-02")
def test_without_loans() -> None:
    at = with_shares_in_the_pool("MR", 80)
    at.refuses("redeem-share", "18BF-RED-02")


@rule("18BF-RED-01")
def test_only_from_the_pool() -> None:
    at = BigFour(phase="6")
    at.in_play("MR", 90, {"A": 4}, cash=500, trains=("6",))
    at.facing(Redeem(at.company("MR")))
    at.refuses("redeem-share", "18BF-RED-01")


@rule("18BF-RED-01", "18BF-OR-05")
@pytest.mark.parametrize(("company", "asked"), [("MR", True), ("GWR", True), ("TV", False)])
def test_a_turn_begins_with_it(company: str, asked: bool) -> None:
    at = BigFour(phase="6")
    at.in_play(company, 90, {"A": 1 if company == "TV" else 4}, cash=500, trains=("6",))
    if asked:
        at.into_pool(company, 1)
    at.operate(company)
    assert isinstance(at.step, Redeem) is asked


# -- the turn -------------------------------------------------------------------------------------


@rule("18BF-OR-05")
def test_the_order_of_the_stages() -> None:
    """The rulebook's eight, with the points at which privates and ferries come in."""
    assert list(BigFour().stages) == [
        "begin",
        "redeem_shares",
        "track_stage",
        "marker_stage",
        "buy_bonuses",
        "assign_ferries",
        "run_stage",
        "distribute_earnings",
        "spend_on_privates",
        "pay_interest",
        "repay_loans",
        "buy_trains",
        "end",
    ]


@rule("18BF-SELL-02")
@pytest.mark.parametrize("company", ["TV", "MR", "GWR"])
def test_a_turn_is_completed_at_its_end(company: str) -> None:
    at = BigFour(phase="6")
    at.in_play(company, 90, {"A": 1 if company == "TV" else 4}, trains=("6",), operated=False)
    at.earned(company, 100)
    at.operate(company, "distribute")
    assert at.waits is (company == "TV"), "a Minor is not asked"
    if not at.waits:
        assert not at.has(company, OPERATED)
        at.do("pay")
    assert at.waits
    assert at.has(company, OPERATED)


@rule("18BF-OR-05")
def test_what_is_over_does_not_come_back() -> None:
    at = BigFour(phase="4")
    at.in_play("MR", 90, {"A": 2}, cash=500, trains=("4",))
    at.into_pool("MR", 1)
    at.earned("MR", 100)
    at.operate("MR", "distribute")
    at.refuses("redeem-share", "18BF-OR-05")
    at.refuses("train 4 from ipo", "18BF-OR-05")
    at.do("pay")
    at.refuses("keep", "18BF-OR-05")


@rule("18BF-OR-06")
def test_every_company_acts_once_though_prices_move() -> None:
    at = BigFour()
    for symbol, price, owner in (("TV", 100, "A"), ("VN", 90, "B"), ("BE", 80, "C")):
        at.minor(symbol, price, owner=owner)
    at.state.agenda = (at.state.agenda[0], Waiting(at.seat("A")), OperatingRound())
    acted: list[Company] = []
    while not at.waits:
        turn = at.step
        if isinstance(turn, OperatingTurn) and turn.stage == 0:
            acted.append(turn.company)
        turn.proceed(at.game)
    assert [at.book.company_names[company] for company in acted] == ["TV", "VN", "BE"]
    assert [at.price(symbol) for symbol in ("TV", "VN", "BE")] == [80, 70, 65], "no earnings and no train"


@rule("18BF-OR-07")
def test_the_director_decides() -> None:
    at = BigFour(phase="4")
    at.in_play("MR", 90, {"B": 3, "A": 3}, trains=("4",))
    at.earned("MR", 100)
    at.operate("MR", "distribute")
    assert at.turn == "B"


@rule("18BF-OR-03", "18BF-OR-04")
def test_minors_then_publics_then_systems_by_price() -> None:
    at = BigFour(phase="6")
    at.in_play("GWR", 200, {"A": 4})
    at.in_play("MR", 70, {"A": 2})
    at.in_play("CR", 80, {"A": 2})
    at.minor("TV", 80)
    at.minor("VN", 80)
    at.minor("BE", 40)
    order = [at.book.company_names[company] for company in operating_order(at.game)]
    assert order == ["TV", "VN", "BE", "CR", "MR", "GWR"]
