"""Positions of 18OE in which trains, phases, Pullmans and what they do to railroads meet other rules.

Every figure was worked out from the rulebook before the code was asked.
"""

from __future__ import annotations

import pytest

from railhead.core.ids import marks_of
from railhead.core.state import Round
from railhead.rules.dividends import Dividend
from railhead.testing import rule
from railhead.titles.t18oe import nationals
from railhead.titles.t18oe.facts import NATIONAL
from railhead.titles.t18oe.rounds import begin_operating_round
from tests.titles.t18oe.table import Europe


def provided(at: Europe, *companies: str) -> None:
    """These railroads have had their reserved trains."""
    at.remember(provided=tuple(at.company(name) for name in companies))


def merged(at: Europe, minor: str, major: str) -> None:
    """The major has the ability of a minor."""
    into = list(at.record.into)
    into[at.company(minor)] = at.company(major)
    at.remember(into=tuple(into))


def in_box(at: Europe, level: int) -> int:
    """How many rusted trains of a level lie in the Locomotive Works."""
    return at.state.scrapped[level - 2]


@rule("18OE-MINOR-16", "18OE-PULLMAN-01", "18OE-PULLMAN-06", "18OE-PULLMAN-10", "18OE-PRIV-46", "18OE-TRAIN-27")
def test_minor_j_begins_phase_4_with_a_pullman_and_swift_has_its_train_in_between() -> None:
    """270 for the 4 and 135 for the Pullman; M has 15 and a Pullman of its own, Cleo's regional a 2+2 for good."""
    at = Europe(railroad_phase="major", phase="3")
    at.left(3, 0)
    at.minor("J", "Ann", "FB", "U32.0", cash=405, trains=("2+2",))
    at.minor("M", "Ben", "FB", "Q38.0", cash=0, trains=("2+2",))
    at.regional("GWR", 60, {"Cleo": 2}, trains=("2+2",))
    at.give_private("SML", "Cleo")
    provided(at, "J", "M", "GWR")
    at.operate("J", "buy")
    at.refuses("pullman from ipo", "18OE-PHASE-17")
    at.do("train 4 from ipo")
    assert (at.phase, at.turn) == ("4", "Cleo"), "unsold trains have rusted at once, so there is one for Swift"
    at.do("swift GWR", "pullman from ipo")
    assert (at.cash("J"), at.cash("M"), at.record.pullman_stock) == (0, 15, 8)
    assert set(at.record.pullmans) == {at.company("J"), at.company("M")}
    assert at.waits
    assert (at.trains("J"), at.trains("M")) == (["4"], [])
    assert [marks_of(train) for train in at.game.trains_of(at.company("GWR"))] == [1]
    assert in_box(at, 2) == 29


@rule("18OE-FORCED-01", "18OE-FORCED-02", "18OE-TRAIN-07", "18OE-TRAIN-27", "18OE-PHASE-12")
def test_a_forced_3_of_the_open_market_rusts_as_the_next_railroad_buys_a_6() -> None:
    """150 and 50 of Ann's for the cheaper side of a 3+3, not for the 4 or a new 5; then Ben begins Train Phase 6."""
    at = Europe(railroad_phase="major", phase="5")
    at.left(5, 0)
    at.major("GWR", 100, {"Ann": 3}, cash=150)
    at.major("PLM", 90, {"Ben": 3}, cash=525, trains=("5",))
    at.in_market("3+3", "4", "3+3")
    provided(at, "GWR", "PLM")
    at.give_cash("Ann", 60)
    at.operate("GWR", "buy")
    assert at.offered("train") == ["train 3 from pool"]
    at.do("train 3 from pool")
    assert (at.cash("GWR"), at.cash("Ann"), at.trains("GWR")) == (0, 10, ["3"])
    boxes = in_box(at, 3)
    at.operate("PLM", "buy")
    at.do("train 6 from ipo")
    at.no_nationals()
    assert (at.trains("GWR"), at.trains("PLM"), at.market_trains) == ([], ["5", "6"], ["4"])
    assert in_box(at, 3) - boxes == 2


