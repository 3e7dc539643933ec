"""The table in a real browser: live, taken back, reconnected, on a phone, with the keyboard, for everybody."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from railhead.play.gamefile import GameFile
from tests.browser.people import CUT_OFF, REFUSED, Person, by_name
from tests.play.games import some_game
from tests.web.sites import PATIENCE, RunningSite, begin

Arrive = Callable[..., Person]
SIZES = {"wide": (1440, 900), "middle": (1024, 768), "phone": (390, 844)}
PANELS = ("players", "companies", "log", "bank", "tiles", "sheet", "charts", "talk", "settings")
AIMED = """sides => {
  const shown = document.querySelector("[data-board] .board").getAttribute("viewBox").split(" ").map(Number);
  return shown.every((side, index) => Math.abs(side - sides[index]) < 1);
}"""
"""Does the board show about this part of itself?"""


def three(site: RunningSite, person: Arrive) -> tuple[dict[str, Any], dict[str, Person]]:
    """Ann, Ben and Cleo at a new table."""
    game = begin(site.url)
    return game, by_name(game, site.url, Ann=person(), Ben=person(), Cleo=person())


def brought_in(site: RunningSite, file: GameFile) -> dict[str, Any]:
    """A game under way."""
    answer = httpx.post(f"{site.url}/api/games/import", content=file.to_json(), timeout=PATIENCE)
    made: dict[str, Any] = answer.json()
    return made


def test_a_move_is_seen_by_all_others_at_once(site: RunningSite, person: Arrive) -> None:
    game, people = three(site, person)
    watcher = person()
    watcher.open(f"{site.url}/game/{game['id']}/join/{game['watch']}")
    expect(people["Ben"].page).not_to_have_title(re.compile("Your turn"))
    people["Ann"].decide("bid 5")
    for other in (people["Ben"], people["Cleo"], watcher):
        other.sees_length(1)
    expect(people["Ben"].page).to_have_title(re.compile("Your turn"))
    expect(people["Ben"].page.locator("#icon")).to_have_attribute("href", re.compile("icon-turn"))
    expect(people["Ann"].page).not_to_have_title(re.compile("Your turn"))
    assert not watcher.page.locator("button.offer").count()


def test_moves_are_taken_back_with_consent(site: RunningSite, person: Arrive) -> None:
    _, people = three(site, person)
    ann, ben = people["Ann"], people["Ben"]
    ann.decide("bid 5")
    ann.page.get_by_role("button", name="Undo my move").click()
    ann.sees_length(2)
    ann.decide("bid 10")
    ben.sees_length(3)
    ben.decide("bid 15")
    ann.sees_length(4)
    ann.page.get_by_role("button", name="Ask to undo").click()
    expect(ann.page.get_by_text("Waiting for Ben")).to_be_visible()
    ben.page.get_by_role("button", name="Agree", exact=True).click()
    ann.sees_length(5)
    expect(people["Cleo"].table).to_have_attribute("data-last", "1")
    ann.open_panel("log")
    expect(ann.page.locator(".panel-log")).to_contain_text("Ben bids 15")


def test_the_page_comes_back_after_a_restart(person: Arrive, tmp_path: Path) -> None:
    with RunningSite(tmp_path / "site") as site:
        _, people = three(site, person)
        for somebody in people.values():
            somebody.expects = CUT_OFF
        people["Ann"].decide("bid 5")
        people["Ben"].sees_length(1)
        site.kill()
        expect(people["Ben"].page.locator("#connection")).to_be_visible()
        site.start()
        expect(people["Ben"].page.locator("#connection")).to_be_hidden()
        people["Ben"].decide("bid 10")
        for name in ("Ann", "Cleo"):
            people[name].sees_length(2)


def test_a_stale_page_is_told_and_refreshed(site: RunningSite, person: Arrive) -> None:
    game = begin(site.url)
    people = by_name(game, site.url, Ann=person())
    ann = people["Ann"]
    ann.expects = REFUSED
    ann.page.evaluate("document.getElementById('live').remove()")
    headers = {"Authorization": f"Bearer {game['seats']['Ann']}"}
    posted = {"action": "bid 5", "length": 0}
    httpx.post(f"{site.url}/api/games/{game['id']}/actions", json=posted, headers=headers)
    ann.page.locator("button.offer[data-action=pass]").click()
    ann.sees_length(1)
    expect(ann.page.locator(".toast")).to_contain_text("changed")


def test_talk_and_notes(site: RunningSite, person: Arrive) -> None:
    _, people = three(site, person)
    ann, ben = people["Ann"], people["Ben"]
    for somebody in (ann, ben):
        somebody.open_panel("talk")
    ann.page.get_by_placeholder("Say something").fill("Good luck!")
    ann.page.get_by_role("button", name="Say").click()
    expect(ben.page.locator("#messages")).to_contain_text("Good luck!")
    expect(ann.page.get_by_placeholder("Say something")).to_have_value("")
    ann.page.locator("#note").fill("watch the Ryde")
    expect(ann.page.locator(".notes output")).to_have_text("Saved")
    ann.page.reload()
    expect(ann.page.locator("#note")).to_have_value("watch the Ryde")
    ben.page.reload()
    expect(ben.page.locator("#note")).to_have_value("")


def test_history_by_slider_keys_and_link(site: RunningSite, person: Arrive) -> None:
    game = brought_in(site, some_game(1, 60))
    somebody = person()
    somebody.open(f"{site.url}/game/{game['id']}/join/{game['watch']}")
    expect(somebody.table).to_have_attribute("data-at", "60")
    somebody.page.keyboard.press("[")
    expect(somebody.table).to_have_attribute("data-at", "59")
    somebody.page.locator("[data-history]").fill("20")
    expect(somebody.table).to_have_attribute("data-at", "20")
    assert somebody.page.url.endswith("?at=20")
    other = person()
    other.open(f"{site.url}/game/{game['id']}/join/{game['watch']}")
    other.open(somebody.page.url)
    expect(other.table).to_have_attribute("data-at", "20")
    other.page.keyboard.press("{")
    expect(other.table).not_to_have_attribute("data-at", "20")
    assert int(other.table.get_attribute("data-at") or 99) < 20
    other.page.locator(".bar .now").click()
    expect(other.table).to_have_attribute("data-at", "60")


def test_anybody_plans_at_any_time(site: RunningSite, person: Arrive) -> None:
    game = brought_in(site, some_game(1, 60))
    watcher = person()
    watcher.open(f"{site.url}/game/{game['id']}/join/{game['watch']}")
    before = watcher.length
    watcher.point_at("E5")
    expect(watcher.page.locator(".hex-offers .tile-choice").first).to_be_visible()
    assert not watcher.page.locator("[data-lay]").count()
    watcher.page.locator(".hex-offers .tile-choice").first.click()
    expect(watcher.page.locator(".board .preview > *").first).to_be_attached()
    watcher.page.keyboard.press("Escape")
    expect(watcher.page.locator(".hex-offers")).to_have_count(0)
    assert watcher.length == before


def test_the_board_is_zoomed_by_wheel_and_keys(site: RunningSite, person: Arrive) -> None:
    game = brought_in(site, some_game(1, 60))
    watcher = person()
    watcher.open(f"{site.url}/game/{game['id']}/join/{game['watch']}")
    watcher.see_board()
    board = watcher.page.locator("[data-board] .board")
    whole = board.get_attribute("viewBox")
    board.hover()
    watcher.page.mouse.wheel(0, -400)
    expect(board).not_to_have_attribute("viewBox", whole or "")
    watcher.page.keyboard.press("0")
    watcher.page.wait_for_function(AIMED, arg=[float(side) for side in (whole or "").split()])


def sizes_and_titles() -> Iterator[Any]:
    """Every size with two titles; in a quick run with one of them, in turn."""
    for number, size in enumerate(SIZES):
        for other, title in enumerate(("1862", "1860")):
            yield pytest.param(size, title, marks=() if number % 2 == other else pytest.mark.long)


@pytest.mark.parametrize(("size", "title"), list(sizes_and_titles()))
def test_every_part_is_within_reach(site: RunningSite, person: Arrive, size: str, title: str) -> None:
    game = brought_in(site, some_game(1, 120, title=title))
    width, height = SIZES[size]
    somebody = person(width, height, touch=size == "phone")
    somebody.open(f"{site.url}/game/{game['id']}/join/{game['watch']}")
    for panel in PANELS:
        somebody.open_panel(panel)
        expect(somebody.page.locator(f".panel-{panel}")).to_be_visible()
        overflow = somebody.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert overflow <= 0, (panel, overflow)
    somebody.picture(f"{title}-{size}")


def test_on_a_phone_a_decision_is_a_tap(site: RunningSite, person: Arrive) -> None:
    game = begin(site.url)
    phone = person(390, 844, touch=True)
    by_name(game, site.url, Ann=phone)
    pass_ = phone.page.locator("button.offer[data-action=pass]")
    pass_.scroll_into_view_if_needed()
    box = pass_.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 32
    pass_.tap()
    phone.sees_length(1)


def test_the_keyboard_is_enough(site: RunningSite, person: Arrive) -> None:
    game = begin(site.url)
    ann = by_name(game, site.url, Ann=person())["Ann"]
    ann.page.keyboard.press("?")
    expect(ann.page.locator("#keys")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#keys")).to_be_hidden()
    ann.page.keyboard.press("3")
    expect(ann.page.locator(".panel-log")).to_be_visible()
    ann.page.keyboard.press("p")
    ann.sees_length(1)


LETTER_AT_ONCE = """() => {
  document.getElementById("keys").close();
  const log = new KeyboardEvent("keydown", { key: "3", bubbles: true });
  document.activeElement.dispatchEvent(log);
}"""
"""The list of keys is closed, and a key follows before the browser has drawn the page again."""


def test_a_key_counts_from_the_moment_the_list_of_keys_is_closed(site: RunningSite, person: Arrive) -> None:
    """Until the next picture the browser leaves the focus in the list that is gone: it must not swallow a key."""
    game = begin(site.url)
    ann = by_name(game, site.url, Ann=person())["Ann"]
    ann.page.keyboard.press("?")
    expect(ann.page.locator("#keys")).to_be_visible()
    ann.page.locator("#keys [data-letter-keys]").focus()
    ann.page.evaluate(LETTER_AT_ONCE)
    expect(ann.page.locator(".panel-log")).to_be_visible()


HEARD = """window.told = [];
window.AudioContext = class {
  resume() {}
  get currentTime() { return 0; }
  createOscillator() { return { frequency: {}, connect: (to) => to, start() { told.push("tone"); }, stop() {} }; }
  createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} }; }
};
window.Notification = class {
  static permission = "default";
  static async requestPermission() { return (this.permission = window.allowed ?? "granted"); }
  constructor(title) { told.push(title); }
};
Object.defineProperty(document, "hidden", { get: () => true });"""
"""A browser whose tones and notices are written down, and whose window is in the background."""


def test_sound_and_notice_come_with_one_s_turn(site: RunningSite, person: Arrive) -> None:
    game = begin(site.url)
    ann, ben = person(), person()
    ben.page.add_init_script(HEARD)
    by_name(game, site.url, Ann=ann, Ben=ben)
    ben.open_panel("settings")
    ben.page.get_by_label("Sound when it is my turn").check()
    ben.page.wait_for_function("() => told.length === 1")  # one hears what to listen for
    assert ben.page.evaluate("told") == ["tone"]
    ben.page.get_by_label("Desktop notification").check()
    expect(ben.page.locator("[data-no-notice]")).to_be_hidden()
    ben.page.reload()
    expect(ben.page.get_by_label("Desktop notification")).to_be_checked()
    ben.page.evaluate("Notification.requestPermission()")
    ann.decide("bid 5")
    ben.sees_length(1)
    ben.page.wait_for_function("() => told.length === 2")
    assert set(ben.page.evaluate("told")) == {"tone", "It is your turn"}


def test_who_may_not_be_notified_is_told(site: RunningSite, person: Arrive) -> None:
    game = begin(site.url)
    ben = person()
    ben.page.add_init_script(HEARD + "window.allowed = 'denied';")
    by_name(game, site.url, Ben=ben)
    ben.open_panel("settings")
    ben.page.get_by_label("Desktop notification").click()
    expect(ben.page.locator("[data-no-notice]")).to_be_visible()
    expect(ben.page.get_by_label("Desktop notification")).not_to_be_checked()


def test_a_copy_is_played_on_and_the_game_is_not(site: RunningSite, person: Arrive) -> None:
    game = brought_in(site, some_game(1, 60))
    somebody = person()
    somebody.open(f"{site.url}/game/{game['id']}/join/{game['seats']['Ada']}")  # who may see every treasury
    address = somebody.page.url
    somebody.page.locator("[data-history]").fill("20")
    expect(somebody.table).to_have_attribute("data-at", "20")
    somebody.page.get_by_role("button", name="Try out from here").click()
    expect(somebody.page.locator(".bar .copy-mark")).to_be_attached()
    expect(somebody.table).to_have_attribute("data-last", "20")
    assert somebody.may_act
    somebody.sits_at_a_table()
    somebody.page.locator("button.offer[data-action]").first.click()
    somebody.sees_at_least(21)
    somebody.open(address)
    expect(somebody.table).to_have_attribute("data-last", "60")
    somebody.open_panel("settings")
    somebody.page.get_by_role("button", name="Try it out in a copy").click()
    expect(somebody.page.locator(".bar .copy-mark")).to_be_attached()
    expect(somebody.table).to_have_attribute("data-last", "60")
    assert somebody.may_act
