"""1860 as a rulebook: its facts, and its rules where titles differ."""

from __future__ import annotations

from railhead.core import revisions
from railhead.core.actions import Accept, Decline, Pass
from railhead.core.agenda import AgendaRules
from railhead.core.effects import MoneyRules
from railhead.core.information import InformationRules
from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook, Rules, Words
from railhead.core.setup import empty_table
from railhead.core.state import State
from railhead.rules import dividends, stock, tokens, track, trains
from railhead.rules.auction import Bid
from railhead.rules.course import CourseRules, empty_bank, highest_price, last_phase
from railhead.rules.directors import CertificateRules
from railhead.rules.dividends import DividendRules
from railhead.rules.operating import OperatingRules
from railhead.rules.phases import PhaseRules
from railhead.rules.running import Run, RunRules
from railhead.rules.stock import StockRules
from railhead.rules.tokens import TokenRules
from railhead.rules.track import TrackRules
from railhead.rules.trains import TrainRules
from railhead.titles import loading
from railhead.titles.t1860 import (
    building,
    corrections,
    facts,
    flotation,
    nationalisation,
    opening,
    options,
    outlook,
    prices,
    privates,
    receivership,
    rounds,
    route_rules,
    running,
    shares,
    turns,
    upgrades,
)
from railhead.titles.t1860.citations import CITATIONS
from railhead.titles.t1860.record import Record1860

PLAYERS = tuple(int(count) for count in facts.FACTS["players"])

RULES = Rules(
    AgendaRules(no_longer=turns.no_longer),
    StockRules(
        moves=(
            stock.SELL,
            stock.BUY,
            stock.START,
            privates.SELL_PRIVATE,
            privates.BUY_PRIVATE,
            privates.EXCHANGE,
            stock.PASS,
        ),
        for_sale=shares.share_for_sale,
        may_start=shares.may_start,
        par_places=shares.par_places,
        sale_price=prices.sale_price,
        sale_drop=prices.sale_drop,
        after_trade=flotation.after_trade,
    ),
    CertificateRules(limit=shares.certificate_limit, others=shares.private_certificates),
    OperatingRules(stages=turns.STAGES),
    TrackRules(
        moves=track.MOVES,
        may_lay_more=building.may_lay_more,
        allowance=building.lay_allowance,
        tile_rule=building.tile_rule,
        upgrade_rule=upgrades.upgrade_rule,
    ),
    TokenRules(price=building.token_price, rule=building.token_rule),
    RunRules(problem=running.run_problem, must_maximise=route_rules.must_maximise, earned=running.earned),
    DividendRules(
        moves=dividends.MOVES,
        may_pay=turns.may_pay,
        may_keep=turns.may_keep,
        after_dividend=prices.after_dividend,
    ),
    TrainRules(
        moves=trains.MOVES,
        limit=turns.train_limit,
        trade=turns.train_trade,
        second_hand=turns.second_hand,
        bought=turns.train_bought,
        must_buy=turns.must_buy_train,
    ),
    PhaseRules(began=nationalisation.phase_began),
    MoneyRules(bank_broke=rounds.bank_broke),
    CourseRules(ends={"price": highest_price, "bank": empty_bank, "nationalisation": last_phase}),
    InformationRules(sees_treasury=receivership.sees_treasury),
    outlook.OUTLOOK,
)

ACTIONS = (
    Pass,
    Bid,
    opening.TakePrivate,
    stock.Start,
    stock.Sell,
    stock.Buy,
    privates.SellPrivate,
    privates.BuyPrivate,
    privates.Exchange,
    track.LayTile,
    tokens.PlaceToken,
    Run,
    dividends.PayOut,
    dividends.Keep,
    trains.BuyTrain,
    trains.OfferForTrain,
    trains.ReturnTrain,
    Accept,
    Decline,
)


def set_up(book: Rulebook) -> State:
    """The table before the initial auction."""
    return empty_table(book, (rounds.Timetable(),), Record1860())


def rulebook(seats: tuple[str, ...], chosen: frozenset[str], seed: int, revision: int) -> Rulebook:
    """1860 for these players, clockwise from the one left of the banker, with the options they have agreed on.

    Options do not change during the game (1860-VAR-03).
    """
    if len(seats) not in PLAYERS:
        raise Malformed(
            "1860 is for {least} to {most} players, not {seats}",
            least=PLAYERS[0],
            most=PLAYERS[-1],
            seats=len(seats),
        )
    played = options.check(chosen)
    terms = facts.FACTS["players"][str(len(seats))]
    land = facts.land("two_player_map" in played)
    return Rulebook(
        title=facts.FACTS["title"],
        revision=revision,
        corrections=revisions.declared_in(corrections),
        options=played,
        seat_names=seats,
        seed=seed,
        kinds=loading.kinds(facts.FACTS["kind"]),
        companies=facts.companies(land.board),
        privates=facts.privates(),
        piles=facts.piles("two_7_trains" in played),
        trains=facts.trains(),
        phases=facts.phases(),
        market=facts.market(),
        board=land.board,
        tiles=land.tiles,
        bank=facts.FACTS["bank"],
        starting_cash=terms["cash"],
        certificate_limit=terms["certificates"],
        separate_credits=True,
        actions=ACTIONS,
        cites=CITATIONS,
        set_up=set_up,
        train_marks=0,
        round_name=rounds.round_name,
        worth=rounds.worth,
        rules=RULES,
        words=Words(**facts.FACTS["words"]),
        endings=tuple(facts.FACTS["endings"]),
    )
