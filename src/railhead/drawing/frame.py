"""The frame of a board: which part of the plane a picture shows, and the coordinates in its margins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from railhead.drawing.hexes import INNER, SIDE, middle
from railhead.drawing.labels import AXIS, Label, words_form
from railhead.drawing.levels import LEVELS, REGION, Level
from railhead.drawing.marks import Spot
from railhead.track.board import Board
from railhead.track.hexgrid import FLAT

MARGIN = 32.0
"""The room for coordinates at the top and on the left."""
EDGE = 8.0
"""The room around the outermost hexes."""
AXIS_TYPE = 9.0
"""The size of coordinates in pixels."""
SCREEN = 900.0
"""The room for a board on a wide screen, in pixels."""
THUMBNAIL = 250.0
"""A board that is no wider and no higher than this, in pixels, is a thumbnail."""
LARGEST = 34.0
"""The largest size of coordinates that fits the margin, in units of the board."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle."""

    left: float
    top: float
    width: float
    height: float

    @property
    def view(self) -> tuple[float, float, float, float]:
        """What a picture shows: the frame with its margins."""
        return self.left - MARGIN, self.top - MARGIN, self.width + MARGIN, self.height + MARGIN


@lru_cache(maxsize=32)
def middles(board: Board) -> tuple[Spot, ...]:
    """The centres of all hexes."""
    return tuple(middle(name, board.layout) for name in board.names)


@lru_cache(maxsize=32)
def frame(board: Board) -> Frame:
    """The part of the plane in which anything is; open sea at the outside is cut off."""
    wide, high = (SIDE, INNER) if board.layout == FLAT else (INNER, SIDE)
    boxes = []
    for facts, (x, y) in zip(board.hexes, middles(board), strict=True):
        printed = facts.printed
        empty = printed.colour == "blue" and not printed.stops and not printed.track and not facts.open_edges
        reach = (0.0, 0.0) if empty else (wide + EDGE, high + EDGE)
        boxes.append((x - reach[0], y - reach[1], x + reach[0], y + reach[1]))
    left, top = min(each[0] for each in boxes), min(each[1] for each in boxes)
    return Frame(left, top, max(each[2] for each in boxes) - left, max(each[3] for each in boxes) - top)


@lru_cache(maxsize=32)
def is_by_the_sea(board: Board) -> bool:
    """Is there any sea? Otherwise the country goes on beyond the board."""
    return any(facts.printed.colour == "blue" for facts in board.hexes)


@lru_cache(maxsize=32)
def levels_for(board: Board) -> tuple[Level, ...]:
    """The levels of detail worth having: on a thumbnail nobody reads anything."""
    shown = frame(board)
    return tuple(level for level in LEVELS if max(shown.width, shown.height) * level.scale / SIDE > THUMBNAIL)


@lru_cache(maxsize=32)
def is_large(board: Board) -> bool:
    """Is a board too large for a screen if everything on it is to be shown?"""
    shown = frame(board)
    return max(shown.width, shown.height) * REGION.scale / SIDE > SCREEN


@lru_cache(maxsize=128)
def axes(board: Board, level: Level) -> tuple[Label, ...]:
    """The coordinates in the margins, unless they would be too large for them."""
    size = level.units(AXIS_TYPE)
    return tuple(_axes(board, size)) if size <= LARGEST else ()


def _axes(board: Board, size: float) -> Iterator[Label]:
    shown = frame(board)
    across: dict[str, float] = {}
    down: dict[str, float] = {}
    for name, (x, y) in zip(board.names, middles(board), strict=True):
        letter = name.rstrip("0123456789")
        number = name[len(letter) :]
        column, row = (letter, number) if board.layout == FLAT else (number, letter)
        across[column], down[row] = x, y
    every = 2 if _closest(list(across.values())) < 2.6 * size else 1
    for order, (words, x) in enumerate(sorted(across.items(), key=lambda pair: pair[1])):
        if order % every == 0:
            yield Label(words_form(AXIS, (words,), size, bold=True), (x, shown.top - MARGIN / 2))
    for words, y in down.items():
        if shown.top < y < shown.top + shown.height:
            yield Label(words_form(AXIS, (words,), size, bold=True), (shown.left - MARGIN / 2, y))


def _closest(places: list[float]) -> float:
    ordered = sorted(places)
    return min((b - a for a, b in pairwise(ordered)), default=SIDE)
