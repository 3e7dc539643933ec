"""Dividends: revenue is paid out, kept or split, and the share price follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar, Protocol

from railhead.core import effects
from railhead.core.actions import Action, Deed, Topic
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import BANK, FIRST_SEAT, Company, Seat
from railhead.core.laws import CompanyCount, CompanyLaw, allowed
from railhead.core.refusal import Refusal
from railhead.core.rulebook import RuleGroup
from railhead.core.steps import AnyMove, CompanyStep, Matter, Move
from railhead.core.text import Text


@dataclass(frozen=True, slots=True)
class PayOut(Action):
    """Pay the revenue to the shareholders."""

    form: ClassVar[str] = "pay"
    label: ClassVar[str] = "Pay the revenue to the shareholders"
    brief: ClassVar[str] = "Pay out"
    after_run: ClassVar[str] = "Run and pay out"
    topic: ClassVar[Topic] = Topic.RUNS
    deed: ClassVar[Deed] = Deed.PAY_OUT


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Keep the revenue in the company."""

    form: ClassVar[str] = "keep"
    label: ClassVar[str] = "Keep the revenue in the company"
    brief: ClassVar[str] = "Keep it"
    after_run: ClassVar[str] = "Run and keep"
    topic: ClassVar[Topic] = Topic.RUNS


@dataclass(frozen=True, slots=True)
class PayHalf(Action):
    """Pay part of the revenue to the shareholders and keep the rest."""

    form: ClassVar[str] = "half"
    label: ClassVar[str] = "Pay half of the revenue and keep the rest"
    brief: ClassVar[str] = "Pay half"
    after_run: ClassVar[str] = "Run and pay half"
    topic: ClassVar[Topic] = Topic.RUNS


class Payment(Protocol):
    """What a dividend of this total pays for this many shares."""

    def __call__(self, game: Game, company: Company, amount: int, shares: int) -> int: ...


class DividendEffect(Protocol):
    """What happens after a dividend, which may be zero."""

    def __call__(self, game: Game, company: Company, amount: int) -> None: ...


class Charge(Protocol):
    """How a player pays dividends on what they have sold short."""

    def __call__(self, game: Game, seat: Seat, amount: int) -> None: ...


def nobody_is_short(game: Game, seat: Seat, amount: int) -> None:
    """Nobody sells short, so nobody has to pay."""
    raise AssertionError(f"{game.name(seat)} has sold short in a title without that")


def price_stays(game: Game, company: Company, amount: int) -> None:
    """The price does not move."""


def with_revenue(game: Game, company: Company) -> Refusal | None:
    """There must be revenue to pay out."""
    if game.state.revenue[company] == 0:
        return game.forbid("dividend.nothing", "There is no revenue to pay out")
    return None


def in_proportion(game: Game, company: Company, amount: int, shares: int) -> int:
    """In proportion to the shares, rounded down for each holder."""
    return amount * shares // game.share_count(company)


def rounded_for_each_share(game: Game, company: Company, amount: int, shares: int) -> int:
    """What one share gets is rounded down."""
    return amount // game.share_count(company) * shares


def half_of_the_revenue(game: Game, company: Company) -> int:
    """Half of the revenue, rounded down."""
    return game.state.revenue[company] // 2


@dataclass(frozen=True)
class DividendRules(RuleGroup):
    """What may be done with revenue, and how the price reacts."""

    moves: tuple[AnyMove, ...] = ()
    """What a director may do with the revenue."""
    may_pay: CompanyLaw = with_revenue
    """May this company pay out its revenue?"""
    may_keep: CompanyLaw = allowed
    """May this company keep its revenue?"""
    may_split: CompanyLaw | None = None
    """May this company pay half dividends? None if the title has none."""
    half: CompanyCount = half_of_the_revenue
    """The total of a half dividend."""
    payment: Payment = in_proportion
    """What a dividend of this total pays for this many shares."""
    charge: Charge = nobody_is_short
    """How this player pays dividends on what they have sold short (`debts.charge_short`)."""
    after_dividend: DividendEffect = price_stays
    """How the price moves after a dividend, which may be zero."""


