"""Routes: what a run may do, how runs go together, and when stations pay (rules 1862-ROUTE and 1862-LONDON).

What each type of train does is in test_freight.py and test_train_types.py.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from railhead.rules.dividends import Dividend
from railhead.rules.running import RunTrains
from railhead.testing import Table, rule
from railhead.titles.t1862.facts import EXPRESS, FREIGHT, LOCAL
from railhead.titles.t1862.record import entry, record
from railhead.titles.t1862.route_rules import route_problem
from tests.titles.t1862.lines import ENR_LINE, LONDON_LINE, NORTH, allowed, best, refused, run, running

LOOP = ("57@0 E2", "14@0 E4", "8850@3 E6", "5@4 D5")
"""Wells 20, Fakenham 30, and from there a loop back by Watton (small) and Swaffham 20."""

CROSSING = ("57@0 F7", "20@0 F9", "791@1 F11", "8851@3 G10", "14@0 G8", "8852@1 E10", "57@1 D11")
"""Diss 20, across Framlingham to Ipswich 60, by Woodbridge (small) to Beccles 30, across Framlingham by its other line
to Stowmarket (small) and Sudbury 20."""

FELIXSTOWE = ("57@0 G12",)
"""Felixstowe 20 and its port."""


def enr(
    *trains: str, markers: tuple[str, ...] = ("Cromer",), others: Mapping[str, tuple[str, ...]] | None = None
) -> Table:
    """The ENR of the rulebook's examples is to run, in phase B."""
    return running("ENR", *trains, tiles=ENR_LINE, markers=markers, others=others)


def wash(company: str, *trains: str, markers: tuple[str, ...], phase: str = "B") -> Table:
    """A company is to run on the track round the Wash."""
    return running(company, *trains, tiles=NORTH, markers=markers, phase=phase)


# -- one route --------------------------------------------------------------------------------------


@rule("1862-ROUTE-01")
@pytest.mark.parametrize("train", ["3F", "2L", "2E"])
def test_a_run_has_a_marker_of_the_company(train: str) -> None:
    at = enr(train)
    refused(at, f"{train} Norwich-Acle-Beccles", "1862-ROUTE-01")
    assert allowed(at, f"{train} Cromer-Norwich")
    assert allowed(enr(train, markers=("Cromer", "Beccles")), f"{train} Cromer-Norwich")


@rule("1862-ROUTE-01")
def test_a_marker_of_another_company_does_not_serve() -> None:
    at = enr("2E", others={"Y&N": ("Norwich",)})
    refused(at, "2E Norwich-Acle-Beccles", "1862-ROUTE-01")


@rule("1862-ROUTE-01")
@pytest.mark.parametrize(
    "path",
    ["Cromer-Beccles", "Cromer-Norwich-Beccles", "Cromer-Wells", "Cromer-Norwich-across Acle-Beccles"],
)
def test_a_run_follows_unbroken_track(path: str) -> None:
    at = enr("5E")
    refused(at, f"5E {path}", "1862-ROUTE-01")
    assert allowed(at, "5E Cromer-Norwich-Acle-Beccles")


@rule("1862-ROUTE-02")
@pytest.mark.parametrize(
    "path",
    [
        "Wells-Fakenham-Watton-Swaffham-Fakenham",
        "Wells-Fakenham-Swaffham-Watton-Fakenham-Wells",
        "Fakenham-Watton-Swaffham-Fakenham",
        "Wells-Fakenham-Wells",
        "Fakenham-Wells-Fakenham",
        "Wells-Fakenham-Watton-Swaffham-Watton-Fakenham",
    ],
)
@pytest.mark.parametrize("train", ["9F", "6L", "6E"])
def test_a_run_meets_no_station_twice(train: str, path: str) -> None:
    at = running("WNR", train, tiles=LOOP, markers=("Wells", "Fakenham"))
    refused(at, f"{train} {path}", "1862-ROUTE-02")
    assert allowed(at, f"{train} Wells-Fakenham-Watton-Swaffham")


