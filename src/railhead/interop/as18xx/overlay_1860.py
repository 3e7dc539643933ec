"""Where 18xx.games deviates from the rulebook of 1860."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from railhead.core.agenda import AgendaRules
from railhead.core.effects import MoneyRules
from railhead.core.game import Game
from railhead.core.ids import POOL, Company, Owner, Private, Seat
from railhead.core.refusal import Refusal
from railhead.core.rulebook import Rulebook
from railhead.core.state import OPERATED, STARTED
from railhead.core.steps import Step
from railhead.interop.as18xx.departures import Departure, ruled
from railhead.rules import trains as train_rules
from railhead.rules.dividends import DividendRules
from railhead.rules.operating import OperatingRules, controller
from railhead.rules.receivership import in_receivership
from railhead.rules.running import RunRules, RunTrains, no_duty
from railhead.rules.stock import StockRules
from railhead.rules.tokens import PlaceTokens
from railhead.rules.track import LayTrack, TrackRules
from railhead.rules.trains import BuyTrains, ReturnTrains, TrainRules
from railhead.titles.t1860.insolvency import LeaseRules
from railhead.titles.t1860.nationalisation import NationalisationRules, building_ended
from railhead.titles.t1860.prices import pay_subsidy, spaces_moved
from railhead.titles.t1860.privates import PrivateExchangeRules
from railhead.titles.t1860.receivership import ReceivershipRules
from railhead.titles.t1860.record import record
from railhead.titles.t1860.rounds import ScoringRules, Timetable
from railhead.titles.t1860.running import run_stage
from railhead.titles.t1860.turns import buy_trains, return_excess

FULL_VALUE = "non_operated_full_value"


# -- running --------------------------------------------------------------------------------------


def idle_trains(book: Rulebook) -> Rulebook:
    """A train that could run need not."""
    return ruled(book, replace(book.rules[RunRules], may_idle=lambda game, company: True))


def runs_entered(book: Rulebook) -> Rulebook:
    """A player acts for a company without a director, and no run has to be the best."""
    return ruled(
        book,
        replace(book.rules[ReceivershipRules], acts_by_itself=lambda game, company: False),
        replace(book.rules[OperatingRules], acts_for=_whoever_is_there),
        replace(book.rules[RunRules], must_maximise=no_duty),
    )


def _whoever_is_there(game: Game, company: Company) -> Seat:
    return game.state.priority if in_receivership(game, company) else controller(game, company)


def exact_half(book: Rulebook) -> Rulebook:
    """Half of a leased run is not rounded up to 10."""
    return ruled(book, replace(book.rules[LeaseRules], half=lambda revenue: revenue // 2))


def lease_by_stops(book: Rulebook) -> Rulebook:
    """The simplified lease is not a fixed sum."""
    return ruled(book, replace(book.rules[LeaseRules], is_fixed=lambda game: False))


# -- prices and scores ----------------------------------------------------------------------------


def marker_stays(book: Rulebook) -> Rulebook:
    """A dividend that does not move the price does not move the marker."""
    dividends = book.rules[DividendRules]

    def after_dividend(game: Game, company: Company, amount: int) -> None:
        if spaces_moved(game, company, amount) == 0:
            pay_subsidy(game, company)
        else:
            dividends.after_dividend(game, company, amount)

    return ruled(book, replace(dividends, after_dividend=after_dividend))


def halved_certificates(book: Rulebook) -> Rulebook:
    """The director's certificate of a company without a train is halved as a whole."""
    scoring = book.rules[ScoringRules]

    def holding(game: Game, seat: Seat, company: Company) -> int:
        halved = game.state.director[company] == seat and not game.trains_of(company)
        return scoring.holding(game, seat, company) + (game.price_of(company) % 2 if halved else 0)

    return ruled(book, replace(scoring, holding=holding))


def full_scores(book: Rulebook) -> Rulebook:
    """Shares that sell at full price before a company has operated also count in full."""
    scoring = book.rules[ScoringRules]
    if FULL_VALUE not in book.options:
        return book

    def holding(game: Game, seat: Seat, company: Company) -> int:
        if game.state.has(company, OPERATED):
            return scoring.holding(game, seat, company)
        return game.held(seat, company) * game.price_of(company)

    return ruled(book, replace(scoring, holding=holding))


def income_is_always_paid(book: Rulebook) -> Rulebook:
    """The income of privates, which is paid between two rounds, does not break the bank."""
    money = book.rules[MoneyRules]

    def bank_broke(game: Game) -> None:
        if not isinstance(game.step, Timetable):
            money.bank_broke(game)

    return ruled(book, replace(money, bank_broke=bank_broke))


# -- shares and privates --------------------------------------------------------------------------


def certificate_from_pool(book: Rulebook) -> Rulebook:
    """A holder of one share pays for one more and takes the director's certificate from the pool."""
    stock = book.rules[StockRules]

    def for_sale(game: Game, buyer: Owner, company: Company, source: Owner) -> Refusal | None:
        in_pool = source == POOL and game.state.director[company] == POOL
        if in_pool and game.held(buyer, company) == 1:
            return None
        return stock.for_sale(game, buyer, company, source)

    return ruled(book, replace(stock, for_sale=for_sale))


