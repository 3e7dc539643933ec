"""Barclay, Bevan, Barclay and Tritton: three options, one of them once (18OE-PRIV-14 to 18OE-PRIV-21, 18OE-PRIV-51)."""

from __future__ import annotations

import pytest

from railhead.core.events import PrivateClosed
from railhead.core.ids import NOBODY
from railhead.rules import phases
from railhead.rules.privates import pay_income
from railhead.testing import rule
from railhead.titles.t18oe import private_tokens
from railhead.titles.t18oe.facts import PRIVATE
from railhead.titles.t18oe.stock_turns import EndOfStockRound
from tests.titles.t18oe.table import Europe

CARD = PRIVATE["BBBT"]
REGIONAL_PARS = (60, 65, 70, 75, 80, 90)
MAJOR_PARS = (75, 80, 90, 100, 110, 120)


def with_barclay(owner: str = "Ann", turn: str = "Ann") -> Europe:
    """Ann has the regional GWR, with both its 25% shares in the treasury, and the major PLM, at its par of 100."""
    table = Europe(3, railroad_phase="major", phase="3")
    table.regional("GWR", 90, {"Ann": 2})
    table.major("PLM", 100, {"Ann": 4, "Ben": 3}, par=True)
    table.major("BHB", 100, {"Cleo": 5, "Ben": 4})
    table.give_private("BBBT", owner)
    table.stock_turn(turn)
    return table


def is_gone(table: Europe) -> bool:
    return table.state.privates[CARD] == NOBODY


# -- privates in general --------------------------------------------------------------------------


@rule("18OE-PRIV-01")
def test_no_phase_closes_privates() -> None:
    table = with_barclay()
    for private in PRIVATE.values():
        table.state.privates[private] = table.seat("Ann")
    before = table.state.privates[:]
    table.operating_turn("BHB", "buy")
    while table.phase != "8":
        phases.reach_phase(table.game, table.state.phase)
        table.settle()
        while type(table.step).__name__ == "FormNationals":
            table.do("pass")
    assert table.state.privates == before
    assert table.record.face_down == ()


@rule("18OE-PRIV-02", "18OE-PRIV-03")
@pytest.mark.parametrize("closed", [False, True])
def test_a_used_private_is_gone_and_its_revenue_stops(closed: bool) -> None:
    table = with_barclay()
    if closed:
        table.remember(face_down=(CARD,))
    private_tokens.use_up(table.game, CARD)
    assert is_gone(table)
    assert table.record.face_down == ()
    before = table.cash("Ann")
    pay_income(table.game, table.record.face_down)
    assert table.cash("Ann") == before


@rule("18OE-PRIV-14")
def test_only_one_option_once() -> None:
    for use in ("repar GWR at {}", "custody PLM", "prop BHB"):
        table = with_barclay()
        table.do(use.format(box(table, 60)))
        for other in ("repar GWR at {}", "custody PLM", "prop PLM"):
            table.refuses(other.format(box(table, 65)), "18OE-PRIV-14")


@rule("18OE-PRIV-14", "18OE-PRIV-03")
def test_only_its_owner_uses_it_face_down_as_well() -> None:
    table = with_barclay("Ben")
    for use in ("repar GWR at {}", "custody PLM", "prop BHB"):
        table.refuses(use.format(box(table, 60)), "18OE-PRIV-14")
    table = with_barclay()
    table.remember(face_down=(CARD,))
    table.do("custody PLM")
    assert is_gone(table)
    assert table.record.face_down == ()


# -- another par ----------------------------------------------------------------------------------


@pytest.mark.parametrize("par", REGIONAL_PARS)
@rule("18OE-PRIV-15", "18OE-PRIV-06")
def test_a_regional_gets_any_other_regional_par(par: int) -> None:
    table = with_barclay()
    cash = table.cash("GWR"), table.cash("Ann")
    if par == 90:
        table.refuses(f"repar GWR at {box(table, 90)}", "18OE-PRIV-15")
        return
    table.do(f"repar GWR at {box(table, par)}")
    assert table.price("GWR") == par
    assert (table.cash("GWR"), table.cash("Ann")) == cash
    assert is_gone(table)
    table.do("buy GWR from GWR")
    assert table.cash("GWR") == cash[0] + par


def box(table: Europe, par: int) -> str:
    """How the par box of a regional is written."""
    market = table.book.market
    return market.write(market.box_places[market.boxes.index(par)])


