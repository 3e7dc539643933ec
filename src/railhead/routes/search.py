"""The exact search: every route a train may run, the best set of runs, and whether an idle train could run.

Routes are found by walking outward from a base of the company, first one way, then the other. A walk is given up
when even the best stops it could still call at would not beat what is already known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from railhead.routes.check import Fault, Traced, together
from railhead.routes.model import HALT, LARGE, Allowance, Earnings, Route, RouteProblem
from railhead.track.network import Link

NOTHING = Earnings(-1, 0)
"""Less than any run earns."""


def routes(problem: RouteProblem, train: Allowance, used: int = 0, chance: Random | None = None) -> Iterator[Traced]:
    """Every route of a train that keeps off the used track, each with its most valuable calls."""
    return _Walk(problem, train, used, chance).all()


def best_route(
    problem: RouteProblem, train: Allowance, used: int, least: Earnings, accept: Callable[[Traced], bool]
) -> Traced | None:
    """The accepted route of a train that earns most, if it earns more than the least."""
    best = None
    walk = _Walk(problem, train, used, None)
    walk.floor = least.revenue
    for found in walk.all():
        if found.earnings > least and accept(found):
            best, least = found, found.earnings
            walk.floor = least.revenue
    return best


class _Walk:
    """A depth-first walk over the routes of one train."""

    def __init__(self, problem: RouteProblem, train: Allowance, used: int, chance: Random | None) -> None:
        self.problem = problem
        self.train = train
        self.used = used
        self.chance = chance
        self.floor = NOTHING.revenue
        self.worth = {
            stop: (problem.values[stop], problem.subsidies[stop])
            for stop, grade in problem.grades.items()
            if grade not in problem.no_call
        }
        self.ranked = sorted(self.worth, key=lambda stop: self.worth[stop], reverse=True)
        self.done: set[int] = set()

    def all(self) -> Iterator[Traced]:
        home_first = sorted(self.problem.own, key=lambda base: (base not in self.problem.home, base))
        for base in home_first:
            if self.problem.network.links.get(base):
                yield from self.first_arm(base, [], [base], 0, 0, 0)
            self.done.add(base)

    def steps(self, at: int, stops: list[int], track: int, crossed: int) -> Iterator[tuple[int, Link]]:
        """The links by which a walk may go on from a stop."""
        links = list(enumerate(self.problem.network.links[at]))
        if self.chance:
            self.chance.shuffle(links)
        here = 1 << (at >> 4)
        for number, link in links:
            if (track | self.used) & link.track or link.end in stops or link.end in self.done:
                continue
            if not self.problem.may_reenter and (link.winds or crossed & link.crossed & ~here):
                continue
            yield number, link

    def first_arm(
        self, base: int, links: list[Link], stops: list[int], track: int, crossed: int, passes: int
    ) -> Iterator[Traced]:
        """Routes that leave the base by this arm or a longer one, and by a second arm or none."""
        if not self.hopeful(stops, passes):
            return
        first = self.problem.network.links[base].index(links[0]) if links else -1
        if links:
            yield from self.second_arm(base, links, [], stops, track, crossed, passes, first)
        at = stops[-1]
        through = passes + (at in self.problem.barred)
        if through > self.problem.free_passes:
            return
        for _, link in self.steps(at, stops, track, crossed):
            yield from self.first_arm(
                base, [*links, link], [*stops, link.end], track | link.track, crossed | link.crossed, through
            )

    def second_arm(
        self,
        base: int,
        links: list[Link],
        arm: list[Link],
        stops: list[int],
        track: int,
        crossed: int,
        passes: int,
        first: int,
    ) -> Iterator[Traced]:
        """Routes with this first arm and this second arm or a longer one."""
        if arm and not self.hopeful(stops, passes):
            return
        found = self.finish(links, arm)
        if found is not None:
            yield found
        at = arm[-1].end if arm else base
        through = passes + (at in self.problem.barred)
        if through > self.problem.free_passes:
            return
        for number, link in self.steps(at, stops, track, crossed):
            if not arm and number < first:
                continue
            yield from self.second_arm(
                base,
                links,
                [*arm, link],
                [*stops, link.end],
                track | link.track,
                crossed | link.crossed,
                through,
                first,
            )

    def hopeful(self, stops: list[int], passes: int) -> bool:
        """Is the walk within the train's means, and could it still earn more than the floor?"""
        problem, train = self.problem, self.train
        grades = problem.grades
        must = [stop for stop in stops if grades[stop] in problem.must_call]
        if sum(grades[stop] == LARGE for stop in must) > train.large or len(must) > train.total:
            return False
        if passes > problem.free_passes:
            return False
        if self.floor < 0:
            return True
        revenue = problem.bonus + sum(problem.values[stop] for stop in must)
        places = train.total - len(must)
        for stop in self.ranked:
            if places == 0 or revenue >= self.floor:
                break
            if stop not in must:
                revenue += problem.values[stop]
                places -= 1
        return revenue >= self.floor

    def finish(self, links: list[Link], arm: list[Link]) -> Traced | None:
        """The route made of the two arms, with its best calls, if it may be run."""
        problem = self.problem
        grades = problem.grades
        path = tuple(point for link in reversed(links) for point in link.path[:0:-1])
        path = (*path, links[0].start, *(point for link in arm for point in link.path[1:]))
        stops = (*(link.end for link in reversed(links)), links[0].start, *(link.end for link in arm))
        ends = (stops[0], stops[-1])
        if any(grades[end] == HALT for end in ends):
            return None
        calls = [stop for stop in stops if grades[stop] in problem.must_call or stop in ends]
        if sum(grades[stop] == LARGE for stop in calls) > self.train.large or len(calls) > self.train.total:
            return None
        others = [stop for stop in stops if stop not in calls and grades[stop] not in problem.no_call]
        others.sort(key=lambda stop: self.worth[stop], reverse=True)
        calls += others[: self.train.total - len(calls)]
        passed = tuple(sorted(stop for stop in others if stop not in calls))
        passes = sum(stop in problem.barred for stop in stops[1:-1])
        if passes > problem.free_passes:
            return None
        earnings = Earnings(
            problem.bonus + sum(problem.values[stop] for stop in calls),
            sum(problem.subsidies[stop] for stop in calls),
        )
        track = 0
        for link in (*links, *arm):
            track |= link.track
        return Traced(Route(self.train.train, path, passed), stops, track, passes, earnings)


