"""What each hex of a board shows in a position."""

from __future__ import annotations

from functools import lru_cache
from math import dist

from railhead.core.ids import Hex
from railhead.core.rulebook import Rulebook
from railhead.core.view import BoardView
from railhead.drawing.hexes import on_side
from railhead.drawing.layout import STATIONS, circles
from railhead.drawing.marks import Spot
from railhead.drawing.memory import remembered
from railhead.drawing.tile import Face
from railhead.track.board import BLOCKED, PRINTED, Board
from railhead.track.hexgrid import opposite
from railhead.track.tiles import BEYOND

BESIDE = 0.56
"""Where on a side a cost is written if track ends in its middle."""
ENOUGH = 55.0
"""The distance from the centre of a station at which a cost is clear of it."""


def face_of(book: Rulebook, laid: BoardView, hex_: Hex, placement: int | None = None) -> Face:
    """What a hex shows, or would show with another tile on it."""
    board = book.board
    lies = board.placed(laid.tiles, hex_) if placement is None else placement
    met = tuple(edge for edge in _entered(board)[hex_] if _leads(board, laid, board.around[hex_][edge], opposite(edge)))
    tolls: list[tuple[int, int, float]] = []
    for edge, cost in _charged(board)[hex_]:
        other = board.around[hex_][edge]
        part = _toll_place(board, hex_, lies, edge, other, board.placed(laid.tiles, other))
        if part is not None:
            tolls.append((edge, cost, part))
    marks = tuple((mark.sign, mark.faint) for mark in laid.marks if mark.hex == hex_)
    return _face(board, hex_, lies, met, tuple(tolls), marks)


def faces_of(book: Rulebook, laid: BoardView) -> tuple[Face, ...]:
    """What every hex shows."""
    return tuple(face_of(book, laid, hex_) for hex_ in book.board.all_hexes)


@remembered(4_200, 20)
def _face(
    board: Board,
    hex_: Hex,
    lies: int,
    met: tuple[int, ...],
    tolls: tuple[tuple[int, int, float], ...],
    marks: tuple[tuple[str, bool], ...] = (),
) -> Face:
    facts, tile = board.hexes[hex_], board.facts(hex_, lies)
    rotation = 0 if lies == PRINTED else lies % 6
    # A letter says which tiles may come; where none may, it says nothing.
    letter = tile.label or facts.label
    letter = letter if letter and board.fits(hex_, lies) else ""
    return Face(tile, rotation, board.layout, facts, letter, barriers(board)[hex_], met, tolls, marks)


@remembered(300, 1)
def _toll_place(board: Board, hex_: Hex, lies: int, edge: int, other: Hex, beyond: int) -> float | None:
    """Where on a side its cost is written: clear of track and stations of both hexes. None if track crosses it."""
    ends = _exits(board, hex_, lies) >> edge & 1, _exits(board, other, beyond) >> opposite(edge) & 1
    if all(ends):
        return None
    circles_ = [(edge, _stations(board, hex_, lies)), (opposite(edge), _stations(board, other, beyond))]

    def room(part: float) -> float:
        """How far that place is from the nearest station, up to what is enough."""
        spots = [(on_side(side, part, board.layout), found) for side, found in circles_]
        return min([ENOUGH, *(dist(spot, each) for spot, found in spots for each in found)])

    return max((BESIDE, -BESIDE) if any(ends) else (0.0, BESIDE, -BESIDE), key=room)


def _stations(board: Board, hex_: Hex, lies: int) -> list[Spot]:
    """The centres of the circles of a hex."""
    face = _face(board, hex_, lies, (), ())
    stops = zip(face.tile.stops, face.lie.spots, face.lie.leans, strict=True)
    return [
        spot
        for stop, place, lean in stops
        if stop.kind in STATIONS
        for spot in circles(stop, place, face.lie.slot, board.layout, lean)
    ]


def _leads(board: Board, laid: BoardView, hex_: Hex, edge: int) -> bool:
    """Is there track from a hex to one of its sides?"""
    return bool(_exits(board, hex_, board.placed(laid.tiles, hex_)) >> edge & 1)


def _exits(board: Board, hex_: Hex, lies: int) -> int:
    return board.facts(hex_, lies).turned[0 if lies == PRINTED else lies % 6].exits


@lru_cache(maxsize=32)
def _entered(board: Board) -> tuple[tuple[int, ...], ...]:
    """By hex: the sides by which an area beyond the board is entered from a neighbour."""
    return tuple(
        tuple(edge for edge in Face(facts.printed, 0, board.layout, facts).entries if edge in board.around[hex_])
        if any(stop.kind in BEYOND for stop in facts.printed.stops)
        else ()
        for hex_, facts in zip(board.all_hexes, board.hexes, strict=True)
    )


@lru_cache(maxsize=32)
def _charged(board: Board) -> tuple[tuple[tuple[int, int], ...], ...]:
    """By hex: the sides that cost money to cross, with the cost."""
    return tuple(
        tuple((edge, facts.cost) for edge, facts in sorted(sides.items()) if facts.cost and facts.kind != BLOCKED)
        for sides in board.sides
    )


@lru_cache(maxsize=32)
def barriers(board: Board) -> tuple[tuple[int, ...], ...]:
    """By hex: the sides that track may not cross although there is land to build on beyond."""
    return tuple(
        tuple(
            edge
            for edge, other in sorted(board.around[hex_].items())
            if edge not in board.beyond[hex_] and board.hexes[hex_].buildable and board.hexes[other].buildable
        )
        for hex_ in board.all_hexes
    )
