"""Running trains in 1862."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import kind_of
from railhead.routes.model import Earnings, Route
from railhead.routes.runs import Runs
from railhead.titles.t1862 import posted
from railhead.titles.t1862.facts import TYPE, VISITS
from railhead.titles.t1862.own import own

PLACEHOLDER = 20


def runs(game: Game, company: int) -> Runs | None:
    """PLACEHOLDER until the route model knows the three types of train: nothing can be run."""
    del game, company
    return None


def run_stage(game: Game, company: int) -> None:
    """PLACEHOLDER until the route model knows the three types of train: every permitted train earns by its number."""
    effects.record_run(game, company, 0, 0)
    if posted.SWITCH in game.book.options:
        if game.trains_of(company):
            game.push(posted.PostedRun(company))
        return
    numbers = [VISITS[kind_of(t)] for t in game.trains_of(company) if TYPE[kind_of(t)] & own(game).permits[company]]
    earned(game, company, Earnings(PLACEHOLDER * sum(numbers), 0), ())


def earned(game: Game, company: int, earnings: Earnings, plan: tuple[Route, ...]) -> None:
    """Note what the run brought; the subsidy goes to the treasury at once (1862-LOCAL-03)."""
    del plan
    effects.record_run(game, company, earnings.revenue, earnings.subsidy)
    effects.pay(game, game.book.company_bank, game.purse(company), earnings.subsidy, "its subsidy")
