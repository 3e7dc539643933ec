"""1863 as a rulebook: its facts, and its rules where titles differ."""

from __future__ import annotations

from dataclasses import replace

from railhead.core import revisions
from railhead.core.actions import Accept, Decline, Pass
from railhead.core.agenda import AgendaRules
from railhead.core.audit import AuditRules
from railhead.core.game import Game
from railhead.core.ids import NOBODY, Owner
from railhead.core.information import InformationRules
from railhead.core.refusal import Malformed
from railhead.core.rulebook import MarkerFacts, Rulebook, Rules, Words
from railhead.core.setup import empty_table
from railhead.core.state import State
from railhead.rules import borrowing, directors, private_sales, stock
from railhead.rules import trains as shared_trains
from railhead.rules.directors import CertificateRules
from railhead.rules.shuffling import draws, shuffled
from railhead.rules.stock import StockRules
from railhead.titles import loading
from railhead.titles.t1863 import (
    acting,
    bankruptcy,
    building,
    capital,
    clink,
    company_size,
    conversion,
    corrections,
    count,
    course,
    crisis,
    dividends,
    facts,
    founding,
    gifts,
    habits,
    liquidation,
    loans,
    lots,
    mail,
    major_merger,
    merger_round,
    merging,
    more_shares,
    nationalisation,
    opening,
    options,
    outlook,
    ownership,
    phases,
    prices,
    private_auctions,
    privates,
    refinancing,
    rounds,
    running,
    shares,
    shorts,
    starting_price,
    stations,
    subsidiaries,
    tallies,
    thompson,
    tokens_over,
    trains,
    turns,
    zones,
)
from railhead.titles.t1863.citations import CITATIONS
from railhead.titles.t1863.facts import MARKERS, NUMBERS, PLAYERS
from railhead.titles.t1863.record import Record1863, token_count
from railhead.titles.t1863.scenery import scenery


def anybody(game: Game, owner: Owner) -> bool:
    """Players and companies may own privates (1863-PRIV-18)."""
    return True


RULES = Rules(
    AuditRules(token_count=token_count, owns_privates=anybody, rivals=directors.rivals),
    AgendaRules(
        open_moves=(borrowing.BORROW,),
        extra_moves=(private_sales.BUY, borrowing.REPAY, gifts.GIVE),
        asks_idle=acting.could_repay,
    ),
    StockRules(
        moves=(
            acting.ACT,
            acting.SELL,
            acting.unless_bound(shorts.SHORT),
            acting.unless_bound(shares.BUY),
            acting.unless_bound(subsidiaries.TAKE),
            acting.REDEEM,
            acting.unless_bound(founding.OPEN),
            clink.LAY,
            acting.PASS,
        ),
        sources=shares.sources,
        for_sale=shares.for_sale,
        may_sell=shares.may_sell,
        could_sell=shares.saleable,
        sale_drop=shares.sale_drop,
        fall=prices.fall,
        too_many=ownership.too_many,
        after_trade=shares.after_trade,
        notes=acting.notes,
    ),
    InformationRules(remarks=loans.remarks, fate=zones.fate),
    outlook.OUTLOOK,
    CertificateRules(heirs=directors.players_then_companies),
    turns.RULES,
    replace(loans.RULES, may_repay=turns.may_repay),
    stations.RULES,
    building.RULES,
    privates.RULES,
    merger_round.RULES,
    tokens_over.RULES,
    running.RULES,
    dividends.RULES,
    trains.RULES,
    phases.RULES,
    bankruptcy.RULES,
    course.RULES,
    habits.HABITS,
    tallies.TALLIES,
)

ACTIONS = (
    Pass,
    *opening.ACTIONS,
    *acting.ACTIONS,
    stock.Sell,
    *shorts.ACTIONS,
    stock.Buy,
    *subsidiaries.ACTIONS,
    *founding.ACTIONS,
    *starting_price.ACTIONS,
    *capital.ACTIONS,
    *company_size.ACTIONS,
    *more_shares.ACTIONS,
    borrowing.Borrow,
    borrowing.Repay,
    *building.ACTIONS,
    *clink.ACTIONS,
    *mail.ACTIONS,
    *privates.ACTIONS,
    *private_auctions.ACTIONS,
    *conversion.ACTIONS,
    *merging.ACTIONS,
    *major_merger.ACTIONS,
    *liquidation.ACTIONS,
    *lots.ACTIONS,
    *nationalisation.ACTIONS,
    *tokens_over.ACTIONS,
    *refinancing.ACTIONS,
    *running.ACTIONS,
    *dividends.ACTIONS,
    shared_trains.BuyTrain,
    shared_trains.OfferForTrain,
    shared_trains.ReturnTrain,
    *thompson.ACTIONS,
    *crisis.ACTIONS,
    *gifts.ACTIONS,
    Accept,
    Decline,
)

TOKENS = (
    MarkerFacts("LPTB", "LPTB token", "#b3002d", MARKERS["LPTB"]),
    MarkerFacts("BUS", "Chocolate Express", "#5b3a1e", MARKERS["pirate"], blocks=False),
)
"""The tokens of the LPTB, which block trains (1863-LPTB-13), and the pirate's, which does not (1863-PRIV-13)."""


def set_up(book: Rulebook) -> State:
    """The table before the private auction: privates that are not used are out, no company has tokens yet.

    The priority card is dealt (1863-SETUP-07).
    """
    none = (0,) * book.company_count
    state = empty_table(book, (rounds.Timetable(),), Record1863(tokens=none, unpaid=none))
    state.spare_tokens = list(none)
    used = facts.privates_in_play(book.seats, book.options)
    state.privates = [Owner(state.privates[private] if private in used else NOBODY) for private in book.private_ids]
    state.priority = shuffled(book.seat_ids, draws(book.seed))[0]
    return state


def rulebook(seats: tuple[str, ...], chosen: frozenset[str], seed: int, revision: int) -> Rulebook:
    """1863 for these players, clockwise (1863-SETUP-01)."""
    if len(seats) not in PLAYERS:
        raise Malformed(
            "1863 is for {least} to {most} players, not {seats}", least=PLAYERS[0], most=PLAYERS[-1], seats=len(seats)
        )
    terms, land, played = facts.FACTS["players"][str(len(seats))], facts.land(), options.check(chosen)
    return Rulebook(
        title=facts.FACTS["title"],
        revision=revision,
        corrections=revisions.declared_in(corrections),
        options=played,
        seat_names=seats,
        seed=seed,
        kinds=loading.kinds(facts.FACTS["kind"]),
        companies=facts.companies(land.board, "equal" in played),
        privates=facts.privates(),
        piles=facts.piles(len(seats), played),
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
        train_marks=1,
        round_name=rounds.round_name,
        worth=count.worth,
        rules=RULES,
        loans=facts.loans(len(seats)),
        markers=TOKENS,
        scenery=scenery(),
        shorts=NUMBERS.shorts,
        words=Words(**facts.FACTS["words"]),
        endings=tuple(facts.FACTS["endings"]),
    )
