"""Home markers: placed first of all, with a circle or without one (rules 1862-HOME and 1862-START)."""

from __future__ import annotations

import pytest

from railhead.rules.exchange import Option
from railhead.rules.operating import OperatingRound, OperatingTurn
from railhead.rules.tokens import PlaceTokens
from railhead.rules.track import LayTrack
from railhead.testing import Table, rule
from railhead.titles.t1862 import homes
from railhead.titles.t1862.bankruptcy import ruin
from railhead.titles.t1862.merging import MergeOrNot
from tests.titles.t1862.railways import merging, operating, railway, table

IPSWICH = "790@1 F11"
"""ESR's home with two circles."""


def first_turn(
    *tiles: str,
    company: str = "ESR",
    phase: str = "B",
    others: dict[str, tuple[str, ...]] | None = None,
    options: tuple[str, ...] = (),
    director: str = "A",
) -> Table:
    """A company is to have its first turn; others have markers."""
    at = table(options=options)
    at.lay(*tiles)
    at.set_phase(phase)
    for other, markers in (others or {}).items():
        railway(at, other, {"A": 3, "B": 5}, director="B", markers=markers, unused=1, trains=("2F",))
    shares = {"A": 5, "pool": 3} if director == "pool" else {"A": 5}
    railway(at, company, shares, director=director, treasury=500, unused=3)
    operating(at, company, "begin")
    at.settle()
    return at


def at_home(at: Table, company: str = "ESR") -> tuple[str, ...]:
    """The companies with a marker on a company's home, in order."""
    held = at.state.tokens.get(at.book.companies[at.company(company)].home, ())
    return tuple(at.book.company_names[other] for other in held)


@rule("1862-HOME-01")
def test_the_home_marker_is_placed_before_the_merge_step() -> None:
    at = first_turn("791@1 F11", others={"WVR": ("F11.0",)})
    assert isinstance(at.step, MergeOrNot)
    assert at_home(at) == ("WVR", "ESR")


@rule("1862-HOME-02")
def test_an_empty_home_gets_the_first_tile() -> None:
    at = first_turn(company="WVR", phase="A")
    assert at_home(at, "WVR") == ("WVR",)
    assert isinstance(at.step, LayTrack)
    assert {text.split()[3] for text in at.offered("lay")} == {"G8"}
    at.refuses("pass", "1862-HOME-02")
    at.do("lay 57 on G8 turned 0")
    at.do("lay 8852 on G10 turned 0")
    assert not isinstance(at.step, LayTrack), "two yellow tiles are a turn's building"


@rule("1862-HOME-02")
def test_nothing_else_is_built_before_the_home_tile() -> None:
    at = first_turn("20@0 E6", company="WVR", phase="B")
    at.refuses("station on E6 line 0-3", "1862-HOME-02")
    at.refuses("link at D15.1", "1862-HOME-02")
    assert at.offered("station") == []


@rule("1862-HOME-02", "1862-TRACK-07")
def test_an_n_tile_at_home_is_the_only_one() -> None:
    at = first_turn(phase="A")
    at.do("lay 790 on F11 turned 1")
    assert not isinstance(at.step, LayTrack)


@rule("1862-HOME-03")
def test_a_full_home_must_be_upgraded_if_that_makes_room() -> None:
    at = first_turn(IPSWICH, others={"WVR": ("F11.0",), "N&B": ("F11.0",)})
    at.do("pass")
    assert isinstance(at.step, LayTrack)
    assert at_home(at) == ("WVR", "N&B", "ESR"), "the marker waits beside the tile"
    assert at.offered() == ["lay 791 on F11 turned 1"]
    at.refuses("pass", "1862-HOME-02")
    at.do("lay 791 on F11 turned 1")
    assert at_home(at) == ("WVR", "N&B", "ESR")
    assert homes.waiting_at(at.game, at.company("ESR")) is None
    assert not isinstance(at.step, LayTrack), "it was the turn's building"


@rule("1862-HOME-04", "1862-TOKEN-04")
def test_without_an_upgrade_the_marker_placed_last_makes_way() -> None:
    at = first_turn(IPSWICH, phase="A", others={"N&B": ("F11.0",), "WVR": ("F11.0",)})
    assert at_home(at) == ("N&B", "ESR")
    assert at.state.spare_tokens[at.company("WVR")] == 2
    assert at.state.spare_tokens[at.company("N&B")] == 1


@rule("1862-HOME-04")
def test_the_order_in_which_markers_were_placed_outlives_upgrades() -> None:
    at = table()
    at.lay(IPSWICH)
    for rival in ("WVR", "N&B"):
        railway(at, rival, {"B": 5}, markers=("F11.0",), unused=1)
    at.lay("791@1 F11")
    railway(at, "FDR", {"B": 5}, markers=("F11.0",), unused=1)
    railway(at, "ESR", {"A": 5}, unused=3)
    at.set_phase("C")
    operating(at, "ESR", "begin")
    at.settle()
    assert at_home(at) == ("WVR", "N&B", "ESR"), "the last of the three had to go"
    assert at.state.spare_tokens[at.company("FDR")] == 2


