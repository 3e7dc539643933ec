"""Measure how fast the best runs are found and proven: on boards, in real games, over water, on made-up continents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from statistics import median
from typing import Any

from railhead.bench import SHARED, Sample
from railhead.bots import selfplay
from railhead.bots.careless import Careless
from railhead.commands.routes import read_boards, solve
from railhead.core import engine
from railhead.core.game import Game
from railhead.reference import Gauge
from railhead.routes.best import best_runs
from railhead.routes.demands import best_with
from railhead.routes.model import LARGE_STOP, SMALL_STOP, Allowance, RouteProblem
from railhead.routes.runs import WORK
from railhead.rules.running import RunTrains, open_runs
from railhead.titles import catalogue
from railhead.track.board import HexFacts, make_board
from railhead.track.hexgrid import neighbours
from railhead.track.network import Network
from railhead.track.tiles import CITY, FIRST_STOP, TOWN, StopFacts, TileFacts, TileSet

BOARDS = SHARED / "study" / "route-boards.json.gz"
PATIENCE = 60_000
"""The work limit on a continent, in steps."""
Fleet = tuple[tuple[int, int], ...]
"""By train: how many large stops it may call at, and how many more in all."""
CONTINENTS = ((300, 1), (300, 2), (360, 3), (450, 4))
"""The number of hexes and the seed of each continent."""
FOUR_TRAINS = ((8, 8), (7, 7), (6, 6), (5, 5))
FLEETS = (FOUR_TRAINS, FOUR_TRAINS[1:], FOUR_TRAINS[:2], FOUR_TRAINS[:1])
"""The trains that are measured on each continent."""


def measure(games: Iterable[Sample]) -> dict[str, Any]:
    """Median, 95th percentile and maximum in milliseconds, and the number of results not proven."""
    found: dict[str, Any] = {}
    if BOARDS.is_file():
        gauge = Gauge()
        solved = []
        for number, board in enumerate(read_boards(BOARDS)):
            solved.append(gauge.time(solve, board, number)[0])
        found["boards"] = _figures([(one["ms"], one["proven"]) for one in solved], gauge)
    gauge = Gauge()
    steps = [step for sample in games for step in run_steps(sample, gauge)]
    if steps:
        found["run steps"] = _figures(steps, gauge)
    gauge = Gauge()
    found["run steps of 18OE by bots"] = _figures(list(run_steps_over_water(gauge)), gauge)
    found["continents"] = [_continent(hexes, seed, fleet) for hexes, seed in CONTINENTS for fleet in FLEETS]
    return found


def run_steps(sample: Sample, gauge: Gauge) -> Iterator[tuple[float, bool]]:
    """For every run of trains in a game: how long the best runs take to find, and whether they are proven."""
    state, _ = engine.start(sample.book)
    for action in sample.actions:
        step = state.agenda[-1] if state.agenda else None
        if isinstance(step, RunTrains):
            open_to_it = open_runs(Game(sample.book, state), step.company)
            if open_to_it is not None:
                best, spent = gauge.time(best_runs, open_to_it.problem)
                yield spent / 1000, best.proven
        state, _ = engine.apply(sample.book, state, action)


def run_steps_over_water(gauge: Gauge) -> Iterator[tuple[float, bool]]:
    """The same, with the work limit of a table, for a game of 18OE among careless bots."""
    book = catalogue.rulebook("18OE", ("P1", "P2", "P3"), seed=1)
    for made in selfplay.play(book, [Careless() for _ in book.seat_ids], Random(1), audited=False):
        step = made.before.agenda[-1]
        open_to_it = open_runs(Game(book, made.before), step.company) if isinstance(step, RunTrains) else None
        if open_to_it is not None:
            best, spent = gauge.time(best_with, open_to_it.problem, WORK)
            yield spent / 1000, best.proven


def _figures(times: list[tuple[float, bool]], gauge: Gauge) -> dict[str, Any]:
    spent = sorted(ms for ms, _ in times)
    figures = {"median": median(spent), "p95": spent[int(len(spent) * 0.95)], "max": spent[-1]}
    return {
        "count": len(spent),
        **{name: round(ms, 2) for name, ms in figures.items()},
        "unproven": sum(not proven for _, proven in times),
        "reference": round(gauge.reference, 1),
        "ratios": {name: gauge.ratio(1000 * ms) for name, ms in figures.items()},
    }


def _continent(hexes: int, seed: int, fleet: Fleet) -> dict[str, Any]:
    gauge = Gauge(every=1)
    problem = continent(hexes, seed, fleet)
    best, spent = gauge.time(best_runs, problem, PATIENCE)
    return {
        "hexes": hexes,
        "stops": len(problem.network.stops),
        "trains": ["+".join(map(str, train)) for train in fleet],
        "seconds": round(spent / 1e6, 2),
        "ratio": gauge.ratio(spent),
        "revenue": best.earnings.revenue,
        "proven": best.proven,
        "bound": best.bound,
        "work": best.work,
    }


# -- continents -----------------------------------------------------------------------------------


def continent(hexes: int, seed: int, fleet: Fleet = FOUR_TRAINS) -> RouteProblem:
    """A board with track on every hex, as late in a game on a map of Europe, and a company with long trains."""
    chance = Random(seed)
    across = 20
    names = [
        f"{chr(ord('A') + column)}{2 * row + column % 2 + 1}"
        for row in range(-(-hexes // across))
        for column in range(across)
    ][:hexes]
    around = neighbours(names)
    crossed = {
        (min(hex_, other), max(hex_, other)): chance.random() < 0.55
        for hex_, beyond in enumerate(around)
        for other in beyond.values()
    }
    facts = []
    for hex_, name in enumerate(names):
        edges = [edge for edge, other in around[hex_].items() if crossed[min(hex_, other), max(hex_, other)]]
        facts.append(HexFacts(name, "", _tile(name, edges, chance), tuple(range(6)), 0, "", "", False))
    network = Network(make_board(tuple(facts), TileSet(()), ("grey",)), {})
    cities = sorted(at for at, stop in network.stops.items() if stop.kind == CITY)
    own = chance.sample(cities, 8)
    others = [city for city in cities if city not in own]
    return RouteProblem(
        network=network,
        grades={at: LARGE_STOP if stop.kind == CITY else SMALL_STOP for at, stop in network.stops.items()},
        values={at: stop.value for at, stop in network.stops.items()},
        own=frozenset(own),
        barred=frozenset(chance.sample(others, len(others) // 4)),
        trains=tuple(Allowance(number, large, large + small) for number, (large, small) in enumerate(fleet)),
        may_reenter=True,
        must_meet=False,
        may_idle=True,
    )


def _tile(name: str, edges: list[int], chance: Random) -> TileFacts:
    """A city, a town or plain track leading to these edges."""
    kind = chance.random()
    chance.shuffle(edges)
    if kind < 0.35:
        stop = StopFacts(CITY, chance.choice((30, 40, 50, 60, 80)), 2) if kind < 0.15 else StopFacts(TOWN, 10)
        return TileFacts(name, "grey", 1, "", (stop,), tuple((edge, FIRST_STOP) for edge in edges))
    pieces = list(zip(edges[::2], edges[1::2], strict=False))
    if len(edges) % 2 and len(edges) > 1:
        pieces.append((edges[0], edges[-1]))
    return TileFacts(name, "grey", 1, "", (), tuple(pieces))
