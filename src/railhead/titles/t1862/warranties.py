"""Warranties: marks on a train that keep it from rusting for a while (rules 1862-WARR)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, a_train, kind_of, marks_of
from railhead.core.refusal import Refusal
from railhead.titles.t1862.facts import FREE_WARRANTIES, NUMBERS


def free(game: Game, kind: int) -> int:
    """The warranties a train has when it leaves the bank (1862-WARR-03)."""
    return FREE_WARRANTIES[game.book.trains[kind].pile]


def further(game: Game, kind: int) -> int:
    """How many more may be bought with a train (1862-WARR-02, 1862-VAR-04)."""
    return 0 if "new_players" in game.book.options else NUMBERS.most_warranties - free(game, kind)


def refusal(game: Game, company: Company, kind: int, count: int) -> Refusal | None:
    """May the company buy so many warranties with a train of this kind, and pay for all of it?"""
    if count and "new_players" in game.book.options:
        return game.forbid("warranty.new_players", "Further warranties are not played")
    if count > further(game, kind):
        return game.forbid(
            "warranty.three", f"A train has {NUMBERS.most_warranties} warranties at most, the free one included"
        )
    cost, cash = game.book.trains[kind].price + NUMBERS.warranty_price * count, game.treasury(company)
    if count and cost > cash:
        return game.forbid("warranty.cash", f"That costs {cost} in all, and {game.symbol(company)} has {cash}")
    return None


def wear(game: Game, company: Company) -> None:
    """After the run each train loses one, used or not; obsolete trains rust with the last.

    Rules 1862-WARR-04 and 1862-WARR-05.
    """
    purse, trains = game.purse(company), game.trains_of(company)
    effects.mark_trains(game, purse, tuple(a_train(kind_of(t), max(0, marks_of(t) - 1)) for t in trains))
    for train in game.trains_of(company):
        if not marks_of(train) and game.book.trains[kind_of(train)].rusted_by <= game.state.phase:
            effects.scrap_train(game, purse, train)
