"""A finished game reviewed: every run beside the best there was, every stock turn beside what the hard bot advises."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from railhead.bots.bot import Budget, Weighed
from railhead.bots.hard import Hard
from railhead.bots.position import Notes, position
from railhead.core.actions import Pass, parse, text_of
from railhead.core.choices import Choices
from railhead.core.game import Game
from railhead.core.state import State
from railhead.core.steps import Matter
from railhead.play.gamefile import GameFile
from railhead.play.session import Session
from railhead.routes.check import Fault
from railhead.routes.model import Earnings
from railhead.rules.running import Run, open_runs

WORK = 50_000
"""How many steps the search for the best run may take."""


@dataclass(frozen=True, slots=True)
class RunReviewed:
    """A run, and the best there was."""

    number: int
    """Of the action, from 1."""
    round: str
    company: str
    earned: int
    """Revenue and subsidy."""
    best: int
    proven: bool
    better: str
    """The best run as an action; empty if none is better than what was run."""

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> RunReviewed:
        """Read what `to_data` wrote."""
        return cls(**data)

    def to_data(self) -> dict[str, Any]:
        """The review as plain data."""
        return {
            "number": self.number,
            "round": self.round,
            "company": self.company,
            "earned": self.earned,
            "best": self.best,
            "proven": self.proven,
            "better": self.better,
        }


@dataclass(frozen=True, slots=True)
class TurnReviewed:
    """A decision in a stock turn, and what the hard bot would have done."""

    number: int
    round: str
    player: str
    done: str
    advised: str
    lost: float
    """How much more the bot expects of its advice, in money at the end; nothing if it would have done the same."""
    parts: tuple[tuple[str, float], ...]
    """Where the difference comes from."""

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> TurnReviewed:
        """Read what `to_data` wrote."""
        return cls(**{**data, "parts": tuple(data["parts"].items())})

    def to_data(self) -> dict[str, Any]:
        """The review as plain data."""
        return {
            "number": self.number,
            "round": self.round,
            "player": self.player,
            "done": self.done,
            "advised": self.advised,
            "lost": round(self.lost),
            "parts": {name: round(value) for name, value in self.parts},
        }


@dataclass(frozen=True, slots=True)
class Review:
    """What there is to say about a game."""

    runs: tuple[RunReviewed, ...] = ()
    turns: tuple[TurnReviewed, ...] = ()

    def to_data(self) -> dict[str, Any]:
        """The review as plain data."""
        return {"runs": [each.to_data() for each in self.runs], "turns": [each.to_data() for each in self.turns]}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Review:
        """Read what `to_data` wrote."""
        runs = tuple(RunReviewed.from_data(each) for each in data["runs"])
        return cls(runs, tuple(TurnReviewed.from_data(each) for each in data["turns"]))

    def __add__(self, later: Review) -> Review:
        """With the review of what came next."""
        return Review(self.runs + later.runs, self.turns + later.turns)

    @property
    def missed(self) -> dict[str, int]:
        """By company: how much more it could have earned in all its runs."""
        found: dict[str, int] = {}
        for each in self.runs:
            found[each.company] = found.get(each.company, 0) + max(0, each.best - each.earned)
        return found


def runs(file: GameFile, numbers: Collection[int]) -> tuple[RunReviewed, ...]:
    """Every run among these actions, counted from 1, beside the best there was."""
    session = Session(file.first(min(numbers, default=1) - 1))
    found: list[RunReviewed] = []
    for number in range(len(session), max(numbers, default=0)):
        before = session.state
        _decide(session, file, number)
        if number + 1 in numbers:
            found += _run(session, before)
    return tuple(found)


def _decide(session: Session, file: GameFile, number: int) -> None:
    """Play the next action of a file."""
    imported = 0 if file.imported is None else file.imported.actions
    (session.retrace if number < imported else session.act)(file.actions[number])


def review(file: GameFile, first: int = 0, last: int | None = None) -> Review:
    """Review a game from its beginning to where it stands, or only what was decided between two numbers of actions."""
    session = Session(file.first(0))
    notes = Notes(session.book, session.events(0))
    made: list[RunReviewed] = []
    turns: list[TurnReviewed] = []
    for number, text in enumerate(file.actions[:last]):
        before = session.state
        if number >= first:
            turns += _turn(session, notes, text)
        _decide(session, file, number)
        notes.read(session.events(number + 1))
        if number >= first:
            made += _run(session, before)
    return Review(tuple(made), tuple(turns))


def _run(session: Session, before: State) -> Iterator[RunReviewed]:
    """The last action beside the best run there was, if it was about one."""
    book, step = session.book, before.agenda[-1] if before.agenda else None
    if step is None or step.matter is not Matter.RUN or step.acting_company is None:
        return
    company, action = step.acting_company, parse(book, session.actions[-1])
    game = Game(book, before)
    runs = open_runs(game, company)
    if runs is None or (not isinstance(action, Run) and Pass() not in Choices(game, step)):
        return
    earned = runs.judge(action.routes) if isinstance(action, Run) else Earnings()
    if isinstance(earned, Fault):  # a run of another system that the rulebook forbids counts as it was paid
        after = session.state
        earned = Earnings(after.revenue[company], after.subsidy[company])
    best = runs.within(WORK)
    total, most = _total(earned), _total(best.earnings)
    yield RunReviewed(
        len(session),
        str(book.round_name(before.round)),
        book.company_names[company],
        total,
        max(total, most),
        best.proven,
        text_of(book, Run(best.plan)) if most > total else "",
    )


def _total(earned: Earnings) -> int:
    """What a run brings: a subsidy is as good as revenue, for a company that prefers it."""
    return earned.revenue + earned.subsidy


def _turn(session: Session, notes: Notes, text: str) -> Iterator[TurnReviewed]:
    """What is about to be done, beside what the hard bot would do, if it is a decision in a stock turn."""
    book, state = session.book, session.state
    if not state.agenda or state.agenda[-1].matter is not Matter.STOCK:
        return
    game = Game(book, state)
    seat, action = game.step.seat(game), parse(book, text)
    seen = position(book, state, seat, notes)
    compared = Hard().compared(seen, action, Random(0), Budget()) if action in seen.choices else None
    if compared is not None:
        advised, done = compared
        yield TurnReviewed(
            len(session) + 1,
            str(book.round_name(state.round)),
            game.name(seat),
            text,
            text_of(book, advised.action),
            advised.value - done.value,
            _difference(advised, done),
        )


def _difference(advised: Weighed, done: Weighed) -> tuple[tuple[str, float], ...]:
    other = dict(done.parts)
    return tuple((name, value - other.get(name, 0.0)) for name, value in advised.parts)
