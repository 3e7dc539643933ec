"""Ports, crossings of the sea and ferries as links of the network that one railroad's trains use.

Rules 18OE-PORT and 18OE-FERRY. A crossing is a link from port to port that names the sea zones it goes over
(18OE-PORT-01, 18OE-PORT-03); a ferry is printed as track, and the links that ride it count its distance
(18OE-FERRY-02). Neither earns anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import pairwise, product, takewhile

from railhead.core.ids import Hex, Point, Stop, hex_of, through
from railhead.routes.model import ANY, Waiver
from railhead.titles.t18oe import lille, white_cliffs
from railhead.titles.t18oe.facts import Port, land
from railhead.track.network import Link, Network

Course = tuple[int, ...]
"""Sea zones in the order in which a crossing goes over them."""


@dataclass(frozen=True, slots=True)
class Access:
    """What decides how a railroad gets along: all that its network depends on beside the track."""

    ports: tuple[Port, ...]
    """The ports it may use."""
    offshore: tuple[tuple[Hex, tuple[Stop, ...]], ...]
    """By hex of an offshore port: the stations there."""
    shut: frozenset[Hex]
    """Hexes whose track it may not use (18OE-PRIV-41)."""
    lille: int
    """How its trains get past Lille."""
    waivers: tuple[Waiver, ...]
    most: int
    """The largest city limit of its trains."""


@dataclass(frozen=True, slots=True, eq=False)
class Waterways:
    """The network as the trains of a railroad see it."""

    network: Network
    crossings: Crossings
    shared: int
    """What its trains may all use: shore track, ferries, and bits that stand for no track (18OE-ROUTE-15)."""
    gates: int
    """The bit of a full station that trains pass by one link only."""


@dataclass(frozen=True, slots=True)
class Quay:
    """A way from a stop to the arrow of a port."""

    port: Port
    stop: Stop
    path: tuple[Point, ...]
    """From the stop to the hex with the arrow, that hex once more at its end."""
    track: int
    by_land: bool
    """Does it cross a side between two hexes of land?"""

    def is_cut(self, shut: frozenset[Hex]) -> bool:
        """Does it lead over one of these hexes?"""
        return any(hex_of(at) in shut for at in self.path)


class Coast:
    """What water adds to the track, whoever's trains use it: the ways to ports, and bits for what is no track."""

    def __init__(self, net: Network) -> None:
        self.net = net
        self.quays = {port: tuple(_quays_along_track(net, port)) for port in land().ports if port.side is not None}
        # Only now that the ways to all ports are known: track that no link uses has its bits from then on.
        self.gate = net.free_bit
        hexes = sorted({port.hex for port in land().ports})
        self.arrows = {hex_: self.gate << 1 + number for number, hex_ in enumerate(hexes)}
        """By hex: the bit of its arrows."""
        self.shared = net.track_beside(sea_hexes(), shores()) | sum(self.arrows.values())


def waterways(coast: Coast, access: Access) -> Waterways:
    """The network with ferries that count, crossings of the sea, and Lille as it is for this railroad."""
    net, gate = coast.net, coast.gate
    shut = sum(1 << hex_ for hex_ in access.shut)
    quays = [quay for port in access.ports for quay in _quays(coast, port, access)]
    if access.shut:
        quays = [quay for quay in quays if not quay.is_cut(access.shut)]
    crossings = Crossings(tuple(quays), _chart(access.waivers, access.most), coast.arrows)
    gates = gate if access.lille == lille.BY_FERRY else 0

    unlike = shut | _by_ferry() | (0 if access.lille == lille.AS_ANYWHERE else 1 << hex_of(white_cliffs.lille()))

    def adapted(stop: Stop) -> list[Link]:
        links = net.links[stop]
        if not [link for link in links if link.crossed & unlike]:
            return links
        links = [lille.adapted(ridden(link), access.lille, gate) for link in links]
        return [link for link in links if not link.crossed & shut] if shut else links

    network = Network.with_sea(net.stops, adapted, crossings)
    return Waterways(network, crossings, coast.shared | gates, gates)


