"""What railroads do with their revenue, and how markers follow (18OE-DIV, 18OE-MKT)."""

from __future__ import annotations

import pytest

from railhead.rules.dividends import Dividend
from railhead.testing import rule
from railhead.titles.t18oe import facts
from tests.titles.t18oe.table import Europe


def earning(kind: str, revenue: int, shares: dict[str, int] | None = None, price: int | str = 100) -> Europe:
    """A railroad of Ann has earned something and distributes it; E is a minor, GWR anything else."""
    at = Europe(phase="3", railroad_phase="major")
    if kind == "minor":
        at.minor("K", "Ann", "UK", "F25.0", cash=0)
    elif kind == "regional":
        at.regional("GWR", 60, shares or {"Ann": 2, "Ben": 1}, cash=0)
    elif kind == "major":
        at.major("GWR", price, shares or {"Ann": 2, "Ben": 1}, cash=0)
    else:
        at.national("GWR", price, shares or {"Ann": 2, "Ben": 1})
    symbol = "K" if kind == "minor" else "GWR"
    at.state.revenue[at.company(symbol)] = revenue
    return at


def received(at: Europe, symbol: str, *choice: str) -> dict[str, int]:
    """What everybody gets from a distribution, by name; the bank's loss as `paid`."""
    names = ("Ann", "Ben", "Cleo", symbol)
    before = {name: at.cash(name) for name in names}
    bank = at.cash("ipo")
    at.facing(Dividend(at.company(symbol)))
    at.settle()
    at.do(*choice)
    gained = {name: at.cash(name) - before[name] for name in names}
    return {**{name: gain for name, gain in gained.items() if gain}, "paid": bank - at.cash("ipo")}


@rule("18OE-DIV-01")
def test_each_recipient_is_rounded_up() -> None:
    """Worked example EX-26 of the rule list."""
    at = earning("regional", 70)
    assert received(at, "GWR", "pay") == {"Ann": 35, "Ben": 18, "GWR": 18, "paid": 71}


@rule("18OE-DIV-02")
def test_half_goes_to_the_treasury_and_half_is_shared() -> None:
    """Worked example EX-28 of the rule list."""
    at = earning("regional", 70)
    assert received(at, "GWR", "half") == {"Ann": 18, "Ben": 9, "GWR": 44, "paid": 71}


@rule("18OE-DIV-03")
def test_all_may_be_kept() -> None:
    assert received(earning("regional", 70), "GWR", "keep") == {"GWR": 70, "paid": 70}
    assert received(earning("major", 70), "GWR", "keep") == {"GWR": 70, "paid": 70}


@rule("18OE-DIV-04")
def test_a_minor_pays_half_without_being_asked() -> None:
    """Worked example EX-27 of the rule list."""
    at = earning("minor", 50)
    assert received(at, "K") == {"Ann": 25, "K": 25, "paid": 50}
    assert at.waits
    asked = earning("minor", 50)
    asked.facing(Dividend(asked.company("K")))
    asked.refuses("pay", "18OE-DIV-04")
    asked.refuses("keep", "18OE-DIV-04")


@rule("18OE-DIV-05", "18OE-NATL-14")
def test_a_national_pays_everything_without_being_asked() -> None:
    at = earning("national", 230)
    assert received(at, "GWR") == {"Ann": 46, "Ben": 23, "paid": 69}
    asked = earning("national", 230)
    asked.facing(Dividend(asked.company("GWR")))
    asked.refuses("half", "18OE-DIV-05")
    asked.refuses("keep", "18OE-DIV-05")


@rule("18OE-DIV-06")
@pytest.mark.parametrize("kind", ["regional", "major"])
def test_regionals_and_majors_choose(kind: str) -> None:
    at = earning(kind, 100)
    at.facing(Dividend(at.company("GWR")))
    at.settle()
    assert at.offered() == ["pay", "keep", "half"]


@rule("18OE-DIV-07")
def test_shares_in_the_open_market_are_paid_nothing_those_in_the_treasury_are() -> None:
    at = earning("major", 100, {"Ann": 2, "Ben": 1, "pool": 3})
    assert received(at, "GWR", "pay") == {"Ann": 20, "Ben": 10, "GWR": 40, "paid": 70}


# -- the marker -----------------------------------------------------------------------------------


def moved(kind: str, price: str, revenue: int, *choice: str) -> int | str:
    """The share value after a distribution, or where it went: right, left, none."""
    at = earning(kind, revenue, {"Ann": 5, "Ben": 2, "pool": 3}, price)
    place = at.state.price[at.company("GWR")]
    received(at, "GWR", *choice)
    market, now = at.book.market, at.state.price[at.company("GWR")]
    return {place: "none", place + 1: "right", place - 1: "left"}.get(now, market.prices[now])


@rule("18OE-MKT-12", "18OE-MKT-13", "18OE-DIV-08")
def test_half_dividends_count_what_is_paid_out() -> None:
    """Worked examples EX-01 and EX-02 of the rule list: 160 are paid out, 16 for each share."""
    at = earning("major", 320, {"Ann": 2, "Ben": 1}, "150.f2")
    assert received(at, "GWR", "half") == {"Ann": 32, "Ben": 16, "GWR": 160 + 112, "paid": 320}
    assert moved("major", "150.f2", 320, "half") == "right"
    assert moved("major", "165.g2", 320, "half") == "none"


@rule("18OE-MKT-12", "18OE-MKT-13", "18OE-MKT-14", "18OE-DIV-08")
@pytest.mark.parametrize("kind", ["major", "national"])
def test_the_marker_follows_the_total(kind: str) -> None:
    choice = ("pay",) if kind == "major" else ()
    assert moved(kind, "120.d2", 120, *choice) == "right"
    assert moved(kind, "120.d2", 110, *choice) == "none"
    assert moved(kind, "120.d2", 10, *choice) == "none"
    assert moved(kind, "120.d2", 0) == "left"
    assert moved(kind, "120.d2", 900, *choice) == "right", "never further"


@rule("18OE-MKT-14", "18OE-MINOR-18")
def test_what_is_kept_is_no_dividend() -> None:
    assert moved("major", "120.d2", 500, "keep") == "left"


@rule("18OE-MKT-18", "18OE-DIV-08")
def test_regionals_have_no_marker() -> None:
    for revenue, choice in ((200, "pay"), (200, "keep"), (0, "")):
        at = earning("regional", revenue)
        received(at, "GWR", *([choice] if choice else []))
        assert at.price("GWR") == 60


def test_every_value_is_a_multiple_of_ten_so_that_halves_are_whole_pounds() -> None:
    on = facts.land()
    printed = [stop for hex_ in on.board.hexes for stop in hex_.printed.stops]
    tiles = [stop for tile in on.tiles.facts for stop in tile.stops]
    values = {value for stop in (*printed, *tiles) for value in (stop.value, *stop.values)}
    sums = [sum for name in ("express", "hochberg", "junction") for sum in facts.BY_PHASE[name]]
    numbers = (facts.NUMBERS.filler_city, facts.NUMBERS.filler_town, facts.NUMBERS.pullman_per_level)
    assert {value % 10 for value in (*values, *sums, *numbers)} == {0}
