"""Stock actions: a player has one in a turn (18OE-SR-03)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from railhead.core.actions import Action
from railhead.core.game import Game
from railhead.core.refusal import Refusal
from railhead.core.steps import Move, filtered
from railhead.rules import stock
from railhead.rules.stock import StockTurn
from railhead.titles.t18oe.record import amend

A = TypeVar("A", bound=Action)


def begun(game: Game, step: StockTurn) -> Refusal | None:
    """A turn has one stock action: whoever has sold or bought something can do nothing else (18OE-SR-03)."""
    if step.sold or step.bought:
        return game.forbid("stock.one_action", "You have already begun another action in this turn")
    return None


def finish(game: Game, step: StockTurn) -> None:
    """The turn is over: the next player may deal with a private, and propose what was declined."""
    amend(game, card_used=False, declined=())
    stock.finish_turn(game, step)


def spend(game: Game, step: StockTurn) -> None:
    """The player's stock action is over, and with it the turn."""
    finish(game, replace(step, dealt=True))


def own_action(
    action: type[A],
    candidates: Callable[[Game, StockTurn], Iterable[A]],
    refusal: Callable[[Game, StockTurn, A], Refusal | None],
    effect: Callable[[Game, StockTurn, A], None],
) -> Move[StockTurn, A]:
    """A move that begins a stock action of its own; its effect says how that goes on."""

    def refused(game: Game, step: StockTurn, taken: A) -> Refusal | None:
        return begun(game, step) or refusal(game, step, taken)

    return Move(action, filtered(candidates, refused), refused, effect)


def whole_action(
    action: type[A],
    candidates: Callable[[Game, StockTurn], Iterable[A]],
    refusal: Callable[[Game, StockTurn, A], Refusal | None],
    effect: Callable[[Game, StockTurn, A], None],
) -> Move[StockTurn, A]:
    """A move that is a whole stock action: the turn is over with it."""

    def done(game: Game, step: StockTurn, taken: A) -> None:
        spend(game, step)
        effect(game, step, taken)

    return own_action(action, candidates, refusal, done)
