"""Area Redevelopment and Area Improvements: a yellow tile makes another kind of hex (rules 1863-PRIV)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Hex, Private, Tile, stop_at
from railhead.core.refusal import Refusal
from railhead.core.text import to_translate
from railhead.rules.track import LayTile
from railhead.titles.t1863.facts import NUMBERS, PRIVATE
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
    if action.hex not in hexes(game, private):
        return game.forbid(key, NEEDED[private])
    if action.rotation not in placements(game, private, action.hex).get(action.tile, ()):
        return game.forbid(key, "This tile does not fit there")
    return None


def hexes(game: Game, private: Private) -> list[Hex]:
    """The hexes without a tile whose station could be changed."""
    if record(game).used.count(private) >= NUMBERS.area_uses:
        return []
    board = game.book.board
    return [
        hex_
        for hex_ in board.all_hexes
        if board.hexes[hex_].buildable
        and hex_ not in game.state.tiles
        and [stop.kind for stop in board.hexes[hex_].printed.stops] == [FROM[private]]
        and stop_at(hex_, 0) not in game.state.tokens
    ]


def placements(game: Game, private: Private, hex_: Hex) -> dict[Tile, list[int]]:
    """The yellow tiles of the other kind that could lie on a hex, with their rotations."""
    board, found = game.book.board, dict[Tile, list[int]]()
    for number in board.tiles.by_colour[board.colours[0]]:
        tile = board.tiles.facts[number]
        if game.state.supply[number] < 1 or tuple(stop.kind for stop in tile.stops) != INTO[private]:
            continue
        fitting = [number * 6 + turn for turn in range(6) if board.within_land(hex_, number * 6 + turn)]
        for placement in board.distinct(fitting):
            found.setdefault(Tile(number), []).append(placement % 6)
    return found
