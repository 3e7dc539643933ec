"""Dividends: which totals may be paid, who gets them, and how prices follow (1863-DIV, 1863-SHORT)."""

from __future__ import annotations

import pytest

from railhead.core.events import DividendPaid
from railhead.core.ids import Place
from railhead.rules.debts import Debt
from railhead.testing import rule
from railhead.titles.t1863 import dividends, facts
from tests.titles.t1863.operating import Operating

MARKET = facts.market().prices


def paying(price: int, revenue: int, cash: int = 0, shares: dict[str, int] | None = None) -> Operating:
    """The District, a major, sets its dividend; it cannot borrow any more."""
    at = Operating(3, phase="III")
    at.major("DIS", price, shares or {"A": 2}, cash=cash, loans=10)
    at.earned("DIS", revenue)
    at.operate("DIS", "dividend")
    return at


def totals(at: Operating) -> list[int]:
    return [int(text.split()[1]) for text in at.offered("dividend")]


# -- what may be paid -----------------------------------------------------------------------------


@rule("1863-DIV-01", "1863-DIV-05")
def test_any_step_of_the_chart_up_to_the_price() -> None:
    at = paying(100, 90, cash=500)
    assert totals(at) == [*range(0, 81, 5), 90, 100]
    for amount in (0, 50, 55, 90, 100):
        assert at.allows(f"dividend {amount}")
    for amount in (52, 1, 85, 95):
        at.refuses(f"dividend {amount}", "1863-DIV-05")


@rule("1863-DIV-05")
def test_the_price_itself_may_always_be_paid() -> None:
    at = paying(225, 230)
    assert totals(at)[-3:] == [220, 225, 230]
    at.refuses("dividend 215", "1863-DIV-05")
    assert 85 not in totals(paying(90, 300))


@rule("1863-DIV-02")
@pytest.mark.parametrize(("revenue", "most"), [(90, 100), (190, 190), (0, 100), (100, 100), (105, 100), (110, 110)])
def test_the_larger_of_revenue_and_price_is_the_most(revenue: int, most: int) -> None:
    at = paying(100, revenue, cash=1000)
    assert max(totals(at)) == most
    at.refuses(f"dividend {max(revenue, most) + 10}", "1863-DIV-02")


