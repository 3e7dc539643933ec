"""Forced purchases: a major must own a train, with its president's cash if it takes that (rules 18OE-FORCED).

A minor or regional is only forced to buy its reserved train, and then helped in the same way (18OE-FORCED-06). Nobody
sells stock for it: no move of the step does that (18OE-FORCED-03).
"""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Train
from railhead.core.refusal import Refusal
from railhead.rules.trains import counted
from railhead.titles.t18oe import reserved_trains
from railhead.titles.t18oe.facts import MAJOR
from railhead.titles.t18oe.locomotive_works import cheapest
from railhead.titles.t18oe.rolling_stock import price


def must_own(game: Game, company: Company) -> Refusal | None:
    """A major without a train must buy one, as long as any is for sale.

    Rules 18OE-TRAIN-14 and 18OE-TRAIN-16; minors and regionals need none (18OE-TRAIN-15).
    """
    if game.state.kind[company] != MAJOR or counted(game, company) or cheapest(game, company) is None:
        return None
    return game.forbid("train.must_own", "{company} must own a train", company=game.symbol(company))


def must_buy(game: Game, company: Company) -> Refusal | None:
    """May a railroad not end its purchases yet? It has its reserved train to buy, or must own one."""
    return reserved_trains.refusal(game, company) or must_own(game, company)


def is_forced(game: Game, company: Company) -> bool:
    """Must a railroad buy a train for which its treasury is not enough (18OE-FORCED-05)?"""
    least = cheapest(game, company)
    return must_buy(game, company) is not None and least is not None and game.treasury(company) < least


def refusal(game: Game, company: Company, train: Train) -> Refusal | None:
    """A forced purchase takes the cheapest train of the bank, by its cheaper side (18OE-FORCED-01)."""
    if is_forced(game, company) and price(game, company, train) != cheapest(game, company):
        return game.forbid("forced.cheapest", "A forced purchase takes the cheapest train")
    return None


def aid(game: Game, company: Company, train: Train) -> int:
    """What the president adds for a train that must be bought: all that the treasury lacks, or nothing.

    Rules 18OE-FORCED-02 and 18OE-FORCED-06.
    """
    missing = price(game, company, train) - game.treasury(company)
    if not is_forced(game, company) or missing > game.state.cash[game.player_for(company)]:
        return 0
    return missing
