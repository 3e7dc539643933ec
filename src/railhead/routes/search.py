"""The exact search: every route a train may run, the best set of runs, and whether an idle train could run.

Routes are found by walking outward from a base of the company, first one way, then the other. A walk is given up
when even the best stops it could still call at would not beat what is already known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from railhead.core.ids import hex_of
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
    """A depth-first walk over the routes of one train: from each base one arm, then a second on its other side."""

    def __init__(self, problem: RouteProblem, train: Allowance, used: int, chance: Random | None) -> None:
        self.problem = problem
        self.train = train
        self.used = used
        self.chance = chance
        self.floor = NOTHING.revenue
        """Routes that earn less than this are of no interest."""
        self.large = {stop for stop, grade in problem.grades.items() if grade == LARGE}
        self.must = {stop for stop, grade in problem.grades.items() if grade in problem.must_call}
        self.may = {stop for stop, grade in problem.grades.items() if grade not in problem.no_call} - self.must
        callable_ = sorted(self.must | self.may, key=lambda stop: problem.values[stop], reverse=True)
        self.ranked = [(stop, problem.values[stop], 1 << hex_of(stop)) for stop in callable_]
        self.done: set[int] = set()
        self.links = {
            stop: sorted(enumerate(links), key=lambda entry: -problem.values[entry[1].end])
            for stop, links in problem.network.links.items()
        }
        """By stop: its links, the most valuable neighbour first, so that good routes are found early."""

    def all(self) -> Iterator[Traced]:
        """Every route; a base is left out of those found from later ones, so that none comes twice."""
        home_first = sorted(self.problem.own, key=lambda base: (base not in self.problem.home, base))
        for base in home_first:
            if self.problem.network.links.get(base):
                yield from self.first_arm(_Part((), (base,), 0, 0, 0))
            self.done.add(base)

    def steps(self, part: _Part, at: int) -> list[tuple[int, Link]]:
        """The links by which a walk may go on from a stop at one of its ends, with their number there."""
        if part.passes + (at in self.problem.barred) > self.problem.free_passes:
            return []
        track = part.track | self.used
        here = 1 << hex_of(at)
        found = [
            (number, link)
            for number, link in self.links[at]
            if not track & link.track
            and link.end not in part.stops
            and link.end not in self.done
            and (self.problem.may_reenter or not (link.winds or part.crossed & link.crossed & ~here))
        ]
        if self.chance:
            self.chance.shuffle(found)
        return found

    def first_arm(self, part: _Part) -> Iterator[Traced]:
        """Routes that leave the base by this arm or a longer one, and by a second arm or none."""
        if not self.hopeful(part):
            return
        if part.links:
            yield from self.second_arm(part, (), self.problem.network.links[part.stops[0]].index(part.links[0]))
        for _, link in self.steps(part, part.stops[-1]):
            yield from self.first_arm(part.with_link(link, part.stops[-1] in self.problem.barred))

    def second_arm(self, part: _Part, arm: tuple[Link, ...], first: int) -> Iterator[Traced]:
        """Routes with this first arm and this second arm or a longer one, which leaves the base by a later link."""
        if arm and not self.hopeful(part):
            return
        found = self.finish(part, arm)
        if found is not None:
            yield found
        at = arm[-1].end if arm else part.stops[0]
        for number, link in self.steps(part, at):
            if arm or number > first:
                yield from self.second_arm(part.with_link(link, at in self.problem.barred), (*arm, link), first)

    def hopeful(self, part: _Part) -> bool:
        """Is the walk within the train's means, and could it still earn as much as the floor?"""
        must = self.must.intersection(part.stops)
        places = self.train.total - len(must)
        if places < 0 or len(self.large.intersection(must)) > self.train.large:
            return False
        if self.floor < 0:
            return True
        values = self.problem.values
        revenue = self.problem.bonus + sum([values[stop] for stop in must])
        closed = 0 if self.problem.may_reenter else part.crossed & ~part.open_hexes()
        for stop, worth, hex_bit in self.ranked:
            if places == 0 or revenue >= self.floor:
                break
            if stop not in must and (not closed & hex_bit or stop in part.stops):
                revenue += worth
                places -= 1
        return revenue >= self.floor

    def finish(self, part: _Part, arm: tuple[Link, ...]) -> Traced | None:
        """The route made of the two arms, with its best calls, if it may be run and earns enough."""
        first = part.links[: len(part.links) - len(arm)]
        ends = (first[-1].end, arm[-1].end if arm else part.stops[0])
        problem = self.problem
        if problem.grades[ends[0]] == HALT or problem.grades[ends[1]] == HALT:
            return None
        calls = self.must.intersection(part.stops).union(ends)
        places = self.train.total - len(calls)
        if places < 0 or len(self.large.intersection(calls)) > self.train.large:
            return None
        worth = [
            (-problem.values[stop], -problem.subsidies[stop], stop)
            for stop in self.may.intersection(part.stops) - calls
        ]
        worth.sort()
        calls.update(stop for _, _, stop in worth[:places])
        revenue = problem.bonus + sum([problem.values[stop] for stop in calls])
        if revenue < self.floor:
            return None
        earnings = Earnings(revenue, sum([problem.subsidies[stop] for stop in calls]))
        passed_by = tuple(sorted(stop for _, _, stop in worth[places:]))
        path = tuple(at for link in reversed(first) for at in link.path[:0:-1])
        path = (*path, part.stops[0], *(at for link in arm for at in link.path[1:]))
        stops = (*(link.end for link in reversed(first)), part.stops[0], *(link.end for link in arm))
        return Traced(Route(self.train.train, path, passed_by), stops, part.track, part.passes, earnings)


