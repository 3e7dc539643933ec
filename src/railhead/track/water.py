"""Open water: ways from harbour to harbour across the sea, which has no hexes of its own.

For ways that may use no track twice, the sea is like one more stop, with a line to each of the harbours: a way that
goes to sea a second time could have gone to where it lands then the first time. A harbour is a side of a hex with track
to the shore, or a stop itself. The side may lead to a ferry as well: a way may come in by the ferry and put to sea over
the same side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from railhead.core.ids import Hex, Point, Stop
from railhead.track.board import Board
from railhead.track.reach import End, Passages, end_beside, end_of, piers


@dataclass(frozen=True, slots=True)
class Harbour:
    """Where ways go to sea: over a side of a hex, or directly from a stop."""

    side: tuple[Hex, int] | None = None
    stop: Stop | None = None


class Harbours(tuple[Harbour, ...]):
    """Harbours, as part of keys that are looked up often: their hash is made once."""

    @cached_property
    def _hash(self) -> int:
        return super().__hash__()

    def __hash__(self) -> int:
        return self._hash


Side = tuple[Hex, int]
"""A side of a hex."""


@lru_cache(maxsize=64)
def ways_beside(
    board: Board,
    harbours: tuple[Harbour, ...],
    bypasses: tuple[tuple[Side, Side], ...] = (),
    last: tuple[tuple[Side, Stop], ...] = (),
) -> Passages:
    """What there is beside the track: the sea, piers, ways past a station, and sides where ways end at a stop."""
    found = open_sea(board, harbours)
    joins = dict(found.joins)
    for one, other in bypasses:
        for (hex_, side), (there, beyond) in ((one, other), (other, one)):
            _join(joins, hex_ << 4 | side, (there << 4 | beyond,))
    return replace(found, joins=joins, last={hex_ << 4 | side: stop for (hex_, side), stop in last})


@lru_cache(maxsize=32)
def open_sea(board: Board, harbours: tuple[Harbour, ...]) -> Passages:
    """Ways across the sea, which is a place that all these harbours lead to, and the piers of the board."""
    facing, joins = dict(piers(board).facing), dict(piers(board).joins)
    twins: dict[End, End] = {}
    sea_itself = _sea(board, harbours)
    for number, harbour in enumerate(harbours):
        quay, sea = end_beside(board, len(board.piers) + 2 * number), _afloat(board, number)
        if harbour.side is not None:
            hex_, side = harbour.side
            ashore = hex_ << 4 | side
            if ashore in board.facing:
                twins[ashore] = quay
            else:
                quay = ashore
        if harbour.stop is not None:
            _join(joins, quay, (end_of(harbour.stop),))
            _join(joins, end_of(harbour.stop), (quay,))
        facing[quay], facing[sea] = sea, quay
        _join(joins, sea, (end_of(sea_itself),))
        _join(joins, end_of(sea_itself), (sea,))
    return Passages(facing, joins, twins, places=(sea_itself,))


@dataclass(frozen=True)
class ZonedSea:
    """The sea as zones with harbours, for ways that may come to the same place again."""

    passages: Passages
    entering: Mapping[tuple[End, End], int]
    """By step that enters a zone: which zone."""
    landing: Mapping[Stop, tuple[End, End]]
    """By stop that is a harbour itself: the step by which ways land there."""


@lru_cache(maxsize=32)
def zoned_sea(
    board: Board,
    harbours: tuple[tuple[Harbour, tuple[int, ...]], ...],
    beside: tuple[tuple[int, ...], ...],
    bypasses: tuple[tuple[Side, Side], ...] = (),
    last: tuple[tuple[Side, Stop], ...] = (),
) -> ZonedSea:
    """Ways through zones of the sea: from a harbour to each zone it is on, from zone to zone, and to a harbour.

    Harbours have the zones they are on, zones those beside them.
    """
    ashore = ways_beside(board, tuple(harbour for harbour, _ in harbours), bypasses, last)
    afloat = {_afloat(board, index) for index in range(len(harbours))} | set(map(end_of, ashore.places))
    facing = dict(ashore.facing)
    joins = {end: ends for end, ends in ashore.joins.items() if end not in afloat}
    number = len(board.piers) + 2 * len(harbours) + 1
    zones = [end_beside(board, number + zone) for zone in range(len(beside))]
    number += len(beside)
    entering: dict[tuple[End, End], int] = {}
    landing: dict[Stop, tuple[End, End]] = {}

    def lead(here: End, there: End, zone: int | None) -> None:
        nonlocal number
        step = end_beside(board, number)
        number += 1
        facing[step] = there
        _join(joins, here, (step,))
        if zone is not None:
            entering[step, there] = zone

    for index, (harbour, on) in enumerate(harbours):
        sea = _afloat(board, index)
        if harbour.stop is not None:
            landing[harbour.stop] = (facing[sea], end_of(harbour.stop))
        for zone in on:
            lead(sea, zones[zone], zone)
            lead(zones[zone], facing[sea], None)
    for zone, others in enumerate(beside):
        for other in others:
            lead(zones[zone], zones[other], other)
    return ZonedSea(Passages(facing, joins, ashore.twins, ashore.last), entering, landing)


def _sea(board: Board, harbours: tuple[Harbour, ...]) -> Stop:
    """The sea as a place where ways meet: numbered after its harbours."""
    return Stop(Point(end_beside(board, len(board.piers) + 2 * len(harbours))))


def _afloat(board: Board, number: int) -> End:
    """The end at sea of the harbour with this number."""
    return end_beside(board, len(board.piers) + 2 * number + 1)


def _join(joins: dict[End, tuple[End, ...]], here: End, there: Iterable[End]) -> None:
    joins[here] = (*joins.get(here, ()), *there)
