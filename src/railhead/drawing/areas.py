"""Areas beyond the board: which there are, which part of the plane each has, and its borders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from railhead.core.ids import Hex
from railhead.core.place_names import area_name
from railhead.drawing.frame import Frame, frame, middles
from railhead.drawing.hexes import INNER, SIDE, corners, side_ends
from railhead.drawing.marks import Spot, at, group, tag
from railhead.drawing.palette import paint
from railhead.track.board import Board, HexFacts
from railhead.track.hexgrid import FLAT, STEPS, opposite
from railhead.track.tiles import BEYOND, FIRST_STOP, PORT, StopFacts


@dataclass(frozen=True, slots=True)
class Area:
    """A place beyond the board, with all its entrances."""

    name: str
    colour: str
    port: bool
    values: tuple[int, ...]
    """What it pays; stages of the game in which it pays the same are one."""
    since: tuple[int, ...]
    """By value: the first stage in which it is paid."""
    parts: tuple[tuple[Hex, int], ...]
    """Its stops, each as a hex and the index on it."""
    city: bool = False
    """Is it a city of the board, which has its name as other cities have?"""


@lru_cache(maxsize=32)
def areas_of(board: Board) -> tuple[Area, ...]:
    """All areas of a board."""
    parts: dict[str, list[tuple[Hex, int]]] = {}
    for hex_, facts in zip(board.all_hexes, board.hexes, strict=True):
        for number, stop in enumerate(facts.printed.stops):
            if stop.kind in BEYOND:
                key = stop.area or facts.title or facts.name
                parts.setdefault(key, []).append((hex_, number))
    return tuple(_area(board, area_name(board, key), held) for key, held in parts.items())


def _area(board: Board, name: str, parts: list[tuple[Hex, int]]) -> Area:
    printed = board.hexes[parts[0][0]].printed
    stop = printed.stops[parts[0][1]]
    colour = printed.colour if printed.colour in ("red", "blue") else "red"
    values, since = paid(stop)
    return Area(name, colour, stop.kind == PORT, values, since, tuple(parts))


def paid(stop: StopFacts) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The values of a stop during the game, without repetition, and the stage in which each begins to count."""
    values = stop.values or (stop.value,)
    since = tuple(stage for stage, value in enumerate(values) if not stage or value != values[stage - 1])
    return tuple(values[stage] for stage in since), since


@lru_cache(maxsize=32)
def cities_by_stage(board: Board) -> tuple[Area, ...]:
    """The cities that are never built on and pay more at some stages of the game."""
    return tuple(
        Area(facts.title or facts.name, facts.printed.colour, False, *paid(stop), ((hex_, number),), city=True)
        for hex_, facts in zip(board.all_hexes, board.hexes, strict=True)
        for number, stop in enumerate(facts.printed.stops)
        if is_by_stage(facts, stop)
    )


def is_by_stage(facts: HexFacts, stop: StopFacts) -> bool:
    """Is what a stop pays shown for every stage of the game, although it is on the board?"""
    return stop.kind not in BEYOND and not facts.buildable and len(set(stop.values)) > 1


# -- regions --------------------------------------------------------------------------------------


def entries(board: Board, hex_: Hex, number: int) -> list[int]:
    """The sides of a hex by which one of its stops is entered."""
    ends = board.hexes[hex_].printed.turned[0].at[FIRST_STOP + number]
    return [end for _, end in ends if end < FIRST_STOP]


@lru_cache(maxsize=1024)
def region(board: Board, hex_: Hex, number: int) -> tuple[int, ...]:
    """The corners of the part of a hex that belongs to one of its stops: all of them, or those of one half."""
    beyond = [n for n, stop in enumerate(board.hexes[hex_].printed.stops) if stop.kind in BEYOND]
    if len(beyond) != 2:
        return tuple(range(6))
    cut = _cut(board, hex_, beyond)
    first = tuple((cut - 3 + step) % 6 for step in range(4))
    second = tuple((cut + step) % 6 for step in range(4))
    mine = entries(board, hex_, number)
    return first if any(edge in first[:3] for edge in mine) else second


