"""Laying track: which tile may go where, joined to what, at what cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action
from railhead.core.choices import Choice, OneOf, only
from railhead.core.game import Game
from railhead.core.ids import Hex, Tile, hex_of
from railhead.core.refusal import Refusal
from railhead.core.spelling import Rotation
from railhead.core.steps import Move, Step, passing
from railhead.rules.stations import bases, company_reach
from railhead.track.board import PRINTED


@dataclass(frozen=True, slots=True)
class LayTile(Action):
    """Lay a tile on a hex, or replace the one there."""

    tile: Tile
    hex: Hex
    rotation: Rotation
    form: ClassVar[str] = "lay {tile} on {hex} turned {rotation}"


@dataclass(frozen=True, slots=True)
class LayTrack(Step):
    """The part of a company's turn in which it lays track; what it has laid so far."""

    company: int
    laid: tuple[tuple[int, int], ...] = ()
    """Hexes and tiles laid in this turn."""
    purpose: ClassVar[str] = "lay track"

    def seat(self, game: Game) -> int:
        return game.state.director[self.company]

    def moves(self, game: Game) -> tuple[Move, ...]:
        return game.book.slots.track_moves


@dataclass(frozen=True, slots=True)
class LayHome(Step):
    """The director of a new company lays a tile on its home hex."""

    company: int
    purpose: ClassVar[str] = "lay the home tile"
    order: ClassVar[str] = "track.home"

    def seat(self, game: Game) -> int:
        return game.state.director[self.company]

    def moves(self, game: Game) -> tuple[Move, ...]:
        del game
        return HOME_MOVES


def placement_refusal(game: Game, action: LayTile) -> Refusal | None:
    """What board, tile and phase alone say of a placement."""
    state, board, hex_ = game.state, game.book.board, action.hex
    old = board.placed(state.tiles, hex_)
    new = action.tile * 6 + action.rotation
    tile = board.tiles.facts[action.tile]
    if state.supply[action.tile] < 1:
        return game.forbid("track.supply", f"No tile {tile.name} is left")
    if tile.colour not in game.book.phases[state.phase].colours:
        return game.forbid("track.phase", f"{tile.colour.capitalize()} tiles are not available yet")
    if new not in board.fits(hex_, old):
        return _misfit(game, hex_, old, new)
    return game.book.slots.tile_rule(game, hex_, action.tile, action.rotation)


def _misfit(game: Game, hex_: int, old: int, new: int) -> Refusal:
    """Why a placement does not fit the hex."""
    board = game.book.board
    name, tile = board.names[hex_], board.facts(hex_, new)
    if not board.hexes[hex_].buildable:
        return game.forbid("track.land", f"{name} cannot be built on")
    if tile.colour != board.next_colour(hex_, old):
        key = "track.empty_hex" if tile.colour == board.colours[0] else "track.colours"
        return game.forbid(key, f"A {tile.colour} tile cannot be laid on what is on {name}")
    if not board.right_kind(hex_, old, tile):
        key = "track.letter" if board.hexes[hex_].label or tile.label else "track.stations"
        return game.forbid(key, f"Tile {tile.name} is not of the kind that {name} asks for")
    if not board.within_land(hex_, new):
        return game.forbid("track.land", "The track would run into the sea, a barrier or land that cannot be built on")
    return game.forbid("track.keeps", "All track of the old tile must be kept, joined to the same sides")


def lay_refusal(game: Game, step: LayTrack, action: LayTile) -> Refusal | None:
    """Which rule forbids laying this tile."""
    return (
        game.book.slots.lay_allowance(game, step.company, step.laid, action.hex, action.tile)
        or placement_refusal(game, action)
        or _cost_refusal(game, step.company, action.hex)
        or _joined_refusal(game, step.company, action)
    )


def _cost_refusal(game: Game, company: int, hex_: int) -> Refusal | None:
    cost = game.book.slots.lay_cost(game, company, hex_)
    cash = game.treasury(company)
    if cost > cash:
        return game.forbid("track.cost", f"Building there costs {cost}, and {game.symbol(company)} has {cash}")
    return None


