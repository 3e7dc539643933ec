"""Shares that pass between a player and their companies in 1863 (rules 1863-SUB)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railhead.rules.directors import certificates
from railhead.rules.stock import StockTurn
from railhead.testing import rule
from railhead.titles.t1863.record import record, set_unpaid
from tests.titles.t1863.table import London


def table_with(price: int = 60, held: int = 5, cash: int = 350) -> London:
    """A presides the Metropolitan, which presides EH&L; it is A's turn."""
    table = London(phase="III")
    table.major("MET", 100, {"A": 3})
    table.major("EHL", price, {"MET": held, "B": 1})
    table.give_cash("A", cash)
    table.stock_turn("A")
    return table


@rule("1863-SUB-01", "1863-SUB-02", "1863-SUB-05")
def test_a_player_buys_several_shares_from_their_company() -> None:
    table = table_with()
    assert table.offered("take") == [f"take {count} EHL from MET" for count in (1, 2, 3, 4, 5)]
    table.do("take 3 EHL from MET")
    assert (table.cash("A"), table.cash("MET"), table.shares("A", "EHL"), table.price("EHL")) == (170, 180, 3, 45)
    assert table.director("EHL") == "A"
    assert table.turn == "B", "that was the purchase of the turn"


@rule("1863-SUB-01")
def test_the_seller_may_not_buy_the_company_in_this_round() -> None:
    table = table_with()
    table.do("take 1 EHL from MET")
    table.give_cash("MET", 500)
    table.do("pass", "pass", "pass", "act for MET")
    table.refuses("buy EHL from EHL", "1863-SR-05")


@rule("1863-SUB-01", "1863-SR-05")
def test_whoever_sold_the_company_may_not_take_it() -> None:
    table = table_with()
    table.give("A", "EHL", 1)
    table.do("sell 1 EHL")
    table.refuses("take 1 EHL from MET", "1863-SR-05")


@rule("1863-SUB-03")
def test_a_minor_passes_as_a_whole() -> None:
    table = London(phase="III")
    table.major("MET", 100, {"A": 3})
    table.minor("CSL", 80, "MET")
    table.stock_turn("A")
    table.refuses("take 1 CSL from MET", "1863-OWN-07")
    table.do("take 2 CSL from MET")
    assert (table.cash("A"), table.cash("MET"), table.price("CSL"), table.director("CSL")) == (190, 160, 70, "A")


@rule("1863-SUB-04", "1863-INFO-04")
def test_nothing_is_bought_straight_from_players_or_others_companies() -> None:
    table = table_with()
    table.major("CLR", 60, {"B": 3})
    table.give("CLR", "EHL", 1)
    table.refuses("take 1 EHL from CLR", "1863-SUB-04")
    table.do("act for MET")
    assert not table.offered("take")
    table.refuses("take 1 MET from MET", "1863-SUB-04")


@rule("1863-SUB-06")
def test_shares_pass_between_two_companies_of_a_player() -> None:
    table = table_with()
    table.major("DIS", 90, {"A": 2}, cash=200)
    table.do("act for DIS", "take 2 EHL from MET")
    assert (table.cash("DIS"), table.cash("MET"), table.shares("DIS", "EHL"), table.price("EHL")) == (80, 120, 2, 50)


@rule("1863-SUB-06", "1863-OWN-03")
def test_a_company_that_takes_shares_stays_within_half() -> None:
    table = table_with(held=4)
    table.major("DIS", 90, {"A": 2}, cash=500)
    table.give("DIS", "EHL", 2)
    table.do("act for DIS")
    table.refuses("take 4 EHL from MET", "1863-OWN-03")
    table.do("take 3 EHL from MET")


@rule("1863-SUB-01", "1863-BUY-07")
def test_the_certificate_limit_holds() -> None:
    table = table_with()
    table.book.__dict__["certificate_limit"] = 4
    assert certificates(table.game, table.seat("A")) == 2
    table.refuses("take 4 EHL from MET", "1863-BUY-07")
    assert table.allows("take 2 EHL from MET"), "two ordinary shares"
    table.do("take 3 EHL from MET")
    assert certificates(table.game, table.seat("A")) == 4, "the president's certificate is one"


@rule("1863-SUB-01", "1863-BUY-07")
def test_at_the_certificate_limit_nothing_is_taken_but_what_covers_shorts() -> None:
    table = table_with()
    table.book.__dict__["certificate_limit"] = 2
    table.give("A", "EHL", 1, source="MET")
    table.book.__dict__["certificate_limit"] = 3
    table.refuses("take 1 EHL from MET", "1863-BUY-07")
    other = table_with()
    other.book.__dict__["certificate_limit"] = 2
    other.short("A", "EHL", 2)
    other.refuses("take 3 EHL from MET", "1863-BUY-07")
    other.do("take 2 EHL from MET")
    assert (other.shares("A", "EHL"), certificates(other.game, other.seat("A"))) == (0, 2)


