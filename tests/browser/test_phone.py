"""The table under a finger: a tile is chosen, turned and laid by tapping; everything is large enough and in sight."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from railhead.play.gamefile import GameFile
from tests.browser.people import Person
from tests.browser.positions import positions
from tests.browser.scripts import PLAYERS, first_operating_round
from tests.play.games import some_game
from tests.web.sites import PATIENCE, RunningSite

Arrive = Callable[..., Person]
WIDTH, HEIGHT = 390, 844
LEAST = 44
LEAST_IN_LOBBY = 32
"""Pixels that a finger hits. Links within a sentence are as high as its line."""
SMALL = """least => { const hit = (one) => {
  const own = one.getBoundingClientRect();
  const { position, width, height } = getComputedStyle(one, "::after"); // may reach further than what is seen
  return position === "absolute" ? { width: parseFloat(width), height: parseFloat(height) } : own;
}; return [...document.querySelectorAll("button, a[href], select, textarea, summary, input")]
  .map((one) => (one.matches("[type=radio], [type=checkbox]") && one.closest("label")) || one)
  .filter((one) => one.checkVisibility() && !one.matches(".skip, .off, [type=hidden]"))
  .filter((one) => !(one.matches("a") && getComputedStyle(one).display === "inline"))
  .map((one) => [hit(one), one.outerHTML.slice(0, 100)])
  .filter(([box]) => box.width && Math.min(box.width, box.height) < least)
  .map(([box, html]) => `${box.width} x ${box.height}: ${html}`) }"""
WIDE = """() => [document.documentElement, ...document.querySelectorAll(".todo, .panel, .group, .bar, .card")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth)
  .map((one) => one.className + " " + one.scrollWidth + " > " + one.clientWidth)"""
BENEATH = """() => { const box = (part) => document.querySelector(part)?.getBoundingClientRect();
  const [stage, tray] = [box("#decision"), box("#turn")];
  return stage && tray ? stage.bottom - tray.top : 0 }"""
"""How far the decision reaches below the tray with the buttons that end a turn."""
TALLER = "() => document.documentElement.scrollHeight - document.documentElement.clientHeight"
"""How far the page itself scrolls: only the boxes on it may."""
PANELS = ("market", "players", "companies", "log", "bank", "tiles", "sheet", "charts", "talk")


def sitting_at(site: RunningSite, person: Arrive, file: GameFile) -> Person:
    """Somebody with a phone who plays all seats of a game under way."""
    answer = httpx.post(f"{site.url}/api/games/import", content=file.to_json(), timeout=PATIENCE)
    game: dict[str, Any] = answer.json()
    somebody = person(WIDTH, HEIGHT, touch=True)
    somebody.take_all_seats(site.url, game)
    return somebody


def tap(page: Page, what: Locator) -> None:
    """Tap the middle of something on the board."""
    expect(what).to_be_visible()
    box = what.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.parametrize("title", ["1860", "1862"])
def test_a_tile_is_laid_by_tapping(site: RunningSite, person: Arrive, title: str) -> None:
    somebody = person(WIDTH, HEIGHT, touch=True)
    page = somebody.page
    somebody.open(site.url)
    page.locator(f"label:has(input[name=title][value='{title}'])").tap()
    page.get_by_role("button", name="Skip the opening").tap()
    somebody.sits_at_a_table()
    before = somebody.length
    hex_ = page.locator(".board .target.legal").first
    tap(page, hex_)
    choice = page.locator(".tile-choice[data-legal='1']").first
    expect(choice).to_be_visible()
    expect(page.locator("#gains .loading")).to_have_count(0)  # the best tile moves to the front then
    if "chosen" not in (choice.get_attribute("class") or ""):
        choice.tap()
    ways = choice.locator(".way").count()
    action = page.locator(".lay-bar [name=action]")
    first = action.input_value()
    if ways > 1:
        page.locator(".lay-bar [data-rotate]").tap()
        assert action.input_value() != first
        for _ in range(ways - 1):
            tap(page, page.locator(".board .target.chosen"))
        assert action.input_value() == first, "the hex is in sight beside the tiles, and a tap on it turns the tile"
    page.locator("[data-lay]").tap()
    somebody.sees_at_least(before + 1)


@pytest.mark.parametrize(("title", "moves"), [("1860", 0), ("1860", 70), ("1862", 0), ("1862", 70), ("1862", 120)])
def test_everything_is_large_enough_and_fits(site: RunningSite, person: Arrive, title: str, moves: int) -> None:
    somebody = sitting_at(site, person, some_game(1, moves, title=title))
    page = somebody.page
    assert page.evaluate(SMALL, LEAST) == []
    assert page.evaluate(WIDE) == []
    assert page.evaluate(BENEATH) <= 0
    assert page.evaluate(TALLER) <= 0
    for panel in PANELS:
        somebody.open_panel(panel)
        expect(page.locator(f".panel-{panel} .loading")).to_have_count(0)
        assert page.evaluate(SMALL, LEAST) == [], panel
        assert page.evaluate(WIDE) == [], panel


def test_the_lobby_is_large_enough_and_fits(site: RunningSite, person: Arrive) -> None:
    somebody = person(WIDTH, HEIGHT, touch=True)
    somebody.open(site.url)
    for summary in somebody.page.locator("summary:visible").all():
        summary.tap()
    assert somebody.page.evaluate(SMALL, LEAST_IN_LOBBY) == []
    assert somebody.page.evaluate(WIDE) == []


def test_a_board_of_which_nothing_could_be_read_begins_with_the_company_whose_turn_it_is(
    site: RunningSite, person: Arrive
) -> None:
    somebody = sitting_at(site, person, positions("18BF")["Dividend"])
    expect(somebody.page.locator("#decision .alternatives")).to_be_visible()
    somebody.page.wait_for_function(
        """() => {
          const board = document.querySelector("svg.board");
          const [x, y, width, height] = board.getAttribute("viewBox").split(" ").map(Number);
          const [left, top, wide, high] = board.dataset.home.split(" ").map(Number);
          const whole = board.dataset.whole.split(" ").map(Number);
          return Number(board.dataset.level) >= 22 && height < whole[3] && x <= left + wide / 2
            && x + width >= left + wide / 2 && y <= top + high / 2 && y + height >= top + high / 2;
        }"""
    )


def test_the_board_shows_where_the_trains_run(site: RunningSite, person: Arrive) -> None:
    seed, actions = first_operating_round("1860")
    number = next(number for number, action in enumerate(actions) if action.startswith("run "))
    file = replace(GameFile.new("1860", PLAYERS, (), seed), actions=actions[:number])
    somebody = sitting_at(site, person, file)
    expect(somebody.page.locator(".board .routes path").first).to_be_attached()
    somebody.page.wait_for_function(
        """() => {
          const board = document.querySelector("svg.board");
          const [x, y, width, height] = board.getAttribute("viewBox").split(" ").map(Number);
          const run = board.querySelector(".routes").getBBox();
          const whole = board.dataset.whole.split(" ").map(Number);
          return width < whole[2] && x <= run.x && y <= run.y
            && x + width >= run.x + run.width && y + height >= run.y + run.height;
        }"""
    )


def test_a_route_is_put_together_by_tapping_near_its_stops(site: RunningSite, person: Arrive) -> None:
    seed, actions = first_operating_round("1860")
    number = next(number for number, action in enumerate(actions) if action.startswith("run "))
    file = replace(GameFile.new("1860", PLAYERS, (), seed), actions=actions[:number])
    somebody = sitting_at(site, person, file)
    page = somebody.page
    expect(page.locator("#run .run")).to_be_visible()
    page.locator("[data-run-way=own]").tap()
    expect(somebody.table).to_have_class(re.compile("drafting"))
    page.locator("[data-draft=clear]").tap()
    expect(page.locator("#run .routes-list li.quiet")).to_be_visible()
    ends = [stop.strip("()") for stop in actions[number].split(",")[0].split(" ")[2].split("-") if "." in stop]
    for stop in (ends[0], ends[-1]):
        box = page.locator(f".stop-target[data-stop='{stop}']").bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] + 1)
        expect(page.locator(f".stop-target[data-stop='{stop}']")).to_have_class(re.compile("chosen"))
    expect(page.locator("#run .routes-list li:not(.quiet)").first).to_be_visible()
