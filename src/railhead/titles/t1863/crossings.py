"""Crossings of the Thames, and the private that waits for them (1863-PRIV-06)."""

from __future__ import annotations

from collections.abc import Iterable

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import NOBODY, Hex
from railhead.titles.t1863.facts import NUMBERS, PRIVATE, River, land
from railhead.track.board import Board
from railhead.track.tiles import FIRST_STOP

TUNNEL = PRIVATE["TTU"]
SOUTH = "south"


def would_cross(board: Board, hex_: Hex, placement: int) -> bool:
    """Does track on a hex of the Thames lead from one bank to the other, or to a station on the other bank?"""
    river = land().thames.get(hex_)
    if river is None:
        return False
    at = board.track(hex_, placement).at
    return any(_reaches_other_bank(river, at, side) for side in river.north)


def _reaches_other_bank(river: River, at: tuple[tuple[tuple[int, int], ...], ...], side: int) -> bool:
    """Does the track from a side in the north lead to the south?"""
    for _, end in at[side]:
        if end in river.south or (end >= FIRST_STOP and (river.station == SOUTH or _leads(at, end, river.south))):
            return True
    return False


def _leads(at: tuple[tuple[tuple[int, int], ...], ...], stop: int, sides: Iterable[int]) -> bool:
    return any(other in sides for _, other in at[stop])


def count(game: Game) -> int:
    """How many hexes of the Thames are crossed."""
    board, tiles = game.book.board, game.state.tiles
    return sum(would_cross(board, hex_, tiles[hex_]) for hex_ in land().thames if hex_ in tiles)


def look_after_tunnel(game: Game) -> None:
    """The Thames Tunnel leaves the game once three crossings exist, whoever built them (1863-PRIV-06)."""
    if game.state.privates[TUNNEL] != NOBODY and count(game) >= NUMBERS.tunnel_crossings:
        effects.close_private(game, TUNNEL)
