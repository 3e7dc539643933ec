"""A finished game reviewed: every run beside the best there was, every stock turn beside what the hard bot advises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from railhead.bots.bot import Budget, Weighed
from railhead.bots.hard import Hard
from railhead.bots.position import Notes, position
from railhead.core import engine
from railhead.core.actions import Pass, parse, text_of
from railhead.core.choices import Choices
from railhead.core.game import Game
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

    runs: tuple[RunReviewed, ...]
    turns: tuple[TurnReviewed, ...]

    @property
    def missed(self) -> dict[str, int]:
        """By company: how much more it could have earned in all its runs."""
        found: dict[str, int] = {}
        for each in self.runs:
            found[each.company] = found.get(each.company, 0) + max(0, each.best - each.earned)
        return found


def review(file: GameFile) -> Review:
    """Review a game from its beginning to where it stands."""
    session = Session(file)
    return Review(tuple(_runs(session)), tuple(_turns(session)))


def _runs(session: Session) -> Iterator[RunReviewed]:
    book = session.book
    for number, text in enumerate(session.actions):
        state = session.at(number)
        if not state.agenda or state.agenda[-1].matter is not Matter.RUN:
            continue
        action, company = parse(book, text), state.agenda[-1].acting_company
        runs = None if company is None else open_runs(Game(book, state), company)
        if runs is None or company is None:
            continue
        if not isinstance(action, Run) and Pass() not in Choices(Game(book, state), state.agenda[-1]):
            continue
        earned = runs.judge(action.routes) if isinstance(action, Run) else Earnings()
        if isinstance(earned, Fault):  # a run of another system that the rulebook forbids counts as it was paid
            after = session.at(number + 1)
            earned = Earnings(after.revenue[company], after.subsidy[company])
        best = runs.within(WORK)
        total, most = _total(earned), _total(best.earnings)
        better = text_of(book, Run(best.plan)) if most > total else ""
        yield RunReviewed(
            number + 1,
            str(book.round_name(state.round)),
            book.company_names[company],
            total,
            max(total, most),
            best.proven,
            better,
        )


def _total(earned: Earnings) -> int:
    """What a run brings: a subsidy is as good as revenue, for a company that prefers it."""
    return earned.revenue + earned.subsidy


def _turns(session: Session) -> Iterator[TurnReviewed]:
    book = session.book
    notes = Notes(book, engine.start(book)[1])
    for number, text in enumerate(session.actions):
        state = session.at(number)
        if state.agenda and state.agenda[-1].matter is Matter.STOCK:
            game = Game(book, state)
            seat, action = game.step.seat(game), parse(book, text)
            seen = position(book, state, seat, notes)
            compared = Hard().compared(seen, action, Random(0), Budget()) if action in seen.choices else None
            if compared is not None:
                advised, done = compared
                yield TurnReviewed(
                    number + 1,
                    str(book.round_name(state.round)),
                    game.name(seat),
                    text,
                    text_of(book, advised.action),
                    advised.value - done.value,
                    _difference(advised, done),
                )
        notes.read(session.events(number + 1))


def _difference(advised: Weighed, done: Weighed) -> tuple[tuple[str, float], ...]:
    other = dict(done.parts)
    return tuple((name, value - other.get(name, 0.0)) for name, value in advised.parts)
