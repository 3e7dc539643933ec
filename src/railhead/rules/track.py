"""Laying track: which tile may go where, joined to what, at what cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol

from railhead.core import effects
from railhead.core.actions import Action, Deed, Topic
from railhead.core.choices import Choice, OneOf, only
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Tile, hex_of
from railhead.core.refusal import Refusal
from railhead.core.rulebook import RuleGroup
from railhead.core.spelling import Rotation
from railhead.core.steps import AnyMove, CompanyStep, Matter, Move, passing
from railhead.core.text import Text
from railhead.rules import loans
from railhead.rules.loans import Purpose
from railhead.rules.stations import company_reach, ends_of_ways, starts, unhindered_reach


@dataclass(frozen=True, slots=True)
class LayTile(Action):
    """Lay a tile on a hex, or replace the one there."""

    tile: Tile
    hex: Hex
    rotation: Rotation
    form: ClassVar[str] = "lay {tile} on {hex} turned {rotation}"
    label: ClassVar[str] = "Lay {tile} on {hex}"
    topic: ClassVar[Topic] = Topic.TRACK
    deed: ClassVar[Deed] = Deed.LAY


Laid = tuple[tuple[Hex, Tile], ...]
"""The tiles a company has laid in its turn, and where."""


class LayRoom(Protocol):
    """Whether a company may lay any more tiles in its turn."""

    def __call__(self, game: Game, company: Company, laid: Laid) -> bool: ...


class LayLaw(Protocol):
    """Whether a company that has already laid some tiles in its turn may also lay this one."""

    def __call__(self, game: Game, company: Company, laid: Laid, hex_: Hex, tile: Tile) -> Refusal | None: ...


class LayCost(Protocol):
    """What laying a tile costs a company, given those it has already laid in its turn."""

    def __call__(self, game: Game, company: Company, action: LayTile, laid: Laid) -> int: ...


class TileLaw(Protocol):
    """A title's special rules for a tile."""

    def __call__(self, game: Game, hex_: Hex, tile: Tile, rotation: int) -> Refusal | None: ...


class UpgradeLaw(Protocol):
    """Whether a company may upgrade a hex like this."""

    def __call__(self, game: Game, company: Company, hex_: Hex, tile: Tile, rotation: int) -> Refusal | None: ...


def one_tile(game: Game, company: Company, laid: Laid) -> bool:
    """One tile per turn."""
    return not laid


def any_tile(game: Game, company: Company, laid: Laid, hex_: Hex, tile: Tile) -> Refusal | None:
    """Only the number of tiles is limited."""
    return None


def terrain_cost(game: Game, hex_: Hex) -> int:
    """The cost printed on the hex is paid for the first tile on it."""
    return 0 if hex_ in game.state.tiles else game.book.board.hexes[hex_].cost


def printed_cost(game: Game, company: Company, action: LayTile, laid: Laid) -> int:
    """Only the cost printed on the hex is paid."""
    return terrain_cost(game, action.hex)


def no_special_rule(game: Game, hex_: Hex, tile: Tile, rotation: int) -> Refusal | None:
    """Only the general rules apply to the tile."""
    return None


def any_upgrade(game: Game, company: Company, hex_: Hex, tile: Tile, rotation: int) -> Refusal | None:
    """Only the general rules apply to an upgrade."""
    return None


@dataclass(frozen=True)
class TrackRules(RuleGroup):
    """How companies build track."""

    moves: tuple[AnyMove, ...] = ()
    """What a company may build: tiles, and whatever else counts as building."""
    may_lay_more: LayRoom = one_tile
    """Does the number of tiles laid in a turn leave room for another?"""
    allowance: LayLaw = any_tile
    """May a company that has already laid these tiles in its turn also lay this one?"""
    cost: LayCost = printed_cost
    """What laying this tile costs a company."""
    tile_rule: TileLaw = no_special_rule
    """The title's special rules for a tile."""
    upgrade_rule: UpgradeLaw = any_upgrade
    """May this company upgrade this hex to this tile in this rotation?"""


@dataclass(frozen=True, slots=True)
class LayTrack(CompanyStep):
    """The part of a company's turn in which it lays track; what it has laid so far."""

    matter: ClassVar[Matter] = Matter.TRACK
    laid: Laid = ()
    """Hexes and tiles laid in this turn."""
    purpose: ClassVar[str] = "lay track"
    on_pass: ClassVar[str] = "{actor} lays no track"
    on_pass_again: ClassVar[str] = "{actor} lays no more track"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return game.rules[TrackRules].moves


