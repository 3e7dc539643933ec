"""How nationals come to trains: they take rusted ones, and replace these by trains of majors (rules 18OE-NTRAIN).

All of it happens in the step in which other railroads buy trains, so that a major that has just become a national goes
on in its own step (AMB-27, AMB-29 of the rule list). A national need not own a train (18OE-NTRAIN-06).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.events import TrainClaimed, TrainMoved, TrainScrapped, TrainTurned
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Train, kind_of, marks_of
from railhead.core.refusal import Refusal
from railhead.core.spelling import TRAIN
from railhead.core.steps import AnyMove, Move, filtered
from railhead.core.text import Text
from railhead.rules.trains import BuyTrains, room_for_any
from railhead.titles.t18oe import ending
from railhead.titles.t18oe.facts import MAJOR, NATIONAL, TOWNS
from railhead.titles.t18oe.record import amend, record
from railhead.titles.t18oe.rolling_stock import faces, is_rusted, level


@dataclass(frozen=True, slots=True)
class ClaimTrain(Action):
    """Take a rusted train that nobody has."""

    train: Train
    form: ClassVar[str] = "claim {train}"
    label: ClassVar[str] = "Take a rusted {train} train"
    topic: ClassVar[Topic] = Topic.TRAINS


@dataclass(frozen=True, slots=True)
class SwapTrain(Action):
    """Exchange a rusted train for a rusted one of a higher level that nobody has."""

    old: Train
    train: Train
    form: ClassVar[str] = "swap {old} for {train}"
    label: ClassVar[str] = "Exchange a {old} train for a rusted {train} train"
    told: ClassVar[tuple[str, ...]] = ("{actor} exchanges a {old} train for a rusted {train} train",)
    covers: ClassVar[tuple[type[object], ...]] = (TrainScrapped, TrainClaimed)
    topic: ClassVar[Topic] = Topic.TRAINS


@dataclass(frozen=True, slots=True)
class TurnTrain(Action):
    """Turn a rusted train from its express side to its local side."""

    train: Train
    form: ClassVar[str] = "turn {train}"
    label: ClassVar[str] = "Turn a {train} train to its local side"
    covers: ClassVar[tuple[type[object], ...]] = (TrainTurned,)
    topic: ClassVar[Topic] = Topic.TRAINS


@dataclass(frozen=True, slots=True)
class ReplaceTrain(Action):
    """Replace a rusted train by a train of a major of the same owner."""

    old: Train
    train: Train
    seller: Company
    form: ClassVar[str] = "replace {old} by {train} of {seller}"
    label: ClassVar[str] = "Replace a {old} train by a {train} train of {seller}"
    told: ClassVar[tuple[str, ...]] = ("{actor} replaces a {old} train by a {train} train of {seller}",)
    covers: ClassVar[tuple[type[object], ...]] = (TrainScrapped, TrainMoved)
    topic: ClassVar[Topic] = Topic.TRAINS


def unclaimed(game: Game) -> list[Train]:
    """The rusted trains that nobody has, each with both its sides: the taker chooses (AMB-92 of the rule list)."""
    piles = [pile for pile, left in enumerate(game.state.scrapped) if left]
    return [train for pile in piles for train in faces(game, pile) if is_rusted(game, train)]


def own_rusted(game: Game, company: Company) -> list[Train]:
    """The rusted trains of a national, each kind once."""
    return sorted({train for train in game.trains_of(company) if is_rusted(game, train)})


def _is_national(game: Game, company: Company) -> Refusal | None:
    if game.state.kind[company] != NATIONAL:
        return game.forbid("train.rusted", "Only nationals may take trains that have rusted")
    return None


def _before_replacing(game: Game, company: Company) -> Refusal | None:
    """Rusted trains are taken, exchanged and turned first, and replaced afterwards (18OE-NTRAIN-04)."""
    if record(game).replaced:
        return game.forbid("ntrain.order", "A national takes rusted trains before it replaces any")
    return _is_national(game, company)


def _is_unclaimed(game: Game, train: Train) -> Refusal | None:
    if train not in unclaimed(game):
        return game.forbid("ntrain.none", "No rusted {train} train is left", train=TRAIN.write(game.book, train))
    return None


def _owns_rusted(game: Game, company: Company, train: Train) -> Refusal | None:
    if train not in own_rusted(game, company):
        return game.forbid("ntrain.own", "{company} has no such rusted train", company=game.symbol(company))
    return None


# -- taking, exchanging, turning ------------------------------------------------------------------


def claim_refusal(game: Game, step: BuyTrains, action: ClaimTrain) -> Refusal | None:
    """A national takes rusted trains without paying, up to its limit (18OE-NTRAIN-01)."""
    return (
        _before_replacing(game, step.company)
        or _is_unclaimed(game, action.train)
        or room_for_any(game, step.company, action.train)
    )


def _claim_candidates(game: Game, step: BuyTrains) -> Iterable[ClaimTrain]:
    return (ClaimTrain(train) for train in unclaimed(game))


def _claim(game: Game, step: BuyTrains, action: ClaimTrain) -> None:
    effects.claim_train(game, game.purse(step.company), action.train)
    ending.note_train(game, step.company)


def swap_refusal(game: Game, step: BuyTrains, action: SwapTrain) -> Refusal | None:
    """A rusted train is exchanged for one of a higher level without paying (18OE-NTRAIN-02)."""
    refusal = (
        _before_replacing(game, step.company)
        or _owns_rusted(game, step.company, action.old)
        or _is_unclaimed(game, action.train)
    )
    if refusal is None and level(action.train) <= level(action.old):
        refusal = game.forbid("ntrain.higher", "A rusted train is exchanged for one of a higher level")
    return refusal


def _swap_candidates(game: Game, step: BuyTrains) -> Iterable[SwapTrain]:
    return (SwapTrain(old, train) for old in own_rusted(game, step.company) for train in unclaimed(game))


def _swap(game: Game, step: BuyTrains, action: SwapTrain) -> None:
    purse = game.purse(step.company)
    effects.scrap_train(game, purse, action.old)
    effects.claim_train(game, purse, action.train)
    ending.note_train(game, step.company)


def turn_refusal(game: Game, step: BuyTrains, action: TurnTrain) -> Refusal | None:
    """A rusted express train becomes a local train without paying, never the other way round (18OE-NTRAIN-03)."""
    refusal = _before_replacing(game, step.company) or _owns_rusted(game, step.company, action.train)
    if refusal is None and TOWNS[kind_of(action.train)]:
        refusal = game.forbid("ntrain.local", "A local train is not turned back")
    return refusal


def _turn_candidates(game: Game, step: BuyTrains) -> Iterable[TurnTrain]:
    return (TurnTrain(train) for train in own_rusted(game, step.company))


def _turn(game: Game, step: BuyTrains, action: TurnTrain) -> None:
    pile = game.book.trains[kind_of(action.train)].pile
    local = next(face for face in faces(game, pile) if TOWNS[kind_of(face)])
    effects.turn_train(game, game.purse(step.company), action.train, local)


# -- replacing ------------------------------------------------------------------------------------


def replace_refusal(game: Game, step: BuyTrains, action: ReplaceTrain) -> Refusal | None:
    """A rusted train is replaced by one that has not rusted, of a major with the same owner (18OE-NTRAIN-04)."""
    refusal = _is_national(game, step.company) or _owns_rusted(game, step.company, action.old)
    if refusal is None and action.seller not in _own_majors(game, step.company):
        refusal = game.forbid("ntrain.major", "Only a major of the same owner gives a train to a national")
    if refusal is None and action.train not in _running(game, action.seller):
        refusal = game.forbid("ntrain.theirs", "{seller} has no such train", seller=game.symbol(action.seller))
    return refusal


def _own_majors(game: Game, company: Company) -> list[Company]:
    owner, kinds = game.controller(company), game.state.kind
    return [other for other in game.all_companies() if kinds[other] == MAJOR and game.controller(other) == owner]


def _running(game: Game, company: Company) -> list[Train]:
    """The trains of a railroad that have not rusted and may be sold."""
    return sorted({train for train in game.trains_of(company) if not marks_of(train) and not is_rusted(game, train)})


def _replace_candidates(game: Game, step: BuyTrains) -> Iterable[ReplaceTrain]:
    return (
        ReplaceTrain(old, train, seller)
        for old in own_rusted(game, step.company)
        for seller in _own_majors(game, step.company)
        for train in _running(game, seller)
    )


def _replace(game: Game, step: BuyTrains, action: ReplaceTrain) -> None:
    """The rusted train goes back to the Locomotive Works; the bank pays half the face value (18OE-NTRAIN-05)."""
    purse, seller = game.purse(step.company), game.purse(action.seller)
    effects.scrap_train(game, purse, action.old)
    effects.move_train(game, seller, purse, action.train)
    ending.note_train(game, step.company)
    half = game.book.trains[kind_of(action.train)].price // 2
    effects.pay(game, BANK, seller, half, Text("a {train} train", train=TRAIN.write(game.book, action.train)))
    amend(game, replaced=True)


MOVES: tuple[AnyMove, ...] = (
    Move(ClaimTrain, filtered(_claim_candidates, claim_refusal), claim_refusal, _claim),
    Move(SwapTrain, filtered(_swap_candidates, swap_refusal), swap_refusal, _swap),
    Move(TurnTrain, filtered(_turn_candidates, turn_refusal), turn_refusal, _turn),
    Move(ReplaceTrain, filtered(_replace_candidates, replace_refusal), replace_refusal, _replace),
)
ACTIONS = (ClaimTrain, SwapTrain, TurnTrain, ReplaceTrain)
