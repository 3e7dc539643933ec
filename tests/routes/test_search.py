"""The search for runs against an oracle that tries everything.

The oracle follows track piece by piece, lists every way between stops that comes to no stop twice, every choice of
stops to pass by and every combination of the trains, and lets `railhead.routes.check` judge each of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, combinations, product
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from railhead.core.book import Rulebook
from railhead.core.game import Game
from railhead.core.ids import Owner, hex_of, index_of, point
from railhead.core.state import BANKRUPT, INSOLVENT, State
from railhead.routes.best import best_runs
from railhead.routes.check import Fault, Traced, together, trace, value
from railhead.routes.model import LARGE, Earnings, Route, RouteProblem
from railhead.routes.possible import can_run, routes
from railhead.routes.runs import Plan, Runs
from railhead.titles.t1860.own import Own
from railhead.titles.t1860.running import run_problem
from railhead.track.board import PRINTED, Board
from railhead.track.hexgrid import opposite
from railhead.track.tiles import CITY, FIRST_STOP
from tests.rule import rule
from tests.table import Table

Path = tuple[int, ...]
Key = tuple[tuple[int, Path], ...]
"""A set of runs without regard to order, direction and calls."""

MOST_WAYS = 150
"""Positions with more ways than this are left out: trying every pair of them takes too long."""


# -- the oracle -----------------------------------------------------------------------------------


def lines_from(board: Board, tiles: dict[int, int], stop: int) -> Iterator[Path]:
    """Every line of track from a stop to the next stop."""

    def pieces(hex_: int, end: int) -> list[int]:
        """The other ends of the pieces of track that touch this end."""
        laid = board.track(hex_, tiles.get(hex_, PRINTED)).pieces
        return [b if a == end else a for a, b in laid if end in (a, b)]

    def follow(path: Path, hex_: int, end: int) -> Iterator[Path]:
        if end >= FIRST_STOP:
            yield (*path, point(hex_, end - FIRST_STOP))
            return
        beyond = board.beyond[hex_].get(end)
        if beyond is None or len(path) > len(board.hexes):
            return
        for other in pieces(beyond, opposite(end)):
            through = (*path, point(beyond)) if other < FIRST_STOP else path
            yield from follow(through, beyond, other)

    for end in pieces(hex_of(stop), FIRST_STOP + index_of(stop)):
        yield from follow((stop,), hex_of(stop), end)


def ways(board: Board, tiles: dict[int, int], stops: list[int]) -> list[Path]:
    """Every way along track that comes to no stop twice, in one direction only."""
    lines = {stop: list(lines_from(board, tiles, stop)) for stop in stops}
    found: list[Path] = []

    def extend(path: Path, seen: frozenset[int]) -> None:
        for line in lines[path[-1]]:
            if line[-1] not in seen:
                longer = (*path, *line[1:])
                if longer[0] < longer[-1]:
                    found.append(longer)
                extend(longer, seen | {line[-1]})

    for stop in stops:
        extend((stop,), frozenset((stop,)))
    return found


@dataclass(frozen=True)
class Oracle:
    """Everything a company could run, tried out."""

    problem: RouteProblem
    ways: list[Path]

    def runs(self, kind: int) -> dict[Path, Traced]:
        """By way: what a train of this kind earns at best on it, whatever it calls at, if it may run it."""
        found: dict[Path, Traced] = {}
        for path in self.ways:
            lesser = [at for at in path if self.problem.grades.get(at, LARGE) != LARGE]
            skipped = chain.from_iterable(combinations(lesser, count) for count in range(len(lesser) + 1))
            tried = (trace(self.problem, Route(kind, path, tuple(sorted(some)))) for some in skipped)
            good = [run for run in tried if isinstance(run, Traced)]
            if good:
                found[path] = max(good, key=lambda run: run.earnings)
        return found

    def sets(self) -> dict[Key, Earnings]:
        """Every set of runs that may be made in one turn, were trains free to stay idle, and what it earns at best."""
        kinds = [train.train for train in self.problem.trains]
        by_kind = {kind: list(self.runs(kind).values()) for kind in set(kinds)}
        found: dict[Key, Earnings] = {}
        for chosen in product(*([None, *by_kind[kind]] for kind in kinds)):
            runs = [run for run in chosen if run is not None]
            total = together(self.problem, runs)
            if not isinstance(total, Fault):
                found[key_of(tuple(run.route for run in runs))] = total
        return found

    def allowed(self) -> dict[Key, Earnings]:
        """Those sets beside which no idle train could run."""
        sets = self.sets()
        trains = Counter(train.train for train in self.problem.trains)
        shorter = {
            tuple(one for number, one in enumerate(key) if number != left) for key in sets for left in range(len(key))
        }
        assert all(Counter(kind for kind, _ in key) <= trains for key in sets)
        return {key: earned for key, earned in sets.items() if key not in shorter}


def key_of(plan: Plan) -> Key:
    """A set of runs without regard to order, direction and calls."""
    return tuple(
        sorted((route.train, route.path if route.path[0] < route.path[-1] else route.path[::-1]) for route in plan)
    )


def oracle_of(game: Game, problem: RouteProblem) -> Oracle:
    """The oracle for a position."""
    board, tiles = game.book.board, game.state.tiles
    stops = [at for hex_ in range(len(board.hexes)) for at in board.stops_of(board.placed(tiles, hex_), hex_)]
    return Oracle(problem, ways(board, tiles, stops))


# -- the search must agree ------------------------------------------------------------------------


def agree_on_the_best(oracle: Oracle) -> None:
    problem, sets = oracle.problem, oracle.sets()
    found = best_runs(problem)
    earned, plan = found.earnings, found.plan
    assert found.proven
    assert earned == max(sets.values())
    assert value(problem, plan) == earned
    assert can_run(problem) == (len(sets) > 1)


def agree_on_single_routes(oracle: Oracle) -> None:
    for train in oracle.problem.trains:
        expected = {path: run.earnings for path, run in oracle.runs(train.train).items()}
        found = list(routes(oracle.problem, train))
        assert {key_of((run.route,))[0][1]: run.earnings for run in found} == expected
        assert len(found) == len(expected)
        for run in found:
            assert trace(oracle.problem, run.route) == run


def agree_on_all_runs(oracle: Oracle) -> None:
    runs = Runs(oracle.problem)
    allowed = oracle.allowed()
    best = max(allowed.values())
    assert runs.best[0] == best
    if oracle.problem.must_maximise:
        allowed = {key: earned for key, earned in allowed.items() if earned.revenue == best.revenue}
    found: dict[Key, Earnings] = {}
    for plan in runs:
        judged = runs.judge(plan)
        assert isinstance(judged, Earnings)
        found[key_of(plan)] = judged
    assert found == allowed


def agree_on_samples(oracle: Oracle, chance: Random) -> None:
    runs = Runs(oracle.problem)
    allowed = oracle.allowed()
    for _ in range(5):
        plan = runs.sample(chance)
        assert key_of(plan) in allowed
        assert plan in runs


def agree_on_membership(oracle: Oracle) -> None:
    """A set of runs is allowed exactly if no train is idle that could run beside it."""
    runs = Runs(oracle.problem)
    allowed = oracle.allowed()
    best = max(allowed.values())
    routes_of = {train.train: oracle.runs(train.train) for train in oracle.problem.trains}
    keys = list(oracle.sets())
    for key in keys[:: 1 + len(keys) // 60]:
        plan = tuple(routes_of[kind][path].route for kind, path in key)
        must = oracle.problem.must_maximise
        expected = key in allowed and (not must or allowed[key].revenue == best.revenue)
        assert (plan in runs) == expected, key


def problem_of(table: Table, name: str) -> RouteProblem:
    problem = run_problem(table.game, table.company(name))
    assert problem is not None
    return problem


# -- positions made by hand -----------------------------------------------------------------------

EAST = ("6@0 J4", "746@0 J6", "6@1 J8", "57@1 I9")
RING = ("12@0 J4", "757@0 J6", "754@4 I7", "12@1 J8", "12@2 I9")
MERSTONE = ("763@0 G5", "741@4 F6", "775@0 G7", "747@2 H8")


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


@pytest.mark.parametrize("name", HAND_MADE)
def test_the_best_set_is_the_best_of_all_sets(name: str) -> None:
    table, company = HAND_MADE[name]
    agree_on_the_best(oracle_of(table.game, problem_of(table, company)))


@pytest.mark.parametrize("name", HAND_MADE)
def test_every_route_of_a_train_is_found_once_with_its_best_calls(name: str) -> None:
    table, company = HAND_MADE[name]
    agree_on_single_routes(oracle_of(table.game, problem_of(table, company)))


@pytest.mark.parametrize("name", HAND_MADE)
def test_every_allowed_set_of_runs_is_listed(name: str) -> None:
    table, company = HAND_MADE[name]
    agree_on_all_runs(oracle_of(table.game, problem_of(table, company)))


@pytest.mark.parametrize("name", HAND_MADE)
def test_runs_drawn_at_random_are_allowed(name: str) -> None:
    table, company = HAND_MADE[name]
    agree_on_samples(oracle_of(table.game, problem_of(table, company)), Random(1860))


@rule("1860-ROUTE-19")
@pytest.mark.parametrize("name", HAND_MADE)
def test_a_set_of_runs_is_allowed_if_no_idle_train_could_run_beside_it(name: str) -> None:
    table, company = HAND_MADE[name]
    agree_on_membership(oracle_of(table.game, problem_of(table, company)))


@rule("1860-NAT-07", "1860-RECV-03")
def test_where_the_most_is_a_duty_only_the_most_is_allowed() -> None:
    table = eastern("2+1", "3+2", bases=("J6.0",))
    problem = replace(problem_of(table, "IOW"), must_maximise=True)
    oracle = oracle_of(table.game, problem)
    agree_on_membership(oracle)
    agree_on_all_runs(oracle)
    agree_on_samples(oracle, Random(1860))


def test_where_trains_may_idle_every_set_of_runs_is_allowed() -> None:
    table = eastern("2+1", "3+2", bases=("J6.0",))
    problem = replace(problem_of(table, "IOW"), may_idle=True)
    oracle = oracle_of(table.game, problem)
    runs = Runs(problem)
    for key in oracle.sets():
        assert tuple(oracle.runs(kind)[path].route for kind, path in key) in runs


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


# -- positions made at random ---------------------------------------------------------------------

BOOKS = tuple(
    Table(options=options)
    for options in ((), (), ("no_skip_towns",), ("re_enter_hexes",), ("no_skip_towns", "re_enter_hexes"))
)


@cache
def placements(board: Board, hex_: int) -> tuple[int, ...]:
    """Every tile that suits a hex, of any colour, in every rotation that keeps to the land."""
    return tuple(
        number * 6 + rotation
        for number, tile in enumerate(board.tiles.facts)
        for rotation in range(6)
        if board.hexes[hex_].buildable
        and board.right_kind(hex_, PRINTED, tile)
        and board.within_land(hex_, number * 6 + rotation)
    )


def position(seed: int, tiles: int, trains: int) -> tuple[Game, int]:
    """A company with its home base, some joined tiles, tokens, and trains or a leased one."""
    chance = Random(seed)
    table = chance.choice(BOOKS)
    book, state = table.book, table.state.clone()
    company = chance.randrange(book.company_count)
    lay_at_random(book, state, company, chance.randint(tiles // 2, tiles), chance)
    place_at_random(book, state, company, chance)
    state.director[company] = Owner(2)
    state.phase = chance.choice((0, 1, 4))
    state.own = Own(building_over=chance.random() < 0.3, nationalised=chance.random() < 0.2)
    if chance.random() < 0.1:
        state.status[company] |= INSOLVENT
    else:
        owned = [chance.randrange(5) for _ in range(chance.randint(trains - 1, trains))]
        state.trains[book.purse(company)] = tuple(sorted(owned))
    return Game(book, state), company


def positions(tiles: int = 6, trains: int = 2) -> st.SearchStrategy[tuple[Game, int]]:
    """Any such position."""
    return st.integers(0, 2**32).map(lambda seed: position(seed, tiles, trains))


def lay_at_random(book: Rulebook, state: State, company: int, count: int, chance: Random) -> None:
    """A tile at home, and others where track leads out of those that lie."""
    board = book.board
    home = hex_of(book.companies[company].home)
    state.tiles[home] = chance.choice(placements(board, home))
    for _ in range(count):
        fitting = [
            (other, new)
            for hex_, placed in state.tiles.items()
            for edge, other in board.beyond[hex_].items()
            if other not in state.tiles and board.track(hex_, placed).exits >> edge & 1
            for new in placements(board, other)
            if board.track(other, new).exits >> opposite(edge) & 1
        ]
        if fitting:
            busy = [board.track(hex_, new).exits.bit_count() ** 2 for hex_, new in fitting]
            hex_, new = chance.choices(fitting, busy)[0]
            state.tiles[hex_] = new


def place_at_random(book: Rulebook, state: State, company: int, chance: Random) -> None:
    """Bases of the company and of others, some of them flipped."""
    home = book.companies[company].home
    others = [other for other in range(book.company_count) if other != company]
    for hex_, placed in state.tiles.items():
        for number, stop in enumerate(book.board.facts(hex_, placed).stops):
            at = point(hex_, number)
            if stop.kind == CITY:
                held = chance.sample(others, chance.randint(0, stop.slots))
                if at == home or chance.random() < 0.4:
                    held = [company, *held][: stop.slots]
                if held:
                    state.tokens[at] = tuple(held)
    state.status[chance.choice(others)] |= BANKRUPT


def made(chosen: tuple[Game, int], most: int = MOST_WAYS) -> Oracle:
    game, company = chosen
    problem = run_problem(game, company)
    assert problem is not None
    oracle = oracle_of(game, problem)
    assume(len(oracle.ways) <= most)
    return oracle


QUIET = settings(
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)


@settings(QUIET, max_examples=200)
@given(positions())
def test_the_best_set_is_the_best_of_all_sets_anywhere(chosen: tuple[Game, int]) -> None:
    oracle = made(chosen)
    agree_on_single_routes(oracle)
    agree_on_the_best(oracle)


@settings(QUIET, max_examples=120)
@given(positions(tiles=4, trains=3), st.integers(0, 99))
def test_runs_are_allowed_exactly_as_the_oracle_says_anywhere(chosen: tuple[Game, int], seed: int) -> None:
    oracle = made(chosen, most=30)
    agree_on_membership(oracle)
    agree_on_samples(oracle, Random(seed))


@settings(QUIET, max_examples=120)
@given(positions(tiles=4, trains=3))
def test_every_allowed_set_of_runs_is_listed_anywhere(chosen: tuple[Game, int]) -> None:
    agree_on_all_runs(made(chosen, most=30))


@pytest.mark.long
@settings(QUIET, max_examples=4000, derandomize=False)
@given(positions(tiles=8))
def test_the_best_set_is_the_best_of_very_many_sets(chosen: tuple[Game, int]) -> None:
    oracle = made(chosen)
    agree_on_single_routes(oracle)
    agree_on_the_best(oracle)


@pytest.mark.long
@settings(QUIET, max_examples=2000, derandomize=False)
@given(positions(tiles=5, trains=3), st.integers(0, 99))
def test_runs_are_allowed_exactly_as_the_oracle_says_very_often(chosen: tuple[Game, int], seed: int) -> None:
    oracle = made(chosen, most=40)
    agree_on_the_best(oracle)
    agree_on_membership(oracle)
    agree_on_samples(oracle, Random(seed))
