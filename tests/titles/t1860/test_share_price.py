"""How sales move share prices in 1860 (rules 1860-PRICE)."""

from __future__ import annotations

import pytest

from railhead.core.state import BANKRUPT, FLOATED, OPERATED, STARTED
from railhead.rules.operating import OperatingTurn
from railhead.rules.stock import StockTurn
from railhead.testing import Table, rule

LADDER = (
    *(0, 7, 14, 20, 26, 31, 36, 40, 44, 47, 50, 52, 54, 56, 58, 60, 62, 65, 68, 71, 74, 78, 82, 86, 90, 95),
    *(100, 105, 110, 116, 122, 128, 134, 142, 150, 158, 166, 174, 182, 191, 200, 210, 220, 230, 240, 250),
    *(260, 270, 280, 290, 300, 310, 320, 330, 340),
)
BLACK = [price for price in LADDER if 40 <= price <= 150]
RED = [price for price in LADDER if 7 <= price < 40 or price > 150]


def quoted(price: int, operated: bool = True, phase: str = "2") -> Table:
    """IOW at a price: A directs it with six shares, B has two, A is to act."""
    table = Table()
    table.set_phase(phase)
    table.float("IOW", par=74, shares={"A": 6, "B": 2}, price=price, operated=operated)
    train = next(train.name for train in table.book.trains if train.name.startswith(phase))
    table.give_trains("IOW", train)
    table.stock_turn("A")
    return table


def operating_order(table: Table) -> list[str]:
    """The companies in the order in which they get their turns in an operating round."""
    table.operating_round()
    order = []
    while table.state.round.kind == "operating":
        turn = next(step for step in table.state.agenda if isinstance(step, OperatingTurn))
        symbol = table.book.company_names[turn.company]
        if symbol not in order:
            order.append(symbol)
        table.do("pass")
    return order


# -- places on the ladder -------------------------------------------------------------------------


@rule("1860-PRICE-01")
def test_the_market_is_one_ladder_from_0_to_340() -> None:
    assert Table().book.market.prices == LADDER


@rule("1860-PRICE-01")
@pytest.mark.parametrize("price", BLACK)
def test_one_share_sold_is_one_place_down(price: int) -> None:
    table = quoted(price)
    table.do("sell 1 IOW")
    assert table.price("IOW") == LADDER[LADDER.index(price) - 1]


@rule("1860-PRICE-01")
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_every_share_sold_is_a_place(count: int) -> None:
    table = quoted(100)
    table.do(f"sell {count} IOW")
    assert table.price("IOW") == LADDER[LADDER.index(100) - count]


DERIVED = {
    "1860-DX-01": (100, 1, 95),
    "1860-DX-02": (100, 3, 86),
    "1860-DX-03": (150, 1, 142),
    "1860-DX-04": (158, 1, 158),
    "1860-DX-05": (36, 1, 36),
    "1860-DX-07": (40, 2, 31),
}


@rule(
    "1860-PRICE-01",
    "1860-PRICE-04",
    "1860-DX-01",
    "1860-DX-02",
    "1860-DX-03",
    "1860-DX-04",
    "1860-DX-05",
    "1860-DX-07",
)
@pytest.mark.parametrize(("price", "sold", "new"), DERIVED.values(), ids=DERIVED.keys())
def test_the_price_after_a_sale(price: int, sold: int, new: int) -> None:
    table = quoted(price)
    table.do(f"sell {sold} IOW")
    assert table.price("IOW") == new


@rule("1860-PRICE-01")
def test_only_the_company_sold_falls() -> None:
    table = quoted(100)
    table.float("C&N", par=74, shares={"B": 5}, price=100, operated=True)
    table.do("sell 2 IOW")
    assert (table.price("IOW"), table.price("C&N")) == (90, 100)


@rule("1860-PRICE-01")
def test_a_sale_leaves_par_alone() -> None:
    table = quoted(100)
    table.do("sell 2 IOW", "pass")
    assert table.turn == "B"
    cash = table.cash("B")
    table.do("buy IOW from ipo")
    assert table.cash("B") == cash - 74


# -- companies that have not operated -------------------------------------------------------------


@rule("1860-PRICE-02")
@pytest.mark.parametrize("price", [36, 100, 158])
def test_sales_do_not_move_the_price_of_a_company_that_has_not_operated(price: int) -> None:
    table = quoted(price, operated=False)
    table.do("sell 4 IOW")
    assert table.price("IOW") == price


@rule("1860-PRICE-02")
def test_the_price_falls_once_the_company_has_had_its_first_turn() -> None:
    table = Table()
    table.float("IOW", par=74, shares={"A": 6, "B": 2}, price=100)
    table.give_trains("IOW", "2+1")
    table.give_cash("IOW", 0)
    table.priority("A")
    table.operating_round()
    while not isinstance(table.step, StockTurn):
        table.do("pass")
    price = table.price("IOW")
    table.do("sell 1 IOW")
    assert table.price("IOW") == LADDER[LADDER.index(price) - 1]


