"""18OE as a rulebook: its facts, and its rules where titles differ."""

from __future__ import annotations

from railhead.core import revisions
from railhead.core.actions import Accept, Decline, Pass
from railhead.core.agenda import AgendaRules
from railhead.core.audit import AuditRules
from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook, Rules, Words
from railhead.core.state import State
from railhead.rules import stock
from railhead.rules.auction import Bid
from railhead.titles import loading
from railhead.titles.t18oe import (
    authorities,
    barclay,
    bell,
    certificates,
    concessions,
    consolidation,
    corrections,
    course,
    dividends,
    ending,
    express,
    facts,
    getting_about,
    habits,
    last_round,
    lay_track,
    merge_actions,
    nationals,
    options,
    outlook,
    packet,
    phases,
    place_token,
    private_cards,
    remarks,
    reserving,
    rounds,
    running,
    setting_up,
    stations,
    stock_turns,
    swift,
    tallies,
    tokens_over,
    trading,
    trains,
    trains_over,
    transfers,
    treasury_shares,
    turns,
)
from railhead.titles.t18oe.citations import CITATIONS
from railhead.titles.t18oe.facts import PLAYERS
from railhead.titles.t18oe.record import token_count
from railhead.titles.t18oe.scenery import scenery
from railhead.titles.t18oe.worth import worth

RULES = Rules(
    AgendaRules(extra_moves=(authorities.BUY, barclay.REPAR, reserving.RESERVE, swift.USE_LATER)),
    AuditRules(token_count=token_count),
    certificates.RULES,
    course.RULES,
    dividends.RULES,
    ending.RULES,
    habits.HABITS,
    outlook.OUTLOOK,
    phases.RULES,
    remarks.RULES,
    running.RULES,
    stock_turns.RULES,
    tallies.TALLIES,
    trains.RULES,
    turns.RULES,
    getting_about.RULES,
    lay_track.RULES,
    place_token.RULES,
    stations.RULES,
)

ACTIONS = (
    Pass,
    Bid,
    *bell.ACTIONS,
    *packet.ACTIONS,
    concessions.ParRegional,
    *stock_turns.ACTIONS,
    stock.Sell,
    stock.Buy,
    *running.ACTIONS,
    *dividends.ACTIONS,
    *express.ACTIONS,
    *trains.ACTIONS,
    *treasury_shares.ACTIONS,
    *barclay.ACTIONS,
    *consolidation.ACTIONS,
    *last_round.ACTIONS,
    *merge_actions.ACTIONS,
    *nationals.ACTIONS,
    *private_cards.ACTIONS,
    *swift.ACTIONS,
    *tokens_over.ACTIONS,
    *trading.ACTIONS,
    *trains_over.ACTIONS,
    *lay_track.ACTIONS,
    *authorities.ACTIONS,
    *place_token.ACTIONS,
    *transfers.ACTIONS,
    Accept,
    Decline,
)


def set_up(book: Rulebook) -> State:
    """The table before the auction, with the timetable at the bottom of the agenda."""
    return setting_up.empty(book, (rounds.Timetable(),))


def rulebook(seats: tuple[str, ...], chosen: frozenset[str], seed: int, revision: int) -> Rulebook:
    """18OE for these players, clockwise from the holder of the priority deal (18OE-SETUP-09)."""
    if len(seats) not in PLAYERS:
        raise Malformed(
            "18OE is for {least} to {most} players, not {seats}",
            least=PLAYERS[0],
            most=PLAYERS[-1],
            seats=len(seats),
        )
    land, played = facts.land(), options.check(chosen)
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
        piles=facts.piles(),
        trains=facts.trains(),
        phases=facts.phases(),
        market=facts.market(),
        board=land.board,
        tiles=land.tiles,
        bank=facts.FACTS["bank"],
        starting_cash=facts.starting_cash(len(seats), options.plays_concessions(played)),
        certificate_limit=facts.FACTS["players"][str(len(seats))]["certificates"],
        separate_credits=False,
        actions=ACTIONS,
        cites=CITATIONS,
        set_up=set_up,
        train_marks=1,
        round_name=rounds.round_name,
        worth=worth,
        rules=RULES,
        scenery=scenery(),
        words=Words(**facts.FACTS["words"]),
        endings=tuple(facts.FACTS["endings"]),
    )
