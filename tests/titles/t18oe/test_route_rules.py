"""Where trains run in 18OE (rules 18OE-ROUTE), and track that only some may use."""

from __future__ import annotations

import pytest

from railhead.core.actions import text_of
from railhead.core.ids import hex_of
from railhead.routes.model import AREA_STOP, LARGE_STOP
from railhead.rules.running import Run
from railhead.testing import rule
from railhead.titles.t18oe.facts import LEVELS, TRAIN
from tests.titles.t18oe.lines import (
    BRISTOL_LONDON,
    BRUSSEL_ROTTERDAM,
    FLANDERS,
    GENT_BRUSSEL,
    LILLE_GENT,
    LILLE_PARIS,
    LONDON_LILLE,
    LOOP,
    Lines,
    channel,
    path,
    railroad,
)

LIMITS = {
    "2+2": (2, 2),
    "3": (3, 0),
    "3+3": (3, 3),
    "4": (4, 0),
    "4+4": (4, 4),
    "5": (5, 0),
    "5+5": (5, 5),
    "6": (6, 0),
    "6+6": (6, 6),
    "7+7": (7, 7),
    "4D": (4, 0),
    "8+8": (8, 8),
    "5D": (5, 0),
}
"""By train: how many cities its route may include, and how many towns it counts besides."""


@rule("18OE-ROUTE-01")
def test_a_route_has_a_token_and_two_stops() -> None:
    at = channel(trains=("2+2",))
    assert at.may_run("GWR", "2+2 L25.0-M26.0")
    assert at.breaks("GWR", "2+2 L25.0") == "18OE-ROUTE-01"
    assert at.breaks("GWR", f"2+2 {LILLE_PARIS}") == "18OE-ROUTE-01"
    assert at.breaks("GWR", "2+2 L25.0-M28.0") == "18OE-ROUTE-01"
    assert at.breaks("GWR", "3 L25.0-M26.0") == "18OE-ROUTE-01"


@rule("18OE-ROUTE-02")
def test_a_route_may_begin_and_end_in_towns() -> None:
    at = railroad("GWR", ("208@0 N31", "4@1 N33", "8@3 O30", "7@1 P31", "4@1 P29"), ("2+2",), ("N31.0",))
    assert at.earns("GWR", "2+2 N33.0-N31.0-O30-P31-P29.0") == 10 + 40 + 10


@rule("18OE-ROUTE-03")
def test_only_red_zones_with_circles_are_run_through() -> None:
    at = railroad("GWR", ("9@1 E84", "8@5 E86", "4@0 G86"), ("4",), ("F87.0",))
    at.lay("4@1 E82")
    assert at.problem("GWR").grades[at.stop("F87.0")] == LARGE_STOP
    assert at.may_run("GWR", "4 E82.0-E84-E86-F87.0-G86.0")
    levant = railroad("GWR", ("OE39@0 AA82", "4@1 AA84", "8@5 AA86", "9@1 AB85", "4@1 AB83"), ("4",), ("AA82.0",))
    there = "AA82.0-AA84.0-AA86-AB87.0"
    assert levant.may_run("GWR", f"4 {there}")
    assert levant.breaks("GWR", f"4 {there}-AB85-AB83.0") == "18OE-ROUTE-03"


def test_the_red_zones_that_end_runs_are_those_without_circles() -> None:
    problem = channel().problem("GWR")
    ends = {at for at, grade in problem.grades.items() if grade == AREA_STOP}
    assert len(ends) == 10
    assert all(not problem.network.stops[at].slots for at in ends)


@rule("18OE-ROUTE-04")
def test_a_train_comes_to_a_city_once_whichever_its_stations() -> None:
    at = railroad("GWR", ("OE30@0 Q30", "7@0 P31", "3@4 P29"), ("4",), ("Q30.1",))
    assert at.may_run("GWR", "4 Q30.1-P29.0")
    assert at.breaks("GWR", "4 Q30.2-P31-P29.0-Q30.1") == "18OE-ROUTE-04"
    around = railroad("GWR", ("OE37@0 Q30", "7@0 P31", "3@4 P29"), ("4",), ("Q30.0",))
    assert around.breaks("GWR", "4 Q30.0-P31-P29.0-Q30.0") == "18OE-ROUTE-04"


