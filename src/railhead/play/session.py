"""A game in progress, with undo, redo and access to earlier states.

Loading a game replays it: every action goes through all checks. Internally an action is an `Action`; it is parsed once,
when it arrives, and its text, as stored in the game file, is written once.

The first actions of an imported game are judged as the other system judged them (`interop/as18xx/overlay.py`), for as
long as they retrace its file. Everything else is judged by the rulebook, on the state it takes over.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from railhead.core import engine
from railhead.core.actions import Action, Pass, parse, text_of
from railhead.core.choices import Choices
from railhead.core.events import Event
from railhead.core.game import Game
from railhead.core.hindsight import knowing
from railhead.core.ids import Seat
from railhead.core.refusal import Illegal, Malformed, RailheadError
from railhead.core.rulebook import Rulebook
from railhead.core.state import Round, State
from railhead.core.steps import Step
from railhead.core.text import Text
from railhead.interop.as18xx import overlay
from railhead.play.gamefile import MOST_ACTIONS, GameFile
from railhead.play.states import States

TAKEN_OVER = 64
"""How many imported states are cached as the rulebook takes them over."""


class Misplayed(RailheadError):
    """A stored action is not allowed at its place in the game: which one, by which rule, and why."""

    def __init__(self, number: object, text: str, rule: str, reason: Text) -> None:
        super().__init__(
            "Action {number} ('{text}') is not allowed: {reason} [{rule}]",
            number=number,
            text=text,
            reason=reason,
            rule=rule,
        )
        self.number = number
        self.text = text
        self.rule = rule
        self.reason = str(reason)


@dataclass(frozen=True, slots=True)
class Played:
    """One action as it was played: its number (from 1), its text, and its consequences."""

    id: int
    action: Action
    text: str
    book: Rulebook
    """The rulebook it was judged by."""
    seat: Seat
    """Who decided it."""
    round: Round
    """The round in which it was decided."""
    agenda: tuple[Step, ...]
    """The agenda at the time; the action answered the last step."""
    events: tuple[Event, ...]
    lot: Text | None = None
    """What was being auctioned, if anything was."""
    again: bool = False
    """It follows another action in the same step of the same company or player."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A game being replayed, at the start (number 0) or after an action."""

    id: int
    text: str
    book: Rulebook
    """The rulebook it was judged by."""
    state: State
    before: State
    events: tuple[Event, ...]

    @property
    def type(self) -> str:
        """The kind of action: the first word of its text."""
        return self.text.split()[0]


