"""Thompson: two trains of its company run once more after they have rusted (1863-PRIV-04).

Such trains carry a mark. They run in the company's next turn, cost what they always did, count to the limit, and leave
when that turn is over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.game import Game
from railhead.core.ids import Company, Train, a_train, kind_of, marks_of
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, CompanyStep, Move, filtered, passing
from railhead.core.text import Text
from railhead.titles.t1863.facts import NUMBERS, PRIVATE
from railhead.titles.t1863.powers import company_with
from railhead.titles.t1863.record import amend, record

THOMPSON = PRIVATE["THO"]


@dataclass(frozen=True, slots=True)
class KeepTrain(Action):
    """Keep a train that rusts for one more turn."""

    train: Train
    form: ClassVar[str] = "keep {train}"
    label: ClassVar[str] = "Keep a {train} train for one more turn"
    told: ClassVar[tuple[str, ...]] = ("{actor} keeps a {train} train for one more turn",)
    topic: ClassVar[Topic] = Topic.TRAINS


@dataclass(frozen=True, slots=True)
class KeepTrains(CompanyStep):
    """Before trains rust, the company that owns Thompson says which of its own it keeps, if any."""

    kept: int = 0
    purpose: ClassVar[str] = "keep trains that rust"
    order: ClassVar[str] = "turn.thompson"
    on_pass: ClassVar[str] = "{actor} keeps no train that rusts"
    on_pass_again: ClassVar[str] = "{actor} keeps no other train that rusts"

    def situation(self, game: Game) -> tuple[Text, ...]:
        """How many it may keep, and for how long."""
        return (Text("Thompson may keep {count} trains for one turn, once", count=NUMBERS.kept_trains),)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Keep one, or no other."""
        return MOVES


def ask_first(game: Game) -> bool:
    """The company with Thompson is asked, if it has trains that rust now and has not used the power before."""
    company = company_with(game, THOMPSON)
    if company is None or THOMPSON in record(game).used or not rusting(game, company):
        return False
    if game.controller(company) is None:
        return False
    game.push(KeepTrains(company))
    return True


def rusting(game: Game, company: Company) -> list[Train]:
    """The trains of a company that the new phase makes obsolete, without those that are kept."""
    return [train for train in game.trains_of(company) if not marks_of(train) and _rusts(game, train)]


def _rusts(game: Game, train: Train) -> bool:
    return game.book.trains[kind_of(train)].rusted_by == game.state.phase


def keep_refusal(game: Game, step: KeepTrains, action: KeepTrain) -> Refusal | None:
    """Only a train of the company's own that rusts now."""
    if action.train not in rusting(game, step.company):
        return game.forbid("thompson.train", "No such train of {company} rusts", company=game.symbol(step.company))
    return None


def _candidates(game: Game, step: KeepTrains) -> Iterable[KeepTrain]:
    return [KeepTrain(train) for train in sorted(set(rusting(game, step.company)))]


def _keep(game: Game, step: KeepTrains, action: KeepTrain) -> None:
    """The train gets a mark, and the power is used up; two trains are all."""
    trains = list(game.trains_of(step.company))
    trains[trains.index(action.train)] = a_train(kind_of(action.train), 1)
    effects.mark_trains(game, game.purse(step.company), tuple(trains))
    amend(game, used=tuple(sorted({*record(game).used, THOMPSON})))
    if step.kept + 1 < NUMBERS.kept_trains and rusting(game, step.company):
        game.put(replace(step, kept=step.kept + 1))
    else:
        game.pop()


MOVES: tuple[AnyMove, ...] = (
    Move(KeepTrain, filtered(_candidates, keep_refusal), keep_refusal, _keep),
    passing(lambda game, _: game.pop()),
)
ACTIONS = (KeepTrain,)


# -- the last turn --------------------------------------------------------------------------------


def note_last_turn(game: Game, company: Company) -> None:
    """A company's turn begins: trains that were kept before it are in their last one."""
    if _kept(game, company):
        amend(game, last_turn=True)


def scrap_worn_out(game: Game, company: Company) -> None:
    """A company's turn is over: the trains that were in their last one leave the game."""
    if record(game).last_turn and _kept(game, company):
        amend(game, last_turn=False)
        for train in _kept(game, company):
            effects.scrap_train(game, game.purse(company), train)


def _kept(game: Game, company: Company) -> list[Train]:
    return [train for train in game.trains_of(company) if marks_of(train)]
