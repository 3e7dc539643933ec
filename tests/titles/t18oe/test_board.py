"""The board and tiles of 18OE: what the rulebook says of them, what holds them together, and the public data."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from railhead.core.ids import Hex, Stop, stop_at
from railhead.testing import rule
from railhead.titles import loading
from railhead.titles.t18oe import facts
from railhead.titles.t18oe.facts import REGIONALS, REGIONS, WATER, ZONE
from railhead.track.board import PRINTED
from railhead.track.hexgrid import EDGES
from railhead.track.network import Network
from railhead.track.reach import reach
from railhead.track.tiles import CITY, LINK, OFFBOARD, TOWN

LAND = facts.land()
BOARD, TILES = LAND.board, LAND.tiles
COMPONENTS = Path(__file__).resolve().parents[4] / "shared" / "facts" / "18OE.json"
EXTRA = COMPONENTS.with_name("18OE-extra.json")
METROPOLISES = {
    "Birmingham": "K26",
    "Madrid": "Y14",
    "Wien": "R55",
    "Berlin": "M50",
    "Constantinople": "AA82",
    "London": "M28",
    "Paris": "Q30",
    "Napoli": "AB51",
    "Sankt-Peterburg": "C74",
}
RED_ZONES = {
    "North Sweden": ("A56", 2, "M"),
    "Finland": ("A64", 2, "Y"),
    "Bergen": ("B41", 2, "M"),
    "Moskva": ("F87", 3, "M"),
    "Kharkov": ("N87", 2, "Y"),
    "Sevastopol": ("T87", 2, "Y"),
    "Lisboa": ("Z1", 2, "Y"),
    "Arkhangelsk": ("B83", 0, ""),
    "Scottish Highlands": ("D25", 0, ""),
    "New York": ("N1", 0, ""),
    "Levant": ("AB87", 0, ""),
    "North Africa & The Americas": ("AD1", 0, ""),
    "Casablanca": ("AF5", 0, ""),
    "Melilla": ("AF11", 0, ""),
    "Alger": ("AF25", 0, ""),
    "Tunis": ("AG40", 0, ""),
    "Alexandria & Suez": ("AG88", 0, ""),
}


def at(name: str) -> Hex:
    return BOARD.index[name]


def stop(name: str) -> Stop:
    return stop_at(at(name), 0)


def sides(name: str) -> set[int]:
    return {edge for edge in EDGES if BOARD.open_sides[at(name)] >> edge & 1}


def chain(name: str) -> list[str]:
    """The tiles of a metropolis, colour by colour."""
    found, waiting = [], {PRINTED}
    while waiting:
        waiting = {placement for old in waiting for placement in BOARD.fits(at(name), old)}
        found += sorted({TILES.names[placement // 6] for placement in waiting})
    return found


# -- hexes ----------------------------------------------------------------------------------------


def test_the_size_of_the_board() -> None:
    by_colour = Counter(hex_.printed.colour for hex_ in BOARD.hexes)
    assert sum(count for colour, count in by_colour.items() if colour != "blue") == 845
    assert by_colour["red"] == 17
    stops = [(hex_, each) for hex_ in BOARD.hexes for each in hex_.printed.stops]
    on_land = [each for hex_, each in stops if hex_.printed.colour != "blue"]
    assert sum(each.places for each in on_land if each.kind == TOWN) == 153
    cities = {hex_.name for hex_, each in stops if each.kind == CITY and hex_.printed.colour != "red"}
    assert len(cities) == 98
    assert sum(hex_.label == facts.GRAND for hex_ in BOARD.hexes) == 21


@rule("18OE-TRACK-10")
def test_the_metropolises() -> None:
    lettered = {hex_.title: hex_.name for hex_ in BOARD.hexes if hex_.label not in ("", facts.GRAND)}
    assert lettered == METROPOLISES
    assert {BOARD.hexes[at(name)].label for name in METROPOLISES.values()} == set("ABCLPNS")
    assert all(LAND.is_metropolis(at(name)) for name in METROPOLISES.values())


@rule("18OE-TRACK-10")
@pytest.mark.parametrize(
    ("place", "tiles"),
    [
        ("Birmingham", "OE4 OE12 OE26 OE37"),
        ("Madrid", "OE4 OE12 OE26 OE37"),
        ("Wien", "OE4 OE12 OE26 OE37"),
        ("Paris", "OE4 OE17 OE30 OE37"),
        ("Berlin", "OE4 OE13 OE27 OE38"),
        ("London", "OE6 OE15 OE28 OE40"),
        ("Napoli", "OE7 OE16 OE29 OE41"),
        ("Constantinople", "OE5 OE14 OE26 OE39"),
        ("Sankt-Peterburg", "OE8 OE18 OE26 OE37"),
    ],
)
def test_every_metropolis_has_tiles_of_its_own(place: str, tiles: str) -> None:
    assert chain(METROPOLISES[place]) == tiles.split()


def test_red_zones() -> None:
    for place, (name, circles, mark) in RED_ZONES.items():
        hex_ = BOARD.hexes[at(name)]
        (printed,) = hex_.printed.stops
        assert (hex_.title, hex_.printed.colour, printed.slots) == (place, "red", circles)
        assert printed.kind == (CITY if circles else OFFBOARD)
        assert len(printed.values) == 4
        assert list(printed.values) == sorted(printed.values)
        assert LAND.marks.get(at(name), "") == mark
        assert not hex_.buildable
    assert LAND.is_metropolis(at("F87"))
    assert LAND.is_grand(at("Z1"))
    assert not LAND.is_metropolis(at("Z1"))


def test_homes_of_regionals_are_cities_of_their_zone() -> None:
    homes = [loading.point_of(BOARD, entry["home"]) for entry in REGIONALS]
    assert len(set(homes)) == 24
    for entry in REGIONALS:
        home = at(entry["home"].removesuffix(".0"))
        assert BOARD.hexes[home].printed.stops[0].kind == CITY, entry
        assert LAND.zone_of_stop[home] == ZONE[entry["zone"]], entry


def test_only_sb_and_msp_live_in_a_metropolis() -> None:
    there = [entry["symbol"] for entry in REGIONALS if LAND.is_metropolis(at(entry["home"].removesuffix(".0")))]
    assert there == ["SB", "MSP"]


# -- zones ----------------------------------------------------------------------------------------


@rule("18OE-SETUP-19")
def test_cities_at_a_border_belong_to_one_zone() -> None:
    assert set(LAND.zones[at("O52")]) == {ZONE["PHS"], ZONE["AH"]}
    assert LAND.zone_of_stop[at("O52")] == ZONE["PHS"], "Dresden"
    assert set(LAND.zones[at("Q38")]) == {ZONE["FB"], ZONE["PHS"]}
    assert LAND.zone_of_stop[at("Q38")] == ZONE["FB"], "Nancy"
    split = [hex_ for hex_, zones in LAND.zones.items() if len(zones) > 1 and BOARD.hexes[hex_].printed.stops]
    assert {BOARD.names[hex_] for hex_ in split} == set(REGIONS["zone_of_stop"])


def test_every_hex_of_land_is_in_a_zone() -> None:
    outside = {hex_.name for hex_ in BOARD.hexes if at(hex_.name) not in LAND.zones and hex_.printed.colour != "blue"}
    assert outside == {"N1", "AG88"}, "New York and Alexandria"


# -- sides and tiles ------------------------------------------------------------------------------


def test_usable_sides_of_the_examples() -> None:
    assert sides("K26") == {0, 1, 2, 3, 4, 5}, "Birmingham"
    assert len(sides("N31")) == 4, "Lille"
    assert sides("G28") == {0, 1, 5}, "the hex between Edinburgh and the sea has three"


def test_every_hex_to_build_on_takes_a_tile() -> None:
    assert [hex_.name for hex_ in BOARD.hexes if hex_.buildable and not BOARD.fits(at(hex_.name), PRINTED)] == []


def test_brown_and_grey_tiles_reach_all_sides_of_cities_and_double_towns() -> None:
    for hex_ in BOARD.hexes:
        printed = hex_.printed.stops
        needs = hex_.label == facts.GRAND or (printed and printed[0].places == 2)
        if hex_.buildable and needs:
            last = [new for new in BOARD.ever_fits(at(hex_.name)) if BOARD.facts(at(hex_.name), new).colour == "brown"]
            exits = {BOARD.track(at(hex_.name), new).exits for new in last}
            assert BOARD.open_sides[at(hex_.name)] in exits, hex_.name


def test_the_box_has_771_tiles() -> None:
    assert sum(tile.count for tile in TILES.facts) == 771
    assert len(TILES.facts) == 77


@rule("18OE-TRACK-11", "18OE-TRACK-12")
def test_towns_double_towns_and_grand_cities_take_tiles_of_their_kind() -> None:
    def first(name: str) -> set[str]:
        return {TILES.names[placement // 6] for placement in BOARD.fits(at(name), PRINTED)}

    assert first("U34") <= {"201", "202", "621"}, "Lyon"
    assert first("Q38") == {"5", "6", "57"}, "Nancy"
    assert first("E70") == {"3", "4", "58"}, "Dorpat"
    assert first("T37") == {"OE1", "OE2", "OE3"}, "Genève and Lausanne"
    assert first("J67") == {"7", "8", "9"}


# -- water ----------------------------------------------------------------------------------------


@rule("18OE-PORT-18", "18OE-PORT-19")
def test_sea_zones_and_their_areas() -> None:
    by_area = Counter(facts.AREAS[sea.area] for sea in LAND.seas)
    assert by_area == {facts.NORTH_SEA: 10, facts.MEDITERRANEAN: 9}
    for number, sea in enumerate(LAND.seas):
        assert all(number in LAND.seas[other].beside for other in sea.beside), sea.name
    hexes = [name for sea in LAND.seas for name in sea.hexes]
    assert len(hexes) == len(set(hexes)) == 647


def sea(name: str) -> int:
    return next(number for number, each in enumerate(LAND.seas) if each.name == name)


def apart(start: int, end: int) -> int:
    """How many zones the shortest crossing between two zones goes through, both included."""
    found, reached, count = {start}, {start}, 1
    while end not in found:
        reached = {other for here in reached for other in LAND.seas[here].beside} - found
        found |= reached
        count += 1
    return count


@rule("18OE-PORT-06", "18OE-PORT-07")
def test_passages_and_the_way_from_london_to_copenhagen() -> None:
    assert sea("Baltic Sea") in LAND.seas[sea("Skagerrak")].beside
    assert sea("Black Sea") in LAND.seas[sea("Aegean Sea")].beside
    assert sea("Strait of Gibraltar") in LAND.seas[sea("North Atlantic (Silver Coast)")].beside
    (london,) = (port for port in LAND.ports if port.hex == at("M28"))
    (copenhagen,) = (port for port in LAND.ports if port.hex == at("I50"))
    assert min(apart(one, other) for one in london.seas for other in copenhagen.seas) == 3


def test_ports_that_the_rulebook_names() -> None:
    private = {BOARD.hexes[port.hex].title: port.private for port in LAND.ports}
    assert (private["København"], private["Malmö"], private["Roma"], private["Edinburgh"]) == (False, True, True, True)
    offshore = {BOARD.hexes[port.hex].title for port in LAND.ports if port.side is None}
    assert {"London", "Edinburgh"} <= offshore


def test_only_places_with_circles_are_private_ports() -> None:
    kinds = {BOARD.hexes[port.hex].printed.stops[0].kind for port in LAND.ports if port.private}
    assert kinds == {CITY}
    assert len({port.hex for port in LAND.ports}) == 79


def test_ferries_are_printed_track_from_shore_to_shore() -> None:
    assert len(LAND.ferries) == len(WATER["ferry"]) == 24
    for entry in WATER["ferry"]:
        ends = [end.partition(".")[0] for end in (entry["from"], entry["to"])]
        path = [ends[0], *entry["over"], ends[1]]
        for one, other in pairwise(path):
            pier = {one, other} == {"G26", "G30"}
            assert pier or at(other) in BOARD.beyond[at(one)].values(), (one, other)


def test_ferries_join_what_has_track_to_them() -> None:
    network = Network(BOARD, {})
    assert {link.end for link in network.links[stop("M28")]} == {stop("N31")}, "London and Lille are joined as printed"
    assert {link.end for link in network.links[stop("G26")]} == {stop("B41")}, "Edinburgh and Bergen"
    assert {link.end for link in network.links[stop("A56")]} == {stop("A64")}, "North Sweden and Finland"
    assert BOARD.links == {stop("N29")}
    assert [each.kind for each in BOARD.hexes[at("N29")].printed.stops] == [LINK]
    reached = reach(BOARD, {}, [stop("G26")], lambda _: False)
    assert stop("B41") in reached.stops


def test_towns_on_ferries() -> None:
    towns = {hex_.title for hex_ in BOARD.hexes if hex_.printed.colour == "blue" and hex_.title}
    assert towns == {"Varna", "Tangier", "Syra"}
    assert {link.end for link in Network(BOARD, {}).links[stop("X79")]} == {stop("AA82")}


# -- patronage ------------------------------------------------------------------------------------


def test_patronage_tiles() -> None:
    patronage: dict[str, Any] = REGIONS["patronage"]
    assert {colour: group["draw"] for colour, group in patronage.items()} == {
        "pink": 3,
        "yellow": 3,
        "white": 3,
        "green": 8,
    }
    cities = [name for group in patronage.values() for name in group["cities"]]
    assert len(cities) == len(set(cities)) == 45
    assert all(BOARD.hexes[at(name)].printed.stops[0].kind == CITY for name in cities)
    homes = {entry["home"].removesuffix(".0") for entry in REGIONALS}
    assert homes.isdisjoint(cities)
    assert all(len(group["payout"]) == 4 == len(set(group["payout"])) for group in patronage.values())


# -- the public data, where they are at hand ------------------------------------------------------


@pytest.mark.skipif(not COMPONENTS.exists(), reason="the public data are not beside the checkout")
def test_hexes_as_in_the_public_data() -> None:
    listed = {entry["id"]: entry for entry in json.loads(COMPONENTS.read_text(encoding="utf-8"))["hexes"]}
    colours = {"": "white", "grey": "gray"}
    for hex_ in BOARD.hexes:
        entry = listed.pop(hex_.name)
        assert colours.get(hex_.printed.colour, hex_.printed.colour) == entry["color"], hex_.name
        assert hex_.title == entry.get("name", ""), hex_.name
        assert hex_.cost == sum(terrain["cost"] for terrain in entry.get("terrain", [])), hex_.name
        assert hex_.label == "".join(entry.get("label", [])), hex_.name
        places = Counter({CITY: len(entry.get("cities", [])), TOWN: len(entry.get("towns", []))})
        printed = Counter[str]()
        for each in hex_.printed.stops:
            if each.kind in (CITY, TOWN):
                printed[each.kind] += each.places
        assert +printed == +places, hex_.name
    assert {entry["color"] for entry in listed.values()} == {"blue"}


@pytest.mark.skipif(not EXTRA.exists(), reason="the public data are not beside the checkout")
def test_sides_and_values_as_in_the_public_data() -> None:
    extra = json.loads(EXTRA.read_text(encoding="utf-8"))
    usable = extra["usable_sides"]["by_hex"]
    for hex_ in BOARD.hexes:
        if hex_.buildable:
            assert sides(hex_.name) == set(usable.get(hex_.name, EDGES)), hex_.name
    for red in extra["red_zones"]["list"]:
        (printed,) = BOARD.hexes[at(red["hex"])].printed.stops
        values = [red["values"].get(colour, 0) for colour in ("yellow", "green", "brown", "gray")]
        assert (list(printed.values), printed.slots) == (values, red["token_slots"]), red["name"]
    distances = [ferry["distance"] for ferry in extra["ferries"]["list"]]
    assert [ferry.distance for ferry in LAND.ferries] == distances


@pytest.mark.skipif(not EXTRA.exists(), reason="the public data are not beside the checkout")
@rule("18OE-TRACK-13")
def test_upgrades_as_in_the_public_data() -> None:
    chart = json.loads(EXTRA.read_text(encoding="utf-8"))["tiles"]["upgrade_chart"]
    for kind in ("town", "city", "plain", "grand_city", "double_town"):
        for old, new in chart[kind].items():
            found = {
                TILES.names[placement // 6]
                for hex_ in BOARD.hexes
                if hex_.buildable
                for placement in BOARD.ever_fits(at(hex_.name))
                if placement // 6 == TILES.index[old]
                for placement in BOARD.fits(at(hex_.name), placement)
            }
            assert found == set(new), (kind, old)
