"""A title with many companies, played by clicking at three sizes: an opening, and a merger of three Minors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from random import Random

import httpx
from playwright.sync_api import expect

from railhead.bots.selfplay import play
from railhead.core.actions import text_of
from railhead.core.choices import Subsets
from railhead.play.gamefile import GameFile
from railhead.play.session import Session
from tests.browser.people import Person, by_name
from tests.browser.scripts import Mostly
from tests.web.sites import PATIENCE, RunningSite

Arrive = Callable[..., Person]
PLAYERS = ("Ann", "Ben", "Cleo")
SIZES = {"Ann": (1440, 900), "Ben": (1024, 768), "Cleo": (390, 844)}
OPENING = 16
BEFORE = 4
"""So many bids and passes come before the first tile."""


def session_of(seed: int) -> Session:
    return Session(GameFile.new("18BF", PLAYERS, (), seed))


def decisions(seed: int, passes: float = 0.0) -> Iterator[str]:
    """The actions of a game of three bots."""
    book = session_of(seed).book
    bots = [Mostly(("accept",), passes) for _ in PLAYERS]
    for decision in play(book, bots, Random(seed), audited=False):
        yield text_of(book, decision.action)


@cache
def before_a_merger() -> tuple[GameFile, str]:
    """A game in which somebody may propose a merger of three Minors of three players, and the proposal."""
    for seed in range(60):
        session = session_of(seed)
        for action in islice(decisions(seed), 700):
            session.act(action)
            found = merger_of_three(session)
            if found:
                return session.game(), found
    raise AssertionError("no such game was found")


def merger_of_three(session: Session) -> str:
    """A merger of Minors of three players, of which several more are possible."""
    for choice in session.choices or ():
        if choice.action.form.startswith("merge ") and isinstance(choice.domains[0], Subsets) and choice.count() > 3:
            for members in choice.domains[0]:
                directors = {session.state.director[company] for company in members}
                if len(members) == len(directors) == len(PLAYERS):
                    return text_of(session.book, choice.action(members))  # type: ignore[call-arg]
    return ""


def seated(site: RunningSite, person: Arrive, file: GameFile) -> dict[str, Person]:
    """Three players with displays of three sizes at a game."""
    answer = httpx.post(f"{site.url}/api/games/import", json=file.to_data(), timeout=PATIENCE)
    assert answer.status_code == httpx.codes.CREATED, answer.text
    return by_name(answer.json(), site.url, **{name: person(*SIZES[name]) for name in PLAYERS})


def act(people: dict[str, Person], session: Session, action: str) -> None:
    """Whoever is to decide does so by clicking."""
    assert session.choices is not None
    somebody = people[session.book.owner_names[session.choices.seat]]
    somebody.sees_at_least(len(session))
    somebody.decide(action)
    session.act(action)


def test_the_first_turns_of_companies_on_displays_of_three_sizes(site: RunningSite, person: Arrive) -> None:
    actions = list(islice(decisions(4), 120))
    first = next(number for number, action in enumerate(actions) if action.startswith("lay "))
    clicked = actions[first - BEFORE : first + OPENING]
    assert {"lay", "run", "train"} <= {action.split()[0] for action in clicked}
    session = session_of(4)
    for action in actions[: first - BEFORE]:
        session.act(action)
    people = seated(site, person, session.game())
    for action in clicked:
        act(people, session, action)
    for somebody in people.values():
        somebody.sees_length(len(session))


def test_a_merger_of_three_minors_of_three_players(site: RunningSite, person: Arrive) -> None:
    file, merger = before_a_merger()
    session = Session(file)
    people = seated(site, person, file)
    act(people, session, merger)
    members = merger.removeprefix("merge ").split("+")
    for _ in range(len(PLAYERS) - 1):
        assert session.choices is not None
        asked = people[session.book.owner_names[session.choices.seat]].page
        expect(asked.locator(".situation li").first).to_contain_text("Shares:")
        for member in members:
            expect(asked.locator(".todo .acting-company", has_text=member).first).to_be_visible()
        act(people, session, "accept")
    assert "charter" in {choice.action.form.split()[0] for choice in session.choices or ()}
    charter = next(iter(next(iter(session.choices or ()))))
    act(people, session, text_of(session.book, charter))
