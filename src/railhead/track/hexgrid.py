"""The hex grid: coordinates, edges and neighbours.

Edges are numbered clockwise. On a flat board (hexes with a flat top) edge 0 is south; on a pointy one it is the
lower left. Coordinates are doubled along the long axis, so neighbours differ by small fixed steps.
"""

from __future__ import annotations

from functools import cache

from railhead.core.ids import Hex

FLAT, POINTY = "flat", "pointy"
"""The layouts of a board: hexes with a flat top, or with a point on top."""
STEPS = {
    FLAT: ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)),
    POINTY: ((-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1)),
}
"""By layout and edge: how far away the neighbour is, in columns and rows."""
EDGES = range(6)
COMPASS = {FLAT: ("S", "SW", "NW", "N", "NE", "SE"), POINTY: ("SW", "W", "NW", "NE", "E", "SE")}
"""By layout and edge: the direction in which the neighbour lies."""


def opposite(edge: int) -> int:
    """The edge of the neighbouring hex that touches this edge."""
    return (edge + 3) % 6


@cache
def coordinates(name: str, layout: str = FLAT) -> tuple[int, int]:
    """Column and row of a coordinate such as `F12`.

    The number is the doubled coordinate: on a flat board letters name the columns, on a pointy one the rows.
    """
    letters = name.rstrip("0123456789")
    order = 0
    for letter in letters:
        order = order * 26 + ord(letter) - ord("A") + 1
    number = int(name[len(letters) :])
    return (order - 1, number) if layout == FLAT else (number, order - 1)


def neighbours(names: list[str], layout: str = FLAT) -> list[dict[int, Hex]]:
    """By hex and edge: the index of the neighbouring hex, where there is one."""
    at = {coordinates(name, layout): Hex(index) for index, name in enumerate(names)}
    found = []
    for name in names:
        column, row = coordinates(name, layout)
        beyond = {edge: at.get((column + dx, row + dy)) for edge, (dx, dy) in enumerate(STEPS[layout])}
        found.append({edge: index for edge, index in beyond.items() if index is not None})
    return found


def distance(one: str, other: str, layout: str = FLAT) -> int:
    """The distance between two hexes in steps, as the crow flies."""
    (column, row), (to_column, to_row) = coordinates(one, layout), coordinates(other, layout)
    short, doubled = abs(column - to_column), abs(row - to_row)
    if layout == POINTY:
        short, doubled = doubled, short
    return short + max(0, doubled - short) // 2
