"""Laying track in 18OE: which tiles fit, what they must join, whose rights count."""

from __future__ import annotations

from random import Random

import pytest

from railhead.core.ids import Tile, hex_of, index_of
from railhead.core.spelling import Rotation
from railhead.rules.stations import company_reach
from railhead.rules.track import LayTile
from railhead.testing import rule
from railhead.titles.t18oe import building, facts, getting_about, lay_track, rights
from railhead.titles.t18oe.facts import ZONE
from railhead.track.board import PRINTED
from tests.titles.t18oe.table import Europe
from tests.titles.t18oe.test_points import lyon, merged

LAND = facts.land()
BOARD = LAND.board


def regional(company: str, *tiles: str, phase: str = "2", cash: int = 900) -> Europe:
    table = Europe(railroad_phase="major", phase=phase)
    table.regional(company, 60, {"Ann": 2}, cash=cash)
    table.lay(*tiles)
    table.operating_turn(company, "track")
    return table


# -- colours and kinds of tile --------------------------------------------------------------------


@rule("18OE-TRACK-07", "18OE-SETUP-20")
def test_each_colour_replaces_the_one_before() -> None:
    table = lyon(phase="8")
    table.refuses("lay 82 on V33 turned 0", "18OE-TRACK-07")
    table.refuses("lay OE33 on U34 turned 0", "18OE-TRACK-07")
    table.refuses("lay 621 on U34 turned 1", "18OE-TRACK-07")
    table.do("lay 208 on U34 turned 0")
    early = lyon(phase="2")
    early.refuses("lay 207 on U34 turned 0", "18OE-PHASE-05")


@rule("18OE-TRACK-07")
def test_green_replaces_printed_yellow_track() -> None:
    table = regional("DSJ", phase="3")
    tiles = {text.split()[1] for text in table.offered("lay") if " on I50 " in text}
    assert tiles
    assert {table.book.tiles.facts[table.book.tiles.index[tile]].colour for tile in tiles} == {"green"}


@rule("18OE-TRACK-08")
def test_nothing_is_laid_on_red_zones_and_the_last_columns_are_land() -> None:
    assert not any(hex_.buildable for hex_ in BOARD.hexes if hex_.printed.colour in ("red", "grey", "blue"))
    for name in ("J87", "L87", "P87", "R87", "AB1"):
        assert BOARD.hexes[BOARD.index[name]].buildable, name
        assert BOARD.fits(BOARD.index[name], PRINTED), name


@rule("18OE-TRACK-09", "18OE-TRACK-11", "18OE-TRACK-12")
@pytest.mark.parametrize(
    ("tile", "cited"),
    [("9", "18OE-TRACK-10"), ("57", "18OE-TRACK-10"), ("OE4", "18OE-TRACK-10"), ("4", "18OE-TRACK-10")],
)
def test_a_grand_city_takes_only_its_own_tiles(tile: str, cited: str) -> None:
    table = regional("PLM")
    table.refuses(f"lay {tile} on U34 turned 0", cited)


@rule("18OE-TRACK-09", "18OE-TRACK-12")
@pytest.mark.parametrize(
    ("hex_", "tile"),
    [("U32", "9"), ("U32", "4"), ("V33", "57"), ("V33", "4"), ("S34", "9"), ("S34", "OE1"), ("S34", "57")],
)
def test_cities_towns_and_open_country_take_tiles_of_their_kind(hex_: str, tile: str) -> None:
    table = regional("PLM", "621@0 U34", "9@1 T35", "9@0 T33")
    table.refuses(f"lay {tile} on {hex_} turned 0", "18OE-TRACK-09")


@rule("18OE-TRACK-06")
def test_a_tile_that_is_not_left_cannot_be_laid() -> None:
    table = lyon()
    table.state.supply[table.book.tiles.index["9"]] = 0
    table.refuses("lay 9 on V33 turned 0", "18OE-TRACK-06")
    assert table.allows("lay 8 on V33 turned 3")


@rule("18OE-TRACK-13", "18OE-TRACK-14")
def test_track_is_kept_tokens_move_and_the_old_tile_returns() -> None:
    table = lyon(phase="3")
    table.refuses("lay 207 on U34 turned 4", "18OE-TRACK-13")
    old = table.book.tiles.index["621"]
    left = table.state.supply[old]
    table.do("lay 207 on U34 turned 0")
    assert table.state.supply[old] == left + 1
    assert table.state.tokens[table.stop("U34.0")] == (table.company("PLM"),)


