"""Draws routes on the board: one line per train along its track and across the sea, with its own colour and letter.

A train that runs no route has a ring of its own around every stop that it counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist, hypot

from railhead.core.ids import Hex, Point, Stop, hex_of, index_of, is_stop
from railhead.core.rulebook import Rulebook
from railhead.core.view import BoardView
from railhead.drawing import palette
from railhead.drawing.faces import face_of
from railhead.drawing.hexes import INNER, Curve, middle, straight
from railhead.drawing.layout import SLOT, lie, radius
from railhead.drawing.marks import Spot, circle, group, moved, number, tag, text
from railhead.drawing.passages import Berth, Passage, anchor_spot, ashore, berths, passage
from railhead.track.hexgrid import opposite
from railhead.track.tiles import FIRST_STOP

MARK = 19.0
"""The size of the disc with a train's letter."""
NEAR_THE_SIDE = INNER - 1.0
FEW = 3
"""A line that crosses at most this many sides gets only one letter."""

Piece = tuple[Spot, Curve]
"""A curve and the centre of its hex."""


@dataclass(frozen=True, slots=True)
class Width:
    """The casing of a line, white with a dark edge: one of the two stands out from any background."""

    line: float
    white: float
    edge: float


Lying = tuple[Spot, Curve, Width]
"""A piece as it is drawn."""

ALONE = Width(11.0, 16.0, 20.0)
BESIDE = Width(8.0, 11.5, 15.0)
RING = 0.8
"""How wide a ring is, compared with a line."""
ASLANT = 0.9
"""Where the letter of a ring is: up and to the right of it."""
APART = 13.0
"""The distance between lines on the same track."""


def overlay(
    book: Rulebook, laid: BoardView, paths: Sequence[Sequence[Point]], counted: Sequence[Sequence[Stop]] = ()
) -> str:
    """Lines along paths of points, in order of the trains; where there are several, each with its letter.

    After them come the trains that run no route, but count some stops.
    """
    ways = [_in_order(stretches(book, laid, path)) for path in paths]
    users: dict[object, list[tuple[int, Curve]]] = {}
    for order, pieces in enumerate(ways):
        for piece in pieces:
            users.setdefault(_track(piece), []).append((order, piece[1]))
    lying = [
        [(where, *_lies(users[_track((where, curve))], order)) for where, curve in pieces]
        for order, pieces in enumerate(ways)
    ]
    drawn = [_route(pieces, order) for order, pieces in enumerate(lying)]
    alone = len(ways) + len(counted) == 1
    letters = [] if alone else [_letters(pieces, palette.line(order)) for order, pieces in enumerate(lying)]
    rings = [_rings(book, laid, stops, len(ways) + order) for order, stops in enumerate(counted)]
    return "".join(drawn) + group(letters, class_="letters") + "".join(rings)


def _route(lying: list[Lying], order: int) -> str:
    """One train's line."""
    line = palette.line(order)
    # The whole bed comes first: else the bed of one hex would lie on the line of another.
    drawn = [moved(where, _bed(curve, palette.INK, width.edge)) for where, curve, width in lying]
    drawn += [moved(where, _bed(curve, palette.PAPER, width.white)) for where, curve, width in lying]
    drawn += [moved(where, _rail(curve, line, width.line)) for where, curve, width in lying]
    return group(drawn, class_=f"route route-{order}", data_order=number(order))


def _rings(book: Rulebook, laid: BoardView, stops: Sequence[Stop], order: int) -> str:
    """A ring with the letter of a train around every stop that it counts."""
    line = palette.line(order)
    drawn = [_ring(*_place(book, laid, stop), line) for stop in stops]
    return group(drawn, class_=f"route rings route-{order}", data_order=number(order))


def _place(book: Rulebook, laid: BoardView, stop: Stop) -> tuple[Spot, float, float]:
    """Where a stop is on the board, how large, and how much smaller than usual things are drawn there."""
    hex_, index = hex_of(stop), index_of(stop)
    face = face_of(book, laid, hex_)
    (x, y), (dx, dy) = middle(book.board.names[hex_], book.board.layout), face.lie.spots[index]
    scale = face.lie.slot / SLOT
    return (x + dx, y + dy), radius(face.tile.stops[index]) * scale, scale


