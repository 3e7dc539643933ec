"""Dense track at random, and brute force: every single way over it, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from railhead.core.ids import Hex, Stop, hex_of, index_of, stop_at
from railhead.track.board import Board
from railhead.track.reach import Reach
from railhead.track.tiles import FIRST_STOP

Position = tuple[dict[Hex, int], list[Stop], frozenset[Stop]]
"""The tiles, some stops to start from, and those that are closed."""


def every_way(
    board: Board,
    tiles: dict[Hex, int],
    starts: list[Stop],
    closed: Callable[[Stop], bool],
    one_a_hex: bool = False,
) -> Reach:
    """Follow every way that crosses no side and passes no stop twice; or no two stops of a hex."""
    _, tracks = board.laid_out(tiles)
    reach = Reach(set(starts))

    def place(stop: Stop) -> int:
        return hex_of(stop) if one_a_hex else stop

    def go(hex_: Hex, piece: int, end: int, passed: frozenset[int], sides: frozenset[tuple[int, int]]) -> None:
        if end >= FIRST_STOP:
            come_to(stop_at(hex_, end - FIRST_STOP), piece, passed, sides)
            return
        pier = board.ends_of_piers.get((hex_, end))
        if pier is not None:
            come_to(pier, None, passed, sides)
            return
        if end not in board.across[hex_]:
            return
        beyond, side = board.across[hex_][end]
        crossing = min((hex_, end), (beyond, side))
        if crossing in sides:
            return
        reach.arrivals[beyond] = reach.arrivals.get(beyond, 0) | 1 << side
        for other, onward in tracks[beyond].at[side]:
            go(beyond, other, onward, passed, sides | {crossing})

    def come_to(stop: Stop, piece: int | None, passed: frozenset[int], sides: frozenset[tuple[int, int]]) -> None:
        if place(stop) not in passed:
            reach.stops.add(stop)
            if not closed(stop):
                set_out(stop, piece, passed | {place(stop)}, sides)

    def set_out(stop: Stop, piece: int | None, passed: frozenset[int], sides: frozenset[tuple[int, int]]) -> None:
        hex_ = hex_of(stop)
        for other, onward in tracks[hex_].at[FIRST_STOP + index_of(stop)]:
            if other != piece:
                go(hex_, other, onward, passed, sides)
        if stop in board.piers:
            beyond, side = board.piers[stop]
            reach.arrivals[beyond] = reach.arrivals.get(beyond, 0) | 1 << side
            for other, onward in tracks[beyond].at[side]:
                go(beyond, other, onward, passed, sides)

    for start in starts:
        set_out(start, None, frozenset({place(start)}), frozenset())
    return reach


def positions(board: Board, seed: int) -> Iterator[Position]:
    """Dense track in a corner of the board, upgraded at random, with a few starts and closed stops."""
    chance = Random(seed)
    middle = chance.choice(board.all_hexes)
    near = [hex_ for hex_ in board.all_hexes if board.distance(middle, hex_) <= 2]
    tiles: dict[Hex, int] = {}
    for count in range(60):
        hex_ = chance.choice(near)
        fits = board.fits(hex_, board.placed(tiles, hex_))
        if fits:
            tiles[hex_] = chance.choice(fits)
        if count >= 20:
            stops = [stop for hex_ in near for stop in board.stops_of(board.placed(tiles, hex_), hex_)]
            if stops:
                starts = chance.sample(stops, min(len(stops), chance.choice((1, 1, 2, 3))))
                closed = frozenset(chance.sample(stops, len(stops) // 4))
                yield dict(tiles), starts, closed | board.outside
