"""What is searched for in separate processes: the best run, and what things to be built would do to it."""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple, cast

from railhead.bots.question import Question
from railhead.bots.reason import Reason
from railhead.core import engine
from railhead.core.actions import text_of
from railhead.core.game import Game
from railhead.core.ids import Company, Seat
from railhead.core.state import State
from railhead.play.asking import ADVISER
from railhead.play.asking import WORK as ADVICE_WORK
from railhead.play.gains import Gains, compare
from railhead.play.gamefile import GameFile
from railhead.play.offers import Rated, is_rated
from railhead.routes.best import Best
from railhead.routes.runs import Runs
from railhead.rules.running import Run, open_runs
from railhead.web.searches import Searches

BUDGET = 6.0
"""Seconds for comparing what may be built on a hex; what has not been worked out by then is left out."""


class Suggestion(NamedTuple):
    """The action that earns most, and whether that is proven."""

    action: str
    """Empty if no train of the company has a route."""
    proven: bool
    best: Best | None = None
    """What was found about all runs, so that nobody has to search for it again."""


def find_best(game: GameFile, state: State, company: Company | None) -> Suggestion | None:
    """The best action among choices that know their best value, or the best run of a company that has no choice now."""
    book = game.rulebook()
    if company is not None:
        runs = open_runs(Game(book, state), company)
        if runs is None:
            return Suggestion("", True)
        plan = runs.proven.plan
        return Suggestion(text_of(book, Run(plan)) if plan else "", runs.is_proven)
    for choice in engine.choices(book, state) or ():
        if len(choice.domains) == 1 and is_rated(choice.domains[0]):
            rated = cast(Rated, choice.domains[0])
            _, best = rated.best
            found = rated.proven if isinstance(rated, Runs) else None
            return Suggestion(text_of(book, choice.action(best)), rated.is_proven, found)  # type: ignore[call-arg]
    return None


def find_gains(game: GameFile, state: State, company: Company, actions: tuple[str, ...]) -> Gains:
    """What each of these actions would do to the best run of a company, as far as the time suffices."""
    end = monotonic() + BUDGET
    return compare(game.rulebook(), state, company, actions, lambda: monotonic() < end)


class Advice(NamedTuple):
    """What a bot would do, and why."""

    action: str
    reason: Reason


def find_advice(game: GameFile, known: State, seat: Seat, seed: str) -> Advice:
    """What the bot that gives advice would do in a position that the seat may know."""
    book = game.rulebook()
    decision = Question(ADVISER, seat, known, (), seed, ADVICE_WORK).answered(book)
    return Advice(text_of(book, decision.action), Reason.of(book, ADVISER, decision))


ADVICE = Searches(find_advice)
"""What a bot would do in somebody's place."""
BEST_RUNS = Searches(find_best)
SKETCHED_RUNS = Searches(find_best, most_per_table=4)
"""Searches on boards that somebody imagines. However many there are, nobody who has to run trains waits for them.

Whoever draws asks again with every change, before it is known that nobody waits for the last answer any more.
"""
GAINS = Searches(find_gains, most_per_table=4, is_settled=lambda found: found.complete)
"""What may be built on a hex, compared. Whoever looks around asks about one hex after the other."""
