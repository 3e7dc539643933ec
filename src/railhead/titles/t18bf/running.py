"""The part of an operating turn in which trains run (rules 18BF-ROUTE and 18BF-GOODS)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.rules.announcing import ask_others
from railhead.rules.running import RunRules, RunTrains, open_runs, run_nothing
from railhead.titles.t18bf.ferries import run_problem


def run_stage(game: Game, company: Company) -> None:
    """The Director runs the trains; a company whose goods trains are all that can run is not asked (18BF-GOODS-01)."""
    effects.record_run(game, company, 0, 0)
    open_to_it = open_runs(game, company)
    if open_to_it is not None and open_to_it.possible:
        game.push(RunTrains(company))
    else:
        run_nothing(game, company)


RULES = RunRules(problem=run_problem, declared=ask_others)
"""The highest run that anybody announces counts (18BF-ROUTE-19)."""
