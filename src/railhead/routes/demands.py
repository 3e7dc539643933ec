"""The best runs among those of which one earns a certain bonus.

Each train in turn is the one that has to earn it: it is then a kind of its own, and running is worth more to it than
everything else, until the runs are found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from railhead.routes.best import Best, best_runs
from railhead.routes.check import value
from railhead.routes.model import Allowance, Bonus, Earnings, OneOfEach, RouteProblem

CHOSEN = -1
"""The kind of the train that has to earn the bonus."""
PRICELESS = 1 << 24
"""More than all runs of a turn earn."""


def best_with(problem: RouteProblem, work: int | None = None) -> Best:
    """The set of runs that scores most among those that meet the demand; an empty one if none is found."""
    if problem.demand is None:
        return best_runs(problem, work)
    found = list(_found(problem, work))
    able = [best for best in found if best.plan]
    best = max(able or found, key=lambda one: problem.aim.score(one.earnings))
    bound = max(one.bound for one in found)
    return Best(best.earnings, best.plan, all(one.proven for one in found), bound, sum(one.work for one in found))


def _found(problem: RouteProblem, work: int | None) -> Iterator[Best]:
    """For every kind of train, the best set if a train of it has to earn the bonus; an empty one if it cannot."""
    for train in dict.fromkeys(problem.trains):
        best = best_runs(_with_chosen(problem, train), work)
        kind = train.train
        plan = tuple(replace(route, train=kind) if route.train == CHOSEN else route for route in best.plan)
        earned = value(problem, plan)
        bound = max(0, best.bound - PRICELESS)
        if isinstance(earned, Earnings):
            yield Best(earned, plan, best.proven, bound, best.work)
        else:
            yield Best(Earnings(), (), best.proven, bound, best.work)


def _with_chosen(problem: RouteProblem, train: Allowance) -> RouteProblem:
    others = [*problem.trains]
    others.remove(train)
    kind = train.train
    assert problem.demand is not None
    return replace(
        problem,
        trains=(replace(train, train=CHOSEN, required=_also_for(problem.demand, kind)), *others),
        tariffs={**problem.tariffs, CHOSEN: problem.tariffs[kind]} if kind in problem.tariffs else problem.tariffs,
        bonuses=(
            *(_also_for(bonus, kind) for bonus in problem.bonuses),
            Bonus(OneOfEach(PRICELESS, ()), PRICELESS, once=True, passing=True, kinds=frozenset((CHOSEN,))),
        ),
        demand=None,
    )


def _also_for(bonus: Bonus, kind: int) -> Bonus:
    """The bonus, which the chosen train earns as well if its kind does."""
    return replace(bonus, kinds=bonus.kinds | {CHOSEN}) if bonus.kinds and kind in bonus.kinds else bonus
