"""Tile points of 18OE: how many there are, and what tiles use of them."""

from __future__ import annotations

import pytest

from railhead.core.ids import Tile
from railhead.core.spelling import Rotation
from railhead.rules.track import LayTile
from railhead.testing import rule
from railhead.titles.t18oe import lay_track, points
from railhead.titles.t18oe.building import BuildTrack
from railhead.titles.t18oe.facts import land
from railhead.track.board import PRINTED
from tests.titles.t18oe.table import Europe

BOARD = land().board


def lyon(phase: str = "2", cash: int = 500, kind: str = "regional") -> Europe:
    """PLM in Lyon, with straight track through it, is to build."""
    table = Europe(railroad_phase="major", phase=phase)
    if kind == "regional":
        table.regional("PLM", 60, {"Ann": 2}, cash=cash)
    elif kind == "major":
        table.major("PLM", 100, {"Ann": 4}, cash=cash)
    else:
        table.national("PLM", 100, {"Ann": 4})
    table.lay("621@0 U34")
    table.operating_turn("PLM", "track")
    return table


def merged(table: Europe, minor: str, major: str) -> None:
    """A minor is merged into a major."""
    into = list(table.record.into)
    into[table.company(minor)] = table.company(major)
    table.remember(into=tuple(into))


def used(table: Europe, company: str, tile: str) -> int:
    return points.for_tile(table.game, table.company(company), table.book.tiles.index[tile])


@rule("18OE-TRACK-01")
@pytest.mark.parametrize(("kind", "total"), [("regional", 3), ("major", 6), ("national", 9)])
def test_points_by_kind(kind: str, total: int) -> None:
    table = lyon(kind=kind)
    assert points.in_a_turn(table.game, table.company("PLM")) == total


@rule("18OE-TRACK-01", "18OE-MINOR-14")
@pytest.mark.parametrize(("minor", "total"), [("A", 3), ("G", 5)])
def test_points_of_minors(minor: str, total: int) -> None:
    table = Europe(railroad_phase="major", phase="2")
    table.minor(minor, "Ann", "FB", "U32.0")
    assert points.in_a_turn(table.game, table.company(minor)) == total


@rule("18OE-MINOR-14")
def test_the_foundry_gives_its_major_two_points_more() -> None:
    table = lyon(kind="major")
    merged(table, "G", "PLM")
    assert points.in_a_turn(table.game, table.company("PLM")) == 8


@rule("18OE-TRACK-02", "18OE-TRACK-03")
@pytest.mark.parametrize(
    ("tile", "cost"),
    [
        *(("9", 1), ("4", 1), ("57", 1), ("621", 1), ("OE1", 1), ("OE4", 2), ("OE7", 2)),
        *(("82", 2), ("141", 2), ("205", 2), ("207", 2), ("OE9", 2), ("OE12", 4), ("OE17", 4)),
        *(("544", 2), ("146", 2), ("OE24", 2), ("OE33", 2), ("OE22", 2), ("OE26", 4), ("OE28", 4)),
        *(("OE36", 2), ("OE44", 2), ("OE37", 4), ("OE40", 4)),
    ],
)
def test_what_tiles_use(tile: str, cost: int) -> None:
    table = lyon()
    assert used(table, "PLM", tile) == cost


METROPOLIS = "OE4 OE5 OE6 OE7 OE8 OE12 OE13 OE14 OE15 OE16 OE17 OE18 OE26 OE27 OE28 OE29 OE30 OE37 OE38 OE39 OE40 OE41"
"""The tiles of metropolises; those up to OE8 are yellow."""


@rule("18OE-TRACK-02", "18OE-TRACK-03")
@pytest.mark.parametrize("surveyors", [False, True])
def test_what_every_tile_uses(surveyors: bool) -> None:
    """Yellow 1 and all others 2, in a metropolis twice that; with minor B all others without a city 1."""
    table = lyon(kind="major")
    if surveyors:
        merged(table, "B", "PLM")
    for facts in table.book.tiles.facts:
        yellow, city = facts.colour == "yellow", any(stop.kind == "city" for stop in facts.stops)
        plain = 1 if yellow or (surveyors and not city) else 2
        assert used(table, "PLM", facts.name) == (2 * plain if facts.name in METROPOLIS.split() else plain), facts.name


