"""Laying track (rules 18OE-TRACK): what a turn allows, which tiles fit, what they must join, and what they cost."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from railhead.core import effects
from railhead.core.choices import Choice, OneOf, only
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Stop, Tile, hex_of, index_of, stop_at
from railhead.core.refusal import Refusal
from railhead.core.text import Text
from railhead.rules.cache import Kind, cached
from railhead.rules.stations import company_reach, ends_of_ways, unhindered_reach
from railhead.rules.track import Laid, LayTile, LayTrack, pay_for_track, placement_refusal
from railhead.titles.t18oe import across_water, getting_about, patronage, points, rights, terrain, white_cliffs
from railhead.titles.t18oe.facts import COLOURS, NATIONAL
from railhead.titles.t18oe.points import NOTHING, Spent
from railhead.titles.t18oe.record import Lay, amend, record
from railhead.track.board import PRINTED, Board
from railhead.track.fares import Fares
from railhead.track.hexgrid import EDGES
from railhead.track.overland import Overland
from railhead.track.reach import Reach
from railhead.track.tiles import CITY, FIRST_STOP, TileFacts

YELLOW, GREEN, BROWN, GREY = COLOURS
EVERY_SIDE = (1 << FIRST_STOP) - 1
OFFERS: Kind[tuple[Choice, ...]] = Kind("tiles on hexes", 8192)


@dataclass(frozen=True, slots=True)
class BuildTrack(LayTrack):
    """The part of a railroad's turn in which it lays track; what it has spent of its points (18OE-TRACK-05)."""

    spent: Spent = NOTHING
    declined: tuple[Hex, ...] = ()
    """Homes of others on which it may not build in this turn (18OE-TRACK-24)."""

    def situation(self, game: Game) -> tuple[Text, ...]:
        """The points that are left."""
        left = points.left(game, self.company, self.spent)
        return (Text("{company} has {left} tile points left", company=game.symbol(self.company), left=left),)


# -- tiles ----------------------------------------------------------------------------------------


def tile_rule(game: Game, hex_: Hex, tile: Tile, rotation: int) -> Refusal | None:
    """Some tiles must have track to all usable sides of their hex (18OE-TRACK-22, 18OE-TRACK-23)."""
    if fills_its_hex(game.book.board, hex_, tile * 6 + rotation):
        return None
    return game.forbid("track.all_sides", "A tile with track to all usable sides of the hex is required here")


def fills_its_hex(board: Board, hex_: Hex, placement: int) -> bool:
    """Does a placement reach every usable side, if it is one that must?

    Brown and grey ones of grand cities, metropolises and double towns, and grey ones of all cities.
    """
    facts = board.facts(hex_, placement)
    if facts.colour not in (BROWN, GREY) or not facts.stops:
        return True
    must = facts.colour == GREY or facts.label != "" or facts.stops[0].places > 1
    return not must or board.track(hex_, placement).exits == board.open_sides[hex_]


# -- what a tile joins ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Joint:
    """Where a way must come to for a tile to be joined to it."""

    sides: int
    """Any of these sides, one bit an edge."""
    stops: tuple[Stop, ...]
    """Or any of these stops."""
    first: bool
    """Is it the first tile on its hex? The way must be able to go on from a stop."""


@lru_cache(maxsize=1 << 16)
def joint(board: Board, hex_: Hex, old: int, new: int) -> Joint:
    """New track that ways come to, or for an upgraded city the city itself (18OE-TRACK-17)."""
    before = board.facts(hex_, old)
    stops = board.stops_of(old, hex_)
    if not before.colour:
        return Joint(board.track(hex_, new).exits, tuple(stops), True)
    ends = {FIRST_STOP + n: FIRST_STOP + index_of(board.carried(hex_, old, new, stop)) for n, stop in enumerate(stops)}
    kept = {frozenset(ends.get(end, end) for end in piece) for piece in board.track(hex_, old).pieces}
    added = [piece for piece in board.track(hex_, new).pieces if frozenset(piece) not in kept]
    sides = 0
    for piece in added:
        sides |= sum(1 << end for end in piece if end < FIRST_STOP)
    if has_city(before):
        return Joint(sides, tuple(stops), False)
    touched = {end for piece in added for end in piece}
    return Joint(sides, tuple(stop for n, stop in enumerate(stops) if ends[FIRST_STOP + n] in touched), False)


