"""Positions in which several rules meet; every figure was worked out from the rulebook beforehand."""

from __future__ import annotations

import pytest

from railhead.rules.dividends import Dividend
from railhead.testing import rule
from railhead.titles.t18oe.facts import NATIONAL
from railhead.titles.t18oe.rounds import begin_stock_round
from tests.titles.t18oe.table import NAMES, Europe


@rule("18OE-FORCED-04", "18OE-NATL-04", "18OE-SR-08", "18OE-SR-13")
def test_a_forced_national_fills_the_open_market_and_is_bought_from_there() -> None:
    """50 + 149 is a pound short of a 3; seven shares come to the Open Market, so that nobody can sell another."""
    at = Europe(phase="3", railroad_phase="major")
    at.major("GWR", 100, {"Ann": 2, "Ben": 1}, cash=50)
    at.remember(provided=(at.company("GWR"),))
    at.give_cash("Ann", 149)
    bank = at.cash("ipo")
    at.operate("GWR", "buy")
    at.do("surrender")
    assert (at.cash("Ann"), at.cash("GWR"), at.cash("ipo") - bank) == (0, 0, 199)
    assert (at.shares("pool", "GWR"), at.price("GWR"), at.director("GWR")) == (7, 100, "Ann")
    assert at.state.kind[at.company("GWR")] == NATIONAL
    at.give_cash("Ben", 100)
    at.stock_turn("Ben")
    at.refuses("sell 1 GWR", "18OE-SR-08")
    at.do("buy GWR from pool")
    assert (at.cash("Ben"), at.shares("Ben", "GWR"), at.director("GWR"), at.price("GWR")) == (0, 2, "Ann", 100)


@rule("18OE-FORCED-01", "18OE-MINOR-16")
def test_the_major_of_minor_j_is_helped_with_the_discounted_price() -> None:
    """A 3 costs it 180: 100 of its own, 80 of Ann's; with 79 she would have to surrender."""
    for cash in (80, 79):
        at = Europe(phase="3", railroad_phase="major")
        at.minor("J", "Ann", "FB", "U32.0", cash=0)
        at.major("GWR", 100, {"Ann": 2, "Ben": 1}, cash=100)
        at.remember(provided=(at.company("GWR"), at.company("J")))
        at.stock_turn("Ann")
        at.do("merge J into GWR", "keep token U32.0")
        at.give_cash("Ann", cash)
        at.operate("GWR", "buy")
        if cash == 79:
            assert at.offered("surrender")
            assert not at.offered("train")
            continue
        at.do("train 3 from ipo")
        assert (at.cash("GWR"), at.cash("Ann"), at.trains("GWR")) == (0, 0, ["3"])


@rule("18OE-NATL-10", "18OE-NATL-16", "18OE-TRAIN-23", "18OE-PHASE-07")
def test_a_first_4_with_a_national_at_its_limit_and_a_regional_above_its_own() -> None:
    """Ann's regional buys it besides a 2+2, which rusts; Cleo's has a 3 left of two trains; Ben's national keeps four.

    Ann has no major to convert and is not asked.
    """
    at = Europe(phase="3", railroad_phase="major")
    at.regional("SB", 60, {"Ann": 2}, cash=300, trains=("2+2",))
    at.regional("GWR", 60, {"Cleo": 2}, trains=("2+2", "3"))
    at.major("PLM", 100, {"Ben": 6}, cash=70, trains=("2+2", "2+2", "3", "3+3"))
    at.remember(provided=tuple(at.company(name) for name in ("SB", "GWR", "PLM")))
    at.left(3, 0)
    at.operate("SB", "buy")
    at.do("train 4 from ipo")
    assert (at.phase, at.trains("SB"), at.turn) == ("4", ["2+2", "4"], "Ben")
    while at.asked == "FormNationals":
        at.do("nationalise PLM" if at.allows("nationalise PLM") else "pass")
    while at.asked == "BuyTrains":
        at.do("pass")
    assert (at.trains("SB"), at.trains("GWR")) == (["4"], ["3"])
    assert at.trains("PLM") == ["2+2", "2+2", "3", "3+3"]
    assert (at.cash("PLM"), at.shares("pool", "PLM")) == (0, 4)


