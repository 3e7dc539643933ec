"""Giving a major up: its president cannot pay for a train that it must buy (18OE-FORCED-04)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import BANK
from railhead.core.refusal import Refusal
from railhead.core.steps import Move
from railhead.core.text import Text
from railhead.rules.trains import BuyTrains
from railhead.titles.t18oe import nationals
from railhead.titles.t18oe.facts import MAJOR
from railhead.titles.t18oe.forced import must_buy
from railhead.titles.t18oe.locomotive_works import cheapest


@dataclass(frozen=True, slots=True)
class Surrender(Action):
    """Give up all personal cash because it does not pay for a train; the major becomes a national."""

    form: ClassVar[str] = "surrender"
    label: ClassVar[str] = "Surrender all your cash: the railroad becomes a national"
    told: ClassVar[tuple[str, ...]] = ("{player} cannot pay for a train of {actor}, which becomes a national",)
    topic: ClassVar[Topic] = Topic.TRAINS


def surrender_refusal(game: Game, step: BuyTrains, _: Surrender) -> Refusal | None:
    """Only a major that must buy a train, but cannot with all its president's cash, is given up (18OE-FORCED-04)."""
    company, least = step.company, cheapest(game, step.company)
    means = game.treasury(company) + game.state.cash[game.player_for(company)]
    if game.state.kind[company] == MAJOR and must_buy(game, company) and least is not None and means < least:
        return None
    return game.forbid("forced.means", "{company} does not have to be given up", company=game.symbol(company))


def _surrender_options(game: Game, step: BuyTrains) -> Iterable[Choice]:
    if surrender_refusal(game, step, Surrender()) is None:
        yield Choice(Surrender)


def _surrender(game: Game, step: BuyTrains, _: Surrender) -> None:
    """The president's cash goes to the bank, and the railroad goes on as a national, in any phase (18OE-FORCED-04)."""
    president = game.player_for(step.company)
    purpose = Text("the train that {company} could not buy", company=game.symbol(step.company))
    effects.pay(game, president, BANK, game.state.cash[president], purpose)
    nationals.form(game, step.company)


SURRENDER = Move(Surrender, _surrender_options, surrender_refusal, _surrender)
