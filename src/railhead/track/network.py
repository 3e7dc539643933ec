"""The network of laid track: stops, and the links of track between neighbouring stops.

Built once for a set of laid tiles. A link is track from one stop to the next with no stop between; its path is
written as points: the stops at its ends and the hexes it crosses between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from railhead.core.ids import Hex, Point, Stop, hex_of, stop_at, through
from railhead.track.board import Board
from railhead.track.tiles import FIRST_STOP, StopFacts


@dataclass(slots=True, eq=False)
class Link:
    """Track from a stop to a neighbouring stop; never changed once made.

    Not frozen, because networks make them by the thousand and a frozen record takes three times as long to make.
    """

    start: Stop
    end: Stop
    path: tuple[Point, ...]
    track: int
    """The pieces of track used, one bit per piece."""
    crossed: int
    """The hexes of the path, both ends included, one bit per hex."""
    winds: bool
    """Does it return to a hex it has left?"""
    toll: int = 0
    """How many calls at large stops using it counts for, as with a ferry."""
    stub: bool = False
    """Must a run that arrives by this link end there?"""


class Network:
    """All stops on the board and the links between them."""

    __slots__ = ("by_path", "links", "stops")

    def __init__(self, board: Board, tiles: Mapping[Hex, int]) -> None:
        self.stops: dict[Stop, StopFacts] = {}
        self.links: dict[Stop, list[Link]] = {}
        self.by_path: dict[tuple[Point, ...], Link] = {}
        walker = _Walker(board, tiles, self)
        for hex_, stops in zip(board.all_hexes, walker.stops, strict=True):
            for number, stop in enumerate(stops):
                self.stops[stop_at(hex_, number)] = stop
                self.links[stop_at(hex_, number)] = []
        for hex_, stops in zip(board.all_hexes, walker.stops, strict=True):
            if stops:
                walker.walk_from(hex_)

    @classmethod
    def of_links(cls, stops: dict[Stop, StopFacts], links: Iterable[Link]) -> Network:
        """A network made of given links, each in both directions."""
        network = cls.__new__(cls)
        network.stops = stops
        network.links = {at: [] for at in stops}
        network.by_path = {}
        for link in links:
            network.links[link.start].append(link)
            network.by_path[link.path] = link
        return network


class _Walker:
    """Follows the track from every stop to its neighbours."""

    def __init__(self, board: Board, tiles: Mapping[Hex, int], network: Network) -> None:
        self.across = board.across
        self.network = network
        facts, self.tracks = board.laid_out(tiles)
        self.stops = [tile.stops for tile in facts]
        self.bits: dict[tuple[Hex, int], int] = {}

    def walk_from(self, hex_: Hex) -> None:
        for number in range(len(self.stops[hex_])):
            for piece, other in self.tracks[hex_].at[FIRST_STOP + number]:
                self.follow((stop_at(hex_, number),), hex_, piece, other, 0)

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
                return
            hex_, side = beyond
            ways = tracks[hex_].at[side]
            if not ways:
                return
            crossing = (*path, through(hex_))
            for piece, end in ways[:-1]:
                self.follow(crossing if end < FIRST_STOP else path, hex_, piece, end, used)
            piece, end = ways[-1]
            path = crossing if end < FIRST_STOP else path

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
        for way in (path, path[::-1]):
            link = Link(Stop(way[0]), Stop(way[-1]), way, used, crossed, winds)
            self.network.links[link.start].append(link)
            self.network.by_path[way] = link
