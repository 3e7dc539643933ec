"""Where the trains of 18BF may run, and what they are paid (18BF-ROUTE)."""

from __future__ import annotations

import pytest

from railhead.core import engine
from railhead.core.ids import hex_of
from railhead.play.best_run import best_run
from railhead.rules.running import Run
from railhead.rules.stations import network
from railhead.testing import rule
from tests.titles.t18bf.lines import (
    CHATHAM,
    DOVER,
    GREAT_WESTERN,
    KENT,
    PADDINGTON,
    SOUTH_IRELAND,
    WALES,
    WEST_LONDON,
    WHOLE,
    company,
    earned,
    plain,
    revenue,
    runs,
    skipping,
)
from tests.titles.t18bf.table import BigFour

TRAIN_OF_PHASE = {"2": "3", "3": "3", "4": "4", "5": "5", "6": "5", "7": "5", "8": "5"}
"""A train of three or more stops that runs in each phase."""


@rule("18BF-ROUTE-01")
def test_a_route_is_continuous_track_with_a_marker_of_the_company() -> None:
    table = runs(company(("2",), ("U13.0",), GREAT_WESTERN))
    assert table.refuses("run 2 U11.0-U9.0", "18BF-ROUTE-01").reason.startswith("A run includes")
    table.refuses("run 2 U13.0-U9.0", "18BF-ROUTE-01")
    table.refuses("run 2 U13.0", "18BF-ROUTE-01")
    assert table.allows("run 2 U13.0-U11.0")


@rule("18BF-ROUTE-02")
def test_no_stop_comes_twice() -> None:
    table = runs(company(("5",), ("P14.0",), ("201@4 P14", "8@5 P16", "3@1 Q17"), "5"))
    assert table.allows("run 5 P14.0-P16-Q17.0")
    table.refuses("run 5 P14.0-P16-Q17.0-P16-P14.0", "18BF-ROUTE-02")


@rule("18BF-ROUTE-03")
def test_a_route_may_end_at_a_city_filled_by_others_but_not_pass_through_it() -> None:
    full = runs(company(("4",), ("U23.5",), phase="4", others={"SEC": "V26.0"}))
    assert full.allows(f"run 4 {CHATHAM}")
    full.refuses(f"run 4 {DOVER}", "18BF-ROUTE-03")
    assert runs(company(("4",), ("U23.5",), phase="4")).allows(f"run 4 {DOVER}")
    shared = company(("4",), ("U23.5", "V26.0"), ("8@2 V24", "14@1 V26", "4@1 V28"), "4", {"SEC": "V26.0"})
    assert runs(shared).allows(f"run 4 {DOVER}")


@rule("18BF-ROUTE-04", "18BF-ROUTE-11")
def test_no_track_comes_twice_not_even_the_short_piece_at_a_junction() -> None:
    """Glasgow and Falkirk join at the west end of a short stem, Falkirk and Edinburgh at its east end."""
    stem = ("28@4 E7", "29@1 E9", "911@4 D8", "X1@0 D6", "621@0 D10")
    table = runs(company(("5", "5"), ("D6.2", "D10.0"), stem, "5"))
    assert table.allows("run 5 D6.2-E7-E9-D8.0")
    table.refuses("run 5 D6.2-E7-E9-D8.0-E7-E9-D10.0", "18BF-ROUTE-04")
    table.refuses("run 5 D6.2-E7-D8.0", "18BF-ROUTE-01")
    table.refuses("run 5 D6.2-E7-E9-D8.0, 5 D8.0-E7-E9-D10.0", "18BF-ROUTE-11")


@rule("18BF-ROUTE-05")
def test_a_red_area_ends_the_route() -> None:
    table = runs(company(("5",), ("V26.0",), ("14@1 V26", "4@1 V28", "8@1 W29", "8@2 W27"), "5"))
    assert table.allows("run 5 V26.0-W27-W29-V30.0")
    assert table.allows("run 5 V26.0-V28.0-V30.0")
    table.refuses("run 5 V28.0-V30.0-W29-W27-V26.0", "18BF-ROUTE-05")


