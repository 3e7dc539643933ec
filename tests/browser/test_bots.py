"""A person and two bots near the end of a game: an offer, an undo, a killed process, a reload, and the end."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from railhead.core.actions import Deed, Pass, text_of
from railhead.core.ids import FIRST_SEAT, Seat
from railhead.core.steps import Matter
from railhead.play import asking
from railhead.play.gamefile import GameFile
from railhead.play.session import Session
from tests.browser.people import Person
from tests.web.sites import RunningSite, new_client

NAMES = ("Ann", "Ben", "Cleo")
PATIENCE = 60_000
STILL_TO_COME = 25
"""How many decisions there are at least until the end."""


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[RunningSite]:
    """A site whose processes may be killed; it complains of that."""
    site = RunningSite(tmp_path / "site", "--bot-pause", "0")
    yield site
    site.end()


def near_the_end() -> tuple[GameFile, Seat, str]:
    """A late point of a game at which somebody may make an offer that another player has to answer, or pass."""
    session = Session(GameFile.new("1860", NAMES, (), 1))
    found: list[tuple[GameFile, Seat, str]] = []
    while session.choices is not None:
        offer = _offer(session)
        if offer and Pass() in session.choices:
            found.append((session.game(), session.choices.seat, offer))
        session.act(asking.question(session, "easy", asking.STAND_IN_WORK).answered(session.book).action)
    return next(each for each in reversed(found) if len(each[0].actions) < len(session) - STILL_TO_COME)


def _offer(session: Session) -> str:
    """An offer that another player has to answer; empty if there is none."""
    assert session.choices is not None
    for choice in session.choices:
        if choice.action.deed is Deed.OFFER_FOR_TRAIN:
            text = text_of(session.book, next(iter(choice)))
            after = session.fork()
            after.act(text)
            asked = after.choices
            if asked is not None and asked.seat != session.choices.seat and asked.step.matter is Matter.CONSENT:
                return text
    return ""


def seated(site: RunningSite, file: GameFile, person: Seat) -> dict[str, Any]:
    """The game on a site, with bots at the other seats."""
    answer = httpx.post(f"{site.url}/api/games/import", content=file.to_json().encode(), timeout=60)
    game: dict[str, Any] = answer.json()
    for number, name in enumerate(NAMES, FIRST_SEAT):
        if number != person:
            seat(site, game, name, "hard")
    return game


def seat(site: RunningSite, game: dict[str, Any], player: str, bot: str) -> None:
    host = {"Authorization": f"Bearer {game['host']}"}
    answer = new_client(site.url).post(
        f"/api/games/{game['id']}/bots", json={"player": player, "bot": bot}, headers=host
    )
    assert answer.status_code == httpx.codes.OK


def below(pid: int) -> list[int]:
    """The processes that a process has started, and those that these have."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found += [int(path.parent.name), *below(int(path.parent.name))]
    return found


def thinkers(site: RunningSite) -> list[int]:
    """The processes in which bots of a site think: those that another process has started for it."""
    assert site.process is not None
    children = below(site.process.pid)
    return [pid for child in children for pid in below(child)]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found as Linux lists them")
def test_a_person_and_two_bots_play_to_the_end(person: Callable[..., Person], own_site: RunningSite) -> None:
    file, me, offer = near_the_end()
    name = NAMES[me - FIRST_SEAT]
    game = seated(own_site, file, me)
    somebody = person()
    page = somebody.page
    somebody.open(f"{own_site.url}/game/{game['id']}/join/{game['seats'][name]}")
    expect(page.locator("#table[data-turn='1']")).to_be_attached()
    before = somebody.length

    somebody.decide(offer)
    expect(page.locator("#table[data-turn='1']")).to_be_attached()
    somebody.sees_at_least(before + 2)  # the offer, and what the bot answered
    said = page.locator(".line .mark", has_text="by a bot")
    somebody.open_panel("log")
    expect(said.first).to_be_visible()
    answered = page.locator(".lately summary")
    expect(answered).to_contain_text("Since your last turn:")
    for width in (1440, 1024, 390):
        page.set_viewport_size({"width": width, "height": 900})
        expect(answered).to_be_visible()
    somebody.open_panel("log")
    beside = "number => number.getBoundingClientRect().left - number.closest('.line').getBoundingClientRect().left"
    assert page.locator(".line.fresh .number").first.evaluate(beside) >= 4, (
        "numbers stand beside the mark of what is new"
    )
    page.set_viewport_size({"width": 1440, "height": 900})

    page.keyboard.press("u")
    expect(page.locator(f"#table[data-last='{len(file.actions)}'][data-turn='1']")).to_be_attached()

    assert thinkers(own_site)
    for pid in thinkers(own_site):
        os.kill(pid, signal.SIGKILL)
    length = somebody.length
    somebody.decide("pass")  # the bots go on, in other processes
    page.reload()
    somebody.sees_at_least(length + 1)

    seat(own_site, game, name, "easy")  # the person has to go
    expect(page.locator(".standings")).to_be_visible(timeout=2 * PATIENCE)
    expect(page.locator("a[href$='/review']")).to_be_visible()
    secret = {"Authorization": f"Bearer {game['watch']}"}
    told = new_client(own_site.url).get(f"/api/games/{game['id']}/log", headers=secret).json()["entries"]
    reasons = [entry["reason"] for entry in told if entry["reason"]]
    assert len(reasons) > 1, "after the game it is told why bots did what they did"
    somebody.open_panel("log")
    expect(page.locator(".line .reason").first).to_be_visible()
