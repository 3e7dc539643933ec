"""Track, tokens and the privates about them in 1863, by whole tables and in corner cases (1863-TRACK, 1863-PRIV)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from railhead.core import effects
from railhead.core.choices import Choice
from railhead.core.ids import Company, Tile
from railhead.core.spelling import Rotation
from railhead.rules.track import LayTile
from railhead.testing import rule
from railhead.titles.t1863 import areas, crossings, pirate
from railhead.titles.t1863.building import BuildTrack, LayWith, lay_cost, with_options, with_options_on
from railhead.titles.t1863.facts import land
from railhead.titles.t1863.places import start_places
from tests.titles.t1863.lines import Lines
from tests.titles.t1863.table import London
from tests.titles.t1863.test_track import offers, table_with

# -- colours and costs ----------------------------------------------------------------------------

COLOURS = [("yellow", "57", "", "II"), ("green", "LU04", "57", "III"), ("brown", "38", "LU04", "IV")]
COLOURS.append(("grey", "366", "38", "V"))
PHASES = ["II", "III", "IV", "V"]


@rule("1863-TRACK-08", "1863-PHASE-01", "1863-PHASE-02", "1863-PHASE-03", "1863-PHASE-04")
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(("colour", "tile", "below", "since"), COLOURS)
def test_every_colour_in_every_phase(phase: str, colour: str, tile: str, below: str, since: str) -> None:
    """Yellow from Phase II, green from III, brown from IV, grey from V."""
    table = table_with(phase)
    if below:
        table.lay(f"{below}@0 C18")
    if PHASES.index(phase) >= PHASES.index(since):
        table.do(f"lay {tile} on C18 turned 0")
    else:
        table.refuses(f"lay {tile} on C18 turned 0", "1863-TRACK-08")


COSTS = [
    # the hex, the tile, without and with Greathead: 10, 20 or 30 for the tile, and what the hex costs
    ("I8", "9", 10, 10),
    ("C14", "9", 10 + 20, 10 + 10),
    ("L13", "9", 10 + 40, 10 + 20),
    ("E8", "4", 20, 20),
    ("E6", "58", 20 + 20, 20 + 10),
    ("Q16", "4", 20 + 20, 20 + 10),
    ("C18", "57", 30, 30),
    ("C10", "6", 30, 30),
    ("J13", "57", 30, 30),
    ("K14", "57", 30 + 20, 30 + 10),
]


@rule("1863-TRACK-06", "1863-TRACK-07", "1863-PRIV-01", "1863-PRIV-22")
@pytest.mark.parametrize(("hex_", "tile", "cost", "halved"), COSTS)
def test_what_every_kind_of_hex_costs(hex_: str, tile: str, cost: int, halved: int) -> None:
    table = table_with("V")
    for owner, expected in (("", cost), ("A", cost), ("MET", cost), ("DIS", halved)):
        table.privates(**({"GRE": owner} if owner else {}))
        assert _cost(table, tile, hex_) == expected
    table.lay(f"{tile}@0 {hex_}")
    assert _cost(table, tile, hex_) == 10, "any upgrade, whatever the hex costs"


def _cost(table: London, tile: str, hex_: str) -> int:
    number = table.book.tiles.index[tile]
    return lay_cost(table.game, table.company("DIS"), LayTile(number, table.hex(hex_), Rotation(0)), ())


# -- two tiles in a turn --------------------------------------------------------------------------


@rule("1863-TRACK-01", "1863-TRACK-02")
@pytest.mark.parametrize("owner", ["A", "DIS"])
def test_two_tiles_in_a_turn_with_fowler_or_without(owner: str) -> None:
    table = table_with("III", at="I10.0", FOW=owner)
    table.lay("57@0 I10")
    table.do("lay 9 on I8 turned 0", "lay 4 on I12 turned 0")
    table.refuses("lay 57 on I6 turned 0", "1863-TRACK-02")
    table.refuses("lay LU04 on I10 turned 0", "1863-TRACK-02")
    assert not table.offered("lay")


@rule("1863-TRACK-11")
def test_no_tile_is_upgraded_in_the_turn_in_which_it_was_laid() -> None:
    table = table_with("IV", at="I10.0", FOW="DIS")
    table.lay("57@0 I10")
    table.do("lay LU04 on I10 turned 0")
    table.refuses("lay 38 on I10 turned 0", "1863-TRACK-11")
    table.build("DIS")
    table.do("lay 38 on I10 turned 0")


@rule("1863-PRIV-02", "1863-PRIV-18")
def test_a_private_bought_in_the_middle_of_building_helps_at_once() -> None:
    table = table_with("III", at="I10.0", FOW="A")
    table.lay("57@0 I10")
    table.do("lay 9 on I8 turned 0")
    table.refuses("lay LU04 on I10 turned 0", "1863-TRACK-03")
    table.do("buy-in FOW for 1", "lay LU04 on I10 turned 0")
    assert table.cash("DIS") == 500 - 10 - 1 - 10


@rule("1863-TRACK-04")
def test_the_home_outside_the_board_leads_into_it() -> None:
    table = table_with(company="PCN", at="Q2.0")
    table.do("lay 9 on Q4 turned 0")
    assert table.cash("PCN") == 490
    table.refuses("lay 57 on Q8 turned 0", "1863-TRACK-04")
    table.do("lay 4 on Q6 turned 0")


@rule("1863-TRACK-04", "1863-ROUTE-03")
@pytest.mark.parametrize(("marker", "blocked"), [("LPTB", True), ("BUS", False)])
def test_the_lptb_blocks_and_the_pirate_does_not(marker: str, blocked: bool) -> None:
    table = Lines("MET")
    table.lay("57@1 C10", "4@1 D9", "58@5 E8", "57@2 F9")
    table.marker(marker, "F9.0")
    table.give_cash("MET", 100)
    table.build("MET")
    if blocked:
        table.refuses("lay 9 on G10 turned 2", "1863-TRACK-04")
    else:
        table.do("lay 9 on G10 turned 2")


# -- tokens ---------------------------------------------------------------------------------------


def with_tokens(*lines: str, spare: int = 2) -> Lines:
    """The Metropolitan, in Paddington, with tokens on its charter."""
    table = Lines("MET", phase="II")
    table.connect(*lines)
    effects.give_tokens(table.game, table.company("MET"), spare)
    have = (1 + spare if company == table.company("MET") else 0 for company in table.book.company_ids)
    table.remember(tokens=tuple(have))
    table.build("MET")
    return table


@rule("1863-TOKEN-02")
def test_a_token_goes_where_only_a_longer_train_could_run() -> None:
    """Oxford Circus is the third major station on the way, in the phase of the 2T."""
    table = with_tokens("C10 D9 E8 F9 G10 H11")
    assert table.offered("token at") == ["token at F9.0", "token at H11.0"]
    table.do("token at H11.0")


@rule("1863-TOKEN-02")
def test_not_behind_a_station_full_of_others() -> None:
    table = with_tokens("C10 D9 E8 F9 G10 H11")
    table.minor("BAK", 60, "B")
    assert not table.offered("token at")
    table.refuses("token at F9.0", "1863-TOKEN-02")
    table.refuses("token at H11.0", "1863-TOKEN-02")


@rule("1863-TOKEN-02", "1863-PRIV-13")
def test_the_pirate_takes_the_circle_but_not_the_way() -> None:
    table = with_tokens("C10 D9 E8 F9 G10 H11")
    table.marker("BUS", "F9.0")
    assert table.offered("token at") == ["token at H11.0"]
    table.refuses("token at F9.0", "1863-TOKEN-02")


@rule("1863-TOKEN-02")
def test_not_at_a_minor_station_nor_off_the_board() -> None:
    table = with_tokens("C10 D9 E8 F9", "A10 B9 C10")
    table.refuses("token at D9.0", "1863-TOKEN-02")
    table.refuses("token at A10.0", "1863-TOKEN-02")


@rule("1863-TOKEN-01")
def test_a_token_before_between_or_after_the_tiles() -> None:
    for order in range(3):
        table = with_tokens()
        table.lay("57@1 C10", "4@1 D9", "58@5 E8", "57@2 F9")
        table.give_cash("MET", 100)
        lays = ["lay 9 on G10 turned 2", "lay 57 on H11 turned 2"]
        table.do(*lays[:order], "token at F9.0", *lays[order:])
        assert table.tokens("MET") == (3, 1)
        table.refuses("token at H11.0", "1863-TOKEN-01")
        assert table.cash("MET") == 100 - 10 - 30


# -- the Necropolis Railway -----------------------------------------------------------------------


def necropolis(*tiles: str, cash: int = 0, phase: str = "III") -> London:
    table = table_with(phase, at="I22.0", cash=cash, LNR="DIS")
    table.lay("57@1 I22", *tiles)
    return table


@rule("1863-PRIV-05")
def test_two_yellow_and_two_green_tiles_for_nothing() -> None:
    table = necropolis()
    table.do("use LNR to lay 4 on J21 turned 1")
    table.refuses("use LNR to lay 58 on K22 turned 1", "1863-PRIV-05")
    table.do("use LNR to lay 58 on K20 turned 1")
    table.refuses("use LNR to lay 9 on K18 turned 0")
    for hex_ in ("J21", "K20"):
        table.build("DIS")
        table.do(next(text for text in offers(table, "use LNR") if f" on {hex_} " in text))
    assert table.state.record.necropolis == (2, 2)  # type: ignore[attr-defined]
    assert table.cash("DIS") == 0
    table.lay("9@0 K18")
    table.build("DIS")
    assert not offers(table, "use LNR")
    table.refuses("use LNR to lay 23 on K18 turned 0", "1863-PRIV-05")
    table.refuses("use LNR to lay 4 on K16 turned 0", "1863-PRIV-05")


@rule("1863-PRIV-05", "1863-TRACK-02", "1863-TRACK-03")
def test_its_lays_follow_the_rules_of_all_lays() -> None:
    table = necropolis("4@1 J21", "58@1 K20")
    green = next(text for text in offers(table, "use LNR") if " on J21 " in text)
    table.do(green)
    table.refuses("use LNR to lay 410 on K20 turned 1", "1863-TRACK-02")
    table.refuses("use LNR to lay 4 on K16 turned 0", "1863-TRACK-04")
    table.refuses("use LNR to lay 57 on K18 turned 0", "1863-TRACK-05")
    table.do("use LNR to lay 9 on K18 turned 0")
    table.refuses("use LNR to lay 4 on K16 turned 0", "1863-TRACK-02")
    early = necropolis("4@1 J21", phase="II")
    early.refuses(green, "1863-TRACK-08")


@rule("1863-PRIV-05")
def test_it_lays_no_brown_tile() -> None:
    necropolis("9@0 J19").refuses("use LNR to lay 78 on J19 turned 0", "1863-PRIV-05")


@rule("1863-PRIV-05")
def test_an_ordinary_lay_there_is_paid() -> None:
    table = necropolis(cash=100)
    table.do("lay 4 on J21 turned 1")
    assert table.cash("DIS") == 80
    assert table.state.record.necropolis == (0, 0)  # type: ignore[attr-defined]


# -- the Thames Tunnel ----------------------------------------------------------------------------


@rule("1863-PRIV-06")
def test_the_tunnel_is_for_new_track_across_the_thames() -> None:
    table = table_with("III", at="J13.0", cash=0, TTU="DIS")
    table.lay("57@0 J13")
    table.refuses("use TTU to lay 9 on J11 turned 0", "1863-PRIV-06")
    table.refuses("use TTU to lay 8 on J15 turned 1", "1863-PRIV-06")
    table.refuses("use TTU to lay 9 on L13 turned 0", "1863-TRACK-04")
    table.do(offers(table, "use TTU to lay 8 on J15")[0])
    table.refuses("use TTU to lay 9 on J15 turned 0", "1863-PRIV-06")
    table.lay("9@0 N13")
    table.refuses("use TTU to lay 23 on N13 turned 0", "1863-PRIV-06")
    assert (table.cash("DIS"), crossings.count(table.game)) == (0, 2)
    assert table.state.record.tunnel == 1  # type: ignore[attr-defined]


@rule("1863-PRIV-06")
def test_three_free_crossings_and_then_the_card_is_gone() -> None:
    table = table_with("II", at="J13.0", cash=0, TTU="DIS")
    table.lay("57@0 J13", "57@0 G18", "57@0 N11")
    what = table.company("DIS")
    table.remember(tokens=tuple(3 if company == what else 0 for company in table.book.company_ids))
    effects.give_tokens(table.game, what, 2)
    for place in ("G18.0", "N11.0"):
        effects.place_token(table.game, what, table.stop(place))
    for number, hex_ in enumerate(("J15", "G20", "N13"), 1):
        table.build("DIS")
        table.do(next(text for text in offers(table, "use TTU") if f" on {hex_} " in text))
        assert table.owners("TTU") == ("DIS" if number < 3 else "")
    assert table.cash("DIS") == 0


@rule("1863-PRIV-06")
def test_the_tunnel_has_three_tiles() -> None:
    """With the third it usually leaves, since every tile is a crossing; but it is the tiles that are counted."""
    table = table_with("II", at="J13.0", TTU="DIS")
    table.lay("57@0 J13")
    table.remember(tunnel=2)
    crossing = offers(table, "use TTU to lay 8 on J15")[0]
    table.remember(tunnel=3)
    table.refuses(crossing, "1863-PRIV-06")


@rule("1863-PRIV-06", "1863-TRACK-04")
def test_the_tunnel_lays_the_first_tile_of_waterloo_under_a_token() -> None:
    table = table_with("II", at="K14.0", cash=0, company="WWR", TTU="WWR")
    table.do("use TTU to lay 57 on K14 turned 0")
    assert (table.cash("WWR"), crossings.count(table.game)) == (0, 1)


@rule("1863-PRIV-06")
@pytest.mark.parametrize(
    ("tile", "hex_", "crosses"),
    [
        ("9@0", "L13", True),  # north to south
        ("9@1", "L13", True),  # north-east to south-west
        ("8@2", "L13", False),  # both on the north bank
        ("8@5", "L13", False),  # both on the south bank
        ("57@0", "K14", True),  # the station is on the south bank
        ("6@3", "K14", True),  # from the north to the station and on to the south-east
        ("6@2", "K14", True),  # from the north-west to the station on the south bank, and on along it
        ("6@4", "K14", False),  # south and along the bank
        ("6@5", "K14", False),
        ("4@0", "Q16", True),
        ("58@4", "Q16", False),
        ("9@0", "L15", False),  # no hex of the Thames
    ],
)
def test_what_is_a_crossing(tile: str, hex_: str, crosses: bool) -> None:
    table = table_with()
    table.lay(f"{tile} {hex_}")
    assert crossings.count(table.game) == crosses


@rule("1863-PRIV-06")
@pytest.mark.parametrize(
    ("tile", "crosses"), [("57@0", True), ("6@2", False), ("6@4", True), ("6@5", True), ("6@3", True), ("57@1", False)]
)
def test_a_station_on_the_north_bank(monkeypatch: pytest.MonkeyPatch, tile: str, crosses: bool) -> None:
    """If Waterloo were on the other bank, other track would cross the river."""
    table = table_with()
    thames = {**land().thames, table.hex("K14"): replace(land().thames[table.hex("K14")], station="north")}
    monkeypatch.setattr(crossings, "land", lambda: replace(land(), thames=thames))
    table.lay(f"{tile} K14")
    assert crossings.count(table.game) == crosses


# -- area cards -----------------------------------------------------------------------------------


@rule("1863-PRIV-03", "1863-PRIV-08", "1863-PRIV-01")
@pytest.mark.parametrize(
    ("card", "near", "lay", "cost", "halved"),
    [
        ("RED", "9@2 G10", "lay 9 on H11 turned 2", 10, 10),
        ("IMP", "", "lay 57 on E8 turned 2", 30, 30),
        ("IMP", "8@0 F7", "lay 6 on E6 turned 3", 30 + 20, 30 + 10),
    ],
)
def test_area_cards_cost_what_the_tile_and_the_hex_do(card: str, near: str, lay: str, cost: int, halved: int) -> None:
    for greathead, paid in (("A", cost), ("DIS", halved)):
        for cash in (paid - 1, paid):
            table = table_with("III", at="F9.0", cash=cash, GRE=greathead, **{card: "DIS"})
            table.lay("57@0 F9" if "F7" in near else "57@2 F9", *([near] if near else []))
            if cash < paid:
                table.refuses(f"use {card} to {lay}", "1863-TRACK-06")
            else:
                table.do(f"use {card} to {lay}")
                assert table.cash("DIS") == 0


@rule("1863-PRIV-03", "1863-PRIV-08")
def test_where_area_cards_work() -> None:
    table = table_with("III", at="F9.0", RED="DIS", IMP="DIS")
    table.lay("57@2 F9", "9@2 G10")
    table.refuses("use RED to lay 9 on E8 turned 2", "1863-PRIV-03")
    table.refuses("use RED to lay 9 on G12 turned 2", "1863-PRIV-03")
    table.refuses("use RED to lay 8 on K2 turned 5", "1863-PRIV-03")
    table.refuses("use IMP to lay 57 on H11 turned 2", "1863-PRIV-08")
    table.refuses("use RED to lay 9 on I6 turned 2", "1863-TRACK-04")
    table.refuses("use IMP to lay 57 on I12 turned 2", "1863-TRACK-04")
    table.refuses("use RED to lay 23 on H11 turned 2", "1863-PRIV-03")
    table.refuses("use IMP to lay LU04 on E8 turned 2", "1863-PRIV-08")
    table.refuses("use GRE to lay 9 on H11 turned 2", "1863-PRIV-22")
    effects.place_marker(table.game, pirate.bus(table.game), table.stop("H11.0"))
    table.refuses("use RED to lay 9 on H11 turned 2", "1863-PRIV-03")
    effects.remove_marker(table.game, pirate.bus(table.game), table.stop("H11.0"))
    table.do("use RED to lay 9 on H11 turned 2", "use IMP to lay 57 on E8 turned 2")
    table.refuses("use RED to lay 9 on D9 turned 2")
    assert table.cash("DIS") == 500 - 10 - 30


@rule("1863-PRIV-03", "1863-PRIV-08")
def test_no_area_card_changes_a_station_that_is_built() -> None:
    table = table_with("III", at="F9.0", RED="DIS", IMP="DIS")
    table.lay("57@2 F9", "9@2 G10", "57@2 H11", "4@2 E8")
    table.refuses("use RED to lay 9 on H11 turned 2", "1863-PRIV-03")
    table.refuses("use IMP to lay 57 on E8 turned 2", "1863-PRIV-08")


@rule("1863-PRIV-22")
def test_a_card_without_tiles_lays_none() -> None:
    table = table_with("III", at="F9.0", GRE="DIS")
    table.lay("57@2 F9")
    table.refuses("use GRE to lay 9 on G10 turned 2", "1863-PRIV-22")


@rule("1863-PRIV-03", "1863-TRACK-02", "1863-TRACK-10")
def test_area_lays_are_lays_of_the_turn() -> None:
    table = table_with("III", at="F9.0", IMP="DIS")
    table.lay("57@2 F9", "9@2 G10")
    table.do("lay 57 on H11 turned 2", "lay 58 on E8 turned 5")
    assert not offers(table, "use IMP")
    table.refuses("use IMP to lay 57 on D9 turned 2", "1863-TRACK-02")
    table.build("DIS")
    table.state.supply[table.book.tiles.index["57"]] = 0
    table.refuses("use IMP to lay 57 on D9 turned 1", "1863-PRIV-08")
    assert offers(table, "use IMP to lay 6 on D9")


@rule("1863-PRIV-03", "1863-PRIV-08")
def test_area_cards_lay_every_yellow_tile_in_every_direction() -> None:
    table = table_with()
    plain = areas.placements(table.game, areas.REDEVELOPMENT, table.hex("H13"))
    assert _turned(table, plain) == {"8": [0, 1, 2, 3, 4, 5], "9": [0, 1, 2]}
    rim = areas.placements(table.game, areas.REDEVELOPMENT, table.hex("H3"))
    assert _turned(table, rim) == {"8": [0, 2, 4, 5], "9": [1, 2]}, "nothing lies north of it"
    major = areas.placements(table.game, areas.IMPROVEMENTS, table.hex("H9"))
    assert _turned(table, major) == {"6": [0, 1, 2, 3, 4, 5], "57": [0, 1, 2]}
    table.state.supply[table.book.tiles.index["6"]] = 1
    table.state.supply[table.book.tiles.index["57"]] = 0
    assert _turned(table, areas.placements(table.game, areas.IMPROVEMENTS, table.hex("H9"))).keys() == {"6"}


def _turned(table: London, placements: dict[Tile, list[int]]) -> dict[str, list[int]]:
    names = {number: name for name, number in table.book.tiles.index.items()}
    return {names[tile]: sorted(turns) for tile, turns in placements.items()}


@rule("1863-PRIV-08", "1863-ROUTE-14")
def test_an_improved_station_is_a_major_one_for_trains_and_tokens() -> None:
    table = Lines("MET", "2T", phase="II")
    table.lay("57@1 C10")
    table.privates(IMP="MET")
    table.give_cash("MET", 100)
    table.build("MET")
    table.do("use IMP to lay 57 on D9 turned 1")
    assert table.earns("2T C10 D9") == 40
    assert table.stop("D9.0") in start_places(table.game, table.company("BAK"))


@rule("1863-PRIV-05", "1863-PRIV-06", "1863-PRIV-03", "1863-PRIV-08")
def test_what_cards_lay_on_a_hex_is_what_they_lay_on_the_board() -> None:
    table = table_with("III", at="I22.0", LNR="DIS", TTU="DIS", RED="DIS", IMP="DIS")
    table.lay("57@1 I22", "4@1 J21", "58@1 K20", "9@0 K18")
    step = table.step
    assert isinstance(step, BuildTrack)
    everywhere = lays(with_options(table.game, step))
    by_hex = {hex_: lays(with_options_on(table.game, step, hex_)) for hex_ in table.book.board.all_hexes}
    assert everywhere == set[LayWith]().union(*by_hex.values())
    assert all(action.hex == hex_ for hex_, actions in by_hex.items() for action in actions)
    assert {table.book.private_names[action.private] for action in everywhere} == {"LNR", "IMP"}


def lays(choices: Iterable[Choice]) -> set[LayWith]:
    return {action for choice in choices for action in choice if isinstance(action, LayWith)}


# -- the pirate -----------------------------------------------------------------------------------


@rule("1863-PRIV-13")
def test_the_pirate_needs_a_free_circle_of_a_major_station() -> None:
    table = table_with(CHO="DIS")
    table.minor("BAK", 60, "B")
    for where in ("F9.0", "D9.0", "A10.0", "Q2.0"):
        table.refuses(f"bus at {where}", "1863-PRIV-13")
    table.minor("EHL", 60, "C")
    table.do("bus at K2.0")
    assert pirate.stop(table.game) == table.stop("K2.0")
    table.build("DIS")
    assert "bus at K2.0" not in table.offered("bus"), "its two circles are taken"


@rule("1863-PRIV-13")
def test_the_pirate_may_stay_or_move_before_or_after_everything_else() -> None:
    table = table_with(CHO="DIS")
    table.minor("MET", 60, "B", at="I10.0")
    assert {"bus at C10.0", "bus at H11.0"} <= set(table.offered("bus"))
    assert not {"bus at C18.0", "bus at I10.0"} & set(table.offered("bus")), "there is a token"
    table.do("lay 57 on C18 turned 0", "bus at H11.0")
    assert not table.offered("bus")
    table.build("MET")
    assert not table.offered("bus")
    table.build("DIS")
    table.do("pass")
    assert pirate.stop(table.game) == table.stop("H11.0")


def test_the_pirate_is_no_company() -> None:
    table = table_with()
    assert pirate.bus(table.game) >= Company(table.book.company_count)


# -- buying in ------------------------------------------------------------------------------------

FACES = {"GRE": 70, "FOW": 80, "RED": 70, "THO": 80, "LNR": 70, "TTU": 100, "NEL": 120}
FACES |= {"IMP": 70, "LOD": 100, "POR": 100, "MAI": 100, "CHO": 100}


@rule("1863-PRIV-18")
@pytest.mark.parametrize(("private", "face"), FACES.items())
def test_every_private_is_bought_in_for_up_to_twice_its_face_value(private: str, face: int) -> None:
    table = table_with(cash=2 * face + 1, **{private: "A"})
    table.refuses(f"buy-in {private} for {2 * face + 1}", "1863-PRIV-18")
    table.refuses(f"buy-in {private} for 0", "1863-PRIV-18")
    table.do(f"buy-in {private} for {2 * face}")
    assert (table.cash("A"), table.cash("DIS"), table.owners(private)) == (350 + 2 * face, 1, "DIS")


@rule("1863-PRIV-18", "1863-PRIV-20")
def test_who_buys_from_whom() -> None:
    table = table_with(cash=60, GRE="A", FOW="MET")
    table.minor("MET", 60, "A", cash=60)
    table.minor("CIR", 60, "DIS", cash=60)
    table.refuses("buy-in GRE for 61", "1863-PRIV-18")
    table.refuses("buy-in FOW for 10", "1863-PRIV-18")
    table.build("CIR")
    table.do("buy-in GRE for 60")
    assert (table.owners("GRE"), table.cash("A")) == ("CIR", 410), "the player at the end of the chain sells"


# -- the Clink Club -------------------------------------------------------------------------------


@rule("1863-PRIV-16")
def test_who_uses_the_clink_club_where() -> None:
    """Worked example 1863-EX-31."""
    for hex_ in ("K8", "M16"):
        table = London(5, ("clink_club",))
        table.privates(CLK="B")
        table.stock_turn("A", number=1)
        assert not table.offered("clink")
        table.refuses(f"clink lays 9 on {hex_} turned 0", "1863-PRIV-16")
        table.stock_turn("B", number=1)
        assert {text.split()[4] for text in table.offered("clink")} == {"K8", "M16"}
        table.refuses(f"clink lays 57 on {hex_} turned 0")
        table.refuses(f"clink lays 23 on {hex_} turned 0", "1863-TRACK-08")
        table.do(f"clink lays 8 on {hex_} turned 1")
        assert table.state.tiles[table.hex(hex_)] == table.book.tiles.index["8"] * 6 + 1
        assert not table.offered("clink")
    other = London(5, ("clink_club",))
    other.privates(CLK="A")
    other.lay("9@0 K8")
    other.stock_turn("A", number=1)
    other.refuses("clink lays 9 on K8 turned 1", "1863-PRIV-16")
    assert {text.split()[4] for text in other.offered("clink")} == {"M16"}
