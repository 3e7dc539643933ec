"""What a company could earn with other trains than it has, or on a board that somebody only imagines."""

from __future__ import annotations

from collections.abc import Iterable

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Train
from railhead.routes.best import Best
from railhead.routes.runs import Runs
from railhead.rules.cache import Kind, cached
from railhead.rules.running import RunRules

SUPPOSED: Kind[Best] = Kind("runs supposed", 2048)
"""The best runs found with limited work, by route problem and limit."""


def earnings_with(game: Game, company: Company, trains: Iterable[Train], work: int) -> Best | None:
    """The best runs of a company if it had these trains, as far as a search of so many steps finds them.

    None if it could not run them. The game is not changed.
    """
    supposed = game
    wanted = tuple(sorted(trains))
    if wanted != game.trains_of(company):
        supposed = Game(game.book, game.state.clone())
        effects.suppose_trains(supposed, company, wanted)
        supposed.rules[RunRules].assumed(supposed, company)
    problem = supposed.rules[RunRules].problem(supposed, company)
    if problem is None:
        return None
    return cached(game, SUPPOSED, (problem.content, work), lambda: Runs(problem).within(work))
