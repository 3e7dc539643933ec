"""Tokens on the board: in the circles of stations, beside them where there are too many, and homes kept for others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from railhead.core.ids import Company, Hex, Stop, hex_of, index_of, stop_at
from railhead.core.rulebook import Rulebook
from railhead.core.view import BoardView
from railhead.drawing.faces import face_of
from railhead.drawing.layout import SLOT, STATIONS, circles
from railhead.drawing.marks import Spot
from railhead.drawing.tile import Face
from railhead.drawing.tokens import place_for, short_signs, token
from railhead.track.board import PRINTED
from railhead.track.tiles import CITY

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


def guests_on(laid: BoardView, hex_: Hex, face: Face) -> tuple[Spot, ...]:
    """Where tokens stand beside the circles of a station."""
    return tuple(
        spot
        for number, companies in _held(laid, hex_, face).items()
        for order, spot in enumerate(_spots(face, number, len(companies)))
        if order >= len(_places(face, number))
    )


def _held(laid: BoardView, hex_: Hex, face: Face) -> Held:
    if not face.tile.stops:
        return {}
    found = {number: laid.tokens.get(stop_at(hex_, number), ()) for number in range(len(face.tile.stops))}
    return {number: companies for number, companies in found.items() if companies}


def _drawn(book: Rulebook, laid: BoardView, hex_: Hex, placement: int, face: Face, held: Held) -> str:
    if not face.tile.stops:
        return ""
    homes = _waiting(book, laid, hex_, placement)
    short = short_signs(tuple(facts.symbol for facts in book.companies)) if face.lie.slot == SLOT else {}
    drawn = []
    for number, stop in enumerate(face.tile.stops):
        companies = held.get(number, ())
        for company, spot in zip(companies, _spots(face, number, len(companies)), strict=True):
            facts = book.companies[company]
            drawn.append(token(facts, spot, face.lie.slot - 1.5, short=short.get(facts.symbol, "")))
        waiting = [company for company in homes.get(stop_at(hex_, number), ()) if company not in companies]
        free = _places(face, number)[len(companies) :] if stop.kind == CITY else []
        drawn += [
            place_for(book.companies[company], spot, face.lie.slot)
            for company, spot in zip(waiting, free, strict=False)
        ]
    return "".join(drawn)


def _places(face: Face, number: int) -> Sequence[Spot]:
    """The circles of a stop."""
    stop, spot = face.tile.stops[number], face.lie.spots[number]
    lie = face.lie
    return circles(stop, spot, lie.slot, face.layout, lie.leans[number]) if stop.kind in STATIONS else [spot]


def _spots(face: Face, number: int, count: int) -> Iterator[Spot]:
    """Where so many tokens of a stop go; those that are too many for its circles stand beside them."""
    places = _places(face, number)
    for order in range(count):
        if order < len(places):
            yield places[order]
        else:
            x, y = places[-1]
            yield x + SLOT * 0.9 * (order - len(places) + 1), y + SLOT * 1.1


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
