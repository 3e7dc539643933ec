"""The best runs of a company in words: what each train earns, stop by stop, and whether they are proven."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core.game import Game
from railhead.core.ids import Company, Point
from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook
from railhead.core.spelling import POINT, write_consist
from railhead.core.state import State
from railhead.play.wording import place_name
from railhead.routes.breakdown import RunBreakdown, breakdown
from railhead.routes.demands import best_with
from railhead.routes.model import Extra
from railhead.rules.running import Run, open_runs


@dataclass(frozen=True, slots=True)
class Call:
    """A stop on a run, with its coordinate, its name and what it pays; None if it does not count for the train."""

    stop: str
    name: str
    value: int | None
    extras: tuple[Extra, ...] = ()
    """What of it comes from elsewhere than the board."""

    def __str__(self) -> str:
        if self.value is None:
            return f"({self.name})"
        extras = ", ".join(f"{amount} of it from {name}" for name, amount in self.extras)
        return f"{self.name} {self.value}{f' ({extras})' if extras else ''}"


@dataclass(frozen=True, slots=True)
class TrainRun:
    """The run of a train, or of several joined end to end; its path is empty if the train runs no route."""

    trains: tuple[str, ...]
    path: tuple[str, ...]
    calls: tuple[Call, ...]
    bonus: int
    """Revenue in addition to that of the stops."""
    revenue: int
    subsidy: int
    times: int = 1
    """What all its revenue has been multiplied by, that of the stops and the bonus included."""

    def __str__(self) -> str:
        bonus = f", and {self.bonus} besides" if self.bonus else ""
        subsidy = f", subsidy {self.subsidy}" if self.subsidy else ""
        times = f", all of it times {self.times}" if self.times > 1 else ""
        return f"{' + '.join(self.trains)}: {self.revenue} = {', '.join(map(str, self.calls))}{bonus}{times}{subsidy}"


@dataclass(frozen=True, slots=True)
class BestRun:
    """The best runs of a company, and whether they are proven to be the best."""

    company: str
    revenue: int
    subsidy: int
    proven: bool
    bound: int
    """An upper bound: no runs earn more than this."""
    work: int
    """How many steps the search took; the same on every machine."""
    runs: tuple[TrainRun, ...]
    action: Run | None
    """What to play when the company has to run; None if no train has a run."""

    @property
    def headline(self) -> str:
        """What the company earns, in one line."""
        subsidy = f" and a subsidy of {self.subsidy}" if self.subsidy else ""
        proof = "proven the best" if self.proven else f"not proven: no runs bring more than {self.bound}"
        return f"{self.company} runs for {self.revenue}{subsidy}, {proof}"

    def __str__(self) -> str:
        return "\n".join((self.headline, *(f"  {run}" for run in self.runs or ("No train has a run",))))

    def __repr__(self) -> str:
        return f"<BestRun: {self.headline}>"


def best_run(book: Rulebook, state: State, company: Company, work: int | None = None) -> BestRun:
    """The best runs of a company on the current board; raises Malformed if it has nothing to run."""
    open_to_it = open_runs(Game(book, state), company)
    symbol = book.company_names[company]
    if open_to_it is None:
        raise Malformed("{symbol} has nothing to run", symbol=symbol)
    problem = open_to_it.problem
    best = best_with(problem, work)
    return BestRun(
        symbol,
        best.earnings.revenue,
        best.earnings.subsidy,
        best.proven,
        best.bound,
        best.work,
        tuple(_in_words(book, line) for line in breakdown(problem, best.plan)),
        Run(best.plan) if best.plan else None,
    )


def operating_company(state: State) -> Company | None:
    """The company whose turn it is, if any."""
    for step in reversed(state.agenda):
        if step.acting_company is not None:
            return step.acting_company
    return None


def _in_words(book: Rulebook, line: RunBreakdown) -> TrainRun:
    return TrainRun(
        tuple(write_consist(book, kind) for kind in line.trains),
        tuple(POINT.write(book, at) for at in line.path),
        tuple(Call(POINT.write(book, at.stop), _name(book, at.stop), at.value, at.extras) for at in line.calls),
        line.bonus,
        line.earnings.revenue,
        line.earnings.subsidy,
        line.times,
    )


def _name(book: Rulebook, at: Point) -> str:
    """A stop by its coordinate and the name of its place, or of the area it belongs to."""
    written = POINT.write(book, at)
    name = place_name(book, at)
    return written if written.startswith(f"{name}.") else f"{name} {written}"
