"""An operating round and a railroad's turn in it: who operates when, and stage by stage (rules 18OE-OR)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.laws import CompanyEffect
from railhead.core.state import OPERATED
from railhead.rules.operating import OperatingRound, OperatingRules
from railhead.rules.privates import pay_income
from railhead.titles.t18oe import bell, ending, last_round, order_track
from railhead.titles.t18oe.dividends import pay_dividend
from railhead.titles.t18oe.express import reward_express
from railhead.titles.t18oe.lay_track import build_track
from railhead.titles.t18oe.mail import pay_mail
from railhead.titles.t18oe.national_income import count_income
from railhead.titles.t18oe.place_token import place_token
from railhead.titles.t18oe.record import NORMAL, amend, record
from railhead.titles.t18oe.running import run_trains
from railhead.titles.t18oe.rusting import settle_trains
from railhead.titles.t18oe.trains import buy_trains
from railhead.titles.t18oe.transfers import transfer_tokens
from railhead.titles.t18oe.treasury_shares import trade_shares


def open_round(game: Game) -> None:
    """Face-up privates pay, and before anybody operates, minor C's place is chosen.

    Rules 18OE-OR-01, 18OE-OR-02, 18OE-OR-08 and 18OE-PRIV-38. The last round consists of repeated payments alone.
    """
    amend(game, bell=NORMAL, brandt_now=0)
    game.push(OperatingRound())
    if not ending.is_last(game):
        pay_income(game, record(game).face_down)
        pay_mail(game)
        bell.ask(game)


# -- who operates when ----------------------------------------------------------------------------


def in_play(game: Game) -> tuple[Company, ...]:
    """Minors and regionals by the order track, majors and nationals by the market (18OE-OR-03, 18OE-OR-04).

    A new national has the place of its marker, so that it operates now if it has not yet (18OE-NATL-17).
    """
    return (*order_track.companies(game), *game.state.stack)


def operates(game: Game, company: Company) -> bool:
    """A railroad that nobody owns is passed over (18OE-OR-09)."""
    return game.controller(company) is not None


# -- the turn -------------------------------------------------------------------------------------


def begin(game: Game, company: Company) -> None:
    """Nothing has been built in this turn yet."""
    amend(game, lays=(), token_paid=None, express_revenue=0)


def end(game: Game, company: Company) -> None:
    """The railroad has operated: its next turn is not its first one (18OE-ROW-07)."""
    effects.mark(game, company, OPERATED)


STAGES: tuple[CompanyEffect, ...] = (
    begin,
    build_track,
    place_token,
    run_trains,
    count_income,
    pay_dividend,
    reward_express,
    transfer_tokens,
    buy_trains,
    settle_trains,
    trade_shares,
    end,
)
"""What a railroad does in its turn, in this order (18OE-OR-06)."""

RUNNING: tuple[CompanyEffect, ...] = (run_trains, count_income, pay_dividend, reward_express)
"""The parts in which revenue is earned and distributed."""

RULES = OperatingRules(stages=last_round.abridged(STAGES, RUNNING), rank=bell.rank, in_play=in_play, operates=operates)
