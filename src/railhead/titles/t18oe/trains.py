"""Buying trains in 18OE: from the bank, or from other railroads (rules 18OE-TRAIN).

Trains of other railroads keep their side (18OE-TRAIN-08) and are paid for by the treasury alone, 1 at least, to that of
the seller (18OE-TRAIN-10, 18OE-TRAIN-11); nobody is obliged to buy one (18OE-TRAIN-17). As many trains are bought as
cash and limit allow (18OE-TRAIN-01).
"""

from __future__ import annotations

from railhead.core.actions import Pass
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Train, marks_of
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, filtered, passing
from railhead.rules import trains
from railhead.rules.trains import BuyTrain, BuyTrains, TrainRules
from railhead.titles.t18oe import (
    ending,
    forced,
    insolvency,
    national_trains,
    pullmans,
    railroad_phases,
    reserved_trains,
    rolling_stock,
    surrendering,
)
from railhead.titles.t18oe.facts import NATIONAL
from railhead.titles.t18oe.locomotive_works import not_for_sale, offers
from railhead.titles.t18oe.record import amend
from railhead.titles.t18oe.rolling_stock import RESERVED


def buy_trains(game: Game, company: Company) -> None:
    """The railroad buys trains, unless it cannot pay for its reserved one and is insolvent (18OE-INSOLV-01)."""
    amend(game, bought=False, replaced=False, pullman_declined=())
    if insolvency.averted(game, company):
        game.push(BuyTrains(company))
    else:
        insolvency.declare(game, company)


def room(game: Game, company: Company, train: Train) -> Refusal | None:
    """Below the limit (18OE-TRAIN-02), a train that has not rusted (18OE-TRAIN-13), nor is Swift's (18OE-PRIV-47).

    Nothing else limits how many it buys (18OE-TRAIN-01).
    """
    if marks_of(train):
        return game.forbid("train.swift", "The train of Swift Metropolitan Line can never be sold")
    if rolling_stock.is_rusted(game, train):
        return game.forbid("train.rusted", "Only nationals may take trains that have rusted")
    return trains.room_for_any(game, company, train)


def trade(game: Game, company: Company, seller: Company) -> Refusal | None:
    """Railroads sell each other trains from the Major Railroad Phase on (18OE-TRAIN-09, 18OE-RMP-10).

    Nobody has to buy one of them (18OE-TRAIN-17). Nationals do not sell any (18OE-TRAIN-12), nor buy them like this
    (18OE-NTRAIN-06).
    """
    if game.state.kind[company] == NATIONAL:
        return game.forbid("train.national", "A national buys no trains like this")
    if game.state.kind[seller] == NATIONAL:
        return game.forbid("train.of_national", "Nationals never sell their trains")
    if not railroad_phases.major_phase(game):
        return game.forbid("train.trade", "Railroads sell each other trains from the Major Railroad Phase on")
    return reserved_trains.refusal(game, company)


def buy_refusal(game: Game, step: BuyTrains, action: BuyTrain) -> Refusal | None:
    """Which rule forbids buying a train from the bank."""
    company = step.company
    wanted = not_for_sale(game, company, action.train, action.source)
    if wanted is None and (action.train, action.source) != (RESERVED, BANK):
        wanted = reserved_trains.refusal(game, company)
    return wanted or forced.refusal(game, company, action.train) or trains.buy_refusal(game, step, action)


def _buy(game: Game, step: BuyTrains, action: BuyTrain) -> None:
    trains.buy(game, step, action)
    if (action.train, action.source) == (RESERVED, BANK):
        reserved_trains.provide(game, step.company)


def bought(game: Game, company: Company) -> None:
    """A railroad has bought a train: its Pullman is not discarded any more in this step (18OE-PULLMAN-09)."""
    amend(game, bought=True)
    ending.note_train(game, company)


def _leave_refusal(game: Game, step: BuyTrains, _: Pass) -> Refusal | None:
    """The reserved train must be bought, and a major must own one (18OE-TRAIN-14, 18OE-TRAIN-18)."""
    return forced.must_buy(game, step.company)


BUY = Move(BuyTrain, filtered(trains.buy_candidates, buy_refusal), buy_refusal, _buy)
LEAVE = passing(lambda game, _: game.pop(), _leave_refusal)
MOVES: tuple[AnyMove, ...] = (
    BUY,
    trains.OFFER,
    surrendering.SURRENDER,
    *pullmans.MOVES,
    *national_trains.MOVES,
    LEAVE,
)
RULES = TrainRules(
    moves=MOVES,
    offers=offers,
    price=rolling_stock.price,
    aid=forced.aid,
    counts=rolling_stock.counts,
    room=room,
    trade=trade,
    bought=bought,
    must_buy=forced.must_own,
    given_up=rolling_stock.discard,
)
ACTIONS = (
    BuyTrain,
    trains.OfferForTrain,
    trains.ReturnTrain,
    surrendering.Surrender,
    *pullmans.ACTIONS,
    *national_trains.ACTIONS,
)