def has_city(facts: TileFacts) -> bool:
    """Is there a city on a tile?"""
    return any(stop.kind == CITY for stop in facts.stops)


def is_joined(game: Game, company: Company, hex_: Hex, new: int) -> bool:
    """Would a placement be joined to a token of the railroad (18OE-TRACK-17, 18OE-TRACK-18)?"""
    sides, stops = open_joint(game, company, hex_, new)
    return is_joined_without_fees(game, company, hex_, sides, stops) or _meet(
        company_reach(game, company), hex_, sides, stops
    )


def is_joined_without_fees(game: Game, company: Company, hex_: Hex, sides: int, stops: tuple[Stop, ...]) -> bool:
    """Does a way that costs nothing come to any of these sides or stops, as far as is seen quickly?"""
    return any(_meet(part, hex_, sides, stops) for part in ways_without_fees(game, company).parts())


def ways_without_fees(game: Game, company: Company) -> Overland:
    """Where ways of a railroad lead that cost nothing."""
    return across_water.without_fees(game, company, getting_about.for_track(game, company))


def _meet(reach: Reach, hex_: Hex, sides: int, stops: tuple[Stop, ...]) -> bool:
    return bool(reach.arrivals.get(hex_, 0) & sides) or not reach.stops.isdisjoint(stops)


def open_joint(game: Game, company: Company, hex_: Hex, new: int) -> tuple[int, tuple[Stop, ...]]:
    """The sides and stops by which a placement can be joined to ways of the railroad."""
    where = joint(game.book.board, hex_, game.state.tiles.get(hex_, PRINTED), new)
    return where.sides & open_sides(game, company, hex_), open_stops(game, company, where)


def open_sides(game: Game, company: Company, hex_: Hex) -> int:
    """The sides of a hex from which a railroad may go on; none where it may not use track (18OE-PRIV-41)."""
    if hex_ in getting_about.marked_for_others(game, company):
        return 0
    return EVERY_SIDE & ~closed_stubs(game, hex_, closed_to_new_track(game, company))


def closed_stubs(game: Game, hex_: Hex, closed: frozenset[Stop]) -> int:
    """The sides of a hex without a tile from which printed track leads only to a city that ways do not pass.

    New track would begin beyond the city. By the ferry, ways get past Lille as long as nobody has its ferry position
    (18OE-LILLE-02).
    """
    printed = game.book.board.hexes[hex_].printed
    if printed.colour or not printed.track or hex_ in game.state.tiles:
        return 0
    if hex_ == hex_of(white_cliffs.lille()) and white_cliffs.holder(game) is None:
        return 0
    return sum(1 << side for side, end in printed.track if stop_at(hex_, end - FIRST_STOP) in closed)


def closed_to_new_track(game: Game, company: Company) -> frozenset[Stop]:
    """The stops that no way goes on from, even if new track begins there."""
    ends = getting_about.for_track(game, company).last
    return ends_of_ways(game, company) | {stop for _, stop in ends}


def open_stops(game: Game, company: Company, where: Joint) -> tuple[Stop, ...]:
    """The stops of a joint that count: a first tile does not go on from a city that is full of others' tokens."""
    if not where.first or not where.stops:
        return where.stops
    closed = closed_to_new_track(game, company)
    return tuple(stop for stop in where.stops if stop not in closed)


# -- what it costs --------------------------------------------------------------------------------


def lay_cost(game: Game, company: Company, action: LayTile, laid: Laid = ()) -> int:
    """Terrain, and what the cheapest way across water costs; a national pays nothing.

    Rules 18OE-COST-01, 18OE-WATER-01 and 18OE-WATER-07.
    """
    return terrain.fee(game, company, action.hex) + water_fee(game, company, action)


def water_fee(game: Game, company: Company, action: LayTile) -> int:
    """What the cheapest way to the new track costs."""
    if game.state.kind[company] == NATIONAL:
        return 0
    sides, stops = open_joint(game, company, action.hex, action.tile * 6 + action.rotation)
    if is_joined_without_fees(game, company, action.hex, sides, stops):
        return 0
    sides &= company_reach(game, company).arrivals.get(action.hex, 0)
    return across_water.lowest(across_water.track_fares(game, company), action.hex, sides, stops) or 0


