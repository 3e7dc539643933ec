"""Buying trains in 1862: the train step of a turn, and how a company raises money for a train when it has to.

Rules 1862-TRAIN, 1862-FORCED, and 1862-RECV-05, 1862-RECV-06 and 1862-RECV-07.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice
from railhead.core.deals import SharesSold
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company
from railhead.core.refusal import Refusal
from railhead.core.spelling import Money
from railhead.core.steps import AnyMove, CompanyStep, Move, passing
from railhead.core.text import Text
from railhead.rules import exchange, trains
from railhead.rules.prices import fall
from railhead.rules.receivership import in_receivership
from railhead.rules.trains import BuyTrains, OfferForTrain, TrainRules, cheapest, offer_refusal
from railhead.titles.t1862.corrections import TRAIN_WITHIN_REACH
from railhead.titles.t1862.prices import arrived, fail
from railhead.titles.t1862.record import record
from railhead.titles.t1862.trains import BuyNewTrain, buy_in_receivership, buy_new, purchase_options, purchase_refusal


def buy_trains(game: Game, company: Company) -> None:
    """The director buys trains; without one the company buys by itself, or is bankrupt (1862-RECV-05, 1862-RECV-07)."""
    if not in_receivership(game, company):
        game.push(BuyTrains(company))
        return
    buy_in_receivership(game, company)
    if not game.trains_of(company):
        fail(game, company)


def must_buy_train(game: Game, company: Company) -> Refusal | None:
    """A trainless company that can pay for a train, or raise the money, must (1862-FORCED-01, 1862-FORCED-02)."""
    if trains.can_afford_bank_train(game, company) or can_buy_from_own_director(game, company):
        return game.forbid("train.must_buy", "{company} has no train and can pay for one", company=game.symbol(company))
    if sale_refusal(game, company) is None or refinance_refusal(game, company) is None:
        return game.forbid(
            "train.must_raise", "{company} has no train and must raise money for one", company=game.symbol(company)
        )
    return None


def _finish(game: Game, step: BuyTrains) -> None:
    """A company that cannot get a train is bankrupt (1862-BANKR-01)."""
    game.pop()
    if not game.trains_of(step.company):
        fail(game, step.company)


def _buy(game: Game, step: BuyTrains, action: BuyNewTrain) -> None:
    buy_new(game, step.company, action)


# -- forced purchase ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SellTreasury(Action):
    """Sell as many of the company's own shares as it takes to pay for a train."""

    form: ClassVar[str] = "sell-treasury"
    label: ClassVar[str] = "Sell the company’s own shares"
    told: ClassVar[tuple[str, ...]] = ("{actor} sells {count} of its own shares for {price}",)
    covers: ClassVar[tuple[type[object], ...]] = (SharesSold,)
    topic: ClassVar[Topic] = Topic.SHARES


@dataclass(frozen=True, slots=True)
class Refinance(Action):
    """Merge the company's shares two for one to get new capital."""

    form: ClassVar[str] = "refinance"
    label: ClassVar[str] = "Refinance: merge the shares two for one"
    told: ClassVar[tuple[str, ...]] = ("{actor} refinances: its shares are merged two for one",)
    topic: ClassVar[Topic] = Topic.SHARES


@dataclass(frozen=True, slots=True)
class ForcedPurchase(CompanyStep):
    """Money has been raised for a train from the bank, which must be bought now (1862-FORCED-03)."""

    purpose: ClassVar[str] = "buy the train for which money was raised"
    order: ClassVar[str] = "forced.bank"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return PURCHASE_MOVES

    def proceed(self, game: Game) -> bool:
        """Without a director the type is fixed, and no other train is bought (1862-FORCED-10, 1862-RECV-05)."""
        if not in_receivership(game, self.company):
            return False
        game.pop()
        assert isinstance(game.step, BuyTrains)
        game.pop()
        buy_in_receivership(game, self.company)
        return True


def gap(game: Game, company: Company) -> int:
    """How much the company is short of the price of the next train."""
    return cheapest(game) - game.treasury(company)