@rule("1860-PRICE-02")
def test_a_company_started_again_after_bankruptcy_has_no_price_to_move_before_it_floats() -> None:
    table = Table()
    table.float("IOW", par=74, shares={"A": 3, "B": 2}, operated=True)
    table.bankrupt("IOW")
    table.start("IOW", par=50, shares={"A": 2, "B": 1})
    table.stock_turn("B")
    table.do("sell 1 IOW")
    assert table.cash("B") == 670 + 25
    assert table.price("IOW") == 50
    assert table.state.price[table.company("IOW")] == -1


@rule("1860-PRICE-02")
def test_a_refloated_company_has_operated() -> None:
    table = quoted(100)
    table.bankrupt("IOW")
    table.start("IOW", par=74, shares={"A": 4, "B": 1})
    table.stock_turn("A")
    table.close_private("Ryde")
    table.do("buy IOW from ipo", "pass", "pass", "sell 2 IOW")
    assert table.price("IOW") == 68


# -- one transaction ------------------------------------------------------------------------------


@rule("1860-PRICE-03", "1860-PRICE-04", "1860-EX-03")
def test_three_red_letter_shares_sell_at_one_price_and_move_it_two_places() -> None:
    table = quoted(182)
    table.give_cash("A", 0)
    table.do("sell 3 IOW")
    assert table.cash("A") == 546
    assert table.price("IOW") == 166
    assert LADDER.index(182) - LADDER.index(table.price("IOW")) == 2


@rule("1860-PRICE-03", "1860-EX-03")
def test_a_sale_is_not_split_to_spare_the_price() -> None:
    table = quoted(182)
    table.do("sell 1 IOW")
    assert table.price("IOW") == 182
    table.refuses("sell 1 IOW", "1860-PRICE-03")
    table.refuses("sell 2 IOW", "1860-PRICE-03")
    assert table.offered("sell") == []


@rule("1860-PRICE-03")
def test_all_shares_of_a_sale_are_paid_at_the_price_before_the_drop() -> None:
    table = quoted(100)
    table.give_cash("A", 0)
    table.do("sell 3 IOW")
    assert table.cash("A") == 300


@rule("1860-PRICE-03")
def test_another_company_may_be_sold_in_the_same_turn_as_a_sale_of_its_own() -> None:
    table = quoted(182)
    table.float("C&N", par=74, shares={"A": 4, "B": 1}, price=158, operated=True)
    table.do("sell 1 IOW", "sell 2 C&N")
    assert (table.price("IOW"), table.price("C&N")) == (182, 150)
    table.refuses("sell 1 C&N", "1860-PRICE-03")


@rule("1860-PRICE-03")
def test_a_sale_in_a_later_turn_is_a_new_transaction() -> None:
    table = quoted(182)
    table.do("sell 1 IOW", "pass", "pass", "pass", "sell 1 IOW")
    assert table.shares("A", "IOW") == 4
    assert table.price("IOW") == 182


@rule("1860-PRICE-03")
def test_shares_sold_by_two_players_are_two_transactions() -> None:
    table = quoted(182)
    table.do("sell 2 IOW", "pass", "sell 2 IOW")
    assert table.cash("B") == 670 + 2 * 174
    assert table.price("IOW") == 166


# -- red letters ----------------------------------------------------------------------------------


@rule("1860-PRICE-04")
@pytest.mark.parametrize("price", RED)
def test_the_first_share_sold_in_a_red_zone_does_not_move_the_price(price: int) -> None:
    table = quoted(price)
    table.do("sell 1 IOW")
    assert table.price("IOW") == price


@rule("1860-PRICE-04")
@pytest.mark.parametrize(
    ("price", "sold", "new"),
    [
        (40, 1, 36),
        (36, 2, 31),
        (36, 3, 26),
        (44, 3, 31),
        (150, 2, 134),
        (158, 2, 150),
        (158, 3, 142),
        (340, 2, 330),
        (182, 3, 166),
    ],
)
def test_the_zone_is_that_of_the_price_before_the_sale(price: int, sold: int, new: int) -> None:
    table = quoted(price)
    table.do(f"sell {sold} IOW")
    assert table.price("IOW") == new


# -- the stack ------------------------------------------------------------------------------------


def side_by_side(iow: int, other: int) -> Table:
    """IOW and C&N, trainless and without credits, at these prices; both have operated."""
    table = Table()
    table.float("IOW", par=74, shares={"A": 4, "B": 1}, price=iow, operated=True, treasury=0)
    table.float("C&N", par=74, shares={"B": 4, "A": 1}, price=other, operated=True, treasury=0)
    table.stock_turn("A")
    return table


@rule("1860-PRICE-05")
def test_a_marker_that_arrives_goes_under_those_already_there() -> None:
    table = side_by_side(iow=100, other=95)
    table.do("sell 1 IOW")
    assert table.price("IOW") == table.price("C&N") == 95
    assert operating_order(table) == ["C&N", "IOW"]


