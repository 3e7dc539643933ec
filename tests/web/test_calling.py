"""Players are called to the table: once a turn, a moment after it began, and not if they know it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail as outbox
from django.test import Client

from railhead.core.ids import Owner, Seat
from railhead.web import access, background, bot_seats, seats, tables, tasks, undo_requests
from railhead.web.calling import letters, persons, turns
from railhead.web.calling.persons import Person
from railhead.web.calling.wishes import AT_ONCE, DAILY, MAIL, NEVER, WEBHOOK, Wishes
from railhead.web.keys import HOST, seat_role
from railhead.web.models import StoredGame, StoredSeat, StoredTask, StoredWay
from railhead.web.pace import Hours
from tests.web.conftest import Begun, Browser, Clock

ANN, BEN, CLEO = SEATS = tuple(Seat(Owner(place)) for place in (2, 3, 4))
NAMES = dict(zip(SEATS, ("ann", "ben", "cleo"), strict=True))

assert background.KNOWN  # whoever works on tasks has loaded these


pytestmark = pytest.mark.usefixtures("mailing")


def seat_row(game: StoredGame, place: Seat) -> StoredSeat:
    return StoredSeat.objects.get(game=game, place=place)


def give_address(person: Person, name: str, clock: Clock) -> StoredWay:
    """A person who has confirmed a mail address."""
    return person.add(
        StoredWay(
            kind=MAIL, address=f"{name}@x.example", site="https://rails.example", language="en", confirmed=clock.now
        )
    )


@pytest.fixture
def game(begun: Begun, clock: Clock) -> StoredGame:
    """A table whose players have all given an address."""
    made = begun()
    for place, name in NAMES.items():
        give_address(Person(seat=seat_row(made, place)), name, clock)
    StoredTask.objects.all().delete()
    return made


def act(game: StoredGame, place: Seat, action: str) -> None:
    """Make a move."""
    now = access.find(game.id)
    tables.TABLES.act(now, lambda table: table.act(frozenset({place}), action, table.length))


def take_back(game: StoredGame, place: Seat) -> None:
    """Take the last move back."""
    now = access.find(game.id)
    tables.TABLES.change(now, lambda table: table.undo(place, table.actions - 1, (), table.length))


def called() -> list[str]:
    """Who has got mail since we last looked."""
    tasks.run_due()
    found = [message.to[0].partition("@")[0] for message in outbox.outbox]
    outbox.outbox.clear()
    return found


def after_a_moment(clock: Clock) -> list[str]:
    clock.now += turns.A_MOMENT
    return called()


def test_a_player_is_called_once_a_moment_after_their_turn_has_begun(game: StoredGame, clock: Clock) -> None:
    act(game, ANN, "bid 5")
    assert called() == []
    clock.now += turns.A_MOMENT - timedelta(seconds=1)
    assert called() == []
    clock.passes(seconds=1)
    assert called() == ["ben"]
    clock.passes(days=3)
    assert called() == []
    act(game, BEN, "bid 10")
    assert after_a_moment(clock) == ["cleo"]


def test_a_call_says_where_what_and_what_has_happened(game: StoredGame, clock: Clock) -> None:
    act(game, ANN, "bid 5")
    act(game, BEN, "bid 10")
    clock.now += turns.A_MOMENT
    tasks.run_due()
    [message] = outbox.outbox
    assert message.subject == "Your turn: 1860"
    assert f"https://rails.example/game/{game.id}/join/" in message.body
    assert [line for line in str(message.body).splitlines() if line.startswith("- ")] == [
        "- Ann bids 5 for the right to choose",
        "- Ben bids 10 for the right to choose",
    ]


def test_nobody_is_called_by_a_move_that_is_taken_back_at_once(game: StoredGame, clock: Clock) -> None:
    act(game, ANN, "bid 5")
    clock.passes(seconds=10)
    take_back(game, ANN)
    assert after_a_moment(clock) == []
    clock.passes(hours=5)
    assert called() == []  # and Ann knows that it is her turn
    act(game, ANN, "bid 10")
    assert after_a_moment(clock) == ["ben"]


def test_a_player_whose_turn_was_taken_away_is_called_when_it_comes_back(game: StoredGame, clock: Clock) -> None:
    act(game, ANN, "bid 5")
    assert after_a_moment(clock) == ["ben"]
    take_back(game, ANN)
    act(game, ANN, "bid 10")
    assert after_a_moment(clock) == ["ben"]


def test_whoever_has_seen_that_it_is_their_turn_is_not_called(game: StoredGame, clock: Clock, browser: Browser) -> None:
    ben = browser(game, seat_role(BEN))
    assert ben.post(f"/game/{game.id}/present").status_code == 204  # before it was
    clock.passes(seconds=1)
    act(game, ANN, "bid 5")
    clock.passes(seconds=1)
    assert browser(game, seat_role(CLEO)).post(f"/game/{game.id}/present").status_code == 204
    assert after_a_moment(clock) == ["ben"]
    act(game, BEN, "bid 10")
    clock.passes(seconds=1)
    browser(game, seat_role(CLEO)).post(f"/game/{game.id}/present")
    assert after_a_moment(clock) == []


def test_a_turn_of_several_decisions_is_one_turn(game: StoredGame, clock: Clock) -> None:
    before = access.find(game.id)
    act(game, ANN, "bid 5")
    length = access.find(game.id).turn_length
    assert (before.turn_length, length) == (0, 1)
    now = access.find(game.id)
    tables.say(now, "Ben", BEN, "Let me think")
    clock.now += turns.A_MOMENT
    turns.begin(now, now.to_act, length, clock.now)  # as if it were noted twice
    assert StoredTask.objects.filter(kind=turns.CALL).count() == 1


def test_a_seat_that_a_bot_plays_is_not_called(game: StoredGame, clock: Clock) -> None:
    bot_seats.give(access.find(game.id), BEN, "easy")
    act(game, ANN, "bid 5")
    assert after_a_moment(clock) == []


def test_calls_begin_with_the_game(clock: Clock, browser: Browser) -> None:
    host = Client()
    host.post("/new", {"title": "1860", "name": ["Ann", "Ben", "Cleo"], "mode": "links", "me": "1"})
    game = StoredGame.objects.get()
    give_address(Person(seat=seat_row(game, ANN)), "ann", clock)
    assert after_a_moment(clock) == []
    for place in (ANN, CLEO):
        seats.sit_down(access.find(game.id), place)
    assert not access.find(game.id).gathering
    assert after_a_moment(clock) == ["ann"]


def test_nobody_is_called_to_one_screen_a_deleted_game_or_one_that_is_over(begun: Begun, clock: Clock) -> None:
    screen = begun(hot_seat=True)
    give_address(Person(seat=seat_row(screen, BEN)), "ben", clock)
    act(screen, ANN, "bid 5")
    assert after_a_moment(clock) == []
    deleted = begun()
    give_address(Person(seat=seat_row(deleted, BEN)), "ben", clock)
    act(deleted, ANN, "bid 5")
    StoredGame.objects.filter(id=deleted.id).update(deleted=clock.now)
    assert after_a_moment(clock) == []


def test_a_call_that_fails_for_hours_is_not_sent_when_the_turn_is_over(
    game: StoredGame, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.core.mail import EmailMessage

    send = EmailMessage.send

    def refuse(*_: object) -> int:
        raise OSError("the mail server is away")

    monkeypatch.setattr(EmailMessage, "send", refuse)
    act(game, ANN, "bid 5")
    assert after_a_moment(clock) == []
    assert StoredWay.objects.get(address="ben@x.example").problem == "the mail server is away"
    act(game, BEN, "bid 10")
    assert after_a_moment(clock) == []
    monkeypatch.setattr(EmailMessage, "send", send)
    clock.passes(hours=1)
    assert called() == ["cleo"]
    assert StoredWay.objects.get(address="cleo@x.example").failures == 0


# -- wishes and hours -----------------------------------------------------------------------------


@pytest.mark.parametrize(("wished", "expected"), [(AT_ONCE, ["ben"]), (NEVER, [])])
def test_a_player_may_be_called_or_not(game: StoredGame, clock: Clock, wished: str, expected: list[str]) -> None:
    Person(seat=seat_row(game, BEN)).wish(Wishes(mail=wished))
    act(game, ANN, "bid 5")
    assert after_a_moment(clock) == expected


def test_nothing_is_sent_in_quiet_hours(game: StoredGame, clock: Clock) -> None:
    """It is noon in London, and half past five in the afternoon in Kolkata."""
    Person(seat=seat_row(game, BEN)).rest(Hours("Asia/Kolkata", (17 * 60, 1 * 60)))
    act(game, ANN, "bid 5")
    assert after_a_moment(clock) == []
    clock.passes(hours=7, minutes=28)
    assert called() == []
    clock.passes(minutes=2)
    assert called() == ["ben"]


def test_one_mail_a_day_tells_of_all_tables(begun: Begun, clock: Clock, settings: Any) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, accounts=True)
    ben = User.objects.create_user("ben")
    person = Person(user=ben)
    give_address(person, "ben", clock)
    person.wish(Wishes(mail=DAILY, hour=18))
    person.rest(Hours("Europe/Berlin"))
    games = [begun() for _ in range(3)]
    StoredSeat.objects.filter(place=BEN).update(user=ben)
    for game in games:
        act(game, ANN, "bid 5")
    assert after_a_moment(clock) == []
    act(games[0], BEN, "bid 10")
    clock.passes(hours=4, minutes=58)
    assert called() == []
    clock.passes(minutes=2)  # it is 18:00 in Berlin
    tasks.run_due()
    [message] = outbox.outbox
    assert message.subject == "2 tables wait for you"
    assert [game.id in str(message.body) for game in games] == [False, True, True]
    outbox.outbox.clear()
    clock.passes(days=3)
    assert called() == []  # nothing has happened since: no new turn, no new mail


def test_whoever_wants_mail_once_a_day_is_called_in_their_other_ways_every_turn(
    begun: Begun, clock: Clock, settings: Any
) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, accounts=True)
    ben = User.objects.create_user("ben")
    person = Person(user=ben)
    give_address(person, "ben", clock)
    hook = StoredWay(kind=WEBHOOK, address="http://127.0.0.1:9/", site="https://rails.example", language="en")
    hook.confirmed = clock.now
    person.add(hook)
    person.wish(Wishes(mail=DAILY, hour=18))
    games = [begun() for _ in range(3)]
    StoredSeat.objects.filter(place=BEN).update(user=ben)
    for game in games:
        act(game, ANN, "bid 5")
    after_a_moment(clock)
    assert StoredTask.objects.filter(kind=WEBHOOK).count() == 3


def test_a_table_may_be_different_from_all_others(begun: Begun, clock: Clock, settings: Any) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, accounts=True)
    ben = User.objects.create_user("ben")
    give_address(Person(user=ben), "ben", clock)
    usual, quiet = begun(), begun()
    StoredSeat.objects.filter(place=BEN).update(user=ben)
    StoredSeat.objects.filter(place=BEN, game=quiet).update(wishes=Wishes(mail=NEVER).to_data())
    act(quiet, ANN, "bid 5")
    assert after_a_moment(clock) == []
    act(usual, ANN, "bid 5")
    assert after_a_moment(clock) == ["ben"]
    Person(user=ben).wish(Wishes(mail=NEVER))
    StoredSeat.objects.filter(place=BEN, game=quiet).update(wishes=Wishes(mail=AT_ONCE).to_data())
    act(quiet, BEN, "bid 10")
    act(quiet, CLEO, "pass")
    act(quiet, ANN, "bid 15")
    assert after_a_moment(clock) == ["ben"]


def test_a_way_that_always_fails_is_not_used_any_more(game: StoredGame, clock: Clock) -> None:
    way = StoredWay.objects.get(address="ben@x.example")
    for _ in range(persons.MOST_FAILURES):
        persons.failed(way, OSError("gone"))
    act(game, ANN, "bid 5")
    assert after_a_moment(clock) == []


# -- the page -------------------------------------------------------------------------------------


def page(game: StoredGame) -> str:
    return f"/game/{game.id}/calls"


def test_an_address_is_used_only_after_its_owner_has_confirmed_it(
    begun: Begun, clock: Clock, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun()
    ben = browser(game, seat_role(BEN))
    answer = ben.post(page(game), {"do": "add-mail", "address": "ben@x.example"})
    assert answer.status_code == 302
    tasks.run_due()
    [message] = outbox.outbox
    link = str(message.body).partition("http://testserver")[2].split()[0]
    outbox.outbox.clear()
    act(game, ANN, "bid 5")
    assert after_a_moment(clock) == []
    stranger = Client()
    assert stranger.get(link).status_code == 200  # as a program that looks for bad links does
    assert StoredWay.objects.get().confirmed is None
    assert stranger.post(link).status_code == 200
    act(game, BEN, "bid 10")
    act(game, CLEO, "pass")
    act(game, ANN, "bid 15")
    assert after_a_moment(clock) == ["ben"]
    monkeypatch.setattr(letters, "CONFIRMED_WITHIN", -1)
    assert stranger.post(link).status_code == 404
    assert stranger.get(link[:-2] + "xx").status_code == 404


def test_one_click_stops_all_mail(game: StoredGame, clock: Clock) -> None:
    act(game, ANN, "bid 5")
    clock.now += turns.A_MOMENT
    tasks.run_due()
    [message] = outbox.outbox
    headers = message.extra_headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = headers["List-Unsubscribe"].strip("<>").removeprefix("https://rails.example")
    mail_program = Client(enforce_csrf_checks=True)
    assert mail_program.get(link).status_code == 200
    assert StoredWay.objects.filter(address="ben@x.example").exists()
    clicked = {"List-Unsubscribe": "One-Click"}
    assert mail_program.post(link, clicked).status_code == 200
    assert not StoredWay.objects.filter(address="ben@x.example").exists()
    assert mail_program.post(link, clicked).status_code == 200  # again
    assert mail_program.post(link[:-1], clicked).status_code == 404
    assert StoredWay.objects.count() == 2


@pytest.mark.parametrize(
    "sent",
    [
        {"do": "add-mail", "address": "nobody"},
        {"do": "add-mail", "address": "a@b.example\nBcc: c@d.example"},
        {"do": "add-webhook", "url": "ftp://x.example/"},
        {"do": "add-webhook", "url": "https://x.example/", "form": "fax"},
        {"do": "add-push", "subscription": "{}"},
        {
            "do": "add-push",
            "subscription": '{"endpoint": "https://x.example/", "keys": {"p256dh": "A", "auth": "A"}}',
        },
        {"do": "wishes", "mail": "hourly"},
        {"do": "wishes", "hour": "24"},
        {"do": "hours", "zone": "Mars/Olympus"},
        {"do": "hours", "zone": "UTC", "quiet-from": "00:00", "quiet-to": "23:00"},
        {"do": "hours", "zone": "UTC", "quiet-from": "midnight", "quiet-to": "07:00"},
        {"do": "hours", "zone": "UTC", "first": "2026-12-24", "last": "2026-12-20"},
        {"do": "hours", "zone": "UTC", "first": "2026-12-24", "last": "2999-12-20"},
        {"do": "hours", "zone": "UTC", "first": "2026-01-01", "last": "2026-01-02"},
        {"do": "try", "way": "999"},
        {"do": "sing"},
    ],
)
def test_nonsense_is_refused_and_changes_nothing(begun: Begun, browser: Browser, sent: dict[str, str]) -> None:
    game = begun()
    answer = browser(game, seat_role(BEN)).post(page(game), sent)
    assert answer.status_code == 422
    assert b'role="alert"' in answer.content
    row = seat_row(game, BEN)
    assert (row.wishes, row.hours, StoredWay.objects.count(), StoredTask.objects.filter(kind="confirm").count()) == (
        None,
        None,
        0,
        0,
    )


def test_what_was_chosen_is_kept_and_shown(begun: Begun, browser: Browser) -> None:
    game = begun()
    ben = browser(game, seat_role(BEN))
    ben.post(page(game), {"do": "wishes", "mail": "daily", "hour": "7", "push": "on"})
    hours = {"do": "hours", "zone": "Europe/Berlin", "quiet-from": "23:00", "quiet-to": "07:30"}
    ben.post(page(game), {**hours, "first": ["2026-12-24", ""], "last": ["2026-12-31", ""]})
    person = Person(seat=seat_row(game, BEN))
    assert person.wishes == Wishes(mail=DAILY, hour=7, webhook=False, push=True)
    assert person.hours.quiet == (23 * 60, 7 * 60 + 30)
    shown = ben.get(page(game)).content.decode()
    assert all(text in shown for text in ("Europe/Berlin", "23:00", "07:30", "2026-12-24", "2026-12-31"))
    assert "Europe/Berlin" not in browser(game, seat_role(ANN)).get(page(game)).content.decode().replace(
        "<option>Europe/Berlin</option>", ""
    )


def test_only_players_are_called(begun: Begun, browser: Browser) -> None:
    game = begun()
    assert browser(game, "watch").get(page(game)).status_code == 403
    screen = begun(hot_seat=True)
    assert browser(screen, HOST).get(page(screen)).status_code == 403


def test_nobody_removes_or_tries_the_ways_of_others(game: StoredGame, browser: Browser) -> None:
    way = StoredWay.objects.get(address="ann@x.example")
    ben = browser(game, seat_role(BEN))
    ben.post(page(game), {"do": "remove", "way": way.id})
    assert ben.post(page(game), {"do": "try", "way": way.id}).status_code == 422
    assert StoredWay.objects.filter(id=way.id).exists()
    assert called() == []
    browser(game, seat_role(ANN)).post(page(game), {"do": "try", "way": way.id})
    assert called() == ["ann"]


# -- asked to agree to an undo --------------------------------------------------------------------


def ask_for_undo(game: StoredGame) -> None:
    """Ben's and Cleo's bids are made; Ann wants hers back."""
    for place, action in ((ANN, "bid 5"), (BEN, "bid 10"), (CLEO, "bid 15")):
        act(game, place, action)
    now = access.find(game.id)
    assert undo_requests.take_back(now, frozenset({ANN}), 0, now.length) is None


def test_whoever_is_asked_to_agree_to_an_undo_is_called(game: StoredGame, clock: Clock) -> None:
    ask_for_undo(game)
    clock.now += turns.A_MOMENT
    tasks.run_due()
    found = {(message.to[0].partition("@")[0], message.subject) for message in outbox.outbox}
    question = "Do you agree to an undo? 1860"
    assert found == {("ann", "Your turn: 1860"), ("ben", question), ("cleo", question)}
    assert all("Ann asks to take moves back" in str(each.body) for each in outbox.outbox if each.subject == question)
    outbox.outbox.clear()
    clock.passes(days=1)
    assert called() == []


def test_whoever_has_answered_or_seen_the_question_is_not_called(
    game: StoredGame, clock: Clock, browser: Browser
) -> None:
    ask_for_undo(game)
    clock.passes(seconds=5)
    browser(game, seat_role(CLEO)).post(f"/game/{game.id}/present")
    now = access.find(game.id)
    undo_requests.answer(now, frozenset({BEN}), True, now.length)
    assert after_a_moment(clock) == ["ann"]
