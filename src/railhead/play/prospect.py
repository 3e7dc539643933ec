"""A position as seen from a seat: what it sees, what may be decided, and what an action would lead to.

The position itself is not exposed. Callers get only what the seat may know: views from the same seat, and events, which
are public.
"""

from __future__ import annotations

from functools import cached_property
from random import Random

from railhead.bots.bot import Bot, Budget
from railhead.bots.position import position
from railhead.core import engine
from railhead.core.actions import Action, Decline
from railhead.core.choices import Choices
from railhead.core.events import Event
from railhead.core.ids import Seat
from railhead.core.rulebook import Rulebook
from railhead.core.state import State
from railhead.core.steps import Step
from railhead.core.view import View, view
from railhead.rules.reactions import React


def step_name(kind: type[Step]) -> str:
    """The name of a kind of step, by which the texts about it are found."""
    return kind.__name__


def _asks(before: State, after: State) -> React | None:
    """The question whether somebody steps in that an action has led to, if any."""
    if len(after.agenda) <= len(before.agenda):
        return None
    asked = after.agenda[-1]
    return asked if isinstance(asked, React) else None


class Prospect:
    """A position from which a seat may look ahead."""

    def __init__(self, book: Rulebook, state: State, seat: Seat | None) -> None:
        self._state = state
        self.book = book
        self.seat = seat
        self._done: tuple[Action, State, list[Event]] | None = None

    @cached_property
    def view(self) -> View:
        """The table as the seat sees it."""
        return view(self.book, self._state, self.seat)

    @property
    def choices(self) -> Choices | None:
        """What may be decided now, whoever decides; None when the game is over."""
        return engine.choices(self.book, self._state)

    @property
    def step(self) -> str:
        """The kind of the step at hand; empty when the game is over."""
        choices = self.choices
        return "" if choices is None else step_name(type(choices.step))

    def decided_by(self, bot: Bot, work: int) -> Action:
        """What a bot would decide in the place of the seat, with so much work."""
        assert self.seat is not None, "a spectator decides nothing"
        return bot.decide(position(self.book, self._state, self.seat), Random(0), Budget(work)).action

    def at_once(self, action: Action) -> tuple[View, list[Event]]:
        """What an action among the choices does by itself, before the rules force anything further.

        If somebody may step in before it is carried out, it is what the action does if nobody does.
        """
        after, events = self._consequences(action)
        while _asks(self._state, after):
            after, more = engine.consequences(self.book, after, Decline())
            events = [*events, *more]
        return view(self.book, after, self.seat), events

    def may_step_in(self, action: Action) -> tuple[str, ...]:
        """Who may step in before an action among the choices is carried out, in the order in which they are asked."""
        after, _ = self._consequences(action)
        asked = _asks(self._state, after)
        return tuple(self.book.owner_names[seat] for seat in (asked.player, *asked.others)) if asked else ()

    def _consequences(self, action: Action) -> tuple[State, list[Event]]:
        """What an action does until the rules force something; the last is remembered, as more is asked of it."""
        if self._done is None or self._done[0] != action:
            self._done = (action, *engine.consequences(self.book, self._state, action))
        return self._done[1], self._done[2]

    def carried_out(self, action: Action) -> tuple[View, list[Event]]:
        """What an action among the choices does, with all that comes of it before anything else continues."""
        after, events = engine.carried_out(self.book, self._state, action)
        return view(self.book, after, self.seat), events

    def brought_about(self, action: Action) -> tuple[str, ...]:
        """What everybody should know of the decision that an action itself leads to; nothing if it leads to none."""
        after, _ = engine.carried_out(self.book, self._state, action)
        if len(after.agenda) < len(self._state.agenda):
            return ()
        return view(self.book, after, self.seat).situation

    def after(self, action: Action) -> tuple[Prospect, list[Event]]:
        """The position after an action among the choices, when the next decision is due."""
        after, events = engine.advance(self.book, self._state, action)
        return Prospect(self.book, after, self.seat), events
