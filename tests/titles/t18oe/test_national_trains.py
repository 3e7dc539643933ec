"""How nationals come to trains (18OE-NTRAIN)."""

from __future__ import annotations

import pytest

from railhead.core.audit import audit
from railhead.rules.trains import BuyTrains
from railhead.testing import rule
from tests.titles.t18oe.table import Europe


def national(phase: str = "6", trains: tuple[str, ...] = (), boxes: dict[int, int] | None = None) -> Europe:
    """The GWR is a national of Ann, in its step for trains; rusted trains lie in the boxes."""
    at = Europe(phase=phase, railroad_phase="major")
    at.national("GWR", 100, {"Ann": 2}, trains=trains)
    wanted = {2: 2, 3: 2} if boxes is None else boxes
    at.boxes(**{f"level_{level}": count for level, count in wanted.items()})
    at.facing(BuyTrains(at.company("GWR")))
    return at


@rule("18OE-NTRAIN-01", "18OE-TRAIN-25")
def test_it_takes_rusted_trains_up_to_its_limit_without_paying() -> None:
    at = national()
    bank = at.cash("ipo")
    assert at.offered("claim") == ["claim 2+2", "claim 3", "claim 3+3"]
    at.do("claim 2+2", "claim 3", "claim 3+3")
    assert (at.trains("GWR"), at.state.scrapped[:2], at.cash("ipo")) == (["2+2", "3", "3+3"], [1, 0], bank)
    at.refuses("claim 2+2", "18OE-TRAIN-02")
    at.refuses("claim 3", "18OE-NTRAIN-01")
    assert audit(at.book, at.state) == []


@rule("18OE-NTRAIN-01")
@pytest.mark.parametrize(
    ("phase", "rusted"),
    [("4", ["2+2"]), ("5", ["2+2"]), ("6", ["2+2", "3", "3+3"]), ("8", ["2+2", "3", "3+3", "4", "4+4"])],
)
def test_what_has_rusted_can_be_taken_and_nothing_else(phase: str, rusted: list[str]) -> None:
    at = national(phase, boxes={2: 1, 3: 1, 4: 1, 5: 1})
    assert at.offered("claim") == [f"claim {name}" for name in rusted]
    at.refuses("claim 5", "18OE-NTRAIN-01")


@rule("18OE-NTRAIN-01", "18OE-TRAIN-13")
@pytest.mark.parametrize("kind", ["minor", "regional", "major"])
def test_others_take_none(kind: str) -> None:
    at = Europe(phase="6", railroad_phase="major")
    if kind == "minor":
        at.minor("E", "Ann", "UK", "F25.0")
    elif kind == "regional":
        at.regional("GWR", 60, {"Ann": 2})
    else:
        at.major("GWR", 100, {"Ann": 2}, trains=("5",))
    at.facing(BuyTrains(at.company("E" if kind == "minor" else "GWR")))
    for action in ("claim 2+2", "swap 2+2 for 3", "turn 3"):
        at.refuses(action, "18OE-TRAIN-13")
    at.refuses("replace 2+2 by 5 of SB", "18OE-TRAIN-13")


@rule("18OE-NTRAIN-02")
def test_it_exchanges_a_rusted_train_for_one_of_a_higher_level() -> None:
    at = national(trains=("2+2", "3", "5"))
    assert at.offered("swap") == ["swap 2+2 for 3", "swap 2+2 for 3+3"]
    at.refuses("swap 3 for 3+3", "18OE-NTRAIN-02")
    at.refuses("swap 3 for 2+2", "18OE-NTRAIN-02")
    at.refuses("swap 5 for 3", "18OE-NTRAIN-02")
    at.do("swap 2+2 for 3+3")
    assert (at.trains("GWR"), at.state.scrapped[:2]) == (["3", "3+3", "5"], [3, 1])
    assert audit(at.book, at.state) == []


@rule("18OE-NTRAIN-03")
def test_it_turns_rusted_express_trains_to_their_local_side() -> None:
    at = national(trains=("3", "3+3", "5"))
    assert at.offered("turn") == ["turn 3"]
    at.refuses("turn 3+3", "18OE-NTRAIN-03")
    at.refuses("turn 5", "18OE-NTRAIN-02")
    at.do("turn 3")
    assert at.trains("GWR") == ["3+3", "3+3", "5"]


