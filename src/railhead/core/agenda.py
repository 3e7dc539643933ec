"""What is open in every step, and when a player is asked: what titles say of the agenda as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from railhead.core.rulebook import RuleGroup

if TYPE_CHECKING:
    from railhead.core.game import Game
    from railhead.core.steps import AnyMove, Step


class StepLaw(Protocol):
    """A question about a step that asks a player."""

    def __call__(self, game: Game, step: Step) -> bool: ...


def asked_only_with_a_choice(game: Game, step: Step) -> bool:
    """A player who could only pass is not asked."""
    return False


@dataclass(frozen=True)
class AgendaRules(RuleGroup):
    """What is open in every step, and when a player is asked."""

    open_moves: tuple[AnyMove, ...] = ()
    """Moves offered in every step that asks a player, beside the step's own; their options look at the step."""
    asks_idle: StepLaw = asked_only_with_a_choice
    """Is a player asked in this step even if they could only pass?"""


def open_moves(game: Game, step: Step) -> tuple[AnyMove, ...]:
    """Every kind of decision open in a step: its own moves, then those open in every step."""
    return step.moves(game) + game.rules[AgendaRules].open_moves