@rule("18OE-ROUTE-04")
def test_not_into_berlin_twice() -> None:
    """The rulebook's own words (EX-49): its stations are joined by a loop to the north-east."""
    at = railroad("KSS", ("OE13@0 M50", "7@5 L51", "7@1 M52"), ("4",), ("M50.0",))
    assert at.breaks("KSS", "4 M50.0-L51-M52-M50.2") == "18OE-ROUTE-04"


@rule("18OE-ROUTE-04")
def test_a_red_zone_is_not_both_ends_of_a_run() -> None:
    """The Scottish Highlands have two arrows."""
    at = railroad("LNWR", ("8@3 E24", "58@0 E26", "5@2 F25"), ("4",), ("F25.0",))
    assert at.earns("LNWR", "4 D25.0-E24-F25.0-E26.0") == 40 + 20 + 10
    assert at.breaks("LNWR", "4 D25.0-E24-F25.0-E26.0-D25.0") == "18OE-ROUTE-04"


@rule("18OE-ROUTE-05")
def test_a_city_full_of_others_ends_a_run_and_pays() -> None:
    at = railroad("GWR", FLANDERS, ("4",), ("N31.0",))
    assert at.earns("GWR", f"4 {path(LILLE_GENT, GENT_BRUSSEL, BRUSSEL_ROTTERDAM)}") == 40 + 10 + 30 + 20
    at.regional("BEL", 60, {"Ben": 2})
    assert at.earns("GWR", f"4 {path(LILLE_GENT, GENT_BRUSSEL)}") == 40 + 10 + 30
    assert at.breaks("GWR", f"4 {path(LILLE_GENT, GENT_BRUSSEL, BRUSSEL_ROTTERDAM)}") == "18OE-ROUTE-05"
    at.token("GWR", "M36.0")
    assert at.breaks("GWR", f"4 {path(LILLE_GENT, GENT_BRUSSEL, BRUSSEL_ROTTERDAM)}") == "18OE-ROUTE-05"


@rule("18OE-ROUTE-06")
def test_railroads_that_have_not_floated_block_nobody() -> None:
    at = railroad("GWR", FLANDERS, ("4",), ("N31.0",))
    assert at.book.companies[at.company("BEL")].home == at.stop("N35.0")
    assert at.may_run("GWR", f"4 {path(LILLE_GENT, GENT_BRUSSEL, BRUSSEL_ROTTERDAM)}")


# -- track ----------------------------------------------------------------------------------------


@rule("18OE-ROUTE-07")
def test_sections_are_used_once_but_the_middle_of_a_junction_may_be_crossed_again() -> None:
    at = railroad("GWR", ("545@0 P31", *LOOP), ("4",), ("N31.0",))
    assert at.earns("GWR", "4 P29.0-P31-O30-N31.0-O32-P31-Q30.0") == 10 + 30 + 100
    assert at.breaks("GWR", "4 N31.0-O30-P31-P29.0-P31-Q30.0") == "18OE-ROUTE-07"


@rule("18OE-ROUTE-08")
def test_a_central_town_is_passed_again_and_counts_once() -> None:
    at = railroad("GWR", ("146@0 P31", *LOOP), ("2+2",), ("N31.0",))
    assert at.earns("GWR", "2+2 P29.0-P31.0-O30-N31.0-O32-P31.0-Q30.0") == 10 + 20 + 30 + 100
    double = railroad("GWR", ("OE21@0 P31", *LOOP), ("2+2",), ("N31.0",))
    assert double.earns("GWR", "2+2 (P29.0)-P31.0-O30-N31.0-O32-P31.0-Q30.0") == 10 + 10 + 30 + 100


