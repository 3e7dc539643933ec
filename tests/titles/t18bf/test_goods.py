"""Goods trains: they run no route but count cities with markers (18BF-GOODS)."""

from __future__ import annotations

import pytest

from railhead.core.events import Noted
from railhead.play.best_run import best_run
from railhead.routes.model import Haul
from railhead.testing import rule
from railhead.titles.t18bf.facts import TRAIN
from tests.titles.t18bf.lines import CHATHAM, EAST_COAST, GREAT_WESTERN, KENT, company, earned, problem, revenue, runs
from tests.titles.t18bf.table import BigFour

MARKERS = ("U7.0", "U9.0", "U11.0", "U13.0")
"""On the line from Ireland to London: 20, 30, 20 and 30."""


def goods(*trains: str, tokens: tuple[str, ...] = MARKERS, phase: str = "5", privates: tuple[str, ...] = ()) -> BigFour:
    """A company with goods trains only has run them."""
    tiles = (*GREAT_WESTERN, *KENT, *EAST_COAST)
    return runs(company(trains, tokens, tiles, phase, privates=privates))


def counted(table: BigFour) -> list[tuple[str, list[str]]]:
    """By train: the cities that it counts."""
    book = table.book
    names = {stop: name for name in ("U7.0", "U9.0", "U11.0", "U13.0", "U23.1", "U23.5") for stop in [table.stop(name)]}
    return [
        (book.train_names[haul.train], [names.get(stop, "?") for stop, _ in haul.stops])
        for haul in problem(table).hauls
    ]


@rule("18BF-GOODS-01")
@pytest.mark.parametrize(
    ("train", "value"), [("3G", 30 + 30 + 20), ("4G", 100), ("5G", 100), ("6G", 100)], ids=["3G", "4G", "5G", "6G"]
)
def test_a_goods_train_counts_the_mine_and_the_best_cities_with_markers(train: str, value: int) -> None:
    assert revenue(goods(train)) == 50 + value


@rule("18BF-GOODS-01")
def test_a_company_with_nothing_but_goods_trains_is_not_asked() -> None:
    """It is asked what to do with the earnings instead."""
    table = goods("3G")
    assert table.offered("run") == []
    assert table.offered("keep") != []
    assert any("Rhondda 30, Bristol 30, Swansea 20" in str(event.text) for event in notes("3G"))


def notes(*trains: str) -> list[Noted]:
    """What is told about goods trains as they run."""
    table = company(trains, MARKERS, GREAT_WESTERN, "5")
    table.play("LMS", "run")
    return [event for event in table.events if isinstance(event, Noted)]


@rule("18BF-GOODS-02", "18BF-EX-14")
@pytest.mark.parametrize(("phase", "mine"), [("5", 50), ("6", 50), ("7", 60), ("8", 60)])
def test_the_mine_bonus_by_phase(phase: str, mine: int) -> None:
    assert revenue(goods("3G", phase=phase)) == mine + 80


@rule("18BF-GOODS-03")
def test_several_goods_trains_use_different_cities() -> None:
    table = goods("3G", "3G")
    assert revenue(table) == 2 * 50 + 100
    cities = [city for _, own in counted(table) for city in own]
    assert sorted(cities) == sorted(MARKERS)


@rule("18BF-GOODS-03")
def test_every_goods_train_needs_a_city() -> None:
    assert revenue(goods("3G", "3G", tokens=("U9.0",))) == 50 + 30
    assert revenue(goods("3G", "4G", "3G", tokens=("U9.0", "U11.0"))) == 2 * 50 + 50
    assert revenue(goods("3G", tokens=())) == 0
    full = goods("3G", "3G", "3G", tokens=(*MARKERS, "G17.0", "D10.0", "V26.0", "U23.1"))
    assert revenue(full) == 3 * 50 + 40 + 30 + 30 + 30 + 30 + 20 + 20 + 20


@rule("18BF-GOODS-03")
def test_each_train_has_at_least_one_city_and_no_more_than_its_number() -> None:
    shared = [(name, len(cities)) for name, cities in counted(goods("3G", "5G"))]
    assert shared == [("5G", 3), ("3G", 1)]


@rule("18BF-GOODS-04")
def test_several_markers_in_one_city_count_once() -> None:
    one = goods("3G", tokens=("U23.1", "U23.5", "U9.0"))
    assert revenue(one) == 50 + 40 + 30
    two = goods("3G", "3G", tokens=("U23.1", "U23.5"))
    assert revenue(two) == 50 + 40
    glasgow = runs(company(("3G",), ("D6.0", "D6.1"), (), "5"))
    assert revenue(glasgow) == 50 + 30


@rule("18BF-GOODS-05")
def test_other_trains_may_run_to_the_same_cities() -> None:
    table = company(("5", "3G"), ("U23.5",), KENT, "5")
    assert earned(table, f"5 {CHATHAM}-V28.0-V30.0") == (40 + 20 + 10 + 40 + 30) + (50 + 40)


@rule("18BF-GOODS-05")
def test_the_best_run_includes_the_goods_trains() -> None:
    table = runs(company(("5", "3G"), ("U23.5",), KENT, "5"))
    best = best_run(table.book, table.state, table.company("LMS"))
    assert best.proven
    assert best.revenue == best.bound == 140 + 90
    assert [run.trains for run in best.runs] == [("5",), ("3G",)]
    assert best.runs[1].path == ()
    assert [(call.stop, call.value) for call in best.runs[1].calls] == [("U23.5", 40)]
    assert best.runs[1].bonus == 50
    alone = company(("3G",), ("U23.5",), KENT, "5")
    assert best_run(alone.book, alone.state, alone.company("LMS")).revenue == 90


@rule("18BF-GOODS-06")
def test_goods_trains_have_no_border_bonus() -> None:
    assert revenue(goods("3G", tokens=("U11.0", "U13.0", "D10.0"))) == 50 + 20 + 30 + 30


@rule("18BF-GOODS-07")
def test_private_companies_raise_the_city_for_goods_trains_too() -> None:
    assert revenue(goods("3G", tokens=("U23.1",), privates=("P7",))) == 50 + 40 + 10
    assert revenue(goods("3G", "3G", tokens=("U23.1", "G17.0"), privates=("P7", "P6"))) == 2 * 50 + 50 + 40


@rule("18BF-GOODS-08")
def test_a_city_without_a_tile_is_worth_nothing_but_will_do() -> None:
    table = runs(company(("3G",), ("K19.0",), (), "5"))
    assert revenue(table) == 50
    assert problem(table).hauls == (Haul(TRAIN["3G"], ((table.stop("K19.0"), 0),), 50),)
