"""How far the routes of a company reach, where a route visits no city and crosses no side of a hex twice.

Routes spread along the track from all starting stops at once, and each remembers what it has used. Where one would have
to use something again, another route may still get there: then only routes that keep clear of what is used again can
help, and these are searched by themselves.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from railhead.core.ids import Hex, Stop, hex_of, index_of, stop_at
from railhead.track.board import Board
from railhead.track.reach import Reach
from railhead.track.tiles import FIRST_STOP


class Way(NamedTuple):
    """A piece of track and the end of it towards which a route goes."""

    hex: Hex
    piece: int
    end: int


def route_reach(
    board: Board,
    tiles: Mapping[Hex, int],
    starts: Iterable[Stop],
    closed: Callable[[Stop], bool],
    between_spaces: bool = False,
) -> Reach:
    """Everything that is part of a route from one of the starting stops; a route may end at a closed stop.

    The stops of one hex are spaces of one city, and a route includes at most one of them, unless routes may lead from
    one such space to another.
    """
    search = _Search(board, tiles, tuple(starts), closed, between_spaces)
    search.spread()
    search.settle()
    return Reach(search.stops, search.arrivals)


class _Search:
    """Follows the routes from some stops."""

    def __init__(
        self,
        board: Board,
        tiles: Mapping[Hex, int],
        starts: tuple[Stop, ...],
        closed: Callable[[Stop], bool],
        between_spaces: bool,
    ) -> None:
        _, self.tracks = board.laid_out(tiles)
        self.across = board.across
        self.starts, self.closed, self.between_spaces = starts, closed, between_spaces
        self.stops = set(starts)
        self.arrivals: dict[Hex, int] = {}
        self.pending: deque[tuple[Way, int]] = deque()
        self.seen: set[Way] = set()
        self.stuck: dict[Way, int] = {}
        """Ways whose end the route that came first cannot reach, because it has used something before: what that is."""
        self.bits: dict[object, int] = {}
        self.clear: dict[int, set[Way]] = {}

    # -- what a route uses ------------------------------------------------------------------------

    def bit(self, thing: object) -> int:
        """A city, or a side of a hex, as one bit."""
        found = self.bits.get(thing)
        if found is None:
            found = self.bits[thing] = 1 << len(self.bits)
        return found

    def city(self, stop: Stop) -> int:
        """The city of a stop, as one bit: all spaces of a hex, or only this one."""
        return self.bit(stop if self.between_spaces else hex_of(stop))

    def needed(self, way: Way) -> int | None:
        """What a route uses when it gets to the end of a way; None if it ends at a side with nothing beyond."""
        if way.end >= FIRST_STOP:
            return self.city(stop_at(way.hex, way.end - FIRST_STOP))
        beyond = self.across[way.hex].get(way.end)
        if beyond is None:
            return None
        return self.bit(min((way.hex, way.end), beyond))

    def beyond(self, way: Way) -> Iterator[Way]:
        """The ways on from the end of a way; a route that has come to a stop goes on by other track."""
        if way.end >= FIRST_STOP:
            if not self.closed(stop_at(way.hex, way.end - FIRST_STOP)):
                ways = self.tracks[way.hex].at[way.end]
                yield from (Way(way.hex, piece, end) for piece, end in ways if piece != way.piece)
        else:
            other, side = self.across[way.hex][way.end]
            yield from (Way(other, piece, end) for piece, end in self.tracks[other].at[side])

    # -- routes spread ----------------------------------------------------------------------------

    def spread(self) -> None:
        """Follow all track from the starting stops."""
        for start in self.starts:
            self.leave(start)
        self.follow()

    def leave(self, start: Stop) -> None:
        home = hex_of(start)
        for piece, end in self.tracks[home].at[FIRST_STOP + index_of(start)]:
            self.add(Way(home, piece, end), self.city(start))

    def add(self, way: Way, used: int) -> None:
        if way not in self.seen:
            self.seen.add(way)
            self.pending.append((way, used))

    def follow(self) -> None:
        while self.pending:
            way, used = self.pending.popleft()
            needed = self.needed(way)
            if needed is None:
                continue
            if used & needed:
                self.stuck[way] = needed
            else:
                self.arrive(way, used | needed)

    def arrive(self, way: Way, used: int) -> None:
        """A route gets to the end of a way, having used all this."""
        if way.end >= FIRST_STOP:
            self.stops.add(stop_at(way.hex, way.end - FIRST_STOP))
        else:
            other, side = self.across[way.hex][way.end]
            self.arrivals[other] = self.arrivals.get(other, 0) | 1 << side
        for onward in self.beyond(way):
            self.add(onward, used)

    # -- where the first route got stuck ----------------------------------------------------------

    def settle(self) -> None:
        """Look for other routes to the ends that the first ones could not reach, as far as that would add anything."""
        while self.stuck:
            way, needed = self.stuck.popitem()
            if self.adds_nothing(way):
                continue
            used = self.other_route(way, needed)
            if used is not None:
                self.arrive(way, used | needed)
                self.follow()

    def adds_nothing(self, way: Way) -> bool:
        if way.end >= FIRST_STOP:
            known = stop_at(way.hex, way.end - FIRST_STOP) in self.stops
        else:
            other, side = self.across[way.hex][way.end]
            known = bool(self.arrivals.get(other, 0) >> side & 1)
        return known and all(onward in self.seen for onward in self.beyond(way))

    def other_route(self, target: Way, needed: int) -> int | None:
        """What a route uses that follows a way and has not yet used what is needed at its end; None if none does."""
        if target not in self.clear_of(needed):
            return None
        for start in self.starts:
            home = hex_of(start)
            if self.city(start) == needed:
                continue
            for piece, end in self.tracks[home].at[FIRST_STOP + index_of(start)]:
                found = self.route(Way(home, piece, end), self.city(start), target, needed)
                if found is not None:
                    return found
        return None

    def clear_of(self, avoided: int) -> set[Way]:
        """All track that leads on from the starting stops without using one thing."""
        known = self.clear.get(avoided)
        if known is None:
            starts = [start for start in self.starts if self.city(start) != avoided]
            ways = [
                Way(hex_of(start), piece, end)
                for start in starts
                for piece, end in self.tracks[hex_of(start)].at[FIRST_STOP + index_of(start)]
            ]
            known = self.clear[avoided] = self.flood(ways, avoided)
        return known

    def route(self, way: Way, used: int, target: Way, avoided: int) -> int | None:
        """Go on from a way to the target, trying every route that can still get there."""
        if way == target:
            return used
        needed = self.needed(way)
        if needed is None or needed & (used | avoided) or target not in self.flood([way], used | avoided):
            return None
        for onward in self.beyond(way):
            found = self.route(onward, used | needed, target, avoided)
            if found is not None:
                return found
        return None

    def flood(self, ways: list[Way], avoided: int) -> set[Way]:
        """All track that leads on from some ways without using what is to be avoided."""
        seen, pending = set(ways), ways
        while pending:
            way = pending.pop()
            needed = self.needed(way)
            if needed is not None and not needed & avoided:
                new = [onward for onward in self.beyond(way) if onward not in seen]
                seen.update(new)
                pending += new
        return seen