# -- ferries --------------------------------------------------------------------------------------


@cache
def sea_hexes() -> frozenset[Hex]:
    """The hexes of the sea with a ferry on them."""
    return frozenset(hex_ for ferry in land().ferries for hex_ in ferry.over)


@cache
def _by_ferry() -> int:
    """The same as one bit per hex: a link that crosses none of them rides no ferry."""
    return sum(1 << hex_ for hex_ in sea_hexes())


@cache
def shores() -> frozenset[tuple[Hex, int]]:
    """The sides of land with the arrow of a port or the end of a ferry; one side may be both (18OE-FERRY-05)."""
    board, wet = land().board, sea_hexes()
    arrows = {(port.hex, port.side) for port in land().ports if port.side is not None}
    quays = {
        (hex_, side)
        for hex_ in board.all_hexes
        if hex_ not in wet
        for side, beyond in board.beyond[hex_].items()
        if beyond in wet
    }
    return frozenset(arrows | quays)


@lru_cache(maxsize=65536)
def ferry_of(hexes: tuple[Hex, ...]) -> int | None:
    """The ferry that a link over these hexes rides, all of it or from or to a town on it; None if it stays on land."""
    wet = sea_hexes()
    if wet.isdisjoint(hexes):
        return None
    edges = {one if other in wet else other for one, other in pairwise(hexes) if (one in wet) != (other in wet)}
    edges |= wet.intersection((hexes[0], hexes[-1]))
    for number, ferry in enumerate(land().ferries):
        if edges <= {*ferry.ends, *ferry.over} and wet.intersection(hexes) <= set(ferry.over):
            return number
    return None


def ferry_water(number: int) -> int:
    """What stands for a unit of a ferry's distance among the stretches of water: they come after the sea zones."""
    return len(land().seas) + number


def ridden(link: Link) -> Link:
    """A link of the track, with what it counts if it rides a ferry: all of its distance (18OE-FERRY-09).

    A ferry is printed as track, which others must meet (18OE-FERRY-01) and anybody may use (18OE-FERRY-06).
    """
    number = ferry_of(link.hexes)
    if number is None:
        return link
    distance = land().ferries[number].distance
    dry = any(one != other and not sea_hexes().intersection((one, other)) for one, other in pairwise(link.hexes))
    return Link(
        link.start, link.end, link.path, link.track, link.crossed, link.winds, distance,
        water=(ferry_water(number),) * distance, ferry=1 + number, by_land=dry,
    )  # fmt: skip


# -- crossings of the sea -------------------------------------------------------------------------

Pairs = list[tuple[Port, Port]]
"""The ports where crossings begin and end."""


