"""A game as the site begins to store it: read, checked action by action, and ready to be written to the database.

Nothing here knows the database or the server: it is done in a separate process.
"""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core.ids import Seat
from railhead.core.refusal import Malformed
from railhead.interop.as18xx import importer
from railhead.play.gamefile import GameFile, parse_json
from railhead.play.log import Entry
from railhead.play.table import Table
from railhead.web.bodies import LARGEST_FILE

MOST_ACTIONS = 20_000
"""How many actions a game may have when a site takes it over; long games have a tenth of them."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a table has got."""

    length: int
    actions: int
    stage: str
    """In a few words, for the lobby."""
    to_act: Seat | None
    """The seat that is to decide; None when the game is over."""

    @classmethod
    def of(cls, table: Table) -> Standing:
        """How far a table has got."""
        stage = "over" if table.over else table.book.round_name(table.session.state.round).english
        return cls(table.length, table.actions, stage, None if table.over else table.seat_to_act())


@dataclass(frozen=True, slots=True)
class Opening:
    """A game with whatever has been decided in it so far."""

    file: GameFile
    standing: Standing
    entries: tuple[Entry, ...]


def opening(file: GameFile) -> Opening:
    """A game from a file, with every action checked."""
    if len(file.actions) > MOST_ACTIONS:
        raise Malformed(
            "The game has {actions} actions, more than {most}", actions=len(file.actions), most=MOST_ACTIONS
        )
    table = Table.of(file)
    return Opening(file, Standing.of(table), table.entries())


def read(content: bytes) -> Opening:
    """The game in a file, whichever system wrote it, with every action checked."""
    if len(content) > LARGEST_FILE:
        raise Malformed("The file is too large for a game")
    data = parse_json(content)
    return opening(importer.import_game(data) if importer.is_18xx_file(data) else GameFile.from_data(data))