@rule("18BF-ROUTE-06")
def test_a_route_has_one_of_several_separate_spaces_in_a_hex() -> None:
    table = runs(company(("5",), ("P14.0",), ("201@4 P14", "8@5 P16", "3@1 Q17"), "5"))
    assert table.allows("run 5 Q15.1-P14.0-P16-Q17.0")
    assert table.allows("run 5 P14.0-P16-Q17.0-Q15.2")
    table.refuses("run 5 Q15.1-P14.0-P16-Q17.0-Q15.2", "18BF-ROUTE-06")


@rule("18BF-ROUTE-07")
def test_london_is_open_only_by_an_exit_with_a_marker() -> None:
    shut = runs(company(("4",), ("U13.0", "U23.2"), WEST_LONDON, "4"))
    shut.refuses(f"run 4 {PADDINGTON}", "18BF-ROUTE-07")
    assert runs(company(("4",), ("U13.0", "U23.1"), WEST_LONDON, "4")).allows(f"run 4 {PADDINGTON}")


@rule("18BF-ROUTE-08", "18BF-ROUTE-11")
def test_both_spaces_of_an_exit_share_its_track() -> None:
    """A System may have both by merger; it has room for one train there, whatever its markers."""
    table = runs(company(("2", "2"), ("U23.5", "U23.5", "V26.0")))
    table.refuses(f"run 2 {CHATHAM}, 2 {CHATHAM}", "18BF-ROUTE-11")
    assert table.allows(f"run 2 {CHATHAM}, 2 V26.0-V28.0")


@rule("18BF-ROUTE-09")
def test_no_route_from_london_to_london() -> None:
    table = runs(company(("4",), ("U23.5", "U23.4", "V26.0"), ("8@2 V24", "5@1 V26", "8@5 U25"), "4"))
    assert table.allows(f"run 4 {CHATHAM}")
    assert table.allows("run 4 V26.0-U25-U23.4")
    table.refuses("run 4 U23.5-V24-V26.0-U25-U23.4", "18BF-ROUTE-09")


@rule("18BF-ROUTE-09")
def test_no_route_from_ireland_to_ireland() -> None:
    north = "U7 T6 S7 R8 Q9 P8 O7 N6 N4"
    track = ("9@2 T4", "8@2 U5", "5@1 U7", *plain(BigFour(), north))
    table = runs(company(("4",), ("U7.0",), track, "4"))
    up = "U7.0-T6-S7-R8-Q9-P8-O7-N6-N4.0"
    assert table.allows(f"run 4 {SOUTH_IRELAND}")
    assert table.allows(f"run 4 {up}")
    table.refuses(f"run 4 S3.0-T4-U5-{up}", "18BF-ROUTE-09")


@rule("18BF-ROUTE-10")
def test_ports_are_no_destinations() -> None:
    tiles = ("202@2 C11", "9@2 B10", "6@5 A9")
    table = runs(company(("2",), ("C11.0",), tiles))
    seas = [hex_ for hex_ in table.book.board.all_hexes if table.book.board.hexes[hex_].printed.colour == "blue"]
    assert {table.book.board.names[hex_] for hex_ in seas} >= {"B12", "C13"}
    assert not {hex_of(stop) for stop in network(table.game).stops}.intersection(seas)
    table.refuses("run 2 C11.0-C13", "18BF-ROUTE-01")
    assert table.allows("run 2 C11.0-B10-A9.0")


@rule("18BF-ROUTE-11")
def test_routes_share_no_track_but_may_meet_at_cities_and_red_areas() -> None:
    tiles = ("14@1 V26", "4@1 V28", "8@1 W29", "8@2 W27")
    table = runs(company(("5", "5"), ("V26.0",), tiles, "5"))
    assert table.allows("run 5 V26.0-W27-W29-V30.0, 5 V26.0-V28.0-V30.0")
    table.refuses("run 5 V26.0-V28.0-V30.0, 5 V26.0-V28.0", "18BF-ROUTE-11")


