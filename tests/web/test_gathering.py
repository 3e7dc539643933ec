"""Taking seats: a seat is named by who takes it, and nobody moves before all have come or the host says so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from railhead.core.ids import Owner, Seat
from railhead.core.refusal import Malformed
from railhead.web import keys, seats, tables
from railhead.web.keys import HOST, WATCH, seat_role
from railhead.web.models import LogEntry, StoredGame, StoredSeat
from railhead.web.tables import TABLES
from tests.web.conftest import HTMX, Begun, Browser, bids

ANN, BEN, CLEO = (Seat(Owner(place)) for place in (2, 3, 4))

pytestmark = pytest.mark.django_db


@pytest.fixture
def host() -> Client:
    """Somebody who has set up a table of links, at the first seat."""
    client = Client()
    client.post("/new", {"title": "1860", "name": ["Ann", "Ben", "Cleo"], "mode": "links", "me": "0"})
    return client


def table() -> StoredGame:
    """The only game there is, as it is now."""
    return StoredGame.objects.get()


def link(game: StoredGame, place: Seat) -> str:
    """The address of a seat's link."""
    return f"/game/{game.id}/join/{keys.key(game, seat_role(place))}"


def test_whoever_opens_a_link_says_their_name_and_the_last_one_begins_the_game(host: Client) -> None:
    game, berta, carl = table(), Client(), Client()
    assert game.gathering
    asked = berta.get(link(game, BEN)).content.decode()
    assert 'value="Ben"' in asked
    assert StoredSeat.objects.get(place=BEN).taken is None, "a link that a messenger looks at is not a player"
    assert berta.post(link(game, BEN), {"name": "Berta"})["Location"] == f"/game/{game.id}/"
    assert table().players == ["Ann", "Berta", "Cleo"]
    waiting = berta.get(f"/game/{game.id}/").content.decode()
    assert "Cleo" in waiting
    assert "has not come yet" in waiting
    assert carl.post(link(game, CLEO), {"name": "Carl"}).status_code == 302
    assert not table().gathering
    assert b'id="table"' in berta.get(f"/game/{game.id}/").content


def test_nobody_moves_before_all_have_come_unless_the_host_says_so(host: Client) -> None:
    game = table()
    move = {"action": "bid 5", "length": 0}
    assert host.get(f"/game/{game.id}/")["Location"] == f"/game/{game.id}/links"
    assert host.post(f"/game/{game.id}/act", move, headers=HTMX).status_code == 403
    answer = Client().post(
        f"/api/games/{game.id}/actions",
        move,
        content_type="application/json",
        headers={"Authorization": f"Bearer {keys.key(game, seat_role(ANN))}"},
    )
    assert answer.status_code == 403
    watcher = Client()
    watcher.get(f"/game/{game.id}/join/{keys.key(game, WATCH)}")
    assert watcher.post(f"/game/{game.id}/start").status_code == 403
    assert host.post(f"/game/{game.id}/start")["Location"] == f"/game/{game.id}/"
    assert host.post(f"/game/{game.id}/act", move, headers=HTMX).status_code == 200
    late = Client()
    assert late.get(link(game, BEN)).status_code == 302, "whose game has begun sits down at once"
    assert StoredSeat.objects.get(place=BEN).taken is not None


def test_a_page_that_waits_goes_to_the_table_by_itself(host: Client) -> None:
    game, ben = table(), Client()
    ben.post(link(game, BEN), {"name": "Ben"})
    assert b"has not come yet" in ben.get(f"/game/{game.id}/", headers=HTMX).content
    seats.start(table())
    assert ben.get(f"/game/{game.id}/", headers=HTMX)["HX-Redirect"] == f"/game/{game.id}/"


@pytest.mark.parametrize("name", ["pool", "C&N", "two  spaces", "x" * 61])
def test_a_name_that_cannot_be_one_is_asked_for_again(host: Client, name: str) -> None:
    game, ben = table(), Client()
    answer = ben.post(link(game, BEN), {"name": name})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert table().players == ["Ann", "Ben", "Cleo"]
    assert StoredSeat.objects.get(place=BEN).taken is None


def test_whose_name_somebody_else_takes_gets_theirs(host: Client) -> None:
    seats.sit_down(table(), BEN, "cleo")
    assert table().players == ["Ann", "cleo", "Ben"]


@pytest.mark.parametrize("name", ["Ann", "ann"])
def test_nobody_gets_the_name_of_somebody_who_has_come(host: Client, name: str) -> None:
    game, ben = table(), Client()
    answer = ben.post(link(game, BEN), {"name": name})
    assert answer.status_code == 422
    assert "Another player at this table is called Ann" in answer.content.decode()
    assert table().players == ["Ann", "Ben", "Cleo"]
    assert StoredSeat.objects.get(place=BEN).taken is None


