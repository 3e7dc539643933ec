"""The token of the Chocolate Express, which takes a circle from others but stops no train (1863-PRIV-13)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.events import MarkerPlaced, MarkerRemoved
from railhead.core.game import Game
from railhead.core.ids import Company, Stop
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, filtered
from railhead.rules.cache import computed
from railhead.titles.t1863.facts import PRIVATE
from railhead.titles.t1863.places import FREE, free_stations
from railhead.titles.t1863.powers import company_with

if TYPE_CHECKING:
    from railhead.titles.t1863.building import BuildTrack

CHOCOLATE = PRIVATE["CHO"]


@dataclass(frozen=True, slots=True)
class MoveBus(Action):
    """Place or move the token of the Chocolate Express."""

    stop: Stop
    form: ClassVar[str] = "bus at {stop}"
    label: ClassVar[str] = "Place the Chocolate Express at {stop}"
    told: ClassVar[tuple[str, ...]] = ("{actor} places the Chocolate Express at {stop}",)
    covers: ClassVar[tuple[type[object], ...]] = (MarkerPlaced, MarkerRemoved)
    topic: ClassVar[Topic] = Topic.STATIONS


def bus(game: Game) -> Company:
    """The token of the Chocolate Express, by its number on the board."""
    (found,) = game.book.open_markers
    return found


def stop(game: Game) -> Stop | None:
    """Where the token of the Chocolate Express is, if it is on the board."""
    token = bus(game)
    return next((at for at, held in game.state.tokens.items() if token in held), None)


def take_off(game: Game) -> None:
    """The token leaves the board, if it is there."""
    at = stop(game)
    if at is not None:
        effects.remove_marker(game, bus(game), at)


def look_after(game: Game) -> None:
    """A private has changed hands or closed: unless a company owns the pirate, it has no token (1863-PRIV-14)."""
    if company_with(game, CHOCOLATE) is None:
        take_off(game)


def refusal(game: Game, step: BuildTrack, action: MoveBus) -> Refusal | None:
    """The company that owns it, once in its turn, to a free circle of any major station (1863-PRIV-22)."""
    if company_with(game, CHOCOLATE) != step.company:
        return game.forbid(
            "private.bus", "{company} does not own the Chocolate Express", company=game.symbol(step.company)
        )
    if step.bus:
        return game.forbid("private.bus", "The Chocolate Express has been moved in this turn")
    if action.stop not in free_places(game):
        return game.forbid("private.bus", "The Chocolate Express goes to a free circle of a [station]")
    return None


def free_places(game: Game) -> tuple[Stop, ...]:
    """Every major station with a free circle."""
    return computed(game, FREE, free_stations, game.book.board, game.state.tiles, game.state.tokens)


def _candidates(game: Game, step: BuildTrack) -> Iterable[MoveBus]:
    if step.bus or company_with(game, CHOCOLATE) != step.company:
        return ()
    return [MoveBus(at) for at in free_places(game)]


def _move(game: Game, step: BuildTrack, action: MoveBus) -> None:
    take_off(game)
    effects.place_marker(game, bus(game), action.stop)
    game.put(replace(step, bus=True))


MOVE: AnyMove = Move(MoveBus, filtered(_candidates, refusal), refusal, _move)
ACTIONS = (MoveBus,)
