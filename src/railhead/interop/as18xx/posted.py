"""Runs of 1862 as they were posted: 18xx.games pays what the player's browser computed, under whatever ruling.

The figures are used where they differ from our own, but not taken on trust: no ruling can make a run earn more than
there is along its path.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice
from railhead.core.events import Earned
from railhead.core.game import Game
from railhead.core.ids import Company, Point, Stop, hex_of, kind_of
from railhead.core.refusal import Refusal
from railhead.core.rulebook import Rulebook
from railhead.core.spelling import Money
from railhead.core.steps import Move, passing
from railhead.core.text import Text
from railhead.interop.as18xx.departures import ruled
from railhead.routes.check import links_along
from railhead.routes.model import Earnings
from railhead.routes.runs import Plan
from railhead.rules.operating import OperatingRules
from railhead.rules.running import RunRules, RunTrains, no_duty
from railhead.rules.stations import bases, network
from railhead.titles.t1862.facts import NUMBERS, OFF_BOARD
from railhead.titles.t1862.route_rules import value
from railhead.titles.t1862.turns import run_stage

RULE = "1862-FREIGHT-02"


@dataclass(frozen=True, slots=True)
class PostRun(Action):
    """Run trains for the amount another system says they earn."""

    revenue: Money
    subsidy: Money
    routes: Plan
    form: ClassVar[str] = "posted {revenue} and {subsidy} for {routes}"
    label: ClassVar[str] = "Posted {revenue} and {subsidy} for {routes}"
    told: ClassVar[tuple[str, ...]] = (
        "{actor} runs for {revenue} and a subsidy of {subsidy}: {routes}",
        "{actor} runs for {revenue}: {routes}",
        "{actor} runs {routes}",
    )
    covers: ClassVar[tuple[type[object], ...]] = (Earned,)
    topic: ClassVar[Topic] = Topic.RUNS


def posted(book: Rulebook) -> Rulebook:
    """Whoever acts for a company enters its run, the figures posted for it, or nothing."""
    runs, operating = book.rules[RunRules], book.rules[OperatingRules]
    stages = tuple(_enter_run if stage is run_stage else stage for stage in operating.stages)
    changed = ruled(
        book,
        replace(runs, must_maximise=no_duty, moves=(*runs.moves, POST, passing(lambda game, _: game.pop()))),
        replace(operating, stages=stages),
    )
    return replace(changed, actions=(*changed.actions, PostRun))


def _enter_run(game: Game, company: Company) -> None:
    """If there is a train, the file says what was run, if anything."""
    effects.record_run(game, company, 0, 0)
    if game.trains_of(company):
        game.push(RunTrains(company))


# -- what may have been posted --------------------------------------------------------------------


def refusal(game: Game, step: RunTrains, action: PostRun) -> Refusal | None:
    """The company's own trains, on real track connected to its stations, for no more than could be earned there.

    How the other system counts is not known, but there is an upper bound: see `most`.
    """
    if Counter(route.train for route in action.routes) - Counter(map(kind_of, game.trains_of(step.company))):
        return game.forbid(
            "route.trains", "{company} does not have all these trains", company=game.symbol(step.company)
        )
    if not action.routes or any(not links_along(network(game), route.path) for route in action.routes):
        return game.forbid("route.continuous", "The run does not follow a continuous line of track")
    if not _hang_together(action.routes, {*bases(game, step.company)}):
        return game.forbid("route.base", "The runs do not reach a station of the company")
    limit = most(game, action.routes)
    if action.revenue > limit.revenue or action.subsidy > limit.subsidy:
        return Refusal(
            RULE,
            Text(
                "{revenue} and a subsidy of {subsidy} were posted; however the run is counted, "
                "it brings no more than {most} and {most_subsidy}",
                revenue=action.revenue,
                subsidy=action.subsidy,
                most=limit.revenue,
                most_subsidy=limit.subsidy,
            ),
        )
    return None


def most(game: Game, routes: Plan) -> Earnings:
    """The most that runs could earn under any ruling: every stop pays in full on every run, and so does every hex.

    The distance is that of the whole path, at the rate for ports (1862-FREIGHT-02); every hex brings a subsidy
    (1862-LOCAL-03).
    """
    stops = network(game).stops
    stage = OFF_BOARD[game.state.phase]
    called = sum(value(stops[Stop(at)], stage) for route in routes for at in route.path if at in stops)
    hexes = sum(len({hex_of(at) for at in route.path}) for route in routes)
    return Earnings(called + NUMBERS.freight_port_bonus * hexes, NUMBERS.local_hex_subsidy * hexes)


def _hang_together(routes: Plan, reached: set[Point]) -> bool:
    """Does every run reach one of these stops, or meet a run that does?"""
    apart = [set(route.path) for route in routes]
    while apart:
        near = [path for path in apart if path & reached]
        if not near:
            return False
        apart = [path for path in apart if not path & reached]
        reached = reached.union(*near)
    return True


def _options(_: Game, __: RunTrains) -> Iterable[Choice]:
    """They are not listed: the file says what was posted."""
    return ()


def _post(game: Game, step: RunTrains, action: PostRun) -> None:
    game.pop()
    earnings = Earnings(action.revenue, action.subsidy)
    game.rules[RunRules].earned(game, step.company, earnings, action.routes)


POST = Move(PostRun, _options, refusal, _post)
