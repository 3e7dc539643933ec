"""The end of the game: what brings it, when it comes, and what the players' assets count for (rules 1860-END)."""

from __future__ import annotations

import re

import pytest

from railhead.core import engine
from railhead.core.actions import Pass
from railhead.core.events import Noted
from railhead.core.state import Round
from railhead.core.view import view
from railhead.rules.operating import OperatingRound
from railhead.rules.running import RunTrains
from railhead.rules.stock import StockTurn
from railhead.testing import Table, rule
from tests.titles.t1860.idling import best_run, deciding, idle_until

LINE = ("789@0 F2", "766@3 F4", "773@0 G5")
"""Cowes to Newport and Shide: 60, 20, a halt, 20, 60, 20."""
RYDE = ("786@0 I3", "759@2 J4")
"""Ryde Pier, Ryde Esplanade and Ryde: 40, 60 and 30."""


def late_table(treasury: int = 0) -> Table:
    """C&N runs for 180 and IOW for 130; IWNJ has a director and no train, so that no British Rail forms."""
    table = Table(players=3)
    for private in ("Brading", "Yarmouth", "Cowes", "Ryde"):
        table.close_private(private)
    table.lay(*LINE, *RYDE)
    table.float("C&N", par=100, shares={"A": 5, "B": 1}, operated=True, treasury=treasury)
    table.float("IOW", par=90, shares={"B": 5}, operated=True, treasury=treasury)
    table.float("IWNJ", par=82, shares={"C": 5}, operated=True, treasury=0)
    table.give_trains("C&N", "6+3")
    table.give_trains("IOW", "6+3")
    table.set_phase("9")
    table.remember(building_over=True)
    return table


def leave_in_bank(table: Table, amount: int) -> None:
    """C holds all the money that the bank is not to have."""
    table.give_cash("C", table.cash("C") + table.cash("ipo") - amount)
    assert table.cash("ipo") == amount


def rounds_until_the_end(table: Table) -> list[Round]:
    """Every round from now on, the present one first."""
    rounds = [table.state.round]

    def over() -> bool:
        if table.state.round != rounds[-1]:
            rounds.append(table.state.round)
        return table.over

    idle_until(table, over)
    return rounds


def end_operating_round(table: Table, index: int, of: int) -> None:
    """All companies have operated in this round: what follows?"""
    table.state.round = Round("operating", 5, index, of)
    table.state.agenda = (table.state.agenda[0], OperatingRound(table.book.company_ids))
    table.settle()


def worth(table: Table, player: str) -> int:
    seat = table.seat(player)
    return view(table.book, table.state, seat).players[seat].worth


def bare_table() -> Table:
    """A table whose players have nothing but what a test gives them."""
    table = Table(players=3)
    for player in "ABC":
        table.give_cash(player, 0)
    return table


# -- the top of the market ------------------------------------------------------------------------


@rule("1860-END-01")
@pytest.mark.parametrize("index", [1, 2, 3])
def test_a_price_of_340_ends_the_game_at_the_end_of_the_operating_round(index: int) -> None:
    table = late_table()
    table.set_price("C&N", 320)
    table.state.revenue[table.company("C&N")] = 320
    table.operating_turn("C&N", "dividend", number=5, index=index, of=3)
    table.do("pay")
    assert table.price("C&N") == 340
    assert table.state.ending == "a share price has reached the top of the market"
    assert not table.over
    assert deciding(table) is RunTrains
    assert table.turn == "B"
    assert rounds_until_the_end(table) == [Round("operating", 5, index, 3)]
    assert table.state.revenue[table.company("IOW")] == 130


@rule("1860-END-01")
def test_a_price_of_330_does_not_end_the_game() -> None:
    table = late_table()
    table.set_price("C&N", 310)
    table.state.revenue[table.company("C&N")] = 310
    table.operating_turn("C&N", "dividend", number=5, index=1, of=3)
    table.do("pay")
    assert table.price("C&N") == 330
    assert table.state.ending == ""
    idle_until(table, lambda: table.over or table.state.round.index == 2)
    assert not table.over


# -- the bank -------------------------------------------------------------------------------------


@rule("1860-END-02")
@pytest.mark.parametrize("index", [1, 2, 3])
def test_a_dividend_the_bank_cannot_pay_ends_the_game_with_that_operating_round(index: int) -> None:
    table = late_table()
    leave_in_bank(table, 107)
    paid = table.cash("A"), table.cash("B")
    table.operating_turn("C&N", "run", number=5, index=index, of=3)
    table.do(best_run(table), "pay")
    assert (table.cash("A"), table.cash("B")) == (paid[0] + 90, paid[1] + 18)
    assert table.state.ending == "the bank is out of money"
    assert not table.over
    assert rounds_until_the_end(table) == [Round("operating", 5, index, 3)]
    assert table.state.revenue[table.company("IOW")] == 130