def cost_refusal(game: Game, company: Company, cost: int) -> Refusal | None:
    """What a tile costs must be in the treasury (18OE-COST-11)."""
    cash = game.treasury(company)
    if cost <= cash:
        return None
    short = "Building there costs {cost}, but {company} has {cash}"
    return game.forbid("track.cost", short, cost=cost, company=game.symbol(company), cash=cash)


# -- the law --------------------------------------------------------------------------------------


def site_refusal(game: Game, step: BuildTrack, action: LayTile) -> Refusal | None:
    """Track rights, points, and what the tile must join; whatever it costs."""
    company, hex_ = step.company, action.hex
    if not rights.may_build(game, company, hex_):
        return game.forbid("track.rights", "{company} has no track rights there", company=game.symbol(company))
    if hex_ in step.declined:
        return game.forbid("track.consent", "The president of the railroad whose home this is does not permit it")
    if not points.suffice(game, company, step.spent, hex_, action.tile):
        few = "{company} does not have enough tile points left"
        return game.forbid("track.turn", few, company=game.symbol(company))
    return placement_refusal(game, action) or joined_refusal(game, company, action)


def joined_refusal(game: Game, company: Company, action: LayTile) -> Refusal | None:
    """A tile must be joined to a token of the railroad."""
    if is_joined(game, company, action.hex, action.tile * 6 + action.rotation):
        return None
    if action.hex in getting_about.marked_for_others(game, company):
        return game.forbid("brandt.use", "Only railroads of the owner of Brandt & Brandau use the track there")
    where = joint(
        game.book.board, action.hex, game.state.tiles.get(action.hex, PRINTED), action.tile * 6 + action.rotation
    )
    if where.sides & unhindered_reach(game, company).arrivals.get(action.hex, 0):
        return game.forbid("track.blocked", "The way is blocked by a city where all positions are taken by others")
    return game.forbid("track.joined", "No new track of the tile is joined to a token of the railroad")


def lay_refusal(game: Game, step: BuildTrack, action: LayTile) -> Refusal | None:
    """Which rule forbids laying this tile."""
    return site_refusal(game, step, action) or cost_refusal(game, step.company, lay_cost(game, step.company, action))


# -- what is offered ------------------------------------------------------------------------------


def lay_options(game: Game, step: BuildTrack) -> Iterator[Choice]:
    """Every tile the railroad may lay, with the rotations it may have."""
    survey = Survey(game, step)
    for hex_ in survey.hexes():
        yield from survey.offers(hex_)


def can_lay(game: Game, step: BuildTrack) -> bool:
    """Is there any tile that the railroad may lay?

    Most railroads may lay one near their tokens where no fee for water is due: how far they get, and how high fees are,
    takes longer to find out.
    """
    survey = Survey(game, step)
    if not survey.usable_with_extra:
        return False
    for part in ways_without_fees(game, step.company).parts():
        survey.reach = part
        if any(survey.site(hex_) is not None for hex_ in survey.hexes()):
            return True
    survey.reach = company_reach(game, step.company)
    sites = [site for site in map(survey.site, survey.hexes()) if site is not None]
    return any(map(survey.affordable, sites))


def lay_options_on(game: Game, step: BuildTrack, hex_: Hex) -> Iterator[Choice]:
    """Every tile the railroad may lay on one hex."""
    return iter(Survey(game, step).offers(hex_))


@dataclass(frozen=True, slots=True)
class Site:
    """A hex on which a railroad may lay tiles, whatever ways there cost."""

    hex: Hex
    choices: tuple[Choice, ...]
    sides: int
    """The sides by which ways come in, one bit an edge."""
    stops: tuple[Stop, ...]
    """The stops that ways come to."""
    passed: tuple[Stop, ...]
    """Those that ways go on from."""
    left: int
    """What is left of the treasury after the terrain is paid for."""


