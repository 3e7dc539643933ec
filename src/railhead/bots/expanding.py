"""Further companies: a player who looks ahead begins one whenever there is money for it."""

from __future__ import annotations

from railhead.bots.bot import Weighed
from railhead.bots.table import Table, value_of
from railhead.bots.thumb import opened, surroundings
from railhead.core.ids import Company
from railhead.rules.outlook import OutlookRules


def begin(table: Table) -> list[Weighed]:
    """A company whose first bid pays for a train: the earlier it runs, the more it brings."""
    enough = table.game.rules[OutlookRules].seed_money(table.game)
    if enough is None or table.cash < enough:
        return []
    return [
        Weighed(action, surroundings(table, value_of(action, Company))) for action in opened(table, Company, enough)
    ]
