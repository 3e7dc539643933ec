"""Stock rounds of 1860: turns, sales, purchases, layers and directorship (rules 1860-SR)."""

from __future__ import annotations

from random import Random
from typing import get_type_hints

import pytest

from railhead.core import engine
from railhead.core.actions import Pass
from railhead.core.events import Paid, SharesMoved
from railhead.core.ids import BANK, POOL, Owner, Seat
from railhead.core.refusal import Malformed
from railhead.core.state import FLOATED, OPERATED, STARTED
from railhead.rules import directors
from railhead.rules.stock import StockTurn
from railhead.testing import Table, rule


def trading(players: int = 3, turn: str = "A") -> Table:
    """IOW is floated with a train, half of it in the players' hands, and there is money to deal with."""
    table = Table(players=players)
    table.float("IOW", par=74, shares={"A": 3, "B": 2}, price=100)
    table.give_trains("IOW", "2+1")
    table.stock_turn(turn)
    return table


def certificates(table: Table, player: str) -> int:
    return directors.certificates(table.game, table.seat(player))


def ordinary(table: Table, owner: str, company: str) -> int:
    return directors.ordinary(table.game, table.owner(owner), table.company(company))


def play_to_stock_turn(table: Table) -> None:
    while not isinstance(table.step, StockTurn):
        table.do("pass")


# -- the order of turns ---------------------------------------------------------------------------


@rule("1860-SR-01")
@pytest.mark.parametrize(("first", "order"), [("A", "ABCDA"), ("C", "CDABC"), ("D", "DABCD")])
def test_the_holder_of_the_priority_deal_begins_and_turns_go_clockwise(first: str, order: str) -> None:
    table = Table(players=4)
    table.priority(first)
    table.operating_round()
    assert table.state.round.kind == "stock"
    seen = []
    for turn in range(5):
        seen.append(table.turn)
        table.do("start IOW at 74" if turn == 1 else "pass")
    assert "".join(seen) == order


@rule("1860-SR-01", "1860-SR-05")
def test_a_purchase_ends_the_turn_and_the_left_neighbour_is_next() -> None:
    table = trading(turn="B")
    table.do("buy IOW from ipo")
    assert table.turn == "C"


@rule("1860-SR-02")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_round_ends_when_all_have_passed_in_a_row_and_not_before(players: int) -> None:
    table = Table(players=players)
    table.stock_turn("A")
    table.do(*["pass"] * (players - 1))
    assert table.state.round.number == 2
    table.do("pass")
    assert table.state.round.number == 3


@rule("1860-SR-02")
@pytest.mark.parametrize("deal", [("sell 1 IOW", "pass"), ("buy IOW from ipo",)])
def test_a_deal_starts_the_count_of_passes_again(deal: tuple[str, ...]) -> None:
    table = trading(players=4, turn="C")
    table.do("pass", "pass", "pass", *deal)
    assert table.turn == "C"
    table.do("pass", "pass", "pass")
    assert (table.turn, table.state.round.number) == ("B", 2)
    table.do("pass")
    assert table.state.round.kind == "operating"


@rule("1860-SR-03")
def test_a_player_who_passed_may_deal_when_the_turn_comes_back() -> None:
    table = trading()
    table.do("pass", "buy IOW from ipo", "pass")
    assert table.turn == "A"
    table.do("sell 1 IOW", "buy-private Brading")
    assert table.shares("A", "IOW") == 2
    assert table.state.privates[table.private("Brading")] == table.seat("A")


@rule("1860-SR-04")
@pytest.mark.parametrize(("dealer", "holder"), [("A", "B"), ("B", "C"), ("C", "A")])
@pytest.mark.parametrize("deal", ["sell", "buy"])
def test_the_left_neighbour_of_the_last_dealer_gets_the_priority_deal(dealer: str, holder: str, deal: str) -> None:
    table = Table()
    table.start("IOW", par=74, shares={"A": 2, "C": 1, "B": 1})
    table.priority(dealer)
    table.stock_turn(dealer)
    table.do("buy IOW from ipo" if deal == "buy" else f"sell {table.shares(dealer, 'IOW')} IOW")
    if table.turn == dealer:
        table.do("pass")
    table.do("pass", "pass")
    assert (table.state.round.number, table.state.priority) == (2, table.seat(dealer))
    table.do("pass")
    assert table.state.priority == table.seat(holder)


