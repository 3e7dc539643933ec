"""Somebody without a mouse: they go through a page with the Tab and arrow keys, and decide with Enter."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.people import LAYS, Person, quoted

ENOUGH = 160
"""Presses of a key after which one would give up."""
FOCUSED = "selector => Boolean(document.activeElement?.matches(selector))"


class Typist:
    """Decides by keys alone."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page: Page = person.page

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def has_focus(self, selector: str) -> bool:
        """Is the focus on such an element?"""
        return bool(self.page.evaluate(FOCUSED, selector))

    def expect_focus(self, selector: str) -> None:
        """Wait until the focus is on such an element."""
        self.page.wait_for_function(FOCUSED, arg=selector)

    def tab_to(self, selector: str, key: str = "Tab") -> int:
        """Press Tab, or another key, until such an element has the focus; how often."""
        for presses in range(ENOUGH):
            if self.has_focus(selector):
                return presses
            self.press(key)
        raise AssertionError(f"the {key} key does not lead to {selector}")

    def choose_hex(self, name: str) -> None:
        """Go to a hex that can be chosen, and open it."""
        self.tab_to(".board .target")
        self.tab_to(f".board .target[data-hex={quoted(name)}]", "PageDown")
        self.press("Enter")
        expect(self.page.locator(f".hex-offers[data-for={quoted(name)}]")).to_be_visible()

    def lay(self, action: str) -> None:
        """Lay a tile."""
        found = re.search(LAYS, action)
        assert found is not None
        self.choose_hex(found.group(1))
        self.expect_focus(".tile-choice")
        self.tab_to(f".tile-choice:has([data-action={quoted(action)}])")
        if not self.has_focus(".chosen"):
            self.press("Enter")
        for _ in range(6):
            if self.page.locator(".lay-bar [name=action]").input_value() == action:
                break
            self.press("r")
        self.tab_to("[data-lay]")
        self.press("Enter")

    def decide(self, action: str) -> None:
        """Decide something, and wait until the table shows it and the focus is at the next decision."""
        before = self.person.length
        offer = f"button.offer[data-action={quoted(action)}]"
        if re.search(LAYS, action):
            self.lay(action)
        elif action.startswith("run "):
            expect(self.page.locator("#run .run")).to_have_attribute("data-run", action)
            self.tab_to("#run .run [data-run-only]")
            self.press("Enter")
        else:
            gathers = self.page.locator(offer).first.get_attribute("data-gather")
            self.tab_to(offer)
            self.press("Enter")
            if gathers:
                expect(self.page.locator("[data-do-turn]")).to_be_enabled()
                self.tab_to("[data-do-turn]")
                self.press("Enter")
        self.person.sees_at_least(before + 1)
        self.expect_focus(".stage h2, .stage h2 *")
