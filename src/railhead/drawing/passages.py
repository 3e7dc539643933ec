"""Where a run goes by sea: the ports it leaves and reaches, and a course between them that keeps to the water."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise

from railhead.core.ids import Hex, Point, hex_of, is_stop
from railhead.core.scenery import Scenery
from railhead.drawing.hexes import Curve, across, into, middle
from railhead.drawing.marks import Spot
from railhead.track.board import Board
from railhead.track.hexgrid import STEPS, coordinates, opposite

ASHORE = 100
"""How many hexes of water a course goes round for rather than over land: only straits narrower than a hex are left."""

Square = tuple[int, int]
"""Column and row of a hex, which need not be on the board."""
Steps = tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Berth:
    """A place where a run may put to sea: a side of a hex, or none if the ship lies off the coast in another hex."""

    hex: Hex
    side: int | None
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """A crossing of the sea as it is drawn: its two berths, and the curves between with the centres of their hexes."""

    start: Berth
    end: Berth
    pieces: tuple[tuple[Spot, Curve], ...]


def ashore(path: Sequence[Point], ports: frozenset[Hex]) -> list[list[Point]]:
    """The parts of a path on land; where it goes to sea and comes back, the hex of the port is written once more."""
    parts: list[list[Point]] = [[]]
    left = list(path)
    while left:
        point = left.pop(0)
        parts[-1].append(point)
        if left and not is_stop(left[0]) and hex_of(left[0]) == hex_of(point) and hex_of(point) in ports:
            del left[0]
            if len(left) > 1 and hex_of(left[0]) == hex_of(left[1]):
                del left[0]
            parts.append([])
    return [part for part in parts if part]


def berths(scenery: Scenery, hex_: Hex) -> tuple[Berth, ...]:
    """All places where ships come to a hex."""
    return tuple(Berth(hex_, port.side, port.anchor) for port in scenery.ports if port.hex == hex_)


@lru_cache(maxsize=4096)
def passage(board: Board, scenery: Scenery, starts: tuple[Berth, ...], ends: tuple[Berth, ...]) -> Passage | None:
    """The shortest crossing from one of some berths to one of others."""
    at_start = {_offing(board, berth): berth for berth in reversed(starts)}
    at_end = {_offing(board, berth): berth for berth in reversed(ends)}
    course = _course(board, scenery, tuple(at_start), frozenset(at_end))
    if course is None:
        return None
    start, end = at_start[course[0]], at_end[course[-1]]
    return Passage(start, end, tuple(_drawn(board, course, start, end)))


def _offing(board: Board, berth: Berth) -> Square:
    """The hex of the sea that a berth opens to."""
    if berth.side is None:
        return coordinates(berth.anchor or board.names[berth.hex], board.layout)
    column, row = coordinates(board.names[berth.hex], board.layout)
    dx, dy = STEPS[board.layout][berth.side]
    return column + dx, row + dy


def _course(board: Board, scenery: Scenery, starts: Steps, ends: frozenset[Square]) -> Steps | None:
    """Hexes from one of the starts to one of the ends, over as little land as possible."""
    costs = _costs(board, scenery)
    ahead: list[tuple[int, Steps]] = [(0, (start,)) for start in starts]
    done: set[Square] = set()
    while ahead:
        spent, course = heappop(ahead)
        here = course[-1]
        if here in ends:
            return course
        if here in done:
            continue
        done.add(here)
        for dx, dy in STEPS[board.layout]:
            there = here[0] + dx, here[1] + dy
            if there in costs and there not in done:
                heappush(ahead, (spent + costs[there], (*course, there)))
    return None


@lru_cache(maxsize=8)
def _costs(board: Board, scenery: Scenery) -> dict[Square, int]:
    """What each hex costs a course, on the board or at sea."""
    land = {coordinates(name, board.layout): ASHORE for name in board.names}
    return land | {coordinates(name, board.layout): 1 for sea in scenery.seas for name in sea.hexes}


def _drawn(board: Board, course: Steps, start: Berth, end: Berth) -> list[tuple[Spot, Curve]]:
    """Curves from side to side of each hex, the first and the last from or to their berths."""
    layout = board.layout
    outward = [STEPS[layout].index((bx - ax, by - ay)) for (ax, ay), (bx, by) in pairwise(course)]
    entered = [None if start.side is None else opposite(start.side), *map(opposite, outward)]
    left = [*outward, None if end.side is None else opposite(end.side)]
    found = []
    for square, one, other in zip(course, entered, left, strict=True):
        curve = _through(one, other, layout)
        if curve is not None:
            found.append((_centre(square, layout), curve))
    return found


def _through(one: int | None, other: int | None, layout: str) -> Curve | None:
    """From side to side of a hex; from or to its middle if a side is missing."""
    if one is not None and other is not None:
        return across(one, other, layout) if one != other else None
    edge = other if one is None else one
    return None if edge is None else into(edge, (0.0, 0.0), layout)


def _centre(square: Square, layout: str) -> Spot:
    column, row = square
    one, doubled = middle("B2", layout), coordinates("B2", layout)
    return column * one[0] / doubled[0], row * one[1] / doubled[1]


def anchor_spot(board: Board, berth: Berth) -> Spot:
    """Where a ship lies off the coast."""
    return middle(berth.anchor or board.names[berth.hex], board.layout)
