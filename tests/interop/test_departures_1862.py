"""Departures of 18xx.games from the rulebook of 1862: each changes one thing, and none acts in a new game."""

from __future__ import annotations

import pytest

from railhead.core.state import FLOATED
from railhead.interop.as18xx import overlay
from railhead.rules.dividends import DividendRules
from railhead.testing import Table
from railhead.titles.t1862.facts import FREIGHT
from tests.titles.t1862.railways import operating, railway, table
from tests.titles.t1862.test_trains import earning, with_train


def at_table(name: str, importing: bool) -> Table:
    """A new game for three, or an imported one with a departure."""
    at = table(3, ("eight_tokens",) if name == "eight" else ())
    if importing:
        at.book = overlay.overlaid(at.book, (name,))
    return at


both = pytest.mark.parametrize("importing", [False, True])


@both
def test_a_failed_charter_is_on_offer_at_once(importing: bool) -> None:
    at = at_table("charter", importing)
    at.do("propose ENR for 0", "pass", "pass", "start ENR at 54", "pass", *["pass"] * 8)
    assert at.state.round.number == 2
    assert at.allows("propose ENR for 0") == importing


@both
def test_a_charter_brings_the_marker_to_the_market(importing: bool) -> None:
    at = at_table("marker", importing)
    at.do("propose ENR for 0", "pass", "pass", "start ENR at 54")
    assert bool(at.state.stack) == importing
    railway(at, "ESR", {"A": 5}, price=54)
    at.do("buy ENR from ipo", "buy ENR from ipo")
    assert at.has("ENR", FLOATED)
    names = [at.book.company_names[company] for company in at.state.stack]
    assert names == (["ENR", "ESR"] if importing else ["ESR", "ENR"])


@both
def test_a_marker_that_does_not_move_keeps_its_place(importing: bool) -> None:
    at = at_table("stack", importing)
    for name in ("ESR", "I&B"):
        railway(at, name, {"A": 5}, price=90, unused=2, trains=("2E",))
    operating(at, "ESR", "trains")
    at.book.rules[DividendRules].after_dividend(at.game, at.company("ESR"), 50)
    names = [at.book.company_names[company] for company in at.state.stack]
    assert names == (["ESR", "I&B"] if importing else ["I&B", "ESR"])


@both
def test_the_hudson_manoeuvre_needs_more_than_ten(importing: bool) -> None:
    at = at_table("hudson", importing)
    railway(at, "ESR", {"A": 5}, price=82, treasury=200, unused=2, trains=("2E",))
    earning(at, "ESR", 10)
    assert at.allows("hudson") != importing


@both
def test_treasury_sales_lower_the_price_after_the_lner(importing: bool) -> None:
    at = at_table("treasury-sale", importing)
    at.set_phase("B")
    railway(at, "ESR", {"A": 5, "ESR": 5}, price=82, treasury=150, unused=2)
    at.remember(lner=True, limit=20)
    operating(at, "ESR", "trains")
    at.settle()
    at.do("sell-treasury")
    assert at.price("ESR") == (78 if importing else 82)


@both
def test_a_receiver_buys_beyond_the_limit_of_trains_in_all(importing: bool) -> None:
    at = at_table("receiver", importing)
    railway(at, "ESR", {"pool": 5, "A": 2}, treasury=1000, unused=2, permits=FREIGHT, director="pool")
    railway(at, "I&B", {"B": 5}, unused=2, trains=("9F",))
    with_train(at, "ESR", "7F", "7F", "6F")
    at.set_phase("G")
    operating(at, "ESR", "trains")
    at.settle()
    assert len(at.trains("ESR")) == (4 if importing else 3)


@both
def test_a_director_keeps_only_what_the_pool_had(importing: bool) -> None:
    at = at_table("split", importing)
    railway(at, "ESR", {"A": 4, "B": 2, "pool": 1}, trains=("2E",))
    at.stock_turn("A")
    # he would keep his ordinary share and the one in the pool
    assert at.allows("sell 2 ESR") != importing
    assert at.allows("sell 3 ESR")
    assert at.allows("sell 4 ESR")
    at = at_table("split", importing)
    railway(at, "ESR", {"A": 4, "B": 3}, trains=("2E",))
    at.stock_turn("A")
    assert at.allows("sell 2 ESR"), "there is a successor"


@both
def test_half_values_are_rounded_by_certificate(importing: bool) -> None:
    at = at_table("score", importing)
    railway(at, "ESR", {"A": 4, "B": 1}, price=71)
    at.give_cash("A", 0)
    at.give_cash("B", 0)
    assert at.book.worth(at.game, at.seat("A")) == (106 + 35 if importing else 140)
    assert at.book.worth(at.game, at.seat("B")) == 35


@both
def test_seven_markers_at_flotation(importing: bool) -> None:
    at = at_table("eight", importing)
    at.stock_turn("A")
    at.do("start ENR at 116", "buy ENR from ENR", "buy ENR from ENR")
    assert at.allows("take 8 markers") != importing
    assert at.allows("take 7 markers")
