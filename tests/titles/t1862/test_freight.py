"""Freight trains: how far they go, what they score, and how they are joined (rules 1862-FREIGHT)."""

from __future__ import annotations

import pytest

from railhead.testing import Table, rule
from tests.titles.t1862.lines import ENR_LINE, LONDON_LINE, NORTH, allowed, best, refused, run, running

TO_WELLS = ("619@2 E2", "6@3 E4", "790@2 F5")
"""Norwich 40, Fakenham 20, Wells 30 with both entries of its port."""

DETOUR = ("790@2 F5", "5@2 F7", "8852@2 E6", "6@3 D5", "8851@0 D3", "57@1 E2")
"""From Norwich 40 to Wells 20 the long way: Diss 20, Watton (small), Swaffham 20, Hunstanton (small)."""

AROUND_HARWICH = ("790@1 E12", "202@0 F13", "791@1 F11", "5@2 G12")
"""Harwich 30, Colchester 40, Ipswich 60, Felixstowe 20: a ring open where barriers are."""

CROSS = ("619@0 B5", "57@0 B7", "796@0 C4", "57@0 C6", "8852@1 D3", "14@1 E2")
"""Two lines meet in King's Lynn 60: from its port to Downham Market 20, from the Midlands by Wisbech 30 and on by
Hunstanton (small) to Wells 30. March 20 lies beyond Wisbech."""

THROUGH = (*ENR_LINE, "790@0 E12", "57@1 D13")
"""The line of the ENR and on from Ipswich by Colchester 40 and Witham 20 to London."""

MIDLANDS_TO_WELLS = "Midlands-Wisbech-Lynn-Hunstanton-Wells-Wells port"
TO_BECCLES = "Cromer port-Cromer-Norwich-Acle-Beccles"
BECCLES_TO_LONDON = "across Framlingham-Ipswich-Colchester-Witham-London"


def enr(
    *trains: str, markers: tuple[str, ...] = ("Cromer",), phase: str = "B", tiles: tuple[str, ...] = ENR_LINE
) -> Table:
    """The ENR of the rulebook's examples is to run."""
    return running("ENR", *trains, tiles=tiles, markers=markers, phase=phase)


def wash(*trains: str, markers: tuple[str, ...] = ("Lynn",), phase: str = "B", options: tuple[str, ...] = ()) -> Table:
    """The L&H of King's Lynn is to run on the track round the Wash."""
    return running("L&H", *trains, tiles=NORTH, markers=markers, phase=phase, options=options)


@rule("1862-FREIGHT-01")
def test_a_freight_1_travels_one_hex() -> None:
    at = enr("1F")
    refused(at, "1F Cromer port-Cromer-Norwich", "1862-FREIGHT-01")
    assert run(at, "1F Cromer port-Cromer") == (100, 0)


@rule("1862-FREIGHT-01", "1862-EX-16")
@pytest.mark.parametrize(
    ("path", "enough", "short"),
    [
        ("Cromer port-Cromer-Norwich", "2F", "1F"),
        ("Cromer-Norwich-Acle-Beccles", "3F", "2F"),
        ("Cromer port-Cromer-Norwich-Acle-Beccles", "5F", "3F"),
        ("Cromer port-Cromer-Norwich-Acle-Beccles-across Framlingham-Ipswich", "6F", "5F"),
        ("Lowestoft-Beccles-Acle-Norwich-Cromer-Cromer port", "5F", "3F"),
    ],
)
def test_freight_counts_every_hex_beyond_the_first(path: str, enough: str, short: str) -> None:
    assert allowed(enr(enough), f"{enough} {path}")
    refused(enr(short), f"{short} {path}", "1862-FREIGHT-01")


@rule("1862-FREIGHT-02", "1862-EX-17")
@pytest.mark.parametrize(
    ("path", "ends", "bonus"),
    [
        ("Norwich-Fakenham-Wells", 40 + 30, 1 * 20),
        ("Norwich-Fakenham-Wells-Wells port", 40 + 80, 2 * 30),
        ("Wells port-Wells-Fakenham-Norwich", 40 + 80, 2 * 30),
        ("Norwich-Fakenham-Wells-Wells port east", 40 + 80, 2 * 30),
        ("Wells port-Wells-Fakenham", 80 + 20, 1 * 30),
        ("Wells-Wells port", 30 + 80, 0),
        ("Wells-Fakenham", 30 + 20, 0),
    ],
)
def test_freight_scores_its_ends_and_the_hexes_between(path: str, ends: int, bonus: int) -> None:
    at = running("WNR", "3F", tiles=TO_WELLS, markers=("Wells",))
    assert run(at, f"3F {path}") == (ends + bonus, 0)


