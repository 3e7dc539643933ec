"""Green Junction: minor D's token makes a city worth more to its trains (18OE-MINOR-07 to 18OE-MINOR-09)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action, Topic
from railhead.core.game import Game
from railhead.core.ids import Hex, Stop, hex_of, stop_at
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, filtered
from railhead.rules.stations import is_large
from railhead.titles.t18oe import powers
from railhead.titles.t18oe.building import BuildTrack
from railhead.titles.t18oe.facts import GRAND, land
from railhead.titles.t18oe.record import amend, record

MINOR_D = "D"


@dataclass(frozen=True, slots=True)
class PlaceJunction(Action):
    """Place minor D's token in a city."""

    stop: Stop
    form: ClassVar[str] = "junction at {stop}"
    label: ClassVar[str] = "Place D's token in {stop}"
    told: ClassVar[tuple[str, ...]] = ("{actor} places the token of minor D in {stop}",)
    topic: ClassVar[Topic] = Topic.STATIONS


def refusal(game: Game, step: BuildTrack, action: PlaceJunction) -> Refusal | None:
    """Any city but a metropolis or a red zone, in reach or not, in the track step (18OE-MINOR-07, 18OE-MINOR-08)."""
    if not powers.has(game, step.company, MINOR_D):
        return game.forbid("junction.owner", "Only minor D, or the major it is merged into, places this token")
    if record(game).junction is not None:
        return game.forbid("junction.once", "The token of minor D has been placed")
    if not is_large(game, action.stop) or not is_city_on_land(hex_of(action.stop)):
        return game.forbid("junction.city", "The token goes to a city that is no metropolis and no red zone")
    return None


def is_city_on_land(hex_: Hex) -> bool:
    """Is there neither a metropolis nor a red zone on a hex?"""
    facts = land().board.hexes[hex_]
    return facts.label in ("", GRAND) and facts.printed.colour != "red"


def candidates(game: Game, step: BuildTrack) -> Iterable[PlaceJunction]:
    """Every city, if the token may be placed at all; those that may have it are one station whatever lies there."""
    if record(game).junction is not None or not powers.has(game, step.company, MINOR_D):
        return ()
    printed = game.book.board.hexes
    return (PlaceJunction(stop_at(hex_, 0)) for hex_ in game.book.board.all_hexes if printed[hex_].printed.stops)


def place(game: Game, step: BuildTrack, action: PlaceJunction) -> None:
    """The token is placed."""
    amend(game, junction=action.stop)


def retire(game: Game) -> None:
    """At the start of Train Phase 5 the token leaves; another may be placed later (18OE-MINOR-09)."""
    amend(game, junction=None)


MOVE: AnyMove = Move(PlaceJunction, filtered(candidates, refusal), refusal, place)
