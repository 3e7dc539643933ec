"""Irish ferries: assigned to an area in every turn, several of them to different ones."""

from __future__ import annotations

import pytest

from railhead.rules.track import LayTrack
from railhead.testing import rule
from railhead.titles.t18bf.ferries import areas_in_reach
from railhead.titles.t18bf.record import record
from tests.titles.t18bf.lines import GREAT_WESTERN, SOUTH_IRELAND, company, plain, revenue
from tests.titles.t18bf.table import BigFour

NORTH = "T6-S5-R6-Q7-P6-O5-N6-N4.0"
MID_IRELAND = plain(BigFour(), "U7 T6 S5 R6 Q7 P6 O5 N6 N4")
BOTH = ("9@2 T4", "8@2 U5", "5@1 U7", *MID_IRELAND)
"""From Swansea to South Ireland, and to Mid-Ireland."""


def ferries(*privates: str, trains: tuple[str, ...] = ("2", "2"), tiles: tuple[str, ...] = BOTH) -> BigFour:
    """The turn of a company with Irish ferries has come to its runs."""
    table = company(trains, ("U7.0",), tiles, privates=privates)
    table.operate("LMS", "ferries")
    return table


def assigned(table: BigFour) -> list[str]:
    names = {table.stop(name): name for name in ("H2.0", "N4.0", "S3.0")}
    return [names[area] for _, area in record(table.game).ferries]


@rule("18BF-PRIV-27", "18BF-PRIV-31")
@pytest.mark.parametrize(("area", "south", "mid"), [("S3.0", 10, 0), ("N4.0", 0, 10), ("H2.0", 0, 0)])
def test_the_bonus_counts_only_where_the_ferry_is_assigned(area: str, south: int, mid: int) -> None:
    table = ferries("F1")
    assert table.turn == "A"
    assert table.offered() == ["ferry to H2.0", "ferry to N4.0", "ferry to S3.0"]
    table.refuses("ferry to V30.0", "18BF-PRIV-31")
    table.do(f"ferry to {area}", f"run 2 {SOUTH_IRELAND}, 2 U7.0-{NORTH}")
    assert revenue(table) == (20 + 20 + south) + (20 + 20 + mid)


@rule("18BF-PRIV-31", "18BF-PRIV-32")
def test_the_director_is_told_what_a_ferry_brings_and_where_trains_can_go() -> None:
    table = ferries("F1")
    assert table.choices.task == "choose the area of Ireland that the ferry F1 serves for LMS in this turn"
    told = [
        "the area is worth 10 more to every train of LMS that counts it",
        "the trains of LMS can count Mid-Ireland (N4) and South Ireland (S3)",
    ]
    assert list(map(str, table.step.situation(table.game))) == told
    table.give_private("F3", "LMS")
    table.do("ferry to N4.0")
    assert table.choices.task == "choose the area of Ireland that the ferry F3 serves for LMS in this turn"
    assert list(map(str, table.step.situation(table.game))) == [*told, "F1 serves Mid-Ireland (N4)"]


@rule("18BF-PRIV-31")
def test_a_ferry_counts_for_every_train_that_counts_its_area() -> None:
    """Both trains come to South Ireland, by either of its two ways."""
    tiles = ("8@2 U5", "9@2 T4", "6@1 U7", *plain(BigFour(), "U7 T8 S7 S5 S3"))
    table = ferries("F2", tiles=tiles)
    assert assigned(table) == ["S3.0"]
    table.do(f"run 2 {SOUTH_IRELAND}, 2 U7.0-T8-S7-S5-S3.0")
    assert revenue(table) == 2 * (20 + 20 + 10)


@rule("18BF-PRIV-31")
def test_nobody_is_asked_if_only_one_area_is_in_reach() -> None:
    table = ferries("F3", trains=("2",), tiles=GREAT_WESTERN)
    assert table.offered("ferry") == []
    assert assigned(table) == ["S3.0"]
    table.do(f"run 2 {SOUTH_IRELAND}")
    assert revenue(table) == 20 + 20 + 10


