"""What water counts, against every way to waive it tried one by one."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from railhead.core.ids import Hex, stop_at
from railhead.routes.model import RouteProblem, Waiver
from railhead.routes.tolls import needs, ways_across, without_favours
from railhead.track.network import Link, Network

HOME = stop_at(Hex(0), 0)
SEAS = range(8)
Way = tuple[int, ...]


def crossing(chance: Random) -> Link:
    """A crossing by up to three courses."""
    courses = tuple(
        tuple(chance.choice(SEAS) for _ in range(chance.randint(1, 4))) for _ in range(chance.randint(1, 3))
    )
    courses = tuple(sorted(courses, key=len))
    return Link(
        HOME, HOME, (HOME, HOME), 0, 0, False, toll=len(courses[0]), water=courses[0], courses=courses, sea=(True, True)
    )


def waivers(chance: Random) -> tuple[Waiver, ...]:
    """Some at the only stop, some granted once a turn."""
    at_stops = [Waiver(seas(chance, 3), chance.randint(1, 2), HOME) for _ in range(chance.randint(0, 3))]
    return (*at_stops, *(Waiver(seas(chance, 8), chance.randint(1, 3)) for _ in range(chance.randint(0, 2))))


def seas(chance: Random, most: int) -> frozenset[int]:
    return frozenset(chance.sample(SEAS, chance.randint(1, most)))


def left_over(crossings: list[Link], at_stops: list[Waiver]) -> set[tuple[int, ...]]:
    """The stretches left to count for every choice of courses and of what is waived at stops."""
    found = set()
    for water in product(*(link.courses for link in crossings)):
        rows = [
            {(number, place) for place in range(start, start + waiver.most) if place < len(course)}
            for waiver in at_stops
            for number, course in enumerate(water)
            for start in range(len(course))
        ]
        for chosen in product([set(), *rows], repeat=len(at_stops)):
            if all(fits(water, waiver, row) for waiver, row in zip(at_stops, chosen, strict=True)):
                waived = set().union(*chosen)
                found.add(
                    tuple(
                        unit
                        for number, course in enumerate(water)
                        for place, unit in enumerate(course)
                        if (number, place) not in waived
                    )
                )
    return found


def fits(water: tuple[tuple[int, ...], ...], waiver: Waiver, row: set[tuple[int, int]]) -> bool:
    """May a waiver be used for these stretches of a crossing?"""
    beside = any(water[number][place] in waiver.water for number, place in row)
    return not row or (len(row) <= waiver.most and beside)


def ways(left: tuple[int, ...], favours: list[Waiver], room: int) -> set[Way]:
    """The ways to waive all but so many of these stretches by favours."""
    found = set()
    for chosen in product([None, *range(len(favours))], repeat=len(left)):
        used = tuple(chosen.count(number) for number in range(len(favours)))
        able = all(who is None or unit in favours[who].water for unit, who in zip(left, chosen, strict=True))
        if able and chosen.count(None) <= room and all(n <= one.most for n, one in zip(used, favours, strict=True)):
            found.add(used)
    return found


def fewest(found: set[Way]) -> set[Way]:
    """The ways of which no other uses less."""
    return {
        way
        for way in found
        if not any(other != way and all(a <= b for a, b in zip(other, way, strict=True)) for other in found)
    }


@pytest.mark.parametrize("seed", range(150))
def test_water_is_waived_where_it_helps_most(seed: int) -> None:
    chance = Random(seed)
    crossings = [crossing(chance) for _ in range(chance.randint(1, 2))]
    some = waivers(chance)
    problem = RouteProblem(Network.of_links({}, []), {}, {}, frozenset((HOME,)), (), waivers=some)
    every = left_over(crossings, [waiver for waiver in some if waiver.at is not None])
    assert without_favours(problem, crossings, [HOME]) == min(map(len, every))
    shortest = {left for left in every if not any(is_part(other, left) for other in every)}
    for room in range(4):
        expected = fewest({way for left in shortest for way in ways(left, list(problem.favours), room)})
        assert needs(problem, crossings, [HOME], room) == expected


@pytest.mark.parametrize("seed", range(60))
def test_the_ways_across_are_those_that_a_single_crossing_needs(seed: int) -> None:
    chance = Random(seed)
    link, some = crossing(chance), waivers(chance)
    problem = RouteProblem(Network.of_links({}, []), {}, {}, frozenset((HOME,)), (), waivers=some)
    at_stops = tuple(waiver for waiver in some if waiver.at is not None)
    found = list(ways_across(link.courses, at_stops, problem.favours, [favour.most for favour in problem.favours]))
    for room in range(4):
        assert fewest({way for _, way, left in found if left <= room}) == needs(problem, [link], [HOME], room)
    assert all(
        not any(way)
        for _, way, _ in ways_across(link.courses, at_stops, problem.favours, [0, 0][: len(problem.favours)])
    )


def is_part(less: tuple[int, ...], more: tuple[int, ...]) -> bool:
    """Is one bag of stretches a true part of another?"""
    return len(less) < len(more) and all(less.count(unit) <= more.count(unit) for unit in less)
