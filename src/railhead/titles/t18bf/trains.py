"""Trains of 18BF: who may buy which, who must, and trading them in (rules 18BF-TRAIN).

A train from the bank costs its face value, whether it is new or was returned (18BF-TRAIN-03, 18BF-TRAIN-04); another
company's costs what both Directors agree on (18BF-TRAIN-02).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.deals import TrainBought
from railhead.core.events import TrainMoved
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Train, kind_of
from railhead.core.refusal import Refusal
from railhead.core.spelling import TRAIN
from railhead.core.steps import Move, filtered
from railhead.rules import trains
from railhead.rules.trains import BuyTrains, TrainRules, on_offer, room_for_any
from railhead.titles.t18bf.facts import EXPRESS, SYSTEM, TRADE_IN


def buy_trains(game: Game, company: Company) -> None:
    """The company may buy trains, and must if it has none and can (18BF-TRAIN-01, 18BF-TRAIN-09)."""
    game.push(BuyTrains(company))


def room(game: Game, company: Company, train: Train) -> Refusal | None:
    """There must be room before the purchase, whatever the purchase leads to (18BF-TRAIN-05, 18BF-TRAIN-06)."""
    return room_for_any(game, company, train) or express_refusal(game, company, train, game.trains_of(company))


def express_refusal(game: Game, company: Company, train: Train, others: Iterable[Train]) -> Refusal | None:
    """Only a System owns a 5+5E, and no more than one (18BF-TRAIN-18)."""
    if kind_of(train) != EXPRESS:
        return None
    if game.state.kind[company] != SYSTEM:
        return game.forbid("express.system", "Only Systems may own a 5+5E train")
    if EXPRESS in map(kind_of, others):
        return game.forbid("express.one", "A System may own only one 5+5E train")
    return None


def must_buy(game: Game, company: Company) -> Refusal | None:
    """A company without a train buys one if it can pay for the cheapest, with as many loans as it may take.

    Rules 18BF-TRAIN-09 and 18BF-TRAIN-11. The Director's own money is never used (18BF-TRAIN-13). A Minor that may own
    no train buys none.
    """
    if room_for_any(game, company, trains.cheapest_offer(game)[0]) or not trains.can_afford_bank_train(game, company):
        return None
    return game.forbid("train.must_buy", "{company} has no train and can pay for one", company=game.symbol(company))


# -- trading in -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Upgrade(Action):
    """Give up a train for a new one from the bank, at a discount."""

    old: Train
    train: Train
    form: ClassVar[str] = "upgrade {old} to {train}"
    label: ClassVar[str] = "Trade in a {old} train for a {train} train"
    told: ClassVar[tuple[str, ...]] = (
        "{actor} trades in a {old} train for a {train} train and pays {price}",
        "{actor} trades in a {old} train for a {train} train",
    )
    covers: ClassVar[tuple[type[object], ...]] = (
        TrainMoved,
        TrainBought,
    )
    topic: ClassVar[Topic] = Topic.TRAINS


def upgrade_price(game: Game, action: Upgrade) -> int:
    """The price of the new train, less what the old one is worth (18BF-TRAIN-20)."""
    return game.book.trains[kind_of(action.train)].price - TRADE_IN[kind_of(action.old)]


def upgrade_refusal(game: Game, step: BuyTrains, action: Upgrade) -> Refusal | None:
    """A System trades in a train of its own for a new one, even at its limit (18BF-TRAIN-19, 18BF-TRAIN-21)."""
    company = step.company
    if game.state.kind[company] != SYSTEM:
        return game.forbid("trade_in.system", "Only Systems may trade in trains")
    kept = list(game.trains_of(company))
    if action.old not in kept:
        return game.forbid("trade_in.own", "{company} has no such train to trade in", company=game.symbol(company))
    kept.remove(action.old)
    if (action.train, BANK) not in on_offer(game):
        name = TRAIN.write(game.book, action.train)
        return game.forbid("trade_in.new", "The bank has no new {name} train for sale now", name=name)
    return express_refusal(game, company, action.train, kept) or _upgrade_cash(game, company, action)


def _upgrade_cash(game: Game, company: Company, action: Upgrade) -> Refusal | None:
    """No loan is taken for it: the System has a train (18BF-TRAIN-23)."""
    cost, cash = upgrade_price(game, action), game.treasury(company)
    if cost > cash:
        return game.forbid(
            "trade_in.cash",
            "The new train costs {cost}, but {company} has {cash}",
            cost=cost,
            company=game.symbol(company),
            cash=cash,
        )
    return None


def _upgrades(game: Game, step: BuyTrains) -> Iterable[Upgrade]:
    """Every train of the company with every new train the bank sells."""
    new = [train for train, source in on_offer(game) if source == BANK]
    return [Upgrade(old, train) for old in sorted(set(game.trains_of(step.company))) for train in new]


def _upgrade(game: Game, step: BuyTrains, action: Upgrade) -> None:
    """The old train goes to the pool; the new one may begin a phase like any other (18BF-TRAIN-24)."""
    effects.move_train(game, game.purse(step.company), POOL, action.old)
    trains.buy_from_bank(game, step.company, action.train, BANK, discount=TRADE_IN[kind_of(action.old)])


UPGRADE = Move(Upgrade, filtered(_upgrades, upgrade_refusal), upgrade_refusal, _upgrade)

RULES = TrainRules(moves=(trains.BUY, trains.OFFER, UPGRADE, trains.PASS), room=room, must_buy=must_buy)
