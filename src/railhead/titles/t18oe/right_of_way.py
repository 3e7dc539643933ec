"""Right of way: a railroad that could not join its home to anything otherwise may lay a green tile early.

Rules 18OE-ROW-01 to 18OE-ROW-07. Whether it could is a search for the fewest yellow tiles from its home to another town
or city, within its points and its money, with which it must still be able to get its reserved train.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Deed, Topic
from railhead.core.choices import Choice, OneOf, only
from railhead.core.events import TileUpgraded
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Hex, Tile, hex_of, index_of
from railhead.core.refusal import Refusal
from railhead.core.spelling import Rotation
from railhead.core.state import OPERATED
from railhead.core.text import Text
from railhead.rules.cache import Kind, cached
from railhead.rules.operating import operating_order
from railhead.rules.stations import bases, company_reach
from railhead.rules.track import LayTile
from railhead.titles.t18oe import across_water, homes, patronage, points, powers, rights, terrain
from railhead.titles.t18oe.building import (
    GREEN,
    YELLOW,
    BuildTrack,
    cost_refusal,
    has_city,
    joined_refusal,
    lay_cost,
    put_down,
)
from railhead.titles.t18oe.corrections import EXTRA_POINTS_GO_TOO, NO_RIGHT_OF_WAY_ONCE_JOINED
from railhead.titles.t18oe.facts import NUMBERS, PHASE, TRAINS
from railhead.titles.t18oe.getting_about import marked_for_others
from railhead.titles.t18oe.points import NOTHING, Spent
from railhead.titles.t18oe.record import record
from railhead.titles.t18oe.terrain import MINOR_E, MINOR_F
from railhead.track.board import PRINTED
from railhead.track.reach import End
from railhead.track.tiles import FIRST_STOP

WAYS: Kind[frozenset[Hex] | None] = Kind("ways from home", 64)
MINOR_J = "J"


# -- the way from home ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Leg:
    """A way from home so far: what it has spent, and the tiles it needs."""

    spent: Spent = NOTHING
    money: int = 0
    fare: int = 0
    """What each further tile costs for the ferries on the way."""
    tiles: tuple[tuple[Hex, Tile], ...] = ()

    def is_as_good_as(self, other: Leg) -> bool:
        """Has it spent no more than another: points, extra points of minors, money, fares to come?"""
        paid = self.spent.points <= other.spent.points and set(self.spent.extra) <= set(other.spent.extra)
        return paid and self.fare <= other.fare and self.money + self.fare <= other.money + other.fare


def way_from_home(game: Game, company: Company, spent: Spent = NOTHING) -> frozenset[Hex] | None:
    """Hexes on which yellow tiles would join its home to another town or city; None if nothing can.

    None are needed if it is joined already. Crossings of the sea do not count (18OE-ROW-02).
    """
    state = game.state
    purse = (state.cash[game.purse(company)], state.cash[game.player_for(company)])
    scarce = tuple(tile for tile in game.book.tiles.by_colour[YELLOW] if state.supply[tile] < 1)
    marked = marked_for_others(game, company)
    board = (state.tiles, state.tokens, scarce, marked, spent, state.phase)
    known = record(game)
    terms = (known.zones, known.into, known.provided, known.patronage, known.minor_homes, tuple(state.director))
    key = (company, state.kind[company], purse, board, terms)
    return cached(game, WAYS, key, lambda: _Search(game, company, spent).find())


class _Search:
    """Follows track from home, laying yellow tiles where there is none, those with fewest points first."""

    def __init__(self, game: Game, company: Company, spent: Spent) -> None:
        self.game, self.company, self.board = game, company, game.book.board
        self.limit = points.in_a_turn(game, company)
        self.cash = game.treasury(company)
        self.shut = marked_for_others(game, company)
        self.tolls = across_water.boarding()
        self.pending: list[tuple[int, int, int, End, Leg]] = []
        self.done: dict[End, list[Leg]] = {}
        self.homes = {hex_of(stop) for stop in bases(game, company)}
        self.first = Leg(spent)
        self.pushed = 0

    def find(self) -> frozenset[Hex] | None:
        """The hexes of the first way that comes to another stop and leaves the railroad solvent."""
        for stop in bases(self.game, self.company):
            if self._leave(stop):
                return frozenset()
        while self.pending:
            _, _, _, end, leg = heappop(self.pending)
            if self._is_new(end, leg):
                found = self._enter(end, leg)
                if found is not None:
                    return frozenset(hex_ for hex_, _ in found.tiles)
        return None

    def _is_new(self, end: End, leg: Leg) -> bool:
        """Is there no way to this end yet that is as good?"""
        known = self.done.setdefault(end, [])
        if any(other.is_as_good_as(leg) for other in known):
            return False
        known.append(leg)
        return True

    def _leave(self, stop: int) -> bool:
        """Go out from home: by its track, or with a tile on its hex."""
        hex_ = Hex(stop >> 4)
        if self._follow(hex_, FIRST_STOP + index_of(stop), self.first):  # type: ignore[arg-type]
            return True
        if self._is_blank(hex_):
            for tile, rotation, leg in self._tiles_for(hex_, self.first):
                exits = self.board.tiles.facts[tile].turned[rotation].exits
                for side in range(FIRST_STOP):
                    if exits >> side & 1:
                        self._cross(hex_, side, leg)
        return False

    def _enter(self, end: End, leg: Leg) -> Leg | None:
        """Come to a side of a hex: follow its track, or lay some; the way, if it has come to another stop."""
        hex_, side = Hex(end >> 4), end & 15
        if hex_ in self.shut:
            return None
        if self._follow(hex_, side, leg):
            return leg
        if not self._is_blank(hex_) or hex_ in (used for used, _ in leg.tiles):
            return None
        for tile, rotation, longer in self._tiles_for(hex_, leg):
            for _, other in self.board.tiles.facts[tile].turned[rotation].at[side]:
                if other < FIRST_STOP:
                    self._cross(hex_, other, longer)
                elif self._is_solvent(longer, patronage.bounty(self.game, hex_)):
                    return longer
        return None

    def _follow(self, hex_: Hex, end: int, leg: Leg) -> bool:
        """Go on along the track that lies; does it lead to another stop at once?"""
        placed = self.board.placed(self.game.state.tiles, hex_)
        for _, other in self.board.track(hex_, placed).at[end]:
            if other >= FIRST_STOP and hex_ not in self.homes and self._is_solvent(leg, 0):
                return True
            distance, _ = self.tolls.get((hex_ << 4 | end, hex_ << 4 | other), (0, 0))
            if other < FIRST_STOP:
                dearer = replace(leg, fare=leg.fare + NUMBERS.track_per_ferry * distance) if distance else leg
                self._cross(hex_, other, dearer)
        return False

    def _cross(self, hex_: Hex, side: int, leg: Leg) -> None:
        beyond = self.board.across[hex_].get(side)
        if beyond is not None:
            end = beyond[0] << 4 | beyond[1]
            self.pushed += 1
            heappush(self.pending, (leg.spent.points, leg.money + leg.fare, self.pushed, end, leg))

    def _is_blank(self, hex_: Hex) -> bool:
        """May the railroad lay a yellow tile here without asking anybody?"""
        facts = self.board.hexes[hex_]
        return (
            facts.buildable
            and not facts.printed.colour
            and hex_ not in self.game.state.tiles
            and rights.may_build(self.game, self.company, hex_)
            and homes.whose_home(self.game, self.company, hex_) is None
        )

    def _tiles_for(self, hex_: Hex, leg: Leg) -> Iterator[tuple[Tile, int, Leg]]:
        """The yellow tiles that fit a hex and that the railroad can afford after the others."""
        money = leg.money + leg.fare + terrain.fee(self.game, self.company, hex_)
        if money > self.cash:
            return
        for placement in self.board.distinct_fits(hex_, PRINTED):
            tile, rotation = Tile(placement // 6), placement % 6
            used = sum(other == tile for _, other in leg.tiles)
            spent = points.with_tile(self.game, self.company, leg.spent, hex_, tile)
            if spent.points <= self.limit and self.game.state.supply[tile] > used:
                yield tile, rotation, Leg(spent, money, leg.fare, (*leg.tiles, (hex_, tile)))

    def _is_solvent(self, leg: Leg, bounty: int) -> bool:
        """Could it still get its reserved train, with its owner's money if need be (18OE-ROW-02)?

        A way that costs nothing makes nobody insolvent, least of all one that lies already (18OE-ROW-04).
        """
        if leg.money <= bounty:
            return True
        owner = self.game.state.cash[self.game.player_for(self.company)]
        return self.cash - leg.money + bounty + owner >= reserved_price(self.game, self.company)


def reserved_price(game: Game, company: Company) -> int:
    """What the reserved train costs a railroad that is still to buy it (18OE-TRAIN-18)."""
    if company in record(game).provided:
        return 0
    off = NUMBERS.locomotive_discount if powers.has(game, company, MINOR_J) else 0
    return int(TRAINS[0]["price"]) * (100 - off) // 100


# -- laying the green tile ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LayRightOfWay(Action):
    """Lay a green tile by right of way, with all points that are left."""

    tile: Tile
    hex: Hex
    rotation: Rotation
    form: ClassVar[str] = "right of way with {tile} on {hex} turned {rotation}"
    label: ClassVar[str] = "Right of way: lay {tile} on {hex}"
    told: ClassVar[tuple[str, ...]] = ("{actor} lays tile {tile} at {hex} by right of way",)
    covers: ClassVar[tuple[type[object], ...]] = (TileUpgraded,)
    topic: ClassVar[Topic] = Topic.TRACK
    deed: ClassVar[Deed] = Deed.LAY

    @property
    def laying(self) -> LayTile:
        """What it does to the board."""
        return LayTile(self.tile, self.hex, self.rotation)


def refusal(game: Game, step: BuildTrack, action: LayRightOfWay) -> Refusal | None:
    """Which rule forbids a green tile by right of way."""
    return (
        time_refusal(game, step)
        or _tile_refusal(game, step, action)
        or cost_refusal(game, step.company, lay_cost(game, step.company, action.laying))
        or _use_refusal(game, step.company, action)
    )


def time_refusal(game: Game, step: BuildTrack) -> Refusal | None:
    """Before Train Phase 3, in its first operating round, with a point left, if it cannot do otherwise.

    Rules 18OE-ROW-01, 18OE-ROW-02, 18OE-ROW-04, 18OE-ROW-05, 18OE-ROW-06 and 18OE-ROW-07.
    """
    company = step.company
    if game.state.phase >= PHASE["3"] or game.state.has(company, OPERATED):
        when = "Right of way is for the first operating round of a railroad, before Train Phase 3"
        return game.forbid("row.time", when)
    if points.left(game, company, step.spent) < 1:
        return game.forbid("row.points", "{company} has no tile point left", company=game.symbol(company))
    if _can_do_otherwise(game, step):
        otherwise = "{company} could join its home to another town or city without a green tile"
        return game.forbid("row.need", otherwise, company=game.symbol(company))
    return None


def _can_do_otherwise(game: Game, step: BuildTrack) -> bool:
    """Could it join its home by yellow tiles at the start of its turn, or can it now, or has it done so?

    Another player may have let it build on a home of theirs since (18OE-TRACK-24).
    """
    if way_from_home(before_its_turn(game, step.company), step.company) is not None:
        return True
    now = game.follows(NO_RIGHT_OF_WAY_ONCE_JOINED)
    return now and way_from_home(game, step.company, step.spent) is not None


def before_its_turn(game: Game, company: Company) -> Game:
    """The position before the railroad laid the tiles of this turn."""
    lays = record(game).lays
    if not lays:
        return game
    earlier = Game(game.book, game.state.clone())
    for lay in reversed(lays):
        effects.take_back_tile(earlier, lay.hex, lay.before)
        effects.pay(earlier, BANK, game.purse(company), lay.paid, Text("building"))
        effects.pay(earlier, game.purse(company), BANK, lay.bounty, Text("its patronage"))
    return earlier


def _tile_refusal(game: Game, step: BuildTrack, action: LayRightOfWay) -> Refusal | None:
    """A green tile without a city in place of a yellow one; only the colour is waived (18OE-ROW-01)."""
    board, company, hex_ = game.book.board, step.company, action.hex
    facts = board.tiles.facts[action.tile]
    if facts.colour != GREEN or has_city(facts):
        return game.forbid("row.tile", "Right of way is for a green tile without a city")
    if not rights.may_build(game, company, hex_):
        return game.forbid("track.rights", "{company} has no track rights there", company=game.symbol(company))
    if game.state.supply[action.tile] < 1:
        return game.forbid("track.supply", "No tile {name} is left", name=facts.name)
    if action.tile * 6 + action.rotation not in board.fits(hex_, board.placed(game.state.tiles, hex_)):
        return game.forbid("row.tile", "The tile does not replace the yellow one there")
    return joined_refusal(game, company, action.laying)


def _use_refusal(game: Game, company: Company, action: LayRightOfWay) -> Refusal | None:
    """The tile must join the home to another town or city (18OE-ROW-03)."""
    if way_from_home(_with_tile(game, action.laying), company, _all_points(game, company, NOTHING)) is not None:
        return None
    return game.forbid("row.use", "The tile does not join the home to another town or city")


def _with_tile(game: Game, action: LayTile) -> Game:
    """The position with one more tile."""
    later = Game(game.book, game.state.clone())
    tiles = later.state.tiles.put(action.hex, action.tile * 6 + action.rotation)
    effects.suppose_board(later, tiles, later.state.tokens)
    return later


def options(game: Game, step: BuildTrack) -> Iterator[Choice]:
    """Every green tile by right of way; mostly there is none."""
    if time_refusal(game, step) is None:
        for hex_ in sorted(company_reach(game, step.company).arrivals):
            yield from _options_there(game, step, hex_)


def options_on(game: Game, step: BuildTrack, hex_: Hex) -> Iterator[Choice]:
    """Every such tile on one hex."""
    return iter(()) if time_refusal(game, step) is not None else _options_there(game, step, hex_)


def _options_there(game: Game, step: BuildTrack, hex_: Hex) -> Iterator[Choice]:
    board = game.book.board
    by_tile: dict[int, list[int]] = {}
    for placement in board.distinct_fits(hex_, board.placed(game.state.tiles, hex_)):
        action = LayRightOfWay(Tile(placement // 6), hex_, Rotation(placement % 6))
        if refusal(game, step, action) is None:
            by_tile.setdefault(placement // 6, []).append(placement % 6)
    for tile, turned in by_tile.items():
        yield Choice(LayRightOfWay, (only(tile), only(hex_), OneOf(tuple(turned))))


def lay(game: Game, step: BuildTrack, action: LayRightOfWay) -> None:
    """The tile uses all points that are left (18OE-ROW-01); as the first one on printed track it is paid for."""
    put_down(game, step.company, action.laying, lay_cost(game, step.company, action.laying))
    spent = _all_points(game, step.company, step.spent)
    game.put(replace(step, laid=(*step.laid, (action.hex, action.tile)), spent=spent))


def _all_points(game: Game, company: Company, spent: Spent) -> Spent:
    """All points of a turn are spent, also those of minors E and F that are for yellow tiles on some terrain."""
    extra = (MINOR_E, MINOR_F) if game.follows(EXTRA_POINTS_GO_TOO) else spent.extra
    return Spent(points.in_a_turn(game, company), extra)


# -- blocking one's own ---------------------------------------------------------------------------


def ways_to_keep(game: Game, company: Company) -> list[tuple[Company, frozenset[Hex]]]:
    """The other railroads of its president that are still to operate for the first time, and their ways from home."""
    if game.state.phase >= PHASE["3"]:
        return []
    seat = game.controller(company)
    own = {
        other
        for other in game.all_companies()
        if other != company and not game.state.has(other, OPERATED) and game.controller(other) == seat
    }
    waiting = [other for other in operating_order(game) if other in own] if own else []
    return [(other, way) for other in waiting if (way := way_from_home(game, other)) is not None]


def own_refusal(game: Game, company: Company, action: LayTile) -> Refusal | None:
    """Nobody builds so that another railroad of theirs would need right of way (18OE-ROW-05)."""
    other = blocks(game, ways_to_keep(game, company), action)
    if other is None:
        return None
    blocked = "{other}, which you also control, could then not leave its home without right of way"
    return game.forbid("row.own", blocked, other=game.symbol(other))


def blocks(game: Game, kept: list[tuple[Company, frozenset[Hex]]], action: LayTile) -> Company | None:
    """The own railroad that would need right of way because of this tile (18OE-ROW-05)."""
    for other, way in kept:
        if action.hex in way and way_from_home(_with_tile(game, action), other) is None:
            return other
    return None
