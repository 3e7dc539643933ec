"""Storing games in files so that nothing acknowledged is lost.

A file is replaced atomically, after its new content has reached the disk. A game's file is locked while the game is
changed, so that two simultaneous changes cannot overwrite each other.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from railhead.core.refusal import Malformed
from railhead.play.gamefile import MOST_BYTES, GameFile, parse_json
from railhead.play.session import Session

NEW_FILE_MODE = 0o644


def read_data(path: Path) -> object:
    """The JSON of a file."""
    with _opened(path) as file:
        try:
            return parse_json(file.read(MOST_BYTES + 1))
        except Malformed as problem:
            raise Malformed(f"{path}: {problem}") from None


def _opened(path: Path) -> IO[bytes]:
    """A file opened for reading. A named pipe, which might have no writer, is refused rather than waited for."""
    file = os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb")
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise Malformed(f"{path}: not a file")
    return file


def read(path: Path) -> GameFile:
    """The game in a file."""
    data = read_data(path)
    try:
        return GameFile.from_data(data)
    except Malformed as problem:
        raise Malformed(f"{path}: {problem}") from None


def load(path: Path) -> Session:
    """Resume the game in a file."""
    return Session(read(path))


def create(path: Path, game: GameFile, replace: bool = False) -> None:
    """Write a new game to a file; an existing one is replaced only on request."""
    _write(path, game, fresh=not replace)


@contextlib.contextmanager
def changing(path: Path) -> Iterator[Session]:
    """Open a game for changes: it is saved at the end, unless something went wrong."""
    path = Path(os.path.realpath(path))
    with _held(path):
        session = load(path)
        yield session
        _write(path, session.game())


@contextlib.contextmanager
def _held(path: Path) -> Iterator[None]:
    """Lock a file. It may have been replaced while we waited; then lock the new one."""
    while True:
        with _opened(path) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                yield
                return


def _write(path: Path, game: GameFile, fresh: bool = False) -> None:
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        raise Malformed(f"{path}: not a file")
    if not path.parent.is_dir():
        raise Malformed(f"{path}: there is no such folder")
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else NEW_FILE_MODE
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(game.to_json())
            file.flush()
            os.fchmod(file.fileno(), mode)
            os.fsync(file.fileno())
        if fresh:
            os.link(temporary, path)  # unlike a rename, it fails if the file already exists
        else:
            temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make sure that the new name reaches the disk too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