def _joined_refusal(game: Game, company: int, action: LayTile) -> Refusal | None:
    """New track joins the company's; an upgrade obeys the title's own rule."""
    state, board, hex_ = game.state, game.book.board, action.hex
    if board.facts(hex_, board.placed(state.tiles, hex_)).colour:
        return game.book.slots.upgrade_rule(game, company, hex_, action.tile, action.rotation)
    exits = board.tiles.facts[action.tile].turned[action.rotation].exits
    if exits & company_reach(game, company).arrivals.get(hex_, 0) or _has_base(game, company, hex_):
        return None
    return game.forbid("track.joined", "The tile does not join track that the company can reach from a base")


def _has_base(game: Game, company: int, hex_: int) -> bool:
    return any(hex_of(stop) == hex_ for stop in bases(game, company))


def lay_options(game: Game, step: LayTrack) -> Iterator[Choice]:
    """Every tile the company may lay, with the rotations it may have."""
    if not game.book.slots.may_lay_more(game, step.laid):
        return
    hexes = set(company_reach(game, step.company).arrivals)
    hexes.update(hex_of(stop) for stop in bases(game, step.company))
    for hex_ in sorted(hexes):
        yield from _options_on(game, hex_, lambda action: lay_refusal(game, step, action))


def _options_on(game: Game, hex_: int, refusal: Callable[[LayTile], Refusal | None]) -> Iterator[Choice]:
    board, state = game.book.board, game.state
    colours = game.book.phases[state.phase].colours
    by_tile: dict[int, list[int]] = {}
    for placement in board.distinct_fits(hex_, board.placed(state.tiles, hex_)):
        tile = placement // 6
        if state.supply[tile] > 0 and board.tiles.facts[tile].colour in colours:
            by_tile.setdefault(tile, []).append(placement % 6)
    for tile, rotations in by_tile.items():
        allowed = tuple(r for r in rotations if refusal(LayTile(Tile(tile), Hex(hex_), Rotation(r))) is None)
        if allowed:
            yield Choice(LayTile, (only(tile), only(hex_), OneOf(allowed)))


def lay(game: Game, step: LayTrack, action: LayTile) -> None:
    """The company pays what the hex costs and lays the tile."""
    company = step.company
    cost = game.book.slots.lay_cost(game, company, action.hex)
    effects.pay(
        game,
        game.purse(company),
        game.book.company_bank,
        cost,
        f"building on {game.book.board.names[action.hex]}",
    )
    effects.lay_tile(game, company, action.hex, action.tile, action.rotation)
    game.put(replace(step, laid=(*step.laid, (action.hex, action.tile))))


def home_refusal(game: Game, step: LayHome, action: LayTile) -> Refusal | None:
    """The home tile goes on the home hex and obeys the normal limits of placing tiles."""
    if action.hex != hex_of(game.book.companies[step.company].home):
        return game.forbid("track.home", "This tile goes on the home hex of the company")
    return placement_refusal(game, action)


def home_options(game: Game, step: LayHome) -> Iterable[Choice]:
    """Every tile that fits the home hex."""
    home = hex_of(game.book.companies[step.company].home)
    return _options_on(game, home, lambda action: home_refusal(game, step, action))


def needs_home_tile(game: Game, company: int) -> bool:
    """Has the home hex no track, and is there a tile for it?"""
    home = hex_of(game.book.companies[company].home)
    board = game.book.board
    empty = board.placed(game.state.tiles, home) == PRINTED and not board.track(home, PRINTED).pieces
    return empty and next(iter(home_options(game, LayHome(company))), None) is not None


def _lay_home(game: Game, step: LayHome, action: LayTile) -> None:
    effects.lay_tile(game, step.company, action.hex, action.tile, action.rotation)
    game.pop()


LAY = Move(LayTile, lay_options, lay_refusal, lay)
MOVES = (LAY, passing(lambda game, _: game.pop()))
HOME_MOVES = (Move(LayTile, home_options, home_refusal, _lay_home),)
