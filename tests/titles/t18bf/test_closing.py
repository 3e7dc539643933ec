"""Companies that close: what becomes of everything they have, and who comes back (18BF-CLOSE)."""

from __future__ import annotations

import pytest

from railhead.core.ids import BANK, NO_STOP, NOBODY, NOWHERE, POOL
from railhead.core.state import CLOSED
from railhead.rules.operating import OperatingRound, OperatingTurn
from railhead.testing import rule
from railhead.titles.t18bf import prices
from railhead.titles.t18bf.record import record, set_home, set_markers
from tests.titles.t18bf.mergers import all_markers, fully_declined, markers, minor, public, spare, turn
from tests.titles.t18bf.table import BigFour
from tests.titles.waiting import Waiting

KINDS = {"TV": (1, 1), "MR": (10, 4), "LMS": (20, 12), "GWR": (20, 8)}
"""Companies of every kind: how many shares, and how many station markers."""


def table(company: str, phase: str = "7") -> BigFour:
    """A company on the lowest space, with something of everything; BE stands there too and has its marker."""
    at = BigFour(phase=phase)
    minor(at, "BE", 40, "B")
    held = {"A": 1} if company == "TV" else {"A": 6, "C": 2}
    at.in_play(company, 40, held, cash=123, trains=("4", "5"), loans=2)
    if company == "TV":
        at.token(company, "U11.0")
    else:
        at.into_pool(company, 1)
        for stop in ("U23.1", "U23.1", "A9.0"):
            at.token(company, stop)
    for private in ("P7", "F4", "U1"):
        at.give_private(private, company)
    set_home(at.game, at.company(company), at.stop("A9.0"))
    return at


@rule("18BF-CLOSE-03", "18BF-CLOSE-04", "18BF-AUC-22", "18BF-SELL-14")
@pytest.mark.parametrize("company", KINDS)
def test_what_a_closed_company_leaves_behind(company: str) -> None:
    """Ambiguities B43 and B69: ferries and undergrounds may be auctioned again, railways are out, loans are gone."""
    shares, tokens = KINDS[company]
    at = table(company)
    what, cash = at.company(company), [at.cash(name) for name in "ABCD"]
    bank = at.cash("ipo")
    prices.left(at.game, what)
    assert [at.cash(name) for name in "ABCD"] == cash, "no compensation"
    assert at.cash("ipo") == bank + 123
    assert (at.cash(company), at.loans(company), at.trains(company)) == (0, 0, [])
    assert at.state.trains[POOL] == (at.train("4"), at.train("5"))
    assert at.shares("ipo", company) == shares
    assert at.director(company) == "ipo"
    assert at.state.price[what] == NOWHERE
    assert at.state.status[what] == (CLOSED if company == "TV" else 0)
    assert (markers(at, company), spare(at, company), all_markers(at, company)) == ([], tokens, tokens)
    assert record(at.game).homes[what] == NO_STOP
    owners = {name: at.state.privates[at.private(name)] for name in ("P7", "F4", "U1")}
    assert owners == {"P7": NOBODY, "F4": BANK, "U1": BANK}
    assert at.stack(40) == ["BE"], "others stay where they are"
    assert markers(at, "BE") == ["U13.0"]


@rule("18BF-CLOSE-03")
@pytest.mark.parametrize("company", KINDS)
def test_one_space_above_the_lowest_nothing_closes(company: str) -> None:
    at = table(company)
    at.set_price(company, 45)
    prices.left(at.game, at.company(company))
    assert at.price(company) == 40
    assert at.stack(40) == ["BE", company], "under the marker that is there"
    assert at.cash(company) == 123