@rule("18BF-ROUTE-12", "18BF-EX-07")
def test_a_train_counts_at_least_two_stops_and_no_more_than_its_number() -> None:
    three = runs(company(("3",), ("U23.5",)))
    assert three.allows(f"run 3 {CHATHAM}")
    assert three.allows(f"run 3 {CHATHAM}-V28.0")
    three.refuses(f"run 3 {DOVER}", "18BF-ROUTE-12")
    three.refuses("run 3 (U23.5)-V24-V26.0", "18BF-ROUTE-12")
    two = runs(company(("2",), ("U23.5", "V26.0")))
    assert two.allows(f"run 2 {CHATHAM}")
    two.refuses(f"run 2 {CHATHAM}-V28.0", "18BF-ROUTE-12")
    two.refuses(f"run 2 {CHATHAM}-(V28.0)", "18BF-ROUTE-12")


@rule("18BF-ROUTE-13")
def test_small_cities_on_the_way_may_be_skipped_but_not_large_ones() -> None:
    assert earned(company(("2",), ("V26.0",)), "2 V26.0-(V28.0)-V30.0") == 20 + 20
    table = runs(company(("4",), ("U23.5",), phase="4"))
    assert table.allows(f"run 4 {skipping(DOVER, 'V28.0')}")
    table.refuses(f"run 4 {skipping(DOVER, 'V26.0')}", "18BF-ROUTE-13")


@rule("18BF-ROUTE-14")
@pytest.mark.parametrize(
    ("phase", "dover"), [("2", 20), ("3", 30), ("4", 30), ("5", 40), ("6", 40), ("7", 50), ("8", 50)]
)
def test_red_areas_pay_by_phase(phase: str, dover: int) -> None:
    train = TRAIN_OF_PHASE[phase]
    assert earned(company((train,), ("V26.0",), phase=phase), f"{train} V26.0-V28.0-V30.0") == 20 + 10 + dover


@rule("18BF-ROUTE-15")
@pytest.mark.parametrize(
    ("train", "route", "value"),
    [("2+2", CHATHAM, 60), ("3+3", f"{CHATHAM}-V28.0", 70), ("4+4", "U11.0-U9.0-U7.0", 70), ("5", CHATHAM, 60)],
)
def test_plus_trains_run_by_their_number_and_are_paid_twice(train: str, route: str, value: int) -> None:
    table = company((train,), ("U23.5", "U9.0"), (*KENT, *GREAT_WESTERN), "8")
    assert earned(table, f"{train} {route}") == (2 if "+" in train else 1) * value


@rule("18BF-ROUTE-15")
def test_plus_trains_skip_no_large_city_either() -> None:
    table = runs(company(("2+2", "3+3"), ("U9.0",), GREAT_WESTERN, "8"))
    table.refuses("run 2+2 U11.0-U9.0-U7.0", "18BF-ROUTE-12")
    table.refuses("run 3+3 U11.0-(U9.0)-U7.0", "18BF-ROUTE-13")


@rule("18BF-ROUTE-16")
def test_a_5_5e_counts_any_five_stops_of_its_route() -> None:
    """Ireland 40, London 40, Rhondda 30, Bristol 30 and one city of 20; London with a red area 30, the border 30."""
    table = runs(company(("5+5E",), ("U13.0", "U23.1"), GREAT_WESTERN, "8"))
    best = best_run(table.book, table.state, table.company("LMS"))
    assert best.proven
    assert best.revenue == 2 * (40 + 40 + 30 + 30 + 20 + 30 + 30)
    assert [call.stop for call in best.runs[0].calls if call.value is None] == ["U19.0", "U17.0", "U11.0"]
    assert earned(table, f"5+5E {skipping(WHOLE, 'U11.0', 'U17.0', 'U19.0')}") == best.revenue


