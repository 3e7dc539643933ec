"""The figures of the rules in whole tables, as the rulebook gives them, and the price ladder."""

from __future__ import annotations

from dataclasses import asdict

from railhead.testing import rule
from railhead.titles import catalogue
from railhead.titles.t18bf.facts import FACTS, NUMBERS

BOOK = catalogue.rulebook("18BF", ("A", "B", "C"))

LADDER = (
    40, 45, 50, 55, 60, 65, 70, 80, 90, 100, 110, 120, 135, 150, 165, 180, 200, 220, 245, 270, 300, 330, 360, 400, 440,
    490, 540, 600, 660, 720, 800,
)  # fmt: skip


def test_the_price_ladder() -> None:
    """Not in the rulebook, but for the ends of its ranges; all of them are spaces of the ladder."""
    assert tuple(BOOK.market.prices) == LADDER
    for price in (50, 65, 70, 100, 135, 150, 165, 200):
        assert price in LADDER


@rule("18BF-START-02")
def test_publics_start_at_70_to_200() -> None:
    assert FACTS["market"]["par"] == [price for price in LADDER if 70 <= price <= 200]


def test_the_outlined_ranges() -> None:
    """Worked example 18BF-EX-10: brown and red for Minors, 50 to 135; red and purple for Publics, 70 to 200."""
    assert [(zone["low"], zone["high"]) for zone in FACTS["market"]["zones"]] == [(50, 65), (70, 135), (150, 200)]


def test_the_numbers_of_the_rules() -> None:
    """Worked examples 18BF-EX-29, 18BF-EX-30, 18BF-EX-31 and 18BF-EX-33, and the others."""
    assert asdict(NUMBERS) == {
        "railways_in_play": 7,
        "batch_of_a": 2,
        "batch_of_others": 4,
        "bid_step": 5,
        "least_minor_bid": 100,
        "highest_minor_start": 135,
        "most_minor_price": 165,
        "lowest_public_start": 70,
        "highest_public_start": 200,
        "lowest_conversion": 100,
        "highest_conversion": 165,
        "most_in_pool": 50,
        "most_held": 60,
        "loan": 50,
        "loan_interest": 5,
        "extra_tile": 20,
        "public_tiles": 2,
        "system_tiles": 3,
        "marker_per_hex": 20,
        "dividend_rounding": 10,
        "most_merging_minors": 10,
        "most_minors_of_a_player": 6,
        "most_markers_kept": 2,
        "most_merging_publics": 4,
        "few_markers": 8,
        "three_publics_left": 3,
        "operating_rounds": 2,
        "long_last_set": 3,
    }


@rule("18BF-SETUP-12", "18BF-SETUP-13", "18BF-SETUP-14", "18BF-OR-03", "18BF-LOAN-04")
def test_the_kinds_of_company() -> None:
    found = {kind.name: (kind.shares, kind.director_shares, kind.rank, kind.loans) for kind in BOOK.kinds}
    assert found == {"Minor": (1, 1, 0, 2), "Public": (10, 2, 1, 5), "System": (20, 4, 2, 10)}


@rule("18BF-PHASE-01", "18BF-PHASE-02", "18BF-PHASE-03", "18BF-PHASE-04", "18BF-PHASE-05", "18BF-PHASE-06")
def test_the_phases() -> None:
    """Colours, train limits, the column of values, and the pile whose first train begins the phase."""
    begun_by = {pile.begins: pile.name for pile in BOOK.piles if pile.begins is not None}
    found = {
        phase.name: (
            len(phase.colours),
            phase.train_limits,
            phase.stage,
            phase.operating_rounds,
            begun_by.get(number, ""),
        )
        for number, phase in enumerate(BOOK.phases)
    }
    assert found == {
        "2": (1, (2, 0, 0), 0, 2, ""),
        "3": (2, (2, 4, 0), 1, 2, "3"),
        "4": (2, (1, 3, 0), 1, 2, "4"),
        "5": (3, (1, 3, 0), 2, 2, "5/3G"),
        "6": (3, (1, 2, 4), 2, 2, "6/4G"),
        "7": (4, (1, 2, 4), 3, 2, "3+3/5G"),
        "8": (4, (0, 2, 4), 3, 2, "4+4/6G"),
    }
    assert all(phase.colours == ("yellow", "green", "brown", "grey")[: len(phase.colours)] for phase in BOOK.phases)
    assert {pile.name: pile.opens for pile in BOOK.piles if pile.opens is not None} == {"5+5E": 6, "2+2": 6}