@rule("18OE-MERGE-24", "18OE-MAJOR-11", "18OE-SR-12", "18OE-MKT-09")
def test_minor_a_is_paid_the_share_value_and_not_the_par() -> None:
    """Ben sells one share: 100 falls to 90, the par stays; A has 40, so that the treasury gains 130."""
    at = Europe(phase="4", railroad_phase="major")
    at.minor("A", "Ann", "FB", "U32.0", cash=40)
    at.major("PLM", 100, {"Ann": 3, "Ben": 2}, par=True, cash=200)
    at.give_cash("Ben", 0)
    at.stock_turn("Ben")
    at.do("sell 1 PLM", "pass")
    assert (at.cash("Ben"), at.price("PLM")) == (100, 90)
    at.stock_turn("Ann")
    at.do("merge A into PLM", "keep token U32.0")
    assert (at.cash("PLM"), at.shares("Ann", "PLM"), at.shares("PLM", "PLM")) == (200 + 40 + 90, 4, 4)
    at.give_cash("Cleo", 100)
    at.stock_turn("Cleo")
    at.do("buy PLM from PLM")
    assert (at.cash("Cleo"), at.cash("PLM")) == (0, 430)


@rule("18OE-SR-17", "18OE-SR-15", "18OE-SR-16")
def test_beyond_sixty_per_cent_by_merger_and_then_at_twice_the_value() -> None:
    at = Europe(phase="4", railroad_phase="major")
    at.minor("B", "Ann", "FB", "U32.0", cash=0)
    at.major("PLM", 100, {"Ann": 6, "pool": 2})
    at.stock_turn("Ann")
    at.do("merge B into PLM", "keep token U32.0")
    assert at.shares("Ann", "PLM") == 7
    at.give_cash("Ann", 200)
    at.stock_turn("Ann")
    at.refuses("buy PLM from PLM", "18OE-SR-15")
    at.do("buy PLM from pool")
    assert (at.shares("Ann", "PLM"), at.cash("Ann"), at.cash("PLM")) == (8, 0, 0)


@rule("18OE-SETUP-10", "18OE-SR-06", "18OE-SR-01")
@pytest.mark.parametrize(("players", "last"), [(n, k) for n in range(3, 8) for k in range(n)])
def test_the_left_neighbour_of_the_last_to_act_begins_the_next_round(players: int, last: int) -> None:
    at = Europe(players, railroad_phase="major", phase="3")
    at.major("GWR", 100, {NAMES[0]: 2})
    at.national("PLM", 100, {NAMES[0]: 5})
    for name in NAMES[:players]:
        at.give_cash(name, 500)
    begin_stock_round(at.game, 4)
    at.settle()
    assert at.turn == "Ann"
    for name in NAMES[: last + 1]:
        assert at.turn == name
        at.do("buy GWR from GWR" if name == NAMES[last] else "pass")
        if at.turn == name:
            at.do("pass")
    while at.state.round.kind == "stock":
        at.do("pass")
    begin_stock_round(at.game, 5)
    at.settle()
    assert at.turn == NAMES[(last + 1) % players]


@rule("18OE-MAJOR-06", "18OE-DIV-01", "18OE-DIV-02", "18OE-DIV-07", "18OE-MKT-12", "18OE-MKT-13", "18OE-MKT-14")
@pytest.mark.parametrize(
    ("choice", "paid", "price"),
    [
        ("pay", {"Ann": 22, "Ben": 11, "GWR": 77}, 80),
        ("half", {"Ann": 11, "Ben": 6, "GWR": 55 + 39}, 75),
        ("keep", {"Ann": 0, "Ben": 0, "GWR": 110}, 70),
    ],
)
def test_a_regional_that_has_expanded_pays_ten_shares(choice: str, paid: dict[str, int], price: int) -> None:
    """Par 60 becomes 75. Of 110, its 50% and 25% are now 20% and 10%, and seven shares are its own."""
    at = Europe(phase="3", railroad_phase="major")
    at.regional("GWR", 60, {"Ann": 2, "Ben": 1}, cash=0)
    at.give_cash("Ann", 0)
    at.give_cash("Ben", 0)
    at.stock_turn("Ann")
    at.do("expand GWR")
    assert (at.price("GWR"), at.shares("GWR", "GWR")) == (75, 7)
    at.state.revenue[at.company("GWR")] = 110
    at.facing(Dividend(at.company("GWR")))
    at.settle()
    at.do(choice)
    assert ({name: at.cash(name) for name in paid}, at.price("GWR")) == (paid, price)


