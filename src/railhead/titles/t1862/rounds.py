"""The rounds of 1862: which comes next, when the game is over, and what counts then (rules 1862-SETUP and 1862-END)."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Seat
from railhead.core.state import FLOATED, STARTED, Round
from railhead.core.steps import Step
from railhead.core.text import Text, to_translate
from railhead.rules import rounds
from railhead.rules.stalemate import could_be_bought
from railhead.rules.stock import StockRules
from railhead.titles.t1862 import lner
from railhead.titles.t1862.facts import NUMBERS
from railhead.titles.t1862.obligations import fine_next
from railhead.titles.t1862.parliament import Parliament
from railhead.titles.t1862.record import amend, record
from railhead.titles.t1862.shares import available


@dataclass(frozen=True, slots=True)
class Timetable(Step):
    """What round comes next; always at the bottom of the agenda."""

    def proceed(self, game: Game) -> bool:
        """Begin the round that follows the one that is over.

        Two Parliament rounds open the game (1862-SETUP-11); then Parliament, stock round and operating rounds alternate
        (1862-SETUP-12).
        """
        now = game.state.round
        if now.kind == "set-up":
            begin_parliament(game, Round("parliament", 1, 1, NUMBERS.opening_parliaments))
        elif now.kind == "parliament" and now.index < now.of:
            begin_parliament(game, Round("parliament", now.number, now.index + 1, now.of))
        elif now.kind == "parliament":
            begin_stock_round(game, now.number)
        elif now.kind == "stock":
            _after_stock_round(game)
        else:
            _after_operating_round(game, now)
        return True


def _after_stock_round(game: Game) -> None:
    """Failed charters are fined; then as many operating rounds as the phase has now (1862-PHASE-03, 1862-LNER-07).

    In each every floated company operates once (1862-OR-01). Their number is not changed by a later phase
    (1862-TRAIN-10).
    """
    if not fine_next(game):
        of = NUMBERS.last_rounds if record(game).lner else None
        rounds.begin_operating_round(game, rounds.first_operating_round(game, of))


def _after_operating_round(game: Game, now: Round) -> None:
    """The top of the market ends the game now, an empty bank after the set, the LNER after its last set.

    Rules 1862-END-01, 1862-END-02, 1862-END-03 and 1862-LNER-07. No Parliament meets once the LNER has formed
    (1862-LNER-02).
    """
    following = rounds.next_operating_round(now)
    if record(game).topped:
        rounds.finish(game)
    elif following is not None:
        rounds.begin_operating_round(game, following)
    elif game.state.ending or record(game).lner:
        rounds.finish(game)
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
    """The holder of the priority deal begins; failed companies are available again (1862-SR-01, 1862-PARL-24).

    Shares gained in Parliament do not count as bought in this round (1862-SR-17).
    """
    amend(game, failed=(), bought=())
    rounds.begin_stock_round(game, number, stalled)


def bank_broke(game: Game) -> None:
    """The bank cannot pay in full: the game ends with the set of operating rounds (1862-END-03, 1862-LNER-06)."""
    if not record(game).lner:
        effects.foresee_end(game, to_translate("the bank is out of money"))


def round_name(round_: Round) -> Text:
    """What players call a round."""
    if round_.kind == "parliament":
        if round_.of == 1:
            return Text("Parliament round {number}", number=round_.number)
        return Text("Parliament round {number}.{index}", number=round_.number, index=round_.index)
    return rounds.round_name(round_)


# -- stalemate ------------------------------------------------------------------------------------


def stalled(game: Game) -> bool:
    """Does no company operate, and could the players not float one even together?"""
    if any(game.state.has(company, FLOATED) for company in game.all_companies()):
        return False
    return not any(_could_float(game, company) for company in game.all_companies())


def _could_float(game: Game, company: Company) -> bool:
    if not game.state.has(company, STARTED):
        lowest = min(game.book.market.par_prices)
        return available(game, company) is None and could_be_bought(game, company, lowest, NUMBERS.float_shares)
    unsold = game.held(BANK, company) + game.held(game.purse(company), company)
    bought = game.share_count(company) - unsold
    return could_be_bought(game, company, game.price_of(company), NUMBERS.float_shares - bought)


# -- scores ---------------------------------------------------------------------------------------


def worth(game: Game, seat: Seat) -> int:
    """Cash, and shares at what selling them would bring; treasuries do not count (1862-END-04)."""
    sale_price = game.rules[StockRules].sale_price
    held = ((company, game.held(seat, company)) for company in game.all_companies())
    return game.state.cash[seat] + sum(count * sale_price(game, company) for company, count in held if count)
