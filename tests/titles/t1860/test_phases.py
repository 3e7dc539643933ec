"""Phases: what begins them and what they bring (rules 1860-PHASE)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from railhead.core.events import Noted, PhaseStarted
from railhead.core.text import Text
from railhead.rules.track import LayTrack
from railhead.testing import Table, rule

ORDER = (
    ("2+1", "2"),
    ("3+2", "3"),
    ("4+2", "4"),
    ("5+3", "5"),
    ("6+3", "6"),
    ("7+4", "7"),
    ("8+4", "8"),
    ("9+5", "9"),
)

COLOURS = {"2": 1, "3": 2, "4": 2, "5": 3, "6": 3, "7": 3, "8": 3, "9": 3}
"""How many of yellow, green and russet each phase has."""


def buyer(phase: str = "2", treasury: int = 5000, players: int = 3) -> Table:
    """The C&N about to buy trains in this phase; the depot of the phase's own kind is sold out."""
    table = Table(players=players)
    table.lay("787@0 F2", "742@3 F4")
    table.float("C&N", par=74, shares={"A": 5}, operated=True, treasury=treasury)
    table.set_phase(phase)
    kind = table.state.phase
    table.give_trains("C&N", "9+5")
    if phase != "9":
        table.state.scrapped[kind] += table.state.depot[kind]
        table.state.depot[kind] = 0
    table.operating_turn("C&N", "trains")
    return table


@rule("1860-PHASE-01")
def test_the_game_starts_in_phase_two() -> None:
    assert Table().phase == "2"


@rule("1860-PHASE-01")
def test_a_two_plus_one_changes_no_phase() -> None:
    table = Table()
    table.float("C&N", par=74, shares={"A": 5}, treasury=500)
    table.operating_turn("C&N", "trains")
    events = table.do("train 2+1 from ipo")
    assert table.phase == "2"
    assert not [event for event in events if isinstance(event, PhaseStarted)]


@rule("1860-PHASE-01")
@pytest.mark.parametrize(("before", "after"), list(pairwise(ORDER)))
def test_the_first_train_of_a_kind_starts_its_phase_at_once(before: tuple[str, str], after: tuple[str, str]) -> None:
    table = buyer(before[1])
    assert table.phase == before[1]
    events = table.do(f"train {after[0]} from ipo")
    assert table.phase == after[1]
    assert [event for event in events if isinstance(event, PhaseStarted)] == [PhaseStarted(after[1])]


@rule("1860-PHASE-01")
def test_the_second_train_of_a_kind_starts_nothing() -> None:
    table = buyer("2")
    table.do("train 3+2 from ipo")
    events = table.do("train 3+2 from ipo")
    assert table.phase == "3"
    assert not [event for event in events if isinstance(event, PhaseStarted)]


@rule("1860-PHASE-01")
def test_a_returned_train_of_an_earlier_kind_starts_nothing() -> None:
    table = buyer("4")
    table.state.scrapped[table.train("3+2")] -= 1
    table.state.trains[1] = (table.train("3+2"),)
    table.do("train 3+2 from pool")
    assert table.phase == "4"


@rule("1860-PHASE-02")
@pytest.mark.parametrize(("phase", "colours"), COLOURS.items())
def test_each_phase_has_its_colours(phase: str, colours: int) -> None:
    table = Table()
    table.set_phase(phase)
    table.lay("787@0 F2", "742@3 F4")
    table.float("C&N", par=74, shares={"A": 5}, operated=True)
    table.give_trains("C&N", "9+5")
    table.operating_turn("C&N", "track")
    tiles = {table.action(text).tile for text in table.offered("lay")}  # type: ignore[attr-defined]
    found = {table.book.tiles.facts[tile].colour for tile in tiles}
    assert "yellow" in found
    assert ("green" in found) == (colours >= 2)
    table.lay("788@0 F2")
    if colours == 3:
        assert table.allows("lay 789 on F2 turned 0")
    else:
        table.refuses("lay 789 on F2 turned 0", "1860-TRACK-16")