@dataclass(frozen=True, slots=True)
class Dividend(CompanyStep):
    """The part of a company's turn in which revenue is paid out or kept."""

    matter: ClassVar[Matter] = Matter.DIVIDEND
    purpose: ClassVar[str] = "pay a dividend or keep the revenue"

    def situation(self, game: Game) -> tuple[Text, ...]:
        """The revenue, in total and per share."""
        revenue, shares = game.state.revenue[self.company], game.share_count(self.company)
        paid = game.rules[DividendRules].payment(game, self.company, revenue, shares)
        return (Text("The trains have earned {revenue}: {paid} per share", revenue=revenue, paid=f"{paid / shares:g}"),)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return game.rules[DividendRules].moves

    def proceed(self, game: Game) -> bool:
        """If there is only one thing to do with the revenue, do it."""
        ways = _ways(game, self.company)
        if len(ways) == 1:
            ways[0](game, self)
        return len(ways) == 1


def _ways(game: Game, company: Company) -> list[Callable[[Game, Dividend], None]]:
    """What the rules allow a company to do with its revenue."""
    rules = game.rules[DividendRules]
    ways = ((rules.may_pay, pay_out), (rules.may_keep, keep), (rules.may_split, pay_half))
    return [way for law, way in ways if law is not None and law(game, company) is None]


def pay_out(game: Game, step: Dividend) -> None:
    """The revenue is paid out."""
    distribute(game, step.company, game.state.revenue[step.company])


def pay_half(game: Game, step: Dividend) -> None:
    """Part of the revenue is paid out, the rest goes to the treasury."""
    company = step.company
    paid = game.rules[DividendRules].half(game, company)
    kept = game.state.revenue[company] - paid
    effects.pay(game, game.book.company_bank, game.purse(company), kept, Text("its part of the revenue"))
    distribute(game, company, paid)


def distribute(game: Game, company: Company, revenue: int) -> None:
    """Players and companies get their share; shares held by the bank earn nothing. That ends the step.

    Whoever has sold the company short is charged the same for each share.
    """
    effects.record_dividend(game, company, revenue)
    payment = game.rules[DividendRules].payment
    purpose = Text("the dividend of {company}", company=game.symbol(company))
    for owner in game.book.owner_ids[FIRST_SEAT:]:
        held = game.held(owner, company)
        if held > 0:
            effects.pay(game, BANK, owner, payment(game, company, revenue, held), purpose)
    game.pop()
    game.rules[DividendRules].after_dividend(game, company, revenue)
    for seat in game.book.seat_ids if game.book.shorts else ():
        owed = payment(game, company, revenue, game.short(seat, company))
        if owed:
            game.rules[DividendRules].charge(game, seat, owed)


def keep(game: Game, step: Dividend) -> None:
    """The revenue goes to the treasury."""
    company = step.company
    effects.record_dividend(game, company, 0)
    effects.pay(game, game.book.company_bank, game.purse(company), game.state.revenue[company], Text("its revenue"))
    game.pop()
    game.rules[DividendRules].after_dividend(game, company, 0)


def _refuse_split(game: Game, company: Company) -> Refusal | None:
    may_split = game.rules[DividendRules].may_split
    assert may_split is not None, "a title that offers half dividends says when they may be paid"
    return may_split(game, company)


def _move(action: type[Action], law: CompanyLaw, effect: Callable[[Game, Dividend], None]) -> AnyMove:
    def options(game: Game, step: Dividend) -> Iterable[Choice]:
        return (Choice(action),) if law(game, step.company) is None else ()

    def refusal(game: Game, step: Dividend, _: Action) -> Refusal | None:
        return law(game, step.company)

    return Move(action, options, refusal, lambda game, step, _: effect(game, step))


PAY = _move(PayOut, lambda game, company: game.rules[DividendRules].may_pay(game, company), pay_out)
KEEP = _move(Keep, lambda game, company: game.rules[DividendRules].may_keep(game, company), keep)
HALF = _move(PayHalf, _refuse_split, pay_half)
MOVES = (PAY, KEEP)
