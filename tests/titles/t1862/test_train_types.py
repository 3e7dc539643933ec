"""Local and Express trains (rules 1862-LOCAL, 1862-EXPR), and what the rulebook's examples of runs bring."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.routes.breakdown import breakdown
from railhead.rules.running import Run, RunTrains
from railhead.testing import Table, rule
from tests.titles.t1862.lines import (
    ENR_LINE,
    LONDON_LINE,
    NORTH,
    all_runs,
    allowed,
    best,
    points,
    refused,
    run,
    running,
)

CROSS = ("619@0 B5", "57@0 B7", "796@0 C4", "57@0 C6", "8852@1 D3", "14@1 E2")
"""Two lines meet in King's Lynn 60: from its port to Downham Market 20, from the Midlands by Wisbech 30 and on by
Hunstanton (small) to Wells 30. March 20 lies beyond Wisbech."""

COAST = ("57@0 F3", "790@2 F5", "8851@4 G6", "792@1 H5", "14@0 H7")
"""Cromer port, Cromer 20, Norwich 40, Acle (small), Great Yarmouth 50, Lowestoft 30."""


def enr(
    *trains: str, markers: tuple[str, ...] = ("Cromer",), phase: str = "B", tiles: tuple[str, ...] = ENR_LINE
) -> Table:
    """The ENR of the rulebook's examples is to run."""
    return running("ENR", *trains, tiles=tiles, markers=markers, phase=phase)


def wash(*trains: str, markers: tuple[str, ...] = ("Lynn",), phase: str = "B") -> Table:
    """The L&H of King's Lynn is to run on the track round the Wash."""
    return running("L&H", *trains, tiles=NORTH, markers=markers, phase=phase)


def by_run(at: Table, company: str, plan: str) -> list[int]:
    """What each run of a plan adds to the revenue, in the order of the plan."""
    action = at.action(f"run {points(plan)}")
    assert isinstance(action, Run)
    return [line.earnings.revenue for line in breakdown(all_runs(at, company).problem, action.routes)]


# -- the table of the ENR ---------------------------------------------------------------------------

RED, BLUE = "Cromer port-Cromer", "Cromer-Norwich"
TABLE = [
    ("1862-EX-28", ("1F",), f"1F {RED}", [100], 100, 0),
    ("1862-EX-29", ("1F", "1F"), f"1F {RED}, 1F {BLUE}", [150], 150, 0),
    ("1862-EX-30", ("2F",), "2F Cromer port-Cromer-Norwich", [150], 150, 0),
    ("1862-EX-31", ("3F",), "3F Cromer port-Cromer-Norwich", [150], 150, 0),
    ("1862-EX-32", ("2E",), f"2E {RED}", [100], 100, 0),
    ("1862-EX-33", ("2E", "2/3E"), f"2E {RED}, 2/3E (Cromer)-Norwich-Acle-Beccles", [100, 70], 170, 0),
    ("1862-EX-34", ("2/3L",), "2/3L (Cromer)-Norwich-Acle-Beccles", [90], 90, 40),
    ("1862-EX-35", ("2F", "2L"), f"2F Cromer port-Cromer-Norwich, 2L {BLUE}", [150, 20], 170, 20),
    (
        "1862-EX-36",
        ("6F", "5E"),
        f"6F {RED}-Norwich-Acle-Beccles-across Framlingham-Ipswich, 5E {RED}-Norwich-Acle-Beccles-Lowestoft",
        [260, 110],
        370,
        0,
    ),
]
"""Trains of the ENR, their runs, what each adds, what all bring, and the subsidy. All are the best there are."""


