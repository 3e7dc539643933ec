"""Who may do what at a table: secret links, their replacement, hot-seat, and everybody else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from railhead.core.ids import Owner, Seat
from railhead.web import keys
from railhead.web.keys import HOST, WATCH, seat_role
from railhead.web.models import StoredGame
from railhead.web.urls import TABLE
from tests.web.conftest import HTMX, Begun, Browser

ANN, BEN, CLEO = seat_role(Seat(Owner(2))), seat_role(Seat(Owner(3))), seat_role(Seat(Owner(4)))
SKETCH = ("sketch", "sketch/hex?hex=F2", "sketch/best", "sketch/file", "sketch/alone")
GETS = (
    "",
    "refresh",
    "export",
    "chat",
    "part?name=log",
    "hex?hex=F2",
    "gains?hex=F2",
    "links",
    "best",
    "best-after?action=pass",
    "best-was?number=1",
    "advice",
    "review",
    "judge?run=x",
    "last-run",
    "preview?action=pass",
    "turn?action=pass&chosen=pass",
    "guide",
    "thumbnail",
    "orders",
    "calls",
    *SKETCH,
)
POSTS = (
    *("act", "bot", "sketch", "undo", "redo", "consent", "chat", "notes", "orders", "calls", "present"),
    *("rename", "remove", "links/replace", "start"),
)


@pytest.mark.parametrize("method", ["get", "post"])
def test_without_accounts_nobody_takes_a_seat_by_name(begun: Begun, method: str) -> None:
    for game_id, found in ((begun().id, 403), ("x", 404)):
        answer = getattr(Client(), method)(f"/game/{game_id}/sit/2")
        assert answer.status_code == (405 if method == "get" else found)


def test_every_link_is_another(begun: Begun) -> None:
    games = [begun(), begun()]
    made = [keys.key(game, role) for game in games for role in keys.roles(game)]
    assert len(set(made)) == len(made) == 10
    assert all(len(key) == 24 for key in made)


def test_every_page_of_a_table_is_tried_without_a_link() -> None:
    tried = {path.partition("?")[0] for path in (*GETS, *POSTS)}
    assert tried >= TABLE.keys() - {"copy"}  # which has a test of its own


@pytest.mark.parametrize("path", ["copy", "archive", "restore"])
def test_without_a_link_nothing_is_copied_archived_or_restored(begun: Begun, path: str) -> None:
    game = begun()
    assert Client().post(f"/game/{game.id}/{path}", {"away": "yes"}).status_code == 404
    assert StoredGame.objects.count() == 1


@pytest.mark.parametrize("path", GETS)
def test_without_a_link_there_is_no_game(begun: Begun, path: str) -> None:
    assert Client().get(f"/game/{begun().id}/{path}").status_code == 404


@pytest.mark.parametrize("path", POSTS)
def test_without_a_link_nothing_is_done(begun: Begun, path: str) -> None:
    game = begun()
    assert Client().post(f"/game/{game.id}/{path}", {"action": "bid 5", "length": 0}).status_code == 404
    game.refresh_from_db()
    assert game.version == 1


@pytest.mark.parametrize("key", ["x", "A" * 24, "ä" * 24, " "])
def test_a_link_that_was_made_up_opens_nothing(begun: Begun, key: str) -> None:
    client = Client()
    game = begun()
    assert client.get(f"/game/{game.id}/join/{key}").status_code == 404
    assert client.get(f"/game/{game.id}/").status_code == 404


def test_a_link_of_one_game_opens_no_other(begun: Begun) -> None:
    one, other = begun(), begun()
    assert Client().get(f"/game/{other.id}/join/{keys.key(one, HOST)}").status_code == 404


def test_the_secret_leaves_the_address(begun: Begun) -> None:
    game = begun()
    answer = Client().get(f"/game/{game.id}/join/{keys.key(game, ANN)}")
    assert (answer.status_code, answer["Location"]) == (302, f"/game/{game.id}/")


def test_a_seat_moves_for_itself_only(begun: Begun, browser: Browser) -> None:
    game = begun()
    ann, ben = browser(game, ANN), browser(game, BEN)
    assert ben.post(f"/game/{game.id}/act", {"action": "bid 5", "length": 0}).status_code == 403
    assert ann.post(f"/game/{game.id}/act", {"action": "bid 5", "length": 0}).status_code == 302
    assert ann.post(f"/game/{game.id}/act", {"action": "bid 10", "length": 1}).status_code == 403
    assert ben.post(f"/game/{game.id}/seat/2/act", {"action": "bid 10", "length": 1}).status_code == 403
    assert ben.post(f"/game/{game.id}/act", {"action": "bid 10", "length": 1}).status_code == 302
    game.refresh_from_db()
    assert (game.length, game.to_act) == (2, 4)


def test_a_spectator_looks_and_does_nothing_else(begun: Begun, browser: Browser) -> None:
    game = begun()
    client = browser(game, WATCH)
    for path in ("", "refresh", "export", "chat", "part?name=log", "hex?hex=F2"):
        assert client.get(f"/game/{game.id}/{path}").status_code == 200, path
    for path in POSTS:
        given = {"action": "bid 5", "length": 0, "left": 0, "text": "hello", "note": "x", "kind": "pass", "role": ANN}
        assert client.post(f"/game/{game.id}/{path}", given).status_code in (403, 409, 422), path
    game.refresh_from_db()
    assert game.version == 1
    assert client.get(f"/game/{game.id}/links").status_code == 403


def test_only_the_host_sees_links(begun: Begun, browser: Browser) -> None:
    game = begun()
    assert browser(game, ANN, WATCH).get(f"/game/{game.id}/links").status_code == 403
    shown = browser(game, HOST).get(f"/game/{game.id}/links").content.decode()
    assert all(keys.key(game, role) in shown for role in keys.roles(game))


@pytest.mark.parametrize(
    ("host", "called", "own"),
    [
        ("0.0.0.0", "localhost:8018", False),
        ("0.0.0.0", "127.0.0.1:8018", False),
        ("0.0.0.0", "192.0.2.7:8018", True),
        ("127.0.0.1", "localhost:8018", True),
        ("::", "[::1]:8018", False),
    ],
)
def test_links_have_the_name_that_others_must_use(
    begun: Begun, browser: Browser, settings: Any, host: str, called: str, own: bool
) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, host=host)
    game = begun()
    keeper = browser(game, HOST)
    settings.CONFIGURATION = replace(settings.CONFIGURATION, names=())
    answer = keeper.get(f"/game/{game.id}/links", headers={"Host": called}, SERVER_NAME="192.0.2.7")
    shown = answer.content.decode()
    assert (f"http://{called}/game/{game.id}/join/" in shown) == own
    assert ("--host 0.0.0.0" in shown) == (host == "127.0.0.1")
    assert shown.count(":8018/game/") >= 5


def test_who_keeps_a_table_of_links_does_not_move_for_others(begun: Begun, browser: Browser) -> None:
    game = begun()
    host = browser(game, HOST)
    assert host.post(f"/game/{game.id}/act", {"action": "bid 5", "length": 0}).status_code == 403


def test_at_one_screen_the_host_moves_for_everybody(begun: Begun, browser: Browser) -> None:
    game = begun(hot_seat=True)
    host = browser(game, HOST)
    for length, action in enumerate(("bid 5", "bid 10", "bid 15", "pass")):
        assert host.post(f"/game/{game.id}/act", {"action": action, "length": length}).status_code == 302
    assert Client().get(f"/game/{game.id}/").status_code == 404


def test_on_a_private_site_games_at_one_screen_are_open_and_others_are_not(begun: Begun, settings: Any) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, host="127.0.0.1", names=())
    here, elsewhere = begun(hot_seat=True), begun()
    somebody = Client(headers={"Host": "localhost"})
    assert somebody.get(f"/here/{keys.machine_key()}")["Location"] == "/"
    assert somebody.get(f"/game/{here.id}/").status_code == 200
    assert somebody.get(f"/game/{elsewhere.id}/").status_code == 404
    shown = somebody.get("/").content.decode()
    assert f"/game/{here.id}/" in shown
    assert f"/game/{elsewhere.id}/" not in shown


def test_who_only_seems_to_be_at_this_machine_sees_no_game_played_there(begun: Begun, settings: Any) -> None:
    """A proxy on this machine may pass on a request from anywhere, with nothing in it that says so."""
    settings.CONFIGURATION = replace(settings.CONFIGURATION, host="127.0.0.1", names=())
    game = begun(hot_seat=True)
    somebody = Client(headers={"Host": "127.0.0.1:8018"}, REMOTE_ADDR="127.0.0.1")
    assert somebody.get(f"/game/{game.id}/").status_code == 404
    assert somebody.get(f"/api/games/{game.id}").status_code == 404
    assert somebody.post(f"/game/{game.id}/remove", {"sure": "yes"}).status_code == 404
    shown = somebody.get("/").content.decode()
    assert game.id not in shown
    assert "the link that" in shown
    for wrong in ("x", keys.key(game, HOST), "ä"):
        assert somebody.get(f"/here/{wrong}").status_code == 404
    assert somebody.get(f"/game/{game.id}/").status_code == 404


@pytest.mark.parametrize(
    ("changed", "address", "forwarded"),
    [
        ({}, "192.0.2.7", {}),
        ({}, "127.0.0.1", {"X-Forwarded-For": "192.0.2.7"}),
        ({}, "127.0.0.1", {"Forwarded": "for=192.0.2.7"}),
        ({"names": ("trains.example",)}, "127.0.0.1", {}),
        ({"https": True}, "127.0.0.1", {}),
    ],
)
def test_the_link_of_this_machine_works_at_this_machine_only(
    begun: Begun, settings: Any, changed: dict[str, Any], address: str, forwarded: dict[str, str]
) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, host="0.0.0.0", names=())
    game = begun(hot_seat=True)
    somebody = Client(headers={"Host": "localhost"})
    somebody.get(f"/here/{keys.machine_key()}")
    assert somebody.get(f"/game/{game.id}/").status_code == 200
    settings.CONFIGURATION = replace(settings.CONFIGURATION, **changed)
    headers = {"Host": "localhost", **forwarded}
    assert somebody.get(f"/game/{game.id}/", headers=headers, REMOTE_ADDR=address).status_code == 404
    assert Client().get(f"/here/{keys.machine_key()}", headers=headers, REMOTE_ADDR=address).status_code == 404


def test_a_replaced_link_opens_nothing_any_more(begun: Begun, browser: Browser) -> None:
    game = begun()
    old = keys.key(game, BEN)
    ben, host = browser(game, BEN), browser(game, HOST)
    assert ben.get(f"/game/{game.id}/").status_code == 200
    host.post(f"/game/{game.id}/links/replace", {"role": BEN})
    game.refresh_from_db()
    assert ben.get(f"/game/{game.id}/").status_code == 404
    assert Client().get(f"/game/{game.id}/join/{old}").status_code == 404
    assert browser(game, BEN).get(f"/game/{game.id}/").status_code == 200
    assert browser(game, ANN).get(f"/game/{game.id}/").status_code == 200


def test_the_host_stays_host_after_replacing_their_own_link(begun: Begun, browser: Browser) -> None:
    game = begun()
    host = browser(game, HOST)
    host.post(f"/game/{game.id}/links/replace", {"role": HOST})
    assert host.get(f"/game/{game.id}/links").status_code == 200
    assert host.post(f"/game/{game.id}/links/replace", {"role": "seat-9"}).status_code == 422


def test_with_two_seats_one_looks_from_the_one_to_decide_or_from_the_chosen(begun: Begun, browser: Browser) -> None:
    game = begun()
    both = browser(game, ANN, CLEO)
    assert b"as Ann" in both.get(f"/game/{game.id}/").content
    assert b"as Cleo" in both.get(f"/game/{game.id}/seat/4/").content
    assert b"as Ben" not in both.get(f"/game/{game.id}/seat/3/").content


def test_a_table_is_named_and_removed_by_its_host(begun: Begun, browser: Browser) -> None:
    game = begun()
    host = browser(game, HOST)
    host.post(f"/game/{game.id}/rename", {"name": "Friday"})
    assert b"Friday" in host.get("/").content
    assert host.post(f"/game/{game.id}/rename", {"name": "x" * 81}).status_code == 422
    assert host.post(f"/game/{game.id}/remove").status_code == 422
    assert host.post(f"/game/{game.id}/remove", {"sure": "yes"}).status_code == 302
    assert host.get(f"/game/{game.id}/").status_code == 404


def test_notes_are_for_one_s_own_eyes(begun: Begun, browser: Browser) -> None:
    game = begun()
    ann = browser(game, ANN)
    ann.post(f"/game/{game.id}/notes", {"note": "buy the Ryde"}, headers=HTMX)
    assert b"buy the Ryde" in ann.get(f"/game/{game.id}/").content
    for roles in ((BEN,), (WATCH,), (HOST,), (HOST, BEN)):
        assert b"buy the Ryde" not in browser(game, *roles).get(f"/game/{game.id}/").content
    assert ann.post(f"/game/{game.id}/notes", {"note": "x" * 100_001}, headers=HTMX).status_code == 422
