"""What is written in areas beyond the board: the name, and what the area pays at every stage of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import floor, hypot

from railhead.core.rulebook import PhaseFacts
from railhead.drawing.areas import Area, areas_of, region
from railhead.drawing.captions import words
from railhead.drawing.frame import frame, middles
from railhead.drawing.hexes import corners
from railhead.drawing.letters import CAPITAL, width
from railhead.drawing.levels import Level
from railhead.drawing.marks import Spot, box, group, moved
from railhead.drawing.obstacles import standing, tracks
from railhead.drawing.palette import paint
from railhead.drawing.raster import CELLS, Raster
from railhead.drawing.tile import Face, anchor
from railhead.track.board import Board

CLEAR = 4.0
"""The clearance between what is written in an area and everything else."""
AWAY = 60.0
"""The penalty for words that are not wholly inside their area."""
GAP = 0.35
"""The distance between parts of a block, relative to the size of phases."""
HEAD = 1.05
"""The height of the line with the name, relative to its size."""

ROW, LIST, PAIRS, SHORT, CURRENT, NAME = "row", "list", "pairs", "short", "current", "name"
"""The arrangements: values side by side, one below the other, in two columns; without phases, only one, none."""
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
    kind: str
    stages: tuple[str, ...]
    sizes: Sizes
    middle: Spot = (0.0, 0.0)

    @property
    def title(self) -> float:
        """The width of the name, with an anchor if the area is a port."""
        wide = width(self.area.name, bold=True, narrow=self.sizes.narrow)
        return (wide + (1.25 if self.area.port else 0.0)) * self.sizes.name

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
        (cell, high), count, head = self.cell, len(self.area.values), self.sizes.name * HEAD
        wide, rows = {
            ROW: ((max(cell, self.label) + self.gap) * count - self.gap, high + self.gap + self.sizes.phases * CAPITAL),
            LIST: (self.label + self.gap + cell, count * high),
            PAIRS: (2 * (self.label + self.gap + cell) + 2 * self.gap, -(-count // 2) * high),
            SHORT: (cell * count, high),
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


PIXELS = {
    14: (9.0, 9.0, 8.5),
    17: (8.5, 8.5, 8.5),
    22: (9.0, 9.0, 8.5),
    33: (10.0, 9.5, 8.5),
    44: (11.5, 11.0, 9.0),
    52: (13.0, 12.5, 10.5),
}
"""By level: the sizes of names, values and phases in pixels."""


def stages(phases: Sequence[PhaseFacts], count: int) -> tuple[str, ...]:
    """The phases of each stage, such as A–B."""
    names: list[list[str]] = [[] for _ in range(count)]
    for phase in phases:
        names[min(phase.stage, count - 1)].append(phase.name)
    return tuple("–".join(dict.fromkeys((held[0], held[-1]))) if held else "" for held in names)


@lru_cache(maxsize=256)
def blocks(board: Board, phases: tuple[PhaseFacts, ...], level: Level) -> tuple[Block, ...]:
    """What is written in every area, placed clear of everything else."""
    taken = _occupied(board).copy()
    found: list[Block] = []
    for area in areas_of(board):
        block = _placed(board, area, level, stages(phases, len(area.values)), taken)
        if block is not None:
            found.append(block)
            taken.box(block.middle, *_with_clearance(block))
    return tuple(found)


@lru_cache(maxsize=32)
def _occupied(board: Board) -> Raster:
    """Everything but areas, open sea and the plane around them; and what is drawn in these."""
    window = _window(board)
    shape = corners(board.layout, 100.0 + CLEAR)
    for facts, (x, y) in zip(board.hexes, middles(board), strict=True):
        face = Face(facts.printed, 0, board.layout, facts)
        if not (face.is_area or face.is_sea):
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


@lru_cache(maxsize=512)
def _extent(board: Board, area: Area) -> Raster:
    """The part of the plane that belongs to an area."""
    found, shape = _window(board), corners(board.layout)
    for hex_, number in area.parts:
        x, y = middles(board)[hex_]
        found.polygon([(x + shape[end][0], y + shape[end][1]) for end in region(board, hex_, number)])
    return found


def _placed(board: Board, area: Area, level: Level, phases: tuple[str, ...], taken: Raster) -> Block | None:
    """The best arrangement in the best place: in the area, or at sea beside it."""
    window = taken.copy()
    for other in areas_of(board):
        if other is not area:
            window.add(_extent(board, other))
    elsewhere = _extent(board, area).inverse()
    elsewhere.add(window)
    target = _target(board, area)
    best: tuple[float, Block] | None = None
    for penalty, block in _forms(area, level, phases):
        for space, extra in ((elsewhere, penalty), (window, penalty + AWAY)):
            if best is not None and extra >= best[0]:
                continue
            found = space.free(*_with_clearance(block)).nearest(target)
            if found is not None and (best is None or extra + found[0] < best[0]):
                best = (extra + found[0], replace(block, middle=found[1]))
    return best and best[1]


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
    kinds = [(ROW, 0.0), (LIST, 4.0), (PAIRS, 12.0), (SHORT, 260.0), (CURRENT, 400.0)]
    if not level.complete:
        kinds = [(CURRENT, 0.0), (BESIDE, 40.0), (NAME, 220.0)]
    for kind, penalty in kinds:
        yield penalty, Block(area, kind, phases, sizes)
        yield penalty + 30.0, Block(area, kind, phases, narrow)


# -- drawing --------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def block_picture(block: Block, stage: int) -> str:
    """The name of an area and what it pays; what it pays now is shown in reverse."""
    current = min(stage, len(block.area.values) - 1)
    top = block.box[1]
    drawn = [_title(block, _title_place(block))]
    for order in range(len(block.area.values)):
        if block.kind != NAME and (block.kind not in (CURRENT, BESIDE) or order == current):
            drawn += _stage(block, order, top + block.sizes.name * HEAD, order == current)
    ink = paint(f"{block.area.colour}-ink")
    return group(drawn, class_="area", fill=ink, stroke=ink, data_area=block.area.name)


def _title_place(block: Block) -> Spot:
    """The middle of the name."""
    left, top, _, _ = block.box
    if block.kind == BESIDE:
        return left + block.title / 2, block.middle[1]
    return block.middle[0], top + block.sizes.name * CAPITAL / 2


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
    elif block.kind == BESIDE:
        yield _value(block, order, (block.box[2] - cell / 2, block.middle[1]), now)
    else:
        shift = (order - (count - 1) / 2) * cell if block.kind == SHORT else 0.0
        yield _value(block, order, (x + shift, top + high / 2), now)


def _title(block: Block, spot: Spot) -> str:
    area, size, narrow = block.area, block.sizes.name, block.sizes.narrow
    if not area.port:
        return words(spot, area.name, size, bold=True, narrow=narrow)
    wide = width(area.name, bold=True, narrow=narrow) * size
    x = spot[0] + 0.625 * size
    mark = moved((x - wide / 2 - 0.7 * size, spot[1]), anchor(size, paint(f"{area.colour}-ink")))
    return mark + words((x, spot[1]), area.name, size, bold=True, narrow=narrow)


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
    return frame_ + words(spot, str(area.values[order]), size, bold=now, fill=paint(area.colour) if now else None)


def _phases(block: Block, order: int, spot: Spot, now: bool) -> str:
    stage = block.stages[order]
    return words(spot, stage, block.sizes.phases, bold=now) if stage else ""
