"""The part of a turn in which trains run (rules 18OE-ROUTE, 18OE-REV, 18OE-OE)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from railhead.core import effects
from railhead.core.actions import Pass
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.refusal import Refusal
from railhead.core.steps import Move, passing
from railhead.routes.model import Earnings, RouteProblem
from railhead.routes.runs import Plan, Runs
from railhead.rules import running
from railhead.rules.announcing import AnnounceRun, ask_others
from railhead.rules.cache import Kind, cached
from railhead.rules.running import Run, RunRules, RunTrains, open_runs, run_nothing
from railhead.titles.t18oe import express, nearby, strela
from railhead.titles.t18oe.corrections import JOINED_IF_NONE_RUNS_ALONE
from railhead.titles.t18oe.facts import NATIONAL
from railhead.titles.t18oe.route_rules import route_problem

KEPT = 12
"""Every railroad has a network of its own, with thousands of links over water."""
EXPRESSES: Kind[Runs] = Kind("runs with the Orient Express", 4)


def run_trains(game: Game, company: Company) -> None:
    """The president chooses how trains run; nationals run none (18OE-NATREV-01)."""
    if game.state.kind[company] == NATIONAL:
        return
    effects.record_run(game, company, 0, 0)
    strela.reset(game, company)
    if _can_run(game, company) or (game.follows(JOINED_IF_NONE_RUNS_ALONE) and strela.can_run_joined(game, company)):
        game.push(RunTrains(company))
    else:
        run_nothing(game, company)


def _can_run(game: Game, company: Company) -> bool:
    """Can any train run, with the trains put together as they are?"""
    open_to_it = open_runs(game, company)
    return open_to_it is not None and open_to_it.possible


def problem(game: Game, company: Company) -> RouteProblem | None:
    """Where trains may run and what they earn; a national earns without runs."""
    return None if game.state.kind[company] == NATIONAL else route_problem(game, company)


def rivals(game: Game, company: Company, plan: Plan, runs: Runs) -> Runs:
    """Any player may point out a better run (18OE-ROUTE-16), but none without the Orient Express if it is to be run.

    The Orient Express may always be run (18OE-OE-17), with the best total that it leaves. Without it, a better run with
    it counts like any other: it has to be run if it is better, not if it is as good (18OE-OE-18). Joined trains have to
    run it in any case.
    """
    if runs.problem.demand or not express.runs_of(runs.problem, plan):
        return runs
    demanding = replace(runs.problem, demand=express.of_problem(runs.problem), demand_key="route.maximum")
    return cached(game, EXPRESSES, demanding.content, lambda: Runs(demanding))


def earned(game: Game, company: Company, earnings: Earnings, plan: Plan) -> None:
    """The run is noted for the dividend, and what the Orient Express earned of it (18OE-OE-14)."""
    open_to_it = open_runs(game, company)
    assert open_to_it is not None
    express.note(game, company, open_to_it.problem, plan)
    running.noted(game, company, earnings, plan)


def options(game: Game, step: RunTrains) -> Iterable[Choice]:
    """All runs; none if no train can run as they are joined now, which then has to be changed."""
    return running.options(game, step) if _can_run(game, step.company) else ()


def _idle_refusal(game: Game, step: RunTrains, _: Pass) -> Refusal | None:
    """Trains stay where they are only if none can run by itself: nobody has to join them (18OE-OE-12)."""
    if strela.are_joined(game, step.company) or _can_run(game, step.company):
        return game.forbid("route.must_run", "Every train that can run must run")
    return None


def _stay(game: Game, step: RunTrains) -> None:
    game.pop()
    run_nothing(game, step.company)


RULES = RunRules(
    problem=problem,
    declared=ask_others,
    rivals=rivals,
    earned=earned,
    roughly=nearby.from_home,
    alike=nearby.alike,
    compared=2,
    moves=(Move(Run, options, running.refusal, running.run), *strela.MOVES, passing(_stay, _idle_refusal)),
    kept=KEPT,
)
ACTIONS = (Run, AnnounceRun, *strela.ACTIONS)
