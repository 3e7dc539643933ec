"""The Orient Express: what makes a run one, what it earns, and the bonus for a major's first (rules 18OE-OE)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import BANK, THROUGH, Company, Consist, Hex, Point, Stop, hex_of, stop_at
from railhead.core.steps import AnyMove, CompanyStep, Move, never
from railhead.core.text import Text, to_translate
from railhead.routes.check import Traced, earns, halved, links_along, trace
from railhead.routes.model import Bonus, OneOfEach, RouteProblem
from railhead.routes.runs import Plan
from railhead.titles.t18oe import prices, pullman_run
from railhead.titles.t18oe.corrections import FERRY_OF_THE_EXPRESS_ONCE
from railhead.titles.t18oe.facts import BY_PHASE, FACTS, MAJOR, land
from railhead.titles.t18oe.record import amend, record
from railhead.titles.t18oe.sea import Crossings, Openings, Waterways
from railhead.track.network import Network

NAME = to_translate("for the Orient Express")


@cache
def destination() -> Hex:
    """Constantinople."""
    return land().board.index[FACTS["express"]["end"]]


@cache
def departures() -> frozenset[Hex]:
    """Paris, London, Berlin, Madrid and Sankt-Peterburg."""
    return frozenset(land().board.index[name] for name in FACTS["express"]["partners"])


@dataclass(frozen=True, slots=True)
class UsesLand:
    """Does a run use track on land besides its end cities (18OE-OE-06)?"""

    network: Network

    def __call__(self, path: tuple[Point, ...]) -> bool:
        links = links_along(self.network, path)
        return any(link.by_land if link.sea is None else any(link.sea) for link in links or ())


def bonus(game: Game, company: Company, ways: Waterways, cities: frozenset[Stop], limit: int) -> Bonus | None:
    """What one run of a major earns that includes Constantinople and one of the five cities.

    Rules 18OE-OE-01 to 18OE-OE-05; one train earns it (18OE-OE-04). None if no train with this city limit, which these
    cities use up, could get from one to the other.
    """
    if game.state.kind[company] != MAJOR:
        return None
    there, goals = _stops_on(ways.network, (destination(),)), _stops_on(ways.network, departures())
    here = _within(ways, cities, there, goals, limit, game.follows(FERRY_OF_THE_EXPRESS_ONCE))
    if not here:
        return None
    amount = BY_PHASE["express"][game.state.phase]
    return Bonus(OneOfEach(amount, (there, here)), amount, True, True, way=UsesLand(ways.network), name=NAME)


def _stops_on(network: Network, hexes: Iterable[Hex]) -> frozenset[Stop]:
    """All stops on some hexes."""
    every = (stop_at(hex_, number) for hex_ in hexes for number in range(THROUGH))
    return frozenset(stop for stop in every if stop in network.stops)


def _within(
    ways: Waterways,
    cities: frozenset[Stop],
    starts: frozenset[Stop],
    goals: frozenset[Stop],
    limit: int,
    ferries_once: bool,
) -> frozenset[Stop]:
    """The goals from which a route to one of the starts counts no more than this limit, with both ends.

    A ferry with a town on it is ridden part by part, and counts once (18OE-FERRY-09).
    """
    counted: set[tuple[Stop, int]] = set()
    """Stops, each with the ferry by which a route has come there; 0 for none."""
    reached: set[Stop] = set()
    voyages, fewest = _Voyages(ways.crossings), ways.crossings.chart.fewest
    ahead = [(int(stop in cities), stop, 0) for stop in starts]
    while ahead and not goals <= reached:
        count, at, aboard = heappop(ahead)
        if (at, aboard) in counted:
            continue
        counted.add((at, aboard))
        reached.add(at)
        steps = [
            (fewest(link.water) if link.water and link.ferry != aboard else 0, link.end, link.ferry * ferries_once)
            for link in ways.network.on_land[at]
        ]
        crossings = ((water, stop, 0) for water, stop in voyages.leaving(at, limit - count))
        for water, stop, by in (*steps, *crossings):
            within = count + water + (stop in cities)
            if within <= limit and (stop, by) not in counted:
                heappush(ahead, (within, stop, by))
    return goals & reached


class _Voyages:
    """Crossings from stops that are come to in the order of what a route there counts.

    From ports that open to the same zones crossings count the same. So only the first stop with such a port matters;
    and the first on another hex, for crossings to the hex of the first one, since none leads to its own hex.
    """

    def __init__(self, crossings: Crossings) -> None:
        self._chart = crossings.chart
        self._openings: dict[Stop, list[Openings]] = {}
        self._ports: dict[Openings, dict[Hex, list[Stop]]] = {}
        for stop, openings in crossings.berths:
            self._openings.setdefault(stop, []).append(openings)
            self._ports.setdefault(openings, {}).setdefault(hex_of(stop), []).append(stop)
        self._left: dict[Openings, list[Hex]] = {}
        """By zones that ports open to: the hexes from which crossings have been made."""

    def leaving(self, at: Stop, most: int) -> Iterator[tuple[int, Stop]]:
        """The crossings that count no more than this, with what each counts; not those to where earlier ones led."""
        own = hex_of(at)
        for here in self._openings.get(at, ()):
            left = self._left.setdefault(here, [])
            if own in left or len(left) > 1:
                continue
            first = left[0] if left else None
            left.append(own)
            for water, there in self._chart.within(here, self._ports, most):
                stops = self._ports[there]
                hexes = stops if first is None else stops.keys() & {first}
                yield from ((water, stop) for hex_ in hexes if hex_ != own for stop in stops[hex_])


def of_problem(problem: RouteProblem) -> Bonus | None:
    """The bonus of the Orient Express, if it can be earned."""
    return next((bonus for bonus in problem.bonuses if isinstance(bonus.way, UsesLand)), None)


def runs_of(problem: RouteProblem, plan: Plan) -> list[Traced]:
    """The runs of a plan that are an Orient Express (18OE-OE-02)."""
    wanted = of_problem(problem)
    traced = [found for found in (trace(problem, route) for route in plan) if isinstance(found, Traced)]
    return [run for run in traced if wanted and earns(problem, run, wanted)]


def note(game: Game, company: Company, problem: RouteProblem, plan: Plan) -> None:
    """What the train earned that ran the Orient Express; the best one, if two did (18OE-OE-14)."""
    earned = [_revenue(game, company, problem, plan, run) for run in runs_of(problem, plan)]
    amend(game, express_revenue=max(earned, default=0))


def _revenue(game: Game, company: Company, problem: RouteProblem, plan: Plan, run: Traced) -> int:
    """What a train that runs the Orient Express earns, with its extra revenue and its Pullman."""
    wanted, consist = of_problem(problem), Consist(run.route.train)
    assert wanted is not None
    train = problem.by_kind[consist]
    others = [Consist(route.train) for route in plan if route is not run.route]
    stops = sum(problem.value_of(consist, stop) for stop in run.calls) - halved(problem, train, run)
    return stops + wanted.most + pullman_run.revenue(game, company, consist, others)


# -- the first one --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TakeRevenue(Action):
    """The bank pays the treasury what the train earned that ran the Orient Express."""

    form: ClassVar[str] = "express revenue"
    label: ClassVar[str] = "Have the revenue of the Orient Express paid into the treasury"
    told: ClassVar[tuple[str, ...]] = ("{actor} takes the revenue of its first Orient Express",)
    topic: ClassVar[Topic] = Topic.RUNS


@dataclass(frozen=True, slots=True)
class TakeSquares(Action):
    """The share value moves right three times."""

    form: ClassVar[str] = "express squares"
    label: ClassVar[str] = "Move the share value right three times"
    told: ClassVar[tuple[str, ...]] = ("{actor} moves its share value right for its first Orient Express",)
    topic: ClassVar[Topic] = Topic.RUNS


@dataclass(frozen=True, slots=True)
class FirstExpress(CompanyStep):
    """The president chooses the bonus for a major's first Orient Express, and cannot put it off (18OE-OE-13)."""

    purpose: ClassVar[str] = "choose the bonus for the first Orient Express"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES

    def proceed(self, game: Game) -> bool:
        """One of the two is chosen."""
        return False


def reward_express(game: Game, company: Company) -> None:
    """After the dividend, a major that has run its first Orient Express has its bonus (18OE-OE-13, 18OE-OE-16)."""
    known = record(game)
    if known.express_revenue and company not in known.express:
        amend(game, express=(*known.express, company))
        game.push(FirstExpress(company))


def _take_revenue(game: Game, step: FirstExpress, _: TakeRevenue) -> None:
    """The whole revenue of that train (18OE-OE-14)."""
    game.pop()
    effects.pay(game, BANK, game.purse(step.company), record(game).express_revenue, PURPOSE)


def _take_squares(game: Game, step: FirstExpress, _: TakeSquares) -> None:
    """Besides the move for the dividend, which has been made (18OE-OE-15, 18OE-MKT-15)."""
    game.pop()
    prices.right(game, step.company, SQUARES)


SQUARES = 3
PURPOSE = Text("the first Orient Express")
MOVES: tuple[AnyMove, ...] = (
    Move(TakeRevenue, lambda _, __: (Choice(TakeRevenue),), never, _take_revenue),
    Move(TakeSquares, lambda _, __: (Choice(TakeSquares),), never, _take_squares),
)
ACTIONS = (TakeRevenue, TakeSquares)
