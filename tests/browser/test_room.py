"""Room for decisions: the bar never grows, nothing lies on the board, a table to deal by, panels brought forward."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import httpx
import pytest
from django.template.loader import render_to_string
from playwright.sync_api import expect

from railhead.core import engine
from railhead.core.actions import Pass, text_of
from railhead.play.gamefile import GameFile
from railhead.play.prospect import Prospect
from railhead.play.session import Session
from railhead.rules.stock import Buy, Sell
from railhead.web.presenters.charters import charters, players
from railhead.web.presenters.dealing import dealing
from railhead.web.presenters.decision import decision
from tests.browser.people import Person, quoted
from tests.browser.positions import positions
from tests.browser.scripts import PLAYERS, first_operating_round
from tests.play.games import some_game
from tests.titles.t1862.railways import railway, table
from tests.web.sites import PATIENCE, RunningSite
from tests.web.test_gains import file_of, telling

Arrive = Callable[..., Person]
SIZES = {1440: 900, 1280: 800, 1024: 768, 390: 844}
COVERED = """() => {
  const view = document.querySelector("[data-board]");
  if (!view.checkVisibility() || getComputedStyle(view).pointerEvents === "none") return [];
  const box = view.getBoundingClientRect();
  const found = new Set();
  for (let across = 1; across < 24; across++) for (let down = 1; down < 24; down++) {
    const top = document.elementFromPoint(box.left + (box.width * across) / 24, box.top + (box.height * down) / 24);
    if (top && !view.contains(top)) found.add(top.outerHTML.slice(0, 80));
  }
  return [...found];
}"""
"""What lies on the board, if anything does."""
CUT_OFF = """() => {
  const shown = document.querySelector(".side").getBoundingClientRect();
  const tabs = [...document.querySelectorAll(".tabs button")].filter((tab) => tab.checkVisibility());
  return tabs.filter((tab) => tab.getBoundingClientRect().bottom > shown.bottom + 1).map((tab) => tab.textContent);
}"""
"""Tabs that what lies below the column cuts off."""
HEIGHT = "() => document.querySelector('.bar').getBoundingClientRect().height"
SCROLLS = "() => document.documentElement.scrollWidth - innerWidth"
HIDDEN_BUTTONS = """() => {
  const shown = document.querySelector(".stage").getBoundingClientRect();
  return [...document.querySelectorAll(".shares tbody tr, .shares tbody button")]
    .filter((one) => one.checkVisibility())
    .filter((one) => ["bottom", "right"].some((side) => one.getBoundingClientRect()[side] > shown[side]))
    .map((one) => one.outerHTML.slice(0, 60));
}"""


def seated(site: RunningSite, somebody: Person, file: GameFile) -> Person:
    """Somebody who plays all seats of a game under way."""
    answer = httpx.post(f"{site.url}/api/games/import", content=file.to_json(), timeout=PATIENCE)
    game: dict[str, Any] = answer.json()
    somebody.take_all_seats(site.url, game)
    return somebody


def up_to(verb: str, count: int = 90) -> GameFile:
    """A game just before the first action of a kind."""
    seed, actions = first_operating_round("1860", count)
    number = next(number for number, action in enumerate(actions) if action.startswith(verb))
    return replace(GameFile.new("1860", PLAYERS, (), seed), actions=actions[:number])


@pytest.mark.parametrize("width", SIZES)
def test_the_bar_never_grows_and_nothing_lies_on_the_board(site: RunningSite, person: Arrive, width: int) -> None:
    somebody = person(width, SIZES[width], touch=width < 600)
    seed, actions = first_operating_round("1860")
    seated(site, somebody, replace(GameFile.new("1860", PLAYERS, (), seed), actions=actions))
    heights = set()
    for at in range(len(actions) - 1, 0, -6):
        address = somebody.page.url.partition("?")[0]
        somebody.open(f"{address}?at={at}")
        heights.add(somebody.page.evaluate(HEIGHT))
        assert somebody.page.evaluate(SCROLLS) <= 0, at
        assert somebody.page.evaluate(COVERED) == [], at
    assert len(heights) == 1


@pytest.mark.parametrize("width", SIZES)
def test_tiles_are_chosen_beside_the_board(site: RunningSite, person: Arrive, width: int) -> None:
    somebody = seated(site, person(width, SIZES[width], touch=width < 600), up_to("lay "))
    page = somebody.page
    hexes = page.locator(".board .target.legal")
    height = page.evaluate(HEIGHT)
    before = somebody.length
    for number in range(min(2, hexes.count())):
        name = hexes.nth(number).get_attribute("data-hex") or ""
        somebody.point_at(name)
        expect(page.locator(".tile-choice.chosen")).to_be_visible()
        focused = "() => document.activeElement.matches('.hex-offers .tile-choice')"
        page.wait_for_function(focused)
        assert page.evaluate(COVERED) == []
        assert page.evaluate(HEIGHT) == height
        tiles = page.locator(".tile-choice").evaluate_all("tiles => tiles.map((tile) => tile.dataset.tile)")
        assert len(tiles) == len(set(tiles)), "no tile is shown twice"
    page.keyboard.press("Escape")
    expect(page.locator(".hex-offers")).to_have_count(0)
    somebody.point_at(hexes.first.get_attribute("data-hex") or "")
    expect(page.locator(".tile-choice.chosen")).to_be_visible()
    page.locator("[data-lay]").click()
    somebody.sees_at_least(before + 1)
    page.wait_for_function("() => document.querySelector('.stage').contains(document.activeElement)")


def test_sixteen_companies_of_eight_players_are_in_sight(site: RunningSite, person: Arrive) -> None:
    somebody = seated(site, person(), some_game(1, 70, title="1862"))
    at = table(8)
    companies = list(at.book.company_names)[:16]
    prices = [price for price in at.book.market.prices if price >= 82]
    for number, company in enumerate(companies):
        first, second = "ABCDEFGH"[number % 8], "ABCDEFGH"[(number + 3) % 8]
        railway(at, company, {first: 4, second: 1}, price=prices[number], trains=("2E",), treasury=100)
    at.stock_turn("A")
    now = Prospect(at.book, at.state, at.seat("A"))
    assert now.choices is not None
    shown = dealing(now.view, charters(now.view), players(now.view), {}, decision(now, now.choices))
    assert len(shown.rows) == 16
    assert shown.sells
    assert shown.buys
    html = render_to_string("railhead/table/deal.html", {"dealing": shown, "book": at.book, "here": "/", "length": 0})
    somebody.page.evaluate("html => { document.getElementById('deal').outerHTML = html; }", html)
    assert somebody.page.locator(".shares tbody tr").count() == 16
    assert somebody.page.locator(".shares .stepper").count() > 3
    somebody.picture("sixteen")
    assert somebody.page.evaluate(HIDDEN_BUTTONS) == []
    assert somebody.page.evaluate(SCROLLS) <= 0


def with_a_sale_and_a_purchase() -> tuple[GameFile, list[str]]:
    """A game in which somebody may sell and then buy, and how."""
    for seed in range(1, 12):
        session = Session(some_game(seed, 150))
        for number in range(len(session)):
            plan = sale_and_purchase(session, number)
            if plan:
                return session.game().first(number), plan
    raise AssertionError("no such game was found")


def sale_and_purchase(session: Session, number: int) -> list[str]:
    """A sale, and a purchase that is possible before and after it, where one may also pass."""
    state, book = session.at(number), session.book
    choices = engine.choices(book, state)
    offered = [action for choice in choices or () if choice.action in (Sell, Buy) for action in choice]
    sale = next((action for action in offered if isinstance(action, Sell)), None)
    if sale is None or choices is None or Pass() not in choices:
        return []
    after, _ = engine.advance(book, state, sale)
    then = engine.choices(book, after)
    bought = next((action for action in offered if isinstance(action, Buy) and then and action in then), None)
    return [] if bought is None else [text_of(book, sale), text_of(book, bought)]


@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_a_turn_is_put_together_and_done_with_one_press(site: RunningSite, person: Arrive, width: int) -> None:
    file, (sale, purchase) = with_a_sale_and_a_purchase()
    somebody = seated(site, person(width, SIZES[width], touch=width < 600), file)
    page, before = somebody.page, somebody.length
    assert somebody.gather_sale(sale)
    expect(page.locator("#turn .planned-steps li")).to_have_count(2)
    somebody.gather(purchase)
    expect(page.locator("#turn .planned-steps li")).to_have_count(3)
    assert somebody.length == before, "nothing has been done yet"
    somebody.do_turn()
    somebody.sees_at_least(before + 2)
    somebody.open_panel("log")
    log = httpx.get(page.url.partition("?")[0] + "export", cookies=cookies(somebody)).json()["actions"]
    assert log[before : before + 2] == [sale, purchase]


def test_a_purchase_clicked_twice_is_done_at_once_after_the_sales(site: RunningSite, person: Arrive) -> None:
    file, (sale, purchase) = with_a_sale_and_a_purchase()
    somebody = seated(site, person(), file)
    page, before = somebody.page, somebody.length
    page.evaluate("() => { window.confirm = () => true; }")
    assert somebody.gather_sale(sale)
    expect(page.locator("#turn .planned-steps li")).to_have_count(2)
    somebody.gather(purchase, clicks=2)
    somebody.sees_at_least(before + 2)
    log = httpx.get(page.url.partition("?")[0] + "export", cookies=cookies(somebody)).json()["actions"]
    assert log[before : before + 2] == [sale, purchase]


def cookies(somebody: Person) -> dict[str, str]:
    """The cookies of somebody's browser."""
    return {each["name"]: each["value"] for each in somebody.page.context.cookies()}


