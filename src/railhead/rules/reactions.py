"""Reactions: a right that lets somebody step in before another player's action is carried out.

The intended action is frozen in the step that asks. Only players whose right matters now are asked, one after another;
as soon as one of them uses it, the others are no longer asked. If all waive it, the intended action is carried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core.actions import Accept, Decline
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import Seat
from railhead.core.steps import AnyMove, Move, PlayerStep, never
from railhead.core.text import Text


@dataclass(frozen=True, slots=True)
class Right:
    """A right to step in, with the intended action."""

    def terms(self, game: Game) -> Text:
        """What may be done instead, in words that follow "use the right to"."""
        raise AssertionError(f"{type(self).__name__} does not say what it is a right to")

    def against(self, game: Game) -> Text | None:
        """What somebody wants to do, if it can be said in a sentence."""
        return None

    def used(self, game: Game, seat: Seat) -> None:
        """The player uses the right: apply it, and carry out or drop the intended action."""
        raise AssertionError(f"{type(self).__name__} cannot be used")

    def waived(self, game: Game) -> None:
        """Nobody uses the right: carry out the intended action."""
        raise AssertionError(f"{type(self).__name__} does not say what was intended")


@dataclass(frozen=True, slots=True)
class React(PlayerStep):
    """A player may use a right or waive it; if they waive it, the others who have it are asked."""

    others: tuple[Seat, ...]
    """The players who are asked after this one."""
    right: Right
    purpose: ClassVar[str] = "use or waive a right"
    order: ClassVar[str] = "turn.reaction"

    def task(self, game: Game) -> Text:
        """Use the right or waive it."""
        return Text("use or waive the right to {terms}", terms=self.right.terms(game))

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What the right stands against."""
        against = self.right.against(game)
        return () if against is None else (against,)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Use it, or waive it."""
        return MOVES


def offer_right(game: Game, seats: Sequence[Seat], right: Right) -> None:
    """Ask these holders of a right in order; if there are none, carry out the intended action at once."""
    if seats:
        game.push(React(seats[0], tuple(seats[1:]), right))
    else:
        right.waived(game)


def _use(game: Game, step: React, _: Accept) -> None:
    game.pop()
    step.right.used(game, step.player)


def _waive(game: Game, step: React, _: Decline) -> None:
    if step.others:
        game.put(replace(step, player=step.others[0], others=step.others[1:]))
    else:
        game.pop()
        step.right.waived(game)


MOVES = (
    Move(Accept, lambda _, __: (Choice(Accept),), never, _use),
    Move(Decline, lambda _, __: (Choice(Decline),), never, _waive),
)
