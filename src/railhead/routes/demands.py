"""The best runs where some bonus is to be had by any run at all, or one has to be earned.

A bonus that every run of some trains earns, once a turn, says nothing about how they run: the best runs without it are
the best with it, if one of these trains is among them. Only if not is the bonus part of the search.

If a bonus has to be earned, each train in turn is the one that has to earn it: it is then a kind of its own, and
running is worth more to it than everything else, until the runs are found.
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
    assured = [bonus for bonus in problem.bonuses if _is_assured(bonus)]
    if not assured:
        return _best_with(problem, work)
    others = tuple(bonus for bonus in problem.bonuses if not _is_assured(bonus))
    plain = _best_with(replace(problem, bonuses=others), work)
    earned = value(problem, plain.plan)
    if not isinstance(earned, Earnings):  # nothing was found that meets the demand
        earned = Earnings()
    bound = plain.bound + sum(bonus.most for bonus in assured)
    if not plain.proven:
        return replace(plain, earnings=earned, bound=bound)
    if earned.revenue == bound or (problem.demand and not plain.plan):
        return replace(plain, earnings=earned, bound=earned.revenue)
    whole = _best_with(problem, None if work is None else work - plain.work)
    better = max(whole, replace(plain, earnings=earned), key=lambda best: problem.aim.score(best.earnings))
    return replace(better, proven=whole.proven, bound=min(whole.bound, bound), work=whole.work + plain.work)


def _is_assured(bonus: Bonus) -> bool:
    """Does every run of the trains that it is for earn it, though only once?"""
    return bonus.once and bonus.way is None and isinstance(bonus.worth, OneOfEach) and not bonus.worth.sets


def _best_with(problem: RouteProblem, work: int | None) -> Best:
    if problem.demand is None:
        return best_runs(problem, work)
    found = list(_found(problem, work)) or [Best(Earnings(), (), True, 0, 0)]
    able = [best for best in found if best.plan]
    best = max(able or found, key=lambda one: problem.aim.score(one.earnings))
    bound = max(one.bound for one in found)
    return Best(best.earnings, best.plan, all(one.proven for one in found), bound, sum(one.work for one in found))


def _found(problem: RouteProblem, work: int | None) -> Iterator[Best]:
    """For every kind of train that the bonus is for, the best set if a train of it has to earn it; empty if it cannot.

    What a search leaves of its share of the work is there for those after it.
    """
    assert problem.demand is not None
    trains = list(filter(problem.demand.is_for, dict.fromkeys(problem.trains)))
    for number, train in enumerate(trains):
        best = best_runs(_with_chosen(problem, train), None if work is None else work // (len(trains) - number))
        work = None if work is None else work - best.work
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