@rule("18OE-NATL-10", "18OE-NTRAIN-01", "18OE-NTRAIN-02", "18OE-NTRAIN-03", "18OE-TRAIN-23", "18OE-PHASE-08")
def test_a_major_that_begins_phase_6_and_converts_goes_on_at_the_limit_of_a_national() -> None:
    """It keeps a 3, a 5 and the 6, which are all of three: it may turn the 3, but claim and swap nothing."""
    at = Europe(railroad_phase="major", phase="5")
    at.left(5, 0)
    at.major("PLM", 100, {"Ann": 6}, cash=600, trains=("3", "5"))
    at.major("GWR", 90, {"Ben": 6}, trains=("3", "4"))
    at.in_market("3")
    provided(at, "PLM", "GWR")
    boxes, bank = in_box(at, 3), at.cash("ipo")
    at.operate("PLM", "buy")
    at.do("train 6 from ipo", "nationalise PLM")
    at.no_nationals()
    assert (at.cash("PLM"), at.cash("ipo") - bank) == (0, 600)
    assert in_box(at, 3) - boxes == 1, "the one of the market; Ben's goes when the step ends"
    assert at.offered() == ["turn 3", "pass"]
    at.refuses("claim 2+2", "18OE-TRAIN-02")
    at.refuses("swap 3 for 3+3", "18OE-NTRAIN-02")
    at.do("turn 3", "pass")
    assert sorted(at.trains("PLM")) == ["3+3", "5", "6"]
    assert (at.trains("GWR"), in_box(at, 3) - boxes) == (["4"], 2)


@rule("18OE-FORCED-04", "18OE-NATL-07", "18OE-NATL-05", "18OE-NTRAIN-01", "18OE-PHASE-07", "18OE-SHARES-05")
def test_a_surrendered_major_of_phase_5_takes_four_rusted_trains() -> None:
    """60 and Ann's 100 do not buy a 5; minor G is abandoned, the Pullman lies in the market, and it has no treasury."""
    at = Europe(railroad_phase="major", phase="5")
    at.minor("G", "Ann", "FB", "U32.0")
    at.major("GWR", 100, {"Ann": 3, "Ben": 2}, cash=0)
    provided(at, "GWR", "G")
    at.stock_turn("Ann")
    at.do("merge G into GWR", "keep token U32.0")
    at.remember(pullmans=(at.company("GWR"),), pullman_stock=8)
    at.give_cash("GWR", 60)
    at.give_cash("Ann", 100)
    bank = at.cash("ipo")
    at.operate("GWR", "buy")
    at.do("surrender")
    assert (at.cash("Ann"), at.cash("GWR"), at.cash("ipo") - bank) == (0, 0, 160)
    assert (at.record.abandoned, at.record.pullmans_in_market) == ((at.company("G"),), 1)
    assert at.state.tokens.get(at.stop("U32.0"), ()) == ()
    assert at.shares("pool", "GWR") == 10 - 4 - 2
    at.do(*["claim 2+2"] * 4)
    assert at.trains("GWR") == ["2+2"] * 4
    assert at.waits, "nothing more to claim, no shares to trade"


@rule("18OE-NTRAIN-05", "18OE-MINOR-16", "18OE-NTRAIN-04")
def test_half_of_the_face_value_also_for_a_train_that_was_bought_at_a_discount() -> None:
    """A 4+4 has cost the major of J 315; a national of the same owner brings it half of 350."""
    at = Europe(railroad_phase="major", phase="4")
    at.national("PLM", 120, {"Ann": 6}, trains=("2+2",))
    at.major("GWR", 100, {"Ann": 2}, cash=315)
    merged(at, "J", "GWR")
    provided(at, "GWR", "PLM")
    at.operate("GWR", "buy")
    at.do("train 4+4 from ipo")
    assert at.cash("GWR") == 0
    at.operate("PLM", "buy")
    at.do("replace 2+2 by 4+4 of GWR")
    assert (at.cash("GWR"), at.trains("GWR"), at.trains("PLM")) == (175, [], ["4+4"])


