"""Debts: somebody has to pay, perhaps during another player's turn, and raises the money first if need be.

A debt is a step on top of the agenda; whatever was in progress waits beneath it. Several debts are a stack of steps.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Protocol

from railhead.core import effects
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Owner, Seat
from railhead.core.refusal import Refusal
from railhead.core.rulebook import RuleGroup
from railhead.core.steps import AnyMove, Move, Step
from railhead.core.text import Text, verbatim
from railhead.rules.stock import Sell, StockRules, sales, sell_shares, split_refusal

UNNAMED = Text("a debt")
"""The reason of a debt of which nothing more is said."""


@dataclass(frozen=True, slots=True)
class Debt(Step):
    """One owner owes another an amount. The player who decides for the debtor raises any shortfall."""

    debtor: Owner
    creditor: Owner
    amount: int
    purpose: ClassVar[str] = "raise the money for a debt"
    order: ClassVar[str] = "turn.debt"
    reason: Text = UNNAMED

    def situation(self, game: Game) -> tuple[Text, ...]:
        """Who owes how much to whom, for what, the shortfall, what could be sold, and which debts come next."""
        cash = game.state.cash[self.debtor]
        missing = Text("There is {cash}, so {amount} more must be raised", cash=cash, amount=self.amount - cash)
        later = [Text("After that: {debt}", debt=_told(game, debt)) for debt in pending(game) if debt is not self]
        return _told(game, self), missing, *_sales(game, self, self.amount - cash), *later

    @property
    def acting_company(self) -> Company | None:
        """A debt is no part of a company's turn."""
        return None

    def seat(self, game: Game) -> Seat:
        """The player who decides for the debtor."""
        seat = game.decider(self.debtor)
        assert seat is not None, f"nobody decides for {game.name(self.debtor)}"
        return seat

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """The ways to raise money."""
        return game.rules[DebtRules].moves

    def proceed(self, game: Game) -> bool:
        """Pay as soon as there is enough money; a debtor with no way left to raise it is ruined."""
        if game.state.cash[self.debtor] >= self.amount:
            game.pop()
            effects.pay(game, self.debtor, self.creditor, self.amount, self.reason)
            return True
        if game.decider(self.debtor) is not None and any(
            next(iter(move.options(game, self)), None) is not None for move in self.moves(game)
        ):
            return False
        game.pop()
        game.rules[DebtRules].ruined(game, self)
        return True


class Ruin(Protocol):
    """What happens to a debtor with no way left to raise money."""

    def __call__(self, game: Game, debt: Debt) -> None: ...


def pays_what_there_is(game: Game, debt: Debt) -> None:
    """The debtor pays everything they have, and the rest is forgiven."""
    effects.pay(game, debt.debtor, debt.creditor, game.state.cash[debt.debtor], debt.reason)


def owe(game: Game, debtor: Owner, creditor: Owner, amount: int, reason: Text) -> None:
    """An owner has to pay this amount before anything else continues."""
    if amount:
        game.push(Debt(debtor, creditor, amount, reason))


def raisable(game: Game, debt: Debt) -> int:
    """What a debtor could get at most for shares that may be sold now, each company's at its current price."""
    most: dict[Company, int] = {}
    for choice in sell_options(game, debt):
        for action in choice:
            assert isinstance(action, Sell)
            most[action.company] = max(action.count, most.get(action.company, 0))
    price = game.rules[StockRules].sale_price
    return sum(count * price(game, company) for company, count in most.items())


def _sales(game: Game, debt: Debt, missing: int) -> tuple[Text, ...]:
    """What could be sold; if that is not enough, what will become of the debtor."""
    most = raisable(game, debt)
    if most >= missing:
        return (Text("Shares that may be sold now would bring up to {most}", most=most),)
    not_enough = Text("Shares that may be sold now would bring up to {most}, which is not enough", most=most)
    ruin = game.rules[DebtRules].ruin
    return (not_enough, Text(ruin, debtor=game.name(debt.debtor))) if ruin else (not_enough,)


def _told(game: Game, debt: Debt) -> Text:
    """Who owes how much to whom, for what, and the company whose turn brought it about, unless the reason names one."""
    values = {
        "debtor": game.name(debt.debtor),
        "amount": debt.amount,
        "creditor": _creditor(game, debt.creditor),
        "reason": debt.reason,
    }
    acting = (step.acting_company for step in reversed(game.state.agenda))
    company = next((company for company in acting if company is not None), None)
    if company is None or "company" in debt.reason.values:
        return Text("{debtor} owes {amount} to {creditor} for {reason}", **values)
    symbol = game.symbol(company)
    return Text("{debtor} owes {amount} to {creditor} for {reason}, in the turn of {company}", **values, company=symbol)


def pending(game: Game) -> tuple[Debt, ...]:
    """The debts that are to be paid, in the order in which they are."""
    return tuple(step for step in reversed(game.state.agenda) if isinstance(step, Debt))


def charge_short(game: Game, seat: Seat, amount: int) -> None:
    """A player owes the bank the dividends on what they have sold short."""
    owe(game, seat, BANK, amount, Text("dividends on shares sold short"))


def _creditor(game: Game, owner: Owner) -> Text:
    somebody = game.book.seat_of(owner) is not None or game.book.company_of(owner) is not None
    return verbatim(game.name(owner)) if somebody else Text("the bank")


# -- selling shares for a debt --------------------------------------------------------------------


def sell_refusal(game: Game, step: Debt, action: Sell) -> Refusal | None:
    """Shares are sold for a debt by the rules for sales, but outside a stock turn."""
    seller, company = step.seat(game), action.company
    if step.debtor != seller:
        return game.forbid("debt.shares", "{debtor} has no shares to sell for a debt", debtor=game.name(step.debtor))
    held = game.held(seller, company)
    if action.count > held:
        return game.forbid(
            "stock.sell_own", "You hold only {held} shares of {company}", held=held, company=game.symbol(company)
        )
    keeps = held - action.count
    return split_refusal(game, seller, company, keeps) or game.rules[StockRules].may_sell(game, seller, company, keeps)


def sell_options(game: Game, step: Debt) -> Iterable[Choice]:
    """For every company, how many shares the debtor may sell."""
    return sales(game, step.seat(game), lambda action: sell_refusal(game, step, action))


def _sell(game: Game, step: Debt, action: Sell) -> None:
    sell_shares(game, step.seat(game), action.company, action.count)
    game.rules[StockRules].after_trade(game, action.company)


SELL = Move(Sell, sell_options, sell_refusal, _sell)


@dataclass(frozen=True)
class DebtRules(RuleGroup):
    """How money is raised for a debt, and what happens to a debtor who cannot pay."""

    moves: tuple[AnyMove, ...] = (SELL,)
    """What a debtor may do to raise money."""
    ruined: Ruin = pays_what_there_is
    """What happens to a debtor with no way left to raise money."""
    ruin: str = ""
    """The same as a sentence about `{debtor}`, for those whose shares are not worth enough."""
