"""Star Harbor and Central Circle: a token in any city, through which its railroad then passes.

Rules 18OE-PRIV-22 to 18OE-PRIV-28.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action, Topic
from railhead.core.game import Game
from railhead.core.ids import Hex, Stop, hex_of, index_of, stop_at
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, filtered
from railhead.rules.stations import is_large
from railhead.titles.t18oe import powers
from railhead.titles.t18oe.facts import PRIVATE, land
from railhead.titles.t18oe.private_tokens import owner_refusal, use_up
from railhead.titles.t18oe.record import amend
from railhead.titles.t18oe.stations import PlaceStation

HARBOR, CIRCLE = "SHTC", "CCTC"


@dataclass(frozen=True, slots=True)
class PlaceHarbor(Action):
    """Place the token of Star Harbor in a port city."""

    stop: Stop
    form: ClassVar[str] = "use SHTC at {stop}"
    label: ClassVar[str] = "Place Star Harbor's token in {stop}"
    told: ClassVar[tuple[str, ...]] = ("{actor} places the token of Star Harbor in {stop}",)
    topic: ClassVar[Topic] = Topic.PRIVATES


@dataclass(frozen=True, slots=True)
class PlaceCircle(Action):
    """Place the token of Central Circle in a city without a port."""

    stop: Stop
    form: ClassVar[str] = "use CCTC at {stop}"
    label: ClassVar[str] = "Place Central Circle's token in {stop}"
    told: ClassVar[tuple[str, ...]] = ("{actor} places the token of Central Circle in {stop}",)
    topic: ClassVar[Topic] = Topic.PRIVATES


def is_port(hex_: Hex) -> bool:
    """Is there a port?"""
    return any(port.hex == hex_ for port in land().ports)


def city_refusal(game: Game, stop: Stop) -> Refusal | None:
    """A city of any kind, in reach or not, named by its first station; red zones are none (18OE-PRIV-28)."""
    red = game.book.board.hexes[hex_of(stop)].printed.colour == "red"
    if is_large(game, stop) and index_of(stop) == 0 and not red:
        return None
    return game.forbid("card.city", "The token goes to a city")


def harbor_refusal(game: Game, step: PlaceStation, action: PlaceHarbor) -> Refusal | None:
    """Any port city (18OE-PRIV-23)."""
    if not is_port(hex_of(action.stop)):
        return game.forbid("card.port", "Star Harbor's token goes to a city with a port")
    return owner_refusal(game, step.company, HARBOR) or city_refusal(game, action.stop)


def circle_refusal(game: Game, step: PlaceStation, action: PlaceCircle) -> Refusal | None:
    """Any city without a port (18OE-PRIV-25)."""
    if is_port(hex_of(action.stop)):
        return game.forbid("card.no_port", "Central Circle's token goes to a city without a port")
    return owner_refusal(game, step.company, CIRCLE) or city_refusal(game, action.stop)


def _cities(game: Game, step: PlaceStation, card: str) -> list[Stop]:
    if powers.serves(game, step.company, card) is None:
        return []
    board = game.book.board
    return [stop_at(hex_, 0) for hex_ in board.all_hexes if board.hexes[hex_].printed.stops]


def _harbors(game: Game, step: PlaceStation) -> Iterable[PlaceHarbor]:
    return map(PlaceHarbor, _cities(game, step, HARBOR))


def _circles(game: Game, step: PlaceStation) -> Iterable[PlaceCircle]:
    return map(PlaceCircle, _cities(game, step, CIRCLE))


def _place_harbor(game: Game, step: PlaceStation, action: PlaceHarbor) -> None:
    """The token takes no position and is not the token of the turn (18OE-PRIV-26); the private is used."""
    amend(game, harbor=(step.company, action.stop))
    use_up(game, PRIVATE[HARBOR])


def _place_circle(game: Game, step: PlaceStation, action: PlaceCircle) -> None:
    """The token takes no position and is not the token of the turn (18OE-PRIV-26); the private is used."""
    amend(game, circle=(step.company, action.stop))
    use_up(game, PRIVATE[CIRCLE])


PLACE_HARBOR: AnyMove = Move(PlaceHarbor, filtered(_harbors, harbor_refusal), harbor_refusal, _place_harbor)
PLACE_CIRCLE: AnyMove = Move(PlaceCircle, filtered(_circles, circle_refusal), circle_refusal, _place_circle)
ACTIONS = (PlaceHarbor, PlaceCircle)