class Session:
    """A game in progress. A refused action raises Illegal or Malformed and changes nothing."""

    def __init__(self, game: GameFile) -> None:
        """Resume a game by replaying all its actions."""
        self._game = game
        self.book = game.rulebook()
        self._import_book = game.import_rulebook()
        self._imported = 0
        """How many actions come from another system's file: of those in force, then of those to be redone."""
        state, events = engine.start(self._import_book or self.book)
        self._states = States(state)
        self._taken_over: OrderedDict[int, tuple[State, tuple[Event, ...]]] = OrderedDict()
        """By number of actions: recently used imported states, as the rulebook takes them over."""
        self._opening = tuple(events)
        self._played: list[Played] = []
        self._undone: list[str] = []
        for number in range(len(game.actions)):
            self._take_up(game, number)
        self._undone = list(game.undone)
        self._imported = 0 if game.imported is None else game.imported.actions

    @property
    def import_book(self) -> Rulebook | None:
        """The rulebook that judges the actions of another system's file; None if there are none."""
        return self._import_book

    @classmethod
    def replay(cls, game: GameFile) -> Iterator[Moment]:
        """Replay a game action by action: the start (number 0), then every action."""
        session = cls(game.first(0))
        start = session._states.last
        yield Moment(0, "start", session._import_book or session.book, start, start, session.events(0))
        for number in range(len(game.actions)):
            before = session._states.last if game.is_imported(number) else session.state
            played = session._take_up(game, number)
            yield Moment(played.id, played.text, played.book, session._states.last, before, played.events)

    def _take_up(self, game: GameFile, number: int) -> Played:
        """Replay an action of a file, counting from 0, knowing the next one."""
        text, following = (*game.actions[number : number + 2], None)[:2]
        assert text is not None
        with knowing(following):
            return self.retrace(text) if game.is_imported(number) else self._replay(text)

    def fork(self) -> Session:
        """An independent session at the same point."""
        twin = Session.__new__(Session)
        twin._game = self._game
        twin.book = self.book
        twin._import_book = self._import_book
        twin._imported = self._imported
        twin._taken_over = self._taken_over.copy()
        twin._states = self._states.fork()
        twin._opening = self._opening
        twin._played = self._played[:]
        twin._undone = self._undone[:]
        return twin

    # -- reading ----------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state now."""
        return self.at(len(self))

    @property
    def actions(self) -> tuple[str, ...]:
        """What has been decided so far, as texts."""
        return tuple(played.text for played in self._played)

    @property
    def undone(self) -> tuple[str, ...]:
        """What has been taken back and may be done again, the next one last."""
        return tuple(self._undone)

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return not self.state.agenda

    @property
    def choices(self) -> Choices | None:
        """What may be decided now; None when the game is over."""
        return engine.choices(self.book, self.state)

    def choices_at(self, number: int) -> Choices | None:
        """What could be decided after this many actions."""
        return engine.choices(self.book, self.at(number))

    def __len__(self) -> int:
        return len(self._played)

    def at(self, number: int) -> State:
        """The state after this many actions (0 is the start); an imported one as the rulebook takes it over."""
        self._check_number(number)
        return self._at(number)[0]

    def as_played(self, number: int) -> State:
        """The state exactly as the last of this many actions left it, even if it was imported."""
        self._check_number(number)
        return self._states.at(number, self._again)

    def _at(self, number: int) -> tuple[State, tuple[Event, ...]]:
        """The state after this many actions, and what the rules forced when the rulebook took it over."""
        state = self._states.at(number, self._again)
        if self._import_book is None or number > self._imported:
            return state, ()
        found = self._taken_over.get(number)
        if found is None:
            found = self._taken_over[number] = overlay.taken_over(self.book, state)
            if len(self._taken_over) > TAKEN_OVER:
                self._taken_over.popitem(last=False)
        return found

    def _again(self, number: int, before: State) -> State:
        """The state after an action that was checked when it was played."""
        played = self._played[number - 1]
        if self._import_book is not None and number == self._imported + 1:
            before, _ = overlay.taken_over(self.book, before)
        with knowing(self._played[number].text if number < len(self._played) else None):
            return engine.advance(played.book, before, played.action)[0]

    def round_at(self, number: int) -> Round:
        """The round after this many actions."""
        self._check_number(number)
        return self.state.round if number == len(self) else self._played[number].round

    def events(self, number: int) -> tuple[Event, ...]:
        """What happened in an action, counting from 1; 0 is the set-up."""
        self._check_number(number)
        return self._played[number - 1].events if number else self._opening

    def played(self, number: int) -> Played:
        """An action with its consequences, counting from 1."""
        self._check_number(number)
        if number == 0:
            raise Malformed("Actions are counted from 1")
        return self._played[number - 1]

    def _check_number(self, number: int) -> None:
        if not 0 <= number <= len(self):
            raise Malformed("The game has {actions} actions; there is no {number}", actions=len(self), number=number)

    def game(self) -> GameFile:
        """The game as it would be stored now."""
        imported = self._game.imported and replace(self._game.imported, actions=self._imported)
        return replace(self._game, actions=self.actions, undone=self.undone, imported=imported)

    def scores(self) -> dict[str, int]:
        """What every player is worth now, by the rules for the end of the game."""
        return scores(self.book, self.state)

    # -- acting -----------------------------------------------------------------------------------

    def act(self, action: Action | str) -> Played:
        """Play an action. Anything undone can no longer be redone, unless this repeats the imported action undone."""
        if len(self) >= MOST_ACTIONS:
            raise Malformed("A game has no more than {most} actions", most=MOST_ACTIONS)
        if self._is_next_of_file(action):
            return self.redo()
        played = self._apply(parse(self.book, action) if isinstance(action, str) else action)
        self._undone.clear()
        return played

    def retrace(self, text: str) -> Played:
        """Play the next action of an imported file, judged as the other system judged it."""
        if self._import_book is None or len(self) > self._imported:
            raise Malformed("An imported action cannot follow one that was decided here")
        played = self._replay(text, self._import_book)
        self._undone.clear()
        self._imported = len(self)
        return played

    def _is_next_of_file(self, action: Action | str) -> bool:
        """Is this the next action of the imported file?"""
        if len(self) >= self._imported:
            return False
        text = " ".join(action.split()) if isinstance(action, str) else text_of(self.book, action)
        return text == self._undone[-1]

    def undo(self) -> str:
        """Take back the last action; it can be redone."""
        if not self._played:
            raise Malformed("There is nothing to undo")
        self._taken_over.pop(len(self), None)
        self._states.drop(self._again)
        text = self._played.pop().text
        self._undone.append(text)
        return text

    def redo(self) -> Played:
        """Redo the action undone last, with all checks."""
        if not self._undone:
            raise Malformed("There is nothing to redo")
        played = self._replay(self._undone[-1], self._import_book if len(self) < self._imported else None)
        self._undone.pop()
        return played

    def seat_to_redo(self) -> Seat | None:
        """Who decided the action that would be redone next; None if there is nothing to redo."""
        if not self._undone:
            return None
        return self.seat_to_retrace() if len(self) < self._imported else self._seat(self.choices)

    def seat_to_retrace(self) -> Seat | None:
        """Whose decision it is in the other system, while its file is retraced; None if the game is over there."""
        return self._seat(engine.choices(self._import_book or self.book, self._states.last))

    @staticmethod
    def _seat(choices: Choices | None) -> Seat | None:
        return None if choices is None else choices.seat

    def _replay(self, text: str, judge: Rulebook | None = None) -> Played:
        try:
            return self._apply(parse(judge or self.book, text), judge)
        except Illegal as no:
            raise Misplayed(len(self) + 1, text, no.refusal.rule, no.refusal.text) from None
        except Malformed as problem:
            raise Misplayed(len(self) + 1, text, "malformed", problem.message) from None

    def _apply(self, action: Action, judge: Rulebook | None = None) -> Played:
        """Apply an action under the rulebook, on the state it has taken over, or under another one on the raw state."""
        before, forced = self._at(len(self)) if judge is None else (self._states.last, ())
        book = judge or self.book
        state, events = engine.apply(book, before, action)
        if judge is None:
            self._imported = min(self._imported, len(self))
        game, step = Game(book, before), before.agenda[-1]
        # Stored in our own spelling: one text per action, whatever was typed.
        text = text_of(book, action)
        played = Played(
            id=len(self) + 1,
            action=action,
            text=text,
            book=book,
            seat=step.seat(game),
            round=before.round,
            agenda=before.agenda,
            events=(*forced, *events),
            lot=step.lot_name(game),
            again=self._continues(step, game),
        )
        self._states.add(state)
        self._played.append(played)
        return played

    def _continues(self, step: Step, game: Game) -> bool:
        """Was the last action one of those that this step is about, and not the end of it?"""
        if not self._played or isinstance(self._played[-1].action, Pass):
            return False
        last = self._played[-1].agenda[-1]
        if type(last) is not type(step) or last.acting_company != step.acting_company:
            return False
        if self._played[-1].seat != step.seat(game):
            return False
        return any(type(self._played[-1].action) is move.action for move in step.moves(game))


def scores(book: Rulebook, state: State) -> dict[str, int]:
    """What every player is worth in a state, by the rules for the end of the game."""
    game = Game(book, state)
    return {book.owner_names[seat]: book.worth(game, seat) for seat in book.seat_ids}
