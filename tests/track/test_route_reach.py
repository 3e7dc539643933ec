"""Routes reach exactly what a route that uses nothing twice can reach."""

from __future__ import annotations

from pathlib import Path

import pytest

from railhead.core.ids import Hex, stop_at
from railhead.titles import catalogue
from railhead.track.board import PRINTED
from railhead.track.reach import reach
from railhead.track.route_reach import Way, _Search, route_reach
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


LATE = (Path(__file__).parent / "late_board.txt").read_text(encoding="utf-8")
"""The tiles of a board late in a game: name of the hex, tile, rotation."""
ENOUGH = 2_000
"""So many beginnings of routes are enough there; without a memory of what has failed it takes far more than 20,000."""


def test_late_in_a_game_no_search_that_has_failed_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tiles: dict[Hex, int] = {}
    for word in LATE.split():
        name, tile = word.split(":")
        kind, rotation = tile.split("/")
        tiles[BOARD.index[name]] = BOARD.tiles.index[kind] * 6 + int(rotation)
    full = {stop_at(BOARD.index[name], 0) for name in ("G17", "M17", "U7", "U13", "V14")}
    tried: list[Way] = []
    route = _Search.route

    def counted(self: _Search, way: Way, used: int, target: Way, avoided: int, leading: set[Way]) -> int | None:
        tried.append(way)
        assert len(tried) < ENOUGH
        return route(self, way, used, target, avoided, leading)

    monkeypatch.setattr(_Search, "route", counted)
    starts = [stop_at(BOARD.index["U23"], 2), stop_at(BOARD.index["D4"], 0)]
    found = route_reach(BOARD, tiles, starts, (full | BOARD.outside).__contains__)
    assert tried, "some track is reached only by other routes than the first"
    assert found.stops > full
