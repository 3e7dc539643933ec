"""Markers that are lost because a System has not enough of its own (18BF-SYSTEM-19)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, Subsets
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.refusal import Refusal
from railhead.core.spelling import Companies, Stops
from railhead.core.steps import AnyMove, Move, PlayerStep
from railhead.core.text import Text
from railhead.titles.t18bf import formation
from railhead.titles.t18bf.forming_systems import form
from railhead.titles.t18bf.systems import SystemFormation


@dataclass(frozen=True, slots=True)
class LoseMarkers(Action):
    """Choose the markers that are lost because the System has not enough of its own."""

    stops: Stops
    form: ClassVar[str] = "lose {stops}"
    label: ClassVar[str] = "Lose the markers at {stops}"
    told: ClassVar[tuple[str, ...]] = ("{player} gives up the [token]s at {stops}",)
    topic: ClassVar[Topic] = Topic.MERGERS


def choose(game: Game, plan: SystemFormation, charter: Company) -> None:
    """If there are more markers on the board than the System has, the Director chooses (18BF-SYSTEM-19)."""
    if plan.excess(game, charter) > 0:
        game.push(LoseStep(plan.foreseen(game, charter).director, plan, charter))
    else:
        form(game, plan, charter, ())


@dataclass(frozen=True, slots=True)
class LoseStep(PlayerStep):
    """The new Director chooses which markers are lost (18BF-SYSTEM-19)."""

    plan: SystemFormation
    charter: Company
    purpose: ClassVar[str] = "choose the markers that are lost"
    order: ClassVar[str] = "system.markers"

    def task(self, game: Game) -> Text:
        """How many markers, and why they are lost."""
        return Text(
            "choose the markers that are lost, {excess} of {count}, as {charter} has only {total}",
            excess=self.plan.excess(game, self.charter),
            count=len(self.plan.markers(game)),
            charter=game.symbol(self.charter),
            total=self.plan.marker_total(game, self.charter),
        )

    @property
    def subjects(self) -> Companies:
        """The Publics that form the System."""
        return self.plan.members

    def situation(self, game: Game) -> tuple[Text, ...]:
        """Whose marker is where."""
        return formation.markers(game, self.plan.members)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Any of those on the board."""
        return LOSE_MOVES


def _losses(game: Game, step: LoseStep) -> Subsets:
    excess = step.plan.excess(game, step.charter)
    return Subsets(step.plan.markers(game), excess, excess)


def lose_refusal(game: Game, step: LoseStep, action: LoseMarkers) -> Refusal | None:
    """Exactly as many as are too many."""
    losses = _losses(game, step)
    if action.stops not in losses:
        members = formation.names(game, step.plan.members)
        return game.forbid(
            "system.markers", "Choose {least} of the markers of {members}", least=losses.least, members=members
        )
    return None


def _lose_options(game: Game, step: LoseStep) -> Iterable[Choice]:
    yield Choice(LoseMarkers, (_losses(game, step),))


def _lose(game: Game, step: LoseStep, action: LoseMarkers) -> None:
    game.pop()
    form(game, step.plan, step.charter, action.stops)


LOSE_MOVES: tuple[AnyMove, ...] = (Move(LoseMarkers, _lose_options, lose_refusal, _lose),)
