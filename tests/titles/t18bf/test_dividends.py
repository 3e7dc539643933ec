"""Distributing earnings, and how prices follow (18BF-DIV)."""

from __future__ import annotations

import pytest

from railhead.core.state import CLOSED
from railhead.testing import rule
from railhead.titles.t18bf import dividends
from tests.titles.t18bf.table import BigFour

# -- Minors ---------------------------------------------------------------------------------------


def minor_earning(revenue: int, price: int = 100) -> BigFour:
    """The TV, a Minor of B, distributes."""
    at = BigFour()
    at.minor("TV", price, owner="B", trains=("2",))
    at.earned("TV", revenue)
    at.operate("TV", "distribute")
    return at


@rule("18BF-DIV-01")
@pytest.mark.parametrize(("revenue", "each"), [(90, 45), (20, 10), (0, 0), (130, 65)])
def test_a_minor_pays_half_to_its_owner_and_half_to_its_treasury(revenue: int, each: int) -> None:
    at = minor_earning(revenue)
    assert at.waits, "nobody is asked"
    assert (at.cash("B"), at.cash("TV")) == (470 + each, each)


@rule("18BF-DIV-01")
def test_a_minor_has_no_choice() -> None:
    at = BigFour()
    at.minor("TV", trains=("2",))
    at.earned("TV", 90)
    game, company = at.game, at.company("TV")
    for law in (dividends.may_pay, dividends.may_keep):
        refusal = law(game, company)
        assert refusal is not None
        assert refusal.rule == "18BF-DIV-01"


@rule("18BF-DIV-02")
@pytest.mark.parametrize(("revenue", "after"), [(20, 110), (300, 110), (0, 90)])
def test_a_minor_moves_by_one(revenue: int, after: int) -> None:
    assert minor_earning(revenue).price("TV") == after


@rule("18BF-DIV-03")
@pytest.mark.parametrize(("price", "after"), [(150, 165), (165, 165)])
def test_a_minor_never_rises_above_165(price: int, after: int) -> None:
    at = minor_earning(200, price)
    assert at.price("TV") == after
    assert at.prices_told("TV") == ([] if price == after else [165])


# -- Publics --------------------------------------------------------------------------------------


def public_earning(revenue: int, price: int = 90, phase: str = "4") -> BigFour:
    """The MR: 3 shares of A, 2 of B, 2 in the pool, 3 in its treasury."""
    at = BigFour(phase=phase)
    at.in_play("MR", price, {"A": 3, "B": 2}, trains=("4",) if phase != "8" else ("4+4",))
    at.into_pool("MR", 2)
    at.earned("MR", revenue)
    at.operate("MR", "distribute")
    return at


def gains(at: BigFour) -> tuple[int, int]:
    return at.cash("A") - 470, at.cash("B") - 470


@rule("18BF-DIV-04")
def test_a_public_keeps_pays_or_splits() -> None:
    at = public_earning(130)
    assert sorted(at.offered()) == ["half", "keep", "pay"]
    at.do("half")
    assert gains(at) == (21, 14)
    assert at.cash("MR") == 60 + 21, "what it keeps, and 7 for each share in its treasury"


HALVES = [(10, 10), (20, 10), (30, 20), (100, 50), (110, 60), (120, 60), (130, 70), (150, 80), (160, 80), (390, 200)]


@rule("18BF-DIV-04")
@pytest.mark.parametrize(("revenue", "dividend"), HALVES)
@pytest.mark.parametrize("company", ["MR", "GWR"])
def test_half_a_dividend_is_rounded_up_to_ten(company: str, revenue: int, dividend: int) -> None:
    """Worked examples 18BF-DX-09 and 18BF-DX-10: Systems round to 10 as well."""
    at = BigFour(phase="6")
    at.in_play(company, 90, {"A": 4}, trains=("6",))
    at.earned(company, revenue)
    at.operate(company, "distribute")
    at.do("half")
    assert at.state.dividend[at.company(company)] == dividend
    kept, shares = revenue - dividend, at.game.share_count(at.company(company))
    assert at.cash(company) == kept + dividend // shares * (shares - 4)


@rule("18BF-DIV-05", "18BF-DIV-06")
def test_treasury_shares_pay_the_company_and_those_in_the_pool_nobody() -> None:
    at = public_earning(200)
    bank = at.cash("ipo")
    at.do("pay")
    assert gains(at) == (60, 40)
    assert at.cash("MR") == 60
    assert at.cash("ipo") == bank - 160, "the part of the pool stays there"


@rule("18BF-DIV-05")
def test_a_share_of_a_system_gets_a_twentieth() -> None:
    at = BigFour(phase="6")
    at.in_play("GWR", 90, {"A": 4, "B": 1}, trains=("6",))
    at.earned("GWR", 200)
    at.operate("GWR", "distribute")
    at.do("pay")
    assert gains(at) == (40, 10)
    assert at.cash("GWR") == 150


@rule("18BF-DIV-07")
def test_keeping_everything_moves_left() -> None:
    at = public_earning(120)
    at.do("keep")
    assert (at.price("MR"), at.cash("MR")) == (80, 120)


