"""A game being played: every state since the start, so that undoing and looking back cost nothing.

States are never changed once made. Loading a game is playing it again: every action goes through all checks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from railhead.core import engine
from railhead.core.actions import Action, parse, text_of
from railhead.core.choices import Choices
from railhead.core.events import Event
from railhead.core.game import Game
from railhead.core.refusal import Illegal, Malformed, RailheadError
from railhead.core.rulebook import Rulebook
from railhead.core.state import State
from railhead.play.gamefile import MOST_ACTIONS, GameFile


class Misplayed(RailheadError):
    """A stored action is not allowed where it stands: which one, by which rule, and why."""

    def __init__(self, number: object, text: str, rule: str, reason: str) -> None:
        super().__init__(f"Action {number} ('{text}') is not allowed: {reason} [{rule}]")
        self.number = number
        self.text = text
        self.rule = rule
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Played:
    """One action as it was played: its number from 1, its text, and what came of it."""

    id: int
    text: str
    book: Rulebook
    state: State
    before: State
    events: tuple[Event, ...]

    @property
    def type(self) -> str:
        """The kind of action: the first word of its text."""
        return self.text.split()[0]


class Session:
    """A game being played. What is refused raises Illegal or Malformed, and nothing has changed."""

    def __init__(self, game: GameFile) -> None:
        """Take up a game: play all its actions again."""
        self._game = game
        self.book = game.rulebook()
        state, events = engine.start(self.book)
        self._states = [state]
        self._events: list[tuple[Event, ...]] = [tuple(events)]
        self._actions: list[str] = []
        self._undone = list(game.undone)
        for text in game.actions:
            self._replay(text)

    @classmethod
    def replay(cls, game: GameFile) -> Iterator[Played]:
        """Play a game again action by action: the start (number 0), then every action."""
        session = cls(replace(game, actions=(), undone=()))
        yield Played(0, "start", session.book, session.state, session.state, session._events[0])
        for text in game.actions:
            session._replay(text)
            yield session.played(len(session))

    def fork(self) -> Session:
        """Another session at the same point: what is done to the one is not done to the other."""
        twin = Session.__new__(Session)
        twin._game = self._game
        twin.book = self.book
        twin._states = self._states[:]
        twin._events = self._events[:]
        twin._actions = self._actions[:]
        twin._undone = self._undone[:]
        return twin

    # -- reading ----------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state now."""
        return self._states[-1]

    @property
    def actions(self) -> tuple[str, ...]:
        """What has been decided so far, as texts."""
        return tuple(self._actions)

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
        """What could be decided after so many actions."""
        return engine.choices(self.book, self.at(number))

    def __len__(self) -> int:
        return len(self._actions)

    def at(self, number: int) -> State:
        """The state after so many actions; 0 is the start."""
        self._check_number(number)
        return self._states[number]

    def events(self, number: int) -> tuple[Event, ...]:
        """What happened in an action, counted from 1; 0 is the set-up."""
        self._check_number(number)
        return self._events[number]

    def played(self, number: int) -> Played:
        """An action with what came of it, counted from 1."""
        self._check_number(number)
        if number == 0:
            raise Malformed("Actions are counted from 1")
        before, after = self._states[number - 1 : number + 1]
        return Played(number, self._actions[number - 1], self.book, after, before, self._events[number])

    def _check_number(self, number: int) -> None:
        if not 0 <= number < len(self._states):
            raise Malformed(f"The game has {len(self)} actions; there is no {number}")

    def game(self) -> GameFile:
        """The game as it would be stored now."""
        return replace(self._game, actions=self.actions, undone=self.undone)

    def scores(self) -> dict[str, int]:
        """What every player is worth now, by the rules for the end of the game."""
        return scores(self.book, self.state)

    # -- acting -----------------------------------------------------------------------------------

    def act(self, action: Action | str) -> Played:
        """Decide something. What had been undone cannot be redone after it."""
        if len(self) >= MOST_ACTIONS:
            raise Malformed(f"A game has no more than {MOST_ACTIONS} actions")
        self._apply(parse(self.book, action) if isinstance(action, str) else action)
        self._undone.clear()
        return self.played(len(self))

    def undo(self) -> str:
        """Take back the last action; it can be redone."""
        if not self._actions:
            raise Malformed("There is nothing to undo")
        self._states.pop()
        self._events.pop()
        text = self._actions.pop()
        self._undone.append(text)
        return text

    def redo(self) -> Played:
        """Do again what was undone last, with all checks."""
        if not self._undone:
            raise Malformed("There is nothing to redo")
        self._replay(self._undone[-1])
        self._undone.pop()
        return self.played(len(self))

    def _replay(self, text: str) -> None:
        try:
            self._apply(parse(self.book, text))
        except Illegal as no:
            raise Misplayed(len(self) + 1, text, no.refusal.rule, no.refusal.reason) from None
        except Malformed as problem:
            raise Misplayed(len(self) + 1, text, "malformed", str(problem)) from None

    def _apply(self, action: Action) -> None:
        state, events = engine.apply(self.book, self.state, action)
        self._states.append(state)
        self._events.append(tuple(events))
        # Stored as written by ourselves: one spelling of every action, whatever was typed.
        self._actions.append(text_of(self.book, action))


def scores(book: Rulebook, state: State) -> dict[str, int]:
    """What every player is worth in a state, by the rules for the end of the game."""
    game = Game(book, state)
    return {book.owner_names[seat]: book.worth(game, seat) for seat in book.seat_ids}
