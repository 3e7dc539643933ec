"""Crossings of the Thames, and the private that waits for them (1863-PRIV-06)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import NOBODY, Hex
from railhead.titles.t1863.facts import NUMBERS, PRIVATE, River, land
from railhead.track.board import Board
from railhead.track.tiles import FIRST_STOP

TUNNEL = PRIVATE["TTU"]
NORTH, SOUTH = "north", "south"


def would_cross(board: Board, hex_: Hex, placement: int) -> bool:
    """Does track on a hex of the Thames lead from one bank to the other, or to a station on the other bank?"""
    river = land().thames.get(hex_)
    if river is None:
        return False
    track = board.track(hex_, placement)
    stations = [[end for _, end in joined] for joined in track.at[FIRST_STOP:]]
    return any({NORTH, SOUTH} <= {_bank(river, end) for end in line} for line in (*track.pieces, *stations))


def _bank(river: River, end: int) -> str:
    """The bank of a side or of the station, if it is on one."""
    if end >= FIRST_STOP:
        return river.station
    return NORTH if end in river.north else SOUTH if end in river.south else ""


def count(game: Game) -> int:
    """How many hexes of the Thames are crossed."""
    board, tiles = game.book.board, game.state.tiles
    return sum(would_cross(board, hex_, tiles[hex_]) for hex_ in land().thames if hex_ in tiles)


def look_after_tunnel(game: Game) -> None:
    """The Thames Tunnel leaves the game once three crossings exist, whoever built them (1863-PRIV-06)."""
    if game.state.privates[TUNNEL] != NOBODY and count(game) >= NUMBERS.tunnel_crossings:
        effects.close_private(game, TUNNEL)
