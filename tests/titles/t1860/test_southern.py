"""The Southern Railway: what the first 9+5 train ends, and what goes on (rules 1860-SOUTH)."""

from __future__ import annotations

import pytest

from railhead.core.events import Noted
from railhead.core.state import FLOATED, Round
from railhead.rules.dividends import Dividend
from railhead.rules.homes import LayHome
from railhead.rules.operating import OperatingRound
from railhead.rules.running import RunTrains
from railhead.rules.stock import StockTurn
from railhead.rules.tokens import PlaceTokens
from railhead.rules.track import LayTrack
from railhead.rules.trains import BuyTrains
from railhead.testing import Table, rule
from railhead.titles.t1860.record import Record1860
from tests.titles.t1860.idling import deciding, idle_until
from tests.titles.t1860.lines import LINE

HALTS_CALLED = "F2.0-F2.1-F2.2-F4.0-G5.0-H4.0-H4.1-I5.0-J6.0-J8.0-I9.0-H8.0-G9.0"
THREE_SMALL_AND_HALTS = "F2.0-F2.1-F2.2-F4.0-G5.0-H4.0-H4.1-(I5.0)-J6.0-J8.0-I9.0-(H8.0)-G9.0"


def southern_table(phase: str = "9") -> Table:
    """C&N with the long line, IOW beside it, and IWNJ: directed but trainless, so no British Rail forms."""
    table = Table(players=3)
    for private in ("Brading", "Yarmouth", "Cowes", "Ryde"):
        table.close_private(private)
    table.lay(*LINE)
    table.float("C&N", par=100, shares={"A": 5}, operated=True, treasury=0)
    table.float("IOW", par=90, shares={"B": 5}, operated=True, treasury=0)
    table.float("IWNJ", par=82, shares={"C": 5}, operated=True, treasury=0)
    table.give_trains("C&N", "6+3")
    table.give_trains("IOW", "6+3")
    table.set_phase(phase)
    if phase == "8":
        table.state.scrapped[6] += table.state.depot[6]
        table.state.depot[6] = 0
    return table


def after_the_southern(phase: str = "9") -> Table:
    """The same, in a set of operating rounds after the stock round that stopped all building."""
    table = southern_table(phase)
    table.remember(building_over=True)
    return table


def own(table: Table) -> Record1860:
    assert isinstance(table.state.record, Record1860)
    return table.state.record


def end_operating_round(table: Table, index: int, of: int = 3) -> None:
    """All companies have operated in this round: what follows?"""
    table.state.round = Round("operating", 2, index, of)
    table.state.agenda = (table.state.agenda[0], OperatingRound(table.book.company_ids))
    table.settle()


def notes(table: Table) -> list[str]:
    return [str(event.text) for event in table.events if isinstance(event, Noted)]


# -- building until the set of operating rounds is over -------------------------------------------


@rule("1860-SOUTH-01")
def test_the_first_9_5_train_forms_the_southern_railway_and_a_second_does_not_again() -> None:
    table = southern_table("8")
    table.give_cash("C&N", 800)
    table.operating_turn("C&N", "trains", index=2, of=3)
    table.do("train 9+5 from ipo")
    assert table.phase == "9"
    assert notes(table) == ["The Southern Railway is formed"]
    assert not own(table).building_over
    table.give_cash("IOW", 800)
    idle_until(table, lambda: deciding(table) is BuyTrains)
    table.do("train 9+5 from ipo")
    assert notes(table) == []


@rule("1860-SOUTH-01")
def test_an_8_4_train_does_not_form_the_southern_railway() -> None:
    table = southern_table("7")
    table.state.scrapped[5] += table.state.depot[5]
    table.state.depot[5] = 0
    table.give_cash("C&N", 700)
    table.operating_turn("C&N", "trains", index=3, of=3)
    table.do("train 8+4 from ipo")
    assert table.phase == "8"
    assert notes(table) == []
    idle_until(table, lambda: table.state.round.kind == "stock")
    assert not own(table).building_over


