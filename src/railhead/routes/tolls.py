"""What the water along a run counts of a train's number, and how much of that is waived.

Links over water name the stretches they cross, one for each that counts. Some waivers belong to stops: every run that
includes the stop may leave out stretches in a row on one crossing, one of them beside the stop. Others are granted once
a turn and may be divided among trains. What is asked of them is written as one number for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count, product
from operator import add

from railhead.core.ids import Stop
from railhead.routes.model import AS_LARGE, RouteProblem, Waiver
from railhead.track.network import Link

Courses = tuple[tuple[int, ...], ...]
"""The ways to make a crossing, each with the stretches of water that it counts."""
Left = tuple[int, ...]
"""How many stretches are left to count, by which favours could waive them: a bit of the index for each favour."""
Way = tuple[int, Left]
"""Which waivers at stops are used, a bit for each, and what is left to count."""
Needs = frozenset[tuple[int, ...]]
"""Ways to get by: how much of each waiver that is granted once a turn is used. None at all if there is no way."""


def has_land_between(links: Iterable[Link]) -> bool:
    """Is there a side between two hexes of land from each crossing of the sea to the next?"""
    afloat = False
    for link in links:
        if link.sea is not None:
            before, after = link.sea
            if afloat and not before:
                return False
            afloat = not after
        elif link.by_land:
            afloat = False
    return True


def least(problem: RouteProblem, links: Sequence[Link], stops: Iterable[Stop]) -> int:
    """The least that tolls can count if everything is waived that can be."""
    tolls = sum([link.toll for link in links])
    if not tolls or not any(link.water for link in links):
        return tolls
    return next(room for room in count() if needs(problem, links, stops, room))


def without_favours(problem: RouteProblem, links: Sequence[Link], stops: Iterable[Stop]) -> int:
    """What tolls count if nothing is waived but what every run may leave out."""
    tolls = sum([link.toll for link in links])
    if not tolls or not any(link.water for link in links):
        return tolls
    dry, crossings = _parts(links)
    return dry + min(sum(left) for left in _left_over(crossings, _at_stops(problem, stops), ()))


def ways_across(
    courses: Courses, waivers: tuple[Waiver, ...], favours: tuple[Waiver, ...], most: Sequence[int]
) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """The ways to make a crossing: the waivers at stops that are used, how much of each favour, and what is left."""
    for used, left in _crossed(courses, waivers, favours):
        for short in range(1 + sum(left)):
            for way in _favoured(left, favours, short):
                if all(one <= other for one, other in zip(way, most, strict=True)):
                    yield used, way, sum(left) - short


def needs(problem: RouteProblem, links: Sequence[Link], stops: Iterable[Stop], room: int) -> Needs:
    """What has to be waived in the turn so that tolls count no more than this."""
    dry, crossings = _parts(links)
    return _needs(crossings, _at_stops(problem, stops), problem.favours, room - dry)


def at_least(problem: RouteProblem, link: Link) -> int:
    """A lower bound of what a link counts on any run."""
    if not link.water:
        return link.toll
    if link.ferry and link.ferry in problem.ferries_in_parts:
        return 0
    return min(_at_least(problem, course) for course in courses_of(link))


def _at_least(problem: RouteProblem, course: tuple[int, ...]) -> int:
    return max(0, len(course) - sum([_most_waived(waiver, course) for waiver in problem.waivers]))


def _most_waived(waiver: Waiver, course: tuple[int, ...]) -> int:
    """The most that a waiver can waive of a course."""
    useful = sum([unit in waiver.water for unit in course])
    return min(waiver.most, useful) if waiver.at is None else waiver.most * bool(useful)


def beside_ends(problem: RouteProblem, link: Link) -> int:
    """A lower bound of what a crossing counts, with all stops that a run includes because of it.

    These are both ends, one with a token, and any others at which more water is waived than they count themselves.
    """
    ends = (link.start, link.end)
    return min(_beside_ends(problem, course, ends) for course in courses_of(link))


def _beside_ends(problem: RouteProblem, course: tuple[int, ...], ends: tuple[Stop, Stop]) -> int:
    left, has_token = len(course), not problem.own.isdisjoint(ends)
    for waiver in problem.waivers:
        waived = _most_waived(waiver, course)
        if waived and waiver.at is not None and waiver.at not in ends:
            waived -= _counts(problem, waiver.at)
            has_token |= waiver.at in problem.own
        left -= waived
    token = 0 if has_token else min([_counts(problem, stop) for stop in problem.own])
    return max(0, left) + token + sum([_counts(problem, stop) for stop in ends])


def _counts(problem: RouteProblem, stop: Stop) -> int:
    """How many large stops a stop is."""
    return int(problem.grades[stop] in AS_LARGE)


def go_together(problem: RouteProblem, each: Iterable[Needs]) -> bool:
    """Is enough waived in a turn for runs with these needs?"""
    limits = [(number, favour.most) for number, favour in enumerate(problem.favours)]
    return any(all(sum(way[number] for way in ways) <= most for number, most in limits) for ways in product(*each))


def courses_of(link: Link) -> Courses:
    """The courses by which a link over water may go."""
    return link.courses or (link.water,)


def _parts(links: Sequence[Link]) -> tuple[int, tuple[Courses, ...]]:
    """The tolls of links without water, and all crossings; a ferry that is ridden part by part counts once."""
    ferries: set[int] = set()
    water: list[Courses] = []
    for link in links:
        if link.water and link.ferry not in ferries:
            water.append(courses_of(link))
            ferries |= {link.ferry} - {0}
    return sum([link.toll for link in links if not link.water]), tuple(water)


def _at_stops(problem: RouteProblem, stops: Iterable[Stop]) -> tuple[Waiver, ...]:
    included = set(stops)
    return tuple(waiver for waiver in problem.waivers if waiver.at in included)


@lru_cache(maxsize=4096)
def _left_over(
    crossings: tuple[Courses, ...], waivers: tuple[Waiver, ...], favours: tuple[Waiver, ...]
) -> frozenset[Left]:
    """What may be left to count if each of these waivers is used on the crossing and the course where it helps most.

    Which stretches are left matters only for what favours could do about them, so a run with many ways to cross comes
    down to a few numbers, crossing by crossing.
    """
    ways: set[Way] = {(0, (0,) * (1 << len(favours)))}
    for courses in crossings:
        here = _crossed(courses, waivers, favours)
        ways = _fewest(
            {
                (used | more, tuple(map(add, left, others)))
                for used, left in ways
                for more, others in here
                if not used & more
            }
        )
    return frozenset(left for _, left in _fewest({(0, left) for _, left in ways}))


@lru_cache(maxsize=4096)
def _crossed(courses: Courses, waivers: tuple[Waiver, ...], favours: tuple[Waiver, ...]) -> frozenset[Way]:
    """The ways to make a crossing, none of which is as good as another in every respect."""
    found: set[Way] = set()
    for course in courses:
        done = {(0, frozenset[int]())}
        for number, waiver in enumerate(waivers):
            windows = list(_windows(course, waiver))
            done |= {
                (used | 1 << number, waived | window) for used, waived in done for window in windows if window - waived
            }
        found |= {(used, _by_favours(course, waived, favours)) for used, waived in done}
    return frozenset(_fewest(found))


def _fewest(ways: set[Way]) -> set[Way]:
    """Those of which no other uses only some of their waivers and leaves no more of anything."""
    found: list[Way] = []
    for used, left in sorted(ways, key=lambda way: (way[0].bit_count(), sum(way[1]))):
        if not any(not other & ~used and _covers(left, less) for other, less in found):
            found.append((used, left))
    return set(found)


def _by_favours(course: tuple[int, ...], waived: frozenset[int], favours: tuple[Waiver, ...]) -> Left:
    """The stretches of a course that are left, by which favours could waive them."""
    left = [0] * (1 << len(favours))
    for place, unit in enumerate(course):
        if place not in waived:
            left[sum([1 << number for number, favour in enumerate(favours) if unit in favour.water])] += 1
    return tuple(left)


def _windows(course: tuple[int, ...], waiver: Waiver) -> Iterator[frozenset[int]]:
    """Stretches in a row, as many as are waived, of which one is beside the stop."""
    length = min(waiver.most, len(course))
    for start in range(len(course) - length + 1):
        if not waiver.water.isdisjoint(course[start : start + length]):
            yield frozenset(range(start, start + length))


@lru_cache(maxsize=4096)
def _needs(
    crossings: tuple[Courses, ...], waivers: tuple[Waiver, ...], favours: tuple[Waiver, ...], room: int
) -> Needs:
    if room < 0:
        return frozenset()
    every = _left_over(crossings, waivers, favours)
    found = {way for left in every for way in _favoured(left, favours, sum(left) - room)}
    return frozenset(way for way in found if not any(other != way and _covers(way, other) for other in found))


def _covers(more: tuple[int, ...], less: tuple[int, ...]) -> bool:
    return all(one >= other for one, other in zip(more, less, strict=True))


def _favoured(left: Left, favours: tuple[Waiver, ...], short: int) -> Iterator[tuple[int, ...]]:
    """The ways to waive so many of these stretches."""
    ways = {(0,) * len(favours)}
    for able, stretches in enumerate(left if short > 0 else ()):
        for _ in range(stretches):
            ways |= {
                (*way[:number], way[number] + 1, *way[number + 1 :])
                for number, favour in enumerate(favours)
                for way in ways
                if able >> number & 1 and way[number] < favour.most
            }
    yield from (way for way in ways if sum(way) == max(0, short))
