"""Takeover of a Minor by a Public (18BF-TAKE)."""

from __future__ import annotations

import pytest

from railhead.core.state import CLOSED
from railhead.rules.consent import Consent
from railhead.rules.merger_round import MergerTurn
from railhead.rules.trains import ReturnTrains
from railhead.testing import rule
from railhead.titles.t18bf.takeovers import MarkerOfMinor
from tests.titles.t18bf.mergers import markers, merger_round, minor, public, spare, turn
from tests.titles.t18bf.table import BigFour


def table(
    shares: dict[str, int] | None = None, owner: str = "A", phase: str = "4", pool: int = 0, *stops: str
) -> BigFour:
    """LB is asked, and CR is in London too; the owner of LB and the Director of CR are different players."""
    at = BigFour(phase=phase)
    minor(at, "LB", 80, owner, cash=75, loans=2, trains=("4",) if phase == "4" else ())
    held = shares or {"B": 3, "A": 3}
    public(
        at, "CR", 110, held, *(stops or ("U23.3",)), cash=40, loans=4, trains=("4",) if phase == "4" else (), pool=pool
    )
    return turn(at, "LB")


@rule("18BF-TAKE-01", "18BF-MERGE-03")
def test_both_directors_agree() -> None:
    at = table()
    assert at.turn == "A"
    at.do("join CR")
    assert isinstance(at.step, Consent)
    assert at.turn == "B"
    assert "CR takes over LB and gives A a treasury share" in at.choices.task
    assert list(map(str, at.step.situation(at.game))) == [
        "A gives LB, priced at 80, for a treasury share of CR, priced at 110",
        "CR would have cash 115, trains: 4 4, loans: 6",
        "[director]: A",
        "CR may replace the marker at London SW (U23)",
    ]
    at.do("decline")
    assert at.waits, "nothing else could be proposed"
    assert not at.has("LB", CLOSED)


@rule("18BF-TAKE-01")
def test_what_was_declined_is_not_proposed_again_in_the_turn() -> None:
    at = BigFour(phase="4")
    minor(at, "LB", 100)
    public(at, "CR", 110, {"B": 3}, "U23.3")
    turn(at, "LB").do("join CR", "decline")
    assert isinstance(at.step, MergerTurn)
    at.refuses("join CR", "18BF-TAKE-01")


@rule("18BF-TAKE-01")
def test_a_director_who_owns_the_minor_asks_nobody() -> None:
    at = table({"A": 3, "B": 3})
    at.do("join CR")
    assert at.has("LB", CLOSED)


@rule("18BF-TAKE-03")
def test_a_share_in_the_treasury_is_needed() -> None:
    at = table({"B": 5, "A": 3}, pool=2)
    assert at.waits, "there is nothing to propose"
    at.state.agenda = (*at.state.agenda, MergerTurn(at.company("LB")))
    at.refuses("join CR", "18BF-TAKE-03")


@rule("18BF-TAKE-04", "18BF-TAKE-05", "18BF-LOAN-05", "18BF-MERGE-27")
def test_the_minor_is_exchanged_for_a_share() -> None:
    at = table()
    at.give_private("F7", "LB")
    before = {name: at.cash(name) for name in "ABCD"}
    at.do("join CR", "accept", "pass")
    assert (at.shares("A", "CR"), at.shares("CR", "CR"), at.price("CR")) == (4, 3, 110)
    assert {name: at.cash(name) for name in "ABCD"} == before
    assert (at.cash("CR"), at.loans("CR"), at.trains("CR")) == (115, 6, ["4", "4"])
    assert at.state.privates[at.private("F7")] == at.owner("CR")
    assert at.closed("LB")
    assert at.has("LB", CLOSED)


@rule("18BF-TAKE-10", "18BF-TAKE-01")
@pytest.mark.parametrize(("held", "director"), [({"B": 3, "A": 3}, "A"), ({"B": 4, "A": 3}, "B")])
def test_the_share_may_change_the_director(held: dict[str, int], director: str) -> None:
    at = table(held)
    at.do("join CR")
    assert f"[director]: {director}" in map(str, at.step.situation(at.game))
    at.do("accept")
    assert at.director("CR") == director
    assert isinstance(at.step, MarkerOfMinor)
    assert at.turn == director, "who is in office decides on the marker"


@rule("18BF-TAKE-07")
def test_the_owner_may_pass_60_per_cent() -> None:
    at = table({"A": 6, "B": 2})
    at.do("join CR", "replace")
    assert at.shares("A", "CR") == 7
    assert at.waits


# -- the marker -----------------------------------------------------------------------------------


