"""Plain geometry: turning tiles, the hex grid, what may replace what."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.core.ids import stop_at
from railhead.titles import loading
from railhead.track.board import PRINTED, Board
from railhead.track.hexgrid import FLAT, POINTY, coordinates, distance, neighbours, opposite
from railhead.track.tiles import FIRST_STOP, StopFacts, TileFacts, carried_stops

A, B, C = FIRST_STOP, FIRST_STOP + 1, FIRST_STOP + 2
CITY, TOWN, HALT = StopFacts("city", 20, 1), StopFacts("town", 10), StopFacts("halt", 0)


def tile(
    *track: tuple[int, int], stops: tuple[StopFacts, ...] = (), colour: str = "yellow", label: str = ""
) -> TileFacts:
    return TileFacts("x", colour, 1, label, stops, track)


def exits(facts: TileFacts, rotation: int) -> set[int]:
    return {edge for edge in range(6) if facts.turned[rotation].exits >> edge & 1}


# -- turning --------------------------------------------------------------------------------------


def test_a_tile_turned_by_one_has_each_end_one_side_on() -> None:
    facts = tile((0, 1), (4, 5))
    assert [facts.turned[rotation].pieces for rotation in range(6)] == [
        ((0, 1), (4, 5)),
        ((1, 2), (5, 0)),
        ((2, 3), (0, 1)),
        ((3, 4), (1, 2)),
        ((4, 5), (2, 3)),
        ((5, 0), (3, 4)),
    ]


def test_stops_do_not_turn() -> None:
    facts = tile((0, A), (A, B), (2, B), stops=(CITY, TOWN))
    assert facts.turned[4].pieces == ((4, A), (A, B), (0, B))


@pytest.mark.parametrize(("rotation", "sides"), [(0, {0, 2}), (1, {1, 3}), (3, {3, 5}), (4, {4, 0}), (5, {5, 1})])
def test_exits_are_the_sides_with_track(rotation: int, sides: set[int]) -> None:
    assert exits(tile((0, A), (A, 2), stops=(CITY,)), rotation) == sides


def test_track_is_found_from_both_of_its_ends() -> None:
    track = tile((0, A), (A, B), (2, B), (0, 3), stops=(CITY, TOWN)).turned[1]
    assert track.at == (
        (),
        ((0, A), (3, 4)),
        (),
        ((2, B),),
        ((3, 1),),
        (),
        ((0, 1), (1, B)),
        ((1, A), (2, 3)),
    )


# -- the grid -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edge", "other"), [(0, 3), (1, 4), (2, 5), (3, 0), (4, 1), (5, 2)])
def test_the_other_side_of_an_edge(edge: int, other: int) -> None:
    assert opposite(edge) == other


@pytest.mark.parametrize(
    ("name", "place"), [("A1", (0, 1)), ("F12", (5, 12)), ("Z3", (25, 3)), ("AA10", (26, 10)), ("BC7", (54, 7))]
)
def test_a_hex_is_named_by_column_and_row(name: str, place: tuple[int, int]) -> None:
    assert coordinates(name) == place


@pytest.mark.parametrize(("name", "place"), [("A1", (1, 0)), ("F12", (12, 5)), ("AA10", (10, 26))])
def test_on_a_board_with_points_on_top_letters_name_the_rows(name: str, place: tuple[int, int]) -> None:
    assert coordinates(name, POINTY) == place


def test_around_a_hex_with_a_flat_top_lie_six_others_clockwise_from_the_south() -> None:
    names = ["F6", "F8", "E7", "E5", "F4", "G5", "G7", "F10", "H6"]
    assert neighbours(names)[0] == {edge: edge + 1 for edge in range(6)}
    assert neighbours(names, FLAT)[0] == neighbours(names)[0]


def test_around_a_hex_with_a_point_on_top_lie_six_others_clockwise_from_the_lower_left() -> None:
    names = ["F6", "G5", "F4", "E5", "E7", "F8", "G7", "H6"]
    assert neighbours(names, POINTY)[0] == {edge: edge + 1 for edge in range(6)}


@pytest.mark.parametrize("layout", [FLAT, POINTY])
def test_neighbours_see_each_other_across_opposite_edges(layout: str) -> None:
    names = [f"{column}{row}" for at, column in enumerate("ABCDEF") for row in range(1 + at % 2, 12, 2)]
    around = neighbours(names, layout)
    assert any(len(beyond) == 6 for beyond in around)
    for number, beyond in enumerate(around):
        for edge, other in beyond.items():
            assert around[other][opposite(edge)] == number


def test_a_hex_at_the_rim_has_no_neighbour_there() -> None:
    assert neighbours(["A1", "A3"]) == [{0: 1}, {3: 0}]


@pytest.mark.parametrize("layout", [FLAT, POINTY])
def test_the_distance_between_hexes_is_the_number_of_steps_from_neighbour_to_neighbour(layout: str) -> None:
    names = [f"{letter}{number}" for at, letter in enumerate("ABCDEFG") for number in range(1 + at % 2, 16, 2)]
    around = neighbours(names, layout)
    for start, name in enumerate(names):
        steps = {start: 0}
        pending = [start]
        for hex_ in pending:
            for other in around[hex_].values():
                if other not in steps:
                    steps[other] = steps[hex_] + 1
                    pending.append(other)
        assert steps == {number: distance(name, other, layout) for number, other in enumerate(names)}


# -- what may replace what ------------------------------------------------------------------------


def carried(old: TileFacts, new: TileFacts, old_turned: int = 0, new_turned: int = 0) -> tuple[int, ...] | None:
    return carried_stops(old, old.turned[old_turned], new, new.turned[new_turned])


def test_plain_track_must_be_kept_piece_by_piece() -> None:
    straight = tile((0, 3))
    assert carried(straight, tile((0, 3), (1, 4))) == ()
    assert carried(straight, tile((3, 0))) == ()
    assert carried(straight, tile((0, 2), (3, 5))) is None
    assert carried(straight, tile((0, 3)), 0, 1) is None
    assert carried(straight, tile((0, 3)), 1, 4) == ()


def test_a_station_keeps_the_sides_it_was_joined_to() -> None:
    old = tile((0, A), (2, A), stops=(CITY,))
    assert carried(old, tile((0, A), (2, A), (4, A), stops=(CITY,))) == (0,)
    assert carried(old, tile((0, A), (1, A), (3, A), stops=(CITY,))) is None
    assert carried(old, tile((0, A), (4, A), stops=(CITY,))) is None
    assert carried(old, tile((0, A), (4, A), stops=(CITY,)), 0, 2) == (0,)
    assert carried(old, tile((0, 2), (1, A), stops=(CITY,))) is None


def test_a_large_station_stays_large_and_small_ones_and_halts_change() -> None:
    def on(stop: StopFacts) -> TileFacts:
        return tile((0, A), (3, A), stops=(stop,))

    assert carried(on(HALT), on(TOWN)) == (0,)
    assert carried(on(TOWN), on(HALT)) == (0,)
    assert carried(on(CITY), on(CITY)) == (0,)
    assert carried(on(CITY), on(TOWN)) is None
    assert carried(on(HALT), on(CITY)) is None


def test_stations_are_known_by_their_sides_not_by_their_number() -> None:
    old = tile((0, A), (3, B), stops=(CITY, CITY))
    new = tile((3, A), (0, B), (1, B), stops=(CITY, CITY))
    assert carried(old, new) == (1, 0)
    assert carried(old, tile((0, A), (3, A), stops=(CITY, CITY))) is None


def test_a_single_station_finds_its_side_on_a_tile_with_two() -> None:
    old = tile((2, A), stops=(CITY,))
    assert carried(old, tile((1, A), (2, B), stops=(CITY, CITY))) == (1,)
    assert carried(old, tile((2, A), (1, B), stops=(CITY, CITY))) == (0,)


def test_track_between_stations_is_kept_too() -> None:
    old = tile((0, A), (3, B), (A, B), stops=(HALT, HALT))
    assert carried(old, tile((0, A), (3, B), (B, A), (1, B), stops=(HALT, TOWN))) == (0, 1)
    assert carried(old, tile((3, A), (0, B), (A, B), stops=(HALT, TOWN))) == (1, 0)
    assert carried(old, tile((0, A), (3, B), stops=(HALT, TOWN))) is None


def test_a_station_without_sides_keeps_its_number() -> None:
    old = tile((0, C), (C, B), (A, B), stops=(CITY, TOWN, HALT))
    assert carried(old, tile((0, C), (1, C), (C, B), (A, B), stops=(CITY, TOWN, HALT))) == (0, 1, 2)
    assert carried(tile((0, A), stops=(CITY, TOWN)), tile((0, C), stops=(TOWN, TOWN, CITY))) == (2, 1)
    bare = tile(stops=(CITY, TOWN, TOWN))
    assert carried(bare, old) == (0, 1, 2)


def test_cities_join_only_on_a_tile_with_fewer_of_them() -> None:
    three = tile((0, A), (2, B), (4, C), stops=(CITY, CITY, CITY))
    assert carried(three, tile(*((side, A) for side in range(6)), stops=(CITY,))) == (0, 0, 0)
    assert carried(three, tile((0, B), (1, A), (2, A), (4, A), stops=(CITY, CITY))) == (1, 0, 0)
    assert carried(three, tile((0, A), (1, A), (2, A), (3, B), (4, C), stops=(CITY, CITY, CITY))) is None
    assert carried(three, tile((0, A), (2, A), (3, B), stops=(CITY, CITY))) is None
    assert carried(tile((0, A), (3, B), stops=(CITY, CITY)), tile((0, A), (3, A), stops=(CITY,))) == (0, 0)


def test_no_small_station_is_lost() -> None:
    assert carried(tile((0, A), (3, B), stops=(TOWN, TOWN)), tile((0, A), (3, A), stops=(TOWN,))) is None
    assert carried(tile(stops=(HALT, HALT)), tile((0, A), stops=(HALT,))) is None


# -- what fits a hex ------------------------------------------------------------------------------

TILES: list[dict[str, Any]] = [
    {"name": "straight", "colour": "yellow", "count": 1, "track": ["0-3"]},
    {"name": "bend", "colour": "yellow", "count": 1, "track": ["0-1"]},
    {"name": "halt", "colour": "yellow", "count": 1, "stops": ["halt"], "track": ["0-a", "3-a"]},
    {"name": "city", "colour": "yellow", "count": 1, "stops": ["city 20"], "track": ["0-a"]},
    {"name": "lettered", "colour": "yellow", "count": 1, "letter": "B", "stops": ["city 10"], "track": ["0-a"]},
    {"name": "cross", "colour": "green", "count": 1, "track": ["0-3", "1-4"]},
    {"name": "fork", "colour": "green", "count": 1, "stops": ["city 30"], "track": ["0-a", "1-a"]},
    {"name": "pair", "colour": "green", "count": 1, "stops": ["city 30", "city 30"], "track": ["1-a", "0-b"]},
    {"name": "last", "colour": "russet", "count": 1, "stops": ["city 40 x2"], "track": ["0-a", "1-a", "2-a"]},
]
ALL = [0, 1, 2, 3, 4, 5]


def board(**hexes: dict[str, Any]) -> Board:
    return loading.board(hexes, loading.tile_set(TILES, {}), ("yellow", "green", "russet"))


def middle(**entry: Any) -> Board:
    """A hex C3 with all six around it."""
    around = {name: {"open": ALL} for name in ("C5", "B4", "B2", "C1", "D2", "D4")}
    return board(C3={"open": ALL, **entry}, **around)


def fitting(on: Board, hex_: str = "C3", old: str = "") -> set[str]:
    number = on.index[hex_]
    placement = PRINTED
    if old:
        name, rotation = old.split("@")
        placement = on.tiles.index[name] * 6 + int(rotation)
    return {f"{on.tiles.names[new // 6]}@{new % 6}" for new in on.fits(number, placement)}


def turned(name: str, *rotations: int) -> set[str]:
    return {f"{name}@{rotation}" for rotation in rotations}


def test_an_empty_hex_takes_plain_yellow_tiles_in_every_rotation() -> None:
    assert fitting(middle()) == turned("straight", *ALL) | turned("bend", *ALL)


def test_a_hex_with_a_station_takes_tiles_with_that_station() -> None:
    assert fitting(middle(stops=["town 0"])) == turned("halt", *ALL)
    assert fitting(middle(stops=["city 0"])) == turned("city", *ALL)
    assert fitting(middle(stops=["city 0", "town 0"])) == set()
    assert fitting(middle(stops=["town 0", "town 0"])) == set()


def test_a_lettered_hex_takes_tiles_with_its_letter() -> None:
    assert fitting(middle(stops=["city 0"], letter="B")) == turned("lettered", *ALL)
    assert fitting(middle(stops=["city 0"], letter="C")) == set()


def test_track_stays_within_the_sides_it_may_cross() -> None:
    assert fitting(middle(open=[0, 1, 3])) == turned("straight", 0, 3) | turned("bend", 0)
    assert fitting(middle(open=[2, 5])) == turned("straight", 2, 5)
    assert fitting(middle(open=[0])) == set()


def test_a_side_is_closed_if_either_hex_says_so() -> None:
    on = board(C3={"open": ALL}, C5={"open": [1]}, C1={"open": [0, 1]})
    assert on.beyond[on.index["C3"]] == {3: on.index["C1"]}
    assert on.beyond[on.index["C1"]] == {0: on.index["C3"]}
    assert on.beyond[on.index["C5"]] == {}


def test_colours_follow_each_other() -> None:
    on = middle(stops=["city 0"])
    assert fitting(on, old="city@0") == turned("fork", 0, 5)
    assert fitting(on, old="fork@0") == turned("last", 0, 5)
    assert fitting(on, old="last@0") == set()
    names = on.tiles.index
    hex_ = on.index["C3"]
    placements = [PRINTED, *(names[name] * 6 for name in ("city", "fork", "last"))]
    assert [on.next_colour(hex_, placement) for placement in placements] == ["yellow", "green", "russet", ""]


def test_printed_track_is_kept_like_that_of_a_tile() -> None:
    assert fitting(middle(colour="yellow", stops=["city 10"], track=["4-a"])) == turned("fork", 3, 4)
    assert fitting(middle(colour="yellow", track=["0-3"])) == turned("cross", 0, 2, 3, 5)


def test_a_hex_that_is_not_land_takes_nothing() -> None:
    assert fitting(middle(colour="blue")) == set()


def test_tiles_that_look_the_same_are_named_once() -> None:
    on = middle()
    looks = on.distinct_fits(on.index["C3"], PRINTED)
    assert {f"{on.tiles.names[new // 6]}@{new % 6}" for new in looks} == turned("straight", 0, 1, 2) | turned(
        "bend", *ALL
    )


def test_a_token_goes_where_its_station_went() -> None:
    on = middle(colour="yellow", stops=["city 10"], track=["0-a"])
    hex_ = on.index["C3"]
    pair = on.tiles.index["pair"] * 6
    assert on.carried(hex_, PRINTED, pair, stop_at(hex_, 0)) == stop_at(hex_, 1)
    assert on.carried(hex_, PRINTED, pair + 5, stop_at(hex_, 0)) == stop_at(hex_, 0)
    assert on.keeps_track(hex_, PRINTED, pair)
    assert not on.keeps_track(hex_, PRINTED, pair + 2)


# -- reading --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "stop"),
    [
        ("city 40", StopFacts("city", 40, 1)),
        ("city 40 x2", StopFacts("city", 40, 2)),
        ("town 10", StopFacts("town", 10)),
        ("halt", StopFacts("halt", 0)),
        ("offboard 0/20/40", StopFacts("offboard", 0, 0, (0, 20, 40))),
        ("city 20/30/40 x2", StopFacts("city", 20, 2, (20, 30, 40))),
        ("offboard 20/40 x1", StopFacts("offboard", 20, 1, (20, 40))),
    ],
)
def test_stops_are_read_as_written(text: str, stop: StopFacts) -> None:
    assert loading.stop(text) == stop


def test_the_number_of_a_tile_can_be_replaced() -> None:
    tiles = loading.tile_set(TILES, {"bend": 7})
    assert [facts.count for facts in tiles.facts[:3]] == [1, 7, 1]
    assert tiles.index["halt"] == 2
    assert tiles.facts[2].track == ((0, A), (3, A))


# -- letters that lapse -----------------------------------------------------------------------------


def lettered(letters_lapse: bool) -> Board:
    """A city with a letter that only a green tile has; every tile goes straight through."""
    city = {"count": 1, "stops": ["city 20"], "track": ["0-a", "a-3"]}
    tiles = loading.tile_set(
        [
            {"name": "y", "colour": "yellow", **city},
            {"name": "plain", "colour": "yellow", "count": 1, "track": ["0-3"]},
            {"name": "g", "colour": "green", **city},
            {"name": "gY", "colour": "green", "letter": "Y", **city},
            {"name": "gplain", "colour": "green", "count": 1, "track": ["0-3"]},
            {"name": "b", "colour": "brown", **city},
        ],
        {},
    )
    hexes: dict[str, dict[str, Any]] = {"A2": {}, "A4": {"letter": "Y", "stops": ["city 0"]}, "A6": {}}
    return loading.board(hexes, tiles, ("yellow", "green", "brown"), letters_lapse=letters_lapse)


def tiles_over(board: Board, old: int) -> set[str]:
    return {board.tiles.names[new // 6] for new in board.fits(board.index["A4"], old)}


def test_a_letter_that_lapses_counts_only_for_colours_that_have_it() -> None:
    board = lettered(letters_lapse=True)
    assert tiles_over(board, PRINTED) == {"y"}
    assert tiles_over(board, board.tiles.index["y"] * 6) == {"gY"}
    assert tiles_over(board, board.tiles.index["gY"] * 6) == {"b"}


def test_a_letter_belongs_to_the_station_if_it_can_lapse() -> None:
    board = lettered(letters_lapse=True)
    assert tiles_over(board, board.tiles.index["plain"] * 6) == {"gplain"}


def test_other_letters_count_for_every_colour() -> None:
    board = lettered(letters_lapse=False)
    assert tiles_over(board, PRINTED) == set()
    assert tiles_over(board, board.tiles.index["y"] * 6) == {"gY"}
    assert tiles_over(board, board.tiles.index["gY"] * 6) == set()


def test_a_plain_line_is_kept_through_a_station_only_where_that_is_enough() -> None:
    old = tile((0, 2), (0, A), (A, 3), stops=(TOWN,))
    new = tile((0, A), (2, A), (3, A), stops=(TOWN,), colour="green")
    assert carried_stops(old, old.turned[0], new, new.turned[0]) is None
    assert carried_stops(old, old.turned[0], new, new.turned[0], through_stops=True) == (0,)
    crossing = tile((0, 2), (3, 5))
    assert carried_stops(crossing, crossing.turned[0], new, new.turned[0], through_stops=True) is None
