"""Decisions on the board of a continent that games seldom come to: a share that is kept, the Orient Express."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from railhead.play.gamefile import GameFile
from tests.browser.people import Person
from tests.browser.test_continent import SIZES, Arrive, seated
from tests.positions import green_junction, kept_share, orient_express, tokens_of_majors
from tests.web.sites import RunningSite

BEFORE_IT_IS_KEPT, OTHERS_MAY_NOT_BUY = 58, 285


def charter(somebody: Person, symbol: str) -> Locator:
    """The charter of a railroad, with all of them in sight."""
    somebody.open_panel("companies")
    return somebody.page.locator(f".charter:has(header .badge[data-company={symbol}])")


def arrives(site: RunningSite, person: Arrive, file: GameFile, width: int, height: int) -> Person:
    """Somebody with all seats, and a display of this size."""
    return seated(site, person(width, height, touch=width < 600), file)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_share_is_kept_for_whoever_uses_the_private(
    site: RunningSite, person: Arrive, width: int, height: int
) -> None:
    eve = arrives(site, person, kept_share().first(BEFORE_IT_IS_KEPT), width, height)
    eve.decide("custody DSJ")
    eve.sees_length(BEFORE_IT_IS_KEPT + 1)
    expect(charter(eve, "DSJ")).to_contain_text("a share is kept for Eve")
    assert eve.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    eve.picture(f"kept-{width}")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_others_are_told_why_they_cannot_buy_a_share_that_is_kept(
    site: RunningSite, person: Arrive, width: int, height: int
) -> None:
    cleo = arrives(site, person, kept_share().first(OTHERS_MAY_NOT_BUY), width, height)
    row = cleo.page.locator("tr.share[data-company=DSJ]")
    expect(row.locator(".why").last).to_contain_text("The share of DSJ is kept for somebody")
    expect(cleo.page.locator("[data-action='buy DSJ from DSJ']")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_whoever_it_is_kept_for_buys_it(site: RunningSite, person: Arrive, width: int, height: int) -> None:
    eve = arrives(site, person, kept_share(), width, height)
    eve.decide("buy DSJ from DSJ")
    expect(charter(eve, "DSJ")).not_to_contain_text("kept")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_trains_are_joined_and_run_the_orient_express(
    site: RunningSite, person: Arrive, width: int, height: int
) -> None:
    ben = person(width, height, touch=width < 600)
    ben.page.route("**/best-after*", lambda asked: asked.fulfill(status=204))  # each other way of joining takes long
    seated(site, ben, orient_express())
    ben.decide("join 2+2&2+2&3+3&3+3")
    run = ben.page.locator("#run .run[data-suggested]")
    expect(run.locator(".route-sum")).to_have_text("410")
    expect(run).to_contain_text("Constantinople 50")
    expect(run).to_contain_text("Madrid city 50")
    expect(run).to_contain_text("+30 for the Orient Express")
    ben.decide(run.get_attribute("data-run") or "")
    ben.decide("half")
    expect(ben.page.locator(".todo h2")).to_contain_text("choose the bonus for the first Orient Express")
    compared = ben.page.locator("tr", has_text="GSWR treasury")
    expect(compared).to_contain_text("2816")
    ben.decide("express revenue")
    ben.open_panel("log")
    expect(ben.page.locator(".log").first).to_contain_text("GSWR takes the revenue of its first Orient Express")
    ben.picture(f"express-{width}")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_city_that_is_picked_from_the_list_is_lit_and_in_sight(
    site: RunningSite, person: Arrive, width: int, height: int
) -> None:
    cleo = arrives(site, person, green_junction(), width, height)
    cities = cleo.page.locator("form[data-template='junction at {stop}'] select")
    expect(cities.locator("option").first).to_have_text("Aarhus (H47)")
    cities.select_option("AE72.0")
    athens = cleo.page.locator(".board .target.lit")
    expect(athens).to_have_attribute("data-hex", "AE72")
    expect(athens).to_be_in_viewport()
    cleo.decide("junction at AE72.0")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_city_where_several_things_may_be_done_asks_which(
    site: RunningSite, person: Arrive, width: int, height: int
) -> None:
    dan = arrives(site, person, tokens_of_majors(), width, height)
    dan.page.locator(".stop-target[data-stop='H47.0']").first.dispatch_event("click")
    offers = dan.page.locator(".hex-offers[data-for=H47] .tile-choice[data-legal='1']")
    expect(offers).to_have_count(4)
    assert dan.length == len(tokens_of_majors().actions), "nothing is done by looking"
