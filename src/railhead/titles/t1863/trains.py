"""Trains of 1863: bought from the bank, or from another company by agreement (rules 1863-TRAIN).

Prices are data (1863-TRAIN-02). Both kinds of a phase are on the same cards, and the buyer chooses (1863-TRAIN-08);
once a pile is empty the next is open to the same company (1863-TRAIN-06). Nobody has to have a train (1863-TRAIN-10).
"""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Train, marks_of
from railhead.core.refusal import Refusal
from railhead.core.text import to_translate
from railhead.rules import trains
from railhead.rules.trains import BuyTrains, TrainRules, room_for_any
from railhead.titles.t1863 import ending
from railhead.titles.t1863.facts import READINGS


def buy_trains(game: Game, company: Company) -> None:
    """The company may buy any number, with loans if it takes them first (1863-TRAIN-01)."""
    game.push(BuyTrains(company))


def room(game: Game, company: Company, train: Train) -> Refusal | None:
    """Within the limit of the phase (1863-TRAIN-04); a train that has rusted is not sold on (1863-PRIV-04)."""
    if marks_of(train):
        return game.forbid("train.rusted", "A train that has rusted cannot be sold")
    return room_for_any(game, company, train)


def trade(game: Game, company: Company, seller: Company) -> Refusal | None:
    """Companies sell each other trains at any price both presidents agree on, if that is the reading."""
    if READINGS.trains_between_companies:
        return None
    return game.forbid("train.trade", "Companies do not sell trains to each other")


def bought(game: Game, company: Company) -> None:
    """With the last train of the bank the end of the game comes into sight (1863-END-01)."""
    look_for_the_last(game)


def look_for_the_last(game: Game) -> None:
    """Is the last train gone, bought or taken by the LPTB?"""
    if not any(game.state.depot):
        ending.foresee(game, to_translate("the last train has been bought"))


def given_up(game: Game, company: Company, train: Train) -> None:
    """A train above the limit goes to the Pool (1863-TRAIN-11); one that has rusted leaves the game."""
    if marks_of(train):
        effects.scrap_train(game, game.purse(company), train)
    else:
        trains.into_the_pool(game, company, train)


RULES = TrainRules(moves=trains.MOVES, room=room, trade=trade, bought=bought, given_up=given_up)
