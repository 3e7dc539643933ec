"""A company's operating turn in 1860, stage by stage: trains above the limit, track, base, run, dividend, trains.

Rules 1860-OR, 1860-TRAIN, 1860-INSOLV and 1860-RECV.
"""

from __future__ import annotations

from railhead.core import effects
from railhead.core.actions import Action
from railhead.core.choices import Span
from railhead.core.game import Game
from railhead.core.ids import POOL, Company, Train
from railhead.core.refusal import Refusal
from railhead.core.rulebook import UNLIMITED
from railhead.core.state import INSOLVENT, OPERATED
from railhead.core.text import Text
from railhead.rules import dividends, tokens, track, trains
from railhead.rules.receivership import in_receivership, pays_with_director
from railhead.titles.t1860.facts import NUMBERS
from railhead.titles.t1860.insolvency import has_route
from railhead.titles.t1860.nationalisation import NationalisationRules
from railhead.titles.t1860.receivership import ReceivershipRules
from railhead.titles.t1860.record import record
from railhead.titles.t1860.running import run_stage


def begin(game: Game, company: Company) -> None:
    """It counts as having operated; with neither director nor train it is insolvent at once (1860-RECV-04)."""
    effects.mark(game, company, OPERATED)
    return_excess(game, company)
    if in_receivership(game, company):
        check_solvency(game, company)


def return_excess(game: Game, company: Company) -> None:
    """Trains above the limit go back: the director chooses, without one the lowest go (1860-TRAIN-08)."""
    limit = train_limit(game, company)
    if not game.rules[ReceivershipRules].acts_by_itself(game, company):
        if len(game.trains_of(company)) > limit:
            game.push(trains.ReturnTrains(company))
        return
    while len(game.trains_of(company)) > limit:
        effects.move_train(game, game.purse(company), POOL, min(game.trains_of(company)))


def may_build(game: Game, company: Company) -> bool:
    """No building in receivership, nor once the Southern Railway has ended it (1860-RECV-02, 1860-SOUTH-02)."""
    return not in_receivership(game, company) and not game.rules[NationalisationRules].building_ended(game)


def no_longer(game: Game, action: Action) -> Refusal | None:
    """Since the Southern Railway nothing is built; everything else goes on (1860-SOUTH-02, 1860-SOUTH-04)."""
    if isinstance(action, track.LayTile | tokens.PlaceToken) and record(game).building_over:
        return game.forbid("build.over", "Nothing may be built now that the Southern Railway has formed")
    return None


def lay_track(game: Game, company: Company) -> None:
    """The company lays track."""
    if may_build(game, company):
        game.push(track.LayTrack(company))


def build_base(game: Game, company: Company) -> None:
    """The company builds a base."""
    if may_build(game, company):
        game.push(tokens.PlaceTokens(company))


def pay_dividend(game: Game, company: Company) -> None:
    """The revenue is paid out or kept; without any there is no choice."""
    game.push(dividends.Dividend(company))


def may_pay(game: Game, company: Company) -> Refusal | None:
    """There is revenue, a director, and no insolvency (1860-INSOLV-05, 1860-RECV-03)."""
    refusal = pays_with_director(game, company)
    if refusal is None and game.state.has(company, INSOLVENT):
        refusal = game.forbid("insolvent.keep", "An insolvent company keeps its revenue")
    return refusal


def may_keep(game: Game, company: Company) -> Refusal | None:
    """Under British Rail revenue is paid out (1860-NAT-08)."""
    if record(game).nationalised and may_pay(game, company) is None:
        return game.forbid("british_rail.pay", "Under British Rail revenue must be paid out")
    return None


def buy_trains(game: Game, company: Company) -> None:
    """The director buys trains; without one a trainless company buys as soon as it can pay (1860-RECV-05)."""
    if not in_receivership(game, company):
        game.push(trains.BuyTrains(company))
    elif not game.trains_of(company) and trains.can_afford_bank_train(game, company):
        if game.rules[ReceivershipRules].acts_by_itself(game, company):
            trains.buy_from_bank(game, company, *trains.cheapest_offer(game))
        else:
            game.push(trains.BuyTrains(company))


def must_buy_train(game: Game, company: Company) -> Refusal | None:
    """A trainless company that can pay for a train must buy one (1860-TRAIN-11, 1860-INSOLV-06)."""
    if game.treasury(company) >= trains.cheapest(game):
        return game.forbid("train.must_buy", "{company} has no train and can pay for one", company=game.symbol(company))
    return None


def train_trade(game: Game, company: Company, seller: Company) -> Refusal | None:
    """The seller's only train goes to a company without one, if at all; none is traded under British Rail.

    Rules 1860-TRAIN-05, 1860-TRAIN-06 and 1860-NAT-10.
    """
    if len(game.trains_of(seller)) == 1 and game.trains_of(company):
        return game.forbid(
            "train.only_train", "It is the only train of {seller}, and you already have one", seller=game.symbol(seller)
        )
    if record(game).nationalised:
        return game.forbid("british_rail.trains", "Under British Rail trains may be bought only from the bank")
    return None


def second_hand(game: Game, company: Company, train: Train) -> Span:
    """Whatever the directors agree on, in multiples of 10 (1860-TRAIN-04)."""
    step = NUMBERS.train_price_step
    return Span(step, game.treasury(company) // step * step, step)


def train_bought(game: Game, company: Company) -> None:
    """A company that buys a train is solvent again (1860-INSOLV-04)."""
    effects.unmark(game, company, INSOLVENT)


def train_limit(game: Game, company: Company) -> int:
    """By phase, unless there is none (1860-TRAIN-07, 1860-VAR-01)."""
    if "no_train_limit" in game.book.options:
        return UNLIMITED
    return trains.limit_of_the_phase(game, company)


def check_solvency(game: Game, company: Company) -> None:
    """Without a train but with a possible route the company is insolvent (1860-INSOLV-01, 1860-INSOLV-03).

    That is the last stage of the turn (1860-INSOLV-02), the first turn after floating again included (1860-BANKR-14).
    """
    insolvent = game.state.has(company, INSOLVENT)
    if not game.trains_of(company) and not insolvent and has_route(game, company):
        effects.mark(game, company, INSOLVENT)
        effects.declare(game, company, Text("insolvent"))


STAGES = (begin, lay_track, build_base, run_stage, pay_dividend, buy_trains, check_solvency)
