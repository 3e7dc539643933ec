"""Tables as bytes: for the disk, and from one process to another.

A table is pickled, since it is made of plain records of many kinds; and pickles can run code: nothing is unpacked that
this site has not packed itself.
"""

from __future__ import annotations

import io
import pickle
import zlib
from typing import Any

from railhead.core.rulebook import Rulebook
from railhead.play.table import Table

OWN, IMPORT = "own", "import"
"""The rulebooks of a table. They are not written: they are large, shared by tables, and made from the game itself."""


def packed(table: Table) -> bytes:
    """A table without its rulebooks, compressed."""
    file = _Packed()
    _Pickler(file, table).dump(table)
    return file.content()


def unpacked(data: bytes, blank: Table) -> Table:
    """The table that was packed, with the rulebooks of a table of the same game."""
    table: Table = _Unpickler(io.BytesIO(zlib.decompress(data)), _books(blank)).load()
    return table


class _Pickler(pickle.Pickler):
    def __init__(self, file: _Packed, table: Table) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._books = {id(book): name for name, book in _books(table).items()}

    def persistent_id(self, obj: Any) -> str | None:
        """Rulebooks are written as their names."""
        return self._books[id(obj)] if isinstance(obj, Rulebook) else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, books: dict[str, Rulebook]) -> None:
        super().__init__(file)
        self._books = books

    def persistent_load(self, name: Any) -> Rulebook:
        """The rulebook of this name."""
        return self._books[name]


def _books(table: Table) -> dict[str, Rulebook]:
    found = {OWN: table.session.book, IMPORT: table.session.import_book}
    return {name: book for name, book in found.items() if book is not None}


class _Packed(io.RawIOBase):
    """What is written, compressed piece by piece: a table as it is pickled is large, and is never there as a whole."""

    def __init__(self) -> None:
        self._packing = zlib.compressobj(1)
        self._pieces: list[bytes] = []

    def write(self, data: Any) -> int:
        """Compress some more."""
        self._pieces.append(self._packing.compress(data))
        return len(data)

    def content(self) -> bytes:
        """All of it."""
        return b"".join((*self._pieces, self._packing.flush()))
