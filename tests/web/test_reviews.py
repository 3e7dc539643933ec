"""Reviews on the site: worked out part by part apart from play, kept, and shown with a chart."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from django.test import Client

import railhead.play.review
from railhead.core.ids import FIRST_SEAT, Owner, Seat
from railhead.play import asking
from railhead.play.gamefile import GameFile
from railhead.play.review import Review, review, runs
from railhead.play.session import Session
from railhead.web import apart, keys, replaying, reviews, tables, tasks
from railhead.web.models import StoredGame, StoredReview
from railhead.web.openings import opening
from railhead.web.pages import review as page
from tests.web.conftest import Begun, Browser

LOOKED_AT = 40
pytestmark = pytest.mark.django_db


@cache
def finished() -> GameFile:
    """A whole game of two bots."""
    session = Session(GameFile.new("1860", ("Ann", "Ben"), (), 1))
    while session.choices is not None:
        session.act(asking.question(session, "easy", asking.STAND_IN_WORK).answered(session.book).action)
    return session.game()


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts are worked out in this process. To save time they are large, and only their beginnings are looked at."""

    def run(limits: object, client: object, function: Any, file: GameFile, first: int, last: int) -> Any:
        return function(file, first, min(last, first + LOOKED_AT))

    monkeypatch.setattr(apart, "run", run)
    monkeypatch.setattr(replaying, "LONG", 100_000)
    monkeypatch.setattr(reviews, "PART", 300)
    monkeypatch.setattr(railhead.play.review, "WORK", 500)


def shown(client: Client, game: StoredGame, language: str = "en") -> str:
    return client.get(f"/game/{game.id}/review", headers={"Accept-Language": language}).content.decode()


@pytest.mark.usefixtures("here")
def test_a_game_is_reviewed_part_by_part_and_the_review_is_kept(browser: Browser) -> None:
    game = tables.begin(opening(finished()), hot_seat=False)
    watcher = browser(game, keys.WATCH)
    assert f"/game/{game.id}/review" in watcher.get(f"/game/{game.id}/").content.decode()
    assert "0 of" in shown(watcher, game)
    tasks.run_one()
    assert f"{reviews.PART} of {game.actions} moves" in shown(watcher, game)
    tasks.run_due()
    row = StoredReview.objects.get()
    assert (row.done, row.left_out) == (game.actions, 0)
    found = Review.from_data(row.data)
    assert found.runs
    assert len(found.turns) > 10
    told = shown(watcher, game)
    assert told.count('<rect class="made"') == len(found.runs)
    assert "progress" not in told
    assert "The costliest stock turns" in told
    assert told.count('<rect class="best"') == sum(1 for each in found.runs if each.best > each.earned)
    assert told.count('<details class="ideas-of" open>') == len({each.player for each in found.turns})
    assert told.count("<dt>Played</dt>") == len(found.turning_points) + len(found.ideas) > 0
    assert "Die teuersten Züge in Aktienrunden" in shown(watcher, game, "de")
    assert tasks.run_due() == 0, "nothing is worked out twice"


def test_the_chart_says_where_rounds_begin() -> None:
    file = finished()
    session, found = Session(file), Review(runs(file, range(1, 400)))
    bars = page.shown(session, found, {})["bars"]
    numbers = [tuple(map(int, bar.begins.split("."))) for bar in bars if bar.begins]
    assert numbers == sorted(set(numbers)) != []
    labelled = [bar.x for bar in bars if bar.begins]
    assert all(later - before >= page.ROOM for before, later in itertools.pairwise(labelled)), "they do not overlap"


@pytest.mark.usefixtures("here")
def test_whoever_played_against_bots_reads_of_their_own_turns_first(browser: Browser) -> None:
    ann = Seat(Owner(FIRST_SEAT))
    game = tables.begin(opening(finished()), hot_seat=False, bots={ann: "easy"})
    watcher = browser(game, keys.WATCH)
    table = watcher.get(f"/game/{game.id}/").content.decode()
    standings, *_ = table.partition('<ol class="standings">')[2].partition("</ol>")
    assert standings.count("bot: easy") == 1
    shown(watcher, game)
    tasks.run_due()
    ben, _, bot = shown(watcher, game).partition('<details class="ideas-of" open>')[2].partition('class="ideas-of"')
    assert "<b>Ben</b>" in ben
    assert "bot: easy" not in ben
    assert "<b>Ann</b>" in bot
    assert "bot: easy" in bot


@pytest.mark.usefixtures("here")
def test_what_takes_too_long_is_left_out_and_told(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_long(*given: object) -> Any:
        raise apart.TooMuch("This takes more time or memory than it may")

    monkeypatch.setattr(apart, "run", too_long)
    game = tables.begin(opening(finished()), hot_seat=False)
    watcher = browser(game, keys.WATCH)
    shown(watcher, game)
    tasks.run_due()
    assert StoredReview.objects.get().left_out == game.actions
    assert "took too long" in shown(watcher, game)


def test_parts_are_what_the_whole_is() -> None:
    file = finished()
    file = replace(file, actions=file.actions[:120])
    assert review(file, 0, 50) + review(file, 50, 90) + review(file, 90) == review(file)
    again = Review.from_data(review(file).to_data())
    assert again.runs == review(file).runs
    assert [each.to_data() for each in again.turns] == [each.to_data() for each in review(file).turns]


def test_a_game_that_goes_on_is_not_reviewed(begun: Begun, browser: Browser) -> None:
    game = begun()
    ann = browser(game, keys.seat_role(Seat(Owner(FIRST_SEAT))))
    assert ann.get(f"/game/{game.id}/review").status_code == 403
    assert Client().get(f"/game/{game.id}/review").status_code == 404
    assert not StoredReview.objects.exists()