@rule("18OE-TRAIN-06", "18OE-PHASE-19", "18OE-PHASE-13", "18OE-TRAIN-27", "18OE-SETUP-04")
def test_the_fourth_7_and_the_first_8_in_one_step() -> None:
    """750 and 1,000; every 4 is gone then, that of the market too."""
    at = Europe(railroad_phase="major", phase="7")
    at.left(7, 11)
    at.major("PLM", 100, {"Ann": 6}, cash=1750)
    at.major("GWR", 90, {"Ben": 6}, trains=("4+4", "5"))
    at.in_market("4")
    provided(at, "PLM", "GWR")
    boxes = in_box(at, 4)
    at.operate("PLM", "buy")
    at.refuses("train 5D from ipo", "18OE-TRAIN-06")
    at.do("train 7+7 from ipo", "train 5D from ipo")
    assert (at.phase, at.cash("PLM")) == ("8", 0)
    at.no_nationals()
    assert (at.trains("PLM"), at.trains("GWR"), at.market_trains) == (["7+7", "5D"], ["5"], [])
    assert in_box(at, 4) - boxes == 2


@rule("18OE-MINOR-17", "18OE-MINOR-18", "18OE-MKT-14", "18OE-TRAIN-14", "18OE-FORCED-05")
def test_the_mail_pays_for_a_train_but_not_for_the_share_value() -> None:
    """350 and the 50 of Train Phase 5 buy a 5; without a run the marker moves left, from 100 to 90."""
    at = Europe(railroad_phase="major", phase="5")
    at.left(5, 4)
    at.major("GWR", 100, {"Ann": 3}, cash=350)
    merged(at, "K", "GWR")
    provided(at, "GWR")
    begin_operating_round(at.game, Round("operating", 3, 1, 2))
    at.settle()
    assert at.cash("GWR") == 400
    while at.asked != "BuyTrains":
        at.do("pass")
    assert at.price("GWR") == 90
    at.refuses("pass", "18OE-TRAIN-14")
    at.do("train 5 from ipo")
    assert (at.cash("GWR"), at.trains("GWR")) == (0, ["5"])


@rule("18OE-PULLMAN-07", "18OE-PULLMAN-03", "18OE-PULLMAN-04", "18OE-NATL-05")
def test_the_free_pullman_is_sold_and_its_seller_buys_another_of_its_own_stock() -> None:
    """75 from Ben's; then 150 to the bank, of which 15 come back; when it converts, that one goes to the market."""
    at = Europe(railroad_phase="major", phase="4")
    at.major("PLM", 100, {"Ann": 6}, cash=75, trains=("4",))
    at.major("BEL", 90, {"Ben": 6}, cash=75, trains=("4",))
    merged(at, "M", "PLM")
    at.remember(pullmans=(at.company("PLM"),), own_pullman=True, pullman_stock=9)
    provided(at, "PLM", "BEL")
    at.operate("BEL", "buy")
    at.do("pullman of PLM", "accept")
    assert (at.cash("BEL"), at.cash("PLM"), at.record.own_pullman) == (0, 150, False)
    at.operate("PLM", "buy")
    at.do("pullman from ipo")
    assert (at.cash("PLM"), at.record.pullman_stock) == (15, 8)
    nationals.form(at.game, at.company("PLM"))
    assert (at.record.pullmans, at.record.pullmans_in_market) == ((at.company("BEL"),), 1)


@rule("18OE-PHASE-07", "18OE-PHASE-18", "18OE-MINOR-09", "18OE-LILLE-04", "18OE-TRAIN-02")
def test_a_regional_begins_phase_5_with_the_only_train_it_may_have() -> None:
    """D's token leaves, the Consolidation is near, and nobody could pay for the ferry token, so nobody is asked."""
    at = Europe(railroad_phase="major", phase="4")
    at.left(4, 0)
    at.regional("GWR", 60, {"Ann": 2}, cash=900)
    at.minor("D", "Ann", "FB", "U32.0", cash=19)
    at.give_private("WCF", "Ann")
    at.remember(junction=at.stop("Q38.0"))
    provided(at, "GWR", "D")
    at.operate("GWR", "buy")
    at.give_cash("GWR", 475)
    at.do("train 5+5 from ipo")
    assert (at.phase, at.record.junction, at.record.consolidated, at.trains("GWR")) == ("5", None, 1, ["5+5"])
    assert at.waits, "one train is the limit, and 0 and 19 do not pay for a token of 20"


