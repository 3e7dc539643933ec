"""Dividends: the company sets a total, pads it from its treasury if it likes, and its price follows (rules 1863-DIV).

Charters and companies are paid for what they hold like players (1863-DIV-13, 1863-DIV-14, 1863-DIV-16); the part of the
Pool stays in the bank. Whoever is short pays as much for a share as others receive (1863-SHORT-12, 1863-SHORT-18).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, OneOf
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Place, Seat
from railhead.core.market import Market
from railhead.core.refusal import Refusal
from railhead.core.spelling import Money
from railhead.core.steps import Move
from railhead.core.text import Text
from railhead.rules import debts, dividends, loans
from railhead.rules.dividends import Dividend, DividendRules
from railhead.titles.t1863 import prices
from railhead.titles.t1863.facts import NUMBERS


@dataclass(frozen=True, slots=True)
class PayDividend(Action):
    """Set the total that is paid to all shares."""

    amount: Money
    form: ClassVar[str] = "dividend {amount}"
    label: ClassVar[str] = "Pay a dividend of {amount}"
    plain: ClassVar[str] = "Pay no dividend"
    topic: ClassVar[Topic] = Topic.RUNS


def pay_dividend(game: Game, company: Company) -> None:
    """The company sets its dividend, even if it has earned nothing (1863-DIV-04)."""
    game.push(Dividend(company))


# -- which totals may be paid ---------------------------------------------------------------------


def most(game: Game, company: Company) -> int:
    """The larger of revenue and price: nobody pads beyond the price (1863-DIV-02, 1863-DIV-11)."""
    return max(game.state.revenue[company], game.price_of(company))


def totals(game: Game, company: Company) -> tuple[int, ...]:
    """Every total that may be paid: steps of the chart and the price itself (1863-DIV-01, 1863-DIV-05)."""
    highest = min(most(game, company), game.state.revenue[company] + game.treasury(company))
    price = game.price_of(company)
    return tuple(amount for amount in range(highest + 1) if is_step(amount) or amount == price)


def is_step(amount: int) -> bool:
    """Is this a multiple of 5 up to 80, or of 10 above (1863-DIV-05)?"""
    step = NUMBERS.small_step if amount <= NUMBERS.small_steps_to else NUMBERS.large_step
    return amount % step == 0


def refusal(game: Game, step: Dividend, action: PayDividend) -> Refusal | None:
    """Which rule forbids a total."""
    company, amount = step.company, action.amount
    if amount > most(game, company):
        return game.forbid(
            "dividend.most",
            "{company} pays at most {most}, the larger of its revenue and its price",
            company=game.symbol(company),
            most=most(game, company),
        )
    if not is_step(amount) and amount != game.price_of(company):
        return game.forbid(
            "dividend.step",
            "Dividends are multiples of {small} up to {limit}, multiples of {large} above, or exactly the price",
            small=NUMBERS.small_step,
            limit=NUMBERS.small_steps_to,
            large=NUMBERS.large_step,
        )
    return _padding_refusal(game, company, amount)


def _padding_refusal(game: Game, company: Company, amount: int) -> Refusal | None:
    """What is paid beyond the revenue comes from the treasury (1863-DIV-03); a loan may help (1863-DIV-18)."""
    added, cash = amount - game.state.revenue[company], game.treasury(company)
    if added > cash:
        return game.forbid(
            "dividend.cash",
            "It takes {added} from the treasury of {company}, which has {cash}",
            added=added,
            company=game.symbol(company),
            cash=cash,
        )
    return None


def may_pay(game: Game, company: Company) -> Refusal | None:
    """Is there a choice? A company without revenue, cash or loans can pay nothing."""
    if len(totals(game, company)) > 1 or loans.room(game, company):
        return None
    return game.forbid("dividend.cash", "{company} has nothing to pay", company=game.symbol(company))


def _options(game: Game, step: Dividend) -> Iterable[Choice]:
    yield Choice(PayDividend, (OneOf(totals(game, step.company)),))


# -- what a dividend does -------------------------------------------------------------------------


def _pay(game: Game, step: Dividend, action: PayDividend) -> None:
    """The treasury adds what is missing, or keeps what is not paid (1863-DIV-03, 1863-DIV-12)."""
    company, kept = step.company, game.state.revenue[step.company] - action.amount
    if action.amount == 0:
        dividends.keep(game, step)
        return
    if kept < 0:
        effects.pay(game, game.purse(company), BANK, -kept, Text("the part of its dividend that was not earned"))
    else:
        effects.pay(game, BANK, game.purse(company), kept, Text("its part of the revenue"))
    dividends.distribute(game, company, action.amount)


def after_dividend(game: Game, company: Company, amount: int) -> None:
    """The price moves after the payment (1863-DIV-15)."""
    places = movement(game, company, amount)
    if places < 0:
        prices.fall(game, company, -places)
    else:
        prices.rise(game, company, places)


def movement(game: Game, company: Company, amount: int) -> int:
    """How far a dividend moves the price: from two down to two up.

    At most half of the price (1863-DIV-06), less than the price (1863-DIV-07), the price (1863-DIV-08), from the next
    price of the chart (1863-DIV-09), from twice the price (1863-DIV-10).
    """
    return movement_from(game.book.market, game.state.price[company], amount)


def movement_from(market: Market, place: Place, amount: int) -> int:
    """The same from a place on the market."""
    price = market.prices[place]
    if amount < price:
        return -2 if 2 * amount <= price else -1
    if amount >= 2 * price:
        return 2
    return 1 if amount >= market.prices[min(Place(place + 1), market.top)] > price else 0


def charge(game: Game, seat: Seat, amount: int) -> None:
    """Short holders owe the bank what others receive (1863-SHORT-12); those who are out of the game do not."""
    if seat not in game.state.out:
        debts.charge_short(game, seat, amount)


PAY = Move(PayDividend, _options, refusal, _pay)
ACTIONS = (PayDividend,)
RULES = DividendRules(
    moves=(PAY,),
    may_pay=may_pay,
    # Rounded down for each holder, not for each share (1863-DIV-17).
    payment=dividends.in_proportion,
    charge=charge,
    after_dividend=after_dividend,
)