@rule("1862-ROUTE-02", "1862-LOCAL-03")
def test_a_run_may_cross_a_hex_twice_by_different_track() -> None:
    at = running("WVR", "4L", tiles=CROSSING, markers=("Beccles",))
    path = "Diss-across Framlingham-Ipswich-Woodbridge-Beccles-across Framlingham-Stowmarket-Sudbury"
    large, small, hexes = 20 + 60 + 30 + 20, 2 * 20, 7
    assert run(at, f"4L {path}") == (large + small, 10 * hexes)


@rule("1862-ROUTE-03")
@pytest.mark.parametrize(("ends", "passes"), [("1F", "5F"), ("2L", "3L"), ("2E", "3E")])
def test_a_station_full_of_others_is_the_end_of_a_run_and_never_its_middle(ends: str, passes: str) -> None:
    at = enr(ends, passes, others={"Y&N": ("Norwich",), "N&B": ("Norwich",)})
    refused(at, f"{passes} Cromer-Norwich-Acle-Beccles", "1862-ROUTE-03")
    assert allowed(enr(ends, others={"Y&N": ("Norwich",), "N&B": ("Norwich",)}), f"{ends} Cromer-Norwich")


@rule("1862-ROUTE-03")
def test_a_station_with_a_free_circle_or_an_own_marker_is_passed() -> None:
    path = "3E Cromer-Norwich-Acle-Beccles"
    assert run(enr("3E", others={"Y&N": ("Norwich",)}), path) == (90, 0)
    assert run(enr("3E", markers=("Cromer", "Norwich"), others={"Y&N": ("Norwich",)}), path) == (90, 0)


@rule("1862-ROUTE-04")
@pytest.mark.parametrize("train", ["6F", "6E"])
@pytest.mark.parametrize(
    "path",
    [
        "Lynn port-Lynn-Hunstanton-Wells-Wells port",
        "Wells port-Wells-Wells port east",
        "Midlands-Wisbech-Midlands south",
        "Midlands-Holbeach-Wisbech-Midlands south",
    ],
)
def test_a_run_has_one_red_area_and_one_port_at_most(train: str, path: str) -> None:
    at = running("L&H", train, tiles=NORTH, markers=("Lynn", "Wells", "Wisbech"))
    refused(at, f"{train} {path}", "1862-ROUTE-04")


@rule("1862-ROUTE-04")
@pytest.mark.parametrize("path", ["Midlands-Wisbech-Lynn-Lynn port", "Lynn port-Lynn-Wisbech-Midlands south"])
def test_a_run_may_go_from_a_port_to_a_red_area(path: str) -> None:
    at = wash("L&H", "6E", markers=("Lynn",))
    assert run(at, f"6E {path}") == (40 + 30 + 50 + 80, 0)


@rule("1862-ROUTE-05")
@pytest.mark.parametrize("train", ["3F", "3L", "2/3L", "3E", "2/3E"])
def test_a_run_neither_begins_nor_ends_at_a_small_station(train: str) -> None:
    at = enr(train, markers=("Cromer", "Beccles"))
    refused(at, f"{train} Cromer-Norwich-Acle", "1862-ROUTE-05")
    refused(at, f"{train} Acle-Beccles-Lowestoft", "1862-ROUTE-05")
    refused(at, f"{train} Acle-Beccles", "1862-ROUTE-05")


@rule("1862-ROUTE-05", "1862-ROUTE-06")
@pytest.mark.parametrize("train", ["1F", "2E", "2/3E"])
def test_felixstowe_and_its_port_are_a_run_of_two_stops(train: str) -> None:
    at = running("FDR", train, tiles=FELIXSTOWE, markers=("Felixstowe",))
    assert run(at, f"{train} Felixstowe-Denmark") == (20 + 70, 0)


@rule("1862-ROUTE-05")
@pytest.mark.parametrize("train", ["1F", "2L", "2E"])
def test_one_large_station_alone_is_no_run(train: str) -> None:
    at = enr(train)
    at.refuses(f"run {train} F3.0")
    assert allowed(at, f"{train} Cromer-Norwich")


