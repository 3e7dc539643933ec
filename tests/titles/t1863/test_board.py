"""The board and tiles of 1863: everything that the rulebook's text says of them holds for the reconstruction."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations, product

import pytest

from railhead.core.ids import Hex, stop_at
from railhead.testing import rule
from railhead.titles.t1863 import facts
from railhead.titles.t1863.facts import MAP, NUMBERS, PHASE, PRIVATE, PRIVATES
from railhead.track.board import PRINTED
from railhead.track.hexgrid import EDGES
from railhead.track.tiles import CITY, FIRST_STOP, OFFBOARD, TOWN

LAND = facts.land()
BOARD, TILES = LAND.board, LAND.tiles
PLAIN = "plain"
STANDARD = {
    "4": "town 10",
    "6": "city 20",
    "8": "",
    "9": "",
    "57": "city 20",
    "58": "town 10",
    "23": "",
    "24": "",
    "25": "",
    "410": "town 10",
    "411": "town 10",
    "412": "town 10",
    "413": "town 10",
    "418": "town 10",
    "419": "town 10",
    "40": "",
    "216": "city 50 x2",
    "38": "city 40 x2",
    "366": "city 50 x3",
    "512": "city 60 x3",
}
"""What is known of the tiles with numbers that other games use, too."""


def at(name: str) -> Hex:
    return BOARD.index[name]


def kind(name: str) -> str:
    """What is printed on a hex: a city, a town, an off-board place, or nothing."""
    stops = BOARD.hexes[at(name)].printed.stops
    return stops[0].kind if stops else PLAIN


def value(name: str, stage: int = 0) -> int:
    """What the stop printed on a hex is worth."""
    (stop,) = BOARD.hexes[at(name)].printed.stops
    return stop.values[stage] if stop.values else stop.value


def tile_at(text: str) -> tuple[Hex, int]:
    """A hex with a tile on it, written as `58@5 B9`."""
    placed, name = text.split()
    tile, rotation = placed.split("@")
    return at(name), TILES.index[tile] * 6 + int(rotation)


def names(hexes: frozenset[Hex]) -> set[str]:
    return {BOARD.names[hex_] for hex_ in hexes}


# -- the hexes ------------------------------------------------------------------------------------


def test_columns_and_rows_are_of_one_parity() -> None:
    assert all((ord(name[0]) - ord("A")) % 2 == int(name[1:]) % 2 for name in BOARD.names)
    assert 130 <= len(BOARD.names) <= 200


def test_the_whole_board_is_connected() -> None:
    assert connected_with(at("C10"), frozenset(BOARD.all_hexes)) == frozenset(BOARD.all_hexes)


def connected_with(start: Hex, allowed: frozenset[Hex]) -> frozenset[Hex]:
    found, pending = {start}, [start]
    while pending:
        for other in BOARD.beyond[pending.pop()].values():
            if other in allowed and other not in found:
                found.add(other)
                pending.append(other)
    return frozenset(found)


@rule("1863-TRACK-09")
def test_sides_that_may_not_be_crossed_are_closed_from_both_hexes() -> None:
    blocked = {frozenset((hex_, BOARD.around[hex_][edge])) for hex_ in BOARD.all_hexes for edge in BOARD.sides[hex_]}
    pairs = [("M12", "M14"), ("D13", "E14"), ("G16", "H15"), ("F5", "F7"), ("O12", "P13")]
    assert blocked == {frozenset((at(one), at(other))) for one, other in pairs}
    for pair in blocked:
        one, other = pair
        assert other not in BOARD.beyond[one].values()
        assert one not in BOARD.beyond[other].values()


@rule("1863-TRACK-09")
def test_printed_track_uses_every_open_side_and_cannot_be_upgraded() -> None:
    printed = [hex_ for hex_ in BOARD.all_hexes if BOARD.track(hex_, PRINTED).pieces]
    assert {BOARD.hexes[hex_].printed.colour for hex_ in printed} == {"red", "grey"}
    for hex_ in printed:
        exits = {edge for edge in EDGES if BOARD.track(hex_, PRINTED).exits >> edge & 1}
        assert exits == set(BOARD.beyond[hex_]), BOARD.names[hex_]
        assert BOARD.fits(hex_, PRINTED) == ()


@pytest.mark.parametrize(
    ("name", "place", "printed"),
    [
        ("A10", "Acton", OFFBOARD),
        ("C10", "Paddington", CITY),
        ("C18", "Gloucester Road", CITY),
        ("D17", "South Kensington", TOWN),
        ("E6", "St John's Wood", TOWN),
        ("E18", "", PLAIN),
        ("F9", "Marylebone", CITY),
        ("F19", "Sloane Square", TOWN),
        ("G8", "Portland Road", TOWN),
        ("G18", "Victoria", CITY),
        ("H7", "Gower Street", TOWN),
        ("H11", "Oxford Circus", CITY),
        ("H13", "Piccadilly", CITY),
        ("I6", "Euston", CITY),
        ("I10", "Tottenham Court Road", CITY),
        ("I22", "Nine Elms", CITY),
        ("J13", "Charing Cross", CITY),
        ("K2", "Finsbury Park", CITY),
        ("K8", "", PLAIN),
        ("K14", "Waterloo", CITY),
        ("K22", "Stockwell", CITY),
        ("M10", "Post Office", TOWN),
        ("M16", "", PLAIN),
        ("N11", "Bank", CITY),
        ("Q8", "Bow Road", CITY),
        ("Q10", "White Chapel", CITY),
        ("Q20", "New Cross", CITY),
    ],
)
def test_places_the_rulebook_names_are_where_it_says(name: str, place: str, printed: str) -> None:
    assert (BOARD.hexes[at(name)].title, kind(name)) == (place, printed)


def test_the_hexes_that_the_text_names_are_on_the_board() -> None:
    assert set(MAP["named"]) <= set(BOARD.names)
    assert MAP["hex"]["K8"]["sight"] == "Coldbath Prison"
    assert MAP["hex"]["M16"]["sight"] == "King's Bench Prison"


@rule("1863-CO-01", "1863-CO-02", "1863-CO-03")
def test_homes_of_the_historical_game() -> None:
    companies = facts.companies(BOARD, equal=False)
    homes = {company.symbol: company.home for company in companies}
    written = (
        "MET C10, BAK F9, CLR I10, CIR G18, CSL K22, DIS C18, ELR Q20, EHL K2, HAM J13, LCR I6, PIC H13, WCR N11, "
        "WWR K14, WBR Q8"
    )
    for symbol, name in (pair.split() for pair in written.split(", ")):
        assert homes.pop(symbol) == stop_at(at(name), 0)
        assert kind(name) == CITY
    special = BOARD.hexes[homes.pop("PCN") // 16].printed
    assert (special.colour, special.stops[0].kind, special.stops[0].slots) == ("red", OFFBOARD, 1)
    assert homes == {"UER": -1}


@rule("1863-VAR-04")
def test_no_company_of_the_equal_game_has_a_home() -> None:
    assert {company.home for company in facts.companies(BOARD, equal=True)} == {-1}


# -- tiles ----------------------------------------------------------------------------------------


def test_the_manifest() -> None:
    assert sum(tile.count for tile in TILES.facts) == 162
    given = {"23": 5, "24": 5, "25": 2, "410": 5, "411": 5, "412": 5, "413": 5, "418": 1, "419": 1}
    assert {tile.name: tile.count for tile in TILES.facts if tile.name in given} == given
    others = {*STANDARD, "78", "79", "75", *(f"LU{number:02}" for number in range(1, 16))}
    assert set(TILES.names) == others


@pytest.mark.parametrize("name", STANDARD)
def test_tiles_known_from_other_games_have_their_stations(name: str) -> None:
    tile = TILES.facts[TILES.index[name]]
    assert [f"{stop.kind} {stop.value}" + (f" x{stop.slots}" if stop.slots > 1 else "") for stop in tile.stops] == (
        [STANDARD[name]] if STANDARD[name] else []
    )


MANIFEST = """
    4 11 yellow town 10: 0a 3a          | 6 10 yellow city 20: 0a 2a          | 8 12 yellow: 02
    9 9 yellow: 03                      | 57 7 yellow city 20: 0a 3a          | 58 12 yellow town 10: 0a 2a
    23 5 green: 03 04                   | 24 5 green: 02 03                   | 25 2 green: 02 04
    410 5 green town 10: 02 0a 3a       | 411 5 green town 10: 04 0a 3a       | 412 5 green town 10: 03 0a 2a
    413 5 green town 10: 03 0a 4a       | 418 1 green town 10: 04 0a 2a       | 419 1 green town 10: 02 0a 4a
    LU04 4 green city 30: 0a 2a 3a      | LU05 4 green city 30: 0a 3a 4a      | LU06 2 green city 30: 0a 2a 4a
    LU07 3 green city 40: 0a 2a 3a      | LU08 3 green city 40: 0a 3a 4a      | LU09 2 green city 40: 0a 2a 4a
    78 3 brown: 02 03 13                | 79 2 brown: 03 04 13 14             | 75 2 brown: 02 03 04 24
    40 1 brown: 02 04 24                | 216 5 brown city 50: 0a 1a 2a 3a 4a | LU10 2 brown city 60: 0a 1a 2a 3a 4a 5a
    LU01 3 brown town 20: 0a 1a 2a 3a   | LU02 2 brown town 20: 0a 1a 3a 4a   | LU03 3 brown town 20: 0a 2a 3a 4a
    38 5 brown city 40: 0a 2a 3a 4a     | LU12 4 brown city 40: 0a 1a 2a 3a   | LU13 2 brown city 40: 0a 1a 3a 4a
    LU14 4 grey city 50: 0a 1a 2a 3a 4a | 366 4 grey city 50: 0a 1a 2a 3a 4a 5a
    512 4 grey city 60: 0a 1a 2a 3a 4a 5a | LU11 2 grey city 80: 0a 1a 2a 3a 4a 5a | LU15 1 grey city 60: 0a 1a 2a 3a 4a
