"""Moves through the page: stored, shown, refused with the rule, refused when stale; taken back; talk and orders."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.test.utils import CaptureQueriesContext

from railhead.core.game import Game as Position
from railhead.core.ids import Owner, Seat
from railhead.core.information import hidden_treasuries
from railhead.play.gamefile import GameFile
from railhead.web import access, keys, tables, urls
from railhead.web.access import Asker
from railhead.web.keys import HOST, WATCH, seat_role
from railhead.web.models import LogEntry, StoredGame, StoredSeat
from railhead.web.tables import TABLES
from tests.play.games import finished_game, some_game
from tests.web.conftest import HTMX, Begun, Browser

ANN, BEN, CLEO = seat_role(Seat(Owner(2))), seat_role(Seat(Owner(3))), seat_role(Seat(Owner(4)))


def post(client: Client, game: StoredGame, path: str, **given: Any) -> Any:
    """Post as the page does."""
    return client.post(f"/game/{game.id}/{path}", given, headers=HTMX)


def stored(game: StoredGame) -> list[tuple[str, int, str]]:
    """The log as the database has it."""
    return list(LogEntry.objects.filter(game=game).values_list("kind", "seat", "text"))


def test_a_move_is_stored_and_the_table_comes_back(begun: Begun, browser: Browser) -> None:
    game = begun()
    answer = post(browser(game, ANN), game, "act", action="bid 5", length=0)
    assert answer.status_code == 200
    assert b'id="table"' in answer.content
    assert b'data-length="1"' in answer.content
    assert stored(game) == [("act", 2, "bid 5")]


def test_a_refused_move_says_the_rule_and_changes_nothing(begun: Begun, browser: Browser) -> None:
    game = begun()
    answer = post(browser(game, ANN), game, "act", action="bid 4", length=0)
    assert answer.status_code == 422
    assert answer["HX-Retarget"] == "#refused"
    assert b"1860-AUC-03" in answer.content
    assert stored(game) == []


def test_a_stale_page_is_refused_and_refreshed(begun: Begun, browser: Browser) -> None:
    game = begun()
    ann = browser(game, ANN)
    post(ann, game, "act", action="bid 5", length=0)
    answer = post(browser(game, BEN), game, "act", action="bid 10", length=0)
    assert answer.status_code == 409
    assert b'data-length="1"' in answer.content
    assert "railhead:stale" in answer["HX-Trigger"]
    assert ann.post(f"/game/{game.id}/act", {"action": "bid 10", "length": 0}).status_code == 409
    assert stored(game) == [("act", 2, "bid 5")]


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"action": "bid 5"},
        {"length": "0"},
        {"action": "", "length": "0"},
        {"action": "bid 5", "length": "zero"},
        {"action": "bid 5", "length": "-1"},
        {"action": "bid 5", "length": "9" * 40},
        {"action": "x" * 5000, "length": "0"},
        {"action": "bid five", "length": "0"},
        {"action": "lay 5 on Z9 turned 7", "length": "0"},
        {"action": "run 2+1 " + "-".join(["F2.0"] * 200), "length": "0"},
        {"action": "\x00", "length": "0"},
        {"action": "bid \u0665", "length": "0"},
    ],
)
def test_a_move_that_makes_no_sense_is_refused(begun: Begun, browser: Browser, given: dict[str, str]) -> None:
    game = begun()
    answer = browser(game, ANN).post(f"/game/{game.id}/act", given, headers=HTMX)
    assert answer.status_code == 422
    assert stored(game) == []


def test_nothing_is_shown_that_was_not_stored(begun: Begun, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun()
    ann = browser(game, ANN)
    told: list[object] = []

    def fail(*_: object) -> int:
        raise OSError("the disk is full")

    monkeypatch.setattr(tables, "store", fail)
    monkeypatch.setattr("railhead.web.tables.HUB.publish", lambda *news: told.append(news))
    with pytest.raises(OSError, match="full"):
        post(ann, game, "act", action="bid 5", length=0)
    assert told == []
    assert b'data-length="0"' in ann.get(f"/game/{game.id}/refresh").content


def test_what_another_process_added_is_seen_and_a_move_that_did_not_see_it_is_refused(
    begun: Begun, browser: Browser
) -> None:
    game = begun()
    ann, ben = browser(game, ANN), browser(game, BEN)
    assert b'data-length="0"' in ann.get(f"/game/{game.id}/refresh").content
    LogEntry.objects.create(game=game, number=1, kind="act", seat=2, text="bid 5")
    StoredGame.objects.filter(id=game.id).update(length=1, version=2)
    assert b'data-length="1"' in ben.get(f"/game/{game.id}/refresh").content
    assert post(ann, game, "act", action="bid 10", length=0).status_code in (403, 409)
    assert post(ben, game, "act", action="bid 10", length=1).status_code == 200


def test_a_browser_that_has_it_all_is_sent_nothing(begun: Begun, browser: Browser) -> None:
    game = begun()
    client = browser(game, WATCH)
    shown = client.get(f"/game/{game.id}/refresh").content.decode()
    tag = shown.partition('data-tag="')[2].partition('"')[0]
    assert client.get(f"/game/{game.id}/refresh", HTTP_X_HAVE=tag).status_code == 204
    post(browser(game, ANN), game, "act", action="bid 5", length=0)
    assert client.get(f"/game/{game.id}/refresh", HTTP_X_HAVE=tag).status_code == 200


# -- history --------------------------------------------------------------------------------------


def test_every_point_has_an_address(begun: Begun, browser: Browser) -> None:
    game = begun(some_game(1, 40))
    client = browser(game, WATCH)
    for number in (0, 1, 20, 40):
        shown = client.get(f"/game/{game.id}/", {"at": number})
        assert shown.status_code == 200
        assert f'data-at="{number}"'.encode() in shown.content
    for wrong in ("41", "-1", "x", "9" * 30, "1.5"):
        assert client.get(f"/game/{game.id}/", {"at": wrong}).status_code == 422


def test_looking_back_offers_no_moves(begun: Begun, browser: Browser) -> None:
    game = begun(hot_seat=True)
    host = browser(game, HOST)
    post(host, game, "act", action="bid 5", length=0)
    assert b'data-turn="1"' in host.get(f"/game/{game.id}/").content
    back = host.get(f"/game/{game.id}/", {"at": 0}).content
    assert b'data-turn="0"' in back
    assert f'hx-post="/game/{game.id}/act"'.encode() not in back


def test_a_finished_game_is_shown(begun: Begun, browser: Browser) -> None:
    game = begun(finished_game())
    assert game.stage == "over"
    shown = browser(game, WATCH).get(f"/game/{game.id}/")
    assert shown.status_code == 200
    assert b"The game is over" in shown.content


# -- taking back ----------------------------------------------------------------------------------


def test_one_s_own_move_is_taken_back_at_once(begun: Begun, browser: Browser) -> None:
    game = begun()
    ann = browser(game, ANN)
    post(ann, game, "act", action="bid 5", length=0)
    answer = post(ann, game, "undo", left=0, length=1)
    assert b'data-length="2"' in answer.content
    assert stored(game)[-1] == ("undo", 2, "0")
    assert b'data-length="3"' in post(ann, game, "redo", length=2).content


def test_another_s_move_is_taken_back_when_they_agree(begun: Begun, browser: Browser) -> None:
    game = begun()
    ann, ben, cleo = (browser(game, role) for role in (ANN, BEN, CLEO))
    post(ann, game, "act", action="bid 5", length=0)
    post(ben, game, "act", action="bid 10", length=1)
    assert b"Waiting for Ben" in post(ann, game, "undo", left=0, length=2).content
    assert len(stored(game)) == 2
    asked = ben.get(f"/game/{game.id}/").content
    assert b"Agree" in asked
    told = asked.partition(b'class="taken-back">')[2].partition(b"<")[0]
    assert told == b"Ann bids 5 for the right to choose. Ben bids 10 for the right to choose"
    assert b"Agree" not in cleo.get(f"/game/{game.id}/").content
    assert post(cleo, game, "consent", answer="yes", length=2).status_code == 403
    assert b'data-length="3"' in post(ben, game, "consent", answer="yes", length=2).content
    assert stored(game)[-1] == ("undo", 2, "0")


def test_a_request_that_is_declined_or_withdrawn_is_gone(begun: Begun, browser: Browser) -> None:
    game = begun()
    ann, ben = browser(game, ANN), browser(game, BEN)
    post(ann, game, "act", action="bid 5", length=0)
    post(ben, game, "act", action="bid 10", length=1)
    for answering in (ben, ann):
        post(ann, game, "undo", left=0, length=2)
        assert b"Ann asks to take back" in ben.get(f"/game/{game.id}/").content
        post(answering, game, "consent", answer="no", length=2)
        assert b"Ann asks to take back" not in ben.get(f"/game/{game.id}/").content
    assert post(ben, game, "consent", answer="yes", length=2).status_code == 409
    assert len(stored(game)) == 2


def test_a_move_ends_a_request(begun: Begun, browser: Browser) -> None:
    game = begun()
    ann, ben, cleo = (browser(game, role) for role in (ANN, BEN, CLEO))
    post(ann, game, "act", action="bid 5", length=0)
    post(ben, game, "act", action="bid 10", length=1)
    post(ann, game, "undo", left=0, length=2)
    post(cleo, game, "act", action="pass", length=2)
    assert post(ben, game, "consent", answer="yes", length=2).status_code == 409
    assert post(ben, game, "consent", answer="yes", length=3).status_code == 409
    assert len(stored(game)) == 3


def test_two_others_both_have_to_agree(begun: Begun, browser: Browser) -> None:
    game = begun()
    ann, ben, cleo = (browser(game, role) for role in (ANN, BEN, CLEO))
    for length, (who, action) in enumerate(((ann, "bid 5"), (ben, "bid 10"), (cleo, "bid 15"))):
        post(who, game, "act", action=action, length=length)
    post(ann, game, "undo", left=0, length=3)
    post(ben, game, "consent", answer="yes", length=3)
    assert len(stored(game)) == 3
    post(cleo, game, "consent", answer="yes", length=3)
    assert stored(game)[-1] == ("undo", 2, "0")


# -- talk and orders ------------------------------------------------------------------------------


def test_what_is_said_is_heard_and_shown_as_said(begun: Begun, browser: Browser) -> None:
    game = begun()
    post(browser(game, ANN), game, "chat", text="<script>alert(1)</script> & so on")
    heard = browser(game, WATCH).get(f"/game/{game.id}/chat").content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; so on" in heard
    for text in ("", "  ", "x" * 2001):
        assert post(browser(game, ANN), game, "chat", text=text).status_code == 422


def test_a_standing_order_answers_and_only_its_owner_sees_it(begun: Begun, browser: Browser) -> None:
    game = begun()
    ann, ben = browser(game, ANN), browser(game, BEN)
    assert b"up to 35" in post(ben, game, "orders", kind="bid", most="35").content
    assert b"up to 35" not in ann.get(f"/game/{game.id}/").content
    post(ann, game, "act", action="bid 5", length=0)
    assert stored(game)[-1] == ("act", 3, "bid 10")
    assert LogEntry.objects.get(game=game, number=2).automatic
    post(ben, game, "orders", kind="none", order="bid")
    assert tables.standing_orders(game) == {}


def test_an_order_given_when_it_is_one_s_turn_answers_at_once(begun: Begun, browser: Browser) -> None:
    game = begun()
    post(browser(game, ANN), game, "orders", kind="pass")
    assert stored(game) == [("act", 2, "pass")]
    for wrong in ({"kind": "steal"}, {"kind": "bid", "most": "x"}, {}):
        assert post(browser(game, BEN), game, "orders", **wrong).status_code == 422


def test_an_order_says_what_it_will_do_before_it_is_given_and_where_it_stands_afterwards(
    begun: Begun, browser: Browser
) -> None:
    game = begun()
    ben = browser(game, BEN)
    before = ben.get(f"/game/{game.id}/orders").content.decode()
    assert "Bid the minimum for the right to choose whenever it is your turn in this auction" in before
    after = post(ben, game, "orders", kind="bid", most="35").content.decode()
    assert "Bids the minimum for the right to choose, up to 35" in after
    assert "It has not answered yet." in after
    post(browser(game, ANN), game, "act", action="bid 5", length=0)
    assert "It has answered 1 time so far." in ben.get(f"/game/{game.id}/orders").content.decode()
    assert browser(game, WATCH).get(f"/game/{game.id}/orders").status_code == 403


def test_an_order_stored_by_an_older_version_that_was_for_the_round_bids_no_more(
    begun: Begun, browser: Browser
) -> None:
    game = begun()
    old = {"kind": "bid", "round": "Initial auction", "since": 0, "most": 40, "careful": False, "companies": False}
    StoredSeat.objects.filter(game=game, place=3).update(order=old)
    post(browser(game, ANN), game, "act", action="bid 5", length=0)
    assert stored(game) == [("act", 2, "bid 5")]
    assert "up to 40" not in browser(game, BEN).get(f"/game/{game.id}/").content.decode()


def test_an_undo_is_not_undone_by_an_order(begun: Begun, browser: Browser) -> None:
    game = begun()
    ann, ben = browser(game, ANN), browser(game, BEN)
    post(ben, game, "orders", kind="pass")
    post(ann, game, "act", action="bid 5", length=0)
    assert len(stored(game)) == 2
    post(ann, game, "undo", left=1, length=2)
    assert stored(game)[-1][0] == "undo"


# -- files ----------------------------------------------------------------------------------------


def test_a_game_goes_out_as_a_file_and_comes_in_again(begun: Begun, browser: Browser) -> None:
    file = some_game(2, 60, 2)
    game = begun(file)
    answer = browser(game, WATCH).get(f"/game/{game.id}/export")
    assert "attachment" in answer["Content-Disposition"]
    assert GameFile.from_json(answer.content) == file
    assert json.loads(answer.content)["seed"] == file.seed


def test_a_table_is_the_same_after_it_was_forgotten(begun: Begun, browser: Browser) -> None:
    game = begun(some_game(1, 100))
    client = browser(game, WATCH)
    before = client.get(f"/game/{game.id}/refresh").content
    TABLES.forget(game.id)
    assert client.get(f"/game/{game.id}/refresh").content == before


# -- copies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [ANN, WATCH])
def test_a_copy_is_one_s_own_and_leaves_the_game_alone(begun: Begun, browser: Browser, role: str) -> None:
    game = begun(some_game(1, 30))
    somebody = browser(game, role)
    answer = somebody.post(f"/game/{game.id}/copy?at=12")
    copy = StoredGame.objects.exclude(id=game.id).get()
    assert answer["Location"] == f"/game/{copy.id}/"
    assert (copy.actions, copy.hot_seat, copy.heading) == (12, True, "Copy of 1860 at move 12")
    assert somebody.get(f"/game/{copy.id}/").status_code == 200
    assert browser(game, BEN).get(f"/game/{copy.id}/").status_code == 404
    game.refresh_from_db()
    assert game.actions == 30
    shown = somebody.post(f"/game/{game.id}/copy", headers=HTMX)
    assert shown["HX-Redirect"].startswith("/game/")


def hides(game: StoredGame, at: int) -> bool:
    """Is there money in a treasury that a spectator may not see?"""
    with TABLES.table(game) as table:
        position = Position(table.book, table.session.at(at))
    return any(position.treasury(company) for company in hidden_treasuries(position, None))


@pytest.mark.parametrize("role", [WATCH, CLEO, HOST])
def test_no_copy_shows_a_treasury_that_is_hidden(begun: Begun, browser: Browser, role: str) -> None:
    game = begun(some_game(1, 150))
    assert hides(game, 150)
    somebody = browser(game, role)
    answer = somebody.post(f"/game/{game.id}/copy")
    assert answer.status_code == 403
    assert "hidden" in answer.text
    assert StoredGame.objects.count() == 1
    assert b"Try it out" not in somebody.get(f"/game/{game.id}/").content
    before = next(at for at in range(150) if hides(game, at + 1))
    assert somebody.post(f"/game/{game.id}/copy?at={before}").status_code == 302
    assert b"Try it out" in somebody.get(f"/game/{game.id}/?at={before}").content


def test_who_may_see_every_treasury_copies_freely_and_so_does_everybody_after_the_end(
    begun: Begun, browser: Browser
) -> None:
    shareholder, every_seat = begun(some_game(1, 150)), begun(some_game(1, 150), hot_seat=True)
    over, open_ = begun(finished_game()), begun(some_game(1, 60, title="1862"))
    for game, role in ((shareholder, ANN), (every_seat, HOST), (over, WATCH), (open_, WATCH)):
        assert browser(game, role).post(f"/game/{game.id}/copy").status_code == 302


def test_nobody_copies_what_they_may_not_see(begun: Begun) -> None:
    game = begun()
    assert Client().post(f"/game/{game.id}/copy").status_code == 404
    assert StoredGame.objects.count() == 1


def test_who_is_asking_is_established_once_per_move(
    begun: Begun, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun()
    ann = browser(game, ANN)
    asked: list[str] = []
    admitted = access.admitted

    def counted(request: HttpRequest, game_id: str) -> tuple[StoredGame, Asker]:
        asked.append(game_id)
        return admitted(request, game_id)

    monkeypatch.setattr(access, "admitted", counted)
    assert post(ann, game, "act", action="bid 5", length=0).status_code == 200
    assert asked == [game.id]


def test_pages_ask_only_for_addresses_that_exist() -> None:
    templates = Path(urls.__file__).parent.joinpath("templates").rglob("*.html")
    asked = {name for path in templates for name in re.findall(r"{{ here }}([\w-]+)", path.read_text(encoding="utf-8"))}
    assert {"act", "undo", "refresh"} <= asked
    assert asked <= set(urls.TABLE)


def test_a_move_asks_the_database_few_questions(begun: Begun) -> None:
    """A move waits for every one of them, on a busy site also until whoever computes meanwhile gives way."""
    game = begun()
    ann = Client(headers={"Authorization": f"Bearer {keys.key(game, ANN)}"})
    with CaptureQueriesContext(connection) as asked:
        answer = ann.post(
            f"/api/games/{game.id}/actions", {"action": "bid 5", "length": 0}, content_type="application/json"
        )
    assert answer.status_code == 200
    assert len([each for each in asked if "SAVEPOINT" not in each["sql"]]) <= 7, [each["sql"] for each in asked]