@rule("1860-SR-04")
def test_the_last_dealer_counts_not_the_first() -> None:
    table = trading(players=4)
    table.do("buy IOW from ipo", "buy IOW from ipo", "pass", "pass", "pass", "pass")
    assert table.state.round.kind == "operating"
    assert table.state.priority == table.seat("C")


@rule("1860-SR-04")
@pytest.mark.parametrize("holder", ["A", "B", "C"])
def test_the_priority_deal_stays_when_nobody_dealt(holder: str) -> None:
    table = Table()
    table.priority(holder)
    table.stock_turn("B")
    table.do("pass", "pass", "pass")
    assert table.state.round.number == 3
    assert table.state.priority == table.seat(holder)
    assert table.turn == holder


@rule("1860-SR-04")
def test_selling_a_private_is_a_deal_and_exchanging_one_is_not() -> None:
    table = trading()
    table.priority("A")
    table.give_private("Ryde", "A")
    table.give_private("Brading", "B")
    table.do("exchange Ryde", "pass", "sell-private Brading", "pass", "pass", "pass")
    assert (table.turn, table.state.round.number) == ("B", 2)
    table.do("pass")
    assert table.state.priority == table.seat("C")


# -- what a turn allows ---------------------------------------------------------------------------


@rule("1860-SR-05")
def test_a_turn_may_sell_several_companies_and_then_buy_one_share() -> None:
    table = trading()
    table.float("C&N", par=74, shares={"A": 4, "C": 1}, price=90)
    table.start("IWNJ", par=62, shares={"B": 2})
    table.give_trains("C&N", "2+1")
    table.give_cash("A", 0)
    table.do("sell 1 IOW", "sell 2 C&N")
    assert (table.turn, table.cash("A")) == ("A", 100 + 180)
    table.do("buy IWNJ from ipo")
    assert table.cash("A") == 280 - 62
    assert [table.shares("A", c) for c in ("IOW", "C&N", "IWNJ")] == [2, 2, 1]
    assert table.turn == "B"


@rule("1860-SR-05")
def test_nothing_is_sold_after_the_purchase_of_the_turn() -> None:
    table = trading()
    table.give_private("Ryde", "A")
    table.give_private("Brading", "A")
    assert {"sell 1 IOW", "sell-private Brading"} <= set(table.offered("sell"))
    table.do("buy IOW from ipo")
    assert table.turn == "A"
    table.refuses("sell 1 IOW", "1860-SR-05")
    table.refuses("sell-private Brading", "1860-SR-05")
    assert table.offered("sell") == []


@rule("1860-SR-05")
def test_a_player_sells_up_to_what_they_hold_and_no_more() -> None:
    table = trading(turn="B")
    assert table.offered("sell") == ["sell 1 IOW", "sell 2 IOW"]
    table.refuses("sell 3 IOW", "1860-SR-05")
    table.refuses("sell 1 C&N", "1860-SR-05")
    table.do("sell 2 IOW")
    assert table.shares("B", "IOW") == 0


@rule("1860-SR-05")
def test_a_turn_in_which_nothing_is_done_is_a_pass() -> None:
    table = trading()
    cash = [table.cash(who) for who in ("A", "B", "C", "IOW")]
    table.do("pass", "pass")
    assert table.turn == "C"
    assert [table.cash(who) for who in ("A", "B", "C", "IOW")] == cash
    table.do("pass")
    assert table.state.round.kind == "operating"


@rule("1860-SR-06")
def test_only_one_certificate_is_bought_in_a_turn() -> None:
    table = trading()
    table.give_private("Ryde", "A")
    table.do("buy IOW from ipo")
    assert table.turn == "A"
    for second in ("buy IOW from ipo", "start C&N at 74", "buy-private Brading"):
        table.refuses(second, "1860-SR-06")
    assert table.offered("buy") == table.offered("start") == []


@rule("1860-SR-06")
@pytest.mark.parametrize("first", ["start C&N at 74", "buy-private Brading"])
def test_a_started_company_or_a_private_is_the_purchase_of_the_turn(first: str) -> None:
    table = trading()
    table.give_private("Ryde", "A")
    table.do(first)
    assert table.turn == "A"
    table.refuses("buy IOW from ipo", "1860-SR-06")