def spoilt(posted: str) -> str:
    """A purchase that the rules do not allow, instead of the one that was meant."""
    return re.sub(r"action=buy[^&]*", "action=pass+nothing", posted)


def test_what_is_refused_leaves_what_came_before_it(site: RunningSite, person: Arrive) -> None:
    file, (sale, purchase) = with_a_sale_and_a_purchase()
    somebody = seated(site, person(), file)
    somebody.expects = ("422",)
    page, before = somebody.page, somebody.length
    assert somebody.gather_sale(sale)
    somebody.gather(purchase)
    expect(page.locator("#turn .planned-steps li")).to_have_count(3)
    page.route("**/act", lambda route: route.continue_(post_data=spoilt(route.request.post_data or "")))
    somebody.do_turn()
    somebody.sees_length(before + 1)
    expect(page.locator("#refused .problem")).to_be_visible()
    expect(page.locator("#deal")).to_be_visible()


def test_a_gathered_turn_is_not_passed_over_silently(site: RunningSite, person: Arrive) -> None:
    file, (sale, _) = with_a_sale_and_a_purchase()
    somebody = seated(site, person(), file)
    page, before = somebody.page, somebody.length
    page.evaluate("() => { window.asked = []; window.confirm = (words) => { asked.push(words); return false; }; }")
    assert somebody.gather_sale(sale)
    expect(page.locator("#turn .planned-steps")).to_be_visible()
    expect(page.locator(".htmx-request, .htmx-settling, .htmx-added")).to_have_count(0)
    page.keyboard.press("p")
    page.wait_for_function("() => asked.length === 1")
    assert somebody.length == before
    expect(page.locator("#turn .planned-steps")).to_be_visible()


