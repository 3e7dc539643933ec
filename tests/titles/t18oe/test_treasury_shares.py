"""The last step of a major: its own shares, and abandoned minors (18OE-SHARES)."""

from __future__ import annotations

import pytest

from railhead.core.audit import audit
from railhead.testing import rule
from railhead.titles.t18oe import abandoning, powers
from railhead.titles.t18oe.treasury_shares import TradeShares
from tests.titles.t18oe.table import Europe


def major(shares: dict[str, int], cash: int = 500, price: str = "100.d4", players: int = 3) -> Europe:
    """The GWR is a major of Ann in its last step; what nobody holds is in its treasury."""
    at = Europe(players, phase="5", railroad_phase="major")
    at.major("GWR", price, {"Ann": 2, **shares}, cash=cash, trains=("5",))
    at.facing(TradeShares(at.company("GWR")))
    return at


@rule("18OE-SHARES-01", "18OE-SHARES-02", "18OE-MKT-09")
def test_it_sells_shares_at_their_value_and_the_marker_moves_down_for_each() -> None:
    """Worked example EX-45 of the rule list, for a treasury: three at 100 bring 300; from 100 down to 75."""
    at = major({})
    assert [at.book.market.prices[at.place(text)] for text in ("100.d4", "90.d5", "80.d6", "75.d7")] == [
        100,
        90,
        80,
        75,
    ]
    bank = at.cash("ipo")
    at.do("sell-treasury 3")
    assert (at.cash("GWR"), at.cash("ipo"), at.price("GWR")) == (800, bank - 300, 75)
    assert (at.shares("GWR", "GWR"), at.shares("pool", "GWR")) == (5, 3)
    at.do("sell-treasury 1")
    assert (at.cash("GWR"), at.price("GWR")) == (875, 70)


@rule("18OE-SHARES-02")
@pytest.mark.parametrize(("there", "most"), [(0, 5), (3, 2), (5, 0), (7, 0)])
def test_at_most_half_of_it_may_lie_in_the_open_market(there: int, most: int) -> None:
    at = major({"pool": there})
    held = at.shares("GWR", "GWR")
    assert at.offered("sell-treasury") == [f"sell-treasury {count}" for count in range(1, min(most, held) + 1)]
    if most < held:
        at.refuses(f"sell-treasury {most + 1}", "18OE-SHARES-02")


@rule("18OE-SHARES-01")
def test_it_sells_only_what_it_has() -> None:
    at = major({"Ben": 2, "Cleo": 2, "Dan": 2, "Eve": 1}, players=5)
    at.refuses("sell-treasury 2", "18OE-SHARES-01")
    at.do("sell-treasury 1")


@rule("18OE-SHARES-01", "18OE-PRIV-16")
def test_a_share_in_custody_is_not_sold() -> None:
    at = major({"Ben": 6})
    at.remember(custody=(at.seat("Ben"), at.company("GWR")))
    at.refuses("sell-treasury 2", "18OE-SHARES-01")
    assert at.allows("sell-treasury 1")


@rule("18OE-SHARES-03", "18OE-MKT-17")
def test_it_buys_shares_at_their_value_for_its_treasury() -> None:
    at = major({"pool": 4, "Ben": 2, "Cleo": 2}, cash=350)
    bank = at.cash("ipo")
    at.refuses("buy-treasury 4", "18OE-SHARES-03")
    at.do("buy-treasury 2", "buy-treasury 1")
    assert (at.cash("GWR"), at.cash("ipo"), at.price("GWR")) == (50, bank + 300, 100)
    assert (at.shares("GWR", "GWR"), at.shares("pool", "GWR")) == (3, 1)
    at.facing(TradeShares(at.company("GWR")))
    at.give_cash("GWR", 1000)
    at.refuses("buy-treasury 2", "18OE-SHARES-03")


@rule("18OE-SHARES-03")
def test_the_last_pound_of_a_treasury_buys_a_share() -> None:
    for cash in (199, 200):
        at = major({"pool": 2, "Ben": 2, "Cleo": 2}, cash=cash)
        assert at.allows("buy-treasury 2") == (cash == 200)
    at.do("buy-treasury 2")
    assert (at.cash("GWR"), at.shares("pool", "GWR")) == (0, 0), "also the last share of the Open Market"


