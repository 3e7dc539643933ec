"""Patronage, and the tokens of Hochberg, Brandt & Brandau and minor D in 18OE."""

from __future__ import annotations

import pytest

from railhead.rules.stations import company_reach
from railhead.testing import rule
from railhead.titles.t18oe import hochberg, junction, patronage, points
from railhead.titles.t18oe.building import BuildTrack
from railhead.titles.t18oe.facts import PHASE
from tests.titles.t18oe.table import Europe
from tests.titles.t18oe.test_points import merged


def lyon(phase: str = "2", cash: int = 500, patrons: tuple[tuple[str, str], ...] = ()) -> Europe:
    """PLM, Ann's, in Lyon with track to Saint-Etienne and into the mountains."""
    table = Europe(railroad_phase="major", phase=phase)
    table.regional("PLM", 60, {"Ann": 2}, cash=cash)
    table.lay("621@1 U34")
    table.remember(patronage=tuple((table.hex(name), colour) for name, colour in patrons))
    table.operating_turn("PLM", "track")
    return table


# -- patronage ------------------------------------------------------------------------------------

PAYOUTS = {
    "green": {"2": 20, "3": 30, "4": 30, "5": 40, "6": 40, "7": 50, "8": 50},
    "yellow": {"2": 30, "3": 40, "4": 40, "5": 60, "6": 60, "7": 80, "8": 80},
    "pink": {"2": 40, "3": 60, "4": 60, "5": 80, "6": 80, "7": 100, "8": 100},
    "white": {"2": 50, "3": 75, "4": 75, "5": 100, "6": 100, "7": 125, "8": 125},
}


@rule("18OE-PATRON-02")
@pytest.mark.parametrize(("colour", "phase"), [(colour, phase) for colour, sums in PAYOUTS.items() for phase in sums])
def test_a_patron_pays_by_the_best_colour_of_the_phase(colour: str, phase: str) -> None:
    table = Europe(railroad_phase="major", phase=phase)
    table.remember(patronage=((table.hex("U32"), colour),))
    assert patronage.bounty(table.game, table.hex("U32")) == PAYOUTS[colour][phase]


@rule("18OE-PATRON-02")
@pytest.mark.parametrize("colour", PAYOUTS)
def test_before_the_first_operating_round_it_offers_what_it_pays_then(colour: str) -> None:
    """Homes of SB and MSP are chosen in Train Phase 1, by what their first turn could lead to."""
    table = Europe(railroad_phase="regional", phase="1")
    table.remember(patronage=((table.hex("U32"), colour),))
    assert patronage.bounty(table.game, table.hex("U32")) == PAYOUTS[colour]["2"]


@rule("18OE-PATRON-01", "18OE-PATRON-03")
def test_the_first_tile_is_paid_for_at_once_and_only_that() -> None:
    table = lyon(phase="3", cash=30, patrons=(("U32", "yellow"), ("Q38", "green")))
    bank = table.cash("ipo")
    table.do("lay 57 on U32 turned 1")
    assert table.cash("PLM") == 30 - 30 + 40, "the terrain costs 30"
    assert table.cash("ipo") == bank + 30 - 40
    assert table.record.patronage == ((table.hex("Q38"), "green"),)
    assert table.record.lays[-1].bounty == 40
    table.do("lay 205 on U32 turned 1")
    assert table.cash("PLM") == 40


@rule("18OE-PATRON-03")
def test_the_money_may_be_spent_on_the_next_tile() -> None:
    table = lyon(cash=30, patrons=(("U32", "pink"),))
    table.refuses("lay 9 on U36 turned 1", "18OE-COST-11")
    table.do("lay 57 on U32 turned 1")
    assert table.cash("PLM") == 40


@rule("18OE-PATRON-01")
def test_a_national_only_takes_the_tile_away() -> None:
    table = Europe(railroad_phase="major", phase="4")
    table.national("PLM", 100, {"Ann": 4})
    table.lay("621@1 U34")
    table.remember(patronage=((table.hex("U32"), "yellow"),))
    table.operating_turn("PLM", "track")
    table.do("lay 57 on U32 turned 1")
    assert table.record.patronage == ()
    assert table.cash("PLM") == 0


# -- Hochberg -------------------------------------------------------------------------------------


def with_private(symbol: str, owner: str = "Ann", phase: str = "2") -> Europe:
    table = lyon(phase)
    table.give_private(symbol, owner)
    table.operating_turn("PLM", "track")
    return table


@rule("18OE-PRIV-33", "18OE-PRIV-34")
@pytest.mark.parametrize(
    ("hex_", "cited"),
    [
        ("V35", ""),  # 45, hills
        ("U36", ""),  # 60, mountains
        ("T33", "18OE-PRIV-33"),  # 30
        ("L23", "18OE-PRIV-33"),  # 45, but a river
        ("V33", "18OE-PRIV-33"),  # nothing
        ("T37", "18OE-PRIV-34"),  # two towns
        ("Y14", "18OE-PRIV-34"),  # a metropolis
    ],
)
def test_where_hochbergs_token_goes(hex_: str, cited: str) -> None:
    table = with_private("HMLC")
    text = f"use HMLC on {hex_}"
    if cited:
        table.refuses(text, cited)
    else:
        assert table.allows(text)


