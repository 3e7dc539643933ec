"""Private companies that are bought to be sold to companies of one's own, or put into them, for more than they cost.

Where a title lets a company pay its player well for a private company, this turns the money of the company, to which
others contribute, into money of the player.
"""

from __future__ import annotations

from railhead.bots import debts
from railhead.bots.bot import Weighed
from railhead.bots.table import Table, made, sorts, value_of
from railhead.bots.thumb import bids
from railhead.core.actions import Topic
from railhead.core.choices import Span
from railhead.core.ids import BANK, Private
from railhead.rules.auction import Auction
from railhead.rules.outlook import OutlookRules
from railhead.rules.private_sales import BuyIn

MARGIN = 0.3
"""Which part of what a company will pay is bid: it takes a while until there is a company that can."""
KEPT = 0.7
"""Which part of the money at the start is kept for the first company."""


def resale(table: Table, private: Private) -> float:
    """What a company may pay for a private company; nothing if that is not worth a bid."""
    return table.game.rules[OutlookRules].resale(table.game, private)


def limit(table: Table, private: Private) -> float:
    """The most that is bid for a private company."""
    return min(MARGIN * resale(table, private), table.cash - KEPT * table.book.starting_cash)


def bid(table: Table) -> list[Weighed]:
    """The lowest bid for a private company that a company will pay more for."""
    private = getattr(getattr(table.step, "lot", None), "private", None)
    if private is None or not isinstance(table.step, Auction) or not resale(table, private):
        return []
    return bids(table, limit(table, private))


def auction(table: Table) -> list[Weighed]:
    """The auction of a private company of the bank, begun as low as possible."""
    found = []
    for choice in table.offered:
        if choice.action.topic is not Topic.AUCTION or Private not in sorts(choice.action).values():
            continue
        privates, amounts = choice.domains
        if isinstance(amounts, Span):
            displayed = (private for private in privates if table.game.state.privates[private] == BANK)
            bids = (Weighed(made(choice, each, amounts.low), limit(table, each) - amounts.low) for each in displayed)
            found += [each for each in bids if each.value > 0]
    return [*found, *table.passing()] if found else []


def sell(table: Table) -> list[Weighed]:
    """A private company, for all that a company may pay, once it has so much money that it does not need."""
    company = table.company
    if company is None:
        return []
    found = []
    for choice in table.offered:
        if choice.action is BuyIn:
            private, amounts = next(iter(choice.domains[0])), choice.domains[1]
            most = int(resale(table, private))
            if isinstance(amounts, Span) and 0 < most <= min(amounts.high, debts.idle(table, company)):
                found.append(Weighed(made(choice, private, most), most))
    return found


def put_in(table: Table) -> list[Weighed]:
    """A first private company as a part of the capital of a new company; the rest should be money."""
    if getattr(table.step, "given", True):
        return []
    offered = [choice for choice in table.offered if list(sorts(choice.action).values()) == [Private]]
    found = [action for choice in offered if choice.action.topic is Topic.PRIVATES for action in choice]
    return [Weighed(action, table.book.privates[value_of(action, Private)].value) for action in found]
