"""Importing a game: after signing in, in a separate process, within limits, and refused in the documented shape."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from railhead.web import apart, openings
from railhead.web.apart import TooMuch
from railhead.web.bodies import LARGEST_FILE
from railhead.web.models import StoredGame
from tests.interop.test_work import game
from tests.play.games import some_game
from tests.web.conftest import Begun, Browser

pytestmark = pytest.mark.django_db


class Asked:
    """What was asked of the separate process."""

    def __init__(self) -> None:
        self.functions: list[Any] = []

    def run(self, limits: Any, client: Any, function: Any, *arguments: Any) -> Any:
        self.functions.append(function)
        return function(*arguments)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    made = Asked()
    monkeypatch.setattr(apart, "run", made.run)
    return made


def sent(content: bytes | str) -> Any:
    return Client().post("/api/games/import", content, content_type="application/json")


def test_a_file_is_read_in_a_separate_process(asked: Asked) -> None:
    content = some_game(1, 20).to_json()
    assert sent(content).status_code == 201
    page = {"file": SimpleUploadedFile("game.json", content.encode()), "mode": "hot-seat"}
    assert Client().post("/import", page).status_code == 302
    assert asked.functions == [openings.read] * 2


def test_a_copy_is_made_in_a_separate_process(asked: Asked, begun: Begun, browser: Browser) -> None:
    original = begun(some_game(1, 20))
    assert browser(original, "host").post(f"/game/{original.id}/copy").status_code == 302
    assert asked.functions == [openings.opening]
    assert StoredGame.objects.count() == 2


def test_with_accounts_nothing_is_read_before_signing_in(asked: Asked, settings: Any) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, accounts=True)
    assert sent(some_game(1, 20).to_json()).status_code == 403
    assert sent("{").status_code == 403
    assert asked.functions == []


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (json.dumps(game([{"type": "bid", "entity": 11, "price": 5}])).replace("5}", "1e999}"), "number too large"),
        ("[" * 100, "not JSON"),
        ("[" * 100 + "]" * 100, "nested"),
        (b"x" * (LARGEST_FILE + 1), "too large"),
        (json.dumps({**some_game(1, 20).to_data(), "actions": ["pass"] * (openings.MOST_ACTIONS + 1)}), "more than"),
    ],
    ids=["infinite", "broken", "nested", "large", "long"],
)
def test_a_file_beyond_the_limits_is_refused(content: bytes | str, why: str) -> None:
    answer = sent(content)
    assert answer.status_code in (413, 422)
    assert answer["Content-Type"] == "application/problem+json"
    assert why in answer.json()["detail"]


def test_work_beyond_the_limits_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*_: Any) -> None:
        raise TooMuch("This takes more time or memory than it may")

    monkeypatch.setattr(apart, "run", run)
    answer = sent(some_game(1, 20).to_json())
    assert answer.status_code == 422
    assert "more time or memory" in answer.json()["detail"]
