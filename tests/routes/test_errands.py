"""Trains for a single purpose: whether they can run at all is soon known, however many ways there are to try.

Two cities, each across the sea from an island: two rows of towns joined like a ladder, on which a train may go round in
far too many ways to try them all.
"""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

import pytest

from railhead.core.ids import Hex, Stop, stop_at
from railhead.routes import any_run, runs
from railhead.routes.any_run import can_run
from railhead.routes.best import best_runs
from railhead.routes.demands import best_with
from railhead.routes.model import (
    LARGE_STOP,
    MAY_CALL,
    NEVER_CALLS,
    NO_ENTRY,
    SMALL_STOP,
    Allowance,
    Bonus,
    Earnings,
    OneOfEach,
    RouteProblem,
    Waiver,
)
from railhead.routes.runs import Runs
from railhead.track.network import Link, Network
from railhead.track.tiles import CITY, StopFacts

STOPS = [stop_at(Hex(number), 0) for number in range(62)]
HERE, THERE = STOPS[0], STOPS[-1]
ZONES = (0, 1), (2, 3)
EXPRESS = Bonus(OneOfEach(30, (frozenset((HERE,)), frozenset((THERE,)))), 30, once=True, passing=True)
JOINED, OTHER = 0, 1


def across(one: Stop, other: Stop, bit: int, water: tuple[int, ...] = ()) -> list[Link]:
    """A link in both directions, by land or over these stretches of water."""
    sea = (True, True) if water else None
    return [
        Link(*ends, ends, 1 << bit, 0, False, len(course), False, course, 0, sea, not water)
        for ends, course in (((one, other), water), ((other, one), water[::-1]))
    ]


def islands() -> Network:
    rungs = [(at, at + 2) for at in range(1, 59)] + [(at, at + 1) for at in range(1, 60, 2)]
    links = [link for bit, (one, other) in enumerate(rungs) for link in across(STOPS[one], STOPS[other], bit)]
    links += across(HERE, STOPS[1], len(rungs), ZONES[0])
    links += across(STOPS[60], THERE, len(rungs) + 1, ZONES[1])
    return Network.of_links({stop: StopFacts(CITY, 0) for stop in STOPS}, links)


def train(kind: int, cities: int, required: Bonus | None = None) -> Allowance:
    """A train that may count towns in place of cities, and two more."""
    return Allowance(
        kind,
        large=cities,
        total=cities + 2,
        visits=cities,
        calls=(MAY_CALL, MAY_CALL, NEVER_CALLS, MAY_CALL, NO_ENTRY, NO_ENTRY),
        ends=frozenset((LARGE_STOP, SMALL_STOP)),
        calls_at_ends=False,
        calls_at_large=True,
        required=required,
    )


def across_the_island(cities: int, waived: int = 1) -> RouteProblem:
    """Both crossings are two stretches long; some of them are waived, but once."""
    return RouteProblem(
        network=islands(),
        grades={stop: LARGE_STOP if stop in (HERE, THERE) else SMALL_STOP for stop in STOPS},
        values=dict.fromkeys(STOPS, 10),
        own=frozenset((HERE,)),
        trains=(train(JOINED, cities, EXPRESS),),
        waivers=(Waiver(frozenset(range(4)), waived),),
        bonuses=(EXPRESS,),
        passed_again=frozenset((SMALL_STOP,)),
        may_reenter=True,
        must_meet=False,
        may_idle=True,
    )


def demanding(cities: int, other: int = 4) -> RouteProblem:
    """The same with a train that cannot meet the demand, but has countless routes of its own."""
    problem = across_the_island(cities)
    demand = replace(EXPRESS, kinds=frozenset((JOINED,)))
    return replace(problem, trains=(*problem.trains, train(OTHER, other)), demand=demand)


@pytest.mark.parametrize(("cities", "waived", "able"), [(4, 1, False), (5, 1, True), (4, 2, True), (3, 2, False)])
def test_two_cities_and_all_water_but_what_is_waived_once_are_within_the_limit(
    cities: int, waived: int, able: bool
) -> None:
    problem = across_the_island(cities, waived)
    assert can_run(problem) == able
    if not able:
        found = best_runs(problem, 100)
        assert found.proven
        assert not found.plan
        assert found.work < 10


def test_another_train_does_not_meet_the_demand_however_many_routes_it_has() -> None:
    assert not can_run(demanding(4))
    assert can_run(demanding(5))
    assert can_run(replace(demanding(4), demand=None))
    found = best_with(demanding(4), 100)
    assert found.proven
    assert not found.plan
    nobodys = replace(demanding(5), demand=replace(EXPRESS, kinds=frozenset((7,))))
    assert not can_run(nobodys)
    assert best_with(nobodys, 100).proven


def test_a_run_that_is_not_found_in_time_is_legal_all_the_same() -> None:
    problem = demanding(5)
    example = Runs(problem).example
    assert example is not None
    with patch.object(any_run, "WORK", 1):
        late = Runs(problem)
        assert not late.possible
    assert isinstance(late.judge((example,)), Earnings)


def test_if_the_best_runs_are_not_found_in_time_there_is_the_example() -> None:
    with patch.object(runs, "WORK", 1):
        open_to_it = Runs(demanding(5))
        earned, plan = open_to_it.best
        assert not open_to_it.is_proven
    assert plan == (open_to_it.example,)
    assert open_to_it.judge(plan) == earned
    assert open_to_it.spread(5) == (plan,)
    assert plan in open_to_it