def _ring(spot: Spot, size: float, scale: float, line: palette.Line) -> str:
    reach, wide = size + BESIDE.line / 2 * scale, scale * RING
    widths = ((palette.INK, BESIDE.edge), (palette.PAPER, BESIDE.white), (line.paint, BESIDE.line))
    drawn = [circle(spot, reach, fill="none", stroke=colour, stroke_width=width * wide) for colour, width in widths]
    letter = _letter((spot[0] + reach * ASLANT, spot[1] - reach * ASLANT), line, scale)
    return "".join((*drawn, letter))


def _lies(users: list[tuple[int, Curve]], order: int) -> tuple[Curve, Width]:
    """The offset of a line on track it may share: centred if alone, otherwise side by side."""
    orders = list(dict.fromkeys(user for user, _ in users))
    # All go by the direction of the first: so none changes its side on the way.
    curve = users[0][1]
    if len(orders) == 1:
        return curve, ALONE
    return curve.beside((orders.index(order) - (len(orders) - 1) / 2) * APART), BESIDE


def _track(piece: Piece) -> object:
    """The key that identifies pieces on the same track."""
    (x, y), curve = piece
    return frozenset((round(x + dx), round(y + dy)) for dx, dy in (curve.start, curve.end))


def _in_order(pieces: list[Piece]) -> list[Piece]:
    """The same pieces, each in the direction of travel."""
    turned: list[Piece] = []
    for number_, (where, curve) in enumerate(pieces):
        onward = pieces[number_ + 1] if number_ + 1 < len(pieces) else None
        before = turned[-1] if turned else None
        turned.append((where, curve if _runs_on(before, (where, curve), onward) else curve.reverse()))
    return turned


def _runs_on(before: Piece | None, piece: Piece, onward: Piece | None) -> bool:
    """Does a piece continue the one before or, if it is the first, lead to the next?"""
    (x, y), curve = piece
    start, end = (x + curve.start[0], y + curve.start[1]), (x + curve.end[0], y + curve.end[1])
    if before is not None:
        last = (before[0][0] + before[1].end[0], before[0][1] + before[1].end[1])
        return dist(last, start) <= dist(last, end)
    if onward is None:
        return True
    ends = [(onward[0][0] + dx, onward[0][1] + dy) for dx, dy in (onward[1].start, onward[1].end)]
    return min(dist(end, each) for each in ends) <= min(dist(start, each) for each in ends)


