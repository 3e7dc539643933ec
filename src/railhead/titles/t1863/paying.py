"""Shares paid for with loans: whoever buys may be a company, which borrows what it lacks (1863-LOAN-02)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Owner
from railhead.core.text import Text
from railhead.rules import loans
from railhead.rules.loans import LoanRules, Purpose


def means(game: Game, owner: Owner) -> int:
    """What a player, or a company with all the loans it may take, could pay for shares."""
    company = game.book.company_of(owner)
    return game.state.cash[owner] if company is None else loans.means(game, company, Purpose.SHARES)


def cover(game: Game, owner: Owner, cost: int) -> None:
    """A company takes the fewest loans with which it can pay."""
    company = game.book.company_of(owner)
    if company is not None:
        loans.cover(game, company, cost, Purpose.SHARES)


def told(game: Game, owner: Owner, cost: int) -> tuple[Text, ...]:
    """That a company would have to borrow, if so."""
    company, gap = game.book.company_of(owner), cost - game.state.cash[owner]
    if company is None or gap <= 0:
        return ()
    count = -(-gap // game.rules[LoanRules].proceeds(game, company))
    borrows = "{owner} has {cash}, and would take loans to pay {cost}: {count}"
    return (Text(borrows, owner=game.name(owner), cash=game.state.cash[owner], cost=cost, count=count),)
