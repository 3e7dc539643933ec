"""Is a new company a minor or a major, and how many station tokens does it take (rules 1863-START)?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.game import Game
from railhead.core.ids import Stop
from railhead.core.refusal import Refusal
from railhead.core.spelling import Tally
from railhead.core.steps import AnyMove, CompanyStep, Move, filtered
from railhead.core.text import Text
from railhead.rules.trains import return_excess
from railhead.titles.t1863 import tokens_due
from railhead.titles.t1863.facts import MAJOR, MINOR, NUMBERS, floats
from railhead.titles.t1863.more_shares import BuyShares
from railhead.titles.t1863.places import home_now
from railhead.titles.t1863.record import record, set_tokens, set_unpaid


@dataclass(frozen=True, slots=True)
class FormMinor(Action):
    """The new company is a minor."""

    form: ClassVar[str] = "minor"
    label: ClassVar[str] = "A minor, wholly owned"
    topic: ClassVar[Topic] = Topic.SHARES


@dataclass(frozen=True, slots=True)
class FormMajor(Action):
    """The new company is a major with this many station tokens."""

    tokens: Tally
    form: ClassVar[str] = "major with {tokens}"
    label: ClassVar[str] = "A major that buys this many [token]s: {tokens}"
    topic: ClassVar[Topic] = Topic.SHARES


@dataclass(frozen=True, slots=True)
class ChooseSize(CompanyStep):
    """Is the new company a minor or a major, and how many station tokens does it take?"""

    stop: Stop
    lodgings: bool
    """Were the Railway Lodgings part of the capital?"""
    purpose: ClassVar[str] = "choose minor or major"
    order: ClassVar[str] = "start.size"

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What tokens cost."""
        name, price, cash = game.symbol(self.company), NUMBERS.token_price, game.treasury(self.company)
        costs = "Each [token] costs {company} {price}; it has {cash}, and may borrow"
        return (Text(costs, company=name, price=price, cash=cash),)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return SIZE_MOVES

    def proceed(self, game: Game) -> bool:
        """Where only minors are floated there is nothing to choose (1863-PHASE-01)."""
        only_minors = floats(game.state.phase) == (MINOR,)
        if only_minors:
            _form_minor(game, self, FormMinor())
        return only_minors


def minor_refusal(game: Game, step: ChooseSize, _: FormMinor) -> Refusal | None:
    """Minors are floated in Phases II and III (1863-START-12)."""
    if MINOR not in floats(game.state.phase):
        return game.forbid("start.size", "Only majors are floated now")
    return None


def major_refusal(game: Game, step: ChooseSize, action: FormMajor) -> Refusal | None:
    """Majors are floated from Phase III on, with one to four tokens (1863-START-12, 1863-START-13)."""
    if MAJOR not in floats(game.state.phase):
        return game.forbid("start.size", "Only minors are floated now")
    if not 1 <= action.tokens <= NUMBERS.most_float_tokens:
        return game.forbid("start.tokens", "A major takes 1 to {most} [token]s", most=NUMBERS.most_float_tokens)
    return None


def _form_minor(game: Game, step: ChooseSize, _: FormMinor) -> None:
    """One token, or two with the Railway Lodgings (1863-START-13, 1863-PRIV-09).

    Trains above its limit are given up at once (1863-TRAIN-11).
    """
    game.pop()
    take_tokens(game, step, NUMBERS.minor_tokens)
    tokens_due.pay_if_possible(game)
    if record(game).unpaid[step.company]:
        game.push(BuyShares(step.company))
    return_excess(game)


def _form_major(game: Game, step: ChooseSize, action: FormMajor) -> None:
    """Eight shares go to its treasury; the founder may buy some of them at once (1863-START-20, 1863-START-22)."""
    game.pop()
    effects.set_kind(game, step.company, MAJOR, game.purse(step.company))
    take_tokens(game, step, action.tokens)
    game.push(BuyShares(step.company))


def take_tokens(game: Game, step: ChooseSize, bought: int) -> None:
    """Each costs 50, the first is free in the company's own home (1863-START-14, 1863-START-15); those that are not on
    the board lie on the charter (1863-START-19).
    """
    company, total = step.company, bought + step.lodgings
    set_tokens(game, company, total)
    effects.give_tokens(game, company, total - 1)
    at_home = step.stop == home_now(game, company)
    set_unpaid(game, company, NUMBERS.token_price * (bought - at_home))


SIZE_MOVES: tuple[AnyMove, ...] = (
    Move(FormMinor, filtered(lambda game, step: (FormMinor(),), minor_refusal), minor_refusal, _form_minor),
    Move(
        FormMajor,
        filtered(
            lambda game, step: [FormMajor(Tally(n)) for n in range(1, NUMBERS.most_float_tokens + 1)], major_refusal
        ),
        major_refusal,
        _form_major,
    ),
)
ACTIONS = (FormMinor, FormMajor)
