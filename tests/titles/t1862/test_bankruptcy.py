"""Bankruptcy: what holders are paid, what is gone, and that the company may start anew."""

from __future__ import annotations

import pytest

from railhead.core.state import FLOATED, OPERATED, STARTED
from railhead.rules.operating import OperatingTurn
from railhead.rules.trains import BuyTrains
from railhead.testing import Table, rule
from railhead.titles.t1862.record import record
from railhead.titles.t1862.shares import available
from tests.titles.t1862.railways import operating, railway, table


def company(price: int, trains: tuple[str, ...] = (), treasury: int = 10, par: int = 58) -> Table:
    """ESR with markers in Ipswich and London, operating."""
    at = table()
    at.lay("791@1 F11")
    railway(
        at,
        "ESR",
        {"A": 3, "B": 2, "pool": 3, "ESR": 2},
        price=price,
        par=par,
        treasury=treasury,
        trains=trains,
        markers=("F11.0", "D15.1"),
        unused=1,
        permits=7,
    )
    at.remember(chartered=(at.company("ESR"),))
    for player in "AB":
        at.give_cash(player, 100)
    operating(at, "ESR", "redeem")
    return at


def gone(at: Table) -> None:
    """Nothing is left of the company, and it can be started."""
    esr = at.company("ESR")
    assert at.shares("ipo", "ESR") == 10
    assert at.director("ESR") == "ipo"
    assert at.state.status[esr] & (STARTED | FLOATED | OPERATED) == 0
    assert at.state.tokens == {}
    assert at.state.spare_tokens[esr] == 0
    assert at.cash("ESR") == 0
    assert at.trains("ESR") == []
    assert esr not in at.state.stack
    assert record(at.game).permits[esr] == record(at.game).dealt[esr]
    assert record(at.game).chartered == ()
    assert not any(isinstance(step, OperatingTurn) for step in at.state.agenda)


@rule("1862-BANKR-01", "1862-BANKR-02", "1862-BANKR-03", "1862-DX-34")
def test_a_company_that_cannot_pay_for_a_train_in_any_way() -> None:
    at = company(71)
    at.set_phase("G")
    at.state.agenda = (*at.state.agenda, BuyTrains(at.company("ESR")))
    bank = at.cash("ipo")
    at.settle()
    gone(at)
    assert (at.cash("A"), at.cash("B")) == (100 + 105, 100 + 70)
    assert at.cash("ipo") == bank + 10 - 175


@rule("1862-BANKR-01", "1862-BANKR-02", "1862-BANKR-03")
@pytest.mark.parametrize("price", [7, 14])
def test_a_price_that_reaches_the_bottom(price: int) -> None:
    at = company(price, trains=("1F",))
    operating(at, "ESR", "dividend")
    at.state.revenue[at.company("ESR")] = 0
    at.settle()
    gone(at)
    assert (at.cash("A"), at.cash("B")) == (100, 100)
    assert at.state.scrapped[0] == 1


@rule("1862-BANKR-04")
def test_a_bankrupt_company_may_be_started_again() -> None:
    at = company(7, trains=("1F",))
    operating(at, "ESR", "dividend")
    at.state.phase = 2
    at.settle()
    assert available(at.game, at.company("ESR")) is None


@rule("1862-PRICE-10")
def test_sales_that_take_the_price_to_the_bottom() -> None:
    at = company(7, trains=("1F",))
    at.stock_turn("B")
    at.do("sell 2 ESR")
    gone(at)
    assert at.cash("B") == 100 + 14
    assert at.cash("A") == 100
