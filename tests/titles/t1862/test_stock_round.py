"""Stock rounds: turns, directors, sales and their prices, certificates (rules 1862-SR, 1862-PRICE, 1862-CERT)."""

from __future__ import annotations

import pytest

from railhead.core.state import FLOATED, STARTED
from railhead.testing import rule
from railhead.titles.t1862.record import record
from tests.titles.t1862.railways import last_price, railway, table


@rule("1862-SR-01", "1862-SR-02", "1862-SR-03", "1862-SR-04")
def test_turns_passes_and_the_priority_deal() -> None:
    at = table(4)
    at.priority("C")
    for _ in range(2):
        at.do("pass", "pass", "pass", "pass")
    assert at.state.round.kind == "stock"
    order = []
    for _ in range(4):
        order.append(at.turn)
        at.do("pass" if at.turn != "A" else "start ENR at 54")
    assert order == ["C", "D", "A", "B"]
    assert at.turn == "C", "who passed may act again"
    at.do("pass", "pass")
    assert at.turn == "A"
    assert at.state.round.kind == "stock"
    at.do("pass")
    assert at.state.round.kind != "stock"
    assert at.book.owner_names[at.state.priority] == "B"


@rule("1862-SR-04", "1862-SR-14", "1862-SR-24", "1862-SR-16")
def test_sales_come_first_and_in_one_block() -> None:
    at = table(3)
    railway(at, "ESR", {"B": 5, "A": 3}, trains=("2E",))
    railway(at, "I&B", {"B": 5, "A": 3}, trains=("2E",))
    at.stock_turn("A")
    at.do("sell 1 ESR")
    at.refuses("sell 1 ESR", "1862-SR-14")
    at.refuses("buy ESR from pool", "1862-SR-24")
    assert at.allows("sell 1 I&B")
    at.do("buy I&B from ipo")
    assert at.turn == "B", "nothing may follow the purchase"
    at.do("pass", "pass")
    at.refuses("buy ESR from pool", "1862-SR-24")
    at.refuses("sell 4 I&B", "1862-SR-16")
    assert at.allows("sell 3 I&B")


@rule("1862-SR-05", "1862-SR-06", "1862-SR-07", "1862-SR-09")
def test_the_directorship_follows_the_most_shares() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5, "B": 3}, trains=("2E",))
    at.stock_turn("A")
    at.do("sell 2 ESR")
    assert at.director("ESR") == "A", "equals leave the director in place"
    at.do("pass", "buy ESR from pool")
    assert at.director("ESR") == "B"
    assert at.allows("pass")


@rule("1862-SR-06", "1862-EX-09")
def test_a_director_who_sells_below_a_rival_loses_the_certificate() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5, "B": 3}, trains=("2E",))
    at.stock_turn("A")
    at.do("sell 3 ESR")
    assert at.director("ESR") == "B"
    assert at.shares("pool", "ESR") == 3


@rule("1862-SR-08")
def test_of_equals_the_nearest_to_the_left_becomes_director() -> None:
    at = table(4)
    railway(at, "ESR", {"B": 4, "D": 3, "A": 3}, trains=("2E",))
    at.stock_turn("B")
    at.do("sell 4 ESR")
    assert at.director("ESR") == "D"


@rule("1862-SR-10", "1862-SR-11", "1862-SR-12", "1862-SR-13", "1862-RECV-08", "1862-EX-10")
def test_the_certificate_goes_to_the_pool_and_comes_back_for_three_shares() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 4, "B": 2}, trains=("2E",))
    at.stock_turn("A")
    assert at.shares("pool", "ESR") == 0
    at.refuses("buy ESR from pool", "1862-SR-20")
    at.refuses("sell 2 ESR", "1862-SR-11")
    assert at.offered("sell") == ["sell 1 ESR", "sell 3 ESR", "sell 4 ESR"]
    at.give_shares("pool", "ESR", 1)
    assert at.allows("sell 2 ESR")
    at.do("sell 2 ESR")
    assert at.director("ESR") == "pool"
    assert at.shares("pool", "ESR") == 3
    at.do("pass")
    assert at.turn == "B"
    at.refuses("buy ESR from pool", "1862-SR-12")
    at.do("buy ESR from ipo")
    assert at.director("ESR") == "B"
    assert at.shares("B", "ESR") == 3


@rule("1862-SR-15", "1862-SR-23")
def test_the_pool_may_hold_everything() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 10}, price=200, trains=("2E",))
    at.stock_turn("A")
    at.do("sell 10 ESR")
    assert at.shares("pool", "ESR") == 10
    assert at.director("ESR") == "pool"


@rule("1862-SR-18", "1862-EX-11")
def test_part_of_a_certificate_may_be_sold_after_a_purchase() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 3, "B": 2}, trains=("2E",))
    at.stock_turn("A")
    at.do("buy ESR from ipo", "pass", "pass")
    at.refuses("sell 4 ESR", "1862-SR-16")
    at.do("sell 1 ESR")
    assert at.shares("A", "ESR") == 3
    assert at.director("ESR") == "A"


