"""The whole table in a terminal."""

from __future__ import annotations

from railhead.play.session import Session
from railhead.terminal.output import say
from railhead.terminal.prompt import turn_line


def show(session: Session, number: int, seat: int | None, width: int | None) -> None:
    """Print the table after so many actions."""
    del seat, width
    say(turn_line(session.book, session.at(number)))
