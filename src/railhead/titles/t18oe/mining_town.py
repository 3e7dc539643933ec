"""Hochberg's token as a town on the track of its hex, for the railroads of its owner (18OE-PRIV-33, 18OE-PRIV-35).

On plain track the town is a stop in the middle of the tile, where all its lines meet.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from railhead.core.frozen import FrozenDict
from railhead.core.game import Game
from railhead.core.ids import Company, Hex
from railhead.rules.cache import Kind, cached, latest
from railhead.rules.stations import network
from railhead.titles.t18oe import powers
from railhead.titles.t18oe.facts import land
from railhead.titles.t18oe.record import record
from railhead.track.board import Board
from railhead.track.network import Network
from railhead.track.tiles import FIRST_STOP, TOWN, StopFacts, TileFacts, TileSet

HOCHBERG = "HMLC"
MINING: Kind[Network] = Kind("networks with Hochberg's town", 4)
MINE = StopFacts(TOWN, 0)
"""The town; what it pays goes by the Train Phase."""


def mines(game: Game, company: Company) -> bool:
    """Is Hochberg's token a town for this railroad (18OE-PRIV-35)?"""
    return record(game).hochberg is not None and powers.owner(game, HOCHBERG) == game.controller(company)


def network_for(game: Game, company: Company) -> Network:
    """The track; with Hochberg's town for the railroads of its owner."""
    hex_ = record(game).hochberg if mines(game, company) else None
    if hex_ is None:
        return network(game)
    tiles = game.state.tiles
    return cached(game, MINING, (hex_, tiles), lambda: network_with(hex_, tiles, latest(game, MINING)))


def network_with(hex_: Hex, tiles: FrozenDict[Hex, int], earlier: Network | None = None) -> Network:
    """The network of all track if there is a town on a hex, whatever tile lies there."""
    plain, laid = len(land().tiles.facts), tiles.get(hex_)
    if laid is not None and not land().tiles.facts[laid // 6].stops:
        tiles = tiles.put(hex_, (plain + laid // 6) * 6 + laid % 6)
    return Network(_board(), tiles, earlier, sides=True)


@cache
def _board() -> Board:
    """The board with tiles for such a town, which follow all others in the same order."""
    tiles = land().tiles.facts
    return replace(land().board, tiles=TileSet((*tiles, *map(with_town, tiles))), _fits={}, _distinct={})


def with_town(tile: TileFacts) -> TileFacts:
    """A tile of plain track with a town on it."""
    if tile.stops:
        return tile
    sides = sorted({side for line in tile.track for side in line})
    return replace(tile, stops=(MINE,), track=tuple((side, FIRST_STOP) for side in sides))
