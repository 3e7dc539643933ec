"""The lobby: beginning a game, bringing one in, and what is listed to whom."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

import railhead
from railhead.core.actions import text_of
from railhead.core.ids import FIRST_SEAT, Owner, Seat
from railhead.play import asking
from railhead.titles import catalogue
from railhead.web import keys
from railhead.web.listing import ago
from railhead.web.models import StoredGame
from railhead.web.tables import TABLES
from tests.play.games import some_game
from tests.web.bots import let_bots_play
from tests.web.conftest import Begun, Browser

REAL = Path(railhead.__file__).resolve().parents[3] / "shared" / "peer-games"

pytestmark = pytest.mark.django_db


def begin(client: Client, **given: Any) -> Any:
    """Fill in the form."""
    return client.post("/new", {"title": "1860", "name": ["Ann", "Ben", "Cleo"], "mode": "hot-seat", **given})


def test_the_lobby_offers_every_title_with_its_options() -> None:
    shown = Client().get("/").content.decode()
    for title in catalogue.TITLES.values():
        assert title.name in shown
        assert all(f'value="{option}"' in shown for option in title.options)


@pytest.mark.parametrize("title", sorted(catalogue.TITLES))
def test_a_title_can_be_looked_at_before_anybody_plays_it(title: str) -> None:
    client = Client()
    assert f"/title/{title}/" in client.get("/").content.decode()
    for count in catalogue.find(title).players:
        shown = client.get(f"/title/{title}/?players={count}").content.decode()
        assert f"<b>{count}</b> players" in shown
        assert all(words.split("&")[0] in shown for words in catalogue.find(title).options.values())
    assert not StoredGame.objects.exists()
    again = client.get(f"/?title={title}").content.decode()
    assert re.search(rf'value="{title}"[^>]* checked', again)


@pytest.mark.parametrize(("path", "status"), [("1899/", 404), ("1860/?players=9", 404), ("1860/?players=x", 422)])
def test_a_title_that_is_not_played_cannot_be_looked_at(path: str, status: int) -> None:
    assert Client().get(f"/title/{path}").status_code == status


def test_one_form_and_one_sits_at_the_table() -> None:
    client = Client()
    answer = begin(client)
    game = StoredGame.objects.get()
    assert answer["Location"] == f"/game/{game.id}/"
    assert client.get(answer["Location"]).status_code == 200
    assert (game.players, game.hot_seat, game.length) == (["Ann", "Ben", "Cleo"], True, 0)


def test_options_seed_and_names_are_taken() -> None:
    begin(Client(), **{"option-1860": ["destinations", "no_layers"], "seed": "77", "name": ["Eve", "", " Finn ", ""]})
    game = StoredGame.objects.get()
    assert (game.options, game.seed, game.players) == (["destinations", "no_layers"], 77, ["Eve", "Finn"])


def test_without_a_seed_one_is_drawn() -> None:
    for _ in range(2):
        begin(Client())
    one, other = StoredGame.objects.all()
    assert one.seed != other.seed


@pytest.mark.parametrize(
    "given",
    [
        {"title": "1999"},
        {"title": ""},
        {"name": ["Ann"]},
        {"name": ["Ann", "Ann"]},
        {"name": ["A" * 61, "Ben"]},
        {"name": ["pool", "Ben"]},
        {"name": ["\u202eAnn", "Ben"]},
        {"name": [f"P{n}" for n in range(9)]},
        {"option-1860": ["simplified_insolvency", "original_insolvency"]},
        {"option-1860": ["no_such"]},
        {"option-1860": ["peer-stack"]},
        {"seed": "minus one"},
        {"seed": "9" * 19},
    ],
)
def test_what_cannot_be_played_is_said_and_the_form_stays_filled(given: dict[str, Any]) -> None:
    answer = begin(Client(), **given)
    assert answer.status_code == 422
    assert b'role="alert"' in answer.content
    assert StoredGame.objects.count() == 0


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_who_wants_to_try_it_starts_where_track_is_laid(title: str) -> None:
    client = Client()
    assert begin(client, title=title, practice="yes", seed="5").status_code == 302
    game = StoredGame.objects.get()
    assert game.actions > 5
    shown = client.get(f"/game/{game.id}/").content.decode()
    assert "lay" in shown.partition('<p class="task')[2].partition("</p>")[0]


@pytest.mark.parametrize("title", catalogue.TITLES)
@pytest.mark.parametrize("me", ["0", "2"])
def test_alone_one_plays_against_bots(title: str, me: str) -> None:
    client = Client()
    answer = begin(client, title=title, mode="alone", me=me, seed="3", level="easy")
    game = StoredGame.objects.get()
    mine = Seat(Owner(FIRST_SEAT + int(me)))
    assert answer["Location"] == f"/game/{game.id}/"
    assert game.played_by == {place: "easy" for place in game.places if place != mine}
    assert let_bots_play(game).deciding == mine
    assert (game.gathering, game.guided, game.hot_seat) == (False, False, False)
    with TABLES.table(game) as table:
        assert all(entry.automatic and entry.reason and entry.seat != mine for entry in table.entries(0))
        action = text_of(table.book, asking.question(table.session, "medium").answered(table.book).action)
    client.post(f"/game/{game.id}/act", {"action": action, "length": str(game.length)})
    shown = client.get(f"/game/{game.id}/").content.decode()
    assert shown.count(">bot: easy</small>") >= len(game.players) - 1, "one sees who is a bot"
    assert game.log.count() == table.length + 1, "one's move is there before a bot thinks about its own"
    assert let_bots_play(game).deciding == mine
    assert {entry.seat for entry in game.log.all()} == {*game.places}
    client.post(f"/game/{game.id}/undo", {"left": str(table.actions), "length": str(game.length)})
    game.refresh_from_db()
    assert (game.actions, game.deciding) == (table.actions, mine), "bots agree at once"


def test_a_refused_form_can_be_loaded_again() -> None:
    client = Client()
    assert begin(client, name=["Ann"]).status_code == 422
    assert client.get("/new", follow=True).redirect_chain == [("/", 302)]


def test_by_links_one_gets_one_s_seat_and_the_links_to_send() -> None:
    client = Client()
    answer = begin(client, mode="links", me="1")
    game = StoredGame.objects.get()
    assert answer["Location"] == f"/game/{game.id}/links"
    shown = client.get(answer["Location"]).content.decode()
    assert all(keys.key(game, role) in shown for role in keys.roles(game))
    client.post(f"/game/{game.id}/start")
    assert b"as Ben" in client.get(f"/game/{game.id}/").content
    assert client.post(f"/game/{game.id}/act", {"action": "bid 5", "length": 0}).status_code == 403
    assert begin(Client(), mode="steal").status_code == 403


def test_one_s_games_are_listed_and_nobody_else_s(begun: Begun, browser: Browser) -> None:
    mine, other = begun(some_game(1, 30)), begun()
    shown = browser(mine, keys.seat_role(Seat(Owner(3)))).get("/").content.decode()
    assert f"/game/{mine.id}/" in shown
    assert other.id not in shown
    assert mine.id not in Client().get("/").content.decode()


@pytest.mark.parametrize(
    ("address", "forwarded", "listed"),
    [("127.0.0.1", {}, True), ("192.0.2.7", {}, False), ("127.0.0.1", {"X-Forwarded-For": "192.0.2.7"}, False)],
)
def test_games_at_one_screen_are_listed_at_that_machine_only(
    begun: Begun, settings: Any, address: str, forwarded: dict[str, str], listed: bool
) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, host="0.0.0.0", names=())
    game = begun(hot_seat=True)
    somebody = Client(REMOTE_ADDR=address, headers={"Host": "localhost", **forwarded})
    somebody.get(f"/here/{keys.machine_key()}")
    assert (game.id in somebody.get("/").content.decode()) == listed
    assert somebody.get(f"/game/{game.id}/").status_code == (200 if listed else 404)


def test_who_began_a_game_at_one_screen_finds_it_again_from_anywhere(settings: Any) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, host="0.0.0.0")
    client = Client(REMOTE_ADDR="192.0.2.7")
    begin(client)
    game = StoredGame.objects.get()
    assert game.hot_seat
    assert game.id in client.get("/").content.decode()
    assert game.id not in Client(REMOTE_ADDR="192.0.2.8").get("/").content.decode()


@pytest.mark.parametrize(
    ("seconds", "said"), [(0, "just now"), (59, "just now"), (60, "1\xa0minute ago"), (90_000, "1\xa0day ago")]
)
def test_how_long_ago_is_said_in_words(seconds: int, said: str) -> None:
    assert ago(timezone.now() - timedelta(seconds=seconds)) == said


def upload(client: Client, content: bytes, **given: str) -> Any:
    """Bring in a file."""
    return client.post("/import", {"file": SimpleUploadedFile("game.json", content), "mode": "hot-seat", **given})


def test_a_file_of_our_own_is_brought_in() -> None:
    file = some_game(3, 80, 4, ("no_layers", "destinations"))
    client = Client()
    assert upload(client, file.to_json().encode()).status_code == 302
    game = StoredGame.objects.get()
    assert (game.length, game.actions, game.players) == (80, 80, list(file.seats))
    assert client.get(f"/game/{game.id}/").status_code == 200


@pytest.mark.skipif(not REAL.is_dir(), reason=f"the real games are not here: {REAL}")
def test_a_file_of_18xx_games_is_brought_in() -> None:
    path = sorted((REAL / "1860").glob("*.json"))[0]
    assert upload(Client(), path.read_bytes(), mode="links").status_code == 302
    game = StoredGame.objects.get()
    assert game.imported
    assert game.actions > 100


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b"null",
        b'{"format": 1}',
        b'{"players": [], "settings": {}, "actions": []}',
        b"[" * 5000,
    ],
)
def test_a_file_that_is_no_game_is_refused(content: bytes) -> None:
    answer = upload(Client(), content)
    assert answer.status_code == 422
    assert StoredGame.objects.count() == 0


def test_a_file_with_a_forbidden_move_is_refused() -> None:
    text = some_game(1, 20).to_json().replace("bid 5", "bid 4", 1)
    answer = upload(Client(), text.encode())
    assert answer.status_code == 422
    assert b"is not allowed" in answer.content or b"at least" in answer.content
    assert Client().post("/import", {"mode": "hot-seat"}).status_code == 422


def test_the_database_has_the_form_that_the_models_ask_for() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_options_that_exclude_each_other_are_named_as_the_form_names_them() -> None:
    chosen = ["simplified_insolvency", "original_insolvency"]
    answer = begin(Client(), **{"option-1860": chosen})
    said = re.search(r'role="alert">(.*?)</p>', answer.content.decode(), re.DOTALL)
    assert said is not None
    assert all(catalogue.find("1860").options[option][:30] in said[1] for option in chosen)
    assert "insolvency&#x27;" not in said[1]
    assert not any(option in said[1] for option in chosen)
