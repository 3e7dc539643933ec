"""A company's operating turn in 1862, stage by stage (rules 1862-OR, 1862-LNER-03, 1862-RECV, 1862-REDEEM)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Seat
from railhead.core.state import OPERATED
from railhead.core.text import Text
from railhead.routes.model import Earnings, Route
from railhead.rules.receivership import in_receivership
from railhead.rules.redemption import Redeem
from railhead.rules.running import RunTrains, open_runs
from railhead.titles.t1862.building import build_stage
from railhead.titles.t1862.buying import buy_trains
from railhead.titles.t1862.dividends import pay_dividend
from railhead.titles.t1862.homes import place_home
from railhead.titles.t1862.merging import acquire_stage, merge_stage
from railhead.titles.t1862.record import record
from railhead.titles.t1862.trains import wear


def begin(game: Game, company: Company) -> None:
    """On its first turn a company places its home marker before anything else (1862-HOME-01)."""
    effects.mark(game, company, OPERATED)
    if not record(game).lner:
        place_home(game, company)


def redeem_stage(game: Game, company: Company) -> None:
    """The director may have a share bought back, unless that is not played (1862-REDEEM-01, 1862-VAR-04)."""
    if not in_receivership(game, company) and "new_players" not in game.book.options:
        game.push(Redeem(company))


def acts_for(game: Game, company: Company) -> Seat:
    """The director; without one the largest shareholder, of equals the first from the priority deal.

    Rules 1862-OR-05 and 1862-RECV-01.
    """
    director = game.controller(company)
    if director is not None:
        return director
    return max(game.clockwise(game.state.priority), key=lambda seat: game.held(seat, company))


def run_stage(game: Game, company: Company) -> None:
    """The company's trains run: the director says how; without one they earn as much as they can (1862-RECV-03)."""
    effects.record_run(game, company, 0, 0)
    open_to_it = open_runs(game, company)
    if open_to_it is None or not open_to_it.possible:
        return
    if in_receivership(game, company):
        earned(game, company, *open_to_it.best)
    else:
        game.push(RunTrains(company))


def earned(game: Game, company: Company, earnings: Earnings, plan: tuple[Route, ...]) -> None:
    """Note what the run brought; the subsidy goes to the treasury at once (1862-LOCAL-03)."""
    effects.record_run(game, company, earnings.revenue, earnings.subsidy)
    effects.pay(game, game.book.company_bank, game.purse(company), earnings.subsidy, Text("its subsidy"))


STAGES = (
    begin,
    merge_stage,
    build_stage,
    run_stage,
    wear,
    pay_dividend,
    buy_trains,
    redeem_stage,
    acquire_stage,
)
"""What a company does in its turn, in this order (1862-OR-04, 1862-REDEEM-03); building includes the station marker."""
