"""How far the routes of a company reach, where a route visits no city and crosses no side of a hex twice.

Routes are ways that use nothing twice (`reach`), but where a city has separate spaces on one hex, a route may include
only one of them. If no way can go on from one of them to another, routes reach what such ways reach. Otherwise:

Routes spread along the track from all starting stops at once, and each remembers what it has used. Where one would have
to use something again, another route may still get there: then only routes that keep clear of what is used again can
help, and these are searched by themselves.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from typing import NewType

from railhead.core.ids import Hex, Stop, hex_of, index_of, stop_at
from railhead.track.board import Board
from railhead.track.reach import Reach, reach
from railhead.track.tiles import FIRST_STOP

Way = NewType("Way", int)
"""A piece of track on a hex and the end of it towards which a route goes."""


def route_reach(
    board: Board,
    tiles: Mapping[Hex, int],
    starts: Iterable[Stop],
    closed: Callable[[Stop], bool],
) -> Reach:
    """Everything that is part of a route from one of the starting stops; a route may end at a closed stop.

    The stops of one hex are spaces of one city, and a route includes at most one of them.
    """
    starts = tuple(starts)
    ways = reach(board, tiles, starts, closed)
    spaces = Counter(map(hex_of, ways.stops))
    if not any(spaces[hex_of(stop)] > 1 and (stop in starts or not closed(stop)) for stop in ways.stops):
        return ways
    search = _Search(_Ways(board, tiles, closed), starts)
    search.spread()
    search.settle()
    return Reach(search.stops, search.arrivals)


class _Ways:
    """All track as ways: what lies at the end of each, what a route uses to get there, and how it can go on."""

    def __init__(self, board: Board, tiles: Mapping[Hex, int], closed: Callable[[Stop], bool]) -> None:
        _, self.tracks = board.laid_out(tiles)
        self.across, self.closed = board.across, closed
        self.known: dict[Way, tuple[int, tuple[Way, ...]]] = {}
        self.bits: dict[int, int] = {}

    def from_end(self, hex_: Hex, end: int, arrived: int = -1) -> tuple[Way, ...]:
        """The ways from a side or stop into a hex, but not back along the piece by which a route arrived."""
        return tuple(Way(hex_ << 8 | piece << 4 | to) for piece, to in self.tracks[hex_].at[end] if piece != arrived)

    def after(self, way: Way) -> tuple[int, tuple[Way, ...]]:
        """What a route uses at the end of a way, and the ways on from there; 0 if there is nothing beyond a side."""
        found = self.known.get(way)
        if found is None:
            found = self.known[way] = self._after(Hex(way >> 8), way >> 4 & 15, way & 15)
        return found

    def _after(self, hex_: Hex, piece: int, end: int) -> tuple[int, tuple[Way, ...]]:
        if end >= FIRST_STOP:
            stop = stop_at(hex_, end - FIRST_STOP)
            return self.city(stop), () if self.closed(stop) else self.from_end(hex_, end, piece)
        beyond = self.across[hex_].get(end)
        if beyond is None:
            return 0, ()
        other, side = beyond
        return self._bit(min(hex_ << 4 | end, other << 4 | side) << 1 | 1), self.from_end(other, side)

    def city(self, stop: Stop) -> int:
        """The city of a stop, as one bit for all spaces of the hex."""
        return self._bit(hex_of(stop) << 1)

    def _bit(self, thing: int) -> int:
        found = self.bits.get(thing)
        if found is None:
            found = self.bits[thing] = 1 << len(self.bits)
        return found


class _Search:
    """Follows the routes from some stops."""

    def __init__(self, ways: _Ways, starts: tuple[Stop, ...]) -> None:
        self.ways = ways
        self.first = [(way, ways.city(at)) for at in starts for way in self.leaving(at)]
        """The ways by which routes begin, and the cities they begin in."""
        self.stops = set(starts)
        self.arrivals: dict[Hex, int] = {}
        self.seen: set[Way] = set()
        self.stuck: dict[Way, int] = {}
        """Ways whose end the route that came first cannot reach, because it has used something before: what that is."""
        self.clear: dict[int, dict[Way, int]] = {}
        self.floods: dict[int, set[Way]] = {}
        self.hopeless: set[tuple[Way, frozenset[Way]]] = set()

    def leaving(self, stop: Stop) -> tuple[Way, ...]:
        """The ways from a stop."""
        return self.ways.from_end(hex_of(stop), FIRST_STOP + index_of(stop))

    # -- routes spread ----------------------------------------------------------------------------

    def spread(self) -> None:
        """Follow all track from the starting stops."""
        self.seen.update(way for way, _ in self.first)
        self.follow(self.first)

    def follow(self, routes: Iterable[tuple[Way, int]]) -> None:
        """Follow routes that have come to a way and have used something."""
        pending = deque(routes)
        while pending:
            way, used = pending.popleft()
            needed, onward = self.ways.after(way)
            if used & needed:
                self.stuck[way] = needed
            elif needed:
                self.note(way)
                new = [next_way for next_way in onward if next_way not in self.seen]
                self.seen.update(new)
                pending.extend((next_way, used | needed) for next_way in new)

    def note(self, way: Way) -> None:
        """A route gets to the end of a way."""
        hex_, end = Hex(way >> 8), way & 15
        if end >= FIRST_STOP:
            self.stops.add(stop_at(hex_, end - FIRST_STOP))
        else:
            other, side = self.ways.across[hex_][end]
            self.arrivals[other] = self.arrivals.get(other, 0) | 1 << side

    # -- where the first route got stuck ----------------------------------------------------------

    def settle(self) -> None:
        """Look for other routes to the ends that the first ones could not reach, as far as that would add anything."""
        while self.stuck:
            way, needed = self.stuck.popitem()
            if self.adds_something(way):
                used = self.other_route(way, needed)
                if used is not None:
                    self.follow([(way, used)])

    def adds_something(self, way: Way) -> bool:
        """Would a route to the end of a way reach anything that is not known yet?"""
        hex_, end = Hex(way >> 8), way & 15
        if end >= FIRST_STOP:
            known = stop_at(hex_, end - FIRST_STOP) in self.stops
        else:
            other, side = self.ways.across[hex_][end]
            known = bool(self.arrivals.get(other, 0) >> side & 1)
        return not known or any(onward not in self.seen for onward in self.ways.after(way)[1])

    def other_route(self, target: Way, avoided: int) -> int | None:
        """What a route has used that comes to a way and has not used what is needed at its end; None if none does."""
        found = self.clear_of(avoided).get(target)
        if found is None and target in self.flood_clear_of(avoided):
            leading = self.leading_to(target, avoided)
            self.hopeless.clear()
            for way, city in self.first:
                if way in leading and city != avoided:
                    found = self.route(way, city, target, avoided, leading)
                if found is not None:
                    break
        return found

    def clear_of(self, avoided: int) -> dict[Way, int]:
        """Ways that routes come to without using one thing, and what they have used; only the first that gets there."""
        known = self.clear.get(avoided)
        if known is None:
            known = self.clear[avoided] = {way: city for way, city in self.first if city != avoided}
            pending = deque(known.items())
            while pending:
                way, used = pending.popleft()
                needed, onward = self.ways.after(way)
                if not needed & (used | avoided):
                    new = [(next_way, used | needed) for next_way in onward if next_way not in known]
                    known.update(new)
                    pending.extend(new)
        return known

    def flood_clear_of(self, avoided: int) -> set[Way]:
        """All track that leads on from the starting stops without using one thing, but maybe another thing twice."""
        known = self.floods.get(avoided)
        if known is None:
            known = self.floods[avoided] = self.flood([way for way, city in self.first if city != avoided], avoided)
        return known

    def flood(self, ways: list[Way], avoided: int) -> set[Way]:
        """All track that leads on from some ways without using what is to be avoided."""
        seen, pending = set(ways), ways
        while pending:
            needed, onward = self.ways.after(pending.pop())
            if not needed & avoided:
                new = [way for way in onward if way not in seen]
                seen.update(new)
                pending += new
        return seen

    def leading_to(self, target: Way, avoided: int) -> set[Way]:
        """The ways from which track leads to the target without using one thing."""
        before: dict[Way, list[Way]] = {}
        for way in self.flood_clear_of(avoided):
            needed, onward = self.ways.after(way)
            if needed != avoided:
                for next_way in onward:
                    before.setdefault(next_way, []).append(way)
        seen, pending = {target}, [target]
        while pending:
            new = [way for way in before.get(pending.pop(), ()) if way not in seen]
            seen.update(new)
            pending += new
        return seen

    def route(self, way: Way, used: int, target: Way, avoided: int, leading: set[Way]) -> int | None:
        """Go on from a way to the target, trying every route that can still get there."""
        while way != target:
            needed, onward = self.ways.after(way)
            if needed & (used | avoided):
                return None
            used |= needed
            choices = [next_way for next_way in onward if next_way in leading]
            if len(choices) != 1:
                return self.first_of(choices, used, target, avoided, leading)
            way = choices[0]
        return used

    def first_of(self, ways: list[Way], used: int, target: Way, avoided: int, leading: set[Way]) -> int | None:
        """The first of some ways by which a route gets to the target.

        Where it can still go decides whether it gets there, not what it has used before; so what failed once from a way
        fails again if it leaves the same open.
        """
        for way in ways:
            known, free = self.ahead(way, used | avoided, leading)
            if target in known and (way, free) not in self.hopeless:
                found = self.route(way, used, target, avoided, leading)
                if found is not None:
                    return found
                self.hopeless.add((way, free))
        return None

    def ahead(self, way: Way, avoided: int, leading: set[Way]) -> tuple[set[Way], frozenset[Way]]:
        """Among the ways that lead to a target: the track that leads on from a way, and what of it can be used."""
        seen, pending, free = {way}, [way], []
        while pending:
            each = pending.pop()
            needed, onward = self.ways.after(each)
            if not needed & avoided:
                free.append(each)
                new = [next_way for next_way in onward if next_way in leading and next_way not in seen]
                seen.update(new)
                pending += new
        return seen, frozenset(free)
