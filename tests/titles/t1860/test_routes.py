"""Routes: what a train may visit, how runs go together, and what they earn (rules 1860-ROUTE)."""

from __future__ import annotations

import pytest

from railhead.core import engine
from railhead.routes.model import Allowance
from railhead.rules.dividends import Dividend
from railhead.rules.running import Run, RunTrains
from railhead.testing import Table, rule
from railhead.titles.t1860.running import run_problem

EAST = ("6@0 J4", "746@0 J6", "6@1 J8", "57@1 I9", "742@2 H10", "746@2 G9")
"""One line from Ryde: I3 30, J4 20, J6 10, J8 20, I9 20, all large, a halt at H10, G9 large 10."""

WEST = ("787@0 F2", "742@3 F4")
"""Cowes to Newport: F2.0 large 20, F2.1 small 10, F2.2 halt, F4.0 halt, G5.0 large 30."""

SMALL_WEST = ("787@0 F2", "748@3 F4")
"""The same line with a small station of 10 at F4."""

SOUTH_WEST = ("787@0 F2", "743@0 F4", "749@0 F6", "9@0 F8", "749@0 F10")
"""Cowes straight south: F2 as above, a halt at F4, small stations of 10 at F6 and, beyond plain F8, at F10."""

JUNCTION = ("769@5 H8", "746@1 G9", "6@2 I9")
"""A small station of 10 at H8, joined to G7 (large 10, printed), G9 (large 10), I9 (large 20) and H6."""

NEWPORT_LOOP = ("763@0 G5", "741@4 F6", "775@0 G7")
"""G5.0 to G7.0 by the halt F6.0, and on by the small station G7.1 to G5.1, back on the hex of G5.0."""

CROSSING_LOOP = ("761@0 G7", "20@0 H6", "741@1 I5", "754@3 H4", "749@0 H8")
"""G7.0, plain H6, I5.0, H4.1, H6 again by other track, H8.0."""


def company(name: str, *trains: str, tiles: tuple[str, ...], phase: str = "2") -> Table:
    """A company with these trains and its home base, directed by A."""
    table = Table()
    table.lay(*tiles)
    table.float(name, par=74, shares={"A": 5}, operated=True, treasury=0)
    table.give_trains(name, *trains)
    table.set_phase(phase)
    return table


def iow(*trains: str, tiles: tuple[str, ...] = EAST, phase: str = "2") -> Table:
    """The IOW, at home in Ryde Esplanade (I3.0)."""
    return company("IOW", *trains, tiles=tiles, phase=phase)


def cowes(*trains: str, tiles: tuple[str, ...] = WEST, phase: str = "2") -> Table:
    """The C&N, at home in Cowes (F2.0)."""
    return company("C&N", *trains, tiles=tiles, phase=phase)


def junction(*trains: str, tiles: tuple[str, ...] = JUNCTION, phase: str = "2") -> Table:
    """The IWNJ, at home in Merstone (G7.0)."""
    return company("IWNJ", *trains, tiles=tiles, phase=phase)


def running(table: Table, name: str = "IOW") -> Table:
    """The company is to run its trains now."""
    table.operating_turn(name, "run")
    assert isinstance(table.step, RunTrains)
    return table


def earned(table: Table, name: str = "IOW") -> tuple[int, int]:
    """Revenue and subsidy of the company's last run."""
    number = table.company(name)
    return table.state.revenue[number], table.state.subsidy[number]


# -- what a train may visit -----------------------------------------------------------------------


@rule("1860-EX-10", "1860-ROUTE-01")
@pytest.mark.parametrize(
    ("tiles", "path", "revenue", "subsidy"),
    [
        (WEST, "F2.0-F2.1-(F2.2)-(F4.0)-G5.0", 60, 0),
        (WEST, "F2.0-(F2.1)-F2.2-(F4.0)-G5.0", 50, 10),
        (WEST, "F2.0-(F2.1)-(F2.2)-F4.0-G5.0", 50, 10),
        (SMALL_WEST, "F2.0-F2.1-(F2.2)-F4.0", 40, 0),
        (SMALL_WEST, "F2.0-(F2.1)-F2.2-F4.0", 30, 10),
    ],
)
def test_a_two_plus_one_may_make_these_stops(tiles: tuple[str, ...], path: str, revenue: int, subsidy: int) -> None:
    table = running(cowes("2+1", tiles=tiles), "C&N")
    table.do(f"run 2+1 {path}")
    assert earned(table, "C&N") == (revenue, subsidy)


