"""What a passable player of 18OE does: floats railroads, expands them, runs them and buys the next train.

Players who decide at random trade charters to and fro, and take trains apart as often as they join them. These get
through all Train Phases, and still do everything the rules allow now and then.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from railhead.core.actions import Action, Pass
from railhead.core.choices import Choice, only
from railhead.core.game import Game
from railhead.core.habits import Habits, Liking
from railhead.core.ids import Company, kind_of
from railhead.core.steps import Step
from railhead.routes.runs import Runs
from railhead.rules.announcing import AnnounceRun
from railhead.rules.dividends import Keep, PayHalf, PayOut
from railhead.rules.running import Run
from railhead.rules.track import LayTile
from railhead.rules.trains import BuyTrain, BuyTrains, OfferForTrain, counted
from railhead.titles.t18oe import bidding, terrain
from railhead.titles.t18oe.facts import MAJOR
from railhead.titles.t18oe.locomotive_works import cheapest
from railhead.titles.t18oe.majors import BuyAndExpand, Expand
from railhead.titles.t18oe.merge_actions import Merge, ProposeMerger
from railhead.titles.t18oe.nationals import FormNational
from railhead.titles.t18oe.packet import BidForMinor, BidForPrivate, BuyMinor
from railhead.titles.t18oe.private_cards import ClosePrivate, RemovePrivate
from railhead.titles.t18oe.pullmans import AskForPullman, DiscardPullman
from railhead.titles.t18oe.removal import RemoveRegional
from railhead.titles.t18oe.rolling_stock import level
from railhead.titles.t18oe.stations import PlaceSlot
from railhead.titles.t18oe.strela import AssignMarker, AttachPullman, JoinTrains, PartTrains
from railhead.titles.t18oe.surrendering import Surrender
from railhead.titles.t18oe.trading import OpenTrade
from railhead.titles.t18oe.treasury_shares import BuyTreasury, SellTreasury

WEIGHTS: Mapping[type[Action], float] = {
    AnnounceRun: 0.3,
    AskForPullman: 0.1,
    AssignMarker: 0.3,
    AttachPullman: 0.3,
    BuyAndExpand: 8.0,
    BuyTreasury: 0.2,
    ClosePrivate: 0.02,
    DiscardPullman: 0.02,
    Expand: 8.0,
    FormNational: 0.3,
    JoinTrains: 0.05,
    LayTile: 3.0,
    Merge: 4.0,
    OfferForTrain: 0.1,
    OpenTrade: 0.03,
    PartTrains: 0.5,
    PayHalf: 2.0,
    ProposeMerger: 0.05,
    RemovePrivate: 0.02,
    RemoveRegional: 0.2,
    Run: 8.0,
    SellTreasury: 3.0,
    Surrender: 0.2,
}
"""By kind of action; otherwise as in all titles."""


def train(game: Game, step: Step, choice: Choice) -> float:
    """Railroads without a train want one; the others want trains that last."""
    assert isinstance(step, BuyTrains)
    wanted = next(iter(choice.domains[0]))
    if not counted(game, step.company):
        return 4.0
    better = level(wanted) > max(level(own) for own in counted(game, step.company))
    return 3.0 if better else 0.5


def used_train(game: Game, step: Step, choice: Choice) -> float:
    """Another railroad's train only if it is better than all of one's own: old ones fill the limit."""
    assert isinstance(step, BuyTrains)
    own = max((level(own) for own in counted(game, step.company)), default=0)
    return 1.0 if level(next(iter(choice.domains[1]))) > own else 0.0


def passing(game: Game, step: Step, choice: Choice) -> float:
    """A railroad that can pay for a train buys one more often than not."""
    if not isinstance(step, BuyTrains):
        return 1.0
    least = cheapest(game, step.company)
    return 0.1 if least is not None and game.treasury(step.company) >= least else 1.0


def saves(game: Game, company: Company) -> bool:
    """Does a railroad save for a train? A major does until it has one that lasts."""
    if game.state.kind[company] != MAJOR:
        return False
    lasting = len(game.book.phases)
    return not any(game.book.trains[kind_of(own)].rusted_by >= lasting for own in game.trains_of(company))


def keeping(game: Game, step: Step, choice: Choice) -> float:
    """A major without a lasting train saves for one."""
    company = step.acting_company
    assert company is not None
    return 4.0 if saves(game, company) else 0.5


def paying(game: Game, step: Step, choice: Choice) -> float:
    """All revenue is paid out by those that save for nothing."""
    company = step.acting_company
    assert company is not None
    return 0.3 if saves(game, company) else 1.0


def laying(game: Game, step: Step, choice: Choice) -> float:
    """Whoever saves for a train lays track where the land is flat."""
    company = step.acting_company
    assert company is not None
    (hex_,) = choice.domains[1]
    return 0.05 if saves(game, company) and terrain.fee(game, company, hex_) else 1.0


def placing(game: Game, step: Step, choice: Choice) -> float:
    """Whoever saves for a train has no use for more tokens."""
    company = step.acting_company
    assert company is not None
    return 0.2 if saves(game, company) else 1.0


def raising(game: Game, step: Step, choice: Choice) -> float:
    """A railroad that cannot pay for the train it needs sells shares of its treasury."""
    company = step.acting_company
    assert company is not None
    least = cheapest(game, company)
    return 1.0 if saves(game, company) and least is not None and game.treasury(company) < least else 0.1


def narrowed(game: Game, step: Step, choice: Choice, chance: Random) -> Choice:
    """The best run, mostly, and bids that make sense."""
    if choice.action in (BidForMinor, BidForPrivate):
        return bidding.narrowed(game, choice)
    if choice.action is not Run:
        return choice
    (runs,) = choice.domains
    assert isinstance(runs, Runs)
    best = runs.best[1]
    return Choice(Run, (only(best),)) if best and chance.random() < 0.9 else choice


LIKINGS: Mapping[type[Action], Liking] = {
    BidForMinor: bidding.bid,
    BidForPrivate: bidding.bid,
    BuyMinor: bidding.minor,
    BuyTrain: train,
    Keep: keeping,
    LayTile: laying,
    OfferForTrain: used_train,
    Pass: passing,
    PayHalf: keeping,
    PayOut: paying,
    PlaceSlot: placing,
    SellTreasury: raising,
}


def liking(game: Game, step: Step, choice: Choice) -> float:
    """How much a choice appeals now."""
    opinion = LIKINGS.get(choice.action)
    return 1.0 if opinion is None else opinion(game, step, choice)


HABITS = Habits(weights=WEIGHTS, liking=liking, narrowed=narrowed)