def with_major(owner: str = "Ann", trains: tuple[str, ...] = ("5+5", "6")) -> Europe:
    at = national(trains=("2+2", "3", "5"))
    at.major("SB", 110, {owner: 2}, cash=10, trains=trains)
    return at


@rule("18OE-NTRAIN-04", "18OE-NTRAIN-05")
def test_it_replaces_rusted_trains_by_trains_of_its_owners_majors() -> None:
    """Worked example EX-40 of the rule list: a 5+5 brings the major 237."""
    at = with_major()
    bank = at.cash("ipo")
    at.do("replace 2+2 by 5+5 of SB")
    assert (at.trains("GWR"), at.trains("SB")) == (["3", "5", "5+5"], ["6"])
    assert (at.cash("SB"), at.cash("ipo"), at.state.scrapped[0]) == (247, bank - 237, 3)
    at.do("replace 3 by 6 of SB")
    assert (at.trains("GWR"), at.trains("SB"), at.cash("SB")) == (["5", "5+5", "6"], [], 247 + 262)
    assert audit(at.book, at.state) == []


@rule("18OE-NTRAIN-04")
def test_rusted_trains_are_taken_before_any_is_replaced() -> None:
    at = with_major()
    at.do("replace 2+2 by 5+5 of SB")
    at.state.trains[at.owner("GWR")] = at.state.trains[at.owner("GWR")][:2]
    for action in ("claim 2+2", "swap 3 for 3", "turn 3"):
        at.refuses(action, "18OE-NTRAIN-04")
    at.operate("GWR", "buy")
    assert at.allows("turn 3"), "in another turn"


@rule("18OE-NTRAIN-04", "18OE-PRIV-47")
def test_what_cannot_be_replaced_by_what() -> None:
    at = with_major()
    at.refuses("replace 5 by 6 of SB", "18OE-NTRAIN-02")
    at.refuses("replace 2+2 by 7+7 of SB", "18OE-NTRAIN-04")
    foreign = with_major("Ben")
    foreign.refuses("replace 2+2 by 6 of SB", "18OE-NTRAIN-04")
    swift = with_major(trains=("2+2*", "6"))
    assert swift.offered("replace") == ["replace 2+2 by 6 of SB", "replace 3 by 6 of SB"]
    regional = national(trains=("2+2",))
    regional.regional("SB", 60, {"Ann": 2}, trains=("5",))
    regional.refuses("replace 2+2 by 5 of SB", "18OE-NTRAIN-04")


@rule("18OE-NTRAIN-06")
def test_it_buys_nothing_and_need_not_own_a_train() -> None:
    at = with_major()
    at.in_market("5")
    at.give_cash("GWR", 1000)
    at.refuses("train 6 from ipo", "18OE-NTRAIN-06")
    at.refuses("train 5 from pool", "18OE-NTRAIN-06")
    at.refuses("offer 10 for 6 of SB", "18OE-NTRAIN-06")
    assert at.offered("train") + at.offered("offer") == []
    empty = national()
    empty.do("pass")


@rule("18OE-NTRAIN-01", "18OE-NATL-16", "18OE-PHASE-15")
def test_a_major_that_converts_in_its_own_step_goes_on_as_a_national() -> None:
    """It bought the first 6: it keeps its 3, and takes a 2+2 at once; the 3 of the SB comes to the boxes later."""
    at = Europe(phase="5", railroad_phase="major")
    at.major("GWR", 100, {"Ann": 2}, cash=1000, trains=("3",))
    at.major("SB", 100, {"Ben": 2}, trains=("3+3",))
    at.remember(provided=(at.company("GWR"), at.company("SB")))
    at.left(5, 0)
    at.operate("GWR", "buy")
    at.do("train 6 from ipo", "nationalise GWR")
    at.no_nationals()
    assert isinstance(at.step, BuyTrains)
    at.do("claim 2+2")
    assert (at.trains("GWR"), at.trains("SB")) == (["2+2", "3", "6"], ["3+3"])
    unclaimed = at.state.scrapped[1]
    at.do("pass")
    assert (at.trains("GWR"), at.trains("SB")) == (["2+2", "3", "6"], [])
    assert at.state.scrapped[1] == unclaimed + 1
