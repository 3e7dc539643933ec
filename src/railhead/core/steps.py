"""The agenda: what is still to be settled, as a stack of steps; and moves, the kinds of decision a step offers.

A step is a frozen record. Some steps are procedures (a round, a company's turn): they never ask anybody, they
only put further steps on the agenda. The others ask one player, who answers with one of the step's moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from railhead.core.actions import Action, Pass
from railhead.core.agenda import AgendaRules, open_moves
from railhead.core.choices import Choice, one
from railhead.core.refusal import Refusal

if TYPE_CHECKING:
    from railhead.core.game import Game


@dataclass(frozen=True, slots=True)
class Move:
    """One kind of decision: which actions it offers, which it refuses and why, and what an action does.

    `refusal` is the law: an action is legal exactly when it gives none. `options` lists what `refusal` allows.
    """

    action: type[Action]
    options: Callable[[Game, Any], Iterable[Choice]]
    refusal: Callable[[Game, Any, Any], Refusal | None]
    effect: Callable[[Game, Any, Any], None]


@dataclass(frozen=True, slots=True)
class Step:
    """Something to be settled."""

    purpose: ClassVar[str] = "go on"
    order: ClassVar[str] = "turn.operating"
    """The key of the rule that says what is decided now and not something else."""

    def task(self, game: Game) -> str:
        """What the player who decides is to do, in words that follow "is to"."""
        company = getattr(self, "company", None)
        return f"{self.purpose} for {game.symbol(company)}" if isinstance(company, int) else self.purpose

    def situation(self, game: Game) -> tuple[str, ...]:
        """What everybody at the table should know before this is decided, in sentences."""
        return ()

    def seat(self, game: Game) -> Seat:
        """The player who decides; only asked of steps that offer moves."""
        raise AssertionError(f"{type(self).__name__} asks nobody")

    def moves(self, game: Game) -> tuple[Move, ...]:
        """The kinds of decision open now."""
        return ()

    def proceed(self, game: Game) -> bool:
        """Do what the rules force; False if a player has to decide first.

        A player who could only pass is not asked.
        """
        if game.rules[AgendaRules].asks_idle(game, self):
            return False
        passing = None
        for move in open_moves(game, self):
            for choice in move.options(game, self):
                if choice.action is not Pass:
                    return False
                passing = move
        if passing is None:
            raise AssertionError(f"{type(self).__name__} leaves nothing to decide")
        passing.effect(game, self, Pass())
        return True


def filtered(
    actions: Callable[[Game, Any], Iterable[Action]], refusal: Callable[[Game, Any, Any], Refusal | None]
) -> Callable[[Game, Any], Iterable[Choice]]:
    """Options made of those candidate actions that the law does not refuse."""

    def options(game: Game, step: Any) -> Iterable[Choice]:
        return (one(action) for action in actions(game, step) if refusal(game, step, action) is None)

    return options


def never(_game: Game, _step: object, _action: object) -> Refusal | None:
    """Nothing forbids it."""
    return None


def passing(effect: Callable[[Game, Any], None], refusal: Callable[[Game, Any, Any], Refusal | None] = never) -> Move:
    """The move that does nothing more, unless something must be done first."""

    def options(game: Game, step: Any) -> Iterable[Choice]:
        if refusal(game, step, Pass()) is None:
            yield Choice(Pass)

    return Move(Pass, options, refusal, lambda game, step, _: effect(game, step))