@rule("1860-END-02")
def test_a_bank_that_pays_its_last_pound_is_not_out_of_money() -> None:
    table = late_table()
    leave_in_bank(table, 108)
    table.operating_turn("C&N", "run", number=5, index=1, of=3)
    table.do(best_run(table), "pay")
    assert table.cash("ipo") == 0
    assert table.state.ending == ""
    idle_until(table, lambda: table.over or table.state.round.index == 2)
    assert not table.over


@rule("1860-END-02")
@pytest.mark.parametrize(("left", "ending"), [(25, ""), (24, "the bank is out of money")])
def test_the_income_of_privates_can_break_the_bank(left: int, ending: str) -> None:
    table = late_table()
    table.give_private("Fishbourne", "A")
    leave_in_bank(table, left)
    before = table.cash("A")
    end_operating_round(table, index=1, of=3)
    assert table.cash("A") == before + 25
    assert table.state.ending == ending
    if ending:
        assert rounds_until_the_end(table) == [Round("operating", 5, 2, 3)]
    else:
        idle_until(table, lambda: table.over or table.state.round.index == 3)
        assert not table.over


@rule("1860-END-02")
def test_a_bank_broken_in_a_stock_round_ends_the_game_after_exactly_one_operating_round() -> None:
    table = late_table()
    leave_in_bank(table, 199)
    table.stock_turn("A", number=5)
    table.do("sell 2 C&N")
    assert table.cash("A") == 870
    assert table.state.ending == "the bank is out of money"
    assert deciding(table) is StockTurn
    assert rounds_until_the_end(table) == [Round("stock", 5), Round("operating", 5, 1, 3)]
    assert table.state.revenue[table.company("C&N")] == 180


@rule("1860-END-02")
def test_a_sale_the_bank_can_just_pay_does_not_end_the_game() -> None:
    table = late_table()
    leave_in_bank(table, 200)
    table.stock_turn("A", number=5)
    table.do("sell 2 C&N")
    assert table.cash("ipo") == 0
    assert table.state.ending == ""
    idle_until(table, lambda: table.over or table.state.round == Round("operating", 5, 2, 3))
    assert not table.over


@rule("1860-END-02")
def test_money_that_comes_back_to_the_bank_does_not_call_the_end_off() -> None:
    table = late_table()
    leave_in_bank(table, 199)
    table.stock_turn("A", number=5)
    table.do("sell 2 C&N", "buy IOW from ipo", "pass")
    assert table.cash("ipo") == 89
    assert rounds_until_the_end(table) == [Round("stock", 5), Round("operating", 5, 1, 3)]


@rule("1860-END-02")
def test_the_price_of_a_private_sold_can_break_the_bank() -> None:
    table = late_table()
    table.give_private("Fishbourne", "A")
    leave_in_bank(table, 169)
    table.stock_turn("A", number=5)
    table.do("sell-private Fishbourne")
    assert table.state.ending == "the bank is out of money"


@rule("1860-END-02")
def test_company_credits_never_break_the_bank() -> None:
    table = late_table()
    leave_in_bank(table, 0)
    table.operating_turn("C&N", "run", number=5, index=1, of=3)
    table.do(best_run(table), "keep")
    assert table.cash("C&N") == 180
    assert table.cash("ipo") == 0
    assert table.state.ending == ""


# -- nationalisation ------------------------------------------------------------------------------


@rule("1860-END-03")
def test_the_game_is_over_when_the_last_two_companies_of_british_rail_have_run() -> None:
    table = late_table()
    table.bankrupt("IWNJ")
    end_operating_round(table, index=3, of=3)
    assert rounds_until_the_end(table) == [Round("operating", 5, 4, 4)]
    assert table.state.dividend[table.company("C&N")] == 180
    assert table.state.dividend[table.company("IOW")] == 130
    assert table.state.ending == "nationalisation is complete"
    assert any(isinstance(event, Noted) and " wins the game: " in str(event.text) for event in table.events)


@rule("1860-END-03")
def test_the_game_goes_on_while_nothing_ends_it() -> None:
    table = late_table()
    table.stock_turn("A", number=5, settle=True)
    idle_until(table, lambda: table.over or table.state.round == Round("stock", 7))
    assert not table.over
    assert table.state.ending == ""


# -- the score ------------------------------------------------------------------------------------


@rule("1860-END-04")
def test_cash_privates_and_shares_at_the_market_price_are_added_up() -> None:
    table = bare_table()
    table.float("C&N", par=100, price=110, shares={"B": 4, "A": 3})
    table.give_trains("C&N", "2+1")
    table.give_private("Fishbourne", "A")
    table.give_cash("A", 410)
    assert worth(table, "A") == 940


@rule("1860-END-04")
def test_the_market_price_counts_and_not_the_par() -> None:
    table = bare_table()
    table.float("C&N", par=74, price=150, shares={"A": 4})
    table.give_trains("C&N", "2+1")
    assert worth(table, "A") == 600


@rule("1860-END-04")
@pytest.mark.parametrize(
    ("private", "value"), [("Brading", 30), ("Yarmouth", 50), ("Cowes", 90), ("Ryde", 130), ("Fishbourne", 200)]
)
def test_an_open_private_counts_its_face_value_for_its_owner_only(private: str, value: int) -> None:
    table = bare_table()
    table.give_private(private, "B")
    assert [worth(table, player) for player in "ABC"] == [0, value, 0]
    table.close_private(private)
    assert [worth(table, player) for player in "ABC"] == [0, 0, 0]


