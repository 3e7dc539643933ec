"""The domain of a company's run: every set of runs the rules allow, represented implicitly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import islice
from random import Random

from railhead.core.ids import Point
from railhead.routes.any_run import any_run
from railhead.routes.best import Best
from railhead.routes.check import Fault, Traced, trace, value
from railhead.routes.demands import best_with
from railhead.routes.enumeration import ALL, additions, beginnings, can_add
from railhead.routes.improving import improved
from railhead.routes.model import REVENUE_FIRST, Allowance, Earnings, Route, RouteProblem

Plan = tuple[Route, ...]

WORK = 150_000
"""The work limit of the search, in steps: many times what real games need."""
SAMPLED = 12
"""How many routes a random player considers before taking one."""
TRIED = 400
"""How many routes are looked at for a train of a sample that may stay idle, legal or not."""


class Runs:
    """All the sets of runs a company may make now."""

    def __init__(self, problem: RouteProblem, whole: Runs | None = None) -> None:
        self.problem = problem
        self._whole = whole
        """All runs, if these are those that earn a certain sum: they have the same best one."""
        self._known: tuple[Earnings, Plan] | None = None
        """The best runs that were come by before all were searched."""
        self._last: tuple[Plan, Earnings | Fault] | None = None

    def judge(self, plan: Plan) -> Earnings | Fault:
        """What a set of runs earns, or which rule it breaks; the last answer is kept, being often asked for twice."""
        last = self._last  # read once: another thread may ask at the same time
        if last is None or last[0] != plan:
            last = self._last = plan, self._judge(plan)
        return last[1]

    def _judge(self, plan: Plan) -> Earnings | Fault:
        earned = value(self.problem, plan)
        if isinstance(earned, Fault):
            return earned
        if not self.problem.may_idle and self.idle_train(plan) is not None:
            return Fault("route.must_run", "Every train that can run must run")
        if self.problem.must_maximise and self.falls_short(earned):
            return Fault(
                "route.maximum", "The company must run for the maximum, {most}", {"most": self.best[0].revenue}
            )
        if earned.revenue < self.problem.least:
            return Fault(
                "route.maximum", "A run that is announced earns at least {least}", {"least": self.problem.least}
            )
        return earned

    def exceed(self, revenue: int, plan: Plan) -> bool:
        """Is any set of runs known that earns more than this? First looked for beside the plan that earns as much."""
        if self._known is not None and self._known[0].revenue > revenue:
            return True
        if not self.is_searched:
            better = next((each for each in improved(self.problem, plan, revenue) if each in self), None)
            earned = None if better is None else self.judge(better)
            if better is not None and isinstance(earned, Earnings):
                self._known = earned, better
                return True
        return self.best[0].revenue > revenue

    def above(self, revenue: int) -> Runs:
        """The runs that earn more than this; the best of them is searched for only if somebody wants to know it."""
        return Runs(replace(self.problem, least=revenue + 1), self)

    def falls_short(self, earned: Earnings) -> bool:
        """Is this less than the company must earn? A subsidy that only breaks ties is not compulsory."""
        aim, best = self.problem.aim, self.best[0]
        return earned.revenue < best.revenue if aim == REVENUE_FIRST else aim.score(earned) < aim.score(best)

    def idle_train(self, plan: Plan) -> Allowance | None:
        """A train that is left idle although it could run beside the others."""
        idle = Counter(train.train for train in self.problem.trains) - Counter(route.train for route in plan)
        if not idle:
            return None
        runs = [run for run in (trace(self.problem, route) for route in plan) if isinstance(run, Traced)]
        for kind in idle:
            train = self.problem.by_kind[kind]
            if can_add(self.problem, runs, train):
                return train
        return None

    @cached_property
    def possible(self) -> bool:
        """Is there any run the company could make? For a single purpose, is any known (see `any_run`)?"""
        return self.example is not None

    @cached_property
    def example(self) -> Route | None:
        """A run the company could make on its own, if there is any."""
        return any_run(self.problem)

    @property
    def best(self) -> tuple[Earnings, Plan]:
        """The set of runs that earns most, as far as it is known."""
        if self._whole is not None:
            return self._whole.best
        known, found = self._known, self._found
        return found if known is None or known[0].revenue <= found[0].revenue else known

    @cached_property
    def _found(self) -> tuple[Earnings, Plan]:
        """What the search found; if the work limit was reached before any set was, the example."""
        found = self.proven
        if self.problem.demand and not found.plan and not found.proven and self.example is not None:
            plan = (self.example,)
            earned = value(self.problem, plan)
            assert isinstance(earned, Earnings), earned
            return earned, plan
        return found.earnings, found.plan

    @property
    def is_searched(self) -> bool:
        """Is the best set known already, so that asking for it takes no time?"""
        return "proven" in vars(self) or (self._whole is not None and self._whole.is_searched)

    def remember(self, best: Best) -> None:
        """Take over what was found by a search elsewhere."""
        if self._whole is None:
            self.proven = best
        else:
            self._whole.remember(best)

    @property
    def is_proven(self) -> bool:
        """Is the best set proven to be optimal?"""
        return self.proven.proven

    @cached_property
    def proven(self) -> Best:
        """The set of runs that earns most, with its proof; only for absurd fleets is the work limit reached first."""
        return best_with(self.problem, WORK) if self._whole is None else self._whole.proven

    def __contains__(self, plan: object) -> bool:
        """To run nothing is one of them only for a company that cannot run at all; where it may, that is a pass."""
        if not isinstance(plan, tuple) or (not plan and self.possible):
            return False
        return not isinstance(self.judge(plan), Fault)

    def __iter__(self) -> Iterator[Plan]:
        """Every set of runs, each with its best calls, the best set first."""
        if self.best[0].revenue < self.problem.least:
            return
        if self.best[1] or not self.possible:
            yield self.best[1]
        seen = {_unordered(self.best[1])}
        for plan in self._grow([], list(self.problem.trains)):
            if _unordered(plan) not in seen and plan in self:
                seen.add(_unordered(plan))
                yield plan

    def _grow(self, runs: list[Traced], left: list[Allowance]) -> Iterator[Plan]:
        """Sets of runs that include these; trains that must be joined may not be joined yet.

        Each further run meets those before it, whichever train makes it, so every set is reached in some order.
        """
        if runs:
            yield tuple(run.route for run in runs)
        for train in dict.fromkeys(left):
            rest = [*left]
            rest.remove(train)
            for found in beginnings(self.problem, runs, train):
                yield from self._grow([*runs, found], rest)

    def count(self) -> int:
        return 1

    def within(self, work: int) -> Best:
        """The set of runs that earns most, as far as a search of so many steps finds it."""
        return self.proven if self.is_searched else best_with(self.problem, work)

    def spread(self, most: int) -> tuple[Plan, ...]:
        """The best set, and a few others; no others if there is a demand, for it may take too long to find them."""
        return tuple(islice(self, 1 if self.problem.demand else most))

    def sample(self, chance: Random) -> Plan:
        """Runs such as a careless player would make: each train in turn takes one of the routes it finds."""
        if self.problem.must_maximise or self.problem.least or self.problem.demand:
            return self.best[1]
        runs: list[Traced] = []
        waiting = list(self.problem.trains)
        tries = TRIED if self.problem.may_idle else ALL
        chance.shuffle(waiting)
        added = True
        while added:  # a train that finds nothing now may do so beside later runs
            added = False
            for train in waiting.copy():
                found = list(islice(additions(self.problem, runs, train, chance, tries), SAMPLED))
                if found:
                    runs.append(chance.choice(found))
                    waiting.remove(train)
                    added = True
        return tuple(run.route for run in runs) or next(iter(self), ())


def _unordered(plan: Plan) -> tuple[tuple[int, tuple[Point, ...]], ...]:
    """A set of runs by trains and paths, regardless of their order and the direction of each path."""
    return tuple(sorted((route.train, min(route.path, route.path[::-1])) for route in plan))
