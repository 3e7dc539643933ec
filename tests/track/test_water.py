"""Ways across open water: between harbours, and only there."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.core.ids import Hex, Stop, hex_of, stop_at
from railhead.titles import loading
from railhead.track.board import Board
from railhead.track.hexgrid import POINTY
from railhead.track.reach import Reach, reach
from railhead.track.water import Harbour, open_sea

TILES = loading.tile_set([{"name": "line", "colour": "yellow", "count": 9, "track": ["0-3"]}], {})
LAND: dict[str, dict[str, Any]] = {
    "A1": {"stops": ["city 20"], "track": ["4-a", "0-a"], "shores": [0]},
    "A3": {"stops": ["town 10"], "track": ["1-a"]},
    "A21": {"stops": ["city 20"], "track": ["0-a", "4-a"], "shores": [0]},
    "A23": {"stops": ["town 10"], "track": ["1-a"]},
    "A41": {"stops": ["city 20"]},
    "A61": {"shores": [0]},
    "A63": {"stops": ["town 10"], "track": ["1-a"]},
}
BOARD = loading.board(LAND, TILES, ("yellow",), POINTY)


def hex_at(name: str, board: Board = BOARD) -> Hex:
    return board.index[name]


def stop(name: str, board: Board = BOARD) -> Stop:
    return stop_at(hex_at(name, board), 0)


NEAR, FAR = Harbour(side=(hex_at("A1"), 0)), Harbour(side=(hex_at("A21"), 0))
QUAY, BARE = Harbour(stop=stop("A41")), Harbour(side=(hex_at("A61"), 0))


def across(*harbours: Harbour, start: str = "A3", closed: tuple[str, ...] = ()) -> Reach:
    shut = {stop(name) for name in closed}
    return reach(BOARD, {}, [stop(start)], shut.__contains__, beside=open_sea(BOARD, harbours))


def names(found: Reach) -> set[str]:
    return {BOARD.names[hex_of(at)] for at in found.stops}


def test_without_harbours_the_sea_is_the_end() -> None:
    assert names(across()) == {"A1", "A3"}
    assert names(across(NEAR)) == {"A1", "A3"}, "one harbour leads nowhere"
    assert names(across(FAR, QUAY)) == {"A1", "A3"}


def test_ways_lead_from_harbour_to_harbour() -> None:
    assert names(across(NEAR, FAR)) == {"A1", "A3", "A21", "A23"}
    assert names(across(FAR, NEAR, start="A23")) == {"A1", "A3", "A21", "A23"}


def test_a_stop_may_be_a_harbour_without_track() -> None:
    assert names(across(NEAR, QUAY)) == {"A1", "A3", "A41"}
    assert names(across(NEAR, FAR, QUAY, start="A41")) == {"A1", "A3", "A21", "A23", "A41"}


def test_track_can_be_laid_at_a_harbour_that_nothing_leads_to_yet() -> None:
    found = across(NEAR, BARE)
    assert found.arrivals[hex_at("A61")] == 0b000001
    assert names(found) == {"A1", "A3"}


def test_a_closed_stop_at_the_shore_is_reached_but_not_passed() -> None:
    assert names(across(NEAR, FAR, closed=("A21",))) == {"A1", "A3", "A21"}
    assert names(across(NEAR, FAR, closed=("A1",))) == {"A1", "A3"}


def test_track_on_shut_hexes_is_not_used() -> None:
    sea = open_sea(BOARD, (NEAR, FAR))
    found = reach(BOARD, {}, [stop("A3")], lambda _: False, shut=(hex_at("A21"),), beside=sea)
    assert names(found) == {"A1", "A3"}
    assert found.arrivals[hex_at("A21")], "it is come to, and no further"
    assert names(reach(BOARD, {}, [stop("A3")], lambda _: False, shut=(hex_at("A1"),))) == {"A3"}


FERRY = loading.board(
    {
        "A1": {"stops": ["city 20"], "track": ["4-a"]},
        "A3": {"colour": "blue", "track": ["1-4"]},
        "A5": {"stops": ["city 20"], "track": ["1-a"]},
        "A21": {"stops": ["city 20"], "track": ["0-a"], "shores": [0]},
        "C1": {"stops": ["city 20"], "piers": ["a C7.1"]},
        "C7": {"colour": "blue", "track": ["1-4"]},
        "C9": {"stops": ["city 20"], "track": ["1-a"]},
    },
    TILES,
    ("yellow",),
    POINTY,
)


def at_sea(start: str, *harbours: Harbour) -> set[str]:
    found = reach(FERRY, {}, [stop(start, FERRY)], lambda _: False, beside=open_sea(FERRY, harbours))
    return {FERRY.names[hex_of(at)] for at in found.stops}


@pytest.mark.parametrize("start", ["A1", "A5", "A21"])
def test_a_side_may_lead_to_a_ferry_and_to_the_sea(start: str) -> None:
    shared, far = Harbour(side=(hex_at("A1", FERRY), 4)), Harbour(side=(hex_at("A21", FERRY), 0))
    assert at_sea(start, shared, far) == {"A1", "A5", "A21"}


def test_a_pier_may_lead_to_a_ferry_and_to_the_sea() -> None:
    pier, far = Harbour(stop=stop("C1", FERRY)), Harbour(side=(hex_at("A21", FERRY), 0))
    assert at_sea("C1", pier, far) == {"C1", "C9", "A21"}
    assert at_sea("A21", pier, far) == {"C1", "C9", "A21"}
    assert at_sea("C1") == {"C1", "C9"}