@rule("1862-FREIGHT-02")
def test_a_port_at_one_end_and_a_red_area_at_the_other() -> None:
    at = wash("5F")
    assert run(at, "5F Midlands-Wisbech-Lynn-Lynn port") == (40 + 80 + 2 * 30, 0)
    at = wash("5F")
    assert run(at, "5F Midlands-Wisbech-Lynn") == (40 + 50 + 1 * 20, 0), "20 a hex to a red area"


@rule("1862-FREIGHT-03")
def test_hexes_between_are_counted_as_the_crow_flies() -> None:
    at = running("WNR", "5F", tiles=DETOUR, markers=("Wells",))
    assert run(at, "5F Norwich-Diss-Watton-Swaffham-Hunstanton-Wells") == (40 + 20 + 20, 0)


@rule("1862-FREIGHT-03")
@pytest.mark.parametrize(
    ("path", "ends"),
    [("Ipswich-Colchester-Harwich", 60 + 30), ("Felixstowe-Ipswich-Colchester-Harwich", 20 + 30)],
)
def test_barriers_do_not_lengthen_the_distance(path: str, ends: int) -> None:
    at = running("EUR", "5F", tiles=AROUND_HARWICH, markers=("Colchester",))
    assert run(at, f"5F {path}") == (ends, 0), "the ends are neighbours"


@rule("1862-FREIGHT-04", "1862-EX-17")
@pytest.mark.parametrize(
    ("tiles", "path", "between"),
    [
        (LONDON_LINE, "Witham-London", 1),
        (("790@0 E12", "14@1 D13", "8850@0 C12"), "Witham-Dunmow-London", 2),
        (LONDON_LINE, "Witham-Dunmow-Stortford-London west", 3),
    ],
)
def test_the_entry_of_a_run_decides_how_far_an_area_is(tiles: tuple[str, ...], path: str, between: int) -> None:
    at = running("EUR", "5F", tiles=tiles, markers=("Colchester",), link=True)
    assert run(at, f"5F Colchester-{path}") == (40 + 100 + 20 * between, 0)


@rule("1862-FREIGHT-05")
def test_freight_passes_small_stations_and_is_not_paid_for_them() -> None:
    assert run(enr("3F"), "3F Cromer-Norwich-Acle-Beccles") == (90, 0)
    assert run(enr("3F"), "3F Cromer-Norwich-(Acle)-Beccles") == (90, 0)


@rule("1862-FREIGHT-05")
@pytest.mark.parametrize("path", ["Cromer-Norwich-Acle", "Acle-Norwich-Cromer", "Acle-Norwich-Cromer-Cromer port"])
def test_freight_does_not_end_at_a_small_station(path: str) -> None:
    refused(enr("3F"), f"3F {path}", "1862-ROUTE-05")


@rule("1862-FREIGHT-06", "1862-EX-18")
@pytest.mark.parametrize(
    ("trains", "plan"),
    [
        (("2F", "3F"), "2F Midlands-Wisbech-Lynn, 3F Lynn-Hunstanton-Wells-Wells port"),
        (("2F", "3F"), "3F Wells port-Wells-Hunstanton-Lynn, 2F Midlands-Wisbech-Lynn"),
        (("2F", "3F"), "2F Lynn-Wisbech-Midlands, 3F Lynn-Hunstanton-Wells-Wells port"),
        (("1F", "1F", "3F"), "1F Midlands-Wisbech, 1F Wisbech-Lynn, 3F Lynn-Hunstanton-Wells-Wells port"),
        (("1F", "1F", "3F"), "1F Wisbech-Lynn, 3F Lynn-Hunstanton-Wells-Wells port, 1F Midlands-Wisbech"),
        (("5F",), "5F Midlands-Wisbech-Lynn-Hunstanton-Wells-Wells port"),
    ],
)
def test_freight_trains_joined_end_to_end_score_as_one(trains: tuple[str, ...], plan: str) -> None:
    at = wash(*trains, markers=("Lynn", "Wisbech"))
    assert best(at, "L&H") == (40 + 80 + 4 * 30, 0)
    assert run(at, plan) == (40 + 80 + 4 * 30, 0)


