"""Building in 1860 (rules 1860-TRACK and 1860-TOKEN): what a turn allows, how the lettered tiles lie, and bases."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Stop, Tile
from railhead.core.refusal import Refusal
from railhead.core.state import INSOLVENT
from railhead.rules.homes import waiting_for
from railhead.rules.track import Laid, terrain_cost
from railhead.titles.t1860.facts import NUMBERS
from railhead.track.tiles import CITY, FIRST_STOP, Track

NORTH, SOUTH = 3, 0
PIER_SIDE = 4


def may_lay_more(game: Game, company: Company, laid: Laid) -> bool:
    """Has the company laid nothing yet, or one yellow tile without a large station?"""
    return not laid or (len(laid) < NUMBERS.yellow_lays and not any(_ends_laying(game, tile) for _, tile in laid))


def _ends_laying(game: Game, tile: Tile) -> bool:
    """Is the tile an upgrade, or does it have a large station?"""
    return _is_upgrade(game, tile) or _is_large(game, tile)


def _is_upgrade(game: Game, tile: Tile) -> bool:
    return game.book.tiles.facts[tile].colour != game.book.board.colours[0]


def _is_large(game: Game, tile: Tile) -> bool:
    return any(stop.kind == CITY for stop in game.book.tiles.facts[tile].stops)


def lay_allowance(game: Game, company: Company, laid: Laid, hex_: Hex, tile: Tile) -> Refusal | None:
    """Two yellow tiles without a large station, or one tile with one, or one upgrade.

    Rules 1860-TRACK-01, 1860-TRACK-15, 1860-TRACK-20 and 1860-TRACK-21.
    """
    upgrade = _is_upgrade(game, tile)
    if game.state.has(company, INSOLVENT):
        if upgrade:
            return game.forbid("insolvent.upgrade", "An insolvent company may not upgrade track")
        if terrain_cost(game, hex_):
            return game.forbid("insolvent.cost", "An insolvent company may not build track that costs money")
    if upgrade and not game.trains_of(company):
        return game.forbid("upgrade.train", "A company without a train may not upgrade track")
    if not laid:
        return None
    if any(_is_upgrade(game, earlier) for _, earlier in laid):
        return game.forbid("upgrade.one", "No other tile may be laid after an upgrade")
    if upgrade or len(laid) >= NUMBERS.yellow_lays:
        return game.forbid("track.turn", "A turn allows two yellow tiles or one upgrade")
    if _is_large(game, tile) or any(_is_large(game, earlier) for _, earlier in laid):
        return game.forbid("track.large_alone", "A tile with a large station must be the only one laid in a turn")
    return None


def tile_rule(game: Game, hex_: Hex, tile: Tile, rotation: int) -> Refusal | None:
    """How the lettered tiles of Newport, Merstone and Ryde lie (1860-TRACK-07, 1860-TRACK-08, 1860-TRACK-09)."""
    facts = game.book.tiles.facts[tile]
    track = facts.turned[rotation]
    if facts.label == "N":
        shide = min(range(len(facts.stops)), key=lambda number: facts.stops[number].value)
        if not _joins(track, shide, SOUTH):
            return game.forbid("track.newport", "Shide, the station of lower value, must be joined to the south side")
    if facts.label == "M":
        blackwater = next(number for number, stop in enumerate(facts.stops) if stop.kind != CITY)
        if not _joins(track, blackwater, NORTH):
            return game.forbid("track.merstone", "The halt must be joined to the north side, towards Newport")
    if facts.label == "R" and not track.exits >> PIER_SIDE & 1:
        return game.forbid("track.ryde", "The tile must join Ryde Esplanade to Ryde Pier")
    return None


def _joins(track: Track, number: int, side: int) -> bool:
    """Does track lead from a stop of the tile to a side?"""
    return any(other == side for _, other in track.at[FIRST_STOP + number])


# -- bases ----------------------------------------------------------------------------------------


def token_price(game: Game, company: Company, stop: Stop) -> int:
    """40 for the first base after the home base, 100 for each further one (1860-TOKEN-02)."""
    placed = game.book.companies[company].tokens - game.state.spare_tokens[company]
    return NUMBERS.first_base if placed <= 1 else NUMBERS.further_base


def token_rule(game: Game, company: Company, stop: Stop) -> Refusal | None:
    """A circle is left for a company whose home base is still to come (1860-TOKEN-05)."""
    if game.state.has(company, INSOLVENT):
        return game.forbid("insolvent.base", "An insolvent company may not build bases")
    other = waiting_for(game, company, stop)
    if other is not None:
        return game.forbid(
            "token.home", "The last free circle is reserved for the home base of {other}", other=game.symbol(other)
        )
    return None
