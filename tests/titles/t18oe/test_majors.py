"""Floating a major: a regional expands (rules 18OE-MAJOR)."""

from __future__ import annotations

import pytest

from railhead.core.ids import NOWHERE
from railhead.testing import rule
from railhead.titles.t18oe.facts import MAJOR, REGIONAL, ZONE
from railhead.titles.t18oe.majors import Expansion
from tests.titles.t18oe.table import Europe

PARS = {60: 75, 65: 80, 70: 90, 75: 100, 80: 110, 90: 120}
"""By par of a regional: the par of the major with the same letter, A to F."""


def table_of(par: int = 70, phase: str = "3", **shares: int) -> Europe:
    """Ann's turn in the second stock round; GWR is a regional that has floated, Ann's unless shares say otherwise."""
    return table_with(shares or {"Ann": 2}, par, phase)


def table_with(shares: dict[str, int], par: int = 70, phase: str = "3") -> Europe:
    """The same with shares by name."""
    table = Europe(4, railroad_phase="major", phase=phase)
    table.regional("GWR", par, shares, cash=65, trains=("3",), tokens=("F25.0",))
    table.stock_turn("Ann", number=2)
    return table


# -- who, when ------------------------------------------------------------------------------------


@rule("18OE-MAJOR-01")
def test_only_a_floated_regional_expands_in_the_major_phase() -> None:
    table = table_of()
    table.major("PLM", 90, {"Ann": 2})
    table.minor("A", "Ann", "FB", "U32.0")
    for symbol in ("KSS", "PLM", "A"):
        table.refuses(f"expand {symbol}", "18OE-MAJOR-01")
        table.refuses(f"buy-and-expand {symbol}", "18OE-MAJOR-01")
    assert table.allows("expand GWR")
    table.remember(railroad_phase=2)
    table.refuses("expand GWR", "18OE-RMP-15")


@rule("18OE-MAJOR-01")
def test_no_major_is_started_directly() -> None:
    table = table_of()
    table.refuses(f"start KSS at {table.book.market.write(table.place(90))}", "18OE-RMP-11")


@pytest.mark.parametrize(
    ("shares", "allowed"),
    [({"Ben": 2, "Ann": 1}, False), ({"Ben": 2, "Ann": 1, "Cleo": 1}, False), ({"Ben": 2, "Ann": 2}, True)],
)
@rule("18OE-MAJOR-02")
def test_the_president_or_the_holder_of_both_other_shares(shares: dict[str, int], allowed: bool) -> None:
    table = table_with(shares)
    if allowed:
        table.do("expand GWR")
    else:
        table.refuses("expand GWR", "18OE-MAJOR-02")
    table = table_with(shares)
    table.refuses("buy-and-expand GWR", "18OE-MAJOR-03")


@rule("18OE-MAJOR-02")
def test_a_regional_nobody_presides_over_does_not_expand() -> None:
    """Both 25% shares are not enough if the presidency is in the Open Market."""
    table = table_of(pool=2, Ann=2)
    table.refuses("expand GWR", "18OE-MAJOR-02")


# -- step by step ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("par", "new"), PARS.items())
@rule("18OE-MAJOR-03")
def test_the_president_may_first_buy_a_share_at_the_old_par(par: int, new: int) -> None:
    table = table_of(par)
    table.do("buy-and-expand GWR")
    assert (table.cash("Ann"), table.cash("GWR"), table.shares("Ann", "GWR")) == (1350 - par, 65 + par, 3)
    assert table.state.kind[table.company("GWR")] == MAJOR
    assert table.price("GWR") == new


@rule("18OE-MAJOR-03")
def test_there_must_be_a_share_and_the_money_for_it() -> None:
    table = table_of(Ann=2, Ben=1, Cleo=1)
    table.refuses("buy-and-expand GWR", "18OE-SR-12")
    table = table_of()
    table.give_cash("Ann", 69)
    table.refuses("buy-and-expand GWR", "18OE-SR-12")


@pytest.mark.parametrize(("par", "new"), PARS.items())
@rule("18OE-MAJOR-04", "18OE-MAJOR-05", "18OE-MKT-01", "18OE-SETUP-17")
def test_the_markers_of_a_new_major(par: int, new: int) -> None:
    """From the space with a letter to that with the same letter, and to the red square of that price."""
    table = table_of(par)
    company = table.company("GWR")
    assert company in table.record.order
    table.do("expand GWR")
    assert table.state.par[company] == table.state.price[company] == table.place(new)
    assert table.book.market.prices[table.state.par[company]] == new
    assert table.state.price[company] in table.book.market.par_places
    assert company not in table.record.order
    assert table.state.stack == (company,)


