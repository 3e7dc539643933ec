"""Trains that last: companies that are lost without one save for it, or borrow, before all others rust."""

from __future__ import annotations

from railhead.bots import building, debts
from railhead.bots.bot import Weighed
from railhead.bots.table import Table, value_of
from railhead.core.game import Game
from railhead.core.ids import Company, Train, kind_of
from railhead.core.spelling import Count, Money
from railhead.core.steps import Matter
from railhead.rules import loans
from railhead.rules.borrowing import Borrow, borrower
from railhead.rules.loans import LoanRules
from railhead.rules.outlook import OutlookRules
from railhead.rules.trains import TrainRules

BEARABLE = 0.8
"""Which part of what such a train earns alone may be due in each round."""
LOANS = 4
"""So many loans are counted on; the rest is saved."""
SOON = 1.0
"""With trains that have more rounds to go than this there is no hurry to save."""


def lasts(game: Game, train: Train) -> bool:
    """Does a train never rust?"""
    return game.book.trains[kind_of(train)].rusted_by >= len(game.book.phases)


def on_sale(table: Table) -> list[Train]:
    """The trains for sale that never rust."""
    return [train for train in building.on_sale(table.game) if lasts(table.game, train)]


def wanted(table: Table, company: Company) -> int | None:
    """The price of the cheapest train that lasts, if the company has none and may have one."""
    game = table.game
    if any(lasts(game, train) for train in building.running(game, company)):
        return None
    able = (train for train in on_sale(table) if game.rules[TrainRules].room(game, company, train) is None)
    return min((table.price(company, train) for train in able), default=None)


def amount(table: Table) -> list[Weighed]:
    """No more than leaves the price of a train that lasts, if it is needed soon."""
    company = table.company
    found = debts.amount(table)
    price = None if company is None else wanted(table, company)
    if company is None or price is None or not found or not _is_urgent(table, company):
        return found
    game = table.game
    borrowed = game.rules[LoanRules].proceeds(game, company) * min(LOANS, loans.room(game, company))
    have = game.treasury(company) + game.state.revenue[company] + borrowed
    spare = max(0, have - price - 2 * debts.dues(game, company))
    return [each for each in found if value_of(each.action, Money) <= spare]


def _is_urgent(table: Table, company: Company) -> bool:
    return all(table.life(train) <= SOON for train in building.running(table.game, company))


def borrow(table: Table) -> list[Weighed]:
    """The loans for a train that lasts, if that alone bears what will be due."""
    game, company = table.game, borrower(table.game, table.step)
    price = None if company is None or table.step.matter is not Matter.TRAINS else wanted(table, company)
    if company is None or price is None:
        return []
    lacking = price + debts.dues(game, company) - game.treasury(company)
    count = -(-lacking // max(1, game.rules[LoanRules].proceeds(game, company)))
    if not 0 < count <= debts.most(table, Borrow):
        return []
    earned = max(building.earned_with(game, company, (train,), table.budget) for train in on_sale(table))
    interest = game.rules[OutlookRules].interest(game, count) * (game.state.loans[company] + count)
    bearable = debts.dues(game, company) + interest <= BEARABLE * earned
    return [Weighed(Borrow(Count(count)), 1.0)] if bearable else []