@rule("18OE-TRACK-13")
def test_printed_stubs_are_kept() -> None:
    stub = 1
    lille = BOARD.index["N31"]
    for placement in BOARD.fits(lille, PRINTED):
        assert BOARD.track(lille, placement).exits >> stub & 1


@rule("18OE-TRACK-15", "18OE-TRACK-28")
def test_no_track_to_sides_that_cannot_be_used() -> None:
    table = regional("GWR", "57@1 L25")
    table.refuses("lay 9 on M24 turned 2", "18OE-TRACK-15")
    edinburgh = BOARD.index["G28"]
    assert {edge for edge in range(6) if BOARD.open_sides[edinburgh] >> edge & 1} == {0, 1, 5}


@rule("18OE-TRACK-16", "18OE-TRACK-28")
def test_track_may_lead_to_arrows_ferries_red_zones_and_dead_ends() -> None:
    def sides(name: str) -> set[int]:
        return {edge for edge in range(6) if BOARD.open_sides[BOARD.index[name]] >> edge & 1}

    assert 5 in sides("I50"), "the arrow of København"
    assert 1 in sides("N31"), "the ferry of Lille"
    assert 5 in sides("AC58"), "a dead end"
    moskva = BOARD.index["F87"]
    assert BOARD.beyond[moskva], "track of a red zone"


@rule("18OE-TRACK-21")
def test_no_action_takes_a_tile_away() -> None:
    table = lyon(phase="3")
    verbs = {choice.action.form.split()[0] for choice in table.choices}
    assert verbs <= {"lay", "pass", "right", "junction", "use", "remove"}
    assert "remove" not in verbs, "which only takes tokens away"


# -- all usable sides -----------------------------------------------------------------------------


