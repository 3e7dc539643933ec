"""The network of laid track: stops, and the links of track between neighbouring stops.

Built once for a set of laid tiles. A link is track from one stop to the next with no stop between; its path is
written as points: the stops at its ends and the hexes it crosses between them.

A game changes one hex at a time, so a network is made from an earlier one: track is followed again only from the stops
whose walk came to a hex that has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import ne

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
    seen: int = 0
    """The hexes that were looked at, one bit per hex: if none of them changes, neither does the walk."""


class Network:
    """All stops on the board and the links between them."""

    def __init__(
        self, board: Board, tiles: Mapping[Hex, int], earlier: Network | None = None, sides: bool = False
    ) -> None:
        """Follow the track from every stop, unless an earlier network of the same board has done so.

        With `sides`, crossing a side of a hex counts as a piece of track: the short one at a junction, which all lines
        to that side have in common.
        """
        facts, tracks = board.laid_out(tiles)
        self.stops: dict[Stop, StopFacts] = {
            stop_at(hex_, number): stop
            for hex_, tile in zip(board.all_hexes, facts, strict=True)
            for number, stop in enumerate(tile.stops)
        }
        self.links: dict[Stop, list[Link]] = {stop: [] for stop in self.stops}
        self.by_path: dict[tuple[Point, ...], Link] = {}
        self._tiles = tiles
        self._bits: dict[tuple[Hex, int], int] = {} if earlier is None else earlier._bits.copy()
        self._walks = {} if earlier is None else earlier._unchanged_walks(tiles)
        walks, links, by_path = self._walks, self.links, self.by_path
        for stop in self.stops:
            walk = walks.get(stop)
            if walk is None:
                walk = walks[stop] = _Walker(board, tracks, self._bits, sides).walk_from(stop)
            for link, back in walk.links:
                links[stop].append(link)
                links[link.end].append(back)
                by_path[link.path] = link
                by_path[back.path] = back

    @cached_property
    def by_hexes(self) -> dict[tuple[Hex, ...], list[Link]]:
        """The links by the hexes of their paths."""
        found: dict[tuple[Hex, ...], list[Link]] = {}
        for links in self.links.values():
            for link in links:
                found.setdefault(link.hexes, []).append(link)
        return found

    def _unchanged_walks(self, tiles: Mapping[Hex, int]) -> dict[Stop, Walk]:
        """The walks that do not come to any hex with a different tile."""
        changed = 0
        for hex_, _ in self._tiles.items() ^ tiles.items():
            changed |= 1 << hex_
        return {stop: walk for stop, walk in self._walks.items() if not walk.seen & changed}

    @classmethod
    def of_links(cls, stops: dict[Stop, StopFacts], links: Iterable[Link]) -> Network:
        """A network made of given links, each in both directions."""
        network = cls.__new__(cls)
        network.stops = stops
        network.links = {at: [] for at in stops}
        network.by_path = {}
        network._tiles, network._bits, network._walks = {}, {}, {}
        for link in links:
            network.links[link.start].append(link)
            network.by_path[link.path] = link
        return network


class _Walker:
    """Follows the track from a stop to its neighbours."""

    def __init__(self, board: Board, tracks: list[Track], bits: dict[tuple[Hex, int], int], sides: bool) -> None:
        self.across = board.across
        self.piers, self.ends_of_piers = board.piers, board.ends_of_piers
        self.tracks = tracks
        self.bits = bits
        """By hex and piece of its track, or side of it, counted down from -1: the bit that stands for it."""
        self.sides = sides
        self.walk = Walk()

    def walk_from(self, stop: Stop) -> Walk:
        hex_ = hex_of(stop)
        self.walk.seen = 1 << hex_
        for piece, other in self.tracks[hex_].at[FIRST_STOP + index_of(stop)]:
            self.follow((stop,), hex_, piece, other, 0)
        if stop in self.piers:
            self.set_out(stop, *self.piers[stop])
        return self.walk

    def set_out(self, stop: Stop, hex_: Hex, side: int) -> None:
        """Go on from a stop over the side of a hex somewhere else."""
        self.walk.seen |= 1 << hex_
        for piece, end in self.tracks[hex_].at[side]:
            path: tuple[Point, ...] = (stop, through(hex_)) if end < FIRST_STOP else (stop,)
            self.follow(path, hex_, piece, end, self.pier(hex_, side))

    def follow(self, path: tuple[Point, ...], hex_: Hex, piece: int, end: int, used: int) -> None:
        """Go on along a piece to its end, and from there by every way; along the last of them in the same loop."""
        bits, across, tracks = self.bits, self.across, self.tracks
        while True:
            bit = bits.get((hex_, piece))
            if bit is None:
                bit = bits[hex_, piece] = 1 << len(bits)
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
                    self.walk.seen |= 1 << hex_of(landing)
                    self.join((*path, landing), used | self.pier(hex_, end))
                return
            if self.sides:
                crossing_bit = self.side((hex_, end), beyond)
                if used & crossing_bit:
                    return
                used |= crossing_bit
            hex_, side = beyond
            self.walk.seen |= 1 << hex_
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
        crossed, last, winds = 0, -1, False
        for at in path:
            hex_ = hex_of(at)
            if hex_ != last:
                winds = winds or bool(crossed >> hex_ & 1)
                crossed |= 1 << hex_
                last = hex_
        there, back = (Link(Stop(way[0]), Stop(way[-1]), way, used, crossed, winds) for way in (path, path[::-1]))
        self.walk.links.append((there, back))
