"""What is compared between the oracle, the check of posted runs and the search for the best."""

from __future__ import annotations

from random import Random

from railhead.routes.best import best_runs
from railhead.routes.check import Traced, trace, value
from railhead.routes.model import Earnings, Route, RouteProblem
from railhead.routes.oracle import Oracle, earned, judge, judge_one
from railhead.routes.possible import can_run, routes
from railhead.routes.runs import Runs

MOST_SETS = 4000
"""Problems with more sets of runs than this are left out: trying all of them takes too long."""
MOST_WAYS = 400


def oracle_of(problem: RouteProblem, most_sets: int = MOST_SETS) -> Oracle | None:
    """The oracle, if the problem is small enough for it."""
    oracle = Oracle(problem)
    return oracle if len(oracle.ways) <= MOST_WAYS and oracle.size <= most_sets else None


def some_passed(route_stops: tuple[int, ...], chance: Random) -> tuple[int, ...]:
    """Stops of a route to pass by: often none, sometimes any of them."""
    often = chance.choice((0, 0.2, 0.5))
    return tuple(stop for stop in route_stops if chance.random() < often)


def agree_on_routes(oracle: Oracle, chance: Random, most: int = 40) -> None:
    """Every way with any calls by any train: it is allowed or not, and pays the same."""
    problem = oracle.problem
    for way in chance.sample(oracle.ways, min(most, len(oracle.ways))):
        for kind in oracle.kinds:
            for passed in {(), some_passed(way.stops, chance), some_passed(way.stops, chance)}:
                path = way.path if chance.random() < 0.5 else way.path[::-1]
                same_route(problem, Route(kind, path, passed))


def same_route(problem: RouteProblem, route: Route) -> None:
    """The check and the oracle say the same of a route."""
    expected = judge_one(problem, route)
    found = trace(problem, route)
    assert isinstance(found, Traced) == (expected is not None), (route, found)
    if isinstance(found, Traced) and expected is not None:
        assert frozenset(found.calls) == expected.calls, route
        assert found.earnings == earned(problem, [expected]), route


def agree_on_sets(oracle: Oracle, chance: Random, most: int = 20) -> None:
    """Sets of runs drawn at random, and some that are allowed."""
    problem = oracle.problem
    allowed = sorted(oracle.sets)
    for number in range(most):
        if number % 2:
            drawn = [train.train for train in oracle.trains if oracle.calls[train.train] and chance.random() < 0.9]
            key = [(kind, chance.choice(list(oracle.calls[kind]))) for kind in drawn]
        else:
            key = list(chance.choice(allowed))
        chance.shuffle(key)
        plan = []
        for kind, number_ in key:
            passed = chance.choice(list(oracle.calls[kind][number_].values()))
            path = oracle.ways[number_].path
            plan.append(Route(kind, path if chance.random() < 0.5 else path[::-1], tuple(passed)))
        expected = judge(problem, plan)
        found = value(problem, tuple(plan))
        assert isinstance(found, Earnings) == (expected is not None), (plan, found)
        if isinstance(found, Earnings) and expected is not None:
            assert problem.aim.score(found) == problem.aim.score(expected), (plan, found, expected)


def agree_on_listed_routes(oracle: Oracle, chance: Random) -> None:
    """Every way a train may run is listed once, with calls that are allowed."""
    problem = oracle.problem
    numbers = {way.path: number for number, way in enumerate(oracle.ways)}
    for kind, train in oracle.kinds.items():
        found = [run.route for run in routes(problem, train)]
        assert all(judge_one(problem, route) is not None for route in found)
        assert sorted(numbers[min(route.path, route.path[::-1])] for route in found) == sorted(oracle.calls[kind])
    assert can_run(problem) == any(len(key) == 1 for key in oracle.sets)


def agree_on_the_best(oracle: Oracle, chance: Random) -> None:
    """The search finds the best, and a set of runs that may be made."""
    problem = oracle.problem
    found = best_runs(problem)
    score = problem.aim.score(found.earnings)
    assert score == oracle.best.score, (found, oracle.best)
    assert found.proven
    assert found.bound == score // problem.aim.revenue
    assert judge(problem, found.plan) is not None
    assert value(problem, found.plan) == found.earnings
    assert oracle.key_of(found.plan) in oracle.allowed
    assert found.plan in Runs(problem)


def agree_within_limits(oracle: Oracle, chance: Random, most: int = 3) -> None:
    """With little work the search says so if it has no proof, and its bound holds."""
    problem, best = oracle.problem, oracle.best.score
    work = best_runs(problem).work
    for limit in {chance.randint(0, work) for _ in range(most)}:
        found = best_runs(problem, work=limit)
        score = problem.aim.score(found.earnings)
        assert value(problem, found.plan) == found.earnings
        assert oracle.key_of(found.plan) in oracle.allowed, (limit, found)
        assert found.bound >= best // problem.aim.revenue, (limit, found, oracle.best)
        assert score <= best
        if found.proven:
            assert score == best
            assert found.bound == best // problem.aim.revenue


CHECKS = (agree_on_routes, agree_on_sets, agree_on_listed_routes, agree_on_the_best, agree_within_limits)
"""Everything that must agree."""
