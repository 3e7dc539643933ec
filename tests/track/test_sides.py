"""Sides of hexes: what is printed along them, what may be pointed at, and which links a placement completes."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.core.ids import stop_at
from railhead.titles import loading
from railhead.track.board import PRINTED, Board, SideFacts
from railhead.track.hexgrid import POINTY

TILES = loading.tile_set(
    [
        {"name": "straight", "colour": "yellow", "count": "unlimited", "track": ["0-3"]},
        {"name": "bend", "colour": "yellow", "count": 2, "track": ["0-1"]},
        {"name": "cross", "colour": "green", "count": 1, "track": ["0-3", "1-4"]},
        {
            "name": "two",
            "colour": "green",
            "count": 1,
            "letter": "T",
            "stops": ["city 20", "city 20"],
            "track": ["0-a", "2-b"],
        },
        {"name": "one", "colour": "brown", "count": 1, "letter": "T", "stops": ["city 30 x2"], "track": ["0-a", "2-a"]},
    ],
    {},
)
STRAIGHT, BEND, CROSS, TWO, ONE = (TILES.index[name] * 6 for name in ("straight", "bend", "cross", "two", "one"))
SPLIT = {"colour": "yellow", "letter": "T", "stops": ["city 10", "city 10"], "track": ["0-a", "2-b"]}


def board(**entries: dict[str, Any]) -> Board:
    """C3 in the middle and its six neighbours, clockwise from the lower left."""
    names = ("C3", "D2", "C1", "B2", "B4", "C5", "D4")
    return loading.board({name: entries.get(name, {}) for name in names}, TILES, ("yellow", "green", "brown"), POINTY)


def open_sides(on: Board, name: str = "C3") -> set[int]:
    return set(on.beyond[on.index[name]])


def test_all_sides_between_land_are_open() -> None:
    assert open_sides(board()) == {0, 1, 2, 3, 4, 5}
    assert open_sides(board(), "D2") == {2, 3, 4}


def test_a_blocked_side_is_closed_from_both_hexes() -> None:
    for on in (board(C3={"sides": ["4 blocked"]}), board(C5={"sides": ["1 blocked"]})):
        assert open_sides(on) == {0, 1, 2, 3, 5}
        assert 1 not in open_sides(on, "C5")
        assert STRAIGHT + 1 not in on.fits(on.index["C3"], PRINTED)
        assert STRAIGHT in on.fits(on.index["C3"], PRINTED)


def test_what_is_printed_along_a_side_belongs_to_both_hexes() -> None:
    on = board(C3={"sides": ["4 water 80", "0 border"]})
    assert on.sides[on.index["C3"]] == {4: SideFacts("water", 80), 0: SideFacts("border")}
    assert on.sides[on.index["C5"]] == {1: SideFacts("water", 80)}
    assert on.sides[on.index["D2"]] == {3: SideFacts("border")}
    assert open_sides(on) == {0, 1, 2, 3, 4, 5}


@pytest.mark.parametrize("colour", ["red", "blue"])
def test_other_hexes_are_open_where_they_have_track_or_a_port(colour: str) -> None:
    assert 4 not in open_sides(board(C5={"colour": colour}))
    assert 4 in open_sides(board(C5={"colour": colour, "track": ["1-0"]}))
    assert 4 in open_sides(board(C5={"colour": colour, "ports": [1]}))


def test_a_fixed_hex_of_the_last_colour_is_not_built_on() -> None:
    on = board(C3={"colour": "yellow", "fixed": True, "track": ["1-4"]})
    assert open_sides(on) == {1, 4}
    assert on.fits(on.index["C3"], PRINTED) == ()
    assert board(C3={"colour": "yellow", "track": ["1-4"]}).fits(on.index["C3"], PRINTED) != ()


def test_a_link_is_completed_by_the_second_of_two_tiles() -> None:
    on = board()
    middle, east = on.index["C3"], on.index["C5"]
    assert on.completes({}, middle, STRAIGHT + 1) == []
    assert on.completes({east: STRAIGHT + 1}, middle, STRAIGHT + 1) == [4]
    assert on.completes({east: STRAIGHT + 1}, middle, STRAIGHT) == []
    assert on.completes({east: STRAIGHT + 1, middle: STRAIGHT}, middle, CROSS) == [4]
    assert on.completes({east: STRAIGHT + 1, middle: STRAIGHT + 1}, middle, CROSS) == []


def test_printed_track_is_part_of_links() -> None:
    on = board(C5={"colour": "yellow", "track": ["1-4"]})
    assert on.completes({}, on.index["C3"], STRAIGHT + 1) == [4]


def test_a_first_tile_points_to_the_sides_it_must() -> None:
    on = board(C3={"points_to": [4]})
    middle = on.index["C3"]
    assert [new for new in on.fits(middle, PRINTED) if on.points_right(middle, new)] == [
        STRAIGHT + 1, STRAIGHT + 4, BEND + 3, BEND + 4,
    ]  # fmt: skip
    assert on.points_right(middle, CROSS + 2)


def test_a_printed_stop_is_found_on_the_tile_that_lies_there() -> None:
    on = board(C3=SPLIT)
    middle = on.index["C3"]
    first, second = stop_at(middle, 0), stop_at(middle, 1)
    assert [on.current({}, stop) for stop in (first, second)] == [first, second]
    assert [on.current({middle: TWO}, stop) for stop in (first, second)] == [first, second]
    assert [on.current({middle: ONE}, stop) for stop in (first, second)] == [first, first]


def test_distances_are_those_of_the_layout() -> None:
    on = board()
    assert {on.distance(on.index["C3"], hex_) for hex_ in on.all_hexes if hex_ != on.index["C3"]} == {1}
    assert on.distance(on.index["C1"], on.index["C5"]) == 2


def test_equal_stops_do_not_make_rotations_differ() -> None:
    on = board(C3={**SPLIT, "track": []})
    middle = on.index["C3"]
    assert len(on.fits(middle, PRINTED)) == 6
    assert len(on.distinct_fits(middle, PRINTED)) == 6
    opposite = {
        "name": "both",
        "colour": "green",
        "count": 1,
        "letter": "T",
        "stops": ["city 20", "city 20"],
        "track": ["0-a", "3-b"],
    }
    alike = loading.board({"C3": {**SPLIT, "track": []}, "C5": {}, "C1": {}, "B2": {}, "B4": {}, "D2": {}, "D4": {}},
                          loading.tile_set([opposite], {}), ("yellow", "green"), POINTY)  # fmt: skip
    assert len(alike.fits(alike.index["C3"], PRINTED)) == 6
    assert len(alike.distinct_fits(alike.index["C3"], PRINTED)) == 3
