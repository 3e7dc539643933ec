"""Positions on the board in which several rules of 18OE meet: tiles, terrain, water, patrons, tokens, privates.

Every figure was worked out from the rulebook before the code was asked.
"""

from __future__ import annotations

import pytest

from railhead.core.state import CLOSED
from railhead.testing import rule
from railhead.titles.t18oe import points, right_of_way, slots, terrain
from railhead.titles.t18oe.building import BuildTrack
from railhead.titles.t18oe.points import Spent
from tests.titles.t18oe.lines import Lines, sea
from tests.titles.t18oe.table import Europe


def spent(at: Europe) -> Spent:
    """The points that the railroad has used in this turn."""
    step = at.step
    assert isinstance(step, BuildTrack)
    return step.spent


def merged(at: Europe, minor: str, major: str, zone: str, home: str) -> None:
    """A minor with the chit of a zone has been merged into a major, which has declined its token."""
    at.minor(minor, "Ann", zone, home)
    into = list(at.record.into)
    into[at.company(minor)] = at.company(major)
    at.remember(into=tuple(into))


# -- points ---------------------------------------------------------------------------------------


@rule("18OE-ROW-01", "18OE-MINOR-11", "18OE-COST-08")
@pytest.mark.parametrize(("revision", "extra"), [(1, "E"), (2, "")])
def test_right_of_way_leaves_no_extra_point_for_blue_terrain(revision: int, extra: str) -> None:
    """Minor E at home in København: half of 45, rounded down, and nothing is left for L23, a river, either."""
    at = Europe(railroad_phase="major", phase="2", revision=revision)
    at.mark("DSJ", CLOSED)
    at.minor("E", "Ann", "SC", "I50.0", cash=122, operated=False)
    at.give_private("HMLC", "Ann")
    at.lay("57@0 H47", "4@2 H51", "4@1 I46")
    at.operating_turn("E", "track")
    at.do("right of way with 82 on I48 turned 1")
    assert at.cash("E") == 122 - 22
    company, tile = at.company("E"), at.book.tiles.index["9"]
    assert points.left(at.game, company, spent(at)) == 0
    assert points.extra_for(at.game, company, spent(at), at.hex("L23"), tile) == extra


@rule("18OE-ROW-04", "18OE-ROW-02", "18OE-TRACK-24")
@pytest.mark.parametrize("revision", [1, 2])
def test_no_right_of_way_once_anothers_consent_has_joined_the_home(revision: int) -> None:
    """Le Mans needs a green tile in Q28, as the only other line leads to Nantes, Ben's home; then Ben consents."""
    at = Europe(railroad_phase="major", phase="2", revision=revision)
    at.regional("OU", 60, {"Ann": 2}, cash=200, operated=False)
    at.give_private("HMLC", "Ann")
    at.minor("A", "Ben", "FB", "R23.0")
    at.remember(minor_homes=((at.company("A"), at.hex("R23")),))
    at.lay("8@1 R25", "9@0 Q24", "8@2 P25", "8@1 P27", "9@0 Q28", "9@1 R27", "4@0 P29")
    at.operating_turn("OU", "track")
    at.do("lay 6 on Q26 turned 4")
    green = "right of way with 82 on Q28 turned 0"
    assert at.offered("right") == [green]
    at.do("lay 57 on R23 turned 1")
    assert (at.turn, at.asked) == ("Ben", "Consent")
    at.do("accept")
    assert spent(at) == Spent(2), "one point is left"
    if revision == 1:
        assert at.allows(green), "as it used to be"
    else:
        at.refuses(green, "18OE-ROW-02")


@rule("18OE-ROW-02", "18OE-PATRON-01", "18OE-COST-01")
def test_the_start_of_a_turn_is_without_what_patrons_have_paid_since() -> None:
    """Saint-Etienne costs 30 and brings 40: before it, the treasury had 100."""
    at = Europe(railroad_phase="regional", phase="2")
    at.regional("PLM", 60, {"Ann": 2}, cash=100, operated=False)
    at.lay("621@1 U34")
    at.remember(patronage=((at.hex("U32"), "pink"),))
    at.operating_turn("PLM", "track")
    at.do("lay 57 on U32 turned 1")
    assert at.cash("PLM") == 100 - 30 + 40
    earlier = right_of_way.before_its_turn(at.game, at.company("PLM"))
    assert earlier.treasury(at.company("PLM")) == 100
    assert at.hex("U32") not in earlier.state.tiles


