"""Routes traced by clicking: they begin with the best run, and stops on the way are switched."""

from __future__ import annotations

from functools import cache

import httpx
from playwright.sync_api import Page, expect

from railhead.core.actions import parse
from railhead.core.game import Game
from railhead.play.draft import Drafting
from railhead.play.gamefile import GameFile
from railhead.play.session import Session
from railhead.routes.model import MAY_CALL, Route, RouteProblem
from railhead.rules.running import Run, RunTrains, open_runs
from tests.browser.people import Person
from tests.browser.test_phone import Arrive
from tests.play.games import some_game
from tests.web.sites import PATIENCE, RunningSite

CHANGED = """words => {
  const run = document.querySelector("#run .run");
  return run && run.dataset.draftText !== words;
}"""


def choices_on(problem: RouteProblem, route: Route) -> list[int]:
    """The stops on the way at which a train may call or not."""
    calls = problem.by_kind[route.train].calls
    stops = [at for at in route.path[1:-1] if at in problem.network.stops]
    return [at for at in stops if calls[problem.grades[at]] == MAY_CALL]  # type: ignore[index]


@cache
def a_choice() -> tuple[GameFile, str, str]:
    """A game up to a run, whose best route may call or not at a stop on the way: its draft, and that stop."""
    file = some_game(5, 260)
    session = Session(file)
    for number, text in enumerate(session.actions):
        step = session.at(number).agenda[-1]
        if isinstance(parse(session.book, text), Run) and isinstance(step, RunTrains):
            runs = open_runs(Game(session.book, session.at(number)), step.company)
            assert runs is not None
            for route in runs.best[1][:1]:
                for stop in choices_on(runs.problem, route):
                    drafting = Drafting(session.book, runs.problem)
                    words = drafting.written(drafting.draft_of(runs.best[1]))
                    name = f"{session.book.board.names[stop // 16]}.{stop % 16}"
                    return file.first(number), words, name
    raise AssertionError("no train may choose where to call")


def traced(page: Page) -> str:
    return page.locator("#run .run").get_attribute("data-draft-text") or ""


def running(site: RunningSite, person: Arrive) -> Person:
    file, _, _ = a_choice()
    game = httpx.post(f"{site.url}/api/games/import", content=file.to_json(), timeout=PATIENCE).json()
    somebody = person()
    somebody.take_all_seats(site.url, game)
    expect(somebody.page.locator("#run .run[data-suggested]")).to_be_visible()
    return somebody


def test_one_s_own_run_begins_with_the_best_and_stops_are_switched(site: RunningSite, person: Arrive) -> None:
    _, words, stop = a_choice()
    page = running(site, person).page
    page.locator("[data-run-way=own]").click()
    expect(page.locator("#run .run")).to_have_attribute("data-draft-text", words)
    expect(page.locator("[data-own-run]")).to_be_visible()
    expect(page.locator(".trains-to-run .chosen")).to_have_count(1)
    routed = [index for index, each in enumerate(words.split("|")) if stop in each]
    page.locator(f".trains-to-run [data-train='{routed[0]}']").click()
    page.locator(f".board .stop-target[data-stop='{stop}']").first.click(force=True)
    page.wait_for_function(CHANGED, arg=words)
    changed = traced(page)
    assert changed.count(stop) == words.count(stop), "it is on the route as before, not appended once more"
    assert (f"({stop}" in changed) != (f"({stop}" in words)
    page.locator("[data-run-way=best]").click()
    expect(page.locator("#run .run[data-suggested]")).to_be_visible()
    assert traced(page) == words


def test_an_empty_route_is_drawn_stop_by_stop(site: RunningSite, person: Arrive) -> None:
    _, words, _ = a_choice()
    page = running(site, person).page
    page.locator("[data-run-way=own]").click()
    expect(page.locator("[data-own-run]")).to_be_visible()
    page.locator("[data-draft=clear]").click()
    routed = next(each for each in words.split(" | ") if each.split()[1:])
    ends = [word.strip("()").partition("/")[0] for word in routed.split()[1:]]
    page.wait_for_function(CHANGED, arg=words)
    for count, stop in enumerate((ends[0], ends[-1]), 1):
        page.locator(f".board .stop-target[data-stop='{stop}']").first.click(force=True)
        expect(page.locator(".board .stop-target.chosen")).to_have_count(count)
    expect(page.locator("#run .routes-list li:not(.quiet)").first).to_be_visible()


def test_quick_clicks_on_stops_all_count(site: RunningSite, person: Arrive) -> None:
    _, words, _ = a_choice()
    page = running(site, person).page
    page.locator("[data-run-way=own]").click()
    expect(page.locator("[data-own-run]")).to_be_visible()
    page.locator("[data-draft=clear]").click()
    page.wait_for_function(CHANGED, arg=words)
    routed = next(each for each in words.split(" | ") if each.split()[1:])
    ends = [word.strip("()").partition("/")[0] for word in routed.split()[1:]]
    # Both clicks happen before the first of them is answered.
    page.evaluate(
        """stops => {
          for (const stop of stops) {
            const target = document.querySelector(`.board .stop-target[data-stop="${stop}"]`);
            target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
          }
        }""",
        [ends[0], ends[-1]],
    )
    expect(page.locator(".board .stop-target.chosen")).to_have_count(2)
    expect(page.locator("#run .routes-list li:not(.quiet)").first).to_be_visible()
