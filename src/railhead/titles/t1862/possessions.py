"""What the surviving company takes over: trains, permits and station markers (rules 1862-MERGE-32 to -37)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Seat, Stop, hex_of
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, CompanyStep, Move, filtered
from railhead.rules.operating import OperatingRules
from railhead.rules.stations import tokens_of
from railhead.titles.t1862.flotation import most_markers
from railhead.titles.t1862.markers import recount
from railhead.titles.t1862.record import amend, entry, is_chartered, record, without


def take_over(game: Game, survivor: Company, other: Company) -> None:
    """All trains, also above the limit, and all permits; the survivor is not chartered any more.

    Rules 1862-MERGE-17, -32 to -34 and -37. The par token stays in its column only if both were chartered. Of two
    markers in one place one is lost.
    """
    for train in game.trains_of(other):
        effects.move_train(game, game.purse(other), game.purse(survivor), train)
    permits = record(game).permits
    column = without(record(game).chartered_par, survivor)
    if is_chartered(game, survivor) and is_chartered(game, other):
        column = (*column, survivor)
    amend(
        game,
        permits=entry(permits, survivor, permits[survivor] | permits[other]),
        chartered=without(record(game).chartered, survivor),
        chartered_par=column,
    )
    sites = {_site(game, stop) for stop in tokens_of(game, survivor)}
    for stop in tokens_of(game, other):
        if _site(game, stop) in sites:
            effects.remove_token(game, other, stop)
    recount(game, other, game.state.spare_tokens[other])


def take_markers(game: Game, survivor: Company, other: Company) -> None:
    """The other's markers are the survivor's, used and unused, up to the limit (1862-MERGE-35)."""
    unused = game.state.spare_tokens[survivor] + game.state.spare_tokens[other]
    for stop in tokens_of(game, other):
        effects.replace_token(game, survivor, stop, other)
    room = max(0, most_markers(game) - len(tokens_of(game, survivor)))
    recount(game, survivor, min(unused, room))


def excess(game: Game, survivor: Company, other: Company) -> int:
    """How many markers two merging companies have on the board above the limit of one."""
    return len(tokens_of(game, survivor)) + len(tokens_of(game, other)) - most_markers(game)


def _site(game: Game, stop: Stop) -> Hex | None:
    """A hex, or None for London, whose spaces are one place (1862-LONDON-04)."""
    return None if stop in game.book.board.links else hex_of(stop)


# -- markers above the limit ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RemoveMarker(Action):
    """Take a marker off the board."""

    stop: Stop
    form: ClassVar[str] = "remove {stop}"
    label: ClassVar[str] = "Take back the marker at {stop}"


@dataclass(frozen=True, slots=True)
class RemoveMarkers(CompanyStep):
    """Two merging companies have too many markers on the board; the director chooses which to lose (1862-MERGE-36)."""

    other: Company
    purpose: ClassVar[str] = "remove station markers above the limit"
    order: ClassVar[str] = "merge.markers"

    def seat(self, game: Game) -> Seat:
        return game.rules[OperatingRules].acts_for(game, self.company)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES

    def proceed(self, game: Game) -> bool:
        """It is over once what is left is within the limit."""
        if excess(game, self.company, self.other) > 0:
            return False
        game.pop()
        return True


def _owner(game: Game, step: RemoveMarkers, stop: Stop) -> Company | None:
    """Which of the two companies has a marker there."""
    return next((company for company in (step.company, step.other) if stop in tokens_of(game, company)), None)


def refusal(game: Game, step: RemoveMarkers, action: RemoveMarker) -> Refusal | None:
    """Any marker of the two may go."""
    if _owner(game, step, action.stop) is None:
        return game.forbid("merge.markers", f"{game.symbol(step.company)} has no marker there")
    return None


def candidates(game: Game, step: RemoveMarkers) -> Iterable[RemoveMarker]:
    """All markers of the two."""
    stops = sorted((*tokens_of(game, step.company), *tokens_of(game, step.other)))
    return [RemoveMarker(stop) for stop in stops]


def remove(game: Game, step: RemoveMarkers, action: RemoveMarker) -> None:
    """The marker is lost."""
    company = _owner(game, step, action.stop)
    assert company is not None
    effects.remove_token(game, company, action.stop)
    recount(game, company, game.state.spare_tokens[company])


MOVES: tuple[AnyMove, ...] = (Move(RemoveMarker, filtered(candidates, refusal), refusal, remove),)
