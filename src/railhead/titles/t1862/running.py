"""Running trains in 1862: the runs open to a company, who makes them, and what they bring."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.routes.model import Earnings, Route
from railhead.rules.receivership import in_receivership
from railhead.rules.running import RunTrains, open_runs


def run_stage(game: Game, company: Company) -> None:
    """The company's trains run: the director says how; without one they run for the most (1862-RECV-03)."""
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
    effects.pay(game, game.book.company_bank, game.purse(company), earnings.subsidy, "its subsidy")
