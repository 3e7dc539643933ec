"""Dividends: who is paid, and where the price goes (rules 1860-DIV)."""

from __future__ import annotations

import pytest

from railhead.core.state import BANKRUPT, FLOATED
from railhead.rules.dividends import Dividend
from railhead.rules.operating import OperatingTurn
from railhead.testing import Table, rule

LADDER = (
    0, 7, 14, 20, 26, 31, 36, 40, 44, 47, 50, 52, 54, 56, 58, 60, 62, 65, 68, 71, 74, 78, 82, 86, 90, 95,
    100, 105, 110, 116, 122, 128, 134, 142, 150, 158, 166, 174, 182, 191, 200, 210, 220, 230, 240, 250, 260,
    270, 280, 290, 300, 310, 320, 330, 340,
)  # fmt: skip


def earning(revenue: int, price: int = 74, subsidy: int = 0, train: str = "2+1") -> Table:
    """The IOW (A 3 shares, B 2, two in the pool, three in the offer) with this revenue, before its dividend."""
    table = Table()
    table.float("IOW", par=74, shares={"A": 3, "B": 2, "pool": 2}, price=price, operated=True, treasury=0)
    if train:
        table.give_trains("IOW", train)
    table.state.revenue[table.company("IOW")] = revenue
    table.state.subsidy[table.company("IOW")] = subsidy
    table.operating_turn("IOW", "dividend")
    return table


def first(table: Table) -> str:
    """The company that would operate first in an operating round beginning now."""
    now = table.state
    table.state = now.clone()
    table.operating_round()
    turn = next(step for step in table.state.agenda if isinstance(step, OperatingTurn))
    table.state = now
    return table.book.company_names[turn.company]


# -- paying or keeping ----------------------------------------------------------------------------


@rule("1860-DIV-01")
def test_the_whole_revenue_is_paid_or_kept_and_nothing_else_is_offered() -> None:
    table = earning(120)
    assert isinstance(table.step, Dividend)
    assert table.turn == "A"
    assert sorted(table.offered()) == ["keep", "pay"]
    table.refuses("pass", "1860-OR-05")


@rule("1860-DIV-01", "1860-DIV-04")
def test_without_revenue_there_is_nothing_to_decide() -> None:
    table = earning(0)
    assert not isinstance(table.step, Dividend)
    assert table.price("IOW") == 68


@rule("1860-DIV-02")
def test_kept_revenue_goes_to_the_treasury_as_credits() -> None:
    table = earning(120)
    table.state.dividend[table.company("IOW")] = 90
    table.do("keep")
    assert table.cash("IOW") == 120
    assert [table.cash(name) for name in ("A", "B", "C")] == [670, 670, 670]
    assert table.cash("ipo") == 10_000 - 3 * 670
    assert table.state.dividend[table.company("IOW")] == 0


@rule("1860-DIV-03")
def test_players_are_paid_a_tenth_a_share_and_bank_shares_earn_nothing() -> None:
    table = earning(120)
    table.do("pay")
    assert [table.cash(name) for name in ("A", "B", "C")] == [670 + 36, 670 + 24, 670]
    assert table.cash("IOW") == 0
    assert table.cash("ipo") == 10_000 - 3 * 670 - 60
    assert table.state.dividend[table.company("IOW")] == 120


@rule("1860-DIV-02", "1860-DIV-03", "1860-ROUTE-11")
@pytest.mark.parametrize(("choice", "treasury"), [("pay", 20), ("keep", 140)])
def test_the_subsidy_goes_to_the_treasury_either_way(choice: str, treasury: int) -> None:
    table = earning(120, subsidy=20)
    table.do(choice)
    assert table.cash("IOW") == treasury


@rule("1860-DIV-02")
def test_the_subsidy_is_paid_when_there_is_no_revenue_too() -> None:
    assert earning(0, subsidy=10).cash("IOW") == 10


# -- the price ------------------------------------------------------------------------------------


@rule("1860-DIV-04", "1860-DIV-05", "1860-DIV-06", "1860-DIV-07", "1860-DIV-08")
@pytest.mark.parametrize(
    ("price", "dividend", "expected"),
    [
        pytest.param(74, 0, 68, id="1860-DX-08"),
        pytest.param(74, 73, 74, id="1860-DX-09"),
        pytest.param(74, 74, 82, id="1860-DX-10"),
        pytest.param(74, 147, 82, id="1860-DX-11"),
        pytest.param(74, 148, 90, id="1860-DX-12"),
        pytest.param(74, 222, 100, id="1860-DX-13"),
        pytest.param(74, 296, 110, id="1860-DX-14"),
        pytest.param(74, 900, 110, id="1860-DX-15"),
        pytest.param(82, 0, 74, id="1860-DX-16"),
        pytest.param(78, 0, 71, id="1860-DX-17"),
        pytest.param(20, 0, 7, id="1860-DX-18"),
        pytest.param(330, 330, 340, id="1860-DX-20"),
        pytest.param(310, 930, 340, id="1860-DX-21"),
        pytest.param(74, 221, 90, id="below three times"),
        pytest.param(74, 295, 100, id="below four times"),
        pytest.param(74, 370, 110, id="five times"),
        pytest.param(74, 1, 74, id="the least dividend"),
        pytest.param(100, 100, 110, id="the price itself"),
        pytest.param(100, 90, 100, id="just below the price"),
        pytest.param(320, 320, 340, id="from the last space of the upper tier"),
        pytest.param(300, 300, 320, id="short of the top"),
    ],
)
def test_the_price_follows_the_dividend(price: int, dividend: int, expected: int) -> None:
    table = earning(dividend, price=price)
    if dividend:
        table.do("pay")
    assert table.price("IOW") == expected


