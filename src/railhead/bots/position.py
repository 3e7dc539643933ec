"""A position as a bot gets it: one that its seat may know, with what may be decided and what has happened lately.

Hidden treasuries are filled in from the public log: every payment is told to everybody, so somebody who keeps notes
knows them. Without such notes they are empty.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from railhead.core.choices import Choices
from railhead.core.events import Event, Paid
from railhead.core.game import Game
from railhead.core.ids import Seat
from railhead.core.information import hidden_treasuries, without_treasuries
from railhead.core.rulebook import Rulebook
from railhead.core.state import State
from railhead.core.steps import Step
from railhead.core.view import View


class Notes:
    """What everybody at the table could write down: by owner, the money paid and received since the beginning."""

    def __init__(self, book: Rulebook, log: Iterable[Event] = ()) -> None:
        self.cash = book.set_up(book).cash
        self.read(log)

    def read(self, log: Iterable[Event]) -> None:
        """Note what has been paid."""
        for event in log:
            if isinstance(event, Paid):
                self.cash[event.payer] -= event.amount
                self.cash[event.payee] += event.amount


@dataclass(frozen=True, eq=False)
class Position:
    """What a seat that has to decide knows."""

    book: Rulebook
    seat: Seat
    state: State
    """A position that the seat may know. It is not to be changed."""
    view: View
    """The table as the seat sees it, without notes."""
    log: tuple[Event, ...] = ()
    """What has happened since the seat last decided."""

    @property
    def step(self) -> Step:
        """What is to be decided."""
        return self.state.agenda[-1]

    @cached_property
    def game(self) -> Game:
        """The position, for rules to be asked."""
        return Game(self.book, self.state)

    @cached_property
    def choices(self) -> Choices:
        """What may be decided."""
        return Choices(self.game, self.step)


def position(
    book: Rulebook, state: State, seat: Seat, notes: Notes | None = None, log: Iterable[Event] = ()
) -> Position:
    """A state as a seat may know it."""
    game = Game(book, state)
    hidden = hidden_treasuries(game, seat)
    seen = without_treasuries(game, hidden)
    known = seen
    if hidden and notes is not None:
        known = seen.clone()
        for company in hidden:
            known.cash[book.purse(company)] = notes.cash[book.purse(company)]
        if book.separate_credits:
            known.cash[book.company_bank] = notes.cash[book.company_bank]
    return Position(book, seat, known, View(book, seat, hidden, seen), tuple(log))


def known_position(book: Rulebook, known: State, seat: Seat, log: Iterable[Event] = ()) -> Position:
    """A position made from a state that the seat may know, with what notes have filled in: that of another position."""
    game = Game(book, known)
    hidden = hidden_treasuries(game, seat)
    return Position(book, seat, known, View(book, seat, hidden, without_treasuries(game, hidden)), tuple(log))
