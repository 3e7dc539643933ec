"""The part of an operating turn in which trains run, and the toll that the pirate claims.

Rules 1863-ROUTE-17, 1863-PRIV-14 and 1863-PRIV-15.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import BANK, Company
from railhead.core.steps import AnyMove, CompanyStep, Move, never, passing
from railhead.core.text import Text
from railhead.routes.model import Earnings, RouteProblem
from railhead.routes.runs import Plan
from railhead.rules.running import MOVES, Run, RunRules, RunTrains, open_runs
from railhead.titles.t1863.pirate import CHOCOLATE
from railhead.titles.t1863.powers import company_with
from railhead.titles.t1863.route_rules import route_problem, tolls


def run_stage(game: Game, company: Company) -> None:
    """The president runs the trains, or leaves them idle; a company that cannot run is not asked (1863-ROUTE-17).

    Until it has run, its last revenue counts to its valuation (1863-VAL-01).
    """
    runs = open_runs(game, company)
    if runs is not None and runs.possible:
        game.push(RunTrains(company))
    else:
        effects.record_run(game, company, 0, 0)


def run_problem(game: Game, company: Company) -> RouteProblem | None:
    """What a company may run; None without trains."""
    return route_problem(game, company) if game.trains_of(company) else None


def run_nothing(game: Game, step: RunTrains) -> None:
    """A company need not run, even if it could (1863-ROUTE-17): its revenue is 0."""
    game.pop()
    effects.record_run(game, step.company, 0, 0)


# -- the pirate -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClaimToll(Action):
    """Claim the toll for another company's runs."""

    form: ClassVar[str] = "claim toll"
    label: ClassVar[str] = "Claim the toll"
    told: ClassVar[tuple[str, ...]] = ("{actor} claims the toll",)
    topic: ClassVar[Topic] = Topic.RUNS


@dataclass(frozen=True, slots=True)
class TollDue(CompanyStep):
    """Runs of another company have come to the pirate's station; its owner has to claim the toll (1863-PRIV-15)."""

    runner: Company
    revenue: int
    """What the runs earn without the toll."""
    toll: int
    purpose: ClassVar[str] = "claim the toll of the Chocolate Express"
    on_pass: ClassVar[str] = "{actor} claims no toll"
    order: ClassVar[str] = "turn.toll"

    def situation(self, game: Game) -> tuple[Text, ...]:
        """Who owes how much."""
        return (Text("{company} owes {toll} for its runs", company=game.symbol(self.runner), toll=self.toll),)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Claim it or not."""
        return CLAIMING


def earned(game: Game, company: Company, earnings: Earnings, plan: Plan) -> None:
    """What the runs earn without the toll is revenue; the toll is, too, unless the pirate's owner claims it.

    Rules 1863-PRIV-14 and 1863-PRIV-15; as an option it need not be claimed.
    """
    fines = tolls(game, company)
    toll = sum(fine for route in plan for stop, fine in fines.items() if stop in route.path)
    owner = company_with(game, CHOCOLATE)
    if not toll or owner is None:
        effects.record_run(game, company, earnings.revenue, 0)
    elif "automatic_toll" in game.book.options:
        pay_toll(game, owner, company, earnings.revenue, toll)
    elif game.controller(owner) is None:
        effects.record_run(game, company, earnings.revenue + toll, 0)
    else:
        game.push(TollDue(owner, company, earnings.revenue, toll))


def pay_toll(game: Game, owner: Company, runner: Company, revenue: int, toll: int) -> None:
    """The toll is taken out of what the Bank pays for the runs (1863-PRIV-14)."""
    effects.record_run(game, runner, revenue, 0)
    effects.pay(game, BANK, game.purse(owner), toll, Text("the toll of the Chocolate Express"))


def _claim(game: Game, step: TollDue, _: ClaimToll) -> None:
    game.pop()
    pay_toll(game, step.company, step.runner, step.revenue, step.toll)


def _claim_nothing(game: Game, step: TollDue) -> None:
    """A toll that nobody claims stays revenue (1863-PRIV-15)."""
    game.pop()
    effects.record_run(game, step.runner, step.revenue + step.toll, 0)


CLAIMING: tuple[AnyMove, ...] = (
    Move(ClaimToll, lambda _, __: (Choice(ClaimToll),), never, _claim),
    passing(_claim_nothing),
)

RULES = RunRules(problem=run_problem, earned=earned, moves=(*MOVES, passing(run_nothing)))
ACTIONS = (Run, ClaimToll)
