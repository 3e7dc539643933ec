"""What a railroad does with the trains of a minor that merges into it (rules 18OE-MERGE)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.events import TrainMoved, TrainScrapped
from railhead.core.game import Game
from railhead.core.ids import Company, Train
from railhead.core.refusal import Refusal
from railhead.core.spelling import TRAIN
from railhead.core.steps import AnyMove, Move, filtered, passing
from railhead.core.text import Text
from railhead.rules.trains import TrainRules, counted
from railhead.titles.t18oe import rolling_stock
from railhead.titles.t18oe.taking_over import TakeOver


@dataclass(frozen=True, slots=True)
class TakeTrain(Action):
    """Take a train of the minor."""

    train: Train
    form: ClassVar[str] = "receive {train}"
    label: ClassVar[str] = "Take the {train} train"
    told: ClassVar[tuple[str, ...]] = ("{actor} takes the {train} train",)
    covers: ClassVar[tuple[type[object], ...]] = (TrainMoved,)
    topic: ClassVar[Topic] = Topic.TRAINS


@dataclass(frozen=True, slots=True)
class TakeTrainInstead(Action):
    """Take a train of the minor and discard one to make room."""

    train: Train
    instead: Train
    form: ClassVar[str] = "receive {train} instead of {instead}"
    label: ClassVar[str] = "Take the {train} train and discard a {instead}"
    told: ClassVar[tuple[str, ...]] = ("{actor} takes the {train} train and discards a {instead}",)
    covers: ClassVar[tuple[type[object], ...]] = (TrainMoved, TrainScrapped)
    topic: ClassVar[Topic] = Topic.TRAINS


@dataclass(frozen=True, slots=True)
class TakeTrains(TakeOver):
    """A railroad takes or declines the trains of its new minor (18OE-MERGE-14)."""

    purpose: ClassVar[str] = "take over trains"
    order: ClassVar[str] = "merge.trains"
    on_pass: ClassVar[str] = "{actor} takes no train"
    on_pass_again: ClassVar[str] = "{actor} takes no more trains"

    def task(self, game: Game) -> Text:
        return Text(
            "take over trains of {minor} for {company}",
            minor=game.symbol(self.minor),
            company=game.symbol(self.company),
        )

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES


def begin(game: Game, company: Company, minor: Company) -> None:
    """The railroad decides about the minor's trains."""
    game.push(TakeTrains(company, minor))


def room(game: Game, company: Company) -> bool:
    """May a railroad have one more train (18OE-MERGE-23)?"""
    return len(counted(game, company)) < game.rules[TrainRules].limit(game, company)


def _no_train(game: Game, company: Company, train: Train) -> Refusal | None:
    if train not in game.trains_of(company):
        return game.forbid(
            "merge.trains",
            "{company} has no {train} train",
            company=game.symbol(company),
            train=TRAIN.write(game.book, train),
        )
    return None


def _take_refusal(game: Game, step: TakeTrains, action: TakeTrain) -> Refusal | None:
    if not room(game, step.company):
        return game.forbid("merge.train_limit", "{company} may not have more trains", company=game.symbol(step.company))
    return _no_train(game, step.minor, action.train)


def _instead_refusal(game: Game, step: TakeTrains, action: TakeTrainInstead) -> Refusal | None:
    """Own trains are discarded only to make room, and only those that count against the limit."""
    if room(game, step.company):
        return game.forbid("merge.trains", "{company} has room for the train", company=game.symbol(step.company))
    if action.instead not in counted(game, step.company):
        return _no_train(game, step.company, action.instead) or game.forbid(
            "merge.trains", "That would not make room for another train"
        )
    return _no_train(game, step.minor, action.train)


def _trains(game: Game, step: TakeTrains) -> Iterable[TakeTrain]:
    return [TakeTrain(train) for train in sorted(set(game.trains_of(step.minor)))]


def _pairs(game: Game, step: TakeTrains) -> Iterable[TakeTrainInstead]:
    own = sorted(set(counted(game, step.company)))
    return [TakeTrainInstead(train, mine) for train in sorted(set(game.trains_of(step.minor))) for mine in own]


def _take(game: Game, step: TakeTrains, action: TakeTrain) -> None:
    effects.move_train(game, game.purse(step.minor), game.purse(step.company), action.train)


def _take_instead(game: Game, step: TakeTrains, action: TakeTrainInstead) -> None:
    rolling_stock.discard(game, step.company, action.instead)
    effects.move_train(game, game.purse(step.minor), game.purse(step.company), action.train)


def _decline(game: Game, step: TakeTrains) -> None:
    """What is left goes to the Open Market (18OE-MERGE-15)."""
    game.pop()
    for train in game.trains_of(step.minor):
        rolling_stock.discard(game, step.minor, train)


MOVES: tuple[AnyMove, ...] = (
    Move(TakeTrain, filtered(_trains, _take_refusal), _take_refusal, _take),
    Move(TakeTrainInstead, filtered(_pairs, _instead_refusal), _instead_refusal, _take_instead),
    passing(_decline),
)
ACTIONS = (TakeTrainInstead, TakeTrain)
