"""The network of laid track: stops, and the links of track between neighbouring stops.

Built once for a set of laid tiles. A link is track from one stop to the next with no stop between; its path is
written as points: the stops at its ends and the hexes it crosses between them.

A game changes one hex at a time, so a network is made from an earlier one: track is followed again only from the stops
whose walk came to an end of track from which other pieces lead now, and links that are found again are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from operator import ne
from typing import Protocol

from railhead.core.ids import Hex, Point, Stop, hex_of, index_of, stop_at, through
from railhead.track.board import Board
from railhead.track.tiles import FIRST_STOP, StopFacts, Track


@dataclass(slots=True, eq=False)
class Link:
    """Track from a stop to a neighbouring stop; never changed once made.

    Not frozen, because networks make them by the thousand and a frozen record takes three times as long to make.
    """

    start: Stop
    end: Stop
    path: tuple[Point, ...]
    track: int
    """The pieces of track used, one bit per piece; the sides crossed too, where they count as track."""
    crossed: int
    """The hexes of the path, both ends included, one bit per hex."""
    winds: bool
    """Does it return to a hex it has left?"""
    toll: int = 0
    """How many calls at large stops using it counts for, as with a ferry."""
    stub: bool = False
    """Must a run that arrives by this link end there?"""
    water: tuple[int, ...] = ()
    """The stretches of water it crosses, one for each that counts towards the toll, in order."""
    ferry: int = 0
    """The number of the ferry it belongs to: links of the same one count once on a run; 0 if it is none."""
    sea: tuple[bool, bool] | None = None
    """If it crosses the sea: does it cross a side between two hexes of land before that, and after it?"""
    by_land: bool = True
    """Does it cross a side between two hexes of land? A ferry need not."""
    courses: tuple[tuple[int, ...], ...] = ()
    """If it may cross other stretches instead: every course, `water` first, which is one of the shortest."""
    hexes: tuple[Hex, ...] = field(init=False)
    """By point of the path: its hex."""
    length: int = field(init=False)
    """How many hexes are travelled along it."""

    def __post_init__(self) -> None:
        self.hexes = tuple(map(hex_of, self.path))
        self.length = sum(map(ne, self.hexes, self.hexes[1:]))


@dataclass(slots=True, eq=False)
class Walk:
    """What was found by following all track from a stop; never changed once made."""

    links: list[tuple[Link, Link]] = field(default_factory=list)
    """The links to stops with higher numbers, each with the same link in the other direction."""
    seen: set[int] = field(default_factory=set)
    """The ends of track from which the walk went on, or tried to; sixteen times the hex, plus the side or stop of it.

    If the same pieces lead from all of them, the walk is the same."""


class OnDemand(Mapping[Stop, list[Link]]):
    """The links of every stop, made when somebody asks for those of that stop; all who ask get the same ones."""

    def __init__(self, stops: Mapping[Stop, object], make: Callable[[Stop], list[Link]]) -> None:
        self._stops, self._make = stops, make
        self._made: dict[Stop, list[Link]] = {}

    def __getitem__(self, stop: Stop) -> list[Link]:
        found = self._made.get(stop)
        if found is None:
            if stop not in self._stops:
                raise KeyError(stop)
            found = self._made.setdefault(stop, self._make(stop))
        return found

    def __iter__(self) -> Iterator[Stop]:
        return iter(self._stops)

    def __len__(self) -> int:
        return len(self._stops)


class ByPath(Mapping[tuple[Point, ...], Link]):
    """Links by their paths. Those that leave a stop are listed when one of them is looked up."""

    def __init__(self, links: Mapping[Stop, list[Link]]) -> None:
        self._links = links
        self._listed: dict[Point, dict[tuple[Point, ...], Link]] = {}

    def _leaving(self, stop: Point) -> dict[tuple[Point, ...], Link]:
        found = self._listed.get(stop)
        if found is None:
            found = self._listed[stop] = {link.path: link for link in self._links.get(Stop(stop), ())}
        return found

    def __getitem__(self, path: tuple[Point, ...]) -> Link:
        return self._leaving(path[0])[path]

    def __iter__(self) -> Iterator[tuple[Point, ...]]:
        return (path for stop in self._links for path in self._leaving(stop))

    def __len__(self) -> int:
        return sum(len(self._leaving(stop)) for stop in self._links)


class Seaways(Protocol):
    """Crossings of the sea, which are made when somebody asks for them; all who ask get the same ones."""

    def leaving(self, stop: Stop) -> list[Link]:
        """All that begin at a stop."""

    def along(self, path: tuple[Point, ...]) -> Link | None:
        """The one along a path, if there is one: much sooner found than all from where it begins."""


class ByPathWithSea(ByPath):
    """Links by their paths, some of which cross the sea."""

    def __init__(self, links: Mapping[Stop, list[Link]], on_land: Mapping[Stop, list[Link]], sea: Seaways) -> None:
        super().__init__(links)
        self._on_land, self._sea = ByPath(on_land), sea

    def __getitem__(self, path: tuple[Point, ...]) -> Link:
        return self._sea.along(path) or self._on_land[path]


class Network:
    """All stops on the board and the links between them."""

    stops: dict[Stop, StopFacts]
    links: Mapping[Stop, list[Link]]
    on_land: Mapping[Stop, list[Link]]
    """The links that do not cross the sea: where many do, those are made only if somebody asks for all links."""
    seaways: Seaways | None = None
    """The crossings of the sea, if there are any beside the links on land."""

    def __init__(
        self, board: Board, tiles: Mapping[Hex, int], earlier: Network | None = None, sides: bool = False
    ) -> None:
        """Follow the track from every stop, unless an earlier network of the same board has done so.

        With `sides`, crossing a side of a hex counts as a piece of track: the short one at a junction, which all lines
        to that side have in common.
        """
        self._tiles = tiles
        self._board: Board | None = board
        self._sides = sides
        self._inland: dict[tuple[Hex, int], _Inland] = {}
        self._beside: dict[tuple[frozenset[Hex], frozenset[tuple[Hex, int]]], tuple[int, int]] = {}
        """By water and shores: the track beside them among the first so many bits, and how many these are."""
        if earlier is None:
            self._make(board)
        else:
            self._change(board, earlier)
        self.by_path, self.on_land = ByPath(self.links), self.links

    def _make(self, board: Board) -> None:
        """Follow all track."""
        facts, self._tracks = board.laid_out(self._tiles)
        self.stops = {
            stop_at(hex_, number): stop
            for hex_, tile in zip(board.all_hexes, facts, strict=True)
            for number, stop in enumerate(tile.stops)
        }
        self._bits: dict[tuple[Hex, int], int] = {}
        self._walks = {stop: self._walk_from(board, stop, None) for stop in self.stops}
        links: dict[Stop, list[Link]] = {stop: [] for stop in self.stops}
        for stop, walk in self._walks.items():
            for link, back in walk.links:
                links[stop].append(link)
                links[link.end].append(back)
        self.links = links

    def _change(self, board: Board, earlier: Network) -> None:
        """Follow the track that has changed. Links of stops to which that makes no difference are kept."""
        hexes = {hex_ for hex_, _ in earlier._tiles.items() ^ self._tiles.items()}
        self._tracks = earlier._tracks[:]
        for hex_ in hexes:
            self._tracks[hex_] = board.track(hex_, board.placed(self._tiles, hex_))
        self.stops = self._stops_after(board, earlier.stops, hexes)
        self._beside = earlier._beside.copy()  # before the bits: another thread may just be adding some
        self._bits = earlier._bits.copy()
        changed = {end for hex_ in hexes for end in _changed_ends(hex_, earlier._tracks[hex_], self._tracks[hex_])}
        self._walks = {stop: walk for stop, walk in earlier._walks.items() if walk.seen.isdisjoint(changed)}
        self._inland = {at: ways for at, ways in tuple(earlier._inland.items()) if ways.walk.seen.isdisjoint(changed)}
        renewed = [stop for stop in self.stops if stop not in self._walks]
        gone = [walk for stop, walk in earlier._walks.items() if stop not in self._walks]
        for stop in renewed:
            self._walks[stop] = self._walk_from(board, stop, earlier._walks.get(stop))
        walks = [*gone, *(self._walks[stop] for stop in renewed)]
        affected = {*renewed, *(link.end for walk in walks for link, _ in walk.links)}
        before = earlier.links
        self.links = {
            stop: self._links_of(stop, [*(link.end for link in before.get(stop, ())), *renewed])
            if stop in affected
            else before[stop]
            for stop in self.stops
        }

    def _stops_after(self, board: Board, stops: dict[Stop, StopFacts], hexes: set[Hex]) -> dict[Stop, StopFacts]:
        """The stops by hex and number, after some hexes have changed."""
        found = {stop: facts for stop, facts in stops.items() if hex_of(stop) not in hexes}
        count = len(found)
        for hex_ in hexes:
            tile = board.facts(hex_, board.placed(self._tiles, hex_))
            found |= {stop_at(hex_, number): facts for number, facts in enumerate(tile.stops)}
        return found if len(found) == count else dict(sorted(found.items()))

    def _walk_from(self, board: Board, stop: Stop, before: Walk | None) -> Walk:
        return _Walker(board, self._tracks, self._bits, self._sides, before).walk_from(stop)

    def _links_of(self, stop: Stop, others: Iterable[Stop]) -> list[Link]:
        """The links of a stop: first those to others with lower numbers, which lead there from these if from any."""
        below = sorted({other for other in others if other < stop and other in self._walks})
        found = [back for other in below for link, back in self._walks[other].links if link.end == stop]
        return found + [link for link, _ in self._walks[stop].links]

    @cached_property
    def by_hexes(self) -> dict[tuple[Hex, ...], list[Link]]:
        """The links by the hexes of their paths."""
        found: dict[tuple[Hex, ...], list[Link]] = {}
        for links in self.links.values():
            for link in links:
                found.setdefault(link.hexes, []).append(link)
        return found

    def inland(self, hex_: Hex, side: int) -> list[tuple[tuple[Point, ...], int]]:
        """The ways from a side of a hex to the first stops: the points along each, the stop last, and its track."""
        if self._board is None or not self._tracks[hex_].at[side]:
            return []
        known = self._inland.get((hex_, side))
        if known is None:
            known = _Inland(self._board, self._tracks, self._bits, self._sides)
            known.follow_from(hex_, side)
            self._inland[hex_, side] = known
        return known.found

    def track_beside(self, water: frozenset[Hex], shores: frozenset[tuple[Hex, int]]) -> int:
        """The track on some hexes, that leads to some sides of others, or across the sides between them."""
        if self._board is None:
            return 0
        across = self._board.across
        found, seen = self._beside.get((water, shores), (0, 0))
        for (hex_, number), bit in list(islice(self._bits.items(), seen, None)):
            if number < 0:
                beyond = across[hex_].get(-1 - number)
                touches = beyond is not None and beyond[0] in water
            else:
                touches = (hex_, number >> 4) in shores or (hex_, number & 15) in shores
            found |= bit if touches or hex_ in water else 0
            seen += 1
        self._beside[water, shores] = found, seen
        return found

    def track_to(self, hex_: Hex, side: int) -> int:
        """The track of a hex that leads to one of its sides, as far as any link uses it."""
        if self._board is None:
            return 0
        track, found = self._board.track(hex_, self._board.placed(self._tiles, hex_)), 0
        for piece, _ in track.at[side]:
            found |= self._bits.get((hex_, track.signs[piece]), 0)
        return found

    @property
    def free_bit(self) -> int:
        """A bit that stands for no track, like all that are higher."""
        return 1 << len(self._bits)

    @classmethod
    def of_links(cls, stops: dict[Stop, StopFacts], links: Iterable[Link]) -> Network:
        """A network made of given links, each in both directions."""
        found: dict[Stop, list[Link]] = {at: [] for at in stops}
        for link in links:
            found[link.start].append(link)
        return cls.on_demand(stops, found.__getitem__)

    @classmethod
    def on_demand(cls, stops: dict[Stop, StopFacts], leaving: Callable[[Stop], list[Link]]) -> Network:
        """A network made of the links that leave each stop, each in both directions; they are asked for when needed."""
        network = cls.__new__(cls)
        network.stops = stops
        network.links = network.on_land = OnDemand(stops, leaving)
        network.by_path = ByPath(network.links)
        network._tiles, network._bits, network._walks = {}, {}, {}
        network._board, network._sides = None, False
        return network

    @classmethod
    def with_sea(cls, stops: dict[Stop, StopFacts], on_land: Callable[[Stop], list[Link]], seaways: Seaways) -> Network:
        """The same, if the links that leave each stop are those on land and crossings of the sea."""
        ashore = OnDemand(stops, on_land)
        network = cls.on_demand(stops, lambda stop: [*ashore[stop], *seaways.leaving(stop)])
        network.on_land = ashore
        network.by_path = ByPathWithSea(network.links, ashore, seaways)
        network.seaways = seaways
        return network

    def without_the_sea(self) -> Network | None:
        """The same without crossings of the sea; None if there are none."""
        return None if self.on_land is self.links else Network.on_demand(self.stops, self.on_land.__getitem__)


def _changed_ends(hex_: Hex, before: Track, now: Track) -> set[int]:
    """The ends of a hex from which other pieces lead now than before."""
    was, is_ = (_leads_to(track) for track in (before, now))
    ends = range(max(len(was), len(is_)))
    return {hex_ << 4 | end for end in ends if was[end : end + 1] != is_[end : end + 1]}


def _leads_to(track: Track) -> list[list[int]]:
    """By end of a tile's track: the ends that pieces lead to from there, in order."""
    return [[other for _, other in touching] for touching in track.at]