@rule("1860-SR-06")
def test_a_player_may_buy_in_every_turn_of_a_round() -> None:
    table = trading()
    table.do(*["buy IOW from ipo", "pass", "pass"] * 3)
    assert table.state.round.number == 2
    assert table.shares("A", "IOW") == 6


# -- prices ---------------------------------------------------------------------------------------


def dear_company(status: int = 0, train: bool = True) -> Table:
    """IWNJ with par 82 and price 100, two shares in the pool."""
    table = Table()
    table.float("IWNJ", par=82, shares={"B": 4, "C": 1, "pool": 2}, price=100, treasury=820)
    table.mark("IWNJ", status)
    if train:
        table.give_trains("IWNJ", "2+1")
    table.stock_turn("A")
    return table


@rule("1860-SR-07")
@pytest.mark.parametrize(("source", "price"), [("ipo", 82), ("pool", 100)])
def test_a_share_costs_par_from_the_offer_and_the_market_price_from_the_pool(source: str, price: int) -> None:
    table = dear_company()
    cash, bank, left = table.cash("A"), table.cash("ipo"), table.shares(source, "IWNJ")
    table.do(f"buy IWNJ from {source}")
    assert table.cash("A") == cash - price
    assert table.cash("ipo") == bank + price
    assert table.cash("IWNJ") == 820
    assert table.shares("A", "IWNJ") == 1
    assert table.shares(source, "IWNJ") == left - 1
    assert (table.cash("B"), table.cash("C")) == (670, 670)


@rule("1860-SR-07")
@pytest.mark.parametrize(("source", "price"), [("ipo", 82), ("pool", 100)])
def test_a_share_is_bought_with_the_last_pound_but_not_with_a_pound_too_little(source: str, price: int) -> None:
    table = dear_company()
    table.give_cash("A", price - 1)
    table.refuses(f"buy IWNJ from {source}", "1860-SR-07")
    table.give_cash("A", price)
    table.do(f"buy IWNJ from {source}")
    assert table.cash("A") == 0


@rule("1860-SR-07")
def test_there_is_nothing_to_buy_where_no_share_lies() -> None:
    table = Table()
    table.float("IWNJ", par=82, shares={"B": 5, "C": 5})
    table.stock_turn("A")
    table.refuses("buy IWNJ from ipo", "1860-SR-07")
    table.refuses("buy IWNJ from pool", "1860-SR-07")


@rule("1860-SR-07")
def test_the_proceeds_of_a_sale_come_from_the_bank_not_the_company() -> None:
    table = trading()
    bank = table.cash("ipo")
    table.do("sell 1 IOW")
    assert table.cash("A") == 670 + 100
    assert table.cash("ipo") == bank - 100
    assert table.cash("IOW") == 740
    assert table.shares("pool", "IOW") == 1


@rule("1860-SR-08")
@pytest.mark.parametrize(("source", "price"), [("ipo", 82), ("pool", 100)])
@pytest.mark.parametrize("insolvent", [False, True])
def test_the_price_of_a_purchase_is_never_halved(source: str, price: int, insolvent: bool) -> None:
    table = dear_company(OPERATED, train=False)
    if insolvent:
        table.insolvent("IWNJ")
    table.do(f"buy IWNJ from {source}")
    assert table.cash("A") == 670 - price


@rule("1860-SR-09")
@pytest.mark.parametrize(
    ("price", "train", "count", "money"),
    [
        (65, False, 3, 96),
        (65, False, 1, 32),
        (65, True, 3, 195),
        (68, False, 3, 102),
        (68, True, 1, 68),
        (95, False, 2, 94),
        (7, False, 1, 3),
    ],
)
def test_a_sale_pays_the_price_with_a_train_and_half_of_it_a_share_without(
    price: int, train: bool, count: int, money: int
) -> None:
    table = Table()
    table.float("IWNJ", par=82, shares={"A": 5, "B": 1}, price=price)
    if train:
        table.give_trains("IWNJ", "2+1")
    table.give_cash("A", 10)
    table.stock_turn("A")
    bank = table.cash("ipo")
    table.do(f"sell {count} IWNJ")
    assert table.cash("A") == 10 + money
    assert table.cash("ipo") == bank - money
    assert table.shares("A", "IWNJ") == 5 - count
    assert table.shares("pool", "IWNJ") == count