"""
"""Every tile: how many there are, its colour, its station, and its track by edges and the station "a"."""


@rule("1863-TRACK-10")
def test_every_tile_with_its_number_and_track() -> None:
    written = {" ".join(entry.split()) for entry in MANIFEST.replace("|", "\n").strip().splitlines()}
    found = set()
    for tile in TILES.facts:
        stop = "".join(f" {stop.kind} {stop.value}" for stop in tile.stops)
        track = sorted("".join("012345a"[end] for end in sorted(piece)) for piece in tile.track)
        found.add(f"{tile.name} {tile.count} {tile.colour}{stop}: {' '.join(track)}")
    assert found == written


def test_tokens_that_stand_on_a_tile() -> None:
    slots = {tile.name: tile.stops[0].slots for tile in TILES.facts if tile.stops and tile.stops[0].kind == CITY}
    assert {name for name, count in slots.items() if count == 1} == {"6", "57"}
    assert {name for name, count in slots.items() if count == 3} == {"LU10", "LU14", "LU15", "366", "512"}
    assert {name for name, count in slots.items() if count == 4} == {"LU11"}
    assert set(slots.values()) == {1, 2, 3, 4}


def test_letters_of_tiles() -> None:
    lettered = {tile.name: tile.label for tile in TILES.facts if tile.label}
    assert lettered == {
        **dict.fromkeys(("LU07", "LU08", "LU09", "216", "512"), "Y"),
        **dict.fromkeys(("LU10", "LU11"), "C"),
        "LU15": "NE",
    }


def test_no_tile_has_a_sharp_curve_without_a_station() -> None:
    for tile in TILES.facts:
        for one, other in tile.track:
            assert max(one, other) >= FIRST_STOP or (one - other) % 6 in (2, 3, 4), tile.name


def furthest(hex_: Hex, placement: int) -> set[str]:
    """The last colours that upgrades of a placement can reach."""
    following = BOARD.fits(hex_, placement)
    if not following:
        return {BOARD.facts(hex_, placement).colour}
    return {colour for new in BOARD.distinct(following) for colour in furthest(hex_, new)}


@rule("1863-TRACK-08")
def test_every_major_station_reaches_grey_however_it_is_built() -> None:
    cities = [hex_ for hex_ in BOARD.all_hexes if kind(BOARD.names[hex_]) == CITY and BOARD.hexes[hex_].buildable]
    assert len(cities) > 20
    for hex_ in cities:
        assert furthest(hex_, PRINTED) == {"grey"}, BOARD.names[hex_]


@rule("1863-TRACK-08")
def test_every_minor_station_reaches_brown_and_every_other_hex_takes_a_tile() -> None:
    for hex_ in BOARD.all_hexes:
        if BOARD.hexes[hex_].buildable and kind(BOARD.names[hex_]) == TOWN:
            colours = {BOARD.tiles.facts[new // 6].colour for new in BOARD.ever_fits(hex_)}
            assert colours == {"yellow", "green", "brown"}, BOARD.names[hex_]
        elif BOARD.hexes[hex_].buildable:
            assert BOARD.fits(hex_, PRINTED), BOARD.names[hex_]


def test_no_tile_is_a_dead_end_below_the_last_colour_of_its_family() -> None:
    laid = {(new // 6): hex_ for hex_ in BOARD.all_hexes for new in BOARD.ever_fits(hex_)}
    for number, tile in enumerate(TILES.facts):
        last = "grey" if tile.stops and tile.stops[0].kind == CITY else "brown"
        if tile.colour != last:
            upgraded = any(BOARD.fits(laid[number], number * 6 + turn) for turn in range(6))
            assert upgraded or _upgraded_somewhere(number), tile.name


def _upgraded_somewhere(number: int) -> bool:
    return any(
        BOARD.fits(hex_, placement)
        for hex_ in BOARD.all_hexes
        for placement in BOARD.ever_fits(hex_)
        if placement // 6 == number
    )


def test_a_letter_counts_only_for_colours_that_have_it() -> None:
    for name, colour, letters in (("C10", "yellow", {""}), ("C10", "green", {"Y"}), ("J13", "green", {""})):
        tiles = {TILES.facts[new // 6] for new in BOARD.ever_fits(at(name))}
        assert {tile.label for tile in tiles if tile.colour == colour} == letters


# -- the Thames -----------------------------------------------------------------------------------


@rule("1863-PRIV-06")
def test_the_thames_parts_the_board() -> None:
    dry = frozenset(BOARD.all_hexes) - frozenset(LAND.thames)
    north, south = connected_with(at("C10"), dry), connected_with(at("L17"), dry)
    assert north | south == dry
    assert not north & south
    assert {"J13", "N11", "Q10", "G18", "Q14"} <= names(north)
    assert {"I22", "K22", "N15", "Q20", "M16", "F23"} <= names(south)
    for hex_, river in LAND.thames.items():
        assert BOARD.hexes[hex_].terrain == "river"
        assert all(BOARD.beyond[hex_][edge] in north for edge in river.north)
        banks = (BOARD.beyond[hex_][edge] for edge in river.south)
        assert all(other in south or LAND.thames[other].station == "south" for other in banks)


@rule("1863-PRIV-06")
def test_every_side_of_a_river_hex_is_on_the_bank_it_leads_to() -> None:
    """Waterloo and Rotherhithe lie on the river with their stations on the south bank."""
    dry = frozenset(BOARD.all_hexes) - frozenset(LAND.thames)
    north, south = connected_with(at("C10"), dry), connected_with(at("L17"), dry)
    stations = {hex_ for hex_, river in LAND.thames.items() if river.station}
    assert names(frozenset(stations)) == {"K14", "Q16"}
    for hex_, river in LAND.thames.items():
        around = BOARD.beyond[hex_].items()
        assert river.north == {edge for edge, other in around if other in north}, BOARD.names[hex_]
        assert river.south == {edge for edge, other in around if other in south | stations}, BOARD.names[hex_]


@rule("1863-PRIV-05")
def test_four_tiles_join_nine_elms_to_waterloo_on_the_south_bank() -> None:
    assert BOARD.distance(at("I22"), at("K14")) == 5
    way = ["I22", "J21", "K20", "K18", "K16", "K14"]
    assert all(at(after) in BOARD.beyond[at(before)].values() for before, after in pairwise(way))
    assert set(way[1:-1]) <= names(LAND.necropolis)
    assert names(LAND.necropolis) == {"I16", "I18", "I20", "J15", "J17", "J19", "J21", "K16", "K18", "K20"}


# -- worked routes --------------------------------------------------------------------------------


def through(name: str, joined: list[str], laid: dict[Hex, int]) -> int | None:
    """The value of the station that the way through a hex calls at; 0 for plain track, None if there is no way."""
    hex_ = at(name)
    placement = laid.get(hex_, PRINTED)
    sides = [edge for edge, other in BOARD.beyond[hex_].items() if BOARD.names[other] in joined]
    pieces = {frozenset(piece) for piece in BOARD.track(hex_, placement).pieces}
    if len(sides) == 2 and frozenset(sides) in pieces:
        return 0
    if all(frozenset((side, FIRST_STOP)) in pieces for side in sides):
        (stop,) = BOARD.facts(hex_, placement).stops
        return stop.values[PHASE["III"]] if stop.values else stop.value
    return None


def calls(route: str, tiles: str) -> list[tuple[str, int]]:
    """The hexes of a route with what each pays; every tile fits where it lies."""
    laid = dict(tile_at(text) for text in tiles.split(", "))
    for hex_, placement in laid.items():
        assert placement in BOARD.ever_fits(hex_), BOARD.names[hex_]
    way = route.split()
    found = []
    for place, name in enumerate(way):
        paid = through(name, way[max(0, place - 1) : place + 2], laid)
        assert paid is not None, name
        found.append((name, paid))
    return found


PADDINGTON_TO_OXFORD_CIRCUS = (
    "C10 D9 E8 F9 G10 H11",
    "57@1 C10, 4@1 D9, 58@5 E8, LU04@2 F9, 9@2 G10, LU07@0 H11",
)


@pytest.mark.parametrize(
    ("route", "tiles", "revenue"),
    [
        ("A10 B9 C10", "58@5 B9, LU07@2 C10", 70),
        (*PADDINGTON_TO_OXFORD_CIRCUS, 110),
        ("F9 G8 H7 I6", "57@1 F9, 4@1 G8, 4@1 H7, 57@1 I6", 60),
        ("C18 D17 E18 F19 G18", "LU04@1 C18, 58@5 D17, 9@2 E18, 58@2 F19, LU08@1 G18", 90),
    ],
)
@rule("1863-ROUTE-09", "1863-ROUTE-14")
def test_worked_routes_of_the_rulebook(route: str, tiles: str, revenue: int) -> None:
    assert sum(paid for _, paid in calls(route, tiles)) == revenue


@rule("1863-ROUTE-12")
def test_an_express_doubles_oxford_circus() -> None:
    majors = [paid for name, paid in calls(*PADDINGTON_TO_OXFORD_CIRCUS) if kind(name) == CITY]
    assert majors == [20, 30, 40]
    assert sum(majors) + max(majors[0], majors[-1]) == 130


def test_values_of_the_route_note() -> None:
    found = calls("C18 D17 E18 F19 G18", "LU04@1 C18, 58@5 D17, 9@2 E18, 58@2 F19, LU08@1 G18")
    assert found == [("C18", 30), ("D17", 10), ("E18", 0), ("F19", 10), ("G18", 40)]


def test_any_two_red_hexes_pay_40_in_phases_ii_and_iii() -> None:
    red = [name for name in BOARD.names if kind(name) == OFFBOARD]
    assert len(red) == 9
    for one, other in product(red, red):
        assert one == other or value(one) + value(other) == value(one, 1) + value(other, 1) == 40


@rule("1863-TRACK-06", "1863-TRACK-07")
def test_the_first_tile_in_st_johns_wood_costs_40_and_an_upgrade_10() -> None:
    assert BOARD.hexes[at("E6")].cost + NUMBERS.minor_station == 40
    assert NUMBERS.upgrade == NUMBERS.plain_track == 10
    assert NUMBERS.major_station == 30


@rule("1863-TRACK-06", "1863-TRACK-07")
def test_what_parks_and_the_river_cost() -> None:
    """Parks, and stations on the Thames, cost 20, the Thames itself 40, and no other hex anything."""
    costs = {
        ("park", 20): "C14 D13 E4 E6 E12 E14 F3 F5 F23 G14 H15 L21",
        ("river", 20): "K14 Q16",
        ("river", 40): "E22 F21 G20 H21 I20 J15 J17 J19 L13 N13 O14 P15",
    }
    found = {(BOARD.hexes[h].terrain, BOARD.hexes[h].cost, BOARD.names[h]) for h in BOARD.all_hexes}
    dear = {(terrain, cost, name) for terrain, cost, name in found if terrain or cost}
    assert dear == {(*ground, name) for ground, listed in costs.items() for name in listed.split()}


def test_what_places_at_the_edge_are_worth_by_phase() -> None:
    worth = {
        (20, 20, 40, 40): {"A10", "A14", "C2", "M2", "M22", "O2"},
        (20, 20, 50, 50): {"A18", "Q2", "R9"},
        (20, 30, 40, 50): {"K2", "Q20"},
    }
    stops = {name: BOARD.hexes[at(name)].printed.stops for name in BOARD.names}
    found = {name: stop.values for name in BOARD.names for stop in stops[name] if stop.values}
    assert found == {name: values for values, listed in worth.items() for name in listed}


# -- bonuses --------------------------------------------------------------------------------------


def on_edge(letter: str) -> list[Hex]:
    return [hex_ for hex_, letters in LAND.edges.items() if letter in letters]


@rule("1863-BONUS-02", "1863-BONUS-03")
def test_edges_and_the_shortest_outer_circle() -> None:
    assert {at("K2")} <= set(on_edge("N"))
    assert {at("I22"), at("Q20")} <= set(on_edge("S"))
    assert at("Q20") in on_edge("E")
    assert at("A10") in on_edge("W")
    letters = {"N": "K2 M2 O2", "S": "I22 K22 M22 Q20", "E": "Q8 Q20 R9", "W": "A10 A14 A18"}
    assert {edge: " ".join(BOARD.names[hex_] for hex_ in on_edge(edge)) for edge in letters} == letters
    assert all(BOARD.hexes[hex_].printed.stops for hex_ in LAND.edges)
    best = min(
        (sum(BOARD.distance(one, other) for one, other in pairwise(order)), len(order), sorted(names(frozenset(order))))
        for places in product(*map(on_edge, "NSEW"))
        for order in permutations(set(places))
    )
    assert best[1:] == (3, ["A10", "K2", "Q20"])


@rule("1863-BONUS-01")
def test_the_inner_circle() -> None:
    centre = at("J13")
    assert names(LAND.inside) == names(frozenset(h for h in BOARD.all_hexes if BOARD.distance(h, centre) <= 2))
    assert names(LAND.ring) == names(frozenset(h for h in BOARD.all_hexes if 2 < BOARD.distance(h, centre) <= 4))
    assert len(LAND.ring) == 42
    assert at("G18") in LAND.ring


@rule("1863-BONUS-01")
def test_a_5t_can_go_round_the_inner_circle_from_victoria() -> None:
    loop = next(loops(at("G18"), None, (at("G18"),), 0))
    assert sum(kind(BOARD.names[hex_]) == CITY for hex_ in loop) <= 4


def loops(here: Hex, came: int | None, way: tuple[Hex, ...], turned: int) -> Iterator[tuple[Hex, ...]]:
    """Ways round the white circle and back, without sharp curves outside of stations, over four major stations."""
    if sum(kind(BOARD.names[hex_]) == CITY for hex_ in way) > 4:
        return
    for edge, other in BOARD.beyond[here].items():
        sharp = came is not None and kind(BOARD.names[here]) != CITY and (edge - came) % 6 not in (2, 3, 4)
        if sharp or other not in LAND.ring:
            continue
        winding = turned + crosses_north(here, other)
        if other == way[0] and len(way) > 5:
            if abs(winding) == 1:
                yield way
        elif other not in way and winding in (0, 1):
            yield from loops(other, (edge + 3) % 6, (*way, other), winding)


def crosses_north(one: Hex, other: Hex) -> int:
    """1 or -1 if the step crosses the line north of Charing Cross."""
    (before, up), (after, also) = ((ord(name[0]), int(name[1:])) for name in (BOARD.names[one], BOARD.names[other]))
    if max(up, also) >= 13:
        return 0
    middle = ord("J")
    return (before <= middle < after) - (after <= middle < before)


# -- hexes of privates ----------------------------------------------------------------------------


@rule("1863-PRIV-11", "1863-PRIV-16", "1863-PRIV-07")
def test_hexes_of_privates() -> None:
    assert facts.MAIL_HEXES == ("C10", "H11", "M10", "Q10")
    assert facts.FARTHEST_MAIL == ("C10", "Q10")
    assert all(kind(name) in (CITY, TOWN) for name in facts.MAIL_HEXES)
    assert facts.CLINK_HEXES == ("K8", "M16")
    assert facts.NINE_ELMS == "I22"
    assert PRIVATES[PRIVATE["LNR"]]["to"] == "K14"