@rule("1860-DIV-04")
@pytest.mark.parametrize("rung", range(3, len(LADDER)))
def test_kept_revenue_costs_two_places_from_anywhere(rung: int) -> None:
    table = earning(90, price=LADDER[rung])
    table.do("keep")
    assert table.price("IOW") == LADDER[rung - 2]


@rule("1860-DIV-04")
def test_a_company_without_a_train_loses_a_space() -> None:
    table = Table()
    table.float("IOW", par=74, shares={"A": 5}, operated=True, treasury=0)
    table.operating_turn("IOW", "run")
    assert table.price("IOW") == 68


@rule("1860-DIV-06")
@pytest.mark.parametrize("rung", range(1, len(LADDER) - 8))
@pytest.mark.parametrize("times", [1, 2, 3, 4])
def test_each_multiple_of_the_price_is_worth_two_places(rung: int, times: int) -> None:
    price = LADDER[rung]
    table = earning(price * times, price=price)
    table.do("pay")
    assert table.price("IOW") == LADDER[rung + 2 * times]


@rule("1860-DIV-07")
def test_the_whole_dividend_counts_although_players_get_only_part_of_it() -> None:
    table = earning(150, price=74)
    table.do("pay")
    assert table.cash("A") == 670 + 45
    assert table.price("IOW") == 90


@rule("1860-DIV-06", "1860-END-01")
def test_the_price_stops_at_the_top_and_the_end_is_near() -> None:
    table = earning(330, price=330)
    assert not table.state.ending
    table.do("pay")
    assert table.price("IOW") == 340
    assert table.over


@rule("1860-DIV-08", "1860-DX-19")
@pytest.mark.parametrize("price", [7, 14])
def test_no_dividend_at_the_last_two_prices_is_bankruptcy(price: int) -> None:
    table = earning(60, price=price)
    table.do("keep")
    assert table.has("IOW", BANKRUPT)
    assert not table.has("IOW", FLOATED)
    assert [table.shares(owner, "IOW") for owner in ("A", "B", "pool")] == [0, 0, 0]
    assert table.cash("IOW") == 60


@rule("1860-DIV-08")
@pytest.mark.parametrize("price", [7, 14])
def test_no_revenue_at_the_last_two_prices_is_bankruptcy(price: int) -> None:
    assert earning(0, price=price).has("IOW", BANKRUPT)


@rule("1860-DIV-08")
@pytest.mark.parametrize(("price", "dividend", "expected"), [(14, 10, 14), (14, 20, 26), (7, 10, 20)])
def test_a_dividend_at_the_last_two_prices_saves_the_company(price: int, dividend: int, expected: int) -> None:
    table = earning(dividend, price=price)
    table.do("pay")
    assert not table.has("IOW", BANKRUPT)
    assert table.price("IOW") == expected


@rule("1860-DIV-08")
@pytest.mark.parametrize("price", [20, 26])
def test_above_the_last_two_prices_nobody_is_bankrupt(price: int) -> None:
    table = earning(60, price=price)
    table.do("keep")
    assert not table.has("IOW", BANKRUPT)


# -- the stack ------------------------------------------------------------------------------------


def pair(iow: int, cn: int, revenue: int) -> Table:
    """The IOW and after it the C&N on the market, the IOW before its dividend."""
    table = Table()
    for name, price in (("IOW", iow), ("C&N", cn)):
        table.float(name, par=74, shares={"A": 5}, price=price, operated=True, treasury=0)
    table.give_trains("IOW", "2+1")
    table.give_trains("C&N", "2+1")
    table.state.revenue[table.company("IOW")] = revenue
    return table


@rule("1860-DIV-05")
def test_a_dividend_below_the_price_sends_the_marker_under_the_others() -> None:
    table = pair(82, 82, revenue=50)
    assert first(table) == "IOW"
    table.operating_turn("IOW", "dividend")
    table.do("pay")
    assert table.price("IOW") == 82
    assert first(table) == "C&N"


@rule("1860-DIV-05")
def test_a_marker_alone_in_its_space_keeps_its_turn() -> None:
    table = pair(82, 78, revenue=50)
    table.operating_turn("IOW", "dividend")
    table.do("pay")
    assert first(table) == "IOW"


@rule("1860-DIV-09")
def test_a_marker_that_rises_goes_under_those_in_the_new_space() -> None:
    table = pair(74, 82, revenue=80)
    table.operating_turn("IOW", "dividend")
    table.do("pay")
    assert table.price("IOW") == table.price("C&N") == 82
    assert first(table) == "C&N"


@rule("1860-DIV-09")
def test_a_marker_that_falls_goes_under_those_in_the_new_space() -> None:
    table = pair(90, 82, revenue=80)
    table.operating_turn("IOW", "dividend")
    table.do("keep")
    assert table.price("IOW") == table.price("C&N") == 82
    assert first(table) == "C&N"