@rule("1862-ROUTE-06")
def test_a_port_beside_a_town_counts_as_one_stop_more() -> None:
    at = enr("2E")
    refused(at, "2E Cromer port-Cromer-Norwich", "1862-EXPR-01")
    assert run(enr("3E"), "3E Cromer port-Cromer-Norwich") == (80 + 20 + 40, 0)


# -- runs together ----------------------------------------------------------------------------------


@rule("1862-ROUTE-07")
def test_one_run_at_least_includes_the_home_town() -> None:
    at = enr("2E", "2E", markers=("Cromer", "Norwich", "Beccles"))
    refused(at, "2E Norwich-Acle-Beccles, 2E Beccles-Lowestoft", "1862-ROUTE-07")
    assert allowed(at, "2E Norwich-Acle-Beccles, 2E Cromer-Norwich")
    refused(enr("2E", markers=("Cromer", "Beccles")), "2E Beccles-Lowestoft", "1862-ROUTE-07")


@rule("1862-ROUTE-07", "1862-ROUTE-13")
def test_with_its_home_cut_off_a_company_runs_nothing() -> None:
    at = running("ENR", "2E", tiles=ENR_LINE[1:], markers=("Cromer", "Beccles"))
    assert not isinstance(at.step, RunTrains)
    assert at.state.revenue[at.company("ENR")] == 0


@rule("1862-ROUTE-07")
def test_a_company_that_gave_up_its_home_marker_is_not_bound_to_that_town() -> None:
    new = running("ENR", "2E", tiles=ENR_LINE, markers=("Norwich", "Beccles"))
    assert run(new, "2E Beccles-Lowestoft") == (30 + 20, 0)
    old = running("ENR", "2E", tiles=ENR_LINE, markers=("Norwich", "Beccles"), revision=1)
    refused(old, "2E Beccles-Lowestoft", "1862-ROUTE-07")


@rule("1862-ROUTE-07", "1862-ROUTE-13")
@pytest.mark.parametrize(("revision", "runs"), [(None, True), (1, False)])
def test_without_a_home_marker_no_train_idles_because_home_is_cut_off(revision: int | None, runs: bool) -> None:
    at = running("ENR", "2E", tiles=ENR_LINE[1:], markers=("Beccles",), revision=revision)
    assert isinstance(at.step, RunTrains) is runs


@rule("1862-ROUTE-08")
def test_runs_meet_at_a_large_station_whoever_has_a_marker_there() -> None:
    at = enr("2E", "2E", markers=("Cromer", "Beccles"))
    for apart in ("2E Cromer port-Cromer, 2E Norwich-Acle-Beccles", "2E Beccles-Lowestoft, 2E Cromer-Norwich"):
        refused(at, apart, "1862-ROUTE-08")
    assert run(at, "2E Cromer-Norwich, 2E Norwich-Acle-Beccles") == (20 + 40 + 30, 0)


@rule("1862-ROUTE-08")
@pytest.mark.parametrize("entry", ["Midlands south", "Midlands corner"])
def test_a_red_area_does_not_join_runs(entry: str) -> None:
    at = running("WStI", "2E", "2E", tiles=("57@1 B5", "14@1 B7"), markers=("Wisbech", "March"))
    refused(at, f"2E Wisbech-Midlands south, 2E March-{entry}", "1862-ROUTE-08")
    assert run(at, "2E Wisbech-Midlands south, 2E Wisbech-Midlands south") == (20 + 40, 0)


@rule("1862-ROUTE-08")
def test_every_further_run_meets_an_earlier_one_in_whatever_order_they_are_named() -> None:
    at = enr("2E", "2E", "2E", markers=("Cromer", "Norwich", "Beccles"))
    for chain in (
        "2E Cromer-Norwich, 2E Norwich-Acle-Beccles, 2E Beccles-Lowestoft",
        "2E Beccles-Lowestoft, 2E Cromer-Norwich, 2E Norwich-Acle-Beccles",
    ):
        assert allowed(at, chain)
    refused(at, "2E Cromer port-Cromer, 2E Cromer-Norwich, 2E Beccles-Lowestoft", "1862-ROUTE-08")
    refused(at, "2E Beccles-Lowestoft, 2E Cromer port-Cromer, 2E Beccles-Lowestoft", "1862-ROUTE-08")


