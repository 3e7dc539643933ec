"""Sketches in a browser: tiles are laid and turned, tokens and trains given, and the best run follows."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from railhead.play.gamefile import GameFile
from tests.browser.people import Person
from tests.browser.test_phone import LEAST, SMALL, WIDE, Arrive
from tests.play.games import some_game
from tests.web.sites import PATIENCE, RunningSite

MORE = "least => Number(document.querySelector('#sketch-best .run')?.dataset.revenue) > least"
UNDER_WAY = ".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added"
"""What htmx marks while an answer is on its way, or is just being put into the page."""
SIZES = [(1440, 900, False), (390, 844, True)]


def open_sketch(site: RunningSite, somebody: Person, file: GameFile) -> None:
    """Somebody at a table opens a sketch from the board's tools."""
    game: dict[str, Any] = httpx.post(f"{site.url}/api/games/import", content=file.to_json(), timeout=PATIENCE).json()
    somebody.open(f"{site.url}/game/{game['id']}/join/{next(iter(game['seats'].values()))}")
    address = somebody.page.locator(".board-tools a", has_text="Sketch").get_attribute("href")
    somebody.open(f"{site.url}{address}")


def point_at(page: Page, hex_: str) -> None:
    page.locator(f".board .target[data-hex='{hex_}']").first.click(force=True)
    expect(page.locator(f".sketch-offers[data-for='{hex_}']")).to_be_visible()


def drawn(page: Page) -> str:
    return page.locator("#sketch").get_attribute("data-sketch") or ""


def revenue(page: Page) -> int:
    """What the company earns, once that is known."""
    return int(page.locator("#sketch-best .run").get_attribute("data-revenue") or -1)


@pytest.mark.parametrize(("width", "height", "touch"), SIZES)
def test_a_player_plans_and_finds_it_again(
    site: RunningSite, person: Arrive, width: int, height: int, touch: bool
) -> None:
    somebody = person(width, height, touch=touch)
    open_sketch(site, somebody, some_game(1, 300))
    page = somebody.page
    blank = drawn(page)
    point_at(page, "F6")
    tile = page.locator(".sketch-offers .sketch-tile:not(.chosen)").first
    name = tile.get_attribute("data-tile")
    tile.click()
    expect(page.locator(".sketch-tile.chosen")).to_have_attribute("data-tile", name or "")
    expect(page.locator("#sketch-kept option:checked")).to_have_text("Sketch 1")
    laid = drawn(page)
    assert laid != blank
    expect(page.locator(UNDER_WAY)).to_have_count(0)  # whatever is asked for meanwhile would be dropped
    page.keyboard.press("r")
    expect(page.locator("#sketch")).not_to_have_attribute("data-sketch", laid)
    turned = drawn(page)
    page.locator("[data-undo]").click()
    expect(page.locator("#sketch")).to_have_attribute("data-sketch", laid)
    page.locator("[data-redo]").click()
    expect(page.locator("#sketch")).to_have_attribute("data-sketch", turned)
    page.reload()
    assert drawn(page) == turned
    if touch:
        assert page.evaluate(SMALL, LEAST) == []
    assert page.evaluate(WIDE) == []


@pytest.mark.parametrize(("width", "height", "touch"), SIZES)
def test_tokens_and_trains_change_the_best_run(
    site: RunningSite, person: Arrive, width: int, height: int, touch: bool
) -> None:
    somebody = person(width, height, touch=touch)
    open_sketch(site, somebody, some_game(1, 300))
    page = somebody.page
    expect(page.locator("#sketch-best .run")).to_be_visible()
    before = revenue(page)
    page.locator(".sketch-trains select").select_option("9+5")
    expect(page.locator(".sketch-trains .chip", has_text="9+5")).to_be_visible()
    page.wait_for_function(MORE, arg=before)
    expect(page.locator(".board .routes > *").first).to_be_attached()
    for chip in range(page.locator(".sketch-trains input[type=checkbox]").count(), 0, -1):
        # Not uncheck(), which looks at the box again when the page may have replaced it.
        page.locator(".sketch-trains input[type=checkbox]").first.click()
        expect(page.locator(".sketch-trains input[type=checkbox]")).to_have_count(chip - 1)
    expect(page.locator("#sketch-best")).to_contain_text("has no train")
    expect(page.locator(".board .routes > *")).to_have_count(0)


@pytest.mark.parametrize(("width", "height", "touch"), SIZES)
def test_the_route_finder_by_itself(site: RunningSite, person: Arrive, width: int, height: int, touch: bool) -> None:
    """A line from home to the next town, a token and a train: the run is found, and the address shows it to others."""
    somebody = person(width, height, touch=touch)
    somebody.open(f"{site.url}/routes?title=1860")
    page = somebody.page
    page.locator("#sketch-company").select_option("IOW")
    expect(page.locator("#sketch-best")).to_contain_text("IOW has no train")
    page.get_by_role("button", name="Place at home").click()
    expect(page.get_by_role("button", name="Place at home")).to_have_count(0)
    page.locator(".sketch-trains select").select_option("3+2")
    expect(page.locator(".sketch-trains .chip", has_text="3+2")).to_be_visible()
    point_at(page, "I3")
    page.locator(".sketch-tile[data-tile='758']").click()
    expect(page.locator(".sketch-tile.chosen")).to_be_visible()
    expect(page.locator("#sketch-best .run")).to_have_attribute("data-revenue", re.compile("[1-9]0"))
    expect(page.locator("#sketch-best")).to_contain_text("proven the best")
    assert "key=" in page.url
    other = person(width, height, touch=touch)
    other.open(page.url)
    expect(other.page.locator("#sketch")).to_have_attribute("data-sketch", drawn(page))
    if touch:
        assert page.evaluate(SMALL, LEAST) == []
    assert page.evaluate(WIDE) == []


def test_a_drag_moves_the_board_and_lays_nothing(site: RunningSite, person: Arrive) -> None:
    somebody = person()
    somebody.open(f"{site.url}/routes?title=1860")
    page = somebody.page
    board = page.locator("svg.board")
    whole = board.get_attribute("viewBox") or ""
    page.keyboard.press("+")
    expect(board).not_to_have_attribute("viewBox", whole)
    closer = board.get_attribute("viewBox") or ""
    box = page.locator(".board .target.choosable[data-hex='F6']").first.bounding_box()
    assert box
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*at)
    page.mouse.down()
    page.mouse.move(at[0] + 60, at[1] + 40, steps=4)
    page.mouse.up()
    expect(board).not_to_have_attribute("viewBox", closer)
    expect(page.locator(".sketch-offers")).to_have_count(0)
    page.locator("[data-zoom=fit]").click()
    expect(board).to_have_attribute("viewBox", " ".join(f"{float(side):.1f}" for side in whole.split()))
    point_at(page, "F6")
