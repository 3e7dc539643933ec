"""People at a browser: they open links, see whose turn it is, and decide by clicking what the page offers."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import ConsoleMessage, Dialog, Locator, Page, expect

REFUSED = ("409 (Conflict)", "Error Code 409")
"""What a browser notes when the site refuses a move that came too late."""
CUT_OFF = (
    "net::ERR_CONNECTION",
    "net::ERR_INCOMPLETE",
    "net::ERR_EMPTY",
    "net::ERR_SOCKET",
    "[object Event]",
    "htmx:sendError",
    "htmx:afterRequest",
)
"""What a browser notes when the site is stopped while it listens, or asks for something."""


NARROW = 900
"""Displays of fewer pixels show one part of the table at a time."""
LAYS = r"\blay \S+ on (\S+) turned \d"
"""An action that lays a tile, and the hex it is for."""


class Person:
    """Somebody with a page."""

    def __init__(self, page: Page, pictures: Path) -> None:
        self.page = page
        self.pictures = pictures
        self.complaints: list[str] = []
        self.expects: tuple[str, ...] = ()
        """What the console may say in a test that brings it about."""
        page.on("console", self._listen)
        page.on("pageerror", lambda problem: self.complaints.append(str(problem)))
        page.on("dialog", self.accept)

    @staticmethod
    def accept(dialog: Dialog) -> None:
        """Say yes to whatever is asked."""
        dialog.accept()

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(words in message.text for words in self.expects):
            self.complaints.append(message.text)

    # -- looking ----------------------------------------------------------------------------------

    @property
    def table(self) -> Locator:
        """The table."""
        return self.page.locator("#table")

    def open(self, address: str) -> None:
        """Go to an address and wait until the page is there."""
        self.page.goto(address)

    def take_all_seats(self, url: str, game: dict[str, Any]) -> None:
        """Open the links of all seats of a game; the table, which takes longest, is shown once."""
        *others, last = (f"{url}/game/{game['id']}/join/{secret}" for secret in game["seats"].values())
        for link in others:
            assert self.page.context.request.get(link, max_redirects=0).status == httpx.codes.FOUND
        self.open(last)

    def sits_at_a_table(self) -> None:
        """Wait for the page of a table, with its scripts, after something that leads to it."""
        expect(self.table).to_be_visible()
        self.page.wait_for_load_state()

    @property
    def length(self) -> int:
        """The length of the log as the page shows it."""
        return int(self.table.get_attribute("data-length") or -1)

    @property
    def may_act(self) -> bool:
        """Does the page say that it is this person's turn?"""
        return self.table.get_attribute("data-turn") == "1"

    def sees_length(self, length: int) -> None:
        """Wait until the page shows so much."""
        expect(self.table).to_have_attribute("data-length", str(length))

    def open_panel(self, name: str) -> None:
        """Open a part of the table; on a narrow display most of them are behind a button."""
        tab = self.page.locator(f".tabs [data-panel={name}]")
        if not tab.is_visible():
            self.page.locator(".tabs [data-more]").click()
        tab.click()

    def see_board(self) -> None:
        """Bring the board forward if it is only a thumbnail, or not in sight."""
        thumbnail = "area => !area.checkVisibility() || getComputedStyle(area).pointerEvents === 'none'"
        if self.page.locator("[data-board]").evaluate(thumbnail):
            narrow = (self.page.viewport_size or {"width": 0})["width"] < NARROW
            self.open_panel("board") if narrow else self.page.keyboard.press("b")

    # -- deciding ---------------------------------------------------------------------------------

    def decide(self, action: str) -> None:
        """Decide something by clicking, whichever way the page offers it, and wait until the table shows it."""
        before = self.length
        offer = self.page.locator(f"button.offer[data-action={quoted(action)}]")
        if offer.count():
            self._unfold(offer.first)
            gathers = offer.first.get_attribute("data-gather")
            offer.first.click()
            if gathers:
                self.do_turn()
        elif self.gather_sale(action):
            self.do_turn()
        elif re.search(LAYS, action):
            self.lay(action)
        elif not any(way(action) for way in self.ways):
            raise AssertionError(f"The page does not offer '{action}'")
        self.sees_at_least(before + 1)

    @property
    def ways(self) -> tuple[Callable[[str], bool], ...]:
        """The ways to fill something in, each of which says whether the action could be chosen like that."""
        return self._by_amount, self._by_scale, self._by_form, self._by_ticks, self._by_run

    def gather_sale(self, action: str) -> bool:
        """Choose how many shares to sell by stepping up to that number; False if it is no such sale."""
        step = self.page.locator(f".stepper .step[data-action={quoted(action)}]")
        if not step.count():
            return False
        stepper = step.locator("xpath=ancestor::*[contains(@class, 'stepper')]")
        self._open_row(stepper)
        while stepper.locator("output").inner_text() != step.get_attribute("data-count"):
            shown = stepper.locator("output").inner_text()
            stepper.locator("[data-step='1']").click()
            expect(stepper.locator("output")).not_to_have_text(shown)
        return True

    def gather(self, action: str, clicks: int = 1) -> None:
        """Choose what to buy or start, wherever it is folded away."""
        offer = self.page.locator(f"[data-gather][data-action={quoted(action)}]")
        self._unfold(offer)
        offer.click(click_count=clicks)

    def do_turn(self) -> None:
        """Do what has been gathered."""
        self.page.locator("[data-do-turn]:enabled").click()

    def _open_row(self, inside: Locator) -> None:
        """Open the row of a company that shows little of it in a narrow place."""
        row = inside.locator("xpath=ancestor::tr[contains(@class, 'share')]")
        if row.count() and not inside.is_visible():
            row.locator("[data-open-row]").first.click()
            expect(inside).to_be_visible()

    def _unfold(self, offer: Locator) -> None:
        """Open what an offer is folded away in, as one would by clicking its heading."""
        self._open_row(offer)
        ladder = offer.locator("xpath=ancestor::*[@data-pars-of]")
        if ladder.count() and not ladder.is_visible():
            self.page.locator(f"[data-start='{ladder.get_attribute('data-pars-of')}']").click()
        for _ in range(3):
            folded = offer.locator("xpath=ancestor::details[not(@open)]")
            if folded.count():
                folded.first.locator("summary").first.click()

    def sees_at_least(self, length: int) -> None:
        """Wait until the page shows so much, or more."""
        self.page.wait_for_function(
            "length => Number(document.getElementById('table').dataset.length) >= length", arg=length
        )

    def lay(self, action: str) -> None:
        """Lay a tile: click the hex, the tile, turn it, lay it."""
        found = re.search(LAYS, action)
        assert found is not None
        hex_ = found.group(1)
        self.point_at(hex_)
        choice = self.page.locator(
            f".hex-offers[data-for={quoted(hex_)}] .tile-choice[data-legal='1']:has([data-action={quoted(action)}])"
        )
        self.page.wait_for_function("() => document.querySelector('.tile-choice.chosen, .tile-choice + .tile-choice')")
        expect(self.page.locator("#gains .loading")).to_have_count(0)  # the best tile moves to the front then
        if "chosen" not in (choice.first.get_attribute("class") or ""):
            choice.first.click()
        shown = choice.first.locator(".way:not([hidden])")
        for _ in range(6):
            if shown.get_attribute("data-action") == action:
                break
            self.page.locator(".lay-bar [data-rotate]").click()
        expect(shown).to_have_attribute("data-action", action)
        self.page.locator("[data-lay]").click()

    def point_at(self, hex_: str) -> None:
        """Click a hex of the board."""
        self.see_board()
        self.page.locator(f".board .target[data-hex={quoted(hex_)}]").first.click(force=True)
        expect(self.page.locator(f".hex-offers[data-for={quoted(hex_)}]")).to_be_visible()

    def _by_amount(self, action: str) -> bool:
        for form in self.page.locator("form[data-amount]").all():
            template = form.get_attribute("data-amount") or ""
            picked = [name for name in re.findall(r"\{(\w+)\}", template) if name != "amount"]
            pattern = re.escape(template).replace(r"\{amount\}", r"(?P<amount>-?\d+)")
            for name in picked:
                pattern = pattern.replace(rf"\{{{name}\}}", rf"(?P<{name}>\S+)")
            found = re.fullmatch(pattern, action)
            if found:
                self._unfold(form)
                for name in picked:
                    form.locator(f"select[name={name}]").select_option(found.group(name))
                form.locator("input[name=amount]").fill(found.group("amount"))
                form.locator("button[type=submit]").click()
                return True
        return False

    def _by_scale(self, action: str) -> bool:
        for form in self.page.locator("form[data-scale]").all():
            if form.locator(f"option[value={quoted(action)}]").count():
                self._unfold(form)
                form.locator("select").select_option(action)
                expect(form.locator(".level:not([hidden])")).to_have_attribute("data-level-of", action)
                form.locator("button[type=submit]").click()
                return True
        return False

    def _by_form(self, action: str) -> bool:
        for form in self.page.locator("form[data-template]").all():
            template = form.get_attribute("data-template") or ""
            names = re.findall(r"\{(\w+)\}", template)
            pattern = re.escape(template)
            for name in names:
                pattern = pattern.replace(rf"\{{{name}\}}", f"(?P<{name}>.+)")
            found = re.fullmatch(pattern, action)
            if found:
                for name in names:
                    form.locator(f"select[name={name}]").select_option(found.group(name))
                form.locator("button[type=submit]").click()
                return True
        return False

    def _by_ticks(self, action: str) -> bool:
        """Tick the members of a set, and wait for what the page says would come of it."""
        for form in self.page.locator("form[data-ticks]").all():
            head, _, tail = (form.get_attribute("data-ticks") or "").partition("{set}")
            if action.startswith(head) and action.endswith(tail):
                for member in action.removeprefix(head).removesuffix(tail).split("+"):
                    box = form.locator(f"input[value={quoted(member)}]")
                    if not box.is_checked():
                        box.check()
                expect(form.locator(".preview-box")).to_have_attribute("data-allowed", "1")
                form.locator("button[type=submit]").click()
                return True
        return False

    def _by_run(self, action: str) -> bool:
        if not action.startswith(("run ", "announce ")):
            return False
        run = self.page.locator("#run .run")
        expect(run).to_have_attribute("data-run", action)
        run.locator("[data-run-only]").click()
        return True

    def picture(self, name: str) -> bytes:
        """Take a picture, for whoever wants to see what a test saw."""
        return self.page.screenshot(path=self.pictures / f"{name}.png")


def quoted(text: str) -> str:
    """A text as a CSS string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def by_name(game: dict[str, Any], url: str, **people: Person) -> dict[str, Person]:
    """Let people open the links of their seats."""
    for name, somebody in people.items():
        somebody.open(f"{url}/game/{game['id']}/join/{game['seats'][name]}")
    return people
