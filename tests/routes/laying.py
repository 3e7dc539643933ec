"""Tiles laid at random, joined to each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random

from railhead.core.frozen import FrozenDict
from railhead.core.ids import Hex
from railhead.track.board import PRINTED, Board
from railhead.track.hexgrid import opposite


@cache
def placements(board: Board, hex_: Hex) -> tuple[int, ...]:
    """Every tile that suits a hex, of any colour, in every rotation that keeps to the land."""
    suited = [
        number * 6 + rotation
        for number, tile in enumerate(board.tiles.facts)
        for rotation in range(6)
        if board.hexes[hex_].buildable
        and board.right_kind(hex_, PRINTED, tile)
        and board.within_land(hex_, number * 6 + rotation)
    ]
    return tuple(suited) or (PRINTED,)


def lay_at_random(
    board: Board,
    home: Hex,
    count: int,
    chance: Random,
    placements: Callable[[Board, Hex], Sequence[int]],
    liking: Callable[[Board, Hex, int], int],
) -> FrozenDict[Hex, int]:
    """A tile at home, and others where track leads out of those that lie, by how much each is liked."""
    tiles = {home: chance.choice(placements(board, home))}
    for _ in range(count):
        fitting = [
            (other, new)
            for hex_, placed in tiles.items()
            for edge, other in board.beyond[hex_].items()
            if other not in tiles and board.track(hex_, placed).exits >> edge & 1
            for new in placements(board, other)
            if board.track(other, new).exits >> opposite(edge) & 1
        ]
        if fitting:
            hex_, new = chance.choices(fitting, [liking(board, *one) for one in fitting])[0]
            tiles[hex_] = new
    return FrozenDict(tiles)
