"""Runs of imported games: 18xx.games pays what a player's browser posted, by whatever ruling it was computed.

Only games read from that system know this step (`peer-posted`, 1862-FREIGHT-02); there the posted figures are used
where they are not those of our own rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import Point, Stop, hex_of, kind_of
from railhead.core.refusal import Refusal
from railhead.core.spelling import Money
from railhead.core.steps import AnyMove, Move, passing
from railhead.routes.check import links_along
from railhead.routes.model import Earnings
from railhead.routes.runs import Plan
from railhead.rules import running
from railhead.rules.running import RunRules
from railhead.rules.stations import bases, network
from railhead.titles.t1862.facts import NUMBERS, OFF_BOARD
from railhead.titles.t1862.route_rules import value

SWITCH = "peer-posted"
BELIEVED = "1862-FREIGHT-02"
"""The rule that posted figures depart from."""


@dataclass(frozen=True, slots=True)
class PostRun(Action):
    """Run trains for what another system says they earn."""

    revenue: Money
    subsidy: Money
    routes: Plan
    form: ClassVar[str] = "posted {revenue} and {subsidy} for {routes}"


@dataclass(frozen=True, slots=True)
class PostedRun(running.RunTrains):
    """The trains of a company run in an imported game."""

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES

    def proceed(self, game: Game) -> bool:
        """The other system says what was run, if anything."""
        return False


def _options(_: Game, __: PostedRun) -> Iterable[Choice]:
    """They are not listed: whatever was posted is taken."""
    return ()


def refusal(game: Game, step: PostedRun, action: PostRun) -> Refusal | None:
    """Trains of the company, real track that hangs together with its stations, and no more than could be earned there.

    How the other system counts is not known, but not what there is to count: see `most`.
    """
    if Counter(route.train for route in action.routes) - Counter(map(kind_of, game.trains_of(step.company))):
        return game.forbid("route.trains", f"{game.symbol(step.company)} does not have all these trains")
    net = network(game)
    if not action.routes or any(not links_along(net, route.path) for route in action.routes):
        return game.forbid("route.continuous", "The run does not follow a continuous line of track")
    if not _hang_together(action.routes, {*bases(game, step.company)}):
        return game.forbid("route.base", "The runs do not come to a station of the company")
    limit = most(game, action.routes)
    if action.revenue > limit.revenue or action.subsidy > limit.subsidy:
        return Refusal(
            BELIEVED,
            f"{action.revenue} and a subsidy of {action.subsidy} were posted; however the run is counted, "
            f"it brings no more than {limit.revenue} and {limit.subsidy}",
        )
    return None


def most(game: Game, routes: Plan) -> Earnings:
    """What runs could bring by the most generous ruling: every stop pays in full on every run, and so does every hex.

    The distance is that of the whole path, at the rate for ports (1862-FREIGHT-02); every hex brings a subsidy
    (1862-LOCAL-03).
    """
    stops = network(game).stops
    stage = OFF_BOARD[game.state.phase]
    called = sum(value(stops[Stop(at)], stage) for route in routes for at in route.path if at in stops)
    hexes = sum(len({hex_of(at) for at in route.path}) for route in routes)
    return Earnings(called + NUMBERS.freight_port_bonus * hexes, NUMBERS.local_hex_subsidy * hexes)


def _hang_together(routes: Plan, reached: set[Point]) -> bool:
    """Does every run come to one of these stops, or meet a run that does?"""
    apart = [set(route.path) for route in routes]
    while apart:
        near = [path for path in apart if path & reached]
        if not near:
            return False
        apart = [path for path in apart if not path & reached]
        reached = reached.union(*near)
    return True


def _post(game: Game, step: PostedRun, action: PostRun) -> None:
    game.pop()
    earnings = Earnings(action.revenue, action.subsidy)
    game.rules[RunRules].earned(game, step.company, earnings, action.routes)


MOVES: tuple[AnyMove, ...] = (
    *running.MOVES,
    Move(PostRun, _options, refusal, _post),
    passing(lambda game, _: game.pop()),
)