@pytest.mark.parametrize("par", MAJOR_PARS)
@rule("18OE-PRIV-15")
def test_a_major_gets_any_other_major_par_and_its_value_stays(par: int) -> None:
    table = with_barclay()
    action = f"repar PLM at {table.book.market.write(table.place(par))}"
    if par == 100:
        table.refuses(action, "18OE-PRIV-15")
        return
    before = table.cash("PLM")
    table.do(action)
    assert table.price("PLM") == 100
    table.do("buy PLM from PLM")
    assert table.cash("PLM") == before + par


@rule("18OE-PRIV-15")
def test_the_par_must_be_one_of_its_kind() -> None:
    table = with_barclay()
    table.refuses(f"repar GWR at {table.book.market.write(table.place(120))}", "18OE-PRIV-15")
    table.refuses(f"repar PLM at {box(table, 60)}", "18OE-PRIV-15")
    table.refuses("repar PLM at 550", "18OE-PRIV-15")


@rule("18OE-PRIV-15")
def test_a_major_without_par_marker_is_not_parred_again() -> None:
    table = with_barclay()
    table.major("MAV", 100, {"Ann": 5})
    table.stock_turn("Ann")
    table.refuses(f"repar MAV at {table.book.market.write(table.place(120))}", "18OE-PRIV-15")


@rule("18OE-PRIV-05", "18OE-PRIV-15")
def test_only_own_railroads_are_parred_again() -> None:
    table = with_barclay("Ben", "Ben")
    table.refuses(f"repar GWR at {box(table, 60)}", "18OE-PRIV-05")
    table.minor("B", "Ben", "FB", "U32.0")
    table.refuses(f"repar B at {box(table, 60)}", "18OE-PRIV-05")


@rule("18OE-PRIV-15")
def test_also_in_the_turn_of_the_railroad_but_not_in_that_of_another() -> None:
    table = with_barclay()
    table.regional("OU", 60, {"Ann": 2})
    table.operating_turn("GWR", "buy")
    assert table.turn == "Ann"
    table.refuses(f"repar OU at {box(table, 65)}", "18OE-PRIV-15")
    table.do(f"repar GWR at {box(table, 60)}")
    assert table.price("GWR") == 60
    assert is_gone(table)


@rule("18OE-SR-02", "18OE-PRIV-15")
def test_a_new_par_is_the_private_of_the_turn() -> None:
    table = with_barclay()
    table.give_private("WS", "Ann")
    table.do("close WS")
    table.refuses(f"repar GWR at {box(table, 60)}", "18OE-SR-02")
    table = with_barclay()
    table.give_private("WS", "Ann")
    table.do(f"repar GWR at {box(table, 60)}")
    table.refuses("close WS", "18OE-SR-02")


@rule("18OE-PRIV-15", "18OE-PRIV-06")
def test_it_can_be_used_in_the_regional_phase() -> None:
    table = with_barclay()
    table.remember(railroad_phase=2)
    assert table.allows(f"repar GWR at {box(table, 60)}")


# -- a share in custody ---------------------------------------------------------------------------


def last_share(table: Europe) -> None:
    """One share of PLM is left in its treasury."""
    table.give_shares("Cleo", "PLM", 2)
    table.give_shares("PLM", "PLM", 1)


@rule("18OE-PRIV-16", "18OE-PRIV-51")
def test_nobody_else_buys_a_share_in_custody() -> None:
    table = with_barclay()
    last_share(table)
    table.do("custody PLM")
    assert table.record.custody == (table.seat("Ann"), table.company("PLM"))
    assert is_gone(table)
    table.do("pass")
    table.refuses("buy PLM from PLM", "18OE-PRIV-16")
    table.do("buy BHB from BHB", "pass")
    assert table.turn == "Ann"
    table.do("buy PLM from PLM")
    assert table.record.custody is None, "it is released when she buys it"


@rule("18OE-PRIV-16")
def test_the_last_share_of_another_railroad_releases_nothing() -> None:
    table = with_barclay()
    table.do("custody PLM", "pass", "buy BHB from BHB")
    assert table.shares("BHB", "BHB") == 0
    assert table.record.custody == (table.seat("Ann"), table.company("PLM"))


@rule("18OE-PRIV-19")
def test_other_shares_stay_free() -> None:
    table = with_barclay()
    table.do("custody PLM", "pass")
    assert table.shares("PLM", "PLM") == 3
    table.do("buy PLM from PLM")
    assert table.turn == "Cleo"
    table.do("buy PLM from PLM")
    assert table.turn == "Ann"
    table.do("pass")
    table.refuses("buy PLM from PLM", "18OE-PRIV-16")


