"""A Public that becomes a System alone costs an unstarted Public (18BF-SYSTEM-23)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.refusal import Refusal
from railhead.core.spelling import Companies
from railhead.core.state import CLOSED
from railhead.core.steps import AnyMove, Move, PlayerStep, filtered
from railhead.core.text import Text
from railhead.titles.t18bf import formation, lost_markers
from railhead.titles.t18bf.facts import PUBLIC
from railhead.titles.t18bf.systems import SystemFormation


@dataclass(frozen=True, slots=True)
class DiscardPublic(Action):
    """Discard an unstarted Public."""

    company: Company
    form: ClassVar[str] = "discard {company}"
    label: ClassVar[str] = "Discard {company}"
    told: ClassVar[tuple[str, ...]] = ("{player} discards {company}",)
    topic: ClassVar[Topic] = Topic.MERGERS


def ask(game: Game, plan: SystemFormation, charter: Company) -> None:
    """The Director of the Public that converts alone chooses one."""
    game.push(DiscardStep(game.player_for(plan.members[0]), plan, charter))


@dataclass(frozen=True, slots=True)
class DiscardStep(PlayerStep):
    """The Director of a Public that converts alone discards an unstarted Public (18BF-SYSTEM-23)."""

    plan: SystemFormation
    charter: Company
    purpose: ClassVar[str] = "discard an unstarted Public"
    order: ClassVar[str] = "system.discard"

    @property
    def subjects(self) -> Companies:
        """The Public that converts."""
        return self.plan.members

    def situation(self, game: Game) -> tuple[Text, ...]:
        """Why one is discarded, and what that means."""
        return (
            Text(
                "{public} becomes {charter} alone, and that costs an unstarted Public",
                public=formation.names(game, self.plan.members),
                charter=game.symbol(self.charter),
            ),
            Text("the Public that is discarded can never be started"),
        )

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Any that could still be started."""
        return DISCARD_MOVES


def discard_refusal(game: Game, step: DiscardStep, action: DiscardPublic) -> Refusal | None:
    """Only a Public that is neither in play nor gone."""
    if action.company not in formation.free_charters(game, PUBLIC):
        return game.forbid(
            "system.discard", "{company} is not an unstarted Public", company=game.symbol(action.company)
        )
    return None


def _discard_candidates(game: Game, step: DiscardStep) -> Iterable[DiscardPublic]:
    return [DiscardPublic(company) for company in formation.free_charters(game, PUBLIC)]


def _discard(game: Game, step: DiscardStep, action: DiscardPublic) -> None:
    """It can never be started (18BF-SYSTEM-23)."""
    game.pop()
    effects.mark(game, action.company, CLOSED)
    effects.declare(game, action.company, Text("discarded"))
    lost_markers.choose(game, step.plan, step.charter)


DISCARD_MOVES: tuple[AnyMove, ...] = (
    Move(DiscardPublic, filtered(_discard_candidates, discard_refusal), discard_refusal, _discard),
)