@rule("18BF-CLOSE-02", "18BF-CLOSE-03", "18BF-DIV-15")
@pytest.mark.parametrize(("price", "falls"), [(40, 0), (45, 1), (50, 2), (55, 3)])
def test_each_of_the_three_falls_of_a_turn_may_close_a_company(price: int, falls: int) -> None:
    """No earnings, unpaid interest and no train; the turn of a company that closes is over at once."""
    at = BigFour(phase="4")
    minor(at, "TV", price, cash=7, loans=2)
    minor(at, "VN", 40, cash=100, trains=("3",))
    what = at.company("TV")
    at.turn_of("TV", "distribute")
    *below, _, own = at.state.agenda
    at.state.agenda = (*below, OperatingRound((what,)), own)
    at.settle()
    assert len(at.prices_told("TV")) == falls
    assert at.closed("TV") == (falls < 3)
    step = at.state.agenda[3]
    assert isinstance(step, OperatingTurn)
    assert step.company == at.company("VN"), "the next company has its turn"


@rule("18BF-CLOSE-03", "18BF-OR-06")
def test_the_round_ends_after_the_last_company_has_closed() -> None:
    at = BigFour(phase="4")
    minor(at, "TV", 40)
    at.turn_of("TV", "distribute")
    at.settle()
    assert at.closed("TV")
    assert isinstance(at.step, Waiting)


@rule("18BF-CLOSE-04", "18BF-MERGE-30")
@pytest.mark.parametrize("phase", ["3", "4"])
def test_a_closed_public_may_be_named_in_a_conversion(phase: str) -> None:
    at = BigFour(phase=phase)
    public(at, "MR", 40, {"A": 4, "B": 2}, "U23.1")
    prices.left(at.game, at.company("MR"))
    minor(at, "TV", 100)
    turn(at, "TV").do("convert")
    assert "charter MR" in at.offered("charter")
    at.do("charter MR")
    fully_declined(at)
    assert at.price("MR") == 100
    assert (at.shares("A", "MR"), at.shares("B", "MR"), at.shares("MR", "MR")) == (2, 0, 8)
    assert (markers(at, "MR"), spare(at, "MR")) == (["U11.0"], 3)
    assert record(at.game).homes[at.company("MR")] == at.stop("U11.0")


@rule("18BF-CLOSE-04", "18BF-START-08")
def test_a_closed_public_may_be_started_from_phase_4_on_as_if_it_were_new() -> None:
    at = BigFour(phase="4")
    public(at, "MR", 40, {"B": 4, "A": 3}, "A9.0", loans=3, cash=50)
    at.stock_turn("B", 3)
    at.do("sell 1 MR")
    at.refuses("start MR at 70", "18BF-BUY-04")
    at.do("pass", "start MR at 70", "token at A9.0")
    assert (at.cash("MR"), at.loans("MR"), spare(at, "MR")) == (140, 0, 3)
    assert (at.shares("C", "MR"), at.shares("A", "MR"), at.shares("MR", "MR")) == (2, 0, 8)


@rule("18BF-CLOSE-04", "18BF-SYSTEM-03", "18BF-SYSTEM-16")
def test_a_system_that_used_8_of_its_12_markers_has_12_again() -> None:
    at = BigFour(phase="6")
    public(at, "LMS", 40, {"D": 4}, "A9.0")
    set_markers(at.game, at.company("LMS"), 8)
    at.state.spare_tokens[at.company("LMS")] = 7
    prices.left(at.game, at.company("LMS"))
    assert (spare(at, "LMS"), all_markers(at, "LMS")) == (12, 12)
    for name, stop in (("CR", "U23.1"), ("GER", "U23.2"), ("GNR", "U23.3")):
        public(at, name, 100, {"A": 6}, stop)
    turn(at, "CR").do("system CR+GER+GNR", "charter LMS")
    assert (len(markers(at, "LMS")), spare(at, "LMS"), all_markers(at, "LMS")) == (3, 9, 12)


@rule("18BF-CLOSE-03", "18BF-TOKEN-13")
def test_the_space_of_a_closed_minor_is_free_for_all() -> None:
    at = BigFour(phase="4")
    minor(at, "TV", 40)
    prices.left(at.game, at.company("TV"))
    at.stock_turn("A", 3)
    at.do("start MR at 70", "token at U11.0")
    assert markers(at, "MR") == ["U11.0"]
