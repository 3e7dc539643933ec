"""Runs that end where they began, on a ring made by hand: stations A, B and C with a minor station between each two."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from railhead.core.ids import Hex, Point, Stop, stop_at
from railhead.routes.best import best_runs
from railhead.routes.check import Fault, Traced, trace
from railhead.routes.model import AREA_STOP, HALT_STOP, LARGE_STOP, SMALL_STOP, Grade, Route, RouteProblem
from railhead.track.network import Link, Network
from railhead.track.tiles import CITY, StopFacts
from tests.routes.agreement import agree, case_of
from tests.routes.circuits import express, problem_of_a_city, problem_with_circuits, stopping

A, X, B, Y, C, Z, BRANCH = (stop_at(Hex(number), 0) for number in range(7))
RING = (A, X, B, Y, C, Z, A)
VALUES = {A: 30, B: 20, C: 40, X: 10, Y: 10, Z: 10, BRANCH: 20}
GRADES: dict[Stop, Grade] = {
    A: LARGE_STOP, B: SMALL_STOP, C: SMALL_STOP, X: HALT_STOP, Y: HALT_STOP, Z: HALT_STOP, BRANCH: SMALL_STOP,
}  # fmt: skip


def ring(number: int, own: Stop = A, barred: tuple[Stop, ...] = ()) -> RouteProblem:
    """The ring, with a branch from B, and a train that stops everywhere."""
    ends = [(RING[at], RING[at + 1]) for at in range(6)] + [(B, BRANCH)]
    links: list[Link] = []
    for bit, (one, other) in enumerate(ends):
        links += [Link(start, end, (start, end), 1 << bit, 0, False) for start, end in ((one, other), (other, one))]
    return RouteProblem(
        network=Network.of_links({stop: StopFacts(CITY, 0) for stop in VALUES}, links),
        grades=GRADES | {own: LARGE_STOP},
        values=VALUES,
        own=frozenset((own,)),
        trains=(stopping(number, 0),),
        barred=frozenset(barred),
        may_reenter=True,
        may_idle=True,
    )


def around(*stops: Stop) -> Route:
    return Route(0, tuple(Point(stop) for stop in stops))


def test_a_circuit_counts_and_pays_its_first_station_once() -> None:
    found = best_runs(ring(3))
    assert found.proven
    assert found.earnings.revenue == 30 + 20 + 40 + 3 * 10
    (route,) = found.plan
    assert route.path[0] == route.path[-1]
    assert sorted(route.path[1:]) == sorted(RING[1:])


def test_a_circuit_takes_as_many_stops_as_it_has_stations() -> None:
    assert best_runs(ring(2)).earnings.revenue == 30 + 40 + 10
    fault = trace(ring(2), around(*RING))
    assert isinstance(fault, Fault)
    assert fault.key == "route.large"


@pytest.mark.parametrize(("barred", "revenue"), [((B,), 120), ((C,), 120), ((B, C), 110)])
def test_a_circuit_may_begin_at_a_full_station_but_pass_none(barred: tuple[Stop, ...], revenue: int) -> None:
    assert best_runs(ring(3, barred=barred)).earnings.revenue == revenue


def test_a_circuit_includes_another_station() -> None:
    problem = ring(3)
    grades = GRADES | {B: HALT_STOP, C: HALT_STOP}
    fault = trace(replace(problem, grades=grades), around(*RING))
    assert isinstance(fault, Fault)
    assert fault.key == "route.continuous"
    grades[C] = SMALL_STOP
    assert isinstance(trace(replace(problem, grades=grades), around(*RING)), Traced)


def test_a_circuit_never_begins_off_the_board() -> None:
    fault = trace(replace(ring(3), grades=GRADES | {C: AREA_STOP}), around(C, Z, A, X, B, Y, C))
    assert isinstance(fault, Fault)
    assert fault.key == "route.beyond"


def test_an_express_does_not_go_round() -> None:
    problem = replace(ring(3), trains=(express(1, 0),), grades=GRADES | {C: LARGE_STOP})
    fault = trace(problem, around(*RING))
    assert isinstance(fault, Fault)
    assert fault.key == "route.reenter"
    assert best_runs(problem).earnings.revenue == 30 + 20 + 40


def test_a_run_that_meets_itself_is_no_circuit() -> None:
    fault = trace(ring(5), around(BRANCH, B, X, A, Z, C, Y, B))
    assert isinstance(fault, Fault)
    assert fault.key == "route.reenter"


@pytest.mark.parametrize("own", [A, B, C])
@pytest.mark.parametrize("barred", [(), (C,), (B,)])
def test_the_oracle_agrees_on_the_ring(own: Stop, barred: tuple[Stop, ...]) -> None:
    case = case_of(ring(3, own, tuple(stop for stop in barred if stop != own)))
    assert case is not None
    agree(case, 1)


@pytest.mark.parametrize(("make", "least"), [(problem_with_circuits, 5), (problem_of_a_city, 8)])
def test_problems_made_at_random_have_circuits(make: Callable[[int], RouteProblem], least: int) -> None:
    """Otherwise their agreement would prove nothing about them."""
    cases = [case_of(make(seed), 300) for seed in range(60)]
    oracles = [case.oracle for case in cases if case is not None]
    found = [o for o in oracles if any(o.ways[way].is_circuit for calls in o.calls.values() for way in calls)]
    assert len(found) >= least