@rule("18OE-DIV-01", "18OE-DIV-02", "18OE-DIV-03", "18OE-DIV-04")
@pytest.mark.parametrize(
    ("choice", "paid"),
    [
        ("pay", {"Ann": 55, "Ben": 28, "GWR": 28}),
        ("half", {"Ann": 28, "Ben": 14, "GWR": 55 + 14}),
        ("keep", {"Ann": 0, "Ben": 0, "GWR": 110}),
    ],
)
def test_quarters_of_110_are_rounded_up_for_everybody(choice: str, paid: dict[str, int]) -> None:
    """27.50 for a quarter of it all, 13.75 for one of half."""
    at = Europe(railroad_phase="major", phase="3")
    at.regional("GWR", 60, {"Ann": 2, "Ben": 1}, cash=0)
    for name in paid:
        at.give_cash(name, 0)
    at.state.revenue[at.company("GWR")] = 110
    at.facing(Dividend(at.company("GWR")))
    at.settle()
    at.do(choice)
    assert {name: at.cash(name) for name in paid} == paid


@rule("18OE-MINOR-05", "18OE-NATL-02", "18OE-NATL-17", "18OE-OR-04")
def test_the_major_of_minor_c_goes_first_and_the_one_it_makes_a_national_still_operates() -> None:
    """At 75 before 120: it begins Train Phase 4, its owner decides first, and Ben's major is a national by its turn."""
    at = Europe(railroad_phase="major", phase="3")
    at.left(3, 0)
    at.major("GWR", 75, {"Ann": 6}, cash=300)
    at.major("PLM", 120, {"Ben": 6}, cash=40, trains=("2+2",))
    merged(at, "C", "GWR")
    provided(at, "GWR", "PLM")
    begin_operating_round(at.game, Round("operating", 3, 1, 2))
    at.settle()
    assert at.turn == "Ann"
    at.do("operate first")
    while at.asked != "BuyTrains":
        at.do("pass")
    at.do("train 4 from ipo")
    assert (at.asked, at.turn) == ("FormNationals", "Ann")
    at.do("pass", "nationalise PLM", "pass")
    while at.asked in ("BuyTrains", "TradeShares"):
        at.do("pass")
    assert (at.turn, at.asked) == ("Ben", "BuildTrack")
    assert (at.state.kind[at.company("PLM")], at.trains("PLM"), at.cash("PLM")) == (NATIONAL, ["2+2"], 0)


@rule("18OE-TRAIN-10", "18OE-TRAIN-02", "18OE-TRAIN-08", "18OE-PHASE-06", "18OE-FORCED-05")
def test_a_regional_at_its_limit_is_relieved_of_a_train_for_a_pound() -> None:
    at = Europe(railroad_phase="major", phase="3")
    at.regional("GWR", 60, {"Ann": 2}, cash=500, trains=("2+2", "3+3"))
    at.major("PLM", 100, {"Ann": 6}, cash=1)
    provided(at, "GWR", "PLM")
    at.give_cash("Ann", 500)
    at.operate("GWR", "buy")
    assert not at.offered("train")
    at.operate("PLM", "buy")
    at.refuses("offer 0 for 3+3 of GWR")
    at.refuses("offer 2 for 3+3 of GWR")
    at.refuses("offer 1 for 3 of GWR")
    at.do("offer 1 for 3+3 of GWR")
    assert (at.cash("PLM"), at.cash("GWR"), at.cash("Ann"), at.trains("PLM")) == (0, 501, 500, ["3+3"])