# -- Brandt & Brandau -----------------------------------------------------------------------------


@rule("18OE-PRIV-41", "18OE-PRIV-42", "18OE-FLOAT-09")
@pytest.mark.parametrize("revision", [1, 2])
def test_a_railroad_whose_home_is_marked_buys_its_way_out(revision: int) -> None:
    """Ben's minor has floated in Zürich, on Ann's marked track: 30 for the hills and one of its three points."""
    at = Europe(railroad_phase="regional", phase="2", revision=revision)
    at.give_private("BBE", "Ann")
    at.lay("57@1 S42")
    at.minor("A", "Ben", "PHS", "S42.0", cash=100, operated=False)
    at.remember(brandt=(at.hex("S42"),), brandt_left=3)
    at.operating_turn("A", "track")
    if revision == 1:
        assert at.offered() == ["pass"], "as it used to be: stuck"
        return
    assert at.offered() == ["remove BBE from S42", "pass"]
    at.do("remove BBE from S42")
    assert (at.cash("A"), spent(at), at.record.brandt) == (70, Spent(1), ())
    assert at.allows("lay 4 on S40 turned 1"), "to Basel"


@rule("18OE-PRIV-42", "18OE-RIGHTS-02")
def test_a_minor_removes_no_mark_beyond_its_zone() -> None:
    """From Torino its track leads to V35, which is in France alone; a major with a token there may remove it."""
    at = Europe(railroad_phase="major", phase="3")
    at.give_private("BBE", "Ann")
    at.minor("A", "Ben", "IT", "V39.0", cash=100)
    at.lay("57@1 V39", "9@1 V37", "9@1 V35")
    at.remember(brandt=(at.hex("V35"),), brandt_left=3)
    at.operating_turn("A", "track")
    at.refuses("remove BBE from V35", "18OE-PRIV-42")
    at.remember(brandt=(at.hex("V37"),))
    at.do("remove BBE from V37")
    assert at.cash("A") == 40, "V37 is at the border; its mountains cost 60 without a discount"


@rule("18OE-PRIV-41", "18OE-PRIV-42", "18OE-PORT-20", "18OE-WATER-03")
def test_a_marked_port_town_is_closed_from_the_sea_and_opened_from_there() -> None:
    """Gijón on Ann's track: Ben's trains do not go there over two zones, but a token is removed from across the sea.

    The hills cost 30; no tile is placed, so there is no fee for the crossing.
    """
    at = Lines("4")
    at.lay("58@2 U12")
    at.give_private("BBE", "Ann")
    at.remember(brandt=(at.hex("U12"),), brandt_left=3)
    at.major("GWR", 100, {"Ben": 6}, cash=500, trains=("5",), tokens=("M28.0",))
    at.major("MIDI", 90, {"Ann": 6}, trains=("5",))
    run = f"5 {sea('M28.0', 'U12.0')}"
    assert at.earns("MIDI", f"5 {sea('U24.0', 'U12.0')}") == 10 + 10
    assert not at.may_run("GWR", run)
    at.operating_turn("GWR", "track")
    at.do("remove BBE from U12")
    assert (at.cash("GWR"), spent(at)) == (470, Spent(1))
    assert at.earns("GWR", run) == 30 + 10


@rule("18OE-PRIV-41", "18OE-PRIV-42", "18OE-SR-25")
def test_marked_track_goes_with_the_private_to_its_new_owner() -> None:
    """Ann's own railroad has laid it: once Ben has bought the private, it has to pay like anybody else."""
    at = Europe(railroad_phase="major", phase="3")
    at.regional("PLM", 60, {"Ann": 2}, cash=100)
    at.lay("621@1 U34", "9@1 U36")
    at.remember(brandt=(at.hex("U36"),), brandt_left=2)
    at.give_private("BBE", "Ann")
    at.operating_turn("PLM", "track")
    assert at.allows("lay 82 on U36 turned 1")
    assert not at.offered("remove")
    at.give_private("BBE", "Ben")
    at.refuses("lay 82 on U36 turned 1", "18OE-PRIV-41")
    at.do("remove BBE from U36")
    assert (at.cash("PLM"), spent(at)) == (40, Spent(1))
    at.do("lay 82 on U36 turned 1")


