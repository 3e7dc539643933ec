"""Borrowing: a company takes loans whenever it acts, for whatever it likes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, Span
from railhead.core.game import Game
from railhead.core.refusal import Refusal
from railhead.core.spelling import Count
from railhead.core.steps import Move, Step
from railhead.rules.loans import borrow, room


@dataclass(frozen=True, slots=True)
class Borrow(Action):
    """Take loans for the company whose turn it is to act."""

    count: Count
    form: ClassVar[str] = "borrow {count}"
    label: ClassVar[str] = "Take loans: {count}"
    topic: ClassVar[Topic] = Topic.LOANS


def borrow_refusal(game: Game, step: Step, action: Borrow) -> Refusal | None:
    """Which rule forbids taking this many loans now."""
    company = step.acting_company
    if company is None:
        return game.forbid("loan.company", "It is not a company's turn to act")
    left = room(game, company)
    if action.count > left:
        return game.forbid(
            "loan.limit", "{company} may take only {left} more loans", company=game.symbol(company), left=left
        )
    return None


def borrow_options(game: Game, step: Step) -> Iterable[Choice]:
    """How many loans the company whose turn it is to act may take."""
    company = step.acting_company
    if company is not None and room(game, company):
        yield Choice(Borrow, (Span(1, room(game, company)),))


def _borrow(game: Game, step: Step, action: Borrow) -> None:
    company = step.acting_company
    assert company is not None
    borrow(game, company, action.count)


BORROW = Move(Borrow, borrow_options, borrow_refusal, _borrow)
"""For `AgendaRules.open_moves`: a company may borrow in every step in which it acts."""
