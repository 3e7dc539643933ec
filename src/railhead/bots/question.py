"""A decision that a bot is to make somewhere else: in another process, or later, with the same answer everywhere.

It holds what the seat may know and nothing more, so whoever is asked cannot know more than a player would.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from railhead.bots import registry
from railhead.bots.bot import Budget, Decision
from railhead.bots.position import Position, known_position
from railhead.core.events import Event
from railhead.core.ids import Seat
from railhead.core.rulebook import Rulebook
from railhead.core.state import State


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """What a bot is asked: who decides, what they know, where chance comes from, and how much work may be done."""

    bot: str
    """The name of the bot, as `registry` reads it."""
    seat: Seat
    known: State
    """A position that the seat may know."""
    log: tuple[Event, ...]
    """What has happened since the seat last decided."""
    seed: str
    """Chance starts from here: the same seed, position and work give the same answer."""
    work: int

    @classmethod
    def about(cls, seen: Position, bot: str, seed: str, work: int, log: Iterable[Event] = ()) -> Question:
        """What a bot is asked about a position."""
        return cls(bot, seen.seat, seen.state, tuple(log), seed, work)

    def answered(self, book: Rulebook) -> Decision:
        """What the bot decides."""
        seen = known_position(book, self.known, self.seat, self.log)
        return registry.find(self.bot).decide(seen, Random(self.seed), Budget(self.work))