@rule("1860-EX-10", "1860-ROUTE-02")
def test_a_two_plus_one_may_not_visit_a_large_station_and_end_in_the_second_of_two_halts() -> None:
    table = running(cowes("2+1"), "C&N")
    table.refuses("run 2+1 F2.0-(F2.1)-F2.2-F4.0", "1860-ROUTE-02")


@rule("1860-ROUTE-01", "1860-ROUTE-10")
@pytest.mark.parametrize(
    ("train", "phase", "most", "longer"),
    [
        ("2+1", "2", "I3.0-J4.0", "J6.0"),
        ("3+2", "3", "I3.0-J4.0-J6.0", "J8.0"),
        ("4+2", "4", "I3.0-J4.0-J6.0-J8.0", "I9.0"),
        ("5+3", "5", "I3.0-J4.0-J6.0-J8.0-I9.0", "(H10.0)-G9.0"),
    ],
)
def test_the_first_number_limits_the_large_stations(train: str, phase: str, most: str, longer: str) -> None:
    table = running(iow(train, phase=phase))
    assert table.allows(f"run {train} {most}")
    table.refuses(f"run {train} {most}-{longer}", "1860-ROUTE-01")


@rule("1860-ROUTE-01")
@pytest.mark.parametrize(
    ("train", "path"),
    [
        ("2+1", "F2.0-F2.1-F2.2-(F4.0)-G5.0"),
        ("2+1", "F2.0-F2.1-(F2.2)-F4.0-G5.0"),
        ("2+1", "F2.0-(F2.1)-F2.2-F4.0-G5.0"),
    ],
)
def test_beside_two_large_stations_a_two_plus_one_has_one_place_left(train: str, path: str) -> None:
    table = running(cowes(train), "C&N")
    table.refuses(f"run {train} {path}", "1860-ROUTE-01")


@rule("1860-ROUTE-01")
def test_beside_two_large_stations_a_three_plus_two_has_three_places_left() -> None:
    table = running(cowes("3+2"), "C&N")
    table.do("run 3+2 F2.0-F2.1-F2.2-F4.0-G5.0")
    assert earned(table, "C&N") == (60, 20)


@rule("1860-ROUTE-01")
def test_beside_one_large_station_a_two_plus_one_has_two_places_left() -> None:
    table = running(cowes("2+1", tiles=SMALL_WEST), "C&N")
    table.refuses("run 2+1 F2.0-F2.1-F2.2-F4.0", "1860-ROUTE-01")
    assert table.allows("run 2+1 F2.0-F2.1-(F2.2)-F4.0")


@rule("1860-ROUTE-01")
def test_beside_one_large_station_a_three_plus_two_has_four_places_left() -> None:
    table = running(cowes("3+2", tiles=SOUTH_WEST), "C&N")
    table.refuses("run 3+2 F2.0-F2.1-F2.2-F4.0-F6.0-F8-F10.0", "1860-ROUTE-01")
    table.do("run 3+2 F2.0-F2.1-F2.2-(F4.0)-F6.0-F8-F10.0")
    assert earned(table, "C&N") == (50, 10)


@rule("1860-ROUTE-01")
@pytest.mark.parametrize(
    ("train", "large", "total"),
    [
        ("2+1", 2, 3),
        ("3+2", 3, 5),
        ("4+2", 4, 6),
        ("5+3", 5, 8),
        ("6+3", 6, 9),
        ("7+4", 7, 11),
        ("8+4", 8, 12),
        ("9+5", 9, 14),
    ],
)
def test_every_train_has_its_own_allowance(train: str, large: int, total: int) -> None:
    table = iow(train)
    problem = run_problem(table.game, table.company("IOW"))
    assert problem is not None
    assert problem.trains == (Allowance(table.train(train), large, total),)


@rule("1860-ROUTE-01")
def test_only_trains_the_company_has_may_run() -> None:
    table = running(iow("2+1"))
    table.refuses("run 3+2 I3.0-J4.0", "1860-ROUTE-01")


@rule("1860-ROUTE-01")
def test_one_train_may_not_make_two_runs() -> None:
    table = iow("2+1")
    table.token("IOW", "J4.0")
    running(table).refuses("run 2+1 I3.0-J4.0, 2+1 J4.0-J6.0", "1860-ROUTE-01")
    assert table.allows("run 2+1 I3.0-J4.0")


# -- where a run begins and ends ------------------------------------------------------------------


@rule("1860-ROUTE-02")
def test_a_run_may_not_begin_at_a_halt() -> None:
    table = running(cowes("3+2"), "C&N")
    table.refuses("run 3+2 F4.0-F2.2-F2.1-F2.0", "1860-ROUTE-02")
    table.refuses("run 3+2 (F4.0)-F2.2-F2.1-F2.0", "1860-ROUTE-02")


