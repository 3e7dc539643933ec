"""A game that is being played among bots: where it stands, and what each seat may know of it."""

from __future__ import annotations

import copy

from railhead.bots.position import Notes, Position, position
from railhead.core import engine
from railhead.core.actions import Action
from railhead.core.events import Event
from railhead.core.ids import Seat
from railhead.core.rulebook import Rulebook
from railhead.core.state import State


class Match:
    """A game, with the notes that everybody at the table could take."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.state: State
        self.state, begun = engine.start(book)
        self._notes = Notes(book, begun)
        self._logs = {seat: list(begun) for seat in book.seat_ids}

    def __deepcopy__(self, memo: dict[int, object]) -> Match:
        """Another game that goes on from here. States never change, so both share them."""
        other = copy.copy(self)
        other._notes = copy.deepcopy(self._notes, memo)
        other._logs = {seat: [*log] for seat, log in self._logs.items()}
        return other

    @property
    def seat(self) -> Seat | None:
        """Who has to decide; nobody when the game is over."""
        choices = engine.choices(self.book, self.state)
        return None if choices is None else choices.seat

    def seen_by(self, seat: Seat) -> Position:
        """What a seat may know, with what has happened since it last decided."""
        return position(self.book, self.state, seat, self._notes, self._logs[seat])

    def play(self, seat: Seat, action: Action) -> list[Event]:
        """A seat decides; what comes of it is told to everybody."""
        self._logs[seat] = []
        self.state, events = engine.apply(self.book, self.state, action)
        self._notes.read(events)
        for log in self._logs.values():
            log += events
        return events
