"""Accounts: signing in by password, link and code, devices, one's own data, and the end of an account."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pyotp
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from railhead.core.ids import FIRST_SEAT
from railhead.web import devices, keys, second_factor, tasks
from railhead.web.models import Message, StoredGame, StoredSeat
from railhead.web.pages import signing_in
from railhead.web.people_models import Device, SecondFactor
from tests.web.conftest import Begun

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("accounts")]
PASSWORD = "the railway of ann"


@pytest.fixture
def accounts(settings: Any) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, accounts=True, mail_url="smtp://mail.example")
    settings.ROOT_URLCONF = "tests.web.with_accounts"


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann", "ann@trains.example", PASSWORD)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The time codes are made for, in seconds; it stands still unless a test moves it."""
    now = [int(time.time())]
    monkeypatch.setattr(second_factor, "time", SimpleNamespace(time=lambda: now[0]))
    return now


def sign_in(agent: str = "Browser") -> tuple[Client, Any]:
    browser = Client()
    given = {"username": "ann", "password": PASSWORD}
    return browser, browser.post("/account/login", given, headers={"User-Agent": agent})


def is_signed_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


# -- devices --------------------------------------------------------------------------------------


def test_every_browser_is_a_device_that_can_be_signed_out_from_another(ann: User) -> None:
    laptop, _ = sign_in("Laptop <b>7")
    phone, _ = sign_in("Phone")
    page = laptop.get("/account/").content.decode()
    assert "Laptop &lt;b&gt;7" in page
    assert "Phone" in page
    other = Device.objects.get(agent="Phone")
    assert laptop.post("/account/sign-out", {"device": other.id}).status_code == 302
    assert not is_signed_in(phone)
    assert is_signed_in(laptop)


def test_all_other_devices_are_signed_out_at_once(ann: User) -> None:
    here, tablet, phone = (sign_in()[0] for _ in range(3))
    here.post("/account/sign-out", {"device": "others"})
    assert [is_signed_in(each) for each in (here, tablet, phone)] == [True, False, False]


def test_an_older_key_of_a_session_signs_nobody_in_once_they_have_signed_out(ann: User, begun: Begun) -> None:
    """Whoever opens a link gets a new key, and the old one is good for a while; but not for longer than they want."""
    browser, _ = sign_in()
    earlier = Client()
    earlier.cookies["railhead_session"] = browser.cookies["railhead_session"].value
    game = begun()
    browser.get(f"/game/{game.id}/join/{keys.key(game, keys.WATCH)}")
    assert browser.cookies["railhead_session"].value != earlier.cookies["railhead_session"].value
    assert is_signed_in(earlier)
    browser.post("/account/logout")
    assert not is_signed_in(browser)
    assert not is_signed_in(earlier)
    assert not Device.objects.exists()


@pytest.mark.parametrize("then", ["nowhere", "lobby", "a:b"])
def test_what_follows_a_sign_in_is_an_address_and_never_the_name_of_a_page(ann: User, then: str) -> None:
    given = {"username": "ann", "password": PASSWORD, "next": then}
    found = Client().post("/account/login", given)["Location"]
    assert found == then if ":" not in then else found == "/"
    new = {"username": "ben", "password1": PASSWORD, "password2": PASSWORD, "next": then}
    assert Client().post("/account/new", new)["Location"] == found


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36", ("Chrome", "Linux")),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0", ("Edge", "Windows")),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1", ("Safari", "iPhone")),
        ("Mozilla/5.0 (Android 16; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", ("Firefox", "Android")),
        ("curl/8.0", ("", "")),
    ],
)
def test_browsers_are_named_as_people_know_them(agent: str, said: tuple[str, str]) -> None:
    assert devices.described(agent) == said


def test_nobody_signs_out_the_devices_of_others(ann: User) -> None:
    mine, _ = sign_in()
    eve = Client()
    eve.force_login(User.objects.create_user("eve"), signing_in.BACKEND)
    eve.post("/account/sign-out", {"device": Device.objects.get(user=ann).id})
    assert is_signed_in(mine)


def test_a_device_of_an_older_version_is_noted_when_it_is_seen(ann: User) -> None:
    browser, _ = sign_in()
    session = browser.session
    del session["device"]
    session.save()
    Device.objects.all().delete()
    assert is_signed_in(browser)
    assert Device.objects.get().user == ann


def test_when_a_device_was_last_used_is_known_to_a_few_minutes(ann: User) -> None:
    browser, _ = sign_in()
    long_ago = timezone.now() - timedelta(hours=3)
    Device.objects.update(seen=long_ago)
    is_signed_in(browser)
    assert Device.objects.get().seen > long_ago


