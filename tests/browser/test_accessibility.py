"""Everybody can use every page: axe-core finds nothing wrong with any of them, light or dark, wide or narrow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import httpx
import pytest
from playwright.sync_api import expect

from railhead.play.gamefile import GameFile
from railhead.titles import catalogue
from tests.browser.axe import violations
from tests.browser.people import Person
from tests.browser.positions import GAMES, OVER, positions
from tests.web.sites import PATIENCE, RunningSite, begin

Arrive = Callable[..., Person]
Scheme = Literal["light", "dark"]
PHONE, DESK = (390, 844), (1440, 900)
PANELS = ("market", "sheet", "players", "companies", "log", "bank", "tiles", "charts", "talk", "orders", "settings")
QUICK_STEPS = {
    "1860": ("Auction", "StockTurn", "LayTrack", "RunTrains"),
    "1862": ("Speech", "MergeOrNot", "Dividend", OVER),
    "18BF": ("MergerTurn", "PlaceTokens", "BuyTrains"),
    "1863": ("BuyShares", "ManageLoans"),
    "18OE": ("PacketTurn", "BuildTrack"),
}
"""What a quick run looks at."""
WITH_PANELS = {
    "1860": "RunTrains",
    "1862": "PlaceTokens",
    "18BF": "PlaceTokens",
    "1863": "ReturnTrains",
    "18OE": "RunTrains",
}
"""The step at which every panel is opened."""
LONG = ((), pytest.mark.long)


@dataclass(frozen=True)
class Look:
    """A display and a colour scheme."""

    size: tuple[int, int]
    scheme: Scheme

    def __str__(self) -> str:
        return f"{self.size[0]}-{self.scheme}"


LOOKS = [Look(size, scheme) for size in (DESK, PHONE) for scheme in ("light", "dark")]
QUICK = (LOOKS[0], LOOKS[-1])
"""Both displays and both schemes, but not every pair of them."""


def only_with_long(looks: Iterable[Look]) -> Iterator[Any]:
    """All looks; those that a quick run leaves out are marked."""
    for look in looks:
        yield pytest.param(look, id=str(look), marks=() if look in QUICK else pytest.mark.long)


def each_in_a_look(titles: Iterable[str]) -> Iterator[Any]:
    """All looks at all titles. A quick run has one look at each title, at one title after the other in another way."""
    for look in LOOKS:
        for number, title in enumerate(titles):
            quick = look == QUICK[number % len(QUICK)]
            yield pytest.param(look, title, id=f"{look}-{title}", marks=() if quick else pytest.mark.long)


class Visitor:
    """Somebody who has every page checked, and complains in the end."""

    def __init__(self, person: Person, look: Look, thorough: bool) -> None:
        self.person = person
        self.page = person.page
        self.look = look
        self.thorough = thorough
        self.found: list[str] = []

    def share(self, things: Sequence[str]) -> Sequence[str]:
        """What this look is for: in a quick run the looks share the work between them."""
        return things if self.thorough else things[QUICK.index(self.look) :: len(QUICK)]

    def check(self, where: str) -> None:
        """Note what is wrong with the page as it is."""
        self.found += [f"{where}: {wrong}" for wrong in violations(self.page)]

    def visit(self, address: str) -> None:
        """Open a page and check it."""
        self.person.open(address)
        self.check(address)


@pytest.fixture(params=only_with_long(LOOKS))
def visitor(request: pytest.FixtureRequest, person: Arrive) -> Iterator[Visitor]:
    """Somebody with one of the displays."""
    look: Look = request.param
    thorough = bool(request.config.getoption("--long"))
    made = Visitor(person(*look.size, touch=look.size == PHONE), look, thorough)
    made.page.emulate_media(color_scheme=look.scheme)
    yield made
    assert made.found == [], "\n".join(made.found)


def sit_down(somebody: Person, site: RunningSite, file: GameFile) -> dict[str, Any]:
    """Bring a game in and take all its seats."""
    answer = httpx.post(f"{site.url}/api/games/import", content=file.to_json(), timeout=PATIENCE)
    game: dict[str, Any] = answer.json()
    somebody.take_all_seats(site.url, game)
    expect(somebody.page.locator(".loading:visible")).to_have_count(0)
    return game


def test_the_pages_of_the_site(site: RunningSite, visitor: Visitor) -> None:
    visitor.person.expects = ("403 (Forbidden)", "404 (Not Found)")
    game = begin(site.url)
    visitor.visit(site.url)
    visitor.visit(f"{site.url}/nothing-here")
    visitor.visit(f"{site.url}/game/{game['id']}/links")
    visitor.person.open(f"{site.url}/game/{game['id']}/join/{game['host']}")
    visitor.visit(f"{site.url}/game/{game['id']}/links")
    visitor.visit(site.url)
    visitor.page.locator(".site-header .menu summary").last.click()
    visitor.check("a menu")
    visitor.visit(f"{site.url}/settings")


@pytest.mark.parametrize(("visitor", "title"), list(each_in_a_look(catalogue.TITLES)), indirect=["visitor"])
def test_the_pages_of_a_title(site: RunningSite, visitor: Visitor, title: str) -> None:
    visitor.visit(f"{site.url}/title/{title}/")
    visitor.visit(f"{site.url}/title/{title}/rules")
    visitor.page.locator(".rules a.rule").first.click()
    visitor.visit(f"{site.url}/title/{title}/rules/{visitor.page.url.partition('#')[2]}")


@pytest.mark.parametrize(("visitor", "title"), list(each_in_a_look(catalogue.TITLES)), indirect=["visitor"])
def test_the_route_finder(site: RunningSite, visitor: Visitor, title: str) -> None:
    visitor.visit(f"{site.url}/routes?title={title}")
    page = visitor.page
    expect(page.locator("#sketch-best .loading")).to_have_count(0)
    page.locator(".board .target.choosable").nth(3).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".sketch-offers")).to_be_visible()
    visitor.check("tiles for a sketch")


def test_a_sketch_of_a_game(site: RunningSite, visitor: Visitor) -> None:
    game = sit_down(visitor.person, site, positions("1862")["PlaceTokens"])
    visitor.visit(f"{site.url}/game/{game['id']}/sketch")


def test_the_pages_of_accounts(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.page
    with RunningSite(tmp_path / "site", "--accounts") as site:
        visitor.visit(site.url)
        visitor.visit(f"{site.url}/account/login")
        page.locator(".account [type=submit]").click()
        visitor.visit(f"{site.url}/account/new")
        for name, text in {"username": "ann", "password1": "long 18xx evenings", "password2": "short ones"}.items():
            page.locator(f"[name={name}]").fill(text)
        page.locator(".account [type=submit]").click()
        expect(page.locator(".errorlist").first).to_be_visible()
        visitor.check("an account that was refused")
        for name in ("password1", "password2"):
            page.locator(f"[name={name}]").fill("long 18xx evenings")
        page.locator(".account [type=submit]").click()
        expect(page.locator(".site-header summary", has_text="ann")).to_be_visible()
        visitor.check("the lobby of a user")
        visitor.visit(f"{site.url}/account/password")
        visitor.visit(f"{site.url}/account/password/done")


@pytest.mark.parametrize("title", GAMES)
def test_the_table_at_every_kind_of_step(site: RunningSite, visitor: Visitor, title: str) -> None:
    found = positions(title)
    assert found.keys() >= {*QUICK_STEPS[title]}, "the bots' game has all these steps"
    for step in found if visitor.thorough else visitor.share(QUICK_STEPS[title]):
        sit_down(visitor.person, site, found[step])
        visitor.check(f"{title}, {step}")


@pytest.mark.parametrize("title", [pytest.param(title, marks=LONG[title != "1862"]) for title in GAMES])
def test_every_panel(site: RunningSite, visitor: Visitor, title: str) -> None:
    sit_down(visitor.person, site, positions(title)[WITH_PANELS[title]])
    for panel in visitor.share(PANELS):
        visitor.person.open_panel(panel)
        expect(visitor.page.locator(".loading:visible")).to_have_count(0)
        visitor.check(panel)


def test_tiles_help_history_and_refusals(site: RunningSite, visitor: Visitor) -> None:
    page = visitor.page
    sit_down(visitor.person, site, positions("1860")["LayTrack"])
    hex_ = page.locator(".board .target.legal").first.get_attribute("data-hex")
    visitor.person.point_at(hex_ or "")
    visitor.check("the tiles for a hex")
    for fold in page.locator(".hex-offers details:not([open]) > summary").all():
        fold.click()
    visitor.check("all about a hex")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    visitor.check("the keys")
    page.keyboard.press("Escape")
    page.locator("[data-guide-open]").click()
    expect(page.locator(".guide")).to_be_visible()
    visitor.check("the guide")
    page.locator("[data-about]:visible").first.click()
    expect(page.locator("#about-box")).to_be_visible()
    visitor.check("what something means")
    page.keyboard.press("Escape")
    page.keyboard.press("[")
    expect(page.locator("#table")).to_have_attribute("data-live", "0")
    visitor.check("an earlier move")
