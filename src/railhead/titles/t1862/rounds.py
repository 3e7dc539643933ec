"""The rounds of 1862: which comes next, and when the game is over (rules 1862-SETUP-11, -12 and 1862-END)."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core import effects
from railhead.core.events import Noted
from railhead.core.game import Game
from railhead.core.state import Round
from railhead.core.steps import Step
from railhead.rules.operating import OperatingRound
from railhead.rules.standings import announcement
from railhead.rules.stock import StockRound
from railhead.titles.t1862 import lner
from railhead.titles.t1862.obligations import fine_next
from railhead.titles.t1862.parliament import Parliament
from railhead.titles.t1862.record import amend, record
from railhead.titles.t1862.stalemate import stalled

OPENING_PARLIAMENTS = 2
"""So many Parliament rounds open the game (1862-SETUP-11)."""


@dataclass(frozen=True, slots=True)
class Timetable(Step):
    """What round comes next; always at the bottom of the agenda."""

    def proceed(self, game: Game) -> bool:
        """Begin the round that follows the one that is over."""
        now = game.state.round
        if now.kind == "set-up":
            begin_parliament(game, Round("parliament", 1, 1, OPENING_PARLIAMENTS))
        elif now.kind == "parliament" and now.index < now.of:
            begin_parliament(game, Round("parliament", now.number, now.index + 1, now.of))
        elif now.kind == "parliament":
            begin_stock_round(game, now.number)
        elif now.kind == "stock":
            _after_stock_round(game, now)
        else:
            _after_operating_round(game, now)
        return True


def _after_stock_round(game: Game, now: Round) -> None:
    """Failed charters are fined; then as many operating rounds as the phase has now (1862-PHASE-03, 1862-LNER-07)."""
    if not fine_next(game):
        of = lner.LAST_ROUNDS if record(game).lner else game.book.phases[game.state.phase].operating_rounds
        begin_operating_round(game, Round("operating", now.number, 1, of))


def _after_operating_round(game: Game, now: Round) -> None:
    """The top of the market ends the game now, an empty bank after the set, the LNER after its last set (1862-END)."""
    if record(game).topped:
        finish(game)
    elif now.index < now.of:
        begin_operating_round(game, Round("operating", now.number, now.index + 1, now.of))
    elif game.state.ending or record(game).lner:
        finish(game)
    elif lner.due(game):
        lner.form(game)
        begin_stock_round(game, now.number + 1)
    else:
        begin_parliament(game, Round("parliament", now.number + 1))


def begin_parliament(game: Game, round_: Round) -> None:
    """The holder of the priority deal speaks first (1862-PARL-01)."""
    effects.begin_round(game, round_)
    game.push(Parliament(game.state.priority))


def begin_stock_round(game: Game, number: int) -> None:
    """The holder of the priority deal begins; failed companies are available again (1862-SR-01, 1862-PARL-24)."""
    effects.begin_round(game, Round("stock", number))
    amend(game, failed=(), bought=())
    if stalled(game):
        effects.foresee_end(game, "nothing can happen any more")
        finish(game)
    else:
        game.push(StockRound(game.state.priority))


def begin_operating_round(game: Game, round_: Round) -> None:
    """Every floated company operates once (1862-OR-01, -03)."""
    effects.begin_round(game, round_)
    game.push(OperatingRound())


def finish(game: Game) -> None:
    """The game is over; the greatest wealth wins (1862-END-04)."""
    effects.end_game(game)
    game.tell(Noted(announcement(game)))


def bank_broke(game: Game) -> None:
    """The bank cannot pay in full: the game ends with the set of operating rounds (1862-END-03, 1862-LNER-06)."""
    if not record(game).lner:
        effects.foresee_end(game, "the bank is out of money")


def round_name(round_: Round) -> str:
    """How players call a round."""
    if round_.kind == "parliament":
        return f"Parliament round {round_.number}" + (f".{round_.index}" if round_.of > 1 else "")
    if round_.kind == "stock":
        return f"Stock round {round_.number}"
    return f"Operating round {round_.number}.{round_.index}"
