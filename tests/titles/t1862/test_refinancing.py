"""Refinancing: a company without a train halves all holdings for new capital."""

from __future__ import annotations

import pytest

from railhead.rules.trains import BuyTrains
from railhead.testing import Table, rule
from tests.titles.t1862.railways import operating, railway, table

HOLDERS = {"A": 6, "B": 2, "ipo": 2}


def trainless(
    shares: dict[str, int] | None = None, treasury: int = 10, par: int = 68, price: int = 90, phase: str = "C"
) -> Table:
    """ESR in its train step, without a train."""
    at = table()
    at.set_phase(phase)
    railway(at, "ESR", shares or {"A": 6, "B": 2}, price=price, par=par, treasury=treasury)
    for player in "ABCD":
        at.give_cash(player, 1000)
    operating(at, "ESR", "redeem")
    at.state.agenda = (*at.state.agenda, BuyTrains(at.company("ESR")))
    return at


@rule("1862-FORCED-07", "1862-FORCED-08", "1862-FORCED-10")
def test_holdings_are_halved_and_the_company_is_paid() -> None:
    at = trainless()
    assert at.offered("refinance") == ["refinance"]
    at.do("refinance")
    assert (at.shares("A", "ESR"), at.shares("B", "ESR"), at.shares("pool", "ESR")) == (3, 1, 6)
    assert at.shares("ipo", "ESR") == 0
    assert at.cash("ESR") == 10 + 680
    assert at.price("ESR") == 90
    assert at.turn == "A"
    at.refuses("pass", "1862-FORCED-03")
    at.do("train 3L with 0 warranties")
    assert at.cash("ESR") == 690 - 280


@rule("1862-FORCED-07", "1862-MERGE-25", "1862-MERGE-28")
def test_options_are_settled_as_in_a_merger() -> None:
    at = trainless({"A": 5, "B": 5})
    assert at.turn == "A"
    at.do("refinance")
    assert at.turn == "A", "the certificate is an option: there are no three shares in the pool"
    at.do("redeem option")
    assert at.cash("A") == 1000 - 45
    assert (at.shares("A", "ESR"), at.shares("B", "ESR")) == (3, 3)
    assert at.turn == "B"
    at.do("relinquish option")
    assert at.cash("B") == 1000 + 45
    assert (at.director("ESR"), at.cash("ESR")) == ("A", 690)


@rule("1862-FORCED-10")
def test_whoever_is_director_afterwards_buys_the_train() -> None:
    at = trainless({"A": 5, "B": 5})
    at.do("refinance", "relinquish option", "redeem option")
    assert at.director("ESR") == "B"
    assert at.turn == "B"
    at.do("train 3E with 1 warranties")
    assert at.cash("ESR") == 690 - 330


@rule("1862-FORCED-10", "1862-RECV-05", "1862-RECV-06")
def test_without_a_director_the_company_buys_one_train_by_itself() -> None:
    at = trainless({"A": 3, "B": 2, "pool": 5}, par=100)
    at.do("refinance")
    at.do("relinquish option")
    assert at.director("ESR") == "pool"
    assert len(at.trains("ESR")) == 1
    assert at.cash("ESR") == 1010 - 280
    assert not isinstance(at.step, BuyTrains)


@rule("1862-FORCED-09")
@pytest.mark.parametrize(("treasury", "allowed"), [(10, False), (19, False), (20, True)])
def test_no_refinancing_that_does_not_pay_for_a_train(treasury: int, allowed: bool) -> None:
    at = trainless({"A": 6, "B": 4}, treasury=treasury, par=58, phase="F")
    assert at.allows("refinance") is allowed
    if not allowed:
        at.refuses("refinance", "1862-FORCED-09")
        at.do("pass")
        assert at.director("ESR") == "ipo"


@rule("1862-FORCED-03", "1862-FORCED-09", "1862-MERGE-26")
def test_the_companys_own_odd_share_must_leave_it_the_price_of_the_train() -> None:
    """600 is to be paid: 580 are raised, and 12 are there; giving the odd share up brings 15 more."""
    at = trainless({"A": 6, "B": 3, "ESR": 1}, treasury=12, par=58, price=31, phase="F")
    at.do("refinance", "redeem option")
    assert at.shares("ESR", "ESR") == 0
    assert at.cash("ESR") == 12 + 580 + 15
    at = trainless({"A": 6, "B": 3, "ESR": 1}, treasury=34, par=58, price=31, phase="F")
    at.do("refinance", "redeem option")
    assert at.shares("ESR", "ESR") == 0, "after redeeming 599 would be left"
    at = trainless({"A": 6, "B": 3, "ESR": 1}, treasury=35, par=58, price=31, phase="F")
    at.do("refinance", "redeem option")
    assert at.offered() == ["redeem option", "relinquish option"]
