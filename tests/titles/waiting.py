"""A step beneath what a test has set up: once that is over, nothing else happens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from railhead.core.game import Game
from railhead.core.steps import AnyMove, PlayerStep, passing


@dataclass(frozen=True, slots=True)
class Waiting(PlayerStep):
    """What a test set up is over: nothing else happens."""

    purpose: ClassVar[str] = "wait"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Only passing."""
        return (passing(lambda game, _: game.pop()),)

    def proceed(self, game: Game) -> bool:
        """Wait."""
        return False