def _cut(board: Board, hex_: Hex, beyond: Sequence[int]) -> int:
    """The corner between the entrances of two areas that share a hex, through which they are divided."""
    one, other = (entries(board, hex_, number)[0] for number in beyond)
    if (other - one) % 6 > 3:
        one, other = other, one
    return (one + 1 + ((other - one) % 6 - 1) // 2) % 6


def _owner(board: Board, hex_: Hex, edge: int) -> str:
    """The area that a side of a hex belongs to, if any."""
    for area in areas_of(board):
        for part, number in area.parts:
            if part == hex_ and edge in _sides(region(board, hex_, number)):
                return area.name
    return ""


def _sides(found: Sequence[int]) -> tuple[int, ...]:
    """The sides of a hex between corners that follow each other."""
    return tuple(found) if len(found) == 6 else tuple(found[:-1])


@lru_cache(maxsize=32)
def borders(board: Board) -> str:
    """The borders of areas: dashed against each other, faint against the sea."""
    return group(
        (
            part
            for area in areas_of(board)
            for hex_, number in area.parts
            for part in _borders(board, area, hex_, number)
        ),
        class_="areas",
        fill="none",
    )


def _borders(board: Board, area: Area, hex_: Hex, number: int) -> Iterator[str]:
    (x, y), found = middles(board)[hex_], region(board, hex_, number)
    for edge in _sides(found):
        other = board.around[hex_].get(edge)
        owner = "" if other is None else _owner(board, other, opposite(edge))
        against_land = other is not None and not owner and board.hexes[other].printed.colour != "blue"
        if owner == area.name or against_land or (owner and owner < area.name):
            continue
        ends = [(x + dx, y + dy) for dx, dy in side_ends(edge, board.layout)]
        if owner or area.colour == "blue":
            yield _border(ends, area.colour, faint=not owner)
    if len(found) < 6:
        shape = corners(board.layout)
        ends = [(x + shape[end][0], y + shape[end][1]) for end in (found[0], found[-1])]
        if _first_half(board, hex_, number):
            yield _border(ends, area.colour, faint=False)


def _first_half(board: Board, hex_: Hex, number: int) -> bool:
    beyond = [n for n, stop in enumerate(board.hexes[hex_].printed.stops) if stop.kind in BEYOND]
    return number == beyond[0]


def _border(ends: Sequence[Spot], colour: str, faint: bool) -> str:
    line = {"d": f"M{at(ends[0])}L{at(ends[1])}", "stroke": paint(f"{colour}-line")}
    if faint:
        return tag("path", stroke_width=2, stroke_opacity=0.4, stroke_dasharray="3 7", **line)
    return tag("path", stroke_width=3.2, stroke_dasharray="9 7", **line)


@lru_cache(maxsize=32)
def overflow(board: Board) -> str:
    """The ground of areas on land, continued to the frame where there is nothing else."""
    shown = frame(board)
    shape = corners(board.layout)
    found = []
    for x, y in sorted(_vacant(board)):
        points = clipped([(x + dx, y + dy) for dx, dy in shape], shown)
        if len(points) > 2:
            found.append(tag("polygon", points=" ".join(at(point).replace(" ", ",") for point in points)))
    return group(found, fill=paint("red"), stroke=paint("red"), stroke_width=1.5)


def _vacant(board: Board) -> set[Spot]:
    """The centres of places without a hex that lie between areas on land."""
    wide, high = (SIDE * 1.5, INNER) if board.layout == FLAT else (INNER, SIDE * 1.5)
    steps = STEPS[board.layout]
    where = {
        (round(x / wide), round(y / high)): hex_ for hex_, (x, y) in zip(board.all_hexes, middles(board), strict=True)
    }
    red = {hex_ for area in areas_of(board) if area.colour == "red" for hex_, _ in area.parts}
    found = set()
    for (column, row), hex_ in where.items():
        for dx, dy in steps if hex_ in red else ():
            place = (column + dx, row + dy)
            near = [where.get((place[0] + ex, place[1] + ey)) for ex, ey in steps]
            beside = [other for other in near if other is not None]
            if place not in where and len(beside) > 1 and red.issuperset(beside):
                found.add((place[0] * wide, place[1] * high))
    return found


def clipped(points: Sequence[Spot], shown: Frame) -> list[Spot]:
    """The part of a convex polygon that is inside a frame."""
    found = list(points)
    for axis, limit, sign in (
        (0, shown.left, 1),
        (0, shown.left + shown.width, -1),
        (1, shown.top, 1),
        (1, shown.top + shown.height, -1),
    ):
        kept: list[Spot] = []
        for one, other in zip(found, (*found[1:], *found[:1]), strict=True):
            a, b = sign * (one[axis] - limit), sign * (other[axis] - limit)
            if a >= 0:
                kept.append(one)
            if (a >= 0) != (b >= 0):
                part = a / (a - b)
                kept.append((one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part))
        found = kept
    return found