class _Walker:
    """Follows the track from a stop to its neighbours."""

    def __init__(
        self,
        board: Board,
        tracks: list[Track],
        bits: dict[tuple[Hex, int], int],
        sides: bool,
        earlier: Walk | None = None,
    ) -> None:
        self.across = board.across
        self.piers, self.ends_of_piers = board.piers, board.ends_of_piers
        self.known = (
            {} if earlier is None else {(there.path, there.track): (there, back) for there, back in earlier.links}
        )
        """The links of an earlier walk from the same stop, with the same bits."""
        self.tracks = tracks
        self.bits = bits
        """By hex and sign of a piece of its track, or side of it, counted down from -1: the bit that stands for it."""
        self.sides = sides
        self.walk = Walk()

    def walk_from(self, stop: Stop) -> Walk:
        hex_ = hex_of(stop)
        self.walk.seen.add(stop + FIRST_STOP)
        for piece, other in self.tracks[hex_].at[FIRST_STOP + index_of(stop)]:
            self.follow((stop,), hex_, piece, other, 0)
        if stop in self.piers:
            self.set_out(stop, *self.piers[stop])
        return self.walk

    def set_out(self, stop: Stop, hex_: Hex, side: int) -> None:
        """Go on from a stop over the side of a hex somewhere else."""
        self.walk.seen.add(hex_ << 4 | side)
        for piece, end in self.tracks[hex_].at[side]:
            path: tuple[Point, ...] = (stop, through(hex_)) if end < FIRST_STOP else (stop,)
            self.follow(path, hex_, piece, end, self.pier(hex_, side))

    def follow(self, path: tuple[Point, ...], hex_: Hex, piece: int, end: int, used: int) -> None:
        """Go on along a piece to its end, and from there by every way; along the last of them in the same loop."""
        bits, across, tracks, seen = self.bits, self.across, self.tracks, self.walk.seen
        while True:
            sign = tracks[hex_].signs[piece]
            bit = bits.get((hex_, sign))
            if bit is None:
                bit = bits[hex_, sign] = 1 << len(bits)
            if used & bit:
                return
            used |= bit
            if end >= FIRST_STOP:
                self.join((*path, stop_at(hex_, end - FIRST_STOP)), used)
                return
            beyond = across[hex_].get(end)
            if beyond is None:
                landing = self.ends_of_piers.get((hex_, end))
                if landing is not None:
                    self.join((*path, landing), used | self.pier(hex_, end))
                return
            if self.sides:
                crossing_bit = self.side((hex_, end), beyond)
                if used & crossing_bit:
                    return
                used |= crossing_bit
            hex_, side = beyond
            seen.add(hex_ << 4 | side)
            ways = tracks[hex_].at[side]
            if not ways:
                return
            crossing = (*path, through(hex_))
            for piece, end in ways[:-1]:
                self.follow(crossing if end < FIRST_STOP else path, hex_, piece, end, used)
            piece, end = ways[-1]
            path = crossing if end < FIRST_STOP else path

    def side(self, here: tuple[Hex, int], there: tuple[Hex, int]) -> int:
        """The bit of a side, which two hexes have in common."""
        hex_, edge = min(here, there)
        return self.bits.setdefault((hex_, -1 - edge), 1 << len(self.bits))

    def pier(self, hex_: Hex, side: int) -> int:
        """The bit of a pier, by the hex and side where it ends."""
        return self.bits.setdefault((hex_, -1 - side), 1 << len(self.bits))

    def join(self, path: tuple[Point, ...], used: int) -> None:
        """Record a link in both directions; it is found again from its other end and then ignored."""
        if path[0] >= path[-1]:
            return
        known = self.known.get((path, used))
        if known is not None:
            self.walk.links.append(known)
            return
        crossed, last, winds = 0, -1, False
        for at in path:
            hex_ = hex_of(at)
            if hex_ != last:
                winds = winds or bool(crossed >> hex_ & 1)
                crossed |= 1 << hex_
                last = hex_
        there, back = (Link(Stop(way[0]), Stop(way[-1]), way, used, crossed, winds) for way in (path, path[::-1]))
        self.walk.links.append((there, back))


class _Inland(_Walker):
    """Follows the track from a side of a hex to the first stops."""

    def __init__(self, board: Board, tracks: list[Track], bits: dict[tuple[Hex, int], int], sides: bool) -> None:
        super().__init__(board, tracks, bits, sides)
        self.found: list[tuple[tuple[Point, ...], int]] = []

    def follow_from(self, hex_: Hex, side: int) -> None:
        """Find all ways from a side."""
        self.walk.seen.add(hex_ << 4 | side)
        for piece, end in self.tracks[hex_].at[side]:
            self.follow((through(hex_),) if end < FIRST_STOP else (), hex_, piece, end, 0)

    def join(self, path: tuple[Point, ...], used: int) -> None:
        """Record a way."""
        self.found.append((path, used))
