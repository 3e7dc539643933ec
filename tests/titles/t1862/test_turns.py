"""A company's turn: its parts in order, who decides, what a company in receivership leaves out (1862-OR, 1862-RECV)."""

from __future__ import annotations

from railhead.rules.redemption import Redeem
from railhead.rules.tokens import PlaceTokens
from railhead.rules.track import LayTrack
from railhead.rules.trains import BuyTrains
from railhead.testing import Table, rule
from railhead.titles.t1862.facts import FREIGHT
from railhead.titles.t1862.merging import MergeOrNot
from tests.titles.t1862.railways import operating, railway, table


def neighbours() -> Table:
    """ESR of A and I&B of B share Ipswich; ESR is about to begin its turn and has no permit for its train."""
    at = table(3)
    at.lay("790@1 F11", "790@0 E12", "621@0 D9")
    railway(
        at,
        "ESR",
        {"A": 5, "pool": 2},
        price=100,
        treasury=1000,
        trains=("2E",),
        permits=FREIGHT,
        markers=("F11.0",),
        unused=2,
    )
    railway(at, "I&B", {"B": 5}, price=90, treasury=0, trains=("2E",), markers=("F11.0", "D9.0"), unused=1)
    operating(at, "ESR", "begin")
    at.settle()
    return at


def part(at: Table) -> str:
    """The part of the turn that is under way."""
    return type(at.step).__name__


PART_OF = {
    "merge with I&B": MergeOrNot,
    "lay 57 on E2 turned 0": LayTrack,
    "token at E2.0": PlaceTokens,
    "train 1F with 0 warranties": BuyTrains,
    "redeem-share": Redeem,
}
"""Actions, and the part of the turn to which each belongs."""


@rule("1862-OR-04", "1862-OR-05", "1862-REDEEM-03")
def test_the_parts_of_a_turn_come_in_order_and_the_director_decides() -> None:
    at = neighbours()
    seen = []
    while at.turn == "A":
        seen.append(type(at.step))
        for text, part in PART_OF.items():
            if part is not type(at.step):
                at.refuses(text, "1862-OR-04")
        at.do("pass")
    assert seen == [MergeOrNot, LayTrack, PlaceTokens, BuyTrains, Redeem, MergeOrNot]
    assert at.turn == "B", "the director of the next company"


@rule("1862-REDEEM-03")
def test_nothing_is_redeemed_before_trains_are_bought_or_once_acquiring_has_begun() -> None:
    at = neighbours()
    while part(at) != "BuyTrains":
        at.do("pass")
    at.refuses("redeem-share", "1862-OR-04")
    at.do("pass")
    assert at.allows("redeem-share")
    at.do("pass")
    assert part(at) == "MergeOrNot"
    at.refuses("redeem-share", "1862-OR-04")


@rule("1862-RECV-02", "1862-MERGE-06")
def test_a_company_in_receivership_neither_builds_nor_places_nor_merges() -> None:
    at = table(3)
    at.lay("790@1 F11")
    railway(at, "ESR", {"pool": 5, "A": 2}, price=100, treasury=50, trains=("2E",), unused=2, director="pool")
    railway(at, "I&B", {"B": 5}, price=90, treasury=500, trains=("2E",), markers=("F11.0",), unused=1)
    at.operating_round()
    assert at.turn == "B", "nobody is asked anything for ESR"
    assert at.company("ESR") not in at.state.tokens[at.stop("F11.0")]
    assert at.state.spare_tokens[at.company("ESR")] == 2
    assert at.price("ESR") == 90, "it has had its turn"


@rule("1862-START-09")
def test_a_start_needs_room_for_one_certificate() -> None:
    at = table(4)
    for name in ("ESR", "I&B"):
        railway(at, name, {"A": 8, "B": 2}, trains=("2E",))
    at.stock_turn("A")
    assert at.allows("start ENR at 54"), "12 certificates of 13"
    railway(at, "L&H", {"B": 3, "A": 1}, trains=("2E",))
    at.refuses("start ENR at 54", "1862-CERT-03")
