"""Pullmans: who has one, what it costs, and what becomes of it (18OE-PULLMAN)."""

from __future__ import annotations

import pytest

from railhead.rules.trains import BuyTrains
from railhead.testing import rule
from tests.titles.t18oe.table import Europe


def europe(phase: str = "4", cash: int = 400, trains: tuple[str, ...] = ("4",)) -> Europe:
    """The GWR of Ann buys trains; Cleo has minor M with its free Pullman."""
    at = Europe(phase=phase, railroad_phase="major")
    at.major("GWR", 100, {"Ann": 2}, cash=cash, trains=trains)
    at.minor("M", "Cleo", "UK", "F25.0", cash=0)
    if phase not in "123":
        at.remember(pullman_stock=9, own_pullman=True, pullmans=(at.company("M"),))
    at.remember(provided=(at.company("GWR"),))
    return at


def holders(at: Europe) -> list[str]:
    return sorted(at.book.company_names[company] for company in at.record.pullmans)


def everywhere(at: Europe) -> int:
    """All Pullmans, wherever they are."""
    return at.record.pullman_stock + at.record.pullmans_in_market + len(at.record.pullmans)


@rule("18OE-PULLMAN-01", "18OE-PULLMAN-10", "18OE-PHASE-17", "18OE-MINOR-22")
def test_the_buyer_of_the_first_4_may_buy_one_in_the_same_step_and_m_has_one_for_nothing() -> None:
    at = europe("3", 1000, trains=())
    at.left(3, 0)
    at.operate("GWR", "buy")
    at.refuses("pullman from ipo", "18OE-PHASE-17")
    at.do("train 4 from ipo")
    at.no_nationals()
    assert (holders(at), at.record.pullman_stock, at.cash("M")) == (["M"], 9, 0), "no royalty for its own"
    at.do("pullman from ipo")
    assert (at.cash("GWR"), at.cash("M"), holders(at)) == (1000 - 300 - 150, 15, ["GWR", "M"])
    assert everywhere(at) == 10


@rule("18OE-PULLMAN-10", "18OE-MINOR-22")
def test_the_major_of_m_has_the_free_one() -> None:
    at = europe("3", 1000, trains=())
    at.major("SB", 100, {"Ben": 2})
    into = list(at.record.into)
    into[at.company("M")] = at.company("SB")
    at.remember(into=tuple(into))
    at.left(3, 0)
    at.operate("GWR", "buy")
    at.do("train 4 from ipo")
    at.no_nationals()
    assert holders(at) == ["SB"]


@rule("18OE-PULLMAN-02")
def test_one_is_enough() -> None:
    at = europe()
    at.operate("GWR", "buy")
    at.do("pullman from ipo")
    at.facing(BuyTrains(at.company("GWR")))
    at.remember(pullmans_in_market=1)
    at.refuses("pullman from ipo", "18OE-PULLMAN-02")
    at.refuses("pullman from pool", "18OE-PULLMAN-02")
    at.refuses("pullman of M", "18OE-PULLMAN-02")


@rule("18OE-PULLMAN-03")
def test_nine_are_for_sale() -> None:
    at = europe()
    at.remember(pullman_stock=1)
    at.operate("GWR", "buy")
    at.do("pullman from ipo")
    at.major("SB", 100, {"Ann": 2}, cash=500, trains=("4",))
    at.operate("SB", "buy")
    at.refuses("pullman from ipo", "18OE-PULLMAN-03")
    at.refuses("pullman from pool", "18OE-PULLMAN-03")


@rule("18OE-PULLMAN-04", "18OE-PULLMAN-05", "18OE-PULLMAN-06", "18OE-PULLMAN-07", "18OE-MINOR-16")
@pytest.mark.parametrize(
    ("buyer", "action", "price", "royalty"),
    [
        ("GWR", "pullman from ipo", 150, 15),
        ("GWR", "pullman from pool", 150, 0),
        ("J", "pullman from ipo", 135, 15),
        ("J", "pullman from pool", 135, 0),
        ("GWR", "pullman of M", 75, 75),
        ("J", "pullman of M", 75, 75),
    ],
)
def test_what_a_pullman_costs(buyer: str, action: str, price: int, royalty: int) -> None:
    """Worked example EX-38 of the rule list; of another railroad it costs 75, which that railroad gets."""
    at = europe()
    at.minor("J", "Ann", "UK", "J15.0", cash=400)
    at.remember(pullmans_in_market=1, pullman_stock=8)
    at.operate(buyer, "buy")
    bank = at.cash("ipo")
    at.do(action)
    if "of" in action:
        at.do("accept")
    assert (at.cash(buyer), at.cash("M")) == (400 - price, royalty)
    assert at.cash("ipo") == bank + price - royalty
    assert (buyer in holders(at), everywhere(at)) == (True, 10)