DERIVED_SALES = {"1860-DX-28": (65, 3, 96)}


@rule("1860-SR-09", "1860-DX-28")
@pytest.mark.parametrize(("price", "count", "money"), DERIVED_SALES.values(), ids=DERIVED_SALES.keys())
@pytest.mark.parametrize("status", [0, OPERATED])
def test_shares_of_a_trainless_company_pay_half_with_the_fraction_dropped(
    price: int, count: int, money: int, status: int
) -> None:
    table = Table()
    table.float("IWNJ", par=82, shares={"A": 5, "B": 1}, price=price)
    table.mark("IWNJ", status)
    table.give_cash("A", 0)
    table.stock_turn("A")
    table.do(f"sell {count} IWNJ")
    assert table.cash("A") == money


@rule("1860-SR-09", "1860-SR-07")
def test_shares_of_a_company_that_has_not_floated_sell_for_half_of_par_and_are_bought_at_par() -> None:
    table = Table()
    table.start("IWNJ", par=82, shares={"A": 2, "B": 1})
    table.stock_turn("B")
    table.do("sell 1 IWNJ")
    assert table.cash("B") == 670 + 41
    table.do("pass", "buy IWNJ from pool")
    assert table.cash("C") == 670 - 82
    assert not table.has("IWNJ", FLOATED)


# -- starting companies ---------------------------------------------------------------------------


@rule("1860-SR-10")
def test_the_first_buyer_takes_the_directors_certificate_and_pays_twice_par() -> None:
    table = Table()
    table.mark("C&N", OPERATED)
    table.stock_turn("A")
    table.refuses("buy IWNJ from ipo", "1860-SR-10")
    assert "buy IWNJ from ipo" not in table.offered("buy")
    bank = table.cash("ipo")
    table.do("start IWNJ at 68")
    assert table.cash("A") == 670 - 136
    assert table.cash("ipo") == bank + 136
    assert (table.shares("A", "IWNJ"), table.shares("ipo", "IWNJ")) == (2, 8)
    assert table.director("IWNJ") == "A"
    assert certificates(table, "A") == 1
    assert table.book.market.prices[table.state.par[table.company("IWNJ")]] == 68
    assert table.has("IWNJ", STARTED)
    assert not table.has("IWNJ", FLOATED)
    assert table.turn == "B"
    assert "buy IWNJ from ipo" in table.offered("buy")


@rule("1860-SR-10")
@pytest.mark.parametrize(
    ("company", "pars"),
    [
        ("C&N", [74, 82, 90, 100]),
        ("IOW", [74, 82, 90, 100]),
        ("IWNJ", [62, 68, 74, 82]),
        ("FYN", [62, 68, 74, 82]),
        ("NGStL", [58, 62, 68]),
        ("BHI&R", [58, 62, 68]),
        ("S&C", [54, 58, 62]),
        ("VY&SC", [54, 58, 62]),
    ],
)
def test_the_par_is_a_start_space_of_the_companys_range(company: str, pars: list[int]) -> None:
    table = Table()
    for operated in ("C&N", "FYN", "BHI&R"):
        table.mark(operated, OPERATED)
    table.stock_turn("A")
    starts = [text for text in table.offered("start") if text.split()[1] == company]
    assert starts == [f"start {company} at {par}" for par in pars]
    for price in table.book.market.prices:
        if price not in pars:
            table.refuses(f"start {company} at {price}", "1860-SR-10")


@rule("1860-SR-10")
def test_the_starter_needs_twice_par() -> None:
    table = Table()
    table.stock_turn("A")
    table.give_cash("A", 163)
    assert table.offered("start") == ["start C&N at 74", "start IOW at 74"]
    table.refuses("start IOW at 82", "1860-SR-07")
    table.give_cash("A", 164)
    table.do("start IOW at 82")
    assert table.cash("A") == 0


@rule("1860-SR-10")
def test_a_company_is_started_only_once() -> None:
    table = trading()
    table.refuses("start IOW at 74", "1860-SR-10")


# -- layers ---------------------------------------------------------------------------------------

LAYERS = (("C&N", "IOW"), ("IWNJ", "FYN"), ("NGStL", "BHI&R"), ("S&C", "VY&SC"))
LOWEST = {"C&N": 74, "IOW": 74, "IWNJ": 62, "FYN": 62, "NGStL": 58, "BHI&R": 58, "S&C": 54, "VY&SC": 54}


