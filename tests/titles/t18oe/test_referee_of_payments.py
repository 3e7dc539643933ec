"""A referee who knows sections 4.4, 11.4, 11.6.4 and 11.6.5 of the rulebook, and no code, checks what is paid."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from random import Random

import pytest

from railhead.core.state import INSOLVENT
from railhead.rules.dividends import Dividend
from railhead.testing import rule
from railhead.titles.t18oe.facts import NATIONAL
from tests.titles.t18oe.table import NAMES, Europe
from tests.titles.t18oe.test_market import ROWS, SQUARES, name

# -- dividends ------------------------------------------------------------------------------------


def moved(square: tuple[int, int], paid: int) -> tuple[int, int]:
    """Where the marker goes: right if the total reaches the share value, left if nothing was paid."""
    row, column = square
    if paid >= ROWS[row][column]:
        ways = [(row, column + 1), (row - 1, column)]
    else:
        ways = [] if paid else [(row, column - 1), (row + 1, column)]
    return next((way for way in ways if way in SQUARES), square)


@rule(
    *("18OE-DIV-01", "18OE-DIV-02", "18OE-DIV-03", "18OE-DIV-05", "18OE-DIV-06", "18OE-DIV-07", "18OE-DIV-08"),
    *("18OE-MKT-06", "18OE-MKT-07", "18OE-MKT-08", "18OE-MKT-12", "18OE-MKT-13", "18OE-MKT-14"),
)
@pytest.mark.parametrize("seed", range(60))
def test_what_a_major_or_national_pays(seed: int) -> None:
    chance = Random(seed)
    square, players = chance.choice(SQUARES), chance.randrange(3, 8)
    owners = chance.sample(NAMES[:players], 3)
    shares = {owners[0]: chance.randrange(3, 6), owners[1]: chance.randrange(3), owners[2]: chance.randrange(2)}
    shares["pool"] = chance.randrange(10 - sum(shares.values()) + 1)
    value = ROWS[square[0]][square[1]]
    revenue = chance.choice((0, value // 10 * 10, value // 10 * 20, 10 * chance.randrange(80)))
    at = Europe(players, railroad_phase="major", phase="5")
    national = chance.random() < 0.3
    if national:
        at.national("PLM", name(*square), shares)
        shares["pool"] = 10 - sum(count for owner, count in shares.items() if owner != "pool")
    else:
        at.major("PLM", name(*square), shares)
    way = chance.choice(("pay", "half", "keep")) if revenue and not national else "pay" if revenue else "keep"
    for owner in NAMES[:players]:
        at.give_cash(owner, 0)
    at.state.revenue[at.company("PLM")] = revenue
    at.facing(Dividend(at.company("PLM")))
    at.settle()
    if revenue and not national:
        assert sorted(at.offered()) == ["half", "keep", "pay"]
        at.do(way)
    assert at.waits
    paid = {"pay": revenue, "half": revenue // 2, "keep": 0}[way]
    treasury = 10 - sum(shares.values())
    for owner in owners:
        assert at.cash(owner) == ceil(Fraction(paid * shares[owner], 10))
    assert at.cash("PLM") == revenue - paid + ceil(Fraction(paid * treasury, 10))
    assert SQUARES[at.state.price[at.company("PLM")]] == moved(square, paid)


# -- reserved trains ------------------------------------------------------------------------------

ZONE_AND_HOME = ("UK", "F25.0")


@rule("18OE-FORCED-02", "18OE-FORCED-04", "18OE-FORCED-06", "18OE-INSOLV-01", "18OE-INSOLV-02", "18OE-INSOLV-03")
@pytest.mark.parametrize("owner", [0, 9, 10, 49, 50, 100])
@pytest.mark.parametrize("treasury", [0, 40, 50, 51, 89, 90, 99, 100, 130])
@pytest.mark.parametrize("kind", ["E", "J", "regional", "major"])
def test_who_pays_for_a_reserved_train(kind: str, treasury: int, owner: int) -> None:
    """100, for minor J 90: the treasury, then the owner's cash, then insolvency or a national."""
    at = Europe(phase="2", railroad_phase="major")
    symbol, cost, face = {"E": ("E", 100, 120), "J": ("J", 90, 120)}.get(kind, ("GWR", 100, 130))
    if kind == "regional":
        at.regional("GWR", 65, {"Ann": 2}, cash=treasury, operated=False)
    elif kind == "major":
        at.major("GWR", 100, {"Ann": 2}, cash=treasury, operated=False)
    else:
        at.minor(symbol, "Ann", *ZONE_AND_HOME, cash=treasury, operated=False)
    at.give_cash("Ann", owner)
    at.operate(symbol, "buy", number=1)
    outcome = (at.cash("Ann"), at.cash(symbol), at.trains(symbol), at.has(symbol, INSOLVENT))
    if treasury + owner >= cost:
        assert at.offered("train") == ["train 2+2 from ipo"]
        at.refuses("pass", "18OE-TRAIN-18")
        at.do("train 2+2 from ipo")
        helped = max(0, cost - treasury)
        assert (at.cash("Ann"), at.cash(symbol)) == (owner - helped, max(0, treasury - cost))
        assert at.trains(symbol) == ["2+2"]
    elif kind != "major":
        assert outcome == (face, treasury + owner, ["2+2"], True)
        assert at.director(symbol) == "pool"
    else:
        assert at.offered() == ["surrender"]
        at.do("surrender")
        assert (at.cash("Ann"), at.cash("GWR"), at.state.kind[at.company("GWR")]) == (0, 0, NATIONAL)
        assert (at.trains("GWR"), at.shares("pool", "GWR"), at.director("GWR")) == ([], 8, "Ann")