@rule("1860-ROUTE-02")
def test_a_run_may_end_at_a_small_station() -> None:
    table = running(cowes("2+1"), "C&N")
    table.do("run 2+1 F2.1-F2.0")
    assert earned(table, "C&N") == (30, 0)


@rule("1860-ROUTE-02")
def test_a_run_calls_at_both_its_ends() -> None:
    table = running(cowes("2+1", tiles=SMALL_WEST), "C&N")
    table.refuses("run 2+1 F2.0-F2.1-(F2.2)-(F4.0)", "1860-ROUTE-02")
    table.refuses("run 2+1 (F4.0)-(F2.2)-F2.1-F2.0", "1860-ROUTE-02")


# -- Ryde Pier ------------------------------------------------------------------------------------


PIER = ("758@0 I3", "6@0 J4")
"""Ryde Esplanade upgraded to 50 and joined to the pier (J2.0) and to J4 (20)."""


@rule("1860-ROUTE-03")
def test_the_pier_takes_a_large_place() -> None:
    table = running(iow("2+1", tiles=PIER, phase="3"))
    table.refuses("run 2+1 J2.0-I3.0-J4.0", "1860-ROUTE-01")
    assert table.allows("run 2+1 J2.0-I3.0")


@rule("1860-ROUTE-03")
def test_the_pier_and_two_towns_are_three_large_stations() -> None:
    table = running(iow("3+2", tiles=PIER, phase="3"))
    table.do("run 3+2 J2.0-I3.0-J4.0")
    assert earned(table) == (90, 0)


@rule("1860-ROUTE-04")
@pytest.mark.parametrize(
    ("phase", "pier"),
    [("2", 0), ("3", 20), ("4", 20), ("5", 40), ("6", 40), ("7", 40), ("8", 40), ("9", 40)],
)
def test_the_pier_pays_by_the_colours_of_tiles_available(phase: str, pier: int) -> None:
    table = iow("9+5", tiles=PIER, phase=phase)
    running(table).do("run 9+5 J2.0-I3.0")
    assert earned(table) == (50 + pier, 0)


@rule("1860-ROUTE-04")
def test_the_pier_is_out_of_reach_before_ryde_esplanade_is_upgraded() -> None:
    table = running(iow("2+1", phase="3"))
    table.refuses("run 2+1 J2.0-I3.0", "1860-ROUTE-08")


@rule("1860-ROUTE-04")
def test_the_pier_is_joined_to_the_last_tile_of_ryde_too() -> None:
    table = running(iow("5+3", tiles=("786@0 I3",), phase="5"))
    table.do("run 5+3 I3.0-J2.0")
    assert earned(table) == (100, 0)


# -- bases and home -------------------------------------------------------------------------------


@rule("1860-ROUTE-05")
def test_a_run_includes_a_station_with_an_own_base() -> None:
    table = running(iow("2+1"))
    table.refuses("run 2+1 J6.0-J8.0", "1860-ROUTE-05")


@rule("1860-ROUTE-05")
def test_a_base_of_another_company_does_not_serve() -> None:
    table = iow("2+1")
    table.token("BHI&R", "J6.0")
    running(table).refuses("run 2+1 J6.0-J8.0", "1860-ROUTE-05")


@rule("1860-ROUTE-05")
def test_every_single_run_needs_an_own_base() -> None:
    table = running(iow("2+1", "2+1"))
    table.refuses("run 2+1 I3.0-J4.0, 2+1 J4.0-J6.0", "1860-ROUTE-05")
    table.token("IOW", "J6.0")
    assert table.allows("run 2+1 I3.0-J4.0, 2+1 J4.0-J6.0")


@rule("1860-ROUTE-05")
def test_the_own_base_may_lie_in_the_middle_of_a_run() -> None:
    table = running(junction("3+2", tiles=("758@0 I3", "775@0 G7", "741@4 F6", "747@2 H8", "763@0 G5")), "IWNJ")
    table.do("run 3+2 G5.0-(F6.0)-G7.0-H8.0")
    assert earned(table, "IWNJ") == (80, 0)


@rule("1860-ROUTE-06")
def test_a_single_run_includes_home() -> None:
    table = iow("2+1")
    table.token("IOW", "J6.0")
    running(table).refuses("run 2+1 J6.0-J8.0", "1860-ROUTE-06")