@rule("1860-END-04")
def test_shares_of_several_companies_are_added_up() -> None:
    table = bare_table()
    table.float("C&N", par=100, shares={"A": 3, "B": 2})
    table.float("IOW", par=90, shares={"B": 4, "A": 1, "pool": 2})
    table.give_trains("C&N", "2+1")
    table.give_trains("IOW", "2+1")
    table.give_cash("A", 7)
    assert worth(table, "A") == 7 + 300 + 90
    assert worth(table, "B") == 200 + 360
    assert worth(table, "C") == 0


@rule("1860-END-05")
@pytest.mark.parametrize(
    ("price", "shares", "value"), [(65, 5, 160), (65, 1, 32), (68, 3, 102), (95, 2, 94), (7, 5, 15)]
)
def test_a_share_of_a_trainless_company_counts_half_with_the_fraction_dropped(
    price: int, shares: int, value: int
) -> None:
    table = bare_table()
    table.float("C&N", par=100, price=price, shares={"B": 5, "A": shares}, operated=True)
    assert worth(table, "A") == value


@rule("1860-END-05")
def test_a_train_makes_the_shares_count_in_full() -> None:
    table = bare_table()
    table.float("C&N", par=100, price=65, shares={"B": 5, "A": 5}, operated=True)
    table.give_trains("C&N", "2+1")
    assert worth(table, "A") == 325


@rule("1860-END-05")
def test_an_insolvent_company_has_no_train_of_its_own() -> None:
    table = bare_table()
    table.float("C&N", par=100, price=65, shares={"B": 5, "A": 5}, operated=True)
    table.insolvent("C&N")
    assert worth(table, "A") == 160


@rule("1860-END-05")
def test_another_companys_train_does_not_help() -> None:
    table = bare_table()
    table.float("C&N", par=100, price=65, shares={"B": 5, "A": 5}, operated=True)
    table.float("IOW", par=90, shares={"C": 5}, operated=True)
    table.give_trains("IOW", "2+1")
    assert worth(table, "A") == 160


@rule("1860-END-05")
def test_half_the_par_counts_for_a_company_that_has_not_floated() -> None:
    table = bare_table()
    table.start("C&N", par=82, shares={"A": 3, "B": 1})
    assert worth(table, "A") == 123
    assert worth(table, "B") == 41


@rule("1860-END-05")
def test_trainless_shares_count_half_also_where_they_would_be_sold_in_full() -> None:
    table = Table(players=3, options=("non_operated_full_value",))
    table.give_cash("A", 0)
    table.float("C&N", par=100, shares={"A": 5})
    assert worth(table, "A") == 250


@rule("1860-END-06", "1860-DX-29")
def test_the_directors_certificate_of_a_trainless_company_at_65_counts_64() -> None:
    table = bare_table()
    table.float("C&N", par=100, price=65, shares={"A": 2, "B": 2}, operated=True)
    assert table.director("C&N") == "A"
    assert worth(table, "A") == 64
    assert worth(table, "B") == 64


@rule("1860-END-06")
def test_the_directors_certificate_counts_as_two_shares() -> None:
    table = bare_table()
    table.float("C&N", par=100, price=65, shares={"A": 2}, operated=True)
    table.give_trains("C&N", "2+1")
    assert worth(table, "A") == 130


@rule("1860-END-06")
def test_company_credits_count_nothing() -> None:
    table = bare_table()
    table.float("C&N", par=100, price=65, shares={"A": 2}, operated=True, treasury=0)
    before = worth(table, "A")
    table.give_cash("C&N", 2000)
    assert worth(table, "A") == before == 64


# -- the winner -----------------------------------------------------------------------------------


@rule("1860-END-07")
def test_the_game_closes_with_every_players_total() -> None:
    table = late_table()
    for player, cash in {"A": 100, "B": 200, "C": 300}.items():
        table.give_cash(player, cash)
    table.state.ending = "the bank is out of money"
    end_operating_round(table, index=1, of=3)
    assert table.over
    last = table.events[-1]
    assert isinstance(last, Noted)
    totals = {name: int(total) for name, total in re.findall(r"([ABC]) (\d+)", str(last.text))}
    assert totals == {"A": 100 + 500, "B": 200 + 100 + 450, "C": 300 + 205}
    assert totals == {player: worth(table, player) for player in "ABC"}
    assert max(totals, key=lambda player: totals[player]) == "B"


@rule("1860-END-07")
def test_nothing_can_be_done_once_the_game_is_over() -> None:
    table = late_table()
    table.state.ending = "the bank is out of money"
    end_operating_round(table, index=1, of=3)
    assert engine.choices(table.book, table.state) is None
    refusal = engine.why_not(table.book, table.state, Pass())
    assert refusal is not None
    assert refusal.rule == "1860-END-07"