def startable(table: Table) -> set[str]:
    return {text.split()[1] for text in table.offered("start")}


@rule("1860-SR-11")
def test_at_first_only_the_first_layer_may_be_started() -> None:
    table = Table()
    table.stock_turn("A", number=1)
    assert startable(table) == {"C&N", "IOW"}
    for layer in LAYERS[1:]:
        for company in layer:
            table.refuses(f"start {company} at {LOWEST[company]}", "1860-SR-11")


@rule("1860-SR-11", "1860-SR-13")
def test_a_floated_company_that_has_not_operated_opens_no_layer() -> None:
    table = trading()
    assert startable(table) == {"C&N"}
    table.refuses("start FYN at 62", "1860-SR-11")


@rule("1860-SR-12")
@pytest.mark.parametrize("operated", ["C&N", "IOW"])
def test_the_second_layer_opens_for_the_stock_round_after_a_company_of_the_first_has_operated(
    operated: str,
) -> None:
    table = Table()
    table.float(operated, par=74, shares={"A": 3, "B": 2}, treasury=0)
    table.stock_turn("A", number=1)
    table.do("pass", "pass")
    assert table.turn == "C"
    table.refuses("start IWNJ at 62", "1860-SR-11")
    table.do("pass")
    assert table.state.round.kind == "operating"
    play_to_stock_turn(table)
    assert table.state.round.number == 2
    assert startable(table) == {"C&N", "IOW", "IWNJ", "FYN"} - {operated}


@rule("1860-SR-12")
@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("which", [0, 1])
def test_either_company_of_a_layer_opens_both_of_the_next_and_no_more(depth: int, which: int) -> None:
    table = Table()
    for layer in LAYERS[:depth]:
        table.mark(layer[which], OPERATED)
    table.stock_turn("A")
    assert startable(table) == {company for layer in LAYERS[: depth + 1] for company in layer}


@rule("1860-SR-12")
def test_a_layer_is_not_opened_from_two_layers_above() -> None:
    table = Table()
    table.mark("C&N", OPERATED)
    table.mark("IOW", OPERATED)
    table.stock_turn("A")
    table.refuses("start NGStL at 58", "1860-SR-11")
    table.refuses("start S&C at 54", "1860-SR-11")


def nearly_sold_out(left: int, ryde_open: bool = False) -> Table:
    """IOW has not operated and has so many shares left in the offer."""
    table = Table()
    table.float("IOW", par=74, shares={"A": 4, "B": 3, "pool": 3 - left})
    if not ryde_open:
        table.close_private("Ryde")
    table.stock_turn("B")
    return table


@rule("1860-SR-13")
def test_a_layer_opens_at_once_when_the_last_share_of_a_company_above_leaves_the_offer() -> None:
    table = nearly_sold_out(left=1)
    table.refuses("start FYN at 62", "1860-SR-11")
    table.do("buy IOW from ipo")
    assert table.turn == "C"
    assert startable(table) == {"C&N", "IWNJ", "FYN"}
    table.do("start FYN at 62")
    assert table.director("FYN") == "C"


@rule("1860-SR-13")
def test_one_share_left_in_the_offer_keeps_the_next_layer_closed() -> None:
    table = nearly_sold_out(left=2)
    table.do("buy IOW from ipo")
    table.refuses("start FYN at 62", "1860-SR-11")


@rule("1860-SR-13")
def test_a_reserved_share_is_still_in_the_offer() -> None:
    table = nearly_sold_out(left=1, ryde_open=True)
    table.refuses("buy IOW from ipo", "1860-PRIV-12")
    table.refuses("start FYN at 62", "1860-SR-11")
    table.give_private("Ryde", "B")
    table.do("exchange Ryde")
    assert startable(table) == {"C&N", "IWNJ", "FYN"}


# -- no buying back -------------------------------------------------------------------------------


@rule("1860-SR-14")
def test_a_seller_may_not_buy_the_company_back_in_the_same_round() -> None:
    table = trading()
    table.do("sell 1 IOW")
    for source in ("pool", "ipo"):
        table.refuses(f"buy IOW from {source}", "1860-SR-14")
    table.do("pass", "pass", "pass")
    assert (table.turn, table.state.round.number) == ("A", 2)
    for source in ("pool", "ipo"):
        table.refuses(f"buy IOW from {source}", "1860-SR-14")


