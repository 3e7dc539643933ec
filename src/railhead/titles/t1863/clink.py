"""The Clink Club: one yellow tile near a prison in the first stock round (1863-PRIV-16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice
from railhead.core.events import TileLaid
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Tile
from railhead.core.refusal import Refusal
from railhead.core.spelling import Rotation
from railhead.core.steps import AnyMove, Move
from railhead.rules.stock import StockTurn
from railhead.rules.track import LayTile, options_on, placement_refusal
from railhead.titles.t1863.facts import CLINK_HEXES, PRIVATE
from railhead.titles.t1863.record import amend, record

CLINK = PRIVATE["CLK"]
NO_COMPANY = Company(0)
"""A tile that no company lays."""


@dataclass(frozen=True, slots=True)
class LayClink(Action):
    """Lay the tile of the Clink Club."""

    tile: Tile
    hex: Hex
    rotation: Rotation
    form: ClassVar[str] = "clink lays {tile} on {hex} turned {rotation}"
    label: ClassVar[str] = "Use the Clink Club to lay {tile} on {hex}"
    told: ClassVar[tuple[str, ...]] = ("{player} uses the Clink Club to lay tile {tile} at {hex}",)
    covers: ClassVar[tuple[type[object], ...]] = (TileLaid,)
    topic: ClassVar[Topic] = Topic.TRACK

    @property
    def laying(self) -> LayTile:
        """What it does to the board."""
        return LayTile(self.tile, self.hex, self.rotation)


def not_now(game: Game, step: StockTurn) -> Refusal | None:
    """Only the owner, a player, in a turn of the first stock round, once."""
    if game.state.privates[CLINK] != step.player:
        return game.forbid("clink.owner", "You do not own the Clink Club")
    if game.state.round.number != 1 or CLINK in record(game).used:
        return game.forbid("clink.once", "The Clink Club lays one tile in the first stock round")
    return None


def refusal(game: Game, step: StockTurn, action: LayClink) -> Refusal | None:
    """A tile on one of two hexes; it costs nothing."""
    barred = not_now(game, step)
    if barred is not None:
        return barred
    if game.book.board.names[action.hex] not in CLINK_HEXES or action.hex in game.state.tiles:
        return game.forbid("clink.hex", "The Clink Club lays a tile on an empty hex with a prison")
    return placement_refusal(game, action.laying)


def options(game: Game, step: StockTurn) -> Iterator[Choice]:
    """Every tile on both hexes."""
    if not_now(game, step) is not None:
        return

    def allowed(action: LayTile) -> bool:
        return refusal(game, step, LayClink(action.tile, action.hex, action.rotation)) is None

    for name in CLINK_HEXES:
        for choice in options_on(game, game.book.board.index[name], allowed):
            yield Choice(LayClink, choice.domains)


def _lay(game: Game, step: StockTurn, action: LayClink) -> None:
    effects.lay_tile(game, NO_COMPANY, action.hex, action.tile, action.rotation)
    amend(game, used=(*record(game).used, CLINK))


LAY: AnyMove = Move(LayClink, options, refusal, _lay)
ACTIONS = (LayClink,)