class Crossings:
    """Links between any two ports that a railroad may use (18OE-PORT-01), both ways.

    A run uses the arrows of a hex once (18OE-ROUTE-07), apart from a ferry over the same side (18OE-FERRY-08); all runs
    share them.
    """

    def __init__(self, quays: tuple[Quay, ...], chart: Chart, arrows: dict[Hex, int]) -> None:
        self.quays, self.chart, self._arrows = quays, chart, arrows
        self.at: dict[Stop, list[int]] = {}
        """By stop: the numbers of its ways to ports."""
        for number, quay in enumerate(quays):
            self.at.setdefault(quay.stop, []).append(number)
        self._made: dict[tuple[Point, ...], Link] = {}

    def leaving(self, stop: Stop, others: Sequence[int] | None = None) -> list[Link]:
        """The crossings from a stop, by the numbers of both ways to ports: to all ports, or by some ways to them."""
        joined = self._joined(self.at.get(stop, ()), range(len(self.quays)) if others is None else others)
        made = (self._link(stop, path, *ways) for path, ways in joined.items())
        return [link for link in made if link is not None]

    def along(self, path: tuple[Point, ...]) -> Link | None:
        """The crossing along a path."""
        one, other = (self.at.get(Stop(end)) for end in (path[0], path[-1]))
        if not one or not other:
            return None
        made = self._made.get(path)
        if made is None:
            joined = self._joined(one, other)
            ways = joined.get(path) or joined.get(path[::-1])
            if ways is not None:
                made = self._link(Stop(path[0]), path if path in joined else path[::-1], *ways)
        return made

    def _link(self, stop: Stop, path: tuple[Point, ...], one: Quay, other: Quay, ports: Pairs) -> Link | None:
        """The crossing from a stop along a path that is written in the order of the numbers of its ways to ports."""
        forth = one.stop == stop
        made = self._made.get(path if forth else path[::-1])
        if made is None:
            courses = self.chart.best(tuple((start.seas, end.seas) for start, end in ports))
            if not courses:
                return None
            track = one.track | other.track | self._arrows[one.port.hex] | self._arrows[other.port.hex]
            made = (
                _crossing(path, track, courses, one, other)
                if forth
                else _crossing(path[::-1], track, _turned(courses), other, one)
            )
            made = self._made.setdefault(made.path, made)
        return made

    def _joined(self, some: Sequence[int], others: Sequence[int]) -> dict[tuple[Point, ...], tuple[Quay, Quay, Pairs]]:
        """By path: the ways to ports that it joins, and all ports by which it can be taken."""
        pairs = {(min(one, other), max(one, other)) for one in some for other in others}
        found: dict[tuple[Point, ...], tuple[Quay, Quay, Pairs]] = {}
        for one, other in ((self.quays[first], self.quays[second]) for first, second in sorted(pairs)):
            if hex_of(one.stop) != hex_of(other.stop):
                path = (*one.path, *other.path[::-1])
                found.setdefault(path, (one, other, []))[2].append((one.port, other.port))
        return found

    @cached_property
    def berths(self) -> tuple[tuple[Stop, Openings], ...]:
        """For every path to ports: the stop where it begins, and the zones that each of the ports opens."""
        ports: dict[tuple[Point, ...], set[tuple[int, ...]]] = {}
        for quay in self.quays:
            ports.setdefault(quay.path, set()).add(quay.port.seas)
        return tuple((Stop(path[0]), tuple(sorted(openings))) for path, openings in ports.items())


def _turned(courses: tuple[Course, ...]) -> tuple[Course, ...]:
    return tuple(course[::-1] for course in courses)


def _crossing(path: tuple[Point, ...], track: int, courses: tuple[Course, ...], one: Quay, other: Quay) -> Link:
    # Every zone counts against the limit of the train, and earns nothing (18OE-PORT-03).
    crossed = 0
    for at in path:
        crossed |= 1 << hex_of(at)
    return Link(
        one.stop, other.stop, path, track, crossed, False, len(courses[0]),
        water=courses[0], sea=(one.by_land, other.by_land), by_land=False, courses=courses if courses[1:] else (),
    )  # fmt: skip


def _quays(coast: Coast, port: Port, access: Access) -> Iterable[Quay]:
    """The ways to a port: along track to its arrow (18OE-PORT-02), or straight from any station (18OE-PORT-23)."""
    if port.side is not None:
        return coast.quays[port]
    return [Quay(port, stop, (stop, through(port.hex)), 0, False) for stop in dict(access.offshore)[port.hex]]


def _quays_along_track(net: Network, port: Port) -> Iterator[Quay]:
    assert port.side is not None
    ways = net.inland(port.hex, port.side)
    shore = net.track_to(port.hex, port.side)
    for path, track in ways:
        inland = path[::-1]
        stop = Stop(inland[0])
        yield Quay(port, stop, (*inland, through(port.hex)), track & ~shore, hex_of(stop) != port.hex)


