"""Running trains: a director's run is checked by the route model, never taken on trust."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Protocol

from railhead.core import effects, spelling
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice
from railhead.core.events import Earned, Noted
from railhead.core.game import Game
from railhead.core.ids import Company, Point, Seat, Stop, hex_of
from railhead.core.refusal import Malformed, Refusal
from railhead.core.rulebook import RuleGroup
from railhead.core.spelling import POINT, Spelling, check_consist, read_consist, write_consist
from railhead.core.steps import AnyMove, CompanyStep, Matter, Move
from railhead.core.text import Text, joined
from railhead.routes.check import Fault
from railhead.routes.model import Earnings, Haul, Route, RouteProblem
from railhead.routes.runs import Plan, Runs
from railhead.rules.cache import Kind, asked_last, cached
from railhead.rules.operating import OperatingRules

if TYPE_CHECKING:
    from railhead.core.rulebook import Rulebook

LONGEST = 256
"""No path on any board has more points than this; longer ones are rejected unread."""


@dataclass(frozen=True, slots=True)
class Run(Action):
    """Run trains: for each its path, with the stops it does not call at in brackets."""

    routes: Plan
    form: ClassVar[str] = "run {routes}"
    label: ClassVar[str] = "Run {routes}"
    told: ClassVar[tuple[str, ...]] = (
        "{actor} runs for {revenue} and a subsidy of {subsidy}: {routes}",
        "{actor} runs for {revenue}: {routes}",
        "{actor} runs for a subsidy of {subsidy}: {routes}",
        "{actor} runs {routes}",
    )
    covers: ClassVar[tuple[type[object], ...]] = (Earned,)
    topic: ClassVar[Topic] = Topic.RUNS


def _write_routes(book: Rulebook, routes: Plan) -> str:
    return ", ".join(f"{write_consist(book, route.train)} {_write_path(book, route)}" for route in routes)


def _write_path(book: Rulebook, route: Route) -> str:
    def write(at: Point) -> str:
        name = POINT.write(book, at)
        return f"({name})" if at in route.passed_by else name

    return "-".join(write(at) for at in route.path)


def _read_routes(book: Rulebook, text: str) -> Plan:
    return tuple(_read_route(book, part.strip()) for part in text.split(","))


def _read_route(book: Rulebook, text: str) -> Route:
    name, _, path = text.partition(" ")
    train = read_consist(book, name)
    points: list[Point] = []
    passed: list[Stop] = []
    for part in path.strip().split("-"):
        at = POINT.read(book, part.strip("()"))
        points.append(at)
        if part.startswith("("):
            passed.append(at)
    return Route(train, tuple(points), tuple(sorted(set(passed))))  # a run may come by the same stop again


def _check_routes(book: Rulebook, value: object) -> None:
    if not isinstance(value, tuple):
        raise Malformed("A run is a series of routes")
    for route in value:
        if type(route) is not Route:
            raise Malformed("A route has a train and a path")
        _check_route(book, route.train, route.path, route.passed_by)


def _check_route(book: Rulebook, train: object, path: object, passed_by: object) -> None:
    """Check the fields without assuming that they have the right types."""
    check_consist(book, train)
    for points in (path, passed_by):
        if not isinstance(points, tuple) or len(points) > LONGEST:
            raise Malformed("A path is a series of points")
        for at in points:
            POINT.check(book, at)
    if not isinstance(passed_by, tuple) or list(passed_by) != sorted(set(passed_by)):
        raise Malformed("Stops passed by are given once each, in order")


spelling.add(Plan, Spelling(_write_routes, _read_routes, _check_routes))


@cache
def runs_kept(most: int) -> Kind[Runs]:
    """All runs available to a company, by the route problem they solve; so many of them are kept."""
    return Kind("runs", most)


ASKED: Kind[Runs | None] = Kind("runs asked for last", 1)
"""All runs available to a company: asked for when a run is offered, read, checked and made."""


class CompanyProblem(Protocol):
    """The routes a company's trains may run and what they earn, or None if it has nothing to run.

    They may depend on anything on the table, but not on the agenda: the same runs are offered, checked and made.
    """

    def __call__(self, game: Game, company: Company) -> RouteProblem | None: ...


class RunEffect(Protocol):
    """What a company does with the earnings of its run."""

    def __call__(self, game: Game, company: Company, earnings: Earnings, plan: Plan) -> None: ...


class PlanEffect(Protocol):
    """Something done with a run before it is known whether it counts."""

    def __call__(self, game: Game, company: Company, plan: Plan) -> None: ...


class ProblemChange(Protocol):
    """A simpler problem than the one that a company has."""

    def __call__(self, problem: RouteProblem) -> RouteProblem: ...


class ProblemKey(Protocol):
    """What decides on the runs of a problem: problems of which this is equal have the same."""

    def __call__(self, problem: RouteProblem) -> Hashable: ...


class TrainEffect(Protocol):
    """Something that follows from a company's having its trains."""

    def __call__(self, game: Game, company: Company) -> None: ...


class RivalRuns(Protocol):
    """The runs, of all that are open to a company, that a declared one is compared with."""

    def __call__(self, game: Game, company: Company, plan: Plan, runs: Runs) -> Runs: ...


class RunDuty(Protocol):
    """A question about what a company must do when it runs."""

    def __call__(self, game: Game, company: Company) -> bool: ...


def no_duty(game: Game, company: Company) -> bool:
    """It never is."""
    return False


