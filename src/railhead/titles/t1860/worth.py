"""What a player's assets count for in 1860 (rules 1860-END-04, 1860-END-05, 1860-END-06)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from railhead.core.game import Game
from railhead.core.ids import Company, Seat
from railhead.core.rulebook import RuleGroup


def worth(game: Game, seat: Seat) -> int:
    """Cash, open privates at face value, shares at the market price or half of it.

    Rules 1860-END-04, 1860-END-05 and 1860-END-06.
    """
    total = game.state.cash[seat]
    for facts, owner in zip(game.book.privates, game.state.privates, strict=True):
        if owner == seat:
            total += facts.value
    for company in game.all_companies():
        held = game.held(seat, company)
        if held:
            total += game.rules[ScoringRules].holding(game, seat, company)
    return total


def in_full_with_a_train(game: Game, seat: Seat, company: Company) -> int:
    """The market price, or half of it with the fraction dropped if the company has no train (1860-END-05)."""
    price = game.price_of(company)
    return game.held(seat, company) * (price if game.trains_of(company) else price // 2)


class HoldingValue(Protocol):
    """What a player's shares of a company count for."""

    def __call__(self, game: Game, seat: Seat, company: Company) -> int: ...


@dataclass(frozen=True)
class ScoringRules(RuleGroup):
    """What counts at the end of the game."""

    holding: HoldingValue = in_full_with_a_train
    """What a player's shares of a company count for."""
