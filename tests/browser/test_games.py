"""Games played through the page, by two people with a browser each, who see each other's moves as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import httpx
import pytest
from playwright.sync_api import expect

from railhead.play.gamefile import GameFile
from railhead.play.session import Session
from tests.browser.people import Person, by_name
from tests.browser.scripts import PLAYERS, first_operating_round, opening_with_merger
from tests.play.games import finished_game
from tests.web.sites import PATIENCE, RunningSite

Arrive = Callable[..., Person]
OPENING = 60
"""Actions with which a game begins: the auction, and the first turns of companies."""
LAST = 16
"""Actions at the end of a game, or up to a merger, that are clicked; those before them are brought in."""


def seated(site: RunningSite, person: Arrive, title: str, seed: int = 0) -> dict[str, Person]:
    """Ann and Ben at a new table, each with a browser."""
    asked = {"title": title, "players": list(PLAYERS), "seed": seed}
    game = httpx.post(f"{site.url}/api/games", json=asked, timeout=PATIENCE).json()
    return by_name(game, site.url, Ann=person(), Ben=person())


def go_on(people: dict[str, Person], session: Session, actions: Iterable[str]) -> None:
    """Play actions one after the other: whoever is to decide sees that it is their turn, and decides by clicking."""
    for length, action in enumerate(actions, len(session)):
        choices = session.choices
        assert choices is not None
        somebody = people[session.book.owner_names[choices.seat]]
        somebody.sees_length(length)
        assert somebody.may_act
        somebody.decide(action)
        session.act(action)
    for somebody in people.values():
        somebody.sees_length(len(session))


def brought_in(site: RunningSite, person: Arrive, file: GameFile) -> dict[str, Person]:
    """The players of a game that is brought in, each with a browser."""
    game = httpx.post(f"{site.url}/api/games/import", content=file.to_json(), timeout=PATIENCE).json()
    return by_name(game, site.url, **{name: person() for name in file.seats})


@pytest.mark.parametrize("clicked", [LAST, pytest.param(None, marks=pytest.mark.long)], ids=["end", "whole"])
def test_a_game_comes_to_its_end(site: RunningSite, person: Arrive, clicked: int | None) -> None:
    whole = finished_game()
    begun = whole.first(0 if clicked is None else len(whole.actions) - clicked)
    people = brought_in(site, person, begun)
    go_on(people, Session(begun), whole.actions[len(begun.actions) :])
    for somebody in people.values():
        expect(somebody.page.get_by_role("heading", name="The game is over")).to_be_visible()
        expect(somebody.page.locator(".standings li")).to_have_count(2)


def test_an_opening_with_track_runs_dividends_and_trains(site: RunningSite, person: Arrive) -> None:
    seed, actions = first_operating_round("1860", OPENING)
    people = seated(site, person, "1860", seed)
    go_on(people, Session(GameFile.new("1860", PLAYERS, (), seed)), actions)
    laid = sum(action.startswith("lay ") for action in actions)
    assert laid > 5
    people["Ben"].picture("operating")


def test_a_merger(site: RunningSite, person: Arrive) -> None:
    seed, actions = opening_with_merger("1862")
    begun = replace(GameFile.new("1862", PLAYERS, (), seed), actions=actions[:-LAST])
    people = brought_in(site, person, begun)
    go_on(people, Session(begun), actions[-LAST:])
    people["Ann"].picture("merged")


@pytest.mark.parametrize("title", ["1860", "1862"])
def test_a_new_user_lays_a_tile_without_reading_anything(site: RunningSite, person: Arrive, title: str) -> None:
    somebody = person()
    page = somebody.page
    somebody.open(site.url)
    page.locator(f"input[name=title][value='{title}']").check()
    page.get_by_role("button", name="Skip the opening").click()
    somebody.sits_at_a_table()
    before = somebody.length
    page.locator(".board .target.legal").first.click(force=True)
    page.locator(".tile-choice[data-legal='1']").first.click()
    page.locator("[data-lay]").click()
    somebody.sees_at_least(before + 1)
