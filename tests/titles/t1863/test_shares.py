"""Selling, buying and owning shares in 1863 (rules 1863-SR, 1863-SELL, 1863-BUY and 1863-OWN)."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.rules.directors import certificates
from railhead.testing import rule
from railhead.titles.t1863 import ownership, prices, shares
from railhead.titles.t1863.mini_round import MiniTurn
from railhead.titles.t1863.record import record
from railhead.titles.t1863.rounds import raise_sold_out
from railhead.titles.t1863.valuation import valuation
from tests.titles.t1863.table import London, Waiting


def table_with(players: int = 4, **companies: dict[str, int]) -> London:
    """Majors at 100 with these holders."""
    table = London(players, phase="III")
    for symbol, holders in companies.items():
        table.major(symbol, 100, holders)
    table.stock_turn("A")
    return table


# -- selling ----------------------------------------------------------------------------------------


@rule("1863-SELL-01", "1863-SELL-02")
def test_the_bank_pays_one_price_for_all_and_the_price_falls_one_for_each() -> None:
    table = table_with(DIS={"B": 3, "A": 2})
    table.do("sell 2 DIS")
    assert (table.cash("A"), table.shares("pool", "DIS"), table.price("DIS")) == (550, 2, 80)


@rule("1863-SELL-03")
def test_the_president_s_shares_cost_two_places_each() -> None:
    table = table_with(DIS={"A": 5, "B": 2})
    table.do("sell 2 DIS")
    assert (table.cash("A"), table.price("DIS")) == (550, 70)


@rule("1863-SELL-04", "1863-OWN-08", "1863-OWN-09")
def test_the_office_passes_in_the_middle_of_a_sale() -> None:
    table = table_with(DIS={"A": 4, "B": 3})
    table.set_price("DIS", 120)
    table.do("sell 3 DIS")
    assert (table.cash("A"), table.price("DIS"), table.director("DIS")) == (710, 75, "B")


@rule("1863-SELL-02", "1863-SELL-03", "1863-SELL-04", "1863-OWN-08", "1863-OWN-10")
@pytest.mark.parametrize(
    ("held", "rival", "sold", "places", "president"),
    [
        (4, 3, 1, 2, "A"),
        (4, 3, 2, 4, "B"),
        (4, 3, 3, 5, "B"),
        (4, 3, 4, 6, "B"),
        (3, 3, 1, 2, "B"),
        (3, 3, 2, 3, "B"),
        (3, 2, 1, 2, "A"),
        (3, 2, 2, 3, "B"),
        (3, 2, 3, 4, "B"),
        (2, 2, 1, 1, "B"),
        (2, 2, 2, 2, "B"),
        (5, 2, 3, 6, "A"),
        (5, 2, 4, 7, "B"),
        (5, 5, 3, 4, "B"),
        (6, 4, 2, 4, "A"),
        (6, 4, 4, 7, "B"),
        (6, 1, 4, 8, "A"),
        (6, 0, 4, 8, "A"),
    ],
)
def test_how_far_the_price_falls_when_the_president_sells(
    held: int, rival: int, sold: int, places: int, president: str
) -> None:
    table = table_with(DIS={"A": held, "B": rival})
    table.set_price("DIS", 200)
    table.do(f"sell {sold} DIS")
    assert (table.cash("A"), table.price("DIS"), table.director("DIS")) == (
        350 + 200 * sold,
        200 - 10 * places,
        president,
    )


@rule("1863-SELL-04", "1863-OWN-10", "1863-OWN-11")
@pytest.mark.parametrize(("rival", "president"), [("C", "C"), ("CLR", "CLR"), ("MET", "MET")])
def test_the_certificate_goes_to_players_and_companies_alike(rival: str, president: str) -> None:
    table = table_with(MET={"A": 2}, CLR={"B": 2}, DIS={"A": 2})
    table.give(rival, "DIS", 2)
    table.do("sell 2 DIS")
    assert (table.director("DIS"), table.price("DIS")) == (president, 80)


@rule("1863-OWN-10")
def test_neither_charter_nor_pool_takes_over_the_certificate() -> None:
    table = table_with(DIS={"A": 2, "B": 1})
    assert "never enters the Pool" in str(table.refuses("sell 1 DIS", "1863-OWN-10").text)
    table.give("pool", "DIS", 3)
    table.refuses("sell 1 DIS", "1863-OWN-10")
    table.refuses("sell 2 DIS", "1863-OWN-10")


@rule("1863-SR-02", "1863-SELL-01")
def test_several_companies_are_sold_in_a_turn_each_in_one_sale() -> None:
    table = table_with(DIS={"B": 3, "A": 3}, CLR={"B": 2, "A": 1}, MET={"B": 2})
    table.do("sell 2 DIS", "sell 1 CLR")
    table.refuses("sell 1 DIS", "1863-SELL-01")
    table.refuses("sell 4 DIS", "1863-SELL-01")
    table.refuses("sell 1 MET", "1863-SR-02")
    table.do("short MET")
    assert table.cash("A") == 350 + 200 + 100 + 100


@rule("1863-SELL-04")
def test_a_president_with_the_certificate_alone_hands_it_over_first() -> None:
    table = table_with(DIS={"A": 2, "B": 2})
    table.do("sell 1 DIS")
    assert (table.price("DIS"), table.director("DIS"), table.shares("A", "DIS")) == (90, "B", 1)


@rule("1863-OWN-10")
def test_the_president_s_certificate_never_enters_the_pool() -> None:
    table = table_with(DIS={"A": 3, "B": 1})
    table.refuses("sell 2 DIS", "1863-OWN-10")
    table.do("sell 1 DIS")
    assert table.director("DIS") == "A"
    table.stock_turn("A")
    assert "never enters the Pool" in str(table.refuses("sell 1 DIS", "1863-OWN-10").text)


@rule("1863-OWN-08")
def test_equal_holdings_change_nothing_and_holdings_are_not_added() -> None:
    table = table_with(DIS={"A": 3, "B": 3})
    assert table.director("DIS") == "A"
    table.major("MET", 100, {"A": 2})
    table.give("MET", "DIS", 2)
    assert table.director("DIS") == "A"
    table.give("B", "DIS", 1)
    assert table.director("DIS") == "B", "though A and the Metropolitan have five together"


@rule("1863-SELL-05")
def test_a_company_never_sells_its_own_shares() -> None:
    table = table_with(DIS={"A": 3})
    table.do("act for DIS")
    table.refuses("sell 1 DIS", "1863-SELL-05")


@rule("1863-SELL-06")
def test_any_number_of_shares_may_lie_in_the_pool() -> None:
    table = table_with(DIS={"B": 2, "A": 2})
    table.give("pool", "DIS", 6)
    table.do("sell 1 DIS")
    assert table.shares("pool", "DIS") == 7


@rule("1863-SELL-07", "1863-SR-03")
def test_a_company_sells_what_it_holds_of_others_for_its_treasury() -> None:
    table = table_with(MET={"A": 2}, DIS={"B": 3})
    table.give("MET", "DIS", 2)
    table.set_price("DIS", 60)
    table.do("act for MET", "sell 2 DIS")
    assert (table.cash("MET"), table.cash("A"), table.price("DIS")) == (120, 350, 50)


@rule("1863-SELL-07")
def test_a_president_company_s_sales_cost_two_places_each() -> None:
    table = table_with(MET={"A": 2}, DIS={"MET": 4})
    table.set_price("DIS", 60)
    table.do("act for MET", "sell 2 DIS")
    assert table.price("DIS") == 40


@rule("1863-SR-04")
def test_sales_come_before_the_purchase() -> None:
    table = table_with(DIS={"A": 3}, MET={"B": 2})
    table.do("buy MET from MET")
    assert not table.offered("sell")
    assert table.turn != "A"


@rule("1863-SR-05", "1863-SHORT-08")
def test_what_was_sold_is_not_bought_before_the_next_stock_round() -> None:
    table = table_with(DIS={"B": 3, "A": 1})
    table.do("sell 1 DIS")
    table.refuses("buy DIS from pool", "1863-SR-05")
    table.do("pass", "pass", "pass", "pass")
    assert table.turn == "A"
    table.refuses("buy DIS from DIS", "1863-SR-05")


# -- buying -----------------------------------------------------------------------------------------


@rule("1863-BUY-02")
def test_a_share_from_the_pool_raises_the_price() -> None:
    table = table_with(DIS={"B": 3})
    table.give("pool", "DIS", 1)
    table.do("buy DIS from pool")
    assert (table.cash("A"), table.cash("DIS"), table.price("DIS")) == (250, 0, 110)


@rule("1863-BUY-02", "1863-BUY-05")
@pytest.mark.parametrize(
    ("price", "rises_to"), [(10, 20), (30, 40), (40, 45), (75, 80), (80, 90), (200, 225), (550, 600), (600, 600)]
)
def test_a_share_from_the_pool_raises_the_price_one_place_on_the_whole_chart(price: int, rises_to: int) -> None:
    table = table_with(DIS={"B": 3})
    table.give("pool", "DIS", 2)
    table.set_price("DIS", price)
    for owner in ("A", "DIS"):
        table.give_cash(owner, price)
    table.do("buy DIS from pool")
    assert (table.cash("A"), table.price("DIS")) == (0, rises_to)
    table.set_price("DIS", price)
    table.stock_turn("B")
    table.do("act for DIS", "redeem-share")
    assert (table.cash("DIS"), table.price("DIS")) == (0, rises_to)


@rule("1863-BUY-01", "1863-BUY-05")
def test_nobody_buys_what_they_cannot_pay_or_what_is_not_there() -> None:
    table = table_with(DIS={"B": 3})
    table.refuses("buy DIS from pool", "1863-BUY-01")
    table.refuses("buy HAM from HAM", "1863-START-20")
    table.give_cash("A", 99)
    table.refuses("buy DIS from DIS", "1863-BUY-01")
    table.stock_turn("B")
    table.do("act for DIS")
    table.refuses("redeem-share", "1863-BUY-05")
    table.give("pool", "DIS", 1)
    table.give_cash("DIS", 99)
    table.refuses("redeem-share", "1863-BUY-01")


@rule("1863-BUY-05", "1863-SUB-05", "1863-LOAN-11")
def test_redeeming_is_the_purchase_of_the_turn_but_loans_are_not() -> None:
    table = table_with(DIS={"A": 3}, CLR={"B": 2})
    table.give("pool", "DIS", 2)
    table.do("act for DIS", "borrow 2", "redeem-share")
    assert table.turn == "A" or table.cash("DIS") < 100
    table.give_cash("DIS", 500)
    table.refuses("redeem-share", "1863-BUY-01")
    table.refuses("buy CLR from CLR", "1863-BUY-01")
    table.do("repay 1")
    assert table.loans("DIS") == 1


@rule("1863-BUY-03")
def test_a_share_from_the_treasury_pays_the_company() -> None:
    table = table_with(DIS={"B": 3})
    table.do("buy DIS from DIS")
    assert (table.cash("A"), table.cash("DIS"), table.price("DIS")) == (250, 100, 100)


@rule("1863-BUY-02", "1863-BUY-03", "1863-BUY-06", "1863-CONV-06")
@pytest.mark.parametrize(("source", "treasury", "price"), [("pool", 0, 110), ("DIS", 100, 100)])
def test_a_share_bought_after_a_conversion_follows_the_same_rules(source: str, treasury: int, price: int) -> None:
    table = table_with(DIS={"B": 3, "A": 3})
    table.give("pool", "DIS", 1)
    mini = MiniTurn(table.seat("A"), table.company("DIS"), ())
    table.state.agenda = (table.state.agenda[0], Waiting(table.seat("A")), mini)
    table.do(f"buy DIS from {source}")
    assert (table.cash("A"), table.cash("DIS"), table.price("DIS")) == (250, treasury, price)
    assert (table.shares("A", "DIS"), table.director("DIS")) == (4, "A")


@rule("1863-BUY-01", "1863-SR-02")
def test_one_share_in_a_turn() -> None:
    table = table_with(DIS={"B": 3}, MET={"B": 2})
    table.give("pool", "DIS", 2)
    table.do("buy DIS from DIS")
    assert table.turn == "B", "nothing more to do"


@rule("1863-BUY-04", "1863-OWN-11")
def test_a_company_buys_shares_of_others_and_may_preside() -> None:
    table = table_with(MET={"A": 2}, DIS={"B": 2})
    table.give_cash("MET", 500)
    table.give("MET", "DIS", 2)
    table.do("act for MET", "buy DIS from DIS")
    assert (table.cash("MET"), table.shares("MET", "DIS"), table.director("DIS")) == (400, 3, "MET")
    assert table.game.controller(table.company("DIS")) == table.seat("A")


@rule("1863-BUY-05")
def test_a_company_redeems_one_of_its_shares() -> None:
    table = table_with(DIS={"A": 3})
    table.give("pool", "DIS", 2)
    table.give_cash("DIS", 150)
    table.refuses("redeem-share", "1863-BUY-05")
    table.do("act for DIS")
    table.refuses("buy DIS from pool", "1863-BUY-05")
    table.do("redeem-share")
    assert (table.cash("DIS"), table.price("DIS"), table.shares("DIS", "DIS")) == (50, 110, 6)


@rule("1863-BUY-06")
def test_whoever_gets_more_is_president_at_once() -> None:
    table = table_with(DIS={"B": 3, "A": 3})
    table.do("buy DIS from DIS")
    assert table.director("DIS") == "A"


@rule("1863-BUY-07", "1863-SETUP-04", "1863-OWN-01", "1863-OWN-12", "1863-SHORT-17")
def test_the_certificate_limit() -> None:
    table = London(5, phase="III")
    table.minor("WCR", 60, "A")
    table.minor("WBR", 60, "A")
    for symbol in ("DIS", "CLR"):
        table.major(symbol, 60, {"B": 4})
        table.give("A", symbol, 4)
    table.major("HAM", 60, {"A": 4})
    table.major("PIC", 50, {"B": 2})
    table.privates(GRE="A", FOW="A", THO="A", LNR="A")
    table.short("A", "PIC", 2)
    table.stock_turn("A")
    assert certificates(table.game, table.seat("A")) == 13
    table.refuses("buy DIS from DIS", "1863-BUY-07")
    assert table.allows("buy PIC from pool"), "it covers a short"
    table.do("sell 1 CLR", "buy DIS from DIS")


@rule("1863-BUY-07", "1863-SETUP-04")
@pytest.mark.parametrize(("players", "limit"), [(3, 21), (4, 16), (5, 13), (6, 11)])
def test_the_certificate_limit_by_the_number_of_players(players: int, limit: int) -> None:
    table = London(players, phase="III")
    left = limit
    for symbol in ("DIS", "CLR", "HAM", "PIC", "CSL"):
        table.major(symbol, 50, {"B": 4})
        table.give("A", symbol, min(4, max(0, left - 1)))
        left -= min(4, max(0, left - 1))
    assert left == 1
    table.stock_turn("A")
    table.major("BAK", 50, {"C": 2})
    table.do("buy BAK from BAK")
    assert certificates(table.game, table.seat("A")) == limit
    table.major("WBR", 50, {"C": 2})
    table.stock_turn("A")
    table.refuses("buy WBR from WBR", "1863-BUY-07")


@rule("1863-OWN-04", "1863-OWN-12")
def test_a_president_who_loses_the_office_at_the_limit_sells_a_certificate() -> None:
    table = London(6, phase="III")
    for symbol in ("CLR", "HAM"):
        table.major(symbol, 50, {"B": 4})
        table.give("A", symbol, 4)
    table.major("DIS", 50, {"A": 4, "C": 4})
    assert certificates(table.game, table.seat("A")) == 11
    table.give("C", "DIS", 1)
    table.stock_turn("A")
    assert certificates(table.game, table.seat("A")) == 12
    table.refuses("pass", "1863-OWN-04")
    table.do("sell 1 CLR", "pass")


@rule("1863-LIQ-09")
def test_nothing_leads_out_of_liquidation() -> None:
    table = table_with(DIS={"B": 3, "A": 3})
    table.give("pool", "DIS", 1)
    table.set_price("DIS", 0)
    table.refuses("buy DIS from pool", "1863-LIQ-09")
    table.stock_turn("B")
    table.do("act for DIS")
    table.refuses("redeem-share", "1863-LIQ-09")
    prices.rise(table.game, table.company("DIS"), 2)
    assert table.price("DIS") == 0


@rule("1863-LIQ-09")
def test_no_price_falls_into_liquidation() -> None:
    table = table_with(DIS={"B": 3, "A": 3})
    table.set_price("DIS", 20)
    table.do("sell 3 DIS")
    assert table.price("DIS") == 10


# -- limits and chains ------------------------------------------------------------------------------


@rule("1863-OWN-02")
def test_a_player_holds_60_percent_with_their_companies() -> None:
    table = table_with(DIS={"A": 4}, MET={"A": 2})
    table.give("MET", "DIS", 2)
    table.refuses("buy DIS from DIS", "1863-OWN-02")


@rule("1863-OWN-02")
@pytest.mark.parametrize(
    ("own", "of_company", "allowed"),
    [(5, 0, True), (6, 0, False), (4, 1, True), (5, 1, False), (1, 4, True), (1, 5, False), (0, 5, True)],
)
def test_60_percent_are_counted_over_a_player_and_their_companies(own: int, of_company: int, allowed: bool) -> None:
    table = table_with(DIS={"B": 2}, MET={"A": 2})
    table.give("MET", "DIS", of_company)
    table.give("A", "DIS", own)
    if allowed:
        table.do("buy DIS from DIS")
    else:
        table.refuses("buy DIS from DIS", "1863-OWN-02")


@rule("1863-OWN-02", "1863-OWN-03")
@pytest.mark.parametrize(
    ("own", "held", "refused"), [(2, 4, "1863-OWN-02"), (1, 4, ""), (0, 4, ""), (0, 5, "1863-OWN-03"), (1, 3, "")]
)
def test_what_a_company_buys_counts_to_both_limits(own: int, held: int, refused: str) -> None:
    table = table_with(DIS={"B": 2}, CLR={"A": 2}, MET={"CLR": 2})
    table.give("A", "DIS", own)
    table.give("MET", "DIS", held)
    table.give_cash("MET", 100)
    table.do("act for MET")
    if refused:
        table.refuses("buy DIS from DIS", refused)
    else:
        table.do("buy DIS from DIS")
        assert table.shares("MET", "DIS") == held + 1


@rule("1863-OWN-02")
def test_the_shares_of_others_companies_do_not_count() -> None:
    table = table_with(DIS={"A": 5}, MET={"B": 2})
    table.give("MET", "DIS", 4)
    table.do("buy DIS from DIS")
    assert table.shares("A", "DIS") == 6


@rule("1863-OWN-04")
def test_whoever_comes_to_control_a_company_with_too_many_shares_sells() -> None:
    table = table_with(DIS={"A": 4}, MET={"B": 3, "A": 3})
    table.give("MET", "DIS", 3)
    assert table.allows("pass")
    table.do("buy MET from MET")
    assert table.director("MET") == "A"
    table.stock_turn("A")
    table.refuses("pass", "1863-OWN-04")
    table.refuses("buy DIS from DIS", "1863-OWN-04")
    table.refuses("short MET", "1863-OWN-04")
    table.do("sell 1 DIS")
    assert table.allows("pass")


@rule("1863-OWN-03")
def test_a_company_holds_half_of_another() -> None:
    table = table_with(DIS={"B": 2}, MET={"A": 2})
    table.give_cash("MET", 500)
    table.give("MET", "DIS", 5)
    table.do("act for MET")
    table.refuses("buy DIS from DIS", "1863-OWN-03")


@rule("1863-OWN-02", "1863-OWN-03", "1863-OWN-07")
def test_a_minor_is_wholly_owned_and_cannot_be_sold_or_shared() -> None:
    table = London(phase="III")
    table.minor("MET", 60, "A")
    table.stock_turn("A")
    table.refuses("sell 1 MET")
    table.refuses("sell 2 MET", "1863-OWN-02")
    table.stock_turn("B")
    table.refuses("buy MET from MET", "1863-OWN-07")


@rule("1863-OWN-02", "1863-OWN-03", "1863-OWN-07")
def test_neither_minors_nor_a_company_s_own_charter_are_above_a_limit() -> None:
    table = table_with(MET={"A": 2}, DIS={"A": 2})
    table.minor("WCR", 60, "A")
    table.minor("WBR", 60, "MET")
    for owner in ("A", "MET", "DIS"):
        assert ownership.too_many(table.game, table.owner(owner)) == ()
    assert table.shares("DIS", "DIS") == 8
    assert table.allows("pass")


@rule("1863-OWN-05")
def test_no_company_gets_so_much_of_one_above_it_that_it_would_preside() -> None:
    table = table_with(MET={"A": 2}, EHL={"MET": 3})
    table.give_cash("EHL", 500)
    table.give("EHL", "MET", 2)
    table.do("act for EHL")
    table.refuses("buy MET from MET", "1863-OWN-05")


@rule("1863-OWN-13")
def test_a_company_below_is_passed_over_and_must_sell() -> None:
    table = table_with(MET={"A": 3}, EHL={"MET": 3})
    table.give("EHL", "MET", 3)
    table.do("sell 1 MET")
    assert table.director("MET") == "A"
    table.stock_turn("A")
    table.refuses("pass", "1863-OWN-04")
    table.refuses("buy EHL from EHL", "1863-OWN-04")
    table.do("act for EHL")
    table.refuses("pass", "1863-OWN-04")
    table.do("sell 1 MET")
    assert table.allows("pass") or table.turn == "B"


@rule("1863-OWN-08", "1863-OWN-13")
def test_whoever_was_passed_over_presides_once_they_no_longer_belong_to_the_company() -> None:
    table = table_with(MET={"A": 2}, EHL={"MET": 3, "B": 3})
    table.give("EHL", "MET", 3)
    assert (table.director("EHL"), table.director("MET")) == ("MET", "A")
    table.stock_turn("B")
    table.do("buy EHL from EHL")
    assert (table.director("EHL"), table.director("MET")) == ("B", "EHL")


@rule("1863-OWN-08", "1863-OWN-13", "1863-SELL-07")
def test_a_sale_out_of_turn_moves_offices_through_the_chain() -> None:
    table = table_with(MET={"A": 2}, EHL={"MET": 3, "B": 3})
    table.give("EHL", "MET", 3)
    shares.sell(table.game, table.owner("MET"), table.company("EHL"), 1)
    assert (table.cash("MET"), table.price("EHL")) == (100, 80)
    assert (table.director("EHL"), table.director("MET")) == ("B", "EHL")


@rule("1863-OWN-04", "1863-OWN-06")
def test_what_is_above_a_limit_is_sold_at_the_next_turn() -> None:
    table = table_with(DIS={"A": 5}, MET={"A": 2})
    table.give("MET", "DIS", 2)
    table.refuses("pass", "1863-OWN-04")
    assert {text.split()[0] for text in table.offered()} <= {"sell", "act", "give"}
    table.do("sell 1 DIS")
    assert table.allows("pass")


@rule("1863-OWN-04")
def test_a_company_above_half_must_sell() -> None:
    table = table_with(DIS={"B": 3}, MET={"A": 2}, CLR={"A": 2})
    table.give("MET", "DIS", 6)
    table.refuses("pass", "1863-OWN-04")
    table.refuses("act for CLR", "1863-OWN-04")
    assert [str(told) for told in table.game.step.situation(table.game)] == [
        "MET has more shares of DIS than allowed, so A must act for MET and sell"
    ]
    table.do("act for MET")
    table.refuses("pass", "1863-OWN-04")
    assert [str(told) for told in table.game.step.situation(table.game)] == [
        "MET has more shares of DIS than allowed, and must sell before anything else"
    ]
    table.do("sell 1 DIS")


@rule("1863-OWN-04")
def test_the_excess_may_be_sold_by_any_of_those_who_have_it_together() -> None:
    table = table_with(DIS={"A": 5}, MET={"A": 2}, CLR={"A": 2})
    table.give("MET", "DIS", 2)
    table.refuses("act for CLR", "1863-OWN-04")
    table.do("act for MET", "sell 1 DIS")
    assert (table.shares("MET", "DIS"), table.cash("MET"), table.price("DIS")) == (1, 100, 90)


@rule("1863-OWN-04", "1863-SR-01")
def test_a_player_above_the_certificate_limit_chooses_who_sells() -> None:
    table = table_with(DIS={"A": 3, "C": 2}, CLR={"B": 2}, MET={"A": 2}, HAM={"A": 2})
    table.give("MET", "CLR", 6)
    table.book.__dict__["certificate_limit"] = 3
    table.refuses("act for HAM", "1863-OWN-04")
    table.refuses("pass", "1863-OWN-04")
    assert table.allows("act for MET")
    table.do("sell 1 DIS", "pass")
    table.stock_turn("A")
    table.refuses("sell 1 DIS", "1863-OWN-04")
    table.do("act for MET", "sell 1 CLR")


@rule("1863-OWN-04")
def test_all_that_is_above_the_limit_is_sold_at_once() -> None:
    table = table_with(DIS={"A": 6}, MET={"A": 2}, CLR={"B": 2})
    table.give("MET", "DIS", 2)
    table.refuses("sell 1 DIS", "1863-OWN-04")
    table.do("sell 2 DIS")
    assert table.allows("buy CLR from CLR")


@rule("1863-OWN-04")
def test_whoever_has_less_than_the_excess_sells_what_they_have() -> None:
    table = table_with(DIS={"A": 6}, MET={"A": 2}, CLR={"A": 2})
    table.give("MET", "DIS", 1)
    table.give("CLR", "DIS", 3)
    table.do("act for MET", "sell 1 DIS", "pass")
    table.stock_turn("A")
    table.refuses("pass", "1863-OWN-04")
    table.refuses("sell 2 DIS", "1863-OWN-04")
    table.do("sell 3 DIS")


@rule("1863-OWN-04", "1863-OWN-03")
def test_a_company_sells_all_it_has_above_half() -> None:
    table = table_with(DIS={"B": 3}, MET={"A": 2})
    table.give("MET", "DIS", 7)
    table.do("act for MET")
    table.refuses("sell 1 DIS", "1863-OWN-04")
    table.do("sell 2 DIS")
    assert table.shares("MET", "DIS") == 5


@rule("1863-OWN-06", "1863-OWN-13")
def test_all_that_would_close_a_circle_is_sold() -> None:
    table = table_with(MET={"A": 2}, EHL={"MET": 3})
    table.give("EHL", "MET", 4)
    assert table.director("MET") == "A"
    table.do("act for EHL")
    table.refuses("sell 1 MET", "1863-OWN-04")
    table.do("sell 2 MET")
    assert table.shares("EHL", "MET") == 2


# -- whose turn it is -------------------------------------------------------------------------------


@rule("1863-SR-01")
def test_a_turn_is_for_the_player_or_for_one_company() -> None:
    table = table_with(MET={"A": 2}, DIS={"A": 2, "B": 1}, CLR={"B": 2})
    table.refuses("act for CLR", "1863-SR-01")
    table.give("A", "CLR", 1)
    table.do("sell 1 CLR")
    table.refuses("act for MET", "1863-SR-01")
    table.stock_turn("A")
    table.do("act for MET")
    table.refuses("act for DIS", "1863-SR-01")


@rule("1863-SR-06", "1863-SR-07")
def test_the_round_ends_when_all_pass_in_a_row() -> None:
    table = table_with(DIS={"B": 3})
    table.do("pass", "buy DIS from DIS", "pass", "pass", "pass", "pass")
    assert table.state.round.kind == "operating" or table.state.round.kind == "stock"
    assert table.book.owner_names[table.state.priority] == "C"


@rule("1863-SR-06", "1863-SR-07")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_priority_goes_to_the_left_of_whoever_acted_last(players: int) -> None:
    for last in range(players):
        table = London(players, phase="III")
        table.privates()
        table.major("DIS", 100, {"B": 3})
        table.stock_turn("A")
        table.do(*["pass"] * last, "buy DIS from DIS", *["pass"] * players)
        assert table.state.round.kind == "operating"
        assert table.book.owner_names[table.state.priority] == "ABCDEF"[(last + 1) % players]


@rule("1863-SR-07")
def test_priority_stays_where_it_is_if_nobody_acts() -> None:
    table = table_with(DIS={"B": 3})
    table.state.priority = table.seat("C")
    table.do("pass", "pass", "pass", "pass")
    assert table.book.owner_names[table.state.priority] == "C"


@rule("1863-SR-06", "1863-LOAN-11")
def test_taking_a_loan_is_an_action_and_acting_for_a_company_alone_is_none() -> None:
    table = table_with(DIS={"B": 3})
    table.do("pass", "act for DIS", "borrow 1", "pass", "pass", "pass", "pass")
    assert table.turn == "B", "everybody has to pass once more"
    table.do("act for DIS", "pass")
    assert table.state.round.kind != "stock"
    assert table.book.owner_names[table.state.priority] == "C"


@rule("1863-SR-08")
@pytest.mark.parametrize(
    ("others", "pool", "shorts", "price", "after"),
    [
        (4, 0, 0, 100, 110),
        (3, 0, 0, 100, 100),
        (3, 1, 0, 100, 100),
        (4, 0, 1, 100, 100),
        (4, 0, 0, 600, 600),
        (4, 0, 0, 20, 30),
    ],
)
def test_who_rises_at_the_end_of_a_stock_round(others: int, pool: int, shorts: int, price: int, after: int) -> None:
    table = London(3, phase="III")
    table.major("DIS", price, {"A": 6, "B": others}, operated=False)
    table.give("pool", "DIS", pool)
    table.short("C", "DIS", shorts)
    table.stock_turn("A")
    raise_sold_out(table.game)
    assert table.price("DIS") == after


@rule("1863-SR-08")
def test_shares_bought_of_those_that_were_sold_short_count_as_sold() -> None:
    table = London(3, phase="III")
    table.major("DIS", 100, {"A": 6, "B": 4})
    table.short("C", "DIS", 1)
    table.give("B", "DIS", 1, source="pool")
    raise_sold_out(table.game)
    assert table.price("DIS") == 110


@rule("1863-SR-10", "1863-SR-11")
@pytest.mark.parametrize(
    ("players", "loans", "rate"),
    [
        (3, 0, 5),
        (3, 5, 5),
        (3, 6, 10),
        (3, 9, 15),
        (4, 7, 5),
        (4, 8, 10),
        (5, 9, 5),
        (5, 10, 10),
        (6, 11, 5),
        (6, 12, 10),
        (6, 65, 50),
        (6, 66, 55),
    ],
)
def test_the_rate_is_set_at_the_end_of_a_stock_round_and_stays(players: int, loans: int, rate: int) -> None:
    table = London(players, phase="III")
    table.major("DIS", 100, {"A": 6}, loans=loans)
    table.stock_turn("A")
    assert record(table.game).rate == 5
    table.do(*["pass"] * players)
    assert record(table.game).rate == rate
    table.state.loans[table.company("DIS")] = 0
    table.settle()
    assert record(table.game).rate == rate


@rule("1863-SR-08", "1863-SR-09", "1863-SR-10")
def test_the_end_of_a_stock_round() -> None:
    table = London(3, phase="III")
    table.major("DIS", 100, {"A": 6, "B": 4}, cash=100, loans=2)
    table.major("CLR", 100, {"A": 3, "B": 2}, loans=4)
    table.minor("MET", 60, "C")
    table.stock_turn("A")
    table.do("pass", "pass", "pass")
    assert (table.price("DIS"), table.price("CLR"), table.price("MET")) == (110, 100, 60)
    assert table.state.record.rate == 10  # type: ignore[attr-defined]


@rule("1863-SR-08")
def test_shares_held_by_companies_count_as_sold() -> None:
    table = London(3, phase="III")
    table.major("MET", 100, {"A": 2})
    table.major("DIS", 100, {"A": 4, "B": 4, "MET": 2})
    table.stock_turn("A")
    table.do("pass", "pass", "pass")
    assert (table.price("DIS"), table.price("MET")) == (110, 100)


# -- loans in a stock round -------------------------------------------------------------------------


@rule("1863-SR-03", "1863-LOAN-01", "1863-LOAN-03", "1863-LOAN-04", "1863-LOAN-11")
def test_a_company_takes_and_repays_loans_in_its_turn() -> None:
    table = table_with(DIS={"A": 3})
    table.give_cash("DIS", 450)
    table.state.loans[table.company("DIS")] = 3
    table.refuses("borrow 1", "1863-LOAN-14")
    table.do("act for DIS", "repay 3")
    assert (table.cash("DIS"), table.loans("DIS"), table.price("DIS")) == (150, 0, 100)
    table.do("borrow 2")
    assert (table.cash("DIS"), table.loans("DIS"), table.price("DIS")) == (350, 2, 80)
    assert table.turn == "A"


@rule("1863-LOAN-03", "1863-SELL-02")
def test_two_loans_and_a_sale_of_two_shares() -> None:
    table = table_with(DIS={"A": 3, "B": 2})
    table.do("act for DIS", "borrow 2")
    assert table.price("DIS") == 80
    table.stock_turn("B")
    table.do("sell 2 DIS")
    assert (table.price("DIS"), table.cash("B")) == (70, 510)


@rule("1863-LOAN-05", "1863-LOAN-07", "1863-LOAN-08")
@pytest.mark.parametrize(("cash", "most"), [(0, 2), (260, 2), (300, 2), (310, 3), (401, 4)])
def test_how_many_loans_a_company_may_have(cash: int, most: int) -> None:
    table = table_with(DIS={"A": 3})
    table.give_cash("DIS", cash)
    table.do("act for DIS")
    table.refuses(f"borrow {most + 1}", "1863-LOAN-08")
    for _ in range(most):
        table.do("borrow 1")
    assert table.loans("DIS") == most
    assert not table.offered("borrow")


@rule("1863-LOAN-05")
def test_a_minor_never_has_more_than_two_loans() -> None:
    table = London(phase="III")
    table.minor("MET", 60, "A", cash=900)
    table.stock_turn("A")
    table.do("act for MET")
    table.refuses("borrow 3", "1863-LOAN-05")


@rule("1863-LOAN-09")
def test_no_more_loans_than_there_are() -> None:
    table = table_with(3, DIS={"A": 3}, CLR={"B": 2})
    table.state.loans[table.company("CLR")] = 32
    table.do("act for DIS")
    table.do("borrow 1")
    assert not table.offered("borrow")


@rule("1863-VAL-01", "1863-VAL-03")
def test_valuation() -> None:
    table = London(phase="III")
    table.major("DIS", 100, {"A": 3}, cash=100, trains=("2T",))
    table.state.revenue[table.company("DIS")] = 60
    assert valuation(table.game, table.company("DIS")) == 260
    table.major("CLR", 80, {"B": 2})
    table.give("DIS", "CLR", 2)
    table.privates(FOW="DIS")
    table.state.loans[table.company("DIS")] = 1
    assert valuation(table.game, table.company("DIS")) == 260 + 160 + 80 - 100


@rule("1863-LOAN-11", "1863-SR-03")
def test_a_company_that_can_do_nothing_but_repay_is_asked() -> None:
    table = London(phase="III")
    table.minor("MET", 60, "A", cash=150, loans=2, operated=False)
    table.give_cash("A", 0)
    table.stock_turn("A")
    table.do("act for MET")
    assert table.turn == "A"
    table.do("repay 1")
    assert (table.cash("MET"), table.loans("MET")) == (50, 1)


# -- gifts ------------------------------------------------------------------------------------------


@rule("1863-INFO-02", "1863-INFO-03", "1863-INFO-04")
def test_gifts_of_personal_cash_are_an_option() -> None:
    table = London(phase="III", options=("gifts",))
    table.minor("MET", 60, "A", cash=400)
    table.stock_turn("A")
    table.do("give 20 to B")
    assert (table.cash("A"), table.cash("B")) == (330, 370)
    table.refuses("give 331 to B", "1863-INFO-02")
    table.refuses("give 10 to A", "1863-INFO-02")
    table.refuses("give 10 to MET", "1863-INFO-02")
    table.refuses("give 0 to B")
    assert table.offered("give")[0] == "give 1 to B"
    assert table.allows("give 1 to B")
    assert sorted({text.split()[3] for text in table.offered("give")}) == ["B", "C", "D"]
    table.do("give 330 to D")
    assert (table.cash("A"), table.cash("D")) == (0, 680)
    assert not any(choice.action.form.startswith("give") for choice in table.choices), "not even an empty choice"
    plain = London()
    plain.stock_turn("A")
    plain.refuses("give 20 to B", "1863-INFO-02")
    assert not plain.offered("give")


@rule("1863-INFO-02")
def test_whoever_has_to_pay_for_a_company_gives_nothing_away() -> None:
    table = London(phase="III", options=("gifts",))
    table.privates()
    table.remember(opened=True)
    table.minor("MET", 60, "A", cash=400)
    table.stock_turn("A")
    table.do("open DIS at C18.0 for 5", "pass", "pass", "pass")
    table.refuses("give 20 to B", "1863-INFO-02")
    table.do("found as A")
    table.refuses("give 20 to B", "1863-INFO-02")
    table.do("float at 40", "minor")
    assert table.cash("A") == 350 - 5 - 80


@rule("1863-INFO-02")
def test_nothing_is_given_to_players_who_are_out() -> None:
    table = London(options=("gifts",))
    table.privates()
    table.stock_turn("A")
    effects.put_out(table.game, table.seat("C"))
    table.refuses("give 20 to C", "1863-INFO-02")
    assert sorted({text.split()[3] for text in table.offered("give")}) == ["B", "D"]
