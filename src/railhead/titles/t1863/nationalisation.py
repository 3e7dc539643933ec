"""Companies that the LPTB takes over: those it seizes, and those offered to it (rules 1863-LPTB)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, CompanyStep, Move, filtered, passing
from railhead.core.text import Text
from railhead.titles.t1863 import failing, lives, lptb, prices
from railhead.titles.t1863.failing import Ending
from railhead.titles.t1863.liquidation import sell_holdings
from railhead.titles.t1863.prices import Zone
from railhead.titles.t1863.valuation import valuation

# -- the end of a company -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Taking(Ending):
    """The LPTB takes a company over, stage by stage, because it has failed or because it was offered."""

    worth: int
    """What a company of ten shares is paid for by the share: half its valuation, or ten times its price."""
    charged: bool
    """Do those who have sold it short pay as much? They do for a company that was offered (1863-LPTB-15)."""
    stage: int = 0

    def proceed(self, game: Game) -> bool:
        """Shares of others are sold, then debts are paid, then the holders."""
        stages: tuple[Callable[[Game, Company], None], ...] = (sell_holdings, failing.repay)
        if self.stage < len(stages):
            game.put(replace(self, stage=self.stage + 1))
            stages[self.stage](game, self.company)
            return True
        game.pop()
        failing.pay_holders(game, self.company, self.worth, self.charged)
        lptb.take_assets(game, self.company)
        lives.retire(game, self.company)
        return True


def seize(game: Game, company: Company) -> None:
    """A failed company: holders get half its valuation, shorts are void (1863-LPTB-05, 1863-LPTB-06, 1863-LPTB-07)."""
    effects.declare(game, company, Text("seized by the LPTB"))
    game.push(Taking(company, max(0, valuation(game, company)) // 2, charged=False))


def buy(game: Game, company: Company) -> None:
    """A company that was offered: holders get its price (1863-LPTB-09, 1863-LPTB-10, 1863-LPTB-11)."""
    effects.declare(game, company, Text("bought by the LPTB"))
    game.push(Taking(company, game.share_count(company) * game.price_of(company), charged=True))


def has_failed(game: Game, company: Company) -> bool:
    """Has a company ended an operating round in acquisition, or without a train (1863-LPTB-04, 1863-ACQ-06)?"""
    return prices.zone(game, company) is Zone.GREY or (
        prices.zone(game, company) is Zone.WHITE and not game.trains_of(company)
    )


# -- companies that are offered ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OfferToLPTB(Action):
    """Have the company bought by the LPTB."""

    form: ClassVar[str] = "sell-to-lptb"
    label: ClassVar[str] = "Have it bought by the LPTB"
    told: ClassVar[tuple[str, ...]] = ("{actor} is offered to the LPTB",)
    topic: ClassVar[Topic] = Topic.MERGERS


@dataclass(frozen=True, slots=True)
class Offer(CompanyStep):
    """A company may be offered to the LPTB, unless it is in acquisition (1863-LPTB-08)."""

    purpose: ClassVar[str] = "offer the company to the LPTB or pass"
    order: ClassVar[str] = "turn.offer"
    on_pass: ClassVar[str] = "{actor} is not offered to the LPTB"

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What selling it would mean."""
        return (
            Text(
                "{company} would be gone: shares it holds are sold, its loans are repaid, and what is left of its cash "
                "goes to its holders, up to {price} a share; whoever presides pays loans it cannot repay",
                company=game.symbol(self.company),
                price=game.price_of(self.company),
            ),
        )

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES


def offer_refusal(game: Game, step: Offer, _: OfferToLPTB) -> Refusal | None:
    """A loan may have taken its price to the grey zone since it was asked (1863-LPTB-08)."""
    if prices.zone(game, step.company) is Zone.WHITE:
        return None
    return game.forbid("offer.white", "{company} is in acquisition", company=game.symbol(step.company))


def _offer(game: Game, step: Offer, _: OfferToLPTB) -> None:
    game.pop()
    buy(game, step.company)


MOVES: tuple[AnyMove, ...] = (
    Move(OfferToLPTB, filtered(lambda game, step: (OfferToLPTB(),), offer_refusal), offer_refusal, _offer),
    passing(lambda game, _: game.pop()),
)
ACTIONS = (OfferToLPTB,)
