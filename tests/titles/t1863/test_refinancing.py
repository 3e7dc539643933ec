"""Refinancing, an option (1863-VAR-05)."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.state import Round
from railhead.rules.merger_round import MergerTurn
from railhead.testing import rule
from railhead.titles.t1863.major_merger import HalfShort
from railhead.titles.t1863.merger_round import order
from railhead.titles.t1863.refinancing import TreasuryHalf
from tests.titles.t1863.operating import Operating
from tests.titles.t1863.table import Waiting


def ready(shares: dict[str, int], price: int = 60, cash: int = 500, option: bool = True) -> Operating:
    """It is the turn of the District in a round of mergers."""
    at = Operating(4, ("refinancing",) if option else (), phase="III")
    at.major("DIS", price, shares, cash=cash, loans=10)
    begin(at)
    return at


def begin(at: Operating, company: str = "DIS") -> None:
    at.state.round = Round("merger", 2, 1, 2)
    at.state.agenda = (at.state.agenda[0], Waiting(at.seat("A")), MergerTurn(at.company(company)))


@rule("1863-VAR-05")
@pytest.mark.parametrize(
    ("answer", "shares", "cash", "treasury"), [("settle-half", 2, 60, -60), ("make-whole", 3, -60, 60)]
)
def test_twice_the_price_and_half_the_shares(answer: str, shares: int, cash: int, treasury: int) -> None:
    """A holder of five at 60 has two and a half at 120, which is sold for 60 or made whole for 60."""
    at = ready({"B": 5, "C": 4})
    at.do("refinance")
    assert at.price("DIS") == 120
    assert isinstance(at.step, TreasuryHalf)
    assert at.turn == "B"
    assert (at.shares("B", "DIS"), at.shares("C", "DIS"), at.shares("DIS", "DIS")) == (2, 2, 6)
    at.do(answer)
    assert at.waits
    assert (at.shares("B", "DIS"), at.cash("B"), at.cash("DIS")) == (shares, 350 + cash, 500 + treasury)
    assert at.director("DIS") == "B"


@rule("1863-VAR-05")
@pytest.mark.parametrize("pool", [3, 4])
def test_even_holdings_need_no_question_and_no_money(pool: int) -> None:
    at = ready({"B": 4, "C": 2})
    at.in_pool("DIS", pool)
    at.give_cash("B", 0)
    at.do("refinance")
    assert at.waits
    assert [at.shares(owner, "DIS") for owner in ("B", "C", "pool", "DIS")] == [2, 1, pool // 2, 7 - pool // 2]
    assert at.cash("DIS") == 500


@rule("1863-VAR-05")
def test_companies_that_hold_shares_are_asked_through_their_player() -> None:
    at = ready({"B": 6, "C": 1})
    at.minor("MET", 100, "D", cash=40, loans=2)
    at.give("MET", "DIS", 1)
    begin(at)
    at.do("refinance")
    assert at.turn == "C"
    at.do("make-whole")
    assert at.waits, "the Metropolitan cannot pay 60, nor borrow, and is paid"
    assert (at.shares("MET", "DIS"), at.cash("MET")) == (0, 100)


@rule("1863-VAR-05")
def test_shorts_are_halved_as_well() -> None:
    at = ready({"B": 6, "C": 4})
    at.short("A", "DIS", 3)
    at.short("D", "DIS", 2)
    begin(at)
    at.do("refinance")
    assert isinstance(at.step, HalfShort)
    assert at.turn == "A"
    assert (at.shares("A", "DIS"), at.shares("D", "DIS")) == (-1, -1)
    at.do("settle-half")
    assert at.waits
    assert (at.shares("A", "DIS"), at.cash("A")) == (-1, 350 - 60)


@rule("1863-VAR-05")
@pytest.mark.parametrize(("held", "pays"), [(2, 120), (3, 60)])
def test_the_president_keeps_the_certificate(held: int, pays: int) -> None:
    at = ready({"B": held, "C": 2})
    at.do("refinance")
    assert at.waits
    assert (at.shares("B", "DIS"), at.director("DIS")) == (2, "B")
    assert (at.cash("B"), at.cash("DIS")) == (350 - pays, 500 + pays)
    at = ready({"B": held, "C": 2})
    at.give_cash("B", pays - 1)
    at.refuses("refinance", "1863-VAR-05")
    at.give_cash("B", pays)
    at.do("refinance")
    assert at.cash("B") == 0


@rule("1863-VAR-05", "1863-SR-05")
@pytest.mark.parametrize(("held", "able"), [(2, False), (3, False), (4, True)])
def test_a_president_who_has_sold_cannot_buy_the_certificate_back(held: int, able: bool) -> None:
    at = ready({"B": held, "C": 2})
    at.remember(sold=((at.owner("B"), at.company("DIS")),))
    assert at.allows("refinance") == able
    if not able:
        at.refuses("refinance", "1863-VAR-05")


@rule("1863-VAR-05")
@pytest.mark.parametrize(("cash", "able"), [(59, False), (60, True)])
def test_only_half_shares_are_paid_from_the_treasury(cash: int, able: bool) -> None:
    """Half a share of B may cost the treasury 60; half a short of A costs it nothing."""
    at = ready({"B": 5, "C": 4}, cash=cash)
    at.short("A", "DIS", 3)
    begin(at)
    assert at.allows("refinance") == able


@rule("1863-VAR-05", "1863-OWN-05")
def test_half_a_share_that_nobody_decides_about_is_paid_out() -> None:
    """The Metropolitan could make its half whole, but its owner is bankrupt."""
    at = ready({"B": 6, "C": 2})
    at.minor("MET", 0, "D", cash=400)
    at.give("MET", "DIS", 1)
    effects.move_shares(at.game, at.owner("D"), at.owner("pool"), at.company("MET"), 2)
    effects.set_director(at.game, at.company("MET"), at.owner("pool"))
    begin(at)
    at.do("refinance")
    assert at.waits
    assert (at.shares("MET", "DIS"), at.cash("MET"), at.cash("DIS")) == (0, 460, 440)


@rule("1863-VAR-05")
@pytest.mark.parametrize(("price", "after"), [(60, 120), (65, 130), (75, 150), (110, 200), (120, 225), (550, 600)])
def test_the_price_is_rounded_down_to_the_chart(price: int, after: int) -> None:
    at = ready({"B": 4, "C": 2}, price)
    at.do("refinance")
    assert at.price("DIS") == after


@rule("1863-VAR-05")
def test_who_may_not_refinance() -> None:
    ready({"B": 4}, option=False).refuses("refinance", "1863-VAR-05")
    ready({"B": 5, "C": 1}, cash=119).refuses("refinance", "1863-VAR-05")
    ready({"B": 5, "C": 1}, cash=120).do("refinance")
    ready({"B": 4}, price=30).refuses("refinance", "1863-MA-05")
    at = Operating(4, ("refinancing",))
    at.minor("MET", 60, "A", cash=500)
    begin(at, "MET")
    at.refuses("refinance", "1863-VAR-05")


@rule("1863-VAR-05", "1863-MA-06")
def test_it_is_the_only_activity_of_the_round() -> None:
    at = ready({"B": 4, "C": 2})
    at.do("refinance")
    assert at.company("DIS") not in order(at.game)