@rule("1862-FREIGHT-06")
@pytest.mark.parametrize(
    "plan",
    [
        "3F Lynn port-Lynn-Wisbech, 5F Midlands-Wisbech-Lynn-Hunstanton-Wells",
        "3F Lynn port-Lynn, 5F Lynn port-Lynn",
        "3F Lynn-Wisbech, 5F Lynn-Wisbech",
        "3F Midlands-Wisbech-Lynn, 5F Wisbech-Lynn-Hunstanton-Wells",
        "3F Lynn-Wisbech, 5F Lynn port-Lynn-Hunstanton-Wells",
    ],
)
def test_freight_trains_do_not_run_apart(plan: str) -> None:
    at = wash("3F", "5F", markers=("Lynn", "Wisbech", "Wells"))
    refused(at, plan, "1862-FREIGHT-06")


@rule("1862-FREIGHT-06")
def test_all_freight_trains_are_joined_to_one() -> None:
    at = wash("1F", "1F", "3F", markers=("Lynn", "Wisbech", "Wells"))
    refused(at, "1F Midlands-Wisbech, 1F Lynn-Wisbech, 3F Lynn port-Lynn-Hunstanton-Wells", "1862-FREIGHT-06")
    refused(at, "1F Lynn-Wisbech, 1F Lynn port-Lynn, 3F Lynn-Hunstanton-Wells", "1862-FREIGHT-06")
    assert allowed(at, "1F Midlands-Wisbech, 1F Lynn-Wisbech, 3F Lynn-Hunstanton-Wells")
    refused(at, "1F Midlands-Wisbech, 3F Wisbech-Lynn", "1862-ROUTE-13")


@rule("1862-FREIGHT-06")
@pytest.mark.parametrize(
    ("company", "plan"),
    [
        ("L&H", "2F Lynn port-Lynn, 3F Lynn-Hunstanton-Wells-Wells port"),
        ("WStI", "2F Midlands-Wisbech, 3F Wisbech-Holbeach-Midlands"),
        ("WStI", "2F Midlands-Wisbech, 3F Wisbech-Midlands south"),
    ],
)
def test_joined_trains_have_one_port_and_one_red_area_at_most(company: str, plan: str) -> None:
    at = running(company, "2F", "3F", tiles=NORTH, markers=("Lynn", "Wisbech", "Wells"))
    refused(at, plan, "1862-FREIGHT-06")


FULL = {"Y&N": ("Norwich",), "N&B": ("Norwich",)}
"""Others fill Norwich."""


def past_norwich(*trains: str, revision: int | None = None) -> Table:
    """The ENR is to run, with a marker on either side of Norwich."""
    return running("ENR", *trains, tiles=ENR_LINE, markers=("Cromer", "Beccles"), others=FULL, revision=revision)


@rule("1862-FREIGHT-06", "1862-ROUTE-09")
@pytest.mark.parametrize("trains", [("2F", "3F"), ("2F", "6F")])
def test_trains_are_joined_at_a_station_full_of_others_if_both_end_there(trains: tuple[str, str]) -> None:
    at = past_norwich(*trains)
    one, other = trains
    assert run(at, f"{one} Cromer-Norwich, {other} Norwich-Acle-Beccles") == (20 + 30 + 2 * 20, 0)


@rule("1862-ROUTE-09", "1862-ROUTE-03")
@pytest.mark.parametrize(
    "plan",
    [
        "2F Cromer port-Cromer, 5F Cromer-Norwich-Acle-Beccles",
        "2F Cromer-Norwich, 5F Cromer-Norwich-Acle-Beccles",
    ],
)
def test_no_train_passes_a_station_full_of_others_because_another_is_joined_to_it(plan: str) -> None:
    refused(past_norwich("2F", "5F"), plan, "1862-ROUTE-03")


@rule("1862-FREIGHT-07", "1862-ROUTE-09")
def test_beyond_a_station_full_of_others_a_train_needs_a_marker_too() -> None:
    at = running("ENR", "2F", "3F", tiles=ENR_LINE, markers=("Cromer",), others=FULL)
    refused(at, "2F Cromer-Norwich, 3F Norwich-Acle-Beccles", "1862-ROUTE-01")


