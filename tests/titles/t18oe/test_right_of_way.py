"""Right of way in 18OE, and the homes of railroads: consent to build on them, stations of SB and MSP."""

from __future__ import annotations

import pytest

from railhead.core.state import CLOSED
from railhead.testing import rule
from railhead.titles.t18oe import home_stations, points, right_of_way, stations
from railhead.titles.t18oe.building import BuildTrack
from railhead.titles.t18oe.points import Spent
from railhead.titles.t18oe.right_of_way import LayRightOfWay, Leg, way_from_home
from tests.titles.t18oe.table import Europe

RING = ("9@1 R25", "9@0 Q24", "8@2 P25", "8@1 P27", "9@0 Q28", "9@1 R27")
"""Track all around Le Mans, none of which leads there."""
ROUEN = "4@0 P29"
"""A town to which the track in Q28 leads."""
HOME = "lay 57 on Q26 turned 1"
"""Le Mans, with track to Q24 and Q28."""
GREEN = "right of way with 82 on Q28 turned 0"


def le_mans(*tiles: str, phase: str = "2", operated: bool = False, cash: int = 200, owner: int = 500) -> Europe:
    """OU in its first turn; nothing lies on its home. Hochberg's token could be placed, so Ann is always asked."""
    table = Europe(railroad_phase="major", phase=phase)
    table.regional("OU", 60, {"Ann": 2}, cash=cash, operated=operated)
    table.give_cash("Ann", owner)
    table.give_private("HMLC", "Ann")
    table.lay(*tiles)
    table.operating_turn("OU", "track")
    return table


def left(table: Europe) -> int:
    """The points that are left."""
    step = table.step
    assert isinstance(step, BuildTrack)
    return points.left(table.game, step.company, step.spent)


def needs(table: Europe, company: str = "OU") -> bool:
    return way_from_home(table.game, table.company(company)) is None


