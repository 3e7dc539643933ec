"""The Regional/Minor Railroad Phase, and the Major Railroad Phase that follows (rules 18OE-RMP)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from railhead.core.audit import audit
from railhead.core.ids import NOWHERE
from railhead.core.state import CLOSED, FLOATED, OPERATED, STARTED, Round
from railhead.rules.stock import Start
from railhead.testing import rule
from railhead.titles.t18oe import order_track
from railhead.titles.t18oe.facts import READINGS, REGIONALS, Readings
from railhead.titles.t18oe.floating import FloatMinor
from railhead.titles.t18oe.private_cards import ClosePrivate, RemovePrivate
from railhead.titles.t18oe.record import MAJOR_PHASE, REGIONAL_PHASE
from railhead.titles.t18oe.removal import RemoveRegional
from railhead.titles.t18oe.reserving import Reserve
from tests.titles.t18oe.table import Europe

MINOR_HOMES = {
    "A": ("FB", "U32.0"),
    "B": ("FB", "V27.0"),
    "C": ("AH", "P53.0"),
    "D": ("AH", "S50.0"),
    "E": ("IT", "V39.0"),
    "F": ("IT", "X45.0"),
    "G": ("SP", "V17.0"),
    "H": ("SP", "W6.0"),
    "J": ("SC", "D57.0"),
    "K": ("SC", "H47.0"),
    "L": ("RU", "G68.0"),
    "M": ("RU", "T81.0"),
}


def phase(minors: str = "ABCDEFGHJKLM", regionals: Iterable[str] = (), options: tuple[str, ...] = ()) -> Europe:
    """Ann's turn in the first stock round, after these have floated; all is Ben's."""
    table = Europe(options=options, railroad_phase="regional")
    for minor in minors:
        zone, home = MINOR_HOMES[minor]
        table.minor(minor, "Ben", zone, home)
    for symbol in regionals:
        table.regional(symbol, 60, {"Ben": 2})
    table.stock_turn("Ann", number=1)
    return table


SYMBOLS = [entry["symbol"] for entry in REGIONALS]
ITALIAN = ["SFAI", "SFR"]
SEVENTEEN = [symbol for symbol in SYMBOLS if symbol not in ITALIAN][:17]


@rule("18OE-RMP-01", "18OE-RMP-07", "18OE-RMP-08")
def test_what_a_player_may_do() -> None:
    table = phase("", ["GWR"])
    table.charter("A", "Ann")
    table.give_private("RSC", "Ann")
    actions = {choice.action for choice in table.choices}
    assert actions == {FloatMinor, Start, RemoveRegional, ClosePrivate, RemovePrivate, Reserve}
    table.refuses("buy GWR from GWR", "18OE-RMP-15")
    table.refuses("sell 1 A", "18OE-SR-09")
    table.stock_turn("Ben", number=1)
    table.refuses("buy GWR from GWR", "18OE-RMP-15")
    table.refuses("expand GWR", "18OE-RMP-15")
    table.refuses("buy-and-expand GWR", "18OE-RMP-15")
    table.refuses("trade with Ann", "18OE-RMP-15")


@rule("18OE-RMP-01")
def test_a_float_is_the_whole_action() -> None:
    table = phase("")
    table.do("start GWR at par60")
    assert table.turn == "Ben"


@rule("18OE-RMP-15")
def test_the_limits_bind_in_later_rounds_too() -> None:
    table = phase(regionals=SEVENTEEN[:15])
    table.stock_turn("Ben", number=2)
    table.refuses("buy GWR from GWR", "18OE-RMP-15")
    table.refuses("expand GWR", "18OE-RMP-15")
    assert table.offered("start")


# -- removing -------------------------------------------------------------------------------------


@rule("18OE-RMP-03")
def test_a_regional_is_removed() -> None:
    table = phase("", ["PLM"])
    table.do("remove regional GWR")
    assert table.turn == "Ben", "it is a stock action"
    assert table.has("GWR", CLOSED)
    assert table.record.removed == (table.company("GWR"),)
    table.refuses("start GWR at par60", "18OE-FLOAT-15")
    table.refuses("remove regional GWR", "18OE-RMP-03")
    table.refuses("remove regional PLM", "18OE-RMP-03")
    table.refuses("remove regional A", "18OE-RMP-03")


@rule("18OE-RMP-03")
def test_a_parred_regional_is_not_removed() -> None:
    table = phase("")
    par(table, "GWR")
    table.refuses("remove regional GWR", "18OE-RMP-03")


@rule("18OE-RMP-04", "18OE-RMP-05")
def test_six_are_removed_from_six_zones() -> None:
    table = phase("")
    for symbol, second in (
        ("GWR", "LNWR"),
        ("PLM", "OU"),
        ("BHB", "KSS"),
        ("SB", "MAV"),
        ("SFAI", "SFR"),
        ("MZA", "RCP"),
    ):
        table.do(f"remove regional {symbol}")
        if symbol != "MZA":
            table.refuses(f"remove regional {second}", "18OE-RMP-05")
    table.refuses("remove regional BJV", "18OE-RMP-04")
    table.refuses("remove regional MSP", "18OE-RMP-04")
    assert table.offered("remove") == []


@rule("18OE-RMP-03")
def test_the_game_without_removals() -> None:
    table = phase("", options=("no_removal",))
    table.refuses("remove regional GWR", "18OE-RMP-03")
    assert table.offered("remove") == []


@rule("18OE-RMP-03", "18OE-RMP-16")
def test_nothing_is_removed_in_the_major_phase() -> None:
    table = phase("")
    table.remember(railroad_phase=MAJOR_PHASE)
    table.refuses("remove regional GWR", "18OE-RMP-03")


# -- passing --------------------------------------------------------------------------------------


@rule("18OE-RMP-06", "18OE-RMP-14")
def test_nobody_passes_with_a_minor_to_float() -> None:
    table = phase("")
    table.charter("A", "Ann")
    table.refuses("pass", "18OE-RMP-06")
    table.do("float A at U32.0")
    table.do("pass", "pass", "pass")
    assert (table.state.round.kind, table.state.round.index) == ("operating", 1)


@rule("18OE-RMP-14")
def test_the_first_round_goes_on_until_all_pass_in_a_row() -> None:
    table = phase("")
    table.do("pass", "pass", "start GWR at par60", "pass", "pass")
    assert table.state.round == Round("stock", 1)
    table.do("pass")
    assert table.state.round.kind == "operating"


# -- the end of the phase -------------------------------------------------------------------------


def par(table: Europe, symbol: str) -> None:
    """A regional has been parred with a concession: its presidency is in the Open Market."""
    company = table.company(symbol)
    table.give_shares("pool", symbol, 2)
    table.state.director[company] = table.owner("pool")
    table.mark(symbol, STARTED)
    table.state.par[company] = table.book.market.box_places[0]
    table.remember(order=(*table.record.order, company))
    assert audit(table.book, table.state) == []


@rule("18OE-RMP-11", "18OE-RMP-12", "18OE-RMP-16", "18OE-PHASE-01")
def test_the_phase_ends_with_the_30th_float() -> None:
    table = phase(regionals=SEVENTEEN)
    assert table.record.railroad_phase == REGIONAL_PHASE
    table.do("start SFAI at par60")
    assert table.record.railroad_phase == MAJOR_PHASE
    gone = [symbol for symbol in SYMBOLS if table.has(symbol, CLOSED)]
    assert len(gone) == 6
    assert set(gone).isdisjoint({*SEVENTEEN, "SFAI"})
    assert table.turn == "Ben"
    table.refuses("start SFR at par60", "18OE-RMP-11")
    assert table.allows("buy GWR from GWR")
    assert table.allows("expand GWR")


@rule("18OE-RMP-11")
def test_it_does_not_end_before_the_18th_regional_has_floated() -> None:
    table = phase(regionals=SEVENTEEN[:16])
    table.do(f"start {SEVENTEEN[16]} at par60")
    assert table.record.railroad_phase == REGIONAL_PHASE
    assert not any(table.has(symbol, CLOSED) for symbol in SYMBOLS)
    table.refuses("buy GWR from GWR", "18OE-RMP-15")


@rule("18OE-RMP-11")
def test_it_does_not_end_before_the_last_minor_has_floated() -> None:
    table = phase("ABCDEFGHJKL", SEVENTEEN)
    table.charter("M", "Cleo")
    table.do("start SFAI at par60")
    assert table.record.railroad_phase == REGIONAL_PHASE
    assert sum(table.has(symbol, CLOSED) for symbol in SYMBOLS) == 6
    table.refuses("buy GWR from GWR", "18OE-RMP-15")
    assert table.turn == "Cleo", "there is nothing left for Ben to do"
    table.do("float M at T81.0")
    assert table.record.railroad_phase == MAJOR_PHASE


@rule("18OE-RMP-13")
def test_the_rest_may_be_all_of_a_zone() -> None:
    """No Italian regional has floated, so none is in play any more; a removal before did not count either."""
    table = phase(regionals=SEVENTEEN)
    eighteenth = next(symbol for symbol in SYMBOLS if symbol not in (*SEVENTEEN, *ITALIAN))
    table.do("remove regional SFR")
    table.stock_turn("Ann", number=1)
    table.do(f"start {eighteenth} at par60")
    assert all(table.has(symbol, CLOSED) for symbol in ITALIAN)
    assert sum(table.has(symbol, CLOSED) for symbol in SYMBOLS) == 6


@rule("18OE-RMP-12")
def test_a_parred_regional_leaves_with_the_others() -> None:
    table = phase(regionals=SEVENTEEN)
    par(table, "SFR")
    table.do("start SFAI at par60")
    assert table.has("SFR", CLOSED)
    assert (table.director("SFR"), table.shares("ipo", "SFR")) == ("ipo", 4)
    assert table.company("SFR") not in table.record.order
    assert table.state.par[table.company("SFR")] == NOWHERE
    table.refuses("float SFR", "18OE-RMP-11")


@rule("18OE-FLOAT-08", "18OE-RMP-12")
def test_the_slot_that_a_parred_regional_leaves_is_the_leftmost_open_one() -> None:
    """The third and fifth slots are left open when the 18th regional floats; the next minors take them."""
    table = Europe(railroad_phase="regional")
    for symbol in SEVENTEEN[:2]:
        table.regional(symbol, 60, {"Ben": 2})
    par(table, "SFR")
    table.regional(SEVENTEEN[2], 60, {"Ben": 2})
    par(table, "LRZD")
    for symbol in SEVENTEEN[3:]:
        table.regional(symbol, 60, {"Ben": 2})
    for minor in "ABC":
        table.charter(minor, "Cleo")
    table.stock_turn("Ann", number=1)
    table.do("start SFAI at par60")
    first, second, third, *rest = SEVENTEEN
    assert order(table) == [first, second, third, *rest, "SFAI"]
    homes = {minor: MINOR_HOMES[minor][1] for minor in "ABC"}
    table.do(f"float B at {homes['B']}")
    assert order(table) == [first, second, "B", third, *rest, "SFAI"]
    table.do(f"float C at {homes['C']}")
    assert order(table) == [first, second, "B", third, "C", *rest, "SFAI"]
    table.do(f"float A at {homes['A']}")
    assert order(table) == [first, second, "B", third, "C", *rest, "SFAI", "A"]


def order(table: Europe) -> list[str]:
    """The minors and regionals in the order in which they operate."""
    return [table.book.company_names[company] for company in order_track.companies(table.game)]


@rule("18OE-RMP-12")
def test_by_the_other_reading_a_parred_regional_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    other = Readings(
        **{name: getattr(READINGS, name) for name in Readings.__slots__} | {"parred_regionals_leave": False}
    )
    monkeypatch.setattr("railhead.titles.t18oe.railroad_phases.READINGS", other)
    table = phase("ABCDEFGHJKL", regionals=SEVENTEEN)
    table.charter("M", "Cleo")
    par(table, "SFR")
    table.do("start SFAI at par60")
    assert not table.has("SFR", CLOSED)
    assert sum(table.has(symbol, CLOSED) for symbol in SYMBOLS) == 5
    table.do("float SFR")
    assert table.has("SFR", FLOATED)


@rule("18OE-RMP-02")
def test_a_parred_presidency_costs_twice_its_par() -> None:
    table = phase("")
    par(table, "BHB")
    table.give_cash("Ann", 119)
    table.refuses("float BHB", "18OE-FLOAT-16")
    table.refuses("float GWR", "18OE-RMP-02")
    table.refuses("float A", "18OE-RMP-02")
    table.give_cash("Ann", 120)
    table.do("float BHB")
    assert (table.cash("Ann"), table.cash("BHB"), table.director("BHB")) == (0, 80, "Ann")
    assert table.shares("BHB", "BHB") == 2


@rule("18OE-RMP-02")
def test_a_regional_that_has_floated_before_is_not_a_parred_one() -> None:
    """An insolvent regional has its presidency in the Open Market too, but another price."""
    table = phase("")
    table.regional("GWR", 60, {"pool": 2})
    table.refuses("float GWR", "18OE-RMP-02")


# -- what the phase means for trains --------------------------------------------------------------


def trains_offered(railroad_phase: str, number: int, index: int) -> set[str]:
    """What GWR may buy in an operating round: from the Locomotive Works, and whether from another railroad."""
    table = Europe(railroad_phase=railroad_phase, phase="2")
    table.regional("GWR", 60, {"Ann": 2}, cash=500)
    table.regional("PLM", 60, {"Ann": 2}, trains=("2+2", "2+2"))
    provided = tuple(map(table.company, ("GWR", "PLM")))
    table.remember(provided=provided)
    table.mark("GWR", OPERATED)
    table.operating_turn("GWR", "buy", number=number, index=index, of=2)
    offered = {text.split()[1] for text in table.offered("train")}
    return offered | ({"other"} if any("PLM" in text for text in table.offered("offer")) else set())


@pytest.mark.parametrize(("number", "index"), [(1, 1), (1, 2), (2, 1)])
@rule("18OE-RMP-09", "18OE-RMP-10")
def test_no_train_of_level_3_nor_of_another_railroad_in_the_phase(number: int, index: int) -> None:
    assert trains_offered("regional", number, index).isdisjoint({"3", "3+3", "other"})


@rule("18OE-RMP-16", "18OE-PHASE-03")
def test_trains_in_the_major_phase() -> None:
    """Level 3 from the second operating round of the game on; railroads may sell their trains from the first."""
    assert trains_offered("major", 1, 1) & {"3", "3+3", "other"} == {"other"}
    assert trains_offered("major", 1, 2) >= {"3", "3+3", "other"}
    assert trains_offered("major", 2, 1) >= {"3", "3+3", "other"}
