"""Building track in 18BF (rules 18BF-TRACK): what a turn allows and costs, upgrades, and the free lays of privates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, only
from railhead.core.deals import TilePaidFor
from railhead.core.events import TileLaid
from railhead.core.game import Game
from railhead.core.ids import NO_STOP, Company, Hex, Private, Tile, hex_of
from railhead.core.refusal import Refusal
from railhead.core.spelling import Rotation
from railhead.core.steps import AnyMove, Move, passing
from railhead.rules import loans
from railhead.rules.loans import Purpose
from railhead.rules.stations import bases, company_reach
from railhead.rules.track import (
    LAY,
    Laid,
    LayTile,
    LayTrack,
    options_on,
    pay_for_track,
    placement_refusal,
    terrain_cost,
)
from railhead.titles.t18bf.facts import MOST_EXITS, NUMBERS, PRIVATES, SYSTEM
from railhead.titles.t18bf.record import record
from railhead.track.board import PRINTED


def track_stage(game: Game, company: Company) -> None:
    """The company may lay and upgrade track (18BF-OR-05)."""
    game.push(LayTrack(company))


# -- what a turn allows ---------------------------------------------------------------------------


def tiles_a_turn(game: Game, company: Company) -> int:
    """Two tile operations, of a System three (18BF-TRACK-02, 18BF-TRACK-03)."""
    return NUMBERS.system_tiles if game.state.kind[company] == SYSTEM else NUMBERS.public_tiles


def may_lay_more(game: Game, company: Company, laid: Laid) -> bool:
    """Has the company operations left?"""
    return len(laid) < tiles_a_turn(game, company)


def lay_allowance(game: Game, company: Company, laid: Laid, hex_: Hex, tile: Tile) -> Refusal | None:
    """Each operation on another hex, one of them an upgrade at most; a home without track comes first.

    Rules 18BF-TRACK-01, 18BF-TRACK-02, 18BF-TRACK-03 and 18BF-TRACK-08.
    """
    home = unbuilt_home(game, company)
    if home is not None and hex_ != home:
        name = game.book.board.names[home]
        return game.forbid(
            "track.home", "The company must first build on {name}, its home, where there is no track", name=name
        )
    if not may_lay_more(game, company, laid):
        return game.forbid("track.turn", "{company} may lay no more tiles in this turn", company=game.symbol(company))
    if any(hex_ == earlier for earlier, _ in laid):
        return game.forbid("track.same_hex", "Each tile of a turn must be laid on a different hex")
    if _is_upgrade(game, tile) and any(_is_upgrade(game, earlier) for _, earlier in laid):
        return game.forbid("track.one_upgrade", "Only one tile may be upgraded in a turn")
    return None


def _is_upgrade(game: Game, tile: Tile) -> bool:
    return game.book.tiles.facts[tile].colour != game.book.board.colours[0]


def unbuilt_home(game: Game, company: Company) -> Hex | None:
    """The home hex of a company as long as there is no track on it (18BF-TRACK-08)."""
    home = record(game).homes[company]
    if home == NO_STOP or hex_of(home) in game.state.tiles:
        return None
    return None if game.book.board.track(hex_of(home), PRINTED).pieces else hex_of(home)


# -- what it costs --------------------------------------------------------------------------------


def lay_cost(game: Game, company: Company, action: LayTile, laid: Laid) -> int:
    """Every operation after the first, difficult terrain under a first tile, and the sides across which links are made.

    Rules 18BF-TRACK-01, 18BF-TRACK-02, 18BF-TRACK-03, 18BF-TRACK-11 and 18BF-TRACK-12.
    """
    extra = NUMBERS.extra_tile if laid else 0
    return extra + terrain_cost(game, action.hex) + link_cost(game, action)


def link_cost(game: Game, action: LayTile) -> int:
    """What the sides cost across which the tile completes a link; to point at one costs nothing (18BF-TRACK-12)."""
    board = game.book.board
    sides = board.sides[action.hex]
    if not sides:
        return 0
    made = board.completes(game.state.tiles, action.hex, action.tile * 6 + action.rotation)
    return sum(sides[edge].cost for edge in made if edge in sides)


# -- tiles and upgrades ---------------------------------------------------------------------------


def tile_rule(game: Game, hex_: Hex, tile: Tile, rotation: int) -> Refusal | None:
    """A yellow tile points to the triangle; a brown one in a Y city has as many exits as possible.

    Rules 18BF-TRACK-13 and 18BF-TRACK-21.
    """
    if not game.book.board.points_right(hex_, tile * 6 + rotation):
        return game.forbid("track.triangle", "The tile must have track to the side with the yellow triangle")
    facts = game.book.tiles.facts[tile]
    if facts.stops and [facts.label, facts.colour] in MOST_EXITS and _exits(game, tile) < most_exits(game, hex_):
        return game.forbid("track.exits", "A tile with as many exits as possible must be used here")
    return None


def _exits(game: Game, tile: Tile) -> int:
    return game.book.tiles.facts[tile].turned[0].exits.bit_count()


def most_exits(game: Game, hex_: Hex) -> int:
    """The most exits of any tile that is left and fits a hex (18BF-TRACK-21)."""
    board, state = game.book.board, game.state
    fitting = {Tile(placement // 6) for placement in board.fits(hex_, board.placed(state.tiles, hex_))}
    return max(_exits(game, tile) for tile in fitting if state.supply[tile] > 0)


def upgrade_rule(game: Game, company: Company, hex_: Hex, tile: Tile, rotation: int) -> Refusal | None:
    """Some new track, or on a tile with a city or small city any track at all, is part of a route of the company.

    For this a route reaches London with or without a marker there. Rules 18BF-TRACK-16, 18BF-TRACK-17 and
    18BF-TRACK-26.
    """
    board = game.book.board
    facts = board.tiles.facts[tile]
    arrivals = company_reach(game, company).arrivals.get(hex_, 0)
    if facts.stops:
        joined = arrivals & facts.turned[rotation].exits or any(hex_of(stop) == hex_ for stop in bases(game, company))
        return None if joined else game.forbid("upgrade.city", "No route of the company reaches track of the tile")
    kept = {frozenset(piece) for piece in board.track(hex_, board.placed(game.state.tiles, hex_)).pieces}
    new = [piece for piece in facts.turned[rotation].pieces if frozenset(piece) not in kept]
    if any(arrivals >> side & 1 for piece in new for side in piece):
        return None
    return game.forbid("upgrade.plain", "No new track of the tile is part of a route of the company")


# -- free lays ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LayFree(Action):
    """Lay a yellow tile by the right of a private company that the director owns."""

    private: Private
    tile: Tile
    hex: Hex
    rotation: Rotation
    form: ClassVar[str] = "use {private} to lay {tile} on {hex} turned {rotation}"
    label: ClassVar[str] = "Use {private} to lay {tile} on {hex}"
    told: ClassVar[tuple[str, ...]] = (
        "{actor} uses {private} to lay tile {tile} at {hex} for {cost}",
        "{actor} uses {private} to lay tile {tile} at {hex}",
    )
    covers: ClassVar[tuple[type[object], ...]] = (
        TilePaidFor,
        TileLaid,
    )
    topic: ClassVar[Topic] = Topic.TRACK

    @property
    def laying(self) -> LayTile:
        """What it does to the board."""
        return LayTile(self.tile, self.hex, self.rotation)


def free_refusal(game: Game, step: LayTrack, action: LayFree) -> Refusal | None:
    """The private's hex, a yellow tile, laid by its owner in the turn of a company they direct.

    It needs no connection, counts as none of the company's own operations, and may precede the tile on its home hex;
    the other rules of placing tiles apply. Rules 18BF-PRIV-18, 18BF-PRIV-19, 18BF-PRIV-21, 18BF-PRIV-23,
    18BF-PRIV-24 and 18BF-PRIV-40.
    """
    if PRIVATES[action.private].free_lay != game.book.board.names[action.hex]:
        return game.forbid(
            "private.hex", "{private} gives no right to build there", private=game.book.private_names[action.private]
        )
    if not _owns(game, step.company, action.private):
        return game.forbid("private.owner", "Only a player who owns the private and directs the company may use it")
    if action.hex in game.state.tiles:
        return game.forbid("private.yellow", "There is a tile on the hex already")
    return placement_refusal(game, action.laying) or _link_refusal(game, step.company, action)


def _owns(game: Game, company: Company, private: Private) -> bool:
    return game.state.privates[private] == game.player_for(company)


def _link_refusal(game: Game, company: Company, action: LayFree) -> Refusal | None:
    """The company pays for links, and may borrow for them (18BF-PRIV-22, 18BF-PRIV-41)."""
    cost = link_cost(game, action.laying)
    shortage = loans.shortage(game, company, cost, Purpose.TRACK)
    if shortage is None:
        return None
    return game.forbid("track.cost", "The link costs {cost}, but {shortage}", cost=cost, shortage=shortage)


def free_options(game: Game, step: LayTrack) -> Iterator[Choice]:
    """Every free lay (18BF-PRIV-11, 18BF-PRIV-12, 18BF-PRIV-13, 18BF-PRIV-14)."""
    for private, hex_ in _free_lays(game, step.company):
        yield from _options_of(game, step, private, hex_)


def free_options_on(game: Game, step: LayTrack, hex_: Hex) -> Iterable[Choice]:
    """Every free lay on one hex."""
    private = next((each for each, where in _free_lays(game, step.company) if where == hex_), None)
    return () if private is None else _options_of(game, step, private, hex_)


def _free_lays(game: Game, company: Company) -> Iterator[tuple[Private, Hex]]:
    """The privates of the Director that give a free lay, and where."""
    for private in game.privates_of(game.player_for(company)):
        name = PRIVATES[private].free_lay
        if name is not None:
            yield private, game.book.board.index[name]


def _options_of(game: Game, step: LayTrack, private: Private, hex_: Hex) -> Iterator[Choice]:
    def refusal(action: LayTile) -> Refusal | None:
        return free_refusal(game, step, LayFree(private, action.tile, action.hex, action.rotation))

    if hex_ not in game.state.tiles:
        for choice in options_on(game, hex_, lambda action: refusal(action) is None):
            yield Choice(LayFree, (only(private), *choice.domains))


def lay_free(game: Game, step: LayTrack, action: LayFree) -> None:
    """The tile costs nothing but the links it completes (18BF-PRIV-20, 18BF-PRIV-22)."""
    pay_for_track(game, step.company, link_cost(game, action.laying), action.hex)
    effects.lay_tile(game, step.company, action.hex, action.tile, action.rotation)


LAY_FREE = Move(LayFree, free_options, free_refusal, lay_free, free_options_on)
"""In the track step, before, between or after the company's own operations (18BF-PRIV-18)."""

MOVES: tuple[AnyMove, ...] = (LAY, LAY_FREE, passing(lambda game, _: game.pop()))