@rule("1862-SR-19", "1862-SR-22", "1862-PRICE-02")
def test_what_a_sale_pays_and_a_purchase_costs() -> None:
    at = table(3)
    railway(at, "ESR", {"B": 5, "A": 3}, price=71)
    railway(at, "I&B", {"B": 5, "A": 3}, price=74, trains=("2E",))
    at.stock_turn("A")
    cash = at.cash("A")
    at.do("sell 2 ESR")
    assert at.cash("A") == cash + 70
    at.do("sell 3 I&B")
    assert at.cash("A") == cash + 70 + 222
    assert at.price("I&B") == 65
    at.do("pass")
    cash = at.cash("B")
    at.do("buy ESR from pool")
    assert at.cash("B") == cash - 65, "the market price, whether there is a train or not"


@rule("1862-SR-20", "1862-SR-21", "1862-PRICE-07", "1862-PRICE-11")
def test_where_shares_come_from_and_who_is_paid() -> None:
    at = table(3)
    railway(at, "ESR", {"B": 4, "pool": 2, "ESR": 2}, price=90, par=74, trains=("2E",), director="B")
    at.stock_turn("A")
    at.refuses("buy ESR from B", "1862-SR-20")
    bank = at.cash("ipo")
    at.do("buy ESR from ESR")
    assert at.cash("ESR") == 90
    assert at.cash("ipo") == bank
    assert at.price("ESR") == 90
    at.do("buy ESR from ipo")
    assert at.cash("ipo") == bank + 74
    at.do("buy ESR from pool")
    assert at.cash("ipo") == bank + 74 + 90
    assert at.price("ESR") == 90


SALES = [
    pytest.param(74, 3, False, 65, id="1862-DX-01"),
    pytest.param(200, 1, False, 191, id="1862-DX-02"),
    pytest.param(210, 1, False, 210, id="1862-DX-03"),
    pytest.param(210, 1, True, 200, id="1862-DX-04"),
    pytest.param(210, 3, False, 191, id="1862-DX-05"),
    pytest.param(36, 2, False, 31, id="1862-DX-06"),
    pytest.param(400, 2, False, 400, id="1862-DX-07"),
    pytest.param(430, 3, False, 400, id="1862-DX-08"),
    pytest.param(430, 3, True, 350, id="1862-DX-09"),
    pytest.param(7, 2, False, 0, id="1862-DX-10"),
    pytest.param(40, 1, False, 36, id="the lower zone ends below 40"),
]


@rule("1862-PRICE-01", "1862-PRICE-03", "1862-PRICE-04", "1862-PRICE-06")
@rule("1862-DX-01", "1862-DX-02", "1862-DX-03", "1862-DX-04", "1862-DX-05")
@rule("1862-DX-06", "1862-DX-07", "1862-DX-08", "1862-DX-09", "1862-DX-10")
@pytest.mark.parametrize(("price", "sold", "by_director", "after"), SALES)
def test_sales_lower_the_price(price: int, sold: int, by_director: bool, after: int) -> None:
    at = table(3)
    railway(at, "ESR", {"B": 4, "A": 3, "C": 3}, price=price, trains=("2E",))
    seller = "B" if by_director else "A"
    at.stock_turn(seller)
    at.do(f"sell {sold} ESR")
    assert last_price(at, "ESR") == after
    assert at.has("ESR", STARTED) == (after > 0)


@rule("1862-PRICE-05")
def test_before_flotation_sales_leave_the_price() -> None:
    at = table(3)
    at.start("ESR", 100, {"A": 4, "ESR": 6})
    at.set_price("ESR", 100)
    at.stock_turn("A")
    at.do("sell 1 ESR")
    assert at.price("ESR") == 100
    assert at.cash("A") == 850


@rule("1862-PRICE-08")
def test_a_marker_that_moves_goes_under_those_it_meets() -> None:
    at = table(3)
    railway(at, "ESR", {"B": 4, "A": 3}, price=95, trains=("2E",))
    railway(at, "I&B", {"B": 4, "A": 3}, price=90, trains=("2E",))
    at.stock_turn("A")
    at.do("sell 1 ESR")
    assert at.price("ESR") == 90
    assert at.state.stack == (at.company("I&B"), at.company("ESR"))


@rule("1862-PRICE-09", "1862-CERT-06", "1862-LNER-04")
def test_after_the_lner_sales_leave_the_price_and_nobody_sells_down() -> None:
    at = table(3)
    railway(at, "ESR", {"B": 4, "A": 5}, price=350, trains=("2E",), director="B")
    at.remember(lner=True, limit=3)
    at.stock_turn("A")
    assert at.allows("pass"), "above the limit, but nobody has to sell"
    at.refuses("buy ESR from ipo", "1862-CERT-03")
    at.refuses("start ENR at 100", "1862-LNER-04")
    at.do("sell 5 ESR")
    assert at.price("ESR") == 350


