"""1862 as a rulebook: its facts, and its rules where titles differ."""

from __future__ import annotations

from railhead.core import revisions
from railhead.core.actions import Accept, Decline, Pass
from railhead.core.audit import AuditRules
from railhead.core.effects import MoneyRules
from railhead.core.information import InformationRules
from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook, Rules, Words
from railhead.core.setup import empty_table
from railhead.core.state import State
from railhead.rules import dividends as shared_dividends
from railhead.rules import stock, tokens, track, trains
from railhead.rules.auction import Bid
from railhead.rules.course import CourseRules, empty_bank, highest_price, last_phase
from railhead.rules.directors import CertificateRules
from railhead.rules.dividends import DividendRules
from railhead.rules.exchange import ExchangeRules, RedeemOption, RelinquishOption
from railhead.rules.operating import OperatingRules
from railhead.rules.phases import PhaseRules
from railhead.rules.receivership import in_receivership, pays_with_director
from railhead.rules.redemption import RedeemShare
from railhead.rules.running import Run, RunRules
from railhead.rules.stock import StockRules
from railhead.rules.takeover import RemoveToken, TakeoverRules
from railhead.rules.track import TrackRules
from railhead.rules.trains import TrainRules
from railhead.titles import loading
from railhead.titles.t1862 import (
    building,
    buying,
    corrections,
    dividends,
    facts,
    flotation,
    homes,
    lner,
    london,
    merging,
    options,
    outlook,
    parliament,
    prices,
    rounds,
    route_rules,
    share_merge,
    shares,
    turns,
)
from railhead.titles.t1862.citations import CITATIONS
from railhead.titles.t1862.dealing import deal
from railhead.titles.t1862.record import Record1862, remarks
from railhead.titles.t1862.trains import BuyNewTrain, idle_train, second_hand, train_limit, train_room, train_trade

PLAYERS = tuple(int(count) for count in facts.FACTS["players"])

RULES = Rules(
    AuditRules(
        directors_settled=merging.directors_settled,
        token_count=flotation.token_count,
        tokens_waiting=homes.tokens_waiting,
    ),
    StockRules(
        moves=(stock.SELL, shares.BUY, shares.START, stock.PASS),
        sources=shares.share_sources,
        for_sale=shares.share_for_sale,
        may_start=shares.may_start,
        par_places=shares.par_places,
        sale_price=prices.sale_price,
        may_sell=shares.may_sell,
        sale_drop=prices.sale_drop,
        after_trade=shares.after_trade,
    ),
    CertificateRules(limit=shares.certificate_limit, most_kept=shares.most_kept),
    OperatingRules(stages=turns.STAGES, acts_for=turns.acts_for),
    # No hex has a cost (1862-TRACK-17), and no marker either, once it has been bought (1862-TOKEN-01, 1862-TOKEN-03).
    TrackRules(
        moves=building.MOVES,
        may_lay_more=building.may_lay_more,
        allowance=building.lay_allowance,
        upgrade_rule=building.upgrade_rule,
    ),
    RunRules(
        problem=route_rules.run_problem,
        must_maximise=in_receivership,
        earned=turns.earned,
        assumed=route_rules.with_permits,
    ),
    DividendRules(moves=dividends.MOVES, may_pay=pays_with_director, after_dividend=prices.after_dividend),
    TrainRules(
        moves=buying.MOVES,
        limit=train_limit,
        room=train_room,
        trade=train_trade,
        second_hand=second_hand,
        idle=idle_train,
        must_buy=buying.must_buy_train,
    ),
    ExchangeRules(turn=share_merge.merge_holding),
    TakeoverRules(most_tokens=flotation.most_markers, recounted=flotation.recount),
    PhaseRules(began=lner.phase_began),
    MoneyRules(bank_broke=rounds.bank_broke),
    CourseRules(ends={"price": highest_price, "bank": empty_bank, "lner": last_phase}),
    InformationRules(remarks=remarks),
    outlook.OUTLOOK,
)

ACTIONS = (
    Pass,
    parliament.Propose,
    Bid,
    stock.Start,
    stock.Sell,
    stock.Buy,
    flotation.TakeMarkers,
    merging.Merge,
    merging.Survive,
    RedeemOption,
    RelinquishOption,
    RemoveToken,
    track.LayTile,
    building.BuildSmallStation,
    london.BuildLink,
    tokens.PlaceToken,
    Run,
    shared_dividends.PayOut,
    shared_dividends.Keep,
    dividends.Hudson,
    BuyNewTrain,
    trains.OfferForTrain,
    buying.SellTreasury,
    buying.Refinance,
    RedeemShare,
    Accept,
    Decline,
)


def set_up(book: Rulebook) -> State:
    """The table before the first Parliament round."""
    dealt = deal(book.seed, book.seats, book.options)
    record = Record1862(dealt.group, dealt.permits, dealt.permits, (0,) * book.company_count)
    return empty_table(book, (rounds.Timetable(),), record)


def rulebook(seats: tuple[str, ...], chosen: frozenset[str], seed: int, revision: int) -> Rulebook:
    """1862 for these players, clockwise from the holder of the priority deal (1862-SETUP-10), with these options."""
    if len(seats) not in PLAYERS:
        raise Malformed(
            "1862 is for {least} to {most} players, not {seats}",
            least=PLAYERS[0],
            most=PLAYERS[-1],
            seats=len(seats),
        )
    played = options.check(chosen)
    terms = facts.FACTS["players"][str(len(seats))]
    land = facts.land()
    return Rulebook(
        title=facts.FACTS["title"],
        revision=revision,
        corrections=revisions.declared_in(corrections),
        options=played,
        seat_names=seats,
        seed=seed,
        kinds=loading.kinds(facts.FACTS["kind"]),
        companies=facts.companies(land.board, deal(seed, len(seats), played).in_play),
        privates=(),
        piles=facts.piles(played, len(seats)),
        trains=facts.trains(played),
        phases=facts.phases(simple=bool(played & set(options.SIMPLE))),
        market=facts.market(),
        board=land.board,
        tiles=land.tiles,
        bank=facts.FACTS["bank"],
        starting_cash=terms["cash"],
        certificate_limit=terms["certificates"],
        separate_credits=False,
        actions=ACTIONS,
        cites=CITATIONS,
        set_up=set_up,
        train_marks=facts.NUMBERS.most_warranties,
        round_name=rounds.round_name,
        worth=rounds.worth,
        rules=RULES,
        words=Words(**facts.FACTS["words"]),
        endings=tuple(facts.FACTS["endings"]),
    )
