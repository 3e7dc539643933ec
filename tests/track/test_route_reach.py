"""Routes reach exactly what a route that uses nothing twice can reach."""

from __future__ import annotations

import pytest

from railhead.core.ids import Hex, stop_at
from railhead.titles import catalogue
from railhead.track.board import PRINTED
from railhead.track.reach import reach
from railhead.track.route_reach import route_reach
from tests.track.every_way import every_way, positions

BOARD = catalogue.rulebook("18BF", ("A", "B", "C")).board


@pytest.mark.parametrize("seed", range(40))
def test_routes_reach_what_following_every_single_one_reaches(seed: int) -> None:
    for tiles, starts, closed in positions(BOARD, seed):
        found = route_reach(BOARD, tiles, starts, closed.__contains__)
        assert found == every_way(BOARD, tiles, starts, closed.__contains__, one_a_hex=True)


def lay(tiles: dict[Hex, int], name: str, tile: str, rotation: int) -> None:
    hex_ = BOARD.index[name]
    placement = BOARD.tiles.index[tile] * 6 + rotation
    assert placement in BOARD.fits(hex_, tiles.get(hex_, PRINTED))
    tiles[hex_] = placement


def test_a_route_includes_one_space_of_a_city() -> None:
    # From the north-east space of London by T24 and T22 back to its north-west space.
    tiles: dict[Hex, int] = {}
    lay(tiles, "T24", "7", 0)
    lay(tiles, "T22", "7", 4)
    london = BOARD.index["U23"]
    found = route_reach(BOARD, tiles, [stop_at(london, 3)], BOARD.outside.__contains__)
    assert found.stops == {stop_at(london, 3)}
    assert found.arrivals[london] == 1 << 2
    between = reach(BOARD, tiles, [stop_at(london, 3)], BOARD.outside.__contains__)
    assert between.stops == {stop_at(london, 3), stop_at(london, 2)}