@rule("18OE-ROUTE-09")
def test_dead_ends_are_never_part_of_a_route() -> None:
    at = railroad("GWR", ("206@0 C48", "58@0 B47", "4@0 D47"), ("4",), ("C48.0",))
    dead_end = at.hex("D47")
    assert at.may_run("GWR", "4 C48.0-D47.0")
    leading_on = [
        link for link in at.problem("GWR").network.links[at.stop("D47.0")] if hex_of(link.path[1]) != at.hex("C48")
    ]
    assert leading_on == []
    assert at.book.board.open_sides[dead_end] & 1
    plain = railroad("GWR", ("206@0 C48", "58@0 B47", "9@0 D47"), ("4",), ("C48.0",))
    assert all(dead_end not in link.hexes for link in plain.problem("GWR").network.links[plain.stop("C48.0")])


@rule("18OE-ROUTE-10", "18OE-REV-04")
@pytest.mark.parametrize("train", LIMITS)
def test_limits_of_every_train(train: str) -> None:
    at = channel("8", (train,))
    (allowance,) = at.problem("GWR").trains
    cities, towns = LIMITS[train]
    assert (allowance.visits, allowance.large, allowance.total) == (cities, cities, cities + towns)


def test_levels_and_limits_differ_for_d_trains() -> None:
    """Worked example EX-14 of the rule list."""
    assert [LIMITS[train][0] for train in ("4+4", "4", "4D")] == [4, 4, 4]
    assert [LEVELS[TRAIN[train]] for train in ("4+4", "4", "4D")] == [4, 4, 7]


@rule("18OE-ROUTE-10")
def test_cities_count_even_if_a_town_is_paid_instead() -> None:
    whole = path(BRISTOL_LONDON, LONDON_LILLE, LILLE_PARIS)
    assert channel(trains=("4",)).may_run("GWR", f"4 {whole.replace('M26.0', '(M26.0)')}")
    short = channel(trains=("3",))
    assert short.breaks("GWR", f"3 {whole.replace('M26.0', '(M26.0)')}") == "18OE-ROUTE-10"
    assert short.breaks("GWR", f"3 {whole.replace('L25.0', '(L25.0)')}") == "18OE-ROUTE-10"
    assert short.may_run("GWR", f"3 {path(BRISTOL_LONDON, LONDON_LILLE).replace('M28.0', '(M28.0)')}")


@rule("18OE-ROUTE-11", "18OE-REV-03", "18OE-REV-05")
def test_any_number_of_towns_lies_on_a_route() -> None:
    tiles = ("208@0 N31", "4@1 N33", "8@3 O30", "3@1 P31", "4@1 P29", "4@1 P27", "4@1 P25")
    at = railroad("GWR", tiles, ("2+2",), ("N31.0",))
    five = "N33.0-N31.0-O30-P31.0-P29.0-P27.0-P25.0"
    assert at.breaks("GWR", f"2+2 {five}") == "18OE-ROUTE-10"
    assert at.earns("GWR", f"2+2 {five.replace('P27.0', '(P27.0)').replace('P25.0', '(P25.0)')}") == 40 + 3 * 10
    assert at.earns("GWR", f"2+2 {five.replace('N33.0', '(N33.0)').replace('P31.0', '(P31.0)')}") == 40 + 3 * 10


# -- several trains -------------------------------------------------------------------------------


@rule("18OE-ROUTE-12")
def test_two_trains_share_no_track_on_land() -> None:
    at = channel(trains=("2+2", "2+2"), tokens=("Q30.0",))
    assert at.may_run("GWR", f"2+2 {LILLE_PARIS}", "2+2 L25.0-M26.0")
    assert at.breaks("GWR", f"2+2 {LILLE_PARIS}", f"2+2 {LILLE_PARIS}") == "18OE-ROUTE-12"
    junction = railroad("GWR", ("80@0 P31", "8@3 O30", "201@0 N31", "4@1 P29", "5@3 Q30"), ("2+2", "2+2"), ("N31.0",))
    one, other = "N31.0-O30-P31-P29.0", "N31.0-O30-P31-Q30.0"
    assert junction.may_run("GWR", f"2+2 {one}")
    assert junction.may_run("GWR", f"2+2 {other}")
    assert junction.breaks("GWR", f"2+2 {one}", f"2+2 {other}") == "18OE-ROUTE-12"


