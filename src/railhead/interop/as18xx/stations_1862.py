"""Small stations of 1862 in 18xx.games, where a tile with small stations is a tile with its own name."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Hex
from railhead.core.refusal import Malformed
from railhead.titles.t1862.building import Line, line_of
from railhead.track.tiles import station_sides

STATIONS = {
    "16_1a": ["02"],
    "16_1b": ["13"],
    "17_1": ["04"],
    "18_1a": ["03"],
    "18_1b": ["12"],
    "19_1a": ["03"],
    "19_1b": ["24"],
    "20_1": ["03"],
    "20_1b": ["14"],
    "21_1a": ["02"],
    "21_1b": ["34"],
    "22_1a": ["04"],
    "22_1b": ["23"],
    "778_1a": ["04"],
    "778_1b": ["25"],
    "778_2a": ["04", "25"],
    "778_2b": ["04", "13"],
    "779_1a": ["04"],
    "779_1b": ["15"],
    "779_1c": ["23"],
    "779_2a": ["04", "15"],
    "779_2b": ["04", "23"],
    "779_2c": ["15", "23"],
    "780_1a": ["03"],
    "780_1b": ["12"],
    "780_2a": ["03", "12"],
    "780_2b": ["12", "45"],
    "798_1": ["03"],
    "798_2": ["03", "14"],
}
"""Their tiles with small stations on some lines, which are given by their sides. On others all lines have one."""


def plain_name(name: str) -> str:
    """The number of the tile in the box."""
    return name.partition("_")[0]


def lines(game: Game, name: str, rotation: int) -> list[frozenset[int]]:
    """The lines with small stations of a tile with such a name, in its rotation."""
    if name in STATIONS:
        return [frozenset((int(side) + rotation) % 6 for side in line) for line in STATIONS[name]]
    tile = game.book.tiles.facts[game.book.tiles.index[plain_name(name)]]
    return [frozenset(piece) for piece in tile.turned[rotation].pieces]


def new_station(game: Game, hex_: Hex, name: str, rotation: int) -> Line:
    """The line that gets a small station when this tile replaces the one with one station fewer."""
    board, placed = game.book.board, game.state.tiles[hex_]
    there = station_sides(board.facts(hex_, placed), board.track(hex_, placed))
    new = [sides for sides in lines(game, name, rotation) if sides not in there]
    if not new:
        raise Malformed("18xx.games file: the tile {name} has no station that was not there before", name=repr(name))
    return line_of(new[0])
