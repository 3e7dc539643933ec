"""Laying and upgrading track in 1860."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railhead.core.ids import Hex
from railhead.rules.track import LayTrack
from railhead.testing import Table, rule
from railhead.titles.t1860 import facts
from railhead.track.board import PRINTED, Board
from railhead.track.hexgrid import opposite

LAND = {"extended": False, "original": True}

DIFFICULT = {"D4", "H2", "K5", "C7", "E7", "F8", "G13", "H6", "H10", "H12"}


def cowes_turn(*tiles: str, treasury: int = 740, trains: tuple[str, ...] = (), phase: str = "2") -> Table:
    """C&N, with its base at Cowes and nothing else, is to lay track."""
    table = Table()
    table.float("C&N", par=74, shares={"A": 3, "B": 2}, treasury=treasury)
    table.lay(*tiles)
    table.give_trains("C&N", *trains)
    table.set_phase(phase)
    table.operating_turn("C&N")
    return table


def ryde_turn(
    *tiles: str,
    treasury: int = 740,
    trains: tuple[str, ...] = (),
    phase: str = "2",
    bases: tuple[str, ...] = (),
    options: tuple[str, ...] = (),
) -> Table:
    """IOW, with its base at Ryde Esplanade and those named, is to lay track."""
    table = Table(options=options)
    table.float("IOW", par=74, shares={"A": 3, "B": 2}, treasury=treasury)
    table.lay(*tiles)
    for stop in bases:
        table.token("IOW", stop)
    table.give_trains("IOW", *trains)
    table.set_phase(phase)
    table.operating_turn("IOW")
    return table


def having_laid(table: Table, *tiles: str) -> None:
    """The company has laid these tiles in this turn, and is still asked for more."""
    table.lay(*tiles)
    step = table.step
    assert isinstance(step, LayTrack)
    done = []
    for text in tiles:
        placed, hex_ = text.split()
        done.append((table.hex(hex_), table.book.tiles.index[placed.split("@")[0]]))
    table.state.agenda = (*table.state.agenda[:-1], replace(step, laid=(*step.laid, *done)))


def pass_until(table: Table, purpose: str) -> None:
    while table.step.purpose != purpose:
        table.do("pass")


def verdicts(table: Table, tile: str, hex_: str) -> list[str]:
    """By rotation: the rule that forbids the tile, or nothing if it may be laid."""
    found = []
    for rotation in range(6):
        refusal = table.choices.why_not(table.action(f"lay {tile} on {hex_} turned {rotation}"))
        found.append("" if refusal is None else refusal.rule.removeprefix("1860-"))
    return found


def allowed(table: Table, tile: str, hex_: str) -> list[int]:
    return [rotation for rotation, rule_id in enumerate(verdicts(table, tile, hex_)) if not rule_id]


def laid(table: Table, hex_: str) -> str:
    placement = table.state.tiles[table.hex(hex_)]
    return f"{table.book.tiles.names[placement // 6]}@{placement % 6}"


def left(table: Table, tile: str) -> int:
    return table.state.supply[table.book.tiles.index[tile]]


# -- the data -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "hexes"), [("extended", 45), ("original", 42)])
def test_the_board_has_all_its_hexes(side: str, hexes: int) -> None:
    assert len(facts.land(LAND[side]).board.hexes) == hexes


def test_three_hexes_are_on_the_extended_board_only() -> None:
    extended, original = facts.land(False).board, facts.land(True).board
    assert set(extended.names) - set(original.names) == {"A5", "A7", "E11"}
    assert set(original.names) <= set(extended.names)


@pytest.mark.parametrize(
    ("side", "pieces"),
    [
        ("extended", {"yellow": 47, "green": 56, "russet": 36}),
        ("original", {"yellow": 47, "green": 56, "russet": 34}),
    ],
)
def test_there_are_so_many_tiles_of_each_colour(side: str, pieces: dict[str, int]) -> None:
    tiles = facts.land(LAND[side]).tiles.facts
    counted = {colour: sum(tile.count for tile in tiles if tile.colour == colour) for colour in pieces}
    assert counted == pieces
    assert {tile.colour for tile in tiles} == set(pieces)
    kinds = [sum(tile.colour == colour for tile in tiles) for colour in ("yellow", "green", "russet")]
    assert kinds == [14, 30, 24]


@pytest.mark.parametrize("side", LAND)
def test_both_hexes_agree_that_track_may_cross_their_common_side(side: str) -> None:
    board = facts.land(LAND[side]).board
    for number, hex_ in zip(board.all_hexes, board.hexes, strict=True):
        assert set(board.beyond[number]) == set(hex_.open_edges), hex_.name
        for edge, other in board.beyond[number].items():
            assert board.beyond[other][opposite(edge)] == number


@pytest.mark.parametrize("side", LAND)
def test_printed_track_leads_to_sides_that_track_may_cross(side: str) -> None:
    board = facts.land(LAND[side]).board
    assert all(board.within_land(hex_, PRINTED) for hex_ in board.all_hexes)


@pytest.mark.parametrize("side", LAND)
def test_every_hex_of_land_has_a_tile_of_every_colour_that_fits(side: str) -> None:
    """Plain straight track on plain hexes, for one, is never the only choice."""
    board = facts.land(LAND[side]).board
    for number, hex_ in zip(board.all_hexes, board.hexes, strict=True):
        if hex_.name == "J2":
            assert board.fits(number, PRINTED) == ()
        else:
            assert board.fits(number, PRINTED), hex_.name


@rule("1860-TRACK-04", "1860-TRACK-05")
@pytest.mark.parametrize("side", LAND)
def test_the_letters_stand_on_their_hexes(side: str) -> None:
    board = facts.land(LAND[side]).board
    assert {hex_.name: hex_.label for hex_ in board.hexes if hex_.label} == {
        "I3": "R",
        "F2": "C",
        "G5": "N",
        "I11": "V",
        "J6": "B",
        "G9": "B",
        "E9": "B",
        "G7": "M",
    }


@rule("1860-TRACK-10")
@pytest.mark.parametrize("side", LAND)
def test_ten_hexes_are_difficult_and_cost_sixty(side: str) -> None:
    board = facts.land(LAND[side]).board
    assert {hex_.name: hex_.cost for hex_ in board.hexes if hex_.cost} == dict.fromkeys(DIFFICULT, 60)


# -- what a turn allows ---------------------------------------------------------------------------


@rule("1860-TRACK-01", "1860-TRACK-14")
def test_a_company_lays_two_yellow_tiles_and_no_third() -> None:
    table = cowes_turn("787@0 F2")
    table.do("lay 743 on F4 turned 0")
    assert table.allows("lay 743 on F6 turned 0")
    table.do("lay 743 on F6 turned 0")
    assert (laid(table, "F4"), laid(table, "F6")) == ("743@0", "743@0")
    table.refuses("lay 9 on F8 turned 0")
    assert not table.offered("lay")


@rule("1860-TRACK-01")
def test_two_yellow_tiles_are_the_limit_of_a_turn() -> None:
    table = cowes_turn("787@0 F2")
    having_laid(table, "743@0 F4", "743@0 F6")
    table.refuses("lay 9 on F8 turned 0", "1860-TRACK-01")
    assert table.offered() == ["pass"]


@rule("1860-TRACK-01")
def test_a_company_may_lay_one_tile_or_none() -> None:
    table = cowes_turn("787@0 F2")
    assert "pass" in table.offered()
    table.do("lay 743 on F4 turned 0")
    assert table.step.purpose == "lay track"
    table.do("pass")
    assert table.step.purpose != "lay track"
    assert table.state.tiles.keys() == {table.hex("F2"), table.hex("F4")}


@rule("1860-TRACK-01")
def test_after_a_yellow_tile_nothing_is_upgraded() -> None:
    table = cowes_turn("787@0 F2", trains=("3+2",), phase="3")
    assert table.allows("lay 788 on F2 turned 0")
    table.do("lay 743 on F4 turned 0")
    table.refuses("lay 788 on F2 turned 0", "1860-TRACK-01")
    assert table.allows("lay 743 on F6 turned 0")
    assert not [text for text in table.offered("lay") if " on F2 " in text]


@rule("1860-TRACK-01", "1860-TRACK-21")
def test_after_an_upgrade_no_yellow_tile_is_laid() -> None:
    table = cowes_turn("787@0 F2", trains=("3+2",), phase="3")
    assert table.allows("lay 743 on F4 turned 0")
    having_laid(table, "788@0 F2")
    table.refuses("lay 743 on F4 turned 0", "1860-TRACK-21")


@rule("1860-TRACK-21")
def test_one_tile_is_upgraded_and_no_second() -> None:
    table = cowes_turn("787@0 F2", "743@0 F4", trains=("3+2",), phase="3")
    assert table.allows("lay 749 on F4 turned 0")
    having_laid(table, "788@0 F2")
    table.refuses("lay 749 on F4 turned 0", "1860-TRACK-21")
    assert table.offered() == ["pass"]


@rule("1860-TRACK-21")
def test_an_upgrade_ends_the_laying_of_track() -> None:
    table = cowes_turn("787@0 F2", "743@0 F4", trains=("3+2",), phase="3")
    table.do("lay 788 on F2 turned 0")
    assert laid(table, "F2") == "788@0"
    assert not [choice for choice in table.choices if choice.action.form.startswith("lay")]
    table.refuses("lay 749 on F4 turned 0")


@rule("1860-TRACK-21")
def test_every_turn_allows_one_upgrade_anew() -> None:
    table = cowes_turn("787@0 F2", "743@0 F4", trains=("3+2",), phase="3")
    table.do("lay 788 on F2 turned 0")
    table.operating_turn("C&N", number=3)
    table.do("lay 749 on F4 turned 0")
    assert laid(table, "F4") == "749@0"


@rule("1860-TRACK-14")
def test_the_second_tile_may_be_joined_to_the_first_only() -> None:
    table = cowes_turn("787@0 F2")
    table.refuses("lay 743 on F6 turned 0", "1860-TRACK-11")
    table.do("lay 743 on F4 turned 0")
    table.do("lay 743 on F6 turned 0")


@rule("1860-TRACK-14")
def test_the_second_tile_need_not_be_joined_to_the_first() -> None:
    table = ryde_turn(bases=("G5.0",))
    table.do("lay 743 on F4 turned 2")
    table.do("lay 743 on G3 turned 0")
    assert (laid(table, "F4"), laid(table, "G3")) == ("743@2", "743@0")


@rule("1860-TRACK-15")
def test_after_a_large_station_nothing_is_laid() -> None:
    table = ryde_turn(bases=("G5.0",))
    assert table.allows("lay 743 on G3 turned 0")
    having_laid(table, "57@2 J4")
    table.refuses("lay 743 on K5 turned 2", "1860-TRACK-15")
    table.refuses("lay 743 on G3 turned 0", "1860-TRACK-15")
    assert table.offered() == ["pass"]


@rule("1860-TRACK-15")
def test_a_large_station_ends_the_laying_of_track() -> None:
    table = ryde_turn(bases=("G5.0",))
    table.do("lay 57 on J4 turned 2")
    assert laid(table, "J4") == "57@2"
    table.refuses("lay 743 on G3 turned 0")
    assert not table.offered("lay")


@rule("1860-TRACK-15")
def test_a_large_station_is_not_laid_second() -> None:
    table = cowes_turn("787@0 F2", "743@0 F4", "743@0 F6", "9@0 F8")
    table.token("C&N", "G5.0")
    assert table.allows("lay 57 on F12 turned 0") is False
    table.lay("743@0 F10")
    assert table.allows("lay 115 on F12 turned 3")
    table.do("lay 743 on G3 turned 0")
    table.refuses("lay 115 on F12 turned 3", "1860-TRACK-15")


@rule("1860-TRACK-15")
def test_lettered_large_stations_are_laid_alone_too() -> None:
    table = ryde_turn("6@0 J4", bases=("G5.0",))
    assert allowed(table, "746", "J6") == [0, 3]
    table.do("lay 743 on G3 turned 0")
    assert set(verdicts(table, "746", "J6")) == {"TRACK-15"}


# -- what goes where ------------------------------------------------------------------------------


@rule("1860-TRACK-02")
@pytest.mark.parametrize(
    ("tile", "hex_"),
    [("743", "F4"), ("741", "F4"), ("57", "G5"), ("6", "I3"), ("57", "J4"), ("9", "F8")],
)
def test_a_yellow_tile_does_not_go_on_yellow_track(tile: str, hex_: str) -> None:
    table = cowes_turn("787@0 F2", "743@0 F4", "9@0 F8", "5@0 J4")
    assert set(verdicts(table, tile, hex_)) == {"TRACK-02"}


@rule("1860-TRACK-02")
def test_a_yellow_tile_does_not_go_on_green_or_russet_track() -> None:
    table = cowes_turn("787@0 F2", "743@0 F4", "743@0 F6", phase="5")
    table.lay("749@0 F4", "749@0 F6", "765@0 F6")
    assert set(verdicts(table, "743", "F4")) == {"TRACK-02"}
    assert set(verdicts(table, "743", "F6")) == {"TRACK-02"}


PLAIN, HALT, TWO_HALTS, TOWN = "8", "743", "744", "57"


@rule("1860-TRACK-03")
@pytest.mark.parametrize(("hex_", "right"), [("H2", PLAIN), ("F4", HALT), ("H4", TWO_HALTS), ("J4", TOWN)])
@pytest.mark.parametrize("tile", [PLAIN, HALT, TWO_HALTS, TOWN])
def test_a_yellow_tile_has_the_stations_of_the_hex(hex_: str, right: str, tile: str) -> None:
    table = ryde_turn("750@4 G3", bases=("G5.0",))
    if tile == right:
        assert allowed(table, tile, hex_)
    else:
        assert set(verdicts(table, tile, hex_)) == {"TRACK-03"}


@rule("1860-TRACK-03")
def test_a_plain_hex_takes_plain_track() -> None:
    table = cowes_turn("787@0 F2", "743@0 F4", "743@0 F6")
    assert allowed(table, "9", "F8") == [0, 3]
    assert allowed(table, "8", "F8") == [1, 3]
    assert allowed(table, "7", "F8") == [2, 3]
    assert set(verdicts(table, "743", "F8")) == {"TRACK-03"}


@rule("1860-TRACK-03")
@pytest.mark.parametrize(
    ("hex_", "old", "tile", "expected"),
    [
        ("F4", "743@0", "749", "fits"),
        ("F4", "743@0", "752", "fits"),
        ("F4", "743@0", "20", "TRACK-03"),
        ("F4", "743@0", "754", "TRACK-03"),
        ("F4", "743@0", "205", "TRACK-03"),
        ("F8", "9@0", "20", "fits"),
        ("F8", "9@0", "749", "TRACK-03"),
        ("F8", "9@0", "205", "TRACK-03"),
        ("I9", "57@1", "205", "fits"),
        ("I9", "57@1", "749", "TRACK-03"),
        ("I9", "57@1", "19", "TRACK-03"),
        ("H4", "744@1", "754", "fits"),
        ("H4", "744@1", "749", "TRACK-03"),
        ("H4", "744@1", "205", "TRACK-03"),
    ],
)
def test_an_upgrade_has_the_stations_of_the_hex(hex_: str, old: str, tile: str, expected: str) -> None:
    table = cowes_turn("787@0 F2", f"{old} {hex_}", trains=("3+2",), phase="3")
    if expected == "fits":
        assert "TRACK-03" not in verdicts(table, tile, hex_)
        assert set(verdicts(table, tile, hex_)) & {"", "TRACK-18"}
    else:
        assert set(verdicts(table, tile, hex_)) == {expected}


@rule("1860-TRACK-04")
@pytest.mark.parametrize(
    ("tile", "hex_"),
    [
        ("746", "J8"),
        ("746", "I9"),
        ("746", "F2"),
        ("746", "J4"),
        ("787", "J6"),
        ("787", "J4"),
        ("57", "J6"),
        ("115", "J6"),
        ("57", "G9"),
        ("6", "E9"),
        ("115", "F2"),
        ("9", "F2"),
    ],
)
def test_a_yellow_tile_has_the_letter_of_the_hex(tile: str, hex_: str) -> None:
    table = ryde_turn("6@0 J4" if hex_ != "J4" else "6@0 J8")
    assert set(verdicts(table, tile, hex_)) == {"TRACK-04"}


@rule("1860-TRACK-04")
@pytest.mark.parametrize(
    ("tile", "hex_"),
    [
        ("758", "G5"),
        ("760", "G5"),
        ("761", "G5"),
        ("205", "G5"),
        ("757", "G5"),
        ("763", "I3"),
        ("12", "I3"),
        ("763", "I11"),
        ("759", "I11"),
        ("763", "G7"),
        ("756", "G7"),
        ("757", "G7"),
        ("205", "J6"),
        ("788", "J6"),
        ("757", "J4"),
        ("762", "J4"),
    ],
)
def test_a_green_tile_has_the_letter_of_the_hex(tile: str, hex_: str) -> None:
    table = ryde_turn("57@2 J4", "746@0 J6", bases=("G5.0",), trains=("3+2",), phase="3")
    assert set(verdicts(table, tile, hex_)) == {"TRACK-04"}


@rule("1860-TRACK-04")
@pytest.mark.parametrize(
    ("tile", "hex_"),
    [("776", "J6"), ("789", "J6"), ("770", "J4"), ("786", "J4"), ("774", "I3"), ("777", "I3")],
)
def test_a_russet_tile_has_the_letter_of_the_hex(tile: str, hex_: str) -> None:
    table = ryde_turn("5@0 J4", "746@0 J6", trains=("5+3",), phase="5")
    table.lay("12@0 J4", "757@0 J6", "758@0 I3")
    assert set(verdicts(table, tile, hex_)) == {"TRACK-04"}


@rule("1860-TRACK-04", "1860-TRACK-05")
@pytest.mark.parametrize(("company", "hex_"), [("IOW", "J6"), ("NGStL", "G9"), ("VY&SC", "E9"), ("C&N", "F2")])
def test_lettered_tiles_go_on_the_hexes_with_their_letter(company: str, hex_: str) -> None:
    table = ryde_turn("6@0 J4")
    if company != "IOW":
        table.float(company, par=62, shares={"C": 5})
        table.operating_turn(company)
    other = "746" if hex_ == "F2" else "787"
    assert allowed(table, "787" if hex_ == "F2" else "746", hex_)
    assert set(verdicts(table, other, hex_)) == {"TRACK-04"}


@rule("1860-TRACK-05")
@pytest.mark.parametrize("hex_", ["A7", "B4", "B6", "F12", "I9", "J4", "J8", "L6", "F2", "G5"])
def test_no_other_town_takes_the_tiles_of_brading_godshill_and_shorwell(hex_: str) -> None:
    board = facts.land(False).board
    tiles = {placement // 6 for placement in board.fits(board.index[hex_], PRINTED)}
    assert not any(board.tiles.facts[tile].label == "B" for tile in tiles)


@rule("1860-TRACK-04")
@pytest.mark.parametrize("side", LAND)
def test_every_tile_that_fits_has_the_letter_of_its_hex(side: str) -> None:
    board = facts.land(LAND[side]).board
    for number, hex_ in zip(board.all_hexes, board.hexes, strict=True):
        for placement in every_placement(board, number):
            assert board.tiles.facts[placement // 6].label == hex_.label


def every_placement(board: Board, hex_: Hex) -> set[int]:
    """Whatever may ever lie on a hex."""
    found: set[int] = set()
    pending = [PRINTED]
    while pending:
        new = set(board.fits(hex_, pending.pop())) - found
        found |= new
        pending += new
    return found


# -- towns with printed track ---------------------------------------------------------------------

PRINTED_TOWNS = [("I3", "758"), ("G5", "763"), ("I11", "760"), ("G7", "761")]


@rule("1860-TRACK-06", "1860-TRACK-16")
@pytest.mark.parametrize(("hex_", "tile"), PRINTED_TOWNS)
def test_printed_towns_are_upgraded_from_phase_three(hex_: str, tile: str) -> None:
    bases = () if hex_ == "I3" else (f"{hex_}.0",)
    table = ryde_turn(bases=bases, trains=("2+1",))
    table.refuses(f"lay {tile} on {hex_} turned 0", "1860-TRACK-16")
    table.set_phase("3")
    table.do(f"lay {tile} on {hex_} turned 0")
    assert laid(table, hex_) == f"{tile}@0"


@rule("1860-TRACK-06")
@pytest.mark.parametrize(("hex_", "value"), [("I3", 30), ("G5", 30), ("I11", 30), ("G7", 10)])
def test_printed_towns_count_as_yellow(hex_: str, value: int) -> None:
    table = Table()
    printed = table.book.board.hexes[table.hex(hex_)].printed
    assert (printed.colour, printed.stops[0].value) == ("yellow", value)


@rule("1860-TRACK-07")
def test_green_newport_lies_with_shide_in_the_south() -> None:
    table = ryde_turn(bases=("G5.0",), trains=("3+2",), phase="3")
    lost = "TRACK-17"
    assert verdicts(table, "763", "G5") == ["", "TRACK-07", lost, lost, lost, "TRACK-07"]


@rule("1860-TRACK-07")
def test_russet_newport_lies_with_shide_in_the_south() -> None:
    table = ryde_turn(bases=("G5.0",), trains=("5+3",), phase="5")
    table.lay("763@0 G5")
    assert verdicts(table, "773", "G5") == ["", *["TRACK-17"] * 5]


@rule("1860-TRACK-08")
def test_green_merstone_lies_with_its_halt_in_the_north() -> None:
    table = ryde_turn(bases=("G7.0",), trains=("3+2",), phase="3")
    lost = "TRACK-17"
    assert verdicts(table, "761", "G7") == ["", "TRACK-08", lost, lost, lost, "TRACK-08"]


@rule("1860-TRACK-08")
def test_russet_merstone_keeps_its_halt_in_the_north() -> None:
    table = ryde_turn(bases=("G7.0",), trains=("5+3",), phase="5")
    table.lay("761@0 G7")
    assert allowed(table, "775", "G7") == [0]


@rule("1860-TRACK-09")
def test_ryde_is_upgraded_towards_the_pier() -> None:
    table = ryde_turn(trains=("2+1",), phase="3")
    lost, sea = "TRACK-17", "TRACK-13"
    assert verdicts(table, "758", "I3") == ["", "TRACK-09", lost, lost, sea, sea]


@rule("1860-TRACK-09")
def test_trains_run_to_the_pier_once_ryde_is_upgraded() -> None:
    table = ryde_turn(trains=("2+1",), phase="3")
    table.do("lay 758 on I3 turned 0")
    pass_until(table, "run trains")
    table.do("run 2+1 I3.0-J2.0")
    assert table.state.revenue[table.company("IOW")] == 50 + 20


@rule("1860-TRACK-09")
def test_no_train_runs_to_the_pier_before_ryde_is_upgraded() -> None:
    table = ryde_turn(trains=("2+1",))
    pass_until(table, "buy trains")
    assert table.state.revenue[table.company("IOW")] == 0


@rule("1860-TRACK-09")
def test_russet_ryde_keeps_the_pier() -> None:
    table = ryde_turn(trains=("5+3",), phase="5")
    table.lay("758@0 I3")
    assert allowed(table, "786", "I3") == [0]


# -- cost -----------------------------------------------------------------------------------------


@rule("1860-TRACK-10")
def test_difficult_terrain_costs_sixty_credits() -> None:
    table = ryde_turn("57@2 J4", treasury=59)
    money = table.cash("ipo"), table.cash("A"), table.cash("B")
    table.refuses("lay 743 on K5 turned 2", "1860-TRACK-10")
    table.give_cash("IOW", 60)
    credits = table.cash("pool")
    table.do("lay 743 on K5 turned 2")
    assert table.cash("IOW") == 0
    assert table.cash("pool") == credits + 60
    assert (table.cash("ipo"), table.cash("A"), table.cash("B")) == money


@rule("1860-TRACK-10")
def test_hills_cost_as_much_as_marshes() -> None:
    table = cowes_turn("787@0 F2", "743@0 F4", "743@0 F6", treasury=200)
    table.do("lay 9 on F8 turned 0")
    assert table.cash("C&N") == 140


@rule("1860-TRACK-10")
def test_each_of_two_tiles_is_paid() -> None:
    table = cowes_turn("787@0 F2", "743@0 F4", "743@0 F6", treasury=120)
    table.do("lay 7 on F8 turned 2")
    assert table.cash("C&N") == 60
    table.do("lay 9 on E7 turned 2")
    assert table.cash("C&N") == 0


@rule("1860-TRACK-10")
def test_a_second_tile_on_difficult_land_needs_its_own_sixty() -> None:
    table = cowes_turn("787@0 F2", "743@0 F4", "743@0 F6", treasury=59)
    having_laid(table, "7@2 F8")
    table.refuses("lay 9 on E7 turned 2", "1860-TRACK-10")


@rule("1860-TRACK-10")
def test_easy_land_costs_nothing() -> None:
    table = cowes_turn("787@0 F2", treasury=0)
    table.do("lay 743 on F4 turned 0", "lay 743 on F6 turned 0")
    assert table.cash("C&N") == 0


@rule("1860-TRACK-10")
def test_upgrading_difficult_terrain_costs_nothing() -> None:
    table = ryde_turn("57@2 J4", "743@2 K5", treasury=0, trains=("2+1",), phase="3")
    table.do("lay 749 on K5 turned 2")
    assert laid(table, "K5") == "749@2"
    assert table.cash("IOW") == 0


# -- joined to the company's track ----------------------------------------------------------------

LINE = ("787@0 F2", "743@0 F4", "743@0 F6", "9@0 F8", "743@0 F10")


@rule("1860-TRACK-11")
def test_a_company_without_a_train_builds_at_the_end_of_a_long_line() -> None:
    table = cowes_turn(*LINE)
    assert not table.trains("C&N")
    table.do("lay 115 on F12 turned 3")
    assert laid(table, "F12") == "115@3"


@rule("1860-TRACK-11")
def test_large_stations_on_the_way_do_not_shorten_the_reach() -> None:
    table = ryde_turn("6@0 J4", "746@0 J6", "6@1 J8")
    assert allowed(table, "57", "I9") == [1, 4]


@rule("1860-TRACK-11")
def test_a_tile_must_turn_track_towards_the_companys_line() -> None:
    table = cowes_turn("787@0 F2")
    joined = "TRACK-11"
    barrier = "TRACK-13"
    assert verdicts(table, "743", "F4") == ["", barrier, joined, "", barrier, joined]
    assert verdicts(table, "741", "F4") == [joined, joined, "", barrier, barrier, joined]


@rule("1860-TRACK-11")
def test_track_that_no_base_leads_to_is_not_joined() -> None:
    table = cowes_turn("787@0 F2", "743@0 F6")
    table.refuses("lay 9 on F8 turned 0", "1860-TRACK-11")
    table.refuses("lay 57 on J8 turned 1", "1860-TRACK-11")
    table.lay("743@0 F4")
    assert table.allows("lay 9 on F8 turned 0")


@rule("1860-TRACK-11")
def test_track_of_another_companys_base_is_not_the_companys_own() -> None:
    table = cowes_turn("787@0 F2")
    table.float("IOW", par=74, shares={"C": 5})
    table.refuses("lay 57 on J4 turned 2", "1860-TRACK-11")
    table.token("C&N", "G5.0")
    table.refuses("lay 57 on J4 turned 2", "1860-TRACK-11")
    table.operating_turn("IOW")
    assert table.allows("lay 57 on J4 turned 2")


@rule("1860-TRACK-11")
def test_any_base_of_the_company_will_do() -> None:
    table = cowes_turn("787@0 F2")
    table.refuses("lay 743 on G3 turned 0", "1860-TRACK-11")
    table.token("C&N", "G5.0")
    table.do("lay 743 on G3 turned 0")
    assert laid(table, "G3") == "743@0"


@rule("1860-TRACK-11")
def test_a_base_on_a_hex_without_track_can_be_built_on() -> None:
    table = cowes_turn()
    assert allowed(table, "787", "F2") == [0, 1]
    table.do("lay 787 on F2 turned 1")
    assert table.state.tokens == {table.stop("F2.0"): (table.company("C&N"),)}


@rule("1860-TRACK-11", "1860-TRACK-17")
def test_what_is_offered_is_what_is_allowed() -> None:
    table = ryde_turn("57@2 J4", "743@2 K5", "763@0 G5", "741@5 G3", bases=("G5.0",), trains=("3+2",))
    table.set_phase("3")
    board, tiles = table.book.board, table.book.tiles.facts

    def look(text: str) -> tuple[str, str, frozenset[frozenset[int]]]:
        _, tile, _, hex_, _, rotation = text.split()
        pieces = tiles[table.book.tiles.index[tile]].turned[int(rotation)].pieces
        return tile, hex_, frozenset(frozenset(piece) for piece in pieces)

    legal = {
        look(f"lay {tile.name} on {hex_} turned {rotation}")
        for tile in tiles
        for hex_ in board.names
        for rotation in range(6)
        if table.allows(f"lay {tile.name} on {hex_} turned {rotation}")
    }
    offered = table.offered("lay")
    assert {look(text) for text in offered} == legal
    assert len(offered) == len(legal)
    assert all(table.allows(text) for text in offered)


# -- tokened-out stations -------------------------------------------------------------------------


@rule("1860-TRACK-12")
@pytest.mark.parametrize(
    ("holders", "passable"),
    [((), True), (("BHI&R",), False), (("IOW",), True)],
)
def test_a_line_goes_on_beyond_a_station_unless_it_is_full_of_others(holders: tuple[str, ...], passable: bool) -> None:
    table = ryde_turn("6@0 J4")
    for company in holders:
        if company != "IOW":
            table.float(company, par=62, shares={"C": 5})
        table.token(company, "J4.0")
    if passable:
        assert table.allows("lay 746 on J6 turned 0")
    else:
        table.refuses("lay 746 on J6 turned 0", "1860-TRACK-12")


@rule("1860-TRACK-12")
@pytest.mark.parametrize(
    ("holders", "passable"),
    [(("BHI&R",), True), (("BHI&R", "NGStL"), False), (("BHI&R", "IOW"), True)],
)
def test_a_station_of_two_circles_is_full_with_two_tokens(holders: tuple[str, ...], passable: bool) -> None:
    table = ryde_turn("6@0 J4", phase="5")
    table.lay("12@0 J4", "776@5 J4")
    for company in holders:
        if company != "IOW":
            table.float(company, par=62, shares={"C": 5})
        table.token(company, "J4.0")
    if passable:
        assert table.allows("lay 746 on J6 turned 0")
    else:
        table.refuses("lay 746 on J6 turned 0", "1860-TRACK-12")


@rule("1860-TRACK-12")
def test_a_full_station_is_no_obstacle_if_another_way_leads_round_it() -> None:
    table = ryde_turn("6@0 J4", "746@0 J6", bases=("J6.0",))
    table.float("BHI&R", par=62, shares={"C": 5})
    table.token("BHI&R", "J4.0")
    assert allowed(table, "6", "J8") == [1]


@rule("1860-TRACK-11", "1860-TRACK-12")
def test_track_that_would_not_join_anyway_is_not_refused_for_the_full_station() -> None:
    table = ryde_turn("6@0 J4")
    table.float("BHI&R", par=62, shares={"C": 5})
    table.token("BHI&R", "J4.0")
    table.refuses("lay 746 on J6 turned 0", "1860-TRACK-12")
    table.refuses("lay 7 on F8 turned 0", "1860-TRACK-11")


# -- sea, land that cannot be built on, barriers --------------------------------------------------


@rule("1860-TRACK-13")
@pytest.mark.parametrize(
    ("hex_", "edge"),
    [
        ("F2", 4),
        ("F2", 5),
        ("F4", 4),
        ("G1", 1),
        ("G3", 1),
        ("G3", 2),
        ("I5", 0),
        ("I7", 3),
        ("I9", 0),
        ("I11", 3),
        ("A5", 4),
        ("B4", 1),
        ("D4", 2),
        ("D4", 3),
        ("J8", 5),
        ("J4", 3),
        ("F12", 0),
        ("E11", 1),
    ],
)
def test_no_tile_ever_turns_track_into_a_closed_side(hex_: str, edge: int) -> None:
    board = facts.land(False).board
    number = board.index[hex_]
    exits = [board.track(number, placement).exits for placement in every_placement(board, number)]
    assert exits
    assert not any(bits >> edge & 1 for bits in exits)


@rule("1860-TRACK-13")
@pytest.mark.parametrize("side", LAND)
def test_tiles_turn_track_into_every_open_side_and_no_other(side: str) -> None:
    board = facts.land(LAND[side]).board
    for number, hex_ in zip(board.all_hexes, board.hexes, strict=True):
        used = 0
        for placement in every_placement(board, number):
            used |= board.track(number, placement).exits
        sides = {edge for edge in range(6) if used >> edge & 1}
        assert sides <= set(hex_.open_edges), hex_.name
        if hex_.name not in ("J2", "I3", "F12"):
            assert sides == set(hex_.open_edges), hex_.name


@rule("1860-TRACK-13")
def test_no_track_crosses_the_medina() -> None:
    table = ryde_turn(bases=("G5.0",))
    assert verdicts(table, "743", "F4") == ["TRACK-11", "TRACK-13", "", "TRACK-11", "TRACK-13", ""]
    assert verdicts(table, "742", "G3") == ["TRACK-13", "TRACK-13", "TRACK-13", "TRACK-11", "", "TRACK-13"]


@rule("1860-TRACK-13")
def test_no_track_runs_into_the_sea() -> None:
    table = ryde_turn()
    assert verdicts(table, "57", "J4") == ["TRACK-13", "TRACK-13", "", "TRACK-13", "TRACK-13", ""]
    assert verdicts(table, "115", "J4") == ["TRACK-11", "TRACK-11", "", "TRACK-13", "TRACK-13", "TRACK-11"]


@rule("1860-TRACK-13")
def test_no_tile_is_laid_on_the_pier() -> None:
    table = ryde_turn(trains=("2+1",), phase="3")
    table.lay("758@0 I3")
    assert set(verdicts(table, "115", "J2")) == {"TRACK-13"}


# -- upgrades: colours and old track --------------------------------------------------------------


@rule("1860-TRACK-16")
@pytest.mark.parametrize(("phase", "green"), [("2", False), ("3", True), ("4", True), ("5", True), ("9", True)])
def test_green_tiles_come_with_phase_three(phase: str, green: bool) -> None:
    table = cowes_turn("787@0 F2", trains=("9+5",), phase=phase)
    if green:
        assert table.allows("lay 788 on F2 turned 0")
    else:
        table.refuses("lay 788 on F2 turned 0", "1860-TRACK-16")


@rule("1860-TRACK-16")
@pytest.mark.parametrize(("phase", "russet"), [("3", False), ("4", False), ("5", True), ("6", True), ("9", True)])
def test_russet_tiles_come_with_phase_five(phase: str, russet: bool) -> None:
    table = cowes_turn("787@0 F2", trains=("9+5",), phase=phase)
    table.lay("788@0 F2")
    if russet:
        assert table.allows("lay 789 on F2 turned 0")
    else:
        table.refuses("lay 789 on F2 turned 0", "1860-TRACK-16")


@rule("1860-TRACK-16")
@pytest.mark.parametrize("phase", ["2", "3", "5", "9"])
def test_yellow_tiles_are_always_there(phase: str) -> None:
    assert cowes_turn("787@0 F2", phase=phase).allows("lay 743 on F4 turned 0")


@rule("1860-TRACK-16", "1860-PHASE-02", "1860-EX-06", "1860-EX-08")
@pytest.mark.parametrize(
    ("before", "train", "old", "new"), [("2", "3+2", "787@0", "788"), ("4", "5+3", "788@0", "789")]
)
def test_new_tiles_are_there_at_once_for_the_next_company(before: str, train: str, old: str, new: str) -> None:
    table = Table()
    table.float("IOW", par=90, shares={"B": 5})
    table.float("C&N", par=74, shares={"A": 5})
    table.give_trains("C&N", "9+5")
    table.set_phase(before)
    for kind in range(table.train(train)):
        table.state.scrapped[kind] += table.state.depot[kind]
        table.state.depot[kind] = 0
    table.lay("787@0 F2")
    if old != "787@0":
        table.lay(f"{old} F2")
    table.operating_turn("C&N")
    table.refuses(f"lay {new} on F2 turned 0", "1860-TRACK-16")
    table.operating_turn("IOW", "trains")
    table.do(f"train {train} from ipo", "pass")
    assert table.turn == "A"
    table.do(f"lay {new} on F2 turned 0")
    assert laid(table, "F2") == f"{new}@0"


@rule("1860-TRACK-17")
def test_green_tiles_go_on_yellow_ones_only() -> None:
    table = cowes_turn("787@0 F2", "743@0 F4", trains=("5+3",), phase="5")
    assert set(verdicts(table, "749", "F6")) == {"TRACK-17"}
    table.lay("749@0 F4")
    assert set(verdicts(table, "752", "F4")) == {"TRACK-17"}
    assert set(verdicts(table, "749", "F4")) == {"TRACK-17"}


@rule("1860-TRACK-17")
def test_russet_tiles_go_on_green_ones_only() -> None:
    table = cowes_turn("787@0 F2", "743@0 F4", trains=("5+3",), phase="5")
    assert set(verdicts(table, "765", "F4")) == {"TRACK-17"}
    assert set(verdicts(table, "765", "F6")) == {"TRACK-17"}
    table.lay("749@0 F4")
    assert allowed(table, "765", "F4") == [0, 3]
    table.lay("765@0 F4")
    assert set(verdicts(table, "768", "F4")) == {"TRACK-17"}
    assert set(verdicts(table, "765", "F4")) == {"TRACK-17"}


@rule("1860-TRACK-17")
def test_an_upgrade_keeps_every_old_side() -> None:
    table = cowes_turn("787@0 F2", "743@0 F4", "743@0 F6", trains=("3+2",), phase="3")
    lost = "TRACK-17"
    assert verdicts(table, "749", "F6") == ["", lost, lost, "", lost, lost]
    assert verdicts(table, "752", "F6") == ["", lost, lost, "", lost, lost]
    assert verdicts(table, "751", "F6") == ["", lost, lost, "", lost, lost]
    assert set(verdicts(table, "748", "F6")) == {lost}
    assert set(verdicts(table, "753", "F6")) == {lost}


@rule("1860-TRACK-17")
def test_plain_track_is_kept_piece_by_piece() -> None:
    board = facts.land(False).board
    hex_ = board.index["F8"]

    def fits(old: str) -> set[str]:
        name, rotation = old.split("@")
        placement = board.tiles.index[name] * 6 + int(rotation)
        found = board.fits(hex_, placement)
        return {f"{board.tiles.names[new // 6]}@{new % 6}" for new in found}

    assert fits("9@0") == {"18@0", "18@3", "19@0", "19@3", "20@0", "20@2", "20@3", "20@5"}
    assert fits("7@0") == {"18@5", "21@3", "22@4", "625@0", "625@4", "626@0", "626@3"}
    assert fits("8@0") == {"16@0", "16@5", "17@2", "17@5", "19@4", "21@0", "22@2"}
    assert fits("20@0") == set()
    assert fits("19@0") == {"778@0", "778@3"}
    assert fits("18@0") == {"780@0", "780@3"}


@rule("1860-TRACK-17")
def test_the_tile_that_is_replaced_goes_back_to_the_supply() -> None:
    table = cowes_turn("787@0 F2", "743@0 F4", trains=("3+2",), phase="3")
    yellow, green = left(table, "743"), left(table, "749")
    table.do("lay 749 on F4 turned 0")
    assert (left(table, "743"), left(table, "749")) == (yellow + 1, green - 1)


@rule("1860-SETUP-02")
def test_a_tile_that_has_run_out_is_not_laid() -> None:
    table = ryde_turn("6@0 J4", "746@0 G9")
    assert left(table, "746") == 1
    assert table.allows("lay 746 on J6 turned 0")
    table.lay("746@0 E9")
    table.refuses("lay 746 on J6 turned 0", "1860-SETUP-02")
    assert not [text for text in table.offered("lay") if " on J6 " in text]


# -- upgrades: within reach of a train ------------------------------------------------------------

EAST = ("6@0 J4", "746@0 J6")


@rule("1860-TRACK-18", "1860-EX-09")
@pytest.mark.parametrize(
    ("trains", "reaches"),
    [(("2+1",), False), (("3+2",), True), (("2+1", "2+1"), False), (("2+1", "3+2"), True), (("4+2",), True)],
)
def test_brading_is_upgraded_from_ryde_with_three_large_stations(trains: tuple[str, ...], reaches: bool) -> None:
    table = ryde_turn(*EAST, trains=trains, phase="3")
    if reaches:
        table.do("lay 757 on J6 turned 0")
        assert laid(table, "J6") == "757@0"
    else:
        table.refuses("lay 757 on J6 turned 0", "1860-TRACK-18")


@rule("1860-TRACK-18")
def test_a_train_reaches_as_far_as_its_large_stations_and_no_farther() -> None:
    table = ryde_turn(*EAST, trains=("2+1",), phase="3")
    assert table.allows("lay 12 on J4 turned 0")
    table.refuses("lay 762 on J6 turned 0", "1860-TRACK-18")


@rule("1860-TRACK-18")
def test_the_length_is_counted_from_any_base() -> None:
    table = ryde_turn(*EAST, trains=("2+1",), phase="3", bases=("J4.0",))
    assert table.allows("lay 757 on J6 turned 0")


@rule("1860-TRACK-18")
def test_a_base_on_the_tile_itself_is_near_enough() -> None:
    table = ryde_turn(*EAST, trains=("2+1",), phase="3", bases=("J6.0",))
    assert table.allows("lay 757 on J6 turned 0")


@rule("1860-TRACK-18")
def test_the_pier_is_not_passed_and_halts_and_small_stations_do_not_count() -> None:
    tiles = ("787@0 F2", "743@0 F4", "743@0 F6", "9@0 F8", "743@0 F10", "115@3 F12")
    table = cowes_turn(*tiles, trains=("2+1",), phase="3")
    table.lay("749@0 F4", "749@0 F6", "749@0 F10")
    assert table.allows("lay 759 on F12 turned 3")


@rule("1860-TRACK-18", "1860-VAR-04")
def test_small_stations_count_where_they_cannot_be_bypassed() -> None:
    table = Table(options=("no_skip_towns",))
    table.float("C&N", par=74, shares={"A": 5})
    table.lay("787@0 F2", "743@0 F4", "743@0 F6", "9@0 F8", "743@0 F10")
    table.give_trains("C&N", "2+1")
    table.set_phase("3")
    table.operating_turn("C&N")
    assert table.allows("lay 749 on F10 turned 0")
    table.lay("749@0 F4")
    table.refuses("lay 749 on F10 turned 0", "1860-TRACK-18")
    table.give_trains("C&N", "3+2")
    assert table.allows("lay 749 on F10 turned 0")


@rule("1860-TRACK-18", "1860-VAR-04")
@pytest.mark.parametrize("detour", [False, True])
def test_a_way_with_more_large_and_fewer_small_stations_may_be_the_one_that_serves(detour: bool) -> None:
    """By Godshill two large stations, by Horringford and Wroxall one and two small ones; Chale Green comes next."""
    table = Table(options=("no_skip_towns",))
    table.float("IWNJ", par=68, shares={"A": 5})
    table.lay("775@0 G7", "746@0 G9", "750@2 G11", "743@2 F10")
    if detour:
        table.lay("748@0 H8", "748@1 H10")
    table.give_trains("IWNJ", "2+1")
    table.set_phase("3")
    table.operating_turn("IWNJ")
    assert table.allows("lay 749 on F10 turned 2")


@rule("1860-TRACK-18", "1860-TRACK-19")
def test_the_last_small_station_a_train_may_visit_is_the_one_beyond_the_halts() -> None:
    """From Ryde Esplanade by Ryde, past the halts of Ashey and of the tile itself."""
    table = ryde_turn("5@1 J4", "742@2 I5", "744@2 H4", trains=("2+1",), phase="3")
    assert table.allows("lay 754 on H4 turned 5")


@rule("1860-TRACK-19", "1860-VAR-04")
@pytest.mark.parametrize("train", ["2+1", "3+2"])
def test_a_halt_on_the_tile_is_bypassed_even_where_small_stations_are_not(train: str) -> None:
    """From Ryde by the small station of Ashey, past the halt, to the other station of the next tile."""
    table = ryde_turn(
        "5@1 J4",
        "748@2 I5",
        "744@2 H4",
        bases=("J4.0",),
        trains=(train,),
        phase="3",
        options=("no_skip_towns",),
    )
    assert table.allows("lay 754 on H4 turned 5")


@rule("1860-TRACK-18", "1860-TRACK-12")
@pytest.mark.parametrize(("holder", "reaches"), [("", True), ("BHI&R", False), ("IOW", True)])
def test_a_train_does_not_pass_a_tokened_out_station_to_an_upgrade(holder: str, reaches: bool) -> None:
    table = ryde_turn(*EAST, trains=("5+3",), phase="3")
    if holder == "BHI&R":
        table.float("BHI&R", par=62, shares={"C": 5})
    if holder:
        table.token(holder, "J4.0")
    assert table.allows("lay 12 on J4 turned 0")
    if reaches:
        assert table.allows("lay 757 on J6 turned 0")
    else:
        table.refuses("lay 757 on J6 turned 0", "1860-TRACK-18")


@rule("1860-TRACK-18")
@pytest.mark.parametrize(
    ("ring", "train", "reaches"),
    [("8@4 F8", "2+1", True), ("8@5 F8", "9+5", False), ("9@0 F8", "9+5", False)],
)
def test_a_train_does_not_cross_a_hex_twice_on_its_way_to_an_upgrade(ring: str, train: str, reaches: bool) -> None:
    """A line crosses itself on H8. The ring by F8 and a station at F10 leads to the same end and crosses nothing."""
    table = ryde_turn("5@0 H6", "20@0 H8", "8@1 H10", "750@2 G11", "8@4 G9", "9@1 G7", "6@3 F10", "744@1 I7", ring)
    table.token("IOW", "H6.0")
    table.give_trains("IOW", train)
    table.state.phase = 1
    if reaches:
        assert table.allows("lay 755 on I7 turned 1")
    else:
        table.refuses("lay 755 on I7 turned 1", "1860-TRACK-18")


@rule("1860-TRACK-18")
def test_track_without_a_way_to_a_base_is_not_upgraded() -> None:
    table = ryde_turn("57@1 J8", trains=("9+5",), phase="3")
    table.refuses("lay 205 on J8 turned 1", "1860-TRACK-18")


# -- upgrades: a gain for the company -------------------------------------------------------------

CROSSING = ("787@0 F2", "743@0 F4", "743@0 F6", "9@0 F8")


@rule("1860-TRACK-19")
def test_an_upgrade_that_adds_only_foreign_track_is_refused() -> None:
    table = cowes_turn(*CROSSING, trains=("3+2",), phase="3")
    for tile, rotations in {"18": (0, 3), "19": (0, 3), "20": (0, 5)}.items():
        for rotation in rotations:
            table.refuses(f"lay {tile} on F8 turned {rotation}", "1860-TRACK-19")


@rule("1860-TRACK-19")
def test_an_upgrade_whose_new_track_the_companys_line_also_reaches_is_allowed() -> None:
    table = cowes_turn(*CROSSING, trains=("3+2",), phase="3")
    table.token("C&N", "G7.0")
    table.lay("761@0 G7", "775@0 G7")
    assert table.allows("lay 20 on F8 turned 0")
    table.refuses("lay 20 on F8 turned 5", "1860-TRACK-19")
    assert table.allows("lay 19 on F8 turned 0")
    table.refuses("lay 19 on F8 turned 3", "1860-TRACK-19")
    assert table.allows("lay 18 on F8 turned 3")
    table.refuses("lay 18 on F8 turned 0", "1860-TRACK-19")


@rule("1860-TRACK-19")
def test_a_new_way_out_of_a_halt_is_a_gain() -> None:
    table = cowes_turn(*CROSSING, trains=("2+1",), phase="3")
    assert table.allows("lay 752 on F6 turned 0")


@rule("1860-TRACK-19")
def test_a_higher_value_is_a_gain() -> None:
    table = cowes_turn(*CROSSING, trains=("2+1",), phase="3")
    assert table.allows("lay 749 on F6 turned 0")
    table = ryde_turn("5@0 J8", "743@2 K5", "57@2 J4", trains=("2+1",), phase="3")
    assert table.allows("lay 749 on K5 turned 2")


@rule("1860-TRACK-19", "1860-TRACK-12")
@pytest.mark.parametrize(("holder", "gains"), [("", True), ("BHI&R", False), ("IWNJ", True)])
def test_beyond_a_full_station_on_the_tile_nothing_is_gained(holder: str, gains: bool) -> None:
    table = Table()
    table.float("IWNJ", par=68, shares={"A": 5})
    table.float("BHI&R", par=62, shares={"C": 5})
    table.lay("761@0 G7", "763@0 G5")
    if holder:
        table.token(holder, "G5.1")
    table.give_trains("IWNJ", "5+3")
    table.set_phase("5")
    table.operating_turn("IWNJ")
    if gains:
        assert table.allows("lay 773 on G5 turned 0")
    else:
        table.refuses("lay 773 on G5 turned 0", "1860-TRACK-19")


@rule("1860-TRACK-20")
def test_a_company_without_a_train_upgrades_nothing() -> None:
    table = cowes_turn("787@0 F2", phase="3")
    table.refuses("lay 788 on F2 turned 0", "1860-TRACK-20")
    assert all(" 74" in text for text in table.offered("lay"))
    assert table.allows("lay 743 on F4 turned 0")
    table.give_trains("C&N", "3+2")
    assert table.allows("lay 788 on F2 turned 0")


# -- upgrades: bases ------------------------------------------------------------------------------


@rule("1860-TRACK-22", "1860-TOKEN-06")
def test_a_base_in_newport_stays_in_newport() -> None:
    table = ryde_turn(bases=("G5.0",), trains=("5+3",), phase="5")
    for tile in ("763", "773"):
        table.operating_turn("IOW")
        table.do(f"lay {tile} on G5 turned 0")
        assert table.state.tokens[table.stop("G5.0")] == (table.company("IOW"),)
        assert table.stop("G5.1") not in table.state.tokens


@rule("1860-TRACK-22", "1860-TOKEN-06")
def test_a_base_in_shide_stays_in_shide() -> None:
    table = ryde_turn(trains=("5+3",), phase="5")
    table.lay("763@0 G5")
    table.float("NGStL", par=62, shares={"C": 5})
    table.token("IOW", "G5.1")
    table.token("NGStL", "G5.0")
    table.do("lay 773 on G5 turned 0")
    assert table.state.tokens[table.stop("G5.1")] == (table.company("IOW"),)
    assert table.state.tokens[table.stop("G5.0")] == (table.company("NGStL"),)


@rule("1860-TRACK-22", "1860-TOKEN-06")
def test_a_base_in_ventnor_stays_on_its_line() -> None:
    table = ryde_turn(bases=("I11.0",), trains=("5+3",), phase="5")
    for tile in ("760", "774"):
        table.operating_turn("IOW")
        table.do(f"lay {tile} on I11 turned 0")
        at = next(stop for stop, held in table.state.tokens.items() if stop // 16 == table.hex("I11") and held)
        track = table.book.board.track(table.hex("I11"), table.state.tiles[table.hex("I11")])
        assert [end for _, end in track.at[6 + at % 16]] == [2]


@rule("1860-TRACK-22")
def test_a_base_goes_with_its_station_wherever_the_tile_has_it() -> None:
    """Turned like this (which no rule allows) the tile has the station of the north-west side in second place."""
    table = ryde_turn(bases=("I11.0",))
    table.lay("760@1 I11")
    assert table.stop("I11.0") not in table.state.tokens
    assert table.state.tokens[table.stop("I11.1")] == (table.company("IOW"),)


@rule("1860-TRACK-22", "1860-TOKEN-06")
def test_bases_of_all_companies_stay_when_a_tile_is_replaced() -> None:
    table = ryde_turn(*EAST, trains=("5+3",), phase="5")
    table.float("BHI&R", par=62, shares={"C": 5})
    table.token("BHI&R", "J4.0")
    table.do("lay 12 on J4 turned 0")
    table.operating_turn("IOW")
    table.do("lay 776 on J4 turned 5")
    assert table.state.tokens[table.stop("J4.0")] == (table.company("BHI&R"),)
    assert table.state.tokens[table.stop("I3.0")] == (table.company("IOW"),)


# -- bankrupt companies ---------------------------------------------------------------------------


@rule("1860-TRACK-23")
def test_a_flipped_base_still_fills_its_circle_for_building() -> None:
    table = ryde_turn("6@0 J4")
    table.float("BHI&R", par=62, shares={"C": 5})
    table.token("BHI&R", "J4.0")
    table.bankrupt("BHI&R")
    table.refuses("lay 746 on J6 turned 0", "1860-TRACK-12")


@rule("1860-TRACK-23")
def test_a_flipped_base_still_fills_its_circle_for_upgrading() -> None:
    table = ryde_turn(*EAST, trains=("5+3",), phase="3")
    table.float("BHI&R", par=62, shares={"C": 5})
    table.token("BHI&R", "J4.0")
    table.bankrupt("BHI&R")
    assert table.allows("lay 12 on J4 turned 0")
    table.refuses("lay 757 on J6 turned 0", "1860-TRACK-18")