@rule("18BF-PRIV-31")
def test_an_area_beyond_the_reach_of_every_train_does_not_count_as_one() -> None:
    """From Rhondda a 2-train reaches no area, a 3-train one."""
    for trains, reached in ((("2",), 0), (("3",), 1)):
        table = company(trains, ("U9.0",), GREAT_WESTERN, privates=("F1",))
        assert len(areas_in_reach(table.game, table.company("LMS"))) == reached


@rule("18BF-PRIV-32")
def test_several_ferries_go_to_different_areas() -> None:
    table = ferries("F1", "F2")
    assert table.offered("ferry") == []
    assert assigned(table) == ["N4.0", "S3.0"]
    table.do(f"run 2 {SOUTH_IRELAND}, 2 U7.0-{NORTH}")
    assert revenue(table) == (20 + 20 + 10) + (20 + 20 + 10)


@rule("18BF-PRIV-32")
def test_two_ferries_are_never_assigned_to_the_same_area() -> None:
    table = ferries("F1")
    table.do("ferry to N4.0")
    fresh = ferries("F1", trains=("2",))
    fresh.give_private("F2", "LMS")
    fresh.do("ferry to N4.0")
    fresh.refuses("ferry to N4.0", "18BF-PRIV-32")
    fresh.do("ferry to H2.0")
    assert assigned(fresh) == ["N4.0", "H2.0"]


@rule("18BF-PRIV-08", "18BF-PRIV-31")
def test_a_ferry_of_a_player_is_not_assigned() -> None:
    table = company(("2",), ("U7.0",), BOTH)
    table.give_private("F1", "A")
    table.operate("LMS", "ferries")
    assert table.offered("ferry") == []
    table.do(f"run 2 {SOUTH_IRELAND}")
    assert revenue(table) == 20 + 20


@rule("18BF-PRIV-31")
def test_ferries_are_assigned_anew_in_every_turn() -> None:
    table = ferries("F1")
    table.do("ferry to N4.0")
    table.play("LMS", "begin")
    assert assigned(table) == []


@rule("18BF-PRIV-31", "18BF-OR-05")
def test_a_ferry_bought_while_track_is_laid_is_assigned_when_trains_run() -> None:
    """The areas in reach are those of the track as it is then; one bought after the run serves none in this turn."""
    table = company(("2", "2"), ("U7.0",), BOTH, "3")
    table.give_cash("LMS", 200)
    table.give_private("F1", "A")
    table.give_private("F2", "A")
    table.operate("LMS", "track")
    table.do("buy-in F1 for 50")
    assert isinstance(table.step, LayTrack)
    assert record(table.game).ferries == ()
    while not table.offered("ferry"):
        table.do("pass")
    table.do("ferry to N4.0", f"run 2 {SOUTH_IRELAND}, 2 U7.0-{NORTH}")
    assert revenue(table) == (20 + 20) + (20 + 20 + 10)
    table.do("buy-in F2 for 50")
    assert assigned(table) == ["N4.0"]
    assert not table.offered("ferry")
    assert revenue(table) == (20 + 20) + (20 + 20 + 10)


@rule("18BF-PRIV-05", "18BF-PRIV-31", "18BF-PRIV-32")
def test_a_ferry_bought_while_trains_run_is_assigned_before_they_do() -> None:
    table = company(("2", "2"), ("U7.0",), BOTH, "3")
    table.give_cash("LMS", 200)
    table.give_private("F1", "A")
    table.give_private("F2", "A")
    table.operate("LMS", "run")
    table.do("buy-in F1 for 50")
    assert table.offered("ferry") == ["ferry to H2.0", "ferry to N4.0", "ferry to S3.0"]
    table.do("ferry to S3.0")
    assert assigned(table) == ["S3.0"]
    table.do("buy-in F2 for 50")
    assert sorted(assigned(table)) == ["N4.0", "S3.0"], "one for each area in reach"
    table.do(f"run 2 {SOUTH_IRELAND}, 2 U7.0-{NORTH}")
    assert revenue(table) == 2 * (20 + 20 + 10)
