"""The course of a game: rounds that were and will be, and how near its ends are."""

from __future__ import annotations

import pytest
from django.test import Client

from railhead.play.gamefile import GameFile
from railhead.play.table import Table
from railhead.play.vantage import Vantage
from railhead.titles import catalogue
from railhead.web.presenters.depot import depot
from railhead.web.presenters.timeline import timeline
from tests.play.games import finished_game

SEATS = ("Ann", "Ben", "Cleo")


def new(title: str) -> Vantage:
    return Vantage(Table.of(GameFile.new(title, SEATS)), None)


def test_a_game_begins_with_what_is_to_come() -> None:
    shown = timeline(new("1860"), 0, "en")
    assert [round_.name for round_ in shown.rounds] == ["Initial auction", "Stock round 1", "Operating round 1.1"]
    assert [round_.current for round_ in shown.rounds] == [True, False, False]
    assert [round_.begins for round_ in shown.rounds] == [0, None, None]


def test_two_operating_rounds_follow_each_stock_round_and_mergers_may_come_between() -> None:
    shown = timeline(new("18BF"), 0, "de")
    assert [round_.kind for round_ in shown.rounds] == ["stock", "operating", "operating"]
    assert shown.others == (("merger", "Fusionsrunde"),)


def test_every_round_of_a_finished_game_is_there_once() -> None:
    table = Table.of(finished_game())
    shown = timeline(Vantage(table, None), table.actions, "en")
    begins = [round_.begins for round_ in shown.rounds if round_.begins is not None]
    assert begins == sorted(set(begins))
    assert shown.before + len(begins) == len({repr(table.session.round_at(n)) for n in range(table.actions + 1)})
    assert [round_ for round_ in shown.rounds if round_.begins is None] == []


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_at_the_start_no_end_is_near(title: str) -> None:
    shown = timeline(new(title), 0, "en")
    assert shown.endings
    for end in shown.endings:
        assert end.percent is None or end.percent < 60, end
        assert (end.percent is None) == (end.key == "stalemate")


def test_how_many_trains_are_to_go_until_a_phase() -> None:
    phases = depot(new("1860").view(0)).phases
    assert [phase.trains_to_go for phase in phases[:4]] == [None, 6, 10, 13]
    assert [phase.rusts for phase in phases[:4]] == [(), (), ("2+1",), ()]


@pytest.mark.django_db
@pytest.mark.parametrize("title", catalogue.TITLES)
def test_the_page_of_a_title_shows_its_course(client: Client, title: str) -> None:
    page = client.get(f"/title/{title}/").content.decode()
    assert 'class="timeline"' in page
    assert "<meter" in page