def _bed(curve: Curve, colour: str, width: float) -> str:
    return tag("path", d=curve.path, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")


def _rail(curve: Curve, line: palette.Line, width: float) -> str:
    return tag(
        "path",
        d=curve.path,
        fill="none",
        stroke=line.paint,
        stroke_width=width,
        stroke_dasharray=line.pattern,
        stroke_linecap="round" if line.dashes is None else None,  # round ends would fill the gaps
    )


def _letters(lying: list[Lying], line: palette.Line) -> str:
    return "".join(_letter(spot, line) for spot in _marked([(where, curve) for where, curve, _ in lying]))


def _letter(spot: Spot, line: palette.Line, scale: float = 1.0) -> str:
    size = MARK * scale
    disc = circle(spot, size, fill=line.paint, stroke=palette.PAPER, stroke_width=4 * scale)
    edge = circle(spot, size + 3 * scale, fill="none", stroke=palette.INK, stroke_width=3 * scale)
    return disc + edge + text(spot, line.letter, size * 1.45, fill=palette.PAPER, font_weight="bold")


def _marked(pieces: list[Piece]) -> list[Spot]:
    """Where the letters of a line go: where it crosses a side, as little else is drawn there."""
    crossed: list[Spot] = []
    for (x, y), curve in pieces:
        for dx, dy in (curve.start, curve.end):
            spot = (x + dx, y + dy)
            if hypot(dx, dy) > NEAR_THE_SIDE and all(dist(spot, other) > APART for other in crossed):
                crossed.append(spot)
    # At the ends of a line stand the values of what lies beyond the board.
    return [crossed[1], crossed[-2]] if len(crossed) > FEW else crossed[len(crossed) // 2 :][:1]


def stretches(book: Rulebook, laid: BoardView, path: Sequence[Point]) -> list[Piece]:
    """The curves of a path, each with the centre of its hex: along track and, where it crosses the sea, over water."""
    parts = ashore(path, frozenset(port.hex for port in book.scenery.ports))
    crossings = [_crossing(book, laid, one, other) for one, other in pairwise(parts)]
    landings = [None, *(crossing.end if crossing else None for crossing in crossings)]
    leavings = [*(crossing.start if crossing else None for crossing in crossings), None]
    found: list[Piece] = []
    for part, landed, leaves, crossing in zip(parts, landings, leavings, [*crossings, None], strict=True):
        found += _to_anchor(book, laid, part[0], landed)
        found += _by_land(book, laid, part, landed.side if landed else None, leaves.side if leaves else None)
        found += _to_anchor(book, laid, part[-1], leaves)
        found += crossing.pieces if crossing else ()
    return found


def _crossing(book: Rulebook, laid: BoardView, one: list[Point], other: list[Point]) -> Passage | None:
    """How a run gets from a part of it on land to the next."""
    return passage(book.board, book.scenery, _berths(book, laid, one[::-1]), _berths(book, laid, other))


def _berths(book: Rulebook, laid: BoardView, inland: Sequence[Point]) -> tuple[Berth, ...]:
    """Where a part of a run can put to sea at its first point: off the coast, or where its track leads to a port."""
    here = hex_of(inland[0])
    within = FIRST_STOP + index_of(inland[0]) if is_stop(inland[0]) else _edge(book, here, hex_of(inland[1]))
    every = berths(book.scenery, here)
    reached = tuple(each for each in every if each.side is None or _track_between(book, laid, here, within, each.side))
    return reached or every


def _edge(book: Rulebook, here: Hex, there: Hex) -> int | None:
    return next((edge for edge, other in book.board.beyond[here].items() if other == there), None)


def _to_anchor(book: Rulebook, laid: BoardView, at: Point, berth: Berth | None) -> list[Piece]:
    """From a station to its ship, if that lies off the coast."""
    if berth is None or berth.side is not None:
        return []
    spot = _place(book, laid, Stop(at))[0]
    x, y = anchor_spot(book.board, berth)
    return [(spot, straight((0.0, 0.0), (x - spot[0], y - spot[1])))]


def _track_between(book: Rulebook, laid: BoardView, hex_: Hex, one: int | None, other: int) -> Piece | None:
    """The piece of track that joins two ends on a hex."""
    face = face_of(book, laid, hex_)
    pieces = face.tile.turned[face.rotation].pieces
    for piece, curve in zip(pieces, lie(face.tile, face.rotation, face.layout).curves, strict=True):
        if piece in ((one, other), (other, one)):
            return middle(book.board.names[hex_], book.board.layout), curve
    return None


def _by_land(
    book: Rulebook, laid: BoardView, path: Sequence[Point], entry: int | None, leave: int | None
) -> Iterator[Piece]:
    """The track along a path, from the side where it comes from the sea to the one where it goes there."""
    steps: list[tuple[Hex, int | None, int | None]] = []
    """By hex: the ends of the track that is used on it."""
    if is_stop(path[0]):
        steps.append((hex_of(path[0]), entry, FIRST_STOP + index_of(path[0])))
        entry = None
    for before, after in pairwise(path):
        here, there = hex_of(before), hex_of(after)
        start = FIRST_STOP + index_of(before) if is_stop(before) else entry
        if here == there:
            entry = None
            if is_stop(after):
                steps.append((here, start, FIRST_STOP + index_of(after)))
            continue
        edge = _edge(book, here, there)
        if edge is None:
            continue
        steps.append((here, start, edge))
        entry = opposite(edge)
        if is_stop(after):
            steps.append((there, entry, FIRST_STOP + index_of(after)))
    last = path[-1]
    steps.append((hex_of(last), FIRST_STOP + index_of(last) if is_stop(last) else entry, leave))
    for hex_, one, other in steps:
        if one is not None and other is not None and (piece := _track_between(book, laid, hex_, one, other)):
            yield piece
