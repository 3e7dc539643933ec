"""The site checks what it opens: a game that no longer plays says why, one of older rules says so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from railhead.core.revisions import Correction
from railhead.play.gamefile import GameFile
from railhead.titles import catalogue
from railhead.titles.t1860 import corrections
from railhead.web import keys, tables
from railhead.web.models import LogEntry, StoredGame
from tests.play.games import some_game
from tests.web.conftest import HTMX, Begun, Browser

REFUSED = 422
ANN = "seat-2"

pytestmark = pytest.mark.django_db


def api(client: Any, game: StoredGame, path: str = "") -> Any:
    secret = keys.key(game, ANN)
    return client.get(f"/api/games/{game.id}{path}", headers={"Authorization": f"Bearer {secret}"})


def broken(begun: Begun) -> StoredGame:
    """A stored game with an action that is not allowed."""
    game = begun(some_game(2, 20))
    LogEntry.objects.filter(game=game, number=7).update(text="bid 9999")
    tables.TABLES.forget(game.id)
    return game


def test_a_game_that_no_longer_plays_says_which_action_and_why(begun: Begun, browser: Browser) -> None:
    game = broken(begun)
    client = browser(game, ANN)
    answer = client.get(f"/game/{game.id}/")
    assert answer.status_code == REFUSED
    for said in ("cannot be opened", "Action 7", "bid 9999", "1860-AUC-05"):
        assert said in answer.content.decode()
    assert client.get(f"/game/{game.id}/refresh", headers=HTMX).status_code == REFUSED
    told = api(client, game, "/view")
    assert told.status_code == REFUSED
    assert "1860-AUC-05" in told.json()["detail"]


def test_it_can_be_saved_as_a_file_with_every_decision(begun: Begun, browser: Browser) -> None:
    game = broken(begun)
    client = browser(game, ANN)
    page = client.get(f"/game/{game.id}/").content.decode()
    assert f'href="/game/{game.id}/export"' in page
    assert "Nothing is lost" in page
    saved = client.get(f"/game/{game.id}/export")
    assert saved.status_code == 200
    file = GameFile.from_json(saved.content)
    wanted = list(some_game(2, 20).actions)
    wanted[6] = "bid 9999"
    assert list(file.actions) == wanted
    assert api(client, game, "/file").json() == file.to_data()


def test_only_those_at_the_table_can_save_it(begun: Begun, client: Any) -> None:
    assert client.get(f"/game/{broken(begun).id}/export").status_code == 404


def test_nothing_can_be_done_there_and_nothing_is_lost(begun: Begun, browser: Browser) -> None:
    game = broken(begun)
    before = list(LogEntry.objects.filter(game=game).values_list("number", "text"))
    answer = browser(game, ANN).post(f"/game/{game.id}/act", {"action": "pass", "length": "20"})
    assert answer.status_code == REFUSED
    assert list(LogEntry.objects.filter(game=game).values_list("number", "text")) == before


def test_other_tables_and_the_lobby_are_not_affected(begun: Begun, browser: Browser) -> None:
    game, other = broken(begun), begun(some_game(1, 20))
    client = browser(other, ANN)
    client.get(f"/game/{game.id}/join/{keys.key(game, ANN)}")
    assert client.get(f"/game/{game.id}/").status_code == REFUSED
    assert client.get(f"/game/{other.id}/").status_code == 200
    lobby = client.get("/")
    assert lobby.status_code == 200
    assert f"/game/{game.id}/" in lobby.content.decode()


@pytest.mark.parametrize("revision", [99, 0])
def test_a_game_of_a_revision_that_is_not_known(revision: int, begun: Begun, browser: Browser) -> None:
    game = begun()
    StoredGame.objects.filter(id=game.id).update(revision=revision)
    tables.TABLES.forget(game.id)
    answer = browser(game, ANN).get(f"/game/{game.id}/")
    assert answer.status_code == REFUSED
    assert f"{revision}" in answer.content.decode()
    assert "revision" in answer.content.decode()


def test_a_game_of_an_older_revision_says_so(begun: Begun, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun()
    client = browser(game, ANN)
    assert "of the rules" not in client.get(f"/game/{game.id}/").content.decode()
    assert api(client, game).json()["older_rules"] == ""

    later = Correction("1860-AUC-03", since=2, says="A made-up correction.")
    monkeypatch.setattr(corrections, "LATER", later, raising=False)
    monkeypatch.setitem(catalogue.TITLES, "1860", replace(catalogue.TITLES["1860"], corrections=(later,)))
    tables.TABLES.forget(game.id)
    other = begun()
    assert (game.revision, other.revision) == (1, 2)
    assert client.post(f"/game/{game.id}/act", {"action": "bid 5", "length": "0"}).status_code < 400
    shown = client.get(f"/game/{game.id}/").content.decode()
    assert "Revision 1 of the rules" in shown
    assert "1860-AUC-03" in shown
    assert "1860-AUC-03" in api(client, game).json()["older_rules"]
