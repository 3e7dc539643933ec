"""The log, standing orders and saved tables in a real browser."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person
from tests.browser.test_table import SIZES, brought_in, three
from tests.play.games import some_game
from tests.web.sites import RunningSite

Arrive = Callable[..., Person]


def at_a_late_table(site: RunningSite, person: Arrive, size: str = "wide") -> Person:
    """Somebody at the table of a game that has been going on for a while."""
    game = brought_in(site, some_game(1, 150))
    somebody = person(*SIZES[size])
    somebody.open(f"{site.url}/game/{game['id']}/join/{game['host']}")
    return somebody


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_the_log_is_filtered_and_searched(site: RunningSite, person: Arrive, size: str) -> None:
    somebody = at_a_late_table(site, person, size)
    somebody.open_panel("log")
    page = somebody.page
    lines = page.locator("#log-turns .line")
    page.locator("#log-wanted [name=topic]").select_option("RUNS")
    expect(lines.first).to_contain_text(re.compile("dividend|runs|revenue"))
    expect(page.locator("#log-turns")).not_to_contain_text("lays tile")
    page.locator("#log-wanted [name=topic]").select_option("")
    page.locator("#log-text").fill("buys a share")
    expect(page.locator("#log-turns")).not_to_contain_text("dividend")
    expect(lines.first).to_contain_text("buys a share")
    page.locator("#log-text").fill("zeppelin")
    expect(page.locator("#log-turns")).to_contain_text("Nothing in the log fits.")


def test_a_filter_stays_when_the_table_moves(site: RunningSite, person: Arrive) -> None:
    _, people = three(site, person)
    ann, ben, reader = (people[name] for name in ("Ann", "Ben", "Cleo"))
    reader.open_panel("log")
    reader.page.locator("#log-wanted [name=player]").select_option("Ben")
    ann.decide("bid 5")
    ben.sees_length(1)
    ben.decide("bid 10")
    reader.sees_length(2)
    expect(reader.page.locator("#log-turns")).to_contain_text("Ben bids 10 for the right to choose")
    expect(reader.page.locator("#log-turns")).not_to_contain_text("Ann bids")
    expect(reader.page.locator("#log-wanted [name=player]")).to_have_value("Ben")


def test_the_table_follows_the_slider_while_it_is_dragged(site: RunningSite, person: Arrive) -> None:
    somebody = at_a_late_table(site, person)
    slider = somebody.page.locator("[data-history]").element_handle()
    box = slider.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    mouse = somebody.page.mouse
    round_ = somebody.page.locator(".bar .round").first
    mouse.move(box["x"] + box["width"] - 4, middle)
    mouse.down()
    before = round_.inner_text()
    mouse.move(box["x"] + box["width"] * 0.05, middle, steps=3)
    expect(round_).not_to_have_text(before)
    assert slider.evaluate("slider => slider.isConnected"), "a slider that were replaced could not be dragged on"
    mouse.up()
    expect(somebody.table).to_have_attribute("data-live", "0")


def test_a_standing_bid_is_given_shown_and_withdrawn(site: RunningSite, person: Arrive) -> None:
    _, people = three(site, person)
    ann, ben = people["Ann"], people["Ben"]
    ben.open_panel("orders")
    ben.page.locator("#order-bid").fill("25")
    ben.page.get_by_role("button", name="Order the bids").click()
    expect(ben.page.locator("#orders")).to_contain_text("Bids the minimum for the right to choose, up to 25")
    ann.decide("bid 5")
    ann.sees_length(2)
    ann.open_panel("log")
    expect(ann.page.locator(".panel-log")).to_contain_text("Ben bids 10 for the right to choose")
    expect(ann.page.locator(".panel-log")).to_contain_text("by standing order")
    expect(ben.page.locator("#orders")).to_contain_text("It has answered 1 time so far.")
    ben.page.get_by_role("button", name="Withdraw").click()
    expect(ben.page.locator("#orders .given")).to_have_count(0)


def test_a_saved_sheet_has_every_value_in_its_own_column(site: RunningSite, person: Arrive) -> None:
    somebody = at_a_late_table(site, person)
    somebody.open_panel("sheet")
    button = somebody.page.locator("[data-save-table=companies]")
    expect(button).to_be_visible()
    with somebody.page.expect_download() as saved:
        button.click()
    rows = list(csv.reader(saved.value.path().read_text(encoding="utf-8").splitlines()))
    head, *others = rows
    assert {len(row) for row in rows} == {len(head)}
    assert {row[0] for row in others} >= {"C&N", "Cash", "Worth"}
    cash = next(row for row in others if row[0] == "Cash")
    assert all(cash[head.index(name)].isdigit() for name in ("Ada", "Brunel", "Clara"))