def test_a_gathered_turn_outlives_a_table_drawn_anew(site: RunningSite, person: Arrive) -> None:
    file, (sale, purchase) = with_a_sale_and_a_purchase()
    somebody = seated(site, person(), file)
    page, before = somebody.page, somebody.length
    assert somebody.gather_sale(sale)
    somebody.gather(purchase)
    expect(page.locator("#turn .planned-steps li")).to_have_count(3)
    page.evaluate(
        "() => { document.getElementById('table').dataset.tag = 'old'; htmx.trigger('#live-table', 'news'); }"
    )
    page.wait_for_function("() => document.getElementById('table').dataset.tag !== 'old'")
    expect(page.locator("#turn .planned-steps li")).to_have_count(3)
    somebody.do_turn()
    somebody.sees_at_least(before + 2)


def test_panels_come_forward_and_are_remembered(site: RunningSite, person: Arrive) -> None:
    somebody = seated(site, person(), up_to("lay "))
    page = somebody.page
    somebody.open_panel("sheet")
    narrow = page.locator(".panel-sheet").bounding_box()
    page.keyboard.press("f")
    wide = page.locator(".panel-sheet").bounding_box()
    assert narrow is not None
    assert wide is not None
    assert wide["width"] > narrow["width"] * 1.5
    page.locator(".panel-sheet [data-widen]").click()
    whole = page.locator(".panel-sheet").bounding_box()
    assert whole is not None
    assert whole["width"] > 1400
    page.locator(".panel-sheet [data-widen]").click()
    somebody.open_panel("log")
    expect(page.locator(".panel-log")).to_be_visible()
    expect(page.locator(".panel-sheet")).to_be_visible()
    page.reload()
    expect(page.locator(".panel-sheet")).to_be_visible()
    expect(page.locator(".panel-log")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".panel-sheet")).to_be_hidden()
    grip = page.locator("[data-grip]")
    before = page.locator(".side").bounding_box()
    grip.focus()
    page.keyboard.press("ArrowLeft")
    after = page.locator(".side").bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] > before["width"]