@lru_cache(maxsize=8192)
def courses_between(
    start: int, end: int, near: tuple[frozenset[int], ...], longest: int | None = None
) -> tuple[Course, ...]:
    """The courses from a sea zone to another that could count least, if zones near the railroad's ports may not count.

    A course that goes over more zones is of use only if more of them are near such a port. Courses over more zones than
    the longest are left out.
    """
    courses = _all_courses(start, end)
    return _useful(courses if longest is None else takewhile(lambda course: len(course) <= longest, courses), near)


def _useful(courses: Iterable[Course], near: tuple[frozenset[int], ...]) -> tuple[Course, ...]:
    """Of some courses, the shortest first, those that no other one is as good as."""
    sorts, far = _sorts(near)
    found: dict[bytes, list[bytes]] = {}
    useful = []
    for course in courses:
        matters = bytes(course).translate(sorts)
        rivals = found.setdefault(matters.translate(None, far), [])  # all that are near a port remain
        if matters not in rivals and not any(_as_good(known, matters, far) for known in rivals):
            rivals.append(matters)
            useful.append(course)
    return tuple(useful)


def _by_length(course: Course) -> tuple[int, Course]:
    return len(course), course


def _all_courses(start: int, end: int) -> tuple[Course, ...]:
    """Every course between two sea zones, over zones that adjoin (18OE-PORT-04), and over none of them twice.

    The shortest come first.
    """
    return _courses_from(start).get(end, ())


@cache
def _courses_from(start: int) -> dict[int, tuple[Course, ...]]:
    """By zone: every course that ends there."""
    found: dict[int, list[Course]] = {}
    ahead: list[Course] = [(start,)]
    while ahead:
        course = ahead.pop()
        found.setdefault(course[-1], []).append(course)
        ahead += [(*course, zone) for zone in land().seas[course[-1]].beside if zone not in course]
    return {end: tuple(sorted(courses, key=_by_length)) for end, courses in found.items()}


def _as_good(one: bytes, other: bytes, far: bytes) -> bool:
    """Is a course, by the sorts of its zones, the same as another without some zones that are near no port?"""
    left = iter(other)
    for wanted in one:
        for sort in left:
            if sort == wanted:
                break
            if sort not in far:
                return False
        else:
            return False
    return all(sort in far for sort in left)


@lru_cache(maxsize=256)
def _sorts(near: tuple[frozenset[int], ...]) -> tuple[bytes, bytes]:
    """By zone: its sort, a number for what matters of it; and all sorts of zones that are near no port.

    What matters are its area, and which of the railroad's ports are beside it.
    """
    what = [
        (sea.area, frozenset(number for number, zones in enumerate(near) if zone in zones))
        for zone, sea in enumerate(land().seas)
    ]
    numbers = {each: number for number, each in enumerate(dict.fromkeys(what))}
    table = bytes(numbers[each] for each in what)
    return table.ljust(256, b"\xff"), bytes(number for (_, ports), number in numbers.items() if not ports)


Openings = tuple[tuple[int, ...], ...]
"""The zones that ports open to, for each of some ports."""
Ends = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
"""The zones that two ports open to, for every pair of ports that a crossing may go by."""


@lru_cache(maxsize=4096)
def between(one: Openings, other: Openings) -> tuple[tuple[int, int], ...]:
    """Every course between any of these ports: how many zones it goes over, and which, one bit each; shortest first."""
    pairs = {(start, end) for starts in one for ends in other for start in starts for end in ends}
    return tuple(sorted({(len(course), _zones(course)) for pair in pairs for course in _all_courses(*pair)}))


def _zones(course: Iterable[int]) -> int:
    """Some zones, one bit each."""
    return sum(1 << zone for zone in set(course))


class Waived(dict[int, int]):
    """By zones that a course goes over, one bit each: all that waivers may leave out of it."""

    def __init__(self, waivers: tuple[Waiver, ...]) -> None:
        super().__init__()
        self._waivers = [(_zones(waiver.water), waiver.most) for waiver in waivers]

    def __missing__(self, zones: int) -> int:
        found = self[zones] = sum([most for water, most in self._waivers if water & zones])
        return found