@rule("18OE-TRACK-02", "18OE-TRACK-03", "18OE-TRACK-04")
@pytest.mark.parametrize("colour", ["green", "brown", "grey"])
@pytest.mark.parametrize("sorts", ["yyu", "yuy", "uyy", "yyyy", "uu", "m"])
def test_four_points_in_any_fashion(sorts: str, colour: str) -> None:
    """The example of the rulebook (11.1, EX-05): two yellow tiles and an upgrade, four yellow ones, and so on."""
    table = lyon()
    company, hex_ = table.company("PLM"), table.hex("V33")
    upgrade = {"green": "82", "brown": "544", "grey": "OE36"}[colour]
    metropolis = {"green": "OE12", "brown": "OE26", "grey": "OE37"}[colour]
    tiles = [table.book.tiles.index[{"y": "9", "u": upgrade, "m": metropolis}[sort]] for sort in sorts]
    before, spent = points.Spent(-1), points.Spent(-1)
    assert points.left(table.game, company, before) == 4
    for tile in tiles:
        assert points.suffice(table.game, company, spent, hex_, tile)
        spent = points.with_tile(table.game, company, spent, hex_, tile)
    assert points.left(table.game, company, spent) == 0
    assert not points.suffice(table.game, company, spent, hex_, table.book.tiles.index["9"])


@rule("18OE-MINOR-03")
@pytest.mark.parametrize(
    ("tile", "cost"),
    [
        ("82", 1),
        ("544", 1),
        ("141", 1),
        ("146", 1),
        ("OE9", 1),
        ("OE22", 1),
        ("205", 2),
        ("207", 2),
        ("OE12", 4),
        ("9", 1),
    ],
)
def test_surveyors_upgrade_plain_track_and_towns_for_one_point(tile: str, cost: int) -> None:
    table = Europe(railroad_phase="major", phase="5")
    table.minor("B", "Ann", "FB", "U32.0")
    assert used(table, "B", tile) == cost


@rule("18OE-TRACK-01", "18OE-TRACK-04", "18OE-TRACK-05")
def test_a_regional_lays_three_yellow_tiles_and_no_more() -> None:
    table = lyon()
    table.do("lay 9 on V33 turned 0", "lay 9 on T35 turned 0", "lay 9 on S36 turned 0")
    assert "lay 9 on R37 turned 0" not in table.offered("lay")
    assert not isinstance(table.step, BuildTrack)
    fresh = lyon()
    step = fresh.step
    assert isinstance(step, BuildTrack)
    assert points.left(fresh.game, fresh.company("PLM"), step.spent) == 3, "unused ones are not kept"


@rule("18OE-TRACK-01")
def test_too_few_points_are_a_reason() -> None:
    table = lyon(phase="3")
    table.do("lay 9 on V33 turned 0", "lay 9 on T35 turned 0")
    table.refuses("lay 207 on U34 turned 0", "18OE-TRACK-01")
    table.do("lay 9 on S36 turned 0")


