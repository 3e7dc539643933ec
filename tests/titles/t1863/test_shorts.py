"""Selling short in 1863 (rules 1863-SHORT)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railhead.core.state import OPERATED
from railhead.rules.stock import StockTurn
from railhead.testing import rule
from railhead.titles.t1863.mini_round import MiniTurn
from railhead.titles.t1863.rounds import begin_stock_round
from tests.titles.t1863.table import London


def table_with(price: int = 100, **shares: int) -> London:
    """The District with these holders, the first of them its president; it is B's turn in a stock round."""
    table = London(phase="III")
    table.major("DIS", price, shares or {"A": 4})
    table.major("CLR", 100, {"C": 2})
    table.stock_turn("B")
    return table


@rule("1863-SHORT-09", "1863-SHORT-10", "1863-START-22")
def test_the_bank_pays_the_share_is_in_the_pool_and_the_price_falls() -> None:
    table = table_with()
    table.do("short DIS")
    assert (table.cash("B"), table.shares("pool", "DIS"), table.shares("B", "DIS"), table.price("DIS")) == (
        450,
        1,
        -1,
        90,
    )
    table.stock_turn("C")
    table.do("buy DIS from pool")
    assert (table.shares("C", "DIS"), table.price("DIS")) == (1, 100)


@rule("1863-SHORT-09")
@pytest.mark.parametrize(("price", "falls_to"), [(40, 30), (45, 40), (80, 75), (200, 190), (225, 200), (600, 550)])
def test_a_short_pays_the_price_and_costs_one_place_on_the_whole_chart(price: int, falls_to: int) -> None:
    table = table_with(price)
    assert sorted(table.offered("short")) == ["short CLR", "short DIS"]
    table.do("short DIS")
    assert (table.cash("B"), table.price("DIS")) == (350 + price, falls_to)


@rule("1863-SHORT-01")
def test_companies_sell_nothing_short() -> None:
    table = table_with()
    table.stock_turn("C")
    table.do("act for CLR")
    table.refuses("short DIS", "1863-SHORT-01")
    assert not table.offered("short")


@rule("1863-SHORT-02")
def test_minors_are_not_sold_short() -> None:
    table = table_with()
    table.minor("MET", 60, "A")
    table.refuses("short MET", "1863-SHORT-02")
    table.refuses("short BAK", "1863-SHORT-02")


@rule("1863-SHORT-03")
def test_the_company_must_have_operated() -> None:
    table = table_with()
    table.state.status[table.company("DIS")] &= ~OPERATED
    table.refuses("short DIS", "1863-SHORT-03")


@rule("1863-SHORT-05")
def test_not_in_acquisition_or_liquidation() -> None:
    for price in (0, 10, 30):
        table_with(price).refuses("short DIS", "1863-SHORT-05")
    assert table_with(40).allows("short DIS")


@rule("1863-SHORT-06")
def test_not_by_a_player_who_owns_shares_of_it() -> None:
    table = table_with(A=4, B=1)
    table.refuses("short DIS", "1863-SHORT-06")
    table.do("sell 1 DIS", "short DIS")
    assert table.shares("B", "DIS") == -1


@rule("1863-SHORT-07", "1863-SR-02")
def test_one_short_in_a_turn_before_the_purchase() -> None:
    table = table_with()
    table.do("short DIS")
    table.refuses("short CLR", "1863-SHORT-07")
    table.do("buy CLR from CLR")
    assert table.turn != "B"


@rule("1863-SHORT-07")
def test_no_short_after_the_purchase() -> None:
    table = table_with()
    assert isinstance(table.step, StockTurn)
    table.state.agenda = (*table.state.agenda[:-1], replace(table.step, bought=True))
    table.refuses("short DIS", "1863-SR-04")


@rule("1863-SHORT-08", "1863-SR-05")
def test_a_short_is_a_sale() -> None:
    table = table_with()
    table.do("short DIS")
    table.refuses("buy DIS from pool", "1863-SR-05")


