"""Every route of a train, generated one by one; and whether an idle train could run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random

from railhead.core.ids import Stop, hex_of
from railhead.routes.check import Fault, Traced, clash, earns, together, trace
from railhead.routes.model import (
    ANY,
    AREA_STOP,
    AS_LARGE,
    LARGE_STOP,
    MAY_CALL,
    MUST_CALL,
    NO_ENTRY,
    PORT_STOP,
    SMALL_STOP,
    Allowance,
    OneOfEach,
    Route,
    RouteProblem,
)
from railhead.routes.tolls import at_least, least
from railhead.track.network import Link

ALL = 1 << 60
"""More routes than anybody could look at."""


def all_routes(
    problem: RouteProblem, train: Allowance, used: int = 0, chance: Random | None = None, tries: int = ALL
) -> Iterator[Traced]:
    """Every route of a train that avoids the used track, each with its most valuable calls.

    After so many tries to complete one, legal or not, no more are looked for.
    """
    walk = _Enumeration(problem, train, used & ~problem.shared, chance, tries)
    for base in sorted(problem.own, key=lambda base: (base not in problem.home, base)):
        if problem.network.links.get(base) and train.calls[problem.grades[base]] != NO_ENTRY:
            yield from walk.first_arm(_Part((), (base,), 0, 0, 0, 0))
            if train.circuits:
                yield from walk.circuits(_Part((), (base,), 0, 0, 0, 0))
            walk.done.add(base)


def additions(
    problem: RouteProblem, runs: list[Traced], train: Allowance, chance: Random | None = None, tries: int = ALL
) -> Iterator[Traced]:
    """The routes this train may run beside the runs already chosen; not all of them if tries are limited."""
    for found in beginnings(problem, runs, train, chance, tries):
        if not isinstance(together(problem, [*runs, found]), Fault):
            yield found


def beginnings(
    problem: RouteProblem, runs: list[Traced], train: Allowance, chance: Random | None = None, tries: int = ALL
) -> Iterator[Traced]:
    """The routes this train may run beside those already chosen, trains it must be joined to perhaps still to come."""
    demand = problem.demand
    if demand and not demand.is_for(train) and not any(earns(problem, run, demand) for run in runs):
        return  # one of the trains that meet the demand comes first
    used = 0
    for run in runs:
        used |= run.track
    for found in all_routes(problem, train, used, chance, tries):
        if clash(problem, [*runs, found]) is None:
            yield found


def can_add(problem: RouteProblem, runs: list[Traced], train: Allowance) -> bool:
    """Could this train run as well, beside the runs already chosen?"""
    return next(additions(problem, runs, train), None) is not None


def _passes_by_what_is_no_end(train: Allowance) -> bool:
    """May a train go on and on, passing by stations at which it may not end?"""
    limited = train.visits < ANY or train.hexes < ANY
    free = (grade for grade in (LARGE_STOP, SMALL_STOP) if train.calls[grade] not in (MUST_CALL, NO_ENTRY))
    return not limited and any(grade not in train.ends for grade in free)


def _required_stops(train: Allowance) -> tuple[frozenset[Stop], ...]:
    """The sets of stops of each of which a train must include one, if it runs for a single purpose."""
    worth = None if train.required is None else train.required.worth
    return worth.sets if isinstance(worth, OneOfEach) else ()


@dataclass(frozen=True, slots=True)
class _Part:
    """A partial route: its links, its stops from the base outwards, and what it has used."""

    links: tuple[Link, ...]
    stops: tuple[Stop, ...]
    track: int
    crossed: int
    passes: int
    length: int

    def with_link(self, link: Link, barred: bool) -> _Part:
        """The route with one more link, perhaps through a barred stop."""
        return _Part(
            (*self.links, link),
            (*self.stops, link.end),
            self.track | link.track,
            self.crossed | link.crossed,
            self.passes + barred,
            self.length + link.length,
        )


class _Enumeration:
    """A depth-first enumeration of one train's routes: from each base one arm, then a second on its other side.

    The search for the best runs has the same shape (see `search_runs`), but works on the contracted graph and prunes;
    this one yields every route, in the order of the network, and prunes nothing that is legal.
    """

    def __init__(
        self, problem: RouteProblem, train: Allowance, used: int, chance: Random | None, tries: int = ALL
    ) -> None:
        self.problem = problem
        self.train = train
        self.used = used
        self.chance = chance
        self.tries = tries
        """How often a route may still be completed, legal or not."""
        self.done: set[Stop] = set()
        """Bases already done. They are avoided, so that no route comes twice."""
        self.must = {stop for stop, grade in problem.grades.items() if train.calls[grade] == MUST_CALL}
        self.may = {stop for stop, grade in problem.grades.items() if train.calls[grade] == MAY_CALL}
        self.closed = {stop for stop, grade in problem.grades.items() if train.calls[grade] == NO_ENTRY}
        self.large = {stop for stop, grade in problem.grades.items() if grade in AS_LARGE}
        self.again = {stop for stop, grade in problem.grades.items() if grade in problem.passed_again}
        self._links: dict[Stop, list[tuple[int, Link]]] = {}
        self.ends = {stop for stop, grade in problem.grades.items() if grade in train.ends}
        self.waived = sum(waiver.most for waiver in problem.waivers)
        """All that can be waived of the water on a run."""
        self.goals = [(some, self.distances(some)) for some in _required_stops(train)]
        """Where a train for a single purpose must get to, and how far that is from every stop."""
        self.looks_ahead = _passes_by_what_is_no_end(train)
        """Is it worth asking whether an arm can still come to an end? Most trains are never far from one."""

    def links(self, stop: Stop) -> list[tuple[int, Link]]:
        """The numbered links of a stop, the most valuable neighbour first, so that good routes come early."""
        found = self._links.get(stop)
        if found is None:  # the first route is often all that is asked for, and it goes to few stops
            values = self.problem.tariffs.get(self.train.train, self.problem.values)
            links = enumerate(self.problem.network.links[stop])
            found = self._links[stop] = sorted(links, key=lambda entry: -values[entry[1].end])
        return found

    def steps(self, part: _Part, at: Stop) -> list[tuple[int, Link]]:
        """The links by which the route may continue from a stop, each with its number there."""
        problem = self.problem
        if part.links and part.passes + (at in problem.barred) > problem.free_passes:
            return []
        if part.links and problem.grades[at] in (AREA_STOP, PORT_STOP):
            return []
        track = part.track | self.used
        here = 1 << hex_of(at)
        found = [
            (number, link)
            for number, link in self.links(at)
            if not track & link.track
            and (link.end not in part.stops or link.end in self.again)
            and link.end not in self.done
            and link.end not in self.closed
            and (problem.may_reenter or not (link.winds or part.crossed & link.crossed & ~here))
        ]
        if self.chance:
            self.chance.shuffle(found)
        return found

    def first_arm(self, part: _Part) -> Iterator[Traced]:
        """Routes that leave the base by this arm or a longer one, with a second arm or none."""
        if not self.within_means(part) or self.gets_nowhere(part, part.stops[-1]):
            return
        if self.tries <= 0 or self.misses(part, part.stops[0], part.stops[-1]):
            return
        if part.links:
            # Other trains draw their shuffles all the same: games that were played at random stay as they are.
            if part.stops[-1] in self.ends or not self.looks_ahead:
                first = self.problem.network.links[part.stops[0]].index(part.links[0])
                yield from self.second_arm(part, (), first)
            if part.links[-1].stub:
                return
        at = part.stops[-1]
        for _, link in self.steps(part, at):
            yield from self.first_arm(part.with_link(link, bool(part.links) and at in self.problem.barred))

    def second_arm(self, part: _Part, arm: tuple[Link, ...], first: int) -> Iterator[Traced]:
        """Routes with this first arm, and this second arm or a longer one.

        The second arm leaves the base by a later link than the first, or every route would come twice.
        """
        at = arm[-1].end if arm else part.stops[0]
        if self.tries <= 0 or not self.within_means(part) or self.misses(part, at):
            return
        found = self.finish(part, arm)
        if found is not None:
            yield found
        if arm and arm[-1].stub:
            return
        if self.gets_nowhere(part, at):
            return
        for number, link in self.steps(part, at):
            if arm or number > first:
                yield from self.second_arm(part.with_link(link, at in self.problem.barred), (*arm, link), first)

    def circuits(self, part: _Part) -> Iterator[Traced]:
        """Circuits from the base that begin like this, each in one direction.

        A stop that ends other runs may be the one where a circuit begins and ends, so no stop ends these before they
        are back at the base.
        """
        if not self.within_means(part):
            return
        base, at = part.stops[0], part.stops[-1]
        for _, link in self.links(at):
            if part.track & link.track or self.used & link.track:
                continue
            if link.end == base:
                back = self.problem.network.by_path[link.path[::-1]]
                out = self.problem.network.links[base]
                if out.index(part.links[0]) < out.index(back):
                    yield from self.circuit((*part.links, link))
            elif link.end not in part.stops and link.end not in self.done and link.end not in self.closed:
                yield from self.circuits(part.with_link(link, False))

    def circuit(self, links: tuple[Link, ...]) -> Iterator[Traced]:
        """The circuit along these links, with its best calls: begun at the first stop that allows it, or at all of them
        where that makes a difference."""
        stops = tuple(link.start for link in links)
        around = _Part(links, stops, 0, 0, 0, 0)
        differ = self.train.reward or self.train.doubles_end or not (self.may | self.problem.barred).isdisjoint(stops)
        for first in range(len(links)):
            turned = (*links[first:], *links[:first])
            start = turned[0].start
            path = (start, *(at for link in turned for at in link.path[1:]))
            found = trace(self.problem, Route(self.train.train, path, self.passed_by(around, {start})))
            if isinstance(found, Traced):
                yield found
                if not differ:
                    return

    def gets_nowhere(self, part: _Part, at: Stop) -> bool:
        """Is there no end that an arm could still come to, even if no track were used yet?"""
        if not self.looks_ahead or at in self.ends:
            return False
        seen, ahead = {at, *part.stops, *self.done, *self.closed} - (self.again - {at}), [at]
        while ahead:
            for link in self.problem.network.links[ahead.pop()]:
                if link.end in seen:
                    continue
                if link.end in self.ends:
                    return False
                seen.add(link.end)
                ahead.append(link.end)
        return True

    def distances(self, goal: frozenset[Stop]) -> dict[Stop, int]:
        """From every stop: how many calls at large stops it takes at least to get to one of these."""
        found: dict[Stop, int] = {}
        ahead = [(0, stop) for stop in goal if stop in self.problem.network.links]
        while ahead:
            distance, at = heappop(ahead)
            if at in found:
                continue
            found[at] = distance
            beyond = distance + (at in self.large)
            for link in self.problem.network.links[at]:
                if link.end not in found and link.end not in self.closed:
                    heappush(ahead, (beyond + at_least(self.problem, link), link.end))
        return found

    def misses(self, part: _Part, *ends: Stop) -> bool:
        """Can a train for a single purpose not get to where it must, even if it goes on from one of these ends?"""
        if not self.goals:
            return False
        tolls = sum([at_least(self.problem, link) for link in part.links if link.toll])
        left = self.train.visits - len(self.large.intersection(part.stops)) - tolls
        return any(
            goal.isdisjoint(part.stops) and min(distances.get(end, ANY) for end in ends) > left
            for goal, distances in self.goals
        )

    def within_means(self, part: _Part) -> bool:
        """Does the allowance cover the stops where the train must call?"""
        must = self.must.intersection(part.stops)
        tolls = sum([at_least(self.problem, link) for link in part.links if link.toll])
        train = self.train
        large, seas = len(self.large.intersection(part.stops)), sum([link.toll for link in part.links if link.sea])
        return (
            large + seas <= train.visits + self.waived
            and (train.pays_ends or len(must) + tolls <= train.total)
            and (train.pays_ends or len(self.large & must) + tolls <= train.large)
            and large + tolls <= train.visits
            and part.length <= train.hexes
        )

    def finish(self, part: _Part, arm: tuple[Link, ...]) -> Traced | None:
        """The route made of both arms, with its best calls, if it is legal."""
        self.tries -= 1
        first = part.links[: len(part.links) - len(arm)]
        path = tuple(at for link in reversed(first) for at in link.path[:0:-1])
        path = (*path, part.stops[0], *(at for link in arm for at in link.path[1:]))
        ends = {first[-1].end, arm[-1].end if arm else part.stops[0]}
        if any(self.problem.grades[end] not in self.train.ends for end in ends):
            return None
        if any(goal.isdisjoint(part.stops) for goal, _ in self.goals):  # what its water counts does not matter then
            return None
        found = trace(self.problem, Route(self.train.train, path, self.passed_by(part, ends)))
        return found if isinstance(found, Traced) else None

    def passed_by(self, part: _Part, ends: set[Stop]) -> tuple[Stop, ...]:
        """The least valuable stops, for which the allowance does not suffice."""
        if self.train.pays_ends:
            return ()
        stops, large = part.stops, self.large
        tolls = least(self.problem, part.links, part.stops)
        calls = self.must.intersection(stops)
        if self.train.calls_at_ends:
            calls |= self.may & ends
        total, larges = self.train.total - tolls - len(calls), self.train.large - tolls - len(large & calls)
        smalls = self.train.small - len(calls - large)
        optional = self.may.intersection(stops)
        passed = optional - calls
        wanted = sorted([*passed, *(optional & self.problem.doubles)], key=self._worth)
        if self.train.calls_at_large and not calls & large:
            wanted = [*[stop for stop in wanted if stop in large][:1], *wanted]
        for stop in wanted:
            second = stop not in passed
            if second and stop not in self.problem.doubles:
                continue
            if total > 0 and (larges if stop in large else smalls) > 0:
                total -= 1
                larges -= stop in large
                smalls -= stop not in large
                passed.discard(stop)
        return tuple(sorted(passed))

    def _worth(self, stop: Stop) -> tuple[int, int, int]:
        value = self.problem.value_of(self.train.train, stop)
        return -value, -self.problem.subsidies.get(stop, 0), stop
