"""A first game: a newcomer follows the guide through the first turns, against the program, in every title."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import expect

from railhead.titles import catalogue
from tests.browser.people import Person, quoted
from tests.web.sites import RunningSite

MOST = 70
"""A first game is over after fewer decisions than this."""
WIDE, NARROW = (1440, 900), (390, 844)
QUICK = "1860"
"""The title whose first game is always played."""


def first_games() -> Iterator[Any]:
    """The first game of every title, on a wide display and on a narrow one."""
    for title, (width, height) in product(catalogue.TITLES, (WIDE, NARROW)):
        marks = () if title == QUICK else pytest.mark.long
        yield pytest.param(title, width, height, id=f"{title}-{width}", marks=marks)


def begin(person: Callable[..., Person], site: RunningSite, title: str, width: int, height: int) -> Person:
    """A newcomer who has just sat down at a first game."""
    newcomer = person(width, height, touch=width < 600)
    newcomer.open(f"{site.url}/title/{title}/")
    newcomer.page.locator(f"form[action$='/title/{title}/learn'] button").click()
    expect(newcomer.page.locator(".guide")).to_be_visible()
    return newcomer


def suggested(newcomer: Person) -> str:
    """What the guide suggests when the program has answered for the others."""
    newcomer.page.wait_for_function("() => document.getElementById('table').dataset.turn === '1'")
    length = newcomer.length
    guide = newcomer.page.locator(f"#guide[data-url$='length={length}'] .guide[data-suggests]")
    expect(guide).to_be_attached()
    return guide.get_attribute("data-suggests") or ""


@pytest.mark.parametrize(("title", "width", "height"), list(first_games()))
def test_a_newcomer_is_guided_through_the_first_turns(
    person: Callable[..., Person], site: RunningSite, title: str, width: int, height: int
) -> None:
    newcomer = begin(person, site, title, width, height)
    page = newcomer.page
    expect(page.locator(".milestones .current")).to_have_count(1)
    for number in range(MOST):
        action = suggested(newcomer)
        if page.locator(".guide-done").count():
            break
        if number == 0:
            expect(page.locator(".suggested").first).to_be_visible()
        newcomer.decide(action)
        if (width, height) == NARROW and action.startswith("lay "):
            break  # all kinds of controls have been met; the rest is as on a wide display
    else:
        raise AssertionError(f"the first game is not over after {MOST} decisions")
    suggested(newcomer)  # the guide has come to the same point
    newcomer.picture(f"guide-{title}-{width}-done")
    decided = page.locator(".milestones .decided").all_inner_texts()
    assert len(decided) >= (5 if (width, height) == WIDE else 3)


def test_the_guide_is_closed_and_opened_again(person: Callable[..., Person], site: RunningSite) -> None:
    newcomer = begin(person, site, "1860", *WIDE)
    page = newcomer.page
    page.locator("[data-guide-close]").click()
    expect(page.locator(".guide")).to_have_count(0)
    expect(page.locator(".suggested")).to_have_count(0)
    page.reload()
    expect(page.locator("[data-guide-open]")).to_be_visible()
    expect(page.locator(".guide")).to_have_count(0)
    page.locator("[data-guide-open]").click()
    expect(page.locator(".guide")).to_be_visible()


def test_whoever_does_something_else_is_guided_on(person: Callable[..., Person], site: RunningSite) -> None:
    newcomer = begin(person, site, "1860", *WIDE)
    newcomer.decide("pass")
    action = suggested(newcomer)
    expect(newcomer.page.locator(f".suggested[data-action={quoted(action)}], form .suggested").first).to_be_visible()
    newcomer.page.keyboard.press("u")
    expect(newcomer.page.locator(".milestones .decided")).to_have_count(0)


def test_help_opens_in_a_box_and_closes_again(person: Callable[..., Person], site: RunningSite) -> None:
    newcomer = begin(person, site, "1860", *WIDE)
    page = newcomer.page
    page.locator(".lots .help-mark").first.focus()
    page.keyboard.press("Enter")
    box = page.locator("#about-box")
    expect(box).to_be_visible()
    expect(box).to_contain_text("Brading Harbour Company")
    page.keyboard.press("Escape")
    expect(box).not_to_be_visible()
    assert page.evaluate("document.activeElement.matches('.help-mark')")


def test_the_guide_shows_where_its_suggestion_is_though_it_be_folded_away(
    person: Callable[..., Person], site: RunningSite
) -> None:
    newcomer = begin(person, site, "1862", *WIDE)
    page = newcomer.page
    while not (action := suggested(newcomer)).startswith("start "):
        newcomer.decide(action)
    par, length = page.locator(f".offer[data-action={quoted(action)}]"), newcomer.length
    page.locator("[data-guide-show]").click()
    expect(par).to_be_focused()
    par.click()  # the company has to be started: that is all there is to do
    newcomer.sees_at_least(length + 1)
    while suggested(newcomer) and not page.locator("[data-start]").count():
        newcomer.decide(suggested(newcomer))
    folded = page.locator("[data-pars-of] .offer").last
    expect(folded).to_be_hidden()
    page.locator(".guide").evaluate(
        "(guide, action) => { guide.dataset.suggests = action; }", folded.get_attribute("data-action")
    )
    for _ in range(2):  # what is open already stays open
        page.locator("[data-guide-show]").click()
        expect(folded).to_be_focused()
