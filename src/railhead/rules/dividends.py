"""Dividends: the whole revenue is paid out or kept, and the share price follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from railhead.core import effects
from railhead.core.actions import Action
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import BANK, FIRST_SEAT, Company
from railhead.core.laws import CompanyLaw, allowed
from railhead.core.refusal import Refusal
from railhead.core.rulebook import RuleGroup
from railhead.core.steps import AnyMove, CompanyStep, Move


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


class DividendEffect(Protocol):
    """What happens after a dividend, which may be zero."""

    def __call__(self, game: Game, company: Company, amount: int) -> None: ...


def price_stays(game: Game, company: Company, amount: int) -> None:
    """The price does not move."""


def with_revenue(game: Game, company: Company) -> Refusal | None:
    """There must be revenue to pay out."""
    if game.state.revenue[company] == 0:
        return game.forbid("dividend.nothing", "There is no revenue to pay out")
    return None


@dataclass(frozen=True)
class DividendRules(RuleGroup):
    """What may be done with revenue, and how the price reacts."""

    moves: tuple[AnyMove, ...] = ()
    """What a director may do with the revenue."""
    may_pay: CompanyLaw = with_revenue
    """May this company pay out its revenue?"""
    may_keep: CompanyLaw = allowed
    """May this company keep its revenue?"""
    after_dividend: DividendEffect = price_stays
    """How the price moves after a dividend, which may be zero."""


@dataclass(frozen=True, slots=True)
class Dividend(CompanyStep):
    """The part of a company's turn in which revenue is paid out or kept."""

    purpose: ClassVar[str] = "pay a dividend or keep the revenue"

    def situation(self, game: Game) -> tuple[str, ...]:
        """The revenue, in total and per share."""
        revenue, shares = game.state.revenue[self.company], game.share_count(self.company)
        return (f"The trains have earned {revenue}: {revenue / shares:g} per share",)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return game.rules[DividendRules].moves

    def proceed(self, game: Game) -> bool:
        """If only one of the two is allowed, do it."""
        if game.rules[DividendRules].may_pay(game, self.company) is not None:
            keep(game, self, Keep())
            return True
        if game.rules[DividendRules].may_keep(game, self.company) is not None:
            pay_out(game, self, PayOut())
            return True
        return False


def pay_out(game: Game, step: Dividend, action: PayOut) -> None:
    """The revenue is paid out."""
    distribute(game, step.company, game.state.revenue[step.company])


def distribute(game: Game, company: Company, revenue: int) -> None:
    """Players and companies get their share; shares held by the bank earn nothing. That ends the step."""
    effects.record_dividend(game, company, revenue)
    shares = game.share_count(company)
    for owner in game.book.owner_ids[FIRST_SEAT:]:
        amount = revenue * game.held(owner, company) // shares
        effects.pay(game, BANK, owner, amount, f"the dividend of {game.symbol(company)}")
    game.pop()
    game.rules[DividendRules].after_dividend(game, company, revenue)


def keep(game: Game, step: Dividend, action: Keep) -> None:
    """The revenue goes to the treasury."""
    company = step.company
    effects.record_dividend(game, company, 0)
    effects.pay(game, game.book.company_bank, game.purse(company), game.state.revenue[company], "its revenue")
    game.pop()
    game.rules[DividendRules].after_dividend(game, company, 0)


def _move(
    action: type[Action],
    law: Callable[[Game, Company], Refusal | None],
    effect: Callable[[Game, Dividend, Any], None],
) -> AnyMove:
    def options(game: Game, step: Dividend) -> Iterable[Choice]:
        return (Choice(action),) if law(game, step.company) is None else ()

    return Move(action, options, lambda game, step, _: law(game, step.company), effect)


MOVES = (
    _move(PayOut, lambda game, company: game.rules[DividendRules].may_pay(game, company), pay_out),
    _move(Keep, lambda game, company: game.rules[DividendRules].may_keep(game, company), keep),
)