def test_a_copy_of_the_database_shows_no_device_s_secret(ann: User) -> None:
    browser, _ = sign_in()
    assert browser.session["device"] not in json.dumps(list(Device.objects.values("id", "agent")))


# -- the second factor ----------------------------------------------------------------------------


def turn_on(user: User, now: list[int]) -> tuple[pyotp.TOTP, list[str]]:
    """Set up codes for a user; the app on their phone, and the recovery codes."""
    app = pyotp.TOTP(second_factor.secret_of(second_factor.prepare(user)))
    codes = second_factor.confirm(user, app.at(now[0]))
    assert codes is not None
    now[0] += second_factor.STEP
    return app, codes


def test_whoever_set_up_a_second_factor_is_asked_for_a_code(ann: User, clock: list[int]) -> None:
    app, _ = turn_on(ann, clock)
    browser, answer = sign_in()
    assert answer["Location"] == "/account/login/code"
    assert not is_signed_in(browser)
    assert browser.post("/account/login/code", {"code": "000000"}).status_code == 422
    assert not is_signed_in(browser)
    browser.post("/account/login/code", {"code": app.at(clock[0])})
    assert is_signed_in(browser)


def test_no_code_is_good_twice(ann: User, clock: list[int]) -> None:
    app, recovery = turn_on(ann, clock)
    for code in (app.at(clock[0]), recovery[0], recovery[1].upper()):
        assert [second_factor.passes(ann, code) for _ in range(2)] == [True, False]


