"""The log in plain words, grouped by turn: decisions, their consequences, and what was taken back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from railhead.core.actions import Action
from railhead.core.events import Decided, Event, RoundBegan, sentence
from railhead.core.rulebook import Rulebook
from railhead.core.text import Text
from railhead.play import wording
from railhead.play.log import ACT, UNDO, left_by
from railhead.play.session import Played

if TYPE_CHECKING:
    from railhead.play.table import Recorded, Table


@dataclass(frozen=True, slots=True)
class Line:
    """A decision, or something the rules brought about."""

    number: int | None
    """The number of the action, unless it was taken back."""
    player: str
    text: str
    """What happened, in a player's words."""
    action: str = ""
    """The action, as it is stored."""
    consequences: tuple[str, ...] = ()
    undone: bool = False
    """It was taken back."""
    automatic: bool = False
    """A standing order decided it."""
    fresh: bool = False
    """It happened after the reader's last move."""
    time: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """What happened in one turn."""

    heading: str
    lines: tuple[Line, ...]


def chronicle(table: Table, at: int | None = None, since: int | None = None) -> tuple[Turn, ...]:
    """All turns up to an action (by default the last), marking what happened after the action `since`."""
    last = table.actions if at is None else at
    found: list[tuple[str, Line]] = []
    number = 0
    for recorded in table.log:
        if recorded.in_force:
            number += 1
        if number > last:
            break
        fresh = since is not None and number > since
        shown = number if recorded.in_force else None
        for heading, line in recorded.lines:
            found.append((heading, replace(line, number=shown, fresh=fresh)))
    return tuple(
        Turn(heading, tuple(line for _, line in group)) for heading, group in groupby(found, key=lambda pair: pair[0])
    )


def lines(recorded: Recorded) -> Iterator[tuple[str, Line]]:
    """The lines of an entry, each with the heading of its turn."""
    entry, played, book = recorded.entry, recorded.played, recorded.book
    player = book.owner_names[entry.seat]
    if played is None:
        if entry.kind == UNDO:
            yield (
                "Taken back",
                Line(None, player, f"takes back everything after move {left_by(entry)}", time=entry.time),
            )
        return
    undone = not recorded.in_force
    mine, later = _split(played.events)
    text = _decided(played.book, played.action) + ("" if entry.kind == ACT else " (again)")
    yield (
        heading(book, played),
        Line(None, player, text, played.text, _said(book, mine), undone, entry.automatic, time=entry.time),
    )
    for began, events in later:
        begins = Line(
            None, "", str(Text("{round} begins", round=began.round)), consequences=_said(book, events), undone=undone
        )
        yield str(began.round), replace(begins, time=entry.time)


def _decided(book: Rulebook, action: Action) -> str:
    """The action, in words that follow a name and a colon."""
    text = wording.said(book, action)
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def _said(book: Rulebook, events: list[Event]) -> tuple[str, ...]:
    """Events as sentences."""
    texts = (sentence(book, event) for event in events)
    return tuple(text[:1].upper() + text[1:] for text in texts)


def _split(events: tuple[Event, ...]) -> tuple[list[Event], list[tuple[RoundBegan, list[Event]]]]:
    """The consequences of a decision, and what then happened automatically in the rounds it began."""
    mine: list[Event] = []
    later: list[tuple[RoundBegan, list[Event]]] = []
    for event in events:
        if isinstance(event, Decided):
            continue
        if isinstance(event, RoundBegan):
            later.append((event, []))
        else:
            (later[-1][1] if later else mine).append(event)
    return mine, later


def heading(book: Rulebook, played: Played) -> str:
    """Whose turn it was, in a few words: the round, and the company or the player."""
    companies = (step.acting_company for step in reversed(played.agenda))
    company = next((company for company in companies if company is not None), None)
    who = book.owner_names[played.seat] if company is None else book.company_names[company]
    return f"{book.round_name(played.round)}: {who}"