@rule("1863-SHORT-08", "1863-SR-05")
def test_whoever_sold_short_does_not_buy_in_the_rounds_of_mergers_before_the_next_stock_round() -> None:
    table = table_with()
    table.do("short DIS")
    table.state.agenda = (table.state.agenda[0], MiniTurn(table.seat("B"), table.company("DIS"), ()))
    table.refuses("buy DIS from DIS", "1863-SR-05")
    table.refuses("buy DIS from pool", "1863-SR-05")
    begin_stock_round(table.game, 3)
    table.stock_turn("B", 3)
    table.do("buy DIS from DIS")
    assert table.shares("B", "DIS") == 0


@rule("1863-SHORT-06")
def test_shares_of_a_player_s_company_do_not_prevent_a_short() -> None:
    table = table_with()
    table.major("HAM", 100, {"B": 2})
    table.give("HAM", "DIS", 1)
    assert table.allows("short DIS")


@rule("1863-SHORT-07")
def test_after_a_sale_one_share_may_be_sold_short() -> None:
    table = table_with(A=4, B=1)
    table.major("HAM", 100, {"C": 3, "B": 1})
    table.do("sell 1 DIS", "sell 1 HAM", "short CLR")
    table.refuses("short DIS", "1863-SHORT-07")


@rule("1863-SHORT-11")
@pytest.mark.parametrize("out", [0, 9])
def test_up_to_ten_shorts_may_be_out(out: int) -> None:
    table = table_with()
    table.short("C", "DIS", out)
    table.do("short DIS")
    assert table.game.shorts_out(table.company("DIS")) == out + 1


@rule("1863-SHORT-11")
def test_ten_shorts_of_a_company() -> None:
    table = table_with()
    table.short("C", "DIS", 10)
    table.refuses("short DIS", "1863-SHORT-11")


@rule("1863-SHORT-13", "1863-SHORT-15")
def test_a_share_bought_covers_a_short() -> None:
    table = table_with()
    table.short("B", "DIS", 2)
    table.set_price("DIS", 80)
    table.do("buy DIS from pool")
    assert (table.cash("B"), table.shares("B", "DIS"), table.price("DIS")) == (270, -1, 90)
    assert table.game.shorts_out(table.company("DIS")) == 1


@rule("1863-SHORT-13")
def test_a_share_from_the_treasury_covers_a_short_as_well() -> None:
    table = table_with()
    table.short("B", "DIS", 1)
    table.set_price("DIS", 80)
    table.do("buy DIS from DIS")
    assert (table.cash("B"), table.cash("DIS"), table.shares("B", "DIS"), table.price("DIS")) == (270, 80, 0, 80)
    assert table.game.shorts_out(table.company("DIS")) == 0


@rule("1863-SHORT-08", "1863-SHORT-13")
def test_a_short_at_100_covered_in_the_next_stock_round_at_80() -> None:
    table = table_with()
    table.do("short DIS")
    assert (table.cash("B"), table.price("DIS")) == (450, 90)
    begin_stock_round(table.game, 3)
    table.set_price("DIS", 80)
    table.stock_turn("B", 3)
    table.do("buy DIS from pool")
    assert (table.cash("B"), table.price("DIS"), table.shares("B", "DIS")) == (370, 90, 0)


@rule("1863-SHORT-14")
def test_a_short_stays_if_no_share_can_be_bought() -> None:
    table = table_with(A=6, C=4)
    table.short("B", "DIS", 1)
    table.give("C", "DIS", 1, source="pool")
    table.refuses("buy DIS from pool")
    table.refuses("buy DIS from DIS")


@rule("1863-SHORT-16")
def test_no_shorts_in_the_final_stock_round() -> None:
    table = table_with()
    table.remember(final=2)
    table.refuses("short DIS", "1863-SHORT-16")


@rule("1863-END-08", "1863-END-06")
def test_a_short_counts_against_its_holder_at_the_end() -> None:
    table = table_with(120)
    table.short("B", "DIS", 1)
    table.minor("MET", 80, "B")
    assert table.book.worth(table.game, table.seat("B")) == 350 - 120 + 160
