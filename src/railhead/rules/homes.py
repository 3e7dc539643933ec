"""Homes: a company's first token, the tile beneath it, and the circle reserved for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import Company, Stop, hex_of
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, CompanyStep, Move
from railhead.rules.stations import free_circles
from railhead.rules.track import LayTile, options_on, placement_refusal
from railhead.track.board import PRINTED


def home(game: Game, company: Company) -> Stop:
    """The station of a company's home."""
    return game.book.companies[company].home


def settle(game: Game, company: Company) -> None:
    """A new company places its home token; if there is no track there, a tile is laid first."""
    effects.place_token(game, company, home(game, company))
    if needs_tile(game, company):
        game.push(LayHome(company))


def waiting_for(game: Game, company: Company, stop: Stop) -> Company | None:
    """Another company that has yet to place its home token here, if only one circle is left for it."""
    if free_circles(game, stop) > 1:
        return None
    present = game.state.tokens.get(stop, ())
    others = (other for other in game.all_companies() if other != company and other not in present)
    return next((other for other in others if home(game, other) == stop), None)


# -- the home tile --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LayHome(CompanyStep):
    """The director of a new company lays a tile on its home hex."""

    purpose: ClassVar[str] = "lay the home tile"
    order: ClassVar[str] = "track.home"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES


def needs_tile(game: Game, company: Company) -> bool:
    """Does the home hex have no track, and is there a tile for it?"""
    hex_, board = hex_of(home(game, company)), game.book.board
    empty = board.placed(game.state.tiles, hex_) == PRINTED and not board.track(hex_, PRINTED).pieces
    return empty and next(iter(options(game, LayHome(company))), None) is not None


def refusal(game: Game, step: LayHome, action: LayTile) -> Refusal | None:
    """The home tile goes on the home hex and obeys the normal limits of placing tiles."""
    if action.hex != hex_of(home(game, step.company)):
        return game.forbid("track.home", "This tile goes on the home hex of the company")
    return placement_refusal(game, action)


def options(game: Game, step: LayHome) -> Iterable[Choice]:
    """Every tile that fits the home hex."""
    return options_on(game, hex_of(home(game, step.company)), lambda action: refusal(game, step, action) is None)


def _lay(game: Game, step: LayHome, action: LayTile) -> None:
    effects.lay_tile(game, step.company, action.hex, action.tile, action.rotation)
    game.pop()


MOVES: tuple[AnyMove, ...] = (Move(LayTile, options, refusal, _lay),)
