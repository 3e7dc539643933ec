"""Putting trains together before they run: minor L's marker, the Pullman, trains joined for the Orient Express.

Rules 18OE-MINOR-21, 18OE-REV-08 and 18OE-OE-07. Each is the president's choice in the run step; nobody has to use any.
Each is made once for trains as they are joined, and trains are joined and parted once, so that a step comes to an end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from railhead.core.actions import Action, Topic
from railhead.core.game import Game
from railhead.core.ids import Company, Consist, a_consist, is_larger, kinds_in
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, filtered
from railhead.rules.running import RunTrains, open_runs
from railhead.titles.t18oe import express, fleet, powers
from railhead.titles.t18oe.facts import MAJOR
from railhead.titles.t18oe.pullmans import can_give
from railhead.titles.t18oe.record import amend, record


@dataclass(frozen=True, slots=True)
class AssignMarker(Action):
    """Assign minor L's marker to a train."""

    train: Consist
    form: ClassVar[str] = "marker on {train}"
    label: ClassVar[str] = "Krasnaya Strela: {train} counts one city and one town more"
    told: ClassVar[tuple[str, ...]] = ("{actor} assigns the marker of Krasnaya Strela to its {train}",)
    topic: ClassVar[Topic] = Topic.RUNS


@dataclass(frozen=True, slots=True)
class AttachPullman(Action):
    """Attach the Pullman to a train."""

    train: Consist
    form: ClassVar[str] = "pullman on {train}"
    label: ClassVar[str] = "Attach the Pullman to {train}"
    told: ClassVar[tuple[str, ...]] = ("{actor} attaches its Pullman to its {train}",)
    topic: ClassVar[Topic] = Topic.RUNS


@dataclass(frozen=True, slots=True)
class JoinTrains(Action):
    """Join trains as one for the Orient Express."""

    trains: Consist
    form: ClassVar[str] = "join {trains}"
    label: ClassVar[str] = "Join {trains} for the Orient Express"
    told: ClassVar[tuple[str, ...]] = ("{actor} joins {trains} for the Orient Express",)
    topic: ClassVar[Topic] = Topic.RUNS


@dataclass(frozen=True, slots=True)
class PartTrains(Action):
    """Run joined trains one by one after all."""

    form: ClassVar[str] = "part trains"
    label: ClassVar[str] = "Run the joined trains one by one"
    told: ClassVar[tuple[str, ...]] = ("{actor} parts its joined trains",)
    topic: ClassVar[Topic] = Topic.RUNS


def reset(game: Game, company: Company) -> None:
    """Nothing has been put together for the next run; the marker may go to another train (18OE-MINOR-21)."""
    amend(game, fitted=company, larger=None, joined=(), parted=False, pullman_on=None)


# -- minor L --------------------------------------------------------------------------------------


def as_printed(game: Game, company: Company) -> list[Consist]:
    """What runs as one train each, without minor L's marker."""
    return [a_consist(kinds_in(consist)) for consist in fleet.consists(game, company)]


def _refusal_of_marker(game: Game, step: RunTrains, action: AssignMarker) -> Refusal | None:
    """Any one train, also a joined one (18OE-MINOR-19, 18OE-OE-10)."""
    if not powers.has(game, step.company, fleet.RED_ARROW):
        return game.forbid("run.marker", "Only minor L, or the major it is merged into, has this marker")
    if action.train not in as_printed(game, step.company):
        return game.forbid("route.trains", "The railroad does not have such a train to run")
    if record(game).larger is not None:
        return game.forbid("run.marker_once", "The marker of Krasnaya Strela has been assigned")
    return None


def _trains_for_the_marker(game: Game, step: RunTrains) -> Iterable[AssignMarker]:
    """The trains that do not have it yet."""
    found = fleet.consists(game, step.company)
    plain = (a_consist(kinds_in(consist)) for consist in found if not is_larger(consist))
    return map(AssignMarker, dict.fromkeys(plain))


def _assign(game: Game, step: RunTrains, action: AssignMarker) -> None:
    amend(game, larger=action.train, pullman_on=None)


# -- the Pullman ----------------------------------------------------------------------------------


