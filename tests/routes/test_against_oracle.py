"""The check and the search against an oracle that tries everything, on problems made at random.

A problem is made by its seed, so a failure names all that is needed to see it again.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.routes.agreement import agree_on_seeds, case_of
from tests.routes.any_five import problem_of_any_five
from tests.routes.anything import problem_of_anything
from tests.routes.boards_18bf import problem_18bf
from tests.routes.boards_18oe import problem_18oe
from tests.routes.boards_1860 import problem_1860
from tests.routes.boards_1862 import problem_1862
from tests.routes.boards_1863 import problem_1863
from tests.routes.circuits import problem_of_a_city, problem_with_circuits
from tests.routes.continents import (
    problem_of_an_express,
    problem_with_idle_cities,
    problem_with_poor_cities,
    problem_with_towns,
    problem_with_water,
)

MODELS = {
    "1860": problem_1860,
    "1862": problem_1862,
    "18BF": problem_18bf,
    "1863": problem_1863,
    "anything": problem_of_anything,
    "any five": problem_of_any_five,
    "circuits": problem_with_circuits,
    "city": problem_of_a_city,
    "express": problem_of_an_express,
    "towns": problem_with_towns,
    "water": problem_with_water,
    "idle cities": problem_with_idle_cities,
    "poor cities": problem_with_poor_cities,
}
SMALL = 300
"""In short runs problems have no more sets of runs than this."""
CHUNK = 30
LONG_CHUNK = 500
LONG_START = 100_000


@pytest.mark.parametrize("chunk", range(2))
@pytest.mark.parametrize("model", MODELS)
def test_all_agree_with_the_oracle(model: str, chunk: int) -> None:
    agree_on_seeds(MODELS[model], chunk * 1000, CHUNK, SMALL)


def test_all_agree_where_coming_to_two_towns_was_charged_twice() -> None:
    agree_on_seeds(problem_of_an_express, 20_516, 1, SMALL * 10)


def test_all_agree_where_water_is_waived_twice_at_one_stop() -> None:
    agree_on_seeds(problem_with_water, 450_311, 1, SMALL * 10)


@pytest.mark.parametrize("chunk", range(2))
def test_all_agree_in_18oe(chunk: int) -> None:
    """A few only: every network is made for a railroad of its own."""
    agree_on_seeds(problem_18oe, chunk * 1000, 6, SMALL)


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(20))
def test_all_agree_in_18oe_often(chunk: int) -> None:
    agree_on_seeds(problem_18oe, LONG_START + chunk * 1000, 50, SMALL)


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(20))
@pytest.mark.parametrize("model", MODELS)
def test_all_agree_with_the_oracle_very_often(model: str, chunk: int) -> None:
    agree_on_seeds(MODELS[model], LONG_START + chunk * 1000, LONG_CHUNK)


def test_problems_made_at_random_join_trains_where_they_could_not_pass() -> None:
    """Otherwise their agreement would prove nothing about it."""
    found = 0
    for seed in range(200_000, 202_500):
        problem = problem_of_anything(seed)
        if problem.joins_at_barred and problem.barred and any(train.coupling for train in problem.trains):
            case, other = case_of(problem, SMALL), case_of(replace(problem, joins_at_barred=False), SMALL)
            found += case is not None and other is not None and case.oracle.allowed != other.oracle.allowed
    assert found > 2