@rule("18OE-PULLMAN-04")
def test_nobody_is_paid_while_m_is_abandoned() -> None:
    at = europe()
    at.remember(abandoned=(at.company("M"),), pullmans=())
    at.operate("GWR", "buy")
    bank = at.cash("ipo")
    at.do("pullman from ipo")
    assert (at.cash("ipo"), at.cash("M")) == (bank + 150, 0)


@rule("18OE-PULLMAN-07")
def test_another_owner_may_keep_theirs_and_is_not_asked_again() -> None:
    at = europe()
    at.operate("GWR", "buy")
    at.do("pullman of M")
    assert at.turn == "Cleo"
    at.do("decline")
    assert holders(at) == ["M"]
    at.refuses("pullman of M", "18OE-PULLMAN-07")
    at.operate("GWR", "buy")
    assert at.allows("pullman of M"), "in another turn"
    at.give_cash("GWR", 74)
    at.refuses("pullman of M", "18OE-PULLMAN-04")


@rule("18OE-PULLMAN-07", "18OE-PULLMAN-03")
def test_m_may_sell_its_own_and_has_none_then() -> None:
    at = europe()
    at.operate("GWR", "buy")
    at.do("pullman of M", "accept")
    assert (holders(at), at.record.own_pullman) == (["GWR"], False)


@rule("18OE-PULLMAN-08")
def test_it_does_not_count_against_the_limit() -> None:
    at = europe(trains=("3", "3", "4"))
    at.operate("GWR", "buy")
    at.do("pullman from ipo")
    assert (at.trains("GWR"), holders(at)) == (["3", "3", "4"], ["GWR", "M"])
    two = europe(cash=1000, trains=("3", "4"))
    two.remember(pullmans=(two.company("GWR"),))
    two.operate("GWR", "buy")
    two.do("train 4 from ipo")


@rule("18OE-PULLMAN-09")
def test_it_is_discarded_for_nothing_before_trains_are_bought() -> None:
    at = europe(cash=1000)
    at.remember(pullmans=(at.company("M"), at.company("GWR")), pullman_stock=8)
    at.operate("GWR", "buy")
    at.do("discard pullman")
    assert (at.cash("GWR"), holders(at)) == (1000, ["M"])
    assert (at.record.pullmans_in_market, at.record.pullman_stock, everywhere(at)) == (1, 8, 10)
    late = europe(cash=1000)
    late.remember(pullmans=(late.company("GWR"),))
    late.operate("GWR", "buy")
    late.do("train 4 from ipo")
    late.refuses("discard pullman", "18OE-PULLMAN-09")
    none = europe(cash=1000)
    none.operate("GWR", "buy")
    none.refuses("discard pullman", "18OE-PULLMAN-03")


@rule("18OE-NATL-12")
def test_a_national_has_its_own_and_never_buys_or_discards_one() -> None:
    at = europe()
    at.national("SB", 100, {"Ann": 2}, trains=("4",))
    at.facing(BuyTrains(at.company("SB")))
    at.refuses("pullman from ipo", "18OE-PULLMAN-02")
    at.refuses("discard pullman", "18OE-PULLMAN-03")
    at.operate("GWR", "buy")
    at.refuses("pullman of SB", "18OE-PULLMAN-03")


@rule("18OE-PULLMAN-12")
def test_a_railroad_without_trains_keeps_its_pullman() -> None:
    at = europe("5", 3000, trains=("5",))
    at.left(5, 0)
    at.major("SB", 100, {"Ben": 2}, trains=("3",))
    at.remember(pullmans=(at.company("SB"),))
    at.operate("GWR", "buy")
    at.do("train 6 from ipo")
    at.no_nationals()
    at.do("pass")
    assert (at.trains("SB"), holders(at)) == ([], ["SB"])
