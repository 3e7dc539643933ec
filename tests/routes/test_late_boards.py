"""On late boards of 18BF, with the trains of a System, the best runs are found and proven within the work limit."""

from __future__ import annotations

import pytest

from railhead.routes.best import best_runs
from railhead.routes.check import value
from railhead.routes.runs import WORK
from railhead.titles.t18bf.route_rules import route_problem
from tests.routes.boards_18bf import late_position

FLEETS = (("4+4", "4+4", "5+5E", "6"), ("5+5E",), ("4+4", "4+4", "6", "5"), ("2+2", "3+3", "5+5E", "6G"))


@pytest.mark.parametrize("fleet", FLEETS)
@pytest.mark.parametrize("seed", [0, 7, 9])
def test_the_best_runs_of_a_system_are_proven(seed: int, fleet: tuple[str, ...]) -> None:
    game, company = late_position(seed, *fleet, markers=6 + seed % 7)
    problem = route_problem(game, company, ())
    best = best_runs(problem, WORK)
    assert best.proven
    assert best.earnings == value(problem, best.plan)
    assert len(best.plan) == len(problem.trains)
