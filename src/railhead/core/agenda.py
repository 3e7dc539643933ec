"""Rules about the agenda as a whole: which moves are open in every step, and when a player is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from railhead.core.rulebook import RuleGroup

if TYPE_CHECKING:
    from railhead.core.actions import Action
    from railhead.core.game import Game
    from railhead.core.refusal import Refusal
    from railhead.core.steps import AnyMove, Step


class StepLaw(Protocol):
    """A question about a step that asks a player."""

    def __call__(self, game: Game, step: Step) -> bool: ...


def asked_only_with_a_choice(game: Game, step: Step) -> bool:
    """A player who could only pass is not asked."""
    return False


class ActionLaw(Protocol):
    """Whether a rule forbids an action regardless of the decision at hand."""

    def __call__(self, game: Game, action: Action) -> Refusal | None: ...


def everything_has_its_time(game: Game, action: Action) -> Refusal | None:
    """An action that is not offered now may be offered at another time."""
    return None


@dataclass(frozen=True)
class AgendaRules(RuleGroup):
    """Which moves are open in every step, and when a player is asked."""

    open_moves: tuple[AnyMove, ...] = ()
    """Moves offered in every step that asks a player, in addition to its own; their options depend on the step."""
    extra_moves: tuple[AnyMove, ...] = ()
    """Moves like the open ones, except that a player who could otherwise only pass is not asked for their sake."""
    asks_idle: StepLaw = asked_only_with_a_choice
    """Is a player asked in this step even if they could only pass?"""
    no_longer: ActionLaw = everything_has_its_time
    """Which rule permanently forbids an action that is not offered now?"""


def open_moves(game: Game, step: Step) -> tuple[AnyMove, ...]:
    """Every kind of decision open in a step: its own moves, then the moves open in every step."""
    return worth_asking(game, step) + game.rules[AgendaRules].extra_moves


def open_throughout(game: Game, step: Step) -> frozenset[type[Action]]:
    """The kinds of action that are open in every step, except for those that this step is about itself."""
    rules = game.rules[AgendaRules]
    own = {move.action for move in step.moves(game)}
    return frozenset(move.action for move in (*rules.open_moves, *rules.extra_moves)) - own


def worth_asking(game: Game, step: Step) -> tuple[AnyMove, ...]:
    """The moves for whose sake a player is asked."""
    return step.moves(game) + game.rules[AgendaRules].open_moves
