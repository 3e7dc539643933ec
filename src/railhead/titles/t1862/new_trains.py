"""Trains from the bank: the type is chosen on buying, and warranties are bought with it (1862-TRAIN-02, 1862-WARR)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action
from railhead.core.choices import Choice, Span, only
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Train, a_train, kind_of
from railhead.core.refusal import Refusal
from railhead.core.spelling import TRAIN, Tally
from railhead.rules import trains
from railhead.rules.trains import TrainRules
from railhead.titles.t1862 import warranties
from railhead.titles.t1862.dealing import types_in_play
from railhead.titles.t1862.facts import EXPRESS, FREIGHT, LOCAL, NUMBERS, TYPE
from railhead.titles.t1862.record import record
from railhead.titles.t1862.train_rules import train_room


@dataclass(frozen=True, slots=True)
class BuyNewTrain(Action):
    """Buy a train from the bank, choosing its type, with so many further warranties."""

    train: Train
    warranties: Tally
    form: ClassVar[str] = "train {train} with {warranties} warranties"
    label: ClassVar[str] = "Buy a {train} train with {warranties} further warranties"
    plain: ClassVar[str] = "Buy a {train} train"


RECEIVER_ORDER = (EXPRESS, FREIGHT, LOCAL)
"""The type a company in receivership buys, of those it has permits for (1862-RECV-06)."""


def on_offer(game: Game) -> list[Train]:
    """The trains the bank sells now: the next pile, in the types that are played (1862-TRAIN-04)."""
    types = types_in_play(game.book.options)
    return [train for train, source in trains.on_offer(game) if source == BANK and TYPE[kind_of(train)] in types]


def refusal(game: Game, company: Company, action: BuyNewTrain) -> Refusal | None:
    """Which rule forbids a company to buy this train with these warranties."""
    if action.train not in on_offer(game):
        return game.forbid("train.order", f"A {TRAIN.write(game.book, action.train)} train is not for sale now")
    kind = kind_of(action.train)
    return (
        train_room(game, company, action.train)
        or trains.cash_refusal(game, company, game.book.trains[kind].price)
        or warranties.refusal(game, company, kind, action.warranties)
    )


def options(game: Game, company: Company) -> Iterable[Choice]:
    """Every train the company may buy, with the numbers of warranties it can pay for."""
    for train in on_offer(game):
        if refusal(game, company, BuyNewTrain(train, Tally(0))) is None:
            kind = kind_of(train)
            spare = game.treasury(company) - game.book.trains[kind].price
            most = min(warranties.further(game, kind), spare // NUMBERS.warranty_price)
            yield Choice(BuyNewTrain, (only(train), Span(0, most)))


def buy(game: Game, company: Company, action: BuyNewTrain) -> None:
    """The company pays for the train and its warranties; the first of a pile begins a phase (1862-TRAIN-09)."""
    kind, count = kind_of(action.train), action.warranties
    effects.pay(game, game.purse(company), BANK, NUMBERS.warranty_price * count, f"{count} warranties")
    trains.buy_from_bank(game, company, a_train(kind, warranties.free(game, kind) + count), BANK)


def buy_in_receivership(game: Game, company: Company) -> None:
    """One train, of the first type it has a permit and room for, if it can pay (1862-RECV-05, 1862-RECV-06)."""
    by_type = {TYPE[kind_of(train)]: train for train in on_offer(game)}
    for sort in RECEIVER_ORDER:
        if sort not in by_type or not record(game).permits[company] & sort:
            continue
        action = BuyNewTrain(by_type[sort], Tally(0))
        room = game.rules[TrainRules].room(game, company, action.train)
        price = game.book.trains[kind_of(action.train)].price
        if room is None and trains.cash_refusal(game, company, price) is None:
            buy(game, company, action)
            return
