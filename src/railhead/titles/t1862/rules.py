"""1862 as a rulebook: its facts, and the rule for every slot."""

from __future__ import annotations

from railhead.core.actions import Accept, Decline, Pass
from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook, Slots
from railhead.core.setup import empty_table
from railhead.core.state import State
from railhead.rules import dividends as shared_dividends
from railhead.rules import stock, tokens, track, trains
from railhead.rules.bidding import Bid
from railhead.rules.running import Run
from railhead.titles.t1862 import (
    building,
    buying,
    dividends,
    facts,
    flotation,
    forced,
    homes,
    information,
    lner,
    london,
    markers,
    merging,
    new_trains,
    options,
    parliament,
    possessions,
    posted,
    prices,
    receivership,
    redeeming,
    rounds,
    running,
    share_merge,
    shares,
    small_stations,
    starting,
    train_rules,
    turns,
    upgrades,
    warranties,
    worth,
)
from railhead.titles.t1862.citations import CITATIONS
from railhead.titles.t1862.dealing import deal
from railhead.titles.t1862.record import Record1862

PLAYERS = tuple(int(count) for count in facts.FACTS["players"])

SLOTS = Slots(
    asks_anyway=turns.asks_anyway,
    stock_moves=(stock.SELL, shares.BUY, shares.START, stock.PASS),
    share_sources=shares.share_sources,
    share_for_sale=shares.share_for_sale,
    may_start=starting.may_start,
    par_places=starting.par_places,
    sale_price=prices.sale_price,
    may_sell=shares.may_sell,
    sale_drop=prices.sale_drop,
    certificate_limit=shares.certificate_limit,
    most_kept=shares.most_kept,
    other_certificates=shares.other_certificates,
    after_trade=shares.after_trade,
    directors_settled=merging.directors_settled,
    turn_stages=turns.STAGES,
    acts_for=receivership.acts_for,
    track_moves=building.MOVES,
    may_lay_more=building.may_lay_more,
    lay_allowance=building.lay_allowance,
    lay_cost=building.lay_cost,
    tile_rule=building.tile_rule,
    upgrade_rule=upgrades.upgrade_rule,
    token_count=flotation.token_count,
    tokens_waiting=homes.tokens_waiting,
    token_price=markers.token_price,
    token_rule=markers.token_rule,
    runs=running.runs,
    earned=running.earned,
    dividend_moves=dividends.MOVES,
    may_pay=dividends.may_pay,
    may_keep=dividends.may_keep,
    after_dividend=prices.after_dividend,
    train_moves=buying.MOVES,
    train_limit=train_rules.train_limit,
    train_room=train_rules.train_room,
    train_trade=train_rules.train_trade,
    second_hand=train_rules.second_hand,
    train_bought=train_rules.train_bought,
    must_buy_train=buying.must_buy_train,
    phase_began=lner.phase_began,
    bank_broke=rounds.bank_broke,
    sees_treasury=information.sees_treasury,
    remarks=information.remarks,
    worth=worth.worth,
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
    share_merge.RedeemOption,
    share_merge.RelinquishOption,
    possessions.RemoveMarker,
    track.LayTile,
    small_stations.BuildSmallStation,
    london.BuildLink,
    tokens.PlaceToken,
    Run,
    shared_dividends.PayOut,
    shared_dividends.Keep,
    dividends.Hudson,
    new_trains.BuyNewTrain,
    trains.OfferForTrain,
    forced.SellTreasury,
    forced.Refinance,
    redeeming.RedeemShare,
    Accept,
    Decline,
)


def set_up(book: Rulebook) -> State:
    """The table before the first Parliament round."""
    dealt = deal(book.seed, book.seats, book.options)
    record = Record1862(dealt.group, dealt.permits, dealt.permits, (0,) * book.company_count)
    return empty_table(book, (rounds.Timetable(),), record)


def rulebook(seats: tuple[str, ...], chosen: frozenset[str], seed: int = 0, importing: bool = False) -> Rulebook:
    """1862 for these players, clockwise from the holder of the priority deal, with these options."""
    if len(seats) not in PLAYERS:
        raise Malformed(f"1862 is for {PLAYERS[0]} to {PLAYERS[-1]} players, not {len(seats)}")
    played = options.check(chosen, importing)
    terms = facts.FACTS["players"][str(len(seats))]
    land = facts.land()
    return Rulebook(
        title=facts.FACTS["title"],
        revision=facts.FACTS["revision"],
        options=played,
        seat_names=seats,
        seed=seed,
        companies=facts.companies(land.board, deal(seed, len(seats), played).in_play),
        privates=(),
        trains=facts.trains(played, len(seats)),
        phases=facts.phases(),
        market=facts.market(),
        board=land.board,
        tiles=land.tiles,
        bank=facts.FACTS["bank"],
        starting_cash=terms["cash"],
        certificate_limit=terms["certificates"],
        separate_credits=False,
        actions=(*ACTIONS, posted.PostRun) if posted.SWITCH in played else ACTIONS,
        cites=CITATIONS,
        set_up=set_up,
        train_marks=warranties.MOST,
        round_name=rounds.round_name,
        slots=SLOTS,
        endings=tuple(facts.FACTS["endings"]),
    )