@rule("18BF-DIV-07")
def test_earning_nothing_moves_left_without_a_question() -> None:
    at = public_earning(0)
    assert at.waits
    assert at.prices_told("MR")[0] == 80


@rule("18BF-DIV-07")
def test_nothing_can_be_paid_of_nothing() -> None:
    at = public_earning(10)
    at.earned("MR", 0)
    for action in ("pay", "half"):
        at.refuses(action, "18BF-DIV-07")


PUBLIC_MOVES = [
    (90, 90, "pay", 100),
    (90, 80, "pay", 90),
    (90, 100, "half", 90),
    (90, 180, "half", 100),
    (90, 170, "half", 100),
    (90, 160, "half", 90),
    (100, 300, "pay", 110),
    (40, 10, "half", 40),
]


@rule("18BF-DIV-08", "18BF-DIV-09")
@pytest.mark.parametrize(("price", "revenue", "action", "after"), PUBLIC_MOVES)
def test_the_dividend_must_reach_the_price(price: int, revenue: int, action: str, after: int) -> None:
    at = public_earning(revenue, price)
    at.do(action)
    assert at.price("MR") == after


@rule("18BF-DIV-09", "18BF-DIV-10")
@pytest.mark.parametrize(("price", "revenue"), [(90, 50), (800, 900)])
def test_a_marker_that_does_not_move_keeps_its_place_in_the_stack(price: int, revenue: int) -> None:
    at = BigFour(phase="4")
    at.in_play("MR", price, {"A": 2}, trains=("4",))
    at.in_play("CR", price, {"B": 2})
    at.earned("MR", revenue)
    at.operate("MR", "distribute")
    at.do("pay")
    assert at.stack(price) == ["MR", "CR"]


@rule("18BF-DIV-08", "18BF-SELL-13")
def test_a_marker_that_moves_goes_under_those_already_there() -> None:
    at = BigFour(phase="4")
    at.in_play("MR", 90, {"A": 2}, trains=("4",))
    at.in_play("CR", 100, {"B": 2})
    at.earned("MR", 90)
    at.operate("MR", "distribute")
    at.do("pay")
    assert at.stack(100) == ["CR", "MR"]


@rule("18BF-DIV-14")
def test_a_public_never_moves_by_two() -> None:
    at = public_earning(300, 100, phase="8")
    at.do("pay")
    assert at.price("MR") == 110


# -- Systems --------------------------------------------------------------------------------------


def system_paying(revenue: int, price: int, phase: str = "7") -> BigFour:
    """The GWR, all of whose shares are A's."""
    at = BigFour(phase=phase)
    at.in_play("GWR", price, {"A": 20}, trains=("4+4",) if phase == "8" else ("3+3",))
    at.earned("GWR", revenue)
    at.operate("GWR", "distribute")
    at.do("pay")
    return at


@rule("18BF-DIV-11")
@pytest.mark.parametrize(("revenue", "each"), [(130, 6), (120, 6), (10, 0), (190, 9), (200, 10)])
def test_what_a_share_of_a_system_gets_is_rounded_down(revenue: int, each: int) -> None:
    """Worked example 18BF-DX-11."""
    at = system_paying(revenue, 135)
    assert at.cash("A") == 470 + 20 * each
    assert at.cash("GWR") == 0, "fractions stay in the bank"


@rule("18BF-DIV-12")
@pytest.mark.parametrize(
    ("price", "revenue", "after"), [(135, 270, 135), (135, 280, 150), (60, 130, 65), (65, 130, 65), (100, 200, 110)]
)
def test_the_price_of_a_system_is_compared_with_half_its_dividend(price: int, revenue: int, after: int) -> None:
    assert system_paying(revenue, price).price("GWR") == after


@rule("18BF-DIV-12")
def test_a_dividend_too_small_to_pay_anybody_does_not_move_the_price_left() -> None:
    assert system_paying(10, 100).price("GWR") == 100


@rule("18BF-DIV-13")
@pytest.mark.parametrize(
    ("phase", "revenue", "after"), [("8", 400, 120), ("8", 390, 110), ("7", 400, 110), ("8", 900, 120), ("6", 900, 110)]
)
def test_from_phase_8_a_system_may_move_by_two(phase: str, revenue: int, after: int) -> None:
    assert system_paying(revenue, 100, phase).price("GWR") == after


@rule("18BF-DIV-13", "18BF-DIV-10")
@pytest.mark.parametrize(("price", "after"), [(720, 800), (660, 800), (800, 800)])
def test_a_double_move_ends_at_the_right_end(price: int, after: int) -> None:
    assert system_paying(4 * price + 20, price, "8").price("GWR") == after


# -- closing --------------------------------------------------------------------------------------


@rule("18BF-DIV-15", "18BF-CLOSE-03")
def test_a_company_that_closes_ends_its_turn() -> None:
    at = public_earning(60, 40)
    at.state.loans[at.company("MR")] = 2
    at.remember(loans_at_start=2)
    at.do("keep")
    assert at.closed("MR")
    assert at.waits, "no interest, loans or trains follow"
    assert gains(at) == (0, 0)
    assert at.state.trains[at.owner("pool")] == (at.train("4"),)
    assert not at.has("MR", CLOSED), "it may come back"
