"""Debts of players and of companies that own others: who pays what somebody else cannot (rules 1863-CRISIS)."""

from __future__ import annotations

from collections.abc import Iterable

from railhead.core import effects
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import Company, Owner
from railhead.core.refusal import Refusal
from railhead.core.steps import Move
from railhead.core.text import Text
from railhead.rules import debts, loans
from railhead.rules.debts import Debt
from railhead.rules.loans import LoanRules
from railhead.rules.stock import Sell
from railhead.titles.t1863 import shares


def owe_through_chain(
    game: Game, debtor: Owner, creditor: Owner, amount: int, reason: Text, may_borrow: bool = True
) -> None:
    """Somebody owes an amount: a player raises it, a company pays what it can and its president the rest.

    A company pays with its cash and the loans it may take (1863-CRISIS-08). Above a company without a president nobody
    pays anything (1863-CRISIS-09).
    """
    company = game.book.company_of(debtor)
    while company is not None:
        if may_borrow:
            _borrow(game, company, amount)
        paid = min(amount, game.treasury(company))
        effects.pay(game, game.purse(company), creditor, paid, reason)
        amount -= paid
        debtor = game.state.director[company]
        company = game.book.company_of(debtor)
    if game.book.seat_of(debtor) is not None:
        debts.owe(game, debtor, creditor, amount, reason)


def _borrow(game: Game, company: Company, amount: int) -> None:
    """A company takes the fewest loans that pay an amount, or all it may have."""
    gap = amount - game.treasury(company)
    if gap > 0:
        needed = -(-gap // game.rules[LoanRules].proceeds(game, company))
        count = min(needed, loans.room(game, company))
        if count:
            loans.borrow(game, company, count)


def sell_refusal(game: Game, step: Debt, action: Sell) -> Refusal | None:
    """Shares are sold for money: if nothing that could be sold is worth any, nobody is asked (1863-CRISIS-05).

    The shares of whoever is bankrupt go to the Pool anyway (1863-CRISIS-09).
    """
    refusal = debts.sell_refusal(game, step, action)
    if refusal is None and not game.price_of(action.company) and not debts.raisable(game, step):
        return game.forbid("debt.worthless", "No share that could be sold is worth anything")
    return refusal


def sell_options(game: Game, step: Debt) -> Iterable[Choice]:
    """What may be sold, if it brings anything at all."""
    return debts.sell_options(game, step) if debts.raisable(game, step) else ()


def _sell(game: Game, step: Debt, action: Sell) -> None:
    """Shares of the player's choice are sold by the rules of sales (1863-SHORT-19, 1863-CRISIS-05)."""
    shares.sell(game, step.seat(game), action.company, action.count)


SELL = Move(Sell, sell_options, sell_refusal, _sell)
