"""A finished game reviewed: every run beside the best there was, every stock turn beside what the hard bot advises."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from railhead.bots.position import Notes, Position, position
from railhead.bots.turns import Played, Turn, compared
from railhead.core.actions import Action, Pass, parse, text_of
from railhead.core.choices import Choices
from railhead.core.game import Game
from railhead.core.rulebook import Rulebook
from railhead.core.spelling import write_consist
from railhead.core.state import State
from railhead.core.steps import Matter
from railhead.play import wording
from railhead.play.gamefile import GameFile
from railhead.play.session import Session
from railhead.routes.breakdown import RunBreakdown, breakdown
from railhead.routes.check import Fault, value
from railhead.routes.model import Earnings, RouteProblem
from railhead.routes.runs import Plan
from railhead.rules.running import Run, open_runs

WORK = 50_000
"""How many steps the search for the best run may take."""
WORTH_TELLING = 40
"""A stock turn is told of if the bot expects so much more of something else."""
TURNING_POINTS = 5
"""How many of the costliest stock turns are told of first."""


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
    route: tuple[str, ...] = ()
    """Where the trains ran, and what they earned there, if that was not the best."""
    better_route: tuple[str, ...] = ()

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> RunReviewed:
        """Read what `to_data` wrote."""
        routes = {name: tuple(data[name]) for name in ("route", "better_route")}
        return cls(**{**data, **routes})

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
            "route": list(self.route),
            "better_route": list(self.better_route),
        }


@dataclass(frozen=True, slots=True)
class TurnReviewed:
    """A stock turn, and what the hard bot would have done in it."""

    number: int
    """Of its first action, from 1."""
    round: str
    player: str
    done: tuple[str, ...]
    """All that was done in it."""
    advised: tuple[str, ...]
    lost: float
    """How much more the bot expects of its advice, in money at the end; nothing if it would have done the same."""
    parts: tuple[tuple[str, float], ...]
    """Where the difference comes from."""

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> TurnReviewed:
        """Read what `to_data` wrote."""
        said = {name: tuple(data[name]) for name in ("done", "advised")}
        return cls(**{**data, **said, "parts": tuple(data["parts"].items())})

    def to_data(self) -> dict[str, Any]:
        """The review as plain data."""
        return {
            "number": self.number,
            "round": self.round,
            "player": self.player,
            "done": list(self.done),
            "advised": list(self.advised),
            "lost": round(self.lost),
            "parts": {name: round(value) for name, value in self.parts},
        }

    @property
    def missing(self) -> frozenset[str]:
        """What was advised and not done, whatever the price and the number."""
        return _gist(self.advised) - _gist(self.done)


@dataclass(frozen=True, slots=True)
class Missed:
    """What a company could have earned more, in one run or in several that were alike."""

    run: RunReviewed
    again: tuple[int, ...] = ()
    """The numbers of the later ones."""


@dataclass(frozen=True, slots=True)
class Idea:
    """Something that the hard bot would have done, once or in several turns of a round."""

    turn: TurnReviewed
    """The first turn of those in which it would have gained most."""
    again: tuple[int, ...] = ()
    """The numbers of the others."""


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

    @property
    def worse(self) -> tuple[Missed, ...]:
        """The runs that were not the best; together, if a company missed the same several times."""
        found: dict[tuple[str, int, int], list[RunReviewed]] = {}
        for each in self.runs:
            if each.better:
                found.setdefault((each.company, each.earned, each.best), []).append(each)
        return tuple(Missed(first, tuple(each.number for each in later)) for first, *later in found.values())

    @property
    def ideas(self) -> tuple[Idea, ...]:
        """What the bot would clearly have done otherwise; once, if it had the same idea in several turns of a round."""
        found: list[list[TurnReviewed]] = []
        for each in self.turns:
            if each.lost >= WORTH_TELLING and not self._made_up_for(each):
                similar = next((turns for turns in found if _are_alike(turns[-1], each)), None)
                if similar is None:
                    found.append([each])
                else:
                    similar.append(each)
        return tuple(_idea(turns) for turns in found)

    @property
    def turning_points(self) -> tuple[Idea, ...]:
        """The costliest ones, the worst first."""
        return costliest(self.ideas)

    def _made_up_for(self, turn: TurnReviewed) -> bool:
        """Did the player do in later turns of the round all that was advised?"""
        same = [each for each in self.turns if (each.round, each.player) == (turn.round, turn.player)]
        later = (_gist(each.done) for each in same if each.number > turn.number)
        return bool(turn.missing) and turn.missing <= frozenset().union(*later)


def costliest(ideas: Iterable[Idea]) -> tuple[Idea, ...]:
    """Those that were worth most, the best first."""
    return tuple(sorted(ideas, key=lambda idea: -idea.turn.lost)[:TURNING_POINTS])


def _gist(texts: Iterable[str]) -> frozenset[str]:
    """Of each action, what is done, and with what: the words with which its text begins, but no numbers."""
    return frozenset(" ".join([word for word in text.split() if not word.isdigit()][:2]) for text in texts)


def _are_alike(one: TurnReviewed, other: TurnReviewed) -> bool:
    """Was the same player advised to do the same in another turn of a round?"""
    return (one.round, one.player) == (other.round, other.player) and not one.missing.isdisjoint(other.missing)


def _idea(turns: list[TurnReviewed]) -> Idea:
    most = max(turns, key=lambda turn: turn.lost)
    return Idea(most, tuple(turn.number for turn in turns if turn is not most))


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
    session, last = Session(file.first(0)), len(file.actions) if last is None else last
    notes = Notes(session.book, session.events(0))
    made: list[RunReviewed] = []
    turns: list[TurnReviewed] = []
    turn: Recorded | None = None
    for number in range(len(file.actions)):
        if turn is None and number >= last:
            break
        before = session.state
        turn = turn or _begun(session, notes)
        _decide(session, file, number)
        if turn is not None:
            turn.read(session.played(number + 1).action)
        notes.read(session.events(number + 1))
        if first <= number < last:
            made += _run(session, before)
        if turn is not None and turn.over:
            turns += turn.reviewed() if first <= turn.number < last else ()
            turn = None
    return Review(tuple(made), tuple(turns))


def _run(session: Session, before: State) -> Iterator[RunReviewed]:
    """The last action beside the best run there was, if it was about one."""
    book, step = session.book, before.agenda[-1] if before.agenda else None
    if step is None or step.matter is not Matter.RUN or step.acting_company is None:
        return
    company, action = step.acting_company, session.played(len(session)).action
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
    is_worse, made = most > total, action.routes if isinstance(action, Run) else ()
    yield RunReviewed(
        len(session),
        str(book.round_name(before.round)),
        book.company_names[company],
        total,
        max(total, most),
        best.proven,
        text_of(book, Run(best.plan)) if is_worse else "",
        _route(book, runs.problem, made) if is_worse else (),
        _route(book, runs.problem, best.plan) if is_worse else (),
    )


def _route(book: Rulebook, problem: RouteProblem, plan: Plan) -> tuple[str, ...]:
    """Each run with the stops it calls at and what they pay; a stop that pays no revenue by its name alone."""
    if not plan or isinstance(value(problem, plan), Fault):
        return tuple(wording.route_name(book, route) for route in plan)
    return tuple(_stops(book, line) for line in breakdown(problem, plan))


def _stops(book: Rulebook, line: RunBreakdown) -> str:
    """A run, from whichever of its ends comes first on the board: so that two of them are easily compared."""
    trains = " + ".join(write_consist(book, kind) for kind in line.trains)
    calls = [call for call in line.calls if call.value is not None]
    if calls and calls[0].stop > calls[-1].stop:
        calls.reverse()
    told = [f"{wording.place_name(book, call.stop)} {call.value or ''}".rstrip() for call in calls]
    return f"{trains}: {', '.join([*told, *([f'+{line.bonus}'] if line.bonus > 0 else [])])}"


def _total(earned: Earnings) -> int:
    """What a run brings: a subsidy is as good as revenue, for a company that prefers it."""
    return earned.revenue + earned.subsidy


class Recorded:
    """A stock turn as it was played: a turn belongs to where it begins."""

    def __init__(self, session: Session, seen: Position) -> None:
        self.number, self.round = len(session), str(session.book.round_name(session.state.round))
        self.played: Played | None = Played(seen)
        self.seen = seen

    @property
    def over(self) -> bool:
        """Has it ended, or gone on in a way that the rulebook does not know?"""
        return self.played is None or self.played.over

    def read(self, action: Action) -> None:
        """Take over what was done next, unless the rulebook forbids it: another system may have allowed it."""
        if self.played is None or action not in self.played.now.choices:
            self.played = None
        else:
            self.played.act(action)

    def reviewed(self) -> Iterator[TurnReviewed]:
        """The turn beside what the hard bot would have done, unless it has no opinion."""
        found = None if self.played is None else compared(self.played, Random(0))
        if found is not None:
            advised, done = found
            book = self.seen.book
            yield TurnReviewed(
                self.number + 1,
                self.round,
                self.seen.game.name(self.seen.seat),
                _told(book, done),
                _told(book, advised),
                advised.value - done.value,
                _difference(advised, done),
            )


def _begun(session: Session, notes: Notes) -> Recorded | None:
    """The stock turn that begins now, if one does."""
    book, state = session.book, session.state
    if not state.agenda or state.agenda[-1].matter is not Matter.STOCK:
        return None
    seat = state.agenda[-1].seat(Game(book, state))
    return Recorded(session, position(book, state, seat, notes))


def _told(book: Rulebook, turn: Turn) -> tuple[str, ...]:
    """What was done in a turn; that it ended is only told if nothing else was done."""
    texts = tuple(text_of(book, action) for action in turn.deals if not isinstance(action, Pass))
    return texts or (text_of(book, Pass()),)


def _difference(advised: Turn, done: Turn) -> tuple[tuple[str, float], ...]:
    other = dict(done.parts)
    return tuple((name, value - other.get(name, 0.0)) for name, value in advised.parts)


def in_words(book: Rulebook, texts: Sequence[str]) -> str:
    """What is done in a turn, in a player's words."""
    return "; ".join(wording.said(book, parse(book, text)) for text in texts)
