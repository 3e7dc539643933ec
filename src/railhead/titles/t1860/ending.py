"""Rounds and the end of 1860: the order of rounds, the Southern Railway, British Rail, the score.

Rules 1860-OR, 1860-SOUTH, 1860-NAT and 1860-END.
"""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core import effects
from railhead.core.events import Noted
from railhead.core.flow import Step
from railhead.core.game import Game
from railhead.core.state import BANKRUPT, CLOSED, OPERATED, STARTED, Round
from railhead.rules.operating import OperatingRound
from railhead.rules.standings import announcement
from railhead.rules.stock import StockRound
from railhead.titles.t1860.facts import PHASE
from railhead.titles.t1860.opening import Opening
from railhead.titles.t1860.own import note, own
from railhead.titles.t1860.privates import pay_income
from railhead.titles.t1860.receivership import in_receivership
from railhead.titles.t1860.stalemate import operating, stalled

CLOSED_A_ROUND = 2


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
    _check_nationalisation(game)
    if own(game).crashed and not own(game).nationalised:
        begin_stock_round(game, state.round.number)
    else:
        of = game.book.phases[state.phase].operating_rounds
        begin_operating_round(game, Round("operating", state.round.number, 1, of))


def _after_operating_round(game: Game) -> None:
    now = game.state.round
    if own(game).nationalised:
        _close_companies(game)
    elif not game.state.ending:
        _check_nationalisation(game)
    if game.state.ending:
        finish(game)
    elif own(game).nationalised:
        begin_operating_round(game, Round("operating", now.number, now.index + 1, now.index + 1))
    elif now.index < now.of:
        begin_operating_round(game, Round("operating", now.number, now.index + 1, now.of))
    else:
        begin_stock_round(game, now.number + 1)


def begin_stock_round(game: Game, number: int) -> None:
    """The holder of the priority deal begins (1860-SR-01)."""
    effects.begin_round(game, Round("stock", number))
    note(game, crashed=False, building_over=own(game).building_over or southern_formed(game))
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


# -- Southern Railway and British Rail ------------------------------------------------------------


def southern_formed(game: Game) -> bool:
    """Has the first 9+5 train been bought (1860-PHASE-05)?"""
    return game.state.phase >= PHASE["9"]


def phase_began(game: Game) -> None:
    """The Southern Railway forms with phase 9."""
    if game.state.phase == PHASE["9"]:
        game.tell(Noted("The Southern Railway is formed"))


def _check_nationalisation(game: Game) -> None:
    """British Rail forms when every company with a director has a train (1860-NAT-01, -02)."""
    if not southern_formed(game) or own(game).nationalised:
        return
    directed = [c for c in operating(game) if game.director(c) is not None]
    if "peer-unfloated" in game.book.options:
        directed = [c for c in game.all_companies() if game.state.has(c, STARTED) and game.director(c) is not None]
    if all(game.trains_of(company) for company in directed):
        game.tell(Noted("The railways are nationalised: British Rail is formed"))
        note(game, nationalised=True, last_round=len(operating(game)) <= CLOSED_A_ROUND)


def _close_companies(game: Game) -> None:
    """The two lowest dividends close, with all equals; one or two companies left run once more (1860-NAT-11 to -13)."""
    if game.state.ending:
        return
    left = operating(game)
    if len(left) > CLOSED_A_ROUND:
        for company in lowest([(game.state.dividend[company], company) for company in left]):
            effects.mark(game, company, CLOSED)
            effects.declare(game, company, "closed")
        left = operating(game)
    elif own(game).last_round:
        left = []
    if not left:
        effects.foresee_end(game, "nationalisation is complete")
    note(game, last_round=len(left) <= CLOSED_A_ROUND)


def lowest(dividends: list[tuple[int, int]]) -> list[int]:
    """The companies with the two lowest dividends, and all that share the second lowest of them (1860-NAT-12)."""
    ranked = sorted(dividends)
    limit = ranked[min(CLOSED_A_ROUND, len(ranked)) - 1][0]
    return [company for dividend, company in ranked if dividend <= limit]


# -- money and the score --------------------------------------------------------------------------


def bank_broke(game: Game) -> None:
    """The bank cannot pay in full: the game ends with the operating round, now or next (1860-END-02, 1860-NAT-04)."""
    at_income = isinstance(game.step, Timetable)
    if not own(game).nationalised and not (at_income and "peer-income" in game.book.options):
        effects.foresee_end(game, "the bank is out of money")


def sees_treasury(game: Game, seat: int, company: int) -> bool:
    """Shareholders may ask; all may if so agreed, or if nobody directs it (1860-MISC-02, 1860-RECV-07)."""
    return (
        "open_treasuries" in game.book.options
        or game.held(seat, company) > 0
        or game.state.has(company, BANKRUPT)
        or in_receivership(game, company)
    )


def worth(game: Game, seat: int) -> int:
    """Cash, open privates at face value, shares at the market price or half of it (1860-END-04 to -06)."""
    total = game.state.cash[seat]
    for private, owner in enumerate(game.state.privates):
        if owner == seat:
            total += game.book.privates[private].value
    for company in game.all_companies():
        held = game.held(seat, company)
        if held:
            total += _value_of(game, seat, company, held)
    return total


def _value_of(game: Game, seat: int, company: int, held: int) -> int:
    price = game.price_of(company)
    full = {"peer-full-score", "non_operated_full_value"} <= game.book.options
    fresh = full and not game.state.has(company, OPERATED)
    if game.trains_of(company) or fresh:
        return held * price
    if "peer-score" in game.book.options and game.state.director[company] == seat:
        return price + (held - 2) * (price // 2)
    return held * (price // 2)


def round_name(round_: Round) -> str:
    """How players call a round."""
    if round_.kind == "auction":
        return "Initial auction"
    if round_.kind == "stock":
        return f"Stock round {round_.number}"
    return f"Operating round {round_.number}.{round_.index}"
