"""The last operating round: every railroad pays again what it earned in the one before (rules 18OE-END)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.laws import CompanyEffect
from railhead.core.steps import AnyMove, CompanyStep, Move, never
from railhead.core.text import Text
from railhead.rules import dividends
from railhead.rules.dividends import Dividend
from railhead.titles.t18oe import ending
from railhead.titles.t18oe.facts import NATIONAL
from railhead.titles.t18oe.record import Paid, amend, record


@dataclass(frozen=True, slots=True)
class PayAgain(Action):
    """Pay the revenue of the round before again, in the same way."""

    form: ClassVar[str] = "pay again"
    label: ClassVar[str] = "Pay the same revenue in the same way again"
    told: ClassVar[tuple[str, ...]] = ("{actor} pays the same revenue again",)
    topic: ClassVar[Topic] = Topic.RUNS


@dataclass(frozen=True, slots=True)
class RunAnew(Action):
    """Run with the new train, and distribute the revenue anew."""

    form: ClassVar[str] = "rerun"
    label: ClassVar[str] = "Run all trains anew"
    told: ClassVar[tuple[str, ...]] = ("{actor} runs anew",)
    topic: ClassVar[Topic] = Topic.RUNS


@dataclass(frozen=True, slots=True)
class RepeatOrRun(CompanyStep):
    """A railroad that has got a train in the round before may run anew (18OE-END-10)."""

    purpose: ClassVar[str] = "repeat the last revenue or run anew"
    order: ClassVar[str] = "ending.anew"

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What would be paid again."""
        paid = _last(game, self.company)
        return (Text("The last revenue was {revenue}", revenue=paid.revenue),)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES


def repeat(game: Game, company: Company) -> None:
    """In the last round a railroad pays again; one that has got a train may run instead (18OE-END-08, 18OE-END-10)."""
    if not ending.is_last(game):
        return
    if company in record(game).gained:
        game.push(RepeatOrRun(company))
    else:
        _pay(game, company)


def _last(game: Game, company: Company) -> Paid:
    """What a railroad earned in the round before; nothing if it did not operate."""
    return next((paid for paid in record(game).again if paid.company == company), Paid(company, 0, 0))


def _pay(game: Game, company: Company) -> None:
    """The same revenue, distributed in the same way; but a national pays all of it (18OE-DIV-05)."""
    paid = _last(game, company)
    effects.record_run(game, company, paid.revenue, 0)
    game.push(Dividend(company))
    if paid.revenue and game.state.kind[company] == NATIONAL:
        distribute = dividends.pay_out
    elif paid.dividend == 0:
        distribute = dividends.keep
    else:
        distribute = dividends.pay_out if paid.dividend == paid.revenue else dividends.pay_half
    distribute(game, Dividend(company))


def _run(game: Game, company: Company) -> None:
    amend(game, rerun=(*record(game).rerun, company))


def abridged(stages: tuple[CompanyEffect, ...], running: tuple[CompanyEffect, ...]) -> tuple[CompanyEffect, ...]:
    """The parts of a turn, of which the last round has only the first and the last (18OE-END-11).

    Railroads that run anew have those in which revenue is earned and distributed as well (18OE-END-10).
    """
    first, *parts, last = stages
    return (first, repeat, *(_in_the_last(part, part in running) for part in parts), last)


def _in_the_last(stage: CompanyEffect, running: bool) -> CompanyEffect:
    @wraps(stage)
    def part(game: Game, company: Company) -> None:
        if not ending.is_last(game) or (running and company in record(game).rerun):
            stage(game, company)

    return part


def _chosen(effect: Callable[[Game, Company], None]) -> Callable[[Game, RepeatOrRun, Action], None]:
    def done(game: Game, step: RepeatOrRun, _: Action) -> None:
        game.pop()
        effect(game, step.company)

    return done


MOVES: tuple[AnyMove, ...] = (
    Move(PayAgain, lambda _, __: (Choice(PayAgain),), never, _chosen(_pay)),
    Move(RunAnew, lambda _, __: (Choice(RunAnew),), never, _chosen(_run)),
)
ACTIONS = (PayAgain, RunAnew)
