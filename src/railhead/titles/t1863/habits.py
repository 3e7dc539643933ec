"""What a passable player of 1863 does: floats companies that can pay, runs well, and borrows for trains, not for fun.

Players who decide at random lose every company in Phase II. These get through all phases often enough, and still do
everything the rules allow now and then.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from railhead.core.actions import Action, Pass
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.habits import Habits, Liking, Narrowing
from railhead.core.steps import Step
from railhead.rules.auction import Bid
from railhead.rules.borrowing import Borrow, Repay
from railhead.rules.private_sales import BuyIn
from railhead.rules.running import Run
from railhead.rules.stock import Buy
from railhead.rules.track import LayTile
from railhead.rules.trains import BuyTrain, OfferForTrain
from railhead.titles.t1863 import likings, narrowing
from railhead.titles.t1863.acting import ActFor
from railhead.titles.t1863.capital import PutInPrivate, PutInShares, PutInTrain
from railhead.titles.t1863.company_size import FormMajor, FormMinor
from railhead.titles.t1863.conversion import Convert
from railhead.titles.t1863.crisis import DeclareCrisis
from railhead.titles.t1863.dividends import PayDividend
from railhead.titles.t1863.founding import Found, Open
from railhead.titles.t1863.gifts import Give
from railhead.titles.t1863.merging import Merge
from railhead.titles.t1863.more_shares import BuyMore
from railhead.titles.t1863.nationalisation import OfferToLPTB
from railhead.titles.t1863.opening import AuctionPrivate
from railhead.titles.t1863.private_auctions import PutUp
from railhead.titles.t1863.refinancing import Refinance
from railhead.titles.t1863.shorts import Short
from railhead.titles.t1863.starting_price import Capitalise
from railhead.titles.t1863.subsidiaries import Take

WEIGHTS: Mapping[type[Action], float] = {
    Bid: 1.5,
    Open: 3.0,
    FormMinor: 0.5,
    FormMajor: 2.0,
    ActFor: 0.6,
    Short: 0.3,
    Take: 0.1,
    Give: 0.03,
    PutUp: 0.1,
    PutInPrivate: 0.05,
    PutInTrain: 0.05,
    PutInShares: 0.05,
    BuyIn: 0.03,
    BuyMore: 2.0,
    OfferForTrain: 0.1,
    Run: 4.0,
    Convert: 2.0,
    Refinance: 0.2,
    OfferToLPTB: 0.1,
}
"""By kind of action; otherwise as in all titles."""

LIKINGS: Mapping[type[Action], Liking] = {
    Pass: likings.passing,
    Bid: likings.bid,
    Open: likings.opening,
    Found: likings.founder,
    Give: likings.gift,
    Buy: likings.share,
    ActFor: likings.acting,
    Short: likings.short,
    BuyMore: likings.more_shares,
    Merge: likings.merger,
    LayTile: likings.lay,
    BuyTrain: likings.train,
    Borrow: likings.borrowing,
    Repay: likings.repaying,
    DeclareCrisis: likings.crisis,
}
NARROWED: Mapping[type[Action], Narrowing] = {
    Bid: narrowing.low_amount,
    AuctionPrivate: narrowing.low_amount,
    Open: narrowing.promising_place,
    Capitalise: narrowing.price,
    BuyMore: narrowing.shares_in_cash,
    Give: narrowing.gift,
    LayTile: narrowing.promising_lay,
    Run: narrowing.best_run,
    PayDividend: narrowing.dividend,
    Borrow: narrowing.loans_needed,
    OfferForTrain: narrowing.fair_offer,
}


def liking(game: Game, step: Step, choice: Choice) -> float:
    """How much a choice appeals now."""
    opinion = LIKINGS.get(choice.action)
    return 1.0 if opinion is None else opinion(game, step, choice)


def narrowed(game: Game, step: Step, choice: Choice, chance: Random) -> Choice:
    """A choice without values that make no sense now."""
    sense = NARROWED.get(choice.action)
    return choice if sense is None else sense(game, step, choice, chance)


HABITS = Habits(weights=WEIGHTS, liking=liking, narrowed=narrowed)
