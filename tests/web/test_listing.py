"""What the lobby lists: what waits for whoever looks, every game in its place, search, archive, deleted games."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from railhead.core.ids import Owner, Seat
from railhead.play.gamefile import GameFile
from railhead.web import deleting, keys, undo_requests
from railhead.web.keys import HOST, seat_role
from railhead.web.models import StoredGame
from railhead.web.tables import TABLES
from tests.play.games import finished_game
from tests.web.conftest import Begun, Browser, bids

ANN, BEN, CLEO = (Seat(Owner(place)) for place in (2, 3, 4))

pytestmark = pytest.mark.django_db


def shown(client: Client, query: str = "") -> str:
    """The lobby."""
    answer = client.get(f"/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def counts(client: Client) -> dict[str, int]:
    """The sections with how many games they have."""
    found = re.findall(r'name="show"\s+value="(\w+)"[^>]*>\s*[\w ]+<b>(\d+)</b>', shown(client))
    return {section: int(count) for section, count in found}


def listed(client: Client, query: str = "") -> list[str]:
    """The games in the list, in order."""
    rows = shown(client, query).partition('<ul class="games">')[2].partition("</section>")[0]
    return list(dict.fromkeys(re.findall(r'class="what">.*?/game/(\w+)/', rows, re.DOTALL)))


def test_what_waits_comes_first_with_its_task_and_picture(begun: Begun, browser: Browser) -> None:
    game = begun()
    ann = browser(game, seat_role(ANN))
    page = shown(ann)
    assert 'data-waiting="1"' in page
    with TABLES.table(game) as table:
        choices = table.session.choices
        assert choices is not None
        assert choices.task[1:] in page
    assert f'hx-get="/game/{game.id}/thumbnail"' in page, "what has not been drawn yet is fetched"
    picture = ann.get(f"/game/{game.id}/thumbnail").content.decode()
    assert picture.startswith('<svg class="thumbnail"')
    assert picture in shown(ann), "what has been drawn is part of the page"
    assert 'data-waiting="0"' in shown(browser(game, seat_role(BEN)))
    assert Client().get(f"/game/{game.id}/thumbnail").status_code == 404


def test_whoever_is_asked_to_agree_to_an_undo_is_waited_for(begun: Begun, browser: Browser) -> None:
    game = begun()
    bids(game)
    undo_requests.take_back(StoredGame.objects.get(), frozenset({CLEO}), 1, 3)
    assert "Agree to an undo by Cleo?" in shown(browser(game, seat_role(BEN)))
    assert "Agree to an undo" not in shown(browser(game, seat_role(CLEO)))
    assert "Agree to an undo" not in shown(browser(game, seat_role(ANN)))


def test_running_and_finished_games_and_copies_are_apart(begun: Begun, browser: Browser) -> None:
    running, over = begun(hot_seat=True), begun(finished_game(), hot_seat=True)
    somebody = browser(running, HOST)
    somebody.get(f"/game/{over.id}/join/{_host_key(over)}")
    somebody.post(f"/game/{over.id}/copy?at=5")
    copy = StoredGame.objects.get(copied_at=5)
    assert copy.original_id == over.id
    assert counts(somebody) == {"waiting": 1, "running": 1, "finished": 1, "copies": 1}
    assert listed(somebody) == [running.id]
    assert listed(somebody, "?show=finished") == [over.id]
    scores = StoredGame.objects.get(id=over.id).scores or []
    assert len(scores) == len(over.players)
    assert all(f"<b>{score}</b>" in shown(somebody, "?show=finished") for score in scores)
    assert listed(somebody, "?show=copies") == [copy.id]
    page = " ".join(shown(somebody, "?show=copies").split())
    assert f"copy of {over.heading} at move 5" in page
    assert 'class="copy-mark"' in page
    assert 'class="copy-mark"' in somebody.get(f"/game/{copy.id}/").content.decode(), "in the bar of the table too"
    assert 'class="copy-mark"' not in somebody.get(f"/game/{over.id}/").content.decode()


def _host_key(game: StoredGame) -> str:
    return keys.key(game, HOST)


def several(begun: Begun, browser: Browser) -> tuple[Client, list[StoredGame]]:
    """Somebody with games of both kinds and several names."""
    games = [
        begun(GameFile.new(title, players), hot_seat=True)
        for title, players in (("1860", ("Ann", "Ben")), ("1862", ("Dora", "Emil")), ("1860", ("Ann", "Emil")))
    ]
    StoredGame.objects.filter(id=games[1].id).update(name="Friday", changed=timezone.now() - timedelta(days=2))
    StoredGame.objects.filter(id=games[2].id).update(name="Another", changed=timezone.now() - timedelta(days=1))
    somebody = browser(games[0], HOST)
    for game in games[1:]:
        somebody.get(f"/game/{game.id}/join/{_host_key(game)}")
    return somebody, games


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("", [0, 2, 1]),
        ("?of=1860", [0, 2]),
        ("?words=emil", [2, 1]),
        ("?words=EMIL+friday", [1]),
        ("?words=1862", [1]),
        ("?words=zebra", []),
        ("?order=heading", [0, 2, 1]),
        ("?order=title", [0, 2, 1]),
        ("?order=created", [2, 1, 0]),
        ("?order=nonsense&show=nonsense", [0, 2, 1]),
    ],
)
def test_games_are_found_by_words_and_title_in_any_order(
    begun: Begun, browser: Browser, query: str, wanted: list[int]
) -> None:
    somebody, games = several(begun, browser)
    assert listed(somebody, query) == [games[number].id for number in wanted]


def test_an_archived_game_is_out_of_sight_and_comes_back(begun: Begun, browser: Browser) -> None:
    somebody, games = several(begun, browser)
    away = games[0]
    for said, section, count in (("yes", "archived", 2), ("no", "running", 3)):
        answer = somebody.post(f"/game/{away.id}/archive", {"away": said, "then": "/?show=running"})
        assert answer["Location"] == "/?show=running"
        assert away.id in listed(somebody, f"?show={section}")
        assert counts(somebody)["running"] == count
    assert somebody.post(f"/game/{away.id}/archive", {"then": "https://elsewhere.example/"})["Location"] == "/"
    assert somebody.post(f"/game/{away.id}/archive", {"then": "nowhere"})["Location"] == "nowhere"
    assert Client().post(f"/game/{away.id}/archive", {"away": "yes"}).status_code == 404


def test_a_deleted_game_is_gone_and_can_be_restored_by_its_host(begun: Begun, browser: Browser) -> None:
    game = begun()
    host, ann = browser(game, HOST), browser(game, seat_role(ANN))
    assert ann.post(f"/game/{game.id}/remove", {"sure": "yes"}).status_code == 403
    after = host.post(f"/game/{game.id}/remove", {"sure": "yes"})["Location"]
    assert "has been deleted" in host.get(after).content.decode()
    for somebody in (host, ann):
        assert somebody.get(f"/game/{game.id}/").status_code == 404
    assert game.id not in shown(ann)
    assert f"/game/{game.id}/restore" in shown(host, "?show=deleted")
    assert ann.post(f"/game/{game.id}/restore").status_code == 403
    assert host.post(f"/game/{game.id}/restore").status_code == 302
    assert ann.get(f"/game/{game.id}/").status_code == 200
    assert host.post(f"/game/{game.id}/restore").status_code == 404, "there is nothing to restore"


def test_only_what_was_deleted_long_ago_is_removed_for_good(begun: Begun) -> None:
    kept, lately, long_ago = begun(), begun(), begun()
    deleting.delete(lately)
    deleting.delete(long_ago)
    StoredGame.objects.filter(id=long_ago.id).update(deleted=timezone.now() - deleting.KEPT - timedelta(hours=1))
    deleting.purge()
    assert set(StoredGame.objects.values_list("id", flat=True)) == {kept.id, lately.id}


def test_copies_that_nobody_touches_are_tidied_up(begun: Begun, browser: Browser) -> None:
    game = begun(hot_seat=True)
    host = browser(game, HOST)
    for _ in range(2):
        host.post(f"/game/{game.id}/copy")
    old, new = StoredGame.objects.filter(copied_at=0)
    StoredGame.objects.filter(id=old.id).update(changed=timezone.now() - timedelta(days=8))
    assert "1 copy that has not been touched" in shown(host, "?show=copies")
    host.post("/tidy")
    assert list(StoredGame.objects.filter(deleted=None, copied_at=0)) == [new]
    assert StoredGame.objects.filter(id=game.id, deleted=None).exists()


def test_many_games_take_few_questions_to_the_database(begun: Begun, browser: Browser) -> None:
    def asked(client: Client) -> int:
        with CaptureQueriesContext(
            connection,
        ) as found:
            shown(client)
        return len(found)

    games = [begun(hot_seat=True) for _ in range(12)]
    few, many = browser(games[0], HOST), browser(games[0], HOST)
    for game in games[1:]:
        many.get(f"/game/{game.id}/join/{_host_key(game)}")
    assert asked(many) == asked(few)


def test_settings_are_kept_with_an_account_and_nowhere_else(settings: Any) -> None:
    assert Client().get("/settings").status_code == 200
    assert Client().post("/settings", {"chosen": '{"theme": "dark"}'}).status_code == 204
    settings.CONFIGURATION = replace(settings.CONFIGURATION, accounts=True)
    settings.ROOT_URLCONF = "tests.web.with_accounts"
    somebody = Client()
    somebody.force_login(User.objects.create_user("ann"), backend="django.contrib.auth.backends.ModelBackend")
    assert somebody.post("/settings", {"chosen": '{"theme": "dark", "line-A": "#112233"}'}).status_code == 204
    assert 'data-preferences="{&quot;theme&quot;: &quot;dark&quot;' in shown(somebody)
    for wrong in ("", "[]", '{"theme": 1}', "{" * 5000):
        assert somebody.post("/settings", {"chosen": wrong}).status_code == 422


def test_tables_say_their_pace_and_are_found_by_it() -> None:
    somebody = Client()
    names = {"title": "1860", "name": ["Ann", "Ben"], "mode": "links"}
    for pace in ("live", "daily", "rubbish"):
        somebody.post("/new", {**names, "pace": pace})
    live, daily, unsaid = StoredGame.objects.order_by("created")
    assert [game.pace for game in (live, daily, unsaid)] == ["live", "daily", ""]
    assert "about a move a day" in shown(somebody)
    assert listed(somebody, "?pace=daily") == [daily.id]
    assert {*listed(somebody, "?pace=")} == {live.id, daily.id, unsaid.id}
    assert listed(somebody, "?pace=rubbish") == []
    somebody.post("/new", {**names, "mode": "hot-seat", "pace": "live"})
    assert StoredGame.objects.latest("created").pace == "", "at one screen one sits down when one likes"
