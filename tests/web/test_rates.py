"""How often something may be done: passwords, games, copies, talk; by address, by user and by seat."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest
from django.test import Client, RequestFactory

from railhead.core.frozen import FrozenDict
from railhead.core.ids import Owner, Seat
from railhead.play.sketch import Sketch
from railhead.play.sketch_file import SketchFile, to_data
from railhead.web import limits
from railhead.web.keys import WATCH, key, seat_role
from railhead.web.limits import Limit, TooOften
from railhead.web.models import Message, StoredAllowance, StoredGame
from railhead.web.pages import accounts
from tests.play.games import some_game
from tests.web.conftest import HTMX, Begun, Browser
from tests.web.test_refusals import is_problem

pytestmark = pytest.mark.django_db
ANN, BEN = seat_role(Seat(Owner(2))), seat_role(Seat(Owner(3)))
JSON = "application/json"
THREE = Limit("three", 3, 10)
NEW = {"title": "1860", "players": ["Ann", "Ben"]}


class Clock:
    """The time, as the tests set it."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that stands still until a test moves it."""
    made = Clock()
    monkeypatch.setattr("railhead.web.limits.time.time", made)
    return made


def asked(address: str = "192.0.2.7", user: User | None = None) -> HttpRequest:
    """A request from an address."""
    request = RequestFactory().post("/", REMOTE_ADDR=address)
    request.user = user or AnonymousUser()
    return request


def passes(limit: Limit, request: HttpRequest, who: str | None = None) -> int:
    """How many times something may be done now."""
    for done in range(1000):
        try:
            limits.spend(request, limit, who)
        except TooOften:
            return done
    raise AssertionError("There is no limit")


def test_so_many_at_once_and_one_more_after_a_while(clock: Clock) -> None:
    assert passes(THREE, asked()) == 3
    clock.now += 9
    with pytest.raises(TooOften) as refused:
        limits.spend(asked(), THREE)
    assert refused.value.wait == 1
    clock.now += 1
    assert passes(THREE, asked()) == 1
    clock.now += 25
    assert passes(THREE, asked()) == 2
    clock.now += 10_000
    assert passes(THREE, asked()) == 3


def test_every_limit_and_everybody_is_counted_apart() -> None:
    assert passes(THREE, asked()) == 3
    assert passes(THREE, asked("192.0.2.8")) == 3
    assert passes(replace(THREE, name="another"), asked()) == 3
    assert passes(THREE, asked(), "someone") == 3
    assert passes(THREE, asked(), "someone else") == 3


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::2:3", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("", "unknown", True),
    ],
)
def test_addresses_of_one_network_of_ipv6_are_one(one: str, other: str, same: bool) -> None:
    assert passes(THREE, asked(one)) == 3
    assert passes(THREE, asked(other)) == (0 if same else 3)


def test_a_user_is_counted_wherever_they_are(settings: Any) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, accounts=True)
    ann = User.objects.create_user("ann")
    assert passes(THREE, asked("192.0.2.7", ann)) == 3
    assert passes(THREE, asked("192.0.2.8", ann)) == 0
    assert passes(THREE, asked("192.0.2.9")) == 3


def test_what_says_nothing_any_more_is_removed(clock: Clock) -> None:
    for number in range(5):
        limits.spend(asked(f"192.0.2.{number}"), THREE)
    assert StoredAllowance.objects.count() == 5
    clock.now += 11
    limits.spend(asked("192.0.2.9"), THREE)
    assert StoredAllowance.objects.count() == 1


def test_no_address_can_be_read_in_the_database() -> None:
    limits.spend(asked("192.0.2.7"), THREE)
    assert "192.0.2.7" not in str(StoredAllowance.objects.values())


def test_a_site_of_one_s_own_has_no_limits(settings: Any) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, host="127.0.0.1", names=())
    for _ in range(10):
        limits.spend(asked("127.0.0.1"), THREE)
    assert StoredAllowance.objects.count() == 0