def test_board_and_table_change_places(site: RunningSite, person: Arrive) -> None:
    somebody = seated(site, person(), some_game(1, 60))
    page = somebody.page
    expect(page.locator(".shares")).to_be_visible()
    small = page.locator("[data-board]").bounding_box()
    page.keyboard.press("b")
    large = page.locator("[data-board]").bounding_box()
    assert small is not None
    assert large is not None
    assert large["width"] > 3 * small["width"]
    expect(page.locator(".shares")).to_be_visible()
    page.keyboard.press("b")
    again = page.locator("[data-board]").bounding_box()
    assert again == small


def test_back_leads_through_the_points_of_the_game(site: RunningSite, person: Arrive) -> None:
    somebody = seated(site, person(), some_game(1, 60))
    for at in ("59", "58"):
        somebody.page.keyboard.press("[")
        expect(somebody.table).to_have_attribute("data-at", at)
    somebody.page.go_back()
    expect(somebody.table).to_have_attribute("data-at", "59")
    somebody.page.go_back()
    expect(somebody.table).to_have_attribute("data-at", "60")


def test_a_dividend_is_decided_by_comparing(site: RunningSite, person: Arrive) -> None:
    seed, actions = first_operating_round("1860")
    number = next(number for number, action in enumerate(actions) if action in ("pay", "keep"))
    file = replace(GameFile.new("1860", PLAYERS, (), seed), actions=actions[:number])
    somebody = seated(site, person(), file)
    expect(somebody.page.locator(".alternatives thead .offer")).to_have_count(2)
    expect(somebody.page.locator(".alternatives tbody tr").first).to_be_visible()
    somebody.decide(actions[number])