@rule("1862-HOME-04", "1862-MERGE-35")
@pytest.mark.parametrize(("vanishing", "left"), [("N&B", ("FDR", "ESR")), ("WVR", ("N&B", "ESR"))])
def test_a_marker_taken_over_in_a_merger_is_as_old_as_the_one_it_replaces(
    vanishing: str, left: tuple[str, ...]
) -> None:
    """N&B came to Ipswich first, then WVR; one of them becomes a part of FDR."""
    at = table()
    at.lay(IPSWICH, "6@2 G12")
    for name, stop in (("N&B", "F11.0"), ("WVR", "F11.0"), ("FDR", "G12.0")):
        railway(at, name, {"B": 6}, markers=(stop,), unused=1, trains=("2F",))
    operating(at, "FDR", "merge")
    merging(at, "FDR", vanishing, "FDR")
    railway(at, "ESR", {"A": 5}, unused=3)
    operating(at, "ESR", "begin")
    at.settle()
    assert at_home(at) == left


@rule("1862-HOME-01", "1862-HOME-04")
def test_a_company_that_has_lost_all_its_markers_does_not_place_home_again() -> None:
    """WVR had given up the marker in Beccles in a merger; its last one has to leave Ipswich."""
    at = first_turn(IPSWICH, phase="A", others={"N&B": ("F11.0",), "WVR": ("F11.0",)})
    assert at_home(at) == ("N&B", "ESR")
    operating(at, "WVR", "begin")
    at.settle()
    assert at_home(at, "WVR") == ()
    assert at.state.spare_tokens[at.company("WVR")] == 2


@rule("1862-HOME-01", "1862-BANKR-04")
def test_a_company_places_home_in_each_of_its_lives() -> None:
    at = first_turn(company="WVR", phase="A")
    assert at_home(at, "WVR") == ("WVR",)
    ruin(at.game, at.company("WVR"))
    assert at_home(at, "WVR") == ()
    railway(at, "WVR", {"A": 5}, unused=3)
    operating(at, "WVR", "begin")
    at.settle()
    assert at_home(at, "WVR") == ("WVR",)


@rule("1862-HOME-04")
def test_an_upgrade_that_has_no_more_circles_does_not_help() -> None:
    """A green town has two circles, and so has a russet one."""
    at = first_turn("15@1 G8", company="WVR", phase="D", others={"N&B": ("G8.0",), "ESR": ("G8.0",)})
    assert at_home(at, "WVR") == ("N&B", "WVR")


@rule("1862-HOME-05", "1862-MERGE-04")
def test_a_marker_without_a_circle_is_joined_to_the_track() -> None:
    at = first_turn(IPSWICH, "6@2 G12", others={"WVR": ("F11.0",), "N&B": ("F11.0",), "FDR": ("G12.0",)})
    assert at.offered("merge") == ["merge with FDR", "merge with N&B", "merge with WVR"]


@rule("1862-HOME-06", "1862-VAR-07")
@pytest.mark.parametrize("option", [(), ("no_forced_build",)])
@pytest.mark.parametrize("survivor", ["ESR", "FDR"])
def test_after_a_merger_the_home_tile_is_still_due(option: tuple[str, ...], survivor: str) -> None:
    at = first_turn(
        *(IPSWICH, "6@2 G12"),
        others={"WVR": ("F11.0",), "N&B": ("F11.0",), "FDR": ("G12.0",)},
        options=option,
    )
    at.do("merge with FDR", "accept", f"survivor {survivor}")
    while not isinstance(at.step, LayTrack):
        at.do("relinquish option")
    assert at_home(at) == ("WVR", "N&B", survivor)
    if option:
        assert at.allows("pass")
        assert at.allows("lay 8851 on G10 turned 3"), "it is as free to build as any other company"
    else:
        at.refuses("pass", "1862-HOME-02")
        at.refuses("lay 8851 on G10 turned 3", "1862-HOME-02")
    assert at.allows("lay 791 on F11 turned 1")


@rule("1862-HOME-03", "1862-VAR-07")
@pytest.mark.parametrize("option", [(), ("no_forced_build",)])
def test_without_a_merger_a_full_home_is_upgraded_whatever_was_agreed(option: tuple[str, ...]) -> None:
    at = first_turn(
        *(IPSWICH, "6@2 G12"),
        others={"WVR": ("F11.0",), "N&B": ("F11.0",), "FDR": ("G12.0",)},
        options=option,
    )
    at.do("pass")
    assert isinstance(at.step, LayTrack)
    at.refuses("pass", "1862-HOME-02")
    at.refuses("lay 8851 on G10 turned 3", "1862-HOME-02")
    assert at.allows("lay 791 on F11 turned 1")