def _refusal_of_pullman(game: Game, step: RunTrains, action: AttachPullman) -> Refusal | None:
    """Any one train that the railroad may run (18OE-REV-08)."""
    if not can_give(game, step.company):
        return game.forbid("run.pullman", "The railroad has no Pullman")
    if action.train not in fleet.consists(game, step.company):
        return game.forbid("route.trains", "The railroad does not have such a train to run")
    if record(game).pullman_on is not None:
        return game.forbid("run.pullman_once", "The Pullman has been attached")
    return None


def _trains_for_the_pullman(game: Game, step: RunTrains) -> Iterable[AttachPullman]:
    """All trains, if there are several kinds of them."""
    found = dict.fromkeys(fleet.consists(game, step.company))
    return (AttachPullman(Consist(train)) for train in found if len(found) > 1)


def _attach(game: Game, step: RunTrains, action: AttachPullman) -> None:
    amend(game, pullman_on=action.train)


# -- joined trains --------------------------------------------------------------------------------


def are_joined(game: Game, company: Company) -> bool:
    """Are trains of the railroad joined?"""
    return bool(fleet.together(game, company))


def can_run_joined(game: Game, company: Company) -> bool:
    """Could trains run the Orient Express if all that may be joined are?"""
    kinds = sorted(fleet.may_be_joined(game, company))
    if game.state.kind[company] != MAJOR or len(kinds) < 2:
        return False
    later = Game(game.book, game.state.clone())
    amend(later, joined=tuple(kinds))
    runs = open_runs(later, company)
    return runs is not None and runs.possible


def _refusal_to_join(game: Game, step: RunTrains, action: JoinTrains) -> Refusal | None:
    """Two or more trains of levels 2 to 4, of a major that could run the Orient Express.

    Rules 18OE-OE-07, 18OE-OE-09, 18OE-OE-10 and 18OE-OE-12.
    """
    company, kinds = step.company, kinds_in(action.trains)
    if game.state.kind[company] != MAJOR:
        return game.forbid("express.major", "Only majors run the Orient Express")
    if len(kinds) < 2 or is_larger(action.trains) or list(kinds) != sorted(kinds):
        return game.forbid("express.join", "Two or more trains are joined, the smallest first")
    if Counter(kinds) - Counter(fleet.may_be_joined(game, company)):
        return game.forbid("express.join", "Only trains of levels 2, 3 and 4 can be joined, and Swift's cannot")
    if record(game).joined or record(game).parted:
        return game.forbid("express.join_once", "Trains are joined once in a turn, and may be parted again")
    runs = open_runs(game, company)
    if runs is None or express.of_problem(runs.problem) is None:
        return game.forbid("express.joined", "Trains are joined for the Orient Express only, which cannot be run")
    return None


def _trains_to_join(game: Game, step: RunTrains) -> Iterable[JoinTrains]:
    """Every set of trains, as long as none are joined."""
    kinds = sorted(fleet.may_be_joined(game, step.company))
    sets = dict.fromkeys(some for count in range(2, len(kinds) + 1) for some in combinations(kinds, count))
    return (JoinTrains(a_consist(some)) for some in sets)


def _join(game: Game, step: RunTrains, action: JoinTrains) -> None:
    amend(game, joined=kinds_in(action.trains), larger=None, pullman_on=None)


def _refusal_to_part(game: Game, step: RunTrains, action: PartTrains) -> Refusal | None:
    if not record(game).joined:
        return game.forbid("express.join", "No trains are joined")
    return None


def _part(game: Game, step: RunTrains, _: PartTrains) -> None:
    amend(game, joined=(), parted=True, larger=None, pullman_on=None)


MOVES: tuple[AnyMove, ...] = (
    Move(AssignMarker, filtered(_trains_for_the_marker, _refusal_of_marker), _refusal_of_marker, _assign),
    Move(AttachPullman, filtered(_trains_for_the_pullman, _refusal_of_pullman), _refusal_of_pullman, _attach),
    Move(JoinTrains, filtered(_trains_to_join, _refusal_to_join), _refusal_to_join, _join),
    Move(PartTrains, filtered(lambda _, __: (PartTrains(),), _refusal_to_part), _refusal_to_part, _part),
)
ACTIONS = (AssignMarker, AttachPullman, JoinTrains, PartTrains)
