"""Routes reach exactly what a route that uses nothing twice can reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from railhead.core.ids import Hex, Stop, hex_of, index_of, stop_at
from railhead.titles import catalogue
from railhead.track.board import PRINTED, Board
from railhead.track.reach import Reach
from railhead.track.route_reach import route_reach
from railhead.track.tiles import FIRST_STOP

BOARD = catalogue.rulebook("18BF", ("A", "B", "C")).board


def every_route(
    board: Board,
    tiles: dict[Hex, int],
    starts: list[Stop],
    closed: Callable[[Stop], bool],
    between_spaces: bool,
) -> Reach:
    """Follow every single route from the starts, one after the other."""
    _, tracks = board.laid_out(tiles)
    reach = Reach(set(starts))

    def city(stop: Stop) -> int:
        return stop if between_spaces else hex_of(stop)

    def go(hex_: Hex, piece: int, end: int, cities: frozenset[int], sides: frozenset[tuple[int, int]]) -> None:
        if end >= FIRST_STOP:
            stop = stop_at(hex_, end - FIRST_STOP)
            if city(stop) in cities:
                return
            reach.stops.add(stop)
            if not closed(stop):
                for other, onward in tracks[hex_].at[end]:
                    if other != piece:
                        go(hex_, other, onward, cities | {city(stop)}, sides)
            return
        if end not in board.across[hex_]:
            return
        beyond, side = board.across[hex_][end]
        crossing = min((hex_, end), (beyond, side))
        if crossing in sides:
            return
        reach.arrivals[beyond] = reach.arrivals.get(beyond, 0) | 1 << side
        for other, onward in tracks[beyond].at[side]:
            go(beyond, other, onward, cities, sides | {crossing})

    for start in starts:
        home = hex_of(start)
        for piece, end in tracks[home].at[FIRST_STOP + index_of(start)]:
            go(home, piece, end, frozenset({city(start)}), frozenset())
    return reach


def positions(seed: int) -> Iterator[tuple[dict[Hex, int], list[Stop], frozenset[Stop]]]:
    """Dense track in a corner of the board, upgraded at random, with a few starts and closed cities."""
    chance = Random(seed)
    middle = chance.choice(BOARD.all_hexes)
    near = [hex_ for hex_ in BOARD.all_hexes if BOARD.distance(middle, hex_) <= 2]
    tiles: dict[Hex, int] = {}
    for _ in range(60):
        hex_ = chance.choice(near)
        fits = BOARD.fits(hex_, BOARD.placed(tiles, hex_))
        if fits:
            tiles[hex_] = chance.choice(fits)
        if _ >= 20:
            stops = [
                stop_at(hex_, number)
                for hex_ in near
                for number in range(len(BOARD.facts(hex_, BOARD.placed(tiles, hex_)).stops))
            ]
            if stops:
                starts = chance.sample(stops, min(len(stops), chance.choice((1, 1, 2, 3))))
                closed = frozenset(chance.sample(stops, len(stops) // 4)) - set(starts)
                yield dict(tiles), starts, closed | BOARD.outside


@pytest.mark.parametrize("between_spaces", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_routes_reach_what_following_every_single_one_reaches(seed: int, between_spaces: bool) -> None:
    for tiles, starts, closed in positions(seed):
        found = route_reach(BOARD, tiles, starts, closed.__contains__, between_spaces)
        assert found == every_route(BOARD, tiles, starts, closed.__contains__, between_spaces)


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
    between = route_reach(BOARD, tiles, [stop_at(london, 3)], BOARD.outside.__contains__, between_spaces=True)
    assert between.stops == {stop_at(london, 3), stop_at(london, 2)}
