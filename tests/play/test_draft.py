"""Runs put together by pointing at stops."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from railhead.core.actions import parse
from railhead.core.game import Game
from railhead.core.ids import Stop, is_stop
from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook
from railhead.core.spelling import POINT
from railhead.play.draft import Drafting, TrainDraft, runnable
from railhead.play.session import Session
from railhead.routes.model import MAY_CALL, Route, RouteProblem
from railhead.routes.runs import Plan
from railhead.rules.running import Run, RunTrains, open_runs
from railhead.testing import Table
from tests.play.games import some_game
from tests.routes.test_circuits import RING, A, B, C, ring

TITLES = ("1860", "1862", "18BF")
LENGTH = 400


def runs_of(title: str) -> Iterator[tuple[Rulebook, RouteProblem, Plan]]:
    """The runs of a game, each with the problem it solves."""
    session = Session(some_game(1, LENGTH, title=title))
    for number, text in enumerate(session.actions):
        action = parse(session.book, text)
        if isinstance(action, Run):
            state = session.at(number)
            step = state.agenda[-1]
            assert isinstance(step, RunTrains)
            runs = open_runs(Game(session.book, state), step.company)
            assert runs is not None
            yield session.book, runs.problem, action.routes


@pytest.mark.parametrize("title", TITLES)
def test_the_draft_of_a_run_gives_that_run_again(title: str) -> None:
    seen = 0
    for book, problem, plan in runs_of(title):
        drafting = Drafting(book, problem)
        draft = drafting.draft_of(plan)
        again = drafting.read(drafting.written(draft))
        assert again == draft
        assert {(route.train, route.path) for route in drafting.plan(again)} == {
            (route.train, route.path) for route in plan
        }
        seen += len(plan)
    assert seen > 5


@pytest.mark.parametrize("title", TITLES[:2])
def test_every_click_on_a_run_changes_it_as_announced(title: str) -> None:
    """Ends are taken back; where a train may choose it calls or passes by, and back again; elsewhere the route ends."""
    switched = cut = 0
    for book, problem, plan in runs_of(title):
        drafting = Drafting(book, problem)
        for train, route in zip(drafting.draft_of(plan), drafting.plan(drafting.draft_of(plan)), strict=False):
            if train.kind != route.train:
                continue
            stops = [at for at in route.path if is_stop(at) and at in problem.network.stops]
            assert drafting.path(drafting.clicked(train, stops[-1]))[-1] == stops[-2]
            assert drafting.path(drafting.clicked(train, stops[0]))[0] == stops[1]
            for stop in stops[1:-1]:
                if problem.by_kind[train.kind].calls[problem.grades[stop]] == MAY_CALL:
                    switched += switches(drafting, train, route, stop)
                elif problem.grades[stop] in problem.by_kind[train.kind].ends:
                    cut += 1
                    assert drafting.path(drafting.clicked(train, stop)) == route.path[: route.path.index(stop) + 1]
                else:
                    assert drafting.clicked(train, stop) == train
    assert switched or cut


def switches(drafting: Drafting, train: TrainDraft, route: Route, stop: Stop) -> bool:
    """Click a stop where the train may choose: it calls instead of passing by, or the other way round."""
    try:
        changed = drafting.clicked(train, stop)
    except Malformed:
        assert stop in route.passed_by, "where it calls it may as well pass by"
        return False
    again = drafting.route(changed)
    assert again is not None
    assert again.path == route.path
    assert (stop in again.passed_by) != (stop in route.passed_by)
    return True


def long_route() -> tuple[Drafting, Route]:
    book, problem, plan = next(
        found for found in runs_of("1860") if any(len(drawn(found[1], route)) > 2 for route in found[2])
    )
    route = next(route for route in plan if len(drawn(problem, route)) > 2)
    return Drafting(book, problem), route


def drawn(problem: RouteProblem, route: Route) -> list[int]:
    return [at for at in route.path if is_stop(at) and at in problem.network.stops]


def test_a_route_grows_at_either_end() -> None:
    drafting, route = long_route()
    first, second, *_, last = drawn(drafting.problem, route)
    (train,) = (each for each in drafting.draft_of((route,)) if each.clicks)
    shorter = drafting.clicked(train, train.clicks[0].stop)
    assert first not in drafting.path(shorter)
    grown = drafting.clicked(shorter, train.clicks[0].stop)
    assert {drafting.path(grown)[0], drafting.path(grown)[-1]} <= {first, second, last}
    assert first in drafting.path(grown)


def test_a_stop_that_no_track_leads_to_changes_nothing() -> None:
    drafting, route = long_route()
    (train,) = (each for each in drafting.draft_of((route,)) if each.clicks)
    there = {link.end for links in drafting.network.links.values() for link in links}
    lonely = next(at for at in drafting.network.stops if at not in there)
    with pytest.raises(Malformed, match="No track leads there"):
        drafting.clicked(train, lonely)


def test_what_is_no_draft_is_malformed() -> None:
    drafting, route = long_route()
    name = drafting.book.train_names[route.train]
    for text in ("", "no-train: A1.0", f"{name}: Z99.0", f"{name}: {POINT.write(drafting.book, route.path[0])}/x"):
        with pytest.raises(Malformed):
            drafting.read(text)
    with pytest.raises(Malformed, match="too long"):
        drafting.read("x" * 5000)
    missing = next(
        kind
        for kind in range(len(drafting.book.trains))
        if all(kind != train.train for train in drafting.problem.trains)
    )
    with pytest.raises(Malformed, match="has no"):
        drafting.read(f"{drafting.book.train_names[missing]}:")


def test_of_an_earlier_run_remains_what_can_still_be_run() -> None:
    drafting, route = long_route()
    problem = drafting.problem
    assert runnable(problem, (route,)) == (route,)
    assert runnable(replace(problem, trains=()), (route,)) == ()
    broken = replace(route, path=(route.path[0], *route.path[2:]))
    assert runnable(problem, (broken,)) == ()
    assert drafting.route(TrainDraft(route.train)) is None


def test_a_click_on_the_first_stop_closes_a_circuit_if_the_train_may_run_it() -> None:
    around = Drafting(Table("1860").book, ring(3))
    train = around.blank[0]
    for stop in (A, B, C):
        train = around.clicked(train, stop)
    closed = around.clicked(train, A)
    route = around.route(closed)
    assert route is not None
    assert route.path == RING
    assert around.draft_of([route])[0] == around.draft_of(around.plan((closed,)))[0]
    assert around.plan(around.draft_of([route])) == (route,)
    assert around.read(around.written((closed,))) == (closed,)
    assert around.clicked(closed, A) == train
    short = Drafting(Table("1860").book, ring(2))
    assert short.path(short.clicked(train, A))[0] == B, "a click on the first stop takes it back"
