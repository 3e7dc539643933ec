"""The hex grid: coordinates, edges and neighbours.

Edges are numbered clockwise. On a flat board (hexes with a flat top) edge 0 is south; on a pointy one it is the
lower left. Coordinates are doubled along the long axis, so neighbours differ by small fixed steps.
"""

from __future__ import annotations

from functools import cache

from railhead.core.ids import Hex

FLAT = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))
POINTY = ((-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1))
EDGES = range(6)


def opposite(edge: int) -> int:
    """The edge of the neighbouring hex that touches this edge."""
    return (edge + 3) % 6


@cache
def coordinates(name: str) -> tuple[int, int]:
    """Column and row of a coordinate such as `F12`: letters for the column, a number for the row."""
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1, int(name[len(letters) :])


def neighbours(names: list[str], steps: tuple[tuple[int, int], ...] = FLAT) -> list[dict[int, Hex]]:
    """By hex and edge: the index of the neighbouring hex, where there is one."""
    at = {coordinates(name): Hex(index) for index, name in enumerate(names)}
    found = []
    for name in names:
        column, row = coordinates(name)
        beyond = {edge: at.get((column + dx, row + dy)) for edge, (dx, dy) in enumerate(steps)}
        found.append({edge: index for edge, index in beyond.items() if index is not None})
    return found


def distance(one: str, other: str) -> int:
    """The distance between two hexes in steps, as the crow flies."""
    (column, row), (to_column, to_row) = coordinates(one), coordinates(other)
    across, along = abs(column - to_column), abs(row - to_row)
    return across + max(0, along - across) // 2
