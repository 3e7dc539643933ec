"""Shares sold short: a holding below zero is what a player owes."""

from __future__ import annotations

from dataclasses import replace

from railhead.core import effects
from railhead.core.audit import audit
from railhead.core.ids import POOL
from railhead.core.text import Text
from railhead.core.view import view
from railhead.rules import debts, directors, dividends
from railhead.rules.dividends import Dividend, DividendRules
from railhead.rules.stock import StockRound
from tests.made_up import RULES, Toy, rulebook

PAYING = replace(RULES[DividendRules], charge=debts.charge_short)


def short(owner: str = "Ben", count: int = 1, limit: int = 3) -> Toy:
    """Ann directs AAA with four shares; somebody has sold shares of it short, and they are in the pool."""
    toy = Toy(PAYING)
    toy.book = replace(rulebook(PAYING), shorts=limit)
    toy.start("AAA", "Ann", 4)
    effects.move_shares(toy.game, toy.owner(owner), POOL, toy.company("AAA"), count)
    return toy


def test_shares_add_up_with_what_is_owed() -> None:
    toy = short(count=2)
    toy.check()
    assert (toy.held("Ben", "AAA"), toy.held("pool", "AAA")) == (-2, 2)
    aaa = toy.company("AAA")
    assert (toy.game.short(toy.owner("Ben"), aaa), toy.game.short(toy.owner("Ann"), aaa)) == (2, 0)
    assert toy.game.shorts_out(aaa) == 2


def test_only_players_owe_and_no_more_than_the_title_allows() -> None:
    assert audit(short(limit=0).book, short(limit=0).state) != []
    assert audit(short(count=4).book, short(count=4).state) != []
    assert audit(short("BBB").book, short("BBB").state) != [], "a company"
    assert audit(short(count=3).book, short(count=3).state) == []


def test_what_is_owed_is_no_certificate() -> None:
    toy = short(count=2)
    effects.move_shares(toy.game, toy.owner("ipo"), toy.owner("Ben"), toy.company("BBB"), 3)
    assert directors.certificates(toy.game, toy.seat("Ben")) == 3


def test_a_share_that_comes_in_covers_one_that_is_owed() -> None:
    toy = short()
    toy.begin(StockRound(toy.seat("Ben")))
    toy.do("buy AAA from pool")
    assert (toy.held("Ben", "AAA"), toy.held("pool", "AAA")) == (0, 0)


def test_covering_is_allowed_at_the_certificate_limit() -> None:
    toy = short(count=1)
    effects.move_shares(toy.game, toy.owner("ipo"), toy.owner("Ben"), toy.company("CCC"), 1)
    toy.start("BBB", "Cleo")
    toy.book.__dict__["certificate_limit"] = 1
    toy.begin(StockRound(toy.seat("Ben")))
    assert toy.refused("buy BBB from ipo") == "stock.limit"
    toy.do("buy AAA from pool")


def test_whoever_owes_shares_pays_the_dividends_on_them() -> None:
    toy = short(count=2)
    toy.state.revenue[toy.company("AAA")] = 100
    toy.begin(Dividend(toy.company("AAA")))
    toy.do("pay")
    assert (toy.cash("Ann"), toy.cash("Ben")) == (540, 480)


def test_the_dividends_are_a_debt_that_interrupts_everything() -> None:
    toy = short(count=2)
    effects.pay(toy.game, toy.owner("Ben"), toy.owner("ipo"), 495, Text("the test"))
    toy.start("BBB", "Cleo")
    effects.move_shares(toy.game, toy.owner("ipo"), toy.owner("Ben"), toy.company("BBB"), 1)
    toy.state.revenue[toy.company("AAA")] = 100
    toy.begin(Dividend(toy.company("AAA")))
    toy.do("pay")
    assert toy.asked == "Ben"
    toy.do("sell 1 BBB")
    assert toy.cash("Ben") == 5 + 100 - 20
    assert toy.state.agenda == ()


def test_a_title_without_shorts_charges_nobody() -> None:
    toy = Toy()
    toy.start("AAA", "Ann", 4)
    toy.state.revenue[toy.company("AAA")] = 100
    toy.begin(Dividend(toy.company("AAA")))
    toy.do("pay")
    assert toy.cash("Ann") == 540
    assert dividends.DividendRules().charge is dividends.nobody_is_short


def test_shorts_are_shown_apart_from_shares() -> None:
    toy = short(count=2)
    seen = view(toy.book, toy.state, None)
    ben, aaa = toy.seat("Ben"), toy.company("AAA")
    assert (seen.players[ben].shares, seen.players[ben].shorts) == ({}, {aaa: 2})
    assert seen.companies[aaa].shorts == {ben: 2}
    assert set(seen.companies[aaa].holders) == {toy.owner("Ann"), toy.owner("ipo"), toy.owner("pool")}
