"""People among each other: friends, mutes and blocks, ratings and records, reports and moderators."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from railhead.bots.ladder import Rating, rated
from railhead.core.ids import FIRST_SEAT
from railhead.web import bonds, moderation, own_data, profile, ratings, silence, tables
from railhead.web.models import LobbyMessage, StoredGame, seat_of
from railhead.web.people_models import Bond, Device, Report, Silence
from tests.web.conftest import HTMX, Begun

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("accounts")]
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def accounts(settings: Any) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, accounts=True)
    settings.ROOT_URLCONF = "tests.web.with_accounts"


@pytest.fixture
def people() -> list[User]:
    return [User.objects.create_user(name) for name in ("ann", "ben", "cleo")]


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user, BACKEND)
    return client


def seated(game: StoredGame, users: list[User]) -> StoredGame:
    """The users at the first seats of a table, clockwise."""
    for place, user in enumerate(users, FIRST_SEAT):
        game.seats.filter(place=place).update(user=user, taken=timezone.now())
    return game


# -- friends and blocks ---------------------------------------------------------------------------


@pytest.mark.parametrize("kind", bonds.KINDS)
def test_a_bond_is_chosen_changed_and_ended(people: list[User], kind: str) -> None:
    ann, ben, _ = people
    browser = browser_of(ann)
    browser.post("/player/ben/bond", {"kind": kind})
    assert bonds.bond(ann, ben) == kind
    assert bonds.bond(ben, ann) == ""
    assert "ben" in browser.get("/friends").content.decode()
    browser.post("/player/ben/bond", {"kind": ""})
    assert bonds.bond(ann, ben) == ""


@pytest.mark.parametrize(
    ("name", "kind", "status"), [("ben", "enemy", 422), ("ann", "friend", 422), ("zoe", "friend", 404)]
)
def test_a_bond_that_makes_no_sense_is_refused(people: list[User], name: str, kind: str, status: int) -> None:
    assert browser_of(people[0]).post(f"/player/{name}/bond", {"kind": kind}).status_code == status
    assert not Bond.objects.exists()


@pytest.mark.parametrize(("kind", "heard"), [("friend", True), ("muted", False), ("blocked", False)])
def test_who_is_muted_or_blocked_is_not_heard(people: list[User], begun: Begun, kind: str, heard: bool) -> None:
    ann, ben, cleo = people
    game = seated(begun(), people)
    tables.say(game, "Ben", seat_of(FIRST_SEAT + 1), "the end is near")
    LobbyMessage.objects.create(user=ben, text="the end is near")
    bonds.choose(ann, ben, kind)
    for reader, hears in ((ann, heard), (cleo, True), (ben, True)):
        for address in ("/talk", f"/game/{game.id}/chat"):
            said = browser_of(reader).get(address, headers=HTMX).content.decode()
            assert ("the end is near" in said) is hears


@pytest.mark.parametrize("blocks", ["the host", "the guest"])
def test_who_is_blocked_is_not_met_at_open_tables(people: list[User], begun: Begun, blocks: str) -> None:
    host, guest, _ = people
    game = begun()
    game.host, game.open_seats, game.gathering, game.name = host, True, True, "The Ventnor"
    game.save(update_fields=["host", "open_seats", "gathering", "name"])
    assert "The Ventnor" in browser_of(guest).get("/?show=open").content.decode()
    bonds.choose(*((host, guest) if blocks == "the host" else (guest, host)), Bond.BLOCKED)
    browser = browser_of(guest)
    assert "The Ventnor" not in browser.get("/?show=open").content.decode()
    assert browser.post(f"/game/{game.id}/sit/{FIRST_SEAT + 1}").status_code == 403
    assert game.seats.filter(user=guest).count() == 0


def test_nobody_takes_a_second_seat_at_an_open_table(people: list[User], begun: Begun) -> None:
    ann, ben, _ = people
    game = seated(begun(), [ann])
    StoredGame.objects.filter(id=game.id).update(open_seats=True)
    assert browser_of(ann).post(f"/game/{game.id}/sit/{FIRST_SEAT + 1}").status_code == 403
    assert browser_of(ann).post(f"/game/{game.id}/sit/{FIRST_SEAT}").status_code == 302
    assert browser_of(ben).post(f"/game/{game.id}/sit/{FIRST_SEAT + 1}").status_code == 302
    assert [seat.user for seat in game.seats.all()] == [ann, ben, None]


def test_open_tables_are_found_by_the_language_spoken_there(people: list[User]) -> None:
    host, guest = browser_of(people[0]), browser_of(people[1])
    for language in ("de", "fr", "klingon"):
        table = {"title": "1860", "name": ["ann", "Ben"], "mode": "open", "language": language}
        assert host.post("/new", table).status_code == 302
    german, french, unsaid = StoredGame.objects.order_by("created")
    assert [game.language for game in (german, french, unsaid)] == ["de", "fr", ""]
    page = guest.get("/?show=open&language=de").content.decode()
    assert [f'href="/game/{game.id}/"' in page for game in (german, french, unsaid)] == [True, False, False]
    assert "Deutsch" in page


# -- ratings and records --------------------------------------------------------------------------


def finished(begun: Begun, users: list[User], scores: list[int], days_ago: int) -> StoredGame:
    game = seated(begun(), users)
    StoredGame.objects.filter(id=game.id).update(
        scores=scores, to_act=None, changed=timezone.now() - timedelta(days=days_ago)
    )
    return game


def test_ratings_follow_the_games_in_the_order_they_ended(people: list[User], begun: Begun) -> None:
    ann, ben, cleo = people
    finished(begun, people, [100, 300, 200], days_ago=1)
    finished(begun, [cleo, ben, ann], [500, 100, 500], days_ago=2)
    first = rated([Rating()] * 3, [1, 3, 1])
    second = rated([first[2], first[1], first[0]], [3, 1, 2])
    found = ratings.history("1860")
    assert [found[user.pk][-1].rating for user in people] == pytest.approx(second)
    assert [each.rank for each in found[ben.pk]] == [3, 1]


@pytest.mark.parametrize(
    "change",
    [
        {"hot_seat": True},
        {"copied_at": 3},
        {"deleted": timezone.now()},
        {"scores": None},
        {"bots": {"3": "easy"}},
        {"imported": {"from": "elsewhere"}},
    ],
)
def test_only_games_between_users_count(people: list[User], begun: Begun, change: dict[str, Any]) -> None:
    game = finished(begun, people, [1, 2, 3], days_ago=1)
    assert len(ratings.history("1860")) == 3
    StoredGame.objects.filter(id=game.id).update(**change)
    assert ratings.history("1860") == {}


def test_a_game_with_a_free_seat_or_one_user_twice_is_not_rated(people: list[User], begun: Begun) -> None:
    ann, ben, _ = people
    finished(begun, [ann, ben], [1, 2, 3], days_ago=1)
    finished(begun, [ann, ben, ann], [1, 2, 3], days_ago=1)
    assert ratings.history("1860") == {}


def test_whoever_has_played_enough_is_ranked(people: list[User], begun: Begun) -> None:
    for day in range(ratings.FEW):
        page = browser_of(people[0]).get("/title/1860/ranking").content.decode()
        assert "/player/ben/" not in page
        finished(begun, people, [100, 300, 200], days_ago=day)
    assert [user for user, _, _ in ratings.ranking("1860")] == [people[n].pk for n in (1, 2, 0)]
    page = browser_of(people[0]).get("/title/1860/ranking").content.decode()
    assert page.index("/player/ben/") < page.index("/player/cleo/")


def test_a_record_counts_games_wins_and_shares(people: list[User], begun: Begun) -> None:
    ann = people[0]
    finished(begun, people, [300, 300, 0], days_ago=1)
    finished(begun, people, [100, 500, 300], days_ago=2)
    seated(begun(), people)
    [record] = profile.records(ann)
    assert (record.title, record.running, record.finished, record.won) == ("1860", 1, 2, 0.5)
    assert record.mean_rank == 2
    assert record.share == pytest.approx((1.5 + 1 / 3) / 2)
    page = browser_of(people[1]).get("/player/ann/").content.decode()
    assert "1860" in page
    assert "±" in page


def test_who_has_left_is_not_shown(people: list[User]) -> None:
    User.objects.filter(username="ben").update(is_active=False)
    assert browser_of(people[0]).get("/player/ben/").status_code == 404


# -- reports --------------------------------------------------------------------------------------


@pytest.fixture
def moderator() -> User:
    return User.objects.create_user("mod", is_staff=True)


def reported(people: list[User]) -> Report:
    """Ann has complained about something Ben said in the lobby."""
    ann, ben, _ = people
    message = LobbyMessage.objects.create(user=ben, text="you fools")
    answer = browser_of(ann).post(f"/player/ben/report?lobby={message.pk}", {"reason": "rude"})
    assert answer.status_code == 200
    return Report.objects.get()


@pytest.mark.parametrize(
    ("decision", "said", "silent", "active"),
    [
        ("dismissed", 1, False, True),
        ("removed", 0, False, True),
        ("silenced", 0, True, True),
        ("suspended", 1, False, False),
    ],
)
def test_a_moderator_decides(
    people: list[User], moderator: User, decision: str, said: int, silent: bool, active: bool
) -> None:
    ben = people[1]
    browser = browser_of(ben)
    report = reported(people)
    desk = browser_of(moderator)
    assert "you fools" in desk.get("/moderation").content.decode()
    desk.post(f"/moderation/{report.pk}", {"decision": decision})
    assert LobbyMessage.objects.count() == said
    assert Silence.objects.filter(user=ben).exists() is silent
    ben.refresh_from_db()
    assert ben.is_active is active
    assert Device.objects.filter(user=ben).exists() is active
    assert (browser.post("/talk", {"text": "again"}, headers=HTMX).status_code == 200) is (active and not silent)
    report.refresh_from_db()
    assert (report.decision, report.decided_by, report.quoted) == (decision, moderator, "you fools")


def test_who_is_silenced_says_nothing_at_tables_either_until_it_is_over(people: list[User], begun: Begun) -> None:
    game, ann = seated(begun(), people), people[0]
    silence.impose(ann)
    browser = browser_of(ann)
    answer = browser.post(f"/game/{game.id}/chat", {"text": "but"}, headers=HTMX)
    assert answer.status_code == 403
    assert "You may talk again from" in answer.content.decode()
    Silence.objects.update(until=timezone.now())
    assert browser.post(f"/game/{game.id}/chat", {"text": "but"}, headers=HTMX).status_code == 200


def test_a_message_at_a_table_is_reported_by_those_who_can_read_it(people: list[User], begun: Begun) -> None:
    ann, ben, cleo = people
    game = seated(begun(), [ann, ben])
    message = tables.say(game, "Ben", seat_of(FIRST_SEAT + 1), "cheat")
    address = f"/player/ben/report?table={game.id}&message={message.pk}"
    assert browser_of(cleo).post(address, {"reason": "rude"}).status_code == 404
    assert browser_of(ann).post(address, {"reason": "rude"}).status_code == 200
    assert Report.objects.get().quoted == "cheat"


def test_what_somebody_said_stays_theirs_when_another_takes_the_seat(people: list[User], begun: Begun) -> None:
    ann, ben, cleo = people
    game = seated(begun(), [ann, ben])
    message = tables.say(game, "Ben", seat_of(FIRST_SEAT + 1), "cheat")
    game.seats.filter(place=FIRST_SEAT + 1).update(user=cleo)
    for name, status in (("cleo", 404), ("ben", 200)):
        address = f"/player/{name}/report?table={game.id}&message={message.pk}"
        assert browser_of(ann).post(address, {"reason": "rude"}).status_code == status
    said = {user.username: [each["text"] for each in own_data.of(user)["said_at_tables"]] for user in people}
    assert said == {"ann": [], "ben": ["cheat"], "cleo": []}
    bonds.choose(ann, cleo, Bond.MUTED)
    assert "cheat" in browser_of(ann).get(f"/game/{game.id}/chat", headers=HTMX).content.decode()
    bonds.choose(ann, ben, Bond.MUTED)
    assert "cheat" not in browser_of(ann).get(f"/game/{game.id}/chat", headers=HTMX).content.decode()


@pytest.mark.parametrize("query", ["lobby=999", "lobby=x", "table=nosuchgame&message=1", "lobby=1"])
def test_only_what_somebody_said_themselves_is_reported(people: list[User], query: str) -> None:
    LobbyMessage.objects.create(id=1, user=people[2], text="said by cleo")
    assert browser_of(people[0]).post(f"/player/ben/report?{query}", {"reason": "rude"}).status_code == 404
    assert not Report.objects.exists()


@pytest.mark.parametrize("reason", ["", " ", "x" * 1001, "nul\x00"])
def test_a_report_needs_a_reason(people: list[User], reason: str) -> None:
    assert browser_of(people[0]).post("/player/ben/report", {"reason": reason}).status_code == 422
    assert not Report.objects.exists()


def test_nobody_reports_without_end(people: list[User]) -> None:
    for _ in range(moderation.MOST_OPEN):
        moderation.report(people[0], people[1], "rude")
    assert browser_of(people[0]).post("/player/ben/report", {"reason": "rude"}).status_code == 422


def test_only_moderators_decide_and_only_once(people: list[User], moderator: User) -> None:
    report = reported(people)
    for stranger in (browser_of(people[0]), browser_of(people[1])):
        assert stranger.get("/moderation").status_code == 403
        assert stranger.post(f"/moderation/{report.pk}", {"decision": "suspended"}).status_code == 403
    desk = browser_of(moderator)
    assert desk.post(f"/moderation/{report.pk}", {"decision": "burnt"}).status_code == 422
    assert desk.post(f"/moderation/{report.pk}", {"decision": "dismissed"}).status_code == 302
    assert desk.post(f"/moderation/{report.pk}", {"decision": "suspended"}).status_code == 422
    assert User.objects.get(username="ben").is_active


def test_nobody_decides_about_themselves_nor_closes_the_staff_s_accounts(people: list[User], moderator: User) -> None:
    own = moderation.report(people[0], moderator, "unfair")
    assert browser_of(moderator).post(f"/moderation/{own.pk}", {"decision": "dismissed"}).status_code == 403
    other = User.objects.create_user("other", is_staff=True)
    assert browser_of(other).post(f"/moderation/{own.pk}", {"decision": "suspended"}).status_code == 403
    assert User.objects.get(username="mod").is_active
