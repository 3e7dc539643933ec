"""Sketches at a table: kept for their owner alone; and the route finder, whose address is all there is to it."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from railhead.core.ids import Owner, Seat
from railhead.play.gamefile import GameFile
from railhead.play.sketch_file import SketchFile
from railhead.titles import catalogue
from railhead.web import sketches
from railhead.web.keys import HOST, WATCH, seat_role
from railhead.web.models import StoredGame, StoredSketch
from tests.play.games import some_game
from tests.web.conftest import HTMX, Begun, Browser

ANN, BEN, CLEO = (seat_role(Seat(Owner(place))) for place in (2, 3, 4))
MOVES = 120
BACKEND = "django.contrib.auth.backends.ModelBackend"


def change(client: Client, game: StoredGame, key: str = "", **form: Any) -> Any:
    """Change a sketch as its page does."""
    return client.post(f"/game/{game.id}/sketch", {"key": key, **form}, headers=HTMX)


def key_in(answer: Any) -> str:
    found = re.search(r'name="key" value="([^"]+)"', answer.content.decode())
    assert found is not None, answer.content[:300]
    return found[1]


def a_tile(title: str = "1860") -> tuple[str, str]:
    """A hex, and a tile that can be laid there."""
    sketched = SketchFile.new(title).sketched
    board = sketched.book.board
    hex_ = next(hex_ for hex_ in board.all_hexes if sketched.placements(hex_))
    placed = sketched.placements(hex_)[0]
    return board.names[hex_], f"{board.tiles.names[placed // 6]}@{placed % 6}"


def shown(client: Client, game: StoredGame, key: str = "") -> str:
    answer = client.get(f"/game/{game.id}/sketch", {"key": key} if key else {})
    assert answer.status_code == 200
    return str(answer.content.decode())


# -- whose it is ----------------------------------------------------------------------------------


def test_a_sketch_is_kept_from_its_first_change_on(begun: Begun, browser: Browser) -> None:
    game = begun(some_game(1, MOVES))
    ann = browser(game, ANN)
    assert "New sketch" in shown(ann, game)
    assert StoredSketch.objects.count() == 0
    hex_, tile = a_tile()
    answer = change(ann, game, f"new-{MOVES}", do="lay", hex=hex_, tile=tile)
    assert answer.status_code == 200
    kept = StoredSketch.objects.get()
    assert (kept.name, kept.at, kept.data["tiles"]) == ("Sketch 1", MOVES, {hex_: tile})
    assert answer["HX-Replace-Url"] == f"/game/{game.id}/sketch?key={kept.pk}"
    assert "Sketch 1" in shown(ann, game), "it is there again later"
    assert re.search(rf'class="[^"]*\blast\b[^"]*" data-hex="{hex_}"', shown(ann, game)), "its change is marked"


def test_nobody_else_sees_or_changes_a_sketch(begun: Begun, browser: Browser) -> None:
    game, elsewhere = begun(some_game(1, MOVES)), begun(some_game(1, MOVES))
    everybody = [browser(game, role) for role in (ANN, BEN, HOST, WATCH, WATCH)]
    hex_, tile = a_tile()
    keys = []
    for who in everybody:
        keys.append(key_in(change(who, game, f"new-{MOVES}", do="lay", hex=hex_, tile=tile)))
        change(who, game, keys[-1], do="rename", name=f"Plan {len(keys)}")
    assert len(set(keys)) == len(keys)
    assert len({sketch.owner for sketch in StoredSketch.objects.all()}) == len(keys)
    for number, who in enumerate(everybody):
        page = shown(who, game)
        assert [f"Plan {other + 1}" in page for other in range(len(keys))] == [
            other == number for other in range(len(keys))
        ]
        for other, key in enumerate(keys):
            status = 200 if other == number else 404
            for path in ("sketch", "sketch/hex", "sketch/file"):
                assert who.get(f"/game/{game.id}/{path}", {"key": key, "hex": hex_}).status_code == status
            assert change(who, game, key, do="take-off", hex=hex_).status_code == status
            assert change(who, game, key, do="delete").status_code == (status if other != number else 200)
            if other == number:
                keys[number] = key_in(change(who, game, f"new-{MOVES}", do="lay", hex=hex_, tile=tile))
                change(who, game, keys[number], do="rename", name=f"Plan {number + 1}")
    ann = browser(elsewhere, ANN)
    assert ann.get(f"/game/{elsewhere.id}/sketch", {"key": keys[0]}).status_code == 404
    assert Client().get(f"/game/{game.id}/sketch").status_code == 404
    export = everybody[0].get(f"/game/{game.id}/export").content.decode()
    assert "Plan" not in export
    assert "sketch" not in export


def test_with_accounts_a_sketch_belongs_to_the_user(begun: Begun, settings: Any) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, accounts=True)
    game = begun(some_game(1, MOVES))
    StoredGame.objects.filter(pk=game.pk).update(open_seats=True)
    hex_, tile = a_tile()
    keys = []
    for name in ("eve", "finn"):
        client = Client()
        client.force_login(User.objects.create_user(name), BACKEND)
        keys.append(key_in(change(client, game, f"new-{MOVES}", do="lay", hex=hex_, tile=tile)))
    again = Client()
    again.force_login(User.objects.get(username="eve"), BACKEND)
    assert again.get(f"/game/{game.id}/sketch", {"key": keys[0]}).status_code == 200
    assert [sketch.owner for sketch in StoredSketch.objects.order_by("id")] == [
        f"user {User.objects.get(username=name).pk}" for name in ("eve", "finn")
    ]
    assert change(again, game, keys[1], do="clear").status_code == 404


def test_whoever_plays_all_seats_keeps_their_sketches_from_turn_to_turn(begun: Begun, browser: Browser) -> None:
    game = begun(some_game(1, MOVES), hot_seat=True)
    host = browser(game, HOST)
    hex_, tile = a_tile()
    key = key_in(change(host, game, f"new-{MOVES}", do="lay", hex=hex_, tile=tile))
    assert StoredSketch.objects.get().owner == "seat 2"
    assert key_in(host.get(f"/game/{game.id}/sketch")) == key


def test_a_sketch_tells_nothing_that_is_hidden(begun: Begun, browser: Browser) -> None:
    """Neither money nor the seed that all chance is drawn from leaves the table with it."""
    game = begun(some_game(1, MOVES))
    watcher = browser(game, WATCH)
    key = key_in(change(watcher, game, f"new-{MOVES}", do="clear"))
    saved = watcher.get(f"/game/{game.id}/sketch/file", {"key": key}).content.decode()
    assert set(json.loads(saved)) == {
        *("sketch", "title", "revision", "options", "deal", "phase", "any_tile", "tiles", "tokens", "trains"),
    }


# -- several, and later ---------------------------------------------------------------------------


def test_sketches_are_named_and_deleted_and_there_are_not_too_many(begun: Begun, browser: Browser) -> None:
    game = begun(some_game(1, MOVES))
    ann = browser(game, ANN)
    first = key_in(change(ann, game, do="new"))
    second = key_in(change(ann, game, do="new"))
    assert first != second
    assert change(ann, game, first, do="rename", name="  To   Ryde ").status_code == 200
    assert {sketch.name for sketch in StoredSketch.objects.all()} == {"To Ryde", "Sketch 2"}
    for name in ("", "x" * 61, "Sketch 2", "\u0007"):
        assert change(ann, game, first, do="rename", name=name).status_code == 422
    assert key_in(change(ann, game, second, do="delete")) == first
    assert key_in(change(ann, game, first, do="delete")) == f"new-{MOVES}"
    for _ in range(sketches.MOST):
        assert change(ann, game, do="new").status_code == 200
    assert change(ann, game, do="new").status_code == 422
    assert change(ann, game, f"new-{MOVES}", do="clear").status_code == 422
    assert StoredSketch.objects.count() == sketches.MOST


def test_a_sketch_that_can_no_longer_be_read_can_be_deleted(begun: Begun, browser: Browser) -> None:
    game = begun(some_game(1, MOVES))
    client = browser(game, ANN)
    hex_, tile = a_tile()
    key = key_in(change(client, game, do="lay", hex=hex_, tile=tile))
    StoredSketch.objects.update(data={"tiles": {"Nowhere": "1@0"}})
    answer = client.get(f"/game/{game.id}/sketch", {"key": key})
    assert answer.status_code == 422
    assert "cannot be drawn any more" in answer.content.decode()
    assert 'value="delete"' in answer.content.decode()
    deleted = client.post(f"/game/{game.id}/sketch", {"key": key, "do": "delete"})
    assert deleted.status_code == 302
    assert StoredSketch.objects.count() == 0
    assert client.get(deleted["Location"]).status_code == 200


def test_a_sketch_of_an_earlier_board_can_be_moved_to_the_present_one(begun: Begun, browser: Browser) -> None:
    game = begun(some_game(1, MOVES))
    ann = browser(game, ANN)
    page = ann.get(f"/game/{game.id}/sketch", {"at": "40"}).content.decode()
    assert f"{MOVES - 40} moves have been made since" in page
    hex_, tile = a_tile()
    key = key_in(change(ann, game, "new-40", do="lay", hex=hex_, tile=tile))
    assert StoredSketch.objects.get().at == 40
    answer = change(ann, game, key, do="update")
    assert StoredSketch.objects.get().at == MOVES
    assert "moves have been made since" not in answer.content.decode()
    later = change(ann, game, "new-999", do="clear")
    assert later.status_code == 200
    assert StoredSketch.objects.latest("id").at == MOVES, "there is no later board than the present one"


@pytest.mark.parametrize(
    "form",
    [
        {"do": "nonsense"},
        {"do": "lay", "hex": "Z9", "tile": "9@0"},
        {"do": "lay", "hex": "F2", "tile": "nonsense"},
        {"do": "lay", "hex": "F2"},
        {"do": "lay", "hex": "F2", "tile": "8@0"},
        {"do": "take-off"},
        {"do": "station", "hex": "F2", "line": "3"},
        {"do": "station", "hex": "F2", "line": "x"},
        {"do": "token", "owner": "XYZ", "stop": "F2.0"},
        {"do": "token", "owner": "IOW", "stop": "A1.7"},
        {"do": "no-token", "owner": "IOW", "stop": "F2.0"},
        {"do": "trains", "train": "99"},
        {"do": "trains", "train": ["2+1"] * 20},
        {"do": "trains", "company": "XYZ"},
        {"do": "phase", "phase": "77"},
        {"do": "put", "data": "{"},
        {"do": "put", "data": "x" * 200_000},
        {"do": "put", "data": '{"tiles": {"F2": "1@99"}}'},
        {"do": "put", "data": '{"seed": 1}'},
        {"key": "x"},
        {"key": "new-x"},
    ],
)
def test_what_cannot_be_drawn_is_refused_and_nothing_is_kept(
    begun: Begun, browser: Browser, form: dict[str, Any]
) -> None:
    game = begun(some_game(1, MOVES))
    ann = browser(game, ANN)
    answer = change(ann, game, **{"key": f"new-{MOVES}", **form})
    assert answer.status_code == 422
    assert answer["HX-Retarget"] == "#refused"
    assert StoredSketch.objects.count() == 0


def test_what_is_drawn_can_be_undone_by_putting_back_what_was(begun: Begun, browser: Browser) -> None:
    game = begun(some_game(1, MOVES))
    ann = browser(game, ANN)
    hex_, tile = a_tile()
    key = key_in(change(ann, game, f"new-{MOVES}", do="lay", hex=hex_, tile=tile))
    before = StoredSketch.objects.get().data
    change(ann, game, key, do="any-tile", any_tile="1")
    change(ann, game, key, do="trains", company="IOW", train=["5+3", "2+1"])
    change(ann, game, key, do="phase", phase="5")
    after = StoredSketch.objects.get().data
    assert (after["trains"], after["phase"], after["any_tile"]) == ({"IOW": ["2+1", "5+3"]}, "5", True)
    change(ann, game, key, do="put", data=json.dumps(before))
    assert StoredSketch.objects.get().data == before
    change(ann, game, key, do="clear")
    assert StoredSketch.objects.get().data["tiles"] == {}


# -- the best run ---------------------------------------------------------------------------------


def streamed(answer: Any) -> str:
    """What a response says in the end."""

    async def read() -> bytes:
        return b"".join([part async for part in answer.streaming_content])

    return asyncio.run(read()).decode()


@pytest.mark.django_db(transaction=True)
def test_the_best_run_on_a_blank_sketch_is_that_of_the_table(begun: Begun, browser: Browser) -> None:
    game = begun(some_game(1, 300))
    watcher = browser(game, WATCH)
    found = [
        streamed(watcher.get(f"/game/{game.id}/sketch/best", {"company": symbol, "key": "new-300"}))
        for symbol in ("C&N", "IOW")
    ]
    assert all("data-revenue" in each for each in found)
    assert any("proven the best" in each for each in found)


@pytest.mark.django_db(transaction=True)
def test_the_best_run_on_a_sketch_is_compared_with_that_at_the_table(begun: Begun, browser: Browser) -> None:
    game = begun(some_game(1, 300))
    watcher = browser(game, WATCH)
    asked = {"company": "IOW", "key": "new-300"}
    blank = streamed(watcher.get(f"/game/{game.id}/sketch/best", asked))
    assert "at the table" not in blank
    earned = re.search(r'data-revenue="(\d+)"', blank)
    assert earned is not None
    key = key_in(change(watcher, game, "new-300", do="trains", company="IOW", train="9+5"))
    longer = streamed(watcher.get(f"/game/{game.id}/sketch/best", {**asked, "key": key}))
    assert f"{earned[1]} at the table" in longer


# -- without a game -------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("title", catalogue.TITLES)
def test_the_route_finder_needs_no_game(title: str) -> None:
    client = Client()
    page = client.get("/routes", {"title": title})
    assert page.status_code == 200
    hex_, tile = a_tile(title)
    laid = client.post("/routes", {"key": key_in(page), "do": "lay", "hex": hex_, "tile": tile}, headers=HTMX)
    assert laid.status_code == 200
    again = client.get(laid["HX-Replace-Url"])
    assert key_in(again) == key_in(laid)
    saved = client.get("/routes/file", {"key": key_in(laid)})
    assert json.loads(saved.content)["tiles"] == {hex_: tile}
    upload = SimpleUploadedFile("sketch.json", saved.content, "application/json")
    opened = client.post("/routes", {"do": "open", "file": upload})
    assert opened.status_code == 302
    assert SketchFile.unpacked(opened["Location"].partition("key=")[2]) == SketchFile.unpacked(key_in(laid))
    assert client.get("/routes/hex", {"key": key_in(laid), "hex": hex_}).status_code == 200


@pytest.mark.django_db
def test_the_last_deal_of_the_companies_is_saved_as_it_is() -> None:
    client = Client()
    page = client.get("/routes", {"title": "1862", "deal": "999"})
    assert page.status_code == 200
    saved = client.get("/routes/file", {"key": key_in(page)})
    assert json.loads(saved.content)["deal"] == 999


@pytest.mark.django_db
@pytest.mark.parametrize(
    "given",
    [
        {"title": "1999"},
        {"key": "x"},
        {"key": "eJw"},
        {"title": "1860", "option": "nonsense"},
        {"deal": "x"},
        {"title": "1862", "deal": "1000"},
    ],
)
def test_an_address_that_is_no_board_is_refused(given: dict[str, str]) -> None:
    answer = Client().get("/routes", given)
    assert answer.status_code == 422


@pytest.mark.django_db
def test_a_file_that_is_no_board_is_refused() -> None:
    for content in (b"", b"{", b"[]", b"x" * 200_000, GameFile.new("1860", ("Ann", "Ben")).to_json().encode()):
        upload = SimpleUploadedFile("sketch.json", content, "application/json")
        assert Client().post("/routes", {"do": "open", "file": upload}).status_code == 422


def test_a_board_of_a_table_opens_in_the_route_finder(begun: Begun, browser: Browser) -> None:
    game = begun(some_game(1, 300))
    ann = browser(game, ANN)
    answer = ann.get(f"/game/{game.id}/sketch/alone", {"key": "new-300"})
    assert answer.status_code == 302
    page = Client().get(answer["Location"])
    assert page.status_code == 200
    assert SketchFile.unpacked(key_in(page)).sketch.trains