@rule("1863-DIV-03", "1863-DIV-12")
@pytest.mark.parametrize(
    ("revenue", "pays", "treasury"), [(90, 100, 490), (90, 60, 530), (90, 90, 500), (200, 100, 600), (90, 0, 590)]
)
def test_the_treasury_adds_what_is_missing_and_keeps_the_rest(revenue: int, pays: int, treasury: int) -> None:
    at = paying(100, revenue, cash=500, shares={"A": 6, "B": 4})
    at.do(f"dividend {pays}")
    assert at.state.revenue[at.company("DIS")] == revenue
    assert at.state.dividend[at.company("DIS")] == pays
    assert at.cash("DIS") == treasury
    assert (at.cash("A"), at.cash("B")) == (350 + pays * 6 // 10, 350 + pays * 4 // 10)


@rule("1863-DIV-03")
def test_only_what_the_treasury_has_is_added() -> None:
    for cash in (30, 34):
        at = paying(100, 40, cash=cash)
        assert max(totals(at)) == 70
        at.refuses("dividend 75", "1863-DIV-03")
    assert max(totals(paying(100, 40, cash=35))) == 75


@rule("1863-DIV-04")
def test_a_dividend_without_revenue() -> None:
    at = paying(50, 0, cash=50)
    at.do("dividend 50")
    assert at.price("DIS") == 50
    assert at.cash("A") == 350 + 10


@rule("1863-DIV-04")
def test_nobody_is_asked_if_nothing_can_be_paid() -> None:
    at = paying(100, 0, cash=0)
    assert at.prices_told("DIS")[0] == 80
    assert totals(paying(100, 0, cash=5)) == [0, 5], "with a choice there is a question"


@rule("1863-DIV-11")
def test_rises_cannot_be_bought() -> None:
    """Worked example 1863-EX-08."""
    at = paying(100, 190, cash=500)
    at.refuses("dividend 200", "1863-DIV-02")
    at.do("dividend 190")
    assert at.price("DIS") == 110


@rule("1863-DIV-18")
def test_a_loan_pads_a_dividend_but_lowers_the_price() -> None:
    at = Operating(3)
    at.minor("DIS", 60, "A")
    at.operate("DIS", "dividend")
    assert totals(at) == [0]
    at.do("borrow 1")
    assert (at.price("DIS"), at.cash("DIS")) == (55, 100)
    assert max(totals(at)) == 55
    at.refuses("dividend 60", "1863-DIV-02")


# -- what it does to the price --------------------------------------------------------------------

MOVES = [
    # Worked examples 1863-EX-06 and 1863-EX-07, the same with other revenues, and 1863-DX-03.
    (100, 90, 0, 80),
    (100, 90, 50, 80),
    (100, 90, 55, 90),
    (100, 90, 90, 90),
    (100, 90, 100, 100),
    (100, 200, 0, 80),
    (100, 200, 50, 80),
    (100, 200, 55, 90),
    (100, 200, 90, 90),
    (100, 200, 100, 100),
    (100, 200, 110, 110),
    (100, 200, 190, 110),
    (100, 200, 200, 120),
    (100, 400, 400, 120),
    (60, 0, 60, 60),
    (60, 0, 30, 50),
    (60, 0, 35, 55),
    (75, 80, 35, 65),
    (75, 80, 40, 70),
    (75, 80, 80, 80),
    (80, 160, 150, 90),
    (80, 160, 160, 100),
    (200, 400, 210, 200),
    (200, 400, 230, 225),
    (225, 300, 230, 225),
    (225, 300, 250, 250),
    (10, 20, 15, 10),
    (10, 20, 20, 30),
    (20, 60, 60, 40),
    (600, 700, 700, 600),
    (550, 1100, 1100, 600),
]


@rule("1863-DIV-06", "1863-DIV-07", "1863-DIV-08", "1863-DIV-09", "1863-DIV-10")
@pytest.mark.parametrize(("price", "revenue", "pays", "after"), MOVES)
def test_how_a_dividend_moves_the_price(price: int, revenue: int, pays: int, after: int) -> None:
    at = paying(price, revenue, cash=1000)
    at.do(f"dividend {pays}")
    assert at.prices_told("DIS")[:1] == ([] if price == after else [after])


@rule("1863-DIV-06", "1863-DIV-07", "1863-DIV-08", "1863-DIV-09", "1863-DIV-10")
@pytest.mark.parametrize("place", range(1, len(MARKET)))
def test_every_total_at_every_price(place: int) -> None:
    price, after = MARKET[place], MARKET[place + 1] if place + 1 < len(MARKET) else 10**6
    at = paying(price, 2 * price, cash=1)
    assert totals(at)[-1] <= 2 * price < totals(at)[-1] + 10
    for amount in totals(at):
        half, less, twice = 2 * amount <= price, amount < price, amount >= 2 * price
        expected = -2 if half else -1 if less else 2 if twice else 1 if amount >= after else 0
        assert dividends.movement(at.game, at.company("DIS"), amount) == expected, amount


@rule("1863-DIV-15")
def test_holders_are_paid_before_the_price_moves() -> None:
    at = paying(100, 200)
    at.do("dividend 200")
    kinds = [type(event).__name__ for event in at.events]
    assert kinds.index("DividendPaid") < kinds.index("Paid") < kinds.index("PriceMoved")
    assert [event.amount for event in at.events if isinstance(event, DividendPaid)] == [200]


@rule("1863-DIV-06")
def test_a_dividend_never_moves_a_price_into_the_red() -> None:
    at = paying(10, 0)
    assert at.state.price[at.company("DIS")] == Place(1)


# -- who gets it ----------------------------------------------------------------------------------


@rule("1863-DIV-13")
def test_the_charter_is_paid_and_the_pool_is_not() -> None:
    at = Operating(3, phase="III")
    at.major("DIS", 100, {"A": 3, "B": 2}, loans=10)
    at.in_pool("DIS", 2)
    at.earned("DIS", 100)
    at.operate("DIS", "dividend")
    bank = at.cash("ipo")
    at.do("dividend 100")
    assert (at.cash("A"), at.cash("B"), at.cash("DIS")) == (380, 370, 30)
    assert at.cash("ipo") == bank - 80, "20 stays in the bank for the Pool"


@rule("1863-DIV-14")
def test_a_parent_company_is_paid() -> None:
    at = Operating(3, phase="III")
    at.major("MET", 100, {"B": 3}, cash=5)
    at.major("DIS", 100, {"MET": 3, "A": 2}, loans=10)
    at.earned("DIS", 100)
    at.operate("DIS", "dividend")
    assert at.turn == "B"
    at.do("dividend 100")
    assert (at.cash("MET"), at.cash("A")) == (35, 370)


@rule("1863-DIV-16")
@pytest.mark.parametrize(("owner", "total"), [("B", 60), ("B", 55), ("CIR", 60)])
def test_the_owner_of_a_minor_gets_all_of_it(owner: str, total: int) -> None:
    at = Operating(3)
    at.minor("CIR", 100, "A")
    at.minor("DIS", 60, owner, loans=2)
    at.give_cash("B", 0)
    at.earned("DIS", total)
    at.operate("DIS", "dividend")
    at.do(f"dividend {total}")
    assert at.cash(owner) == total


@rule("1863-DIV-17", "1863-SHORT-18")
def test_each_holder_gets_a_tenth_per_share_rounded_down() -> None:
    at = paying(60, 55, shares={"A": 3, "B": 2})
    at.short("C", "DIS", 2)
    at.do("dividend 55")
    assert (at.cash("A"), at.cash("B"), at.cash("C")) == (350 + 16, 350 + 11, 350 - 11)


@rule("1863-SHORT-12", "1863-SHORT-18")
def test_who_is_short_pays_what_others_receive() -> None:
    """Worked example 1863-EX-11: twelve shares about, ten for each, and twenty from whoever has shorted two."""
    at = paying(100, 100, shares={"A": 6, "B": 4})
    at.short("C", "DIS", 2)
    bank = at.cash("ipo")
    at.do("dividend 100")
    assert (at.cash("A"), at.cash("B"), at.cash("C")) == (410, 390, 330)
    assert at.cash("ipo") == bank - 100 + 20


@rule("1863-SHORT-12")
def test_nothing_is_paid_on_shorts_without_a_dividend() -> None:
    at = paying(100, 100, shares={"A": 6, "B": 4})
    at.short("C", "DIS", 2)
    at.do("dividend 0")
    assert at.cash("C") == 350


@rule("1863-SHORT-19")
def test_who_is_short_and_has_no_cash_sells() -> None:
    at = paying(100, 100, shares={"A": 6, "B": 4})
    at.short("C", "DIS", 2)
    at.major("CLR", 60, {"A": 2, "C": 1})
    at.give_cash("C", 5)
    at.do("dividend 100")
    assert isinstance(at.step, Debt)
    assert at.turn == "C"
    assert at.offered() == ["sell 1 CLR"]
    at.refuses("pass", "1863-CRISIS-05")
    at.do("sell 1 CLR")
    assert (at.cash("C"), at.price("CLR"), at.shares("pool", "CLR")) == (45, 55, 1)
    assert at.state.out == ()


@rule("1863-SHORT-19", "1863-CRISIS-07")
def test_who_is_short_and_cannot_pay_is_bankrupt() -> None:
    at = paying(100, 100, shares={"A": 6, "B": 4})
    at.short("C", "DIS", 2)
    at.give_cash("C", 5)
    bank = at.cash("ipo")
    at.do("dividend 100")
    assert at.state.out == (at.seat("C"),)
    assert (at.cash("C"), at.cash("ipo")) == (0, bank - 100 + 5)


@rule("1863-CRISIS-09")
def test_shorts_of_a_bankrupt_player_are_charged_no_more() -> None:
    at = paying(100, 100, shares={"A": 6, "B": 4})
    at.short("C", "DIS", 2)
    at.give_cash("C", 5)
    at.do("dividend 100")
    at.earned("DIS", 100)
    at.operate("DIS", "dividend")
    at.do("dividend 100")
    assert at.state.out == (at.seat("C"),)
    assert at.cash("C") == 0