@rule("1860-ROUTE-06")
def test_two_runs_may_not_both_miss_home() -> None:
    table = iow("2+1", "2+1")
    table.token("IOW", "J6.0")
    running(table).refuses("run 2+1 J4.0-J6.0, 2+1 J6.0-J8.0", "1860-ROUTE-06")


@rule("1860-ROUTE-06")
@pytest.mark.parametrize("plan", ["2+1 I3.0-J4.0, 2+1 J4.0-J6.0", "2+1 J4.0-J6.0, 2+1 I3.0-J4.0"])
def test_one_run_to_home_is_enough_whichever_is_named_first(plan: str) -> None:
    table = iow("2+1", "2+1")
    table.token("IOW", "J6.0")
    running(table).do(f"run {plan}")
    assert earned(table) == (80, 0)


# -- runs meet ------------------------------------------------------------------------------------


@rule("1860-ROUTE-07")
def test_two_runs_must_meet_at_a_station() -> None:
    table = iow("2+1", "2+1")
    table.token("IOW", "J6.0")
    running(table)
    table.refuses("run 2+1 I3.0-J4.0, 2+1 J6.0-J8.0", "1860-ROUTE-07")
    table.refuses("run 2+1 J6.0-J8.0, 2+1 I3.0-J4.0", "1860-ROUTE-07")
    assert table.allows("run 2+1 I3.0-J4.0, 2+1 J4.0-J6.0")


@rule("1860-ROUTE-07")
def test_a_third_run_need_not_meet_the_first() -> None:
    table = iow("2+1", "2+1", "2+1")
    table.token("IOW", "J4.0")
    table.token("IOW", "J6.0")
    running(table)
    assert table.allows("run 2+1 I3.0-J4.0, 2+1 J4.0-J6.0, 2+1 J6.0-J8.0")
    assert table.allows("run 2+1 J6.0-J8.0, 2+1 I3.0-J4.0, 2+1 J4.0-J6.0")


@rule("1860-ROUTE-07")
def test_a_third_run_must_meet_one_of_the_others() -> None:
    table = iow("2+1", "2+1", "2+1")
    table.token("IOW", "J4.0")
    table.token("IOW", "J8.0")
    running(table)
    table.refuses("run 2+1 I3.0-J4.0, 2+1 J4.0-J6.0, 2+1 J8.0-I9.0", "1860-ROUTE-07")
    assert table.allows("run 2+1 I3.0-J4.0, 2+1 J4.0-J6.0, 2+1 J6.0-J8.0")


@rule("1860-ROUTE-07")
@pytest.mark.parametrize("path", ["G7.0-H8.0-I9.0", "G7.0-(H8.0)-I9.0"])
def test_runs_may_meet_at_a_small_station_even_one_passed_by(path: str) -> None:
    table = junction("2+1", "2+1")
    table.token("IWNJ", "G9.0")
    running(table, "IWNJ").do(f"run 2+1 {path}, 2+1 G9.0-H8.0")
    called = 10 if "(" not in path else 0
    assert earned(table, "IWNJ") == (10 + 20 + called + 20, 0)


# -- a run follows track --------------------------------------------------------------------------


@rule("1860-ROUTE-08")
@pytest.mark.parametrize(
    "path",
    [
        "I3.0-J6.0",
        "I3.0-J4.0-J8.0",
        "I3.0",
        "I3.0-J4.0-J6",
        "I3.0-J4-J6.0",
        "I3.0-I5-J4.0",
        "I3-J4.0",
        "I3.0-J4.1",
        "I3.0-H2-G3.0",
    ],
)
def test_a_run_is_a_continuous_line_of_track(path: str) -> None:
    table = running(iow("3+2"))
    table.refuses(f"run 3+2 {path}", "1860-ROUTE-08")


@rule("1860-ROUTE-08")
def test_a_run_names_the_plain_hexes_it_crosses() -> None:
    table = running(cowes("4+2", tiles=SOUTH_WEST), "C&N")
    table.refuses("run 4+2 F2.0-F2.1-F2.2-F4.0-F6.0-F10.0", "1860-ROUTE-08")
    assert table.allows("run 4+2 F2.0-F2.1-F2.2-F4.0-F6.0-F8-F10.0")


@rule("1860-ROUTE-08")
def test_a_run_may_not_leave_a_hex_by_the_side_it_came_in() -> None:
    table = running(iow("3+2"))
    table.refuses("run 3+2 J4.0-I3.0-J4.0", "1860-ROUTE-08")
    table.refuses("run 3+2 I3.0-J4.0-I3.0", "1860-ROUTE-08")