def test_the_best_tile_comes_first_unless_the_player_has_chosen(site: RunningSite, person: Arrive) -> None:
    builds = telling("1860")
    assert builds.gains.best_first[0].run is not None
    best = builds.gains.best_first[0].action
    somebody = seated(site, person(), file_of("1860").first(builds.at))
    page = somebody.page
    somebody.point_at(builds.hex)
    expect(page.locator("#gains [data-gain-of]").first).to_be_attached()
    shown = page.locator(".tile-choice.chosen .way:not([hidden])")
    expect(shown).to_have_attribute("data-action", best)
    expect(page.locator(".tile-row .tile-choice").first).to_have_class(re.compile("chosen"))
    expect(page.locator(f"[data-gain-of={quoted(best)}]")).to_be_visible()
    expect(page.locator("[data-gain-of]:visible")).to_have_count(1)
    expect(page.locator(".lay-bar [name=action]")).to_have_value(best)
    other = page.locator(".tile-row .tile-choice[data-legal='1']").last
    other.click()
    expect(other).to_have_class(re.compile("chosen"))
    expect(page.locator(f"[data-gain-of={quoted(best)}]")).to_be_hidden()

    held: list[Any] = []  # the gains come late, and find that the player has chosen
    page.route("**/gains?*", lambda route: held.append(route))
    page.keyboard.press("Escape")
    somebody.point_at(builds.hex)
    page.wait_for_function(
        "() => document.querySelector('#gains .loading') && document.querySelector('.tile-choice.chosen')"
    )
    last = page.locator(".tile-row .tile-choice[data-legal='1']").last
    name = last.get_attribute("data-tile")
    last.click()
    page.wait_for_function(
        "() => document.querySelector('.tile-row .tile-choice:last-child').classList.contains('chosen')"
    )
    while not held:
        page.wait_for_timeout(20)
    for one in held:
        one.continue_()
    expect(page.locator("#gains [data-gain-of]").first).to_be_attached()
    expect(page.locator(".tile-row .tile-choice.chosen")).to_have_attribute("data-tile", name or "")


def test_the_market_does_not_hide_the_board_while_routes_are_traced(site: RunningSite, person: Arrive) -> None:
    somebody = seated(site, person(1024, 768), up_to("run "))
    page = somebody.page
    expect(page.locator("#run .run")).to_be_visible()
    expect(page.locator(".market-strip")).to_be_hidden()
    page.locator("[data-run-way=own]").click()
    expect(page.locator("[data-own-run]")).to_be_visible()
    for _ in range(3):
        page.keyboard.press("m")
        expect(page.locator(".market-strip .market-wide")).to_be_visible()
        expect(page.locator(".tabs [data-panel=market]")).to_have_attribute("aria-pressed", "true")
        expect(page.locator("[data-board]")).to_be_visible()
        assert page.evaluate(COVERED) == []
        page.keyboard.press("m")
        expect(page.locator(".market-strip")).to_be_hidden()
    expect(page.locator("[data-own-run]")).to_be_visible()


def test_tabs_and_decision_stay_in_sight_whatever_panel_is_open(site: RunningSite, person: Arrive) -> None:
    """Also with the market below the board; what a panel says beyond its room is scrolled within it."""
    somebody = seated(site, person(1440, 900), positions("1860")["LayTrack"])
    page = somebody.page
    page.keyboard.press("m")
    expect(page.locator(".market-strip")).to_be_visible()
    for panel in ("settings", "talk", "orders", "log"):
        somebody.open_panel(panel)
        expect(page.locator(f".panel-{panel}")).to_be_in_viewport()
        expect(page.locator(f".tabs [data-panel={panel}]")).to_be_in_viewport(ratio=1)
        assert page.evaluate(CUT_OFF) == [], panel
        expect(page.locator("#decision h2")).to_be_in_viewport(ratio=1)
    somebody.open_panel("players")
    page.locator("#decision").evaluate("one => { one.style.minHeight = '1300px'; }")
    expect(page.locator(".tray button", has_text="Pass"), "however much there is to choose from").to_be_in_viewport(
        ratio=1
    )


def test_panels_are_arranged_by_kind_of_step(site: RunningSite, person: Arrive) -> None:
    somebody = person()
    page = seated(site, somebody, up_to("lay ")).page
    somebody.open_panel("tiles")
    page.locator("[data-grip]").focus()
    page.keyboard.press("ArrowLeft")
    widened = page.evaluate("() => document.documentElement.style.getPropertyValue('--side')")
    assert widened
    page = seated(site, somebody, up_to("run ")).page
    expect(page.locator(".panel-tiles"), "a kind of step that was never arranged").to_be_visible()
    somebody.open_panel("log")
    page.locator("[data-grip]").dblclick()
    expect(page.locator(".panel-log")).to_be_visible()
    page = seated(site, somebody, up_to("lay ")).page
    expect(page.locator(".panel-tiles")).to_be_visible()
    expect(page.locator(".panel-log")).to_be_hidden()
    side = "side => document.documentElement.style.getPropertyValue('--side') === side"
    page.wait_for_function(side, arg=widened)
    page = seated(site, somebody, up_to("run ")).page
    expect(page.locator(".panel-log")).to_be_visible()
    page.wait_for_function(side, arg="")