@rule("1862-HOME-02", "1862-VAR-07")
@pytest.mark.parametrize("option", [(), ("no_forced_build",)])
def test_without_a_merger_an_empty_home_gets_its_tile_whatever_was_agreed(option: tuple[str, ...]) -> None:
    at = first_turn(company="SVR", phase="A", options=option)
    assert isinstance(at.step, LayTrack)
    at.refuses("pass", "1862-HOME-02")
    at.do("lay 57 on D11 turned 0")
    assert at.allows("pass")


@rule("1862-HOME-07", "1862-TOKEN-01")
def test_home_is_not_the_one_marker_of_the_turn() -> None:
    at = first_turn(company="SVR", phase="A")
    at.do("lay 57 on D11 turned 0", "lay 57 on D13 turned 0")
    assert isinstance(at.step, PlaceTokens)
    at.do("token at D13.0")
    assert at.state.spare_tokens[at.company("SVR")] == 1


@rule("1862-HOME-01", "1862-RECV-02")
def test_a_company_in_receivership_places_its_home_when_it_has_a_director() -> None:
    """Its first turn passes without a marker; the first one with a director begins with it."""
    at = table()
    railway(at, "WVR", {"pool": 5, "A": 2, "B": 2}, director="pool", treasury=500, unused=3, trains=("2E",))
    at.operating_round()
    assert at_home(at, "WVR") == ()
    at.stock_turn("A")
    at.do("buy WVR from pool")
    assert at.director("WVR") == "A"
    operating(at, "WVR", "begin")
    at.settle()
    assert at_home(at, "WVR") == ("WVR",)


@rule("1862-START-01", "1862-START-02")
@pytest.mark.parametrize(
    ("company", "tiles", "rivals", "phase", "expected"),
    [
        ("ESR", (), (), "A", True),
        ("ESR", (IPSWICH,), ("WVR",), "A", True),
        ("ESR", (IPSWICH,), ("WVR", "N&B"), "A", False),
        ("ESR", (IPSWICH,), ("WVR", "N&B"), "B", True),
        ("ESR", ("791@1 F11",), ("WVR", "N&B", "FDR"), "C", False),
        ("ESR", ("791@1 F11",), ("WVR", "N&B", "FDR"), "D", True),
        ("WVR", ("57@0 G8",), ("N&B",), "A", False),
        ("WVR", ("57@0 G8",), ("N&B",), "B", True),
        ("WVR", ("15@1 G8",), ("N&B", "ESR"), "D", False),
    ],
)
def test_a_company_starts_only_if_its_home_marker_will_find_room(
    company: str, tiles: tuple[str, ...], rivals: tuple[str, ...], phase: str, expected: bool
) -> None:
    at = table()
    at.lay(*tiles)
    at.set_phase(phase)
    home = at.book.companies[at.company(company)].home
    for rival in rivals:
        railway(at, rival, {"A": 5})
        at.state.tokens = at.state.tokens.put(home, (*at.state.tokens.get(home, ()), at.company(rival)))
    assert homes.placeable(at.game, at.company(company)) is expected


@rule("1862-START-01", "1862-HOME-06")
def test_a_marker_that_waits_takes_the_circle_an_upgrade_would_make() -> None:
    """ESR merged into FDR in its first turn: FDR's marker waits beside Ipswich, and ESR cannot start anew there yet."""
    at = table()
    at.lay(IPSWICH)
    at.set_phase("B")
    home = at.book.companies[at.company("ESR")].home
    at.state.tokens = at.state.tokens.put(home, tuple(map(at.company, ("WVR", "N&B", "FDR"))))
    assert not homes.placeable(at.game, at.company("ESR")), "the green tile has three circles"


@rule("1862-HOME-06", "1862-MERGE-09")
@pytest.mark.parametrize("survivor", ["ESR", "FDR"])
def test_a_marker_still_waits_in_the_next_turn_if_the_merger_ended_the_first(survivor: str) -> None:
    at = first_turn(
        *(IPSWICH, "6@2 G12"),
        others={"WVR": ("F11.0",), "N&B": ("F11.0",), "FDR": ("G12.0",)},
    )
    others = tuple(at.company(other) for other in ("FDR", "WVR", "N&B"))
    at.state.agenda = (at.state.agenda[0], OperatingRound((*others, at.company("ESR"))), *at.state.agenda[2:])
    at.do("merge with FDR", "accept", f"survivor {survivor}")
    while isinstance(at.step, Option):
        at.do("relinquish option")
    assert not at.game.within(OperatingTurn), "FDR had operated: the turn is over"
    assert at_home(at) == ("WVR", "N&B", survivor)
    operating(at, survivor, "begin")
    at.settle()
    if isinstance(at.step, MergeOrNot):
        at.do("pass")
    assert at.offered() == ["lay 791 on F11 turned 1"]
