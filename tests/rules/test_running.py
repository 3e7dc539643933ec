"""Running trains: the runs of a company are worked out once for all that its route problem says, and nothing less."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from railhead.core.frozen import FrozenDict
from railhead.core.game import Game
from railhead.core.ids import Company, stop_at
from railhead.routes.model import (
    ALL_TRACK,
    FIELDS,
    JOINED,
    LARGE_STOP,
    SMALL_STOP,
    SUM_OF_BOTH,
    Allowance,
    Award,
    Bonus,
    Extra,
    Haul,
    RouteProblem,
    Waiver,
)
from railhead.rules.running import RunRules, open_runs, runs_kept
from railhead.rules.stations import network
from railhead.track.network import Network
from tests.made_up import Toy

HOME = stop_at(Toy().book.board.index["A1"], 0)


def problem(game: Game, company: Company) -> RouteProblem | None:
    """Every company may run a train of two from home; the minor has none."""
    if company == 2:
        return None
    return RouteProblem(network(game), {HOME: LARGE_STOP}, {HOME: 20}, frozenset((HOME,)), (Allowance(0, large=2),))


OTHERS: dict[str, Any] = {
    "network": Network.of_links({}, ()),
    "grades": {HOME: SMALL_STOP},
    "values": {HOME: 30},
    "own": frozenset(),
    "trains": (Allowance(0, large=2, coupling=JOINED),),
    "tariffs": {0: {HOME: 50}},
    "extras": {HOME: (Extra("P1", 10),)},
    "subsidies": {HOME: 10},
    "home": frozenset((HOME,)),
    "barred": frozenset((HOME,)),
    "joins_at_barred": True,
    "groups": {HOME: (1,)},
    "places": {HOME: -1},
    "doubles": frozenset((HOME,)),
    "passed_again": frozenset((SMALL_STOP,)),
    "may_reenter": True,
    "free_passes": 1,
    "waivers": (Waiver(frozenset((1,)), 1),),
    "gates": 1,
    "demand": Bonus(len, 3),
    "demand_key": "route.demand",
    "crossing_key": "route.crossing",
    "bonus": 40,
    "bonuses": (Bonus(len, 3),),
    "fines": {HOME: 5},
    "fines_name": "in tolls",
    "awards": (Award(60, bool),),
    "shared": ALL_TRACK,
    "pays_once": True,
    "must_meet": False,
    "meeting": frozenset((LARGE_STOP,)),
    "aim": SUM_OF_BOTH,
    "may_idle": True,
    "must_maximise": True,
    "hauls": (Haul(0, ((HOME, 30),), 50),),
    "least": 10,
}


def test_problems_that_say_the_same_share_their_runs() -> None:
    toy = Toy(RunRules(problem=problem))
    runs = open_runs(toy.game, toy.company("AAA"))
    assert runs is not None
    assert open_runs(toy.game, toy.company("BBB")) is runs
    assert len(toy.book.cache[runs_kept(RunRules().kept)]) == 1


def test_a_company_with_nothing_to_run_has_no_runs() -> None:
    toy = Toy(RunRules(problem=problem))
    assert open_runs(toy.game, toy.company("CCC")) is None
    assert open_runs(Toy().game, toy.company("AAA")) is None


@pytest.mark.parametrize("name", FIELDS)
def test_whatever_a_problem_says_differently_makes_other_runs(name: str) -> None:
    toy = Toy()
    one = problem(toy.game, toy.company("AAA"))
    assert one is not None
    other = replace(one, **{name: OTHERS[name]})
    assert one.content != other.content
    assert hash(one.content) == hash(replace(one).content)
    assert one.content == replace(one).content


def test_a_table_of_values_may_be_kept_frozen() -> None:
    toy = Toy()
    one = problem(toy.game, toy.company("AAA"))
    assert one is not None
    assert replace(one, values=FrozenDict(one.values)).content == replace(one, values=FrozenDict(one.values)).content