def test_a_run_and_its_dividend_take_one_press(site: RunningSite, person: Arrive) -> None:
    somebody = seated(site, person(), up_to("run "))
    page, before = somebody.page, somebody.length
    both = page.locator("#run [data-do-all]")
    expect(both).to_have_count(2)
    wanted = [both.first.get_attribute(name) for name in ("data-do-all", "data-and-then")]
    both.first.click()
    somebody.sees_at_least(before + 2)
    log = httpx.get(page.url.partition("?")[0] + "export", cookies=cookies(somebody)).json()["actions"]
    assert log[before : before + 2] == wanted


def test_what_no_route_uses_is_veiled_while_trains_run(site: RunningSite, person: Arrive) -> None:
    somebody = seated(site, person(), up_to("run "))
    page, before = somebody.page, somebody.length
    expect(page.locator("#run .run")).to_be_visible()
    expect(page.locator(".board .routes .route").first).to_be_attached()
    expect(page.locator(".board .land").first).to_have_css("opacity", "0.5")
    for shown in (".things", ".routes", ".labels"):
        expect(page.locator(f".board {shown}").first).to_have_css("opacity", "1")
    page.locator("[data-run-way=own]").click()
    expect(page.locator(".board .land").first).to_have_css("opacity", "0.8")
    page.locator("[data-run-way=best]").click()
    expect(page.locator(".board .land").first).to_have_css("opacity", "0.5")
    page.locator("[data-run-only]").click()
    somebody.sees_at_least(before + 1)
    expect(page.locator(".board .land").first).to_have_css("opacity", "1")


def test_the_market_shows_where_the_marker_would_go(site: RunningSite, person: Arrive) -> None:
    somebody = seated(site, person(), up_to("run "))
    page = somebody.page
    considered = page.locator("#run [data-considered]")
    expect(considered).to_have_count(2)
    ghosts = page.locator("#market-wide .market .ghost")
    sources = considered.locator(".ghost-source[data-size=wide] .ghost")
    assert sources.count()
    expect(ghosts).to_have_count(sources.count())
    for number in range(2):
        considered.nth(number).locator("button").hover()
        expect(ghosts).to_have_count(considered.nth(number).locator(".ghost-source[data-size=wide] .ghost").count())
    page.locator(".bar").hover()
    expect(ghosts).to_have_count(sources.count())


def test_a_company_that_is_pointed_at_stands_out_on_the_board(site: RunningSite, person: Arrive) -> None:
    file, _ = with_a_sale_and_a_purchase()
    somebody = seated(site, person(), file)
    page = somebody.page
    board = page.locator("[data-board] .board")
    rows = page.locator(".shares .share")
    for number in range(2):
        symbol = rows.nth(number).get_attribute("data-company") or ""
        rows.nth(number).locator(".price").hover()
        expect(board).to_have_attribute("data-lit", symbol)
        expect(page.locator(f".board .things [data-company={quoted(symbol)}]:not(.lit)")).to_have_count(0)
        expect(page.locator(f".board .things .lit:not([data-company={quoted(symbol)}])")).to_have_count(0)
    page.locator(".bar").hover()
    expect(board).to_have_attribute("data-lit", "")
    expect(page.locator(".board .things .lit")).to_have_count(0)
    expect(page.locator(".board .routes > *")).to_have_count(0)
    sale = page.locator(".shares .stepper [data-step='1']").first
    sale.focus()
    symbol = page.evaluate("() => document.activeElement.closest('.share').dataset.company")
    expect(board).to_have_attribute("data-lit", symbol)
    sale.blur()
    touch = "row => row.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'touch' }))"
    page.locator("h2").first.focus()
    expect(board).to_have_attribute("data-lit", "")
    rows.first.evaluate(touch)
    expect(board).to_have_attribute("data-lit", "")