@rule("18OE-ROW-01", "18OE-ROW-02", "18OE-ROW-03")
def test_a_green_tile_with_all_points_that_are_left() -> None:
    table = le_mans(*RING, ROUEN)
    table.do(HOME)
    assert left(table) == 2
    table.do(GREEN)
    assert left(table) == 0
    assert not table.offered("lay")
    assert table.book.tiles.names[table.state.tiles[table.hex("Q28")] // 6] == "82"
    assert table.cash("OU") == 200


@rule("18OE-ROW-01")
def test_on_one_hex_the_same_is_offered_as_on_all() -> None:
    """A program that asks about a hex is told of right of way there, and of none where there is none."""
    table = le_mans(*RING, ROUEN)
    table.do(HOME)
    step = table.step
    assert isinstance(step, BuildTrack)
    every = [action for choice in right_of_way.options(table.game, step) for action in choice]
    assert table.action(GREEN) in every
    for hex_ in table.book.board.all_hexes:
        there = [action for choice in right_of_way.options_on(table.game, step, hex_) for action in choice]
        assert there == [action for action in every if isinstance(action, LayRightOfWay) and action.hex == hex_]


@rule("18OE-ROW-01")
def test_it_replaces_a_yellow_tile_without_a_city() -> None:
    table = le_mans(*RING, ROUEN)
    table.do(HOME)
    table.refuses("right of way with 82 on Q22 turned 0", "18OE-ROW-01")
    table.refuses("right of way with 205 on Q26 turned 1", "18OE-ROW-01")
    table.refuses("right of way with 9 on Q28 turned 0", "18OE-ROW-01")
    table.refuses("right of way with 82 on Q28 turned 1", "18OE-ROW-01")


@rule("18OE-ROW-01")
def test_a_point_must_be_left() -> None:
    table = le_mans(*RING, ROUEN)
    table.do(HOME)
    step = table.step
    assert isinstance(step, BuildTrack)
    table.state.agenda = (*table.state.agenda[:-1], BuildTrack(step.company, step.laid, points.Spent(3)))
    table.refuses(GREEN, "18OE-ROW-01")


@rule("18OE-ROW-01", "18OE-COST-01")
@pytest.mark.parametrize(("cash", "legal"), [(36, True), (35, False)])
def test_the_terrain_of_printed_track_is_paid_for(cash: int, legal: bool) -> None:
    """From København printed track leads west; I48 has terrain of 45, of which Scandinavia pays 36.

    Track past Aarhus and Halmstad leaves no other way than a green tile on I48, to Odense.
    """
    table = Europe(railroad_phase="major", phase="2")
    table.regional("DSJ", 60, {"Ann": 2}, cash=cash, operated=False)
    table.give_private("HMLC", "Ann")
    table.lay("57@0 H47", "4@2 H51", "4@1 I46")
    table.operating_turn("DSJ", "track")
    assert needs(table, "DSJ")
    green = "right of way with 82 on I48 turned 1"
    if legal:
        table.do(green)
        assert table.cash("DSJ") == 0
    else:
        table.refuses(green, "18OE-COST-11")


@rule("18OE-ROW-02")
@pytest.mark.parametrize("opened", range(6))
def test_not_if_yellow_tiles_would_do(opened: int) -> None:
    """Any hex of the ring that is free leads somewhere within three tiles."""
    table = le_mans(*(tile for number, tile in enumerate(RING) if number != opened), ROUEN)
    assert not needs(table)
    if opened != 4:
        table.do(HOME)
        table.refuses(GREEN, "18OE-ROW-02")


@rule("18OE-ROW-03")
def test_the_tile_must_join_the_home_to_a_town_or_city() -> None:
    table = le_mans(*RING, ROUEN)
    table.do(HOME)
    table.refuses("right of way with 82 on Q24 turned 3", "18OE-ROW-03")
    without = le_mans(*RING)
    without.do(HOME)
    without.refuses(GREEN, "18OE-ROW-03")


@rule("18OE-ROW-04")
def test_not_if_the_home_is_joined_already() -> None:
    table = le_mans("57@1 Q26", "9@1 Q28", "OE4@1 Q30")
    assert way_from_home(table.game, table.company("OU")) == frozenset()
    table.refuses("right of way with 82 on Q28 turned 1", "18OE-ROW-02")


@rule("18OE-ROW-02")
def test_a_ferry_joins_but_the_sea_does_not() -> None:
    """Dublin is joined to nothing; with track to the ferry on the other side it is."""
    table = Europe(railroad_phase="major", phase="2")
    table.regional("GSWR", 60, {"Ann": 2}, operated=False)
    assert way_from_home(table.game, table.company("GSWR")) != frozenset()
    table.lay("4@2 J23")
    assert way_from_home(table.game, table.company("GSWR")) == frozenset(), "by the ferry"


@rule("18OE-ROW-02")
@pytest.mark.parametrize(
    ("cash", "owner", "needed"), [(60, 84, True), (60, 85, False), (44, 500, True), (145, 0, False)]
)
def test_a_way_that_leads_to_insolvency_does_not_count(cash: int, owner: int, needed: bool) -> None:
    """From Lyon the only way is over V35, for 45; 100 must be left for the train, the owner's cash included."""
    table = Europe(railroad_phase="major", phase="2")
    table.regional("PLM", 60, {"Ann": 2}, cash=cash, operated=False)
    table.give_cash("Ann", owner)
    table.lay("8@2 V33", "57@2 U32", "9@0 T33", "9@1 T35", "9@0 U36")
    way = way_from_home(table.game, table.company("PLM"))
    assert way == (None if needed else {table.hex("U34"), table.hex("V35")})


@rule("18OE-ROW-02")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (Leg(Spent(1)), Leg(Spent(2))),
        (Leg(Spent(1)), Leg(Spent(1, ("F",)))),
        (Leg(Spent(1), 30), Leg(Spent(1), 31)),
        (Leg(Spent(1), 35), Leg(Spent(1), 30, 5)),
    ],
)
def test_a_way_is_left_out_only_if_another_has_spent_no_more_of_anything(better: Leg, worse: Leg) -> None:
    assert better.is_as_good_as(worse)
    assert better.is_as_good_as(better)
    assert not worse.is_as_good_as(better)


@rule("18OE-ROW-02", "18OE-TRACK-06")
def test_a_way_needs_tiles_that_are_left() -> None:
    """Lyon needs a yellow tile of a grand city."""
    table = Europe(railroad_phase="major", phase="2")
    table.regional("PLM", 60, {"Ann": 2}, cash=500, operated=False)
    assert not needs(table, "PLM")
    for tile in ("201", "202", "621"):
        table.state.supply[table.book.tiles.index[tile]] = 0
    assert needs(table, "PLM")


