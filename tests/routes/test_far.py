"""Trains that go far: the ng-route bound, and the search for sets that needs no train's best run.

They are meant for networks the size of a continent; here they are also asked on problems so small that an oracle can
try everything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from railhead import bench_europe
from railhead.bench_routes import Fleet, continent
from railhead.core.game import Game
from railhead.core.ids import a_train
from railhead.routes import set_search
from railhead.routes.best import best_runs
from railhead.routes.check import value
from railhead.routes.distant import grain
from railhead.routes.graph import Graph
from railhead.routes.model import MAY_CALL, Allowance, Bonus, RouteProblem
from railhead.routes.multipliers import Items
from railhead.routes.stretches import goes_by_stretches, stretches_of
from railhead.routes.train_graph import TrainOnGraph
from railhead.titles.t18oe.facts import TRAIN
from railhead.titles.t18oe.route_rules import route_problem
from tests.routes.agreement import agree_at_prices, agree_on_the_best, agree_within_limits, case_of
from tests.routes.boards_18oe import problem_18oe
from tests.routes.test_against_oracle import LONG_START, MODELS

SMALL = 200
COVERED = ("towns", "water", "idle cities", "poor cities", "express", "anything", "any five", "1862", "18BF")
"""The models with trains whose runs are told as stretches."""


def agree_from_afar(make: Callable[[int], RouteProblem], start: int, count: int) -> None:
    """The search that begins with the ng-route bound agrees with the oracle."""
    seed = start
    while count:
        case = case_of(make(seed), SMALL)
        if case is not None:
            for check in (agree_on_the_best, agree_within_limits, agree_at_prices):
                check(case, Random(seed))
            count -= 1
        seed += 1


@pytest.mark.parametrize("model", COVERED)
def test_the_search_from_afar_agrees_with_the_oracle(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(set_search, "SOON", 0)
    agree_from_afar(MODELS[model], 300_330, 12)


WATER = {
    ("water", 5050): "a tail includes what a bonus is paid for",
    ("water", 9124): "a way over land from a port where no run may end",
    ("express", 163): "a bonus for places of which none can be reached",
}
"""Seeds of problems that have shown something about runs over water."""


@pytest.mark.parametrize(("model", "seed"), WATER)
def test_the_search_over_water_agrees_with_the_oracle(model: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(set_search, "SOON", 0)
    agree_from_afar(MODELS[model], seed, 1)


def test_the_search_from_afar_agrees_with_the_oracle_in_18oe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(set_search, "SOON", 0)
    agree_from_afar(problem_18oe, 400, 6)


def test_what_it_takes_to_search_over_water_is_counted() -> None:
    """A late board with hundreds of crossings: to prepare the bound is work, too."""
    book, state = bench_europe.position(2)
    for company in bench_europe.MAJORS[:4]:
        state.trains[book.purse(company)] = (a_train(TRAIN["6+6"]),)
        problem = route_problem(Game(book, state), company)
        assert problem is not None
        stopped = best_runs(problem, 6_000)
        assert stopped.work < 12_000
        assert value(problem, stopped.plan) == stopped.earnings
        assert stopped.bound >= best_runs(problem, 20_000).earnings.revenue


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(10))
@pytest.mark.parametrize("model", COVERED)
def test_it_agrees_with_the_oracle_very_often(model: str, chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(set_search, "SOON", 0)
    agree_from_afar(MODELS[model], LONG_START + 1000 * chunk, 400)


PROVEN = {
    (300, 1, ((8, 8), (7, 7))): 1060,
    (300, 2, ((8, 8),)): 560,
    (360, 3, ((6, 6),)): 500,
}
"""The best runs on continents, found with an integer programme over all runs near the best."""


@pytest.mark.parametrize(("network", "best"), PROVEN.items())
def test_the_best_runs_on_a_continent_are_proven(network: tuple[int, int, Fleet], best: int) -> None:
    problem = continent(*network)
    found = best_runs(problem, 60_000)
    assert (found.earnings.revenue, found.bound, found.proven) == (best, best, True)
    assert value(problem, found.plan) == found.earnings
    assert best_runs(problem, 60_000) == found


def far_train(problem: RouteProblem) -> TrainOnGraph:
    return TrainOnGraph(Graph(problem), problem.trains[0], Items())


def with_train(problem: RouteProblem, train: Allowance) -> RouteProblem:
    return replace(problem, trains=(train,))


def test_runs_are_told_as_stretches_only_where_that_is_exact() -> None:
    problem = continent(100, 5)
    train = problem.trains[0]
    calls = (MAY_CALL, *train.calls[1:])
    dear = {stop: 90 - value for stop, value in problem.values.items()}
    assert goes_by_stretches(far_train(problem))
    assert not goes_by_stretches(far_train(replace(problem, free_passes=1)))
    assert not goes_by_stretches(far_train(with_train(problem, replace(train, circuits=True))))
    assert not goes_by_stretches(far_train(with_train(problem, replace(train, required=Bonus(len, 9, passing=True)))))
    assert not goes_by_stretches(far_train(replace(problem, demand=Bonus(len, 9, passing=True))))
    assert not goes_by_stretches(far_train(with_train(problem, replace(train, pays_ends=True, hexes=9))))
    assert not goes_by_stretches(far_train(with_train(problem, replace(train, parts=(train, train)))))
    assert not goes_by_stretches(far_train(replace(with_train(problem, replace(train, calls=calls)), values=dear)))
    assert not goes_by_stretches(far_train(with_train(problem, Allowance(0))))
    assert not goes_by_stretches(far_train(with_train(problem, replace(train, hexes=5000))))


def test_trains_that_differ_only_in_how_far_they_go_share_their_stretches() -> None:
    problem = continent(100, 5)
    graph, items = Graph(problem), Items()
    one, other = (TrainOnGraph(graph, train, items) for train in problem.trains[:2])
    twice = TrainOnGraph(graph, replace(problem.trains[0], times=2), items)
    assert stretches_of(one) is not None
    assert stretches_of(one) is stretches_of(other)
    assert stretches_of(one) is not stretches_of(twice)


def test_what_every_set_is_a_multiple_of() -> None:
    problem = continent(100, 5)
    train = far_train(problem)
    assert grain([train]) == 10 * train.revenue
    odd = replace(problem, bonuses=(Bonus(len, 9),))
    assert grain([far_train(odd)]) == 1
    assert grain([far_train(with_train(problem, replace(problem.trains[0], in_full=3)))]) == 1
    assert grain([far_train(replace(problem, bonus=15))]) == 5 * train.revenue
    assert grain([far_train(with_train(problem, replace(problem.trains[0], reward=lambda one, other: 7)))]) == 1
