"""Area Redevelopment and Area Improvements: a yellow tile makes another kind of hex (rules 1863-PRIV)."""

from __future__ import annotations

from functools import cache

from railhead.core.game import Game
from railhead.core.ids import Hex, Private, Tile, stop_at
from railhead.core.refusal import Refusal
from railhead.core.text import to_translate
from railhead.rules.track import LayTile
from railhead.titles.t1863.facts import NUMBERS, PRIVATE, land
from railhead.titles.t1863.record import record
from railhead.track.tiles import CITY, TOWN

REDEVELOPMENT, IMPROVEMENTS = PRIVATE["RED"], PRIVATE["IMP"]
AREAS = (REDEVELOPMENT, IMPROVEMENTS)
FROM = {REDEVELOPMENT: CITY, IMPROVEMENTS: TOWN}
"""By private: the kind of station that is printed on the hex."""
INTO = {REDEVELOPMENT: (), IMPROVEMENTS: (CITY,)}
"""By private: the stations of the tile that is laid: none (1863-PRIV-03), or a major one (1863-PRIV-08)."""
NEEDED = {
    REDEVELOPMENT: to_translate("Area Redevelopment is for a [station] without a tile or a [token]"),
    IMPROVEMENTS: to_translate("Area Improvements is for a minor station without a tile"),
}
"""By private: where it may be used, in words."""


def refusal(game: Game, private: Private, action: LayTile) -> Refusal | None:
    """Once each, on a hex with that kind of station and no token, with a yellow tile of the other kind.

    Rules 1863-PRIV-03 and 1863-PRIV-08. A hex that loses its station loses its letter.
    """
    if private not in AREAS:
        return game.forbid("private.power", "This private lays no tile")
    key = "private.redevelopment" if private == REDEVELOPMENT else "private.improvements"
    if record(game).used.count(private) >= NUMBERS.area_uses:
        return game.forbid(key, "{private} has been used", private=game.book.private_names[private])
    if not is_open(game, private, action.hex):
        return game.forbid(key, NEEDED[private])
    if action.rotation not in placements(game, private, action.hex).get(action.tile, ()):
        return game.forbid(key, "This tile does not fit there")
    return None


@cache
def stations(private: Private) -> tuple[Hex, ...]:
    """The hexes on which the station that a private changes is printed."""
    board = land().board
    printed = {hex_: [stop.kind for stop in board.hexes[hex_].printed.stops] for hex_ in board.all_hexes}
    return tuple(hex_ for hex_ in board.all_hexes if board.hexes[hex_].buildable and printed[hex_] == [FROM[private]])


def is_open(game: Game, private: Private, hex_: Hex) -> bool:
    """Has a hex such a station, without a tile or token?"""
    empty = hex_ not in game.state.tiles and stop_at(hex_, 0) not in game.state.tokens
    return empty and hex_ in stations(private)


def hexes(game: Game, private: Private) -> list[Hex]:
    """The hexes without a tile whose station could be changed."""
    return [hex_ for hex_ in stations(private) if is_open(game, private, hex_)]


def placements(game: Game, private: Private, hex_: Hex) -> dict[Tile, list[int]]:
    """The yellow tiles of the other kind, those there are any left of, that could lie on a hex, with rotations."""
    return {tile: turned for tile, turned in _fitting(private, hex_).items() if game.state.supply[tile] > 0}


@cache
def _fitting(private: Private, hex_: Hex) -> dict[Tile, list[int]]:
    board, found = land().board, dict[Tile, list[int]]()
    for number in board.tiles.by_colour[board.colours[0]]:
        if tuple(stop.kind for stop in board.tiles.facts[number].stops) != INTO[private]:
            continue
        fitting = [number * 6 + turn for turn in range(6) if board.within_land(hex_, number * 6 + turn)]
        for placement in board.distinct(fitting):
            found.setdefault(Tile(number), []).append(placement % 6)
    return found
