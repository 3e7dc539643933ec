"""What is to be built, compared: the best run a company would have then, and the places it would newly reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from railhead.core import engine
from railhead.core.actions import parse
from railhead.core.game import Game
from railhead.core.ids import Company, Stop
from railhead.core.rulebook import Rulebook
from railhead.core.state import State
from railhead.play.wording import place_name
from railhead.routes.model import Earnings
from railhead.rules.running import open_runs
from railhead.rules.stations import company_reach


@dataclass(frozen=True, slots=True)
class Run:
    """The best run of a company in a position, and whether it is proven."""

    earnings: Earnings
    proven: bool
    score: int
    """What the company aims at: by this runs are compared."""


NOTHING = Run(Earnings(), True, 0)
"""What a company without trains runs for."""


@dataclass(frozen=True, slots=True)
class Gain:
    """What an action would lead to."""

    action: str
    reaches: tuple[str, ...]
    """The places that the company can get to then, and not now."""
    run: Run | None
    """None if there was no time to search for it."""


@dataclass(frozen=True, slots=True)
class Gains:
    """What each of several actions would lead to, in the order in which they were given."""

    now: Run | None
    """The best run as the board is; None if there was no time to search for it."""
    has_trains: bool
    each: tuple[Gain, ...]

    @property
    def complete(self) -> bool:
        """Was there time for everything?"""
        return self.now is not None and all(gain.run is not None for gain in self.each)

    @property
    def best_first(self) -> tuple[Gain, ...]:
        """The best run first; of equal ones that which reaches most, and what is not known last."""
        return tuple(sorted(self.each, key=_worth, reverse=True))


def _worth(gain: Gain) -> tuple[int, int]:
    return -1 if gain.run is None else gain.run.score, len(gain.reaches)


def compare(
    book: Rulebook, state: State, company: Company, actions: Iterable[str], in_time: Callable[[], bool]
) -> Gains:
    """What each of these actions, all of them lawful, would do to the best run of a company."""
    before = Game(book, state)
    known = {place_name(book, stop) for stop in _reached(before, company)}
    now = _best(before, company) if in_time() else None
    each = []
    for text in actions:
        after = Game(book, engine.consequences(book, state, parse(book, text))[0])
        names = (place_name(book, stop) for stop in _reached(after, company))
        reaches = tuple(dict.fromkeys(name for name in names if name not in known))
        each.append(Gain(text, reaches, _best(after, company) if in_time() else None))
    return Gains(now, open_runs(before, company) is not None, tuple(each))


def _reached(game: Game, company: Company) -> list[Stop]:
    return sorted(company_reach(game, company).stops)


def _best(game: Game, company: Company) -> Run:
    runs = open_runs(game, company)
    if runs is None:
        return NOTHING
    best = runs.proven
    return Run(best.earnings, best.proven, runs.problem.aim.score(best.earnings))
