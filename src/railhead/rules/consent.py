"""Consent: what one player proposes and another must agree to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Accept, Decline
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import Company, Seat
from railhead.core.steps import Move, Step, never


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that happens only if another player agrees."""

    def terms(self, game: Game) -> str:
        """What is proposed, in words that follow "answer"."""
        raise AssertionError(f"{type(self).__name__} does not say what it proposes")

    def agreed(self, game: Game) -> None:
        """Carry it out."""
        raise AssertionError(f"{type(self).__name__} cannot be agreed to")

    def declined(self, game: Game) -> None:
        """Remember that it was declined."""


@dataclass(frozen=True, slots=True)
class Consent(Step):
    """Another player is asked to agree to a proposal."""

    asked: Seat
    proposal: Proposal
    purpose: ClassVar[str] = "answer a proposal"
    order: ClassVar[str] = "turn.consent"

    def task(self, game: Game) -> str:
        """Answer what is proposed."""
        return f"answer {self.proposal.terms(game)}"

    def seat(self, game: Game) -> Seat:
        return self.asked

    def moves(self, game: Game) -> tuple[Move, ...]:
        return MOVES


def ask(game: Game, company: Company, other: int, proposal: Proposal) -> None:
    """The director of the other company is asked, unless he directs both."""
    asked = game.director(other)
    assert asked is not None
    if asked == game.director(company):
        proposal.agreed(game)
    else:
        game.push(Consent(asked, proposal))


def _accept(game: Game, step: Consent, _: Accept) -> None:
    game.pop()
    step.proposal.agreed(game)


def _decline(game: Game, step: Consent, _: Decline) -> None:
    game.pop()
    step.proposal.declined(game)


MOVES = (
    Move(Accept, lambda _, __: (Choice(Accept),), never, _accept),
    Move(Decline, lambda _, __: (Choice(Decline),), never, _decline),
)
