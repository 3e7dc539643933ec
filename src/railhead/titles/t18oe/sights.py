"""How promising a tile of 18OE looks at first sight: near the tokens of a railroad, and towards cities.

On this board almost everything is in reach of everybody, across the sea if not over land. So reach says little, and
what trains earn goes by the cities that are few steps away from a token.
"""

from __future__ import annotations

from collections.abc import Callable

from railhead.core.actions import Action
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, hex_of
from railhead.rules.stations import starts
from railhead.rules.track import LayTile
from railhead.titles.t18oe import reserved_trains, rolling_stock, terrain
from railhead.titles.t18oe.facts import land
from railhead.track.board import PRINTED
from railhead.track.tiles import CITY, TileFacts

FURTHEST = 7
"""No tile further away from all tokens, in hexes, is of any use now."""
FADING = 0.35
"""How much less a hex is worth for every hex that it is further away."""
CITY_JOINED, TOWN_JOINED = 10.0, 4.0
"""What the first track at a city or a town is worth."""
BETTER = 0.4
"""What each unit is worth that a stop pays more on its new tile."""
TOWARDS_CITY, TOWARDS_TOWN = 4.0, 1.5
"""What new track is worth that points to one."""
MEETING = 3.0
"""What it is worth if new track meets some on the next hex."""
BEYOND_ITS_MEANS = -1_000.0
"""What it is worth to spend on terrain what is due for the first train: the president would have to pay for that."""
METROPOLIS = 1.5
"""How many times as much a metropolis is worth."""


def sight(game: Game, company: Company) -> Callable[[Action], float]:
    """How promising tiles look to a railroad now."""
    away = _distances(game, company)
    board, tiles = game.book.board, game.state.tiles
    owes = reserved_trains.owes(game, company)
    spare = game.treasury(company) - rolling_stock.price(game, company, rolling_stock.RESERVED) if owes else None

    def value(action: Action) -> float:
        if not isinstance(action, LayTile) or action.hex not in away:
            return 0.0
        if spare is not None and terrain.fee(game, company, action.hex) > spare:
            return BEYOND_ITS_MEANS
        hex_, old, new = action.hex, tiles.get(action.hex, PRINTED), action.tile * 6 + action.rotation
        before, after = board.facts(hex_, old), board.facts(hex_, new)
        found = _stops(hex_, before, after)
        added = board.track(hex_, new).exits & ~(board.track(hex_, old).exits if before.colour else 0)
        for edge, (beyond, side) in board.across[hex_].items():
            if added >> edge & 1:
                found += _towards(game, beyond)
                if board.track(beyond, tiles.get(beyond, PRINTED)).exits >> side & 1:
                    found += MEETING
        return found / (1 + FADING * away[hex_])

    return value


def _distances(game: Game, company: Company) -> dict[Hex, int]:
    """How far hexes are from the nearest token, over sides that track may cross."""
    across = game.book.board.across
    found = {hex_of(stop): 0 for stop in starts(game, company)}
    ahead = list(found)
    for away in range(1, FURTHEST + 1):
        beyond = {other for hex_ in ahead for other, _ in across[hex_].values() if other not in found}
        found |= dict.fromkeys(beyond, away)
        ahead = sorted(beyond)
    return found


def _stops(hex_: Hex, before: TileFacts, after: TileFacts) -> float:
    """What is gained at the stops of a hex."""
    if not after.stops:
        return 0.0
    if before.colour:
        return BETTER * (_value(after) - _value(before))
    joined = CITY_JOINED if any(stop.kind == CITY for stop in after.stops) else TOWN_JOINED
    return joined * (METROPOLIS if land().is_metropolis(hex_) else 1.0)


def _value(tile: TileFacts) -> int:
    return sum(stop.value * stop.places for stop in tile.stops)


def _towards(game: Game, hex_: Hex) -> float:
    """What it is worth to point to a hex."""
    board = game.book.board
    stops = board.facts(hex_, game.state.tiles.get(hex_, PRINTED)).stops
    if not stops:
        return 0.0
    worth = TOWARDS_CITY if any(stop.kind == CITY for stop in stops) else TOWARDS_TOWN
    return worth * (METROPOLIS if land().is_metropolis(hex_) else 1.0)
