"""What tests in a real browser share: a Chromium, a site of its own, and people with a browser each."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

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


class DriverLoop:
    """The event loop that the driver of browsers leaves running in this thread.

    Django takes it for a call from asynchronous code and opens other database connections, so it runs only while
    tests in a browser do: the same worker may run tests of the site afterwards.
    """

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let it run for a while."""
        asyncio._set_running_loop(self.loop)
        try:
            yield
        finally:
            self.loop = asyncio._get_running_loop()
            asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def driver_loop() -> DriverLoop:
    """The loop of this worker's driver."""
    return DriverLoop()


@pytest.fixture(scope="module", autouse=True)
def driven(driver_loop: DriverLoop) -> Iterator[None]:
    """The driver's loop runs during the tests of a module in a browser."""
    with driver_loop.running():
        yield


@pytest.fixture(scope="session")
def browser(driver_loop: DriverLoop) -> Iterator[Browser]:
    """A browser without a screen, made by the first test that needs it."""
    if chromium() is None:
        pytest.skip("no Chromium is installed: on Debian, apt-get install chromium")
    expect.set_options(timeout=PATIENCE)
    with driver_loop.running():
        driver = sync_playwright().start()
        made = driver.chromium.launch(executable_path=chromium(), args=list(QUIET))
    yield made
    with driver_loop.running():
        made.close()
        driver.stop()


@pytest.fixture(scope="session")
def shared_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site for all tests that do not stop it."""
    with RunningSite(tmp_path_factory.mktemp("site"), "--bot-pause", "0") as site:
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
        complaints = list(made.complaints)  # closing cuts off requests that are under way, and pages complain of that
        context.close()
        assert complaints == []
