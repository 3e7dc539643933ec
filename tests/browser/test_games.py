"""Games played through the page, by two people with a browser each, who see each other's moves as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.people import Person, by_name
from tests.browser.scripts import PLAYERS, first_operating_round, opening_with_merger
from tests.play.games import finished_game
from tests.web.sites import PATIENCE, RunningSite

Arrive = Callable[..., Person]


def seated(site: RunningSite, person: Arrive, title: str, seed: int = 0) -> dict[str, Person]:
    """Ann and Ben at a new table, each with a browser."""
    asked = {"title": title, "players": list(PLAYERS), "seed": seed}
    game = httpx.post(f"{site.url}/api/games", json=asked, timeout=PATIENCE).json()
    return by_name(game, site.url, Ann=person(), Ben=person())


def play(people: dict[str, Person], actions: Iterable[str]) -> None:
    """Play actions one after the other: whoever's page says that it is his turn decides by clicking."""
    for length, action in enumerate(actions):
        for somebody in people.values():
            somebody.sees_length(length)
        to_act = [name for name, somebody in people.items() if somebody.may_act]
        assert len(to_act) == 1, (length, action, to_act)
        people[to_act[0]].decide(action)


def test_a_whole_short_game(site: RunningSite, person: Arrive) -> None:
    people = seated(site, person, "1860")
    actions = finished_game().actions
    play(people, actions)
    for somebody in people.values():
        somebody.sees_length(len(actions))
        expect(somebody.page.get_by_role("heading", name="The game is over")).to_be_visible()
        expect(somebody.page.locator(".standings li")).to_have_count(2)


def test_an_opening_with_track_runs_dividends_and_trains(site: RunningSite, person: Arrive) -> None:
    seed, actions = first_operating_round("1860")
    people = seated(site, person, "1860", seed)
    play(people, actions)
    laid = sum(action.startswith("lay ") for action in actions)
    assert laid > 5
    people["Ben"].picture("operating")


def test_an_opening_with_a_merger(site: RunningSite, person: Arrive) -> None:
    seed, actions = opening_with_merger("1862")
    people = seated(site, person, "1862", seed)
    play(people, actions)
    people["Ann"].sees_length(len(actions))
    people["Ann"].picture("merged")


@pytest.mark.parametrize("title", ["1860", "1862"])
def test_a_new_user_lays_a_tile_without_reading_anything(site: RunningSite, person: Arrive, title: str) -> None:
    somebody = person()
    page = somebody.page
    somebody.open(site.url)
    page.locator(f"input[name=title][value='{title}']").check()
    page.get_by_role("button", name="Start where track is laid").click()
    before = somebody.length
    page.locator(".board .target.legal").first.click(force=True)
    page.locator(".tile-choice[data-legal='1']").first.click()
    page.locator("[data-lay]").click()
    somebody.sees_at_least(before + 1)
