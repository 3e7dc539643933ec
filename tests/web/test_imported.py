"""Imported games at the site: what came with the file stays as it was, what people post is judged by the rulebook."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from railhead.core.ids import Owner, Seat
from railhead.interop.as18xx.importer import import_game
from railhead.play.gamefile import GameFile
from railhead.play.session import Session
from railhead.web.keys import seat_role
from railhead.web.models import StoredGame
from railhead.web.tables import TABLES
from tests.interop.forgery import FORGED, MODEST, RUN, SEAT, hand_written, ours, theirs
from tests.web.conftest import HTMX, Begun, Browser
from tests.web.test_api import Api

pytestmark = pytest.mark.django_db
DIRECTOR = seat_role(Seat(Owner(2)))
RULE = "1862-FREIGHT-02"


def post(client: Client, game: StoredGame, path: str, **given: Any) -> Any:
    return client.post(f"/game/{game.id}/{path}", given, headers=HTMX)


def current(game: StoredGame) -> StoredGame:
    return StoredGame.objects.get(id=game.id)


def earned(game: StoredGame) -> int:
    with TABLES.table(current(game)) as table:
        return table.session.state.revenue[table.book.find_company("Y&N")]


# -- pages ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [FORGED, MODEST, "pass"])
def test_a_seat_neither_posts_a_figure_nor_passes_a_run(action: str, begun: Begun, browser: Browser) -> None:
    game = begun(ours())
    answer = post(browser(game, DIRECTOR), game, "act", action=action, length=game.length)
    assert answer.status_code == 422
    assert current(game).length == game.length
    answer = post(browser(game, DIRECTOR), game, "act", action=RUN, length=game.length)
    assert answer.status_code == 200
    assert earned(game) == 50


def test_the_page_offers_the_run_and_no_pass(begun: Begun, browser: Browser) -> None:
    game = begun(ours())
    page = browser(game, DIRECTOR).get(f"/game/{game.id}/").content.decode()
    assert "is to run trains for Y&amp;N" in page
    assert 'name="action" value="pass"' not in page


def test_taking_back_opens_no_way_to_post_a_figure(begun: Begun, browser: Browser) -> None:
    game = begun(import_game(theirs(77, subsidy=10)))
    director = browser(game, DIRECTOR)
    assert post(director, game, "undo", left=game.actions - 1, length=game.length).status_code == 200
    for action in (FORGED, "posted 78 and 10 for 2L H5.0-H7.0", "pass"):
        answer = post(director, game, "act", action=action, length=game.length + 1)
        assert answer.status_code == 422, action
    assert post(director, game, "redo", length=game.length + 1).status_code == 200
    with TABLES.table(current(game)) as table:
        assert table.session.actions[-1] == MODEST
        assert table.session.as_played(table.actions).revenue[table.book.find_company("Y&N")] == 77


@pytest.mark.parametrize("old", [False, True], ids=["today", "0.1"])
def test_a_hand_written_file_is_refused_with_the_action_and_the_rule(old: bool) -> None:
    content = json.dumps(hand_written(FORGED, old)).encode()
    given = {"file": SimpleUploadedFile("game.json", content), "mode": "hot-seat"}
    answer = Client().post("/import", given)
    assert answer.status_code == 422
    assert RULE in answer.content.decode()
    assert f"Action {len(ours().actions) + 1}" in answer.content.decode()
    assert StoredGame.objects.count() == 0


def test_an_invented_figure_of_18xx_games_is_refused_with_the_action_and_the_rule() -> None:
    data = theirs(99990)
    given = {"file": SimpleUploadedFile("game.json", json.dumps(data).encode()), "mode": "hot-seat"}
    answer = Client().post("/import", given)
    assert answer.status_code == 422
    assert RULE in answer.content.decode()
    assert f"Action {len(data['actions'])} " in answer.content.decode()


def test_a_copy_of_an_imported_game_is_no_way_to_post_a_figure(begun: Begun, browser: Browser) -> None:
    game = begun(import_game(theirs(77, subsidy=10)))
    director = browser(game, DIRECTOR)
    assert director.post(f"/game/{game.id}/copy?at={game.actions - 1}").status_code == 302
    copy = StoredGame.objects.exclude(id=game.id).get()
    assert copy.actions == game.actions - 1
    for action in (FORGED, MODEST, "pass"):
        assert post(director, copy, "act", action=action, length=copy.length).status_code == 422


# -- programs -------------------------------------------------------------------------------------


def test_programs_post_no_figures() -> None:
    answer = Client().post("/api/games/import", ours().to_json(), content_type="application/json")
    assert answer.status_code == 201
    made = answer.json()
    director = Api(made["seats"][SEAT], made["id"])
    length = director.get()[1]["length"]
    assert [choice["form"] for choice in director.get("/view")[1]["choices"]] == ["run {routes}"]
    for action in (FORGED, MODEST, "pass"):
        assert director.post("/actions", action=action, length=length)[0] == 422, action
        status, said = director.post("/why", action=action, length=length)
        assert status == 422 or said["allowed"] is False
    assert director.post("/actions", action=RUN, length=length)[0] == 200


@pytest.mark.parametrize("data", [hand_written(FORGED), hand_written(FORGED, old=True), theirs(99990)])
def test_programs_bring_in_no_forged_file(data: dict[str, Any]) -> None:
    answer = Client().post("/api/games/import", json.dumps(data), content_type="application/json")
    assert answer.status_code == 422
    assert RULE in answer.content.decode()


def test_an_exported_game_says_what_was_imported(begun: Begun, browser: Browser) -> None:
    game = begun(ours())
    post(browser(game, DIRECTOR), game, "act", action=RUN, length=game.length)
    with TABLES.table(current(game)) as table:
        data = json.loads(table.session.game().to_json())
        state = table.session.state
    assert data["imported"]["actions"] == len(ours().actions) == len(data["actions"]) - 1
    assert Session(GameFile.from_data(data)).state == state


# -- sites of version 0.1 -------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_an_imported_table_of_version_0_1_opens_as_it_was_left() -> None:
    """There whatever was posted in an imported game was believed, also when it was played after an undo."""
    old = hand_written(MODEST, old=True)
    last = len(old["actions"])
    back, acts = ("undo", str(last - 1)), [("act", text) for text in old["actions"]]
    log = [*acts, back, ("act", "pass"), back, ("act", "posted 60 and 0 for 2L H5.0-H7.0")]
    executor = MigrationExecutor(connection)
    executor.migrate([("railhead", "0001_initial")])
    then = executor.loader.project_state([("railhead", "0001_initial")]).apps
    row = then.get_model("railhead", "Game").objects.create(
        title="1862",
        revision=old["revision"],
        options=old["options"],
        players=old["seats"],
        seed=old["seed"],
        imported=True,
        length=len(log),
        actions=last,
    )
    entries = then.get_model("railhead", "LogEntry").objects
    for number, (kind, text) in enumerate(log, 1):
        entries.create(game=row, number=number, kind=kind, seat=2, text=text)
    executor.loader.build_graph()
    executor.migrate(executor.loader.graph.leaf_nodes("railhead"))
    game = StoredGame.objects.get(id=row.id)
    with TABLES.table(game) as table:
        company = table.book.find_company("Y&N")
        assert table.session.as_played(last).revenue[company] == 60
        assert not any(option.startswith("peer-") for option in table.book.options)
        kept = table.session.game().imported
        assert kept is not None
        assert kept.actions == last
        assert {f"peer-{name}" for name in kept.departures} == set(old["options"])
    assert all(game.log.values_list("imported", flat=True))
