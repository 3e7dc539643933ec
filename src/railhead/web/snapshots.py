"""Tables as they were a few moves ago, on disk: a site that starts again does not replay whole games.

A snapshot is a cache and nothing else: the log of the game is what counts. It is used only by the very engine that
made it, and deleted without loss. Each carries a signature made with the secret of the site, and none is opened without
it.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Lock
from time import thread_time

from django.utils.crypto import constant_time_compare, salted_hmac

from railhead.play.table import Table
from railhead.web import packing, upgrading
from railhead.web.models import StoredGame

EVERY = 150
"""How many entries of a log may have to be replayed."""
UNUSED = timedelta(days=60)
"""How long a snapshot is kept that nobody has needed."""
MARK_LENGTH = hashlib.sha256().digest_size
ENDING = ".snapshot"
REST = 19
"""After each snapshot so many times as long nothing is written: they take a twentieth of a processor at most."""

_log = logging.getLogger("railhead.upkeep")


class Snapshots:
    """The snapshots of a site, in a folder; without one none are kept."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._threads = ThreadPoolExecutor(1, "snapshots")
        self._lock = Lock()
        self._wanted: dict[str, Table] = {}
        """The tables of which a snapshot is wanted; the first has waited longest."""
        self._writing = False
        self._hurry = Event()
        """Set when there is no time to rest."""

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
        return table if _is_of(table, game) else None

    def keep(self, game_id: str, table: Table, before: int) -> None:
        """Keep a snapshot soon, if many entries have been added since a length; nobody waits for it."""
        if self._folder is None or table.length // EVERY == before // EVERY:
            return
        with self._lock:
            self._wanted[game_id] = table
            begin, self._writing = not self._writing, True
        if begin:
            self._threads.submit(self._write_wanted)

    def prune(self) -> None:
        """Delete those that nobody has needed for long."""
        oldest = (datetime.now(UTC) - UNUSED).timestamp()
        for path in self._folder.glob(f"*{ENDING}") if self._folder is not None else ():
            if path.stat().st_mtime < oldest:
                path.unlink(missing_ok=True)

    def settle(self) -> None:
        """Wait until all snapshots are written."""
        self._hurry.set()
        self._threads.submit(lambda: None).result()
        self._hurry.clear()

    def end(self) -> None:
        """Write no more of them: the site stops."""
        self._hurry.set()
        with self._lock:
            self._wanted.clear()

    def _write_wanted(self) -> None:
        """Write what is wanted, one after another, until nothing is."""
        while (wanted := self._next()) is not None:
            began = thread_time()
            self._write(*wanted)
            self._hurry.wait(REST * (thread_time() - began))

    def _next(self) -> tuple[Path, Table] | None:
        """Where to write which table; None if nothing is wanted."""
        with self._lock:
            game_id = next(iter(self._wanted), None)
            if game_id is None or self._folder is None:
                self._writing = False
                return None
            return self._folder / f"{game_id}{ENDING}", self._wanted.pop(game_id)

    def _write(self, path: Path, table: Table) -> None:
        try:
            handle, name = tempfile.mkstemp(dir=path.parent)  # which nobody else can read
            with os.fdopen(handle, "wb") as file:
                data = packing.packed(table)
                file.write(_mark(data) + data)
            Path(name).replace(path)
        except Exception as problem:  # the next one may be written
            _log.error("A snapshot could not be written: %s", problem)


SNAPSHOTS = Snapshots()


def _opened(content: bytes, game: StoredGame) -> Table:
    mark, data = content[:MARK_LENGTH], content[MARK_LENGTH:]
    if not constant_time_compare(mark, _mark(data)):
        raise ValueError("it was not made by this site")
    return packing.unpacked(data, Table(game.file()))


def _is_of(table: Table, game: StoredGame) -> bool:
    """Is a table what the log of a game has made? The database may have been put back to an earlier day, and more been
    played since then than the snapshot knows of."""
    known = table.entries()
    if len(known) > game.length or table.session.game().seats != tuple(game.players):
        return False
    stored = game.log.filter(number__lte=len(known)).values_list("kind", "seat", "text", "automatic", "imported")
    return list(stored) == [(each.kind, each.seat, each.text, each.automatic, each.imported) for each in known]


def _mark(data: bytes) -> bytes:
    return salted_hmac("railhead.web.snapshots", data, algorithm="sha256").digest()