ALL_SIDES = 0b111111


def placement_refusal(game: Game, action: LayTile) -> Refusal | None:
    """Check a placement against the board, the supply of tiles and the phase."""
    state, board, hex_ = game.state, game.book.board, action.hex
    old = board.placed(state.tiles, hex_)
    new = action.tile * 6 + action.rotation
    tile = board.tiles.facts[action.tile]
    if state.supply[action.tile] < 1:
        return game.forbid("track.supply", "No tile {name} is left", name=tile.name)
    if tile.colour not in game.book.phases[state.phase].colours:
        return game.forbid("track.phase", "{colour} tiles are not available yet", colour=Text(tile.colour.capitalize()))
    if new not in board.fits(hex_, old):
        return _misfit(game, hex_, old, new)
    return game.rules[TrackRules].tile_rule(game, hex_, action.tile, action.rotation)


def _misfit(game: Game, hex_: Hex, old: int, new: int) -> Refusal:
    """Why a placement does not fit the hex."""
    board = game.book.board
    name, tile = board.names[hex_], board.facts(hex_, new)
    if not board.hexes[hex_].buildable:
        return game.forbid("track.land", "{name} cannot be built on", name=name)
    if tile.colour != board.next_colour(hex_, old):
        key = "track.empty_hex" if tile.colour == board.colours[0] else "track.colours"
        return game.forbid(key, "A {colour} tile cannot be laid on {name} now", colour=Text(tile.colour), name=name)
    if not board.right_kind(hex_, old, tile):
        key = "track.letter" if board.hexes[hex_].label or tile.label else "track.stations"
        return game.forbid(key, "Tile {name} is not of the kind required on {hex}", name=tile.name, hex=name)
    if not board.within_land(hex_, new):
        return game.forbid("track.land", "The track would run into the sea, a barrier or land that cannot be built on")
    return game.forbid("track.keeps", "All track of the old tile must be kept, joined to the same sides")


def lay_refusal(game: Game, step: LayTrack, action: LayTile) -> Refusal | None:
    """Which rule forbids laying this tile."""
    return (
        game.rules[TrackRules].allowance(game, step.company, step.laid, action.hex, action.tile)
        or placement_refusal(game, action)
        or _cost_refusal(game, step, action)
        or _joined_refusal(game, step.company, action)
    )


def _cost_refusal(game: Game, step: LayTrack, action: LayTile) -> Refusal | None:
    cost = lay_cost(game, step, action)
    shortage = loans.shortage(game, step.company, cost, Purpose.TRACK)
    if shortage is None:
        return None
    return game.forbid("track.cost", "Building there costs {cost}, but {shortage}", cost=cost, shortage=shortage)


def lay_cost(game: Game, step: LayTrack, action: LayTile) -> int:
    """What laying a tile costs the company whose turn it is."""
    return game.rules[TrackRules].cost(game, step.company, action, step.laid)


def _joined_refusal(game: Game, company: Company, action: LayTile) -> Refusal | None:
    """New track must join the company's; upgrades follow the title's own rule."""
    state, board, hex_ = game.state, game.book.board, action.hex
    if board.facts(hex_, board.placed(state.tiles, hex_)).colour:
        return game.rules[TrackRules].upgrade_rule(game, company, hex_, action.tile, action.rotation)
    if _joins(game, company, action):
        return None
    if _is_blocked(game, company, hex_, _exits(game, action)):
        return game.forbid("track.blocked", "The way is blocked by a station where all circles are taken by others")
    return game.forbid("track.joined", "The tile does not join track that the company can reach from a [token]")


def _joins(game: Game, company: Company, action: LayTile) -> bool:
    """Does the tile join track that the company can reach, or lie under one of its tokens?"""
    return bool(_exits(game, action) & _joining_sides(game, company, action.hex))


def _exits(game: Game, action: LayTile) -> int:
    return game.book.board.tiles.facts[action.tile].turned[action.rotation].exits


def _joining_sides(game: Game, company: Company, hex_: Hex) -> int:
    """The sides of a hex without track at which a tile joins the company's: all of them if it comes to a stop there."""
    if _has_base(game, company, hex_) or _comes_to_a_stop(game, company, hex_):
        return ALL_SIDES
    return company_reach(game, company).arrivals.get(hex_, 0)


