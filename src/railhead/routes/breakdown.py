"""Breaks down what a set of runs earns, run by run and stop by stop, so that the parts add up to the total."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core.ids import Point, Stop
from railhead.routes.check import Fault, Traced, Unit, earnings_of, joined, trace
from railhead.routes.model import Allowance, Earnings, Haul, Route, RouteProblem


@dataclass(frozen=True, slots=True)
class Call:
    """A stop on a run, and what it pays; None if the run does not call there."""

    stop: Stop
    value: int | None


@dataclass(frozen=True, slots=True)
class RunBreakdown:
    """One run, of a train or of trains joined end to end; its path is empty if the train runs no route."""

    trains: tuple[int, ...]
    """Kinds of train."""
    path: tuple[Point, ...]
    calls: tuple[Call, ...]
    bonus: int
    """Revenue in addition to that of the stops."""
    earnings: Earnings
    times: int = 1
    """What all its revenue has been multiplied by, that of the stops and the bonus included."""


def breakdown(problem: RouteProblem, plan: tuple[Route, ...]) -> list[RunBreakdown]:
    """What each run of a plan adds, in order, and then each train that runs no route.

    A place that pays once pays the first run that calls there.
    """
    traced: list[Traced] = []
    for route in plan:
        found = trace(problem, route)
        assert not isinstance(found, Fault), found
        traced.append(found)
    units = joined(problem, traced)
    assert units is not None, "these trains must be joined"
    done: list[Unit] = []
    lines = []
    before = Earnings()
    paid: set[int] = set()
    for train, run in units:
        done.append((train, run))
        now = earnings_of(problem, done)
        added = Earnings(now.revenue - before.revenue, now.subsidy - before.subsidy)
        before = now
        calls = tuple(Call(stop, _pays(problem, train, run, stop, paid)) for stop in dict.fromkeys(run.stops))
        bonus = added.revenue - sum(call.value or 0 for call in calls)
        kinds = tuple(part.train for part in train.parts) or (train.train,)
        lines.append(RunBreakdown(kinds, run.route.path, calls, bonus, added, train.times))
    return [*lines, *map(_hauled, problem.hauls)]


def _hauled(haul: Haul) -> RunBreakdown:
    """What a train earns that runs no route."""
    calls = tuple(Call(stop, value) for stop, value in haul.stops)
    return RunBreakdown((haul.train,), (), calls, haul.bonus, Earnings(haul.revenue))


def _pays(problem: RouteProblem, train: Allowance, run: Traced, stop: Stop, paid: set[int]) -> int | None:
    if stop not in run.calls:
        return None
    place = problem.place_of(stop)
    if problem.pays_once and place in paid:
        return 0
    paid.add(place)
    value = problem.value_of(train.train, stop)
    return value if problem.pays_once else value * train.times
