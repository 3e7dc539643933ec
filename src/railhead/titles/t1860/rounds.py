"""The rounds of 1860: which comes next, how each begins, when the game is over, and what counts then.

Rules 1860-OR and 1860-END.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Seat
from railhead.core.rulebook import RuleGroup
from railhead.core.state import Round
from railhead.core.steps import Step
from railhead.core.text import Text, to_translate
from railhead.rules import privates, rounds
from railhead.rules.operating import OperatingRound
from railhead.titles.t1860.nationalisation import check_nationalisation, close_companies, southern_formed
from railhead.titles.t1860.opening import Opening
from railhead.titles.t1860.record import amend, record
from railhead.titles.t1860.stalemate import stalled


@dataclass(frozen=True, slots=True)
class Timetable(Step):
    """What round comes next; always at the bottom of the agenda."""

    def proceed(self, game: Game) -> bool:
        """Begin the round that follows the one that is over: after the auction a stock round (1860-AUC-13)."""
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
        begin_operating_round(game, rounds.first_operating_round(game))


def _after_operating_round(game: Game) -> None:
    """The game is over, or the next round begins; the highest total wins (1860-END-07).

    A price at the top ends the game now (1860-END-01), under British Rail too (1860-NAT-14). Under British Rail there
    are only operating rounds (1860-NAT-03).
    """
    now = game.state.round
    if record(game).nationalised:
        close_companies(game)
    elif not game.state.ending:
        check_nationalisation(game)
    following = rounds.next_operating_round(now)
    if game.state.ending:
        rounds.finish(game)
    elif record(game).nationalised:
        begin_operating_round(game, Round(rounds.OPERATING, now.number, now.index + 1, now.index + 1))
    elif following is not None:
        begin_operating_round(game, following)
    else:
        begin_stock_round(game, now.number + 1)


def begin_stock_round(game: Game, number: int) -> None:
    """The holder of the priority deal begins (1860-SR-01).

    The first stock round after the Southern Railway's formation ends building, and no sooner (1860-SOUTH-01).
    """
    amend(game, crashed=False, building_over=record(game).building_over or southern_formed(game))
    rounds.begin_stock_round(game, number, stalled)


def begin_operating_round(game: Game, round_: Round) -> None:
    """Privates in players' hands pay before any company operates, under British Rail too.

    Rules 1860-PRIV-01, 1860-PRIV-02 and 1860-NAT-05.
    """
    effects.begin_round(game, round_)
    privates.pay_income(game)
    game.push(OperatingRound())


def bank_broke(game: Game) -> None:
    """The bank cannot pay in full: the game ends with the operating round, now or next (1860-END-02, 1860-NAT-04)."""
    if not record(game).nationalised:
        effects.foresee_end(game, to_translate("the bank is out of money"))


def round_name(round_: Round) -> Text:
    """What players call a round."""
    return Text("Initial auction") if round_.kind == "auction" else rounds.round_name(round_)


# -- scores ---------------------------------------------------------------------------------------


def worth(game: Game, seat: Seat) -> int:
    """Cash, open privates at face value, shares at the market price or half of it.

    Rules 1860-END-04, 1860-END-05 and 1860-END-06.
    """
    total = game.state.cash[seat]
    for facts, owner in zip(game.book.privates, game.state.privates, strict=True):
        if owner == seat:
            total += facts.value
    for company in game.all_companies():
        held = game.held(seat, company)
        if held:
            total += game.rules[ScoringRules].holding(game, seat, company)
    return total


def in_full_with_a_train(game: Game, seat: Seat, company: Company) -> int:
    """The market price, or half of it, rounded down, if the company has no train (1860-END-05)."""
    price = game.price_of(company)
    return game.held(seat, company) * (price if game.trains_of(company) else price // 2)


class HoldingValue(Protocol):
    """What a player's shares of a company are worth."""

    def __call__(self, game: Game, seat: Seat, company: Company) -> int: ...


@dataclass(frozen=True)
class ScoringRules(RuleGroup):
    """What counts at the end of the game."""

    holding: HoldingValue = in_full_with_a_train
    """What a player's shares of a company are worth."""
