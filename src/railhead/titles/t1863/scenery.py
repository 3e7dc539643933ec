"""What the board shows besides tiles and tokens: the Thames, the white circle, edges, and what privates look for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from railhead.core.ids import NOBODY, Hex
from railhead.core.rulebook import Rulebook
from railhead.core.scenery import HexMark, Scenery
from railhead.core.state import State
from railhead.core.text import Text
from railhead.titles.t1863.facts import CLINK_HEXES, MAIL_HEXES, NUMBERS, PRIVATE, land
from railhead.titles.t1863.record import Record1863

ENVELOPE = "✉"
EDGES = {
    "N": Text("On the northern edge"),
    "S": Text("On the southern edge"),
    "E": Text("On the eastern edge"),
    "W": Text("On the western edge"),
}
"""What the letters of the edge bonus locations mean (1863-BONUS-02, 1863-BONUS-03)."""


def scenery() -> Scenery:
    """The scenery of London; the Thames is listed from west to east."""
    return Scenery((tuple(land().thames),), (land().inside,), marks)


def marks(book: Rulebook, state: State) -> tuple[HexMark, ...]:
    """The signs on hexes: edges always, those of privates as long as these can do something with them."""
    return (*_edges(), *_mail(book, state), *_necropolis(state), *_clink(book, state))


def _edges() -> Iterator[HexMark]:
    for hex_, letters in land().edges.items():
        yield from (HexMark(hex_, letter, EDGES[letter]) for letter in letters)


def _mail(book: Rulebook, state: State) -> Iterator[HexMark]:
    """The markers of the Royal Mail Rail and the places for them (1863-PRIV-11)."""
    placed = _record(state).mail
    yield from (HexMark(hex_, ENVELOPE, Text("Mail marker")) for hex_ in placed)
    if state.privates[PRIVATE["MAI"]] != NOBODY:
        free = (hex_ for hex_ in _named(book, MAIL_HEXES) if hex_ not in placed)
        yield from (HexMark(hex_, ENVELOPE, Text("A mail marker can come here"), faint=True) for hex_ in free)


def _necropolis(state: State) -> Iterator[HexMark]:
    """Where the Necropolis Railway lays its tiles, until it has laid them all (1863-PRIV-05)."""
    yellow, green = _record(state).necropolis
    done = yellow >= NUMBERS.necropolis_yellow and green >= NUMBERS.necropolis_green
    if state.privates[PRIVATE["LNR"]] != NOBODY and not done:
        words = Text("The Necropolis Railway lays tiles free of charge here")
        yield from (HexMark(hex_, "LNR", words, faint=True) for hex_ in sorted(land().necropolis))


def _clink(book: Rulebook, state: State) -> Iterator[HexMark]:
    """Where the Clink Club may lay its tile (1863-PRIV-16)."""
    if state.privates[PRIVATE["CLK"]] != NOBODY and PRIVATE["CLK"] not in _record(state).used:
        free = (hex_ for hex_ in _named(book, CLINK_HEXES) if hex_ not in state.tiles)
        yield from (HexMark(hex_, "CLK", Text("The Clink Club may lay its tile here"), faint=True) for hex_ in free)


def _named(book: Rulebook, names: Iterable[str]) -> list[Hex]:
    return [book.board.index[name] for name in names]


def _record(state: State) -> Record1863:
    assert isinstance(state.record, Record1863)
    return state.record
