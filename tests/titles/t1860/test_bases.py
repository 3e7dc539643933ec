"""Building bases in 1860."""

from __future__ import annotations

import pytest

from railhead.core.state import BANKRUPT, INSOLVENT
from railhead.testing import Table, rule

EAST = ("6@0 J4", "746@0 J6", "6@1 J8", "57@1 I9")
"""From Ryde Esplanade by Ryde, Brading and Sandown to Shanklin."""


def ryde_turn(*tiles: str, treasury: int = 740, bases: tuple[str, ...] = ()) -> Table:
    """IOW, with its base at Ryde Esplanade and those named, may build a base."""
    table = Table()
    table.float("IOW", par=74, shares={"A": 3, "B": 2}, treasury=treasury)
    table.lay(*tiles)
    for stop in bases:
        table.token("IOW", stop)
    table.operating_turn("IOW", "base")
    return table


def rival(table: Table, company: str, *stops: str) -> None:
    table.float(company, par=62, shares={"C": 5})
    for stop in stops:
        table.token(company, stop)


def holders(table: Table, stop: str) -> list[str]:
    return [table.book.company_names[company] for company in table.state.tokens.get(table.stop(stop), ())]


# -- number and price -----------------------------------------------------------------------------


@rule("1860-TOKEN-01")
def test_one_base_is_built_in_a_turn_and_no_second() -> None:
    table = ryde_turn(*EAST)
    assert table.offered("token") == ["token at I9.0", "token at J4.0", "token at J6.0", "token at J8.0"]
    table.do("token at J4.0")
    assert table.step.purpose != "place a [token]"
    table.refuses("token at J6.0", "1860-OR-05")
    assert not table.offered("token")


@rule("1860-TOKEN-01")
def test_the_next_operating_round_allows_another_base() -> None:
    table = ryde_turn(*EAST)
    table.do("token at J4.0")
    table.operating_turn("IOW", "base", number=3)
    table.do("token at J6.0")
    assert (holders(table, "J4.0"), holders(table, "J6.0")) == (["IOW"], ["IOW"])


@rule("1860-TOKEN-01")
def test_a_company_need_not_build_a_base() -> None:
    table = ryde_turn(*EAST)
    table.do("pass")
    assert table.step.purpose != "place a [token]"
    assert len(table.state.tokens) == 1
    assert table.cash("IOW") == 740


@rule("1860-TOKEN-02", "1860-EX-15")
def test_the_first_base_costs_forty_and_each_further_one_a_hundred() -> None:
    table = ryde_turn(*EAST, treasury=1000)
    paid = []
    for number, stop in enumerate(("J4.0", "J6.0", "J8.0")):
        table.operating_turn("IOW", "base", number=2 + number)
        before, credits = table.cash("IOW"), table.cash("pool")
        money = table.cash("ipo")
        table.do(f"token at {stop}")
        paid.append(before - table.cash("IOW"))
        assert table.cash("pool") == credits + paid[-1]
        assert table.cash("ipo") == money
    assert paid == [40, 100, 100]


@rule("1860-TOKEN-02", "1860-SETUP-10")
def test_a_company_without_a_token_left_builds_no_base() -> None:
    table = ryde_turn(*EAST, bases=("J4.0", "J6.0", "J8.0"))
    table.refuses("token at I9.0", "1860-SETUP-10")
    assert table.offered() == ["pass"]


@rule("1860-TOKEN-02")
def test_the_price_follows_the_companys_own_bases_only() -> None:
    table = ryde_turn(*EAST)
    rival(table, "BHI&R", "J8.0")
    table.do("token at J4.0")
    assert table.cash("IOW") == 740 - 40


@rule("1860-TOKEN-07")
@pytest.mark.parametrize(("bases", "price"), [((), 40), (("J6.0",), 100), (("J6.0", "J8.0"), 100)])
def test_a_base_is_paid_from_the_treasury_in_full(bases: tuple[str, ...], price: int) -> None:
    table = ryde_turn(*EAST, treasury=price - 1, bases=bases)
    assert table.cash("A") > price
    table.refuses("token at J4.0", "1860-TOKEN-07")
    assert not table.offered("token")
    table.give_cash("IOW", price)
    director = table.cash("A")
    table.do("token at J4.0")
    assert table.cash("IOW") == 0
    assert table.cash("A") == director
    assert holders(table, "J4.0") == ["IOW"]


# -- where ----------------------------------------------------------------------------------------


@rule("1860-TOKEN-03")
def test_a_company_without_a_train_builds_at_the_end_of_its_line() -> None:
    table = ryde_turn(*EAST)
    assert not table.trains("IOW")
    table.do("token at I9.0")
    assert holders(table, "I9.0") == ["IOW"]


