"""A game as the site begins to store it: read, checked action by action, and ready to be written to the database.

Nothing here knows the database or the server: it is done in a separate process.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from railhead.core.game import Game
from railhead.core.ids import Seat
from railhead.core.refusal import Malformed
from railhead.interop.as18xx import importer
from railhead.play.gamefile import GameFile, parse_json
from railhead.play.log import Entry
from railhead.play.table import Table
from railhead.web import said
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
    said: dict[str, Any] = field(default_factory=dict)
    """For the lobby, as data: the round and what that seat has to do."""
    scores: tuple[int, ...] | None = None
    """When the game is over: what each player is worth, clockwise."""

    @classmethod
    def of(cls, table: Table) -> Standing:
        """How far a table has got."""
        choices = table.session.choices
        if choices is None:
            return cls(table.length, table.actions, "over", None, scores=_scores(table))
        stage = table.book.round_name(table.session.state.round)
        task = table.book.worded(choices.step.task(Game(table.book, table.session.state)))
        said_ = {"stage": said.to_data(stage), "task": said.to_data(task)}
        return cls(table.length, table.actions, stage.english, choices.seat, said_)


def _scores(table: Table) -> tuple[int, ...]:
    game = Game(table.book, table.session.state)
    return tuple(table.book.worth(game, seat) for seat in table.book.seat_ids)


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
