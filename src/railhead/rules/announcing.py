"""Better runs announced by other players: the highest that anybody announces counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import engine
from railhead.core.actions import Action, Pass, Topic
from railhead.core.agenda import open_moves
from railhead.core.choices import Choice
from railhead.core.events import Earned
from railhead.core.game import Game
from railhead.core.hindsight import what_followed
from railhead.core.ids import Company, Seat
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, CompanyStep, Move, never
from railhead.core.text import Text
from railhead.routes.check import Fault
from railhead.routes.model import Earnings
from railhead.routes.runs import Plan, Runs
from railhead.rules.operating import OperatingRules
from railhead.rules.running import RunRules, conclude, judge, open_runs


@dataclass(frozen=True, slots=True)
class AnnounceRun(Action):
    """Announce a better run for another player's company."""

    routes: Plan
    form: ClassVar[str] = "announce {routes}"
    label: ClassVar[str] = "Announce {routes}"
    told: ClassVar[tuple[str, ...]] = (
        "{player} announces a better run for {actor}, which earns {revenue}: {routes}",
        "{player} announces a better run for {actor}: {routes}",
    )
    covers: ClassVar[tuple[type[object], ...]] = (Earned,)
    topic: ClassVar[Topic] = Topic.RUNS


def ask_others(game: Game, company: Company, plan: Plan) -> None:
    """The run that was declared stands, unless another player announces a better one."""
    runner = game.rules[OperatingRules].acts_for(game, company)
    game.push(Announcements(company, plan, game.others(runner)))


@dataclass(frozen=True, slots=True)
class Announcements(CompanyStep):
    """Other players may announce a better run than the one that stands; they are asked only while there is one."""

    plan: Plan
    """The best run announced so far."""
    others: tuple[Seat, ...]
    """The players still to be asked, in order."""
    purpose: ClassVar[str] = "decide whether to announce a better run"
    on_pass: ClassVar[str] = "{player} announces no better run"

    def seat(self, game: Game) -> Seat:
        """The next player to be asked."""
        return self.others[0]

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What the run that stands earns."""
        return (
            Text(
                "{company} runs for {earns}, which is not the most it could earn",
                company=game.symbol(self.company),
                earns=_earns(game, self),
            ),
        )

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return ANNOUNCING

    def proceed(self, game: Game) -> bool:
        """Without anybody left to ask, or a better run, the one that stands counts."""
        if self.others and _is_asked(game, self):
            return False
        _let_stand(game, self)
        return True


def _is_asked(game: Game, step: Announcements) -> bool:
    """Is the next player asked? A record that is replayed mostly shows it; otherwise a better run is searched for."""
    action = what_followed(game.book)
    if action is not None and type(action) not in {move.action for move in open_moves(game, step)}:
        return False
    return (action is not None and _is_an_answer(game, step, action)) or is_bettered(game, step)


def _is_an_answer(game: Game, step: Announcements, action: Action) -> bool:
    """Can only somebody who was asked have decided this?"""
    if isinstance(action, AnnounceRun):
        return _refusal_to_announce(game, step, action) is None
    return isinstance(action, Pass) and not _could_pass_afterwards(game, step)


def _could_pass_afterwards(game: Game, step: Announcements) -> bool:
    """If nobody were asked, could whoever decides next pass?"""
    after = Game(game.book, game.state.clone())
    _let_stand(after, step)
    engine.settle(after)
    return engine.why_not(after.book, after.state, Pass()) is None


def _let_stand(game: Game, step: Announcements) -> None:
    """The run that stands counts."""
    game.pop()
    conclude(game, step.company, step.plan)


def _earns(game: Game, step: Announcements) -> int:
    earned = judge(game, step.company, step.plan)
    assert isinstance(earned, Earnings)
    return earned.revenue


def is_bettered(game: Game, step: Announcements) -> bool:
    """Is a run known that earns more than the one that stands?"""
    return rivals(game, step).exceed(_earns(game, step), step.plan)


def rivals(game: Game, step: Announcements) -> Runs:
    """The runs that the one that stands is compared with."""
    runs = open_runs(game, step.company)
    assert runs is not None
    return game.rules[RunRules].rivals(game, step.company, step.plan, runs)


def _options_to_announce(game: Game, step: Announcements) -> Iterable[Choice]:
    """A better run: nobody is asked without one, except while a record is replayed that says so."""
    return (Choice(AnnounceRun, (rivals(game, step).above(_earns(game, step)),)),)


def _refusal_to_announce(game: Game, step: Announcements, action: AnnounceRun) -> Refusal | None:
    found = rivals(game, step).judge(action.routes)
    if isinstance(found, Fault):
        return game.forbid(found.key, found.reason, **found.values)
    stands = _earns(game, step)
    if found.revenue <= stands:
        return game.forbid(
            "route.maximum",
            "The run earns {revenue}, no more than the {stands} declared",
            revenue=found.revenue,
            stands=stands,
        )
    return None


def _announce(game: Game, step: Announcements, action: AnnounceRun) -> None:
    """The better run stands; the players after this one may know one that is better still."""
    game.put(Announcements(step.company, action.routes, step.others[1:]))


def _announce_nothing(game: Game, step: Announcements, _: Pass) -> None:
    game.put(Announcements(step.company, step.plan, step.others[1:]))


ANNOUNCING: tuple[AnyMove, ...] = (
    Move(AnnounceRun, _options_to_announce, _refusal_to_announce, _announce),
    Move(Pass, lambda _, __: (Choice(Pass),), never, _announce_nothing),
)