# -- what is limited ------------------------------------------------------------------------------


def until_refused(do: Callable[[], Any], most: int) -> Any:
    """Do something until it is refused; it must be within so many times."""
    for _ in range(most + 1):
        answer = do()
        if answer.status_code == 429:
            assert int(answer["Retry-After"]) > 0
            return answer
        assert answer.status_code < 400, answer.content
    raise AssertionError("There is no limit")


@pytest.fixture(autouse=True)
def tight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits that are reached soon."""
    for name in ("BEGIN", "IMPORT", "COPY", "CHAT", "CHAT_OF_SEAT", "UNDO", "SIGN_UP", "BOARD", "OPEN_LINK"):
        monkeypatch.setattr(limits, name, replace(getattr(limits, name), burst=3))


def test_games_begun_by_programs_are_limited() -> None:
    answer = until_refused(lambda: Client().post("/api/games", NEW, content_type=JSON), 3)
    assert "too often" in is_problem(answer, 429)["detail"]
    assert StoredGame.objects.count() == 3


def test_games_begun_by_people_are_limited() -> None:
    given = {"title": "1860", "name": ["Ann", "Ben"], "mode": "hot-seat"}
    answer = until_refused(lambda: Client().post("/new", given), 3)
    assert "<!doctype html>" in answer.text
    assert StoredGame.objects.count() == 3


def test_imports_are_limited() -> None:
    file = some_game(1, 3).to_json()
    until_refused(lambda: Client().post("/api/games/import", file, content_type=JSON), 3)
    assert StoredGame.objects.count() == 3


def test_copies_are_limited(begun: Begun, browser: Browser) -> None:
    game = begun()
    client = browser(game, ANN)
    answer = until_refused(lambda: client.post(f"/game/{game.id}/copy", headers=HTMX), 3)
    assert answer["HX-Retarget"] == "#refused"
    assert StoredGame.objects.count() == 4


def test_opening_links_is_limited(begun: Begun) -> None:
    """Every browser that opens one is remembered."""
    game = begun()
    until_refused(lambda: Client().get(f"/game/{game.id}/join/{key(game, WATCH)}"), 3)
    assert Session.objects.count() == 3


def boards(count: int) -> list[SketchFile]:
    """Different boards of a title."""
    return [replace(SketchFile.new("1860"), sketch=Sketch(phase=phase)) for phase in range(1, count + 1)]


def test_whole_boards_in_addresses_are_limited_unless_they_were_drawn_lately() -> None:
    keys = iter([board.packed() for board in boards(4)])
    drawn: list[str] = []

    def visit() -> Any:
        drawn.append(next(keys))
        return Client().get("/routes", {"key": drawn[-1]})

    until_refused(visit, 3)
    for key_ in drawn[:3]:
        assert Client().get("/routes", {"key": key_}).status_code == 200, "what was drawn lately"
    assert Client().get("/routes", {"title": "1860"}).status_code == 200
    upload = SimpleUploadedFile("sketch.json", boards(1)[0].to_json().encode(), JSON)
    assert Client().post("/routes", {"do": "open", "file": upload}).status_code == 429


def test_whole_boards_put_on_a_sketch_are_limited(begun: Begun, browser: Browser) -> None:
    game = begun(some_game(1, 60))
    book = game.file().rulebook()
    ann = browser(game, ANN)
    data = iter([json.dumps(to_data(book, Sketch(trains=FrozenDict({company: ()})))) for company in book.company_ids])
    until_refused(lambda: ann.post(f"/game/{game.id}/sketch", {"do": "put", "data": next(data)}, headers=HTMX), 3)


@pytest.mark.parametrize("api", [True, False])
def test_talk_is_limited_by_seat(begun: Begun, browser: Browser, monkeypatch: pytest.MonkeyPatch, api: bool) -> None:
    monkeypatch.setattr(limits, "CHAT", replace(limits.CHAT, burst=100))
    game = begun()
    clients = {role: browser(game, role) for role in (ANN, BEN)}

    def say(role: str) -> Any:
        headers = {"Authorization": f"Bearer {key(game, role)}"}
        if api:
            return Client().post(f"/api/games/{game.id}/messages", {"text": "x"}, content_type=JSON, headers=headers)
        return clients[role].post(f"/game/{game.id}/chat", {"text": "x"})

    for role in (ANN, BEN):
        until_refused(partial(say, role), 3)
    assert Message.objects.count() == 6


def test_taking_back_again_and_again_is_limited(begun: Begun) -> None:
    game = begun()
    headers = {"Authorization": f"Bearer {key(game, ANN)}"}
    length = [0]

    def back_and_forth() -> Any:
        for path, given in (("actions", {"action": "bid 5"}), ("undo", {"left": 0})):
            body = {**given, "length": length[0]}
            answer = Client().post(f"/api/games/{game.id}/{path}", body, content_type=JSON, headers=headers)
            length[0] += 1
        return answer

    until_refused(back_and_forth, 3)


def test_passwords_are_limited_wherever_they_are_given(clock: Clock) -> None:
    User.objects.create_user("ann", password="the railway of ann")

    def guess(address: str, name: str = "ann", password: str = "wrong") -> User | None:
        found = authenticate(asked(address), username=name, password=password)
        assert found is None or isinstance(found, User)
        return found

    for _ in range(10):
        assert guess("192.0.2.7") is None
    with pytest.raises(TooOften):
        guess("192.0.2.7", password="the railway of ann")
    assert guess("192.0.2.8", password="the railway of ann") is not None
    for number in range(19):
        guess("192.0.2.7", f"user-{number}")
    with pytest.raises(TooOften):
        guess("192.0.2.7", "somebody else")
    clock.now += 120
    assert guess("192.0.2.7", password="the railway of ann") is not None


def test_guesses_from_everywhere_are_limited_too() -> None:
    User.objects.create_user("ann", password="the railway of ann")
    for number in range(100):
        authenticate(asked(f"192.0.{number}.7"), username="ann", password="wrong")
    with pytest.raises(TooOften):
        authenticate(asked("198.51.100.7"), username="ann", password="wrong")


def test_one_s_own_old_password_is_not_guessed_either(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, accounts=True)
    monkeypatch.setattr(limits, "PASSWORD", replace(limits.PASSWORD, burst=3))
    monkeypatch.setattr(HttpRequest, "_dont_enforce_csrf_checks", True, raising=False)
    ann = User.objects.create_user("ann", password="the railway of ann")
    given = {"old_password": "wrong", "new_password1": "x", "new_password2": "x"}

    def change() -> None:
        request = RequestFactory().post("/", given)
        request.user = ann
        accounts.ChangePassword.as_view()(request)

    for _ in range(3):
        change()
    with pytest.raises(TooOften):
        change()


# -- what is read -----------------------------------------------------------------------------------


def test_messages_come_a_page_at_a_time(begun: Begun) -> None:
    game = begun()
    Message.objects.bulk_create(Message(game=game, name="Ann", seat=2, text=str(number)) for number in range(450))
    headers = {"Authorization": f"Bearer {key(game, ANN)}"}
    heard: list[str] = []
    after, pages = 0, []
    while page := Client().get(f"/api/games/{game.id}/messages", {"after": after}, headers=headers).json():
        heard += [message["text"] for message in page]
        after = page[-1]["id"]
        pages.append(len(page))
    assert heard == [str(number) for number in range(450)]
    assert pages == [200, 200, 50]
    for limit, status in (("5", 200), ("0", 422), ("201", 422), ("x", 422)):
        answer = Client().get(f"/api/games/{game.id}/messages", {"limit": limit}, headers=headers)
        assert answer.status_code == status
    assert len(Client().get(f"/api/games/{game.id}/messages", {"limit": 5}, headers=headers).json()) == 5
