"""Routes one by one: a limited look finds the first of them, and trains for a purpose are led there."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from railhead.routes.check import Traced, trace
from railhead.routes.enumeration import all_routes
from railhead.routes.runs import TRIED, Runs
from tests.routes.continents import problem_of_an_express, problem_with_towns


def test_a_limited_look_finds_the_first_routes() -> None:
    shortened = 0
    for seed in range(30):
        problem = problem_with_towns(seed)
        for train in problem.trains:
            routes = [found.route for found in all_routes(problem, train)]
            few = [found.route for found in all_routes(problem, train, tries=5)]
            assert few == routes[: len(few)]
            assert len(few) <= 5
            shortened += len(few) < len(routes)
    assert shortened


def test_a_train_for_a_purpose_finds_what_a_free_one_finds_that_serves_it() -> None:
    led = 0
    for seed in range(60):
        problem = problem_of_an_express(seed)
        for train in problem.trains:
            if train.required is None:
                continue
            free = replace(train, required=None)
            able = {found.route.path for found in all_routes(replace(problem, trains=(free,)), free)}
            found = [run.route for run in all_routes(problem, train)]
            assert {route.path for route in found} <= able
            assert all(isinstance(trace(problem, route), Traced) for route in found)
            serving = {path for path in able if _served(train.required.worth, path)}
            assert {route.path for route in found} <= serving
            led += len(serving) < len(able)
    assert led


def _served(worth: object, path: tuple[int, ...]) -> bool:
    sets = getattr(worth, "sets", ())
    return all(not some.isdisjoint(path) for some in sets)


def test_a_sample_of_trains_that_may_stay_idle_is_made_quickly() -> None:
    """Samples are sets of runs whether or not all trains found a route within the tries."""
    assert TRIED < 1000
    for seed in range(20):
        problem = replace(problem_with_towns(seed), may_idle=True)
        runs = Runs(problem)
        if runs.possible:
            assert runs.sample(Random(seed)) in runs
