"""Many tabs of one browser, which allows six connections to a site: all of them stay alive."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE
from tests.browser.people import Person, by_name
from tests.web.sites import Program, RunningSite, begin

Arrive = Callable[..., Person]
TABS = 20


def open_tabs(browser: Browser, site: RunningSite, count: int, script: str = "") -> tuple[list[Page], list[Program]]:
    """One browser with so many tables, each in a tab of its own, seen by the second player; and the first players."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    if script:
        context.add_init_script(script)
    tabs, players = [], []
    for _ in range(count):
        game = begin(site.url)
        players.append(Program(site.url, game["seats"]["Ann"], game["id"]))
        tab = context.new_page()
        tab.goto(f"{site.url}/game/{game['id']}/join/{game['seats']['Ben']}")
        tabs.append(tab)
    return tabs, players


def test_twenty_tables_in_one_browser_stay_alive(site: RunningSite, browser: Browser) -> None:
    tabs, players = open_tabs(browser, site, TABS)
    for tab, ann in zip(tabs, players, strict=True):
        assert ann.act("bid 5", 0).status_code == 200
        expect(tab.locator("#table")).to_have_attribute("data-length", "1")
        expect(tab).to_have_title(re.compile("Your turn"))
    tabs[0].close()  # whichever tab came first, the others do not depend on it
    tabs[7].reload()
    for tab in tabs[1::3]:
        tab.locator("button.offer[data-action=pass]").click()
        expect(tab.locator("#table")).to_have_attribute("data-length", "2")
    tabs[1].context.close()


@pytest.mark.parametrize("script", ["delete window.SharedWorker"])
def test_browsers_without_shared_workers_listen_while_somebody_looks(
    site: RunningSite, browser: Browser, script: str
) -> None:
    [tab], [ann] = open_tabs(browser, site, 1, script)
    assert tab.evaluate("typeof SharedWorker") == "undefined"
    tab.wait_for_function("() => typeof NewsStream === 'function'")
    ann.act("bid 5", 0)
    expect(tab.locator("#table")).to_have_attribute("data-length", "1")
    tab.context.close()


def test_tabs_of_a_browser_come_back_after_a_restart(browser: Browser, person: Arrive, tmp_path: Path) -> None:
    with RunningSite(tmp_path / "site") as site:
        tabs, players = open_tabs(browser, site, 3)
        site.kill()
        for tab in tabs:
            expect(tab.locator("#connection")).to_be_visible()
        site.start()
        for tab, ann in zip(tabs, players, strict=True):
            expect(tab.locator("#connection")).to_be_hidden()
            ann.act("bid 5", 0)
            expect(tab.locator("#table")).to_have_attribute("data-length", "1")
        tabs[0].context.close()


def test_two_tabs_of_one_seat_stay_in_step(site: RunningSite, person: Arrive) -> None:
    game = begin(site.url)
    ann = by_name(game, site.url, Ann=person())["Ann"]
    other = ann.page.context.new_page()
    other.goto(ann.page.url)
    ann.decide("bid 5")
    expect(other.locator("#table")).to_have_attribute("data-length", "1")