def exchange_after_new_par(book: Rulebook) -> Rulebook:
    """A bankrupt company need not have floated again."""
    exchange = book.rules[PrivateExchangeRules]

    def exchanged_for(game: Game, company: Company) -> Refusal | None:
        return None if game.state.has(company, STARTED) else exchange.exchanged_for(game, company)

    return ruled(book, replace(exchange, exchanged_for=exchanged_for))


def exchange_on_any_turn(book: Rulebook) -> Rulebook:
    """The owner of a private company may exchange it on anybody's turn."""
    exchange = book.rules[PrivateExchangeRules]

    def may_exchange(game: Game, player: Seat, private: Private) -> Refusal | None:
        owner = game.book.seat_of(game.state.privates[private])
        return None if owner is not None else exchange.may_exchange(game, player, private)

    return ruled(book, replace(exchange, may_exchange=may_exchange))


# -- turns and the end game -----------------------------------------------------------------------


def exact_price_declined(book: Rulebook) -> Rulebook:
    """A company with exactly the price of a train need not buy one."""
    trains = book.rules[TrainRules]

    def must_buy(game: Game, company: Company) -> Refusal | None:
        exact = game.treasury(company) == train_rules.cheapest(game)
        return None if exact else trains.must_buy(game, company)

    return ruled(book, replace(trains, must_buy=must_buy))


def waits(book: Rulebook) -> Rulebook:
    """The turn waits in the track step while the number of tiles allows another."""
    agenda = book.rules[AgendaRules]

    def asks_idle(game: Game, step: Step) -> bool:
        if isinstance(step, LayTrack):
            return game.rules[TrackRules].may_lay_more(game, step.company, step.laid)
        return agenda.asks_idle(game, step)

    return ruled(book, replace(agenda, asks_idle=asks_idle))


def unfloated_count(book: Rulebook) -> Rulebook:
    """Every started company with a director needs a train, floated or not."""

    def directed(game: Game) -> Iterable[Company]:
        started = (company for company in game.all_companies() if game.state.has(company, STARTED))
        return (company for company in started if game.director(company) is not None)

    return ruled(book, replace(book.rules[NationalisationRules], need_trains=directed))


def british_rail_builds(book: Rulebook) -> Rulebook:
    """Only the stock round after the Southern Railway ends building."""
    nationalisation = book.rules[NationalisationRules]
    return ruled(book, replace(nationalisation, building_ended=lambda game: record(game).building_over))


# -- back to the rulebook -------------------------------------------------------------------------


def hand_over(game: Game) -> None:
    """Remove whatever only this overlay understands: such a step starts again under the rulebook."""
    step = game.step
    if isinstance(step, RunTrains):
        _begin_anew(game, run_stage, step.company)
    elif isinstance(step, ReturnTrains) and in_receivership(game, step.company):
        _begin_anew(game, return_excess, step.company)
    elif isinstance(step, BuyTrains) and in_receivership(game, step.company):
        _begin_anew(game, buy_trains, step.company)
    elif isinstance(step, LayTrack | PlaceTokens) and building_ended(game):
        game.pop()


def _begin_anew(game: Game, stage: Callable[[Game, Company], None], company: Company) -> None:
    game.pop()
    stage(game, company)


DEPARTURES = {
    "stack": Departure(
        "1860-DIV-05",
        "a dividend below the price leaves the marker where it is in its stack",
        marker_stays,
    ),
    "exact-price": Departure(
        "1860-TRAIN-11",
        "a trainless company with exactly the price of a train may decline it",
        exact_price_declined,
    ),
    "idle": Departure("1860-ROUTE-19", "a train that could run may stay idle if another runs", idle_trains),
    "runs": Departure(
        "1860-RECV-03",
        "a player acts for a company in receivership; no run is checked for the maximum",
        runs_entered,
    ),
    "exchange": Departure(
        "1860-PRIV-16",
        "a private is exchanged as soon as a bankrupt company has a new par",
        exchange_after_new_par,
    ),
    "any-turn": Departure("1860-PRIV-09", "a private is exchanged on another player's turn", exchange_on_any_turn),
    "unfloated": Departure(
        "1860-NAT-02",
        "a started company that has not floated keeps British Rail from forming",
        unfloated_count,
    ),
    "british-rail": Departure(
        "1860-SOUTH-01",
        "building goes on under British Rail until the stock round that would stop it",
        british_rail_builds,
    ),
    "pool": Departure(
        "1860-RECV-06",
        "a holder of one share buys half the director's certificate from the pool",
        certificate_from_pool,
    ),
    "score": Departure("1860-END-05", "half values are rounded by certificate, not by share", halved_certificates),
    "lease": Departure("1860-VAR-05", "the original insolvency pays the exact half", exact_half),
    "simplified": Departure(
        "1860-VAR-06",
        "the simplified insolvency pays for the stations visited",
        lease_by_stops,
    ),
    "full-score": Departure(
        "1860-VAR-08",
        "shares of companies that never operated score at full price too",
        full_scores,
    ),
    "waits": Departure(
        "1860-OR-05",
        "the turn waits for a pass in the track step even where no tile could be laid",
        waits,
    ),
    "income": Departure("1860-END-02", "income of privates does not break the bank", income_is_always_paid),
}
