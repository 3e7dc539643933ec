"""Running trains in 1863: nobody has to, and the pirate claims a toll (1863-ROUTE-17, 1863-PRIV-14, 1863-PRIV-15)."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from railhead.core import effects
from railhead.core.ids import a_train
from railhead.routes.best import Best
from railhead.routes.model import Earnings
from railhead.routes.runs import Runs
from railhead.rules.running import RunTrains
from railhead.testing import rule
from railhead.titles.t1863.facts import TRAIN
from railhead.titles.t1863.route_rules import route_problem
from railhead.titles.t1863.running import TollDue
from railhead.titles.t1863.valuation import valuation
from tests.titles.t1863.lines import Lines
from tests.titles.t1863.test_routes import OXFORD_CIRCUS, TO_OXFORD_CIRCUS, best

RUN = f"3T {TO_OXFORD_CIRCUS}"


def with_pirate(*options: str, trains: tuple[str, ...] = ("3T",), owner: str = "DIS") -> Lines:
    """The Metropolitan runs from Paddington to Oxford Circus, with the pirate in Marylebone; the District is B's."""
    table = Lines("MET", *trains, options=options)
    table.major("DIS", 80, {"B": 6}, cash=100)
    table.lay(*OXFORD_CIRCUS)
    table.privates(CHO=owner)
    if owner != "A":
        table.marker("BUS", "F9.0")
    return table


def running(table: Lines) -> Lines:
    """It is the Metropolitan's turn to run."""
    table.operating_turn("MET", "run")
    assert isinstance(table.step, RunTrains)
    return table


def revenue(table: Lines) -> int:
    """What the Metropolitan has earned; there are no subsidies."""
    assert table.state.subsidy[table.company("MET")] == 0
    return table.state.revenue[table.company("MET")]


@rule("1863-ROUTE-17")
def test_a_company_need_not_run() -> None:
    table = running(with_pirate())
    assert "pass" in table.offered("pass")
    table.do("pass")
    assert not isinstance(table.step, RunTrains)
    assert revenue(table) == 0


@rule("1863-ROUTE-17")
def test_to_run_nothing_is_a_pass_and_never_offered_as_a_run() -> None:
    """Even where no run earns anything, so that the best thing to do is nothing."""
    table = running(with_pirate())
    runs = Runs(route_problem(table.game, table.company("MET")))
    runs.remember(Best(Earnings(0, 0), (), True, 0, 0))
    assert all(plan for plan in islice(runs, 3))
    assert all(runs.sample(Random(seed)) for seed in range(5))


@rule("1863-ROUTE-17")
def test_a_company_need_not_run_all_its_trains() -> None:
    table = Lines("MET", "3T", "2T")
    table.lay(*OXFORD_CIRCUS)
    table.operating_turn("MET", "run")
    assert table.allows(table.text("2T C10 D9 E8 F9"))


@rule("1863-ROUTE-17")
def test_a_company_without_a_train_is_not_asked() -> None:
    table = Lines("MET")
    table.lay(*OXFORD_CIRCUS)
    table.operating_turn("MET", "run")
    assert not isinstance(table.step, RunTrains)
    assert revenue(table) == 0


@rule("1863-VAL-01", "1863-LOAN-08")
def test_until_it_has_run_the_last_revenue_of_a_company_counts() -> None:
    table = with_pirate()
    table.state.revenue[table.company("MET")] = 260
    for last in (260, 0):
        assert valuation(table.game, table.company("MET")) == 250 + last, "a 3T, and what it earned last"
        running(table)
        assert valuation(table.game, table.company("MET")) == 250 + last
        assert table.allows("borrow 5") == (last == 260)
        table.do("pass")
        assert revenue(table) == 0
    assert valuation(table.game, table.company("MET")) == 250


@rule("1863-ROUTE-17")
def test_a_company_that_cannot_run_any_more_has_no_revenue() -> None:
    table = Lines("MET")
    table.state.revenue[table.company("MET")] = 260
    table.operating_turn("MET", "run")
    assert revenue(table) == 0


@rule("1863-PRIV-14", "1863-PRIV-15")
def test_the_owner_of_the_pirate_claims_five_for_each_run() -> None:
    table = running(with_pirate())
    table.do(table.text(RUN))
    assert isinstance(table.step, TollDue)
    assert table.turn == "B"
    table.do("claim toll")
    assert not table.game.within(TollDue), "that is settled"
    assert table.cash("DIS") == 105
    assert revenue(table) == 105


@rule("1863-PRIV-15")
def test_a_toll_that_is_not_claimed_is_not_paid() -> None:
    table = running(with_pirate())
    table.do(table.text(RUN), "pass")
    assert not table.game.within(TollDue), "that is settled"
    assert table.cash("DIS") == 100
    assert revenue(table) == 110


@rule("1863-PRIV-15")
def test_as_an_option_the_toll_need_not_be_claimed() -> None:
    table = running(with_pirate("automatic_toll"))
    table.do(table.text(RUN))
    assert not isinstance(table.step, TollDue)
    assert table.cash("DIS") == 105
    assert revenue(table) == 105


@rule("1863-PRIV-14")
def test_every_run_pays_and_an_express_that_only_passes() -> None:
    table = with_pirate(trains=("2T", "2T"))
    table.station("MET", "H11.0")
    assert table.earns("2T C10 D9 E8 F9", "2T F9 G10 H11") == 70 - 5 + 70 - 5
    express = with_pirate(trains=("2+1e",))
    express.station("MET", "H11.0")
    assert express.earns("2+1e C10 D9 E8 (F9) G10 H11") == 20 + 80 - 5
    assert best(express) == 130 - 5


@rule("1863-PRIV-14", "1863-PRIV-22")
@pytest.mark.parametrize("owner", ["MET", "A"])
def test_the_owners_own_runs_pay_nothing_and_a_players_pirate_takes_nothing(owner: str) -> None:
    table = with_pirate(owner=owner)
    assert table.earns(RUN) == 110
    running(table).do(table.text(RUN))
    assert not isinstance(table.step, TollDue)
    assert revenue(table) == 110


@rule("1863-PRIV-04")
def test_trains_that_thompson_keeps_run_like_others() -> None:
    table = Lines("MET", "3T")
    table.lay(*OXFORD_CIRCUS)
    purse = table.game.purse(table.company("MET"))
    effects.mark_trains(table.game, purse, (a_train(TRAIN["3T"], 1),))
    assert table.earns(RUN) == best(table) == 110