@rule("18OE-ROW-02", "18OE-PATRON-03")
@pytest.mark.parametrize(
    ("patron", "cash", "needed"), [("", 129, True), ("", 130, False), ("green", 110, False), ("green", 109, True)]
)
def test_what_a_patron_pays_counts(patron: str, cash: int, needed: bool) -> None:
    """From Lyon the only way is to Saint-Etienne, for 30; a green tile pays 20, and 100 must be left for the train."""
    table = Europe(railroad_phase="major", phase="2")
    table.regional("PLM", 60, {"Ann": 2}, cash=cash, operated=False)
    table.give_cash("Ann", 0)
    table.lay("8@2 V33", "9@0 T33", "9@1 T35", "9@0 U36", "9@1 V35")
    if patron:
        table.remember(patronage=((table.hex("U32"), patron),))
    assert needs(table, "PLM") == needed


@rule("18OE-ROW-02")
def test_the_reserved_train_counts_as_long_as_it_is_owed() -> None:
    table = le_mans()
    assert right_of_way.reserved_price(table.game, table.company("OU")) == 100
    table.remember(provided=(table.company("OU"),))
    assert right_of_way.reserved_price(table.game, table.company("OU")) == 0
    table.minor("J", "Ann", "FB", "U32.0")
    assert right_of_way.reserved_price(table.game, table.company("J")) == 90


@rule("18OE-ROW-05", "18OE-ROW-06")
def test_a_need_of_ones_own_making_gives_no_right() -> None:
    """At the start of the turn a way was open over R25; whoever builds past Le Mans there has no right of way then."""
    table = le_mans(*RING[1:], ROUEN)
    table.do("lay 57 on Q26 turned 0", "lay 9 on R25 turned 0")
    assert left(table) == 1
    green = "right of way with 82 on Q28 turned 0"
    table.refuses(green, "18OE-ROW-02")


@rule("18OE-ROW-05")
@pytest.mark.parametrize(
    ("president", "operated", "legal"), [("Ann", False, False), ("Ann", True, True), ("Ben", False, True)]
)
def test_nobody_blocks_an_own_railroad_that_is_still_to_operate(president: str, operated: bool, legal: bool) -> None:
    """R27 is the only way out of Le Mans; minor A comes there from Nantes."""
    table = Europe(railroad_phase="major", phase="2")
    table.regional("OU", 60, {president: 2}, cash=200, operated=operated)
    table.minor("A", "Ann", "FB", "R23.0", cash=300)
    table.lay(*RING[:5], "57@1 R23")
    table.operating_turn("A", "track")
    past, towards = "lay 9 on R27 turned 1", "lay 7 on R27 turned 1"
    if legal:
        table.do(past)
    else:
        table.refuses(past, "18OE-ROW-05")
        assert table.allows(towards), "which leads to Le Mans"


@rule("18OE-ROW-05", "18OE-PRIV-39")
def test_nobody_blocks_an_own_railroad_with_a_token_of_brandt_and_brandau() -> None:
    """The hills of V35 are the only way out of Lyon; minor A comes there from the south."""
    table = Europe(railroad_phase="major", phase="2")
    table.regional("PLM", 60, {"Ann": 2}, cash=200, operated=False)
    table.minor("A", "Ann", "FB", "X33.0", cash=300)
    table.give_private("BBE", "Ann")
    table.lay("8@2 V33", "57@2 U32", "9@0 T33", "9@1 T35", "9@0 U36", "202@3 X33", "9@0 W34")
    table.operating_turn("A", "track")
    assert way_from_home(table.game, table.company("PLM")) == frozenset((table.hex("U34"), table.hex("V35")))
    past = "use BBE to lay 8 on V35 turned 4"
    table.refuses(past, "18OE-ROW-05")
    assert past not in table.offered("use BBE")


@rule("18OE-ROW-06")
def test_the_join_is_optional() -> None:
    table = le_mans(*RING, ROUEN)
    table.do(HOME)
    assert table.allows("pass")


