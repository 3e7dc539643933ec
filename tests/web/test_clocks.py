"""A table that has agreed on a pace: time runs for whoever is to decide, and something happens when it is up."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail as outbox
from django.test import Client

from railhead.play.gamefile import GameFile
from railhead.web import access, clocks, keys, seats, tables, tasks
from railhead.web.calling.persons import Person
from railhead.web.models import StoredGame, StoredSeat
from railhead.web.openings import opening
from railhead.web.pace import PROGRAM, REMIND, SUBSTITUTE, Hours, Pace
from tests.web.conftest import Browser, Clock
from tests.web.test_calling import ANN, BEN, CLEO, act, called, give_address, seat_row

pytestmark = pytest.mark.usefixtures("mailing")

FILE = GameFile.new("1860", ("Ann", "Ben", "Cleo"))


def table(then: str = REMIND, bank: int = 10) -> StoredGame:
    """A table with a day for each turn."""
    return tables.begin(opening(FILE), hot_seat=False, agreed=Pace(24, bank, then))


def left(game: StoredGame) -> timedelta:
    clock = clocks.of(access.find(game.id))
    assert clock is not None
    return clock.left


def test_time_runs_for_whoever_is_to_decide_and_the_bank_is_for_the_whole_game(clock: Clock) -> None:
    game = table()
    clock.passes(hours=4)
    assert left(game) == timedelta(hours=30)
    act(game, ANN, "bid 5")
    assert left(game) == timedelta(hours=34)
    clock.passes(hours=27)
    assert left(game) == timedelta(hours=7)
    act(game, BEN, "bid 10")
    assert left(game) == timedelta(hours=34)
    act(game, CLEO, "bid 15")
    assert left(game) == timedelta(hours=34)
    act(game, ANN, "bid 20")
    assert left(game) == timedelta(hours=31)  # Ben's: three hours of the bank are gone
    assert StoredSeat.objects.get(game=game, place=BEN).overdrawn == 3 * 3600


def test_no_clock_runs_before_the_game_begins_or_where_none_was_agreed_on(clock: Clock) -> None:
    host = Client()
    form = {"title": "1860", "name": ["Ann", "Ben", "Cleo"], "mode": "links", "me": "0"}
    host.post("/new", {**form, "turn-hours": "24", "bank": "72", "then": "substitute"})
    game = StoredGame.objects.get()
    assert clocks.agreed(game) == Pace(24, 72, SUBSTITUTE)
    assert "24 hours for each turn; 72 hours in the time bank" in host.get(f"/game/{game.id}/links").content.decode()
    clock.passes(days=3)
    assert clocks.of(access.find(game.id)) is None
    for place in (BEN, CLEO):
        seats.sit_down(access.find(game.id), place)
    assert left(game) == timedelta(hours=96)
    without = tables.begin(opening(FILE), hot_seat=False)
    assert clocks.of(without) is None
    assert clocks.left(without) == clocks.terms(without) == ""


@pytest.mark.parametrize("sent", [{"turn-hours": "x"}, {"turn-hours": "0"}, {"turn-hours": "24", "then": "shout"}])
def test_a_pace_that_makes_no_sense_is_refused(db: Any, sent: dict[str, str]) -> None:
    form = {"title": "1860", "name": ["Ann", "Ben", "Cleo"], "mode": "links", "me": "0"}
    assert Client().post("/new", {**form, **sent}).status_code == 422
    assert not StoredGame.objects.exists()


def test_the_time_left_is_shown_at_the_table_and_in_the_lobby(clock: Clock, browser: Browser) -> None:
    game = table()
    ann = browser(game, "seat-2")
    assert 'datetime="2026-11-19T22:00:00+00:00"' in ann.get(f"/game/{game.id}/").content.decode()
    clock.passes(hours=4)
    assert "1 day left" in ann.get("/").content.decode().replace("\xa0", " ")
    about = ann.get(f"/api/games/{game.id}").json()
    assert about["deadline"] == "2026-11-19T22:00:00+00:00"
    assert about["pace"]["bank"] == 10
    clock.passes(days=3)
    assert "time is up" in ann.get("/").content.decode()


def test_a_program_agrees_on_a_pace_too(db: Any, client: Client) -> None:
    asked = {"title": "1860", "players": ["Ann", "Ben", "Cleo"], "pace": {"hours": 24, "then": PROGRAM}}
    made = client.post("/api/games", asked, content_type="application/json").json()
    assert clocks.agreed(StoredGame.objects.get(id=made["id"])) == Pace(24, 0, PROGRAM)
    asked["pace"] = {"hours": 24, "then": "shout"}
    assert client.post("/api/games", asked, content_type="application/json").status_code == 422


def test_a_player_is_reminded_every_day_until_they_move(clock: Clock) -> None:
    game = table()
    give_address(Person(seat=seat_row(game, ANN)), "ann", clock)
    clock.passes(hours=33)
    assert called() == ["ann"]
    clock.passes(minutes=59)
    assert called() == []
    clock.passes(minutes=1)
    tasks.run_due()
    assert [message.subject for message in outbox.outbox] == ["Still your turn: 1860"]
    outbox.outbox.clear()
    clock.passes(hours=23)
    assert called() == []
    clock.passes(hours=1)
    assert called() == ["ann"]
    act(game, ANN, "bid 5")
    clock.passes(days=1)
    assert called() == []


def test_a_bot_plays_for_whoever_is_away_too_long(clock: Clock) -> None:
    game = table(PROGRAM)
    clock.passes(hours=34)
    assert ANN not in access.find(game.id).played_by
    tasks.run_due()
    assert ANN in access.find(game.id).played_by
    assert BEN not in access.find(game.id).played_by


def test_holidays_give_a_player_more_time(clock: Clock) -> None:
    game = table(PROGRAM)
    clock.passes(hours=20)
    today = clock.now.date()
    Person(seat=seat_row(game, ANN)).rest(Hours(holidays=((today, today + timedelta(days=1)),)))
    clock.passes(hours=20)
    tasks.run_due()
    assert ANN not in access.find(game.id).played_by
    clock.passes(days=3)
    tasks.run_due()
    assert ANN in access.find(game.id).played_by


def test_somebody_else_takes_the_seat_and_nothing_private_with_it(clock: Clock, settings: Any) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, accounts=True)
    ann, dora, emil = (User.objects.create_user(name) for name in ("ann", "dora", "emil"))
    game = table(SUBSTITUTE)
    StoredGame.objects.filter(id=game.id).update(open_seats=True)
    StoredSeat.objects.filter(game=game).update(taken=clock.now, user=ann)
    tables.note(game, ANN, "my secret plan")
    with pytest.raises(Exception, match="taken"):
        seats.take(access.find(game.id), ANN, dora)
    clock.passes(hours=34)
    tasks.run_due()
    seats.take(access.find(game.id), ANN, dora)
    row = seat_row(game, ANN)
    assert (row.user, row.note, row.substitute_since, row.overdrawn) == (dora, "", None, 0)
    with pytest.raises(Exception, match="taken"):
        seats.take(access.find(game.id), ANN, emil)


def test_nobody_is_the_substitute_of_somebody_they_play_against(clock: Clock) -> None:
    ann, ben = (User.objects.create_user(name) for name in ("ann", "ben"))
    game = table(SUBSTITUTE)
    for place, user in ((ANN, ann), (BEN, ben)):
        StoredSeat.objects.filter(game=game, place=place).update(taken=clock.now, user=user)
    clock.passes(hours=34)
    tasks.run_due()
    invitation = keys.key(access.find(game.id), keys.seat_role(ANN))
    for given in (None, invitation):
        with pytest.raises(Exception, match="already have a seat"):
            seats.take(access.find(game.id), ANN, ben, given)
    assert seat_row(game, ANN).user == ann


def test_whoever_comes_back_in_time_keeps_their_seat(clock: Clock) -> None:
    game = table(SUBSTITUTE)
    clock.passes(hours=34)
    tasks.run_due()
    assert seat_row(game, ANN).substitute_since == clock.now
    act(game, ANN, "bid 5")
    assert seat_row(game, ANN).substitute_since is None