@rule("18OE-SHARES-03", "18OE-CERT-07")
def test_its_treasury_buys_up_to_sixty_per_cent() -> None:
    at = major({"pool": 4}, cash=5000)
    assert at.shares("GWR", "GWR") == 4
    at.refuses("buy-treasury 3", "18OE-CERT-07")
    at.do("buy-treasury 2")
    assert at.shares("GWR", "GWR") == 6


@rule("18OE-SHARES-04")
def test_it_does_not_do_both() -> None:
    at = major({"pool": 2}, cash=1000)
    at.do("sell-treasury 1")
    at.refuses("buy-treasury 1", "18OE-SHARES-04")
    assert at.offered("buy-treasury") == []
    at = major({"pool": 2, "Ben": 2}, cash=1000)
    at.do("buy-treasury 1")
    at.refuses("sell-treasury 1", "18OE-SHARES-04")
    assert at.offered("sell-treasury") == []


@rule("18OE-SHARES-05")
@pytest.mark.parametrize("kind", ["minor", "regional", "national"])
def test_others_have_no_such_step(kind: str) -> None:
    at = Europe(phase="5", railroad_phase="major")
    if kind == "minor":
        at.minor("E", "Ann", "UK", "F25.0", cash=500)
    elif kind == "regional":
        at.regional("GWR", 60, {"Ann": 2}, cash=500)
    else:
        at.national("GWR", 100, {"Ann": 2})
    at.operate("E" if kind == "minor" else "GWR", "trade")
    assert at.waits
    grown = Europe(phase="5", railroad_phase="major")
    grown.major("GWR", 100, {"Ann": 2}, cash=500)
    grown.operate("GWR", "trade")
    assert isinstance(grown.step, TradeShares)


# -- abandoned minors -----------------------------------------------------------------------------


def with_abandoned(*minors: str, cash: int = 200) -> Europe:
    at = Europe(phase="5", railroad_phase="major")
    at.major("GWR", 100, {"Ann": 2}, cash=cash, trains=("5",))
    for minor, home in zip(minors, ("F25.0", "J15.0"), strict=False):
        at.minor(minor, "Ben", "UK", home, cash=0)
        abandoning.abandon(at.game, at.company(minor))
    at.facing(TradeShares(at.company("GWR")))
    return at


@rule("18OE-SHARES-06")
def test_it_buys_one_abandoned_minor_in_a_turn() -> None:
    at = with_abandoned("G", "E")
    bank = at.cash("ipo")
    at.do("buy-minor G")
    assert (at.cash("GWR"), at.cash("ipo")) == (140, bank + 60)
    at.refuses("buy-minor E", "18OE-SHARES-06")
    at.do("sell-treasury 1")
    at.facing(TradeShares(at.company("GWR")))
    at.refuses("buy-minor H", "18OE-SHARES-06")
    at.give_cash("GWR", 59)
    at.refuses("buy-minor E", "18OE-SHARES-06")


@rule("18OE-SHARES-07")
def test_it_joins_as_if_merged_but_nobody_gets_a_share() -> None:
    at = with_abandoned("G")
    before = at.shares("Ben", "GWR")
    at.do("buy-minor G")
    assert powers.has(at.game, at.company("GWR"), "G")
    assert at.record.into[at.company("G")] == at.company("GWR")
    assert (at.record.abandoned, at.shares("Ben", "GWR"), at.shares("GWR", "GWR")) == ((), before, 8)
    assert audit(at.book, at.state) == []


@rule("18OE-SHARES-07", "18OE-ABANDON-05", "18OE-PULLMAN-11")
@pytest.mark.parametrize(
    ("minor", "owns", "has_one", "in_market"),
    [("M", False, True, 0), ("M", True, True, 1), ("G", False, False, 0), ("G", True, True, 0)],
)
def test_only_minor_m_brings_the_pullman_that_lay_with_its_charter(
    minor: str, owns: bool, has_one: bool, in_market: int
) -> None:
    at = with_abandoned("M", "G")
    gwr = at.company("GWR")
    at.remember(pullman_stock=8 if owns else 9, own_pullman=True, pullmans=(gwr,) if owns else ())
    at.do(f"buy-minor {minor}")
    assert (at.record.pullmans == (gwr,), at.record.pullmans_in_market) == (has_one, in_market)
