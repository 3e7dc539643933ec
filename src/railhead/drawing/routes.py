"""Routes on the board: one line a train, along the track it uses, in its colour and pattern."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from railhead.core.book import Rulebook
from railhead.core.ids import THROUGH, hex_of, index_of
from railhead.core.state import State
from railhead.drawing import palette
from railhead.drawing.board import face_of
from railhead.drawing.hexes import Curve, middle
from railhead.drawing.layout import lie
from railhead.drawing.marks import Spot, group, moved, number, tag
from railhead.track.hexgrid import opposite
from railhead.track.tiles import FIRST_STOP

WIDE = 15.0


def overlay(book: Rulebook, state: State, paths: Sequence[Sequence[int]]) -> str:
    """Lines along paths of points, the first train's first."""
    return "".join(route(book, state, path, order) for order, path in enumerate(paths))


def route(book: Rulebook, state: State, path: Sequence[int], order: int) -> str:
    """One train's line."""
    line = palette.line(order)
    drawn = "".join(moved(where, _strokes(curve, line)) for where, curve in stretches(book, state, path))
    return group(drawn, class_=f"route route-{order}", data_order=number(order))


def _strokes(curve: Curve, line: palette.Line) -> str:
    style = {"d": curve.path, "fill": "none"}
    return (
        tag("path", stroke=palette.PAPER, stroke_width=WIDE + 7, **style)
        + tag("path", stroke=line.colour, stroke_opacity=0.35, stroke_width=WIDE, **style)
        + tag("path", stroke=line.colour, stroke_width=WIDE, stroke_dasharray=line.dashes, **style)
    )


def stretches(book: Rulebook, state: State, path: Sequence[int]) -> list[tuple[Spot, Curve]]:
    """The curves of a path, each with the middle of its hex. What is not track is left out."""
    board = book.board
    found: list[tuple[Spot, Curve]] = []
    entry: int | None = None
    """The side by which the hex at hand was entered."""

    def add(hex_: int, one: int, other: int) -> None:
        face = face_of(book, state, hex_)
        pieces = face.tile.turned[face.rotation].pieces
        for piece, curve in zip(pieces, lie(face.tile, face.rotation, face.layout).curves, strict=True):
            if piece in ((one, other), (other, one)):
                found.append((middle(board.names[hex_], board.layout), curve))
                return

    def end(at: int) -> int | None:
        return FIRST_STOP + index_of(at) if index_of(at) != THROUGH else entry

    for before, after in pairwise(path):
        here, there = hex_of(before), hex_of(after)
        start = end(before)
        if here == there:
            if start is not None and index_of(after) != THROUGH:
                add(here, start, FIRST_STOP + index_of(after))
            entry = None
            continue
        edge = next((edge for edge, other in board.beyond[here].items() if other == there), None)
        if edge is None:
            continue
        if start is not None:
            add(here, start, edge)
        entry = opposite(edge)
        if index_of(after) != THROUGH:
            add(there, entry, FIRST_STOP + index_of(after))
    return found
