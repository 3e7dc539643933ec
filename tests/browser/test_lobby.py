"""The lobby in a real browser: many games, search, seats taken by links, settings, and what is said at the table."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.people import Person, by_name
from tests.browser.test_table import HEARD, three
from tests.web.sites import RunningSite, begin

Arrive = Callable[..., Person]


def start(somebody: Person, site: RunningSite, mode: str = "All at this screen") -> None:
    """Start a game with the form as it is."""
    somebody.open(site.url)
    somebody.page.get_by_role("radio", name=mode).check()
    somebody.page.get_by_role("button", name="Start", exact=True).click()
    expect(somebody.page.locator("#table, #seats").first).to_be_visible()
    somebody.page.wait_for_load_state()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768), (390, 844)])
def test_games_are_listed_searched_archived_and_deleted(
    site: RunningSite, person: Arrive, width: int, height: int
) -> None:
    somebody = person(width, height)
    page = somebody.page
    for _ in range(4):
        start(somebody, site)
    somebody.open_panel("settings")
    page.get_by_role("button", name="Try it out in a copy").click()
    expect(page.locator(".bar .copy-mark")).to_be_attached()
    somebody.open(site.url)
    expect(page).to_have_title(re.compile(r"^\(4\) "))
    expect(page.locator(".waiting-card svg.thumbnail")).to_have_count(4)
    expect(page.locator(".games .row")).to_have_count(4)
    page.get_by_label("Search by name or player").fill("zebra")
    expect(page.locator(".games .row")).to_have_count(0)
    expect(page.get_by_label("Search by name or player")).to_be_focused()
    page.get_by_label("Search by name or player").fill("cleo")
    expect(page.locator(".games .row")).to_have_count(4)
    page.locator(".row-menu summary").first.click()
    page.get_by_role("button", name="Archive", exact=True).click()
    expect(page.locator(".games .row")).to_have_count(3)
    page.locator(".row-menu > summary").first.click()
    page.locator(".row-menu[open] details > summary").click()
    page.locator(".row-menu[open]").get_by_role("button", name="Delete").click()
    expect(page.locator(".games .row")).to_have_count(2)
    page.get_by_role("button", name="Restore").click()
    expect(page.locator(".games .row")).to_have_count(3)
    page.get_by_role("button", name="Copies").click()
    expect(page.locator(".games .row.copy")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert violations(page) == []


def test_seats_are_taken_by_links_under_one_s_own_name(site: RunningSite, person: Arrive) -> None:
    host, berta = person(), person()
    start(host, site, "Each on their own device")
    links = [field.input_value() for field in host.page.locator("input.link").all()]
    berta.open(links[1])
    assert violations(berta.page) == []
    berta.page.get_by_label("Your name at this table").fill("Berta")
    berta.page.get_by_role("button", name="Sit down").click()
    expect(berta.page.locator("#seats")).to_contain_text("Cleo")
    expect(host.page.locator("#seats")).to_contain_text("Berta")
    host.page.get_by_role("button", name="Start without waiting").click()
    expect(host.table).to_have_attribute("data-turn", "1")
    expect(berta.table).to_have_attribute("data-turn", "0")
    host.decide("bid 5")
    berta.sees_length(1)
    expect(berta.page).to_have_title(re.compile("Your turn"))


def test_a_seat_that_is_added_without_a_name_is_kept(site: RunningSite, person: Arrive) -> None:
    host = person()
    host.open(site.url)
    host.page.get_by_role("button", name="+ seat").click()
    expect(host.page.locator(".seat:visible [name=name]").last).to_have_value("Player 4")
    host.page.get_by_role("button", name="Start", exact=True).click()
    host.sits_at_a_table()
    host.open_panel("players")
    expect(host.page.locator(".panel-players")).to_contain_text("Player 4")


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_whoever_plays_alone_sees_which_bots_play_the_other_seats(
    site: RunningSite, person: Arrive, width: int, height: int
) -> None:
    somebody = person(width, height)
    page = somebody.page
    somebody.open(site.url)
    bots = page.locator(".seat:not([hidden]) select[name=bot]")
    page.locator("select[name=level]").select_option("easy")
    assert [bot.input_value() for bot in bots.all()] == ["", "", ""]
    page.get_by_role("radio", name="Alone").check()
    expect(bots.nth(0)).to_be_hidden()
    assert [bot.input_value() for bot in bots.all()][1:] == ["easy", "easy"]
    expect(page.get_by_text("Builders run companies")).to_be_hidden()
    bots.nth(2).select_option("hard:builder")
    expect(page.get_by_text("Builders run companies")).to_be_visible()
    needed = "select => { const copy = select.cloneNode(true); copy.style.width = 'auto'; select.after(copy); "
    needed += "for (const option of [...copy.options]) if (!option.value.endsWith('builder')) option.remove(); "
    needed += "const room = copy.offsetWidth; copy.remove(); return room - select.offsetWidth }"
    assert bots.nth(2).evaluate(needed) <= 0, "what was chosen can be read"
    page.locator(".seat [name=me]").nth(1).check()
    assert [bot.input_value() for bot in bots.all()] == ["easy", "", "hard:builder"]
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.get_by_role("radio", name="All at this screen").check()
    assert [bot.input_value() for bot in bots.all()] == ["", "", "hard:builder"]
    page.get_by_role("radio", name="Alone").check()
    page.get_by_role("button", name="Start", exact=True).click()
    somebody.sits_at_a_table()
    expect(page.locator(".bot", has_text="hard, builder").first).to_be_attached()
    somebody.open(site.url)
    assert page.locator(".games .who .bot").first.evaluate("bot => getComputedStyle(bot).display") == "inline"


def test_the_lobby_follows_the_games(site: RunningSite, person: Arrive) -> None:
    game = begin(site.url)
    ann, ben = person(), person()
    by_name(game, site.url, Ann=ann, Ben=ben)
    ben.open(site.url)
    expect(ben.page.locator(".waiting-card")).to_have_count(0)
    ann.decide("bid 5")
    expect(ben.page.locator(".waiting-card")).to_have_count(1)
    expect(ben.page).to_have_title(re.compile(r"^\(1\) "))


def test_messages_are_marked_until_they_are_read(site: RunningSite, person: Arrive) -> None:
    _, people = three(site, person)
    ann, ben = people["Ann"], people["Ben"]
    ann.open_panel("talk")
    ann.page.get_by_role("button", name="@Ben").click()
    ann.page.keyboard.type("good luck")
    ann.page.get_by_role("button", name="Say").click()
    expect(ben.page.locator(".tabs [data-panel=talk] .unread")).to_have_text("1")
    expect(ben.page).to_have_title(re.compile(r"^\(1\) "))
    expect(ann.page.locator(".tabs [data-panel=talk] .unread")).to_have_count(0)
    ben.open_panel("talk")
    expect(ben.page.locator(".mention-me .mention")).to_have_text("@Ben")
    expect(ben.page.locator(".tabs .unread")).to_have_count(0)
    expect(ben.page).not_to_have_title(re.compile(r"\(1\)"))
    ben.page.reload()
    expect(ben.page.locator(".tabs .unread")).to_have_count(0)


def test_who_is_asked_to_agree_to_an_undo_hears_of_it(site: RunningSite, person: Arrive) -> None:
    game = begin(site.url)
    ann, ben = person(), person()
    ben.page.add_init_script(HEARD + 'localStorage.setItem("railhead-sound", "1");')
    by_name(game, site.url, Ann=ann, Ben=ben)
    ann.decide("bid 5")
    ben.sees_length(1)
    ben.decide("bid 10")
    ann.sees_length(2)
    before = len(ben.page.evaluate("told"))
    ann.page.get_by_role("button", name="Ask to undo").click()
    expect(ben.page).to_have_title(re.compile("Ann asks to undo"))
    ben.page.wait_for_function("count => told.length > count", arg=before)
    ben.page.get_by_role("button", name="Refuse").click()
    expect(ben.page).not_to_have_title(re.compile("asks to undo"))


def test_settings_change_pages_at_once_and_stay(site: RunningSite, person: Arrive) -> None:
    somebody = person()
    page, root = somebody.page, somebody.page.locator("html")
    somebody.open(f"{site.url}/settings")
    assert violations(page) == []
    page.get_by_role("radio", name="Dark", exact=True).check()
    expect(root).to_have_attribute("data-theme", "dark")
    page.get_by_role("radio", name="Black on white").check()
    expect(root).to_have_attribute("data-contrast", "more")
    assert violations(page) == []
    page.get_by_label("Colour of line A").fill("#123456")
    page.get_by_label("Pattern of line A").select_option("10 7")
    page.reload()
    expect(root).to_have_attribute("data-contrast", "more")
    expect(page.get_by_label("Colour of line A")).to_have_value("#123456")
    drawn = "getComputedStyle(document.querySelector('.line-settings .swatch path:last-child'))"
    assert page.evaluate(f"{drawn}.stroke") == "rgb(18, 52, 86)"
    assert "10" in page.evaluate(f"{drawn}.strokeDasharray")
    page.get_by_role("button", name="Back to the usual colours").click()
    assert page.evaluate(f"{drawn}.stroke") == "rgb(0, 87, 184)"


def test_whoever_wants_to_is_asked_before_they_pass(site: RunningSite, person: Arrive) -> None:
    game = begin(site.url)
    ann = person()
    ann.open(f"{site.url}/settings")
    ann.page.get_by_label("Ask before I pass").check()
    by_name(game, site.url, Ann=ann)
    ann.page.evaluate(
        "() => { window.asked = []; window.confirm = (words) => { asked.push(words); return asked.length > 1; }; }"
    )
    pass_ = ann.page.locator("button.offer[data-action=pass]")
    pass_.click()
    ann.page.wait_for_function("() => asked.length === 1")
    assert ann.length == 0
    pass_.click()
    ann.sees_length(1)
    assert ann.page.evaluate("asked") == ["Pass? Your turn may end with it."] * 2
