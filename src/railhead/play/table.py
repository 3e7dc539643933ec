"""A table without I/O: a game, the log of everything that was done, and who may do what.

A table that others may be looking at is never modified: `fork` it, change the fork, store what was added, and replace
the table with the fork. A refused operation raises an exception and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from railhead.bots.reason import Reason
from railhead.core.actions import Action
from railhead.core.hindsight import knowing
from railhead.core.ids import Seat
from railhead.core.refusal import Illegal, Malformed, RailheadError
from railhead.core.rulebook import Rulebook
from railhead.core.text import Text
from railhead.play import answers
from railhead.play.chronicle import Heading, Line, Turn, chronicle, lines, recent
from railhead.play.gamefile import GameFile
from railhead.play.log import ACT, REDO, UNDO, Entry, left_by, undo_entry
from railhead.play.orders import Orders
from railhead.play.session import Misplayed, Played, Session

MOST_AUTOMATIC = 5_000
"""More consecutive actions by standing orders than this can only be a bug: most games have fewer in all."""


class Stale(RailheadError):
    """The answer was meant for an earlier point of the game; the table has moved on."""

    def __init__(self, length: int) -> None:
        super().__init__("The table has changed since this page was made; nothing was done")
        self.length = length


class NotYours(RailheadError):
    """It is somebody else's decision, or somebody else has to agree."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """An entry of the log with its consequences; an action that was taken back later is not in force."""

    entry: Entry
    played: Played | None
    in_force: bool
    book: Rulebook
    _told: tuple[tuple[Heading, Line], ...] | None = field(default=None, init=False, repr=False, compare=False)
    """The lines, once somebody has asked for them."""

    @property
    def lines(self) -> tuple[tuple[Heading, Line], ...]:
        """The entry in words: lines with the headings of their turns. Computed once, as it never changes."""
        if self._told is None:
            object.__setattr__(self, "_told", tuple(lines(self)))
        assert self._told is not None
        return self._told