@rule("18OE-INSOLV-02", "18OE-INSOLV-03", "18OE-INSOLV-05", "18OE-MINOR-16")
def test_minor_j_is_insolvent_by_its_own_price_and_bought_by_it() -> None:
    """50 + 39 is a pound short of 90; its owner gets 120, and it costs 120 + 1 afterwards."""
    at = Europe(phase="2", railroad_phase="regional")
    at.minor("J", "Ann", "FB", "U32.0", cash=50, operated=False)
    at.give_cash("Ann", 39)
    at.operate("J", "buy", number=1)
    assert (at.cash("Ann"), at.cash("J"), at.trains("J"), at.director("J")) == (120, 89, ["2+2"], "pool")
    at.give_cash("Ben", 121)
    bank = at.cash("ipo")
    at.stock_turn("Ben")
    at.do("rescue J")
    assert (at.cash("Ben"), at.cash("J"), at.director("J"), at.cash("ipo") - bank) == (0, 0, "Ben", 120 + 90)


@rule("18OE-NTRAIN-02", "18OE-NTRAIN-04", "18OE-NTRAIN-05", "18OE-FORCED-02", "18OE-FORCED-05")
def test_a_national_takes_the_last_train_of_a_major_which_has_to_buy_another() -> None:
    """The bank pays the major half of 475, rounded down; with 400 in all it then buys a 5 for 400 by itself."""
    at = Europe(phase="5", railroad_phase="major")
    at.left(5, 4)
    at.national("PLM", 120, {"Ann": 6}, trains=("2+2",))
    at.major("GWR", 100, {"Ann": 2}, cash=163, trains=("5+5",))
    at.remember(provided=(at.company("GWR"), at.company("PLM")))
    at.give_cash("Ann", 0)
    at.operate("PLM", "buy")
    at.do("replace 2+2 by 5+5 of GWR", "pass")
    assert (at.trains("PLM"), at.trains("GWR"), at.cash("GWR")) == (["5+5"], [], 400)
    at.operate("GWR", "buy")
    at.refuses("pass", "18OE-TRAIN-14")
    assert at.offered("train") == ["train 5 from ipo"]
    at.do("train 5 from ipo")
    assert (at.cash("GWR"), at.trains("GWR")) == (0, ["5"])


@rule("18OE-PHASE-08", "18OE-TRAIN-23", "18OE-NATL-09", "18OE-NATL-16")
def test_a_first_6_with_the_trains_of_a_converting_major_above_the_limit() -> None:
    """Ben's major has three trains and Swift's; converted, all four count, and three may stay."""
    at = Europe(phase="5", railroad_phase="major")
    at.fill_works()
    at.left(5, 0)
    at.major("GWR", 100, {"Ann": 6}, cash=525, trains=("5",))
    at.major("PLM", 100, {"Ben": 6}, trains=("3", "3+3", "4", "2+2*"))
    at.remember(provided=(at.company("GWR"), at.company("PLM")), consolidated=2)
    at.operate("GWR", "buy")
    at.do("train 6 from ipo")
    while at.asked == "FormNationals":
        at.do("nationalise PLM" if at.allows("nationalise PLM") else "pass")
    while at.asked == "BuyTrains":
        at.do("pass")
    assert (at.trains("GWR"), at.turn) == (["5", "6"], "Ben")
    assert at.offered("return") == ["return 2+2", "return 3", "return 3+3", "return 4"]
    at.do("return 2+2")
    assert sorted(at.trains("PLM")) == ["3", "3+3", "4"]
