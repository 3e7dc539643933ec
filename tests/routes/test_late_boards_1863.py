"""On late boards of 1863, with the trains of a major, the best runs are found and proven within the work limit."""

from __future__ import annotations

import pytest

from railhead.routes.any_run import can_run
from railhead.routes.best import best_runs
from railhead.routes.check import value
from railhead.routes.runs import WORK
from tests.routes.boards_1863 import grown_problem, late_problem

FLEETS = (("5T", "2+3e"), ("5T", "5T"), ("4T", "4T", "2+2e"), ("3T", "3T", "2+1e", "2+1e"))


@pytest.mark.parametrize("fleet", FLEETS)
@pytest.mark.parametrize("seed", [1, 4])
def test_the_best_runs_of_a_major_are_proven(seed: int, fleet: tuple[str, ...]) -> None:
    problem = late_problem(seed, *fleet, tokens=7, full=0.1)
    best = best_runs(problem, WORK)
    assert best.proven
    assert best.earnings == value(problem, best.plan)
    assert best.plan


@pytest.mark.parametrize("fleet", FLEETS[:3])
@pytest.mark.parametrize("seed", [0, 2])
def test_they_are_proven_where_nearly_all_track_leads_on(seed: int, fleet: tuple[str, ...]) -> None:
    problem = grown_problem(seed, *fleet)
    best = best_runs(problem, WORK)
    assert best.proven
    assert best.earnings == value(problem, best.plan)


@pytest.mark.parametrize("seed", [1, 4])
def test_an_express_that_can_go_nowhere_is_known_to(seed: int) -> None:
    problem = late_problem(seed, "2+3e", tokens=1, full=0.0, off_board=False)
    assert not can_run(problem)
    assert not best_runs(problem, WORK).plan
