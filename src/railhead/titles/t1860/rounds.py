"""The rounds of 1860: which comes next, how each begins, and when the game is over (rules 1860-OR and 1860-END)."""

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
from railhead.titles.t1860.nationalisation import check_nationalisation, close_companies, southern_formed
from railhead.titles.t1860.opening import Opening
from railhead.titles.t1860.privates import pay_income
from railhead.titles.t1860.record import amend, record
from railhead.titles.t1860.stalemate import stalled


@dataclass(frozen=True, slots=True)
class Timetable(Step):
    """What round comes next; always at the bottom of the agenda."""

    def proceed(self, game: Game) -> bool:
        """Begin the round that follows the one that is over."""
        state = game.state
        kind = state.round.kind
        if kind == "set-up":
            game.push(Opening())
        elif kind == "auction":
            begin_stock_round(game, 1)
        elif kind == "stock":
            _after_stock_round(game)
        else:
            _after_operating_round(game)
        return True


def _after_stock_round(game: Game) -> None:
    state = game.state
    check_nationalisation(game)
    if record(game).crashed and not record(game).nationalised:
        begin_stock_round(game, state.round.number)
    else:
        of = game.book.phases[state.phase].operating_rounds
        begin_operating_round(game, Round("operating", state.round.number, 1, of))


def _after_operating_round(game: Game) -> None:
    now = game.state.round
    if record(game).nationalised:
        close_companies(game)
    elif not game.state.ending:
        check_nationalisation(game)
    if game.state.ending:
        finish(game)
    elif record(game).nationalised:
        begin_operating_round(game, Round("operating", now.number, now.index + 1, now.index + 1))
    elif now.index < now.of:
        begin_operating_round(game, Round("operating", now.number, now.index + 1, now.of))
    else:
        begin_stock_round(game, now.number + 1)


def begin_stock_round(game: Game, number: int) -> None:
    """The holder of the priority deal begins (1860-SR-01)."""
    effects.begin_round(game, Round("stock", number))
    amend(game, crashed=False, building_over=record(game).building_over or southern_formed(game))
    if stalled(game):
        effects.foresee_end(game, "nothing can happen any more")
        finish(game)
    else:
        game.push(StockRound(game.state.priority))


def begin_operating_round(game: Game, round_: Round) -> None:
    """Privates pay before any company operates (1860-PRIV-01)."""
    effects.begin_round(game, round_)
    pay_income(game)
    game.push(OperatingRound())


def finish(game: Game) -> None:
    """The game is over; the highest total wins (1860-END-07)."""
    effects.end_game(game)
    game.tell(Noted(announcement(game)))


def bank_broke(game: Game) -> None:
    """The bank cannot pay in full: the game ends with the operating round, now or next (1860-END-02, 1860-NAT-04)."""
    at_income = isinstance(game.step, Timetable)
    if not record(game).nationalised and not (at_income and "peer-income" in game.book.options):
        effects.foresee_end(game, "the bank is out of money")


def round_name(round_: Round) -> str:
    """How players call a round."""
    if round_.kind == "auction":
        return "Initial auction"
    if round_.kind == "stock":
        return f"Stock round {round_.number}"
    return f"Operating round {round_.number}.{round_.index}"
