"""The markers of the Royal Mail Rail, placed or moved as an operating round begins (1863-PRIV-11)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from railhead.core.actions import Action, Topic
from railhead.core.game import Game
from railhead.core.ids import Hex
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, CompanyStep, Move, filtered, passing
from railhead.core.text import Text, joined
from railhead.titles.t1863.facts import MAIL_HEXES, PRIVATE
from railhead.titles.t1863.powers import company_with
from railhead.titles.t1863.record import amend, record

MAIL = PRIVATE["MAI"]


@dataclass(frozen=True, slots=True)
class PlaceMail(Action):
    """Place or move the two mail markers."""

    first: Hex
    second: Hex
    form: ClassVar[str] = "mail at {first} and {second}"
    label: ClassVar[str] = "Mail markers at {first} and {second}"
    told: ClassVar[tuple[str, ...]] = ("{actor} has mail markers at {first} and {second}",)
    topic: ClassVar[Topic] = Topic.PRIVATES


@dataclass(frozen=True, slots=True)
class Mail(CompanyStep):
    """The company that owns the Royal Mail Rail places or moves its markers before the first company operates."""

    purpose: ClassVar[str] = "place the mail markers"
    order: ClassVar[str] = "turn.mail"
    on_pass: ClassVar[str] = "{actor} leaves the mail markers where they are"

    def situation(self, game: Game) -> tuple[Text, ...]:
        """Where the markers are."""
        names = [game.book.board.names[hex_] for hex_ in record(game).mail]
        return (Text("The mail markers are at {hexes}", hexes=joined(names)),) if names else ()

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES


def place_stage(game: Game) -> None:
    """As an operating round begins, the company that owns the Royal Mail Rail is asked (1863-PRIV-11, 1863-PRIV-22).

    In the last two operating rounds nothing on the board changes any more (1863-END-02).
    """
    company = company_with(game, MAIL)
    if record(game).final == game.state.round.number:
        return
    if company is not None and game.controller(company) is not None:
        game.push(Mail(company))


def refusal(game: Game, step: Mail, action: PlaceMail) -> Refusal | None:
    """Two of the four places."""
    if action not in _candidates(game, step):
        places = joined(MAIL_HEXES)
        return game.forbid("mail.places", "The markers go to two different ones of these: {places}", places=places)
    return None


def _candidates(game: Game, step: Mail) -> Iterable[PlaceMail]:
    hexes = sorted(game.book.board.index[name] for name in MAIL_HEXES)
    return [PlaceMail(first, second) for first, second in combinations(hexes, 2)]


def _place(game: Game, step: Mail, action: PlaceMail) -> None:
    game.pop()
    amend(game, mail=(action.first, action.second))


MOVES: tuple[AnyMove, ...] = (
    Move(PlaceMail, filtered(_candidates, refusal), refusal, _place),
    passing(lambda game, _: game.pop()),
)
ACTIONS = (PlaceMail,)
