"""Tokens on the board: in the circles of stations, beside them where there are too many, and homes kept for others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from railhead.core.ids import Company, Hex, Stop, hex_of, index_of, stop_at
from railhead.core.rulebook import Rulebook
from railhead.core.view import BoardView
from railhead.drawing.faces import face_of
from railhead.drawing.hexes import SIDE
from railhead.drawing.layout import SLOT, circles, has_circles
from railhead.drawing.marks import Disc, Spot
from railhead.drawing.obstacles import CLEAR, beyond_the_hex, standing, tracks
from railhead.drawing.raster import CELLS, Raster
from railhead.drawing.tile import Face
from railhead.drawing.tokens import place_for, signs_of, token
from railhead.track.board import PRINTED

WITHIN = 1.5
"""How much smaller than a circle the token in it is."""
SMALLER = (1.0, 0.8, 0.65, 0.5, 0.4, 0.3, 0.2)
"""The sizes of tokens beside circles, relative to those in them: the largest for which there is room is taken."""

Held = dict[int, tuple[Company, ...]]
"""By stop of a hex: the companies whose tokens are there."""


def tokens_on(book: Rulebook, laid: BoardView, hex_: Hex, face: Face) -> str:
    """The tokens on a hex, and the homes of companies that have none there yet."""
    return _drawn(book, laid, hex_, book.board.placed(laid.tiles, hex_), face, _held(laid, hex_, face))


def tokens_after(book: Rulebook, laid: BoardView, hex_: Hex, placement: int) -> str:
    """The tokens on a hex as they would be placed on another tile."""
    board = book.board
    old = board.placed(laid.tiles, hex_)
    held: Held = {}
    for number in range(len(board.facts(hex_, old).stops)):
        there = laid.tokens.get(stop_at(hex_, number), ())
        if there:
            after = index_of(board.carried(hex_, old, placement, stop_at(hex_, number)))
            held[after] = (*held.get(after, ()), *there)
    return _drawn(book, laid, hex_, placement, face_of(book, laid, hex_, placement), held)


def guests_on(laid: BoardView, hex_: Hex, face: Face) -> tuple[Disc, ...]:
    """The tokens that stand beside the circles of a station."""
    found = _beside(face, _excess(face, _held(laid, hex_, face)))
    return tuple(disc for discs in found.values() for disc in discs)


def _held(laid: BoardView, hex_: Hex, face: Face) -> Held:
    if not face.tile.stops:
        return {}
    found = {number: laid.tokens.get(stop_at(hex_, number), ()) for number in range(len(face.tile.stops))}
    return {number: companies for number, companies in found.items() if companies}


def _drawn(book: Rulebook, laid: BoardView, hex_: Hex, placement: int, face: Face, held: Held) -> str:
    if not face.tile.stops:
        return ""
    homes = _waiting(book, laid, hex_, placement)
    signs = signs_of(book.token_faces) if face.lie.slot == SLOT else {}
    beside = _beside(face, _excess(face, held))
    drawn = []
    for number, stop in enumerate(face.tile.stops):
        companies = held.get(number, ())
        discs = (*_discs(face, number), *beside.get(number, ()))
        for company, (x, y, size) in zip(companies, discs, strict=False):
            facts = book.token_faces[company]
            drawn.append(token(facts, (x, y), size, signs=signs.get(facts.symbol)))
        waiting = [company for company in homes.get(stop_at(hex_, number), ()) if company not in companies]
        free = _places(face, number)[len(companies) :] if has_circles(stop) else []
        drawn += [
            place_for(book.companies[company], spot, face.lie.slot)
            for company, spot in zip(waiting, free, strict=False)
        ]
    return "".join(drawn)


def _places(face: Face, number: int) -> Sequence[Spot]:
    """The circles of a stop."""
    stop, spot = face.tile.stops[number], face.lie.spots[number]
    lie = face.lie
    return circles(stop, spot, lie.slot, face.layout, lie.leans[number]) if has_circles(stop) else [spot]


def _discs(face: Face, number: int) -> list[Disc]:
    """Where the tokens in the circles of a stop are."""
    return [(x, y, face.lie.slot - WITHIN) for x, y in _places(face, number)]


def _excess(face: Face, held: Held) -> tuple[tuple[int, int], ...]:
    """The stops with more tokens than circles, and how many too many there are."""
    counts = ((number, len(companies) - len(_places(face, number))) for number, companies in held.items())
    return tuple((number, count) for number, count in counts if count > 0)


@lru_cache(maxsize=1024)
def _beside(face: Face, excess: tuple[tuple[int, int], ...]) -> dict[int, tuple[Disc, ...]]:
    """By stop: where the tokens go for which it has no circle. They lie on nothing, even if they have to be small."""
    largest = face.lie.slot - WITHIN
    tries = (_set_down(face, excess, largest * part) for part in SMALLER)
    return next((found for found in tries if found is not None), {})


def _set_down(face: Face, excess: tuple[tuple[int, int], ...], size: float) -> dict[int, tuple[Disc, ...]] | None:
    """Where tokens of this size have room, if they all have."""
    window = Raster.around(CELLS[face.layout], 2 * SIDE)
    for part in (standing(face), tracks(face), beyond_the_hex(face.layout, 2 * SIDE, 0.0)):
        window.add(part)
    found: dict[int, tuple[Disc, ...]] = {}
    for number, count in excess:
        for _ in range(count):
            free = window.free(2 * size + CLEAR, 2 * size + CLEAR).nearest(face.lie.spots[number])
            if free is None:
                return None
            _, (x, y) = free
            window.disc((x, y), size + CLEAR)
            found[number] = (*found.get(number, ()), (x, y, size))
    return found


def _waiting(book: Rulebook, laid: BoardView, hex_: Hex, placement: int) -> dict[Stop, list[Company]]:
    """By stop of a hex: the companies with their home there."""
    found: dict[Stop, list[Company]] = {}
    for company in book.company_ids:
        home = book.companies[company].home
        if hex_of(home) != hex_ or company in laid.closed:
            continue
        if placement == PRINTED:
            found.setdefault(home, []).append(company)
        elif book.board.keeps_track(hex_, PRINTED, placement):  # on a sketch, it may be any tile
            found.setdefault(book.board.carried(hex_, PRINTED, placement, home), []).append(company)
    return found
