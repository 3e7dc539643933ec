"""What the founder of a new company decides (rules 1863-START)."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core.game import Game
from railhead.core.ids import Company, Owner, Seat, Stop
from railhead.core.steps import Step


@dataclass(frozen=True, slots=True)
class FounderStep(Step):
    """Something the founder of a new company decides; a company that founds may borrow for it."""

    founder: Owner
    company: Company
    stop: Stop

    @property
    def subjects(self) -> tuple[Company, ...]:
        """The new company."""
        return (self.company,)

    def seat(self, game: Game) -> Seat:
        """The player who decides for the founder."""
        seat = game.decider(self.founder)
        assert seat is not None
        return seat
