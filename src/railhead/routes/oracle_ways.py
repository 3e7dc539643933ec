"""The ways trains could take, found by brute force: the part of the oracle that knows the board.

Like the rest of the oracle it shares nothing with the check or the search.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, groupby, product

from railhead.core.ids import Hex, Point, Stop, hex_of, is_stop
from railhead.routes.model import AREA_STOP, PORT_STOP, RouteProblem, Waiver
from railhead.track.network import Link

# -- ways -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Way:
    """Consecutive links: where a train could go, whichever train it is."""

    links: tuple[Link, ...]
    joints: frozenset[Stop] = frozenset()
    """Stops at which trains are joined that need not pass through."""

    @cached_property
    def stops(self) -> tuple[Stop, ...]:
        """Its stops, in order."""
        return (self.links[0].start, *(link.end for link in self.links))

    @property
    def is_circuit(self) -> bool:
        """Does it end where it began?"""
        return self.stops[0] == self.stops[-1]

    @cached_property
    def visited(self) -> tuple[Stop, ...]:
        """Its stops, in order, without the last one of a circuit, which is the first."""
        return self.stops[:-1] if self.is_circuit else self.stops

    @cached_property
    def places(self) -> list[Stop]:
        """Its stops in order, those it comes to again only the first time."""
        found: list[Stop] = []
        for stop in self.stops:
            if stop not in found:
                found.append(stop)
        return found

    @cached_property
    def path(self) -> tuple[Point, ...]:
        """The points along it, as routes are written."""
        return (self.links[0].start, *(at for link in self.links for at in link.path[1:]))

    @cached_property
    def pieces(self) -> tuple[int, ...]:
        """Its pieces of track, each as often as it is used."""
        return tuple(piece for link in self.links for piece in _pieces(link.track))

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """Its hexes, each as often as it is entered."""
        return tuple(hex_ for hex_, _ in groupby(hex_of(at) for at in self.path))

    @cached_property
    def crossings(self) -> list[list[tuple[int, ...]]]:
        """The stretches of water it crosses, crossing by crossing, for every choice of courses; a ferry only once."""
        firsts = [
            link
            for number, link in enumerate(self.links)
            if not link.ferry or all(link.ferry != other.ferry for other in self.links[:number])
        ]
        each = [link.courses if link.courses else (link.water,) for link in firsts if link.water]
        return [list(chosen) for chosen in product(*each)]

    @cached_property
    def steps(self) -> str:
        """What it crosses in order: S for the sea, L for sides between hexes of land."""
        written = ""
        for link in self.links:
            if link.sea is None:
                written += "L" * link.by_land
            else:
                written += "L" * link.sea[0] + "S" + "L" * link.sea[1]
        return written

    def through(self, problem: RouteProblem) -> int:
        """How many barred stops it passes through."""
        return len(problem.barred.intersection(self.stops[1:-1]) - self.joints)


def _pieces(track: int) -> list[int]:
    return [number for number in range(track.bit_length()) if track >> number & 1]


def differ(things: Iterable[Hashable]) -> bool:
    """Is none of these things named twice?"""
    listed = list(things)
    return len(set(listed)) == len(listed)


def ways(problem: RouteProblem) -> list[Way]:
    """Every way that some train might take, in one of its two directions, a circuit from each of its stops.

    None includes a stop twice, except that it may end where it began, or that it may come to such stops again.
    """
    found = []
    circuits = any(train.circuits for train in problem.trains)

    def extend(links: tuple[Link, ...], seen: frozenset[Stop]) -> None:
        way = Way(links)
        if not differ(way.pieces):
            return
        if way.path < way.path[::-1] and is_open(problem, way):
            found.append(way)
        if not way.is_circuit or comes_again(way.stops[-1]):
            follow(links, links[-1].end, seen)

    def comes_again(stop: Stop) -> bool:
        return problem.grades[stop] in problem.passed_again

    def follow(links: tuple[Link, ...], at: Stop, seen: frozenset[Stop]) -> None:
        for link in problem.network.links[at]:
            back = circuits and links and link.end == links[0].start
            if link.end not in seen or back or comes_again(link.end):
                extend((*links, link), seen | {link.end})

    for stop in problem.network.stops:
        follow((), stop, frozenset((stop,)))
    return found


def way_of(problem: RouteProblem, path: tuple[Point, ...]) -> Way | None:
    """The way that a path describes, if it follows track from stop to stop."""
    links: list[Link] = []
    while len(path) > 1:
        start = path[0]
        there = problem.network.links.get(start, ()) if is_stop(start) else ()
        first = [link for link in there if path[: len(link.path)] == link.path]
        if len(first) != 1:
            return None
        links += first
        path = path[len(first[0].path) - 1 :]
    return Way(tuple(links)) if links else None


def is_open(problem: RouteProblem, way: Way) -> bool:
    """Could any train of the company take this way?"""
    inside = range(1, len(way.links))
    return (
        differ(stop for stop in way.visited if problem.grades[stop] not in problem.passed_again)
        and differ(way.pieces)
        and (problem.may_reenter or differ(way.hexes))
        and differ(group for stop in way.places for group in problem.groups.get(stop, ()))
        and not any(way.links[number - 1].stub or turned(problem, way.links[number]).stub for number in inside)
        and not any(problem.grades[stop] in (AREA_STOP, PORT_STOP) for stop in way.stops[1:-1])
        and not (way.is_circuit and problem.grades[way.stops[0]] in (AREA_STOP, PORT_STOP))
        and "SS" not in way.steps
        and way.through(problem) <= problem.free_passes
        and bool(problem.own.intersection(way.stops))
    )


def turned(problem: RouteProblem, link: Link) -> Link:
    """A link in the other direction."""
    (found,) = [other for other in problem.network.links[link.end] if other.path == link.path[::-1]]
    return found


# -- tolls ----------------------------------------------------------------------------------------

Toll = tuple[int, tuple[int, ...]]
"""What the tolls of a way count, if so much is waived by each waiver that is granted once a turn."""


def tolls(problem: RouteProblem, way: Way) -> set[Toll]:
    """Everything that its tolls may come to."""
    dry = sum(link.toll for link in way.links if not link.water)
    own = [waiver for waiver in problem.waivers if waiver.at in way.stops]
    found: set[Toll] = set()
    for crossings in way.crossings:
        units = [(number, place) for number, water in enumerate(crossings) for place in range(len(water))]
        for blocks in product(*([(), *_blocks(crossings, waiver)] for waiver in own)):
            left = [unit for unit in units if not any(unit in block for block in blocks)]
            for rest, favours in _favoured(problem, crossings, left, 0):
                found.add((dry + len(rest), favours))
    return found


def _blocks(crossings: list[tuple[int, ...]], waiver: Waiver) -> Iterator[tuple[tuple[int, int], ...]]:
    """Stretches in a row that a stop waives."""
    for number, water in enumerate(crossings):
        for start, end in combinations(range(len(water) + 1), 2):
            if end - start <= waiver.most and any(unit in waiver.water for unit in water[start:end]):
                yield tuple((number, place) for place in range(start, end))


def _favoured(
    problem: RouteProblem, crossings: list[tuple[int, ...]], left: list[tuple[int, int]], number: int
) -> Iterator[tuple[list[tuple[int, int]], tuple[int, ...]]]:
    """What is left of some stretches, and how many each waiver of the turn has waived, from this one on."""
    favours = [waiver for waiver in problem.waivers if waiver.at is None]
    if number == len(favours):
        yield left, ()
        return
    favour = favours[number]
    able = [(crossing, place) for crossing, place in left if crossings[crossing][place] in favour.water]
    for count in range(min(favour.most, len(able)) + 1):
        for waived in combinations(able, count):
            for rest, more in _favoured(problem, crossings, [unit for unit in left if unit not in waived], number + 1):
                yield rest, (count, *more)


def fewest(problem: RouteProblem, way: Way) -> int:
    """The least that its tolls may come to."""
    return min(counts for counts, _ in tolls(problem, way))