class Chart:
    """The courses that are of use to a railroad, between any two ports."""

    def __init__(self, waivers: tuple[Waiver, ...], most: int) -> None:
        self.waivers = waivers
        self.most = most
        self.near = tuple(waiver.water for waiver in waivers if waiver.at is not None)
        """What is beside each of the railroad's port tokens."""
        self.waived = sum(waiver.most for waiver in waivers)
        """All that could be waived."""
        self.longest = most - 1 + self.waived
        """No longer course leaves the largest train a city."""
        self._waived = Waived(waivers)
        self.known: dict[Ends, tuple[Course, ...]] = {}
        self.counts: dict[Openings, dict[Openings, int]] = {}
        """By the zones that two ports open to: the least that a crossing counts, as far as anybody wanted to know."""

    def best(self, ends: Ends) -> tuple[Course, ...]:
        """The courses that leave the railroad's largest train at least one city, the shortest first.

        They lead from any zone that one port opens to any that the other does (18OE-PORT-25).
        """
        known = self.known.get(ends)
        if known is None:
            pairs = [pair for one, other in ends for pair in product(one, other)]
            every = [course for start, end in pairs for course in courses_between(start, end, self.near, self.longest)]
            able = tuple(course for course in every if self._left(course) < self.most)
            # Between two zones none of them is as good as another; only if there are several pairs may one be.
            known = able if len(pairs) == 1 else _useful(sorted(able, key=_by_length), self.near)
            self.known[ends] = known
        return known

    def within(self, one: Openings, others: Iterable[Openings], most: int) -> Iterator[tuple[int, Openings]]:
        """Those ports to which a crossing from some others counts no more than this, with the least that it counts."""
        known = self.counts.setdefault(one, {})
        for other in others:
            least = known.get(other)
            if least is None:
                if between(one, other)[0][0] - self.waived > most:
                    continue  # without working out how much exactly
                back = self.counts.get(other, {}).get(one)
                least = known[other] = self.least(one, other) if back is None else back
            if least <= most:
                yield least, other

    def least(self, one: Openings, other: Openings) -> int:
        """The least that a crossing between any of these ports counts; more than any train has if there is none.

        The shortest course counts least, unless more is waived of one that is not too much longer.
        """
        courses, waived = between(one, other), self._waived
        length, zones = courses[0]
        shortest = least = length - waived[zones]
        for length, zones in courses:  # the shortest come first
            if length - self.waived >= least:
                break
            least = min(least, length - waived[zones])
        if least == shortest or any(
            length - waived[zones] == least and self._is_sure(zones) for length, zones in courses
        ):
            return max(0, least) if least < self.most else ANY
        return min(map(self.fewest, self.best(tuple(product(one, other)))), default=ANY)

    def _is_sure(self, zones: int) -> bool:
        """Is as much waived of all courses that could be as good as one over these zones?

        They go over the same zones near ports. An authority may waive others of a course that it can do without.
        """
        return all(not zones & area or zones & area & self._ashore for area in self._areas)

    @cached_property
    def _areas(self) -> list[int]:
        """The zones of which an authority waives some, one bit each."""
        every = range(len(land().seas))
        return [_zones(each.water) for each in self.waivers if each.at is None and not each.water.issuperset(every)]

    @cached_property
    def _ashore(self) -> int:
        """The zones near a port token of the railroad, one bit each."""
        return _zones(zone for zones in self.near for zone in zones)

    def fewest(self, course: Course) -> int:
        """The least that a course counts."""
        return max(0, self._left(course))

    def _left(self, course: Course) -> int:
        return len(course) - sum([waiver.most for waiver in self.waivers if not waiver.water.isdisjoint(course)])


@lru_cache(maxsize=32)
def _chart(waivers: tuple[Waiver, ...], most: int) -> Chart:
    return Chart(waivers, most)