@rule("18OE-ROW-07")
def test_only_in_the_first_turn_and_before_phase_3() -> None:
    late = le_mans(*RING, ROUEN, phase="3")
    late.do(HOME)
    late.refuses(GREEN, "18OE-ROW-07")
    again = le_mans(*RING, ROUEN, operated=True)
    again.do(HOME)
    again.refuses(GREEN, "18OE-ROW-07")


# -- consent --------------------------------------------------------------------------------------


def beside_lyon(president: str, floated: bool = True) -> Europe:
    """Minor A comes to Lyon, the home of PLM, where there is no tile."""
    table = Europe(railroad_phase="major", phase="2")
    table.minor("A", "Ann", "FB", "U32.0", cash=500)
    table.remember(minor_homes=((table.company("A"), table.hex("U32")),))
    if floated:
        table.regional("PLM", 60, {president: 2})
    table.lay("57@1 U32")
    table.operating_turn("A", "track")
    return table


LYON = "lay 621 on U34 turned 1"


@rule("18OE-TRACK-24")
def test_yellow_track_on_anothers_home_needs_consent() -> None:
    table = beside_lyon("Ben")
    table.do(LYON)
    assert table.turn == "Ben"
    assert table.hex("U34") not in table.state.tiles
    table.do("accept")
    assert table.hex("U34") in table.state.tiles
    assert table.turn == "Ann"
    assert isinstance(table.step, BuildTrack)
    assert points.left(table.game, table.company("A"), table.step.spent) == 2


@rule("18OE-TRACK-24")
def test_without_it_the_tile_is_refused_for_this_turn() -> None:
    table = beside_lyon("Ben")
    table.do(LYON, "decline")
    assert table.hex("U34") not in table.state.tiles
    table.refuses(LYON, "18OE-TRACK-24")
    table.refuses("lay 202 on U34 turned 5", "18OE-TRACK-24")


@rule("18OE-TRACK-24", "18OE-PRIV-39")
@pytest.mark.parametrize("answer", ["accept", "decline"])
def test_a_tile_with_a_token_of_brandt_and_brandau_needs_consent_too(answer: str) -> None:
    table = Europe(railroad_phase="major", phase="2")
    table.regional("PLM", 60, {"Ann": 2}, cash=500)
    table.minor("A", "Ben", "FB", "U32.0")
    table.remember(minor_homes=((table.company("A"), table.hex("U32")),))
    table.give_private("BBE", "Ann")
    table.lay("621@1 U34")
    table.operating_turn("PLM", "track")
    table.do("use BBE to lay 57 on U32 turned 1")
    assert table.turn == "Ben"
    table.do(answer)
    step = table.step
    assert isinstance(step, BuildTrack)
    assert table.cash("PLM") == 500
    if answer == "accept":
        assert table.record.brandt == (table.hex("U32"),)
        assert table.hex("U32") in table.state.tiles
        assert left(table) == 2
    else:
        assert table.record.brandt == ()
        assert left(table) == 3
        table.refuses("use BBE to lay 57 on U32 turned 1", "18OE-TRACK-24")


@rule("18OE-TRACK-24")
@pytest.mark.parametrize(("president", "floated"), [("Ann", True), ("Ben", False)])
def test_ones_own_railroads_and_unfloated_ones_consent(president: str, floated: bool) -> None:
    table = beside_lyon(president, floated)
    table.do(LYON)
    assert table.hex("U34") in table.state.tiles


