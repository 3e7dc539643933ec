"""What players may know and agree on in 1860 (rules 1860-MISC)."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.core.events import SharesMoved
from railhead.core.refusal import Malformed
from railhead.core.state import BANKRUPT
from railhead.core.view import view
from railhead.testing import Table, rule


def seen(table: Table, player: str | None) -> dict[str, Any]:
    return view(table.book, table.state, None if player is None else table.seat(player)).to_data()


def treasury(table: Table, player: str | None, company: str) -> int | None:
    found: int | None = seen(table, player)["companies"][company]["treasury"]
    return found


def shared(*options: str) -> Table:
    """IOW is A's, B has a share, C none; C&N is C's alone."""
    table = Table(options=options)
    table.float("IOW", par=74, shares={"A": 4, "B": 1}, treasury=410)
    table.float("C&N", par=74, shares={"C": 5}, treasury=320)
    table.stock_turn("A")
    return table


# -- deals bind nobody ----------------------------------------------------------------------------


@rule("1860-MISC-01")
@pytest.mark.parametrize("text", ["promise 1 IOW", "agree B", "deal with B", "accept 10"])
def test_no_action_records_a_deal_between_players(text: str) -> None:
    with pytest.raises(Malformed):
        shared().action(text)


@rule("1860-MISC-01")
def test_in_a_stock_round_nobody_can_ask_for_or_give_a_promise() -> None:
    table = shared()
    verbs = {text.split()[0] for text in table.offered()}
    assert verbs <= {"sell", "buy", "start", "sell-private", "buy-private", "exchange", "pass"}
    for answer in ("accept", "decline"):
        table.refuses(answer, "1860-SR-05")


@rule("1860-MISC-01")
def test_a_director_who_agreed_once_is_free_to_decline_the_same_offer() -> None:
    table = shared()
    table.give_trains("C&N", "2+1", "2+1", "2+1")
    table.operating_turn("IOW", "trains")
    table.do("offer 10 for 2+1 of C&N", "accept", "offer 10 for 2+1 of C&N")
    assert table.turn == "C"
    assert table.offered() == ["accept", "decline"]
    table.do("decline")
    assert (table.trains("IOW"), table.trains("C&N")) == (["2+1"], ["2+1", "2+1"])


# -- treasuries -----------------------------------------------------------------------------------


@rule("1860-MISC-02")
@pytest.mark.parametrize(
    ("player", "company", "figure"),
    [
        ("A", "IOW", 410),
        ("B", "IOW", 410),
        ("C", "IOW", None),
        ("A", "C&N", None),
        ("B", "C&N", None),
        ("C", "C&N", 320),
        (None, "IOW", None),
        (None, "C&N", None),
    ],
)
def test_a_treasury_is_shown_to_shareholders_only(player: str | None, company: str, figure: int | None) -> None:
    assert treasury(shared(), player, company) == figure


@rule("1860-MISC-02")
@pytest.mark.parametrize("player", ["A", "B", "C", None])
def test_treasuries_are_open_to_all_if_so_agreed_at_the_start(player: str | None) -> None:
    table = shared("open_treasuries")
    assert treasury(table, player, "IOW") == 410
    assert treasury(table, player, "C&N") == 320


@rule("1860-MISC-02")
def test_the_right_comes_with_the_first_share_and_goes_with_the_last() -> None:
    table = shared()
    table.stock_turn("B")
    table.do("sell 1 IOW")
    assert treasury(table, "B", "IOW") is None
    table.do("pass", "buy IOW from pool")
    assert any(isinstance(event, SharesMoved) for event in table.events)
    assert treasury(table, "C", "IOW") == 410


@rule("1860-MISC-02")
def test_the_figure_follows_the_treasury() -> None:
    table = shared()
    table.operating_turn("IOW", "trains")
    table.do("train 2+1 from ipo")
    assert treasury(table, "B", "IOW") == 160
    assert treasury(table, "C", "IOW") is None


@rule("1860-MISC-02")
def test_a_company_with_shareholders_among_all_players_is_known_to_onlookers() -> None:
    table = shared()
    table.give_shares("C", "IOW", 1)
    assert treasury(table, None, "IOW") == 410


@rule("1860-MISC-02", "1860-RECV-07")
@pytest.mark.parametrize("player", ["A", "B", "C", None])
def test_the_treasury_of_a_company_in_receivership_is_open_to_all(player: str | None) -> None:
    table = Table()
    table.float("IOW", par=74, shares={"pool": 4, "B": 1}, treasury=410)
    assert treasury(table, player, "IOW") == 410


@rule("1860-MISC-02", "1860-RECV-07")
@pytest.mark.parametrize("player", ["A", "B", "C", None])
def test_the_treasury_of_a_bankrupt_company_is_open_to_all(player: str | None) -> None:
    table = shared()
    table.bankrupt("IOW")
    assert table.has("IOW", BANKRUPT)
    assert treasury(table, player, "IOW") == 410


@rule("1860-MISC-02", "1860-RECV-07")
def test_the_treasury_closes_again_when_a_bankrupt_company_floats_anew() -> None:
    table = shared()
    table.close_private("Ryde")
    table.bankrupt("IOW")
    table.start("IOW", par=50, shares={"A": 4})
    table.stock_turn("A")
    assert treasury(table, "C", "IOW") == 410
    table.do("buy IOW from ipo")
    assert treasury(table, "A", "IOW") == 910
    assert treasury(table, "C", "IOW") is None


# -- cash -----------------------------------------------------------------------------------------


@rule("1860-MISC-03")
@pytest.mark.parametrize("player", ["A", "B", "C", None])
def test_every_players_cash_is_in_every_view(player: str | None) -> None:
    table = shared()
    for name, cash in (("A", 13), ("B", 507), ("C", 0)):
        table.give_cash(name, cash)
    players = seen(table, player)["players"]
    assert {name: players[name]["cash"] for name in players} == {"A": 13, "B": 507, "C": 0}


@rule("1860-MISC-03")
def test_the_cash_shown_follows_the_deals() -> None:
    table = shared()
    table.do("buy IOW from ipo")
    assert seen(table, "C")["players"]["A"]["cash"] == 670 - 74


@pytest.mark.parametrize("player", ["A", "C", None])
def test_what_lies_open_on_the_table_is_in_every_view(player: str | None) -> None:
    table = shared()
    table.give_shares("pool", "IOW", 2)
    table.set_price("IOW", 90)
    table.give_trains("IOW", "2+1")
    table.give_private("Cowes", "B")
    table.start("IWNJ", par=62, shares={"pool": 2})
    found = seen(table, player)
    iow, iwnj, fyn = (found["companies"][company] for company in ("IOW", "IWNJ", "FYN"))
    assert (iow["price"], iow["par"], iow["director"], iow["trains"]) == (90, 74, "A", ["2+1"])
    assert (iow["ipo"], iow["pool"]) == (3, 2)
    assert (iwnj["price"], iwnj["par"], iwnj["director"]) == (None, 62, None)
    assert (fyn["price"], fyn["par"], fyn["ipo"], fyn["pool"]) == (None, None, 10, 0)
    assert found["players"]["B"]["privates"] == ["Cowes"]
    assert found["players"]["A"]["privates"] == []
    assert found["players"]["B"]["shares"] == {"IOW": 1}
