"""Redemption: a company buys shares of its own back from the pool."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Deed, Topic
from railhead.core.choices import Choice
from railhead.core.deals import SharesBought
from railhead.core.game import Game
from railhead.core.ids import POOL, Company
from railhead.core.laws import CompanyCount, CompanyEffect, nothing_follows_for
from railhead.core.refusal import Refusal
from railhead.core.rulebook import RuleGroup
from railhead.core.steps import AnyMove, CompanyStep, Move, passing
from railhead.core.text import Text
from railhead.rules import directors


@dataclass(frozen=True, slots=True)
class RedeemShare(Action):
    """Buy a share of the company back from the pool."""

    form: ClassVar[str] = "redeem-share"
    label: ClassVar[str] = "Buy a share back from the pool"
    told: ClassVar[tuple[str, ...]] = ("{actor} redeems a share for {price}",)
    covers: ClassVar[tuple[type[object], ...]] = (SharesBought,)
    topic: ClassVar[Topic] = Topic.SHARES
    deed: ClassVar[Deed] = Deed.REDEEM


def one_share(game: Game, company: Company) -> int:
    """A company may buy back one share in a turn."""
    return 1


@dataclass(frozen=True)
class RedemptionRules(RuleGroup):
    """How many shares a company may buy back, and what happens then."""

    most: CompanyCount = one_share
    """How many shares a company may buy back in a turn."""
    redeemed: CompanyEffect = nothing_follows_for
    """What happens after a share has been bought back."""


@dataclass(frozen=True, slots=True)
class Redeem(CompanyStep):
    """The part of a company's turn in which it may buy back shares; how many it has bought back so far."""

    count: int = 0
    purpose: ClassVar[str] = "redeem a share"
    on_pass: ClassVar[str] = "{actor} redeems no share"
    on_pass_again: ClassVar[str] = "{actor} redeems no more shares"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES


def refusal(game: Game, step: Redeem, _: RedeemShare) -> Refusal | None:
    """There must be an ordinary share in the pool, and the company must be able to pay the market price."""
    price, cash = game.price_of(step.company), game.treasury(step.company)
    if price > cash:
        return game.forbid(
            "redeem.cash",
            "A share costs {price}, but {company} has {cash}",
            price=price,
            company=game.symbol(step.company),
            cash=cash,
        )
    if directors.ordinary(game, POOL, step.company) < 1:
        return game.forbid(
            "redeem.pool", "No ordinary share of {company} is in the pool", company=game.symbol(step.company)
        )
    return None


def options(game: Game, step: Redeem) -> Iterable[Choice]:
    """Buying a share back, if nothing forbids it."""
    return (Choice(RedeemShare),) if refusal(game, step, RedeemShare()) is None else ()


def redeem(game: Game, step: Redeem, _: RedeemShare) -> None:
    """The company pays the market price and keeps the share; the step ends once the limit is reached."""
    company, count = step.company, step.count + 1
    effects.pay(
        game,
        game.purse(company),
        game.book.company_bank,
        game.price_of(company),
        Text("1 {company}", company=game.symbol(company)),
    )
    effects.move_shares(game, POOL, game.purse(company), company, 1)
    if count < game.rules[RedemptionRules].most(game, company):
        game.put(Redeem(company, count))
    else:
        game.pop()
    game.rules[RedemptionRules].redeemed(game, company)


MOVES: tuple[AnyMove, ...] = (Move(RedeemShare, options, refusal, redeem), passing(lambda game, _: game.pop()))
