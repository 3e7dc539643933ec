"""A title on a board of a continent, clicked at two sizes: going to a place, and the decisions of a turn."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import expect

from railhead.play.gamefile import GameFile
from tests.browser.people import Person
from tests.browser.positions import positions
from tests.web.sites import PATIENCE, RunningSite

Arrive = Callable[..., Person]
SIZES = [(1440, 900), (390, 844)]


def seated(site: RunningSite, somebody: Person, file: GameFile) -> Person:
    """Somebody who has all seats of a game."""
    answer = httpx.post(f"{site.url}/api/games/import", content=file.to_json(), timeout=PATIENCE)
    assert answer.status_code == 201, answer.text
    somebody.take_all_seats(site.url, answer.json())
    return somebody


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_place_is_gone_to_by_name(site: RunningSite, person: Arrive, width: int, height: int) -> None:
    somebody = seated(site, person(width, height, touch=width < 600), positions("18OE")["BuildTrack"])
    somebody.open_panel("board") if width < 600 else somebody.see_board()
    board = somebody.page.locator("svg.board").first
    whole = board.get_attribute("viewBox")
    wanted = somebody.page.locator("[data-go-to]")
    wanted.fill("Atlantis")
    wanted.press("Enter")
    expect(wanted).to_have_js_property("validationMessage", "Nothing on the board is called that.")
    wanted.fill("Wien")
    wanted.press("Enter")
    expect(wanted).to_have_value("")
    expect(board).not_to_have_attribute("viewBox", whole or "")
    assert somebody.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    somebody.picture(f"continent-{width}")


def test_labels_for_looking_closely_come_when_they_are_wanted(site: RunningSite, person: Arrive) -> None:
    somebody = seated(site, person(), positions("18OE")["BuildTrack"])
    page, board = somebody.page, somebody.page.locator("svg.board").first
    sent = page.request.get(page.url).text()  # before any script has fetched more
    assert re.findall(r'class="level level-(\d+)', sent) == ["12"]
    page.locator("[data-go-to]").fill("Wien")
    page.locator("[data-go-to]").press("Enter")
    expect(board).not_to_have_attribute("data-level", "12")
    expect(page.locator(".level:not(.level-12) .name:visible").first).to_be_visible()
    expect(page.locator(".standing-in")).to_have_count(0)
    expect(page.locator(".regions")).to_have_count(0)
    page.locator("[data-toggle=regions]").click()
    expect(page.locator(".regions path").first).to_be_visible()
    area = board.bounding_box()
    assert area is not None
    assert area["width"] > 500, "the legend must not take the place of the board"
    page.locator("[data-zoom=fit]").click()
    page.keyboard.press("l")
    expect(board).not_to_have_attribute("viewBox", board.get_attribute("data-whole") or "")
    expect(page.locator(".target.lit").first).to_be_visible()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_board_shows_where_trains_run(site: RunningSite, person: Arrive, width: int, height: int) -> None:
    somebody = seated(site, person(width, height, touch=width < 600), positions("18OE")["RunTrains"])
    board, line = somebody.page.locator("svg.board").first, somebody.page.locator(".board .routes .route").first
    expect(somebody.page.locator("#run .run")).to_have_attribute("data-suggested", "1")
    expect(line).to_be_attached()
    whole = board.get_attribute("data-whole")
    expect(board).not_to_have_attribute("viewBox", whole or "")
    around, run = board.bounding_box(), line.bounding_box()
    assert around is not None
    assert run is not None
    assert around["x"] <= run["x"] < run["x"] + run["width"] <= around["x"] + around["width"]
    assert around["y"] <= run["y"] < run["y"] + run["height"] <= around["y"] + around["height"]
    assert run["width"] + run["height"] > 60


def test_charters_are_filtered_and_that_is_remembered(site: RunningSite, person: Arrive) -> None:
    somebody = seated(site, person(), positions("18OE")["BuildTrack"])
    page = somebody.page
    all_ = page.locator(".charter:visible").count()
    page.locator("[data-charters=mine]").click()
    expect(page.locator("[data-charters=mine]")).to_have_attribute("aria-pressed", "true")
    mine = page.locator(".charter:visible")
    assert 0 < mine.count() < all_
    for card in mine.all():
        assert {"mine", "acting"} & set((card.get_attribute("data-is") or "").split())
    page.locator("[data-charter-kind]").select_option("Regional")
    shown = [card.get_attribute("data-is") for card in mine.all()]
    page.reload()
    expect(page.locator("[data-charters=mine]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-charter-kind]")).to_have_value("Regional")
    assert [card.get_attribute("data-is") for card in mine.all()] == shown


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_any_company_is_found_by_its_name(site: RunningSite, person: Arrive, width: int, height: int) -> None:
    somebody = seated(site, person(width, height, touch=width < 600), positions("18OE")["BuildTrack"])
    somebody.open_panel("companies")
    page, wanted = somebody.page, somebody.page.locator("[data-charter-name]")
    everything = page.locator(".charter:visible").count()
    listed = page.locator(".charter:visible, .unstarted > li:visible, .gone-company:visible")
    for words, symbol in (("scroll surv", "B"), ("lyon et", "PLM")):
        wanted.fill(words)
        expect(listed).to_have_count(1)
        expect(listed).to_contain_text(symbol)
    wanted.fill("Santa Fe")
    expect(page.locator("[data-no-charter]")).to_be_visible()
    wanted.fill("")
    expect(page.locator(".charter:visible")).to_have_count(everything)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("step", ["PacketTurn", "Concession", "StockTurn", "BuyTrains"])
def test_what_bots_decide_can_be_clicked(site: RunningSite, person: Arrive, step: str, width: int, height: int) -> None:
    file, longest = positions("18OE")[step], max(positions("18OE").values(), key=lambda each: len(each.actions))
    somebody = seated(site, person(width, height, touch=width < 600), file)
    somebody.decide(longest.actions[len(file.actions)])
    assert somebody.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    somebody.picture(f"{step}-{width}")