class Survey:
    """The board as a railroad sees it that is to build: what it may lay on each hex.

    The same as asking the law about every placement on the board, of which there are tens of thousands. What depends on
    board and tiles alone is known from before (`candidates`); the answer for a hex is kept for all positions in which
    nothing has changed that matters for it.
    """

    def __init__(self, game: Game, step: BuildTrack) -> None:
        self.game, self.step, self.company = game, step, step.company
        self.board, self.state = game.book.board, game.state
        self.cash = game.treasury(step.company)
        self.exempt = self.state.kind[step.company] == NATIONAL
        self.most = across_water.most(across_water.FOR_TRACK)
        """No fee for water is higher."""
        left = points.left(game, step.company, step.spent)
        self.usable = self._usable_with(left)
        """The tiles that are left, of colours that are available, for which there are points enough: a bit each."""
        self.usable_with_extra = (
            self._usable_with(left + 1) if points.may_have_extra(game, step.company) else self.usable
        )

    def hexes(self) -> list[Hex]:
        """The hexes that ways of the railroad come to."""
        if not self.usable_with_extra:
            return []
        return sorted({*self.reach.arrivals, *map(hex_of, self.reach.stops)})

    def offers(self, hex_: Hex) -> tuple[Choice, ...]:
        """The tiles for a hex with their rotations."""
        site = self.site(hex_)
        return () if site is None else self.affordable(site)

    def site(self, hex_: Hex) -> Site | None:
        """What may be laid on a hex if the treasury can pay the fee for water; None if nothing can be laid there."""
        game, company = self.game, self.company
        if not self.board.hexes[hex_].buildable or hex_ in self.step.declined or not self.has_rights(hex_):
            return None
        old = self.state.tiles.get(hex_, PRINTED)
        usable = self._usable_on(hex_) & tiles_that_fit(self.board, hex_, old)
        if not usable:
            return None
        fee = terrain.fee(game, company, hex_)
        if fee > self.cash:
            return None
        sides = self.arrivals(hex_)
        stops = tuple([stop for stop in self.board.stops_of(old, hex_) if stop in self.reach.stops])
        passed = tuple([stop for stop in stops if stop not in self.closed])
        key = (hex_, old, sides, stops, passed, usable)
        found = cached(game, OFFERS, key, lambda: _offers(self.board, hex_, old, sides, stops, passed, usable))
        return Site(hex_, found, sides, stops, passed, self.cash - fee) if found else None

    def affordable(self, site: Site) -> tuple[Choice, ...]:
        """The tiles for which the treasury can pay the fee for water."""
        if self.exempt or site.left >= self.most or self._is_within(site.left, site):
            return site.choices
        kept = (self._affordable(choice, site) for choice in site.choices)
        return tuple(choice for choice in kept if choice is not None)

    def arrivals(self, hex_: Hex) -> int:
        """The sides by which ways of the railroad come to a hex and may go on from there."""
        found = 0 if hex_ in self.marked else self.reach.arrivals.get(hex_, 0)
        return found and found & ~closed_stubs(self.game, hex_, self.closed)

    @cached_property
    def reach(self) -> Reach:
        """What ways of the railroad come to; not asked for if there is no tile to lay. A part of it may do as well."""
        return company_reach(self.game, self.company)

    @cached_property
    def closed(self) -> frozenset[Stop]:
        """The stops that no way goes on from."""
        return closed_to_new_track(self.game, self.company)

    @cached_property
    def marked(self) -> frozenset[Hex]:
        """The hexes whose track the railroad may not use."""
        return getting_about.marked_for_others(self.game, self.company)

    @cached_property
    def has_rights(self) -> Callable[[Hex], bool]:
        """Where it may build."""
        return rights.builder(self.game, self.company)

    @cached_property
    def fares(self) -> Fares:
        """What ways to new track cost."""
        return across_water.track_fares(self.game, self.company)

    def _usable_with(self, left: int) -> int:
        usable = points.tiles_within(self.game, self.company, left)
        usable &= tiles_of(self.board, self.game.book.phases[self.state.phase].colours)
        return usable and usable & sum([1 << tile for tile, count in enumerate(self.state.supply) if count > 0])

    def _usable_on(self, hex_: Hex) -> int:
        """On some terrain, yellow tiles may use the extra point of a minor as well."""
        if self.usable == self.usable_with_extra or not self.board.hexes[hex_].terrain:
            return self.usable
        extra = self.usable_with_extra & ~self.usable
        more = (tile for tile in range(extra.bit_length()) if extra >> tile & 1)
        return self.usable | sum(
            1 << tile for tile in more if points.suffice(self.game, self.company, self.step.spent, hex_, Tile(tile))
        )

    def _is_within(self, fee: int, site: Site) -> bool:
        """Does no way to a hex, of those that the railroad has, cost more for water than this?"""
        fares = self.fares
        return all(
            fares.to_hex(site.hex, 1 << side, fee) is not None for side in EDGES if site.sides >> side & 1
        ) and all(fares.to_stop(stop, fee) is not None for stop in site.stops)

    def _affordable(self, choice: Choice, site: Site) -> Choice | None:
        """The part of a choice for which the treasury can pay the fee for water."""
        kept = []
        for action in choice:
            assert isinstance(action, LayTile)
            old, new = self.state.tiles.get(action.hex, PRINTED), action.tile * 6 + action.rotation
            where = joint(self.board, action.hex, old, new)
            counted = [stop for stop in where.stops if stop in (site.passed if where.first else site.stops)]
            if across_water.costs_no_more(self.fares, site.left, action.hex, where.sides & site.sides, counted):
                kept.append(action.rotation)
        return Choice(LayTile, (*choice.domains[:2], OneOf(tuple(kept)))) if kept else None