@rule("18OE-PRIV-33", "18OE-PRIV-34")
def test_every_hex_that_hochberg_may_take() -> None:
    table = with_private("HMLC")
    board = table.book.board
    expected = set()
    for facts in board.hexes:
        towns = sum(stop.places for stop in facts.printed.stops if stop.kind == "town")
        cities = sum(stop.kind == "city" for stop in facts.printed.stops)
        if facts.terrain in ("hill", "mountain") and facts.cost >= 45 and towns <= 1 and not cities:
            expected.add(f"use HMLC on {facts.name}")
    assert set(table.offered("use HMLC")) == expected
    assert any(hochberg.is_open_country(table.game, table.hex(text.split()[-1])) for text in expected)


@rule("18OE-PRIV-33", "18OE-PRIV-36", "18OE-PRIV-50")
def test_it_costs_neither_points_nor_money_and_needs_no_way() -> None:
    table = with_private("HMLC")
    table.do("use HMLC on U38")
    assert table.record.hochberg == table.hex("U38")
    assert table.cash("PLM") == 500
    step = table.step
    assert isinstance(step, BuildTrack)
    assert step.spent == points.NOTHING
    assert table.record.face_down == (table.private("HMLC"),)
    assert table.private("HMLC") in table.game.privates_of(table.seat("Ann")), "still Ann's"
    table.refuses("use HMLC on V35", "18OE-PRIV-36")


@rule("18OE-PRIV-50")
def test_hochberg_in_another_zone() -> None:
    table = with_private("HMLC")
    spanish = next(text for text in table.offered("use HMLC") if text.endswith(" X23") or " W" in text)
    table.do(spanish)


@rule("18OE-PRIV-33")
def test_hochberg_is_only_for_its_owner() -> None:
    table = with_private("HMLC", owner="Ben")
    table.refuses("use HMLC on V35", "18OE-PRIV-05")


# -- Brandt & Brandau -----------------------------------------------------------------------------


BRANDT = "use BBE to lay 9 on U36 turned 1"


@rule("18OE-PRIV-39", "18OE-PRIV-37")
def test_terrain_is_free_but_points_are_not() -> None:
    table = with_private("BBE")
    table.do(BRANDT)
    assert table.cash("PLM") == 500
    step = table.step
    assert isinstance(step, BuildTrack)
    assert points.left(table.game, step.company, step.spent) == 2
    assert table.record.brandt == (table.hex("U36"),)
    assert (table.record.brandt_left, table.record.brandt_now) == (3, 1)
    assert table.record.face_down == ()


@rule("18OE-PRIV-39")
def test_only_on_green_terrain_and_joined() -> None:
    table = with_private("BBE")
    table.refuses("use BBE to lay 9 on V33 turned 1", "18OE-PRIV-39")
    table.refuses("use BBE to lay 9 on V35 turned 1", "18OE-TRACK-17")
    other = with_private("BBE", owner="Ben")
    other.refuses(BRANDT, "18OE-PRIV-05")


@rule("18OE-PRIV-39")
def test_the_tile_is_yellow() -> None:
    table = with_private("BBE", phase="3")
    table.lay("9@1 U36")
    table.refuses("use BBE to lay 82 on U36 turned 1", "18OE-PRIV-39")


@rule("18OE-PRIV-40")
def test_the_tile_may_be_upgraded_at_once_and_stays_marked() -> None:
    table = with_private("BBE", phase="3")
    table.do(BRANDT, "lay 82 on U36 turned 1")
    assert table.record.brandt == (table.hex("U36"),)


@rule("18OE-PRIV-38")
def test_two_in_a_round() -> None:
    table = with_private("BBE")
    table.do(BRANDT, "use BBE to lay 57 on U32 turned 1")
    assert table.record.brandt_now == 2
    table.refuses("use BBE to lay 9 on U38 turned 1", "18OE-PRIV-38")


@rule("18OE-PRIV-44")
def test_with_the_fourth_the_certificate_is_turned_down() -> None:
    table = with_private("BBE")
    table.remember(brandt_left=1)
    table.do(BRANDT)
    assert table.record.face_down == (table.private("BBE"),)
    table.refuses("use BBE to lay 57 on U32 turned 1", "18OE-PRIV-38")


