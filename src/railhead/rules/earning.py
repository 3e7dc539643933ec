"""What a company could earn with other trains than it has, or on a board that somebody only imagines."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cache

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Train
from railhead.routes.best import Best
from railhead.routes.model import RouteProblem
from railhead.routes.runs import Runs
from railhead.rules.cache import Kind, cached
from railhead.rules.running import RunRules, its_content

Supposed = dict[Hashable, Best]
"""The best runs found with limited work, by all else that a route problem says, and the limit."""
ON_A_NETWORK = 512
"""So many of them are kept for one network; as a rule, there are far fewer."""
ALIKE: Kind[Best] = Kind("runs on boards that are alike", 128)
"""The best runs found with limited work, by what decides on them, whatever else there is on the board."""


@cache
def supposed_kept(most: int) -> Kind[Supposed]:
    """What is known of so many networks.

    A network, with all its links, is kept as long as anything that was found on it; and nobody asks for that any more
    once all others are done with it. So networks are counted, not results.
    """
    return Kind("runs supposed", most)


def earnings_with(game: Game, company: Company, trains: Iterable[Train], work: int) -> Best | None:
    """The best runs of a company if it had these trains, as far as a search of so many steps finds them.

    None if it could not run them. The game is not changed. In some titles only a part of all runs is looked at
    (`RunRules.roughly`).
    """
    supposed = game
    wanted = tuple(sorted(trains))
    if wanted != game.trains_of(company):
        supposed = Game(game.book, game.state.clone())
        effects.suppose_trains(supposed, company, wanted)
        supposed.rules[RunRules].assumed(supposed, company)
    rules = supposed.rules[RunRules]
    problem = rules.problem(supposed, company)
    if problem is None:
        return None
    known = cached(game, supposed_kept(rules.kept), problem.network, dict)
    key = (*(part for part in problem.content if part is not problem.network), work)
    best = known.get(key)
    if best is None:
        if len(known) >= ON_A_NETWORK:
            known.clear()
        best = known[key] = _best(game, rules, rules.roughly(problem), work)
    return best


def _best(game: Game, rules: RunRules, problem: RouteProblem, work: int) -> Best:
    """The best runs of what is looked at, which are often the same on several boards that somebody compares."""
    if rules.alike is its_content:
        return Runs(problem).within(work)
    return cached(game, ALIKE, (rules.alike(problem), work), lambda: Runs(problem).within(work))