@rule("18OE-PRIV-16", "18OE-MAJOR-03")
def test_a_share_in_custody_that_is_bought_before_an_expansion_is_released() -> None:
    """The marker lies on one 25% share; when that is bought, none of the six new shares is kept instead."""
    table = with_barclay()
    table.do("custody GWR", "pass", "buy GWR from GWR", "pass")
    assert (table.turn, table.shares("GWR", "GWR")) == ("Ann", 1)
    table.do("buy-and-expand GWR")
    assert (table.shares("Ann", "GWR"), table.shares("GWR", "GWR")) == (3, 6)
    assert table.record.custody is None


@rule("18OE-PRIV-16", "18OE-MAJOR-03")
def test_a_share_in_custody_stays_so_when_the_regional_expands() -> None:
    table = with_barclay()
    table.do("custody GWR", "buy-and-expand GWR")
    assert (table.shares("Ann", "GWR"), table.shares("GWR", "GWR")) == (3, 7)
    assert table.record.custody == (table.seat("Ann"), table.company("GWR")), "she took the other one"


@rule("18OE-PRIV-15", "18OE-MAJOR-09")
def test_a_new_major_may_get_another_par_before_its_share_is_bought() -> None:
    """The par of 90 has become 120; with the private it is 75."""
    table = with_barclay()
    before = table.cash("Ann"), table.cash("GWR")
    table.do("expand GWR", f"repar GWR at {table.book.market.write(table.place(75))}", "buy GWR from GWR")
    assert (table.cash("Ann"), table.cash("GWR")) == (before[0] - 75, before[1] + 75)
    assert table.price("GWR") == 120


@rule("18OE-PRIV-18")
def test_of_a_regional_only_while_both_shares_are_in_its_treasury() -> None:
    table = with_barclay()
    assert table.allows("custody GWR")
    table.give_shares("Ben", "GWR", 1)
    table.give_shares("GWR", "GWR", 1)
    table.refuses("custody GWR", "18OE-PRIV-18")
    table.do("expand GWR")
    while table.turn != "Ann":
        table.do("pass")
    table.do("pass")
    while table.turn != "Ann":
        table.do("pass")
    assert table.allows("custody GWR"), "it is a major now"


@rule("18OE-PRIV-16", "18OE-PRIV-05")
def test_custody_needs_a_treasury_share_of_an_own_railroad() -> None:
    table = with_barclay()
    table.refuses("custody BHB", "18OE-PRIV-05")
    table.give_shares("Cleo", "PLM", 3)
    table.give_shares("PLM", "PLM", 0)
    table.refuses("custody PLM", "18OE-PRIV-16")


@rule("18OE-PRIV-17")
@pytest.mark.parametrize("use", [True, False])
def test_the_owner_may_interrupt_the_purchase_of_the_last_share(use: bool) -> None:
    table = with_barclay("Ann", "Ben")
    last_share(table)
    table.do("buy PLM from PLM")
    assert table.turn == "Ann"
    table.do("accept" if use else "decline")
    assert table.shares("Ben", "PLM") == (3 if use else 4)
    assert table.turn == ("Ben" if use else "Cleo"), "whose purchase was interrupted chooses another action"
    assert is_gone(table) == use


@rule("18OE-PRIV-17")
def test_the_owner_is_not_asked_about_their_own_purchase() -> None:
    table = with_barclay()
    table.do("buy GWR from GWR")
    assert (table.asked, table.shares("Ann", "GWR")) == ("StockTurn", 3)


@rule("18OE-PRIV-17")
def test_the_owner_is_asked_only_if_the_right_would_be_lost() -> None:
    table = with_barclay("Ann", "Ben")
    table.do("buy PLM from PLM")
    assert table.turn == "Cleo", "two shares are left"
    table = with_barclay("Ann", "Ben")
    table.do("buy GWR from GWR")
    assert table.turn == "Ann", "after the first 25% share is sold, the other cannot be kept"
    table.do("accept")
    assert table.shares("Ben", "GWR") == 1, "the other one is free"
    assert table.record.custody == (table.seat("Ann"), table.company("GWR"))
    table = with_barclay("Ann", "Ben")
    last_share(table)
    table.do("buy BHB from BHB")
    assert table.turn == "Cleo", "BHB is not hers"


@rule("18OE-PRIV-19", "18OE-PRIV-51")
def test_a_minor_of_its_owner_may_be_exchanged_for_the_share() -> None:
    table = with_barclay()
    last_share(table)
    table.minor("B", "Ann", "FB", "U32.0")
    table.do("custody PLM", "merge B into PLM")
    assert table.shares("PLM", "PLM") == 0
    assert table.record.custody is None