@rule("18BF-ROUTE-16")
def test_a_5_5e_need_not_count_a_marker_or_its_ends() -> None:
    line = f"{WALES}-U13.0-U15-U17.0-U19.0"
    table = runs(company(("5+5E",), ("U11.0",), GREAT_WESTERN, "8"))
    assert table.allows(f"run 5+5E {skipping(line, 'U11.0', 'U19.0')}")
    assert table.allows(f"run 5+5E {skipping(line, 'S3.0', 'U19.0')}")
    table.refuses(f"run 5+5E {line}", "18BF-ROUTE-12")
    table.refuses(f"run 5+5E {skipping(line, 'U11.0', 'U17.0', 'U19.0')}", "18BF-ROUTE-13")


@rule("18BF-ROUTE-17", "18BF-DX-15")
@pytest.mark.parametrize("dover", [50])
def test_plus_trains_double_every_bonus(dover: int) -> None:
    table = company(("4+4",), ("U23.5",), ("X11@0 U23", *KENT), "8", privates=("F7", "U1"))
    assert earned(table, f"4+4 {DOVER}") == 2 * (100 + 20 + 10 + dover + 30 + 30 + 10)


@rule("18BF-ROUTE-18")
def test_a_company_earns_the_sum_of_its_trains() -> None:
    table = company(("2", "3"), ("U23.5", "U13.0", "U23.1"), (*KENT, *WEST_LONDON))
    assert earned(table, f"2 {CHATHAM}, 3 {skipping(PADDINGTON, 'U17.0')}") == 60 + 80


@rule("18BF-ROUTE-19")
def test_the_highest_run_that_anybody_announces_counts() -> None:
    table = runs(company(("2",), ("U23.5", "V26.0")))
    table.do("run 2 V26.0-V28.0")
    assert table.turn == "B"
    table.refuses("announce 2 V26.0-V28.0", "18BF-ROUTE-19")
    table.do("announce 2 V26.0-(V28.0)-V30.0")
    assert table.turn == "C"
    table.do(f"announce 2 {CHATHAM}")
    assert revenue(table) == 60
    assert table.turn == "A"


@rule("18BF-ROUTE-19")
def test_nobody_has_to_announce_a_better_run() -> None:
    table = runs(company(("2",), ("U23.5", "V26.0")))
    table.do("run 2 V26.0-V28.0", "pass", "pass", "pass")
    assert revenue(table) == 30


@rule("18BF-ROUTE-19")
def test_nobody_is_asked_about_the_best_run() -> None:
    table = runs(company(("2",), ("U23.5", "V26.0")))
    table.do(f"run 2 {CHATHAM}")
    assert table.turn == "A"
    assert revenue(table) == 60


@rule("18BF-ROUTE-20")
def test_trains_enter_london_by_different_exits_and_each_counts_it() -> None:
    table = company(("2", "2"), ("U23.5", "U23.1"), (*KENT, *WEST_LONDON))
    assert earned(table, f"2 {CHATHAM}, 2 U19.0-U21-U23.1") == (40 + 20) + (40 + 10)


@rule("18BF-ROUTE-21")
def test_every_train_that_can_run_does() -> None:
    table = runs(company(("2", "2"), ("U23.5", "V26.0")))
    table.refuses(f"run 2 {CHATHAM}", "18BF-ROUTE-21")
    assert table.allows(f"run 2 {CHATHAM}, 2 V26.0-V28.0")
    idle = engine.why_not(table.book, table.state, Run(()))
    assert idle is not None
    assert idle.rule == "18BF-ROUTE-21"
    nothing = runs(company(("2",), ("U13.0",), ()))
    assert nothing.turn == "A"
    assert revenue(nothing) == 0


@rule("18BF-ROUTE-18", "18BF-DIV-07")
@pytest.mark.parametrize("trains", [(), ("2",)])
def test_what_was_earned_in_an_earlier_turn_is_not_earned_again(trains: tuple[str, ...]) -> None:
    """The company has no train any more, or no route for it."""
    table = company(trains, ("U13.0",), ())
    table.earned("LMS", 100)
    table.play("LMS", "run")
    assert revenue(table) == 0