@rule("1862-ROUTE-09")
def test_at_a_station_full_of_others_runs_meet_if_both_end_there() -> None:
    full = {"Y&N": ("Norwich",), "N&B": ("Norwich",)}
    at = enr("2E", "3E", markers=("Cromer", "Beccles"), others=full)
    refused(at, "2E Cromer-Norwich, 3E Cromer-Norwich-Acle-Beccles", "1862-ROUTE-03")
    assert run(at, "2E Cromer-Norwich, 3E Norwich-Acle-Beccles") == (20 + 40 + 30, 0)


# -- which trains run -------------------------------------------------------------------------------


@rule("1862-ROUTE-10")
@pytest.mark.parametrize(
    ("permits", "train", "path"),
    [
        (FREIGHT, "1F", "Cromer port-Cromer"),
        (LOCAL, "2L", "Cromer-Norwich"),
        (EXPRESS, "2E", "Cromer-Norwich"),
    ],
)
def test_only_trains_of_a_permitted_type_run(permits: int, train: str, path: str) -> None:
    at = running("ENR", "1F", "2L", "2E", tiles=ENR_LINE, markers=("Cromer",), permits=permits)
    for other in {"1F", "2L", "2E"} - {train}:
        refused(at, f"{other} Cromer-Norwich", "1862-ROUTE-10")
        refused(at, f"{train} {path}, {other} Cromer-Norwich", "1862-ROUTE-10")
    assert run(at, f"{train} {path}")[0] > 0


@rule("1862-ROUTE-10")
def test_a_company_without_a_permit_for_its_trains_runs_nothing() -> None:
    at = running("ENR", "2E", "2L", tiles=ENR_LINE, markers=("Cromer",), permits=FREIGHT)
    assert not isinstance(at.step, RunTrains)
    assert at.state.revenue[at.company("ENR")] == 0


@rule("1862-ROUTE-10")
def test_a_permit_that_is_new_counts_at_once() -> None:
    at = running("ENR", "1F", "2E", tiles=ENR_LINE, markers=("Cromer",), permits=FREIGHT)
    assert best(at, "ENR") == (80 + 20, 0)
    at.remember(permits=entry(record(at.game).permits, at.company("ENR"), FREIGHT | EXPRESS))
    assert best(at, "ENR") == (80 + 20 + 40, 0)


@rule("1862-ROUTE-10")
def test_a_company_runs_each_train_it_has_once() -> None:
    at = enr("2E")
    refused(at, "2E Cromer-Norwich, 2E Cromer port-Cromer", "1862-ROUTE-10")
    refused(at, "3E Cromer-Norwich", "1862-ROUTE-10")


@rule("1862-ROUTE-11")
@pytest.mark.parametrize(
    ("plan", "revenue"),
    [("2L Cromer-Norwich, 2F Cromer-Norwich", 60), ("2L Cromer-Norwich, 2F Cromer port-Cromer-Norwich", 170)],
)
def test_trains_may_use_the_same_track(plan: str, revenue: int) -> None:
    assert run(enr("2L", "2F"), plan) == (revenue, 20)


@rule("1862-ROUTE-12")
def test_a_station_and_a_port_pay_once_a_turn() -> None:
    at = enr("2E", "2E")
    assert run(at, "2E Cromer port-Cromer, 2E Cromer port-Cromer") == (80 + 20, 0)
    at = enr("2E", "3E")
    assert run(at, "2E Cromer port-Cromer, 3E Cromer port-Cromer-Norwich") == (80 + 20 + 40, 0)


