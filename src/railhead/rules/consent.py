"""Consent: proposals that another player must agree to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Accept, Decline
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import Company, Seat
from railhead.core.steps import AnyMove, Matter, Move, PlayerStep, never
from railhead.core.text import Text


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that happens only if another player agrees."""

    order: ClassVar[str] = "turn.consent"
    """The key of the rule that requires an answer before anything else."""

    def terms(self, game: Game) -> Text:
        """What is proposed, in words that follow "answer"."""
        raise AssertionError(f"{type(self).__name__} does not say what it proposes")

    def details(self, game: Game) -> tuple[Text, ...]:
        """What would come of it, part by part, where the terms alone do not say it."""
        return ()

    def agreed(self, game: Game) -> None:
        """Carry it out."""
        raise AssertionError(f"{type(self).__name__} cannot be agreed to")

    def declined(self, game: Game) -> None:
        """Remember that it was declined."""


@dataclass(frozen=True, slots=True)
class Consent(PlayerStep):
    """Another player is asked to agree to a proposal."""

    matter: ClassVar[Matter] = Matter.CONSENT
    proposal: Proposal
    others: tuple[Seat, ...] = ()
    """The players who are asked after this one, and must also agree."""
    purpose: ClassVar[str] = "answer a proposal"

    @property
    def order_key(self) -> str:
        """The key depends on the proposal."""
        return self.proposal.order

    def task(self, game: Game) -> Text:
        """Answer the proposal."""
        return Text("answer {terms}", terms=self.proposal.terms(game))

    def situation(self, game: Game) -> tuple[Text, ...]:
        """Everybody may see what would come of the proposal."""
        return self.proposal.details(game)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES


def ask(game: Game, company: Company, other: Company, proposal: Proposal) -> None:
    """The director of the other company is asked, unless the same player decides for both."""
    asked = game.controller(other)
    assert asked is not None
    if asked == game.controller(company):
        proposal.agreed(game)
    else:
        game.push(Consent(asked, proposal))


def ask_all(game: Game, seats: Sequence[Seat], proposal: Proposal) -> None:
    """These players are asked in order; the first to decline ends it."""
    if not seats:
        proposal.agreed(game)
    else:
        game.push(Consent(seats[0], proposal, tuple(seats[1:])))


def _accept(game: Game, step: Consent, _: Accept) -> None:
    game.pop()
    ask_all(game, step.others, step.proposal)


def _decline(game: Game, step: Consent, _: Decline) -> None:
    game.pop()
    step.proposal.declined(game)


MOVES = (
    Move(Accept, lambda _, __: (Choice(Accept),), never, _accept),
    Move(Decline, lambda _, __: (Choice(Decline),), never, _decline),
)
