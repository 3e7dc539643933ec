"""Reserved shares (rules 18OE-RESV)."""

from __future__ import annotations

import pytest

from railhead.core.state import Round
from railhead.rules.reactions import React
from railhead.testing import rule
from railhead.titles.t18oe import reserving
from tests.titles.t18oe.table import Europe


def first_round(players: int = 4, revision: int | None = None, **sold: int) -> Europe:
    """Ann's turn in the first stock round, the Major phase has begun; Ben presides over GWR, Cleo over PLM."""
    table = Europe(players, railroad_phase="major", revision=revision)
    table.regional("GWR", 60, {"Ben": 2, **sold})
    table.regional("PLM", 70, {"Cleo": 2})
    table.stock_turn("Ann", number=1)
    return table


@rule("18OE-RESV-01", "18OE-RESV-06")
def test_each_player_reserves_the_shares_of_one_regional() -> None:
    table = first_round()
    table.do("reserve GWR")
    assert table.turn == "Ann", "that is no stock action"
    table.refuses("reserve PLM", "18OE-RESV-06")
    table.refuses("reserve GWR", "18OE-RESV-06")
    table.do("buy GWR from GWR")
    assert table.shares("Ann", "GWR") == 1
    table.refuses("buy GWR from GWR", "18OE-RESV-01")
    table.refuses("reserve GWR", "18OE-RESV-03")
    table.do("reserve PLM")
    assert [company for _, company in table.record.reserved] == [table.company("GWR"), table.company("PLM")]


@rule("18OE-RESV-01")
def test_the_president_may_not_buy_a_reserved_share_either() -> None:
    table = first_round()
    table.do("reserve GWR", "pass")
    assert table.turn == "Ben"
    table.refuses("buy GWR from GWR", "18OE-RESV-01")
    table.refuses("buy-and-expand GWR", "18OE-RESV-01")
    table.refuses("reserve GWR", "18OE-RESV-01")


@rule("18OE-RESV-01")
def test_reserved_shares_are_free_from_the_second_round_on() -> None:
    table = first_round()
    table.remember(reserved=((table.seat("Ann"), table.company("GWR")),))
    table.state.agenda = table.state.agenda[:1]
    table.state.round = Round("operating", 1, 2, 2)
    table.settle()
    assert table.state.round == Round("stock", 2)
    assert table.record.reserved == ()
    table.stock_turn("Ben", number=2)
    table.do("buy GWR from GWR")
    assert table.shares("Ben", "GWR") == 3
    table.refuses("reserve PLM", "18OE-RESV-01")


@rule("18OE-RESV-01")
def test_only_floated_regionals_are_reserved() -> None:
    table = first_round()
    table.major("BHB", 75, {"Dan": 2}, par=True)
    for symbol in ("KSS", "BHB", "A"):
        table.refuses(f"reserve {symbol}", "18OE-RESV-01")


@rule("18OE-RESV-02", "18OE-RESV-04")
def test_the_first_purchase_can_be_interrupted() -> None:
    table = first_round()
    table.do("buy GWR from GWR")
    assert isinstance(table.step, React)
    assert table.turn == "Ben"
    table.refuses("reserve PLM", "18OE-RESV-01")
    table.do("decline")
    assert table.turn == "Cleo"
    table.do("accept")
    assert table.record.reserved == ((table.seat("Cleo"), table.company("GWR")),)
    assert (table.turn, table.shares("Ann", "GWR"), table.cash("Ann")) == ("Ann", 0, 1350)
    table.refuses("buy GWR from GWR", "18OE-RESV-01")
    table.do("buy PLM from PLM", "decline", "decline")
    assert table.shares("Ann", "PLM") == 1, "Cleo has reserved already and is not asked again"


@rule("18OE-RESV-02")
def test_the_purchase_goes_on_if_nobody_reserves() -> None:
    table = first_round()
    table.do("buy GWR from GWR", "decline", "decline", "decline")
    assert (table.shares("Ann", "GWR"), table.cash("Ann"), table.cash("GWR")) == (1, 1290, 180)
    assert table.turn == "Ben"


@rule("18OE-RESV-02")
def test_nobody_is_asked_about_shares_the_buyer_has_reserved() -> None:
    table = first_round()
    table.do("reserve GWR", "buy GWR from GWR")
    assert table.shares("Ann", "GWR") == 1


@rule("18OE-RESV-03")
def test_the_second_share_cannot_be_reserved() -> None:
    table = first_round(Dan=1)
    table.refuses("reserve GWR", "18OE-RESV-03")
    table.do("buy GWR from GWR")
    assert table.shares("Ann", "GWR") == 1, "nobody is asked"


@rule("18OE-RESV-02", "18OE-MAJOR-03")
def test_a_president_who_buys_before_expanding_can_be_interrupted() -> None:
    table = first_round()
    table.stock_turn("Ben", number=1)
    table.do("buy-and-expand GWR")
    assert table.turn == "Cleo"
    table.do("accept")
    assert (table.turn, table.shares("Ben", "GWR")) == ("Ben", 2)
    table.refuses("buy-and-expand GWR", "18OE-RESV-01")
    assert table.allows("expand GWR")


@rule("18OE-RESV-05")
def test_an_expansion_cancels_the_reservation() -> None:
    table = first_round()
    table.do("reserve GWR", "pass", "expand GWR", "pass")
    assert reserving.holder(table.game, table.company("GWR")) is None
    assert table.turn == "Cleo"
    table.do("buy GWR from GWR")
    assert table.shares("Cleo", "GWR") == 1


@pytest.mark.parametrize("revision", [2, 3])
@rule("18OE-RESV-06", "18OE-RESV-05")
def test_a_cancelled_reservation_is_not_made_again_elsewhere(revision: int) -> None:
    """Ann's reservation ends as the GWR expands: only others may reserve PLM's shares."""
    table = first_round(revision=revision)
    table.do("reserve GWR", "pass", "expand GWR", "pass", "pass", "pass")
    assert table.turn == "Ann"
    if revision == 2:
        table.do("reserve PLM")
        return
    table.refuses("reserve PLM", "18OE-RESV-06")
    table.do("buy PLM from PLM")
    assert (table.turn, isinstance(table.step, React)) == ("Ben", True)
    table.do("decline", "accept")
    assert reserving.holder(table.game, table.company("PLM")) == table.seat("Cleo")


@pytest.mark.parametrize("number", [2, 3])
@rule("18OE-RESV-01")
def test_nothing_is_reserved_in_later_rounds(number: int) -> None:
    table = first_round()
    table.stock_turn("Ann", number=number)
    table.refuses("reserve GWR", "18OE-RESV-01")
    table.do("buy GWR from GWR")
    assert table.shares("Ann", "GWR") == 1


@rule("18OE-RESV-02")
def test_shares_are_reserved_while_regionals_still_float() -> None:
    """At any time in the first round, so before anybody may buy them."""
    table = Europe(railroad_phase="regional")
    table.regional("GWR", 60, {"Ben": 2})
    table.stock_turn("Ann", number=1)
    table.do("reserve GWR", "start PLM at par60")
    assert table.record.reserved == ((table.seat("Ann"), table.company("GWR")),)
