"""Trains in 1862: how many a company may have, what they cost, their warranties, and buying them from the bank.

Rules 1862-TRAIN and 1862-WARR.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Deed, Topic
from railhead.core.choices import Choice, Span, only
from railhead.core.deals import TrainBought
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Train, a_train, kind_of, marks_of
from railhead.core.refusal import Refusal
from railhead.core.rulebook import UNLIMITED
from railhead.core.spelling import TRAIN, Tally
from railhead.core.text import Text
from railhead.rules import trains
from railhead.rules.trains import TrainRules
from railhead.titles.t1862.dealing import types_in_play
from railhead.titles.t1862.facts import (
    EXPRESS,
    FREE_WARRANTIES,
    FREIGHT,
    LOCAL,
    NUMBERS,
    TRAIN_LIMITS,
    TYPE,
    TYPE_NAMES,
)
from railhead.titles.t1862.options import SIMPLE
from railhead.titles.t1862.record import record


def train_limit(game: Game, company: Company) -> int:
    """Nobody ever has to give up trains (1862-TRAIN-08)."""
    return UNLIMITED


def idle_train(game: Game, company: Company, train: Train) -> Text | None:
    """Any train may be bought, but one without a permit for its type does not run (1862-TRAIN-03, 1862-ROUTE-10)."""
    has_permit = record(game).permits[company] & TYPE[kind_of(train)]
    return None if has_permit else Text("no permit: it could not run")


def train_room(game: Game, company: Company, train: Train) -> Refusal | None:
    """The limit counts the trains of the type bought, or all trains, before the purchase.

    Rules 1862-TRAIN-06, 1862-TRAIN-07 and 1862-VAR-01.
    """
    limits, owned = TRAIN_LIMITS[game.state.phase], [TYPE[kind_of(other)] for other in game.trains_of(company)]
    total = limits.simple if game.book.options & set(SIMPLE) else limits.total
    if total is not None:
        if len(owned) >= total:
            return game.forbid("train.limit", "A company with {total} trains may not buy another now", total=total)
        return None
    sort = TYPE[kind_of(train)]
    if limits.each is not None and owned.count(sort) >= limits.each:
        name = Text(TYPE_NAMES[sort].capitalize())
        return game.forbid(
            "train.limit", "A company with {each} {name} trains may not buy another now", each=limits.each, name=name
        )
    return None


def price_of(game: Game, train: Train) -> int:
    """The face value, or half of it once a train of a later pile has been sold (1862-TRAIN-05)."""
    facts = game.book.trains[kind_of(train)]
    return facts.price // 2 if game.state.phase > facts.pile else facts.price


def second_hand(game: Game, company: Company, train: Train) -> Span:
    """The price is fixed; warranties do not change it (1862-TRAIN-05, 1862-WARR-06)."""
    return Span(price_of(game, train), price_of(game, train))


def train_trade(game: Game, company: Company, seller: Company) -> Refusal | None:
    """Once the LNER has formed trains come only from the bank (1862-TRAIN-12)."""
    if record(game).lner:
        return game.forbid("train.lner", "After the LNER has formed trains may be bought only from the bank")
    return None


# -- warranties -----------------------------------------------------------------------------------


def free_warranties(game: Game, kind: int) -> int:
    """The warranties a train has when it leaves the bank (1862-WARR-03)."""
    return FREE_WARRANTIES[game.book.trains[kind].pile]


def further_warranties(game: Game, kind: int) -> int:
    """How many more may be bought with a train (1862-WARR-02, 1862-VAR-04)."""
    return 0 if "new_players" in game.book.options else NUMBERS.most_warranties - free_warranties(game, kind)


def warranty_refusal(game: Game, company: Company, kind: int, count: int) -> Refusal | None:
    """May the company buy this many warranties with a train of this kind, and can it pay for everything?"""
    if count and "new_players" in game.book.options:
        return game.forbid("warranty.new_players", "Further warranties are not part of this game")
    if count > further_warranties(game, kind):
        return game.forbid(
            "warranty.three",
            "A train has at most {most} warranties, including the free one",
            most=NUMBERS.most_warranties,
        )
    cost, cash = game.book.trains[kind].price + NUMBERS.warranty_price * count, game.treasury(company)
    if count and cost > cash:
        return game.forbid(
            "warranty.cash",
            "Together that costs {cost}, and {company} has {cash}",
            cost=cost,
            company=game.symbol(company),
            cash=cash,
        )
    return None


def wear(game: Game, company: Company) -> None:
    """After the run each train loses one, used or not; obsolete trains rust with the last.

    Rules 1862-WARR-04 and 1862-WARR-05.
    """
    purse, trains = game.purse(company), game.trains_of(company)
    effects.mark_trains(game, purse, tuple(a_train(kind_of(t), max(0, marks_of(t) - 1)) for t in trains))
    for train in game.trains_of(company):
        if not marks_of(train) and game.book.trains[kind_of(train)].rusted_by <= game.state.phase:
            effects.scrap_train(game, purse, train)


# -- trains from the bank -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BuyNewTrain(Action):
    """Buy a train from the bank, choosing its type for good, with some further warranties (1862-TRAIN-02)."""

    train: Train
    warranties: Tally
    form: ClassVar[str] = "train {train} with {warranties} warranties"
    label: ClassVar[str] = "Buy a {train} train with {warranties} further warranties"
    plain: ClassVar[str] = "Buy a {train} train"
    told: ClassVar[tuple[str, ...]] = ("{actor} buys a {train} train with {warranties} further warranties for {price}",)
    covers: ClassVar[tuple[type[object], ...]] = (TrainBought,)
    topic: ClassVar[Topic] = Topic.TRAINS
    deed: ClassVar[Deed] = Deed.BUY_TRAIN


RECEIVER_ORDER = (EXPRESS, FREIGHT, LOCAL)
"""The type a company in receivership buys, of those it has permits for (1862-RECV-06)."""


def on_offer(game: Game) -> list[Train]:
    """The trains the bank sells now: the next pile, in the types in play (1862-TRAIN-04)."""
    types = types_in_play(game.book.options)
    return [train for train, source in trains.on_offer(game) if source == BANK and TYPE[kind_of(train)] in types]


def purchase_refusal(game: Game, company: Company, action: BuyNewTrain) -> Refusal | None:
    """Which rule forbids a company to buy this train with these warranties; a permit is not needed (1862-TRAIN-03)."""
    if action.train not in on_offer(game):
        return game.forbid(
            "train.order", "A {train} train is not for sale now", train=TRAIN.write(game.book, action.train)
        )
    return _terms_refusal(game, company, action)


def _terms_refusal(game: Game, company: Company, action: BuyNewTrain) -> Refusal | None:
    """Which rule forbids a company to buy a train that is for sale."""
    kind = kind_of(action.train)
    return (
        train_room(game, company, action.train)
        or trains.means_refusal(game, company, game.book.trains[kind].price)
        or warranty_refusal(game, company, kind, action.warranties)
    )


def purchase_options(game: Game, company: Company) -> Iterable[Choice]:
    """Every train the company may buy, with as many warranties as it can pay for."""
    for train in on_offer(game):
        if _terms_refusal(game, company, BuyNewTrain(train, Tally(0))) is None:
            kind = kind_of(train)
            spare = game.treasury(company) - game.book.trains[kind].price
            most = min(further_warranties(game, kind), spare // NUMBERS.warranty_price)
            yield Choice(BuyNewTrain, (only(train), Span(0, most)))


def buy_new(game: Game, company: Company, action: BuyNewTrain) -> None:
    """The company pays for the train and its warranties; the first of a pile begins a phase (1862-TRAIN-09)."""
    kind, count = kind_of(action.train), action.warranties
    effects.pay(
        game, game.purse(company), BANK, NUMBERS.warranty_price * count, Text("{count} warranties", count=count)
    )
    trains.buy_from_bank(game, company, a_train(kind, free_warranties(game, kind) + count), BANK)


def buy_in_receivership(game: Game, company: Company) -> None:
    """One train, of the first type it has a permit and room for, if it can pay (1862-RECV-05, 1862-RECV-06)."""
    by_type = {TYPE[kind_of(train)]: train for train in on_offer(game)}
    for sort in RECEIVER_ORDER:
        if sort not in by_type or not record(game).permits[company] & sort:
            continue
        action = BuyNewTrain(by_type[sort], Tally(0))
        room = game.rules[TrainRules].room(game, company, action.train)
        price = game.book.trains[kind_of(action.train)].price
        if room is None and trains.means_refusal(game, company, price) is None:
            buy_new(game, company, action)
            return
