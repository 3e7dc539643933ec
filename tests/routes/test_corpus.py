"""The search on boards of real games of many titles, given as plain graphs with their proven best.

The boards are material beside the checkout; without it there is nothing to test here.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from railhead.routes.best import best_runs
from railhead.routes.check import value
from railhead.routes.problem_file import problem_of
from tests.routes.agreement import agree_on_routes, agree_on_sets, agree_on_the_best, agree_within_limits, case_of

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "study" / "route-boards.json.gz"
COUNT = 800
SHORT, SHORT_WORK = 20, 20_000
"""In short runs one board in so many is solved, if it takes no more work than this."""

pytestmark = pytest.mark.skipif(not CORPUS.exists(), reason="the boards are not beside the checkout")


@cache
def boards() -> list[dict[str, Any]]:
    """All boards."""
    with gzip.open(CORPUS, "rt", encoding="utf-8") as file:
        found: list[dict[str, Any]] = json.load(file)
    return found


def solve(number: int, work: int | None = None) -> None:
    """The search finds the best of a board, or says that it has no proof."""
    board = boards()[number]
    problem = problem_of(board)
    found = best_runs(problem, work)
    assert value(problem, found.plan) == found.earnings
    assert found.earnings.revenue <= board["best"] <= found.bound
    assert found.proven or work is not None
    if found.proven:
        assert found.earnings.revenue == found.bound == board["best"] >= board["human"]


def compare(number: int, most_sets: int) -> bool:
    """Everything agrees with the oracle, which finds the best the board is known to have; False if it is too large."""
    board = boards()[number]
    if len(board["links"]) > 18:
        return False
    case = case_of(problem_of(board), most_sets)
    if case is None:
        return False
    assert case.oracle.best.earnings.revenue == board["best"]
    for check in (agree_on_routes, agree_on_sets, agree_on_the_best, agree_within_limits):
        check(case, Random(number))
    return True


def test_there_are_as_many_boards_as_there_should_be() -> None:
    assert len(boards()) == COUNT


def test_small_boards_agree_with_the_oracle() -> None:
    assert sum(compare(number, 500) for number in range(0, COUNT, 2)) >= 20


@pytest.mark.parametrize("number", range(0, COUNT, SHORT))
def test_the_best_of_a_board_is_found(number: int) -> None:
    solve(number, SHORT_WORK)


@pytest.mark.long
def test_every_small_board_agrees_with_the_oracle() -> None:
    assert sum(compare(number, 20_000) for number in range(COUNT)) >= 100


@pytest.mark.long
@pytest.mark.parametrize("number", range(COUNT))
def test_the_best_of_every_board_is_found(number: int) -> None:
    solve(number)
