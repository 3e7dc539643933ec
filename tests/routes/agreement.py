"""What must agree between the oracle that tries everything, the check of posted runs, and what searches for runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from random import Random
from unittest.mock import patch

from railhead.core.ids import Point, Stop
from railhead.routes import set_search
from railhead.routes.any_run import can_run
from railhead.routes.breakdown import breakdown
from railhead.routes.check import Fault, Traced, earnings_of, settled, trace, value
from railhead.routes.demands import best_with
from railhead.routes.enumeration import all_routes
from railhead.routes.model import MAY_CALL, REVENUE_FIRST, Earnings, Route, RouteProblem
from railhead.routes.oracle import Key, Oracle, Paid, earned, judge, judge_one, settlements
from railhead.routes.runs import Runs

MOST_SETS = 4000
"""Problems with more sets of runs than this are left out: trying all of them takes too long."""
MOST_WAYS = 400
LISTED = 40
"""Sets of runs are listed one by one where there are at most so many."""


@dataclass(frozen=True)
class Case:
    """A problem with what the oracle and what the project's code make of it."""

    oracle: Oracle
    runs: Runs

    @property
    def problem(self) -> RouteProblem:
        """The problem."""
        return self.oracle.problem


def case_of(problem: RouteProblem, most_sets: int = MOST_SETS) -> Case | None:
    """The case, if the problem is small enough to try everything."""
    oracle = Oracle(problem)
    return Case(oracle, Runs(problem)) if len(oracle.ways) <= MOST_WAYS and oracle.size <= most_sets else None


def agree_on_seeds(make: Callable[[int], RouteProblem], start: int, count: int, most_sets: int = MOST_SETS) -> None:
    """Everything agrees on so many problems, made by the seeds from this one on."""
    seed = start
    while count:
        case = case_of(make(seed), most_sets)
        if case is not None:
            try:
                agree(case, seed)
            except Exception as fault:
                fault.add_note(f"in the problem of seed {seed}")
                raise
            count -= 1
        seed += 1


def agree(case: Case, seed: int) -> None:
    """Everything agrees on a problem."""
    for check in CHECKS:
        check(case, Random(seed))


# -- single routes --------------------------------------------------------------------------------


def agree_on_routes(case: Case, chance: Random, most: int = 40) -> None:
    """Any way with any calls by any train: it is allowed or not, and pays the same."""
    oracle = case.oracle
    for kind in oracle.kinds:
        for way in chance.sample(oracle.ways, min(most, len(oracle.ways))):
            for passed in {(), some_of(way.stops, chance), some_of(way.stops, chance)}:
                same_route(oracle.problem, Route(kind, either_way(way.path, chance), passed))
        for path in some_paths(oracle.problem, chance):
            same_route(oracle.problem, Route(kind, path))


def some_of(stops: tuple[Stop, ...], chance: Random) -> tuple[Stop, ...]:
    """Stops to pass by: often none, sometimes any of them."""
    often = chance.choice((0, 0.2, 0.5))
    return tuple(stop for stop in stops if chance.random() < often)


def either_way(path: tuple[Point, ...], chance: Random) -> tuple[Point, ...]:
    """The path in either direction."""
    return path if chance.random() < 0.5 else path[::-1]


def some_paths(problem: RouteProblem, chance: Random, count: int = 10) -> list[tuple[Point, ...]]:
    """Paths along links that ask for no rule, and some that break off or jump."""
    found: list[tuple[Point, ...]] = []
    for start in chance.choices(list(problem.network.stops), k=count):
        path: tuple[Point, ...] = (start,)
        at = start
        for _ in range(chance.randint(0, 5)):
            links = problem.network.links[at]
            if links:
                link = chance.choice(links)
                path, at = path + link.path[1:], link.end
        if chance.random() < 0.2:
            cut = chance.randrange(len(path))
            path = path[:cut] + path[cut + 1 :]
        found.append(path)
    return found


def earned_alone(problem: RouteProblem, run: Traced) -> Earnings:
    """What a run earns if it is the only one."""
    return earnings_of(problem, [(problem.by_kind[run.route.train], some) for some in settled(problem, [run])])


def paid_alone(problem: RouteProblem, run: Paid) -> Earnings:
    """The same by the oracle."""
    return max((earned(problem, some) for some in settlements(problem, [run])), key=problem.aim.score)


def same_route(problem: RouteProblem, route: Route) -> None:
    """The check and the oracle say the same of a route."""
    expected = judge_one(problem, route)
    found = trace(problem, route)
    assert isinstance(found, Traced) == (expected is not None), (route, found)
    if isinstance(found, Traced) and expected is not None:
        assert frozenset(found.calls) == expected.calls, route
        assert problem.aim.score(earned_alone(problem, found)) == problem.aim.score(paid_alone(problem, expected)), (
            route
        )