@rule("1862-ROUTE-09", "1862-ROUTE-13")
def test_the_best_run_is_joined_at_a_station_full_of_others() -> None:
    """From the port to Ipswich: there are four hexes between them."""
    at = past_norwich("2F", "5F")
    assert best(at, "ENR") == (80 + 60 + 4 * 30, 0)
    assert best(past_norwich("2F", "5F", revision=1), "ENR") < best(at, "ENR")


@rule("1862-ROUTE-09")
def test_games_of_the_first_revision_do_not_join_trains_there() -> None:
    at = past_norwich("2F", "3F", revision=1)
    refused(at, "2F Cromer-Norwich, 3F Norwich-Acle-Beccles", "1862-FREIGHT-06")


@rule("1862-FREIGHT-07")
def test_each_of_the_joined_trains_has_a_marker_of_the_company() -> None:
    plan = "1F Midlands-Wisbech, 1F Wisbech-Lynn, 3F Lynn-Hunstanton-Wells-Wells port"
    refused(wash("1F", "1F", "3F"), plan, "1862-ROUTE-01")
    assert allowed(wash("1F", "1F", "3F", markers=("Lynn", "Wisbech")), plan)


@rule("1862-FREIGHT-07")
def test_joined_trains_earn_no_more_than_their_markers_allow() -> None:
    assert best(wash("1F", "1F"), "L&H") == (80 + 30 + 30, 0), "the port, King's Lynn, Wisbech"
    assert best(wash("1F", "1F", "1F"), "L&H") == (80 + 30 + 30, 0), "no third one can be joined"
    assert best(wash("1F", "1F", "1F", markers=("Lynn", "Wisbech")), "L&H") == (40 + 80 + 2 * 30, 0)


@rule("1862-FREIGHT-08")
@pytest.mark.parametrize("permanent", ["6F", "7F", "8F", "9F"])
def test_permanent_freight_trains_may_run_apart(permanent: str) -> None:
    at = wash("6F", permanent, phase="F")
    apart = f"{permanent} Lynn port-Lynn-Wisbech"
    assert run(at, f"6F {MIDLANDS_TO_WELLS}, {apart}") == (140 + 100 + 4 * 30 + 100 + 30 + 30, 0)


@rule("1862-FREIGHT-08")
@pytest.mark.parametrize("other", ["3F", "5F"])
def test_others_may_not(other: str) -> None:
    at = wash("6F", other, phase="E")
    refused(at, f"6F {MIDLANDS_TO_WELLS}, {other} Lynn port-Lynn-Wisbech", "1862-FREIGHT-06")


@rule("1862-FREIGHT-08", "1862-VAR-03")
def test_in_the_shorter_game_the_5f_is_permanent() -> None:
    at = wash("6F", "5F", phase="E", options=("shorter_game",))
    assert allowed(at, f"6F {MIDLANDS_TO_WELLS}, 5F Lynn port-Lynn-Wisbech")
    at = wash("6F", "3F", phase="E", options=("shorter_game",))
    refused(at, f"6F {MIDLANDS_TO_WELLS}, 3F Lynn port-Lynn-Wisbech", "1862-FREIGHT-06")


@rule("1862-FREIGHT-08", "1862-ROUTE-08")
def test_permanent_freight_trains_that_run_apart_still_meet() -> None:
    at = wash("6F", "7F", markers=("Lynn", "Wells"), phase="F")
    refused(at, "6F Lynn port-Lynn-Wisbech, 7F Wells port-Wells-Cromer", "1862-ROUTE-08")
    assert allowed(at, "6F Lynn port-Lynn-Wisbech, 7F Wells port-Wells-Hunstanton-Lynn")


@rule("1862-FREIGHT-08")
@pytest.mark.parametrize(
    ("plan", "revenue"),
    [
        # Apart the station in the middle pays.
        (
            "6F Cromer port-Cromer-Norwich-Acle-Beccles, 7F Beccles-across Framlingham-Ipswich",
            100 + 30 + 3 * 30 + 60 + 1 * 20,
        ),
        # Joined the whole way counts as one from a port.
        ("6F Cromer port-Cromer, 7F Cromer-Norwich-Acle-Beccles-across Framlingham-Ipswich", 100 + 60 + 4 * 30),
    ],
)
def test_permanent_freight_trains_end_to_end_are_joined_where_that_earns_more(plan: str, revenue: int) -> None:
    at = enr("6F", "7F", markers=("Cromer", "Beccles"), phase="F")
    assert run(at, plan) == (revenue, 0)


