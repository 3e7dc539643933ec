"""Shares that pass between a player and their companies in 1863 (rules 1863-SUB)."""

from __future__ import annotations

from railhead.testing import rule
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
    table.refuses("take 3 EHL from MET", "1863-BUY-07")
    table.do("take 2 EHL from MET")


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


@rule("1863-OWN-05")
def test_no_circle_comes_about() -> None:
    table = London(phase="III")
    table.minor("MET", 60, "A", cash=500)
    table.major("EHL", 60, {"MET": 3}, cash=500)
    table.major("DIS", 60, {"EHL": 3}, cash=500)
    table.stock_turn("A")
    table.do("act for DIS")
    table.refuses("take 3 EHL from MET", "1863-OWN-05")