@rule("1860-SR-14")
def test_the_ban_is_for_the_seller_and_the_company_only() -> None:
    table = trading()
    table.start("C&N", par=74, shares={"C": 2})
    table.do("sell 1 IOW", "buy C&N from ipo", "buy IOW from pool", "buy IOW from ipo")
    assert table.shares("A", "C&N") == 1
    assert (table.shares("B", "IOW"), table.shares("C", "IOW")) == (3, 1)


@rule("1860-SR-14")
def test_the_ban_outlives_later_sales_of_others_and_of_other_companies() -> None:
    table = trading()
    table.start("C&N", par=74, shares={"C": 2, "A": 1})
    table.do("sell 1 IOW", "pass", "sell 1 IOW", "pass", "pass", "sell 1 C&N")
    for company in ("IOW", "C&N"):
        table.refuses(f"buy {company} from ipo", "1860-SR-14")
    table.do("pass")
    table.refuses("buy IOW from ipo", "1860-SR-14")
    assert table.allows("buy C&N from ipo")


@rule("1860-SR-14")
def test_the_ban_ends_with_the_round() -> None:
    table = Table()
    table.start("IOW", par=74, shares={"A": 2, "B": 1})
    table.priority("B")
    table.stock_turn("B")
    table.do("sell 1 IOW", "pass", "pass", "pass", "pass")
    assert (table.state.round.number, table.turn) == (3, "C")
    table.do("pass", "pass", "buy IOW from pool")
    assert table.shares("B", "IOW") == 1


@rule("1860-SR-14")
def test_a_buyer_may_sell_the_same_company_in_a_later_turn() -> None:
    table = trading()
    table.do("buy IOW from ipo", "pass", "pass", "sell 1 IOW")
    assert table.shares("A", "IOW") == 3


# -- directorship ---------------------------------------------------------------------------------


def held(players: int = 3, director: str = "A", **shares: int) -> Table:
    """IOW in the players' (and the pool's) hands, its director to act."""
    table = Table(players=players)
    table.float("IOW", par=74, shares=shares, director=director)
    table.give_trains("IOW", "2+1")
    table.stock_turn(director)
    return table


@rule("1860-SR-15")
def test_a_sale_below_another_players_shares_hands_over_the_directors_certificate() -> None:
    table = held(A=4, B=3)
    assert (certificates(table, "A"), certificates(table, "B")) == (3, 3)
    table.do("sell 2 IOW")
    assert table.director("IOW") == "B"
    assert [table.shares(who, "IOW") for who in ("A", "B", "C", "pool")] == [2, 3, 0, 2]
    assert (certificates(table, "A"), certificates(table, "B")) == (2, 2)
    assert ordinary(table, "pool", "IOW") == 2
    assert table.turn == "A"


@rule("1860-SR-15")
def test_a_sale_to_equality_leaves_the_director_in_office() -> None:
    table = held(A=4, B=3)
    table.do("sell 1 IOW")
    assert table.director("IOW") == "A"
    assert certificates(table, "A") == 2


@rule("1860-SR-15")
def test_a_sale_by_another_shareholder_moves_no_certificate() -> None:
    table = held(A=4, B=3)
    table.do("pass", "sell 2 IOW")
    assert table.director("IOW") == "A"
    assert (certificates(table, "A"), certificates(table, "B")) == (3, 1)


@rule("1860-SR-15", "1860-SR-16")
def test_a_sale_by_another_shareholder_does_not_hand_the_certificate_to_the_directors_equal() -> None:
    table = held(A=3, B=2, C=3)
    table.do("pass", "sell 2 IOW")
    assert table.director("IOW") == "A"


@rule("1860-SR-15")
def test_the_player_with_most_shares_takes_over_wherever_they_sit() -> None:
    table = held(4, A=4, B=2, C=1, D=3)
    table.do("sell 3 IOW")
    assert table.director("IOW") == "D"


