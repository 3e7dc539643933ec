"""Decisions that games seldom come to, made by clicking on displays of several sizes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

import httpx
import pytest
from playwright.sync_api import expect

from railhead.core.actions import text_of
from railhead.play.gamefile import GameFile
from railhead.play.offers import Rated, is_rated
from railhead.play.session import Session
from tests.browser.people import Person, by_name
from tests.positions import goods_train, irish_ferry, last_train
from tests.web.sites import PATIENCE, RunningSite

Arrive = Callable[..., Person]
WIDE, MEDIUM, PHONE = (1440, 900), (1024, 768), (390, 844)


def seated(site: RunningSite, somebody: Person, file: GameFile) -> tuple[Person, Session]:
    """Whoever decides in a game has opened their link."""
    session = Session(file)
    assert session.choices is not None
    answer = httpx.post(f"{site.url}/api/games/import", json=file.to_data(), timeout=PATIENCE)
    assert answer.status_code == httpx.codes.CREATED, answer.text
    by_name(answer.json(), site.url, **{session.book.owner_names[session.choices.seat]: somebody})
    somebody.sees_length(len(session))
    return somebody, session


def best_run(session: Session) -> str:
    """The action that earns most."""
    for choice in session.choices or ():
        if len(choice.domains) == 1 and is_rated(choice.domains[0]):
            return text_of(session.book, choice.action(cast(Rated, choice.domains[0]).best[1]))  # type: ignore[call-arg]
    raise AssertionError("no trains are to run")


@pytest.mark.parametrize("size", [WIDE, MEDIUM, PHONE])
def test_an_irish_ferry_is_sent_where_it_brings_most(site: RunningSite, person: Arrive, size: tuple[int, int]) -> None:
    ann, session = seated(site, person(*size), irish_ferry())
    said = ann.page.locator(".situation")
    expect(said).to_contain_text("The area is worth 10 more to every train of VN that counts it.")
    expect(said).to_contain_text("The trains of VN can count Mid-Ireland (N4) and South Ireland (S3).")
    for area, earns in (("H2.0", "40"), ("N4.0", "50"), ("S3.0", "50")):
        shown = ann.page.locator(f"button.offer[data-action='ferry to {area}'] [data-best]")
        expect(shown).to_have_attribute("data-best", earns)
    ann.decide("ferry to N4.0")
    session.act("ferry to N4.0")
    run = ann.page.locator("#run .run")
    expect(run).to_have_attribute("data-run", best_run(session))
    expect(run).to_contain_text("(10 of it from F1)")
    ann.decide(best_run(session))


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_a_better_run_is_announced_for_a_company_with_a_goods_train(
    site: RunningSite, person: Arrive, size: tuple[int, int]
) -> None:
    bob, session = seated(site, person(*size), goods_train())
    better = best_run(session)
    assert better.startswith("announce ")
    expect(bob.page.locator(".situation")).to_contain_text("MR runs for 300, which is not the most it could earn.")
    run = bob.page.locator("#run .run")
    expect(run).to_have_attribute("data-run", better)
    goods = run.locator("li", has_text="3G")
    expect(goods.locator(".route-sum")).to_have_text("150")
    expect(goods).to_contain_text("(10 of it from P8)")
    expect(goods).to_contain_text("+50 for the mine")
    bob.decide(better)


@pytest.mark.parametrize("size", [MEDIUM, PHONE])
def test_whoever_passes_is_told_that_the_company_closes(
    site: RunningSite, person: Arrive, size: tuple[int, int]
) -> None:
    cy, session = seated(site, person(*size), last_train())
    asked: list[str] = []
    cy.page.on("dialog", lambda dialog: asked.append(dialog.message))
    passing = cy.page.locator("button.offer[data-action=pass]")
    expect(passing.locator(".chip.grave")).to_have_text("LS is closed")
    cy.decide("pass")
    assert asked == ["Pass? LS is closed."]
    session.act("pass")
    cy.sees_length(len(session))
    cy.open_panel("log")
    expect(cy.page.locator("#log, .log").first).to_contain_text("LS is closed")


IN_SIGHT = """() => {
  const inset = document.querySelector(".board .inset");
  const outer = inset.closest("svg").getBoundingClientRect();
  const inner = inset.querySelector(".target").getBoundingClientRect();
  return inset.hasAttribute("transform") && inner.left >= outer.left && inner.top >= outer.top
    && inner.right <= outer.right && inner.bottom <= outer.bottom;
}"""


def test_an_enlarged_hex_stays_in_sight_while_it_is_decided_about(site: RunningSite, person: Arrive) -> None:
    """Its place is at the edge of the board, so it moves into the view when the rest of the board is enlarged."""
    bob, _ = seated(site, person(*WIDE), goods_train())
    bob.see_board()
    inset = bob.page.locator(".board .inset")
    expect(inset).not_to_have_attribute("transform", re.compile("."))
    for _ in range(3):
        bob.page.locator("[data-zoom=in]").first.click()
    bob.page.wait_for_function(IN_SIGHT)
    bob.page.locator("[data-zoom=fit]").first.click()
    expect(inset).not_to_have_attribute("transform", re.compile("."))
