"""The markers that a new Public takes over from the Minors that form it (rules 18BF-MERGE)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action, Topic
from railhead.core.choices import Subsets
from railhead.core.game import Game
from railhead.core.ids import Company, Stop, hex_of
from railhead.core.refusal import Refusal
from railhead.core.spelling import Companies, Stops
from railhead.core.steps import AnyMove, Move, PlayerStep, filtered
from railhead.core.text import Text
from railhead.rules.stations import tokens_of
from railhead.titles.t18bf import formation, pledges
from railhead.titles.t18bf.connection import is_london
from railhead.titles.t18bf.facts import NUMBERS
from railhead.titles.t18bf.publics import PublicFormation


@dataclass(frozen=True, slots=True)
class KeepMarkers(Action):
    """Choose the station markers that a new Public takes over."""

    stops: Stops
    form: ClassVar[str] = "markers {stops}"
    label: ClassVar[str] = "Keep the markers at {stops}"
    told: ClassVar[tuple[str, ...]] = ("{player} keeps the [token]s at {stops}",)
    topic: ClassVar[Topic] = Topic.MERGERS


@dataclass(frozen=True, slots=True)
class ChooseMarkers(PlayerStep):
    """The new Director chooses two of the merging Minors' markers (18BF-MERGE-16)."""

    plan: PublicFormation
    charter: Company
    purpose: ClassVar[str] = "choose station markers"
    order: ClassVar[str] = "merge.markers"

    def task(self, game: Game) -> Text:
        """How many markers, and for which company."""
        return Text(
            "choose {count} of the markers of {members} for {charter} to take over",
            count=kept_markers(game, self.plan.members).least,
            members=formation.names(game, self.plan.members),
            charter=game.symbol(self.charter),
        )

    @property
    def subjects(self) -> Companies:
        """The merging Minors."""
        return self.plan.members

    def situation(self, game: Game) -> tuple[Text, ...]:
        """Whose marker is where."""
        return formation.markers(game, self.plan.members)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Any two that may be kept together."""
        return MARKER_MOVES

    def proceed(self, game: Game) -> bool:
        """Nobody is asked if there is no choice."""
        found = list(kept_markers(game, self.plan.members))
        if len(found) > 1:
            return False
        self.chosen(game, found[0])
        return True

    def chosen(self, game: Game, stops: Stops) -> None:
        """The shareholders may buy shares now."""
        game.pop()
        pledges.offer(game, self.plan, self.charter, stops)


def kept_markers(game: Game, minors: Companies) -> Subsets:
    """The markers that a new Public may take: two, or one if they are all in one hex that is not London.

    Rules 18BF-MERGE-16 and 18BF-MERGE-17.
    """
    stops = tuple(sorted(stop for minor in minors for stop in tokens_of(game, minor)))
    sites = len({_site(game, n, stop) for n, stop in enumerate(stops)})
    number = min(sites, NUMBERS.most_markers_kept)
    return Subsets(stops, number, number, lambda kept: _are_apart(game, kept))


def _are_apart(game: Game, stops: Stops) -> bool:
    """Are no two of them in one hex, London apart?"""
    return len({_site(game, n, stop) for n, stop in enumerate(stops)}) == len(stops)


def _site(game: Game, number: int, stop: Stop) -> tuple[int, int]:
    """Markers in one hex have the same site; in London each has its own."""
    return (hex_of(stop), number if is_london(game, stop) else 0)


def markers_refusal(game: Game, step: ChooseMarkers, action: KeepMarkers) -> Refusal | None:
    """The right number of markers, of the merging Minors, and in different hexes."""
    if action.stops not in kept_markers(game, step.plan.members):
        number = kept_markers(game, step.plan.members).least
        return game.forbid(
            "merge.markers",
            "Choose {number} of the markers of {companies}, no two in one hex except in London",
            number=number,
            companies=formation.names(game, step.plan.members),
        )
    return None


def _marker_candidates(game: Game, step: ChooseMarkers) -> Iterable[KeepMarkers]:
    return [KeepMarkers(stops) for stops in kept_markers(game, step.plan.members)]


MARKER_MOVES: tuple[AnyMove, ...] = (
    Move(
        KeepMarkers,
        filtered(_marker_candidates, markers_refusal),
        markers_refusal,
        lambda game, step, action: step.chosen(game, action.stops),
    ),
)