@rule("1862-FREIGHT-09")
def test_the_hex_where_freight_trains_meet_counts_for_both() -> None:
    at = running("L&H", "6F", "7F", tiles=CROSS, markers=("Lynn",), phase="F")
    along, across = 140 + 30 + 3 * 20, 100 + 20 + 1 * 30
    assert run(at, "6F Midlands-Wisbech-Lynn-Hunstanton-Wells, 7F Lynn port-Lynn-Downham") == (along + across, 0)


@rule("1862-FREIGHT-10")
def test_a_train_that_is_not_permanent_is_joined_to_a_permanent_one() -> None:
    at = wash("5F", "6F", phase="E")
    refused(at, f"5F Lynn port-Lynn-Wisbech, 6F {MIDLANDS_TO_WELLS}", "1862-FREIGHT-06")
    assert run(at, "5F Midlands-Wisbech-Lynn, 6F Lynn-Hunstanton-Wells-Wells port") == (140 + 100 + 4 * 30, 0)


@rule("1862-FREIGHT-10")
@pytest.mark.parametrize(
    ("trains", "plan"),
    [
        (
            ("5F", "6F"),
            f"5F {TO_BECCLES}, 6F Beccles-{BECCLES_TO_LONDON}",
        ),
        (
            ("9F",),
            f"9F {TO_BECCLES}-{BECCLES_TO_LONDON}",
        ),
    ],
)
def test_a_5f_and_a_6f_run_as_one_train_of_eleven_hexes(trains: tuple[str, ...], plan: str) -> None:
    at = running("ENR", *trains, tiles=THROUGH, markers=("Cromer", "Beccles"), phase="E", link=True)
    assert run(at, plan) == (100 + 200 + 7 * 30, 0)


@rule("1862-FREIGHT-10")
def test_beside_a_train_joined_to_a_permanent_one_another_permanent_one_runs_apart() -> None:
    at = wash("5F", "6F", "7F", phase="F")
    joined = "5F Midlands-Wisbech-Lynn, 6F Lynn-Hunstanton-Wells-Wells port"
    assert allowed(at, joined.replace("6F", "7F") + ", 6F Lynn port-Lynn-Wisbech")
    refused(at, f"5F Lynn port-Lynn-Wisbech, 6F {MIDLANDS_TO_WELLS}, 7F {MIDLANDS_TO_WELLS}", "1862-FREIGHT-06")
    assert run(at, f"{joined}, 7F Lynn port-Lynn-Wisbech") == (140 + 100 + 4 * 30 + 100 + 30 + 30, 0)


@rule("1862-FREIGHT-10")
def test_a_train_may_be_joined_to_two_permanent_ones() -> None:
    at = enr("5F", "6F", "7F", markers=("Cromer", "Beccles"), phase="F")
    plan = "6F Cromer port-Cromer, 5F Cromer-Norwich, 7F Norwich-Acle-Beccles-across Framlingham-Ipswich"
    one_joined = 100 + 40 + 1 * 30 + 60 + 2 * 20
    assert run(at, plan) == (100 + 60 + 4 * 30, 0)
    assert at.state.revenue[at.company("ENR")] > one_joined


@rule("1862-FREIGHT-10")
def test_trains_that_are_not_permanent_are_joined_to_each_other_too() -> None:
    at = wash("3F", "5F", "6F", markers=("Lynn", "Wisbech"), phase="E")
    refused(at, "3F Midlands-Wisbech, 5F Wisbech-Lynn, 6F Lynn port-Lynn-Hunstanton-Wells", "1862-FREIGHT-06")
    plan = "3F Midlands-Wisbech, 5F Wisbech-Lynn, 6F Lynn-Hunstanton-Wells-Wells port"
    assert run(at, plan) == (140 + 100 + 4 * 30, 0)
    at = wash("3F", "5F", "6F", "7F", markers=("Lynn", "Wisbech", "Wells"), phase="E")
    two_chains = "3F Midlands-Wisbech, 6F Wisbech-Lynn-Hunstanton-Wells, 5F Lynn port-Lynn, 7F Lynn-Hunstanton-Wells"
    refused(at, two_chains, "1862-FREIGHT-06")
