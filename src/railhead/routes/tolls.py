"""What the water along a run counts of a train's number, and how much of that is waived.

Links over water name the stretches they cross, one for each that counts. Some waivers belong to stops: every run that
includes the stop may leave out stretches in a row on one crossing, one of them beside the stop. Others are granted once
a turn and may be divided among trains. What is asked of them is written as one number for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count, product

from railhead.core.ids import Stop
from railhead.routes.model import AS_LARGE, RouteProblem, Waiver
from railhead.track.network import Link

Water = tuple[tuple[int, ...], ...]
"""The stretches of water along a run, crossing by crossing."""
Courses = tuple[Water, ...]
"""The same for every choice of courses."""
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
    dry, courses = _parts(links)
    waivers = _at_stops(problem, stops)
    return dry + min(len(left) for water in courses for left in _left_over(water, waivers))


def needs(problem: RouteProblem, links: Sequence[Link], stops: Iterable[Stop], room: int) -> Needs:
    """What has to be waived in the turn so that tolls count no more than this."""
    dry, courses = _parts(links)
    return _needs(courses, _at_stops(problem, stops), problem.favours, room - dry)


def at_least(problem: RouteProblem, link: Link) -> int:
    """A lower bound of what a link counts on any run."""
    if not link.water:
        return link.toll
    return 0 if link.ferry else min(_at_least(problem, course) for course in link.courses or (link.water,))


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
    return min(_beside_ends(problem, course, ends) for course in link.courses or (link.water,))


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


def _parts(links: Sequence[Link]) -> tuple[int, Courses]:
    """The tolls of links without water, and all water; a ferry that is ridden part by part counts once."""
    ferries: set[int] = set()
    water: list[tuple[tuple[int, ...], ...]] = []
    for link in links:
        if link.water and link.ferry not in ferries:
            water.append(link.courses or (link.water,))
            ferries |= {link.ferry} - {0}
    return sum([link.toll for link in links if not link.water]), tuple(product(*water))


def _at_stops(problem: RouteProblem, stops: Iterable[Stop]) -> tuple[Waiver, ...]:
    included = set(stops)
    return tuple(waiver for waiver in problem.waivers if waiver.at in included)


@lru_cache(maxsize=4096)
def _left_over(water: Water, waivers: tuple[Waiver, ...]) -> frozenset[tuple[int, ...]]:
    """What may be left to count if each of these waivers is used where it can be."""
    waived = {frozenset[tuple[int, int]]()}
    for waiver in waivers:
        windows = list(_windows(water, waiver))
        if windows:
            waived = _largest({some | window for some in waived for window in windows})
    return frozenset(tuple(sorted(unit for at, unit in _units(water) if at not in some)) for some in waived)


def _largest(sets: set[frozenset[tuple[int, int]]]) -> set[frozenset[tuple[int, int]]]:
    """The sets that are not part of another one: to waive more is never worse."""
    return {some for some in sets if not any(some < other for other in sets)}


def _units(water: Water) -> Iterator[tuple[tuple[int, int], int]]:
    """Every stretch with where it is: on which crossing, and which of its stretches."""
    for number, crossing in enumerate(water):
        for place, unit in enumerate(crossing):
            yield (number, place), unit


def _windows(water: Water, waiver: Waiver) -> Iterator[frozenset[tuple[int, int]]]:
    """Stretches in a row, as many as are waived, of which one is beside the stop."""
    for number, crossing in enumerate(water):
        length = min(waiver.most, len(crossing))
        for start in range(len(crossing) - length + 1):
            if not waiver.water.isdisjoint(crossing[start : start + length]):
                yield frozenset((number, place) for place in range(start, start + length))


@lru_cache(maxsize=4096)
def _needs(courses: Courses, waivers: tuple[Waiver, ...], favours: tuple[Waiver, ...], room: int) -> Needs:
    if room < 0:
        return frozenset()
    every = {left for water in courses for left in _left_over(water, waivers)}
    found = {way for left in every for way in _favoured(left, favours, len(left) - room)}
    return frozenset(way for way in found if not any(other != way and _covers(way, other) for other in found))


def _covers(more: tuple[int, ...], less: tuple[int, ...]) -> bool:
    return all(one >= other for one, other in zip(more, less, strict=True))


def _favoured(left: tuple[int, ...], favours: tuple[Waiver, ...], short: int) -> Iterator[tuple[int, ...]]:
    """The ways to waive so many of these stretches."""
    ways = {(0,) * len(favours)}
    for unit in left if short > 0 else ():
        ways |= {
            (*way[:number], way[number] + 1, *way[number + 1 :])
            for number, favour in enumerate(favours)
            for way in ways
            if unit in favour.water and way[number] < favour.most
        }
    yield from (way for way in ways if sum(way) == max(0, short))
