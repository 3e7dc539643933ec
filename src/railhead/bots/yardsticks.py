"""What earlier bots did differently. They are kept as yardsticks, so none of this is ever to be changed."""

from __future__ import annotations

from itertools import islice

from railhead.bots import building
from railhead.bots.bot import Weighed
from railhead.bots.table import Table, value_of
from railhead.bots.thumb import LASTING, NEEDED, RULES, Rules, build, cost, dividends
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


_CHANGED = {"track": first_lay, "token": first_token, "dividend": first_dividend, "train": first_train}

FIRST: Rules = tuple((name, _CHANGED.get(name, rule)) for name, rule in RULES)
"""The rules of thumb of `medium@1`."""