@rule("1860-SR-16")
@pytest.mark.parametrize(
    ("director", "shares", "heir"),
    [
        ("A", {"A": 4, "C": 3, "D": 3}, "C"),
        ("A", {"A": 4, "B": 1, "C": 2, "D": 2}, "C"),
        ("C", {"C": 3, "A": 3, "B": 3}, "A"),
        ("C", {"C": 3, "A": 2, "B": 2, "D": 2}, "D"),
        ("D", {"D": 3, "B": 2, "C": 3}, "C"),
        ("B", {"B": 3, "A": 3, "D": 3}, "D"),
    ],
)
def test_of_equal_successors_the_nearest_clockwise_from_the_old_director_takes_over(
    director: str, shares: dict[str, int], heir: str
) -> None:
    table = held(4, director, **shares)
    table.do(f"sell {shares[director]} IOW")
    assert table.director("IOW") == heir
    assert table.shares(heir, "IOW") == shares[heir]


@rule("1860-SR-17")
@pytest.mark.parametrize("source", ["ipo", "pool"])
def test_a_buyer_takes_over_with_more_shares_than_the_director_and_not_with_as_many(source: str) -> None:
    table = Table()
    table.float("IOW", par=74, shares={"A": 3, "B": 2, "pool": 2}, director="A")
    table.stock_turn("B")
    table.do(f"buy IOW from {source}")
    assert table.shares("B", "IOW") == 3
    assert table.director("IOW") == "A"
    table.do("pass", "pass", f"buy IOW from {source}")
    assert table.director("IOW") == "B"
    assert (table.shares("A", "IOW"), table.shares("B", "IOW")) == (3, 4)
    assert (certificates(table, "A"), certificates(table, "B")) == (3, 3)


@rule("1860-SR-17")
def test_a_purchase_by_the_director_changes_nothing() -> None:
    table = held(A=3, B=2)
    table.do("buy IOW from ipo")
    assert table.director("IOW") == "A"
    assert certificates(table, "A") == 3


@rule("1860-SR-18")
@pytest.mark.parametrize("count", [2, 5])
def test_the_bank_takes_the_directors_certificate_when_nobody_can_succeed(count: int) -> None:
    table = held(A=count, B=1)
    table.do(f"sell {count} IOW")
    assert table.cash("A") == 670 + count * 74
    assert table.director("IOW") == "pool"
    assert table.shares("A", "IOW") == 0
    assert table.shares("pool", "IOW") == count
    assert ordinary(table, "pool", "IOW") == count - 2
    assert certificates(table, "B") == 1


@rule("1860-SR-18")
def test_a_director_may_sell_the_certificate_and_keep_an_ordinary_share() -> None:
    table = held(A=3, B=1)
    table.do("sell 2 IOW")
    assert table.director("IOW") == "pool"
    assert table.shares("A", "IOW") == 1
    assert ordinary(table, "pool", "IOW") == 0


@rule("1860-SR-18")
def test_a_director_who_keeps_two_shares_keeps_the_certificate() -> None:
    table = held(A=4, B=1)
    table.do("sell 2 IOW")
    assert table.director("IOW") == "A"
    assert certificates(table, "A") == 1


@rule("1860-SR-18")
def test_the_certificate_in_the_pool_is_not_a_share_for_sale() -> None:
    table = held(A=2, B=1)
    table.do("sell 2 IOW", "pass")
    table.refuses("buy IOW from pool", "1860-SR-07")
    assert table.allows("buy IOW from ipo")


@rule("1860-SR-19")
@pytest.mark.parametrize("rival", [0, 1])
def test_half_the_certificate_is_not_sold_while_the_pool_has_no_ordinary_share(rival: int) -> None:
    table = held(A=2, B=rival)
    table.refuses("sell 1 IOW", "1860-SR-19")
    assert table.offered("sell") == ["sell 2 IOW"]


@rule("1860-SR-19")
@pytest.mark.parametrize("rival", [0, 1])
def test_half_the_certificate_is_sold_against_an_ordinary_share_of_the_pool(rival: int) -> None:
    table = held(A=2, B=rival, pool=1)
    table.do("sell 1 IOW")
    assert table.cash("A") == 670 + 74
    assert table.director("IOW") == "pool"
    assert [table.shares(who, "IOW") for who in ("A", "B", "pool")] == [1, rival, 2]
    assert ordinary(table, "pool", "IOW") == 0
    assert certificates(table, "A") == 1