def shares_needed(game: Game, company: Company) -> int:
    """The smallest number of shares that pays for the train, at the full price (1862-FORCED-04)."""
    return -(-gap(game, company) // game.price_of(company))


def _must_raise(game: Game, company: Company) -> Refusal | None:
    """Money is raised only for a company without a train that cannot get one otherwise (1862-FORCED-02)."""
    if game.trains_of(company) or gap(game, company) <= 0:
        return game.forbid(
            "forced.need", "Money may be raised only by a company that has no train and cannot pay for one"
        )
    if can_buy_from_own_director(game, company):
        return game.forbid("forced.need", "Another company of the same director can sell it a train")
    return None


def can_buy_from_own_director(game: Game, company: Company) -> bool:
    """Can the company buy a train from another company of its director, who will consent (1862-FORCED-02)?

    Before the correction such a train counted no more than any other company's.
    """
    if not game.follows(TRAIN_WITHIN_REACH):
        return False
    price, director = game.rules[TrainRules].second_hand, game.controller(company)
    offers = [
        OfferForTrain(Money(price(game, company, train).low), train, seller)
        for seller in game.all_companies()
        if seller != company and game.controller(seller) == director
        for train in game.trains_of(seller)
    ]
    return any(offer_refusal(game, BuyTrains(company), offer) is None for offer in offers)


def sale_refusal(game: Game, company: Company) -> Refusal | None:
    """The shares in the treasury must be enough for the train (1862-FORCED-05)."""
    refusal = _must_raise(game, company)
    if refusal is None and shares_needed(game, company) > game.held(game.purse(company), company):
        refusal = game.forbid(
            "forced.sale",
            "Even all shares that {company} holds would not pay for a train",
            company=game.symbol(company),
        )
    return refusal


def refinance_refusal(game: Game, company: Company) -> Refusal | None:
    """The new capital must be enough for the train (1862-FORCED-09)."""
    refusal = _must_raise(game, company)
    if refusal is None and not suffices(game, company):
        refusal = game.forbid(
            "forced.refinance", "{company} could not pay for a train even then", company=game.symbol(company)
        )
    return refusal


def _sell(game: Game, step: BuyTrains, _: SellTreasury) -> None:
    """The price falls a place for every single share, until the LNER has formed (1862-FORCED-06, 1862-LNER-05)."""
    company, count = step.company, shares_needed(game, step.company)
    effects.pay(
        game,
        BANK,
        game.purse(company),
        count * game.price_of(company),
        Text("{count} {company}", count=count, company=game.symbol(company)),
    )
    effects.move_shares(game, game.purse(company), POOL, company, count)
    game.push(ForcedPurchase(company))
    if not record(game).lner:
        drop_price(game, company, count)


def drop_price(game: Game, company: Company, count: int) -> None:
    """The price falls this many places, which may bankrupt the company."""
    fall(game, company, count)
    arrived(game, company)


def _refinance(game: Game, step: BuyTrains, _: Refinance) -> None:
    """The procedure comes first; then the train is bought by whoever directs the company (1862-FORCED-10)."""
    game.push(ForcedPurchase(step.company))
    refinance(game, step.company)


def _buy_with_money_raised(game: Game, step: ForcedPurchase, action: BuyNewTrain) -> None:
    game.pop()
    buy_new(game, step.company, action)


def _sale_options(game: Game, step: BuyTrains) -> Iterable[Choice]:
    return (Choice(SellTreasury),) if sale_refusal(game, step.company) is None else ()


def _refinance_options(game: Game, step: BuyTrains) -> Iterable[Choice]:
    return (Choice(Refinance),) if refinance_refusal(game, step.company) is None else ()


# -- refinancing ----------------------------------------------------------------------------------


def proceeds(game: Game, company: Company) -> int:
    """What the bank pays for the new shares: ten times par (1862-FORCED-07)."""
    return game.share_count(company) * game.book.market.prices[game.state.par[company]]


def suffices(game: Game, company: Company) -> bool:
    """Could the company pay for a train after refinancing (1862-FORCED-09)?

    An odd share of its own brings half the price, if it gives it up.
    """
    odd = game.held(game.purse(company), company) % 2
    means = game.treasury(company) + proceeds(game, company) + odd * (game.price_of(company) // 2)
    return means >= cheapest(game)


def refinance(game: Game, company: Company) -> None:
    """Holdings are halved, beginning with the director; then the company is paid (1862-FORCED-07, 1862-FORCED-08).

    What the company needs for the train it does not spend on an option (1862-FORCED-03).
    """
    game.push(Refinancing(company))
    exchange.begin(game, (company,), game.player_for(company), reserve=max(0, cheapest(game) - proceeds(game, company)))


@dataclass(frozen=True, slots=True)
class Refinancing(CompanyStep):
    """The company is paid once all holdings are halved."""

    def proceed(self, game: Game) -> bool:
        """Ten times par from the bank."""
        game.pop()
        effects.pay(game, BANK, game.purse(self.company), proceeds(game, self.company), Text("new shares"))
        return True


SELL_TREASURY = Move(SellTreasury, _sale_options, lambda game, step, _: sale_refusal(game, step.company), _sell)
REFINANCE = Move(Refinance, _refinance_options, lambda game, step, _: refinance_refusal(game, step.company), _refinance)
PURCHASE_MOVES: tuple[AnyMove, ...] = (
    Move(
        BuyNewTrain,
        lambda game, step: purchase_options(game, step.company),
        lambda game, step, action: purchase_refusal(game, step.company, action),
        _buy_with_money_raised,
    ),
)


MOVES: tuple[AnyMove, ...] = (
    Move(
        BuyNewTrain,
        lambda game, step: purchase_options(game, step.company),
        lambda game, step, action: purchase_refusal(game, step.company, action),
        _buy,
    ),
    trains.OFFER,
    SELL_TREASURY,
    REFINANCE,
    passing(_finish, trains.pass_refusal),
)
