"""The interface for programs: everything a page can do, with the same refusals."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

import railhead
from railhead.play.gamefile import GameFile
from railhead.web.models import StoredGame
from tests.play.games import finished_game, some_game
from tests.web.sites import first_action

pytestmark = pytest.mark.django_db
PLAYERS = ["Ann", "Ben", "Cleo"]
DOCUMENT = Path(railhead.__file__).resolve().parents[2] / "docs" / "api.md"


class Api:
    """A program with a secret."""

    def __init__(self, secret: str = "", game_id: str = "") -> None:
        self.client = Client()
        self.headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        self.game = f"/api/games/{game_id}"

    def get(self, path: str = "", **query: Any) -> Any:
        """Ask; the status and the answer."""
        answer = self.client.get(self.game + path, query, headers=self.headers)
        return answer.status_code, answer.json()

    def post(self, path: str, **body: Any) -> Any:
        """Post; the status and the answer."""
        answer = self.client.post(self.game + path, body, content_type="application/json", headers=self.headers)
        return answer.status_code, answer.json()


@pytest.fixture
def made() -> Any:
    """A new game with its secrets."""
    answer = Client().post("/api/games", {"title": "1860", "players": PLAYERS}, content_type="application/json")
    assert answer.status_code == 201
    return answer.json()


@pytest.fixture
def ann(made: Any) -> Api:
    return Api(made["seats"]["Ann"], made["id"])


@pytest.fixture
def ben(made: Any) -> Api:
    return Api(made["seats"]["Ben"], made["id"])


@pytest.fixture
def watcher(made: Any) -> Api:
    return Api(made["watch"], made["id"])


@pytest.mark.parametrize("name", ["two\nlines", "a\0b", "\u202eback"])
def test_a_table_is_called_something_that_can_be_printed(name: str) -> None:
    """As on the page: the name is written into mail and calls."""
    given = {"title": "1860", "players": PLAYERS, "name": name}
    answer = Client().post("/api/games", given, content_type="application/json")
    assert answer.status_code == 422
    assert "printable" in answer.json()["detail"]
    assert not StoredGame.objects.exists()


def test_titles_are_listed() -> None:
    listed = Client().get("/api/titles").json()
    assert {"title", "name", "players", "options"} == set(listed[0])
    assert "1860" in [title["title"] for title in listed]


def test_a_game_is_begun_and_everybody_gets_a_secret(made: Any) -> None:
    assert set(made) == {"id", "host", "watch", "seats"}
    assert list(made["seats"]) == PLAYERS
    assert len({made["host"], made["watch"], *made["seats"].values()}) == 5


def test_a_view_has_the_choices_of_who_is_to_decide_and_of_nobody_else(ann: Api, ben: Api, watcher: Api) -> None:
    status, seen = ann.get("/view")
    assert status == 200
    assert (seen["length"], seen["seat"], seen["turn"]["player"]) == (0, "Ann", "Ann")
    assert {choice["form"] for choice in seen["choices"]} == {"pass", "bid {amount}"}
    for other in (ben, watcher):
        assert other.get("/view")[1]["choices"] is None
    assert watcher.get("/view")[1]["seat"] is None


def test_an_action_is_posted_with_the_length_it_answers(ann: Api, ben: Api) -> None:
    status, said = ann.post("/actions", action="bid 5", length=0)
    assert status == 200
    assert (said["length"], said["actions"], said["turn"]["player"]) == (1, 1, "Ben")
    assert said["events"] == ["Ann: bid 5"]
    assert ben.post("/actions", action="bid 10", length=0) == (
        409,
        {
            "type": "about:blank",
            "title": "Conflict",
            "status": 409,
            "detail": "The table has changed since this page was made; nothing was done",
            "length": 1,
        },
    )
    assert ben.post("/actions", action="bid 9", length=1)[1]["rule"] == "1860-AUC-03"
    assert ann.post("/actions", action="bid 10", length=1)[0] == 403


def test_why_an_action_is_not_allowed(ann: Api, ben: Api) -> None:
    assert ann.post("/why", action="bid 5", length=0) == (200, {"allowed": True})
    refused = ann.post("/why", action="bid 3", length=0)[1]
    assert (refused["allowed"], refused["rule"]) == (False, "1860-AUC-03")
    assert ben.post("/why", action="bid 5", length=0)[0] == 403
    assert ann.post("/why", action="fly", length=0)[0] == 422


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/actions", {}),
        ("/actions", {"action": "bid 5"}),
        ("/actions", {"action": 5, "length": 0}),
        ("/actions", {"action": "bid 5", "length": "many"}),
        ("/actions", {"action": "bid 5", "length": -1}),
        ("/actions", {"action": "bid 5", "length": 10**12}),
        ("/actions", {"action": "x" * 5000, "length": 0}),
        ("/undo", {"left": 5, "length": 0}),
        ("/redo", {"length": 0}),
        ("/messages", {"text": ""}),
    ],
)
def test_what_makes_no_sense_is_said_to(ann: Api, path: str, body: dict[str, Any]) -> None:
    status, said = ann.post(path, **body)
    assert status == 422
    assert said["detail"]


def test_what_is_no_json_is_refused(ann: Api) -> None:
    answer = ann.client.post(f"{ann.game}/actions", "{", content_type="application/json", headers=ann.headers)
    assert answer.status_code == 400


@pytest.mark.parametrize("secret", ["", "x", "Bearer", "ä"])
def test_without_a_secret_there_is_no_game(made: Any, secret: str) -> None:
    for path in ("", "/view", "/log", "/file", "/messages", "/events", "/best"):
        assert Api(secret, made["id"]).get(path)[0] == 404
    assert Api(secret, made["id"]).post("/actions", action="bid 5", length=0)[0] == 404
    assert Api(made["host"], "nosuchgame").get("/view")[0] == 404


def test_undo_and_consent(ann: Api, ben: Api) -> None:
    ann.post("/actions", action="bid 5", length=0)
    ben.post("/actions", action="bid 10", length=1)
    assert ann.post("/undo", left=0, length=2)[1]["done"] is False
    assert ben.get("/log")[1]["undo_request"] == {"player": "Ann", "left": 0}
    assert ben.post("/consent", agree=True, length=2)[1] | {"turn": None} == {
        "done": True, "length": 3, "actions": 0, "turn": None,
    }  # fmt: skip
    assert ann.post("/redo", length=3)[1]["actions"] == 1
    entries = ann.get("/log")[1]["entries"]
    assert [(row["kind"], row["in_force"]) for row in entries] == [
        ("act", False), ("act", False), ("undo", False), ("redo", True),
    ]  # fmt: skip
    assert [row["number"] for row in ann.get("/log", after=2)[1]["entries"]] == [3, 4]


def test_earlier_points_are_seen_without_choices(ann: Api) -> None:
    ann.post("/actions", action="bid 5", length=0)
    status, seen = ann.get("/view", at=0)
    assert (status, seen["at"], seen["choices"]) == (200, 0, None)
    assert ann.get("/view", at=2)[0] == 422
    assert ann.get("/view", at=-1)[0] == 422
    assert ann.get("/view", seat="Ben")[0] == 403
    assert ann.get("/view", seat="Dan")[0] == 422


def test_talk(ann: Api, watcher: Api) -> None:
    status, said = ann.post("/messages", text="Good luck")
    assert status == 201
    heard = watcher.get("/messages")[1]
    assert [(m["id"], m["name"], m["text"]) for m in heard] == [(said["id"], "Ann", "Good luck")]
    assert watcher.get("/messages", after=said["id"])[1] == []
    assert watcher.post("/messages", text="hello")[0] == 403


def test_a_whole_game_goes_in_and_out() -> None:
    for file in (some_game(1, 60), finished_game()):
        answer = Client().post("/api/games/import", file.to_json(), content_type="application/json")
        assert answer.status_code == 201
        made = answer.json()
        watcher = Api(made["watch"], made["id"])
        assert GameFile.from_data(watcher.get("/file")[1]) == file
        assert watcher.get("/view")[0] == 200
    assert watcher.get()[1]["over"]
    assert watcher.get("/view")[1]["turn"] is None
    assert Client().post("/api/games/import", "{}", content_type="application/json").status_code == 422


def test_a_program_plays_by_what_it_is_offered(made: Any) -> None:
    programs = {name: Api(secret, made["id"]) for name, secret in made["seats"].items()}
    player = "Ann"
    for length in range(40):
        seen = programs[player].get("/view")[1]
        status, said = programs[player].post("/actions", action=first_action(seen["choices"]), length=length)
        assert status == 200, said
        player = said["turn"]["player"]
    assert StoredGame.objects.get(id=made["id"]).length == 40


def test_every_address_is_described(made: Any) -> None:
    described = Client().get("/api/openapi.json").json()
    assert described["openapi"].startswith("3.")
    text = DOCUMENT.read_text(encoding="utf-8")
    for path, methods in described["paths"].items():
        for method, facts in methods.items():
            assert facts["summary"]
            assert f"`{method.upper()} {path}`" in text
    assert re.findall(r"`(GET|POST) (/api/\S+)`", text)
    assert json.dumps(described)