def _offers(
    board: Board, hex_: Hex, old: int, sides: int, stops: tuple[Stop, ...], passed: tuple[Stop, ...], usable: int
) -> tuple[Choice, ...]:
    """The tiles that fit a hex and are joined to ways by these sides or stops; `passed` are those to go on from."""
    by_tile: dict[int, list[int]] = {}
    for placement, where in candidates(board, hex_, old):
        tile = placement // 6
        if usable >> tile & 1:
            counted = passed if where.first else stops
            if where.sides & sides or any(stop in counted for stop in where.stops):
                by_tile.setdefault(tile, []).append(placement % 6)
    return tuple(Choice(LayTile, (only(tile), only(hex_), OneOf(tuple(turned)))) for tile, turned in by_tile.items())


@lru_cache(maxsize=1 << 14)
def candidates(board: Board, hex_: Hex, old: int) -> tuple[tuple[int, Joint], ...]:
    """Every placement that board and tiles allow in place of another, and what it must join."""
    return tuple(
        (new, joint(board, hex_, old, new)) for new in board.distinct_fits(hex_, old) if fills_its_hex(board, hex_, new)
    )


@lru_cache(maxsize=64)
def tiles_of(board: Board, colours: Collection[str]) -> int:
    """The tiles of some colours, one bit each."""
    return sum(1 << tile for tile, facts in enumerate(board.tiles.facts) if facts.colour in colours)


@lru_cache(maxsize=1 << 14)
def tiles_that_fit(board: Board, hex_: Hex, old: int) -> int:
    """The tiles of these placements, one bit each."""
    return sum({1 << placement // 6 for placement, _ in candidates(board, hex_, old)})


# -- laying ---------------------------------------------------------------------------------------


def lay(game: Game, step: BuildTrack, action: LayTile) -> None:
    """The railroad pays, lays the tile, and is paid by a patron."""
    cost = lay_cost(game, step.company, action)
    put_down(game, step.company, action, cost)
    spent = points.with_tile(game, step.company, step.spent, action.hex, action.tile)
    game.put(replace(step, laid=(*step.laid, (action.hex, action.tile)), spent=spent))


def put_down(game: Game, company: Company, action: LayTile, cost: int) -> None:
    """The tile is laid at this cost; what an insolvency would undo is noted (18OE-INSOLV-08)."""
    hex_, before = action.hex, game.state.tiles.get(action.hex)
    pay_for_track(game, company, cost, hex_)
    effects.lay_tile(game, company, hex_, action.tile, action.rotation)
    bounty = patronage.fulfil(game, company, hex_)
    amend(game, lays=(*record(game).lays, Lay(hex_, before, cost, bounty)))