@rule("1863-SUB-03", "1863-BUY-07", "1863-OWN-12")
def test_a_minor_is_one_certificate() -> None:
    table = London(phase="III")
    table.major("MET", 100, {"A": 3})
    table.minor("CSL", 80, "MET")
    table.stock_turn("A")
    table.book.__dict__["certificate_limit"] = 3
    assert table.allows("take 2 CSL from MET")
    table.book.__dict__["certificate_limit"] = 2
    table.refuses("take 2 CSL from MET", "1863-BUY-07")


@rule("1863-SUB-01", "1863-OWN-10")
def test_the_president_s_certificate_finds_a_holder() -> None:
    table = table_with(held=2)
    table.refuses("take 1 EHL from MET", "1863-OWN-10")
    table.do("take 2 EHL from MET")
    assert table.director("EHL") == "A"


@rule("1863-SUB-01")
def test_a_rival_with_more_becomes_president() -> None:
    table = table_with(held=4)
    table.give("B", "EHL", 2)
    assert table.director("EHL") == "MET"
    table.do("take 2 EHL from MET")
    assert table.director("EHL") == "B"


@rule("1863-SUB-01", "1863-OWN-08")
@pytest.mark.parametrize("buyer", ["A", "B"])
def test_the_buyer_of_the_certificate_presides_if_nobody_has_more(buyer: str) -> None:
    rival = "B" if buyer == "A" else "A"
    table = London(phase="III")
    table.major("MET", 100, {buyer: 3})
    table.major("EHL", 60, {"MET": 2, rival: 2})
    table.stock_turn(buyer)
    table.do("take 2 EHL from MET")
    assert table.director("EHL") == buyer


@rule("1863-SUB-01", "1863-OWN-08")
@pytest.mark.parametrize("buyer", ["A", "B"])
def test_the_buyer_presides_in_a_tie_above_the_seller(buyer: str) -> None:
    rival = "B" if buyer == "A" else "A"
    table = London(phase="III")
    table.major("MET", 100, {buyer: 3})
    table.major("EHL", 60, {"MET": 5, rival: 3})
    table.stock_turn(buyer)
    table.do("take 3 EHL from MET")
    assert table.director("EHL") == buyer


@rule("1863-SUB-01")
def test_the_seller_stays_president_with_as_much_as_the_buyer() -> None:
    table = table_with(held=4)
    table.do("take 2 EHL from MET")
    assert table.director("EHL") == "MET"


@rule("1863-SUB-01", "1863-START-18")
def test_a_seller_pays_for_its_tokens_with_what_it_gets() -> None:
    table = table_with()
    set_unpaid(table.game, table.company("MET"), 100)
    table.do("take 1 EHL from MET")
    assert (table.cash("MET"), record(table.game).unpaid[table.company("MET")]) == (60, 100)
    table.stock_turn("A")
    table.do("take 1 EHL from MET")
    assert (table.cash("MET"), record(table.game).unpaid[table.company("MET")]) == (15, 0)


@rule("1863-SUB-06", "1863-BUY-05")
def test_a_company_does_not_take_its_own_shares() -> None:
    table = table_with()
    table.give_cash("EHL", 500)
    table.do("act for EHL")
    table.refuses("take 1 EHL from MET", "1863-BUY-05")


@rule("1863-SUB-01", "1863-LIQ-09")
def test_nothing_is_taken_of_a_company_in_liquidation() -> None:
    table = table_with(price=0)
    table.refuses("take 1 EHL from MET", "1863-LIQ-09")


@rule("1863-SUB-01", "1863-SUB-05")
def test_a_transfer_is_the_purchase_of_the_turn_and_is_paid_in_cash() -> None:
    table = table_with(cash=119)
    table.refuses("take 2 EHL from MET", "1863-BUY-01")
    table.refuses("take 6 EHL from MET", "1863-SUB-01")
    assert isinstance(table.step, StockTurn)
    table.state.agenda = (*table.state.agenda[:-1], replace(table.step, bought=True))
    table.refuses("take 1 EHL from MET", "1863-BUY-01")


@rule("1863-SUB-06", "1863-OWN-05")
def test_a_company_takes_no_minor_to_which_it_belongs() -> None:
    table = London(phase="III")
    table.major("MET", 100, {"A": 3})
    table.minor("CSL", 60, "MET")
    table.major("EHL", 60, {"CSL": 3}, cash=500)
    table.stock_turn("A")
    table.do("act for EHL")
    table.refuses("take 2 CSL from MET", "1863-OWN-05")
    table.stock_turn("A")
    table.major("DIS", 60, {"A": 3}, cash=500)
    table.do("act for DIS", "take 2 CSL from MET")
    assert (table.director("CSL"), table.cash("DIS"), table.price("CSL")) == ("DIS", 380, 50)


@rule("1863-OWN-05")
def test_no_circle_comes_about() -> None:
    table = London(phase="III")
    table.minor("MET", 60, "A", cash=500)
    table.major("EHL", 60, {"MET": 3}, cash=500)
    table.major("DIS", 60, {"EHL": 3}, cash=500)
    table.stock_turn("A")
    table.do("act for DIS")
    table.refuses("take 3 EHL from MET", "1863-OWN-05")
