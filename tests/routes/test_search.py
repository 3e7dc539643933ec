"""The domain of a company's runs in positions of 1860 made by hand, against an oracle that tries everything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Point, Stop, a_train, hex_of, index_of, stop_at, through
from railhead.routes import best
from railhead.routes.check import Fault, Traced, trace, value
from railhead.routes.model import Route, RouteProblem
from railhead.routes.oracle import Oracle
from railhead.routes.runs import Runs
from railhead.rules.stations import network
from railhead.testing import Table, rule
from railhead.titles.t1860.running import run_problem
from railhead.titles.t1862.route_rules import route_problem
from railhead.track.board import PRINTED
from railhead.track.hexgrid import opposite
from railhead.track.network import Network
from railhead.track.tiles import FIRST_STOP
from tests.routes import boards_1860, boards_1862
from tests.routes.agreement import Case, agree, agree_on_listed_sets, agree_on_membership, agree_on_samples

EAST = ("6@0 J4", "746@0 J6", "6@1 J8", "57@1 I9")
RING = ("12@0 J4", "757@0 J6", "754@4 I7", "12@1 J8", "12@2 I9")
MERSTONE = ("763@0 G5", "741@4 F6", "775@0 G7", "747@2 H8")


def problem_of(table: Table, name: str) -> RouteProblem:
    problem = run_problem(table.game, table.company(name))
    assert problem is not None
    return problem


def case_of(problem: RouteProblem) -> Case:
    return Case(Oracle(problem), Runs(problem))


def eastern(*trains: str, tiles: tuple[str, ...] = EAST, bases: tuple[str, ...] = ()) -> Table:
    table = Table()
    table.lay(*tiles)
    table.float("IOW", par=74, shares={"A": 5}, operated=True, treasury=0)
    table.give_trains("IOW", *trains)
    for base in bases:
        table.token("IOW", base)
    return table


def central(*trains: str, options: tuple[str, ...] = ()) -> Table:
    table = Table(options=options)
    table.lay(*MERSTONE)
    table.float("IWNJ", par=74, shares={"A": 5}, operated=True, treasury=0)
    table.give_trains("IWNJ", *trains)
    table.token("IWNJ", "G5.0")
    return table


def western(*trains: str) -> Table:
    """Two bases, and ways between them with and without a halt that earn the same revenue."""
    table = Table(options=("no_skip_towns",))
    table.lay("756@5 B4", "12@2 B6", "750@0 C5", "764@5 A5")
    table.float("FYN", par=74, shares={"A": 5}, operated=True, treasury=0)
    table.give_trains("FYN", *trains)
    table.token("FYN", "B6.0")
    return table


def full(table: Table, *stops: str) -> Table:
    for other, stop in zip(("BHI&R", "S&C", "NGStL"), stops, strict=False):
        table.token(other, stop)
    return table


HAND_MADE = {
    "one train": (eastern("3+2"), "IOW"),
    "one way, two trains": (eastern("2+1", "3+2"), "IOW"),
    "second base": (eastern("2+1", "3+2", bases=("J6.0",)), "IOW"),
    "equal trains": (eastern("2+1", "2+1", bases=("J6.0",)), "IOW"),
    "three trains": (eastern("2+1", "2+1", "3+2", bases=("J4.0", "J6.0")), "IOW"),
    "one station full": (full(eastern("4+2", bases=("J6.0",)), "J4.0"), "IOW"),
    "two stations full": (full(eastern("4+2", "4+2", bases=("J6.0",)), "J4.0", "J8.0"), "IOW"),
    "a ring": (eastern("3+2", tiles=RING), "IOW"),
    "a ring, two trains": (eastern("3+2", "4+2", tiles=RING, bases=("J6.0",)), "IOW"),
    "pier": (eastern("2+1", "3+2", tiles=("758@0 I3", *EAST)), "IOW"),
    "two stations on a hex": (central("3+2", "2+1"), "IWNJ"),
    "back on a hex": (central("4+2", "2+1", options=("re_enter_hexes",)), "IWNJ"),
    "no bypassing": (central("2+1", "2+1", options=("no_skip_towns",)), "IWNJ"),
    "equal revenue, more subsidy": (western("2+1", "3+2"), "FYN"),
    "nothing to run on": (eastern("2+1", tiles=()), "IOW"),
}


@rule("1860-ROUTE-19")
@pytest.mark.parametrize("name", HAND_MADE)
def test_all_agree_with_the_oracle_where_trains_must_run(name: str) -> None:
    table, company = HAND_MADE[name]
    agree(case_of(problem_of(table, company)), seed=1860)


@rule("1860-NAT-07", "1860-RECV-03")
def test_where_the_most_is_a_duty_only_the_most_is_allowed() -> None:
    problem = problem_of(eastern("2+1", "3+2", bases=("J6.0",)), "IOW")
    case = case_of(replace(problem, must_maximise=True))
    for check in (agree_on_membership, agree_on_listed_sets, agree_on_samples):
        check(case, Random(1860))
    assert len(list(case.runs)) < len(list(Runs(problem)))


def test_where_trains_may_idle_every_set_of_runs_is_allowed() -> None:
    problem = problem_of(eastern("2+1", "3+2", bases=("J6.0",)), "IOW")
    case = case_of(replace(problem, may_idle=True))
    assert case.oracle.allowed == case.oracle.sets
    assert case.oracle.allowed > Oracle(problem).allowed
    agree(case, seed=1860)


def test_the_best_runs_are_listed_first() -> None:
    runs = Runs(problem_of(eastern("2+1", "3+2", bases=("J6.0",)), "IOW"))
    assert next(iter(runs)) == runs.best[1]


@rule("1860-ROUTE-13")
def test_a_route_through_two_full_stations_is_at_fault_by_itself() -> None:
    table = full(eastern("4+2", bases=("J6.0",)), "J4.0", "J8.0")
    problem = problem_of(table, "IOW")
    line = [table.stop(name) for name in ("I3.0", "J4.0", "J6.0", "J8.0", "I9.0")]
    fault = trace(replace(problem, trains=(replace(problem.trains[0], large=5),)), Route(2, tuple(line)))
    assert isinstance(fault, Fault)
    assert fault.key == "route.blocked"
    assert isinstance(trace(problem, Route(2, tuple(line[:4]))), Traced)


def test_what_is_not_a_set_of_routes_is_no_run() -> None:
    runs = Runs(problem_of(eastern("2+1"), "IOW"))
    assert "run" not in runs
    assert None not in runs


# -- the network the oracle trusts ----------------------------------------------------------------


def lines_from(game: Game, stop: Stop) -> list[tuple[Point, ...]]:
    """Every line of track from a stop to the next one, followed piece by piece."""
    board, tiles = game.book.board, game.state.tiles
    found: list[tuple[Point, ...]] = []

    def follow(path: tuple[Point, ...], hex_: Hex, end: int, used: frozenset[tuple[Hex, int, int]]) -> None:
        """Go on by every piece of track on a hex that touches an end."""
        for a, b in board.track(hex_, tiles.get(hex_, PRINTED)).pieces:
            piece = (hex_, a, b)
            if end not in (a, b) or piece in used:
                continue
            far = b if a == end else a
            if far >= FIRST_STOP:
                found.append((*path, stop_at(hex_, far - FIRST_STOP)))
                continue
            crossed = (*path, through(hex_)) if end < FIRST_STOP else path
            beyond = board.beyond[hex_].get(far)
            if beyond is not None:
                follow(crossed, beyond, opposite(far), used | {piece})

    follow((stop,), hex_of(stop), FIRST_STOP + index_of(stop), frozenset())
    return [path for path in found if path[0] != path[-1]]


@pytest.mark.parametrize("position", [boards_1860.position, boards_1862.position])
def test_the_network_has_every_line_between_neighbouring_stops(position: Callable[[int], tuple[Game, Company]]) -> None:
    for seed in range(40):
        game, _ = position(seed)
        net = network(game)
        for stop in net.stops:
            assert sorted(link.path for link in net.links[stop]) == sorted(set(lines_from(game, stop)))


def meets(net: Network) -> list[bool]:
    """Which pairs of links have track in common."""
    return [bool(one.track & other.track) for one, other in combinations(net.by_path.values(), 2)]


@pytest.mark.parametrize("position", [boards_1860.position, boards_1862.position])
def test_a_network_made_from_an_earlier_one_is_the_same_as_one_made_from_nothing(
    position: Callable[[int], tuple[Game, Company]],
) -> None:
    later: Network | None = None
    for seed in range(3):
        game, _ = position(seed)
        laid = list(game.state.tiles.items())
        for count in range(len(laid) + 1):
            tiles = dict(laid[:count])
            net, later = Network(game.book.board, tiles), Network(game.book.board, tiles, later)
            assert later.stops == net.stops
            assert list(later.by_path) == list(net.by_path)
            for stop, links in net.links.items():
                expected = [(link.path, link.crossed, link.winds) for link in links]
                assert [(link.path, link.crossed, link.winds) for link in later.links[stop]] == expected
            assert meets(later) == meets(net)


# -- absurd fleets --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 5])
def test_a_work_limit_holds_for_any_number_of_trains_to_be_joined(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty-two trains have more formations than could ever be listed; what is said of them is still true."""
    game, company = boards_1862.position(seed)
    chance, kinds = Random(seed), range(len(game.book.trains))
    game.state.trains[game.book.purse(company)] = tuple(sorted(a_train(chance.choice(kinds), 0) for _ in range(32)))
    problem = route_problem(game, company)
    monkeypatch.setattr(best, "MOST_FORMATIONS", 200)
    limit = 500
    found = best.best_runs(problem, limit)
    assert found.work > limit
    assert value(problem, found.plan) == found.earnings
    assert not found.proven
    assert found.earnings.revenue <= found.bound


def test_formations_are_counted() -> None:
    assert [best._formation_count(trains) for trains in range(8)] == [1, 1, 2, 5, 15, 52, 203, 877]
