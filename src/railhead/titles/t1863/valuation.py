"""What a company is worth to its lenders and to the LPTB (1863-VAL-02)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, kind_of
from railhead.titles.t1863.facts import NUMBERS, READINGS


def valuation(game: Game, company: Company) -> int:
    """Cash, privates and trains at face value, shares, the last revenue, less its loans (1863-VAL-01, 1863-VAL-03).

    For its loans and for what the LPTB pays alike (1863-VAL-02).
    """
    owner = game.purse(company)
    privates = sum(game.book.privates[private].value for private in game.privates_of(owner))
    trains = sum(game.book.trains[kind_of(train)].price for train in game.trains_of(company))
    loans = NUMBERS.loan * game.state.loans[company]
    return game.treasury(company) + privates + trains + _shares(game, company) + game.state.revenue[company] - loans


def _shares(game: Game, company: Company) -> int:
    """Shares of other companies at their prices; its own unsold ones are no asset unless that is the reading."""
    owner = game.purse(company)
    counted = (other for other in game.all_companies() if other != company or READINGS.own_shares_in_valuation)
    return sum(game.held(owner, other) * game.price_of(other) for other in counted if game.held(owner, other))