@rule("1860-PRICE-05")
def test_the_company_longest_at_its_price_operates_first() -> None:
    table = side_by_side(iow=95, other=100)
    table.do("pass", "sell 1 C&N")
    assert table.price("IOW") == table.price("C&N") == 95
    assert operating_order(table) == ["IOW", "C&N"]


@rule("1860-PRICE-05", "1860-PRICE-04")
def test_a_sale_that_does_not_move_the_marker_leaves_it_on_top() -> None:
    table = side_by_side(iow=158, other=158)
    table.do("sell 1 IOW")
    assert operating_order(table) == ["IOW", "C&N"]


@rule("1860-PRICE-05")
def test_a_marker_that_falls_past_others_operates_after_them() -> None:
    table = side_by_side(iow=105, other=100)
    table.do("sell 2 IOW")
    assert operating_order(table) == ["C&N", "IOW"]


# -- phase 8 --------------------------------------------------------------------------------------


@rule("1860-PRICE-06")
@pytest.mark.parametrize(
    ("phase", "price", "new"),
    [("7", 100, 78), ("8", 100, 100), ("9", 100, 100), ("7", 182, 150), ("8", 182, 182), ("8", 31, 31)],
)
def test_sales_move_prices_until_phase_8(phase: str, price: int, new: int) -> None:
    table = quoted(price, phase=phase)
    table.do("sell 5 IOW")
    assert table.price("IOW") == new
    assert not table.has("IOW", BANKRUPT)


@rule("1860-PRICE-06")
def test_the_purchase_of_the_first_8_train_ends_the_fall_of_prices() -> None:
    table = quoted(100, phase="7")
    table.float("C&N", par=74, shares={"B": 5}, operated=True, treasury=700)
    table.operating_turn("C&N", "trains")
    table.do("train 8+4 from ipo")
    assert table.phase == "8"
    table.stock_turn("A")
    table.do("sell 5 IOW")
    assert table.price("IOW") == 100


# -- bankruptcy -----------------------------------------------------------------------------------


@rule("1860-PRICE-07", "1860-DX-06")
@pytest.mark.parametrize(("price", "sold"), [(14, 3), (14, 4), (7, 2), (20, 4), (20, 6)])
def test_a_price_that_falls_to_nothing_ruins_the_company_at_once(price: int, sold: int) -> None:
    table = quoted(price)
    table.give_cash("A", 0)
    table.do(f"sell {sold} IOW")
    assert table.has("IOW", BANKRUPT)
    assert not table.has("IOW", FLOATED)
    assert not table.has("IOW", STARTED)
    assert table.shares("ipo", "IOW") == 10
    assert table.cash("A") == sold * price
    assert table.cash("B") == 670
    assert table.state.stack == ()


@rule("1860-PRICE-07")
@pytest.mark.parametrize(("price", "sold", "new"), [(14, 2, 7), (7, 1, 7), (20, 3, 7)])
def test_a_price_above_nothing_ruins_nobody(price: int, sold: int, new: int) -> None:
    table = quoted(price)
    table.do(f"sell {sold} IOW")
    assert table.price("IOW") == new
    assert not table.has("IOW", BANKRUPT)
    assert table.has("IOW", FLOATED)
    assert table.shares("A", "IOW") == 6 - sold
    assert (table.turn, table.state.round.number) == ("A", 2)


# -- nothing else ---------------------------------------------------------------------------------


@rule("1860-PRICE-08")
def test_a_sold_out_company_does_not_rise_at_the_end_of_the_round() -> None:
    table = Table()
    table.float("IOW", par=74, shares={"A": 6, "B": 4}, price=100, operated=True, treasury=0)
    table.float("C&N", par=74, shares={"B": 5}, price=100, operated=True, treasury=0)
    table.stock_turn("A")
    table.do("pass", "pass", "pass")
    assert table.state.round.kind == "operating"
    assert (table.price("IOW"), table.price("C&N")) == (100, 100)
    assert table.state.stack == (table.company("IOW"), table.company("C&N"))


@rule("1860-PRICE-08")
@pytest.mark.parametrize("source", ["ipo", "pool"])
def test_purchases_do_not_move_the_price(source: str) -> None:
    table = Table()
    table.float("IOW", par=74, shares={"A": 4, "B": 1, "pool": 2}, price=100, operated=True)
    table.float("C&N", par=74, shares={"B": 5}, price=100, operated=True)
    table.stock_turn("B")
    table.do(f"buy IOW from {source}")
    assert table.price("IOW") == 100
    assert table.state.stack == (table.company("IOW"), table.company("C&N"))


@rule("1860-PRICE-08")
def test_an_exchange_does_not_move_the_price() -> None:
    table = quoted(100)
    table.give_private("Ryde", "A")
    table.do("exchange Ryde")
    assert table.price("IOW") == 100


@rule("1860-PRICE-02", "1860-PRICE-08")
def test_the_sold_company_counts_as_operated_only_by_its_own_turn() -> None:
    table = quoted(100, operated=False)
    table.float("C&N", par=74, shares={"B": 5}, operated=True)
    table.do("sell 1 IOW")
    assert table.price("IOW") == 100
    assert not table.has("IOW", OPERATED)
