"""Whole games among bots: for exercising the rules in thousands of games, audited at every step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from railhead.bots.bot import Bot, Budget, Decision
from railhead.bots.match import Match
from railhead.core.actions import Action, text_of
from railhead.core.audit import audit
from railhead.core.events import Event
from railhead.core.ids import FIRST_SEAT
from railhead.core.rulebook import Rulebook
from railhead.core.state import State

MOST_ACTIONS = 20_000
"""A game that is not over after this many actions is assumed never to end."""


class Broken(Exception):
    """Something went wrong in the engine or a bot: at which action of the game, and what."""

    def __init__(self, number: int, text: str, problem: str) -> None:
        super().__init__(f"action {number} ('{text}'): {problem}")
        self.number = number
        self.text = text
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Made:
    """One decision of a game among bots, the states before and after it, and what happened."""

    number: int
    before: State
    decision: Decision
    state: State
    events: tuple[Event, ...] = ()

    @property
    def action(self) -> Action:
        """What was decided."""
        return self.decision.action


def play(
    book: Rulebook, bots: Sequence[Bot], chance: Random, audited: bool = True, most: int = MOST_ACTIONS
) -> Iterator[Made]:
    """Play a game to its end, one bot per seat, decision by decision; raises Broken if anything fails."""
    number, text = 0, "the start"
    try:
        match = Match(book)
        while (seat := match.seat) is not None:
            number, text = number + 1, "not yet decided"
            if number > most:
                raise AssertionError(f"the game is not over after {most} actions")
            before, bot = match.state, bots[seat - FIRST_SEAT]
            decision = bot.decide(match.seen_by(seat), chance, Budget())
            text = text_of(book, decision.action)
            events = match.play(seat, decision.action)
            wrong = audit(book, match.state) if audited else []
            if wrong:
                raise AssertionError("; ".join(wrong))
            yield Made(number, before, decision, match.state, tuple(events))
    except Exception as problem:
        # Whatever it was, the seed and the action are needed to reproduce it.
        raise Broken(number, text, f"{type(problem).__name__}: {problem}") from problem