def _is_blocked(game: Game, company: Company, hex_: Hex, exits: int) -> bool:
    """Would the tile join the company's track if no station were full of others' tokens?"""
    if ends_of_ways(game, company).isdisjoint(company_reach(game, company).stops):
        return False
    return bool(exits & unhindered_reach(game, company).arrivals.get(hex_, 0))


def _has_base(game: Game, company: Company, hex_: Hex) -> bool:
    return any(hex_of(stop) == hex_ for stop in starts(game, company))


def _comes_to_a_stop(game: Game, company: Company, hex_: Hex) -> bool:
    """Can the company come to a stop of the hex without track, from the sea, and go on from there?"""
    board, reached = game.book.board, company_reach(game, company).stops
    here = [stop for stop in board.stops_of(board.placed(game.state.tiles, hex_), hex_) if stop in reached]
    return bool(here) and not ends_of_ways(game, company).issuperset(here)


def lay_options(game: Game, step: LayTrack) -> Iterator[Choice]:
    """Every tile the company may lay, with the rotations it may have."""
    if not game.rules[TrackRules].may_lay_more(game, step.company, step.laid):
        return
    reach = company_reach(game, step.company)
    hexes = {*reach.arrivals, *map(hex_of, reach.stops), *map(hex_of, starts(game, step.company))}
    for hex_ in sorted(hexes):
        yield from _lay_options_there(game, step, hex_)


def lay_options_on(game: Game, step: LayTrack, hex_: Hex) -> Iterable[Choice]:
    """Every tile the company may lay on one hex."""
    if not game.rules[TrackRules].may_lay_more(game, step.company, step.laid):
        return ()
    return _lay_options_there(game, step, hex_)


def _lay_options_there(game: Game, step: LayTrack, hex_: Hex) -> Iterator[Choice]:
    """The tiles that may be laid on a hex by a company that may lay any more.

    New track that joins nothing is left out first: the law would look for what blocks its way, only to say so.
    """
    board = game.book.board
    upgrades = bool(board.facts(hex_, board.placed(game.state.tiles, hex_)).colour)
    joining = 0 if upgrades else _joining_sides(game, step.company, hex_)

    def allowed(action: LayTile) -> bool:
        return bool(upgrades or _exits(game, action) & joining) and lay_refusal(game, step, action) is None

    return options_on(game, hex_, allowed)


def options_on(game: Game, hex_: Hex, allowed: Callable[[LayTile], bool]) -> Iterator[Choice]:
    """Every tile that fits a hex now, with the rotations that nothing forbids."""
    board, state = game.book.board, game.state
    colours = game.book.phases[state.phase].colours
    by_tile: dict[int, list[int]] = {}
    for placement in board.distinct_fits(hex_, board.placed(state.tiles, hex_)):
        tile = placement // 6
        if state.supply[tile] > 0 and board.tiles.facts[tile].colour in colours:
            by_tile.setdefault(tile, []).append(placement % 6)
    for tile, rotations in by_tile.items():
        turned = tuple(r for r in rotations if allowed(LayTile(Tile(tile), Hex(hex_), Rotation(r))))
        if turned:
            yield Choice(LayTile, (only(tile), only(hex_), OneOf(turned)))


def pay_for_track(game: Game, company: Company, cost: int, hex_: Hex) -> None:
    """The company pays for building, taking loans if the title lets it."""
    loans.cover(game, company, cost, Purpose.TRACK)
    purpose = Text("building on {hex}", hex=game.book.board.names[hex_])
    effects.pay(game, game.purse(company), game.book.company_bank, cost, purpose)


def lay(game: Game, step: LayTrack, action: LayTile) -> None:
    """The company pays what the hex costs and lays the tile."""
    company = step.company
    pay_for_track(game, company, lay_cost(game, step, action), action.hex)
    effects.lay_tile(game, company, action.hex, action.tile, action.rotation)
    game.put(replace(step, laid=(*step.laid, (action.hex, action.tile))))


LAY = Move(LayTile, lay_options, lay_refusal, lay, lay_options_on)
MOVES: tuple[AnyMove, ...] = (LAY, passing(lambda game, _: game.pop()))
