"""Operating rounds: every floated company once, highest price first, of equals the one longest at its price."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core.game import Game
from railhead.core.ids import NOBODY
from railhead.core.state import BANKRUPT, CLOSED, FLOATED
from railhead.core.steps import Step


@dataclass(frozen=True, slots=True)
class OperatingRound(Step):
    """An operating round and the companies that have had their turn in it."""

    done: tuple[int, ...] = ()

    def proceed(self, game: Game) -> bool:
        """The next company has its turn; after the last the round is over."""
        company = next((c for c in operating_order(game) if c not in self.done), NOBODY)
        if company == NOBODY:
            game.pop()
        else:
            game.put(OperatingRound((*self.done, company)))
            game.push(OperatingTurn(company))
        return True


@dataclass(frozen=True, slots=True)
class OperatingTurn(Step):
    """A company's turn: its parts in rulebook order, and how many have begun."""

    company: int
    stage: int = 0

    def proceed(self, game: Game) -> bool:
        """The next part of the turn begins."""
        stages = game.book.slots.turn_stages
        if self.stage == len(stages):
            game.pop()
            return True
        game.put(OperatingTurn(self.company, self.stage + 1))
        stages[self.stage](game, self.company)
        return True


def operating_order(game: Game) -> list[int]:
    """The companies that operate, in order."""
    state = game.state
    able = [c for c in state.stack if state.status[c] & (FLOATED | BANKRUPT | CLOSED) == FLOATED]
    return sorted(able, key=lambda company: -state.price[company])


def end_turn(game: Game) -> None:
    """The company under way ceases operating at once."""
    game.unwind(OperatingTurn)
    game.pop()
