"""The frame of a board: which part of the plane a picture shows, and the coordinates in its margins."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from railhead.core.ids import Hex
from railhead.drawing.hexes import INNER, SIDE, middle
from railhead.drawing.labels import AXIS, Label, words_form
from railhead.drawing.levels import FEW_LEVELS, FINE, FINE_SCALES, LEVELS, OVERVIEW, REGION, Level
from railhead.drawing.marks import Spot, number
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
AROUND = 120.0
"""How much of the board is shown around the centre of what can be chosen."""
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


def part_with(board: Board, hexes: Collection[Hex], around: float = AROUND) -> str | None:
    """The part of the board with all these hexes and some room around them, as a view box; None without any hexes."""
    if not hexes:
        return None
    spots = [middles(board)[hex_] for hex_ in hexes]
    left, top = min(x for x, _ in spots) - around, min(y for _, y in spots) - around
    right, bottom = max(x for x, _ in spots) + around, max(y for _, y in spots) + around
    return " ".join(number(each) for each in (left, top, right - left, bottom - top))


@lru_cache(maxsize=32)
def is_by_the_sea(board: Board) -> bool:
    """Is there any sea? Otherwise the country goes on beyond the board."""
    return any(facts.printed.colour == "blue" for facts in board.hexes)


@lru_cache(maxsize=32)
def levels_for(board: Board) -> tuple[Level, ...]:
    """The levels of detail worth having: on a thumbnail nobody reads anything."""
    shown = frame(board)
    wanted = FEW_LEVELS if is_vast(board) else LEVELS
    return tuple(level for level in wanted if max(shown.width, shown.height) * level.scale / SIDE > THUMBNAIL)


def fine_scales(levels: tuple[Level, ...]) -> tuple[int, ...]:
    """The scales for which coordinates and numbers of tiles are placed."""
    return tuple(scale for scale in FINE_SCALES if scale == FINE or any(level.scale == scale for level in levels))


def scales_for(board: Board) -> tuple[int, ...]:
    """The scales between which a page chooses what to show of a board."""
    return (*(level.scale for level in levels_for(board)), FINE)


@lru_cache(maxsize=32)
def is_vast(board: Board) -> bool:
    """Is a board so large that only its cities can be named when all of it is on a screen?"""
    shown = frame(board)
    return max(shown.width, shown.height) * OVERVIEW.scale / SIDE > SCREEN


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
        digits = name[len(letter) :]
        column, row = (letter, digits) if board.layout == FLAT else (digits, letter)
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
