"""The Golden Bell: minor C, or its major, operates first, last or in its normal place among its like.

Rules 18OE-MINOR-04, 18OE-MINOR-05 and 18OE-MINOR-06.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.steps import AnyMove, CompanyStep, Move, never
from railhead.rules.operating import kind_then_price, operating_order
from railhead.titles.t18oe import powers
from railhead.titles.t18oe.record import FIRST, LAST, NORMAL, amend, record

MINOR_C = "C"
PLACES = (FIRST, NORMAL, LAST)


@dataclass(frozen=True, slots=True)
class OperateFirst(Action):
    """Operate before all others of the group."""

    form: ClassVar[str] = "operate first"
    label: ClassVar[str] = "Operate first"
    told: ClassVar[tuple[str, ...]] = ("{actor} operates first in this round",)


@dataclass(frozen=True, slots=True)
class OperateLast(Action):
    """Operate after all others of the group."""

    form: ClassVar[str] = "operate last"
    label: ClassVar[str] = "Operate last"
    told: ClassVar[tuple[str, ...]] = ("{actor} operates last in this round",)


@dataclass(frozen=True, slots=True)
class OperateNormally(Action):
    """Operate in the normal place."""

    form: ClassVar[str] = "operate normally"
    label: ClassVar[str] = "Operate in the normal place"
    told: ClassVar[tuple[str, ...]] = ("{actor} operates in its normal place in this round",)


@dataclass(frozen=True, slots=True)
class ChoosePlace(CompanyStep):
    """The president of minor C, or of its major, says when it operates in this round, before anybody does."""

    purpose: ClassVar[str] = "choose when to operate"
    order: ClassVar[str] = "turn.bell"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES


def ask(game: Game) -> None:
    """The choice is made anew in every round (18OE-MINOR-06), if there is anybody to go before or after."""
    company = powers.holder(game, MINOR_C)
    order = operating_order(game)
    if company in order and any(other != company and _group(game, other) == _group(game, company) for other in order):
        game.push(ChoosePlace(company))


def rank(game: Game, company: Company) -> tuple[int, ...]:
    """Minors and regionals before majors and nationals, then by minor C's choice, then by share value.

    Rules 18OE-OR-03, 18OE-OR-04, 18OE-OR-05, 18OE-MINOR-04 and 18OE-MINOR-05.
    """
    chosen = record(game).bell if powers.has(game, company, MINOR_C) else NORMAL
    group = _group(game, company)
    place = (group, PLACES.index(chosen))
    return (*place, *kind_then_price(game, company)[1:]) if group else place


def _group(game: Game, company: Company) -> int:
    """0 for minors and regionals, 1 for majors and nationals."""
    return game.kind_of(company).rank


def _move(action: type[Action], place: str) -> AnyMove:
    def options(game: Game, step: ChoosePlace) -> Iterable[Choice]:
        return (Choice(action),)

    def effect(game: Game, step: ChoosePlace, _: Action) -> None:
        amend(game, bell=place)
        game.pop()

    return Move(action, options, never, effect)


MOVES: tuple[AnyMove, ...] = (_move(OperateFirst, FIRST), _move(OperateNormally, NORMAL), _move(OperateLast, LAST))
ACTIONS = (OperateFirst, OperateLast, OperateNormally)