@pytest.mark.parametrize("in_market", [0, 1])
@rule("18OE-PRIV-51")
def test_a_minor_of_another_player_is_not(in_market: int) -> None:
    table = with_barclay()
    last_share(table)
    table.give_shares("Cleo", "PLM", 2 - in_market)
    table.give_shares("pool", "PLM", in_market)
    table.minor("B", "Ben", "FB", "U32.0", cash=60)
    table.do("custody PLM", "pass")
    bank = table.cash("ipo")
    if not in_market:
        table.refuses("propose B into PLM paying 0", "18OE-MERGE-07")
        return
    table.do("propose B into PLM paying 0", "accept")
    assert (table.shares("PLM", "PLM"), table.shares("pool", "PLM")) == (1, 0)
    assert table.cash("ipo") == bank + 60
    assert table.record.custody == (table.seat("Ann"), table.company("PLM"))


# -- a marker that does not fall ------------------------------------------------------------------


def in_a_round(table: Europe) -> None:
    """The stock round ends as it should when all have passed."""
    timetable, *rest = table.state.agenda
    table.state.agenda = (timetable, EndOfStockRound(), *rest)


@rule("18OE-PRIV-20", "18OE-PRIV-21")
def test_a_marker_does_not_fall_for_the_rest_of_the_round() -> None:
    table = with_barclay()
    in_a_round(table)
    table.do("prop BHB")
    assert not is_gone(table), "it stays until the round ends"
    table.do("pass", "sell 3 BHB", "pass", "pass", "pass", "pass")
    assert table.state.round.kind == "operating"
    assert table.price("BHB") == 100
    assert is_gone(table)
    assert table.record.propped is None


@rule("18OE-PRIV-21")
def test_in_the_next_round_it_falls() -> None:
    table = with_barclay()
    in_a_round(table)
    table.do("prop BHB", "pass", "pass", "pass")
    table.stock_turn("Ben", number=3)
    table.do("sell 1 BHB")
    assert table.price("BHB") == 90


@rule("18OE-PRIV-21", "18OE-PRIV-04")
def test_a_card_that_was_removed_meanwhile_does_not_leave_twice() -> None:
    table = with_barclay()
    in_a_round(table)
    table.do("prop BHB", "pass", "buy PLM from PLM", "pass", "remove private BBBT", "pass", "sell 1 BHB")
    assert table.price("BHB") == 100, "the marker stays where it is"
    table.do("pass", "pass", "pass", "pass")
    assert table.state.round.kind == "operating"
    assert not any(isinstance(event, PrivateClosed) for event in table.events)


@rule("18OE-PRIV-20")
@pytest.mark.parametrize("use", [True, False])
def test_the_owner_may_interrupt_a_sale(use: bool) -> None:
    table = with_barclay("Ann", "Ben")
    cash = table.cash("Ben")
    table.do("sell 2 BHB")
    assert table.turn == "Ann"
    table.do("accept" if use else "decline")
    assert table.cash("Ben") == cash + 200
    assert table.price("BHB") == (100 if use else 80)
    assert (table.record.propped == table.company("BHB")) == use


@rule("18OE-PRIV-20")
def test_nobody_is_asked_about_a_sale_of_their_own() -> None:
    table = with_barclay("Ben", "Ben")
    table.do("sell 1 BHB")
    assert (table.turn, table.price("BHB")) == ("Ben", 90)
    assert table.allows("prop PLM"), "but it can be used"


@rule("18OE-PRIV-20")
def test_only_one_railroad_is_propped_up() -> None:
    table = with_barclay("Ann", "Ben")
    table.do("sell 1 BHB", "accept", "sell 1 PLM")
    assert table.price("PLM") == 90
    table.refuses("prop PLM", "18OE-PRIV-14")


@rule("18OE-PRIV-20")
def test_a_railroad_without_marker_cannot_be_propped_up() -> None:
    table = with_barclay()
    table.refuses("prop GWR", "18OE-PRIV-20")


@rule("18OE-PRIV-20")
def test_nobody_is_asked_about_a_marker_that_cannot_fall() -> None:
    table = with_barclay("Ann", "Ben")
    table.state.price[table.company("BHB")] = table.book.market.place[50]
    table.do("sell 1 BHB")
    assert table.turn == "Ben"


@rule("18OE-SR-24")
def test_once_committed_it_is_not_traded() -> None:
    table = with_barclay()
    table.do("trade with Ben")
    assert table.allows("give BBBT")
    table.do("call off", "prop BHB")
    table.give_private("WS", "Ann")
    table.do("trade with Ben")
    table.refuses("give BBBT", "18OE-SR-24")