@rule("1860-PHASE-02")
def test_green_tiles_come_with_the_first_three_plus_two_for_the_next_company() -> None:
    table = buyer("2")
    table.float("IOW", par=74, shares={"B": 5}, operated=True)
    table.give_trains("IOW", "9+5")
    table.operating_turn("IOW", "track")
    table.refuses("lay 758 on I3 turned 0", "1860-TRACK-16")
    table.operating_turn("C&N", "trains")
    table.do("train 3+2 from ipo", "pass")
    assert isinstance(table.step, LayTrack)
    assert table.turn == "B"
    assert table.allows("lay 758 on I3 turned 0")


@rule("1860-PHASE-03")
@pytest.mark.parametrize(("phase", "offered"), [("4", False), ("5", False), ("6", True), ("7", True), ("9", True)])
def test_fishbourne_is_for_sale_from_phase_six(phase: str, offered: bool) -> None:
    table = Table()
    table.set_phase(phase)
    table.stock_turn("A")
    if offered:
        assert "buy-private Fishbourne" in table.offered("buy-private")
        table.do("buy-private Fishbourne")
        assert table.cash("A") == 470
    else:
        table.refuses("buy-private Fishbourne", "1860-PRIV-17")


@rule("1860-PHASE-03")
def test_the_first_six_plus_three_puts_fishbourne_on_offer() -> None:
    table = buyer("5")
    table.do("train 6+3 from ipo")
    table.stock_turn("B")
    assert table.allows("buy-private Fishbourne")


@rule("1860-PHASE-04")
@pytest.mark.parametrize(("phase", "price"), [("7", 86), ("8", 100), ("9", 100)])
def test_from_phase_eight_sales_leave_the_price(phase: str, price: int) -> None:
    table = Table()
    table.set_phase(phase)
    table.float("IOW", par=100, shares={"A": 6, "B": 2}, operated=True)
    table.give_trains("IOW", "9+5")
    table.stock_turn("A")
    table.do("sell 3 IOW")
    assert table.price("IOW") == price
    assert table.cash("A") == 670 + 300


@rule("1860-PHASE-04")
@pytest.mark.parametrize(("phase", "allowed"), [("7", False), ("8", True), ("9", True)])
def test_from_phase_eight_there_is_no_certificate_limit(phase: str, allowed: bool) -> None:
    table = Table(players=4)
    table.set_phase(phase)
    for company, count in (("C&N", 10), ("IOW", 8)):
        table.float(company, par=74, shares={"A": count - (company == "C&N")}, operated=True)
    table.stock_turn("A")
    assert table.shares("A", "C&N") + table.shares("A", "IOW") == 17
    table.close_private("Cowes")
    table.give_private("Ryde", "A")
    if allowed:
        table.do("buy C&N from ipo")
        assert table.shares("A", "C&N") == 10
    else:
        table.refuses("buy C&N from ipo", "1860-CERT-03")


@rule("1860-PHASE-04")
def test_the_first_eight_plus_four_frees_sales_at_once() -> None:
    table = buyer("7")
    table.do("train 8+4 from ipo")
    table.stock_turn("A")
    table.do("sell 3 C&N")
    assert table.price("C&N") == 74


@rule("1860-PHASE-05")
def test_the_first_nine_plus_five_forms_the_southern_railway() -> None:
    table = buyer("8")
    events = table.do("train 9+5 from ipo")
    assert Noted(Text("The Southern Railway is formed")) in events
    assert table.phase == "9"


@rule("1860-PHASE-05")
def test_an_eight_plus_four_does_not_form_the_southern_railway() -> None:
    table = buyer("7")
    events = table.do("train 8+4 from ipo")
    assert Noted(Text("The Southern Railway is formed")) not in events


@rule("1860-PHASE-05")
@pytest.mark.parametrize(("phase", "builds"), [("8", True), ("9", False)])
def test_building_ends_with_the_stock_round_after_phase_nine_began(phase: str, builds: bool) -> None:
    table = buyer(phase)
    table.float("IOW", par=74, shares={"B": 5}, operated=True, treasury=0)
    table.do("pass")
    assert isinstance(table.step, LayTrack)
    while table.state.round.kind == "operating":
        table.do("pass")
    table.do("pass", "pass", "pass")
    assert table.state.round.kind == "operating"
    assert isinstance(table.step, LayTrack) == builds