@rule("1860-TOKEN-03")
def test_a_base_needs_track_that_leads_there() -> None:
    table = ryde_turn("6@0 J4", "6@1 J8", "57@1 I9")
    assert table.offered("token") == ["token at J4.0"]
    for stop in ("J8.0", "I9.0", "G5.0", "I11.0"):
        table.refuses(f"token at {stop}", "1860-TOKEN-03")


@rule("1860-TOKEN-03")
def test_track_from_any_base_will_do() -> None:
    table = ryde_turn("6@0 J4", "6@1 J8", "57@1 I9", bases=("J8.0",))
    assert table.offered("token") == ["token at I9.0", "token at J4.0"]


@rule("1860-TOKEN-03")
def test_a_full_station_takes_no_base_and_ends_the_line() -> None:
    table = ryde_turn(*EAST)
    rival(table, "BHI&R", "J6.0")
    assert table.offered("token") == ["token at J4.0"]
    table.refuses("token at J6.0", "1860-TOKEN-03")
    table.refuses("token at J8.0", "1860-TOKEN-03")


@rule("1860-TOKEN-03")
def test_the_line_goes_on_beyond_a_station_with_an_own_base() -> None:
    table = ryde_turn(*EAST, bases=("J4.0",))
    assert table.offered("token") == ["token at I9.0", "token at J6.0", "token at J8.0"]


@rule("1860-TOKEN-03")
def test_a_second_circle_takes_a_base_and_lets_the_line_go_on() -> None:
    table = ryde_turn(*EAST)
    table.lay("757@0 J6", "770@0 J6")
    rival(table, "BHI&R", "J6.0")
    assert table.offered("token") == ["token at I9.0", "token at J4.0", "token at J6.0", "token at J8.0"]
    table.do("token at J6.0")
    assert holders(table, "J6.0") == ["BHI&R", "IOW"]


@rule("1860-TOKEN-03")
def test_two_circles_full_of_others_end_the_line() -> None:
    table = ryde_turn(*EAST)
    table.lay("757@0 J6", "770@0 J6")
    rival(table, "BHI&R", "J6.0")
    rival(table, "NGStL", "J6.0")
    assert table.offered("token") == ["token at J4.0"]


@rule("1860-TOKEN-03")
def test_halts_small_stations_and_the_pier_take_no_base() -> None:
    table = ryde_turn("57@2 J4", "743@2 K5")
    table.lay("758@0 I3")
    table.refuses("token at K5.0", "1860-TOKEN-03")
    table.refuses("token at J2.0", "1860-TOKEN-03")
    table.refuses("token at H6.0", "1860-TOKEN-03")
    assert table.offered("token") == ["token at J4.0"]


@rule("1860-TOKEN-03", "1860-TRACK-23")
def test_the_flipped_base_of_a_bankrupt_company_fills_its_circle() -> None:
    table = ryde_turn(*EAST)
    rival(table, "BHI&R", "J6.0")
    table.bankrupt("BHI&R")
    table.refuses("token at J6.0", "1860-TOKEN-03")
    table.refuses("token at J8.0", "1860-TOKEN-03")


@rule("1860-TOKEN-04")
def test_a_company_has_one_base_on_a_hex() -> None:
    table = Table()
    table.float("C&N", par=74, shares={"A": 5})
    table.lay("787@0 F2", "742@3 F4", "763@0 G5", "773@0 G5")
    table.operating_turn("C&N", "base")
    assert table.offered("token") == ["token at G5.0", "token at G5.1"]
    table.do("token at G5.0")
    table.operating_turn("C&N", "base", number=3)
    table.refuses("token at G5.1", "1860-TOKEN-04")
    table.refuses("token at G5.0", "1860-TOKEN-04")
    assert not table.offered("token")


@rule("1860-TOKEN-04")
def test_a_base_in_shide_shuts_the_company_out_of_newport() -> None:
    table = Table()
    table.float("C&N", par=74, shares={"A": 5})
    table.lay("787@0 F2", "742@3 F4", "763@0 G5", "773@0 G5")
    table.operating_turn("C&N", "base")
    table.do("token at G5.1")
    table.operating_turn("C&N", "base", number=3)
    table.refuses("token at G5.0", "1860-TOKEN-04")


@rule("1860-TOKEN-04")
def test_two_companies_may_have_bases_on_one_hex() -> None:
    table = Table()
    table.float("C&N", par=74, shares={"A": 5})
    table.lay("787@0 F2", "742@3 F4", "763@0 G5", "773@0 G5")
    rival(table, "BHI&R", "G5.1")
    table.operating_turn("C&N", "base")
    table.do("token at G5.0")
    assert (holders(table, "G5.0"), holders(table, "G5.1")) == (["C&N"], ["BHI&R"])


