"""What is on each hex of the board, in words: for those who cannot see it, and for whoever points at it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from django.utils.translation import get_language, gettext, ngettext, pgettext

from railhead.core import place_names
from railhead.core.ids import Hex, stop_at
from railhead.core.rulebook import Rulebook
from railhead.core.view import BoardView
from railhead.track.board import PRINTED
from railhead.track.tiles import BEYOND, CITY, HALT, LINK, PORT, TOWN, StopFacts


def contents(book: Rulebook, laid: BoardView, legal: frozenset[Hex] = frozenset()) -> tuple[str, ...]:
    """By hex: name, tile, stops with their values and tokens, cost, and whether it can be chosen."""
    return tuple(". ".join(_parts(book, laid, hex_, hex_ in legal)) for hex_ in book.board.all_hexes)


def _parts(book: Rulebook, laid: BoardView, hex_: Hex, legal: bool) -> Iterator[str]:
    board = book.board
    facts, lies = board.hexes[hex_], board.placed(laid.tiles, hex_)
    yield f"{facts.name} {facts.title}".strip()
    tile = board.facts(hex_, lies)
    if lies != PRINTED:
        yield gettext("Tile %(number)s") % {"number": tile.name}
    for number, stop in enumerate(tile.stops):
        signs = tuple(book.token_names[company] for company in laid.tokens.get(stop_at(hex_, number), ()))
        area = place_names.area_name(board, stop.area) if stop.area else ""
        yield _stop(stop, area, signs, laid.stage, get_language())
    if facts.cost and not tile.colour:
        yield gettext("Building costs %(cost)s") % {"cost": facts.cost}
    yield from (str(mark.name) for mark in laid.marks if mark.hex == hex_)
    if facts.printed.colour == "blue" and not tile.stops:
        yield gettext("Sea")
    if legal:
        yield gettext("Can be chosen")


@lru_cache(maxsize=4096)
def _stop(stop: StopFacts, area: str, tokens: tuple[str, ...], stage: int, language: str) -> str:
    """A stop in words, in a language, which is the one that is active: every page describes hundreds of them."""
    words = area if stop.kind in BEYOND and area else _kind(stop)
    value = stop.values[min(stage, len(stop.values) - 1)] if stop.values else stop.value
    if value:
        words = gettext("%(stop)s worth %(value)s") % {"stop": words, "value": value}
    if tokens:
        words = gettext("%(stop)s with %(companies)s") % {"stop": words, "companies": ", ".join(tokens)}
    free = stop.slots - len(tokens)
    if free > 0:
        spaces = ngettext("%(count)s free space", "%(count)s free spaces", free) % {"count": free}
        words = gettext("%(stop)s, %(spaces)s") % {"stop": words, "spaces": spaces}
    return words


def _kind(stop: StopFacts) -> str:
    names = {
        CITY: pgettext("a stop on the board", "City"),
        TOWN: pgettext("a stop on the board", "Town"),
        HALT: pgettext("a stop on the board", "Halt"),
        LINK: pgettext("a stop on the board", "Link"),
        PORT: pgettext("a stop on the board", "Port"),
    }
    return names.get(stop.kind, pgettext("a stop on the board", "Area beyond the board"))