class _Part:
    """A walk so far: its links, its stops from the base on, and the track, hexes and barred stops it has passed."""

    __slots__ = ("crossed", "links", "passes", "stops", "track")

    def __init__(self, links: tuple[Link, ...], stops: tuple[int, ...], track: int, crossed: int, passes: int) -> None:
        self.links = links
        self.stops = stops
        self.track = track
        self.crossed = crossed
        self.passes = passes

    def open_hexes(self) -> int:
        """Of the hexes crossed, those where the walk may yet come to further stops: its first and its last."""
        return 1 << hex_of(self.stops[0]) | 1 << hex_of(self.stops[-1])

    def with_link(self, link: Link, barred: bool) -> _Part:
        """The walk with one link more, perhaps through a barred stop."""
        return _Part(
            (*self.links, link),
            (*self.stops, link.end),
            self.track | link.track,
            self.crossed | link.crossed,
            self.passes + barred,
        )


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
        self.routes: list[list[tuple[int, int, Traced]]] = []
        """By train: the routes worth a look, best first, with their revenue and track at hand."""
        self.margin = 0 if any(problem.subsidies.values()) else 1
        """By how much revenue a set must beat the best known to be worth a look; equals may have more subsidy."""

    def run(self) -> None:
        self.greedy(self.trains)
        if len(self.trains) < 2:
            return
        self.greedy(self.trains[::-1])
        alone = {train: self.alone(train) for train in dict.fromkeys(self.trains)}
        together_at_most = sum(alone[train] for train in self.trains)
        lists = {}
        for train, own_best in alone.items():
            walk = _Walk(self.problem, train, 0, None)
            walk.floor = self.earnings.revenue + self.margin - (together_at_most - own_best)
            found = sorted(walk.all(), key=lambda run: run.earnings, reverse=True)
            lists[train] = [(run.earnings.revenue, run.track, run) for run in found]
        self.routes = [lists[train] for train in self.trains]
        self.combine(0, 0, [], 0, 0)

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

    def combine(self, number: int, first: int, runs: list[Traced], used: int, revenue: int) -> None:
        """Try the routes left for the trains from this one on, beside the runs chosen.

        Trains of one kind take routes in the order of the list, so that no set is tried twice.
        """
        if number == len(self.trains):
            self.consider(runs)
            return
        routes = self.routes[number]
        alike = number + 1 < len(self.trains) and self.routes[number + 1] is routes
        rest = sum(others[0][0] for others in self.routes[number + 1 :] if others)
        for place in range(first, len(routes)):
            earned, track, run = routes[place]
            if not self.worthwhile(revenue + earned + rest):
                break
            if not used & track:
                self.combine(number + 1, place + 1 if alike else 0, [*runs, run], used | track, revenue + earned)
        if self.worthwhile(revenue + rest):
            self.combine(number + 1, len(routes) if alike else 0, runs, used, revenue)

    def worthwhile(self, revenue: int) -> bool:
        """Would so much revenue beat the best known, or equal it where a subsidy could decide?"""
        return revenue >= self.earnings.revenue + self.margin

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
