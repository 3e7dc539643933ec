"""Breaks down what a set of runs earns, run by run and stop by stop, so that the parts add up to the total."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from railhead.core.ids import Point, Stop
from railhead.routes.check import (
    Fault,
    Traced,
    Unit,
    doubled_end,
    earnings_of,
    fines_of,
    halved,
    highest_award,
    joined,
    settled,
    trace,
)
from railhead.routes.model import Allowance, Earnings, Extra, Haul, Route, RouteProblem


@dataclass(frozen=True, slots=True)
class Call:
    """A stop on a run, and what it pays; None if the run does not call there."""

    stop: Stop
    value: int | None
    extras: tuple[Extra, ...] = ()
    """What of it comes from elsewhere than the board."""


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
    named: tuple[tuple[str, int], ...] = ()
    """The parts of the bonus that have names."""


def breakdown(problem: RouteProblem, plan: tuple[Route, ...]) -> list[RunBreakdown]:
    """What each run of a plan adds, in order, and then each train that runs no route.

    A place that pays once pays the first run that calls there.
    """
    traced: list[Traced] = []
    for route in plan:
        found = trace(problem, route)
        assert not isinstance(found, Fault), found
        traced.append(found)
    units = joined(problem, settled(problem, traced))
    assert units is not None, "these trains must be joined"
    done: list[Unit] = []
    lines = []
    before = Earnings()
    paid: set[int] = set()
    paid_once: set[int] = set()
    for train, run in units:
        done.append((train, run))
        now = earnings_of(problem, done)
        added = Earnings(now.revenue - before.revenue, now.subsidy - before.subsidy)
        before = now
        calls = tuple(_call(problem, train, run, stop, paid) for stop in dict.fromkeys(run.stops))
        bonus = added.revenue - sum(call.value or 0 for call in calls)
        kinds = tuple(part.train for part in train.parts) or (train.train,)
        named = tuple(_named(problem, train, run, paid_once))
        lines.append(RunBreakdown(kinds, run.route.path, calls, bonus, added, train.times, named))
    return [*lines, *(_hauled(problem, haul) for haul in problem.hauls)]


def _hauled(problem: RouteProblem, haul: Haul) -> RunBreakdown:
    """What a train earns that runs no route."""
    calls = tuple(Call(stop, value, problem.extras.get(stop, ())) for stop, value in haul.stops)
    named = ((haul.bonus_name, haul.bonus),) if haul.bonus_name and haul.bonus else ()
    return RunBreakdown((haul.train,), (), calls, haul.bonus, Earnings(haul.revenue), named=named)


def _named(problem: RouteProblem, train: Allowance, run: Traced, paid_once: set[int]) -> Iterator[tuple[str, int]]:
    """What a run is paid besides its stops, as far as it has a name; what is paid once goes to the first run."""
    doubled, award, fines = doubled_end(problem, train, run), highest_award(problem, run), fines_of(problem, run)
    if doubled and train.end_name:
        yield train.end_name, doubled * train.times
    if award and award.name:
        yield award.name, award.amount * train.times
    for number, bonus in enumerate(problem.bonuses):
        worth = bonus.paid_to(train, run.stops, run.calls, run.route.path)
        if worth and bonus.name and number not in paid_once:
            yield bonus.name, worth if bonus.once else worth * train.times
        if worth and bonus.once:
            paid_once.add(number)
    half = halved(problem, train, run)
    if half and train.half_name:
        yield train.half_name, -half * train.times
    if fines and problem.fines_name:
        yield problem.fines_name, -fines


def _call(problem: RouteProblem, train: Allowance, run: Traced, stop: Stop, paid: set[int]) -> Call:
    value = _pays(problem, train, run, stop, paid)
    times = 1 if problem.pays_once else train.times
    extras = tuple(Extra(name, amount * times) for name, amount in problem.extras.get(stop, ()))
    return Call(stop, value, extras if value else ())


def _pays(problem: RouteProblem, train: Allowance, run: Traced, stop: Stop, paid: set[int]) -> int | None:
    if stop not in run.calls:
        return None
    place = problem.place_of(stop)
    if problem.pays_once and place in paid:
        return 0
    paid.add(place)
    value = problem.value_of(train.train, stop)
    return value if problem.pays_once else value * run.calls.count(stop) * train.times
