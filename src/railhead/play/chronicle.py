"""The log in plain words, grouped by turn: decisions, their consequences, and what was taken back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from railhead.bots.reason import Reason
from railhead.core.actions import Topic
from railhead.core.events import Event, RoundBegan, TurnBegan
from railhead.core.ids import Company
from railhead.core.rulebook import Rulebook
from railhead.core.text import Text
from railhead.play import wording
from railhead.play.log import ACT, UNDO, left_by
from railhead.play.session import Played
from railhead.play.tales import consequences, tell

if TYPE_CHECKING:
    from railhead.play.table import Recorded, Table


MOST_NEW = 150
"""How many lines are shown only because they are new."""


@dataclass(frozen=True, slots=True)
class Line:
    """A decision, or something the rules brought about."""

    number: int | None
    """The number of the action, unless it was taken back."""
    player: str
    text: Text
    """What happened, in a player's words."""
    action: str = ""
    """The action, as it is stored."""
    consequences: tuple[Text, ...] = ()
    undone: bool = False
    """It was taken back."""
    automatic: bool = False
    """A standing order or a bot decided it."""
    fresh: bool = False
    """It happened after the reader's last move."""
    time: str = ""
    company: str = ""
    """The company whose turn it was, or that it was about."""
    topic: Topic = Topic.OTHER
    reason: Reason | None = None
    """Why a bot decided it."""


@dataclass(frozen=True, slots=True)
class Heading:
    """Whose turn it was: in which round, and of which company or player."""

    round: Text
    company: str = ""
    player: str = ""
    """The player, if it was not a company's turn."""

    def __str__(self) -> str:
        who = self.company or self.player
        return f"{self.round}: {who}" if who else str(self.round)


@dataclass(frozen=True, slots=True)
class Turn:
    """What happened in one turn."""

    heading: Heading
    lines: tuple[Line, ...]


def chronicle(table: Table, at: int | None = None, since: int | None = None) -> tuple[Turn, ...]:
    """All turns up to an action (by default the last), marking what happened after the action `since`."""
    return tuple(_turns_back(table, table.actions if at is None else at, since))[::-1]


def recent(table: Table, at: int, since: int | None, least: int) -> tuple[tuple[Turn, ...], bool]:
    """The last turns, with at least so many lines and everything that is new; and whether there are earlier ones.

    If very much is new, for whoever was away or is out of the game, it is what happened last.
    """
    found: list[Turn] = []
    count = 0
    for turn in _turns_back(table, at, since):
        if count >= least and (count >= MOST_NEW or not any(line.fresh for line in turn.lines)):
            return tuple(found[::-1]), True
        found.append(turn)
        count += len(turn.lines)
    return tuple(found[::-1]), False


def _turns_back(table: Table, last: int, since: int | None) -> Iterator[Turn]:
    """The turns up to an action, the last one first: a page that shows only these need not go through a whole game."""
    for heading, group in groupby(_lines_back(table, last, since), key=lambda pair: pair[0]):
        yield Turn(heading, tuple(line for _, line in group)[::-1])


def _lines_back(table: Table, last: int, since: int | None) -> Iterator[tuple[Heading, Line]]:
    number = table.actions
    for recorded in reversed(table.log):
        if number <= last:
            fresh = since is not None and number > since
            shown = number if recorded.in_force else None
            for heading, line in reversed(recorded.lines):
                yield heading, replace(line, number=shown, fresh=fresh)
        number -= recorded.in_force


def lines(recorded: Recorded) -> Iterator[tuple[Heading, Line]]:
    """The lines of an entry, each with the heading of its turn."""
    entry, played, book = recorded.entry, recorded.played, recorded.book
    player = book.owner_names[entry.seat]
    if played is None:
        if entry.kind == UNDO:
            text = Text("{player} takes back everything after move {number}", player=player, number=left_by(entry))
            yield Heading(Text("Taken back")), Line(None, player, text, time=entry.time)
        return
    undone = not recorded.in_force
    own, later = _split(played.events)
    text, came = tell(played, own)
    decided = Line(
        None,
        player,
        text if entry.kind == ACT else Text("{text} (again)", text=text),
        played.text,
        came,
        undone,
        entry.automatic,
        time=entry.time,
        company=_company(book, played),
        topic=played.action.topic,
        reason=entry.reason,
    )
    yield heading(book, played), decided
    for title, line in _by_itself(book, played, later):
        yield title, replace(line, undone=undone, time=entry.time)


def _by_itself(book: Rulebook, played: Played, parts: list[list[Event]]) -> Iterator[tuple[Heading, Line]]:
    """What then happened without any decision, in rounds and turns that began: step by step."""
    round_ = book.round_name(played.round)
    for began, *events in parts:
        told = [wording.sentence(book, event) for event in consequences(book, events)]
        if isinstance(began, RoundBegan):
            round_ = began.round
            yield Heading(round_), Line(None, "", Text("The round begins"), consequences=tuple(told))
        elif isinstance(began, TurnBegan):
            symbol = book.company_names[began.company]
            for text in told:
                yield Heading(round_, symbol), Line(None, "", text, company=symbol)


def _split(events: tuple[Event, ...]) -> tuple[list[Event], list[list[Event]]]:
    """What came of a decision, and then, from each round or turn that began, what happened in it."""
    own: list[Event] = []
    later: list[list[Event]] = []
    for event in events:
        if isinstance(event, RoundBegan | TurnBegan):
            later.append([event])
        else:
            (later[-1] if later else own).append(event)
    return own, later


def _company(book: Rulebook, played: Played) -> str:
    """The company whose turn it was, or that the decision was about."""
    company = _acting(played)
    if company is not None:
        return book.company_names[company]
    fields = wording.kinds(type(played.action))
    named = (getattr(played.action, name) for name, kind in fields.items() if kind is Company)
    return next((book.company_names[company] for company in named), "")


def _acting(played: Played) -> Company | None:
    companies = (step.acting_company for step in reversed(played.agenda))
    return next((company for company in companies if company is not None), None)


def heading(book: Rulebook, played: Played) -> Heading:
    """Whose turn it was."""
    company, round_ = _acting(played), book.round_name(played.round)
    if company is None:
        return Heading(round_, player=book.owner_names[played.seat])
    return Heading(round_, book.company_names[company])