@rule("18OE-ROUTE-13")
def test_two_trains_count_the_same_city_by_tracks_of_their_own() -> None:
    tiles = ("OE37@0 Q30", "201@0 N31", "8@3 O30", "8@0 P31", "4@0 R29")
    at = railroad("GWR", tiles, ("2+2", "2+2"), ("Q30.0",))
    assert at.earns("GWR", f"2+2 {LILLE_PARIS}", "2+2 Q30.0-R29.0") == (30 + 100) + (100 + 10)


@rule("18OE-ROUTE-14")
@pytest.mark.parametrize(("tile", "there", "pays"), [("545@0", "P31", 0), ("146@0", "P31.0", 20)])
def test_two_trains_use_a_junction_or_a_town_by_different_sections(tile: str, there: str, pays: int) -> None:
    at = railroad("GWR", (f"{tile} P31", *LOOP), ("2+2", "2+2"), ("N31.0",))
    one, other = f"2+2 P29.0-{there}-O30-N31.0", f"2+2 N31.0-O32-{there}-Q30.0"
    assert at.earns("GWR", one, other) == (10 + pays + 30) + (30 + pays + 100)


@rule("18OE-ROUTE-15")
def test_the_ferry_is_shared_but_not_the_land_beyond() -> None:
    """Worked example EX-18 of the rule list."""
    at = channel(trains=("3", "3"))
    west = path(BRISTOL_LONDON, LONDON_LILLE).replace("M26.0", "(M26.0)")
    at.token("GWR", "Q30.0")
    east = path(LONDON_LILLE, LILLE_PARIS)
    assert at.earns("GWR", f"3 {west}", f"3 {east}") == (20 + 30 + 30) + (30 + 30 + 100)
    assert at.breaks("GWR", f"3 {west}", f"3 {west}") == "18OE-ROUTE-12"
    at.token("GWR", "M28.0")
    assert at.earns("GWR", f"3 {LONDON_LILLE}", f"3 {LONDON_LILLE}") == 2 * (30 + 30)


# -- private companies that change the track ------------------------------------------------------


def brandt(owner: str, president: str = "Ann") -> Lines:
    at = channel(trains=("4",), tokens=("Q30.0",))
    at.give_private("BBE", owner)
    at.remember(brandt=(at.hex("P31"),))
    at.state.director[at.company("GWR")] = at.owner(president)
    return at


@rule("18OE-PRIV-41")
def test_marked_track_is_for_railroads_of_the_owner_alone() -> None:
    assert brandt("Ann").may_run("GWR", f"4 {LILLE_PARIS}")
    assert brandt("Ben").breaks("GWR", f"4 {LILLE_PARIS}") == "18OE-ROUTE-01"
    assert brandt("Ben").may_run("GWR", f"4 {BRISTOL_LONDON}")


@rule("18OE-PRIV-48")
def test_the_train_of_swift_runs_like_any_other_on_track_of_its_own() -> None:
    at = channel("8", trains=("2+2*", "5"))
    assert at.breaks("GWR", f"2+2 {BRISTOL_LONDON}", f"5 {BRISTOL_LONDON}") == "18OE-ROUTE-12"
    alone = channel("8", trains=("2+2*",))
    alone.operate("GWR", "run")
    alone.do(f"run 2+2 {BRISTOL_LONDON}", "pass", "pass")
    assert alone.state.revenue[alone.company("GWR")] == 20 + 2 * 10 + 30


@rule("18OE-ROUTE-08")
def test_a_town_that_is_passed_by_twice_is_read_as_it_is_written() -> None:
    at = Lines()
    text = "run 3+3 AA40-(AB39.0)-AC40.0-AC40-AB39-(AB39.0)"
    action = at.action(text)
    assert isinstance(action, Run)
    assert action.routes[0].passed_by == (at.stop("AB39.0"),)
    assert text_of(at.book, action) == text
