"""Departures: where 18xx.games deviates from the rulebook, each as a change to the rulebook."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from railhead.core.actions import Action
from railhead.core.game import Game
from railhead.core.refusal import Refusal
from railhead.core.rulebook import Rulebook, RuleGroup
from railhead.core.steps import AnyMove, S

Moves = tuple[AnyMove, ...]
Change = Callable[[Rulebook], Rulebook]


@dataclass(frozen=True, slots=True)
class Departure:
    """Where the other system does not follow a rule."""

    rule: str
    """The rule it departs from."""
    what: str
    """What is done there, in words."""
    change: Change
    """The rulebook with this departure applied."""


def ruled(book: Rulebook, *groups: RuleGroup) -> Rulebook:
    """The rulebook with some rule groups replaced."""
    return replace(book, rules=book.rules.replaced(*groups))


def exchanged(moves: Moves, action: type[Action], change: Callable[[AnyMove], AnyMove]) -> Moves:
    """The moves, with the one for an action replaced."""
    return tuple(change(move) if move.action is action else move for move in moves)


def forbidden_if(move: AnyMove, law: Callable[[Game, S], Refusal | None]) -> AnyMove:
    """The move, also allowed wherever another refusal function allows it."""
    return replace(
        move,
        options=lambda game, step: move.options(game, step) if law(game, step) is None else (),
        refusal=lambda game, step, action: law(game, step) or move.refusal(game, step, action),
    )