def test_rows_are_low_on_a_phone_and_open_to_show_the_rest(site: RunningSite, person: Arrive) -> None:
    file, (sale, _) = with_a_sale_and_a_purchase()
    somebody = seated(site, person(390, 844, touch=True), file)
    page = somebody.page
    rows = page.locator(".shares .share")
    heights = "rows => Math.max(...rows.map((row) => row.getBoundingClientRect().height))"
    assert rows.evaluate_all(heights) <= 62
    assert page.evaluate(SCROLLS) <= 0
    small = "rows => rows.flatMap((row) => [...row.querySelectorAll('button')]).filter((one) => one.checkVisibility())"
    assert rows.evaluate_all(f"{small}.filter((one) => one.getBoundingClientRect().height < 44).length") == 0
    row = page.locator(f".share:has(.step[data-action={quoted(sale)}])")
    expect(row.locator(".stepper")).to_be_hidden()
    row.locator(".to-open [data-open-row]").tap()
    for cell in (".stepper", ".trains-of", ".treasury", ".runs", ".held.you", ".left", ".buy"):
        expect(row.locator(cell)).to_be_visible()
    expect(row.locator("[data-open-row]").first).to_have_attribute("aria-expanded", "true")
    row.locator("[data-step='1']").tap()
    expect(page.locator("#turn .planned-steps")).to_be_visible()
    expect(row.locator(".stepper"), "what was opened stays open").to_be_visible()
    row.locator(".open-row").tap()
    expect(row.locator(".stepper")).to_be_hidden()
    assert rows.evaluate_all(heights) <= 62


def test_an_amount_that_is_typed_shows_what_would_come_of_it(site: RunningSite, person: Arrive) -> None:
    somebody = seated(site, person(), GameFile.new("1860", PLAYERS))
    page, before = somebody.page, somebody.length
    form = page.locator("form[data-amount]").first
    amount, shown = form.locator("input[name=amount]"), form.locator(".preview-box")
    low, step = (int(amount.get_attribute(name) or 0) for name in ("min", "step"))
    expect(shown).to_have_count(0)
    wanted: list[str] = []
    page.on("request", lambda request: wanted.append(request.url) if "/preview?" in request.url else None)
    amount.press_sequentially("0")
    amount.fill(str(low + step))
    amount.fill(str(low + 2 * step))
    expect(shown).to_have_attribute("data-says", re.compile(str(low + 2 * step)))
    expect(shown).to_have_attribute("data-allowed", "1")
    expect(shown).to_contain_text(PLAYERS[1])
    amount.fill(str(low - step if low > step else low + step - 1))
    expect(shown, "what cannot be done is not asked about").to_have_count(0)
    form.locator(".hints [data-value]").first.click()
    expect(shown).to_be_visible()
    assert somebody.length == before
    assert len(wanted) <= 4
    form.locator("button[type=submit]").click()
    somebody.sees_at_least(before + 1)


OUTSIDE = """() => {
  const room = document.querySelector(".stage").getBoundingClientRect();
  return [...document.querySelectorAll(".alternatives .offer")]
    .filter((one) => one.getBoundingClientRect().right > room.right || one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent.trim());
}"""
"""Alternatives that reach beyond the decision, or whose words reach beyond their button."""


@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_three_ways_to_pay_a_dividend_are_in_sight(site: RunningSite, person: Arrive, width: int) -> None:
    somebody = seated(site, person(width, SIZES[width], touch=width < 600), positions("18BF")["Dividend"])
    expect(somebody.page.locator(".alternatives thead .offer")).to_have_count(3)
    assert somebody.page.evaluate(OUTSIDE) == []
