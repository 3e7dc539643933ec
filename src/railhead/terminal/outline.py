"""The outline of a hex in characters: with a flat top or with a point on top, six lines high."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from railhead.track.hexgrid import FLAT

LINES = 6
HALF = LINES // 2

Spot = tuple[float, float]


class Outline(Protocol):
    """The shape of every hex of a board, measured from its upper left corner."""

    def corner(self, column: int, row: int) -> tuple[int, int]:
        """Where the hex at these coordinates is on the sheet."""
        ...

    def size(self, columns: int, rows: int) -> tuple[int, int]:
        """The size of a sheet for so many columns and rows of coordinates."""
        ...

    @property
    def centre(self) -> Spot:
        """The centre of the hex."""
        ...

    def inner(self, line: int) -> tuple[int, int]:
        """The first column within the border on a line of the hex, and how many there are."""
        ...

    def side(self, edge: int) -> Spot:
        """The middle of a side."""
        ...

    def border(self) -> Iterator[tuple[int, int, str, int]]:
        """The characters of the border: column, line, character and edge."""
        ...


def outline(layout: str, columns: int, width: int) -> Outline:
    """The outline for a board with so many columns of coordinates, as wide as there is room for."""
    if layout == FLAT:
        return FlatTop(max(2, min(8, (width - HALF) // columns - HALF)))
    return PointOnTop(max(4, min(8, (width - 1) // (columns + 1))))


@dataclass(frozen=True, slots=True)
class FlatTop:
    """A hex with a flat top."""

    flat: int
    """The width of the flat top, in columns."""

    def corner(self, column: int, row: int) -> tuple[int, int]:
        """Columns of hexes overlap where their sides slant."""
        return column * (self.flat + HALF), row * HALF + 1

    def size(self, columns: int, rows: int) -> tuple[int, int]:
        """Room for all hexes, and for the lowest line of the border."""
        return columns * (self.flat + HALF) + HALF, (rows + 1) * HALF + 1

    @property
    def centre(self) -> Spot:
        """Halfway between its corners."""
        return HALF + self.flat / 2, HALF

    def inner(self, line: int) -> tuple[int, int]:
        """It is widest in the middle."""
        inset = HALF - line if line < HALF else line - HALF + 1
        return inset, self.flat + 2 * (HALF - inset)

    def side(self, edge: int) -> Spot:
        """Clockwise from the bottom."""
        x, y = self.centre
        across, down = self.flat / 2 + HALF / 2, HALF / 2
        return (
            (x, y + HALF - 0.01),
            (x - across, y + down),
            (x - across, y - down),
            (x, y - HALF - 0.01),
            (x + across, y - down),
            (x + across, y + down),
        )[edge]

    def border(self) -> Iterator[tuple[int, int, str, int]]:
        """Slanting sides, then the top and the bottom."""
        for line in range(LINES):
            first, length = self.inner(line)
            rising, falling = ("/", "\\") if line < HALF else ("\\", "/")
            yield first - 1, line, rising, 2 if line < HALF else 1
            yield first + length, line, falling, 4 if line < HALF else 5
        first, length = self.inner(LINES - 1)
        for column in range(first, first + length):
            yield column, -1, "_", 3
            yield column, LINES - 1, "_", 0


@dataclass(frozen=True, slots=True)
class PointOnTop:
    """A hex with a point on top; its sides on the left and right are upright."""

    half: int
    """Half its width, in columns."""

    def corner(self, column: int, row: int) -> tuple[int, int]:
        """Rows of hexes overlap where their sides slant."""
        return column * self.half, row * (LINES - 2)

    def size(self, columns: int, rows: int) -> tuple[int, int]:
        """Room for all hexes, and for the border on the right."""
        return (columns + 1) * self.half + 1, rows * (LINES - 2) + 2

    @property
    def centre(self) -> Spot:
        """Halfway between its upright sides."""
        return self.half + 0.5, HALF

    def _inset(self, line: int) -> int:
        """How far its border is from the upright sides: slanting sides of neighbours meet on the same columns."""
        near = max(1, round(self.half / 4))
        return (self.half - near, near, 0, 0, near, self.half - near)[line]

    def inner(self, line: int) -> tuple[int, int]:
        """It is widest in the middle."""
        inset = self._inset(line)
        return inset + 1, 2 * (self.half - inset) - 1

    def side(self, edge: int) -> Spot:
        """Clockwise from the lower left."""
        x, y = self.centre
        across, down = self.half / 2, HALF - 1
        return (
            (x - across, y + down),
            (x - self.half, y),
            (x - across, y - down),
            (x + across, y - down),
            (x + self.half, y),
            (x + across, y + down),
        )[edge]

    def border(self) -> Iterator[tuple[int, int, str, int]]:
        """From the top to the bottom."""
        signs = (
            ("/", "\\", 2, 3),
            ("/", "\\", 2, 3),
            ("|", "|", 1, 4),
            ("|", "|", 1, 4),
            ("\\", "/", 0, 5),
            ("\\", "/", 0, 5),
        )
        for line, (left, right, left_edge, right_edge) in enumerate(signs):
            inset = self._inset(line)
            yield inset, line, left, left_edge
            yield 2 * self.half - inset, line, right, right_edge