@rule("1860-ROUTE-08")
def test_a_run_may_not_come_back_to_another_station_of_a_hex_it_left() -> None:
    table = running(junction("5+3", tiles=NEWPORT_LOOP), "IWNJ")
    table.refuses("run 5+3 G5.0-F6.0-G7.0-G7.1-G5.1", "1860-ROUTE-08")
    table.refuses("run 5+3 G5.1-G7.1-G7.0-F6.0-G5.0", "1860-ROUTE-08")
    assert table.allows("run 5+3 G5.0-F6.0-G7.0-G7.1")
    assert table.allows("run 5+3 G7.0-G7.1-G5.1")


@rule("1860-ROUTE-08")
def test_a_run_may_not_cross_a_plain_hex_twice() -> None:
    table = running(junction("3+2", tiles=CROSSING_LOOP), "IWNJ")
    table.refuses("run 3+2 G7.0-H6-I5.0-H4.1-H6-H8.0", "1860-ROUTE-08")
    assert table.allows("run 3+2 G7.0-H6-I5.0-H4.1")


@rule("1860-ROUTE-08", "1860-ROUTE-18")
def test_a_run_may_go_from_station_to_station_within_a_hex() -> None:
    table = running(cowes("2+1"), "C&N")
    assert table.allows("run 2+1 F2.0-F2.1")


@rule("1860-ROUTE-09")
def test_a_run_may_not_reverse_over_a_junction() -> None:
    table = running(cowes("5+3", tiles=("787@0 F2", "751@0 F4", "749@0 F6")), "C&N")
    table.refuses("run 5+3 F2.0-F2.1-F2.2-F4.0-F6.0-F4.0-G5.0", "1860-ROUTE-08")
    assert table.allows("run 5+3 F2.0-F2.1-F2.2-F4.0-F6.0")
    assert table.allows("run 5+3 F2.0-F2.1-F2.2-F4.0-G5.0")


# -- passing by -----------------------------------------------------------------------------------


@rule("1860-ROUTE-10")
def test_a_large_station_on_the_way_may_not_be_passed_by() -> None:
    table = running(iow("3+2"))
    table.refuses("run 3+2 I3.0-(J4.0)-J6.0", "1860-ROUTE-10")
    assert table.allows("run 3+2 I3.0-J4.0-J6.0")


@rule("1860-ROUTE-10")
def test_only_stops_of_the_run_can_be_passed_by() -> None:
    table = running(cowes("3+2", tiles=SOUTH_WEST), "C&N")
    table.refuses("run 3+2 F2.0-(F2.1)-(F2.2)-(F4.0)-F6.0-(F8)-F10.0", "1860-ROUTE-10")


@rule("1860-ROUTE-10")
@pytest.mark.parametrize(
    ("path", "revenue", "subsidy"),
    [
        ("F2.0-(F2.1)-(F2.2)-(F4.0)-F6.0", 30, 0),
        ("F2.0-F2.1-(F2.2)-(F4.0)-F6.0", 40, 0),
        ("F2.0-(F2.1)-F2.2-(F4.0)-F6.0", 30, 10),
        ("F2.0-(F2.1)-(F2.2)-(F4.0)-(F6.0)-F8-F10.0", 30, 0),
        ("F2.0-(F2.1)-(F2.2)-(F4.0)-F6.0-F8-F10.0", 40, 0),
        ("F2.0-F2.1-(F2.2)-(F4.0)-(F6.0)-F8-F10.0", 40, 0),
    ],
)
def test_small_stations_and_halts_passed_by_earn_nothing_and_take_no_place(
    path: str, revenue: int, subsidy: int
) -> None:
    table = running(cowes("2+1", tiles=SOUTH_WEST), "C&N")
    table.do(f"run 2+1 {path}")
    assert earned(table, "C&N") == (revenue, subsidy)


# -- halts ----------------------------------------------------------------------------------------


@rule("1860-ROUTE-11")
@pytest.mark.parametrize("choice", ["pay", "keep"])
def test_each_halt_brings_ten_credits_and_no_revenue(choice: str) -> None:
    table = running(cowes("3+2"), "C&N")
    table.do("run 3+2 F2.0-F2.1-F2.2-F4.0-G5.0")
    assert earned(table, "C&N") == (60, 20)
    table.do(choice)
    assert table.cash("C&N") == (20 if choice == "pay" else 80)
    assert table.cash("A") == 670 + (30 if choice == "pay" else 0)


@rule("1860-ROUTE-12")
def test_the_subsidy_does_not_lift_the_price() -> None:
    table = cowes("3+2", tiles=("787@0 F2", "742@3 F4"))
    table.set_price("C&N", 78)
    running(table, "C&N").do("run 3+2 F2.0-F2.1-F2.2-F4.0-G5.0", "pay")
    assert table.price("C&N") == 78
    assert table.cash("C&N") == 20