@rule("18OE-TRACK-24")
def test_homes_of_minors_too_but_only_for_the_first_tile() -> None:
    table = Europe(railroad_phase="major", phase="3")
    table.regional("PLM", 60, {"Ann": 2}, cash=500)
    table.minor("A", "Ben", "FB", "U32.0")
    table.remember(minor_homes=((table.company("A"), table.hex("U32")),))
    table.lay("621@1 U34")
    table.operating_turn("PLM", "track")
    table.do("lay 57 on U32 turned 1")
    assert table.turn == "Ben"
    table.do("accept")
    table.do("lay 205 on U32 turned 1")
    assert table.book.tiles.names[table.state.tiles[table.hex("U32")] // 6] == "205"


# -- stations in a metropolis ---------------------------------------------------------------------


@rule("18OE-TRACK-25")
def test_the_president_chooses_as_soon_as_the_tile_is_laid() -> None:
    table = Europe(railroad_phase="major", phase="2")
    table.regional("SB", 60, {"Ben": 2}, cash=500)
    table.regional("MAV", 60, {"Ann": 2}, cash=500)
    table.operating_turn("SB", "track")
    table.do("lay OE4 on R55 turned 0")
    assert isinstance(table.step, home_stations.HomeStation)
    assert table.turn == "Ben"
    table.refuses("home at S60.0", "18OE-TRACK-25")
    table.do("home at R55.1")
    assert table.state.tokens[table.stop("R55.1")] == (table.company("SB"),)
    assert table.stop("R55.0") not in table.state.tokens


@rule("18OE-TRACK-25")
def test_the_president_is_asked_in_a_rivals_turn_as_well() -> None:
    table = Europe(railroad_phase="major", phase="2")
    table.regional("SB", 60, {"Ben": 2}, cash=500)
    table.regional("MAV", 60, {"Ann": 2}, cash=500)
    table.lay("621@2 S60", "58@5 R59", "9@1 R57")
    table.operating_turn("MAV", "track")
    table.do("lay OE4 on R55 turned 0", "accept")
    assert isinstance(table.step, home_stations.HomeStation)
    assert table.turn == "Ben"
    table.do("home at R55.2")
    assert table.turn == "Ann"


@rule("18OE-TRACK-25")
def test_only_the_home_token_moves_to_the_chosen_station() -> None:
    table = Europe(railroad_phase="major", phase="3")
    table.major("SB", 100, {"Ben": 4}, cash=500, tokens=("P53.0", "S60.0"))
    table.operating_turn("SB", "track")
    table.do("lay OE4 on R55 turned 0", "home at R55.2")
    company = table.company("SB")
    held = {stop for stop, tokens in table.state.tokens.items() if company in tokens}
    assert held == {table.stop("R55.2"), table.stop("P53.0"), table.stop("S60.0")}


@rule("18OE-TRACK-26")
def test_an_unfloated_railroad_keeps_its_metropolis_and_chooses_when_it_floats() -> None:
    table = Europe(railroad_phase="major", phase="2")
    table.minor("A", "Ann", "AH", "S50.0", cash=500)
    table.lay("OE4@0 R55")
    company = table.company("A")
    found = stations.place_refusal(table.game, company, table.stop("R55.1"))
    assert found is not None
    assert found.rule == "18OE-TRACK-26"
    table.mark("SB", CLOSED)
    assert stations.kept_refusal(table.game, table.stop("R55.1")) is None
    later = Europe(railroad_phase="major", phase="2")
    later.regional("SB", 60, {"Ben": 2}, cash=500, operated=False)
    later.lay("OE4@0 R55")
    home_stations.ask(later.game, later.company("SB"))
    assert later.turn == "Ben"


@rule("18OE-TRACK-27")
def test_no_station_from_which_right_of_way_is_needed() -> None:
    """Station 0 leads to S54, where track lies that does not lead to Wien; the others lead to open country."""
    table = Europe(railroad_phase="major", phase="2")
    table.regional("SB", 60, {"Ben": 2}, cash=500, operated=False)
    table.lay("9@1 S54", "OE4@0 R55")
    home_stations.ask(table.game, table.company("SB"))
    table.refuses("home at R55.0", "18OE-TRACK-27")
    assert set(table.offered("home")) == {"home at R55.1", "home at R55.2"}
    blocked = Europe(railroad_phase="major", phase="2")
    blocked.regional("SB", 60, {"Ben": 2}, cash=500, operated=False)
    blocked.lay("9@1 S54", "9@1 Q54", "9@0 R57", "OE4@0 R55")
    home_stations.ask(blocked.game, blocked.company("SB"))
    assert len(blocked.offered("home")) == 3, "if all of them need it, any will do"
    later = Europe(railroad_phase="major", phase="2")
    later.regional("SB", 60, {"Ben": 2}, cash=500)
    later.lay("9@1 S54", "OE4@0 R55")
    home_stations.ask(later.game, later.company("SB"))
    assert len(later.offered("home")) == 3, "nor does it matter after the first turn, which alone has right of way"
