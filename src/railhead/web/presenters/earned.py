"""What each run of a plan earns, stop by stop, as the page shows it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import count

from railhead.core.ids import Stop, is_stop
from railhead.core.rulebook import Rulebook
from railhead.core.spelling import write_consist
from railhead.core.text import translated
from railhead.core.view import BoardView
from railhead.drawing import palette
from railhead.play import wording
from railhead.routes.breakdown import RunBreakdown, breakdown
from railhead.routes.check import Fault, value
from railhead.routes.model import Extra, Route, RouteProblem
from railhead.routes.runs import Plan
from railhead.web.presenters.crossed import crossings
from railhead.web.presenters.figures import signed


@dataclass(frozen=True, slots=True)
class CallShown:
    """A stop on a run: its name, and what it pays; None for a stop that pays nothing."""

    name: str
    calls: bool
    value: int | None = None
    extras: tuple[Extra, ...] = ()
    """What of it comes from elsewhere than the board."""
    onward: str = ""
    """How the run goes on from here, if not by land."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteShown:
    """A run of a train, or of trains joined end to end: its lines on the board, its stops, its sum."""

    train: str
    lines: tuple[palette.Line, ...]
    stops: tuple[CallShown, ...]
    revenue: int | None = None
    """None as long as the run may not be made."""
    bonus: int = 0
    """What is paid besides the stops and has no name."""
    bonuses: tuple[tuple[str, str], ...] = ()
    """What is paid besides them and has a name: signed sums, and what they are for."""
    subsidy: int = 0
    ringed: bool = False
    """Does it run no route, so that the stops it counts are ringed?"""
    times: int = 1
    """What its revenue has been multiplied by, that of the stops and the bonus included."""


def routes_shown(book: Rulebook, laid: BoardView, problem: RouteProblem, plan: Plan) -> tuple[RouteShown, ...]:
    """All runs of a plan; if they cannot be made together, each for itself."""
    if (plan or problem.hauls) and not isinstance(value(problem, plan), Fault):
        return _accounted(book, laid, problem, plan, list(range(len(plan))))
    shown: list[RouteShown] = []
    for number, route in enumerate(plan):
        if isinstance(value(problem, (route,)), Fault):
            shown.append(_unpaid(book, laid, route, number))
        else:
            shown += _accounted(book, laid, replace(problem, hauls=()), (route,), [number])
    return tuple(shown)


def _accounted(
    book: Rulebook, laid: BoardView, problem: RouteProblem, plan: Plan, numbers: list[int]
) -> tuple[RouteShown, ...]:
    free = dict(zip(numbers, plan, strict=True))
    hauled = count(len(plan))
    return tuple(
        _shown(book, laid, problem, run, lines_of(run, free) if run.path else [next(hauled)])
        for run in breakdown(problem, plan)
    )


def counted(problem: RouteProblem, plan: Plan) -> list[list[Stop]]:
    """The stops that each train counts which runs no route, if the others may run like this."""
    if isinstance(value(problem, plan), Fault):
        return []
    return [[stop for stop, _ in haul.stops] for haul in problem.hauls]


def lines_of(run: RunBreakdown, free: dict[int, Route]) -> list[int]:
    """Which routes of the plan make up a run; each makes up one only."""
    kinds = list(run.trains)
    found = []
    for number, route in list(free.items()):
        if route.train in kinds and set(route.path) <= set(run.path):
            kinds.remove(route.train)
            found.append(number)
            del free[number]
    return found


def _shown(book: Rulebook, laid: BoardView, problem: RouteProblem, run: RunBreakdown, numbers: list[int]) -> RouteShown:
    onward = crossings(book, problem.network, run.path)
    return RouteShown(
        train=" + ".join(write_consist(book, kind) for kind in run.trains),
        lines=tuple(palette.line(number) for number in numbers),
        stops=tuple(
            CallShown(
                wording.call_name(book, laid, call.stop),
                call.value is not None,
                call.value,
                call.extras,
                onward.get(call.stop, ""),
            )
            for call in run.calls
        ),
        revenue=run.earnings.revenue,
        bonus=run.bonus - sum(amount for _, amount in run.named),
        bonuses=tuple((signed(amount), translated(name)) for name, amount in _by_name(run).items()),
        subsidy=run.earnings.subsidy,
        ringed=not run.path,
        times=run.times,
    )


def _by_name(run: RunBreakdown) -> Counter[str]:
    """What a run is paid besides its stops for each thing that has a name, however many rules pay for it."""
    found: Counter[str] = Counter()
    for name, amount in run.named:
        found[name] += amount
    return found


def _unpaid(book: Rulebook, laid: BoardView, route: Route, number: int) -> RouteShown:
    stops = tuple(
        CallShown(wording.call_name(book, laid, at), at not in route.passed_by) for at in route.path if is_stop(at)
    )
    return RouteShown(train=write_consist(book, route.train), lines=(palette.line(number),), stops=stops)
