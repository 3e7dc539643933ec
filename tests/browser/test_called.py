"""Being called to the table, in a browser: a page that is seen says so, and shows the time that is left."""

from __future__ import annotations

from collections.abc import Callable

import httpx
from playwright.sync_api import expect

from tests.browser.people import Person
from tests.web.sites import PATIENCE, Program, RunningSite

Arrive = Callable[..., Person]


def table(site: RunningSite) -> dict[str, dict[str, str]]:
    """A table with a pace."""
    asked = {"title": "1860", "players": ["Ann", "Ben", "Cleo"], "pace": {"hours": 24, "bank": 48}}
    made: dict[str, dict[str, str]] = httpx.post(f"{site.url}/api/games", json=asked, timeout=PATIENCE).json()
    return made


def test_whoever_sees_that_it_is_their_turn_says_so_once(site: RunningSite, person: Arrive) -> None:
    game, ben = table(site), person()
    said: list[str] = []
    ben.page.on("request", lambda request: said.append(request.url) if request.url.endswith("/present") else None)
    ben.page.goto(f"{site.url}/game/{game['id']}/join/{game['seats']['Ben']}")
    expect(ben.page.locator("[data-deadline]")).to_have_text("time ends in 3 days")
    assert said == []
    ann, cleo = (Program(site.url, game["seats"][name], str(game["id"])) for name in ("Ann", "Cleo"))
    with ben.page.expect_response(lambda answer: answer.url.endswith("/present")) as seen:
        assert ann.act("bid 5", 0).status_code == httpx.codes.OK
    assert seen.value.status == 204
    ben.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert len(said) == 1
    assert Program(site.url, game["seats"]["Ben"], str(game["id"])).act("bid 10", 1).status_code == httpx.codes.OK
    assert cleo.act("pass", 2).status_code == httpx.codes.OK
    with ben.page.expect_response(lambda answer: answer.url.endswith("/present")):
        assert ann.act("bid 15", 3).status_code == httpx.codes.OK


def test_the_script_for_calls_with_the_page_closed_can_be_installed(site: RunningSite, person: Arrive) -> None:
    game, ben = table(site), person()
    ben.page.goto(f"{site.url}/game/{game['id']}/join/{game['seats']['Ben']}")
    ben.page.goto(f"{site.url}/game/{game['id']}/calls")
    expect(ben.page.get_by_role("button", name="Notify me on this device")).to_be_enabled()
    scope = ben.page.evaluate(
        "navigator.serviceWorker.register('/service-worker.js').then(() => navigator.serviceWorker.ready)"
        ".then((worker) => worker.scope)"
    )
    assert scope == f"{site.url}/"
