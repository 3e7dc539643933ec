"""What players of 18BF expect who estimate: what a Minor needs, what it pays, how long it runs, what privates bring."""

from __future__ import annotations

from railhead.bots.bot import Budget
from railhead.bots.values import Estimate
from railhead.rules.outlook import OutlookRules
from railhead.titles.t18bf import plans
from railhead.titles.t18bf.facts import PHASE
from tests.titles.t18bf.table import BigFour


def outlook(at: BigFour) -> OutlookRules:
    """What is expected at this table."""
    return at.game.rules[OutlookRules]


def test_a_new_minor_needs_less_than_a_train_costs_since_it_may_borrow() -> None:
    at = BigFour()
    assert outlook(at).seed_money(at.game) == 100, "no bid is lower"
    at.sold_out("2")
    assert outlook(at).seed_money(at.game) == 225 + 20 - 2 * 45


def test_trains_that_others_wait_for_are_as_good_as_sold() -> None:
    at = BigFour()
    at.sold_out("2")
    at.state.depot[0] = 1
    assert outlook(at).seed_money(at.game) == 100
    at.minor("LB")
    assert outlook(at).seed_money(at.game) == 155


def test_nobody_begins_a_minor_that_would_never_be_worth_its_bid() -> None:
    at = BigFour(phase="4")
    at.sold_out("2", "3", "4")
    assert outlook(at).seed_money(at.game) is None


def test_a_minor_pays_half_of_its_earnings_and_a_public_all() -> None:
    at = BigFour()
    at.minor("LB")
    at.in_play("CR", 100, {"A": 2})
    assert [outlook(at).part_paid(at.game, at.company(each)) for each in ("LB", "CR")] == [0.5, 1.0]


def test_a_minor_that_keeps_half_brings_less_in_dividends() -> None:
    found = {}
    for company, shares in (("LB", 1), ("CR", 10)):
        at = BigFour(phase="4")
        at.in_play(company, 100, {"A": shares}, cash=100, trains=("4",))
        prospects = Estimate(at.game, Budget()).prospects(at.game, at.company(company))
        found[company] = shares * prospects.dividends
    assert 0 < found["LB"] < 0.7 * found["CR"]


def test_railways_bring_income_until_phase_8_and_ferries_until_the_end() -> None:
    at = BigFour(phase="5")
    railway, ferry = at.private("P10"), at.private("F7")
    until, left = plans.rounds_until(at.game, PHASE["8"]), plans.rounds_left(at.game)
    assert outlook(at).private_value(at.game, railway) == 30 * until - 90, "it counts nothing in the end"
    assert outlook(at).private_value(at.game, ferry) == 60 * left