@rule("1860-SOUTH-01")
def test_the_next_company_still_lays_track_after_the_first_9_5_train() -> None:
    table = southern_table("8")
    table.give_cash("C&N", 800)
    table.operating_turn("C&N", "trains", index=2, of=3)
    table.do("train 9+5 from ipo")
    assert deciding(table) is LayTrack
    assert table.turn == "B"
    table.do("lay 6 on J4 turned 0")
    assert table.book.tiles.names[table.state.tiles[table.hex("J4")] // 6] == "6"


@rule("1860-SOUTH-01")
def test_upgrades_and_bases_go_on_in_the_later_rounds_of_the_set() -> None:
    table = southern_table("9")
    table.give_cash("C&N", 40)
    end_operating_round(table, index=2)
    assert table.state.round == Round("operating", 2, 3, 3)
    assert deciding(table) is LayTrack
    table.do("lay 766 on H8 turned 5")
    assert deciding(table) is PlaceTokens
    table.do("token at G5.0")
    assert table.cash("C&N") == 0
    assert table.state.tokens[table.stop("G5.0")] == (table.company("C&N"),)


# -- from the following stock round on ------------------------------------------------------------


@rule("1860-SOUTH-02")
def test_building_ends_when_the_stock_round_after_the_southern_begins() -> None:
    table = southern_table("9")
    end_operating_round(table, index=2)
    assert not own(table).building_over
    end_operating_round(table, index=3)
    assert table.state.round == Round("stock", 3)
    assert own(table).building_over


@rule("1860-SOUTH-02")
@pytest.mark.parametrize("index", [1, 2, 3])
def test_companies_neither_lay_track_nor_build_bases_in_any_later_operating_round(index: int) -> None:
    table = after_the_southern()
    table.give_cash("C&N", 500)
    table.operating_turn("C&N", "begin", index=index, of=3)
    assert deciding(table) is RunTrains
    table.refuses("lay 766 on H8 turned 5", "1860-SOUTH-02")
    table.refuses("lay 741 on F6 turned 3", "1860-SOUTH-02")
    table.refuses("token at G5.0", "1860-SOUTH-02")


@rule("1860-SOUTH-02")
def test_before_that_stock_round_the_same_company_may_lay_upgrade_and_build() -> None:
    table = southern_table()
    table.give_cash("C&N", 500)
    table.operating_turn("C&N", "begin")
    assert table.allows("lay 766 on H8 turned 5")
    assert table.allows("lay 741 on F6 turned 3")
    table.refuses("token at G5.0", "1860-OR-05")
    table.do("pass")
    assert table.allows("token at G5.0")


@rule("1860-SOUTH-02")
def test_no_building_after_a_whole_stock_round_is_played() -> None:
    table = southern_table("9")
    table.give_cash("C&N", 500)
    end_operating_round(table, index=3)
    seen = set()

    def next_stock_round() -> bool:
        seen.add(deciding(table))
        return table.state.round == Round("stock", 4)

    idle_until(table, next_stock_round)
    assert {RunTrains, Dividend} <= seen
    assert not seen & {LayTrack, PlaceTokens}


@rule("1860-SOUTH-02")
def test_a_company_that_floats_after_building_has_ended_gets_no_home_tile_and_no_base() -> None:
    table = after_the_southern()
    table.start("FYN", par=62, shares={"A": 2, "B": 2})
    table.give_cash("A", 100)
    table.stock_turn("A", number=6)
    table.do("buy FYN from ipo")
    assert table.has("FYN", FLOATED)
    assert table.cash("FYN") == 620
    assert table.price("FYN") == 62
    assert deciding(table) is StockTurn
    assert table.state.tokens.get(table.stop("B4.0"), ()) == ()
    assert table.state.spare_tokens[table.company("FYN")] == 3
    assert table.hex("B4") not in table.state.tiles


@rule("1860-SOUTH-02")
def test_a_company_that_floats_before_gets_its_home_tile_and_base() -> None:
    table = southern_table()
    table.start("FYN", par=62, shares={"A": 2, "B": 2})
    table.give_cash("A", 100)
    table.stock_turn("A", number=6)
    table.do("buy FYN from ipo")
    assert deciding(table) is LayHome
    assert table.state.tokens[table.stop("B4.0")] == (table.company("FYN"),)


# -- halts ----------------------------------------------------------------------------------------


@rule("1860-SOUTH-03")
def test_halts_pay_a_subsidy_and_use_places_until_building_ends() -> None:
    table = southern_table()
    table.give_cash("C&N", 0)
    table.give_trains("C&N", "9+5")
    table.operating_turn("C&N", "run")
    table.refuses(f"run 6+3 {THREE_SMALL_AND_HALTS}", "1860-ROUTE-01")
    table.do(f"run 9+5 {HALTS_CALLED}")
    assert table.state.revenue[table.company("C&N")] == 340
    assert table.state.subsidy[table.company("C&N")] == 20


@rule("1860-SOUTH-03")
def test_halts_use_no_place_of_a_train_any_more() -> None:
    table = after_the_southern()
    table.operating_turn("C&N", "run")
    table.do(f"run 6+3 {THREE_SMALL_AND_HALTS}")
    assert table.state.revenue[table.company("C&N")] == 320


@rule("1860-SOUTH-03")
def test_small_stations_still_use_places() -> None:
    table = after_the_southern()
    table.operating_turn("C&N", "run")
    table.refuses(f"run 6+3 {THREE_SMALL_AND_HALTS.replace('(I5.0)', 'I5.0')}", "1860-ROUTE-01")


@rule("1860-SOUTH-03")
def test_a_run_over_two_halts_brings_no_subsidy_any_more() -> None:
    table = after_the_southern()
    table.give_trains("C&N", "9+5")
    table.operating_turn("C&N", "run")
    table.do(f"run 9+5 {HALTS_CALLED}")
    assert table.state.revenue[table.company("C&N")] == 340
    assert table.state.subsidy[table.company("C&N")] == 0
    table.do("pay")
    assert table.cash("C&N") == 0


@rule("1860-SOUTH-03")
def test_halts_count_in_the_rest_of_the_set_in_which_the_southern_forms() -> None:
    table = southern_table("8")
    table.give_cash("IOW", 800)
    table.operating_turn("IOW", "trains", index=1, of=3)
    table.do("train 9+5 from ipo")
    idle_until(table, lambda: deciding(table) is RunTrains)
    assert table.turn == "A"
    table.refuses(f"run 6+3 {THREE_SMALL_AND_HALTS}", "1860-ROUTE-01")


# -- what goes on ---------------------------------------------------------------------------------


@rule("1860-SOUTH-04")
@pytest.mark.parametrize(("decision", "to_director", "to_company"), [("pay", 160, 0), ("keep", 0, 320)])
def test_companies_still_run_and_choose_between_paying_and_keeping(
    decision: str, to_director: int, to_company: int
) -> None:
    table = after_the_southern()
    before = table.cash("A")
    table.operating_turn("C&N", "begin")
    table.do(f"run 6+3 {THREE_SMALL_AND_HALTS}")
    assert table.offered() == ["pay", "keep"]
    table.do(decision)
    assert table.cash("A") == before + to_director
    assert table.cash("C&N") == to_company


@rule("1860-SOUTH-04")
def test_directors_are_not_bound_to_run_for_the_maximum_before_british_rail() -> None:
    table = after_the_southern()
    table.operating_turn("C&N", "run")
    table.do("run 6+3 F2.0-F2.1-F2.2-F4.0-G5.0")
    assert table.state.revenue[table.company("C&N")] == 160


@rule("1860-SOUTH-04")
def test_companies_still_trade_trains_with_each_other_and_buy_from_the_bank() -> None:
    table = after_the_southern()
    table.give_trains("IOW", "9+5")
    table.give_cash("C&N", 1000)
    table.operating_turn("C&N", "trains")
    assert table.allows("train 9+5 from ipo")
    table.do("offer 200 for 9+5 of IOW")
    assert table.turn == "B"
    table.do("accept")
    assert table.trains("C&N") == ["6+3", "9+5"]
    assert table.trains("IOW") == ["6+3"]
    assert (table.cash("C&N"), table.cash("IOW")) == (800, 200)


@rule("1860-SOUTH-04")
def test_stock_rounds_still_come_after_every_three_operating_rounds() -> None:
    table = after_the_southern()
    table.stock_turn("A", number=5, settle=True)
    rounds = [table.state.round]

    def five_rounds_played() -> bool:
        if table.state.round != rounds[-1]:
            rounds.append(table.state.round)
        return len(rounds) == 5

    idle_until(table, five_rounds_played)
    assert rounds == [
        Round("stock", 5),
        Round("operating", 5, 1, 3),
        Round("operating", 5, 2, 3),
        Round("operating", 5, 3, 3),
        Round("stock", 6),
    ]
    assert not own(table).nationalised


@rule("1860-SOUTH-04")
def test_shares_are_still_traded_in_those_stock_rounds() -> None:
    table = after_the_southern()
    table.give_cash("A", 100)
    table.stock_turn("A", number=6)
    table.do("sell 1 C&N")
    assert table.cash("A") == 200
    table.do("buy IOW from ipo")
    assert table.shares("A", "IOW") == 1
