"""The Concession Railroad Phase (rules 18OE-CONC)."""

from __future__ import annotations

import pytest

from railhead.core.ids import NOBODY
from railhead.core.state import FLOATED
from railhead.rules import directors
from railhead.testing import rule
from railhead.titles.t18oe.facts import CONCESSIONS, REGIONALS
from tests.titles.t18oe.table import Europe


def concessions(*owners: str, cash: int = 1000, minors: str = "", rest: str = "Ann") -> Europe:
    """The phase begins; these own the first concessions, somebody else the rest. Minors belong to Ann."""
    table = Europe()
    for number, card in enumerate(CONCESSIONS):
        owner = owners[number] if number < len(owners) else rest
        table.give_private(table.book.private_names[card], owner)
    for name in ("Ann", "Ben", "Cleo"):
        table.give_cash(name, cash)
    for minor in minors:
        table.charter(minor, "Ann")
    table.remember(rows=())
    table.begin()
    return table


@rule("18OE-CONC-01")
def test_concessions_are_executed_in_order_whatever_the_seats() -> None:
    table = concessions("Ben", "Ben", "Ann", "Cleo", "Ben", rest="Ann")
    turns = []
    for entry in REGIONALS[:6]:
        turns.append(table.turn)
        table.do(f"start {entry['symbol']} at par60")
    assert turns == ["Ben", "Ben", "Ann", "Cleo", "Ben", "Ann"]


@rule("18OE-CONC-01")
def test_whoever_has_no_concession_does_not_act() -> None:
    table = concessions(rest="Cleo", cash=2000)
    for entry in REGIONALS[:10]:
        assert table.turn == "Cleo"
        table.do(f"start {entry['symbol']} at par60")
    assert table.state.round.kind == "stock"


@rule("18OE-CONC-02", "18OE-CONC-03")
def test_a_concession_is_for_floating_and_not_for_passing() -> None:
    table = concessions("Ann", minors="AB")
    table.refuses("pass", "18OE-CONC-01")
    table.refuses("remove regional GWR", "18OE-CONC-01")
    assert {text.split()[0] for text in table.offered()} == {"float", "start"}
    table.do("float A at U32.0", "start GWR at par60", "float B at V39.0")
    assert table.has("A", FLOATED)
    assert table.has("B", FLOATED)
    assert table.has("GWR", FLOATED)


@rule("18OE-CONC-03")
def test_somebody_with_a_minor_floats_something() -> None:
    """With too little money for a regional the minor it is: setting a par is not for its owner."""
    table = concessions("Ann", minors="A", cash=50)
    assert {text.split()[0] for text in table.offered()} == {"float"}
    table.refuses("par GWR at par60", "18OE-CONC-03")
    table.refuses("start GWR at par60", "18OE-FLOAT-16")


@pytest.mark.parametrize(("cash", "floats"), [(119, False), (120, True), (125, True)])
@rule("18OE-CONC-04", "18OE-CONC-05")
def test_who_can_pay_for_a_regional_must_float_one(cash: int, floats: bool) -> None:
    table = concessions("Ben", cash=cash)
    offered = {text.split()[0] for text in table.offered()}
    assert offered == ({"start"} if floats else {"par"})
    if floats:
        table.refuses("par GWR at par60", "18OE-CONC-04")
        assert len(table.offered()) == 24, "any regional, at the lowest par"
    else:
        assert len(table.offered()) == 24 * 6, "any regional, at any par"


@rule("18OE-CONC-05", "18OE-CERT-08")
def test_at_the_certificate_limit_a_par_is_set() -> None:
    """Cash is not all: no certificate may be bought."""
    table = concessions("Ben", cash=1000)
    for entry in REGIONALS[8:]:
        table.regional(entry["symbol"], 60, {"Ben": 4})
    assert directors.certificates(table.game, table.seat("Ben")) == 48
    table.refuses("start GWR at par60", "18OE-CERT-08")
    assert table.allows("par GWR at par60")


@rule("18OE-CONC-05", "18OE-FLOAT-08")
def test_a_regional_that_is_only_parred() -> None:
    table = concessions("Ben", cash=90)
    table.do("par GWR at par70")
    assert (table.director("GWR"), table.shares("pool", "GWR"), table.shares("ipo", "GWR")) == ("pool", 2, 2)
    assert table.price("GWR") == 70
    assert not table.has("GWR", FLOATED)
    assert (table.cash("GWR"), table.cash("Ben")) == (0, 90)
    assert table.record.order == (table.company("GWR"),)
    table.refuses("par GWR at par60", "18OE-FLOAT-15")
    table.refuses("par A at par60", "18OE-FLOAT-15")


@rule("18OE-CONC-06", "18OE-RMP-02")
def test_anybody_can_buy_a_parred_regional_later() -> None:
    table = concessions("Ben", cash=90)
    table.do("par GWR at par70")
    for _ in range(9):
        table.give_cash(table.turn, 1000)
        table.do(table.offered("start")[0])
    table.give_cash("Ann", 1000)
    assert (table.turn, table.state.round.kind) == ("Ann", "stock")
    table.do("float GWR")
    assert (table.director("GWR"), table.cash("Ann")) == ("Ann", 860)
    assert table.cash("GWR") == 140 - 40
    assert table.has("GWR", FLOATED)
    assert table.record.order[0] == table.company("GWR"), "it has its place already"
    assert len(table.record.order) == 10


@rule("18OE-CONC-07", "18OE-CONC-08")
def test_every_card_leaves_and_ten_railroads_are_in_the_order() -> None:
    table = concessions("Ann", "Ben", "Cleo", "Ben", rest="Cleo", minors="A", cash=110)
    for done, card in enumerate(CONCESSIONS):
        assert len(table.record.order) == done
        assert table.state.privates[card] != NOBODY
        if table.offered("float"):
            table.do(table.offered("float")[0])
        else:
            table.do(table.offered("par")[0])
        assert table.state.privates[card] == NOBODY
    assert len(set(table.record.order)) == 10


@rule("18OE-CONC-09")
def test_the_stock_round_begins_with_the_priority_deal() -> None:
    table = concessions(rest="Ann", cash=3000)
    table.priority("Cleo")
    for entry in REGIONALS[:10]:
        table.do(f"start {entry['symbol']} at par60")
    assert (table.turn, table.state.round.number) == ("Cleo", 1)


@rule("18OE-CONC-10")
def test_without_concessions_the_auction_is_followed_by_the_stock_round() -> None:
    table = Europe(options=("no_concessions",))
    table.remember(rows=())
    table.priority("Ben")
    table.begin()
    assert (table.state.round.kind, table.turn) == ("stock", "Ben")