def nothing_assumed(game: Game, company: Company) -> None:
    """A company may run whatever trains it has."""


def as_it_is(problem: RouteProblem) -> RouteProblem:
    """Runs are searched for quickly enough."""
    return problem


def its_content(problem: RouteProblem) -> Hashable:
    """All that it says."""
    return problem.content


def all_runs(game: Game, company: Company, plan: Plan, runs: Runs) -> Runs:
    """A run is compared with all others."""
    return runs


def nothing_to_run(game: Game, company: Company) -> RouteProblem | None:
    """The company has nothing to run."""
    return None


def noted(game: Game, company: Company, earnings: Earnings, plan: Plan) -> None:
    """What the run earned is noted for the dividend."""
    effects.record_run(game, company, earnings.revenue, earnings.subsidy)


def open_runs(game: Game, company: Company) -> Runs | None:
    """All runs a company's trains may make now; computed once per route problem, whichever company has it."""

    def find() -> Runs | None:
        rules = game.rules[RunRules]
        problem = rules.problem(game, company)
        if problem is None:
            return None
        return cached(game, runs_kept(rules.kept), problem.content, lambda: Runs(problem))

    return asked_last(game, ASKED, company, find)


def judge(game: Game, company: Company, plan: Plan) -> Earnings | Refusal:
    """What a run earns, or which rule forbids it."""
    runs = open_runs(game, company)
    if runs is None:
        return game.forbid("route.trains", "{company} has no train to run", company=game.symbol(company))
    found = runs.judge(plan)
    return game.forbid(found.key, found.reason, **found.values) if isinstance(found, Fault) else found


def refusal(game: Game, step: RunTrains, action: Run) -> Refusal | None:
    """Which rule forbids a run."""
    if not action.routes:
        return game.forbid("route.must_run", "Every train that can run must run")
    found = judge(game, step.company, action.routes)
    return found if isinstance(found, Refusal) else None


def options(game: Game, step: RunTrains) -> Iterable[Choice]:
    """All runs, as a single symbolic choice."""
    runs = open_runs(game, step.company)
    return () if runs is None else (Choice(Run, (runs,)),)


def run(game: Game, step: RunTrains, action: Run) -> None:
    """The trains run and the company earns what the model says, whatever was claimed."""
    game.pop()
    game.rules[RunRules].declared(game, step.company, action.routes)


def run_nothing(game: Game, company: Company) -> None:
    """No train of the company has a route to run: it earns what its other trains bring, if it has any."""
    if open_runs(game, company) is not None:
        conclude(game, company, ())


def conclude(game: Game, company: Company, plan: Plan) -> None:
    """A run counts: the company has what it earns."""
    runs = open_runs(game, company)
    earned = judge(game, company, plan)
    assert runs is not None
    assert isinstance(earned, Earnings)
    for haul in runs.problem.hauls:
        game.tell(Noted(_in_words(game, company, haul)))
    game.rules[RunRules].earned(game, company, earned, plan)


def _in_words(game: Game, company: Company, haul: Haul) -> Text:
    """What a train counts that runs no route."""
    hexes = game.book.board.hexes
    places = [f"{hexes[hex_of(stop)].title or hexes[hex_of(stop)].name} {value}" for stop, value in haul.stops]
    return Text(
        "The {train} of {company} counts {places} and a bonus of {bonus}",
        train=game.book.train_names[haul.train],
        company=game.symbol(company),
        places=joined(places),
        bonus=haul.bonus,
    )


MOVES: tuple[AnyMove, ...] = (Move(Run, options, refusal, run),)


@dataclass(frozen=True)
class RunRules(RuleGroup):
    """Which runs are available to a company, and what they earn."""

    problem: CompanyProblem = nothing_to_run
    """The routes a company's trains may run now, and what they earn; None if it has nothing to run."""
    must_maximise: RunDuty = no_duty
    """Must this company run for as much as it can earn?"""
    may_idle: RunDuty = no_duty
    """May trains of this company stay idle although they could run?"""
    declared: PlanEffect = conclude
    """What happens once a run has been declared: it counts, or others may object first."""
    rivals: RivalRuns = all_runs
    """With which runs others may outbid a declared one."""
    earned: RunEffect = noted
    """What a company does with the earnings of its run."""
    assumed: TrainEffect = nothing_assumed
    """What somebody who imagines that a company has some trains assumes with them, so that it may run them."""
    roughly: ProblemChange = as_it_is
    """Where somebody looks for runs who only compares what might be: the search for all runs may take far longer."""
    alike: ProblemKey = its_content
    """What decides on the runs that are found there, if much of what a problem says does not."""
    compared: int = 4
    """On how many boards they do so, of those that look best at first sight: fewer where a search takes long."""
    moves: tuple[AnyMove, ...] = MOVES
    """What the player who runs the trains may decide."""
    kept: int = 128
    """How many route problems are kept: fewer, where every company has a network of its own."""


@dataclass(frozen=True, slots=True)
class RunTrains(CompanyStep):
    """The part of a company's turn in which its trains run."""

    matter: ClassVar[Matter] = Matter.RUN
    purpose: ClassVar[str] = "run trains"
    on_pass: ClassVar[str] = "{actor} runs no train"

    def seat(self, game: Game) -> Seat:
        return game.rules[OperatingRules].acts_for(game, self.company)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return game.rules[RunRules].moves

    def proceed(self, game: Game) -> bool:
        """Somebody has to choose how the trains run; this step exists only if they can run."""
        return False