def test_players_keep_their_names_once_the_game_has_begun(host: Client) -> None:
    game, ben = table(), Client()
    ben.post(link(game, BEN), {"name": "Ben"})
    seats.start(table())
    for name in ("Berta", "Cleo", "Ann"):
        assert ben.post(link(game, BEN), {"name": name}).status_code == 302
    assert table().players == ["Ann", "Ben", "Cleo"]
    carl = Client()
    assert carl.post(link(game, CLEO), {"name": "Ann"}).status_code == 422
    assert carl.post(link(game, CLEO), {"name": "Carl"}).status_code == 302, "who comes late has no name yet"
    assert table().players == ["Ann", "Ben", "Carl"]


def test_a_new_name_is_seen_at_once_by_those_who_look_at_the_table(begun: Begun, browser: Browser) -> None:
    game = begun()
    watcher = browser(game, WATCH)
    before = watcher.get(f"/game/{game.id}/refresh").content.decode()
    seats.sit_down(game, BEN, "Berta")
    after = watcher.get(f"/game/{game.id}/refresh").content.decode()
    assert "Ben" in before
    assert "Berta" not in before
    assert "Berta" in after


def test_a_game_goes_on_under_new_names(begun: Begun) -> None:
    game = begun()
    bids(game)
    seats.sit_down(table(), CLEO, "Clara")
    with TABLES.table(table()) as played:
        assert played.book.seat_names == ("Ann", "Ben", "Clara")
        assert played.actions == 3
    TABLES.act(table(), lambda played: played.act(frozenset({ANN}), "pass", 3))
    assert table().actions == 4


def test_a_name_in_the_log_stays(begun: Begun) -> None:
    game = begun()
    bids(game)
    LogEntry.objects.filter(game=game, number=1).update(text="buy 1 share of C&N from Ben")
    with pytest.raises(Malformed, match="log"):
        seats.sit_down(table(), BEN, "Berta")
    with pytest.raises(Malformed, match="log"):
        seats.sit_down(table(), ANN, "Ben")
    assert table().players == ["Ann", "Ben", "Cleo"]


# -- with accounts --------------------------------------------------------------------------------


@pytest.fixture
def accounts(settings: Any) -> None:
    """A site where seats belong to users."""
    settings.CONFIGURATION = replace(settings.CONFIGURATION, accounts=True)
    settings.ROOT_URLCONF = "tests.web.with_accounts"


def user(name: str) -> Client:
    """Somebody who has signed in."""
    client = Client()
    client.force_login(User.objects.create_user(name), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.usefixtures("accounts")
def test_an_account_that_takes_a_seat_appears_under_its_own_name() -> None:
    anna, bert = user("anna"), user("bert")
    anna.post("/new", {"title": "1860", "name": ["Ann", "Ben"], "mode": "open", "me": "0"})
    game = table()
    assert game.players == ["anna", "Ben"]
    assert "1 seat is free" in bert.get("/?show=open").content.decode()
    assert bert.post(f"/game/{game.id}/sit/{BEN}")["Location"] == f"/game/{game.id}/"
    assert table().players == ["anna", "bert"]
    assert not table().gathering


@pytest.mark.usefixtures("accounts")
def test_a_user_who_is_called_like_a_company_gets_a_seat_all_the_same(begun: Begun) -> None:
    game = begun()
    seats.take(game, BEN, User.objects.create_user("CN"))
    clash = begun()
    tables.TABLES.forget(clash.id)
    seats.take(clash, BEN, User.objects.create_user("pool"))
    assert StoredGame.objects.get(id=game.id).players == ["Ann", "CN", "Cleo"]
    assert StoredGame.objects.get(id=clash.id).players == ["Ann", "Ben", "Cleo"]
    assert StoredSeat.objects.get(game=clash, place=BEN).user is not None


def test_games_of_programs_and_at_one_screen_begin_at_once(browser: Browser) -> None:
    made = (
        Client()
        .post("/api/games", {"title": "1860", "players": ["Ann", "Ben"]}, content_type="application/json")
        .json()
    )
    assert not StoredGame.objects.get(id=made["id"]).gathering
    Client().post("/new", {"title": "1860", "name": ["Ann", "Ben"], "mode": "hot-seat"})
    assert not StoredGame.objects.filter(gathering=True).exists()
    assert browser(StoredGame.objects.get(id=made["id"]), HOST).get(f"/game/{made['id']}/").status_code == 200