def best_set(problem: RouteProblem) -> tuple[Earnings, tuple[Route, ...]]:
    """The runs that earn most together: revenue first, subsidy among equals. Proven by complete search."""
    search = _SetSearch(problem)
    search.run()
    return search.earnings, search.best


class _SetSearch:
    """Branch and bound over the trains of a company.

    Trains taken one after the other give a good set at once. No route can be part of a better one that falls short
    of it even beside the best the other trains could do alone, so only few routes a train are left to combine.
    """

    def __init__(self, problem: RouteProblem) -> None:
        self.problem = problem
        self.trains = sorted(problem.trains, key=lambda train: (train.large, train.total), reverse=True)
        self.earnings = Earnings()
        self.best: tuple[Route, ...] = ()
        self.routes: list[list[Traced]] = []
        self.margin = 0 if any(problem.subsidies.values()) else 1
        """By how much revenue a set must beat the best known to be worth a look; equals may have more subsidy."""

    def run(self) -> None:
        self.greedy(self.trains)
        if len(self.trains) < 2:
            return
        self.greedy(self.trains[::-1])
        alone = [self.alone(train) for train in self.trains]
        for train, own_best in zip(self.trains, alone, strict=True):
            walk = _Walk(self.problem, train, 0, None)
            walk.floor = self.earnings.revenue + self.margin - (sum(alone) - own_best)
            found = (run for run in walk.all() if run.earnings.revenue >= walk.floor)
            self.routes.append(sorted(found, key=lambda run: run.earnings, reverse=True))
        self.combine(0, [], 0, 0)

    def alone(self, train: Allowance) -> int:
        """The most revenue a train could earn if it had the track to itself."""
        found = best_route(self.problem, train, 0, NOTHING, lambda _: True)
        return found.earnings.revenue if found else 0

    def greedy(self, trains: list[Allowance]) -> None:
        """Each train in turn takes the best that is left."""
        runs: list[Traced] = []
        used = 0
        for train in trains:
            found = best_route(self.problem, train, used, NOTHING, lambda run: self.legal([*runs, run]))
            if found:
                runs.append(found)
                used |= found.track
        self.consider(runs)

    def combine(self, number: int, runs: list[Traced], used: int, revenue: int) -> None:
        """Try the routes left for the trains from this one on, beside the runs chosen."""
        if number == len(self.trains):
            self.consider(runs)
            return
        rest = sum(routes[0].earnings.revenue for routes in self.routes[number + 1 :] if routes)
        for run in self.routes[number]:
            if revenue + run.earnings.revenue + rest < self.earnings.revenue + self.margin:
                break
            if not used & run.track:
                self.combine(number + 1, [*runs, run], used | run.track, revenue + run.earnings.revenue)
        if revenue + rest >= self.earnings.revenue + self.margin:
            self.combine(number + 1, runs, used, revenue)

    def legal(self, runs: list[Traced]) -> bool:
        return not isinstance(together(self.problem, runs), Fault)

    def consider(self, runs: list[Traced]) -> None:
        """Keep these runs if they earn more than the best so far."""
        total = together(self.problem, runs)
        if not isinstance(total, Fault) and total > self.earnings:
            self.earnings, self.best = total, tuple(run.route for run in runs)


def can_add(problem: RouteProblem, runs: list[Traced], train: Allowance) -> bool:
    """Could this train run too, beside the runs already made?"""
    return next(additions(problem, runs, train), None) is not None


def additions(
    problem: RouteProblem, runs: list[Traced], train: Allowance, chance: Random | None = None
) -> Iterator[Traced]:
    """The routes this train may run beside the runs already made."""
    used = 0
    for run in runs:
        used |= run.track
    for found in routes(problem, train, used, chance):
        if not isinstance(together(problem, [*runs, found]), Fault):
            yield found


def can_run(problem: RouteProblem) -> bool:
    """Is there any run the company could make with one of its trains?"""
    return any(can_add(problem, [], train) for train in problem.trains)
