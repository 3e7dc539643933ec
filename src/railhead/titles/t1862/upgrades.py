"""Upgrading track in 1862: a route must use new track or a large station of the new tile (1862-TRACK-11)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Tile, hex_of
from railhead.core.refusal import Refusal
from railhead.rules.stations import bases, company_reach
from railhead.track.hexgrid import EDGES
from railhead.track.tiles import CITY, FIRST_STOP, TileFacts, Track


def upgrade_rule(game: Game, company: Company, hex_: Hex, tile: Tile, rotation: int) -> Refusal | None:
    """Some new track, or a large station on the new tile, is part of a route of the company (1862-TRACK-11, -12)."""
    if any(hex_of(stop) == hex_ for stop in bases(game, company)):
        return None
    board = game.book.board
    old = board.placed(game.state.tiles, hex_)
    new = tile * 6 + rotation
    kept = set(_lines(board.facts(hex_, old), board.track(hex_, old)))
    arrivals = company_reach(game, company).arrivals.get(hex_, 0)
    for sides in _lines(board.facts(hex_, new), board.track(hex_, new)):
        large = len(sides) == 1
        if any(arrivals >> side & 1 for side in sides) and (large or sides not in kept):
            return None
    return game.forbid("upgrade.gain", "No route of the company uses new track or a large station of the tile")


def _lines(tile: TileFacts, track: Track) -> list[frozenset[int]]:
    """The ways across a tile by the sides they join; track to a large station has one side."""
    found = []
    for side in EDGES:
        for _, end in track.at[side]:
            if end >= FIRST_STOP and tile.stops[end - FIRST_STOP].kind != CITY:
                end = next(other for _, other in track.at[end] if other != side)
            found.append(frozenset((side, end)) if end < FIRST_STOP else frozenset((side,)))
    return found
