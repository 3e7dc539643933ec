"""Runs of imported games: 18xx.games pays what a player's browser posted, by whatever ruling it was computed.

Only games read from that system know this step (`peer-posted`, 1862-FREIGHT-02); there the posted figures are used
where they are not those of our own rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.spelling import Money
from railhead.core.steps import AnyMove, Move, never, passing
from railhead.routes.model import Earnings
from railhead.routes.runs import Plan
from railhead.rules import running
from railhead.rules.running import RunRules

SWITCH = "peer-posted"


@dataclass(frozen=True, slots=True)
class PostRun(Action):
    """Run trains for what another system says they earn."""

    revenue: Money
    subsidy: Money
    routes: Plan
    form: ClassVar[str] = "posted {revenue} and {subsidy} for {routes}"


@dataclass(frozen=True, slots=True)
class PostedRun(running.RunTrains):
    """The trains of a company run in an imported game."""

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES

    def proceed(self, game: Game) -> bool:
        """The other system says what was run, if anything."""
        return False


def _options(_: Game, __: PostedRun) -> Iterable[Choice]:
    """They are not listed: whatever was posted is taken."""
    return ()


def _post(game: Game, step: PostedRun, action: PostRun) -> None:
    game.pop()
    earnings = Earnings(action.revenue, action.subsidy)
    game.rules[RunRules].earned(game, step.company, earnings, action.routes)


MOVES: tuple[AnyMove, ...] = (
    *running.MOVES,
    Move(PostRun, _options, never, _post),
    passing(lambda game, _: game.pop()),
)
