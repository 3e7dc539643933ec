"""The board and tiles of 18BF: what the rulebook says of them, and every hex and tile against the component list."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from railhead.core.ids import Hex, hex_of, index_of, stop_at
from railhead.core.place_names import stop_name
from railhead.core.rulebook import UNLIMITED
from railhead.testing import rule
from railhead.titles import catalogue
from railhead.titles.t18bf import facts
from railhead.track.board import BLOCKED, PRINTED
from railhead.track.hexgrid import EDGES, opposite
from railhead.track.tiles import CITY, FIRST_STOP, OFFBOARD, TOWN, StopFacts, TileFacts
from tests.titles.t18bf.table import BigFour

BOOK = catalogue.rulebook("18BF", ("A", "B", "C"))
BOARD, TILES = BOOK.board, BOOK.tiles
COMPONENTS = Path(__file__).resolve().parents[4] / "shared" / "facts" / "18BF.json"
COLUMNS = ("yellow", "green", "brown", "gray")


def component_list() -> dict[str, Any]:
    if not COMPONENTS.exists():
        pytest.skip("the component list is not here")
    found: dict[str, Any] = json.loads(COMPONENTS.read_text(encoding="utf-8"))
    return found


def upgrades() -> dict[str, set[str]]:
    """By tile, and by hex (`hex D6`): the tiles that may go on it, on any hex of the board."""
    found: dict[str, set[str]] = {}
    pending = [(hex_, PRINTED) for hex_ in BOARD.all_hexes]
    seen = set()
    while pending:
        hex_, old = pending.pop()
        if (hex_, old) in seen:
            continue
        seen.add((hex_, old))
        name = f"hex {BOARD.names[hex_]}" if old == PRINTED else TILES.names[old // 6]
        for new in BOARD.fits(hex_, old):
            found.setdefault(name, set()).add(TILES.names[new // 6])
            pending.append((hex_, new))
    return found


# -- against the list of components ---------------------------------------------------------------


def listed_stop(kind: str, entry: dict[str, Any]) -> StopFacts:
    if kind == OFFBOARD:
        values = tuple(entry["value"][column] for column in COLUMNS)
        return StopFacts(OFFBOARD, values[0], 0, values)
    area = entry.get("groups", [""])[0]
    return StopFacts(kind, entry["value"], entry.get("slots", 0), area=area)


def listed_stops(entry: dict[str, Any]) -> tuple[StopFacts, ...]:
    kinds = {"cities": CITY, "towns": TOWN, "offboards": OFFBOARD}
    return tuple(listed_stop(kind, stop) for key, kind in kinds.items() for stop in entry.get(key, ()))


def listed_track(entry: dict[str, Any]) -> set[frozenset[int]]:
    def end(text: object) -> int:
        return text if isinstance(text, int) else FIRST_STOP + int(str(text)[1:])

    return {frozenset((end(piece[0]), end(piece[1]))) for piece in entry.get("track", ())}


def track_of(tile: TileFacts) -> set[frozenset[int]]:
    return {frozenset(piece) for piece in tile.track}


def colour_of(entry: dict[str, Any]) -> str:
    colour = str(entry["color"])
    return {"white": "", "gray": "grey"}.get(colour, colour)


def test_every_hex_is_as_listed() -> None:
    listed = component_list()["hexes"]
    assert {entry["id"] for entry in listed} == set(BOARD.names)
    assert len(listed) == 221
    for entry in listed:
        name = entry["id"]
        hex_ = BOARD.hexes[BOARD.index[name]]
        assert hex_.title == entry.get("name", ""), name
        assert hex_.printed.colour == colour_of(entry), name
        assert hex_.label == "".join(entry.get("label", ())), name
        assert hex_.printed.stops == listed_stops(entry), name
        assert track_of(hex_.printed) == listed_track(entry), name
        terrain = entry.get("terrain", [{"cost": 0, "kind": [""]}])[0]
        assert (hex_.cost, hex_.terrain) == (terrain["cost"], terrain["kind"][0]), name
        assert list(hex_.points_to) == entry.get("stubs", []), name
        assert hex_.buildable == (entry["color"] in ("white", "yellow")), name


def test_every_side_is_as_listed() -> None:
    kinds = {"impassable": BLOCKED, "province": "border"}
    for entry in component_list()["hexes"]:
        hex_ = BOARD.index[entry["id"]]
        listed = {
            side["edge"]: (kinds.get(side["kind"], side["kind"]), side.get("cost", 0))
            for side in entry.get("borders", ())
        }
        assert {edge: (side.kind, side.cost) for edge, side in BOARD.sides[hex_].items()} == listed, entry["id"]


def test_track_crosses_the_sides_that_are_listed_as_open() -> None:
    for entry in component_list()["hexes"]:
        hex_ = BOARD.index[entry["id"]]
        there = {int(edge): name for edge, name in entry["neighbors"].items()}
        if not BOARD.hexes[hex_].buildable:  # the list has plain geometry here: only track and ports are open
            used = {end for piece in listed_track(entry) for end in piece if end < FIRST_STOP} | set(
                entry.get("ports", ())
            )
            there = {edge: name for edge, name in there.items() if edge in used}
        assert {edge: BOARD.names[other] for edge, other in BOARD.beyond[hex_].items()} == there, entry["id"]


@rule("18BF-BONUS-08")
def test_every_stop_is_in_the_country_listed() -> None:
    lists = component_list()
    for hex_ in BOARD.hexes:
        listed = "Scotland" if hex_.name in lists["scotland"] else "Wales" if hex_.name in lists["wales"] else "England"
        assert hex_.country == (listed if hex_.printed.stops else ""), hex_.name
    assert facts.MAP["ireland"] == lists["ireland"]


def test_every_tile_is_as_listed() -> None:
    listed = component_list()["tiles"]
    assert [entry["id"] for entry in listed] == list(TILES.names)
    for entry, tile in zip(listed, TILES.facts, strict=True):
        assert tile.colour == colour_of(entry), tile.name
        assert tile.count == (UNLIMITED if entry["count"] == "unlimited" else entry["count"]), tile.name
        assert tile.label == "".join(entry.get("label", ())), tile.name
        assert tile.stops == listed_stops(entry), tile.name
        assert track_of(tile) == listed_track(entry), tile.name


@rule("18BF-TRACK-19", "18BF-TRACK-20", "18BF-TRACK-23")
def test_tiles_and_printed_track_are_replaced_as_listed() -> None:
    found = upgrades()
    lists = component_list()
    for entry in lists["tiles"]:
        assert found.get(entry["id"], set()) == set(entry["upgrades"]), entry["id"]
    for entry in lists["hexes"]:
        if entry.get("track"):
            assert found.get(f"hex {entry['id']}", set()) == set(entry.get("upgrades", ())), entry["id"]


def test_homes_are_where_spaces_are_listed_as_reserved() -> None:
    listed = {
        symbol: stop_at(BOARD.index[entry["id"]], city)
        for entry in component_list()["hexes"]
        for city, symbol in entry.get("reserved", ())
    }
    homes = {company.symbol: company.home for company in BOOK.companies if company.kind == facts.MINOR}
    assert homes == listed


# -- what the rulebook says -----------------------------------------------------------------------


@rule("18BF-TRACK-05")
def test_the_box_holds_278_tiles_of_which_three_kinds_are_unlimited() -> None:
    limited: dict[str, int] = {}
    for tile in TILES.facts:
        limited[tile.colour] = limited.get(tile.colour, 0) + (tile.count if tile.count != UNLIMITED else 0)
    assert limited == {"yellow": 126 - 6 - 30 - 34, "green": 97, "brown": 49, "grey": 6}
    assert [tile.name for tile in TILES.facts if tile.count == UNLIMITED] == ["7", "8", "9"]


MANIFEST = {
    "3": "87 88 204", "4": "87 88 204", "5": "14 15 619", "6": "14 15 619", "7": "18 21 22 26 27 28 29 30 31",
    "8": "16 17 19 21 22 23 24 25 28 29 30 31", "9": "18 19 20 23 24 26 27", "57": "14 15 619", "58": "87 88 204",
    "201": "207 208 622", "202": "207 208 622", "621": "207 208 622", "14": "63 611", "15": "63 611 448",
    "16": "43 70", "17": "47", "18": "43", "19": "45 46", "20": "44 47", "21": "46", "22": "45", "23": "41 43 45 47",
    "24": "42 43 46 47", "25": "40 45 46", "26": "42 44 45", "27": "41 44 46", "28": "39 43 46 70",
    "29": "39 43 45 70", "30": "42 70", "31": "41 70", "87": "911", "88": "911", "204": "911", "207": "216 623 801",
    "208": "216 623", "619": "63 611", "622": "216 623", "X1": "X7", "X4": "X6 X7", "X5": "X6", "X9": "X10",
    "X12": "X13", "X6": "X14", "X7": "X14", "X10": "X11", "X13": "49",
}  # fmt: skip
"""The column of upgrades of section 18, without three tiles that are named there but not in the box."""


@rule("18BF-TRACK-20", "18BF-TRACK-23")
def test_a_tile_is_replaced_by_what_the_manifest_names() -> None:
    found = upgrades()
    assert {name: found.get(name, set()) for name in TILES.names} == {
        name: set(MANIFEST.get(name, "").split()) for name in TILES.names
    }
    assert [{TILES.names[new] for new in row} for row in BOARD.upgrades] == [found.get(n, set()) for n in TILES.names]


RESERVED = {
    "U23": ("X9", "X10", "X11"),
    "M11": ("X12", "X13", "49"),
    **dict.fromkeys(("Q15", "M15", "L16", "D6"), ("X1", "X4", "X5", "X6", "X7", "X14")),
}


@rule("18BF-TRACK-19")
def test_special_tiles_are_reserved_for_their_cities() -> None:
    for hex_ in BOARD.all_hexes:
        found = {TILES.names[new // 6] for old in every_placement(hex_) for new in BOARD.fits(hex_, old)}
        special = {name for names in RESERVED.values() for name in names}
        assert found & special == set(RESERVED.get(BOARD.names[hex_], ())), BOARD.names[hex_]


def every_placement(hex_: Hex) -> set[int]:
    """Everything that can come to lie on a hex."""
    found, pending = {PRINTED}, [PRINTED]
    while pending:
        for new in BOARD.fits(hex_, pending.pop()):
            if new not in found:
                found.add(new)
                pending.append(new)
    return found


@rule("18BF-SETUP-16")
def test_london_has_six_exits_of_two_spaces() -> None:
    london = BOARD.index["U23"]
    for tile in ("", "X9", "X10", "X11"):
        face = TILES.facts[TILES.index[tile]] if tile else BOARD.hexes[london].printed
        assert [(stop.slots, stop.area) for stop in face.stops] == [(2, "London")] * 6
        assert [[other for _, other in face.turned[0].at[FIRST_STOP + exit_]] for exit_ in range(6)] == [
            [e] for e in EDGES
        ]
    at_home: dict[int, set[str]] = {exit_: set() for exit_ in range(6)}
    for company in BOOK.companies:
        if company.kind == facts.MINOR and hex_of(company.home) == london:
            at_home[index_of(company.home)].add(company.symbol)
    assert at_home == {0: {"LB", "LS"}, 1: {"LR"}, 2: {"LH"}, 3: {"LY"}, 4: {"EC"}, 5: {"EK", "SE"}}


@rule("18BF-TRACK-07", "18BF-TRACK-24")
def test_what_may_be_built_on_a_printed_hex() -> None:
    for hex_ in BOARD.hexes:
        colours = {
            BOARD.facts(BOARD.index[hex_.name], new).colour for new in BOARD.fits(BOARD.index[hex_.name], PRINTED)
        }
        expected = {"": {"yellow"}, "yellow": {"green"}}.get(hex_.printed.colour, set())
        assert colours == expected, hex_.name
    assert not BOARD.hexes[BOARD.index["V10"]].buildable


@rule("18BF-TRACK-21")
def test_the_open_sides_of_y_cities_fit_the_number_of_brown_tiles() -> None:
    sides = sorted(len(BOARD.beyond[BOARD.index[hex_.name]]) for hex_ in BOARD.hexes if hex_.label == "Y")
    assert sides == [4, 4, 4, 5, 5, 6, 6, 6, 6]
    assert [TILES.facts[TILES.index[name]].count for name in ("801", "216", "623")] == [3, 2, 4]


def test_what_is_printed_along_a_side_is_known_on_both_of_its_hexes() -> None:
    for hex_ in BOARD.all_hexes:
        for edge, side in BOARD.sides[hex_].items():
            assert BOARD.sides[BOARD.around[hex_][edge]][opposite(edge)] == side
            assert (edge in BOARD.beyond[hex_]) == (side.kind != BLOCKED)


# -- what is printed, in whole tables -------------------------------------------------------------

CITIES = {
    ("", "", CITY, 1): "A9 D4 H18 I19 K19 L12 O17 P28 R28 U7 U11 V14 V26 X20 X24",
    ("", "Y", CITY, 1): "C11 D10 G17 M17 O19 P14 U9 U13 X18",
    (
        "",
        "",
        TOWN,
        1,
    ): "A11 C5 C7 D8 E15 F4 H12 H16 I17 L14 M13 M19 O13 O15 P18 Q17 Q23 R14 R20 R24 S27 T10 T14 U17 U19 "
    "U27 V22 V28 X16",
    ("yellow", "BGM", CITY, 3): "D6 L16 M15 Q15",
    ("yellow", "L", CITY, 2): "M11",
    ("yellow", "", CITY, 6): "U23",
    ("red", "", OFFBOARD, 1): "A13 H2 L22 N4 S3 S29 V30 X8",
}
"""By colour, letter, kind and number of stops: the hexes with such stops."""

TERRAIN = {
    ("mountain", 40): "A5 A7 B4 B6 E11 E13 F6 F10 F12 G5 G7 H14 I15 J14 K13 K15 N16 O9 P8 P10 R8 R10 S7 S9 T8 T10",
    ("mountain", 80): "I11 O7",
    ("water", 20): "L20 M21 N12 T14 U21",
    ("water", 40): "N6",
}
SIDES = {
    ("water", 80): "A11-B10 C5-D4 C9-D8 C9-D10 G9-H10 G11-H10 H18-I19 T12-U13 U11-U13 U25-V24 U25-V26",
    ("mountain", 40): "L16-M15 M15-M17",
    (BLOCKED, 0): "C11-D10 C11-D12 H8-H10 H8-I9 N10-N12 U11-V12 U27-V26 U27-V28",
}
TRIANGLES = "C5-D6 E5-D6 L14-M15 R14-Q15 T22-U23 T24-U23 U21-U23 U25-U23 V22-U23 V24-U23"
PORTS = "A11-B12 C11-C13 V28-U29"
RED = {
    "A13": (20, 30, 40, 50),
    "H2": (20, 20, 30, 40),
    "L22": (20, 30, 40, 40),
    "N4": (20, 20, 30, 40),
    "S3": (20, 20, 30, 40),
    "S29": (10, 20, 30, 40),
    "V30": (20, 30, 40, 50),
    "X8": (20, 30, 40, 40),
}
REACHED_FROM = {
    "A13": "A11",
    "H2": "G3 H4",
    "L22": "K21 L20",
    "N4": "N6",
    "S3": "S5 T4",
    "S29": "R28 S27",
    "V30": "V28 W29",
    "X8": "W9 X10",
}
"""By red area: the hexes from which track leads there."""


def pairs(table: str) -> set[frozenset[str]]:
    """Sides, each written as the two hexes it lies between."""
    return {frozenset(side.split("-")) for side in table.split()}


def sides_of(hex_: Hex, edges: Iterable[int]) -> set[frozenset[str]]:
    """Some sides of a hex."""
    return {frozenset((BOARD.names[hex_], BOARD.names[BOARD.around[hex_][edge]])) for edge in edges}


def test_which_hexes_have_which_cities() -> None:
    found: dict[tuple[str, str, str, int], list[str]] = {}
    for hex_ in BOARD.hexes:
        stops = hex_.printed.stops
        if stops:
            assert {stop.kind for stop in stops} == {stops[0].kind}
            found.setdefault((hex_.printed.colour, hex_.label, stops[0].kind, len(stops)), []).append(hex_.name)
    assert found == {sort: names.split() for sort, names in CITIES.items()}


def test_what_printed_cities_are_worth() -> None:
    worth = {"BGM": (30, 1), "L": (30, 1), "": (40, 2)}
    for hex_ in BOARD.hexes:
        if hex_.printed.colour in ("", "yellow") and hex_.printed.stops:
            city = hex_.printed.stops[0].kind == CITY
            expected = worth[hex_.label] if hex_.printed.colour == "yellow" else (0, int(city))
            assert {(stop.value, stop.slots) for stop in hex_.printed.stops} == {expected}, hex_.name


@rule("18BF-TRACK-11")
def test_the_terrain_of_every_hex() -> None:
    listed = {name: terrain for terrain, names in TERRAIN.items() for name in names.split()}
    for hex_ in BOARD.hexes:
        assert (hex_.terrain, hex_.cost) == listed.get(hex_.name, ("", 0)), hex_.name


@rule("18BF-TRACK-10", "18BF-TRACK-12")
def test_every_charged_and_every_blocked_side() -> None:
    found: dict[tuple[str, int], set[frozenset[str]]] = {}
    for hex_ in BOARD.all_hexes:
        for edge, side in BOARD.sides[hex_].items():
            found.setdefault((side.kind, side.cost), set()).update(sides_of(hex_, [edge]))
    found.pop(("border", 0))
    assert found == {sort: pairs(names) for sort, names in SIDES.items()}


@rule("18BF-TRACK-13")
def test_every_triangle() -> None:
    pointing = {frozenset(side) for hex_ in BOARD.all_hexes for side in sides_of(hex_, BOARD.hexes[hex_].points_to)}
    assert pointing == pairs(TRIANGLES)
    assert {hex_.name for hex_ in BOARD.hexes if hex_.points_to} == {side.split("-")[0] for side in TRIANGLES.split()}


@rule("18BF-TRACK-25")
def test_every_port() -> None:
    blue = [hex_ for hex_ in BOARD.all_hexes if BOARD.hexes[hex_].printed.colour == "blue"]
    ports = set()
    for hex_ in blue:
        track = BOARD.hexes[hex_].printed.turned[0].exits
        ports |= sides_of(hex_, [edge for edge in BOARD.beyond[hex_] if not track >> edge & 1])
    assert ports == pairs(PORTS)


@rule("18BF-ROUTE-14")
def test_every_red_area() -> None:
    for name, values in RED.items():
        hex_ = BOARD.index[name]
        assert BOARD.hexes[hex_].printed.stops == (StopFacts(OFFBOARD, values[0], 0, values),)
        assert {BOARD.names[other] for other in BOARD.beyond[hex_].values()} == set(REACHED_FROM[name].split())
        assert BOARD.hexes[hex_].printed.turned[0].exits == sum(1 << edge for edge in BOARD.beyond[hex_])


COUNTS = {
    "yellow": "3x4 4x12 5x6 6x6 57x6 58x10 201x4 202x4 621x4",
    "green": "14x4 15x10 16x2 17x2 18x2 19x2 20x2 21x1 22x1 23x8 24x8 25x4 26x2 27x2 28x2 29x2 30x1 31x1 87x5 88x5 "
    "204x5 207x6 208x4 619x4 622x4 X1x2 X4x2 X5x2 X9x1 X12x1",
    "brown": "39x2 40x2 41x2 42x2 43x2 44x2 45x2 46x2 47x2 63x5 70x1 216x2 448x3 611x2 623x4 801x3 911x3 X6x3 X7x3 "
    "X10x1 X13x1",
    "grey": "49x1 X11x1 X14x4",
}
"""Section 18: the tiles of every colour, with their numbers (worked example 18BF-EX-32)."""


@rule("18BF-TRACK-05")
def test_the_number_of_every_tile() -> None:
    found: dict[str, list[str]] = {colour: [] for colour in COUNTS}
    for tile in TILES.facts:
        if tile.count != UNLIMITED:
            found[tile.colour].append(f"{tile.name}x{tile.count}")
    assert found == {colour: names.split() for colour, names in COUNTS.items()}


WORTH = {
    "city 20": "5 6 57",
    "city 30": "201 202 621",
    "city 30 x2": "14 15 619",
    "city 40 x2": "207 208 622 63 448 611",
    "city 50 x2": "216 623 801",
    "3 cities 40": "X1 X4 X5 X12",
    "6 cities 50 x2": "X9",
    "6 cities 70 x2": "X10",
    "6 cities 100 x2": "X11",
    "city 50 x3": "X13",
    "city 70 x3": "49 X14",
    "town 10": "3 4 58 87 88 204 911",
}
"""What tiles with cities look like, apart from X6 and X7, on which one city is larger than the other."""


def test_the_stops_of_every_tile() -> None:
    def in_words(tile: TileFacts) -> str:
        (stop,) = set(tile.stops)
        many = f"{len(tile.stops)} cities" if len(tile.stops) > 1 else stop.kind
        return f"{many} {stop.value}" + (f" x{stop.slots}" if stop.slots > 1 else "")

    listed = {name: look for look, names in WORTH.items() for name in names.split()}
    for tile in TILES.facts:
        if tile.name in ("X6", "X7"):
            assert [(stop.kind, stop.value, stop.slots) for stop in tile.stops] == [(CITY, 50, 2), (CITY, 50, 1)]
        elif tile.stops:
            assert in_words(tile) == listed[tile.name], tile.name
        else:
            assert tile.name not in listed


# -- cities that join -----------------------------------------------------------------------------


@rule("18BF-TRACK-18")
@pytest.mark.parametrize(
    ("tiles", "stands"),
    [
        (("X4@0 D6",), {"D6.0": "GA", "D6.2": "GC", "D6.1": "CR"}),
        (("X1@0 D6",), {"D6.0": "GA", "D6.2": "GC", "D6.1": "CR"}),
        (("X5@0 D6",), {"D6.0": "GA", "D6.1": "GC", "D6.2": "CR"}),
        (("X4@0 D6", "X6@0 D6"), {"D6.1": "GA", "D6.0": "CR GC"}),
        (("X4@0 D6", "X7@0 D6"), {"D6.0": "GA GC", "D6.1": "CR"}),
        (("X1@0 D6", "X7@0 D6"), {"D6.0": "GA GC", "D6.1": "CR"}),
        (("X5@0 D6", "X6@0 D6"), {"D6.1": "GA", "D6.0": "GC CR"}),
        (("X5@0 D6", "X6@0 D6", "X14@0 D6"), {"D6.0": "GC CR GA"}),
    ],
)
def test_markers_go_to_the_city_with_the_sides_of_their_spaces(tiles: tuple[str, ...], stands: dict[str, str]) -> None:
    at = BigFour(phase="7")
    at.token("GA", "D6.0")
    at.token("GC", "D6.1")
    at.token("CR", "D6.2")
    at.lay(*tiles)
    names = at.book.company_names
    held = {at.stop(stop): symbols.split() for stop, symbols in stands.items()}
    assert {stop: [names[company] for company in there] for stop, there in at.state.tokens.items()} == held


@rule("18BF-TRACK-18")
def test_liverpool_joins_its_three_spaces() -> None:
    at = BigFour(phase="7")
    at.token("CR", "M11.0")
    at.token("MR", "M11.1")
    at.lay("X12@0 M11")
    at.token("NBR", "M11.1")
    at.lay("X13@0 M11", "49@3 M11")
    names = at.book.company_names
    assert {stop: [names[c] for c in there] for stop, there in at.state.tokens.items()} == {
        at.stop("M11.0"): ["CR", "NBR", "MR"]
    }


@pytest.mark.parametrize(("exit_", "name"), list(enumerate(("SW", "W", "NW", "NE", "E", "SE"))))
def test_the_exits_of_london_are_called_by_their_sides(exit_: int, name: str) -> None:
    assert stop_name(BOOK, stop_at(BOARD.index["U23"], exit_)) == f"London {name} (U23)"
    assert stop_name(BOOK, stop_at(BOARD.index["M15"], 1)) == "Manchester (M15), stop 2"
