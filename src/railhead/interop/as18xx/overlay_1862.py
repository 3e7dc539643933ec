"""Where 18xx.games deviates from the rulebook of 1862."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from railhead.core import effects
from railhead.core.agenda import AgendaRules
from railhead.core.game import Game
from railhead.core.ids import POOL, Company, Owner, Seat, Train
from railhead.core.laws import nothing_follows_for
from railhead.core.refusal import Refusal
from railhead.core.rulebook import Rulebook
from railhead.core.steps import AnyMove, Step
from railhead.interop.as18xx.departures import Departure, exchanged, forbidden_if, ruled
from railhead.interop.as18xx.posted import RULE as POSTED_RULE
from railhead.interop.as18xx.posted import posted
from railhead.rules import directors
from railhead.rules.dividends import Dividend, DividendRules
from railhead.rules.exchange import Option
from railhead.rules.operating import OperatingRules, OperatingTurn
from railhead.rules.receivership import in_receivership
from railhead.rules.running import RunTrains
from railhead.rules.stock import StockRules
from railhead.rules.tokens import PlaceTokens
from railhead.rules.track import LayTrack, TrackRules
from railhead.rules.trains import BuyTrains, TrainRules
from railhead.titles.t1862 import homes
from railhead.titles.t1862.building import build_stage
from railhead.titles.t1862.buying import SellTreasury, drop_price
from railhead.titles.t1862.dividends import Hudson
from railhead.titles.t1862.facts import NUMBERS, TRAIN_LIMITS
from railhead.titles.t1862.flotation import FlotationRules, marker_to_market
from railhead.titles.t1862.merging import MergeOrNot
from railhead.titles.t1862.prices import MergerRules, place_after
from railhead.titles.t1862.record import Record1862, record
from railhead.titles.t1862.turns import STAGES, begin, run_stage

# -- companies ------------------------------------------------------------------------------------


def failed_charter(book: Rulebook) -> Rulebook:
    """It leaves no trace."""
    return ruled(book, replace(book.rules[FlotationRules], charter_failed=nothing_follows_for))


def marker_at_par(book: Rulebook) -> Rulebook:
    """The marker is put on the market when the par is set, and stays there at flotation."""
    flotation = book.rules[FlotationRules]
    return ruled(book, replace(flotation, par_set=marker_to_market, reaches_market=nothing_follows_for))


def seven_markers(book: Rulebook) -> Rulebook:
    """No more at flotation, whatever the limit is."""
    return ruled(book, replace(book.rules[FlotationRules], most_markers=lambda game, company: NUMBERS.most_markers))


def split_from_pool(book: Rulebook) -> Rulebook:
    """A director without a successor keeps only what the pool had before."""
    stock = book.rules[StockRules]

    def may_sell(game: Game, seller: Owner, company: Company, keeps: int) -> Refusal | None:
        return stock.may_sell(game, seller, company, keeps) or _split_refusal(game, seller, company, keeps)

    return ruled(book, replace(stock, may_sell=may_sell))


def _split_refusal(game: Game, seller: Owner, company: Company, keeps: int) -> Refusal | None:
    if game.state.director[company] != seller or not 0 < keeps < directors.director_size(game, company):
        return None
    if directors.successor(game, company, seller, keeps) is None and directors.ordinary(game, POOL, company) < keeps:
        return game.forbid("stock.split_director", "The pool does not have enough ordinary shares")
    return None


# -- prices and scores ----------------------------------------------------------------------------


def marker_stays(book: Rulebook) -> Rulebook:
    """A marker whose price does not change is not touched."""
    dividends = book.rules[DividendRules]

    def after_dividend(game: Game, company: Company, amount: int) -> None:
        if place_after(game, company, amount) != game.state.price[company]:
            dividends.after_dividend(game, company, amount)

    return ruled(book, replace(dividends, after_dividend=after_dividend))


def hudson_above_ten(book: Rulebook) -> Rulebook:
    """A revenue of 10 is not enough."""
    dividends = book.rules[DividendRules]

    def law(game: Game, step: Dividend) -> Refusal | None:
        if game.state.revenue[step.company] > NUMBERS.hudson_least_revenue:
            return None
        return game.forbid(
            "hudson.revenue",
            "The manoeuvre needs a revenue above {least}",
            least=NUMBERS.hudson_least_revenue,
        )

    moves = exchanged(dividends.moves, Hudson, lambda move: forbidden_if(move, law))
    return ruled(book, replace(dividends, moves=moves))


def treasury_sale(book: Rulebook) -> Rulebook:
    """The price falls after the LNER, too."""
    trains = book.rules[TrainRules]

    def lowered(move: AnyMove) -> AnyMove:
        def sell(game: Game, step: BuyTrains, action: SellTreasury) -> None:
            purse = game.purse(step.company)
            before = game.held(purse, step.company)
            move.effect(game, step, action)
            if record(game).lner:
                drop_price(game, step.company, before - game.held(purse, step.company))

        return replace(move, effect=sell)

    return ruled(book, replace(trains, moves=exchanged(trains.moves, SellTreasury, lowered)))


def top_by_merger(book: Rulebook) -> Rulebook:
    """The price of a merged company has no consequences."""
    return ruled(book, replace(book.rules[MergerRules], price_reached=nothing_follows_for))


def option_rounded_down(book: Rulebook) -> Rulebook:
    """Half the price, rounded down."""
    return ruled(book, replace(book.rules[MergerRules], option_price=lambda price: price // 2))


def halved_certificates(book: Rulebook) -> Rulebook:
    """The director's certificate of a company without a train is halved as a whole."""
    worth = book.worth

    def by_certificate(game: Game, seat: Seat) -> int:
        directed = (company for company in game.all_companies() if game.state.director[company] == seat)
        return worth(game, seat) + sum(_rounded_off(game, company) for company in directed)

    return replace(book, worth=by_certificate)


