"""Tables as they were a few moves ago, on disk: a site that starts again does not replay whole games.

A snapshot is a cache and nothing else: the log of the game is what counts. It is used only by the very engine that
made it, and deleted without loss. It is pickled, since a table is made of plain records of many kinds, and pickles can
run code; so each carries a signature made with the secret of the site, and none is opened without it.
"""

from __future__ import annotations

import hashlib
import io
import logging
import os
import pickle
import shutil
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.utils.crypto import constant_time_compare, salted_hmac

from railhead.core.rulebook import Rulebook
from railhead.play.table import Table
from railhead.web import upgrading
from railhead.web.models import StoredGame

EVERY = 150
"""How many entries of a log may have to be replayed."""
UNUSED = timedelta(days=60)
"""How long a snapshot is kept that nobody has needed."""
OWN, IMPORT = "own", "import"
"""The rulebooks of a table. They are not written: they are large, shared by tables, and made from the game itself."""
MARK_LENGTH = hashlib.sha256().digest_size
ENDING = ".snapshot"

_log = logging.getLogger("railhead.upkeep")


class Snapshots:
    """The snapshots of a site, in a folder; without one none are kept."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._threads = ThreadPoolExecutor(1, "snapshots")

    def use(self, place: Path) -> None:
        """Keep snapshots in this folder from now on; those of other engines are deleted."""
        name = hashlib.sha256(f"{upgrading.engine()} {sys.version}".encode()).hexdigest()[:16]
        self._folder = place / name
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for other in place.iterdir():
            if other != self._folder:
                shutil.rmtree(other, ignore_errors=True)

    def find(self, game: StoredGame) -> Table | None:
        """The table of a game as it was lately; None if there is no snapshot of it that can be used."""
        if self._folder is None:
            return None
        path = self._folder / f"{game.id}{ENDING}"
        try:
            table = _opened(path.read_bytes(), game)
            os.utime(path)
        except FileNotFoundError:
            return None
        except Exception as problem:  # whatever is wrong with it, the log is there
            _log.error("The snapshot of game %s cannot be used: %s", game.id, problem)
            return None
        return table if table.length <= game.length and table.session.game().seats == tuple(game.players) else None

    def keep(self, game_id: str, table: Table, before: int) -> None:
        """Keep a snapshot soon, if many entries have been added since a length; nobody waits for it."""
        if self._folder is not None and table.length // EVERY > before // EVERY:
            self._threads.submit(self._write, self._folder / f"{game_id}{ENDING}", table)

    def prune(self) -> None:
        """Delete those that nobody has needed for long."""
        oldest = (datetime.now(UTC) - UNUSED).timestamp()
        for path in self._folder.glob(f"*{ENDING}") if self._folder is not None else ():
            if path.stat().st_mtime < oldest:
                path.unlink(missing_ok=True)

    def settle(self) -> None:
        """Wait until all snapshots are written."""
        self._threads.submit(lambda: None).result()

    def _write(self, path: Path, table: Table) -> None:
        try:
            handle, name = tempfile.mkstemp(dir=path.parent)  # which nobody else can read
            with os.fdopen(handle, "wb") as file:
                file.write(_closed(table))
            Path(name).replace(path)
        except OSError as problem:
            _log.error("A snapshot could not be written: %s", problem)


SNAPSHOTS = Snapshots()


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


def _closed(table: Table) -> bytes:
    file = _Packed()
    _Pickler(file, table).dump(table)
    data = file.content()
    return _mark(data) + data


def _opened(content: bytes, game: StoredGame) -> Table:
    mark, data = content[:MARK_LENGTH], content[MARK_LENGTH:]
    if not constant_time_compare(mark, _mark(data)):
        raise ValueError("it was not made by this site")
    blank = Table(game.file())
    table: Table = _Unpickler(io.BytesIO(zlib.decompress(data)), _books(blank)).load()
    return table


def _mark(data: bytes) -> bytes:
    return salted_hmac("railhead.web.snapshots", data, algorithm="sha256").digest()
