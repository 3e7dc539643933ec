"""The tables of the rulebook, written out a second time: prices, privates, trains and the numbers of the rules."""

from __future__ import annotations

import pytest

from railhead.core.rulebook import UNLIMITED
from railhead.testing import rule
from railhead.titles.t18bf.facts import (
    CITIES,
    LONDON_RED,
    MINE,
    NUMBERS,
    PRIVATES,
    SCOTLAND,
    STOPS,
    TIMES,
    TRADE_IN,
    WALES,
)
from railhead.titles.t18bf.starting import START_PLACES
from tests.titles.t18bf.table import BigFour

LADDER = (
    40, 45, 50, 55, 60, 65, 70, 80, 90, 100, 110, 120, 135, 150, 165, 180, 200, 220, 245, 270, 300, 330, 360, 400, 440,
    490, 540, 600, 660, 720, 800,
)  # fmt: skip
PRIVATE_TABLE = {
    "P1": (20, 30, (10, 10, 10, 10)),
    "P2": (30, 45, (15, 15, 15, 15)),
    "P3": (30, 45, (15, 15, 15, 15)),
    "P4": (30, 45, (15, 15, 15, 15)),
    "P5": (40, 60, (20, 20, 20, 20)),
    "P6": (40, 60, (20, 20, 20, 20)),
    "P7": (50, 75, (25, 25, 25, 25)),
    "P8": (50, 75, (25, 25, 25, 25)),
    "P9": (50, 75, (25, 25, 25, 25)),
    "P10": (60, 90, (30, 30, 30, 30)),
    "F1": (50, 50, (10, 15, 20, 25)),
    "F2": (50, 50, (10, 15, 20, 25)),
    "F3": (50, 50, (10, 15, 20, 25)),
    "F4": (100, 100, (20, 30, 40, 50)),
    "F5": (100, 100, (20, 30, 40, 50)),
    "F6": (100, 100, (20, 30, 40, 50)),
    "F7": (150, 150, (30, 45, 60, 75)),
    "F8": (150, 150, (30, 45, 60, 75)),
    "U1": (100, 100, (0, 0, 40, 50)),
    "U2": (150, 150, (0, 0, 0, 75)),
}
"""Lowest bid, face value, income by column."""
TRAIN_TABLE = {
    "2": (100, 15, 0, 2, 0, 1),
    "3": (225, 11, 0, 3, 0, 1),
    "4": (350, 6, 0, 4, 0, 1),
    "5": (550, 6, 135, 5, 0, 1),
    "3G": (450, 6, 125, 0, 3, 1),
    "6": (650, 3, 160, 6, 0, 1),
    "4G": (550, 3, 150, 0, 4, 1),
    "3+3": (800, 3, 200, 3, 0, 2),
    "5G": (700, 3, 175, 0, 5, 1),
    "4+4": (1000, UNLIMITED, 250, 4, 0, 2),
    "6G": (800, UNLIMITED, 200, 0, 6, 1),
    "5+5E": (1500, 5, 375, 5, 0, 2),
    "2+2": (600, UNLIMITED, 150, 2, 0, 2),
}
"""Price, number of cards in the pile, trade-in value, stops, cities of a goods train, and the factor of a run."""


@rule("18BF-AUC-17", "18BF-START-02", "18BF-DIV-03", "18BF-MERGE-04", "18BF-EX-10")
def test_the_price_ladder_and_its_ranges() -> None:
    market = BigFour().book.market
    assert market.prices == LADDER
    assert tuple(market.prices[place] for place in START_PLACES) == LADDER[6:17]
    assert market.par_prices == LADDER[6:17]
    assert [(zone.low, zone.high) for zone in market.zones] == [(50, 65), (70, 135), (150, 200)]
    assert (NUMBERS.least_minor_bid // 2, NUMBERS.highest_minor_start, NUMBERS.most_minor_price) == (50, 135, 165)
    assert (NUMBERS.lowest_public_start, NUMBERS.highest_public_start) == (70, 200)
    assert (NUMBERS.lowest_conversion, NUMBERS.highest_conversion) == (100, 165)


@rule(
    "18BF-PRIV-10", "18BF-PRIV-30", "18BF-EX-26", "18BF-EX-27", "18BF-EX-15", "18BF-EX-16", "18BF-EX-17", "18BF-EX-18"
)
@pytest.mark.parametrize("private", PRIVATE_TABLE)
def test_what_a_private_costs_and_pays(private: str) -> None:
    at = BigFour()
    number = at.private(private)
    least, face, income = PRIVATE_TABLE[private]
    assert PRIVATES[number].least_bid == least
    assert at.book.privates[number].value == face
    assert PRIVATES[number].incomes == income
    assert len(PRIVATE_TABLE) == len(at.book.privates)


@rule("18BF-TRAIN-14", "18BF-TRAIN-15", "18BF-TRAIN-20", "18BF-ROUTE-15", "18BF-EX-22", "18BF-EX-24", "18BF-EX-25")
@pytest.mark.parametrize("train", TRAIN_TABLE)
def test_the_table_of_trains(train: str) -> None:
    at = BigFour()
    number = at.train(train)
    facts = at.book.trains[number]
    found = (
        facts.price,
        at.book.piles[facts.pile].count,
        TRADE_IN[number],
        STOPS[number],
        CITIES[number],
        TIMES[number],
    )
    assert found == TRAIN_TABLE[train]
    assert tuple(TRAIN_TABLE) == at.book.train_names
    assert sum(pile.count for pile in at.book.piles if pile.count != UNLIMITED) == 49


@rule("18BF-BONUS-01", "18BF-BONUS-02", "18BF-BONUS-03", "18BF-GOODS-02", "18BF-EX-11", "18BF-EX-12", "18BF-EX-13")
def test_the_bonuses_by_phase() -> None:
    columns = [phase.stage for phase in BigFour().book.phases]
    assert [LONDON_RED[column] for column in columns] == [20, 20, 20, 30, 30, 30, 30]
    assert [WALES[column] for column in columns] == [10, 20, 20, 20, 20, 30, 30]
    assert [SCOTLAND[column] for column in columns] == [10, 20, 20, 30, 30, 40, 40]
    assert [MINE[column] for column in columns[3:]] == [50, 50, 60, 60]


@rule("18BF-EX-29", "18BF-EX-30", "18BF-EX-31", "18BF-EX-33")
def test_the_numbers_of_the_rules() -> None:
    assert [kind.loans for kind in BigFour().book.kinds] == [2, 5, 10]
    assert (NUMBERS.loan, NUMBERS.loan_interest) == (50, 5)
    assert (NUMBERS.extra_tile, NUMBERS.public_tiles, NUMBERS.system_tiles, NUMBERS.marker_per_hex) == (20, 2, 3, 20)
    assert (NUMBERS.most_merging_minors, NUMBERS.most_minors_of_a_player, NUMBERS.most_merging_publics) == (10, 6, 4)
    assert (NUMBERS.least_minor_bid, NUMBERS.bid_step, NUMBERS.most_in_pool, NUMBERS.most_held) == (100, 5, 50, 60)
    assert (NUMBERS.most_markers_kept, NUMBERS.few_markers, NUMBERS.three_publics_left) == (2, 8, 3)
    assert (NUMBERS.operating_rounds, NUMBERS.long_last_set, NUMBERS.dividend_rounding) == (2, 3, 10)
