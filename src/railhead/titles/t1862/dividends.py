"""Dividends in 1862: pay, keep, or the George Hudson manoeuvre (rules 1862-DIV)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice
from railhead.core.events import Paid
from railhead.core.game import Game
from railhead.core.ids import BANK, Company
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move
from railhead.core.text import Text
from railhead.rules import dividends
from railhead.rules.dividends import Dividend
from railhead.titles.t1862.facts import NUMBERS


@dataclass(frozen=True, slots=True)
class Hudson(Action):
    """Raise the revenue to the share price from the treasury, and pay it out."""

    form: ClassVar[str] = "hudson"
    label: ClassVar[str] = "Raise the revenue from the treasury (Hudson) and pay it out"
    brief: ClassVar[str] = "Hudson"
    after_run: ClassVar[str] = "Run, add from the treasury (Hudson) and pay out"
    told: ClassVar[tuple[str, ...]] = (
        "{actor} adds {amount} from its treasury to its revenue (Hudson) and pays it out",
    )
    covers: ClassVar[tuple[type[object], ...]] = (Paid,)
    topic: ClassVar[Topic] = Topic.RUNS


def pay_dividend(game: Game, company: Company) -> None:
    """The revenue is paid out or kept; without any there is no choice."""
    game.push(Dividend(company))


def addition(game: Game, company: Company) -> int:
    """The smallest multiple of 10 that lifts the revenue to the share price (1862-DIV-07)."""
    gap = game.price_of(company) - game.state.revenue[company]
    return -(-gap // NUMBERS.hudson_rounding) * NUMBERS.hudson_rounding


def hudson_refusal(game: Game, company: Company) -> Refusal | None:
    """Some revenue, but less than the price, and a treasury that can make up for it.

    Rules 1862-DIV-07, 1862-DIV-08, 1862-DIV-09 and 1862-DIV-10.
    """
    revenue, price, cash = game.state.revenue[company], game.price_of(company), game.treasury(company)
    if "new_players" in game.book.options:
        return game.forbid("hudson.new_players", "The Hudson manoeuvre is not part of this game")
    if revenue < NUMBERS.hudson_least_revenue:
        return game.forbid(
            "hudson.revenue",
            "The manoeuvre needs a revenue of at least {least}",
            least=NUMBERS.hudson_least_revenue,
        )
    if revenue >= price:
        return game.forbid("hudson.price", "The revenue already reaches the share price")
    if addition(game, company) > cash:
        return game.forbid(
            "hudson.cash",
            "It takes {addition} from the treasury, which has {cash}",
            addition=addition(game, company),
            cash=cash,
        )
    return None


def _options(game: Game, step: Dividend) -> Iterable[Choice]:
    return (Choice(Hudson),) if hudson_refusal(game, step.company) is None else ()


def _hudson(game: Game, step: Dividend, _: Hudson) -> None:
    company, added = step.company, addition(game, step.company)
    effects.pay(game, game.purse(company), BANK, added, Text("the Hudson manoeuvre"))
    dividends.distribute(game, company, game.state.revenue[company] + added)


MOVES: tuple[AnyMove, ...] = (
    *dividends.MOVES,
    Move(Hudson, _options, lambda game, step, _: hudson_refusal(game, step.company), _hudson),
)
