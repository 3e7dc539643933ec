"""How much a passable player of 1863 likes a choice (see `habits`)."""

from __future__ import annotations

from typing import Any

from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import Company, Seat, kind_of
from railhead.core.state import FLOATED
from railhead.core.steps import Step
from railhead.rules import loans, trains
from railhead.rules.auction import Auction, Lot
from railhead.rules.borrowing import borrower
from railhead.rules.merger_round import MergerTurn
from railhead.rules.running import RunTrains
from railhead.rules.stock import StockTurn
from railhead.rules.track import LayTrack, lay_cost
from railhead.rules.trains import BuyTrains
from railhead.titles.t1863 import costs, prospects
from railhead.titles.t1863.acquisition import WholeCompany
from railhead.titles.t1863.crisis import Payment
from railhead.titles.t1863.facts import NUMBERS, PHASE
from railhead.titles.t1863.founding import RightToStart
from railhead.titles.t1863.lots import Part, PartLot
from railhead.titles.t1863.more_shares import BuyShares
from railhead.titles.t1863.opening import PrivateLot
from railhead.titles.t1863.ownership import companies_of
from railhead.titles.t1863.prices import WHITE_PLACES
from railhead.titles.t1863.private_auctions import OwnedPrivate
from railhead.titles.t1863.record import record

BEGINNINGS = 100
"""What a new company needs besides its train: for track and its first token."""
FOR_TRACK = 60
"""With less than this, a company cannot build what it needs for a run."""
OLD = 200
"""Trains that cost less rust soon."""
LASTING = 600
"""Trains that cost this much never rust."""


# -- what is known of a company -------------------------------------------------------------------


def wanted_train(game: Game, company: Company) -> int | None:
    """The price of the cheapest train of the bank, if the company has room for one."""
    if not any(game.state.depot) or len(game.trains_of(company)) >= trains.limit_of_the_phase(game, company):
        return None
    return trains.cheapest(game)


def spare(game: Game, company: Company) -> int:
    """What a company has beyond the costs of this turn."""
    return game.treasury(company) - costs.due(game, company)