@rule("18OE-PATRON-01", "18OE-PRIV-39", "18OE-COST-11")
@pytest.mark.parametrize(("cash", "brandt", "after"), [(29, False, None), (30, False, 30), (0, True, 30)])
def test_a_patron_pays_after_the_hills_are_paid_for(cash: int, brandt: bool, after: int | None) -> None:
    """Saint-Etienne: hills of 30, a yellow patron of 30 in Train Phase 2; the bounty does not help to pay for them."""
    at = Europe(railroad_phase="regional", phase="2")
    at.regional("PLM", 60, {"Ann": 2}, cash=cash)
    at.lay("621@1 U34")
    at.remember(patronage=((at.hex("U32"), "yellow"),))
    if brandt:
        at.give_private("BBE", "Ann")
    at.operating_turn("PLM", "track")
    if after is None:
        at.refuses("lay 57 on U32 turned 1", "18OE-COST-11")
    else:
        at.do("use BBE to lay 57 on U32 turned 1" if brandt else "lay 57 on U32 turned 1")
        assert (at.cash("PLM"), at.record.patronage) == (after, ())


@rule("18OE-TRACK-03", "18OE-TRACK-05", "18OE-TRACK-25", "18OE-TRACK-14")
def test_yellow_and_green_wien_in_one_turn_with_the_home_chosen_between() -> None:
    """Two points and four are all that a major has; the home stays at the station that was chosen."""
    at = Europe(railroad_phase="major", phase="3")
    at.major("SB", 100, {"Ann": 6}, cash=0)
    at.operating_turn("SB", "track")
    at.do("lay OE4 on R55 turned 0")
    assert at.offered() == ["home at R55.0", "home at R55.1", "home at R55.2"]
    at.do("home at R55.1")
    assert spent(at) == Spent(2)
    at.do("lay OE12 on R55 turned 0")
    assert at.asked != "BuildTrack", "no point is left"
    assert at.state.tokens[at.stop("R55.1")] == (at.company("SB"),)
    assert at.book.board.track(at.hex("R55"), at.state.tiles[at.hex("R55")]).at[8], "with track of its own"


@rule("18OE-TRACK-05", "18OE-TRACK-06", "18OE-TRACK-14")
def test_a_yellow_tile_that_an_upgrade_frees_is_laid_again_in_the_same_turn() -> None:
    """Both tiles OE3 lie on the board; the one in Nîmes and Montpellier comes back and goes to Genève, for 45."""
    at = Europe(railroad_phase="major", phase="3")
    at.major("PLM", 100, {"Ann": 6}, cash=100)
    at.lay("621@0 U34", "9@0 V33", "OE3@3 W32", "8@4 T35", "OE3@0 P77")
    at.operating_turn("PLM", "track")
    at.refuses("lay OE3 on T37 turned 0", "18OE-TRACK-06")
    at.do("lay OE10 on W32 turned 3", "lay OE3 on T37 turned 0")
    assert (at.cash("PLM"), spent(at), at.state.supply[at.book.tiles.index["OE3"]]) == (55, Spent(3), 0)


@rule("18OE-NATREV-01", "18OE-PRIV-43", "18OE-COST-10", "18OE-PATRON-01", "18OE-RIGHTS-02", "18OE-TRACK-18")
def test_a_national_builds_out_of_a_full_city_past_a_mark_and_over_a_patron() -> None:
    """France's, with Saint-Etienne full of Ben's minor and U30 marked by Ben: a point, a tile, Nancy, and no money."""
    at = Europe(railroad_phase="major", phase="4")
    at.national("PLM", 100, {"Ann": 6})
    at.give_private("BBE", "Ben")
    at.minor("A", "Ben", "FB", "U32.0")
    at.lay("57@1 U32", "9@1 U30")
    at.remember(brandt=(at.hex("U30"),), brandt_left=3, patronage=((at.hex("Q38"), "yellow"),))
    at.operating_turn("PLM", "track")
    bank = at.cash("ipo")
    at.refuses("lay 9 on U28 turned 1", "18OE-TRACK-17")
    at.do("remove BBE from U30", "lay 9 on U28 turned 1", "lay 57 on Q38 turned 1")
    assert (at.cash("PLM"), at.cash("ipo"), spent(at), at.record.patronage) == (0, bank, Spent(3), ())
    at.refuses("lay 5 on Q40 turned 0", "18OE-RIGHTS-02")