@rule(
    "1862-EX-28",
    "1862-EX-29",
    "1862-EX-30",
    "1862-EX-31",
    "1862-EX-32",
    "1862-EX-33",
    "1862-EX-34",
    "1862-EX-35",
    "1862-EX-36",
)
@pytest.mark.parametrize(
    ("trains", "plan", "adds", "revenue", "subsidy"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)
def test_the_runs_of_the_enr(trains: tuple[str, ...], plan: str, adds: list[int], revenue: int, subsidy: int) -> None:
    at = enr(*trains)
    assert by_run(at, "ENR", plan) == adds
    assert best(at, "ENR") == (revenue, subsidy)
    assert run(at, plan) == (revenue, subsidy)


@rule("1862-EX-31", "1862-FREIGHT-02")
def test_the_other_run_of_the_3f_of_the_enr() -> None:
    at = enr("3F")
    refused(at, "3F Cromer-Norwich-Acle", "1862-ROUTE-05")
    assert run(at, "3F Cromer-Norwich-Acle-Beccles") == (20 + 30 + 2 * 20, 0)


@rule("1862-EX-36", "1862-ROUTE-12")
def test_the_port_in_the_last_row_of_the_table_pays_one_of_the_two_runs_only() -> None:
    _, _, plan, *_ = TABLE[-1]
    freight, express = plan.split(", ")
    assert run(enr("6F"), freight) == (260, 0)
    assert run(enr("5E"), express) == (190, 0)
    assert run(enr("6F", "5E"), plan) == (260 + 190 - 80, 0)


# -- Local ------------------------------------------------------------------------------------------


@rule("1862-LOCAL-01", "1862-LOCAL-03", "1862-EX-19")
def test_the_local_train_of_the_wnr() -> None:
    line = ("15@5 E2", "14@0 E4", "8852@0 E6", "14@0 E8")
    at = running("WNR", "3L", tiles=line, markers=("Wells",), phase="C")
    assert best(at, "WNR") == (110, 40)
    assert run(at, "3L Wells-Fakenham-Watton-Thetford") == (3 * 30 + 20, 40)


@rule("1862-LOCAL-01")
@pytest.mark.parametrize(("short", "enough"), [("2L", "3L"), ("2L", "2/3L")])
def test_a_local_train_comes_to_so_many_large_stations(short: str, enough: str) -> None:
    path = "Cromer-Norwich-Acle-Beccles"
    refused(enr(short), f"{short} {path}", "1862-LOCAL-01")
    refused(enr(enough), f"{enough} {path}-Lowestoft", "1862-LOCAL-01")
    assert allowed(enr(enough), f"{enough} {path.replace('Cromer', '(Cromer)') if '/' in enough else path}")


@rule("1862-LOCAL-01")
def test_small_stations_do_not_use_up_the_number_of_a_local_train() -> None:
    line = ("57@0 G12", "8852@0 G10", "57@0 G8")
    at = running("WVR", "2L", tiles=line, markers=("Beccles",))
    assert run(at, "2L Beccles-Woodbridge-Felixstowe") == (20 + 20 + 20, 30)


@rule("1862-LOCAL-01")
@pytest.mark.parametrize(
    ("line", "path", "revenue"),
    [
        ((), "across Framlingham", 30 + 60),
        ((1, 3), "across Framlingham", 30 + 60),
        ((0, 4), "Framlingham", 30 + 20 + 60),
    ],
)
def test_a_small_station_pays_on_its_own_line(line: tuple[int, ...], path: str, revenue: int) -> None:
    at = running("WVR", "2L", tiles=ENR_LINE, markers=("Beccles",))
    if line:
        effects.build_small_station(at.game, at.company("WVR"), at.hex("F9"), frozenset(line))
    assert run(at, f"2L Beccles-{path}-Ipswich") == (revenue, 30)


@rule("1862-LOCAL-01")
@pytest.mark.parametrize("train", ["3L", "2/3L"])
def test_a_local_train_passes_no_small_station_by(train: str) -> None:
    at = enr(train)
    refused(at, f"{train} Cromer-Norwich-(Acle)-Beccles", "1862-LOCAL-01")
    refused(enr("3L"), "3L Cromer-(Norwich)-Acle-Beccles", "1862-LOCAL-01")


@rule("1862-LOCAL-04", "1862-EXPR-02")
@pytest.mark.parametrize("train", ["2/3L", "2/3E"])
def test_only_a_station_is_passed_by(train: str) -> None:
    at = running("WVR", train, tiles=ENR_LINE, markers=("Beccles",))
    refused(at, f"{train} Beccles-(across Framlingham)-Ipswich", "1862-LOCAL-01")
    assert allowed(at, f"{train} Beccles-across Framlingham-Ipswich")


@rule("1862-LOCAL-02")
@pytest.mark.parametrize("train", ["6L", "5/6L"])
def test_local_trains_do_not_leave_the_board(train: str) -> None:
    at = running("EUR", train, tiles=LONDON_LINE, markers=("Colchester",), link=True)
    refused(at, f"{train} Colchester-Witham-London", "1862-LOCAL-02")
    at = wash(train)
    refused(at, f"{train} Lynn port-Lynn-Wisbech", "1862-LOCAL-02")
    refused(at, f"{train} Lynn-Wisbech-Midlands", "1862-LOCAL-02")
    assert allowed(at, f"{train} Lynn-Wisbech")


@rule("1862-LOCAL-03")
def test_each_hex_pays_its_subsidy_once() -> None:
    at = running("L&H", "3L", "4L", tiles=CROSS, markers=("Lynn",))
    plan = "3L Wisbech-Lynn-Hunstanton-Wells, 4L Downham-Lynn-Wisbech-March"
    assert run(at, plan) == (30 + 60 + 20 + 30 + 20 + 20, 60)


@rule("1862-LOCAL-03")
def test_the_subsidy_goes_to_the_treasury_before_the_dividend() -> None:
    at = enr("2L", "2E")
    assert at.cash("ENR") == 0
    assert run(at, "2L Cromer-Norwich, 2E Cromer port-Cromer") == (20 + 40 + 80, 20)
    assert at.cash("ENR") == 20
    at.do("pay")
    assert at.cash("ENR") == 20, "no share of it is paid out"


@rule("1862-LOCAL-03")
def test_hexes_without_a_station_count_and_other_trains_bring_no_subsidy() -> None:
    at = enr("2L", "2E", markers=("Cromer", "Beccles"))
    plan = "2L Beccles-across Framlingham-Ipswich, 2E Cromer-Norwich"
    refused(at, plan, "1862-ROUTE-08")
    at = enr("2L", "3E", markers=("Cromer", "Beccles"))
    plan = "2L Beccles-across Framlingham-Ipswich, 3E Cromer-Norwich-Acle-Beccles"
    assert run(at, plan) == (30 + 60 + 20 + 40, 30)


@rule("1862-LOCAL-04", "1862-EX-34")
@pytest.mark.parametrize(
    ("path", "revenue"),
    [
        ("(Cromer)-Norwich-Acle-Beccles", 40 + 20 + 30),
        ("Cromer-(Norwich)-Acle-Beccles", 20 + 20 + 30),
        ("Cromer-Norwich-Acle-(Beccles)", 20 + 40 + 20),
    ],
)
def test_the_director_says_which_station_a_local_train_is_not_paid_for(path: str, revenue: int) -> None:
    """Cromer is the home and has the only marker of the company."""
    assert run(enr("2/3L"), f"2/3L {path}") == (revenue, 40)


@rule("1862-LOCAL-04")
def test_a_local_train_is_paid_for_so_many_of_its_large_stations() -> None:
    at = enr("2/3L")
    refused(at, "2/3L Cromer-Norwich-Acle-Beccles", "1862-LOCAL-01")
    refused(at, "2/3L (Cromer)-Norwich-Acle-Beccles-(Lowestoft)", "1862-LOCAL-01")
    assert run(at, "2/3L Cromer-Norwich") == (60, 20)


# -- Express ----------------------------------------------------------------------------------------


@rule("1862-EXPR-01", "1862-EX-20")
@pytest.mark.parametrize("path", ["Lynn port-Lynn-Hunstanton-Wells", "Wells port-Wells-Hunstanton-Lynn"])
def test_the_express_train_of_the_wnr(path: str) -> None:
    at = running("WNR", "3E", tiles=NORTH, markers=("Wells",), phase="C")
    assert run(at, f"3E {path}") == (90 + 50 + 30, 0)


@rule("1862-EXPR-01")
@pytest.mark.parametrize("path", ["Cromer port-Cromer-Norwich-Acle-Beccles", "Cromer-Norwich-Acle-Beccles-Lowestoft"])
def test_an_express_train_calls_at_so_many_stops(path: str) -> None:
    refused(enr("3E"), f"3E {path}", "1862-EXPR-01")
    refused(enr("2/3E"), f"2/3E {path}", "1862-EXPR-01")
    assert allowed(enr("4E"), f"4E {path}")


@rule("1862-EXPR-01")
def test_an_express_train_is_paid_for_every_stop_but_small_stations() -> None:
    at = enr("4E")
    refused(at, "4E Cromer port-(Cromer)-Norwich-Acle-Beccles", "1862-LOCAL-01")
    assert run(at, "4E Cromer port-Cromer-Norwich-Acle-Beccles") == (80 + 20 + 40 + 30, 0)


@rule("1862-EXPR-02")
@pytest.mark.parametrize(
    ("path", "revenue"),
    [
        ("Cromer port-(Cromer)-Norwich-Acle-Yarmouth-Lowestoft", 200),
        ("(Cromer port)-Cromer-Norwich-Acle-Yarmouth-Lowestoft", 140),
        ("Cromer port-Cromer-Norwich-Acle-(Yarmouth)-Lowestoft", 170),
        ("Cromer port-Cromer-Norwich-Acle-Yarmouth-(Lowestoft)", 190),
    ],
)
def test_the_director_says_which_stop_an_express_train_is_not_paid_for(path: str, revenue: int) -> None:
    at = enr("4/5E", tiles=COAST)
    refused(at, f"4/5E {path.replace('(', '').replace(')', '')}", "1862-EXPR-01")
    assert best(at, "ENR") == (200, 0)
    assert run(at, f"4/5E {path}") == (revenue, 0)


@rule("1862-EXPR-02")
def test_an_express_train_comes_to_no_more_stops_than_its_second_number() -> None:
    at = enr("2/3E")
    refused(at, "2/3E Cromer port-(Cromer)-(Norwich)-Acle-Beccles", "1862-EXPR-01")
    assert run(at, "2/3E Cromer port-(Cromer)-Norwich") == (120, 0)


# -- all types, and nobody to choose ----------------------------------------------------------------


@rule("1862-EX-21", "1862-ROUTE-11", "1862-ROUTE-12")
def test_three_types_of_train_of_the_lh() -> None:
    line = ("619@0 B5", "57@0 B7", "791@0 B9", "792@4 C4", "8852@1 D3", "15@5 E2", "14@0 E4")
    at = running("L&H", "3L", "4E", "5F", tiles=line, markers=("Lynn", "Wisbech"), phase="C")
    plan = (
        "3L Fakenham-Wells-Hunstanton-Lynn, "
        "4E West-Cambridge-March-Wisbech, "
        "5F Midlands-Wisbech-Lynn-Hunstanton-Wells-Wells port"
    )
    assert by_run(at, "L&H", plan) == [130, 210, 300]
    assert run(at, plan) == (640, 40)


@rule("1862-RECV-03")
def test_without_a_director_a_company_runs_for_the_greatest_sum_of_revenue_and_subsidy() -> None:
    line = ("15@5 F3", "790@2 F5", "16@5 G4", "20@0 G6", "14@0 G8")
    short, long = "2L Cromer-Norwich", "2L Cromer-across Walsham-across Acle-Beccles"
    at = running("ENR", "2L", tiles=line, markers=("Cromer",))
    assert best(at, "ENR") == (70, 20), "a director looks for revenue"
    assert run(at, long) == (60, 40)
    at = running("ENR", "2L", tiles=line, markers=("Cromer",))
    assert run(at, short) == (70, 20)
    at = running("ENR", "2L", tiles=line, markers=("Cromer",), director="pool")
    assert not isinstance(at.step, RunTrains)
    assert at.cash("ENR") == 60 + 40