@rule("1860-ROUTE-12", "1860-DIV-06")
def test_revenue_without_subsidy_lifts_the_price() -> None:
    table = cowes("3+2")
    table.set_price("C&N", 60)
    running(table, "C&N").do("run 3+2 F2.0-F2.1-(F2.2)-(F4.0)-G5.0", "pay")
    assert table.price("C&N") == 65


# -- tokened-out stations -------------------------------------------------------------------------


def crowded(*full: str, trains: tuple[str, ...] = ("4+2",)) -> Table:
    """The eastern line with bases of other companies at these stations; the IOW has a second base at J6."""
    table = iow(*trains, phase="4")
    table.token("IOW", "J6.0")
    others = iter(("BHI&R", "S&C", "NGStL"))
    for stop in full:
        table.token(next(others), stop)
    return table


@rule("1860-ROUTE-13")
def test_one_train_may_pass_through_one_tokened_out_station() -> None:
    table = running(crowded("J4.0"))
    table.do("run 4+2 I3.0-J4.0-J6.0-J8.0")
    assert earned(table) == (80, 0)


@rule("1860-ROUTE-13")
def test_one_train_may_not_pass_through_two_tokened_out_stations() -> None:
    table = running(crowded("J4.0", "J8.0", trains=("5+3",)))
    table.refuses("run 5+3 I3.0-J4.0-J6.0-J8.0-I9.0", "1860-ROUTE-13")


@rule("1860-ROUTE-13")
def test_two_trains_may_not_pass_through_a_tokened_out_station_each() -> None:
    table = running(crowded("J4.0", "J8.0", trains=("4+2", "4+2")))
    table.refuses("run 4+2 I3.0-J4.0-J6.0, 4+2 J6.0-J8.0-I9.0", "1860-ROUTE-13")


@rule("1860-ROUTE-13", "1860-ROUTE-14")
def test_one_train_may_pass_through_and_the_next_end_at_a_tokened_out_station() -> None:
    table = running(crowded("J4.0", "J8.0", trains=("4+2", "4+2")))
    table.do("run 4+2 I3.0-J4.0-J6.0, 4+2 J6.0-J8.0")
    assert earned(table) == (30 + 20 + 10 + 10 + 20, 0)


@rule("1860-ROUTE-13", "1860-ROUTE-14")
def test_one_train_may_pass_through_one_and_end_at_another() -> None:
    table = running(crowded("J4.0", "J8.0"))
    assert table.allows("run 4+2 I3.0-J4.0-J6.0-J8.0")


@rule("1860-ROUTE-14")
def test_two_runs_may_end_in_the_same_tokened_out_station() -> None:
    table = running(crowded("J4.0", trains=("4+2", "4+2")))
    table.do("run 4+2 I3.0-J4.0, 4+2 J4.0-J6.0")
    assert earned(table) == (80, 0)


@rule("1860-ROUTE-14")
def test_a_run_may_begin_and_end_in_tokened_out_stations() -> None:
    table = running(crowded("J4.0", "J8.0", trains=("4+2", "4+2")))
    table.do("run 4+2 I3.0-J4.0, 4+2 J4.0-J6.0-J8.0")
    assert earned(table) == (50 + 50, 0)


@rule("1860-ROUTE-13")
def test_a_station_with_a_free_circle_is_not_tokened_out() -> None:
    table = iow("5+3", tiles=("776@5 J4", "746@0 J6", "6@1 J8"), phase="5")
    table.token("BHI&R", "J4.0")
    table.token("S&C", "J6.0")
    running(table).do("run 5+3 I3.0-J4.0-J6.0-J8.0")
    assert earned(table) == (100, 0)


@rule("1860-ROUTE-13")
def test_a_full_station_with_an_own_base_is_not_tokened_out() -> None:
    table = iow("5+3", tiles=("776@5 J4", "746@0 J6", "6@1 J8"), phase="5")
    table.token("BHI&R", "J4.0")
    table.token("IOW", "J4.0")
    table.token("S&C", "J6.0")
    running(table)
    assert table.allows("run 5+3 I3.0-J4.0-J6.0-J8.0")


@rule("1860-ROUTE-13")
def test_a_station_full_of_others_on_both_circles_is_tokened_out() -> None:
    table = iow("5+3", tiles=("776@5 J4", "746@0 J6", "6@1 J8"), phase="5")
    table.token("BHI&R", "J4.0")
    table.token("NGStL", "J4.0")
    table.token("S&C", "J6.0")
    running(table)
    table.refuses("run 5+3 I3.0-J4.0-J6.0-J8.0", "1860-ROUTE-13")
    assert table.allows("run 5+3 I3.0-J4.0-J6.0")