@rule("1862-ROUTE-12")
def test_a_small_station_pays_once_a_turn() -> None:
    at = enr("3L", "3L")
    path = "Cromer-Norwich-Acle-Beccles"
    assert run(at, f"3L {path}, 3L {path}") == (20 + 40 + 20 + 30, 40)


@rule("1862-ROUTE-12")
@pytest.mark.parametrize(
    ("one", "other", "revenue"),
    [
        ("Wells port-Wells", "Wells port east-Wells", 80 + 30),
        ("Wells port-Wells", "Wells port-Wells", 80 + 30),
        ("Wells port-Wells", "Wells-Cromer", 80 + 30 + 20),
    ],
)
def test_the_entries_of_a_port_are_one_place(one: str, other: str, revenue: int) -> None:
    at = wash("WNR", "2E", "2E", markers=("Wells",))
    assert run(at, f"2E {one}, 2E {other}") == (revenue, 0)


@rule("1862-ROUTE-12")
def test_the_entries_of_a_red_area_are_one_place() -> None:
    at = wash("WStI", "2E", "2E", markers=("Wisbech",))
    assert run(at, "2E Midlands-Wisbech, 2E Midlands south-Wisbech") == (40 + 30, 0)


@rule("1862-ROUTE-12")
def test_a_station_that_freight_goes_through_unpaid_still_pays_another_train() -> None:
    assert run(enr("2F", "2E"), "2F Cromer port-Cromer-Norwich, 2E Cromer-Norwich") == (80 + 40 + 30 + 20, 0)


# -- the director's choice --------------------------------------------------------------------------


@rule("1862-ROUTE-13")
def test_the_director_may_choose_a_poorer_run() -> None:
    at = enr("2E")
    assert best(at, "ENR") == (100, 0)
    assert run(at, "2E Cromer-Norwich") == (60, 0)


@rule("1862-ROUTE-13")
def test_a_train_that_can_run_must_run() -> None:
    at = enr("2E", "2L")
    at.refuses("pass")
    refused(at, "2E Cromer-Norwich", "1862-ROUTE-13")
    refused(at, "2L Cromer-Norwich", "1862-ROUTE-13")
    assert allowed(at, "2E Cromer-Norwich, 2L Cromer-Norwich")


@rule("1862-ROUTE-13")
def test_a_train_without_a_route_stays_idle_beside_the_others() -> None:
    at = running("FDR", "2E", "2L", tiles=FELIXSTOWE, markers=("Felixstowe",))
    assert run(at, "2E Felixstowe-Denmark") == (90, 0)


@rule("1862-ROUTE-13")
def test_a_company_without_a_route_earns_nothing() -> None:
    at = running("FDR", "2L", tiles=FELIXSTOWE, markers=("Felixstowe",))
    assert not isinstance(at.step, RunTrains | Dividend)
    assert at.state.revenue[at.company("FDR")] == 0


# -- areas beyond the board -------------------------------------------------------------------------


@rule("1862-ROUTE-14")
@pytest.mark.parametrize(("phases", "lynn", "midlands"), [("AB", 80, 40), ("CD", 90, 90), ("EFGH", 100, 140)])
def test_off_board_areas_pay_by_phase(phases: str, lynn: int, midlands: int) -> None:
    for phase in phases:
        at = wash("L&H", "6E", markers=("Lynn",), phase=phase)
        assert at.phase == phase
        assert run(at, "6E Midlands-Wisbech-Lynn-Lynn port") == (midlands + 30 + 50 + lynn, 0)


@rule("1862-ROUTE-14")
def test_off_board_areas_pay_more_as_soon_as_the_phase_begins() -> None:
    at = wash("L&H", "6E", markers=("Lynn",))
    stations = 30 + 50 + 30
    assert best(at, "L&H") == (40 + stations + 80, 0)
    at.set_phase("C")
    assert best(at, "L&H") == (90 + stations + 90, 0)


