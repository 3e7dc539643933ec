"""What is written in areas beyond the board: the name, and what the area pays at every stage of the game.

A city that is never built on and pays more as the game goes on has the same figures beside it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import floor, hypot

from railhead.core.rulebook import PhaseFacts
from railhead.drawing.areas import Area, areas_of, cities_by_stage, region
from railhead.drawing.captions import words
from railhead.drawing.frame import frame, middles
from railhead.drawing.hexes import corners
from railhead.drawing.labels import LEADING, broken
from railhead.drawing.letters import CAPITAL, width
from railhead.drawing.levels import Level
from railhead.drawing.marks import Spot, box, group, moved
from railhead.drawing.memory import remembered
from railhead.drawing.obstacles import standing, tracks
from railhead.drawing.palette import AREAS, paint
from railhead.drawing.raster import CELLS, Raster
from railhead.drawing.tile import Face, anchor
from railhead.track.board import Board

CLEAR = 4.0
"""The clearance between what is written in an area and everything else."""
AWAY = 60.0
"""The penalty for words that are not wholly inside their area."""
GAP = 0.35
"""The distance between parts of a block, relative to the size of phases."""
NEAR = 900.0
"""Words further away than this from their area are of no use."""
BROKEN = 20.0
"""The penalty for every line more than one that a name takes."""
HEAD = 1.05
"""The height of the line with the name, relative to its size."""

ROW, LIST, PAIRS = "row", "list", "pairs"
"""The arrangements: values side by side, one below the other, in two columns."""
SHORT, SQUARE, CURRENT, NAME = "short", "square", "current", "name"
"""Values without their phases side by side, and in two columns; only the current one; none."""
BESIDE = "beside"
"""One value, on the line of the name."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of type in an area, in units of the board."""

    name: float
    value: float
    phases: float
    narrow: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """What is written in an area, in its place: the name and the values, arranged in one of several ways."""

    area: Area
    lines: tuple[str, ...]
    """The name; a city has its own on the board."""
    kind: str
    stages: tuple[str, ...]
    sizes: Sizes
    middle: Spot = (0.0, 0.0)

    @property
    def title(self) -> float:
        """The width of the name, with an anchor if the area is a port."""
        wide = max((width(line, bold=True, narrow=self.sizes.narrow) for line in self.lines), default=0.0)
        return (wide + (1.25 if self.area.port else 0.0)) * self.sizes.name

    @property
    def head(self) -> float:
        """The height of the name."""
        return (HEAD + LEADING * (len(self.lines) - 1)) * self.sizes.name if self.lines else 0.0

    @property
    def cell(self) -> tuple[float, float]:
        """The size of the box around a value."""
        wide = max(width(str(value), bold=True) for value in self.area.values) * self.sizes.value
        return wide + self.sizes.value * 0.6, self.sizes.value * 1.2

    @property
    def label(self) -> float:
        """The width of the phases of a stage."""
        return max(width(stage, bold=True) for stage in self.stages) * self.sizes.phases

    @property
    def gap(self) -> float:
        """The distance between its parts."""
        return self.sizes.phases * GAP

    @property
    def size(self) -> tuple[float, float]:
        """Its width and height."""
        (cell, high), count, head = self.cell, len(self.area.values), self.head
        wide, rows = {
            ROW: ((max(cell, self.label) + self.gap) * count - self.gap, high + self.gap + self.sizes.phases * CAPITAL),
            LIST: (self.label + self.gap + cell, count * high),
            PAIRS: (2 * (self.label + self.gap + cell) + 2 * self.gap, -(-count // 2) * high),
            SHORT: (cell * count, high),
            SQUARE: (cell * 2, -(-count // 2) * high),
            CURRENT: (cell, high),
            BESIDE: (self.title + self.gap + cell, high - head),
            NAME: (0.0, 0.0),
        }[self.kind]
        return max(self.title, wide), head + rows

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""
        (x, y), (wide, high) = self.middle, self.size
        return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


SMALLEST = 8.0
"""The smallest size of a name in pixels."""
PIXELS = {
    12: (9.0, 9.0, 8.5),
    14: (9.0, 9.0, 8.5),
    17: (8.5, 8.5, 8.5),
    22: (9.0, 9.0, 8.5),
    33: (10.0, 9.5, 8.5),
    44: (11.5, 11.0, 9.0),
    52: (13.0, 12.5, 10.5),
}
"""By level: the sizes of names, values and phases in pixels."""


def stages(phases: Sequence[PhaseFacts], since: Sequence[int]) -> tuple[str, ...]:
    """By value: the phases in which it counts, such as A–B."""
    names: list[list[str]] = [[] for _ in since]
    for phase in phases:
        names[_order(since, phase.stage)].append(phase.name)
    return tuple("–".join(dict.fromkeys((held[0], held[-1]))) if held else "" for held in names)


def _order(since: Sequence[int], stage: int) -> int:
    """Which of the values counts in a stage."""
    return bisect_right(since, stage) - 1


@lru_cache(maxsize=256)
def blocks(board: Board, phases: tuple[PhaseFacts, ...], level: Level) -> tuple[Block, ...]:
    """What is written in every area, placed clear of everything else."""
    taken = free_plane(board).copy()
    found: list[Block] = []
    for area in (*areas_of(board), *cities_by_stage(board)):
        block = _placed(board, area, level, stages(phases, area.since), taken)
        if block is not None:
            found.append(block)
            taken.box(block.middle, *_with_clearance(block))
    return tuple(found)


@lru_cache(maxsize=32)
def free_plane(board: Board) -> Raster:
    """Where words may be: areas, open sea and the plane around them, except for what is drawn there."""
    window = _window(board)
    shape = corners(board.layout, 100.0 + CLEAR)
    cities = {hex_ for city in cities_by_stage(board) for hex_, _ in city.parts}
    for hex_, facts, (x, y) in zip(board.all_hexes, board.hexes, middles(board), strict=True):
        face = Face(facts.printed, 0, board.layout, facts)
        if not (face.is_area or face.is_sea or hex_ in cities):
            window.polygon([(x + dx, y + dy) for dx, dy in shape])
            continue
        columns, rows = round(x / window.cells.wide), round(y / window.cells.high)
        window.add(standing(face), columns, rows)
        window.add(tracks(face), columns, rows)
    return window


def _window(board: Board) -> Raster:
    """Nothing, within the frame of a board."""
    shown, cells = frame(board), CELLS[board.layout]
    left, top = floor(shown.left / cells.wide), floor(shown.top / cells.high)
    return Raster(cells, left, top, int(shown.width / cells.wide), int(shown.height / cells.high))


@remembered(26_000, 4)
def _extent(board: Board, area: Area) -> Raster:
    """The part of the plane that belongs to an area."""
    found, shape = _window(board), corners(board.layout)
    for hex_, number in area.parts:
        x, y = middles(board)[hex_]
        found.polygon([(x + shape[end][0], y + shape[end][1]) for end in region(board, hex_, number)])
    return found


def _placed(board: Board, area: Area, level: Level, phases: tuple[str, ...], taken: Raster) -> Block | None:
    """The best arrangement in the best place: in the area, or at sea beside it."""
    target = _target(board, area)
    window = taken.part(target, NEAR)
    for other in (*areas_of(board), *cities_by_stage(board)):
        if other is not area:
            window.add(_extent(board, other))
    elsewhere = _extent(board, area).part(target, NEAR).inverse()
    elsewhere.add(window)
    best, least = None, NEAR
    for penalty, block in _forms(area, level, phases):
        for space, extra in ((elsewhere, penalty), (window, penalty + AWAY)):
            if extra >= least:
                continue
            found = space.free(*_with_clearance(block)).nearest(target, least - extra)
            if found is not None:
                best, least = replace(block, middle=found[1]), extra + found[0]
    return best


def _with_clearance(block: Block) -> tuple[float, float]:
    wide, high = block.size
    return wide + 2 * CLEAR, high + 2 * CLEAR


def _target(board: Board, area: Area) -> Spot:
    """Where the words of an area should be: in the middle of its part of the plane."""
    shape = corners(board.layout)
    spots = []
    for hex_, number in area.parts:
        x, y = middles(board)[hex_]
        ends = region(board, hex_, number)
        spots.append(
            (x + sum(shape[end][0] for end in ends) / len(ends), y + sum(shape[end][1] for end in ends) / len(ends))
        )
    centre = sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
    # An area in several pieces is named in one of them.
    return min(spots, key=lambda spot: hypot(spot[0] - centre[0], spot[1] - centre[1]))


def _forms(area: Area, level: Level, phases: tuple[str, ...]) -> Iterator[tuple[float, Block]]:
    """The arrangements of what is written in an area, the best first."""
    name, value, smallest = (level.units(pixels) for pixels in PIXELS[level.scale])
    sizes = Sizes(name, value, smallest)
    narrow = replace(sizes, narrow=True)
    small = replace(narrow, name=level.units(max(SMALLEST, PIXELS[level.scale][0] * 0.88)))
    kinds = [(ROW, 0.0), (LIST, 4.0), (PAIRS, 12.0), (SHORT, 260.0), (SQUARE, 270.0), (CURRENT, 400.0)]
    if not level.complete:
        kinds = [(CURRENT, 0.0), (BESIDE, 40.0), (NAME, 220.0)]
    if area.city:
        for kind, penalty in kinds:
            if kind not in (BESIDE, NAME):
                yield penalty if kind == CURRENT else penalty * 0.25, Block(area, (), kind, phases, sizes)
        return
    for kind, penalty in kinds:
        for lines in broken(area.name):
            more = penalty + BROKEN * (len(lines) - 1)
            if kind == BESIDE and len(lines) > 1:
                continue
            yield more, Block(area, lines, kind, phases, sizes)
            yield more + 30.0, Block(area, lines, kind, phases, narrow)
            yield more + 60.0, Block(area, lines, kind, phases, small)


# -- drawing --------------------------------------------------------------------------------------


@remembered(3_200, 2)
def block_picture(block: Block, stage: int) -> str:
    """The name of an area and what it pays; what it pays now is shown in reverse."""
    current = _order(block.area.since, stage)
    top = block.box[1]
    drawn = list(_title(block))
    for order in range(len(block.area.values)):
        if block.kind != NAME and (block.kind not in (CURRENT, BESIDE) or order == current):
            drawn += _stage(block, order, top + block.head, order == current)
    ink = _ink(block.area)
    if block.area.city:
        return group(drawn, class_="paid", fill=ink, stroke=ink)
    return group(drawn, class_="area", fill=ink, stroke=ink, data_area=block.area.name)


def _ink(area: Area) -> str:
    return paint(f"{area.colour}-ink" if area.colour in AREAS else "ink")


def _title_place(block: Block, line: int) -> Spot:
    """The middle of a line of the name."""
    left, top, _, _ = block.box
    if block.kind == BESIDE:
        return left + block.title / 2, block.middle[1]
    return block.middle[0], top + block.sizes.name * (CAPITAL / 2 + LEADING * line)


def _stage(block: Block, order: int, top: float, now: bool) -> Iterator[str]:
    """What an area pays at one stage, and in which phases that is."""
    x, (cell, high), count = block.middle[0], block.cell, len(block.area.values)
    if block.kind == ROW:
        x += (order - (count - 1) / 2) * (max(cell, block.label) + block.gap)
        below = top + high + block.gap + block.sizes.phases * CAPITAL / 2
        yield _value(block, order, (x, top + high / 2), now)
        yield _phases(block, order, (x, below), now)
    elif block.kind in (LIST, PAIRS):
        columns = 1 if block.kind == LIST else 2
        wide = block.label + block.gap + cell
        left = x - wide / 2 if columns == 1 else x - wide - block.gap + (order % 2) * (wide + 2 * block.gap)
        y = top + (order // columns + 0.5) * high
        yield _phases(block, order, (left + block.label / 2, y), now)
        yield _value(block, order, (left + wide - cell / 2, y), now)
    elif block.kind == SQUARE:
        yield _value(block, order, (x + (order % 2 - 0.5) * cell, top + (order // 2 + 0.5) * high), now)
    elif block.kind == BESIDE:
        yield _value(block, order, (block.box[2] - cell / 2, block.middle[1]), now)
    else:
        shift = (order - (count - 1) / 2) * cell if block.kind == SHORT else 0.0
        yield _value(block, order, (x + shift, top + high / 2), now)


def _title(block: Block) -> Iterator[str]:
    """The lines of the name; a port has an anchor before the first."""
    size, narrow = block.sizes.name, block.sizes.narrow
    for number, line in enumerate(block.lines):
        x, y = _title_place(block, number)
        if block.area.port:
            x += 0.625 * size
            if not number:
                wide = width(line, bold=True, narrow=narrow) * size
                yield moved((x - wide / 2 - 0.7 * size, y), anchor(size, _ink(block.area)))
        yield words((x, y), line, size, bold=True, narrow=narrow)


def _value(block: Block, order: int, spot: Spot, now: bool) -> str:
    area, size = block.area, block.sizes.value
    cell, high = block.cell
    frame_ = box(
        spot,
        cell - 2,
        high - 2,
        class_="now" if now else None,
        fill=None if now else "none",
        stroke_width=1.2,
        stroke_opacity=None if now else 0.5,
        rx=4,
    )
    return frame_ + words(spot, str(area.values[order]), size, bold=now, fill=paint(_ground(area)) if now else None)


def _ground(area: Area) -> str:
    return area.colour if area.colour in AREAS else "casing"


def _phases(block: Block, order: int, spot: Spot, now: bool) -> str:
    stage = block.stages[order]
    return words(spot, stage, block.sizes.phases, bold=now) if stage else ""