@rule("1860-ROUTE-13")
def test_a_small_station_is_never_tokened_out() -> None:
    table = junction("3+2")
    running(table, "IWNJ")
    assert table.allows("run 3+2 G7.0-H8.0-I9.0")


@rule("1860-ROUTE-15")
def test_flipped_bases_let_trains_through_beside_the_one_exception() -> None:
    table = crowded("J4.0", "J8.0", trains=("5+3",))
    table.bankrupt("BHI&R")
    running(table).do("run 5+3 I3.0-J4.0-J6.0-J8.0-I9.0")
    assert earned(table) == (100, 0)


@rule("1860-ROUTE-15")
def test_one_flipped_base_opens_a_full_station() -> None:
    table = iow("5+3", tiles=("776@5 J4", "746@0 J6", "6@1 J8"), phase="5")
    for other, stop in (("BHI&R", "J4.0"), ("NGStL", "J4.0"), ("S&C", "J6.0")):
        table.token(other, stop)
    table.bankrupt("NGStL")
    running(table)
    assert table.allows("run 5+3 I3.0-J4.0-J6.0-J8.0")


@rule("1860-ROUTE-15")
def test_a_flipped_base_elsewhere_opens_nothing() -> None:
    table = crowded("J4.0", "J8.0", "I9.0", trains=("5+3",))
    table.bankrupt("NGStL")
    running(table).refuses("run 5+3 I3.0-J4.0-J6.0-J8.0-I9.0", "1860-ROUTE-13")


# -- several trains -------------------------------------------------------------------------------


@rule("1860-ROUTE-16")
@pytest.mark.parametrize(
    "plan", ["2+1 I3.0-J4.0, 2+1 I3.0-J4.0", "2+1 I3.0-J4.0, 2+1 J4.0-I3.0", "2+1 I3.0-J4.0, 3+2 J6.0-J4.0-I3.0"]
)
def test_two_trains_may_not_use_the_same_track(plan: str) -> None:
    table = iow("2+1", "2+1", "3+2")
    table.token("IOW", "J4.0")
    running(table).refuses(f"run {plan}", "1860-ROUTE-16")


@rule("1860-ROUTE-16")
def test_two_trains_may_cross_a_hex_by_different_track() -> None:
    tiles = ("761@0 G7", "20@0 H6", "749@1 I5", "747@2 H8", "754@0 H4")
    table = running(junction("3+2", "3+2", tiles=tiles), "IWNJ")
    table.do("run 3+2 G7.0-H6-I5.0, 3+2 G7.0-H8.0-H6-H4.0-H4.1")
    assert earned(table, "IWNJ") == (20 + 10 + 20 + 10 + 10, 10)


@rule("1860-ROUTE-16", "1860-ROUTE-17")
def test_a_station_in_two_runs_counts_in_both() -> None:
    table = iow("2+1", "2+1")
    table.token("IOW", "J4.0")
    running(table).do("run 2+1 I3.0-J4.0, 2+1 J4.0-J6.0")
    assert earned(table) == (30 + 20 + 20 + 10, 0)


@rule("1860-ROUTE-17")
def test_a_home_left_both_ways_counts_in_both_runs() -> None:
    table = running(iow("2+1", "2+1", tiles=PIER, phase="3"))
    table.do("run 2+1 J2.0-I3.0, 2+1 I3.0-J4.0")
    assert earned(table) == (20 + 50 + 50 + 20, 0)


@rule("1860-ROUTE-18")
def test_a_run_may_call_at_several_stations_of_one_hex() -> None:
    table = running(cowes("3+2"), "C&N")
    table.do("run 3+2 F2.0-F2.1-F2.2-(F4.0)-G5.0")
    assert earned(table, "C&N") == (20 + 10 + 30, 10)


# -- who must run, and for how much ---------------------------------------------------------------


@rule("1860-ROUTE-19")
def test_a_train_that_can_run_must_run() -> None:
    table = running(iow("2+1"))
    table.refuses("pass", "1860-OR-05")
    refused = engine.why_not(table.book, table.state, Run(()))
    assert refused is not None
    assert refused.rule == "1860-ROUTE-19"


