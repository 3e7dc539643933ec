"""The whole table by keyboard: a turn without a mouse, the board by arrow keys, a focus that is seen and never lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import httpx
import pytest
from playwright.sync_api import Dialog, Route, expect

from railhead.play.gamefile import GameFile
from tests.browser.keyboard import Typist
from tests.browser.people import Person, by_name
from tests.browser.scripts import PLAYERS, first_operating_round
from tests.web.sites import PATIENCE, RunningSite, begin

Arrive = Callable[..., Person]
VISIBLE = """() => {
  const one = document.activeElement;
  const { outlineStyle, outlineWidth, stroke, strokeWidth } = getComputedStyle(one);
  const box = one.getBoundingClientRect();
  const outlined = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  const drawn = one instanceof SVGElement && stroke !== "none" && parseFloat(strokeWidth) >= 10;
  const after = getComputedStyle(one, "::after").content !== "none";
  return { html: one.outerHTML.slice(0, 120), shown: outlined || drawn || after, area: box.width * box.height };
}"""
STOPS = 45
"""Stops of the Tab key that are looked at."""


def typist_at(site: RunningSite, person: Arrive, file: GameFile) -> Typist:
    """Somebody without a mouse who plays all seats of a game under way."""
    answer = httpx.post(f"{site.url}/api/games/import", content=file.to_json(), timeout=PATIENCE)
    game: dict[str, Any] = answer.json()
    somebody = person()
    somebody.take_all_seats(site.url, game)
    return Typist(somebody)


def segment(kinds: str) -> tuple[GameFile, tuple[str, ...]]:
    """A game before decisions of these kinds in a row, and what is decided."""
    seed, actions = first_operating_round("1860")
    wanted = tuple(kinds.split())
    for first in range(len(actions)):
        found = actions[first : first + len(wanted)]
        if tuple(action.split()[0] for action in found) == wanted:
            return replace(GameFile.new("1860", PLAYERS, (), seed), actions=actions[:first]), found
    raise AssertionError(f"nobody decides {kinds} in a row")


@pytest.mark.parametrize("kinds", ["buy", "lay token train", "lay run keep train"])
def test_a_turn_by_keys_alone(site: RunningSite, person: Arrive, kinds: str) -> None:
    file, actions = segment(kinds)
    typist = typist_at(site, person, file)
    for action in actions:
        typist.decide(action)


def test_the_focus_goes_on_where_news_overtakes_the_answer(site: RunningSite, person: Arrive) -> None:
    file, actions = segment("lay token train")
    typist = typist_at(site, person, file)

    def late(route: Route) -> None:
        before = typist.person.length
        answer = route.fetch()
        typist.person.sees_at_least(before + 1)
        route.fulfill(response=answer)

    typist.page.route("**/act", late)
    for action in actions:
        typist.decide(action)
    typist.page.unroute_all(behavior="wait")  # the last answer is still on its way


def test_arrow_keys_lead_from_hex_to_hex_and_escape_back(site: RunningSite, person: Arrive) -> None:
    file, _ = segment("lay run")
    typist = typist_at(site, person, file)
    page = typist.page
    presses = typist.tab_to(".board .target")
    typist.press("Tab")
    assert not typist.has_focus(".board .target"), "the board is one stop of the Tab key"
    typist.press("Shift+Tab")
    start = page.evaluate("document.activeElement.dataset.hex")
    label = page.evaluate("document.activeElement.querySelector('title')?.textContent")
    assert start in label, "a screen reader hears which hex it is"
    for there, back in (("ArrowRight", "ArrowLeft"), ("ArrowDown", "ArrowUp")):
        typist.press(there)
        assert page.evaluate("document.activeElement.dataset.hex") != start
        typist.press(back)
        assert page.evaluate("document.activeElement.dataset.hex") == start
    typist.tab_to(".board .target.legal", "PageDown")
    chosen = page.evaluate("document.activeElement.dataset.hex")
    typist.press("Enter")
    typist.expect_focus(".tile-choice")
    typist.press("Escape")
    expect(page.locator(".hex-offers")).to_have_count(0)
    typist.expect_focus(f".board .target[data-hex='{chosen}']")  # the focus returns to the hex
    assert presses < STOPS


@pytest.mark.parametrize("kinds", ["buy", "lay run"])
def test_the_focus_is_seen_wherever_it_goes(site: RunningSite, person: Arrive, kinds: str) -> None:
    file, _ = segment(kinds)
    typist = typist_at(site, person, file)
    for _ in range(STOPS):
        typist.press("Tab")
        if typist.has_focus("body"):
            break
        seen = typist.page.evaluate(VISIBLE)
        assert seen["shown"], seen
        assert seen["area"] > 0, seen


def test_skip_links_dialogs_and_panels(site: RunningSite, person: Arrive) -> None:
    file, _ = segment("lay run")
    typist = typist_at(site, person, file)
    page = typist.page
    typist.press("Tab")
    typist.expect_focus(".skip[href='#decision']")
    typist.press("Enter")
    typist.expect_focus("#decision")
    typist.press("Tab")
    typist.expect_focus(".stage *, .tray *")
    typist.tab_to("[data-help]", "Shift+Tab")
    typist.press("Enter")
    expect(page.locator("#keys")).to_be_visible()
    for _ in range(12):
        typist.press("Tab")
        assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('#keys')")
    typist.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    typist.expect_focus("[data-help]")  # what opened the dialog
    typist.press("3")
    typist.expect_focus(".panel-log")
    typist.press("f")
    expect(page.locator(".panel-log.forward")).to_be_visible()
    typist.press("Escape")
    expect(page.locator(".panel-log.forward")).to_have_count(0)


def test_no_key_does_harm_by_mistake(site: RunningSite, person: Arrive) -> None:
    game = begin(site.url)
    ann = by_name(game, site.url, Ann=person())["Ann"]
    asked: list[str] = []

    def refuse(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    ann.page.remove_listener("dialog", ann.accept)
    ann.page.on("dialog", refuse)
    ann.page.keyboard.press("p")
    assert asked == ["Pass?"]
    assert ann.length == 0
    ann.page.locator("[data-help]").click()
    ann.page.locator("[data-letter-keys]").uncheck()
    ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("p")
    ann.page.reload()
    ann.page.keyboard.press("p")
    assert asked == ["Pass?"], "keys of a single letter are off, and stay off"
    assert ann.length == 0


def test_moves_are_said_once_and_refusals_at_once(site: RunningSite, person: Arrive) -> None:
    game = begin(site.url)
    people = by_name(game, site.url, Ann=person(), Ben=person())
    ann, ben = people["Ann"], people["Ben"]
    ben.page.evaluate(
        """() => {
          window.said = [];
          new MutationObserver(() => {
            const text = document.getElementById("said").textContent;
            if (text) said.push(text);
          }).observe(document.getElementById("said"), { childList: true, characterData: true, subtree: true });
        }"""
    )
    ann.decide("bid 5")
    ben.page.wait_for_function("() => said.length > 0")
    assert len(ben.page.evaluate("said")) == 1
    assert re.search(r"Ann .*5.*It is your turn", ben.page.evaluate("said[0]"))
    expect(ben.page.locator("#said")).to_have_attribute("role", "status")
    expect(ben.page.locator("#refused")).to_have_attribute("role", "alert")


def test_what_others_do_leaves_the_focus_alone(site: RunningSite, person: Arrive) -> None:
    game = begin(site.url)
    people = by_name(game, site.url, Ann=person(), Cleo=person())
    ann, cleo = people["Ann"], people["Cleo"]
    tab = ".tabs [data-panel=log]"
    cleo.page.locator(tab).focus()
    ann.decide("bid 5")
    cleo.sees_length(1)
    cleo.page.wait_for_function("selector => document.activeElement.matches(selector)", arg=tab)