@rule("18OE-MAJOR-06", "18OE-MAJOR-07", "18OE-SETUP-08", "18OE-SETUP-16")
def test_shares_and_tokens_of_a_new_major() -> None:
    table = table_of(Ann=2, Ben=1)
    table.do("expand GWR")
    company = table.company("GWR")
    assert table.game.share_count(company) == 10
    assert (table.shares("Ann", "GWR"), table.shares("Ben", "GWR"), table.shares("GWR", "GWR")) == (2, 1, 7)
    assert table.director("GWR") == "Ann"
    assert table.record.slots[company] == (40, 60, 60, 80, 80, 80), "the £20 token has been placed"
    assert table.state.spare_tokens[company] == 6
    table = Europe(railroad_phase="major", phase="3")
    table.regional("PLM", 60, {"Ann": 2})
    table.stock_turn("Ann", number=2)
    table.do("expand PLM")
    assert table.record.slots[table.company("PLM")] == (20, 40, 60, 60, 80, 80, 80)


@rule("18OE-MAJOR-12")
def test_what_a_regional_has_stays() -> None:
    table = table_of()
    table.do("expand GWR")
    assert (table.cash("GWR"), table.trains("GWR")) == (65, ["3"])
    assert table.record.zones[table.company("GWR")] == ZONE["UK"]
    assert table.company("GWR") in table.state.tokens[table.stop("L25.0")]
    assert table.company("GWR") in table.state.tokens[table.stop("F25.0")]


# -- selling and buying afterwards ----------------------------------------------------------------


@rule("18OE-MAJOR-08")
def test_other_shares_may_be_sold_but_none_of_the_new_major() -> None:
    table = table_of(Ann=2, Ben=1)
    table.major("PLM", 100, {"Ben": 4, "Ann": 3})
    table.do("buy-and-expand GWR")
    assert isinstance(table.step, Expansion)
    table.refuses("sell 1 GWR", "18OE-MAJOR-08")
    table.do("sell 2 PLM")
    assert (table.price("PLM"), table.cash("Ann")) == (80, 1350 - 70 + 200)
    assert table.turn == "Ben"


@rule("18OE-MAJOR-08", "18OE-SR-08")
def test_those_sales_obey_the_rules_of_selling() -> None:
    table = table_of()
    table.major("PLM", 100, {"Ben": 3, "Ann": 3, "pool": 4})
    table.do("expand GWR")
    table.refuses("sell 2 PLM", "18OE-SR-08")
    table = table_of()
    table.major("PLM", 100, {"Ben": 4, "Ann": 3})
    table.state.phase = 0
    table.do("expand GWR")
    table.refuses("sell 1 PLM", "18OE-SR-10")
    table = table_of(Ben=2, Ann=2)
    table.major("PLM", 100, {"Ben": 3, "Ann": 3, "pool": 4})
    table.do("expand GWR")
    table.refuses("sell 2 PLM", "18OE-SR-08")
    assert table.allows("sell 1 PLM"), "whoever has to buy a share may sell others before"


@pytest.mark.parametrize(("par", "new"), PARS.items())
@rule("18OE-MAJOR-09")
def test_one_treasury_share_may_be_bought_at_the_new_par(par: int, new: int) -> None:
    table = table_of(par)
    table.do("expand GWR")
    assert table.turn == "Ann"
    table.refuses("buy GWR from pool", "18OE-MAJOR-09")
    table.do("buy GWR from GWR")
    assert (table.cash("Ann"), table.cash("GWR"), table.shares("Ann", "GWR")) == (1350 - new, 65 + new, 3)
    assert table.turn == "Ben"


@rule("18OE-MAJOR-09")
def test_no_second_share_after_the_one_bought_before() -> None:
    table = table_of()
    table.major("PLM", 100, {"Ben": 4, "Ann": 3})
    table.do("buy-and-expand GWR")
    table.refuses("buy GWR from GWR", "18OE-MAJOR-09")
    table.refuses("buy PLM from PLM", "18OE-MAJOR-09")


@rule("18OE-MAJOR-09")
def test_no_other_share_is_bought() -> None:
    table = table_of()
    table.major("PLM", 100, {"Ben": 4, "Ann": 3})
    table.do("expand GWR")
    table.refuses("buy PLM from PLM", "18OE-MAJOR-09")
    table.do("buy GWR from GWR")
    assert table.turn == "Ben"


@rule("18OE-MAJOR-10", "18OE-SR-27")
def test_a_floater_who_is_not_president_becomes_it() -> None:
    table = table_of(Ben=2, Ann=2)
    table.do("expand GWR")
    table.refuses("pass", "18OE-MAJOR-10")
    table.do("buy GWR from GWR")
    assert (table.director("GWR"), table.shares("Ann", "GWR"), table.shares("Ben", "GWR")) == ("Ann", 3, 2)
    assert table.cash("Ann") == 1350 - 90


