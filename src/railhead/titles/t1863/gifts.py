"""Gifts of cash between players, an option (rules 1863-INFO). Nothing else ever passes between players."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, OneOf, Span
from railhead.core.game import Game
from railhead.core.ids import Owner
from railhead.core.refusal import Refusal
from railhead.core.spelling import Money
from railhead.core.steps import Move, Step
from railhead.core.text import Text
from railhead.rules.debts import Debt
from railhead.titles.t1863.founder_step import FounderStep
from railhead.titles.t1863.founding import Founding
from railhead.titles.t1863.merging import NameSurvivor
from railhead.titles.t1863.private_auctions import ChooseReceiver


@dataclass(frozen=True, slots=True)
class Give(Action):
    """Give cash to another player."""

    amount: Money
    receiver: Owner
    form: ClassVar[str] = "give {amount} to {receiver}"
    label: ClassVar[str] = "Give {amount} to {receiver}"
    topic: ClassVar[Topic] = Topic.OTHER


COMMITTED = (Debt, Founding, FounderStep, ChooseReceiver, NameSurvivor)
"""Steps in which the player has, or may have, to pay for something first."""


def refusal(game: Game, step: Step, action: Give) -> Refusal | None:
    """A player who decides gives of their own cash; promises bind nobody (1863-INFO-02, 1863-INFO-03)."""
    seat = step.seat(game)
    if "gifts" not in game.book.options:
        return game.forbid("gift.option", "Gifts are an option, which was not chosen")
    if isinstance(step, COMMITTED):
        return game.forbid("gift.time", "You have to pay for something first")
    if action.receiver == seat or action.receiver not in game.players:
        return game.forbid("gift.player", "Gifts are made to other players")
    if not 0 < action.amount <= game.state.cash[seat]:
        return game.forbid("gift.cash", "You have {cash} of your own", cash=game.state.cash[seat])
    return None


def options(game: Game, step: Step) -> Iterable[Choice]:
    """Any amount of the player's own cash, to any other player."""
    seat = step.seat(game)
    able = "gifts" in game.book.options and not isinstance(step, COMMITTED)
    if able and game.state.cash[seat]:
        yield Choice(Give, (Span(1, game.state.cash[seat]), OneOf(game.others(seat))))


def _give(game: Game, step: Step, action: Give) -> None:
    effects.pay(game, step.seat(game), action.receiver, action.amount, Text("a gift"))


GIVE = Move(Give, options, refusal, _give)
"""For `AgendaRules.extra_moves`: nobody is asked for its sake."""
ACTIONS = (Give,)
