"""What the right to choose is worth: bids of a player who looks at what there is to be chosen."""

from __future__ import annotations

from railhead.bots.bot import Weighed
from railhead.bots.table import Table, value_of
from railhead.core.actions import Deed
from railhead.core.choices import Span
from railhead.core.ids import Private
from railhead.core.spelling import Money
from railhead.rules.auction import Auction, Bid
from railhead.rules.outlook import OutlookRules

KEEN = 0.4
"""Which part of what the best private company will bring is bid: there will be others, and money is short at first."""
RAISE = 5
"""A bid is up to a fifth higher than the lowest allowed: people should not have to answer thirty times."""


def bid(table: Table) -> list[Weighed]:
    """A low bid for the right to choose a private company, as long as that brings enough more than it costs."""
    step = table.step
    if not isinstance(step, Auction) or hasattr(step.lot, "private"):
        return []
    profits = [profit(table, each) for each in step.lot.privates(table.game) if _price(table, each) <= table.cash]
    bids = next((choice.domains[0] for choice in table.offered if choice.action is Bid), None)
    if not profits or not isinstance(bids, Span):
        return []
    most, least_raise = KEEN * max(profits), step.lot.raise_by
    raised = bids.low + bids.low // RAISE // least_raise * least_raise
    amount = raised if raised <= min(most, bids.high) else bids.low
    return [Weighed(Bid(Money(amount)), most - amount), *table.passing()]


def choose(table: Table) -> list[Weighed]:
    """The private company that brings most, if one may be chosen; companies can be started later as well."""
    offered = [action for choice in table.doing(Deed.TAKE_PRIVATE) for action in choice]
    return [Weighed(action, profit(table, value_of(action, Private))) for action in offered]


def profit(table: Table, private: Private) -> float:
    """What a private company will probably bring beyond its price."""
    return table.character.privates * table.game.rules[OutlookRules].private_value(table.game, private)


def _price(table: Table, private: Private) -> int:
    return table.book.privates[private].value