@pytest.mark.parametrize(
    ("cash", "held", "allowed"),
    [(90, 0, True), (89, 0, False), (0, 1, True), (0, 0, False)],
)
@rule("18OE-MAJOR-10")
def test_the_share_must_be_within_reach(cash: int, held: int, allowed: bool) -> None:
    """With what the floater has, or gets for other shares."""
    table = table_of(Ben=2, Ann=2)
    if held:
        table.major("PLM", 90, {"Ben": 4, "Ann": held})
    table.give_cash("Ann", cash)
    if not allowed:
        table.refuses("expand GWR", "18OE-MAJOR-10")
        return
    table.do("expand GWR")
    if held:
        table.do("sell 1 PLM")
    table.do("buy GWR from GWR")
    assert (table.director("GWR"), table.cash("Ann")) == ("Ann", 0)


@rule("18OE-MAJOR-10", "18OE-SR-08")
def test_what_the_market_takes_decides_what_a_floater_can_raise() -> None:
    """Of four shares only one can be sold: for 90 it is just enough, for 80 it is not."""
    for square, allowed in (("90.d5", True), ("80.d6", False)):
        table = table_of(Ben=2, Ann=2)
        table.major("PLM", square, {"Ann": 4, "Ben": 2, "pool": 4})
        table.give_cash("Ann", 0)
        assert table.allows("expand GWR") == allowed


@rule("18OE-MAJOR-10")
def test_a_sale_that_brings_too_little_is_refused() -> None:
    """Shares of a railroad are sold at once: one for 75 would not be enough for the share that has to be bought."""
    table = table_of(Ben=2, Ann=2)
    table.major("PLM", 75, {"Ben": 4, "Ann": 3})
    table.major("KBS", 75, {"Ben": 4, "Ann": 1})
    table.give_cash("Ann", 0)
    table.do("expand GWR")
    assert table.allows("sell 1 PLM"), "one of KBS may follow"
    table.do("sell 1 KBS")
    table.do("sell 1 PLM")
    assert table.cash("Ann") == 150
    table = table_of(Ben=2, Ann=2)
    table.major("PLM", 75, {"Ben": 4, "Ann": 3})
    table.give_cash("Ann", 0)
    table.do("expand GWR")
    table.refuses("sell 1 PLM", "18OE-MAJOR-10")
    table.do("sell 2 PLM", "buy GWR from GWR")
    assert table.cash("Ann") == 60


@rule("18OE-MAJOR-10", "18OE-CERT-08")
def test_the_certificate_limit_counts_for_the_share_too() -> None:
    """At the limit a floater has to sell another share first; if there is none, the float is refused."""
    for sells in (False, True):
        table = Europe(4, railroad_phase="major", phase="3")
        table.regional("GWR", 70, {"Ben": 2, "Ann": 2})
        table.major("PLM", 100, {"Ben": 4, "Ann": 3} if sells else {"Ben": 4})
        owned = 36 - 2 - (3 if sells else 0)
        for symbol in table.book.private_names[:10]:
            table.give_private(symbol, "Ann")
        for minor in "ABCDEFGHJKLM":
            table.charter(minor, "Ann")
        for symbol in ("SB", "MAV", "SFAI", "SFR", "MZA", "CHN", "RCP", "BJV", "DSJ", "MSP", "MKV", "WW")[: owned - 22]:
            table.regional(symbol, 60, {"Ann": 2})
        table.stock_turn("Ann", number=2)
        if not sells:
            table.refuses("expand GWR", "18OE-MAJOR-10")
            continue
        table.do("expand GWR")
        table.refuses("buy GWR from GWR", "18OE-CERT-08")
        table.do("sell 1 PLM", "buy GWR from GWR")
        assert table.director("GWR") == "Ann"


@rule("18OE-MAJOR-11")
def test_the_par_holds_until_the_round_ends() -> None:
    table = table_of(75)
    table.do("expand GWR", "buy GWR from GWR")
    table.state.price[table.company("GWR")] = table.place("90.d5")
    table.do("buy GWR from GWR")
    assert (table.cash("Ben"), table.cash("GWR")) == (1250, 265)
    assert table.state.par[table.company("GWR")] != NOWHERE


@rule("18OE-MAJOR-13")
def test_the_float_is_the_whole_action() -> None:
    table = table_of()
    table.regional("PLM", 60, {"Ann": 2})
    table.do("expand GWR")
    table.refuses("expand PLM", "18OE-MAJOR-13")
    table.do("pass")
    assert table.turn == "Ben"
    assert table.state.kind[table.company("PLM")] == REGIONAL


@rule("18OE-MAJOR-13", "18OE-SR-06")
def test_floating_a_major_is_no_pass() -> None:
    table = table_of()
    table.do("expand GWR", "pass", "pass", "pass", "pass")
    assert table.state.round.kind == "stock"
    table.do("pass")
    assert table.state.round.kind == "operating"
    assert table.book.owner_names[table.state.priority] == "Ben"
