"""What the tests of the site share: browsers without a screen, and games to sit down at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from railhead.core.ids import Seat
from railhead.play.gamefile import GameFile
from railhead.web import access, keys, tables
from railhead.web.models import StoredGame
from railhead.web.openings import opening
from tests.web.sites import CLIENTS

Begun = Callable[..., StoredGame]
Browser = Callable[..., Client]


@pytest.fixture
def begun(db: Any) -> Begun:
    """Begin a game, or go on with one from a file."""

    def begin(file: GameFile | None = None, *, hot_seat: bool = False) -> StoredGame:
        return tables.begin(opening(file or GameFile.new("1860", ("Ann", "Ben", "Cleo"))), hot_seat=hot_seat)

    return begin


def bids(game: StoredGame) -> None:
    """Ann, Ben and Cleo bid for the first private."""
    for length, place in enumerate(game.places):
        _bid(game.id, place, length)


def _bid(game_id: str, place: Seat, length: int) -> None:
    action = f"bid {5 * (length + 1)}"
    tables.TABLES.act(access.find(game_id), lambda table: table.act(frozenset({place}), action, length))


@pytest.fixture
def browser(db: Any) -> Browser:
    """A browser that has opened the links of these roles of a game."""

    def open_(game: StoredGame, *roles: str, strict: bool = False) -> Client:
        client = Client(enforce_csrf_checks=strict)
        for role in roles:
            answer = client.get(f"/game/{game.id}/join/{keys.key(game, role)}")
            assert answer.status_code == 302
        return client

    return open_


@pytest.fixture(autouse=True)
def guarded_settings(settings: Any) -> None:
    """A site that is not private: whoever has no link is nobody."""
    settings.CONFIGURATION = replace(settings.CONFIGURATION, host="192.0.2.1", accounts=False, names=("testserver",))


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    """Passwords are hashed quickly: hundreds of guesses are not to take a minute."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def closed_clients() -> Iterator[None]:
    """Nothing stays open after a test."""
    yield
    while CLIENTS:
        CLIENTS.pop().close()


@pytest.fixture
def mailing(settings: Any, db: Any) -> None:
    """A site that can send mail."""
    settings.CONFIGURATION = replace(settings.CONFIGURATION, mail_url="smtp://mail.example", private_webhooks=True)
    settings.DEFAULT_FROM_EMAIL = "site@trains.example"


START = datetime(2026, 11, 18, 12, tzinfo=UTC)
"""A Wednesday, on which tests with a clock of their own begin."""


class Clock:
    """The time, which tests move on."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def passes(self, **time: float) -> None:
        """Let time pass."""
        self.now += timedelta(**time)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock of our own."""
    made = Clock()
    monkeypatch.setattr(timezone, "now", made)
    return made


HTMX = {"HX-Request": "true"}
