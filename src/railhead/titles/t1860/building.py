"""Track and bases in 1860 (rules 1860-TRACK and 1860-TOKEN): what a turn allows, letters, and upgrades."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import hex_of, index_of, point
from railhead.core.refusal import Refusal
from railhead.core.state import INSOLVENT
from railhead.routes.model import LARGE, SMALL
from railhead.rules.stations import bases, free_circles, is_full, remember, remembered, track_key
from railhead.titles.t1860.grades import grade
from railhead.track.board import PRINTED
from railhead.track.reach import Approach, Cost
from railhead.track.tiles import CITY, FIRST_STOP, Track

YELLOW_LAYS = 2
FIRST_BASE, FURTHER_BASE = 40, 100
"""The prices of bases besides home (1860-TOKEN-02)."""
NORTH, SOUTH = 3, 0
PIER_SIDE = 4


def may_lay_more(game: Game, laid: tuple[tuple[int, int], ...]) -> bool:
    """Has the company laid nothing yet, or one yellow tile without a large station?"""
    return not laid or (len(laid) < YELLOW_LAYS and not any(_ends_laying(game, tile) for _, tile in laid))


def _ends_laying(game: Game, tile: int) -> bool:
    """Is the tile an upgrade, or has it a large station?"""
    facts = game.book.tiles.facts[tile]
    return facts.colour != game.book.board.colours[0] or any(stop.kind == CITY for stop in facts.stops)


def lay_allowance(game: Game, company: int, laid: tuple[tuple[int, int], ...], hex_: int, tile: int) -> Refusal | None:
    """Two yellow tiles without a large station, or one tile with one, or one upgrade (1860-TRACK-01, -15, -21)."""
    tiles = game.book.tiles.facts
    upgrade = tiles[tile].colour != game.book.board.colours[0]
    if game.state.has(company, INSOLVENT):
        if upgrade:
            return game.forbid("insolvent.upgrade", "An insolvent company may not upgrade track")
        if lay_cost(game, company, hex_):
            return game.forbid("insolvent.cost", "An insolvent company may not build track that costs money")
    if upgrade and not game.trains_of(company):
        return game.forbid("upgrade.train", "A company without a train may not upgrade track")
    if not laid:
        return None
    if any(tiles[number].colour != game.book.board.colours[0] for _, number in laid):
        return game.forbid("upgrade.one", "After an upgrade no further tile is laid")
    if upgrade or len(laid) >= YELLOW_LAYS:
        return game.forbid("track.turn", "A turn allows two yellow tiles or one upgrade")
    if any(stop.kind == CITY for number in (tile, *(number for _, number in laid)) for stop in tiles[number].stops):
        return game.forbid("track.large_alone", "A tile with a large station is the only one laid in a turn")
    return None


def lay_cost(game: Game, company: int, hex_: int) -> int:
    """Difficult terrain costs 60 for the first tile (1860-TRACK-10)."""
    del company
    return game.book.board.hexes[hex_].cost if hex_ not in game.state.tiles else 0


def tile_rule(game: Game, hex_: int, tile: int, rotation: int) -> Refusal | None:
    """How the lettered tiles of Newport, Merstone and Ryde lie (1860-TRACK-07 to -09)."""
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


def _joins(track: Track, stop: int, side: int) -> bool:
    return any(other == side for _, other in track.at[FIRST_STOP + stop])


# -- upgrades -------------------------------------------------------------------------------------


def upgrade_rule(game: Game, company: int, hex_: int, tile: int, rotation: int) -> Refusal | None:
    """One of the company's trains must reach the tile, and gain by it (1860-TRACK-18, -19)."""
    new = tile * 6 + rotation
    seen = _Seen(game, company, hex_, new)
    for large, total in {(game.book.trains[t].large, sum(_numbers(game, t))) for t in game.trains_of(company)}:
        seen.look(large, total)
    if not seen.reached:
        return game.forbid("upgrade.reach", "No train of the company reaches the tile")
    if not seen.gained:
        return game.forbid("upgrade.gain", "The upgrade gives no train of the company new track or a higher value")
    return None


def _numbers(game: Game, train: int) -> tuple[int, int]:
    return game.book.trains[train].large, game.book.trains[train].small


def _affordable(cost: Cost, large: int, total: int) -> bool:
    return cost[0] <= large and sum(cost) <= total


