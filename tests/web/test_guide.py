"""A first game: the table it is played at, and what the guide says there."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from railhead.core.actions import text_of
from railhead.core.ids import FIRST_SEAT
from railhead.play import asking
from railhead.play.gamefile import GameFile
from railhead.play.log import ACT, Entry
from railhead.play.table import Table
from railhead.play.vantage import Vantage
from railhead.titles import catalogue
from railhead.titles.texts import texts
from railhead.web import presenters
from railhead.web.keys import seat_role
from railhead.web.models import StoredGame
from railhead.web.pages.learning import SEED
from railhead.web.tables import TABLES
from tests.play.games import some_game
from tests.web.bots import let_bots_play
from tests.web.conftest import Begun, Browser

pytestmark = pytest.mark.django_db
SECONDS_PER_WORD, SECONDS_PER_DECISION = 0.4, 10.0


def first_game(client: Client, title: str) -> StoredGame:
    """Begin a first game in this browser, up to the newcomer's first decision."""
    answer = client.post(f"/title/{title}/learn")
    assert answer.status_code == 302
    return let_bots_play(StoredGame.objects.get(id=answer["Location"].strip("/").split("/")[-1]))


def guide(client: Client, game: StoredGame, language: str = "en") -> str:
    return client.get(f"/game/{game.id}/guide", headers={"Accept-Language": language}).content.decode()


def suggested(said: str) -> str:
    found = re.search(r'data-suggests="([^"]*)"', said)
    assert found is not None
    return found[1].replace("&amp;", "&")


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_bots_have_the_other_seats(client: Client, title: str) -> None:
    game = first_game(client, title)
    assert game.played_by == {place: "medium" for place in game.places if place != FIRST_SEAT}
    assert (game.advises, game.explains) == (True, True)
    assert game.to_act == FIRST_SEAT
    assert 'data-guided="on"' in client.get(f"/game/{game.id}/").content.decode()


@pytest.mark.parametrize(("account", "called"), [("anna", "anna"), ("george", "george"), ("pool", "Newcomer")])
def test_a_newcomer_with_an_account_of_any_name_gets_a_first_game(settings: Any, account: str, called: str) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, accounts=True)
    settings.ROOT_URLCONF = "tests.web.with_accounts"
    client = Client()
    client.force_login(User.objects.create_user(account), backend="django.contrib.auth.backends.ModelBackend")
    game = first_game(client, "1860")
    assert game.players[0] == called
    assert len({name.casefold() for name in game.players}) == len(game.players)
    assert game.played_by


@pytest.mark.parametrize("title", catalogue.TITLES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_guide_welcomes_a_newcomer_and_explains_the_step(client: Client, title: str, language: str) -> None:
    game = first_game(client, title)
    written, said = texts(title, language), guide(client, game, language).replace("&#x27;", "'")
    assert written.guide["Welcome"] in said
    first = next(kind for kind in written.guide if kind != "Welcome")
    assert written.guide[first] in said
    assert written.advice[first] in said


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_what_the_guide_suggests_is_allowed_and_it_goes_on_from_there(client: Client, title: str) -> None:
    game = first_game(client, title)
    for _ in range(4):
        action = suggested(guide(client, game))
        answer = client.post(f"/game/{game.id}/act", {"action": action, "length": game.length})
        assert answer.status_code == 302
        let_bots_play(game)
    with TABLES.table(game) as table:
        assert {entry.seat for entry in table.entries()} == set(table.book.seat_ids)
    assert texts(title).guide["Welcome"] not in guide(client, game)


def decided_by_bot(table: Table) -> str:
    """What the bots of a first game decide."""
    return text_of(table.book, asking.question(table.session, "medium").answered(table.book).action)


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_the_first_turns_take_a_quarter_of_an_hour_as_promised(title: str) -> None:
    """With all that is said being read, and a moment to think about every decision."""
    table = Table(GameFile.new(title, ("Newcomer", "George", "Isambard"), (), SEED))
    me = table.book.seat_ids[0]
    seconds, read = 0.0, set[str]()
    while True:
        while table.seat_to_act() != me:
            table.record(Entry(ACT, table.seat_to_act(), decided_by_bot(table)))
        now = presenters.guide(Vantage(table, me), table.actions, True, "en")
        said = {now.welcome, now.text, now.advice, now.done} - read
        seconds += sum(len(text.split()) for text in said) * SECONDS_PER_WORD
        read |= said
        if now.done:
            break
        assert now.hint is not None
        seconds += SECONDS_PER_DECISION
        table.act([me], now.hint.action, table.length)
    assert seconds <= 15 * 60


def test_the_log_says_that_a_bot_has_played(client: Client) -> None:
    game = first_game(client, "1860")
    client.post(f"/game/{game.id}/act", {"action": suggested(guide(client, game)), "length": game.length})
    let_bots_play(game)
    log = client.get(f"/game/{game.id}/").content.decode()
    assert "by a bot" in log
    assert "by standing order" not in log


def test_only_what_is_auctioned_is_shown_at_an_auction(client: Client) -> None:
    lots = re.search(
        r'<ul class="lots".*?</ul>', client.get(f"/game/{first_game(client, '1860').id}/").content.decode(), re.S
    )
    assert lots is not None
    assert "Ryde" in lots[0]
    assert "Fishbourne" not in lots[0]


def test_whoever_only_watches_is_told_what_the_step_is_about_but_not_what_to_do(client: Client) -> None:
    game = first_game(client, "1860")
    said = guide(Client(), game)
    assert "data-suggests" not in said


def test_between_people_the_guide_explains_but_suggests_nothing(begun: Begun, browser: Browser) -> None:
    game = begun(some_game(1, 20))
    everybody = browser(game, *(seat_role(place) for place in game.places))
    said = everybody.get(f"/game/{game.id}/guide").content.decode()
    assert 'class="guide' in said
    assert "data-suggests" not in said
    everybody.post(f"/game/{game.id}/copy")
    copy = StoredGame.objects.exclude(id=game.id).get()
    assert "data-suggests" in everybody.get(f"/game/{copy.id}/guide").content.decode()


def test_there_is_no_first_game_of_an_unknown_title(client: Client) -> None:
    assert client.post("/title/1830/learn").status_code == 404
    assert client.get("/title/1860/learn").status_code == 405