@rule("18OE-MINOR-03", "18OE-MINOR-14", "18OE-MINOR-13", "18OE-TRACK-02")
def test_eight_points_with_surveyors_a_foundry_and_an_extra_one() -> None:
    """B upgrades plain track for 1; a city costs 2, a grand city 2; a yellow tile on mountains is F's extra point."""
    at = Europe(railroad_phase="major", phase="3")
    at.major("PLM", 100, {"Ann": 6}, cash=500)
    for minor, home in (("B", "Q38.0"), ("G", "V27.0"), ("F", "O28.0")):
        merged(at, minor, "PLM", "FB", home)
    at.lay("621@1 U34", "9@1 U36", "57@1 U32")
    at.operating_turn("PLM", "track")
    at.do("lay 82 on U36 turned 1")
    assert spent(at) == Spent(1)
    at.do("lay 205 on U32 turned 1", "lay 207 on U34 turned 1")
    assert spent(at) == Spent(5)
    at.do("lay 9 on U38 turned 1")
    assert (spent(at), at.cash("PLM")) == (Spent(5, ("F",)), 500 - 80)
    assert points.left(at.game, at.company("PLM"), spent(at)) == 3


# -- terrain and water ----------------------------------------------------------------------------


@rule("18OE-COST-01", "18OE-COST-03", "18OE-COST-08", "18OE-WATER-03", "18OE-WATER-04", "18OE-TRACK-19")
@pytest.mark.parametrize(
    ("minor", "zone", "authority", "cost"),
    [
        ("", "", False, 45 + 30),
        ("", "", True, 45 + 10),
        ("A", "SC", False, 36 + 30),
        ("E", "SC", False, 22 + 30),
        ("E", "SC", True, 22 + 10),
        ("E", "RU", False, 30 + 30),
    ],
)
def test_green_copenhagen_from_london(minor: str, zone: str, authority: bool, cost: int) -> None:
    """A river of 45 that nobody has paid for, and three sea zones; discounts are for terrain, authorities for water."""
    at = Europe(railroad_phase="major", phase="3")
    at.major("LNWR", 100, {"Ann": 6}, cash=cost, tokens=("M28.0",))
    if minor:
        merged(at, minor, "LNWR", zone, "F49.0" if zone == "SC" else "K78.0")
    if authority:
        at.remember(authorities=((at.company("LNWR"), 0),))
    at.operating_turn("LNWR", "track")
    at.do("lay 622 on I50 turned 1")
    assert at.cash("LNWR") == 0
    poor = Europe(railroad_phase="major", phase="3")
    poor.major("LNWR", 100, {"Ann": 6}, cash=cost - 1, tokens=("M28.0",))
    if not minor and not authority:
        poor.operating_turn("LNWR", "track")
        poor.refuses("lay 622 on I50 turned 1", "18OE-COST-11")


@rule("18OE-PORT-23", "18OE-WATER-03", "18OE-TRACK-17", "18OE-TRACK-18")
def test_a_first_tile_in_hamburg_across_the_sea() -> None:
    """An offshore port: no side is needed, any tile goes, over two zones for 20; not past the token of its owner."""
    at = Europe(railroad_phase="major", phase="3")
    at.major("LNWR", 100, {"Ann": 6}, cash=20, tokens=("M28.0",))
    at.operating_turn("LNWR", "track")
    there = [text for text in at.offered("lay") if " K46 " in text]
    assert len(there) == 6 + 6 + 3, "201 and 202 in any rotation, 621 in three"
    at.do("lay 621 on K46 turned 2")
    assert (at.cash("LNWR"), spent(at)) == (0, Spent(1))
    full = Europe(railroad_phase="major", phase="3")
    full.major("LNWR", 100, {"Ann": 6}, cash=20, tokens=("M28.0",))
    full.regional("BHB", 60, {"Ben": 2})
    full.operating_turn("LNWR", "track")
    full.refuses("lay 621 on K46 turned 2")


