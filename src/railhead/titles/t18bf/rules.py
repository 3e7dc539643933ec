"""18BF as a rulebook: its facts, and its rules where titles differ."""

from __future__ import annotations

from railhead.core import revisions
from railhead.core.actions import Accept, Decline, Pass
from railhead.core.agenda import AgendaRules
from railhead.core.audit import AuditRules
from railhead.core.game import Game
from railhead.core.ids import NOBODY, Owner
from railhead.core.information import InformationRules
from railhead.core.refusal import Malformed
from railhead.core.rulebook import UNLIMITED, Rulebook, Rules, Words
from railhead.core.setup import empty_table
from railhead.core.state import State
from railhead.rules import dividends as shared_dividends
from railhead.rules import private_sales, redemption, stock
from railhead.rules import trains as shared_trains
from railhead.rules.announcing import AnnounceRun
from railhead.rules.auction import Bid
from railhead.rules.course import CourseRules, last_phase
from railhead.rules.directors import CertificateRules
from railhead.rules.operating import OperatingRules
from railhead.rules.phases import PhaseRules
from railhead.rules.running import Run
from railhead.rules.stations import StationRules
from railhead.rules.stock import StockRules
from railhead.rules.tokens import PlaceToken, TokenRules
from railhead.rules.track import LayTile, TrackRules
from railhead.titles import loading
from railhead.titles.t18bf import (
    auctions,
    building,
    corrections,
    dividends,
    facts,
    loans,
    merger_round,
    options,
    outlook,
    phases,
    prices,
    privates,
    rounds,
    running,
    shares,
    starting,
    stations,
    trains,
    turns,
)
from railhead.titles.t18bf.citations import CITATIONS
from railhead.titles.t18bf.dealing import deal, remarks
from railhead.titles.t18bf.ferries import AssignFerry
from railhead.titles.t18bf.record import Record18BF, token_count
from railhead.track.route_reach import route_reach

PLAYERS = tuple(int(count) for count in facts.FACTS["players"])


def anybody(game: Game, owner: Owner) -> bool:
    """Players and companies may own privates (18BF-PRIV-01)."""
    return True


RULES = Rules(
    AuditRules(token_count=token_count, owns_privates=anybody, tokens_together=stations.markers_together),
    AgendaRules(extra_moves=(private_sales.BUY,), asks_idle=privates.asks_for_privates),
    StockRules(
        moves=(stock.SELL, stock.BUY, starting.START, auctions.AUCTION_MINOR, auctions.AUCTION_PRIVATE, stock.PASS),
        sources=shares.share_sources,
        for_sale=shares.share_for_sale,
        may_start=starting.may_start,
        par_places=starting.start_places,
        may_sell=shares.may_sell,
        could_sell=shares.could_sell,
        sale_drop=shares.sale_drop,
        fall=prices.fall,
    ),
    CertificateRules(limit=shares.certificate_limit, others=shares.private_certificates),
    OperatingRules(stages=turns.STAGES),
    turns.REDEMPTION,
    StationRules(reach=route_reach, sides_are_track=True),
    TrackRules(
        moves=building.MOVES,
        may_lay_more=building.may_lay_more,
        allowance=building.lay_allowance,
        cost=building.lay_cost,
        tile_rule=building.tile_rule,
        upgrade_rule=building.upgrade_rule,
    ),
    TokenRules(price=stations.marker_price, rule=stations.marker_rule),
    loans.RULES,
    dividends.RULES,
    trains.RULES,
    privates.RULES,
    running.RULES,
    PhaseRules(began=phases.began),
    CourseRules(ends={"train": last_phase}),
    InformationRules(remarks=remarks),
    outlook.OUTLOOK,
    merger_round.RULES,
)

ACTIONS = (
    Pass,
    Bid,
    auctions.AuctionMinor,
    auctions.AuctionPrivate,
    stock.Start,
    stock.Sell,
    stock.Buy,
    LayTile,
    building.LayFree,
    PlaceToken,
    private_sales.BuyIn,
    redemption.RedeemShare,
    AssignFerry,
    Run,
    AnnounceRun,
    shared_dividends.PayOut,
    shared_dividends.Keep,
    shared_dividends.PayHalf,
    shared_trains.BuyTrain,
    shared_trains.OfferForTrain,
    trains.Upgrade,
    shared_trains.ReturnTrain,
    *merger_round.ACTIONS,
    Accept,
    Decline,
)


def set_up(book: Rulebook) -> State:
    """The table before the first stock round: railway privates that were not drawn are out (18BF-SETUP-06)."""
    record = Record18BF(
        tuple(company.tokens for company in book.companies), tuple(company.home for company in book.companies)
    )
    state = empty_table(book, (rounds.Timetable(),), record)
    drawn = deal(book.seed).railways
    for private in book.private_ids:
        if facts.PRIVATES[private].is_railway and private not in drawn:
            state.privates[private] = Owner(NOBODY)
    return state


def rulebook(seats: tuple[str, ...], chosen: frozenset[str], seed: int, revision: int) -> Rulebook:
    """18BF for these players, clockwise from the holder of the priority deal (18BF-SETUP-01, 18BF-SETUP-04)."""
    if len(seats) not in PLAYERS:
        raise Malformed(
            "18BF is for {least} to {most} players, not {seats}",
            least=PLAYERS[0],
            most=PLAYERS[-1],
            seats=len(seats),
        )
    terms = facts.FACTS["players"][str(len(seats))]
    land = facts.land()
    return Rulebook(
        title=facts.FACTS["title"],
        revision=revision,
        corrections=revisions.declared_in(corrections),
        options=options.check(chosen),
        seat_names=seats,
        seed=seed,
        kinds=loading.kinds(facts.FACTS["kind"]),
        companies=facts.companies(land.board),
        privates=facts.privates(),
        piles=facts.piles(),
        trains=facts.trains(),
        phases=facts.phases(),
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
        train_marks=0,
        round_name=rounds.round_name,
        worth=rounds.worth,
        rules=RULES,
        loans=UNLIMITED,  # the number of markers is no limit (18BF-LOAN-06)
        words=Words(**facts.FACTS["words"]),
        endings=tuple(facts.FACTS["endings"]),
    )
