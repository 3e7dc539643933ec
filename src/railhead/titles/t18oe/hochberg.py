"""Hochberg Mining & Lumber: its token is a town for the railroads of its owner (18OE-PRIV-33 to 18OE-PRIV-36)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action, Topic
from railhead.core.game import Game
from railhead.core.ids import Hex
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, filtered
from railhead.titles.t18oe import powers, terrain
from railhead.titles.t18oe.building import BuildTrack
from railhead.titles.t18oe.facts import NUMBERS, PRIVATE
from railhead.titles.t18oe.private_tokens import owner_refusal, turn_face_down
from railhead.titles.t18oe.record import amend, record

HOCHBERG = "HMLC"


@dataclass(frozen=True, slots=True)
class PlaceHochberg(Action):
    """Place the token of Hochberg on a hex."""

    hex: Hex
    form: ClassVar[str] = "use HMLC on {hex}"
    label: ClassVar[str] = "Place Hochberg's token on {hex}"
    told: ClassVar[tuple[str, ...]] = ("{player} places the token of Hochberg Mining & Lumber on {hex}",)
    topic: ClassVar[Topic] = Topic.PRIVATES


def refusal(game: Game, step: BuildTrack, action: PlaceHochberg) -> Refusal | None:
    """Green terrain that costs enough, with one town at most; it needs no way, no rights and no points.

    Rules 18OE-PRIV-33, 18OE-PRIV-34 and 18OE-PRIV-50.
    """
    if record(game).hochberg is not None:
        return game.forbid("hochberg.once", "Hochberg's token has been placed")
    facts = game.book.board.hexes[action.hex]
    if facts.cost < NUMBERS.hochberg_least_cost or not terrain.is_green(game, action.hex):
        return game.forbid("hochberg.terrain", "Hochberg's token goes on green terrain that costs at least 45")
    if not is_open_country(game, action.hex):
        return game.forbid("hochberg.towns", "Hochberg's token goes on no hex with a city or with two towns")
    return owner_refusal(game, step.company, HOCHBERG)


def is_open_country(game: Game, hex_: Hex) -> bool:
    """Is there one town at most, and no city?"""
    stops = game.book.board.hexes[hex_].printed.stops
    return not stops or (stops[0].slots == 0 and sum(stop.places for stop in stops) == 1)


def candidates(game: Game, step: BuildTrack) -> Iterable[PlaceHochberg]:
    """Every hex, if the token may be placed at all."""
    if record(game).hochberg is not None or powers.serves(game, step.company, HOCHBERG) is None:
        return ()
    return map(PlaceHochberg, game.book.board.all_hexes)


def place(game: Game, step: BuildTrack, action: PlaceHochberg) -> None:
    """The token is placed and the certificate turned face down (18OE-PRIV-36)."""
    amend(game, hochberg=action.hex)
    turn_face_down(game, PRIVATE[HOCHBERG])


MOVE: AnyMove = Move(PlaceHochberg, filtered(candidates, refusal), refusal, place)
