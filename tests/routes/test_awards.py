"""Pay for what a run passes and for the run as a whole, on the ring of `test_circuits`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railhead.core.ids import Hex, Point, Stop, stop_at
from railhead.routes.any_run import can_run
from railhead.routes.best import best_runs
from railhead.routes.breakdown import breakdown
from railhead.routes.check import value
from railhead.routes.model import LARGE_STOP, SMALL_STOP, Award, Bonus, Earnings, OneOfEach, Route, RouteProblem
from railhead.track.network import Link, Network
from railhead.track.tiles import CITY, StopFacts
from tests.routes.agreement import agree, case_of
from tests.routes.circuits import Around, Ends, Includes, express, stopping
from tests.routes.test_circuits import BRANCH, GRADES, RING, A, B, C, X, Y, Z, ring


def only(*stops: Stop) -> tuple[frozenset[Stop], ...]:
    return tuple(frozenset((stop,)) for stop in stops)


def with_express(bonus: Bonus) -> RouteProblem:
    """The ring with an express that calls at A and C and nowhere between them."""
    return replace(ring(3), trains=(express(0, 0),), grades=GRADES | {C: LARGE_STOP}, bonuses=(bonus,))


def earned(problem: RouteProblem, *stops: Stop, passed: tuple[Stop, ...] = ()) -> int:
    found = value(problem, (Route(problem.trains[0].train, tuple(Point(stop) for stop in stops), passed),))
    assert isinstance(found, Earnings), found
    return found.revenue


@pytest.mark.parametrize(("passing", "revenue"), [(False, 70), (True, 120)])
def test_a_bonus_may_count_stops_that_are_passed_by(passing: bool, revenue: int) -> None:
    problem = with_express(Bonus(OneOfEach(50, only(B)), 50, passing=passing))
    assert earned(problem, A, X, B, Y, C, passed=(B,)) == revenue
    assert best_runs(problem).earnings.revenue == revenue


def test_a_bonus_may_count_minor_stations_where_an_express_never_calls() -> None:
    problem = with_express(Bonus(OneOfEach(50, only(Z)), 50, passing=True))
    assert earned(problem, A, Z, C) == 70 + 50
    assert earned(problem, A, X, B, Y, C, passed=(B,)) == 70


def test_a_run_gets_only_the_highest_of_its_awards() -> None:
    awards = (
        Award(40, Includes(only(B)), only(B)),
        Award(60, Ends(*only(A, C)), only(A, C), name="from A to C"),
        Award(50, Includes(())),
    )
    problem = replace(ring(3), awards=awards)
    assert earned(problem, A, X, B, Y, C) == 30 + 10 + 20 + 10 + 40 + 60
    assert earned(problem, A, X, B) == 30 + 10 + 20 + 50
    (line,) = breakdown(problem, best_runs(problem).plan)
    assert (line.bonus, line.earnings.revenue) == (60, 170)
    assert line.named == (("from A to C", 60),)


def test_an_award_may_be_for_circuits_alone() -> None:
    problem = replace(ring(3), awards=(Award(100, Around(Y), circuit=True),))
    assert earned(problem, A, X, B, Y, C) == 110
    assert earned(problem, *RING) == 120 + 100
    found = best_runs(problem)
    assert found.proven
    assert found.earnings.revenue == 220


@pytest.mark.parametrize("point", [X, BRANCH])
def test_the_oracle_agrees_on_awards_for_two_trains(point: Stop) -> None:
    awards = (Award(100, Around(point), circuit=True), Award(60, Ends(*only(A, BRANCH)), only(A, BRANCH)))
    problem = replace(ring(3), awards=awards, trains=(stopping(3, 0), stopping(2, 1), stopping(2, 1)))
    case = case_of(problem)
    assert case is not None
    agree(case, 1)


def test_what_is_paid_once_may_be_shared_by_several_runs() -> None:
    """Ten for each of two stops, and twenty more for one run that comes to both."""
    bonuses = tuple(Bonus(OneOfEach(pay, sets), pay, once=True, passing=True, name="in mail") for pay, sets in (
        (10, only(B)), (10, only(C)), (20, only(B, C)),
    ))  # fmt: skip
    problem = replace(ring(2), bonuses=bonuses, trains=(stopping(2, 0), stopping(2, 0)))
    plan = tuple(Route(0, tuple(map(Point, stops))) for stops in ((A, X, B), (A, Z, C)))
    assert value(problem, plan) == Earnings(60 + 80 + 10 + 10)
    assert [line.named for line in breakdown(problem, plan)] == [(("in mail", 10),), (("in mail", 10),)]
    assert earned(replace(problem, trains=(stopping(3, 0),)), A, X, B, Y, C) == 110 + 40


def test_a_fine_is_paid_by_every_run_that_comes_to_a_stop() -> None:
    problem = replace(ring(3), fines={B: 5, X: 5}, trains=(stopping(3, 0), stopping(2, 1)))
    assert earned(problem, A, X, B, Y, C) == 110 - 10
    assert earned(problem, A, Z, C) == 80
    assert earned(problem, *RING) == 120 - 10
    plan = (Route(0, (Point(A), Point(X), Point(B))), Route(1, (Point(A), Point(Z), Point(C), Point(Y), Point(B))))
    assert value(replace(problem, trains=(stopping(3, 0), stopping(3, 1))), plan) == Earnings(60 - 10 + 110 - 5)


def test_an_express_pays_a_fine_where_it_only_passes() -> None:
    problem = replace(with_express(Bonus(OneOfEach(0, ()), 0)), fines={B: 5, Z: 20}, fines_name="in tolls")
    assert earned(problem, A, X, B, Y, C, passed=(B,)) == 70 - 5
    assert earned(problem, A, Z, C) == 70 - 20
    found = best_runs(problem)
    assert found.earnings.revenue == 65
    (line,) = breakdown(problem, found.plan)
    assert (line.bonus, line.earnings.revenue) == (-5, 65)
    assert line.named == (("in tolls", -5),)


def test_an_express_may_double_the_better_of_its_ends() -> None:
    doubling = replace(express(1, 0, doubles_end=True), end_name="for the better end")
    problem = replace(ring(3), trains=(doubling,), grades=GRADES | {C: LARGE_STOP})
    assert earned(problem, A, X, B, Y, C) == 30 + 20 + 2 * 40
    assert earned(problem, C, Y, B, X, A) == 130
    found = best_runs(problem)
    assert found.proven
    assert found.earnings.revenue == 130
    assert breakdown(problem, found.plan)[0].named == (("for the better end", 40),)


def test_an_express_without_another_end_is_soon_known_to_be_idle() -> None:
    """On two rows of stations joined like a ladder there are far too many ways to try them all."""
    stops = [stop_at(Hex(number), 0) for number in range(60)]
    pairs = [(at, at + 2) for at in range(58)] + [(at, at + 1) for at in range(0, 60, 2)]
    links: list[Link] = []
    for bit, (one, other) in enumerate(pairs):
        for start, end in ((stops[one], stops[other]), (stops[other], stops[one])):
            links.append(Link(start, end, (start, end), 1 << bit, 0, False))
    problem = replace(
        ring(3),
        network=Network.of_links({stop: StopFacts(CITY, 0) for stop in stops}, links),
        grades={stop: LARGE_STOP if stop == stops[0] else SMALL_STOP for stop in stops},
        values=dict.fromkeys(stops, 20),
        own=frozenset(stops[:1]),
        trains=(express(1, 0),),
    )
    assert not can_run(problem)
    assert can_run(replace(problem, grades={**problem.grades, stops[-1]: LARGE_STOP}))
    assert can_run(replace(problem, trains=(stopping(2, 0),)))