def agree_on_listed_routes(case: Case, chance: Random) -> None:
    """Every way a train may run is listed once, with calls that are allowed; the best where runs earn apart."""
    oracle, problem = case.oracle, case.problem
    apart = not problem.pays_once and not problem.bonuses and not problem.favours
    numbers = {way.path: number for number, way in enumerate(oracle.ways)}
    one_start = not problem.barred and not any(train.reward or MAY_CALL in train.calls for train in problem.trains)
    for kind, train in oracle.kinds.items():
        found = list(all_routes(problem, train))
        for run in found:
            paid = judge_one(problem, run.route)
            assert paid is not None, run.route
            if apart and problem.aim == REVENUE_FIRST:
                number = numbers[min(run.route.path, run.route.path[::-1])]
                choices = [Paid(train, paid.way, calls) for calls in oracle.calls[kind][number]]
                assert earned_alone(problem, run) == max(paid_alone(problem, choice) for choice in choices)
        listed = sorted(line_of(run.route.path) for run in found)
        ways = {line_of(oracle.ways[number].path) for number in oracle.calls[kind]}
        assert listed == sorted(ways) if one_start or not train.circuits else set(listed) == ways
    assert can_run(problem) == any(len(key) == 1 for key in oracle.sets)


def line_of(path: tuple[Point, ...]) -> tuple[Point, ...]:
    """The path, regardless of its direction and of where a circuit begins."""
    starts = [0] if path[0] != path[-1] else range(len(path) - 1)
    turned = [path[start:] + path[1 : start + 1] for start in starts]
    return min(min(each, each[::-1]) for each in turned)


# -- sets of runs ---------------------------------------------------------------------------------


def agree_on_sets(case: Case, chance: Random, most: int = 20) -> None:
    """Sets of runs drawn at random, and some that are allowed: what they are worth."""
    oracle, problem = case.oracle, case.problem
    allowed = sorted(oracle.sets)
    for number in range(most):
        plan = some_plan(oracle, chance.choice(allowed) if number % 2 else some_key(oracle, chance), chance)
        expected, found = judge(problem, plan), value(problem, plan)
        assert isinstance(found, Earnings) == (expected is not None), (plan, found)
        if isinstance(found, Earnings) and expected is not None:
            assert problem.aim.score(found) == problem.aim.score(expected), (plan, found, expected)


def some_key(oracle: Oracle, chance: Random) -> Key:
    """Runs for some of the trains, whether they go together or not; now and then one train too many."""
    drawn = [train.train for train in oracle.trains if oracle.calls[train.train] and chance.random() < 0.9]
    if drawn and chance.random() < 0.1:
        drawn.append(drawn[0])
    return tuple((kind, chance.choice(list(oracle.calls[kind]))) for kind in drawn)


def some_plan(oracle: Oracle, key: Key, chance: Random) -> tuple[Route, ...]:
    """The runs of a set in any order and direction, with any calls that are allowed."""
    plan = [
        Route(
            kind,
            either_way(oracle.ways[way].path, chance),
            tuple(chance.choice(list(oracle.calls[kind][way].values()))),
        )
        for kind, way in key
    ]
    chance.shuffle(plan)
    return tuple(plan)


def agree_on_the_best(case: Case, chance: Random) -> None:
    """The search finds the best, and a set of runs that may be made."""
    oracle, problem = case.oracle, case.problem
    found = case.runs.proven
    score = problem.aim.score(found.earnings)
    assert score == oracle.best.score, (found, oracle.best)
    assert found.proven
    assert found.bound == score // problem.aim.revenue
    assert judge(problem, found.plan) is not None
    assert value(problem, found.plan) == found.earnings
    assert oracle.key_of(found.plan) in oracle.allowed
    assert found.plan in case.runs
    lines = breakdown(problem, found.plan)
    assert sum((line.earnings for line in lines), Earnings()) == found.earnings


def agree_within_limits(case: Case, chance: Random, most: int = 2) -> None:
    """With little work the search says so if it has no proof, and its bound holds."""
    oracle, problem, best = case.oracle, case.problem, case.oracle.best.score
    work = case.runs.proven.work
    for limit in {chance.randint(0, work) for _ in range(most)}:
        found = best_with(problem, work=limit)
        score = problem.aim.score(found.earnings)
        if found.plan or not problem.demand:  # what is demanded may not be found in time
            assert value(problem, found.plan) == found.earnings
            assert oracle.key_of(found.plan) in oracle.allowed, (limit, found)
        assert found.bound >= best // problem.aim.revenue, (limit, found, oracle.best)
        assert score <= best
        if found.proven:
            assert score == best, (limit, found, oracle.best)
            assert found.bound == best // problem.aim.revenue


