"""Track, small stations, links to London and station markers (rules 1862-TRACK, 1862-LONDON and 1862-TOKEN)."""

from __future__ import annotations

import pytest

from railhead.core.ids import hex_of
from railhead.rules.stations import network
from railhead.rules.tokens import PlaceTokens
from railhead.rules.track import LayTrack
from railhead.testing import Table, rule
from railhead.titles.t1862.london import linked
from railhead.track.board import PRINTED
from railhead.track.tiles import CITY, TOWN, station_sides
from tests.titles.t1862.railways import operating, railway, table


def building(
    *tiles: str,
    company: str = "FDR",
    phase: str = "D",
    markers: tuple[str, ...] = ("G12.0",),
    unused: int = 2,
    trains: tuple[str, ...] = (),
) -> Table:
    """A company of player A is to build, on a board with these tiles."""
    at = table()
    at.lay(*tiles)
    railway(at, company, {"A": 5, "B": 3}, treasury=100, trains=trains, markers=markers, unused=unused)
    if phase != "A":
        at.set_phase(phase)
    operating(at, company, "build")
    at.settle()
    return at


def on(at: Table, hex_: str) -> str:
    """The tile on a hex, without how it is turned."""
    return at.book.tiles.names[at.state.tiles[at.hex(hex_)] // 6]


def lines(at: Table, hex_: str) -> set[frozenset[int]]:
    """The lines of a hex that have small stations."""
    placed, board = at.state.tiles[at.hex(hex_)], at.book.board
    return set(station_sides(board.facts(at.hex(hex_), placed), board.track(at.hex(hex_), placed)))


def fits(hex_: str, old: str = "") -> set[str]:
    """The numbers of the tiles that board and tiles alone allow on a hex."""
    board = table().book.board
    name, _, rotation = old.partition("@")
    placed = board.tiles.index[name] * 6 + int(rotation) if old else PRINTED
    return {board.tiles.names[new // 6] for new in board.fits(board.index[hex_], placed)}


# -- what a turn allows -----------------------------------------------------------------------------


@rule("1862-TRACK-01", "1862-TRACK-07")
def test_two_yellow_tiles_are_laid_one_after_the_other() -> None:
    at = building("57@0 G12", phase="A")
    at.do("lay 8852 on G10 turned 0")
    assert isinstance(at.step, LayTrack)
    at.do("lay 57 on G8 turned 0")
    assert not isinstance(at.step, LayTrack), "the second tile ends the building"


@rule("1862-TRACK-01")
@pytest.mark.parametrize("instead", ["station on F9 line 0-3", "link at D15.1", "lay 14 on G12 turned 2"])
def test_after_a_yellow_tile_only_another_yellow_tile_is_laid(instead: str) -> None:
    at = building("57@0 G12", "20@0 F9")
    at.do("lay 8852 on G10 turned 0")
    rule_id = "1862-LONDON-02" if instead.startswith("link") else "1862-TRACK-01"
    at.refuses(instead, rule_id)


@rule("1862-TRACK-07")
def test_an_n_tile_is_laid_alone() -> None:
    at = building("5@2 G12", phase="A")
    at.do("lay 790 on F11 turned 1")
    assert not isinstance(at.step, LayTrack)
    at = building("5@2 G12", phase="A")
    at.do("lay 8852 on G10 turned 0")
    at.refuses("lay 790 on F11 turned 1", "1862-TRACK-01")


@rule("1862-TRACK-07")
def test_a_y_tile_may_be_one_of_two() -> None:
    at = building("57@1 E8", company="N&B", markers=("E8.0",), phase="A")
    at.do("lay 621 on D9 turned 1", "lay 57 on C10 turned 1")
    assert (on(at, "D9"), on(at, "C10")) == ("621", "57")


@rule("1862-TRACK-13")
def test_one_tile_is_upgraded_in_a_turn() -> None:
    at = building("57@0 G12", "8852@0 G10")
    at.do("lay 14 on G12 turned 2")
    assert not isinstance(at.step, LayTrack)


@rule("1862-TRACK-01")
def test_a_company_may_build_nothing() -> None:
    at = building("57@0 G12")
    at.do("pass")
    assert not isinstance(at.step, LayTrack)


@rule("1862-TRACK-17")
def test_building_is_free() -> None:
    at = building("57@0 G12", "20@0 F9")
    for act in ("lay 8852 on G10 turned 0", "lay 14 on G12 turned 2", "station on F9 line 0-3"):
        again = building("57@0 G12", "20@0 F9")
        again.do(act)
        assert again.cash("FDR") == at.cash("FDR") == 100


# -- where tiles go ---------------------------------------------------------------------------------


@rule("1862-TRACK-02")
def test_a_new_tile_joins_a_route_of_the_company() -> None:
    at = building("57@0 G12")
    at.refuses("lay 8852 on E6 turned 0", "1862-TRACK-02")
    at.refuses("lay 8852 on G10 turned 1", "1862-TRACK-03")
    assert at.allows("lay 8852 on G10 turned 0")


@rule("1862-TRACK-02")
def test_no_route_leads_through_an_area_beyond_the_board() -> None:
    """B3 and B5 both touch the Midlands: track of one is not joined to the other by them."""
    at = building("57@1 B5", company="WStI", markers=("B5.0",), phase="A")
    assert {text.split()[3] for text in at.offered("lay")} == {"C4"}
    at = building("57@2 B5", company="WStI", markers=("B5.0",), phase="A")
    assert {text.split()[3] for text in at.offered("lay")} == {"C6"}, "the other end runs into the Midlands"


@rule("1862-TRACK-03")
def test_no_track_runs_into_the_sea_or_a_barrier_but_into_ports() -> None:
    at = building(phase="A")
    board, felixstowe = at.book.board, at.hex("G12")
    fitting = {new % 6 for new in board.fits(felixstowe, PRINTED) if board.tiles.names[new // 6] == "57"}
    assert fitting == {0, 2, 3, 5}, "into the ports, not over the barrier towards Harwich"
    for tile, rotation in (("57", 1), ("57", 4), ("5", 0), ("5", 1), ("6", 1)):
        at.refuses(f"lay {tile} on G12 turned {rotation}", "1862-TRACK-03")
    assert fits("F11", "791@1") == {"795"}
    ipswich = at.hex("F11")
    assert {new % 6 for new in board.fits(ipswich, PRINTED)} == {1, 4}, "not over the barrier south of Ipswich"


@rule("1862-TRACK-03", "1862-TRACK-10")
def test_an_upgrade_may_lead_into_a_port() -> None:
    def beyond(at: Table) -> set[str]:
        """Where track leads from Felixstowe."""
        links = network(at.game).links[at.stop("G12.0")]
        return {at.book.board.names[hex_of(link.end)] for link in links}

    at = building("57@0 G12", phase="B")
    assert beyond(at) == {"G14"}
    at.do("lay 14 on G12 turned 2")
    assert beyond(at) == {"G14", "H13"}


@rule("1862-TRACK-04")
def test_towns_take_large_stations_and_villages_small_ones() -> None:
    at = building("57@0 G12")
    at.refuses("lay 57 on G10 turned 0", "1862-TRACK-04")
    kinds = {hex_.name: hex_.printed.stops[0].kind for hex_ in at.book.board.hexes if hex_.buildable}
    assert sorted(kinds.values()).count(TOWN) == 12
    for hex_, kind in kinds.items():
        tiles = at.book.tiles
        assert {tiles.facts[tiles.index[name]].stops[0].kind for name in fits(hex_)} == {kind}


@rule("1862-TRACK-05")
@pytest.mark.parametrize(
    ("hex_", "yellow"),
    [("F5", {"790"}), ("H5", {"201", "202", "621"}), ("E8", {"5", "6", "57"}), ("F13", {"201", "202", "621"})],
)
def test_lettered_hexes_take_tiles_of_their_letter_and_others_do_not(hex_: str, yellow: set[str]) -> None:
    assert fits(hex_) == yellow


@rule("1862-TRACK-05")
def test_a_tile_of_the_wrong_letter_is_refused() -> None:
    at = building("5@2 G12", phase="A")
    at.refuses("lay 57 on F11 turned 1", "1862-TRACK-05")
    at.refuses("lay 790 on G10 turned 0", "1862-TRACK-05")


@rule("1862-TRACK-06")
def test_ipswich_and_harwich_have_russet_tiles_of_their_own() -> None:
    assert fits("F11", "791@1") == {"795"}
    assert fits("F5", "791@1") == {"794"}
    assert fits("F13", "793@5") == {"797"}
    assert fits("H5", "792@1") <= {"61y", "796", "891y"}
    board = table().book.board
    owners = {"795": "F11", "797": "F13"}
    for name, only in owners.items():
        tile = board.tiles.index[name]
        for number, hex_ in zip(board.all_hexes, board.hexes, strict=True):
            olds = [placed for placed in range(6 * len(board.tiles.in_box)) if hex_.buildable]
            if hex_.name != only and hex_.label:
                assert not any(new // 6 == tile for old in olds for new in board.fits(number, old))


# -- yellow villages and small stations ---------------------------------------------------------------


@rule("1862-TRACK-08")
def test_trains_find_the_small_stations() -> None:
    at = building("57@0 G12", "20@0 F9", "8852@0 G10")
    stops = network(at.game).stops
    villages = {
        at.book.board.names[hex_of(stop)] for stop, facts in stops.items() if facts.kind == TOWN and facts.value
    }
    assert villages == {"G10"}
    at.do("station on F9 line 1-4")
    stops = network(at.game).stops
    values = [facts.value for stop, facts in stops.items() if hex_of(stop) == at.hex("F9")]
    assert values == [20]


@rule("1862-TRACK-15")
def test_a_small_station_is_built_anywhere() -> None:
    at = building("57@0 G12", "20@0 E6")
    assert at.offered("station") == ["station on E6 line 0-3", "station on E6 line 1-4"]
    at.do("station on E6 line 0-3")
    assert lines(at, "E6") == {frozenset((0, 3))}
    assert not isinstance(at.step, LayTrack), "it was the turn's building"


@rule("1862-TRACK-15")
def test_a_small_station_is_built_instead_of_track() -> None:
    at = building("57@0 G12", "20@0 E6")
    at.do("lay 8852 on G10 turned 0")
    at.refuses("station on E6 line 0-3", "1862-TRACK-01")


@rule("1862-TRACK-16")
@pytest.mark.parametrize(("tile", "most"), [("20", 2), ("16", 2), ("798", 3), ("778", 3)])
def test_each_line_holds_one_small_station(tile: str, most: int) -> None:
    at = building("57@0 G12", f"{tile}@0 E6")
    for number in range(most):
        free = at.offered("station")
        assert len(free) == most - number
        at.do(free[0])
        operating(at, "FDR", "build")
        at.settle()
        at.refuses(free[0], "1862-TRACK-16")
    assert at.offered("station") == []
    assert len(lines(at, "E6")) == most


@rule("1862-TRACK-16")
def test_a_yellow_village_takes_no_second_station_and_a_town_none() -> None:
    at = building("57@0 G12", "8852@0 G10")
    at.refuses("station on G10 line 0-3", "1862-TRACK-16")
    at.refuses("station on G12 line 0-3", "1862-TRACK-16")
    at.refuses("station on E6 line 0-3", "1862-TRACK-16")


def test_a_tile_with_stations_counts_as_the_one_in_the_box() -> None:
    at = building("57@0 G12", "20@0 E6")
    left = at.state.supply[at.book.tiles.index["20"]]
    at.do("station on E6 line 0-3")
    assert at.state.supply[at.book.tiles.index["20"]] == left
    at.lay("798@0 E6")
    assert at.state.supply[at.book.tiles.index["20"]] == left + 1
    assert lines(at, "E6") == {frozenset((0, 3))}


@rule("1862-TRACK-08", "1862-TRACK-14")
def test_a_small_station_stays_on_its_line_through_all_colours() -> None:
    at = building("8852@1 E6", "57@0 E8", company="N&B", markers=("E8.0",))
    assert lines(at, "E6") == {frozenset((1, 4))}
    at.do("lay 20 on E6 turned 0")
    assert (on(at, "E6"), lines(at, "E6")) == ("20+b", {frozenset((1, 4))})
    operating(at, "N&B", "build")
    at.settle()
    at.refuses("lay 798 on E6 turned 0", "1862-TRACK-11")
    at.lay("798@0 E6")
    assert lines(at, "E6") == {frozenset((1, 4))}, "no station is added by an upgrade"


# -- upgrades -----------------------------------------------------------------------------------------


@rule("1862-TRACK-09")
@pytest.mark.parametrize(
    ("phase", "colours"), [("A", {"yellow"}), ("B", {"yellow", "green"}), ("C", {"yellow", "green"})]
)
def test_colours_come_with_the_phases(phase: str, colours: set[str]) -> None:
    at = building("57@0 G12", "15@1 G8", phase=phase, markers=("G12.0", "G8.0"))
    tiles = at.book.tiles
    assert {tiles.facts[tiles.index[text.split()[1]]].colour for text in at.offered("lay")} == colours
    at.refuses("lay 611 on G8 turned 0", "1862-TRACK-09")
    later = building("57@0 G12", "15@1 G8", phase="D", markers=("G12.0", "G8.0"))
    assert later.allows("lay 611 on G8 turned 0")


@rule("1862-TRACK-10")
def test_an_upgrade_keeps_all_track_and_skips_no_colour() -> None:
    at = building("57@0 G12")
    at.refuses("lay 15 on G12 turned 4", "1862-TRACK-03")
    at.refuses("lay 611 on G12 turned 0", "1862-TRACK-10")
    at.refuses("lay 57 on G12 turned 0", "1862-TRACK-10")
    kept = building("57@0 E8", company="N&B", markers=("E8.0",))
    kept.refuses("lay 619 on E8 turned 1", "1862-TRACK-10")
    kept.refuses("lay 14 on E8 turned 1", "1862-TRACK-10")
    assert kept.allows("lay 14 on E8 turned 0")


@rule("1862-TRACK-11")
def test_an_upgrade_needs_new_track_or_a_large_station_on_a_route() -> None:
    at = building("57@0 E8", "8852@0 E6", company="N&B", markers=("E8.0",))
    at.refuses("lay 20 on E6 turned 0", "1862-TRACK-11")
    assert at.allows("lay 14 on E8 turned 0"), "the large station with the marker"
    joined = building("57@0 E8", "8852@1 E6", company="N&B", markers=("E8.0",))
    assert joined.allows("lay 20 on E6 turned 0"), "the new line meets the railhead south of Watton"
    joined.refuses("lay 18 on E6 turned 1", "1862-TRACK-11")


@rule("1862-TRACK-11")
def test_the_village_north_of_felixstowe_waits_for_felixstowe() -> None:
    at = building("57@2 G12", "8851@3 G10")
    at.refuses("lay 16 on G10 turned 0", "1862-TRACK-11")
    at.do("lay 14 on G12 turned 2")
    operating(at, "FDR", "build")
    at.settle()
    at.do("lay 16 on G10 turned 0")
    assert lines(at, "G10") == {frozenset((1, 3))}, "where the small station was"


@rule("1862-TRACK-11")
def test_a_large_station_on_a_route_is_enough_without_a_marker() -> None:
    at = building("57@0 D11", "57@0 D13", company="SVR", markers=("D11.0",))
    assert at.allows("lay 14 on D13 turned 0"), "Witham is on a route of SVR"
    apart = building("57@2 D11", "57@0 D13", company="SVR", markers=("D11.0",))
    apart.refuses("lay 14 on D13 turned 0", "1862-TRACK-11")


@rule("1862-TRACK-12")
def test_a_company_without_a_train_upgrades() -> None:
    at = building("57@0 E8", company="N&B", markers=("E8.0",), trains=())
    at.do("lay 14 on E8 turned 0")
    assert on(at, "E8") == "14"


@rule("1862-TRACK-14")
def test_markers_stay_in_their_stations() -> None:
    at = building("57@0 E8", company="N&B", markers=("E8.0",))
    at.do("lay 14 on E8 turned 0")
    assert at.state.tokens[at.stop("E8.0")] == (at.company("N&B"),)


# -- London -------------------------------------------------------------------------------------------

TO_LONDON = ("57@0 D13",)
"""Witham, whose southern side is London."""


@rule("1862-LONDON-01")
def test_a_company_whose_track_leads_to_london_may_build_a_link() -> None:
    at = building(*TO_LONDON, company="SVR", markers=("D13.0",))
    assert at.offered("link") == ["link at B15.1", "link at D15.1"]
    at.do("link at D15.1")
    assert linked(at.game, at.company("SVR"))
    assert at.state.spare_tokens[at.company("SVR")] == 1
    apart = building("57@2 D13", company="SVR", markers=("D13.0",))
    apart.refuses("link at D15.1", "1862-LONDON-01")
    spent = building(*TO_LONDON, company="SVR", markers=("D13.0",), unused=0)
    spent.refuses("link at D15.1", "1862-TOKEN-05")


@rule("1862-LONDON-02")
def test_a_link_is_the_whole_building_of_a_turn() -> None:
    at = building(*TO_LONDON, "57@0 D11", company="SVR", markers=("D13.0",))
    at.do("link at B15.1")
    assert not isinstance(at.step, (LayTrack, PlaceTokens)), "neither track nor another marker"
    without = building(*TO_LONDON, "57@0 D11", company="SVR", markers=("D13.0",))
    without.do("pass")
    assert isinstance(without.step, PlaceTokens)
    tile_first = building(*TO_LONDON, company="SVR", markers=("D13.0",))
    tile_first.do("lay 57 on D11 turned 0")
    tile_first.refuses("link at D15.1", "1862-LONDON-02")


@rule("1862-LONDON-03")
def test_four_companies_have_links_and_each_one() -> None:
    at = building(*TO_LONDON, company="SVR", markers=("D13.0",))
    others = ("ESR", "EUR", "N&E")
    for company, space in zip(others, ("B15.1", "B15.1", "D15.1"), strict=True):
        railway(at, company, {"B": 5}, markers=(space,))
    at.refuses("link at B15.1", "1862-LONDON-03")
    assert at.allows("link at D15.1")
    railway(at, "N&B", {"B": 5}, markers=("D15.1",))
    at.refuses("link at D15.1", "1862-LONDON-03")
    again = building(*TO_LONDON, company="SVR", markers=("D13.0", "B15.1"))
    again.refuses("link at D15.1", "1862-LONDON-03")


@rule("1862-LONDON-06")
def test_no_route_is_traced_from_or_through_london() -> None:
    """N&E's Bishop's Stortford and Witham both touch London; a marker in London leads nowhere."""
    at = building("57@0 B13", "57@0 D13", company="N&E", markers=("B13.0", "D15.1"))
    at.do("pass")
    assert not isinstance(at.step, PlaceTokens), "Witham cannot be reached through London"


# -- markers ------------------------------------------------------------------------------------------


@rule("1862-TOKEN-01", "1862-TOKEN-05")
def test_one_marker_a_turn_for_nothing() -> None:
    at = building("57@0 D13", "57@0 D11", company="SVR", markers=("D13.0",), unused=2)
    at.do("pass", "token at D11.0")
    assert at.cash("SVR") == 100
    assert at.state.spare_tokens[at.company("SVR")] == 1
    assert not isinstance(at.step, PlaceTokens)
    spent = building("57@0 D13", "57@0 D11", company="SVR", markers=("D13.0",), unused=0)
    spent.do("pass")
    assert not isinstance(spent.step, PlaceTokens)


@rule("1862-TOKEN-02")
def test_a_marker_goes_to_a_free_circle_on_a_route_but_not_twice_to_a_hex() -> None:
    at = building("57@0 D13", "14@0 D11", "57@0 E4", company="SVR", markers=("D13.0",))
    at.do("pass")
    at.refuses("token at D13.0", "1862-TOKEN-02")
    at.refuses("token at E4.0", "1862-TOKEN-02")
    railway(at, "ESR", {"B": 5}, markers=("D11.0",))
    assert at.offered("token") == ["token at D11.0"]
    railway(at, "EUR", {"B": 5}, markers=("D11.0",))
    at.refuses("token at D11.0", "1862-TOKEN-02")


@rule("1862-TOKEN-03", "1862-SETUP-02")
def test_homes_are_not_kept_for_anybody() -> None:
    """Colchester is EUR's home, Witham that of a company that is not in play."""
    at = building("790@1 E12", "57@1 D13", company="SVR", markers=("D13.0",))
    assert "ECR" not in at.book.company_names
    railway(at, "ESR", {"B": 5}, markers=("E12.0",))
    at.do("pass")
    assert at.offered("token") == ["token at E12.0"]
    at.do("token at E12.0")


@rule("1862-TOKEN-04")
def test_no_marker_is_taken_off_in_a_turn() -> None:
    at = building("57@0 D13", "57@0 D11", company="SVR", markers=("D13.0", "D11.0"))
    at.refuses("remove D11.0", "1862-OR-04")


def test_the_board_has_the_places_of_the_rulebook() -> None:
    board = table().book.board
    towns = [hex_ for hex_ in board.hexes if hex_.buildable and hex_.printed.stops[0].kind == CITY]
    assert len(towns) == 25
    assert {hex_.title for hex_ in towns if hex_.label == "N"} == {"Norwich", "Cambridge", "Colchester", "Ipswich"}
    areas = {stop.area for hex_ in board.hexes for stop in hex_.printed.stops if stop.area}
    assert areas == {
        *("Midlands", "West", "London"),
        *("Lynn", "Wells", "Cromer", "Yarmouth", "Lowestoft", "Denmark", "Holland"),
    }
