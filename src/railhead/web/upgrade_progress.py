"""How far a new version has got with replaying the games of a site: the next start goes on from there.

It is noted in a file, since the database is not to be changed before all games are known to play. A site of ten
thousand games is replayed for most of an hour; whoever interrupts that, or has to accept a game that breaks, should not
have to wait for it again.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


class Progress:
    """The games that an engine has replayed, as lines of a file below the name of the engine; without one, none."""

    def __init__(self, path: Path | None, engine: str) -> None:
        self._path = path
        self._engine = engine
        self._done = self._read()

    def _read(self) -> set[str]:
        if self._path is None:
            return set()
        try:
            lines = self._path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return set()
        return set(lines[1:]) if lines[:1] == [self._engine] else set()

    def has(self, game_id: str, length: int) -> bool:
        """Has this engine replayed a game as long as it is now?"""
        return _line(game_id, length) in self._done

    def note(self, game_id: str, length: int) -> None:
        """A game can be played. If that cannot be written down, only time is lost."""
        begun, line = bool(self._done), _line(game_id, length)
        self._done.add(line)
        if self._path is not None:
            with suppress(OSError), self._path.open("a" if begun else "w", encoding="utf-8") as file:
                file.write(f"{line}\n" if begun else f"{self._engine}\n{line}\n")

    def end(self) -> None:
        """All games have been replayed, and the site knows it."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)


def _line(game_id: str, length: int) -> str:
    return f"{game_id} {length}"
