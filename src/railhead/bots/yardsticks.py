"""What earlier bots did differently. They are kept as yardsticks, so none of this is ever to be changed."""

from __future__ import annotations

from itertools import islice

from railhead.bots import building
from railhead.bots.bot import Weighed
from railhead.bots.table import LASTING, Table, value_of
from railhead.bots.thumb import (
    NEEDED,
    RULES,
    Rules,
    beginnings,
    bids,
    build,
    cost,
    dividends,
    liked,
    limit,
    purchases,
    starting_prices,
)
from railhead.core.actions import Deed
from railhead.core.ids import Train
from railhead.rules.tokens import PlaceToken
from railhead.rules.track import LayTile


def first_dividend(table: Table) -> list[Weighed]:
    """Saved towards the end as well, since no train lasts any longer than the game."""
    game, company = table.game, table.company
    lasts = company is not None and any(table.life(train) > 2 * LASTING for train in game.trains_of(company))
    return dividends(table, saving=company is not None and not lasts and game.treasury(company) < table.next_price())


def first_train(table: Table) -> list[Weighed]:
    """Bought one train after another as long as none lasted, and trains that the company may not run."""
    game, company = table.game, table.company
    bought = [action for choice in table.doing(Deed.BUY_TRAIN) for action in islice(choice, 1)]
    if company is None or not bought:
        return []
    lasting = tuple(each for each in game.trains_of(company) if table.life(each) >= LASTING)
    before = building.earned_with(game, company, lasting, table.budget) if lasting else 0
    found = []
    for action in bought:
        each = value_of(action, Train)
        gain = building.earned_with(game, company, (*lasting, each), table.budget) - before
        worth = max(gain * table.life(each), 0 if lasting else NEEDED + gain)
        found.append(Weighed(action, worth - cost(table, company, table.price(company, each), table.next_price())))
    return [*found, *table.passing()]


def first_lay(table: Table) -> list[Weighed]:
    """Judged places by trains that the company may not run as well."""
    return build(table, LayTile, with_all_trains=True)


def first_token(table: Table) -> list[Weighed]:
    """Judged places by trains that the company may not run as well."""
    return build(table, PlaceToken, with_all_trains=True)


def first_bid(table: Table) -> list[Weighed]:
    """Bid for privates that bring nothing, and for companies that it could not answer for."""
    return bids(table, limit(table))


def first_price(table: Table) -> list[Weighed]:
    """Left new companies with no more than a train costs."""
    return starting_prices(table, table.next_price())


def first_share(table: Table) -> list[Weighed]:
    """Spent its last money on shares."""
    return purchases(table, table.cash)


def first_habit(table: Table) -> list[Weighed]:
    """Borrowed and repaid by habit."""
    return liked(table, table.offered)


_CHANGED = {
    "track": first_lay,
    "token": first_token,
    "dividend": first_dividend,
    "train": first_train,
    "bid": first_bid,
    "start": beginnings,
    "price": first_price,
    "share": first_share,
    "habit": first_habit,
}
_NEW = {"repay", "amount", "borrow", "crisis", "escape"}
"""Rules that it did not have."""

FIRST: Rules = tuple((name, _CHANGED.get(name, rule)) for name, rule in RULES if name not in _NEW)
"""The rules of thumb of `medium@1`."""