def rivals(kind: str = "major", cash: int = 500, phase: str = "4") -> Europe:
    """BEL, Ben's, has a token in Saint-Etienne; Ann has marked U36, beyond Lyon."""
    table = Europe(railroad_phase="major", phase=phase)
    table.give_private("BBE", "Ann")
    table.regional("PLM", 60, {"Ann": 2}, cash=500)
    if kind == "major":
        table.major("BEL", 100, {"Ben": 4}, cash=cash, tokens=("U32.0",))
    else:
        table.national("MIDI", 100, {"Ben": 4})
    table.lay("621@1 U34", "207@1 U34", "57@1 U32", "9@1 U36")
    table.remember(brandt=(table.hex("U36"),), brandt_left=0, face_down=(table.private("BBE"),))
    table.operating_turn("BEL" if kind == "major" else "MIDI", "track")
    return table


@rule("18OE-PRIV-41")
def test_only_railroads_of_the_owner_use_marked_track() -> None:
    table = rivals()
    beyond = table.hex("U38")
    assert not company_reach(table.game, table.company("BEL")).arrivals.get(beyond, 0)
    assert company_reach(table.game, table.company("PLM")).arrivals.get(beyond, 0)
    table.refuses("lay 82 on U36 turned 1", "18OE-PRIV-41")


@rule("18OE-PRIV-42", "18OE-PRIV-44")
def test_another_railroad_removes_a_token_for_the_terrain_and_a_point() -> None:
    table = rivals()
    table.do("remove BBE from U36")
    assert table.cash("BEL") == 440, "60, without any discount"
    step = table.step
    assert isinstance(step, BuildTrack)
    assert points.left(table.game, step.company, step.spent) == 5
    assert table.record.brandt == ()
    assert company_reach(table.game, table.company("BEL")).arrivals.get(table.hex("U38"), 0)
    assert table.private("BBE") not in table.game.privates_of(table.seat("Ann")), "it leaves with its last token"
    assert table.record.face_down == ()


@rule("18OE-PRIV-44")
def test_the_private_stays_while_tokens_are_left() -> None:
    table = rivals()
    table.remember(brandt_left=1)
    table.do("remove BBE from U36")
    assert table.private("BBE") in table.game.privates_of(table.seat("Ann"))


@rule("18OE-PRIV-42")
def test_what_removing_takes() -> None:
    poor = rivals(cash=59)
    poor.refuses("remove BBE from U36", "18OE-COST-11")
    table = rivals()
    table.refuses("remove BBE from V35", "18OE-PRIV-42")
    table.operating_turn("PLM", "track")
    table.refuses("remove BBE from U36", "18OE-PRIV-42")
    far = rivals()
    far.remember(brandt=(far.hex("X23"),))
    far.operating_turn("BEL", "track")
    far.refuses("remove BBE from X23", "18OE-PRIV-42")


@rule("18OE-PRIV-42")
def test_a_metropolis_takes_two_points() -> None:
    table = rivals()
    assert points.for_removal(table.hex("Y14")) == 2, "Madrid"
    assert points.for_removal(table.hex("U36")) == 1
    step = table.step
    assert isinstance(step, BuildTrack)
    table.state.agenda = (*table.state.agenda[:-1], BuildTrack(step.company, (), points.Spent(6)))
    table.refuses("remove BBE from U36", "18OE-PRIV-42")


@rule("18OE-PRIV-43")
def test_a_national_pays_only_the_point() -> None:
    table = rivals("national")
    table.do("remove BBE from U36")
    assert table.cash("MIDI") == 0
    assert table.record.brandt == ()


# -- Green Junction -------------------------------------------------------------------------------


def minor_d(phase: str = "2") -> Europe:
    table = Europe(railroad_phase="major", phase=phase)
    table.minor("D", "Ann", "FB", "U32.0", cash=300)
    table.operating_turn("D", "track")
    return table


@rule("18OE-MINOR-07", "18OE-MINOR-08")
@pytest.mark.parametrize("phase", ["2", "3", "4"])
def test_the_token_goes_to_any_city_but_a_metropolis_or_red_zone(phase: str) -> None:
    table = minor_d(phase)
    table.refuses("junction at Q30.0", "18OE-MINOR-07")
    table.refuses("junction at F87.0", "18OE-MINOR-07")
    table.refuses("junction at S34.0", "18OE-MINOR-07")
    table.do("junction at I52.0")
    assert table.record.junction == table.stop("I52.0")
    table.refuses("junction at U34.0", "18OE-MINOR-09")


@rule("18OE-MINOR-07")
def test_only_minor_d_or_its_major_places_it() -> None:
    table = lyon()
    table.refuses("junction at U32.0", "18OE-MINOR-07")
    owned = Europe(railroad_phase="major", phase="3")
    owned.major("PLM", 100, {"Ann": 4}, cash=500)
    merged(owned, "D", "PLM")
    owned.operating_turn("PLM", "track")
    owned.do("junction at U32.0")


@rule("18OE-MINOR-09")
def test_at_the_start_of_phase_5_it_leaves_and_another_may_be_placed() -> None:
    table = minor_d("4")
    table.do("junction at I52.0")
    table.state.phase = PHASE["5"]
    junction.retire(table.game)
    assert table.record.junction is None
    table.operating_turn("D", "track")
    table.do("junction at I52.0")