def _rounded_off(game: Game, company: Company) -> int:
    """What rounding every share of the director's certificate takes away from its half value."""
    if game.trains_of(company):
        return 0
    size, price = directors.director_size(game, company), game.price_of(company)
    return size * price // 2 - size * (price // 2)


# -- turns ----------------------------------------------------------------------------------------


def receiver_without_limit(book: Rulebook) -> Rulebook:
    """Where trains are limited in total, not by type, a company without a director has room for another."""
    trains = book.rules[TrainRules]

    def room(game: Game, company: Company, train: Train) -> Refusal | None:
        if in_receivership(game, company) and TRAIN_LIMITS[game.state.phase].total is not None:
            return None
        return trains.room(game, company, train)

    return ruled(book, replace(trains, room=room))


@dataclass(frozen=True, slots=True)
class ImportRecord(Record1862):
    """What an imported game needs to remember in addition."""

    built: bool = False
    """The company has built in this turn before it could merge."""


def home_before_merger(book: Rulebook) -> Rulebook:
    """A company whose home marker waits for a circle builds before the merge step, and not after it."""
    operating = book.rules[OperatingRules]
    changed = {begin: _begin_with_home, build_stage: _build_once}
    return ruled(book, replace(operating, stages=tuple(changed.get(stage, stage) for stage in operating.stages)))


def _begin_with_home(game: Game, company: Company) -> None:
    begin(game, company)
    if record(game).lner:
        return
    first = homes.waiting_at(game, company) is not None
    if first != _has_built(game):
        _note_built(game, first)
    if first:
        game.push(LayTrack(company))


def _build_once(game: Game, company: Company) -> None:
    build_stage(game, company)
    if _has_built(game) and isinstance(game.step, LayTrack):
        game.pop()


def _has_built(game: Game) -> bool:
    kept = record(game)
    return isinstance(kept, ImportRecord) and kept.built


def _note_built(game: Game, built: bool) -> None:
    """The record differs from the rulebook's only while this has to be remembered."""
    kept = {field.name: getattr(record(game), field.name) for field in fields(Record1862)}
    effects.set_record(game, ImportRecord(**kept, built=True) if built else Record1862(**kept))


