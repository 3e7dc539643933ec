"""The rounds and Railroad Phases of 18OE: which comes next (rules 18OE-PHASE)."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.state import Round
from railhead.core.steps import Step
from railhead.core.text import Text
from railhead.rules import rounds
from railhead.rules.stock import StockRound
from railhead.titles.t18oe import concessions, ending, packet, turns
from railhead.titles.t18oe.facts import PHASE
from railhead.titles.t18oe.options import plays_concessions
from railhead.titles.t18oe.record import CONCESSION, REGIONAL_PHASE, amend
from railhead.titles.t18oe.stock_turns import EndOfStockRound

AUCTION, CONCESSIONS = "auction", "concession"
"""The kinds of round that only 18OE has."""


@dataclass(frozen=True, slots=True)
class Timetable(Step):
    """What round comes next; always at the bottom of the agenda."""

    def proceed(self, game: Game) -> bool:
        """Begin the round that follows the one that is over.

        Rules 18OE-PHASE-01, 18OE-PHASE-02, 18OE-CONC-09, 18OE-CONC-10 and 18OE-RMP-14.
        """
        now = game.state.round
        if now.kind == "set-up":
            effects.begin_round(game, Round(AUCTION, 0))
            packet.begin(game)
        elif now.kind == AUCTION and plays_concessions(game.book.options):
            amend(game, railroad_phase=CONCESSION)
            effects.begin_round(game, Round(CONCESSIONS, 0))
            concessions.begin(game)
        elif now.kind in (AUCTION, CONCESSIONS):
            amend(game, railroad_phase=REGIONAL_PHASE)
            begin_stock_round(game, 1)
        elif now.kind == rounds.STOCK:
            of = ending.rounds_in_set(game, now.number)
            begin_operating_round(game, rounds.first_operating_round(game, of))
        else:
            _after_operating_round(game, now)
        return True


def begin_stock_round(game: Game, number: int) -> None:
    """The holder of the priority deal begins; nothing is reserved any more, and every railroad may take a minor.

    Rules 18OE-SR-01, 18OE-RESV-01 and 18OE-MERGE-02.
    """
    effects.begin_round(game, Round(rounds.STOCK, number))
    amend(game, merged=(), reserved=())
    game.push(EndOfStockRound())
    game.push(StockRound(game.state.priority))


def begin_operating_round(game: Game, round_: Round) -> None:
    """Privates pay, then every railroad operates; Train Phase 2 begins with the very first round (18OE-PHASE-03)."""
    effects.begin_round(game, round_)
    if game.state.phase < PHASE["2"]:
        effects.set_phase(game, PHASE["2"])
    turns.open_round(game)


def _after_operating_round(game: Game, now: Round) -> None:
    """Two operating rounds, then a stock round, until the game is over (18OE-PHASE-02)."""
    following = rounds.next_operating_round(now)
    if ending.is_over(game, now):
        rounds.finish(game)
    elif following is not None:
        begin_operating_round(game, following)
    else:
        begin_stock_round(game, now.number + 1)


def round_name(round_: Round) -> Text:
    """What players call a round."""
    if round_.kind == AUCTION:
        return Text("Auction of the opening packet")
    if round_.kind == CONCESSIONS:
        return Text("Concession phase")
    return rounds.round_name(round_)