@rule("18OE-RIGHTS-01", "18OE-COST-03", "18OE-COST-05", "18OE-COST-07", "18OE-COST-08", "18OE-MINOR-12")
@pytest.mark.parametrize(
    ("hex_", "fee"),
    [
        ("X45", 22),  # hills of 45 in Italy, its home
        ("Y12", 30),  # mountains of 60 in Spain, by F's chit
        ("Y14", 22),  # Madrid, 45
        ("U38", 60),  # 120 at the corner of France, Switzerland and Italy
        ("Q52", 30),  # hills of 45 in Austria
        ("T41", 80),  # mountains of 120 in Switzerland
        ("AE52", 36),  # a river of 45 in Italy
        ("AD7", 36),  # a river of 45 in Spain
        ("W74", 30),  # water of 30 in Romania
    ],
)
def test_an_italian_major_with_the_mountaineers_of_spain(hex_: str, fee: int) -> None:
    at = Europe(railroad_phase="major", phase="3")
    at.major("SFAI", 100, {"Ann": 6})
    merged(at, "F", "SFAI", "SP", "X13.0")
    assert terrain.fee(at.game, at.company("SFAI"), at.hex(hex_)) == fee


@rule("18OE-COST-01", "18OE-COST-07", "18OE-COST-02")
@pytest.mark.parametrize(("minor", "cost"), [("A", 30), ("E", 30), ("F", 20)])
def test_green_manchester_is_the_first_tile_there(minor: str, cost: int) -> None:
    """Its hills are under printed yellow track; the next tile costs nothing."""
    at = Europe(railroad_phase="major", phase="5")
    at.major("LNWR", 100, {"Ann": 6}, cash=100)
    merged(at, minor, "LNWR", "UK", "H21.0")
    at.operating_turn("LNWR", "track")
    at.do("lay 205 on J27 turned 1")
    assert at.cash("LNWR") == 100 - cost
    at.do("lay OE24 on J27 turned 2")
    assert at.cash("LNWR") == 100 - cost


@rule("18OE-ROW-07", "18OE-PHASE-05", "18OE-TRAIN-05")
def test_the_first_3_of_a_round_ends_right_of_way_for_those_still_to_operate() -> None:
    """Ben's minor buys it; OU, in its first turn, now lays the same green tile for two of its points."""
    at = Europe(railroad_phase="major", phase="2")
    at.regional("OU", 60, {"Ann": 2}, cash=200, operated=False)
    at.give_private("HMLC", "Ann")
    at.lay("9@1 R25", "9@0 Q24", "8@2 P25", "8@1 P27", "9@0 Q28", "9@1 R27", "4@0 P29")
    at.minor("A", "Ben", "FB", "U32.0", cash=200, trains=("2+2",))
    at.remember(provided=(at.company("A"),))
    at.operate("A", "buy", number=2)
    at.do("train 3 from ipo")
    assert at.phase == "3"
    at.operating_turn("OU", "track")
    at.do("lay 57 on Q26 turned 1")
    at.refuses("right of way with 82 on Q28 turned 0", "18OE-ROW-07")
    at.do("lay 82 on Q28 turned 0")
    assert spent(at) == Spent(3)


# -- tokens ---------------------------------------------------------------------------------------


@rule("18OE-PORT-16", "18OE-TOKEN-13", "18OE-TOKEN-04", "18OE-TOKEN-10")
def test_an_authority_is_bought_for_the_token_of_the_same_turn() -> None:
    """By København to Malmö: 60 and three zones of 40 are 180; with an authority 125 + 60 + 40 are all of 225."""
    at = Europe(railroad_phase="major", phase="3")
    at.major("LNWR", 100, {"Ann": 6}, cash=225, tokens=("M28.0",))
    at.lay("622@1 I50", "6@1 I52")
    at.operating_turn("LNWR", "token")
    assert at.allows("token at I52.0 for 60")
    at.refuses("token at I52.0 for 106")
    at.do("port authority North Sea")
    at.refuses("token at I52.0 for 80", "18OE-TOKEN-04")
    at.do("token at I52.0 for 60")
    assert at.cash("LNWR") == 0