@rule("18OE-TRACK-05")
def test_yellow_and_green_in_one_hex_in_a_turn() -> None:
    table = lyon(phase="3")
    table.do("lay 9 on V33 turned 0", "lay 82 on V33 turned 0")
    assert not isinstance(table.step, BuildTrack), "that was all three points"
    assert table.book.tiles.names[table.state.tiles[table.hex("V33")] // 6] == "82"


@rule("18OE-TRACK-03")
def test_a_regional_cannot_afford_a_green_metropolis() -> None:
    table = Europe(railroad_phase="major", phase="3")
    table.regional("OU", 60, {"Ann": 2}, cash=500)
    table.lay("6@0 Q26", "9@1 Q28", "OE4@1 Q30")
    table.operating_turn("OU", "track")
    table.refuses("lay OE17 on Q30 turned 1", "18OE-TRACK-01")
    major = Europe(railroad_phase="major", phase="3")
    major.major("OU", 100, {"Ann": 4}, cash=500)
    major.lay("57@1 Q26", "9@1 Q28", "OE4@1 Q30")
    major.operating_turn("OU", "track")
    major.do("lay OE17 on Q30 turned 1")
    assert isinstance(major.step, BuildTrack)
    assert points.left(major.game, major.company("OU"), major.step.spent) == 2


# -- extra points ---------------------------------------------------------------------------------


def with_minor(minor: str) -> Europe:
    table = lyon(kind="major")
    merged(table, minor, "PLM")
    return table


@rule("18OE-MINOR-11", "18OE-MINOR-13")
@pytest.mark.parametrize(
    ("minor", "hex_", "extra"),
    [
        ("E", "L23", "E"),
        ("E", "V35", ""),
        ("E", "V33", ""),
        ("F", "V35", "F"),
        ("F", "U36", "F"),
        ("F", "L23", ""),
        ("A", "V35", ""),
    ],
)
def test_whose_extra_point_helps_where(minor: str, hex_: str, extra: str) -> None:
    table = with_minor(minor)
    tile: Tile = table.book.tiles.index["9"]
    assert points.extra_for(table.game, table.company("PLM"), points.NOTHING, table.hex(hex_), tile) == extra
    green: Tile = table.book.tiles.index["82"]
    assert points.extra_for(table.game, table.company("PLM"), points.NOTHING, table.hex(hex_), green) == ""


@rule("18OE-MINOR-13")
def test_the_extra_point_is_for_one_tile_a_turn() -> None:
    table = Europe(railroad_phase="major", phase="2")
    table.minor("F", "Ann", "FB", "U32.0", cash=500)
    table.operating_turn("F", "track")
    table.do("lay 57 on U32 turned 2")
    assert isinstance(table.step, BuildTrack)
    assert table.step.spent == points.Spent(0, ("F",)), "Saint-Etienne has green terrain"
    table.do("lay 9 on V33 turned 2", "lay 9 on W34 turned 2", "lay 9 on T31 turned 2")
    assert not isinstance(table.step, BuildTrack), "three more, whatever their terrain"


@rule("18OE-MINOR-11", "18OE-MINOR-13")
@pytest.mark.parametrize(
    ("minor", "zone", "tile", "spent", "hexes"),
    [
        ("F", "FB", "57@1 U32", 2, {"U30", "U34"}),  # hills, and Lyon
        ("F", "FB", "57@1 U32", 3, {"U30"}),
        ("E", "RU", "57@0 K78", 2, {"L77", "J79"}),  # water, and open country
        ("E", "RU", "57@0 K78", 3, {"L77"}),
        ("F", "RU", "57@0 K78", 3, set()),
        ("F", "SP", "57@2 X13", 2, {"W12", "Y14"}),  # Madrid, a metropolis with hills, uses two
        ("F", "SP", "57@2 X13", 3, set()),
    ],
)
def test_the_extra_point_may_be_the_last(minor: str, zone: str, tile: str, spent: int, hexes: set[str]) -> None:
    """A minor that has spent some of its three points: where it may still lay yellow tiles."""
    table = Europe(railroad_phase="major", phase="2")
    table.minor(minor, "Ann", zone, f"{tile.split()[1]}.0", cash=500)
    table.lay(tile)
    step = BuildTrack(table.company(minor), spent=points.Spent(spent))
    offered = {action for choice in lay_track.options(table.game, step) for action in choice}
    every = [
        LayTile(Tile(new // 6), hex_, Rotation(new % 6))
        for hex_ in BOARD.all_hexes
        for new in BOARD.distinct_fits(hex_, PRINTED)
    ]
    allowed = {action for action in every if lay_track.refusal(table.game, step, action) is None}
    assert {BOARD.names[action.hex] for action in allowed} == hexes
    assert offered == allowed


@rule("18OE-MINOR-11", "18OE-MINOR-13")
def test_a_yellow_metropolis_may_use_the_extra_point_for_one_of_two() -> None:
    table = with_minor("F")
    company, madrid = table.company("PLM"), table.hex("Y14")
    spent = points.with_tile(table.game, company, points.NOTHING, madrid, table.book.tiles.index["OE4"])
    assert spent == points.Spent(1, ("F",))
    assert points.with_tile(table.game, company, spent, madrid, table.book.tiles.index["OE4"]) == points.Spent(
        3, ("F",)
    )
