"""Draws the sides of hexes: the coast, rivers and hills along sides, borders, and barriers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from railhead.drawing.faces import barriers
from railhead.drawing.frame import is_by_the_sea, middles
from railhead.drawing.hexes import side_ends
from railhead.drawing.marks import Spot, at, group, onward, tag
from railhead.drawing.palette import paint, terrain_paint
from railhead.drawing.tile import Face
from railhead.track.board import BLOCKED, Board

COAST = 9.0


@lru_cache(maxsize=32)
def coast(board: Board) -> str:
    """The outer border of the land, drawn beneath it."""
    sides_ = zip(middles(board), shores(board), strict=True)
    path = "".join(_line(where, edge, board.layout) for where, edges in sides_ for edge in edges)
    line = tag("path", d=path) if path else ""
    colour = paint("coast" if is_by_the_sea(board) else "land-edge")
    return group(line, class_="coast", fill="none", stroke=colour, stroke_width=COAST, stroke_linecap="round")


@lru_cache(maxsize=32)
def shores(board: Board) -> tuple[tuple[int, ...], ...]:
    """By hex of land: the sides at which the land ends."""
    beyond = [_is_beyond(Face(facts.printed, 0, board.layout, facts)) for facts in board.hexes]
    return tuple(
        () if beyond[hex_] else tuple(edge for edge in range(6) if edge not in around or beyond[around[edge]])
        for hex_, around in zip(board.all_hexes, board.around, strict=True)
    )


def _is_beyond(face: Face) -> bool:
    return face.is_sea or face.is_area


@lru_cache(maxsize=32)
def rivers(board: Board) -> str:
    """What is printed along sides: rivers and hills that cost money to cross, and borders."""
    return group(_rivers(board), class_="sides", fill="none")


def _rivers(board: Board) -> Iterator[str]:
    for where, sides in zip(middles(board), board.sides, strict=True):
        for edge, facts in sorted(sides.items()):
            if edge >= 3 or facts.kind == BLOCKED:  # the other hex has the same side as one of 0 to 2
                continue
            line = {"d": _line(where, edge, board.layout)}
            if facts.cost:
                yield tag("path", stroke=paint("casing"), stroke_width=13, stroke_linecap="round", **line)
                yield tag(
                    "path", stroke=paint(terrain_paint(facts.kind)), stroke_width=9, stroke_linecap="round", **line
                )
            else:
                yield tag(
                    "path", stroke=paint("ink"), stroke_opacity=0.6, stroke_width=4, stroke_dasharray="14 9", **line
                )


@lru_cache(maxsize=32)
def walls(board: Board) -> str:
    """Sides that track may not cross although there is land beyond."""
    return group(_walls(board), class_="barriers", fill="none", stroke_linecap="round")


def _walls(board: Board) -> Iterator[str]:
    for where, edges in zip(middles(board), barriers(board), strict=True):
        for edge in edges:
            if edge < 3:  # the other hex has the same side as one of 3 to 5
                line = {"d": _line(where, edge, board.layout)}
                yield tag("path", stroke=paint("casing"), stroke_width=15, **line)
                yield tag("path", stroke=paint("barrier"), stroke_width=9, **line)


def _line(where: Spot, edge: int, layout: str) -> str:
    (x, y), ((ax, ay), (bx, by)) = where, side_ends(edge, layout)
    return f"M{at((x + ax, y + ay))}l{onward((bx - ax, by - ay))}"