@rule("18OE-TOKEN-07", "18OE-TOKEN-11", "18OE-FERRY-06", "18OE-TOKEN-04")
@pytest.mark.parametrize(("cash", "sites"), [(39, []), (40, ["token at J25.0 for 20"])])
def test_a_regional_of_dublin_has_a_token_in_liverpool(cash: int, sites: list[str]) -> None:
    """A private port, but the ferry is public: 20 for its distance of 1, besides the 20 of the slot."""
    at = Europe(railroad_phase="regional", phase="2")
    at.regional("GSWR", 60, {"Ann": 2}, cash=cash)
    at.operating_turn("GSWR", "token")
    assert at.offered("token") == sites


@rule("18OE-LILLE-06", "18OE-TOKEN-03", "18OE-TOKEN-12", "18OE-PORT-23", "18OE-FERRY-06", "18OE-TOKEN-10")
def test_where_100_buys_a_token_from_bristol_and_london() -> None:
    """Others hold the ferry of Lille: it still leads to Lille, where a position is free.

    By sea one zone (40) leads to Glasgow and Le Havre; Liverpool is a private port, but from Dublin it is a ferry: 60.
    Bordeaux and Hamburg are two zones away, and Dublin's own position is kept for it.
    """
    at = Europe(railroad_phase="major", phase="5")
    at.major("GWR", 100, {"Ann": 6}, cash=100, tokens=("M28.0",))
    at.major("PLM", 100, {"Ben": 6}, tokens=("N29.0",))
    at.lay("208@0 N31")
    at.operating_turn("GWR", "token")
    prices = {"F25.0": (40, 60), "J25.0": (40,), "N31.0": (40, 60, 80), "O28.0": (40, 60)}
    assert at.offered("token") == [f"token at {stop} for {slot}" for stop in prices for slot in prices[stop]]
    at.do("token at N31.0 for 80")
    assert at.cash("GWR") == 20


@rule("18OE-PRIV-26", "18OE-TOKEN-01", "18OE-PRIV-02", "18OE-PRIV-25")
def test_both_cards_and_the_token_of_the_turn_in_one_step() -> None:
    at = Europe(railroad_phase="major", phase="3")
    at.major("PLM", 100, {"Ann": 6}, cash=40)
    at.lay("621@1 U34", "57@1 U32")
    at.give_private("SHTC", "Ann")
    at.give_private("CCTC", "Ann")
    at.operating_turn("PLM", "token")
    at.refuses("use CCTC at X33.0", "18OE-PRIV-25")
    at.do("use SHTC at X33.0", "use CCTC at Q38.0", "token at U32.0 for 40")
    assert (at.cash("PLM"), at.game.privates_of(at.seat("Ann"))) == (0, [])
    assert at.asked != "PlaceStation"


@rule("18OE-LILLE-04", "18OE-TOKEN-07", "18OE-PHASE-18")
def test_as_phase_5_begins_a_russian_minor_has_a_token_on_the_channel() -> None:
    """No zone and no way are needed: 20 of its 40, in the middle of Ben's purchase; then Ben goes on."""
    at = Europe(railroad_phase="major", phase="4")
    at.left(4, 0)
    at.minor("A", "Ann", "RU", "K78.0", cash=40)
    at.give_private("WCF", "Ann")
    at.major("PLM", 100, {"Ben": 6}, cash=900, trains=("4",))
    at.remember(provided=(at.company("A"), at.company("PLM")))
    at.operate("PLM", "buy")
    at.do("train 5 from ipo")
    assert (at.turn, at.offered()) == ("Ann", ["use WCF with A for 20", "pass"])
    at.do("use WCF with A for 20")
    assert (at.cash("A"), at.asked, at.turn) == (20, "BuyTrains", "Ben")
    at.do("train 5 from ipo")


@rule("18OE-TOKEN-02", "18OE-PRIV-11", "18OE-PRIV-13", "18OE-LILLE-04")
def test_privates_place_tokens_of_slots_that_there_are() -> None:
    """Neither Wien Südbahnhof nor the White Cliffs Ferry has tokens of its own: PLM's charter has none for 30."""
    at = Europe(railroad_phase="major", phase="5")
    at.major("PLM", 100, {"Ann": 6}, cash=100)
    at.lay("621@1 U34", "57@1 U32")
    at.give_private("WS", "Ann")
    at.give_private("WCF", "Ann")
    at.operating_turn("PLM", "token")
    for text in ("use WS at U32.0 for 30", "use WCF with PLM for 30", "use WCF+WS with PLM for 30"):
        at.refuses(text, "18OE-TOKEN-02")
    at.refuses("port authority Baltic", "18OE-SETUP-05")


