"""Track: what a turn allows and costs, where tiles go, upgrades (18BF-TRACK), and free lays (18BF-PRIV)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from railhead.core.ids import Hex, Tile
from railhead.core.spelling import Rotation
from railhead.rules.stations import company_reach
from railhead.rules.track import Laid, LayTile, LayTrack, lay_refusal, placement_refusal
from railhead.testing import rule
from railhead.titles import catalogue
from railhead.titles.t18bf import building
from railhead.titles.t18bf.record import set_home
from railhead.track.board import PRINTED
from railhead.track.hexgrid import opposite
from railhead.track.tiles import CITY, TOWN
from tests.titles.t18bf.table import BigFour

BOARD = catalogue.rulebook("18BF", ("A", "B", "C")).board
TILES = BOARD.tiles

KINDS = {"YNM": 1, "CR": 10, "GWR": 20}
"""Companies of each kind, with their shares."""


def table(
    *tiles: str, company: str = "YNM", markers: tuple[str, ...] = ("K19.0",), phase: str = "2", cash: int = 500
) -> BigFour:
    """A company of player A with these markers, on a board with these tiles."""
    at = BigFour(phase=phase)
    at.in_play(company, 100, {"A": 1 if KINDS.get(company, 1) == 1 else KINDS[company] // 2}, cash)
    for stop in markers:
        at.token(company, stop)
    at.lay(*tiles)
    return at


def turn(
    *tiles: str, company: str = "YNM", markers: tuple[str, ...] = ("K19.0",), phase: str = "2", cash: int = 500
) -> BigFour:
    """The same company is to lay track."""
    at = table(*tiles, company=company, markers=markers, phase=phase, cash=cash)
    at.operate(company, "track")
    assert isinstance(at.step, LayTrack)
    return at


def why(at: BigFour, company: str, text: str, *laid: str) -> str:
    """The rule that forbids a company that has laid some tiles in its turn to lay another; empty if none does."""
    action = at.action(text)
    assert isinstance(action, LayTile)
    earlier: Laid = tuple((at.hex(hex_), TILES.index[tile]) for tile, hex_ in (each.split() for each in laid))
    refusal = lay_refusal(at.game, LayTrack(at.company(company), earlier), action)
    return refusal.rule if refusal else ""


def lying(placement: int, hex_: Hex) -> LayTile:
    """Laying what a placement says."""
    return laying(placement // 6, hex_, placement % 6)


def laying(tile: int, hex_: Hex, rotation: int) -> LayTile:
    """Laying a tile."""
    return LayTile(Tile(tile), hex_, Rotation(rotation))


def misplaced(at: BigFour, text: str) -> str:
    """The rule of placing tiles that forbids a lay, no matter who builds; empty if none does."""
    action = at.action(text)
    assert isinstance(action, LayTile)
    refusal = placement_refusal(at.game, action)
    return refusal.rule if refusal else ""


def every_state(hex_: Hex) -> Iterator[int]:
    """Everything that can come to lie on a hex, what is printed first."""
    found = [PRINTED]
    for old in found:
        yield old
        found += [new for new in BOARD.fits(hex_, old) if new not in found]


# -- what a turn allows, and what an operation costs ----------------------------------------------


@rule("18BF-TRACK-01")
def test_the_first_operation_is_free() -> None:
    at = turn()
    at.do("lay 57 on K19 turned 1")
    assert at.cash("YNM") == 500
    at = turn("57@1 K19", phase="3")
    at.do("lay 15 on K19 turned 1")
    assert at.cash("YNM") == 500


@rule("18BF-TRACK-02")
def test_a_second_operation_costs_20_and_is_the_last() -> None:
    at = turn()
    at.do("lay 57 on K19 turned 1", "lay 9 on K21 turned 1")
    assert at.cash("YNM") == 480
    assert not isinstance(at.step, LayTrack)
    assert why(at, "YNM", "lay 9 on K17 turned 1", "57 K19", "9 K21") == "18BF-TRACK-03"


@rule("18BF-TRACK-02")
def test_the_second_operation_needs_another_hex() -> None:
    at = turn(phase="3")
    at.do("lay 57 on K19 turned 1")
    at.refuses("lay 15 on K19 turned 1", "18BF-TRACK-02")


@rule("18BF-TRACK-02")
@pytest.mark.parametrize(
    ("first", "second", "cash"),
    [
        ("lay 15 on K19 turned 1", "lay 7 on K23 turned 1", 480),
        ("lay 7 on K23 turned 1", "lay 15 on K19 turned 1", 480),
        ("lay 23 on K21 turned 1", "lay 7 on K23 turned 1", 480),
        ("lay 7 on K23 turned 1", "lay 9 on K17 turned 1", 480),
    ],
)
def test_one_of_the_two_may_be_an_upgrade(first: str, second: str, cash: int) -> None:
    at = turn("57@1 K19", "9@1 K21", phase="3")
    at.do(first, second)
    assert at.cash("YNM") == cash


@rule("18BF-TRACK-02")
@pytest.mark.parametrize(("first", "second"), [("15 on K19", "23 on K21"), ("23 on K21", "15 on K19")])
def test_two_upgrades_are_refused(first: str, second: str) -> None:
    at = turn("57@1 K19", "9@1 K21", phase="3")
    at.do(f"lay {first} turned 1")
    at.refuses(f"lay {second} turned 1", "18BF-TRACK-02")


@rule("18BF-TRACK-03")
def test_a_system_may_do_a_third_operation_in_yet_another_hex() -> None:
    at = turn("57@1 K19", "9@1 K21", company="GWR", phase="6")
    at.do("lay 7 on K23 turned 1", "lay 9 on K17 turned 1")
    at.refuses("lay 23 on K17 turned 4", "18BF-TRACK-02")
    at.do("lay 15 on K19 turned 1")
    assert at.cash("GWR") == 460
    assert not isinstance(at.step, LayTrack)
    assert why(at, "GWR", "lay 9 on J18 turned 2", "7 K23", "9 K17", "15 K19") == "18BF-TRACK-03"


@rule("18BF-TRACK-03")
def test_a_system_upgrades_only_once_in_three_operations() -> None:
    at = turn("57@1 K19", "9@1 K21", company="GWR", phase="6")
    at.do("lay 15 on K19 turned 1", "lay 7 on K23 turned 1")
    at.refuses("lay 23 on K21 turned 1", "18BF-TRACK-02")
    at.do("lay 9 on K17 turned 1")
    assert at.cash("GWR") == 460


@rule("18BF-TRACK-03")
def test_a_public_may_not_do_a_third_operation() -> None:
    at = turn("57@1 K19", "9@1 K21", company="CR", phase="6")
    at.do("lay 7 on K23 turned 1", "lay 9 on K17 turned 1")
    assert not isinstance(at.step, LayTrack)
    assert why(at, "CR", "lay 15 on K19 turned 1", "7 K23", "9 K17") == "18BF-TRACK-03"


def test_a_company_that_can_lay_nothing_is_not_asked() -> None:
    at = table("57@1 K19", cash=0)
    at.state.loans[at.company("YNM")] = 2
    at.operate("YNM", "track")
    at.do("lay 9 on K21 turned 1")
    assert not isinstance(at.step, LayTrack), "it cannot pay for a second tile"


# -- colours and supply ---------------------------------------------------------------------------


@rule("18BF-TRACK-04")
@pytest.mark.parametrize("phase", ["2", "3", "4", "5", "6", "7", "8"])
def test_the_colours_of_every_phase(phase: str) -> None:
    available = {"yellow": "2345678", "green": "345678", "brown": "5678", "grey": "78"}
    for colour, old, new in [
        ("yellow", (), "lay 57 on K19 turned 1"),
        ("green", (), "lay X4 on D6 turned 0"),
        ("brown", ("X4@0 D6",), "lay X6 on D6 turned 0"),
        ("grey", ("X4@0 D6", "X6@0 D6"), "lay X14 on D6 turned 0"),
    ]:
        at = BigFour(phase=phase)
        at.lay(*old)
        assert misplaced(at, new) == ("" if phase in available[colour] else "18BF-TRACK-04"), colour


CITIES = ("K19", "L12", "O17", "P28", "R28", "V14", "U7")


@rule("18BF-TRACK-05")
def test_plain_yellow_track_never_runs_out_but_other_tiles_do() -> None:
    at = BigFour()
    at.lay(*(f"57@1 {hex_}" for hex_ in CITIES[:-1]))
    assert misplaced(at, f"lay 57 on {CITIES[-1]} turned 1") == "18BF-TRACK-05"
    plain = [hex_ for hex_ in BOARD.all_hexes if TILES.index["9"] * 6 + 1 in BOARD.fits(hex_, PRINTED)]
    assert len(plain) > 35
    at.lay(*(f"9@1 {BOARD.names[hex_]}" for hex_ in plain[:-1]))
    assert misplaced(at, f"lay 9 on {BOARD.names[plain[-1]]} turned 1") == ""


@rule("18BF-TRACK-06")
def test_a_tile_that_is_replaced_can_be_used_at_once() -> None:
    at = turn(*(f"57@1 {hex_}" for hex_ in CITIES[:-1]), phase="3")
    assert misplaced(at, "lay 57 on U7 turned 1") == "18BF-TRACK-05"
    at.do("lay 15 on K19 turned 1")
    assert misplaced(at, "lay 57 on U7 turned 1") == ""


@rule("18BF-TRACK-07")
@pytest.mark.parametrize("hex_", ["D6", "Q15", "L16", "M15", "M11", "U23"])
def test_printed_yellow_hexes_count_as_yellow_tiles(hex_: str) -> None:
    at = BigFour(phase="3")
    for tile in TILES.by_colour["yellow"]:
        for rotation in range(6):
            refusal = placement_refusal(at.game, laying(tile, at.hex(hex_), rotation))
            assert refusal is not None
            assert refusal.rule == "18BF-TRACK-07"
    assert any(TILES.facts[new // 6].colour == "green" for new in BOARD.fits(at.hex(hex_), PRINTED))


# -- where track goes -----------------------------------------------------------------------------


@rule("18BF-TRACK-08")
def test_the_first_tile_goes_on_a_home_without_track() -> None:
    at = turn()
    at.refuses("lay 9 on K21 turned 1", "18BF-TRACK-08")
    assert {action.split()[3] for action in at.offered("lay")} == {"K19"}
    at.do("lay 57 on K19 turned 1", "lay 9 on K21 turned 1")


@rule("18BF-TRACK-08")
def test_the_home_of_a_public_that_was_started_is_where_its_first_marker_is() -> None:
    at = table("57@1 K19", company="CR", markers=("K19.0", "A9.0"), phase="4")
    set_home(at.game, at.company("CR"), at.stop("A9.0"))
    at.operate("CR", "track")
    at.refuses("lay 9 on K21 turned 1", "18BF-TRACK-08")
    at.do("lay 57 on A9 turned 1", "lay 9 on K21 turned 1")


@rule("18BF-TRACK-08")
def test_a_company_without_a_home_builds_where_it_likes() -> None:
    at = turn("57@1 K19", company="CR", markers=("K19.0", "A9.0"), phase="4")
    assert at.allows("lay 9 on K21 turned 1")


@rule("18BF-TRACK-08")
def test_a_printed_home_has_track() -> None:
    at = turn(company="GA", markers=("D6.0",))
    assert at.allows("lay 9 on E5 turned 0")


@rule("18BF-TRACK-09")
def test_a_tile_must_become_part_of_a_route() -> None:
    at = turn("57@1 K19")
    at.refuses("lay 9 on K21 turned 0", "18BF-TRACK-09")
    at.refuses("lay 9 on O21 turned 1", "18BF-TRACK-09")
    at.do("lay 9 on K21 turned 1")


@rule("18BF-TRACK-09")
def test_track_beyond_a_city_full_of_other_markers_is_out_of_reach() -> None:
    at = table("57@1 O17", "621@1 O19", company="NM", markers=("O17.0",))
    at.token("MC", "O19.0")
    at.operate("NM", "track")
    at.refuses("lay 9 on O21 turned 1", "18BF-TRACK-09")
    at = turn("57@1 O17", "621@1 O19", company="NM", markers=("O17.0",))
    at.do("lay 9 on O21 turned 1")


@rule("18BF-TRACK-09")
def test_a_route_turns_at_no_sharp_angle() -> None:
    # The tile on K21 leads from York to J22 and to Hull; a train that comes from J22 cannot turn off to Hull.
    round_about = ("6@3 K19", "8@4 J20", "7@0 J22", "25@1 K21")
    at = table(*round_about)
    assert company_reach(at.game, at.company("YNM")).stops == {at.stop("K19.0")}
    at = table("57@1 K19", *round_about[1:])
    assert company_reach(at.game, at.company("YNM")).stops == {at.stop("K19.0"), at.stop("L22.0")}


@rule("18BF-TRACK-10")
def test_no_tile_leaves_the_grid_or_hits_a_blank_or_blocked_side() -> None:
    for hex_ in BOARD.all_hexes:
        for old in every_state(hex_):
            for new in BOARD.fits(hex_, old):
                exits = {edge for edge in range(6) if BOARD.track(hex_, new).exits >> edge & 1}
                assert exits <= set(BOARD.beyond[hex_]), BOARD.names[hex_]


@rule("18BF-TRACK-10")
@pytest.mark.parametrize(
    ("why_not", "tile"),
    [
        ("off the grid", "lay 9 on B4 turned 1"),
        ("a blank side of Hull", "lay 9 on M21 turned 0"),
        ("a blank side of Mid-Ireland", "lay 8 on O5 turned 2"),
        ("a blank side of the grey hex", "lay 9 on W9 turned 0"),
        ("the sea beside a port", "lay 8 on D12 turned 3"),
        ("a blocked side", "lay 8 on D12 turned 0"),
        ("a blocked side", "lay 8 on H10 turned 1"),
        ("a blocked side of a city", "lay 621 on D10 turned 0"),
        ("a blocked side of a small city", "lay 58 on U27 turned 5"),
    ],
)
def test_what_track_may_not_point_at(why_not: str, tile: str) -> None:
    at = BigFour()
    assert misplaced(at, tile) == "18BF-TRACK-10", why_not


@rule("18BF-TRACK-10")
def test_every_blocked_side_is_closed_from_both_of_its_hexes() -> None:
    blocked = [
        (hex_, edge) for hex_ in BOARD.all_hexes for edge, side in BOARD.sides[hex_].items() if side.kind == "blocked"
    ]
    assert len(blocked) == 2 * 8
    for hex_, edge in blocked:
        assert edge not in BOARD.beyond[hex_]


@rule("18BF-TRACK-13")
def test_a_yellow_tile_points_to_the_triangle() -> None:
    at = BigFour(phase="3")
    triangles = {hex_.name: hex_.points_to for hex_ in BOARD.hexes if hex_.points_to}
    assert {"T22", "T24", "U21", "U25", "V22", "V24"} <= set(triangles), "around London"
    for name, (edge,) in triangles.items():
        hex_ = at.hex(name)
        assert BOARD.hexes[BOARD.beyond[hex_][edge]].printed.colour == "yellow", "it points to a city"
        for placement in BOARD.fits(hex_, PRINTED):
            refusal = placement_refusal(at.game, lying(placement, hex_))
            points = BOARD.track(hex_, placement).exits >> edge & 1
            assert (refusal is None) == bool(points), name
            assert refusal is None or refusal.rule == "18BF-TRACK-13"


@rule("18BF-TRACK-14")
def test_the_tile_is_of_the_kind_of_the_hex() -> None:
    def kind(stops: tuple[object, ...], label: str) -> str:
        return label or ("plain" if not stops else str(getattr(stops[0], "kind", "")))

    for hex_ in BOARD.all_hexes:
        facts = BOARD.hexes[hex_]
        wanted = kind(facts.printed.stops, facts.label)
        for old in every_state(hex_):
            for new in BOARD.fits(hex_, old):
                tile = TILES.facts[new // 6]
                assert kind(tile.stops, tile.label) == wanted, facts.name
    assert {kind(hex_.printed.stops, hex_.label) for hex_ in BOARD.hexes if hex_.buildable} == {
        "plain", TOWN, CITY, "Y", "BGM", "L",
    }  # fmt: skip


@rule("18BF-TRACK-14")
@pytest.mark.parametrize(
    "tile", ["57 on O19", "201 on K19", "9 on K19", "58 on K19", "57 on P18", "9 on P18", "58 on K21", "57 on K21"]
)
def test_a_tile_of_another_kind_is_refused(tile: str) -> None:
    at = BigFour()
    assert misplaced(at, f"lay {tile} turned 1") == "18BF-TRACK-14"


@rule("18BF-TRACK-24")
def test_grey_track_is_used_as_it_lies() -> None:
    at = turn("202@3 U9", "57@0 U11", company="TV", markers=("U11.0",), phase="3")
    assert at.stop("U9.0") in company_reach(at.game, at.company("TV")).stops
    for tile in TILES.in_box:
        available = TILES.facts[tile].colour in ("yellow", "green")
        assert misplaced(at, f"lay {TILES.names[tile]} on V10 turned 0") == f"18BF-TRACK-{'10' if available else '04'}"


@rule("18BF-TRACK-25")
@pytest.mark.parametrize(("hex_", "edge"), [("C11", 4), ("A11", 5), ("V28", 3)])
def test_a_side_with_a_port_may_be_pointed_at(hex_: str, edge: int) -> None:
    at = BigFour()
    here = at.hex(hex_)
    pointing = [new for new in BOARD.fits(here, PRINTED) if BOARD.track(here, new).exits >> edge & 1]
    assert pointing
    assert all(placement_refusal(at.game, lying(new, here)) is None for new in pointing)
    port = BOARD.beyond[here][edge]
    assert BOARD.hexes[port].printed.stops == ()
    assert not BOARD.hexes[port].printed.turned[0].at[opposite(edge)], "nothing runs there"


# -- terrain and sides ----------------------------------------------------------------------------


@rule("18BF-TRACK-11")
def test_terrain_is_paid_for_by_the_yellow_tile_only() -> None:
    at = turn("57@1 O17", company="NM", markers=("O17.0",), phase="3")
    for hex_ in BOARD.all_hexes:
        facts = BOARD.hexes[hex_]
        for new in BOARD.fits(hex_, PRINTED)[:1]:
            cost = building.lay_cost(at.game, at.company("NM"), lying(new, hex_), ())
            assert cost == facts.cost + building.link_cost(at.game, lying(new, hex_)), facts.name
            assert facts.printed.colour == "" or not facts.cost
    assert {hex_.cost for hex_ in BOARD.hexes} == {0, 20, 40, 80}


@rule("18BF-TRACK-11")
def test_a_mountain_costs_40_when_yellow_is_laid_and_nothing_when_green_is() -> None:
    at = turn("6@2 O17", company="NM", markers=("O17.0",), phase="3")
    at.do("lay 9 on N16 turned 2")
    assert at.cash("NM") == 460
    at = turn("6@2 O17", "9@2 N16", company="NM", markers=("O17.0",), phase="3")
    at.do("lay 24 on N16 turned 5")
    assert at.cash("NM") == 500


def charged() -> list[tuple[str, int, int]]:
    """Every charged side, once from either hex: hex, edge and cost."""
    return [
        (BOARD.names[hex_], edge, side.cost)
        for hex_ in BOARD.all_hexes
        for edge, side in BOARD.sides[hex_].items()
        if side.cost
    ]


def pointing(hex_: Hex, edge: int) -> list[int]:
    """The placements, one after the other, by which a hex first gets track to a side."""
    before: dict[int, int] = {PRINTED: PRINTED}
    for old in (states := [PRINTED]):
        if BOARD.track(hex_, old).exits >> edge & 1:
            found = []
            while old != PRINTED:
                found.append(old)
                old = before[old]
            return found[::-1]
        for new in BOARD.fits(hex_, old):
            if new not in before:
                before[new] = old
                states.append(new)
    raise AssertionError("no tile points there")


@rule("18BF-TRACK-12")
@pytest.mark.parametrize(("name", "edge", "cost"), charged())
def test_a_charged_side_is_paid_by_what_completes_the_link(name: str, edge: int, cost: int) -> None:
    at = BigFour(phase="7")
    hex_ = at.hex(name)
    other, side = BOARD.across[hex_][edge]
    printed = BOARD.track(other, PRINTED).exits >> side & 1
    for new in pointing(hex_, edge):
        points = BOARD.track(hex_, new).exits >> edge & 1
        assert building.link_cost(at.game, lying(new, hex_)) == (cost if printed and points else 0)
        at.lay(f"{TILES.names[new // 6]}@{new % 6} {name}")
    elsewhere = {
        at_side: charge.cost
        for at_side, charge in BOARD.sides[other].items()
        if at_side != side and BOARD.track(BOARD.around[other][at_side], PRINTED).exits >> opposite(at_side) & 1
    }
    for new in BOARD.fits(other, PRINTED):
        exits = BOARD.track(other, new).exits & ~BOARD.track(other, PRINTED).exits
        expected = sum(charge for at_side, charge in {**elsewhere, side: cost}.items() if exits >> at_side & 1)
        assert building.link_cost(at.game, lying(new, other)) == expected


@rule("18BF-TRACK-12")
def test_manchester_and_leeds() -> None:
    at = turn(company="ML", markers=("M15.1",), phase="3")
    at.do("lay X4 on M15 turned 0")
    assert at.cash("ML") == 500, "nothing in Leeds or Sheffield points there yet"
    at = turn("X4@0 M15", company="CR", markers=("L16.1",), phase="3")
    at.do("lay X4 on L16 turned 1")
    assert at.cash("CR") == 460


@rule("18BF-TRACK-12")
def test_printed_track_is_one_half_of_a_link() -> None:
    at = turn(company="SAM", markers=("M17.0",))
    at.do("lay 202 on M17 turned 1")
    assert at.cash("SAM") == 460, "Manchester has printed track to that side"


@rule("18BF-TRACK-22")
def test_loans_cover_what_track_costs() -> None:
    at = turn("621@1 C11", "4@1 C7", company="EPD", markers=("C11.0",), cash=0)
    at.do("lay 9 on C9 turned 1")
    assert (at.cash("EPD"), at.loans("EPD")) == (0, 0)
    at = turn("621@1 C11", "58@3 D8", company="EPD", markers=("C11.0",), cash=0)
    at.do("lay 8 on C9 turned 4")
    assert (at.cash("EPD"), at.loans("EPD")) == (10, 2)


@rule("18BF-TRACK-22")
def test_what_even_loans_do_not_cover_is_refused() -> None:
    at = table("621@1 C11", "58@3 D8", company="EPD", markers=("C11.0",), cash=30)
    at.state.loans[at.company("EPD")] = 1
    at.operate("EPD", "track")
    at.refuses("lay 8 on C9 turned 4", "18BF-TRACK-22")


# -- upgrades -------------------------------------------------------------------------------------


@rule("18BF-TRACK-15")
def test_an_upgrade_keeps_all_track_where_it_is() -> None:
    at = turn("57@1 K19", "9@1 K21", phase="3")
    at.refuses("lay 23 on K21 turned 0", "18BF-TRACK-15")
    at.refuses("lay 23 on K21 turned 2", "18BF-TRACK-15")
    at.refuses("lay 14 on K19 turned 2", "18BF-TRACK-15")
    at.do("lay 23 on K21 turned 1")


@rule("18BF-TRACK-16")
def test_new_track_of_a_plain_tile_must_be_part_of_a_route() -> None:
    at = turn("57@1 K19", "9@1 K21", phase="3")
    for tile in ("23@4", "24@4", "20@0", "20@1"):
        name, rotation = tile.split("@")
        at.refuses(f"lay {name} on K21 turned {rotation}", "18BF-TRACK-16")
    assert {action for action in at.offered("lay") if "K21" in action} == {
        f"lay {tile} on K21 turned 1" for tile in ("23", "24", "26", "27")
    }


@rule("18BF-TRACK-16")
def test_new_track_past_a_full_city_is_not_part_of_a_route() -> None:
    at = table("57@1 O17", "621@1 O19", "9@1 O21", company="NM", markers=("O17.0",), phase="3")
    at.token("MC", "O19.0")
    at.operate("NM", "track")
    at.refuses("lay 23 on O21 turned 1", "18BF-TRACK-16")
    at = turn("57@1 O17", "621@1 O19", "9@1 O21", company="NM", markers=("O17.0",), phase="3")
    at.do("lay 23 on O21 turned 1")


@rule("18BF-TRACK-16")
def test_track_between_two_own_markers_may_branch_at_either_end() -> None:
    tiles = ("57@2 O17", "8@3 N16", "621@0 M17")
    at = turn(*tiles, company="CR", markers=("O17.0", "M17.0"), phase="3")
    assert at.allows("lay 23 on N16 turned 5")
    assert at.allows("lay 24 on N16 turned 3")
    at = turn(*tiles, company="CR", markers=("O17.0",), phase="3")
    at.token("SAM", "M17.0")
    assert at.allows("lay 23 on N16 turned 5")
    at.refuses("lay 24 on N16 turned 3", "18BF-TRACK-16")


@rule("18BF-TRACK-17")
@pytest.mark.parametrize("upgrade", ["lay 207 on O19 turned 1", "lay 207 on O19 turned 4", "lay 208 on O19 turned 1"])
def test_a_city_that_a_route_reaches_may_be_upgraded(upgrade: str) -> None:
    at = table("57@1 O17", "621@1 O19", company="NM", markers=("O17.0",), phase="3")
    at.token("MC", "O19.0")
    at.operate("NM", "track")
    assert at.allows(upgrade)


@rule("18BF-TRACK-17")
@pytest.mark.parametrize("tile", ["87@1", "87@2", "87@3", "87@4", "88@1", "88@3", "204@1", "204@4"])
def test_a_small_city_is_upgraded_like_a_city(tile: str) -> None:
    name, rotation = tile.split("@")
    upgrade = f"lay {name} on M19 turned {rotation}"
    at = turn("5@5 K19", "8@3 L18", "4@2 M19", phase="3")
    new = TILES.index[name] * 6 + int(rotation)
    fits = new in BOARD.fits(at.hex("M19"), at.state.tiles[at.hex("M19")])
    assert at.allows(upgrade) == fits


@rule("18BF-TRACK-17")
def test_a_small_city_out_of_reach_may_not_be_upgraded() -> None:
    at = turn("57@1 K19", "4@2 M19", phase="3")
    at.refuses("lay 87 on M19 turned 2", "18BF-TRACK-17")


@rule("18BF-TRACK-26")
def test_london_is_upgraded_by_a_company_whose_route_reaches_an_exit() -> None:
    at = turn("57@1 V26", "8@2 V24", company="CR", markers=("V26.0",), phase="3")
    at.do("lay X9 on U23 turned 0")
    at = turn("57@1 V26", company="CR", markers=("V26.0",), phase="3")
    at.refuses("lay X9 on U23 turned 0", "18BF-TRACK-17")
    at = turn(company="LR", markers=("U23.1",), phase="3")
    at.do("lay X9 on U23 turned 0")


@rule("18BF-TRACK-19", "18BF-TRACK-20")
@pytest.mark.parametrize(
    ("tiles", "upgrade", "rule_id"),
    [
        ((), "X4 on U23", "18BF-TRACK-14"),
        ((), "X9 on D6", "18BF-TRACK-14"),
        ((), "X12 on M11", ""),
        ((), "14 on U23", "18BF-TRACK-14"),
        ((), "207 on D6", "18BF-TRACK-14"),
        (("X1@0 D6",), "X6 on D6", "18BF-TRACK-15"),
        (("X1@0 D6",), "X7 on D6", ""),
        (("X4@0 D6",), "X6 on D6", ""),
        (("X4@0 D6",), "X7 on D6", ""),
        (("X5@0 D6",), "X6 on D6", ""),
        (("X5@0 D6",), "X7 on D6", "18BF-TRACK-15"),
        (("X4@0 D6", "X6@0 D6"), "X14 on D6", ""),
        (("X1@0 D6", "X7@0 D6"), "X14 on D6", ""),
        (("X1@0 D6",), "X14 on D6", "18BF-TRACK-23"),
    ],
)
def test_the_special_cities_have_tiles_of_their_own(tiles: tuple[str, ...], upgrade: str, rule_id: str) -> None:
    at = BigFour(phase="7")
    at.lay(*tiles)
    refusals = {misplaced(at, f"lay {upgrade} turned {rotation}") for rotation in range(6)}
    assert refusals == {rule_id} if rule_id else "" in refusals


@rule("18BF-TRACK-23")
def test_208_does_not_become_801() -> None:
    at = BigFour(phase="5")
    at.lay("621@1 O19", "208@1 O19")
    for rotation in range(6):
        assert why(at, "MC", f"lay 801 on O19 turned {rotation}") == "18BF-TRACK-15"


# -- as many exits as possible --------------------------------------------------------------------


def browns(at: BigFour, hex_: str) -> set[str]:
    """The brown tiles that may be laid on a hex."""
    here = at.hex(hex_)
    fits = BOARD.fits(here, at.state.tiles[here])
    return {TILES.names[new // 6] for new in fits if placement_refusal(at.game, lying(new, here)) is None}


@rule("18BF-TRACK-21")
def test_a_y_city_takes_the_brown_tile_with_most_exits() -> None:
    by_sides = {4: {"801"}, 5: {"216"}, 6: {"623"}}
    for hex_ in BOARD.all_hexes:
        if BOARD.hexes[hex_].label == "Y":
            for green in (state for state in every_state(hex_) if BOARD.facts(hex_, state).colour == "green"):
                at = BigFour(phase="5")
                yellow = next(old for old in BOARD.fits(hex_, PRINTED) if green in BOARD.fits(hex_, old))
                for placed in (yellow, green):
                    at.lay(f"{TILES.names[placed // 6]}@{placed % 6} {BOARD.names[hex_]}")
                assert browns(at, BOARD.names[hex_]) == by_sides[len(BOARD.beyond[hex_])], BOARD.names[hex_]


@rule("18BF-TRACK-21")
def test_if_none_is_left_it_takes_the_most_that_is_left() -> None:
    at = BigFour(phase="5")
    at.lay("621@1 O19", "207@1 O19")
    assert why(at, "MC", "lay 216 on O19 turned 1") == "18BF-TRACK-21"
    for tile in ("623", "216", "801"):
        at.state.supply[TILES.index[tile]] = 1
        assert browns(at, "O19") == {tile}, "even the last one"
        at.state.supply[TILES.index[tile]] = 0
    assert browns(at, "O19") == set()


@rule("18BF-TRACK-21")
def test_in_other_cities_the_builder_is_free() -> None:
    at = BigFour(phase="5")
    at.lay("57@1 K19", "15@1 K19")
    assert browns(at, "K19") == {"63", "611", "448"}


# -- free lays ------------------------------------------------------------------------------------

FREE = {"P2": "I17", "P3": "D8", "P4": "V28", "P5": "P18"}


def with_private(private: str, *tiles: str, company: str = "YNM", owner: str = "A", cash: int = 500) -> BigFour:
    """A company of player A is to lay track; somebody owns a private."""
    at = table("57@1 K19", *tiles, company=company, cash=cash)
    at.give_private(private, owner)
    at.operate(company, "track")
    return at


@rule("18BF-PRIV-11", "18BF-PRIV-12", "18BF-PRIV-13", "18BF-PRIV-14")
@pytest.mark.parametrize(("private", "hex_"), FREE.items())
def test_a_free_lay_is_for_the_hex_of_the_private(private: str, hex_: str) -> None:
    at = with_private(private)
    offered = at.offered("use")
    assert {action.split()[1] for action in offered} == {private}
    assert {action.split()[6] for action in offered} == {hex_}
    here = at.hex(hex_)
    fits = [new for new in BOARD.distinct_fits(here, PRINTED) if placement_refusal(at.game, lying(new, here)) is None]
    assert len(offered) == len(fits) >= 10
    for other in set(FREE.values()) - {hex_}:
        at.refuses(f"use {private} to lay 58 on {other} turned 0", "18BF-PRIV-18")
        assert not any(choice.action is building.LayFree for choice in at.choices.near(at.hex(other)))
    assert sum(choice.action is building.LayFree for choice in at.choices.near(here)) == 3, "tiles 3, 4 and 58"


@rule("18BF-PRIV-18")
def test_every_hex_offers_what_the_whole_list_has_for_it() -> None:
    """Own operations and free lays, before and after the tile of the private lies there."""
    at = with_private("P2", "57@1 I19", "8@3 I21")
    for action in ("use P2 to lay 4 on I17 turned 1", "lay 9 on K21 turned 1"):
        listed = [each for choice in at.choices for each in choice if isinstance(each, LayTile | building.LayFree)]
        for hex_ in BOARD.all_hexes:
            near = [each for choice in at.choices.near(hex_) for each in choice]
            assert [each for each in near if isinstance(each, LayTile | building.LayFree)] == [
                each for each in listed if each.hex == hex_
            ], BOARD.names[hex_]
        at.do(action)


@rule("18BF-PRIV-18")
def test_only_the_owner_uses_it_and_only_for_companies_they_direct() -> None:
    at = with_private("P3", owner="B")
    assert at.offered("use") == []
    at.refuses("use P3 to lay 58 on D8 turned 0", "18BF-PRIV-18")
    at = with_private("P3")
    at.do("use P3 to lay 58 on D8 turned 0")


@rule("18BF-PRIV-19", "18BF-PRIV-20", "18BF-PRIV-21")
def test_it_is_extra_free_and_needs_no_connection() -> None:
    at = with_private("P3")
    at.do("use P3 to lay 58 on D8 turned 0", "lay 9 on K21 turned 1", "lay 9 on K17 turned 1")
    assert at.cash("YNM") == 480
    at = with_private("P3")
    at.do("lay 9 on K21 turned 1", "lay 9 on K17 turned 1")
    assert isinstance(at.step, LayTrack), "the free lay is still open"
    at.do("use P3 to lay 58 on D8 turned 0")
    assert at.cash("YNM") == 480
    assert not isinstance(at.step, LayTrack)


@rule("18BF-PRIV-20")
def test_no_terrain_is_paid_for() -> None:
    at = with_private("P3")
    hexes = tuple(replace(hex_, cost=40) if hex_.name == "D8" else hex_ for hex_ in BOARD.hexes)
    at.book = replace(at.book, board=replace(BOARD, hexes=hexes, _fits={}, _distinct={}), cache={})
    at.do("use P3 to lay 58 on D8 turned 0")
    assert at.cash("YNM") == 500


@rule("18BF-PRIV-21")
def test_it_may_be_used_before_the_home_has_track() -> None:
    at = table(cash=0)
    at.give_private("P5", "A")
    at.operate("YNM", "track")
    at.do("use P5 to lay 58 on P18 turned 0")
    at.refuses("lay 9 on K21 turned 1", "18BF-TRACK-08")


@rule("18BF-PRIV-19")
def test_it_is_offered_to_a_company_that_can_lay_nothing_else() -> None:
    at = table("57@1 K19", "9@1 K21", "7@1 K23", "9@1 K17", "9@1 K15", "9@1 K13", company="YNM", cash=0)
    at.state.loans[at.company("YNM")] = 2
    at.give_private("P2", "A")
    at.operate("YNM", "track")
    while at.offered("lay"):
        at.do(at.offered("lay")[0])
    assert isinstance(at.step, LayTrack)
    assert at.offered("use")


@rule("18BF-PRIV-22")
def test_the_company_pays_for_a_link_that_the_free_lay_completes() -> None:
    at = with_private("P3", "9@0 C9")
    at.do("use P3 to lay 4 on D8 turned 0")
    assert at.cash("YNM") == 420
    at = with_private("P3", "9@0 C9")
    at.do("use P3 to lay 4 on D8 turned 1")
    assert at.cash("YNM") == 500


@rule("18BF-PRIV-41")
def test_it_may_borrow_for_the_link() -> None:
    at = with_private("P3", "9@0 C9", cash=30)
    at.do("use P3 to lay 4 on D8 turned 0")
    assert (at.cash("YNM"), at.loans("YNM")) == (40, 2)
    at = table("57@1 K19", "9@0 C9", cash=30)
    at.state.loans[at.company("YNM")] = 1
    at.give_private("P3", "A")
    at.operate("YNM", "track")
    at.refuses("use P3 to lay 4 on D8 turned 0", "18BF-TRACK-22")


@rule("18BF-PRIV-23")
def test_once_there_is_a_tile_the_right_is_gone() -> None:
    at = with_private("P3", "58@0 D8")
    assert at.offered("use") == []
    at.refuses("use P3 to lay 4 on D8 turned 0", "18BF-PRIV-23")
    at = table("57@1 K19", phase="3")
    at.give_private("P3", "A")
    at.operate("YNM", "track")
    at.refuses("use P3 to lay 87 on D8 turned 0")


@rule("18BF-PRIV-24")
def test_a_private_that_a_company_owns_gives_no_lay() -> None:
    at = with_private("P3", owner="YNM")
    assert at.offered("use") == []
    at.refuses("use P3 to lay 58 on D8 turned 0", "18BF-PRIV-18")


@rule("18BF-PRIV-25")
def test_privates_block_nobody() -> None:
    at = table("5@2 K19", "9@2 J18", cash=100)
    at.give_private("P2", "B")
    at.operate("YNM", "track")
    assert at.allows("lay 4 on I17 turned 2")


@rule("18BF-PRIV-40")
@pytest.mark.parametrize(
    ("private", "tile", "rule_id"),
    [
        ("P4", "8 on V28 turned 0", "18BF-TRACK-14"),
        ("P4", "57 on V28 turned 1", "18BF-TRACK-14"),
        ("P4", "58 on V28 turned 2", "18BF-TRACK-10"),
        ("P4", "58 on V28 turned 3", ""),
        ("P2", "4 on I17 turned 0", ""),
    ],
)
def test_other_rules_of_placing_apply(private: str, tile: str, rule_id: str) -> None:
    at = with_private(private)
    if rule_id:
        at.refuses(f"use {private} to lay {tile}", rule_id)
    else:
        at.do(f"use {private} to lay {tile}")