@rule("1862-ROUTE-14")
@pytest.mark.parametrize(
    ("stops", "figures"),
    [
        (("A2.0", "A4.0", "A6.0", "A8.0"), (40, 90, 140)),
        (("A8.1", "A10.0", "A12.1"), (70, 100, 120)),
        (("A12.0", "A14.0", "B15.0", "C14.0", "D15.0"), (100, 150, 200)),
        (("C2.0", "D1.0", "F1.0", "F1.1"), (80, 90, 100)),
        (("I4.0", "I6.0"), (80, 100, 120)),
        (("I6.1", "I8.0", "H9.0"), (60, 90, 120)),
        (("H11.0", "H13.0", "G14.0", "G14.1", "F15.0"), (70, 100, 130)),
    ],
)
def test_every_entry_of_an_area_pays_its_figure(stops: tuple[str, ...], figures: tuple[int, ...]) -> None:
    for phases, figure in zip(("AB", "CD", "EFGH"), figures, strict=True):
        for phase in phases:
            at = running("ENR", "6E", tiles=ENR_LINE, markers=("Cromer",), phase=phase)
            values = route_problem(at.game, at.company("ENR")).values
            assert [values[at.stop(stop)] for stop in stops] == [figure] * len(stops)


# -- London -----------------------------------------------------------------------------------------

TO_LONDON = ("Colchester-Witham-London", "Colchester-Witham-Dunmow-Stortford-London west")


def eur(train: str, link: bool, others: Mapping[str, tuple[str, ...]] | None = None) -> Table:
    """The EUR of Colchester is to run, with or without a link to London."""
    return running("EUR", train, tiles=LONDON_LINE, markers=("Colchester",), link=link, others=others)


@rule("1862-LONDON-05")
@pytest.mark.parametrize("path", TO_LONDON)
@pytest.mark.parametrize("train", ["5F", "4E", "4/5E"])
def test_only_a_company_with_a_marker_in_london_runs_there(train: str, path: str) -> None:
    assert allowed(eur(train, link=True), f"{train} {path}")
    without = eur(train, link=False, others={"N&E": ("Stortford", "London link")})
    refused(without, f"{train} {path}", "1862-LONDON-05")
    assert allowed(without, f"{train} Colchester-Witham")


@rule("1862-LONDON-05")
def test_runs_into_london_are_worth_nothing_to_a_company_without_a_link() -> None:
    assert best(eur("4E", link=True), "EUR") == (100 + 20 + 30 + 40, 0)
    assert best(eur("4E", link=False), "EUR") == (40 + 30 + 20, 0)


@rule("1862-LONDON-06", "1862-ROUTE-04")
@pytest.mark.parametrize("train", ["9F", "6E", "5/6E"])
def test_no_run_goes_through_london(train: str) -> None:
    line = ("790@0 E12", "14@1 D13", "8852@0 C12", "57@0 C10")
    at = running("EUR", train, tiles=line, markers=("Colchester", "Newmarket"), link=True)
    refused(at, f"{train} Colchester-Witham-London-Dunmow-Newmarket", "1862-ROUTE-04")
    assert allowed(at, f"{train} Colchester-Witham-London")


@rule("1862-LONDON-06", "1862-ROUTE-01")
def test_a_marker_in_london_alone_makes_no_route() -> None:
    elsewhere = ("14@1 D13", "8851@1 C12", "57@1 B13")
    at = running("SVR", "4E", tiles=elsewhere, markers=("Sudbury",), link=True)
    assert not isinstance(at.step, RunTrains)
    assert at.state.revenue[at.company("SVR")] == 0
    at = running("EUR", "4E", tiles=("790@3 E12", "57@1 D13"), markers=("Colchester", "Ipswich"), link=True)
    assert allowed(at, "4E Colchester-Witham-London")


@rule("1862-LONDON-06", "1862-ROUTE-01")
def test_a_run_into_london_has_a_marker_elsewhere() -> None:
    at = running("EUR", "2E", tiles=LONDON_LINE, markers=("Colchester",), link=True)
    refused(at, "2E Witham-London", "1862-ROUTE-01")
    refused(at, "2E Stortford-London west", "1862-ROUTE-01")
