"""What players of 1862 expect: what a charter is worth, what it takes to float a company, and how long a set lasts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railhead.core.state import Round
from railhead.rules.outlook import OutlookRules
from tests.titles.t1862.railways import railway, table


@pytest.mark.rule("1862-FLOAT-04")
def test_a_charter_brings_ten_times_par_less_three_markers() -> None:
    game = table(3).game
    dealing = game.rules[OutlookRules].dealing
    assert dealing is not None
    assert dealing.capital(game, 82) == 820 - 180


def test_what_can_be_spent_on_a_charter_leaves_half_of_the_shares_at_the_lowest_par() -> None:
    at = table(3)
    seat, spare_money = at.seat("A"), at.game.rules[OutlookRules].spare_money
    at.give_cash("A", 300)
    assert spare_money(at.game, seat) == 300 - 5 * 54
    for company in ("ESR", "I&B"):
        railway(at, company, {"A": 10}, price=100)
    assert spare_money(at.game, seat) < 0, "there is no room for three certificates more"


@pytest.mark.parametrize(("index", "left"), [(1, 2), (2, 1), (3, 0)])
def test_a_set_lasts_as_many_rounds_as_have_not_begun(index: int, left: int) -> None:
    at = table(3)
    at.state.round = replace(Round("operating", 9), index=index, of=3)
    at.state.ending = "the bank has run out of money"
    assert at.game.rules[OutlookRules].to_the_end(at.game) == left
