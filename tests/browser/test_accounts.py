"""A site with accounts in a real browser: sign up, open a table, sit down at it, play, sign out and in again."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.people import Person
from tests.web.sites import RunningSite

Arrive = Callable[..., Person]


def password_of(name: str) -> str:
    """Nothing that the site would call too simple."""
    return f"the railway of {name} 18xx"


def sign_up(somebody: Person, url: str, name: str) -> None:
    """Make an account, as a stranger who finds the site would."""
    page = somebody.page
    somebody.open(url)
    page.get_by_role("link", name="Sign up").click()
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=False).first.fill(password_of(name))
    page.get_by_label("Password confirmation").fill(password_of(name))
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator(".site-header summary", has_text=name)).to_be_visible()


def test_two_users_meet_at_an_open_table(person: Arrive, tmp_path: Path) -> None:
    with RunningSite(tmp_path / "site", "--accounts") as site:
        anna, bert = person(), person()
        sign_up(anna, site.url, "anna")
        sign_up(bert, site.url, "bert")
        anna.page.reload()
        expect(anna.page.get_by_label("Player 1", exact=True)).to_have_value("anna")
        anna.page.get_by_role("radio", name="Open table").check()
        anna.page.get_by_role("button", name="Start", exact=True).click()
        expect(anna.page.locator("#seats")).to_be_visible()
        bert.page.reload()
        bert.page.get_by_role("button", name="Open tables").click()
        bert.page.get_by_role("button", name="Sit down").click()
        expect(bert.page.locator("#seats li").nth(1)).to_contain_text("bert")
        expect(anna.page.locator("#seats li").nth(1)).to_contain_text("bert")
        anna.page.get_by_role("button", name="Start without waiting").click()
        expect(bert.table).to_have_attribute("data-turn", "0")
        anna.decide("bid 5")
        bert.sees_length(1)
        expect(bert.page).to_have_title(re.compile("Your turn"))
        bert.open(site.url)
        bert.page.locator(".site-header summary", has_text="bert").click()
        bert.page.get_by_role("button", name="Sign out").click()
        expect(bert.page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
        bert.page.get_by_role("button", name="Open tables").click()
        expect(bert.page.locator(".games .what a")).to_have_count(1)  # the table has a free seat left
        bert.page.get_by_role("link", name="Sign in", exact=True).click()
        bert.page.get_by_label("Username").fill("bert")
        bert.page.get_by_label("Password").fill(password_of("bert"))
        bert.page.get_by_role("button", name="Sign in").click()
        expect(bert.page.locator(".waiting-card")).to_contain_text("bert (you)")
        bert.page.locator(".waiting-card .button").click()
        bert.decide("bid 10")
        anna.sees_length(2)
        for somebody in (anna, bert):
            somebody.open("about:blank")
