"""How often somebody made the best run: worked out for games that are over, kept for each seat, shown on profiles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

import railhead.play.review
from railhead.bots.reason import Reason
from railhead.core.ids import FIRST_SEAT
from railhead.play.gamefile import GameFile
from railhead.play.review import RunReviewed, runs
from railhead.play.session import Session
from railhead.web import apart, profile, run_tallies, tables, tasks
from railhead.web.apart import TooMuch
from railhead.web.bench_tables import played
from railhead.web.models import LogEntry, StoredGame, StoredRuns, StoredTask
from railhead.web.openings import opening
from railhead.web.run_tallies import Tally
from railhead.web.tables import TABLES
from tests.web.conftest import Clock

pytestmark = pytest.mark.django_db
WORK = 300
NAMES = ("ann", "ben")


@cache
def finished() -> GameFile:
    """A whole game of two careless players."""
    return played("1860", seed=1)


@pytest.fixture(autouse=True)
def accounts(settings: Any) -> list[User]:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, accounts=True)
    settings.ROOT_URLCONF = "tests.web.with_accounts"
    return [User.objects.create_user(name) for name in NAMES]


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts are worked out in this process, and searches are short: some of them prove nothing."""
    monkeypatch.setattr(apart, "run", lambda limits, client, function, *given: function(*given))
    monkeypatch.setattr(railhead.play.review, "WORK", WORK)
    monkeypatch.setattr(run_tallies, "PART", 150)


def seated(users: list[User], file: GameFile) -> StoredGame:
    """A table of these users."""
    game = tables.begin(opening(file), hot_seat=False)
    for place, user in enumerate(users, FIRST_SEAT):
        game.seats.filter(place=place).update(user=user)
    return game


def decided(file: GameFile, runs: tuple[RunReviewed, ...], place: int) -> list[RunReviewed]:
    """The runs that one seat decided on, by whose turn it was."""
    session, found = Session(file.first(0)), []
    by_number = {run.number: run for run in runs}
    for number, text in enumerate(file.actions, 1):
        assert session.choices is not None
        if session.choices.seat == place and number in by_number:
            found.append(by_number[number])
        session.act(text)
    return found


def page(language: str = "en") -> str:
    client = Client()
    client.force_login(User.objects.get(username="ben"), "django.contrib.auth.backends.ModelBackend")
    return " ".join(client.get("/player/ann/", headers={"Accept-Language": language}).content.decode().split())


def test_the_runs_of_each_player_are_counted_and_shown(accounts: list[User]) -> None:
    file = finished()
    game = seated(accounts, file)
    assert "Best run made" not in page(), "nothing is said before it is known"
    assert run_tallies.catch_up() == 1
    tasks.run_one()
    assert profile.records(accounts[0])[0].tally == Tally(), "nor while it is half known"
    tasks.run_due()
    made = runs(file, range(1, len(file.actions) + 1))
    assert not all(run.proven for run in made)
    for place, user in enumerate(accounts, FIRST_SEAT):
        known = [run for run in decided(file, made, place) if run.proven and run.best]
        best = [run for run in known if run.earned == run.best]
        assert 0 < len(best) < len(known)
        [record] = profile.records(user)
        assert record.tally == Tally(len(known), len(best), sum(run.earned for run in known))
    tally = run_tallies.read(StoredRuns.objects.get(game=game))[FIRST_SEAT]
    assert tally.share is not None
    assert f"Best run made</dt> <dd> {round(100 * tally.share)}% <small> of {tally.runs} runs" in page()
    assert f"Beste Fahrt gefahren</dt> <dd> {round(100 * tally.share)}% <small> von {tally.runs} Fahrten" in page("de")
    assert run_tallies.catch_up() == 0
    assert tasks.run_due() == 0


def test_runs_of_bots_are_nobodys(accounts: list[User]) -> None:
    game = seated(accounts, finished())
    reason = Reason("easy", "").to_data()
    LogEntry.objects.filter(game=game, seat=FIRST_SEAT).update(reason=reason)
    TABLES.forget(game.id)
    run_tallies.catch_up()
    tasks.run_due()
    assert set(run_tallies.read(StoredRuns.objects.get())) == {FIRST_SEAT + 1}


def test_what_is_not_proven_or_brings_nothing_does_not_count() -> None:
    run = RunReviewed(1, "", "C&N", 50, 50, proven=True, better="")
    assert Tally.of(run) == Tally(1, 1, 50)
    assert Tally.of(replace(run, best=60)) == Tally(1, 0, 50)
    assert Tally.of(replace(run, proven=False)) == Tally()
    assert Tally.of(replace(run, earned=0, best=0)) == Tally()


def last_move(accounts: list[User]) -> tuple[StoredGame, Callable[[], None]]:
    """A table one move before the end, and the move."""
    file = finished()
    game = seated(accounts, file.first(len(file.actions) - 1))

    def end() -> None:
        current = StoredGame.objects.get(id=game.id)
        TABLES.change(current, lambda table: table.act([table.seat_to_act()], file.actions[-1], table.length))

    return game, end


def test_a_game_is_looked_at_when_it_has_been_over_for_a_while(accounts: list[User], clock: Clock) -> None:
    _, end = last_move(accounts)
    assert not StoredTask.objects.filter(kind=run_tallies.KIND).exists()
    end()
    tasks.run_due()
    assert not StoredRuns.objects.exists()
    clock.now += run_tallies.A_WHILE
    tasks.run_due()
    assert StoredRuns.objects.get().done == len(finished().actions)


def test_an_end_that_was_taken_back_does_not_count(accounts: list[User], clock: Clock) -> None:
    game, end = last_move(accounts)
    end()
    clock.now += run_tallies.A_WHILE
    tasks.run_due()
    assert profile.records(accounts[0])[0].tally.runs
    ended = StoredGame.objects.get(id=game.id)
    everybody = tuple(ended.places)
    TABLES.change(ended, lambda table: table.undo(everybody[0], table.actions - 1, everybody, table.length))
    assert profile.records(accounts[0])[0].tally == Tally()
    end()
    assert profile.records(accounts[0])[0].tally == Tally()
    clock.now += run_tallies.A_WHILE
    tasks.run_due()
    assert profile.records(accounts[0])[0].tally.runs


def test_parts_that_take_too_long_are_left_out(accounts: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    def too_long(*given: object) -> Any:
        raise TooMuch("This takes more time or memory than it may")

    monkeypatch.setattr(apart, "run", too_long)
    seated(accounts, finished())
    run_tallies.catch_up()
    tasks.run_due()
    assert StoredRuns.objects.get().done == len(finished().actions)
    assert "Best run made" not in page()


def test_a_site_without_accounts_counts_nothing(accounts: list[User], settings: Any) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, accounts=False)
    _, end = last_move(accounts)
    end()
    assert not StoredTask.objects.filter(kind=run_tallies.KIND).exists()