@rule("1860-ROUTE-19")
def test_a_second_train_that_can_run_must_run_too() -> None:
    table = iow("2+1", "3+2")
    table.token("IOW", "J4.0")
    running(table)
    table.refuses("run 2+1 I3.0-J4.0", "1860-ROUTE-19")
    table.refuses("run 3+2 I3.0-J4.0", "1860-ROUTE-19")
    assert table.allows("run 2+1 I3.0-J4.0, 3+2 J4.0-J6.0-J8.0")
    assert table.allows("run 3+2 I3.0-J4.0, 2+1 J4.0-J6.0")


@rule("1860-ROUTE-19")
def test_a_second_train_of_the_same_kind_must_run_too() -> None:
    table = iow("2+1", "2+1")
    table.token("IOW", "J4.0")
    running(table).refuses("run 2+1 I3.0-J4.0", "1860-ROUTE-19")


@rule("1860-ROUTE-19")
def test_a_second_train_without_any_route_left_stays_idle() -> None:
    table = running(iow("2+1", "2+1"))
    table.do("run 2+1 I3.0-J4.0")
    assert earned(table) == (50, 0)


@rule("1860-ROUTE-19")
def test_the_director_may_run_for_less_than_the_most() -> None:
    table = running(iow("3+2"))
    assert table.turn == "A"
    table.do("run 3+2 I3.0-J4.0")
    assert earned(table) == (50, 0)


@rule("1860-ROUTE-19")
def test_the_director_may_take_halts_instead_of_revenue() -> None:
    table = running(cowes("2+1"), "C&N")
    table.do("run 2+1 F2.0-(F2.1)-F2.2-(F4.0)-G5.0")
    assert earned(table, "C&N") == (50, 10)


@rule("1860-ROUTE-19")
def test_a_director_who_takes_over_from_receivership_may_run_for_less_than_the_most() -> None:
    table = Table()
    table.lay(*EAST)
    table.float("IOW", par=74, shares={"pool": 4, "A": 1}, director="pool", operated=True, treasury=0)
    table.give_trains("IOW", "3+2")
    table.operating_turn("IOW", "run")
    assert earned(table) == (60, 0)
    table.stock_turn("A")
    table.do("buy IOW from pool")
    assert table.director("IOW") == "A"
    running(table).do("run 3+2 I3.0-J4.0")
    assert earned(table) == (50, 0)


@rule("1860-ROUTE-19")
def test_a_company_whose_train_has_no_route_earns_nothing() -> None:
    table = iow("2+1", tiles=())
    table.state.revenue[table.company("IOW")] = 70
    table.state.subsidy[table.company("IOW")] = 10
    table.operating_turn("IOW", "run")
    assert not isinstance(table.step, RunTrains)
    assert earned(table) == (0, 0)
    assert table.price("IOW") == 68


@rule("1860-ROUTE-19")
def test_a_company_without_a_train_earns_nothing() -> None:
    table = iow()
    table.state.revenue[table.company("IOW")] = 70
    table.operating_turn("IOW", "run")
    assert not isinstance(table.step, RunTrains | Dividend)
    assert earned(table) == (0, 0)


@rule("1860-ROUTE-19")
def test_after_the_run_the_director_is_asked_about_the_dividend() -> None:
    table = running(iow("2+1"))
    table.do("run 2+1 I3.0-J4.0")
    assert isinstance(table.step, Dividend)
    table.refuses("run 2+1 I3.0-J4.0", "1860-OR-05")


@rule("1860-EX-11", "1860-ROUTE-20", "1860-ROUTE-11")
def test_revenue_is_the_sum_of_the_stations_and_halts_bring_subsidy() -> None:
    table = running(iow("3+2", tiles=("6@0 J4", "757@0 J6", "754@4 I7")))
    table.do("run 3+2 I3.0-J4.0-J6.0-I7.0-I7.1")
    assert earned(table) == (30 + 20 + 20 + 10, 10)


@rule("1860-EX-11", "1860-ROUTE-12")
def test_a_subsidy_does_not_make_eighty_into_ninety() -> None:
    table = iow("3+2", tiles=("6@0 J4", "757@0 J6", "754@4 I7"))
    table.set_price("IOW", 90)
    running(table).do("run 3+2 I3.0-J4.0-J6.0-I7.0-I7.1", "pay")
    assert table.price("IOW") == 90
    assert table.cash("A") == 670 + 40
    assert table.cash("IOW") == 10


@rule("1860-ROUTE-20")
def test_the_revenue_of_several_runs_adds_up() -> None:
    table = iow("2+1", "3+2")
    table.token("IOW", "J4.0")
    running(table).do("run 2+1 I3.0-J4.0, 3+2 J4.0-J6.0-J8.0")
    assert earned(table) == (50 + 50, 0)