@rule("18OE-TRACK-22")
def test_brown_grand_cities_reach_every_usable_side() -> None:
    """The example of the rulebook: Lille has four usable sides, and brown and grey tiles lead to these four."""
    lille = BOARD.index["N31"]
    green = next(new for old in BOARD.fits(lille, PRINTED) for new in BOARD.fits(lille, old))
    brown = BOARD.fits(lille, green)
    assert brown
    filling = [new for new in brown if building.fills_its_hex(BOARD, lille, new)]
    assert {BOARD.track(lille, new).exits for new in filling} == {BOARD.open_sides[lille]}
    assert {BOARD.tiles.names[new // 6] for new in filling} == {"OE31"}
    assert BOARD.open_sides[lille].bit_count() == 4
    grey = [new for old in filling for new in BOARD.fits(lille, old) if building.fills_its_hex(BOARD, lille, new)]
    assert {BOARD.tiles.names[new // 6] for new in grey} == {"OE42"}


@rule("18OE-TRACK-22")
def test_birmingham_needs_six() -> None:
    """The other example of the rulebook (EX-10): brown and grey tiles there lead to all six sides."""
    birmingham = BOARD.index["K26"]
    for tile in ("OE26", "OE37"):
        placement = BOARD.tiles.index[tile] * 6
        assert building.fills_its_hex(BOARD, birmingham, placement)
        assert BOARD.track(birmingham, placement).exits == 0b111111


@rule("18OE-TRACK-22", "18OE-TRACK-23")
@pytest.mark.parametrize(
    ("hex_", "tile", "fills"),
    [
        ("U32", "OE23", True),  # brown on an ordinary city is free
        ("U32", "OE34", False),  # grey with four exits of six
        ("U32", "OE35", False),
        ("U32", "OE36", True),
        ("U34", "OE31", False),
        ("U34", "OE32", False),
        ("U34", "OE33", True),
        ("T37", "OE20", False),  # two towns
        ("T37", "OE22", True),
        ("S34", "145", True),  # a single town is free
        ("V33", "544", True),
    ],
)
def test_which_tiles_must_fill_their_hex(hex_: str, tile: str, fills: bool) -> None:
    hex_number = BOARD.index[hex_]
    assert BOARD.open_sides[hex_number] == 0b111111
    assert building.fills_its_hex(BOARD, hex_number, BOARD.tiles.index[tile] * 6) == fills


@rule("18OE-TRACK-23")
def test_grey_with_too_few_exits_is_refused() -> None:
    table = Europe(railroad_phase="major", phase="7")
    table.minor("A", "Ann", "FB", "U32.0", cash=500)
    table.lay("57@0 U32", "206@0 U32", "OE23@0 U32")
    table.operating_turn("A", "track")
    table.refuses("lay OE35 on U32 turned 0", "18OE-TRACK-22")
    table.do("lay OE36 on U32 turned 0")


# -- what a tile must join ------------------------------------------------------------------------


@rule("18OE-TRACK-17")
def test_new_track_must_be_joined_to_a_token() -> None:
    table = regional("PLM", "621@0 U34", "9@0 R33")
    table.refuses("lay 9 on Q34 turned 0", "18OE-TRACK-17")
    table.refuses("lay 9 on V33 turned 1", "18OE-TRACK-17")
    table.do("lay 9 on V33 turned 0")


@rule("18OE-TRACK-17")
def test_an_upgrade_adds_joined_track_or_improves_a_joined_city() -> None:
    table = Europe(railroad_phase="major", phase="3")
    table.major("PLM", 100, {"Ann": 4}, cash=900)
    table.lay("621@0 U34", "9@0 T35", "9@0 S36", "57@0 U32", "9@2 V33")
    table.operating_turn("PLM", "track")
    table.refuses("lay 205 on U32 turned 0", "18OE-TRACK-17")
    # V33 has 2-5, which leads from Saint-Etienne; Lyon's line arrives at side 3
    table.do("lay 82 on S36 turned 0")
    assert table.allows("lay 207 on U34 turned 0"), (
        "the city is joined; that no track may be added beyond it is no matter"
    )


@rule("18OE-TRACK-17")
def test_an_upgrade_whose_new_track_is_not_joined_is_refused() -> None:
    table = Europe(railroad_phase="major", phase="3")
    table.major("PLM", 100, {"Ann": 4}, cash=900)
    table.lay("621@0 U34", "9@0 V33", "8@1 T33")
    table.operating_turn("PLM", "track")
    table.refuses("lay 83 on T33 turned 4", "18OE-TRACK-17")
    assert table.allows("lay 82 on V33 turned 0")
    assert table.allows("lay 83 on V33 turned 3")


@rule("18OE-TRACK-18")
def test_cities_full_of_others_tokens_block_the_way() -> None:
    table = regional("PLM", "621@1 U34", "57@1 U32")
    free = "lay 9 on U30 turned 1"
    assert table.allows(free)
    table.minor("A", "Ben", "FB", "U32.0")
    table.refuses(free, "18OE-TRACK-18")


@rule("18OE-TRACK-18", "18OE-TOKEN-09")
def test_a_position_kept_for_an_unfloated_railroad_blocks_nobody() -> None:
    table = Europe(railroad_phase="major", phase="2")
    table.minor("A", "Ann", "FB", "U32.0", cash=500)
    table.lay("57@1 U32", "621@1 U34")
    table.operating_turn("A", "track")
    beyond = "lay 9 on U36 turned 1"
    assert table.allows(beyond), "Lyon is kept for PLM"
    table.regional("PLM", 60, {"Ben": 2})
    table.refuses(beyond, "18OE-TRACK-18")


@rule("18OE-TRACK-19", "18OE-TRACK-20")
def test_a_port_may_be_joined_across_the_sea() -> None:
    """The examples of the rulebook: København from the sea if the new track leads to its arrow, Malmö never."""
    table = Europe(railroad_phase="major", phase="3")
    table.major("GWR", 100, {"Ann": 4}, cash=900)
    table.operating_turn("GWR", "track")
    joined = [text for text in table.offered("lay") if " on I50 " in text]
    assert joined
    arrow = 5
    for text in joined:
        action = table.action(text)
        assert isinstance(action, LayTile)
        assert BOARD.track(action.hex, action.tile * 6 + action.rotation).exits >> arrow & 1, text
    without = [
        (new // 6, new % 6)
        for new in BOARD.fits(BOARD.index["I50"], PRINTED)
        if not BOARD.track(BOARD.index["I50"], new).exits >> arrow & 1
    ]
    assert without
    for tile, rotation in without:
        table.refuses(f"lay {BOARD.tiles.names[tile]} on I50 turned {rotation}", "18OE-TRACK-17")
    assert not any(" on I52 " in text for text in table.offered("lay")), "Malmö is a private port"
    table.major("BJV", 100, {"Ben": 4}, tokens=("I52.0",), cash=500)
    table.operating_turn("BJV", "track")
    assert any(" on I52 " in text for text in table.offered("lay")), "with a token there"


@rule("18OE-TRACK-19")
def test_a_port_town_may_be_joined_across_the_sea() -> None:
    table = Europe(railroad_phase="major", phase="2")
    table.major("GWR", 100, {"Ann": 4}, cash=900)
    table.operating_turn("GWR", "track")
    towns = {text.split(" on ")[1].split()[0] for text in table.offered("lay")}
    assert "H29" in towns, "a town on the North Sea"


@rule("18OE-TRACK-17", "18OE-TRACK-18")
@pytest.mark.parametrize("full", [False, True])
def test_printed_track_to_a_port_is_no_new_track(full: bool) -> None:
    """Le Havre is joined to its port as printed; new track there begins beyond a city that others fill."""
    table = Europe(railroad_phase="major", phase="2")
    table.major("GWR", 100, {"Ann": 4}, cash=900)
    if full:
        table.minor("A", "Ben", "FB", "O28.0")
    table.operating_turn("GWR", "track")
    laid = "lay 57 on O28 turned 1"
    assert table.stop("O28.0") in company_reach(table.game, table.company("GWR")).stops
    if full:
        table.refuses(laid, "18OE-TRACK-18")
        assert not any(" on O28 " in text for text in table.offered("lay"))
    else:
        table.do(laid)


@rule("18OE-TRACK-17", "18OE-LILLE-02", "18OE-LILLE-05", "18OE-LILLE-06")
@pytest.mark.parametrize(
    ("own", "others", "legal"),
    [((), (), True), ((), ("N31.0",), True), ((), ("N29.0",), False), (("N29.0",), (), True)],
)
def test_a_first_tile_in_lille_by_the_ferry(own: tuple[str, ...], others: tuple[str, ...], legal: bool) -> None:
    """Ways by the ferry get past Lille as long as its ferry position is free, later only for those with a token."""
    table = Europe(railroad_phase="major", phase="5")
    table.major("LNWR", 100, {"Ann": 4}, cash=900, tokens=("M28.0", *own))
    table.major("BEL", 90, {"Ann": 4}, cash=900, tokens=others)
    table.operating_turn("LNWR", "track")
    laid = "lay 202 on N31 turned 5"
    assert (laid in table.offered("lay")) == legal
    if legal:
        table.do(laid)
    else:
        table.refuses(laid, "18OE-TRACK-17")


# -- track rights ---------------------------------------------------------------------------------


@rule("18OE-RIGHTS-01", "18OE-FLOAT-19")
def test_rights_by_kind() -> None:
    table = Europe(railroad_phase="major", phase="4")
    table.minor("A", "Ann", "SP", "X13.0")
    table.regional("BEL", 60, {"Ann": 2})
    table.major("PLM", 100, {"Ann": 4})
    table.national("GWR", 90, {"Ann": 4})
    zones = {symbol: rights.zones(table.game, table.company(symbol)) for symbol in ("A", "BEL", "PLM", "GWR", "B")}
    assert zones == {
        "A": {ZONE["SP"]},
        "BEL": {ZONE["FB"]},
        "PLM": {ZONE["FB"]},
        "GWR": {ZONE["UK"]},
        "B": frozenset(),
    }
    merged(table, "A", "PLM")
    assert rights.zones(table.game, table.company("PLM")) == {ZONE["FB"], ZONE["SP"]}


@rule("18OE-RIGHTS-02", "18OE-RIGHTS-03", "18OE-RIGHTS-05")
@pytest.mark.parametrize(
    ("kind", "french", "split", "prussian"),
    [
        ("minor", True, True, False),
        ("regional", True, True, False),
        ("national", True, True, False),
        ("major", True, True, True),
    ],
)
def test_where_each_kind_may_build(kind: str, french: bool, split: bool, prussian: bool) -> None:
    table = Europe(railroad_phase="major", phase="4")
    if kind == "minor":
        table.minor("A", "Ann", "FB", "Q38.0")
    elif kind == "regional":
        table.regional("PLM", 60, {"Ann": 2})
    elif kind == "national":
        table.national("PLM", 100, {"Ann": 4})
    else:
        table.major("PLM", 100, {"Ann": 4})
    company = table.company("A" if kind == "minor" else "PLM")
    found = [rights.may_build(table.game, company, table.hex(name)) for name in ("U34", "Q38", "Q40")]
    assert found == [french, split, prussian]


@rule("18OE-NATREV-01", "18OE-TRACK-17")
def test_a_national_builds_from_every_city_of_its_zone() -> None:
    """Its tokens are in all cities with circles: in each station of London, in Lisboa, but not in the Highlands."""

    def cities(company: str) -> set[str]:
        table = Europe(railroad_phase="major", phase="4")
        table.national(company, 100, {"Ann": 4})
        table.major("OU", 90, {"Ben": 4}, tokens=("L25.0",))
        table.lay("OE6@0 M28")
        found = getting_about.virtual_tokens(table.game, table.company(company))
        assert set(found) == set(getting_about.for_track(table.game, table.company(company)).starts)
        assert set(found) <= getting_about.for_track(table.game, table.company(company)).passes
        return {f"{BOARD.names[hex_of(stop)]}.{index_of(stop)}" for stop in found}

    british = "F25.0 G26.0 H21.0 I20.0 J15.0 J25.0 J27.0 K26.0 L25.0 M28.0 M28.1"
    assert cities("GWR") == set(british.split())
    austrian = "P53.0 P69.0 R55.0 S50.0 S60.0 T53.0 T69.0 V51.0 V55.0"
    assert cities("SB") == set(austrian.split())
    assert "Z1.0" in cities("RCP")
    table = Europe(railroad_phase="major", phase="4")
    table.major("OU", 90, {"Ben": 4})
    assert getting_about.virtual_tokens(table.game, table.company("OU")) == ()


@rule("18OE-RIGHTS-02", "18OE-RIGHTS-05")
def test_a_minor_builds_to_the_border_and_no_further() -> None:
    table = Europe(railroad_phase="major", phase="2")
    table.minor("A", "Ann", "FB", "Q38.0", cash=500)
    table.operating_turn("A", "track")
    table.do("lay 57 on Q38 turned 1")
    table.refuses("lay 57 on Q40 turned 1", "18OE-RIGHTS-02")
    assert table.allows("lay 9 on Q36 turned 1")


# -- what is offered is what the law allows -------------------------------------------------------


def crowded(seed: int, cash: int, phase: str) -> Europe:
    """Track laid at random around Paris and London, with tokens here and there, some of others."""
    chance = Random(seed)
    table = Europe(railroad_phase="major", phase=phase)
    table.major("OU", 100, {"Ann": 4}, cash=cash, tokens=("M28.0",))
    table.major("PLM", 90, {"Ben": 4}, cash=500)
    table.minor("A", "Ben", "FB", "U32.0")
    table.minor("C", "Ben", "FB", "O28.0")
    near = sorted(
        (hex_ for hex_ in BOARD.all_hexes if BOARD.hexes[hex_].buildable),
        key=lambda hex_: min(BOARD.distance(hex_, table.hex(name)) for name in ("Q28", "M28", "U32")),
    )[:70]
    for _ in range(120):
        hex_ = chance.choice(near)
        old = table.state.tiles.get(hex_, PRINTED)
        fitting = [new for new in BOARD.fits(hex_, old) if table.state.supply[new // 6] and new]
        if fitting and BOARD.facts(hex_, fitting[0]).colour in table.book.phases[table.state.phase].colours:
            new = chance.choice(fitting)
            table.lay(f"{BOARD.tiles.names[new // 6]}@{new % 6} {BOARD.names[hex_]}")
    table.remember(brandt=(chance.choice(near),), brandt_left=1)
    table.give_private("BBE", "Ben")
    table.operating_turn("OU", "track")
    return table


@rule("18OE-TRACK-17", "18OE-COST-11", "18OE-RIGHTS-03")
@pytest.mark.parametrize(
    ("seed", "cash", "phase"), [(1, 900, "3"), (2, 37, "5"), (3, 0, "7"), (4, 900, "7"), (5, 12, "2")]
)
def test_the_survey_of_the_board_offers_what_the_law_allows(seed: int, cash: int, phase: str) -> None:
    table = crowded(seed, cash, phase)
    step = table.step
    assert isinstance(step, building.BuildTrack)
    offered = {action for choice in lay_track.options(table.game, step) for action in choice}
    allowed = set()
    for hex_ in BOARD.all_hexes:
        for new in BOARD.distinct_fits(hex_, table.state.tiles.get(hex_, PRINTED)):
            action = LayTile(Tile(new // 6), hex_, Rotation(new % 6))
            if lay_track.refusal(table.game, step, action) is None:
                allowed.add(action)
    assert offered == allowed
    assert allowed
    busy = max(allowed, key=lambda action: sum(other.hex == action.hex for other in allowed)).hex
    there = {action for choice in lay_track.options_on(table.game, step, busy) for action in choice}
    assert there == {action for action in allowed if action.hex == busy}
