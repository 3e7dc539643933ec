"""Small problems with towns: trains count some of them, perhaps in place of cities, and may come to them again.

Some stops are two towns, some links cost part of a train's number. A problem is made by a seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from railhead.core.ids import Point, Stop, is_stop
from railhead.routes.model import (
    AREA_STOP,
    GONE_STOP,
    HALT_STOP,
    LARGE_STOP,
    MAY_CALL,
    MUST_CALL,
    NEVER_CALLS,
    NO_ENTRY,
    SMALL_STOP,
    Allowance,
    Bonus,
    Grade,
    OneOfEach,
    RouteProblem,
    Waiver,
)
from railhead.routes.oracle import Oracle
from railhead.track.network import Link, Network
from railhead.track.tiles import CITY, StopFacts
from tests.routes.anything import some_network, some_stops

GRADES: tuple[Grade, ...] = (*(LARGE_STOP,) * 5, *(SMALL_STOP,) * 6, HALT_STOP, AREA_STOP)


def problem_with_towns(seed: int) -> RouteProblem:
    """A problem with one to three trains."""
    chance = Random(seed)
    stops = list(some_stops(chance, {"one_grade"}))
    grades: dict[Stop, Grade] = dict(zip(stops, chance.choices(GRADES, k=len(stops)), strict=True))
    own = frozenset(chance.sample(stops, chance.randint(1, 2)))
    grades |= dict.fromkeys(own, LARGE_STOP)
    kinds = [local(chance, 0), local(chance, 1), doubling(chance, 2)]
    dear = chance.random() < 0.3
    net = some_network(chance, {"tolls"} if chance.random() < 0.5 else set(), stops)
    return RouteProblem(
        network=net,
        grades=grades,
        values={stop: value(chance, grade, dear) for stop, grade in grades.items()},
        own=own,
        trains=tuple(chance.choice(kinds) for _ in range(chance.choice((1, 1, 2, 2, 3)))),
        doubles=frozenset(stop for stop, grade in grades.items() if grade == SMALL_STOP and chance.random() < 0.4),
        barred=frozenset(stop for stop in stops if stop not in own and chance.random() < 0.15),
        groups={stop: (0,) for stop in stops if grades[stop] == LARGE_STOP and chance.random() < 0.2},
        passed_again=frozenset((SMALL_STOP,)) if chance.random() < 0.8 else frozenset(),
        bonuses=tuple(some_bonuses(chance, stops)) if chance.random() < 0.5 else (),
        may_reenter=chance.random() < 0.9,
        must_meet=False,
        may_idle=True,
    )


def problem_with_water(seed: int) -> RouteProblem:
    """The same with ferries and crossings of the sea, part of which does not count for the company."""
    chance = Random(seed)
    problem = problem_with_towns(seed)
    stops = list(problem.grades)
    own = sorted(problem.own)
    ports = tuple(
        Waiver(frozenset(chance.sample(range(7), chance.randint(1, 3))), chance.randint(1, 2), chance.choice(own))
        for _ in range(chance.choice((0, 1, 1, 2)))
    )
    favours = (Waiver(frozenset(range(3)), chance.randint(1, 2)), Waiver(frozenset(range(7)), chance.randint(1, 2)))
    return replace(
        problem,
        network=flooded(chance, problem.network, stops),
        waivers=(*ports, *chance.sample(favours, chance.choice((0, 0, 1, 2)))),
        may_reenter=True,
    )


def problem_of_an_express(seed: int) -> RouteProblem:
    """The same with a train that serves a single purpose, or one run that has to, towns a train counts few of, cities
    that pay it half, stops that are gone, and a station through which only some links lead."""
    chance = Random(seed)
    problem = problem_with_water(seed)
    stops = list(problem.grades)
    here, there = (frozenset(chance.sample(stops, 2)) for _ in range(2))
    express = Bonus(OneOfEach(30, (here, there - here or there)), 30, once=True, passing=True, way=not_only_by_sea)
    kinds = {train: _with_purpose(chance, train, express) for train in dict.fromkeys(problem.trains)}
    grades = {
        stop: GONE_STOP if grade == SMALL_STOP and stop not in problem.own and chance.random() < 0.2 else grade
        for stop, grade in problem.grades.items()
    }
    gates, net = gated(chance, problem.network, stops)
    changed = replace(
        problem,
        network=net,
        grades=grades,
        gates=gates,
        shared=gates,
        barred=problem.barred - {stops[0]},
        trains=tuple(kinds[train] for train in problem.trains),
        tariffs={2: {stop: value * (2 if grades[stop] == LARGE_STOP else 1) for stop, value in problem.values.items()}},
        passed_again=problem.passed_again | {GONE_STOP},
        doubles=frozenset(stop for stop in problem.doubles if grades[stop] == SMALL_STOP),
        bonuses=(*problem.bonuses, express),
    )
    if chance.random() < 0.4:
        demanding = replace(changed, demand=express)
        return demanding if Oracle(demanding).sets else changed
    return changed


def _with_purpose(chance: Random, train: Allowance, express: Bonus) -> Allowance:
    """The train, perhaps of a single purpose, with places in the policy of its calls for stops that are gone."""
    train = replace(train, calls=(*train.calls, NEVER_CALLS), required=express if chance.random() < 0.3 else None)
    if train.times == 1:
        return train
    calls = (MUST_CALL, MAY_CALL, NEVER_CALLS, MUST_CALL, NO_ENTRY, NO_ENTRY, NEVER_CALLS)
    full = train.large - 1
    return replace(train, times=1, calls=calls, total=train.large + 1, small=chance.randint(0, 1), in_full=full)


def problem_with_idle_cities(seed: int) -> RouteProblem:
    """The same with cities that pay nothing: runs come there on their way and need not call."""
    chance, problem = Random(seed), problem_with_water(seed)
    large = sorted(at for at, grade in problem.grades.items() if grade == LARGE_STOP and at not in problem.own)
    idle = dict.fromkeys(chance.sample(large, min(len(large), chance.randint(1, 2))), 0)
    return replace(problem, values={**problem.values, **idle})


def problem_with_poor_cities(seed: int) -> RouteProblem:
    """The same with cities that pay as little as a town, while other towns pay more."""
    chance, problem = Random(seed), problem_with_water(seed)
    large = sorted(at for at, grade in problem.grades.items() if grade == LARGE_STOP)
    small = sorted(at for at, grade in problem.grades.items() if grade == SMALL_STOP)
    poor = dict.fromkeys(chance.sample(large, min(len(large), chance.randint(1, 2))), 10)
    towns = {at: 10 * (1 + number % 3) for number, at in enumerate(small)}
    return replace(problem, values={**problem.values, **poor, **towns})


def not_only_by_sea(path: tuple[Point, ...]) -> bool:
    """Does a run have more than two points?"""
    return len(path) > 2


def gated(chance: Random, net: Network, stops: list[Stop]) -> tuple[int, Network]:
    """The network with a station through which no run passes but by some of its links."""
    if chance.random() < 0.5:
        return 0, net
    gate = 1 << max([0, *(link.track.bit_length() for link in net.by_path.values())])
    for link in net.links[stops[0]]:
        if chance.random() < 0.7:
            for one in (link, net.by_path[link.path[::-1]]):
                one.track |= gate
    return gate, net


def flooded(chance: Random, net: Network, stops: list[Stop]) -> Network:
    """The network with some links over water, stretches of which have the numbers 0 to 6.

    Some cross the sea, others belong to one of two ferries.
    """
    links: list[Link] = []
    distance = {ferry: chance.randint(0, 2) for ferry in (5, 6)}
    for link in [link for out in net.links.values() for link in out if link.start < link.end]:
        back, sort = net.by_path[link.path[::-1]], chance.random()
        if sort < 0.25:
            water = tuple(chance.randrange(5) for _ in range(chance.choice((1, 1, 2, 3))))
            land = chance.random() < 0.4, chance.random() < 0.4
            there, here = wet(link, water, sea=land), wet(back, water[::-1], sea=land[::-1])
            if chance.random() < 0.4:
                longer = tuple(chance.randrange(5) for _ in range(len(water) + chance.randint(0, 1)))
                there.courses, here.courses = (water, longer), (water[::-1], longer[::-1])
            links += [there, here]
        elif sort < 0.5:
            ferry, by_land = chance.choice((5, 6)), chance.random() < 0.5
            links += [wet(one, (ferry,) * distance[ferry], ferry, by_land) for one in (link, back)]
        else:
            links += [link, back]
    return Network.of_links(dict.fromkeys(stops, StopFacts(CITY, 0)), links)


def wet(
    link: Link, water: tuple[int, ...], ferry: int = 0, by_land: bool = True, sea: tuple[bool, bool] | None = None
) -> Link:
    """A link that goes over water."""
    return Link(
        link.start, link.end, link.path, link.track, link.crossed, link.winds, len(water), link.stub,
        water, ferry, sea, by_land,
    )  # fmt: skip


def some_bonuses(chance: Random, stops: list[Stop]) -> Iterator[Bonus]:
    """Pay for one run that includes two places, perhaps only by some ways, and for the largest train that runs."""
    here, there = frozenset(chance.sample(stops, 1)), frozenset(chance.sample(stops, 2))
    worth = 10 * chance.randint(1, 10)
    way = round_about if chance.random() < 0.5 else None
    yield Bonus(OneOfEach(worth, (here, there - here)), worth, once=True, passing=True, way=way)
    for kinds in ((0, 1, 2), (1, 2), (2,)):
        worth = 10 * chance.randint(1, 3)
        yield Bonus(OneOfEach(worth, ()), worth, once=True, passing=True, kinds=frozenset(kinds))


def round_about(path: tuple[Point, ...]) -> bool:
    """Does a run cross a hex without a stop?"""
    return any(not is_stop(at) for at in path)


def value(chance: Random, grade: Grade, dear: bool) -> int:
    """Cities pay more than towns, as a rule."""
    if grade == HALT_STOP:
        return 0
    if grade == SMALL_STOP:
        return 10 * chance.randint(1, 4 if dear else 2)
    return 10 * chance.randint(2, 6)


def local(chance: Random, kind: int) -> Allowance:
    """A train with a limit for cities, which may count so many towns and more in place of cities."""
    cities, towns = chance.randint(1, 3), chance.randint(0, 2)
    return Allowance(
        kind,
        large=cities,
        total=cities + towns,
        visits=cities,
        calls=(MAY_CALL, MAY_CALL, NEVER_CALLS, MAY_CALL, NO_ENTRY, NO_ENTRY),
        ends=frozenset((LARGE_STOP, SMALL_STOP, AREA_STOP)),
        calls_at_ends=chance.random() < 0.2,
        calls_at_large=chance.random() < 0.8,
    )


def doubling(chance: Random, kind: int) -> Allowance:
    """A train that is paid twice and counts no towns."""
    cities = chance.randint(2, 4)
    return Allowance(
        kind,
        large=cities,
        total=cities,
        visits=cities,
        calls=(MUST_CALL, NEVER_CALLS, NEVER_CALLS, MUST_CALL, NO_ENTRY, NO_ENTRY),
        ends=frozenset((LARGE_STOP, SMALL_STOP, AREA_STOP)),
        calls_at_ends=False,
        times=2,
    )