class _Seen:
    """What trains can see of a hex with a new tile: is it reached, and is anything gained?"""

    def __init__(self, game: Game, company: int, hex_: int, new: int) -> None:
        self.game = game
        self.company = company
        self.hex = hex_
        board = game.book.board
        self.old_placement = board.placed(game.state.tiles, hex_)
        self.old = board.track(hex_, self.old_placement)
        self.placement = new
        self.new = board.track(hex_, new)
        self.stops = board.facts(hex_, new).stops
        self.old_values = self._values_before(new)
        self.old_pieces = self._pieces_before(new)
        self.reached = False
        self.gained = False

    def _values_before(self, new: int) -> dict[int, int]:
        """What the stops of the new tile were worth on the old one."""
        board = self.game.book.board
        facts = board.facts(self.hex, self.old_placement)
        return {
            index_of(board.carried(self.hex, self.old_placement, new, point(self.hex, number))): stop.value
            for number, stop in enumerate(facts.stops)
        }

    def _pieces_before(self, new: int) -> set[frozenset[int]]:
        """The track of the old tile, with its stops numbered as on the new one."""
        board = self.game.book.board

        def moved(end: int) -> int:
            if end < FIRST_STOP:
                return end
            at = point(self.hex, end - FIRST_STOP)
            return FIRST_STOP + index_of(board.carried(self.hex, self.old_placement, new, at))

        return {frozenset((moved(a), moved(b))) for a, b in self.old.pieces}

    def look(self, large: int, total: int) -> None:
        """Let a train with this allowance come to the tile from every side, and from a base on it."""
        ways = approach(self.game, self.company, large, total)
        for arrivals in (ways.quick_arrivals, ways.arrivals):
            for side, cost in arrivals(self.hex):
                self._enter(side, cost, large, total, ())
            if self.reached and self.gained:
                return
        for base in bases(self.game, self.company):
            if hex_of(base) == self.hex:
                board = self.game.book.board
                at = board.carried(self.hex, self.old_placement, self.placement, base)
                self.reached = True
                self._visit(index_of(at), (0, 0), large, total, (), starting=True)

    def _enter(self, end: int, cost: Cost, large: int, total: int, seen: tuple[int, ...]) -> None:
        for _, other in self.new.at[end]:
            if other < FIRST_STOP:
                self.reached = True
                self.gained |= frozenset((end, other)) not in self.old_pieces
            elif other not in seen and self._visit(other - FIRST_STOP, cost, large, total, seen):
                self.gained |= frozenset((end, other)) not in self.old_pieces

    def _visit(
        self, stop: int, cost: Cost, large: int, total: int, seen: tuple[int, ...], starting: bool = False
    ) -> bool:
        """Call at a stop of the new tile, if the train can, and look on from there."""
        facts = self.stops[stop]
        more = (1, 0) if grade(facts) == LARGE else (0, 1)
        calling = (cost[0] + more[0], cost[1] + more[1])
        if not _affordable(calling, large, total):
            return False
        self.reached = True
        self.gained |= facts.value > self.old_values.get(stop, 0)
        at = point(self.hex, stop)
        passing = calling if grade(facts) == LARGE or not may_bypass(self.game) else cost
        if starting or not is_full_on(self.game, self.company, at, facts.slots):
            self._enter(FIRST_STOP + stop, passing, large, total, (*seen, FIRST_STOP + stop))
        return True


def is_full_on(game: Game, company: int, stop: int, slots: int) -> bool:
    """Would a station with so many circles be full of other companies' tokens?"""
    held = game.state.tokens.get(stop, ())
    return slots > 0 and len(held) >= slots and company not in held


def may_bypass(game: Game) -> bool:
    """May small stations be bypassed (1860-VAR-04)?"""
    return "no_skip_towns" not in game.book.options


def approach(game: Game, company: int, large: int, total: int) -> Approach:
    """How a train of the company comes to hexes: large stations count, small ones if they cannot be bypassed."""
    key = ("approach", company, large, total, track_key(game), tuple(game.state.tokens.items()))
    known = remembered(game, key)
    if known is None:
        board, tiles = game.book.board, dict(game.state.tiles)

        def cost(stop: int) -> Cost:
            hex_ = hex_of(stop)
            kind = grade(board.facts(hex_, tiles.get(hex_, PRINTED)).stops[index_of(stop)])
            return (1, 0) if kind == LARGE else (0, int(kind == SMALL and not may_bypass(game)))

        closed = {stop for stop in game.state.tokens if is_full(game, company, stop)}
        known = Approach(
            board,
            tiles,
            bases(game, company),
            cost,
            closed.__contains__,
            lambda spent: _affordable(spent, large, total),
        )
        remember(game, key, known)
    assert isinstance(known, Approach)
    return known


# -- bases ----------------------------------------------------------------------------------------


def token_price(game: Game, company: int) -> int:
    """40 for the first base besides home, 100 for each further one (1860-TOKEN-02)."""
    placed = game.book.companies[company].tokens - game.state.spare_tokens[company]
    return FIRST_BASE if placed <= 1 else FURTHER_BASE


def token_rule(game: Game, company: int, stop: int) -> Refusal | None:
    """A circle is left for a company whose home base is still to come (1860-TOKEN-05)."""
    if game.state.has(company, INSOLVENT):
        return game.forbid("insolvent.base", "An insolvent company may not build bases")
    for other, facts in enumerate(game.book.companies):
        waiting = other not in game.state.tokens.get(stop, ())
        if facts.home == stop and other != company and waiting and free_circles(game, stop) < 2:
            return game.forbid("token.home", f"The free circle is kept for the home base of {facts.symbol}")
    return None