@rule("1860-TOKEN-04")
def test_a_company_does_not_take_both_circles_of_a_station() -> None:
    table = ryde_turn(*EAST, bases=("J6.0",))
    table.lay("757@0 J6", "770@0 J6")
    table.refuses("token at J6.0", "1860-TOKEN-04")


# -- homes of other companies ---------------------------------------------------------------------

TO_GODSHILL = ("761@0 G7", "746@0 G9")


def godshill_turn(*tiles: str) -> Table:
    """IWNJ may build a base; its line leads to Godshill, the home of NGStL."""
    table = Table()
    table.float("IWNJ", par=68, shares={"A": 5})
    table.lay(*TO_GODSHILL, *tiles)
    table.operating_turn("IWNJ", "base")
    return table


TWO_CIRCLES = ("757@0 G9", "770@0 G9")


@rule("1860-TOKEN-05")
def test_the_only_circle_is_kept_for_a_company_at_home_there() -> None:
    table = godshill_turn()
    table.refuses("token at G9.0", "1860-TOKEN-05")
    assert not table.offered("token")


@rule("1860-TOKEN-05")
def test_the_circle_is_kept_for_a_company_that_is_started_but_not_floated() -> None:
    table = godshill_turn()
    table.start("NGStL", par=62, shares={"C": 2})
    table.refuses("token at G9.0", "1860-TOKEN-05")


@rule("1860-TOKEN-05")
def test_a_second_circle_may_be_taken_once_and_the_last_is_kept() -> None:
    table = godshill_turn(*TWO_CIRCLES)
    rival(table, "S&C")
    table.lay("743@0 G11", "751@4 G11", "115@4 F12")
    table.do("token at G9.0")
    assert holders(table, "G9.0") == ["IWNJ"]
    table.operating_turn("S&C", "base")
    table.refuses("token at G9.0", "1860-TOKEN-05")


@rule("1860-TOKEN-05")
def test_the_company_at_home_there_still_finds_its_circle() -> None:
    table = godshill_turn(*TWO_CIRCLES)
    table.do("token at G9.0")
    table.float("NGStL", par=62, shares={"C": 5})
    assert holders(table, "G9.0") == ["IWNJ", "NGStL"]


@rule("1860-TOKEN-05")
def test_once_the_company_is_at_home_the_other_circle_is_free_for_all() -> None:
    table = godshill_turn(*TWO_CIRCLES)
    table.float("NGStL", par=62, shares={"C": 5})
    table.do("token at G9.0")
    assert holders(table, "G9.0") == ["NGStL", "IWNJ"]


@rule("1860-TOKEN-05")
def test_one_circle_with_the_company_at_home_is_simply_full() -> None:
    table = godshill_turn()
    table.float("NGStL", par=62, shares={"C": 5})
    table.refuses("token at G9.0", "1860-TOKEN-03")


@rule("1860-TOKEN-05")
def test_a_circle_kept_for_another_company_does_not_end_the_line() -> None:
    table = godshill_turn("741@3 G11", "742@5 H10")
    assert table.offered("token") == ["token at I11.0"]
    table.float("NGStL", par=62, shares={"C": 5})
    assert not table.offered("token")


# -- bases stay -----------------------------------------------------------------------------------


@rule("1860-TOKEN-06")
def test_bases_stay_on_the_board_through_bankruptcy() -> None:
    table = Table()
    table.float("BHI&R", par=62, shares={"A": 5}, price=7, operated=True, treasury=0)
    table.lay("115@2 L6", "6@0 J4")
    table.token("BHI&R", "J4.0")
    before = dict(table.state.tokens)
    table.operating_turn("BHI&R", "dividend")
    assert table.has("BHI&R", BANKRUPT)
    assert table.state.tokens == before


@rule("1860-TOKEN-06")
def test_bases_stay_on_the_board_through_insolvency() -> None:
    table = ryde_turn("6@0 J4", treasury=0, bases=("J4.0",))
    before = dict(table.state.tokens)
    table.operating_turn("IOW", "trains")
    table.do("pass")
    assert table.has("IOW", INSOLVENT)
    assert table.state.tokens == before


@rule("1860-TOKEN-06")
@pytest.mark.parametrize("part", ["track", "base", "run", "dividend", "trains"])
def test_no_action_takes_a_base_away(part: str) -> None:
    table = ryde_turn(*EAST, bases=("J4.0",))
    table.give_trains("IOW", "2+1")
    table.operating_turn("IOW", part)
    assert all(choice.action.form.split()[0] in WORDS for choice in table.choices)


WORDS = {"lay", "token", "run", "pay", "keep", "train", "offer", "pass"}