class Table:
    """A game in progress, with its log."""

    def __init__(self, game: GameFile, entries: Iterable[Entry] = ()) -> None:
        """Start from a game before its first decision, and replay everything in its log."""
        self._session = Session(game.first(0))
        self._log: list[Recorded] = []
        self._in_force: list[int] = []
        self.restore_all(entries)

    @classmethod
    def of(cls, game: GameFile) -> Table:
        """A table that continues a game from a file: its actions become the log."""
        table = cls(game)
        for number, (text, following) in enumerate(pairwise((*game.actions, None))):
            assert text is not None
            imported = game.is_imported(number)
            seat = table.session.seat_to_retrace() if imported else None
            with knowing(following):
                try:
                    table.record(Entry(ACT, table.seat_to_act() if seat is None else seat, text, imported=imported))
                except Illegal as no:
                    raise Misplayed(number + 1, text, no.refusal.rule, no.refusal.text) from None
                except Malformed as problem:
                    raise Misplayed(number + 1, text, "malformed", problem.message) from None
        return table

    def fork(self) -> Table:
        """An independent table at the same point."""
        twin = Table.__new__(Table)
        twin._session = self._session.fork()
        twin._log = self._log[:]
        twin._in_force = self._in_force[:]
        return twin

    # -- reading ----------------------------------------------------------------------------------

    @property
    def session(self) -> Session:
        """The current game, for reading only."""
        return self._session

    @property
    def book(self) -> Rulebook:
        """The rulebook."""
        return self._session.book

    @property
    def length(self) -> int:
        """How long the log is; it only ever grows."""
        return len(self._log)

    @property
    def log(self) -> tuple[Recorded, ...]:
        """Everything that was done, oldest first."""
        return tuple(self._log)

    def entries(self, after: int = 0) -> tuple[Entry, ...]:
        """What was added to the log after a length."""
        return tuple(recorded.entry for recorded in self._log[after:])

    @property
    def actions(self) -> int:
        """How many actions are in force."""
        return len(self._session)

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return self._session.over

    def seat_to_act(self) -> Seat:
        """Whose decision it is; raises Malformed if the game is over."""
        choices = self._session.choices
        if choices is None:
            raise Malformed("The game is over")
        return choices.seat

    def chronicle(self, at: int | None = None, since: int | None = None) -> tuple[Turn, ...]:
        """What happened, in plain words, up to an action (by default the last), marking what is newer than `since`."""
        return chronicle(self, at, since)

    def recent(self, at: int, since: int | None, least: int) -> tuple[tuple[Turn, ...], bool]:
        """The end of that, with at least so many lines and everything that is new; and whether there is more."""
        return recent(self, at, since, least)

    def decided_by(self, number: int) -> Entry:
        """The entry of an action in force, counting from 1."""
        return self._log[self._in_force[number - 1]].entry

    def told(self, number: int) -> Text:
        """An action in force in words, counting from 1."""
        (_, line), *_ = self._log[self._in_force[number - 1]].lines
        return line.text

    def last_move_of(self, seat: Seat) -> int:
        """The number of the last action in force that this seat decided in person; 0 if there is none."""
        for number in range(self.actions, 0, -1):
            entry = self.decided_by(number)
            if entry.seat == seat and not entry.automatic:
                return number
        return 0

    def deciding_since(self) -> int:
        """The length of the log since which the same seat has been to decide."""
        seat = None if self.over else self.seat_to_act()
        length = self.length
        while length and self._log[length - 1].entry.seat == seat:
            length -= 1
        return length

    # -- doing ------------------------------------------------------------------------------------

    def check_length(self, length: int) -> None:
        """Reject an answer that was meant for another point of the game."""
        if length != self.length:
            raise Stale(self.length)

    def act(self, seats: Iterable[Seat], text: str, length: int) -> None:
        """Play an action for the seat whose decision it is, which must be one of these."""
        self.check_length(length)
        seat = self.seat_to_act()
        if seat not in set(seats):
            raise NotYours("{owner} is to decide", owner=self._session.book.owner_names[seat])
        self.record(Entry(ACT, seat, text))

    def decide(self, seat: Seat, action: Action, reason: Reason, length: int) -> None:
        """Play what a bot has decided for a seat."""
        self.check_length(length)
        if self.seat_to_act() != seat:
            raise NotYours("{owner} is to decide", owner=self._session.book.owner_names[self.seat_to_act()])
        played = self._session.act(action)
        self._add(Entry(ACT, seat, played.text, automatic=True, reason=reason), played)

    def undo(self, seat: Seat, left: int, agreed: Iterable[Seat], length: int) -> None:
        """Take back all actions after this one, if everybody whose moves are taken back agrees."""
        self.check_length(length)
        missing = self.asked_for_undo(seat, left) - set(agreed)
        if missing:
            names = ", ".join(self._session.book.owner_names[other] for other in sorted(missing))
            raise NotYours("This takes back moves by {names}, and needs their consent", names=names)
        self.record(undo_entry(seat, left))

    def asked_for_undo(self, seat: Seat, left: int) -> frozenset[Seat]:
        """Who has to agree when this seat takes back all actions after this one: the others who decided them."""
        if not 0 <= left < self.actions:
            raise Malformed(
                "There are {actions} actions; {left} of them cannot remain", actions=self.actions, left=left
            )
        undone = [self.decided_by(number) for number in range(left + 1, self.actions + 1)]
        return frozenset(entry.seat for entry in undone if not entry.automatic) - {seat}

    def redo(self, seats: Iterable[Seat], length: int) -> None:
        """Redo the action taken back last, if the seat whose decision it was is one of these."""
        self.check_length(length)
        seat = self._session.seat_to_redo()
        if seat is None:
            raise Malformed("There is nothing to do again")
        if seat not in set(seats):
            raise NotYours("{owner} is to decide", owner=self._session.book.owner_names[seat])
        self.record(Entry(REDO, seat, self._session.undone[-1]))

    def follow_orders(self, given: Mapping[Seat, Orders]) -> None:
        """Let standing orders answer for as long as they can."""
        for _ in range(MOST_AUTOMATIC):
            if self.over:
                return
            seat = self.seat_to_act()
            action = answers.answer(given.get(seat, ()), self, seat)
            if action is None:
                return
            played = self._session.act(action)
            self._add(Entry(ACT, seat, played.text, automatic=True), played)
        raise AssertionError("Standing orders answer each other without end")

    def record(self, entry: Entry) -> None:
        """Carry out an entry, with all checks, and add it to the log."""
        played: Played | None = None
        if entry.kind == ACT:
            played = self._session.retrace(entry.text) if entry.imported else self._session.act(entry.text)
            entry = replace(entry, text=played.text)
        elif entry.kind == REDO:
            played = self._session.redo()
        elif entry.kind == UNDO:
            self._take_back(left_by(entry))
        else:
            raise Malformed("'{kind}' is not something that is done at a table", kind=entry.kind)
        self._add(entry, played)

    def _add(self, entry: Entry, played: Played | None) -> None:
        if played is not None:
            self._in_force.append(len(self._log))
        self._log.append(Recorded(entry, played, played is not None, self.book))

    def restore_all(self, entries: Iterable[Entry]) -> None:
        """Replay the entries of a stored log."""
        for entry, after in pairwise((*entries, None)):
            assert entry is not None
            self.restore(entry, after)

    def restore(self, entry: Entry, after: Entry | None = None) -> None:
        """Replay an entry of a stored log, if need be with the one after it at hand.

        Misplayed says where a log can no longer be replayed.
        """
        try:
            with knowing(after.text if after is not None and after.kind == ACT else None):
                self.record(entry)
        except Illegal as no:
            raise Misplayed(self.actions + 1, entry.text, no.refusal.rule, no.refusal.text) from None
        except Malformed as problem:
            raise Misplayed(self.actions + 1, entry.text, "malformed", problem.message) from None

    def _take_back(self, left: int) -> None:
        if not 0 <= left < self.actions:
            raise Malformed(
                "There are {actions} actions; {left} of them cannot remain", actions=self.actions, left=left
            )
        while self.actions > left:
            self._session.undo()
            number = self._in_force.pop()
            self._log[number] = replace(self._log[number], in_force=False)

    def seat_named(self, name: str) -> Seat:
        """The seat of a player."""
        names = self._session.book.seat_names
        if name not in names:
            raise Malformed("'{name}' is not at the table; these are: {names}", name=name, names=", ".join(names))
        return self._session.book.find_seat(name)