WAITED_FOR = (MergeOrNot, Option)
"""Steps in which the other system may ask although the rules do not call for an answer."""


def waits(book: Rulebook) -> Rulebook:
    """The turn waits for some answers that the rules do not call for: the file shows whether anybody was asked.

    This happens in the track step while the number of tiles allows another, where companies may merge, with options
    that cannot be paid for, and before a company that cannot get a train goes bankrupt.
    """
    agenda = book.rules[AgendaRules]

    def asks_idle(game: Game, step: Step) -> bool:
        if isinstance(step, LayTrack):
            return game.rules[TrackRules].may_lay_more(game, step.company, step.laid)
        if isinstance(step, BuyTrains):
            return not game.trains_of(step.company)
        return isinstance(step, WAITED_FOR) or agenda.asks_idle(game, step)

    return ruled(book, replace(agenda, asks_idle=asks_idle))


# -- back to the rulebook -------------------------------------------------------------------------


def hand_over(game: Game) -> None:
    """Remove whatever only this overlay understands."""
    if _has_built(game):
        _skip_merger(game)
    step = game.step
    if isinstance(step, RunTrains):
        game.pop()
        run_stage(game, step.company)


def _skip_merger(game: Game) -> None:
    """A company that has built, or is about to, can no longer merge in this turn."""
    _note_built(game, built=False)
    step, rest = game.step, game.state.agenda[:-1]
    if not isinstance(step, LayTrack | MergeOrNot) or not isinstance(rest[-1], OperatingTurn):
        return
    after_building = replace(rest[-1], stage=STAGES.index(build_stage) + 1)
    if rest[-1].stage < after_building.stage:
        building = (step,) if isinstance(step, LayTrack) else ()
        game.state.agenda = (*rest[:-1], after_building, PlaceTokens(after_building.company), *building)


DEPARTURES = {
    "charter": Departure(
        "1862-PARL-24",
        "a company whose charter failed is on offer in the next Parliament round",
        failed_charter,
    ),
    "marker": Departure(
        "1862-PARL-18",
        "a chartered company's marker reaches the market when its par is set",
        marker_at_par,
    ),
    "stack": Departure(
        "1862-OR-02",
        "a dividend that leaves the price leaves the marker where it is in its stack",
        marker_stays,
    ),
    "hudson": Departure("1862-DIV-07", "the Hudson manoeuvre needs a revenue above 10", hudson_above_ten),
    "treasury-sale": Departure(
        "1862-LNER-05",
        "treasury shares sold for a train lower the price after the LNER too",
        treasury_sale,
    ),
    "receiver": Departure(
        "1862-RECV-06",
        "a company in receivership buys beyond the limit of trains in all",
        receiver_without_limit,
    ),
    "split": Departure("1862-SR-11", "a director who keeps shares needs them all in the pool", split_from_pool),
    "home": Departure(
        "1862-HOME-03",
        "an upgrade that gives the home marker a circle comes before the merge step",
        home_before_merger,
    ),
    "top": Departure(
        "1862-END-01",
        "a merger that reaches the top of the market does not end the game",
        top_by_merger,
    ),
    "option": Departure(
        "1862-MERGE-24",
        "an option that cannot be swapped is sold for half the price rounded down",
        option_rounded_down,
    ),
    "waits": Departure(
        "1862-OR-04",
        "the turn waits for an answer where one is left: nothing to lay, no partner, an unaffordable option, no train",
        waits,
    ),
    "posted": Departure(
        POSTED_RULE,
        "a run that the rules refuse or pay otherwise is taken and paid as it was posted, by whatever ruling",
        posted,
    ),
    "score": Departure("1862-END-04", "half values are rounded by certificate, not by share", halved_certificates),
    "eight": Departure(
        "1862-VAR-06",
        "with eight markers a company still buys seven at most when it floats",
        seven_markers,
    ),
}
