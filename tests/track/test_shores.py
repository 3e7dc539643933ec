"""Tiles for several letters, double towns, sides that lead to the shore, and piers that join what is far apart."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.core.ids import Stop, hex_of, stop_at, through
from railhead.titles import loading
from railhead.track.board import PRINTED, Board
from railhead.track.hexgrid import POINTY
from railhead.track.network import Network
from railhead.track.reach import reach
from railhead.track.tiles import StopFacts

TILES = loading.tile_set(
    [
        {"name": "line", "colour": "yellow", "count": 9, "track": ["0-3"]},
        {"name": "town", "colour": "yellow", "count": 9, "stops": ["town 10"], "track": ["0-a", "a-3"]},
        {"name": "towns", "colour": "yellow", "count": 9, "stops": ["town 10 x2"], "track": ["0-a", "a-3"]},
        {"name": "AB", "colour": "yellow", "count": 9, "letter": "A/B", "stops": ["city 30"], "track": ["0-a"]},
        {"name": "B", "colour": "green", "count": 9, "letter": "B", "stops": ["city 40"], "track": ["0-a", "1-a"]},
        {"name": "AC", "colour": "green", "count": 9, "letter": "A/C", "stops": ["city 40"], "track": ["0-a", "2-a"]},
    ],
    {},
)


def board(**entries: dict[str, Any]) -> Board:
    return loading.board(entries, TILES, ("yellow", "green"), POINTY)


def fitting(on: Board, name: str, old: int = PRINTED) -> set[str]:
    return {TILES.names[placement // 6] for placement in on.fits(on.index[name], old)}


def test_a_tile_with_several_letters_is_for_hexes_with_any_of_them() -> None:
    city = {"stops": ["city 0"], "shores": [0, 1, 2, 3, 4, 5]}
    on = board(C1={**city, "letter": "A"}, C3={**city, "letter": "B"}, C5={**city, "letter": "C"}, C7=city)
    assert [fitting(on, name) for name in on.names] == [{"AB"}, {"AB"}, set(), set()]
    yellow = TILES.index["AB"] * 6
    assert fitting(on, "C1", yellow) == {"AC"}
    assert fitting(on, "C3", yellow) == {"B"}


def test_two_towns_on_the_same_track_are_one_stop_of_two_places() -> None:
    assert loading.stop("town 10 x2") == StopFacts("town", 10, places=2)
    sides = {"shores": [0, 1, 2, 3, 4, 5]}
    on = board(C1={"stops": ["town 0"], **sides}, C3={"stops": ["town 0 x2"], **sides}, C5=sides)
    assert [fitting(on, name) for name in on.names] == [{"town"}, {"towns"}, {"line"}]


def test_track_may_lead_to_a_shore_with_no_hex_beyond() -> None:
    inland = board(C1={})
    assert inland.fits(inland.index["C1"], PRINTED) == ()
    on = board(C1={"shores": [0, 3]})
    assert on.fits(on.index["C1"], PRINTED) == (TILES.index["line"] * 6, TILES.index["line"] * 6 + 3)
    assert on.open_sides == (0b001001,)
    assert on.beyond == ({},), "nothing can be followed there"


PIER = board(
    A1={"stops": ["city 0"], "piers": ["a A7.1"], "track": ["0-a"]},
    A3={},
    A5={"sides": ["4 blocked"]},
    A7={"colour": "blue", "track": ["1-4"]},
    A9={"colour": "blue", "stops": ["town 20"], "track": ["1-a", "4-a"]},
    A11={"colour": "red", "stops": ["offboard 30/40"], "track": ["1-a"]},
)


def at(name: str, index: int = 0) -> Stop:
    return stop_at(PIER.index[name], index)


def test_a_pier_joins_a_stop_to_a_side_of_a_hex_far_away() -> None:
    network = Network(PIER, {})
    (link,) = network.links[at("A1")]
    assert link.path == (at("A1"), through(PIER.index["A7"]), at("A9"))
    back = network.by_path[link.path[::-1]]
    assert (back.start, back.track) == (at("A9"), link.track)
    assert [PIER.names[hex_of(stop)] for stop in network.links if network.links[stop]] == ["A1", "A9", "A11"]


@pytest.mark.parametrize("start", ["A1", "A9", "A11"])
def test_a_way_leads_over_a_pier_in_both_directions(start: str) -> None:
    found = reach(PIER, {}, [at(start)], lambda stop: False)
    assert found.stops == {at("A1"), at("A9"), at("A11")}
    assert all(hex_ in PIER.all_hexes for hex_ in found.arrivals)


def test_a_pier_ends_at_a_closed_stop() -> None:
    found = reach(PIER, {}, [at("A11")], lambda stop: stop == at("A9"))
    assert found.stops == {at("A11"), at("A9")}
    assert PIER.index["A7"] not in found.arrivals


def test_a_network_is_followed_again_where_a_tile_at_a_pier_changes() -> None:
    line = TILES.index["line"] * 6
    earlier = Network(PIER, {})
    changed = Network(PIER, {PIER.index["A3"]: line + 1}, earlier)
    assert set(changed.by_path) == set(Network(PIER, {PIER.index["A3"]: line + 1}).by_path)
