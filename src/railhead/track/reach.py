"""How far a company's track reaches, with a train of any length.

A legal way begins at one of the starting stops and follows track without a break. It

- passes no stop and crosses no side of a hex twice, in whichever direction. So it uses no piece of track twice, nor the
  short one at a side, which all lines to that side have in common;
- goes on beyond a side on the next hex, so it turns back nowhere and does not change from line to line at a junction;
- goes on from a stop by any other piece of track there, unless the stop is closed: it may only end at a closed stop.

It may cross a hex again on other track. Every stop and every side that some legal way comes to is reached.

To follow all track in both directions would find too much: ways that go round a loop and come back over the side by
which they entered it. To follow each piece in the direction from which it is found first would find too little: a way
from the other direction can go on where the first one could not. The search here is exact, and still takes little
longer than following the track, because legal ways are *alternating paths* in a graph with a matching. A side is two
points, one on each hex, and crossing it is an edge of the matching; the pieces of track are the other edges. A stop
is two points joined by such an edge as well, with every piece of its track at both of them. Then a way takes edges of
the two sorts in turn and comes to no point twice. Edmonds's search for augmenting paths finds every point that such a
path leads to (J. Edmonds, Paths, trees, and flowers, 1965; there is none to find, so one search is all):

- It grows a tree of ways. A side is *entered* on the hex that a way comes to, and *left* on the hex it comes from.
- Where track joins two places that ways have entered, both ways, from where they part, and that track form a loop. It
  can be travelled in both directions, so all of it counts as entered, and from then on as one place: a *blossom*, named
  after the place where the ways part. A stop is a loop of this kind by itself, so it belongs to the blossom from which
  it is come to.
- A side that is left and belongs to no blossom in the end cannot be entered on that hex: whatever is beyond it is
  reached over this side alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from railhead.core.ids import Hex, Point, Stop
from railhead.track.board import Board
from railhead.track.tiles import FIRST_STOP, Track

End = int
"""An end of track on the board: sixteen times the hex, plus the side or stop of it."""

START: End = -1
NONE: End = -2


@dataclass(frozen=True)
class Passages:
    """Ways that lie beside the hexes of the board. Their own ends are numbered like sides of hexes after the last."""

    facing: Mapping[End, End]
    """By end that is crossed like a side: the same side from beyond."""
    joins: Mapping[End, tuple[End, ...]]
    """By end: the ends joined to it, as if by a piece of track."""
    twins: Mapping[End, End] = field(default_factory=dict)
    """By side of a hex: another end with the same track, where it leads to two things and may be used for both."""
    last: Mapping[End, Stop] = field(default_factory=dict)
    """By end: a stop at which a way that comes there may end, but beyond which it does not lead."""
    places: tuple[Stop, ...] = ()
    """Places beside the board where ways meet as at a stop."""

    @cached_property
    def odd(self) -> frozenset[int]:
        """The hexes where an end leads to more than its track does, and what lies beside the board itself."""
        return frozenset(end >> 4 for ends in (self.joins, self.twins, self.last) for end in ends)


@lru_cache(maxsize=32)
def piers(board: Board) -> Passages:
    """Stops joined to sides of hexes that they do not lie beside: one side each, of which only the far one is real."""
    facing: dict[End, End] = {}
    joins: dict[End, tuple[End, ...]] = {}
    for number, (stop, (hex_, side)) in enumerate(board.piers.items()):
        near, far = end_beside(board, number), hex_ << 4 | side
        facing[near], facing[far] = far, near
        joins[near], joins[end_of(stop)] = (end_of(stop),), (near,)
    return Passages(facing, joins)


def end_beside(board: Board, number: int) -> End:
    """An end that is no side of a hex."""
    return len(board.hexes) + number << 4


def end_of(stop: Stop) -> End:
    """The end of track at a stop."""
    return stop + FIRST_STOP


@dataclass(slots=True)
class Reach:
    """What can be reached along track from some stops."""

    stops: set[Stop] = field(default_factory=set)
    arrivals: dict[Hex, int] = field(default_factory=dict)
    """By hex: the sides at which reached track arrives, one bit per edge."""


def reach(
    board: Board,
    tiles: Mapping[Hex, int],
    starts: Iterable[Stop],
    closed: Callable[[Stop], bool],
    shut: Iterable[Hex] = (),
    beside: Passages | None = None,
) -> Reach:
    """Everything that a legal way from a starting stop comes to; a closed stop is reached but not passed.

    Track on hexes that are `shut` is not used. Ways may lead through passages `beside` the board, too.
    """
    search = _Search(Ground(board, tiles, shut, beside), closed)
    search.spread(tuple(starts))
    return Reach(search.stops, search.arrivals())


class Ground:
    """All track that lies: which ends are joined, and which sides touch."""

    def __init__(
        self, board: Board, tiles: Mapping[Hex, int], shut: Iterable[Hex] = (), beside: Passages | None = None
    ) -> None:
        """Track on hexes that are `shut` is left out; without passages `beside` the board there are its piers."""
        passages = piers(board) if beside is None else beside
        self.board, self.facing = board, passages.facing
        """The board, and by end that passages change or add: the same side from beyond."""
        self.joins, self.twins, self.last = passages.joins, passages.twins, passages.last
        self.places = passages.places
        self.sides = {twin: side for side, twin in passages.twins.items()}
        """By end that has the same track as a side of a hex: that side."""
        self.plain = not (passages.facing or passages.joins or passages.last)
        """Is there nothing beside the track of the hexes? Most boards are like that, and searched faster."""
        self.odd = passages.odd
        """The hexes where an end leads to more than its track does, and what lies beside the board itself."""
        _, self.tracks = board.laid_out(tiles)
        for hex_ in shut:
            self.tracks[hex_] = Track((), 0, ((),) * len(self.tracks[hex_].at))

    def across(self, end: End) -> End | None:
        """The same side from beyond; None if nothing is there."""
        found = self.facing.get(end)
        return self.board.facing.get(end) if found is None else found

    def joined(self, here: End) -> list[End]:
        """The ends that pieces of track lead to from an end."""
        lies = self.sides.get(here, here)
        hex_, side = lies >> 4, lies & 15
        if hex_ >= len(self.tracks):
            return list(self.joins.get(here, ()))
        base = lies - side
        found = [base + end for _, end in self.tracks[hex_].at[side]]
        if self.twins:
            found += [self.twins[there] for there in found if there in self.twins]
        return [*found, *self.joins[here]] if here in self.joins else found

    def side(self, end: End) -> tuple[Hex, int] | None:
        """The side of a hex that an end is; None if it is none."""
        lies = self.sides.get(end, end)
        hex_, side = lies >> 4, lies & 15
        return (Hex(hex_), side) if lies >= 0 and side < FIRST_STOP and hex_ < len(self.tracks) else None


class _Search:
    """Grows the tree of ways from some stops."""

    def __init__(self, ground: Ground, closed: Callable[[Stop], bool]) -> None:
        self.ground, self.across, self.closed = ground, ground.across, closed
        self.stops: set[Stop] = set()
        self.entered: dict[End, End] = {START: START}
        """The ends that a way can go on from; each leads, step by step, to the one that its blossom is named after."""
        self.left: dict[End, End] = {}
        """By side that a way goes out over: the end on the same hex from which it came there."""
        self.pending: list[End] = []

    def arrivals(self) -> dict[Hex, int]:
        """By hex: the sides by which ways come in."""
        found: dict[Hex, int] = {}
        ends: Iterable[End] = self.entered
        beyond = len(self.ground.tracks) << 4
        if self.ground.sides:
            ends = [self.ground.sides.get(end, end) for end in ends]
        for end in ends:
            side = end & 15
            if side < FIRST_STOP and end < beyond:
                hex_ = Hex(end >> 4)
                found[hex_] = found.get(hex_, 0) | 1 << side
        return found

    def spread(self, starts: tuple[Stop, ...]) -> None:
        """Follow all track from the starting stops."""
        joined, plain, odd, tracks = self.ground.joined, self.ground.plain, self.ground.odd, self.ground.tracks
        beyond = len(tracks) << 4
        facing, beside, closed = self.ground.board.facing, self.ground.facing, self.closed
        entered, left, stops, pending = self.entered, self.left, self.stops, self.pending
        stops.update(starts)
        pending += [end_of(stop) for stop in starts]
        entered.update(dict.fromkeys(pending, START))  # ways may begin at any of them, as if they were one
        while pending:
            here = pending.pop()
            base = here & ~15
            pieces: Iterable[tuple[int, int]]
            if plain or (here < beyond and here >> 4 not in odd):
                pieces = tracks[here >> 4].at[here & 15]
            else:
                pieces = [(0, there - base) for there in joined(here)]
            for _, end in pieces:
                there = base + end
                if there in entered:
                    if entered[there] != entered[here]:
                        self.join(here, there)
                elif there & 15 >= FIRST_STOP:
                    stop = Stop(Point(there - FIRST_STOP))
                    stops.add(stop)
                    if not closed(stop):  # track leads from a stop to all sides, so it goes with whoever comes there
                        entered[there] = entered[here]
                        pending.append(there)
                elif there not in left:
                    arrived = beside[there] if there in beside else facing.get(there)
                    if arrived is not None:
                        left[there] = here
                        entered[arrived] = arrived
                        pending.append(arrived)
        stops.update(stop for end, stop in self.ground.last.items() if end in entered)
        stops.difference_update([stop for stop in self.ground.places if stop in stops])

    def join(self, one: End, other: End) -> None:
        """Track joins two ends that ways can go on from: the loop back to where the ways part becomes one blossom."""
        one, other = self.named(one), self.named(other)
        if one != other:
            parting = self.parting(one, other)
            self.enter_back(one, parting)
            self.enter_back(other, parting)

    def enter_back(self, end: End, parting: End) -> None:
        """Everything on the way from the parting to an end can be entered from the other direction."""
        while end != parting:
            out = self.across(end)
            assert out is not None
            self.entered[end] = self.entered[out] = parting
            self.pending.append(out)
            end = self.named(self.left[out])

    def parting(self, one: End, other: End) -> End:
        """The last blossom that the ways to two blossoms have in common; going back along both in turn."""
        passed: set[End] = set()
        while one not in passed:
            if one != NONE:
                passed.add(one)
                one = NONE if one == START else self.before(one)
            one, other = other, one
        return one

    def before(self, end: End) -> End:
        """The blossom from which a way came to an end that it entered."""
        out = self.across(end)
        assert out is not None
        return self.named(self.left[out])

    def named(self, end: End) -> End:
        """The end that the blossom of an end is named after."""
        entered = self.entered
        while entered[end] != end:
            entered[end] = end = entered[entered[end]]
        return end
