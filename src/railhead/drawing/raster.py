"""Space as cells: which part of the plane is taken, and where a box is still free.

A row of cells is an integer, one bit per cell, so that a whole row is shifted and compared at once. Cells are not quite
square: the centres of neighbouring hexes are a whole number of cells apart, in both directions and in both layouts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, hypot, sqrt

from railhead.drawing.hexes import INNER, SIDE
from railhead.drawing.marks import Spot

FINE = 36
"""How many cells there are to the distance from the centre of a hex to the middle of a side."""
LONG_STEP, SHORT_STEP = 60, FINE
"""How many cells neighbouring columns and rows are apart."""
ALONG, ACROSS = SIDE * 1.5 / LONG_STEP, INNER / SHORT_STEP


@dataclass(frozen=True, slots=True)
class Cells:
    """The size of the cells of a layout."""

    wide: float
    high: float

    def box(self, width: float, height: float) -> tuple[int, int]:
        """How many cells a box needs, wherever it begins in them."""
        return ceil(width / self.wide - 0.01), ceil(height / self.high - 0.01)

    def offset(self, one: Spot, other: Spot) -> tuple[int, int]:
        """How many cells one centre of a hex is to the right of another and below it."""
        return round((other[0] - one[0]) / self.wide), round((other[1] - one[1]) / self.high)


CELLS = {"flat": Cells(ALONG, ACROSS), "pointy": Cells(ACROSS, ALONG)}


class Raster:
    """A window on the plane: rows of cells from the top, bits from the left; a bit is set where something is."""

    __slots__ = ("_filled", "_packed", "cells", "columns", "left", "rows", "top")

    def __init__(self, cells: Cells, left: int, top: int, columns: int, rows: Sequence[int] | int) -> None:
        self.cells, self.left, self.top, self.columns = cells, left, top, columns
        self.rows = [0] * rows if isinstance(rows, int) else list(rows)
        self._packed: int | None = None
        self._filled: range | None = None

    @classmethod
    def around(cls, cells: Cells, reach: float) -> Raster:
        """An empty window around the origin."""
        across, down = ceil(reach / cells.wide), ceil(reach / cells.high)
        return cls(cells, -across, -down, 2 * across, 2 * down)

    def copy(self) -> Raster:
        """The same window, to be changed independently."""
        return Raster(self.cells, self.left, self.top, self.columns, self.rows)

    def part(self, middle: Spot, reach: float) -> Raster:
        """The part of the window around a point."""
        across, down = ceil(reach / self.cells.wide), ceil(reach / self.cells.high)
        column, row = round(middle[0] / self.cells.wide) - self.left, round(middle[1] / self.cells.high) - self.top
        first, last = max(0, column - across), min(self.columns, column + across)
        top = max(0, row - down)
        mask = (1 << (last - first)) - 1
        rows = [bits >> first & mask for bits in self.rows[top : row + down]]
        return Raster(self.cells, self.left + first, self.top + top, last - first, rows)

    def inverse(self) -> Raster:
        """The same window with taken and free exchanged."""
        mask = (1 << self.columns) - 1
        return Raster(self.cells, self.left, self.top, self.columns, [~row & mask for row in self.rows])

    # -- taking space -----------------------------------------------------------------------------

    def span(self, row: int, first: float, last: float) -> None:
        """Take the cells of a row that lie between two points, even if only partly."""
        low = max(0, floor(first / self.cells.wide + 0.001) - self.left)
        high = min(self.columns, ceil(last / self.cells.wide - 0.001) - self.left)
        if high > low:
            self.rows[row] |= ((1 << (high - low)) - 1) << low
            self._packed = self._filled = None

    def lines(self, first: float, last: float) -> range:
        """The rows that lie between two heights, even if only partly."""
        low = max(0, floor(first / self.cells.high + 0.001) - self.top)
        return range(low, min(len(self.rows), ceil(last / self.cells.high - 0.001) - self.top))

    def disc(self, spot: Spot, radius: float) -> None:
        """Take a disc."""
        (x, y), wide, high, square = spot, self.cells.wide, self.cells.high, radius * radius
        rows, left, columns = self.rows, self.left, self.columns
        # There are so many discs that this is worth being written out.
        for row in self.lines(y - radius, y + radius):
            above = (row + self.top) * high
            away = above - y if above > y else y - above - high
            half = radius if away < 0 else sqrt(square - away * away) if away < radius else 0.0
            low, last = floor((x - half) / wide + 0.001) - left, ceil((x + half) / wide - 0.001) - left
            low, last = (low if low > 0 else 0), (last if last < columns else columns)
            if last > low:
                rows[row] |= ((1 << (last - low)) - 1) << low
        self._packed = self._filled = None

    def path(self, spots: Iterable[Spot], radius: float) -> None:
        """Take a line of some thickness through points that are close together."""
        for spot in spots:
            self.disc(spot, radius)

    def box(self, middle: Spot, width: float, height: float) -> None:
        """Take a rectangle."""
        x, y = middle
        for row in self.lines(y - height / 2, y + height / 2):
            self.span(row, x - width / 2, x + width / 2)

    def polygon(self, corners: Sequence[Spot]) -> None:
        """Take every cell whose middle line is inside a convex polygon."""
        high = self.cells.high
        for row in self.lines(min(y for _, y in corners), max(y for _, y in corners)):
            y = (row + self.top + 0.5) * high
            found = []
            for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
                if (ay <= y) != (by <= y):
                    found.append(ax + (bx - ax) * (y - ay) / (by - ay))
            if found:
                self.span(row, min(found), max(found))

    def add(self, other: Raster, columns: int = 0, rows: int = 0) -> None:
        """Take whatever another raster has taken, moved by so many cells."""
        shift = other.left + columns - self.left
        first = other.top + rows - self.top
        mask = (1 << self.columns) - 1
        mine, self._packed, self._filled = self.rows, None, None
        theirs, filled = other.rows, other.filled
        for number in range(max(filled.start, -first), min(filled.stop, len(mine) - first)):
            bits = theirs[number]
            if bits:
                mine[number + first] |= (bits << shift if shift >= 0 else bits >> -shift) & mask

    # -- finding space ----------------------------------------------------------------------------

    def has(self, spot: Spot) -> bool:
        """Is a point taken?"""
        row, column = floor(spot[1] / self.cells.high) - self.top, floor(spot[0] / self.cells.wide) - self.left
        return 0 <= row < len(self.rows) and column >= 0 and bool(self.rows[row] >> column & 1)

    def free(self, width: float, height: float) -> Free:
        """Every position at which a box of this size meets nothing."""
        wide, high = self.cells.box(width, height)
        across, down = self.columns - wide + 1, len(self.rows) - high + 1
        if across <= 0 or down <= 0:
            return Free(self.cells, self.left, self.top, wide, high, 0, b"", 1)
        size = self.row_size
        taken = _spread(_spread(self.packed, wide, 1), high, 8 * size)
        found = (~taken & _window(across, down, size)).to_bytes(size * down, "little")
        return Free(self.cells, self.left, self.top, wide, high, down, found, size)

    @property
    def row_size(self) -> int:
        """How many bytes a row takes."""
        return (self.columns + 7) // 8

    @property
    def filled(self) -> range:
        """The rows from the first to the last in which anything is."""
        if self._filled is None:
            numbers = [number for number, bits in enumerate(self.rows) if bits]
            self._filled = range(numbers[0], numbers[-1] + 1) if numbers else range(0)
        return self._filled

    @property
    def packed(self) -> int:
        """All rows as one number, so that they are shifted and compared at once."""
        if self._packed is None:
            size = self.row_size
            self._packed = int.from_bytes(b"".join([row.to_bytes(size, "little") for row in self.rows]), "little")
        return self._packed


def _spread(bits: int, count: int, step: int) -> int:
    """The bits from which another is set that is less than so many steps away."""
    reached = 1
    while reached * 2 <= count:
        bits |= bits >> reached * step
        reached *= 2
    return bits | bits >> (count - reached) * step


@lru_cache(maxsize=64)
def _window(across: int, down: int, size: int) -> int:
    """So many bits in each of so many rows."""
    return int.from_bytes(((1 << across) - 1).to_bytes(size, "little") * down, "little")


@dataclass(slots=True)
class Free:
    """Where a box fits: a bit for every position of its top left cell."""

    cells: Cells
    left: int
    top: int
    wide: int
    high: int
    count: int
    """How many rows there are."""
    bits: bytes
    row_size: int

    def __bool__(self) -> bool:
        return any(self.bits)

    def row(self, number: int) -> int:
        """The positions in a row."""
        return int.from_bytes(self.bits[number * self.row_size : (number + 1) * self.row_size], "little")

    def nearest(self, target: Spot, farthest: float = float("inf")) -> tuple[float, Spot] | None:
        """The middle of the free box that is nearest to a point, if it is near enough, and how far away it is."""
        best, least = None, farthest
        wished = max(0, round(target[0] / self.cells.wide - self.left - self.wide / 2))
        start = round(target[1] / self.cells.high - self.top - self.high / 2)
        for row in _outward(start, self.count):
            y = (row + self.top + self.high / 2) * self.cells.high
            if abs(y - target[1]) >= least:
                break
            for column in _beside(self.row(row), wished):
                x = (column + self.left + self.wide / 2) * self.cells.wide
                far = hypot(x - target[0], y - target[1])
                if far < least:
                    best, least = (x, y), far
        return (least, best) if best else None


def _outward(start: int, count: int) -> Iterator[int]:
    """The numbers below this count, from one of them to those further and further away on both sides."""
    for away in range(max(start, count - start) + 1):
        for number in (start - away, start + away) if away else (start,):
            if 0 <= number < count:
                yield number


def _beside(bits: int, wished: int) -> Iterator[int]:
    """The set bits nearest to a wished one, on both sides."""
    right, left = bits >> wished, bits & ((1 << wished) - 1)
    if right:
        yield wished + (right & -right).bit_length() - 1
    if left:
        yield left.bit_length() - 1