@rule("1860-SR-19")
def test_a_share_of_another_company_in_the_pool_does_not_help() -> None:
    table = held(A=2)
    table.start("C&N", par=74, shares={"B": 2, "pool": 1})
    table.refuses("sell 1 IOW", "1860-SR-19")


@rule("1860-SR-20")
@pytest.mark.parametrize("pool", [0, 1])
def test_a_rival_with_two_shares_takes_the_certificate_before_half_of_it_is_sold(pool: int) -> None:
    table = held(A=2, B=2, pool=pool)
    table.do("sell 1 IOW")
    assert table.director("IOW") == "B"
    assert [table.shares(who, "IOW") for who in ("A", "B", "pool")] == [1, 2, pool + 1]
    assert (certificates(table, "A"), certificates(table, "B")) == (1, 1)
    assert ordinary(table, "pool", "IOW") == pool + 1


@rule("1860-SR-20")
def test_a_director_who_sells_all_hands_the_certificate_to_a_rival_with_two_shares() -> None:
    table = held(A=2, B=1, C=2)
    table.do("sell 2 IOW")
    assert table.director("IOW") == "C"
    assert table.shares("A", "IOW") == 0
    assert ordinary(table, "pool", "IOW") == 2


# -- no caps, no gifts ----------------------------------------------------------------------------


@rule("1860-SR-21")
def test_a_player_may_own_a_whole_company() -> None:
    table = held(A=9)
    table.close_private("Ryde")
    table.do("buy IOW from ipo")
    assert table.shares("A", "IOW") == 10


@rule("1860-SR-21")
def test_the_pool_may_hold_a_whole_company() -> None:
    table = held(A=10)
    assert table.offered("sell") == [f"sell {count} IOW" for count in range(1, 11)]
    table.do("sell 10 IOW")
    assert table.shares("pool", "IOW") == 10
    assert table.cash("A") == 670 + 740


@rule("1860-SR-21")
def test_the_pool_takes_more_shares_whatever_it_holds() -> None:
    table = held(A=3, B=1, pool=6)
    table.do("sell 1 IOW", "pass", "sell 1 IOW")
    assert table.shares("pool", "IOW") == 8


@rule("1860-SR-22")
@pytest.mark.parametrize("source", ["A", "B", "C", "IOW"])
def test_shares_are_not_bought_from_players_or_companies(source: str) -> None:
    table = trading(turn="C")
    table.refuses(f"buy IOW from {source}", "1860-SR-07")


@rule("1860-SR-22")
def test_a_private_is_not_bought_from_a_player() -> None:
    table = trading()
    table.give_private("Brading", "B")
    table.refuses("buy-private Brading", "1860-PRIV-06")
    table.refuses("sell-private Brading", "1860-PRIV-03")
    table.refuses("exchange Brading", "1860-PRIV-09")


@rule("1860-SR-22")
def test_no_action_names_a_player_to_deal_with() -> None:
    table = trading()
    named = {
        (kind.__name__, field)
        for kind in table.book.actions
        for field, hint in get_type_hints(kind).items()
        if hint in (Owner, Seat)
    }
    assert named == {("Buy", "source"), ("BuyTrain", "source")}
    for gift in ("give 10 to B", "pay 10 to B", "sell 1 IOW to B", "give Brading to B"):
        with pytest.raises(Malformed):
            table.action(gift)


@rule("1860-SR-22")
@pytest.mark.parametrize("seed", range(5))
def test_in_a_stock_round_every_payment_and_share_goes_to_or_comes_from_the_bank(seed: int) -> None:
    table = trading()
    table.start("C&N", par=74, shares={"B": 3, "C": 1})
    for private, owner in (("Ryde", "A"), ("Cowes", "B"), ("Brading", "C")):
        table.give_private(private, owner)
    chance = Random(seed)
    bank = {BANK, POOL}
    dealt = 0
    for _ in range(60):
        busy = [choice for choice in table.choices if choice.action is not Pass]
        if table.state.round.kind != "stock":
            break
        table.state, events = engine.apply(table.book, table.state, chance.choice(busy).sample(chance))
        for event in events:
            if isinstance(event, Paid):
                dealt += 1
                assert {event.payer, event.payee} & bank
            if isinstance(event, SharesMoved):
                assert {event.giver, event.taker} & bank
    assert dealt > 10