@pytest.mark.parametrize(("steps", "good"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_the_clock_of_a_phone_may_be_a_step_off(ann: User, clock: list[int], steps: int, good: bool) -> None:
    app, _ = turn_on(ann, clock)
    clock[0] += 10 * second_factor.STEP
    assert second_factor.passes(ann, app.at(clock[0] + steps * second_factor.STEP)) is good


@pytest.mark.parametrize("code", ["", "12345", "abcdef", "١٢٣٤٥٦", "x" * 500])
def test_what_is_no_code_is_refused(ann: User, clock: list[int], code: str) -> None:
    turn_on(ann, clock)
    browser, _ = sign_in()
    assert browser.post("/account/login/code", {"code": code}).status_code == 422


def test_codes_are_not_guessed(ann: User, clock: list[int]) -> None:
    turn_on(ann, clock)
    browser, _ = sign_in()
    answers = [browser.post("/account/login/code", {"code": f"{n:06}"}).status_code for n in range(12)]
    assert answers[-1] == 429


def test_a_password_alone_is_worth_nothing_for_long(
    ann: User, clock: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    app, _ = turn_on(ann, clock)
    browser, _ = sign_in()
    late = time.time() + signing_in.PATIENCE + 1
    monkeypatch.setattr(signing_in, "time", SimpleNamespace(time=lambda: late))
    assert browser.post("/account/login/code", {"code": app.at(clock[0])})["Location"] == "/account/login"
    assert not is_signed_in(browser)


def test_nobody_is_asked_for_codes_before_they_have_shown_one(ann: User, clock: list[int]) -> None:
    browser, _ = sign_in()
    page = browser.get("/account/codes").content.decode()
    secret = second_factor.secret_of(SecondFactor.objects.get())
    assert secret in page
    assert "<svg" in page
    assert browser.post("/account/codes", {"code": "000000"}).status_code == 422
    assert not second_factor.wanted(ann)
    shown = browser.post("/account/codes", {"code": pyotp.TOTP(secret).at(clock[0])}).content.decode()
    assert second_factor.wanted(ann)
    assert len(re.findall(r"<li><code>[0-9a-f]{16}</code>", shown)) == second_factor.RECOVERY_CODES


def test_the_second_factor_is_turned_off_with_the_password(ann: User, clock: list[int]) -> None:
    browser, _ = sign_in()
    turn_on(ann, clock)
    browser.post("/account/codes/stop", {"password": "wrong"})
    assert second_factor.wanted(ann)
    browser.post("/account/codes/stop", {"password": PASSWORD})
    assert not second_factor.wanted(ann)


def test_the_administration_asks_for_the_code_too(ann: User, clock: list[int]) -> None:
    User.objects.update(is_staff=True, is_superuser=True)
    turn_on(ann, clock)
    browser = Client()
    given = {"username": "ann", "password": PASSWORD, "next": "/admin/"}
    assert browser.post("/admin/login/?next=/admin/", given)["Location"] == "/account/login?next=%2Fadmin%2F"
    assert browser.get("/admin/").status_code == 302


# -- a link by mail -------------------------------------------------------------------------------


def link_in(letter: Any) -> str:
    found = re.search(r"http://testserver(/account/login/\S+)", letter.body)
    assert found is not None
    return found[1]


def test_a_link_sent_by_mail_signs_in_once(ann: User, mailoutbox: list[Any]) -> None:
    browser = Client()
    browser.post("/account/login/link", {"email": "Ann@trains.example"})
    tasks.run_due()
    [letter] = mailoutbox
    assert letter.to == ["ann@trains.example"]
    link = link_in(letter)
    assert "ann" in browser.get(link).content.decode()
    assert not is_signed_in(browser), "looking at a link signs nobody in: programs that read mail do"
    browser.post(link)
    assert is_signed_in(browser)
    assert Client().post(link).status_code == 404


def test_whether_an_address_has_an_account_is_not_said(ann: User, mailoutbox: list[Any]) -> None:
    known, unknown = (
        Client().post("/account/login/link", {"email": address}).content.decode()
        for address in ("ann@trains.example", "nobody@trains.example")
    )
    token = re.compile(r'value="[^"]+"|X-CSRFToken": "[^"]+"')
    assert token.sub("", known) == token.sub("", unknown)
    assert tasks.run_due() == 2, "both are queued, so that both take as long"
    assert len(mailoutbox) == 1


def test_a_link_does_not_replace_the_code(ann: User, clock: list[int]) -> None:
    turn_on(ann, clock)
    browser = Client()
    assert browser.post(signing_in.link_of(ann))["Location"] == "/account/login/code"
    assert not is_signed_in(browser)


@pytest.mark.parametrize("where", ["x/y", "MQ/abc-def", "////", "%FF%FE/t"])
def test_a_made_up_link_signs_nobody_in(ann: User, where: str) -> None:
    assert Client().post(f"/account/login/{where}").status_code == 404


def test_a_link_of_somebody_who_was_shut_out_is_worth_nothing(ann: User) -> None:
    link = signing_in.link_of(ann)
    User.objects.update(is_active=False)
    assert Client().post(link).status_code == 404


# -- one's own data -------------------------------------------------------------------------------


def seat_of(user: User, game: StoredGame) -> StoredSeat:
    seat = game.seats.get(place=FIRST_SEAT)
    seat.user, seat.note = user, "buy low"
    seat.save(update_fields=["user", "note"])
    return seat


def test_everything_stored_about_a_user_can_be_taken_away(ann: User, begun: Begun) -> None:
    game = begun()
    seat_of(ann, game)
    Message.objects.create(game=game, name="Ann", seat=FIRST_SEAT, user=ann, text="hello")
    Message.objects.create(game=game, name="Ben", seat=FIRST_SEAT + 1, text="not hers")
    browser, _ = sign_in()
    answer = browser.get("/account/export")
    assert answer["Content-Disposition"] == 'attachment; filename="railhead-account.json"'
    data = answer.json()
    assert (data["name"], data["mail_address"]) == ("ann", "ann@trains.example")
    assert [(each["id"], each["note"]) for each in data["games"]] == [(game.id, "buy low")]
    assert [each["text"] for each in data["said_at_tables"]] == ["hello"]
    assert "pbkdf2" not in answer.content.decode()


@pytest.mark.parametrize("name", [".", ".."])
def test_nobody_is_called_what_is_no_part_of_an_address(settings: Any, name: str) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, accounts=True)
    form = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    assert "A name needs a letter or a digit" in Client().post("/account/new", form).content.decode()
    assert not User.objects.filter(username=name).exists()


def test_an_account_is_deleted_with_the_password_and_games_stay(ann: User, begun: Begun) -> None:
    game = begun()
    seat_of(ann, game)
    browser, _ = sign_in()
    browser.post("/account/delete", {"password": "wrong"})
    assert User.objects.filter(username="ann").exists()
    browser.post("/account/delete", {"password": PASSWORD})
    assert not User.objects.filter(username="ann").exists()
    seat = game.seats.get(place=FIRST_SEAT)
    assert (seat.user, seat.note) == (None, "")
    assert not is_signed_in(browser)
    assert not Device.objects.exists()


@pytest.mark.parametrize("page", ["", "codes", "codes/stop", "export", "delete"])
def test_whoever_has_not_signed_in_is_asked_to(page: str) -> None:
    answer = Client().get(f"/account/{page}")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/account/login?next=")
