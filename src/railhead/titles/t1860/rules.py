"""1860 as a rulebook: its facts, and the rule for every slot."""

from __future__ import annotations

from railhead.core.actions import Accept, Decline, Pass
from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook, Slots
from railhead.core.setup import empty_table
from railhead.core.state import State
from railhead.rules import dividends, stock, tokens, track, trains
from railhead.rules.bidding import Bid
from railhead.rules.running import Run
from railhead.titles.t1860 import (
    bases,
    building,
    certificates,
    facts,
    flotation,
    information,
    nationalisation,
    opening,
    options,
    prices,
    privates,
    receivership,
    rounds,
    running,
    starting,
    turns,
    upgrades,
    worth,
)
from railhead.titles.t1860.citations import CITATIONS
from railhead.titles.t1860.record import Record1860

PLAYERS = tuple(int(count) for count in facts.FACTS["players"])

SLOTS = Slots(
    asks_anyway=turns.asks_anyway,
    stock_moves=(
        stock.SELL,
        stock.BUY,
        stock.START,
        privates.SELL_PRIVATE,
        privates.BUY_PRIVATE,
        privates.EXCHANGE,
        stock.PASS,
    ),
    share_sources=certificates.share_sources,
    share_for_sale=certificates.share_for_sale,
    may_start=starting.may_start,
    par_places=starting.par_places,
    sale_price=prices.sale_price,
    may_sell=certificates.may_sell,
    sale_drop=prices.sale_drop,
    certificate_limit=certificates.certificate_limit,
    most_kept=certificates.certificate_limit,
    other_certificates=certificates.private_certificates,
    after_trade=flotation.after_trade,
    directors_settled=lambda _: True,
    turn_stages=turns.STAGES,
    track_moves=track.MOVES,
    may_lay_more=building.may_lay_more,
    lay_allowance=building.lay_allowance,
    lay_cost=building.lay_cost,
    tile_rule=building.tile_rule,
    upgrade_rule=upgrades.upgrade_rule,
    token_count=bases.token_count,
    tokens_waiting=bases.tokens_waiting,
    token_price=bases.token_price,
    token_rule=bases.token_rule,
    runs=running.runs,
    acts_for=receivership.acts_for,
    earned=running.earned,
    dividend_moves=dividends.MOVES,
    may_pay=turns.may_pay,
    may_keep=turns.may_keep,
    after_dividend=prices.after_dividend,
    train_moves=trains.MOVES,
    train_limit=turns.train_limit,
    train_room=trains.room_for_any,
    train_trade=turns.train_trade,
    second_hand=turns.second_hand,
    train_bought=turns.train_bought,
    must_buy_train=turns.must_buy_train,
    phase_began=nationalisation.phase_began,
    bank_broke=rounds.bank_broke,
    sees_treasury=information.sees_treasury,
    remarks=lambda _, __: {},
    worth=worth.worth,
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


def rulebook(seats: tuple[str, ...], chosen: frozenset[str], seed: int = 0, importing: bool = False) -> Rulebook:
    """1860 for these players, clockwise from the one left of the banker, with these options."""
    if len(seats) not in PLAYERS:
        raise Malformed(f"1860 is for {PLAYERS[0]} to {PLAYERS[-1]} players, not {len(seats)}")
    played = options.check(chosen, importing)
    terms = facts.FACTS["players"][str(len(seats))]
    land = facts.land("two_player_map" in played)
    return Rulebook(
        title=facts.FACTS["title"],
        revision=facts.FACTS["revision"],
        options=played,
        seat_names=seats,
        seed=seed,
        companies=facts.companies(land.board),
        privates=facts.privates(),
        trains=facts.trains("two_7_trains" in played),
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
        slots=SLOTS,
        endings=tuple(facts.FACTS["endings"]),
    )