@rule("1862-PRICE-10", "1862-BANKR-01")
def test_the_bottom_of_the_market_is_bankruptcy_and_the_round_goes_on() -> None:
    at = table(3)
    railway(at, "ESR", {"B": 4, "A": 3}, price=7, trains=("2E",), treasury=50, markers=("F11.0",))
    at.stock_turn("A")
    at.do("sell 2 ESR")
    assert not at.has("ESR", STARTED)
    assert not at.has("ESR", FLOATED)
    assert at.shares("ipo", "ESR") == 10
    assert at.trains("ESR") == []
    assert at.cash("ESR") == 0
    assert at.turn == "A"
    assert at.state.tokens == {}
    at.do("pass")
    assert at.allows("start ESR at 54"), "it can be started again"


@rule("1862-CERT-02", "1862-CERT-03", "1862-CERT-04")
def test_the_certificate_limit() -> None:
    at = table(4)
    for name in ("ESR", "I&B"):
        railway(at, name, {"A": 8, "B": 2}, trains=("2E",))
    railway(at, "L&H", {"B": 3, "A": 1}, trains=("2E",))
    at.stock_turn("A")
    # 6 + 6 + 1 certificates, as many as the limit
    at.refuses("buy L&H from ipo", "1862-CERT-03")
    at.refuses("start ENR at 54", "1862-CERT-03")
    assert at.allows("pass")
    at.give_shares("A", "L&H", 2)
    at.refuses("pass", "1862-CERT-04")
    at.do("sell 1 ESR")
    assert at.allows("pass")


@rule("1862-CERT-03", "1862-CERT-04", "1862-SR-16")
def test_above_the_certificate_limit_with_nothing_to_sell() -> None:
    """What was bought in the round is not sold in it: the player passes, and buys no more."""
    at = table(4)
    for name in ("ESR", "I&B"):
        railway(at, name, {"A": 8, "B": 2}, trains=("2E",))
    railway(at, "L&H", {"B": 3, "A": 2}, trains=("2E",))
    bought = [(at.seat("A"), at.company(name)) for name in ("ESR", "I&B", "L&H") for _ in range(8)]
    at.remember(bought=tuple(bought))
    at.stock_turn("A")
    assert at.offered() == ["pass"]
    assert at.offered("sell") == []
    assert at.offered("buy") == []
    at.refuses("buy L&H from ipo", "1862-CERT-03")
    at.refuses("sell 1 L&H", "1862-SR-16")
    at.do("pass")
    assert at.turn == "B"


@rule("1862-FLOAT-01", "1862-FLOAT-03", "1862-FLOAT-05", "1862-FLOAT-06", "1862-VAR-06")
@pytest.mark.parametrize(("price", "options", "most"), [(116, (), 7), (54, (), 6), (116, ("eight_tokens",), 8)])
def test_a_company_without_charter_floats_with_what_was_paid(price: int, options: tuple[str, ...], most: int) -> None:
    at = table(3, options)
    at.stock_turn("A")
    at.do(f"start ENR at {price}", "buy ENR from ENR", "pass", "pass")
    permits = record(at.game).permits
    at.do("buy ENR from ENR")
    assert at.has("ENR", FLOATED)
    assert at.turn == "A", "the director chooses"
    treasury = at.cash("ENR")
    assert treasury == 5 * price
    assert at.offered() == [f"take {count} markers" for count in range(2, most + 1)]
    at.refuses("take 1 markers", "1862-FLOAT-05")
    at.refuses(f"take {most + 1} markers", "1862-FLOAT-05")
    at.do(f"take {most} markers")
    assert at.cash("ENR") == treasury - 40 * most
    assert at.state.spare_tokens[at.company("ENR")] == most
    assert record(at.game).permits == permits
    assert at.turn == "C", "the round goes on"


@rule("1862-SR-16")
def test_the_certificate_of_a_company_started_in_this_round_is_not_sold_in_it() -> None:
    at = table(3)
    at.stock_turn("A")
    at.do("start ENR at 100", "buy ENR from ENR", "pass")
    at.refuses("sell 3 ENR", "1862-SR-16")
    at.do("pass")
    at.refuses("sell 1 ENR", "1862-SR-16")


@rule("1862-FLOAT-01")
def test_a_share_in_the_pool_still_counts_as_bought() -> None:
    at = table(3)
    at.start("ENR", 74, {"A": 3, "pool": 1})
    at.remember(chartered=(at.company("ENR"),), obligations=((at.seat("A"), at.company("ENR")),))
    at.stock_turn("B")
    at.do("buy ENR from ipo")
    assert at.has("ENR", FLOATED)
    assert at.cash("ENR") == 560