@rule("18BF-TAKE-06")
def test_the_marker_is_replaced_or_the_space_becomes_free() -> None:
    at = table()
    at.do("join CR", "accept")
    assert at.choices.task == "replace the marker of LB at London SW (U23) with one of CR, or pass"
    assert at.step.sites == (at.stop("U23.0"),)
    at.do("replace")
    assert (markers(at, "CR"), spare(at, "CR")) == (["U23.0", "U23.3"], 2)
    at = table()
    at.do("join CR", "accept", "pass")
    assert (markers(at, "CR"), spare(at, "CR")) == (["U23.3"], 3)
    assert at.stop("U23.0") not in at.state.tokens


@rule("18BF-TAKE-06")
def test_without_a_spare_marker_the_space_becomes_free() -> None:
    at = table(None, "A", "4", 0, "U23.3", "A9.0", "D10.0", "K19.0")
    at.do("join CR", "accept")
    assert at.waits
    assert at.stop("U23.0") not in at.state.tokens


@rule("18BF-TAKE-06", "18BF-TOKEN-07")
def test_not_in_a_city_where_the_public_has_a_marker_except_in_london() -> None:
    at = BigFour(phase="7")
    minor(at, "GA")
    public(at, "CR", 100, {"A": 2}, "D6.1")
    for tile, rotation in (("X1", 0), ("X7", 0), ("X14", 0)):
        placements = at.book.board.fits(at.hex("D6"), at.state.tiles.get(at.hex("D6"), -1))
        fitting = [p for p in placements if at.book.tiles.names[p // 6] == tile]
        at.lay(f"{tile}@{fitting[rotation] % 6} D6")
    turn(at, "GA").do("join CR")
    assert at.waits, "CR has a marker in Glasgow already"
    assert markers(at, "CR") == ["D6.0"]
    at = table({"A": 2}, "A", "4", 0, "U23.0")
    at.do("join CR", "replace")
    assert markers(at, "CR") == ["U23.0", "U23.0"]


@rule("18BF-TAKE-06")
@pytest.mark.parametrize("others", [(), ("A9.0",), ("A9.0", "D10.0")])
def test_the_marker_of_a_minor_elsewhere_may_be_replaced(others: tuple[str, ...]) -> None:
    at = BigFour(phase="4")
    at.lay("57@1 U7", "621@1 U9", "57@1 U11")
    minor(at, "VN", 100, "A")
    public(at, "CR", 100, {"B": 3}, "U11.0", *others)
    turn(at, "VN").do("join CR", "accept", "replace")
    assert markers(at, "CR") == sorted((*others, "U11.0", "U7.0"))
    assert spare(at, "CR") == 2 - len(others)
    assert at.waits


# -- trains ---------------------------------------------------------------------------------------


@rule("18BF-TAKE-08")
def test_trains_above_the_limit_are_discarded_at_once() -> None:
    at = BigFour(phase="6")
    minor(at, "LB", 80, "A", trains=("5",))
    public(at, "CR", 110, {"B": 3}, "U23.3", trains=("4", "6"))
    turn(at, "LB").do("join CR", "accept", "pass")
    assert isinstance(at.step, ReturnTrains)
    assert at.turn == "B"
    assert sorted(at.offered("return")) == ["return 4", "return 5", "return 6"]
    at.do("return 4")
    assert at.trains("CR") == ["5", "6"]
    assert at.waits


# -- who takes over -------------------------------------------------------------------------------


@rule("18BF-TAKE-09")
def test_systems_minors_and_companies_not_in_play_do_not_take_over() -> None:
    at = BigFour(phase="6")
    minor(at, "LB", 100)
    minor(at, "LR", 100)
    public(at, "GWR", 110, {"A": 5}, "U23.3")
    turn(at, "LB")
    at.refuses("join GWR", "18BF-TAKE-09")
    for other in ("LR", "MR"):
        at.refuses(f"join {other}", "18BF-TAKE-01")
    assert at.offered("join") == []


@rule("18BF-TAKE-01", "18BF-TAKE-09")
def test_only_minors_are_taken_over() -> None:
    at = BigFour(phase="6")
    public(at, "MR", 110, {"A": 5}, "U23.3")
    public(at, "CR", 100, {"A": 5}, "U23.4")
    turn(at, "CR").refuses("join MR", "18BF-TAKE-01")


@rule("18BF-TAKE-11")
def test_a_public_formed_earlier_in_the_round_may_take_over() -> None:
    at = BigFour(phase="3")
    for company, price in (("EC", 110), ("LR", 100), ("LH", 80)):
        minor(at, company, price)
    merger_round(at).do("merge EC+LR", "charter CR", "pass", "pass", "pass", "pass", "pass")
    assert isinstance(at.step, MergerTurn)
    assert at.step.company == at.company("LH")
    at.do("join CR", "replace")
    assert (at.shares("A", "CR"), markers(at, "CR")) == (3, ["U23.1", "U23.2", "U23.4"])
