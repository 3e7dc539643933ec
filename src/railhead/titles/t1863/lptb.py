"""The London Passenger Transport Board: trains, tokens, seizures and purchases (rules 1863-LPTB)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.steps import AnyMove, CompanyStep, Move, Step, never, passing
from railhead.core.text import Text, to_translate
from railhead.rules import trains as shared_trains
from railhead.rules.stations import tokens_of
from railhead.titles.t1863 import ending, failing, lives, prices, trains
from railhead.titles.t1863.activities import take_part
from railhead.titles.t1863.facts import NUMBERS, PHASE, READINGS
from railhead.titles.t1863.prices import Zone
from railhead.titles.t1863.valuation import valuation


def acts(game: Game) -> bool:
    """Does the LPTB act yet (1863-LPTB-01)?"""
    return game.state.phase >= PHASE[READINGS.lptb_from]


def token(game: Game) -> Company:
    """The token of the LPTB, by its number on the board."""
    return game.book.marker_ids[0]


# -- trains ---------------------------------------------------------------------------------------


def after_stock_round(game: Game) -> None:
    """It takes a train from the supply; the last one brings the end like one that is bought (1863-LPTB-02).

    Rules 1863-SR-12 and 1863-END-01.
    """
    if acts(game):
        for _ in range(NUMBERS.exported):
            shared_trains.export_next(game)
        trains.look_for_the_last(game)


# -- tokens ---------------------------------------------------------------------------------------


def take_tokens(game: Game, company: Company) -> None:
    """A company's tokens on the board become the LPTB's; what finds none, or another one there, is removed.

    Rules 1863-LPTB-12 and 1863-LPTB-14; the last one brings the end.
    """
    marker = token(game)
    most = game.book.markers[0].count
    for stop in tokens_of(game, company):
        placed = sum(marker in held for held in game.state.tokens.values())
        if placed < most and marker not in game.state.tokens[stop]:
            effects.replace_by_marker(game, company, stop, marker)
        else:
            effects.remove_token(game, company, stop)
    if sum(marker in held for held in game.state.tokens.values()) >= most:
        ending.foresee(game, to_translate("all tokens of the LPTB are on the board"))


def take_assets(game: Game, company: Company) -> None:
    """Tokens become the LPTB's; trains and privates leave the game (1863-LPTB-07)."""
    take_tokens(game, company)
    for train in game.trains_of(company):
        effects.scrap_train(game, game.purse(company), train)
    for private in game.privates_of(game.purse(company)):
        effects.close_private(game, private)


# -- the end of a company -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Taking(Step):
    """The LPTB takes a company over, stage by stage, because it has failed or because it was offered."""

    company: Company
    worth: int
    """What a company of ten shares is paid for by the share: half its valuation, or ten times its price."""
    charged: bool
    """Do those who have sold it short pay as much? They do for a company that was offered (1863-LPTB-15)."""
    stage: int = 0

    def proceed(self, game: Game) -> bool:
        """Shares of others are sold, then debts are paid, then the holders."""
        stages: tuple[Callable[[Game, Company], None], ...] = (failing.sell_holdings, failing.repay)
        if self.stage < len(stages):
            game.put(replace(self, stage=self.stage + 1))
            stages[self.stage](game, self.company)
            return True
        game.pop()
        failing.pay_holders(game, self.company, self.worth, self.charged)
        take_assets(game, self.company)
        lives.retire(game, self.company)
        return True


def seize(game: Game, company: Company) -> None:
    """A failed company: holders get half its valuation, shorts are void (1863-LPTB-05, 1863-LPTB-06, 1863-LPTB-07)."""
    take_part(game, company)
    effects.declare(game, company, Text("seized by the LPTB"))
    game.push(Taking(company, max(0, valuation(game, company)) // 2, charged=False))


def buy(game: Game, company: Company) -> None:
    """A company that was offered: holders get its price (1863-LPTB-09, 1863-LPTB-10, 1863-LPTB-11)."""
    take_part(game, company)
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

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES


def _offer(game: Game, step: Offer, _: OfferToLPTB) -> None:
    game.pop()
    buy(game, step.company)


MOVES: tuple[AnyMove, ...] = (
    Move(OfferToLPTB, lambda game, step: (Choice(OfferToLPTB),), never, _offer),
    passing(lambda game, _: game.pop()),
)
ACTIONS = (OfferToLPTB,)
