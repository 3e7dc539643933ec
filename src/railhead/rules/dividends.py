"""Dividends: the whole revenue is paid out or kept, and the share price follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from railhead.core import effects
from railhead.core.actions import Action
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import BANK, FIRST_SEAT
from railhead.core.refusal import Refusal
from railhead.core.steps import Move, Step


@dataclass(frozen=True, slots=True)
class PayOut(Action):
    """Pay the revenue to the shareholders."""

    form: ClassVar[str] = "pay"
    label: ClassVar[str] = "Pay the revenue to the shareholders"


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Keep the revenue in the company."""

    form: ClassVar[str] = "keep"
    label: ClassVar[str] = "Keep the revenue in the company"


@dataclass(frozen=True, slots=True)
class Dividend(Step):
    """The part of a company's turn in which revenue is paid out or kept."""

    company: int
    purpose: ClassVar[str] = "pay a dividend or keep the revenue"

    def situation(self, game: Game) -> tuple[str, ...]:
        """What there is to pay, in all and on a share."""
        revenue, shares = game.state.revenue[self.company], game.book.companies[self.company].shares
        return (f"The trains have earned {revenue}: {revenue / shares:g} a share",)

    def seat(self, game: Game) -> int:
        return game.state.director[self.company]

    def moves(self, game: Game) -> tuple[Move, ...]:
        return game.book.slots.dividend_moves

    def proceed(self, game: Game) -> bool:
        """Where only one of the two is allowed, it is done."""
        if game.book.slots.may_pay(game, self.company) is not None:
            keep(game, self, Keep())
            return True
        if game.book.slots.may_keep(game, self.company) is not None:
            pay_out(game, self, PayOut())
            return True
        return False


def pay_out(game: Game, step: Dividend, action: PayOut) -> None:
    """The revenue is shared out."""
    del action
    distribute(game, step.company, game.state.revenue[step.company])


def distribute(game: Game, company: int, revenue: int) -> None:
    """Players and companies get their parts; shares in the bank's hands earn nothing. That ends the step."""
    effects.record_dividend(game, company, revenue)
    shares = game.book.companies[company].shares
    for owner in range(FIRST_SEAT, game.book.owner_count):
        amount = revenue * game.held(owner, company) // shares
        effects.pay(game, BANK, owner, amount, f"the dividend of {game.symbol(company)}")
    game.pop()
    game.book.slots.after_dividend(game, company, revenue)


def keep(game: Game, step: Dividend, action: Keep) -> None:
    """The revenue goes to the treasury."""
    del action
    company = step.company
    effects.record_dividend(game, company, 0)
    effects.pay(game, game.book.company_bank, game.purse(company), game.state.revenue[company], "its revenue")
    game.pop()
    game.book.slots.after_dividend(game, company, 0)


def _move(
    action: type[Action],
    law: Callable[[Game, int], Refusal | None],
    effect: Callable[[Game, Dividend, Any], None],
) -> Move:
    def options(game: Game, step: Dividend) -> Iterable[Choice]:
        return (Choice(action),) if law(game, step.company) is None else ()

    return Move(action, options, lambda game, step, _: law(game, step.company), effect)


MOVES = (
    _move(PayOut, lambda game, company: game.book.slots.may_pay(game, company), pay_out),
    _move(Keep, lambda game, company: game.book.slots.may_keep(game, company), keep),
)