def loans_for_train(game: Game, company: Company) -> int:
    """How many loans a company would need to buy a train and pay its costs; 0 if it needs or may take none."""
    price = wanted_train(game, company)
    needed = 0 if price is None else max(0, -((spare(game, company) - price) // NUMBERS.loan))
    return needed if needed <= loans.room(game, company) else 0


def is_stuck(game: Game, company: Company) -> bool:
    """Has a company neither a run nor the money for track?"""
    has_room = game.state.loans[company] < NUMBERS.loans_for_any
    return has_room and not game.state.revenue[company] and game.treasury(company) < FOR_TRACK


def is_late(game: Game) -> bool:
    """Does the LPTB seize companies without a train, or will it soon?"""
    return game.state.phase >= PHASE["IV"]


def lasting_trains(game: Game, company: Company) -> int:
    """How many trains of a company will not rust any more."""
    kinds = game.book.trains
    return sum(kinds[kind_of(train)].price >= LASTING for train in game.trains_of(company))


def is_in_danger(game: Game, company: Company) -> bool:
    """Has a company no train that lasts, while the LPTB is about to seize such companies?"""
    return is_late(game) and not lasting_trains(game, company)


def first(choice: Choice) -> Any:
    """The first value of the first field, which is mostly the only one."""
    return next(iter(choice.domains[0]))


# -- auctions and new companies -------------------------------------------------------------------


def fair_price(game: Game, lot: Lot) -> int:
    """What somebody careful pays for a lot."""
    match lot:
        case PrivateLot() | OwnedPrivate():
            return game.book.privates[lot.private].value * 4 // 10
        case RightToStart():
            return 6 * NUMBERS.least_bid
        case WholeCompany(company=company):
            return game.treasury(company) + game.state.revenue[company] - NUMBERS.loan * game.state.loans[company]
        case PartLot(part=Part.TRAINS):
            return sum(game.book.trains[kind_of(train)].price for train in game.trains_of(lot.company)) // 2
    return 4 * NUMBERS.least_bid


def bid(game: Game, step: Step, choice: Choice) -> float:
    """Up to a fair price; what costs nothing is hardly ever left."""
    assert isinstance(step, Auction)
    if step.least > fair_price(game, step.lot):
        return 0.0
    if isinstance(step.lot, RightToStart):
        return eagerness(game, step.player)
    return 1.0 if step.least else 4.0


def opening(game: Game, step: Step, choice: Choice) -> float:
    """As far as another company is wanted."""
    assert isinstance(step, StockTurn)
    return eagerness(game, step.player)


def eagerness(game: Game, seat: Seat) -> float:
    """How much a player wants another company: not at all without the money for a train, track and a token.

    If no company is in play, somebody has to begin again with less, or nothing would ever happen.
    """
    owned = companies_of(game, seat)
    cash = max(game.state.cash[seat], *(game.treasury(company) // 2 for company in owned), 0)
    if not any(game.state.depot) or cash < trains.cheapest(game) + BEGINNINGS:
        return 1.0 if is_empty(game) else 0.0
    if not owned:
        return 5.0
    return 1.0 if cash > 2 * (trains.cheapest(game) + BEGINNINGS) else 0.1


def is_empty(game: Game) -> bool:
    """Is no company in play?"""
    return not any(game.state.has(company, FLOATED) for company in game.all_companies())


def gift(game: Game, step: Step, choice: Choice) -> float:
    """If no company is in play, so that together there may be enough for one."""
    return 10.0 if is_empty(game) and isinstance(step, StockTurn) else 1.0


def founder(game: Game, step: Step, choice: Choice) -> float:
    """Whoever has more money."""
    return float(game.state.cash[first(choice)])


# -- the stock round ------------------------------------------------------------------------------


def share(game: Game, step: Step, choice: Choice) -> float:
    """Of companies that earn something."""
    company = first(choice)
    if game.state.price[company] < WHITE_PLACES[0]:
        return 0.1
    return 1.0 if game.state.revenue[company] else 0.4


def acting(game: Game, step: Step, choice: Choice) -> float:
    """For companies with money to spare."""
    company = first(choice)
    return 1.0 if spare(game, company) > (wanted_train(game, company) or 0) + game.price_of(company) else 0.1


def short(game: Game, step: Step, choice: Choice) -> float:
    """Of companies that earn little."""
    company = first(choice)
    return 2.0 if 2 * game.state.revenue[company] < game.price_of(company) else 0.5


def more_shares(game: Game, step: Step, choice: Choice) -> float:
    """With cash, hardly ever with loans."""
    assert isinstance(step, BuyShares)
    buyer = game.state.director[step.company]
    return 1.0 if game.state.cash[buyer] >= game.price_of(step.company) else 0.02


# -- mergers --------------------------------------------------------------------------------------


def merger(game: Game, step: Step, choice: Choice) -> float:
    """Late in the game, of a company that the LPTB would seize."""
    assert isinstance(step, MergerTurn)
    return 4.0 if is_in_danger(game, step.company) else 1.0


# -- the operating round --------------------------------------------------------------------------


def passing(game: Game, step: Step, choice: Choice) -> float:
    """Trains run whenever they can, and track is built if there is money."""
    return 0.02 if isinstance(step, RunTrains) else 0.3 if isinstance(step, LayTrack) else 1.0


def lay(game: Game, step: Step, choice: Choice) -> float:
    """Towards major stations, if the company can still pay for its train and its costs."""
    assert isinstance(step, LayTrack)
    company, lays = step.company, prospects.lays(choice)
    cost = lay_cost(game, step, lays[0])
    left, price = spare(game, company) - cost, wanted_train(game, company)
    if left < 0 and game.state.revenue[company]:
        return 0.05
    if price is not None and left < price <= left + cost and not game.trains_of(company):
        return 0.05
    return max(prospects.of_lay(game, company, each) for each in lays)


def train(game: Game, step: Step, choice: Choice) -> float:
    """The first one always, others if there is money left for the costs, and room for the next kind."""
    assert isinstance(step, BuyTrains)
    company, price = step.company, game.book.trains[kind_of(first(choice))].price
    owned = len(game.trains_of(company))
    if not owned:
        return 4.0
    if price < OLD and owned + 1 >= trains.limit_of_the_phase(game, company):
        return 0.1
    return 2.0 if spare(game, company) >= price else 0.1


def borrowing(game: Game, step: Step, choice: Choice) -> float:
    """For the track of a first run, or a train, if price and interest allow it; hardly ever for anything else."""
    company = borrower(game, step)
    assert company is not None
    if isinstance(step, LayTrack) and is_stuck(game, company):
        return 1.0
    return _borrowing_for_train(game, company) if isinstance(step, BuyTrains) else 0.002


def _borrowing_for_train(game: Game, company: Company) -> float:
    needed = loans_for_train(game, company)
    if not needed or game.state.price[company] - needed < WHITE_PLACES[0]:
        return 0.0
    if not game.trains_of(company) and (is_late(game) or game.state.loans[company] + needed <= NUMBERS.loans_for_any):
        return 8.0
    rate = record(game).rate + NUMBERS.least_rate
    return 2.0 if costs.due(game, company) + rate * needed < game.state.revenue[company] * 0.6 else 0.0


def repaying(game: Game, step: Step, choice: Choice) -> float:
    """With money that is not needed for the costs."""
    company = borrower(game, step)
    assert company is not None
    return 1.0 if spare(game, company) > NUMBERS.loan + FOR_TRACK else 0.05


def crisis(game: Game, step: Step, choice: Choice) -> float:
    """If the president can afford it, since the loans of a company in liquidation cost more."""
    assert isinstance(step, Payment)
    seat = game.controller(step.company)
    assert seat is not None
    owed = step.due(game) - game.treasury(step.company)
    if game.state.cash[seat] >= owed:
        return 10.0
    return 1.0 if game.state.revenue[step.company] else 0.3