@rule("18OE-LILLE-01", "18OE-PRIV-04", "18OE-LILLE-02")
def test_nobody_has_the_ferry_position_once_the_private_is_gone() -> None:
    """It stays empty for the rest of the game, and the ferry leads past Lille for everybody."""
    at = Lines("7")
    at.major("GWR", 100, {"Ann": 6}, cash=900, trains=("5",), tokens=("M28.0",))
    at.minor("A", "Ben", "FB", "N31.0")
    at.lay("201@0 N31", "8@3 O30", "8@0 P31", "OE37@0 Q30")
    at.operating_turn("GWR", "token")
    at.refuses("token at N29.0 for 40", "18OE-LILLE-01")
    at.refuses("use WCF with GWR for 40", "18OE-PRIV-05")
    assert at.earns("GWR", "5 M28.0-N29-N31.0-O30-P31-Q30.0") == 30 + 30 + 100


@rule("18OE-LILLE-07", "18OE-MERGE-12")
def test_a_ferry_token_that_a_major_in_lille_must_decline_opens_lille() -> None:
    at = Europe(railroad_phase="major", phase="5")
    at.minor("A", "Ann", "RU", "K78.0", cash=40)
    at.token("A", "N29.0")
    at.major("BEL", 100, {"Ann": 3}, tokens=("N31.0",))
    at.remember(consolidated=2)
    at.stock_turn("Ann")
    at.do("merge A into BEL")
    assert not [text for text in at.offered() if "N29" in text]
    at.do("keep token K78.0")
    assert at.record.cliffs_open
    assert at.state.tokens.get(at.stop("N29.0"), ()) == ()


@rule("18OE-XFER-04", "18OE-XFER-05", "18OE-XFER-06", "18OE-TOKEN-02")
def test_a_token_that_was_sold_is_placed_again_from_the_dearest_slot() -> None:
    """BEL has used its slots for 20 and 40, the latter in Paris; PLM takes Paris over with its own for 60.

    The bank has 60 and BEL 60, for a metropolis; its token is back in the slot for 40, the dearest that is open.
    """
    at = Europe(railroad_phase="major", phase="5")
    at.major("BEL", 100, {"Ann": 6}, cash=0, tokens=("N31.0", "Q30.0"))
    at.major("PLM", 90, {"Ann": 6}, cash=120)
    at.lay("208@0 N31", "202@1 N35", "4@1 N33", "57@0 M36")
    assert slots.open_slots(at.game, at.company("BEL")) == (60, 60, 80, 80, 80)
    bank = at.cash("ipo")
    at.operate("PLM", "transfer")
    at.refuses("transfer BEL at N35.0 for 20", "18OE-XFER-03")
    at.do("transfer BEL at Q30.0 for 60")
    assert (at.cash("PLM"), at.cash("BEL"), at.cash("ipo") - bank) == (0, 60, 60)
    assert slots.open_slots(at.game, at.company("BEL")) == (40, 60, 60, 80, 80, 80)
    at.operate("BEL", "token")
    at.do("token at M36.0 for 40")
    assert at.cash("BEL") == 20


@rule("18OE-MERGE-11", "18OE-XFER-03", "18OE-XFER-05", "18OE-XFER-06")
def test_the_home_of_a_merged_minor_may_be_sold_and_its_token_is_lost() -> None:
    """BEL has all slots of its charter full, so there is none to which the token could return."""
    at = Europe(railroad_phase="major", phase="4")
    at.minor("B", "Ann", "FB", "U32.0", cash=0)
    at.major("BEL", 100, {"Ann": 6}, cash=0)
    at.major("PLM", 90, {"Ann": 6}, cash=100)
    at.stock_turn("Ann")
    at.do("merge B into BEL", "keep token U32.0")
    full = slots.open_slots(at.game, at.company("BEL"))
    at.operate("PLM", "transfer")
    at.do("transfer BEL at U32.0 for 80")
    assert (at.cash("PLM"), at.cash("BEL")) == (0, 20)
    assert slots.open_slots(at.game, at.company("BEL")) == full == (20, 40, 60, 60, 80, 80, 80)
