"""A stored game as a file that somebody keeps."""

from __future__ import annotations

from railhead.play.gamefile import GameFile
from railhead.play.written import written
from railhead.web.models import StoredGame
from railhead.web.tables import TABLES, Unplayable


def file_of(game: StoredGame) -> GameFile:
    """The game as it is now; one that this version cannot play, as its log has it."""
    try:
        with TABLES.table(game) as table:
            return table.session.game()
    except Unplayable:
        return written(game.file(), (row.entry() for row in game.log.all()))