def agree_at_prices(case: Case, chance: Random) -> None:
    """What is meant for boards with very many runs finds the same where it is asked for a handful."""
    few = {name: chance.randint(1, 4) for name in ("SOON", "FEW", "MANY", "NEAR", "TRIED", "GLANCE", "LONG")}
    with ExitStack() as patched:
        for name, number in few.items():
            patched.enter_context(patch.object(set_search, name, number))
        found = best_with(case.problem)
        limited = best_with(case.problem, work=chance.randint(0, found.work))
    best, aim = case.oracle.best.score, case.problem.aim
    assert aim.score(found.earnings) == best, (few, found, case.oracle.best)
    assert found.proven
    assert value(case.problem, found.plan) == found.earnings
    assert limited.bound >= best // aim.revenue, (few, limited, case.oracle.best)
    assert aim.score(limited.earnings) == best or not limited.proven


# -- the domain of a company's run ----------------------------------------------------------------


def agree_on_membership(case: Case, chance: Random, most: int = 20) -> None:
    """A set of runs may be made if no idle train could run beside it and, where that is a duty, it earns the most.

    The empty set is one only if there is no other.
    """
    oracle, problem, runs = case.oracle, case.problem, case.runs
    together = sorted(oracle.sets)
    for key in chance.sample(together, min(most, len(together))):
        plan = some_plan(oracle, key, chance)
        expected = key in oracle.allowed and judge(problem, plan) is not None
        expected = expected and (not problem.must_maximise or not falls_short(oracle, plan))
        expected = expected and (bool(plan) or len(oracle.sets) == 1)
        assert (plan in runs) == expected, (plan, runs.judge(plan))


def falls_short(oracle: Oracle, plan: tuple[Route, ...]) -> bool:
    """Does a set of runs earn less than the most? A subsidy that only decides between equals is no duty."""
    brings, best = judge(oracle.problem, plan), oracle.best
    assert brings is not None
    if oracle.problem.aim == REVENUE_FIRST:
        return brings.revenue < best.earnings.revenue
    return oracle.problem.aim.score(brings) < best.score


def agree_on_listed_sets(case: Case, chance: Random) -> None:
    """Every set that may be made is listed, the best first, with the calls that are best where runs earn apart.

    To run nothing, where that is allowed and not the best, is not listed.
    """
    oracle, problem, runs = case.oracle, case.problem, case.runs
    listed = list(islice(runs, LISTED + 1)) if len(oracle.sets) <= LISTED else []
    if not listed:
        return
    assert problem.aim.score(value_of(runs, listed[0])) == oracle.best.score
    found = best_by_lines((lines_of(plan), value_of(runs, plan)) for plan in listed)
    answers = (oracle.best_calls(key) for key in oracle.allowed)
    expected = best_by_lines((lines_of(answer.plan), answer.earnings) for answer in answers)
    if not found.keys() >= {()}:
        expected.pop((), None)
    assert found.keys() <= expected.keys()
    if problem.favours:  # with other calls a set may need less of what is waived, but is not listed for that
        return
    if problem.pays_once or problem.bonuses:
        assert problem.must_maximise or found.keys() == expected.keys()
    elif problem.aim == REVENUE_FIRST:
        most = oracle.best.earnings.revenue
        if problem.must_maximise:
            expected = {key: earnings for key, earnings in expected.items() if earnings.revenue == most}
        assert found == expected


Lines = tuple[tuple[int, tuple[Point, ...]], ...]


def lines_of(plan: tuple[Route, ...]) -> Lines:
    """The trains and lines of a set of runs, regardless of order."""
    return tuple(sorted((route.train, line_of(route.path)) for route in plan))


def best_by_lines(earned: Iterable[tuple[Lines, Earnings]]) -> dict[Lines, Earnings]:
    """By the lines of a set of runs: the most it earns, wherever its circuits begin."""
    best: dict[Lines, Earnings] = {}
    for lines, earnings in earned:
        best[lines] = max(earnings, best.get(lines, earnings))
    return best


def value_of(runs: Runs, plan: tuple[Route, ...]) -> Earnings:
    """What a set that may be made earns."""
    found = runs.judge(plan)
    assert not isinstance(found, Fault), found
    return found


def agree_on_samples(case: Case, chance: Random, most: int = 3) -> None:
    """Runs drawn as a careless player would make them may be made."""
    oracle, runs = case.oracle, case.runs
    for _ in range(most):
        plan = runs.sample(chance)
        assert oracle.key_of(plan) in oracle.allowed, plan
        assert plan in runs


CHECKS = (
    agree_on_routes,
    agree_on_listed_routes,
    agree_on_sets,
    agree_on_the_best,
    agree_within_limits,
    agree_at_prices,
    agree_on_membership,
    agree_on_listed_sets,
    agree_on_samples,
)
"""Everything that must agree."""
