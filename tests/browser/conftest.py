"""What tests in a real browser share: a Chromium, a site of its own, and people with a browser each."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, expect, sync_playwright

from tests.browser.people import Person
from tests.web.sites import CLIENTS, RunningSite

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 60_000
"""Milliseconds a page has, on a machine busy with other tests."""


def chromium() -> str | None:
    """Where a Chromium is installed."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The driver of browsers."""
    if chromium() is None:
        pytest.skip("no Chromium is installed: on Debian, apt-get install chromium")
    expect.set_options(timeout=PATIENCE)
    # The driver keeps an event loop running in this process, which Django takes for a call from asynchronous code; the
    # tests of the site that the same worker runs afterwards are not.
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as driver:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield driver


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser without a screen."""
    made = playwright.chromium.launch(executable_path=chromium(), args=list(QUIET))
    yield made
    made.close()


@pytest.fixture(scope="session")
def shared_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site for all tests that do not stop it."""
    with RunningSite(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture
def site(shared_site: RunningSite) -> Iterator[RunningSite]:
    """The site; nothing that asked it stays open."""
    yield shared_site
    while CLIENTS:
        CLIENTS.pop().close()


@pytest.fixture
def person(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Person]]:
    """Someone with their own browser, wide or narrow, whose pages log no errors."""
    everybody: list[tuple[BrowserContext, Person]] = []

    def arrive(width: int = 1440, height: int = 900, touch: bool = False) -> Person:
        context = browser.new_context(viewport={"width": width, "height": height}, has_touch=touch)
        context.set_default_timeout(PATIENCE)
        made = Person(context.new_page(), tmp_path)
        everybody.append((context, made))
        return made

    yield arrive
    for context, made in everybody:
        context.close()
        assert made.complaints == []
