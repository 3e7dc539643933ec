"""Track and tokens in 1863 (rules 1863-TRACK and 1863-TOKEN), and the privates that change them."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.events import PrivateClosed
from railhead.rules.stations import company_reach
from railhead.testing import rule
from railhead.titles.t1863 import crossings, pirate
from railhead.titles.t1863.building import BuildTrack, track_stage
from railhead.titles.t1863.places import home_now, start_places
from tests.titles.t1863.table import London


def table_with(phase: str = "II", at: str = "C18.0", cash: int = 500, company: str = "DIS", **privates: str) -> London:
    """The District builds; by default in Gloucester Road."""
    table = London(5, phase=phase)
    table.minor(company, 60, "A", cash=cash, at=at)
    table.privates(**privates)
    table.build(company)
    return table


def offers(table: London, beginning: str) -> list[str]:
    """Every action that is offered and begins like this."""
    return [text for text in table.offered(beginning.split()[0]) if text.startswith(beginning)]


# -- what a turn allows -----------------------------------------------------------------------------


@rule("1863-TRACK-01", "1863-TRACK-02", "1863-TRACK-03")
def test_an_upgrade_or_a_yellow_tile_and_then_a_yellow_tile() -> None:
    table = table_with("III", at="I10.0")
    table.lay("57@0 I10", "9@0 I8")
    assert offers(table, "lay 4 on I12")
    table.do("lay LU04 on I10 turned 0")
    table.refuses("lay 23 on I8 turned 0", "1863-TRACK-02")
    table.do("lay 4 on I12 turned 0")
    assert not table.offered("lay")


@rule("1863-TRACK-03")
def test_after_a_yellow_tile_nothing_is_upgraded() -> None:
    table = table_with("III", at="I10.0")
    table.lay("57@0 I10")
    table.do("lay 9 on I8 turned 0")
    table.refuses("lay LU04 on I10 turned 0", "1863-TRACK-03")
    table.do("lay 4 on I12 turned 0")


@rule("1863-PRIV-02", "1863-TRACK-11")
def test_with_fowler_in_any_order_or_two_upgrades() -> None:
    table = table_with("III", at="I10.0", FOW="DIS")
    table.lay("57@0 I10")
    table.do("lay 9 on I8 turned 0")
    table.refuses("lay 23 on I8 turned 0", "1863-TRACK-11")
    table.do("lay LU04 on I10 turned 0")
    assert not table.offered("lay")
    other = table_with("III", at="I10.0", FOW="DIS")
    other.lay("57@0 I10", "9@0 I8")
    other.do("lay LU04 on I10 turned 0", "lay 23 on I8 turned 0")
    assert not other.offered("lay")


@rule("1863-PRIV-22", "1863-PRIV-02")
def test_powers_are_for_companies_only() -> None:
    table = table_with("III", at="I10.0", FOW="A", GRE="A")
    table.lay("57@0 I10")
    table.do("lay 9 on I8 turned 0")
    table.refuses("lay LU04 on I10 turned 0", "1863-TRACK-03")


@rule("1863-TRACK-04")
def test_track_must_connect() -> None:
    table = table_with(at="I10.0")
    table.lay("57@0 I10")
    table.refuses("lay 9 on I4 turned 0", "1863-TRACK-04")
    table.refuses("lay 9 on I8 turned 1", "1863-TRACK-04")
    assert table.allows("lay 9 on I8 turned 0")


@rule("1863-TRACK-04")
def test_an_upgrade_must_connect_as_well() -> None:
    table = table_with("III", at="I10.0")
    table.lay("57@0 I10", "57@0 I6")
    table.refuses("lay LU07 on I6 turned 0", "1863-TRACK-04")
    table.lay("9@0 I8")
    table.do("lay LU07 on I6 turned 0")


@rule("1863-TRACK-04", "1863-TOKEN-02")
def test_nothing_is_built_behind_a_station_full_of_others() -> None:
    table = London(phase="II")
    table.minor("DIS", 60, "A", cash=500, at="I10.0")
    table.minor("PIC", 60, "B", at="H11.0")
    table.lay("57@1 I10", "57@1 H11")
    table.build("DIS")
    assert table.stop("H11.0") in _reached(table)
    table.refuses("lay 58 on G12 turned 4", "1863-TRACK-04")
    table.refuses("token at H11.0")


def _reached(table: London) -> set[int]:
    return set(company_reach(table.game, table.company("DIS")).stops)


@rule("1863-TRACK-05")
def test_routes_stay_intact() -> None:
    table = table_with("III")
    table.lay("57@0 C18")
    table.refuses("lay LU04 on C18 turned 1", "1863-TRACK-05")
    table.do("lay LU04 on C18 turned 0")


@rule("1863-TRACK-08")
@pytest.mark.parametrize(("phase", "tile", "colour"), [("II", "LU04", "green"), ("III", "38", "brown")])
def test_colours_by_phase(phase: str, tile: str, colour: str) -> None:
    table = table_with(phase)
    table.lay("57@0 C18")
    if colour == "brown":
        table.lay("LU04@0 C18")
    table.refuses(f"lay {tile} on C18 turned 0", "1863-TRACK-08")


@rule("1863-TRACK-09")
def test_fixed_hexes_and_blocked_sides() -> None:
    table = table_with("III", at="K2.0")
    table.refuses("lay LU04 on K2 turned 0", "1863-TRACK-09")
    other = table_with(at="C18.0")
    other.refuses("lay 9 on D13 turned 2", "1863-TRACK-09")


@rule("1863-TRACK-10")
def test_tiles_are_limited() -> None:
    table = table_with()
    tile = table.book.tiles.index["57"]
    table.state.supply[tile] = 0
    table.refuses("lay 57 on C18 turned 0", "1863-TRACK-10")


# -- what it costs ----------------------------------------------------------------------------------


@rule("1863-TRACK-06", "1863-TRACK-07")
@pytest.mark.parametrize(
    ("at", "tile", "cost"),
    [
        ("C18.0", "lay 57 on C18 turned 0", 30),
        ("I10.0", "lay 9 on I8 turned 0", 10),
        ("F9.0", "lay 4 on E8 turned 2", 20),
        ("K14.0", "lay 57 on K14 turned 0", 50),
    ],
)
def test_costs_of_first_tiles(at: str, tile: str, cost: int) -> None:
    table = table_with(at=at)
    if "E8" in tile:
        table.lay("57@2 F9")
    elif "I8" in tile:
        table.lay("57@0 I10")
    table.do(tile)
    assert table.cash("DIS") == 500 - cost


@rule("1863-TRACK-06", "1863-TRACK-07")
def test_st_johns_wood_costs_40_and_its_upgrade_10() -> None:
    table = table_with("III", at="F9.0")
    table.lay("57@0 F9", "8@0 F7")
    table.do("lay 58 on E6 turned 3")
    assert table.cash("DIS") == 460
    table.build("DIS")
    table.do(next(text for text in table.offered("lay") if " on E6 " in text))
    assert table.cash("DIS") == 450


@rule("1863-TRACK-06")
def test_an_upgrade_of_a_major_station_costs_10() -> None:
    table = table_with("III")
    table.lay("57@0 C18")
    table.do("lay LU04 on C18 turned 0")
    assert table.cash("DIS") == 490


@rule("1863-PRIV-01")
def test_greathead_halves_what_hexes_cost() -> None:
    table = table_with(at="K14.0", GRE="DIS")
    table.do("lay 57 on K14 turned 0")
    assert table.cash("DIS") == 500 - 30 - 10


@rule("1863-LOAN-02", "1863-TRACK-06")
def test_a_loan_in_the_middle_of_a_lay() -> None:
    table = table_with(cash=0, at="I10.0")
    table.refuses("lay 57 on I10 turned 0", "1863-TRACK-06")
    table.do("borrow 1", "lay 57 on I10 turned 0", "borrow 1", "lay 9 on I8 turned 0")
    assert (table.cash("DIS"), table.loans("DIS"), table.price("DIS")) == (160, 2, 50)


# -- tokens -----------------------------------------------------------------------------------------


def with_two_tokens() -> London:
    table = table_with("III")
    table.lay("57@2 C18", "57@0 B15", "8@3 B17")
    effects.give_tokens(table.game, table.company("DIS"), 2)
    table.remember(tokens=tuple(3 if company == table.company("DIS") else 0 for company in table.book.company_ids))
    return table


@rule("1863-TOKEN-01", "1863-START-19")
def test_one_token_at_any_time_of_the_track_step_at_no_cost() -> None:
    table = with_two_tokens()
    assert table.offered("token at") == ["token at B15.0"]
    table.do("token at B15.0")
    assert (table.cash("DIS"), table.tokens("DIS")) == (500, (3, 1))
    table.refuses("token at F9.0", "1863-TOKEN-01")
    table.do("lay LU04 on C18 turned 2")


@rule("1863-TOKEN-02", "1863-TOKEN-03", "1863-TOKEN-06")
def test_where_tokens_may_go() -> None:
    table = with_two_tokens()
    table.refuses("token at F9.0", "1863-TOKEN-02")
    table.refuses("token at C18.0", "1863-TOKEN-03")
    none = table_with("III")
    none.lay("57@2 C18", "57@0 B15", "8@3 B17")
    none.refuses("token at B15.0", "1863-TOKEN-06")


# -- privates that lay tiles ------------------------------------------------------------------------


@rule("1863-PRIV-05")
def test_the_necropolis_railway_lays_between_nine_elms_and_waterloo_for_nothing() -> None:
    table = table_with("III", at="I22.0", LNR="DIS")
    table.lay("57@1 I22")
    table.refuses("use LNR to lay 9 on H21 turned 1")
    table.do("use LNR to lay 4 on J21 turned 1")
    table.do("use LNR to lay 58 on K20 turned 1")
    assert table.cash("DIS") == 500
    assert table.state.record.necropolis == (2, 0)  # type: ignore[attr-defined]
    table.build("DIS")
    table.refuses("use LNR to lay 9 on K18 turned 0", "1863-PRIV-05")
    table.do("lay 9 on K18 turned 0")
    assert table.cash("DIS") == 490


@rule("1863-PRIV-05")
def test_its_lays_are_those_of_the_turn() -> None:
    table = table_with("III", at="I22.0", LNR="DIS")
    table.lay("57@1 I22", "4@1 J21", "58@1 K20")
    table.do("lay 9 on K18 turned 0", "lay 4 on K16 turned 0")
    assert not offers(table, "use LNR")
    table.build("DIS")
    assert offers(table, "use LNR")


@rule("1863-PRIV-06")
def test_the_thames_tunnel_lays_crossings_for_nothing() -> None:
    table = table_with(at="J13.0", TTU="DIS")
    table.lay("57@0 J13")
    offered = offers(table, "use TTU")
    assert offered
    table.do(offered[0])
    assert table.cash("DIS") == 500
    assert crossings.count(table.game) == 1


@rule("1863-PRIV-06")
def test_it_leaves_with_the_third_crossing_whoever_builds_it() -> None:
    table = table_with(at="J13.0", TTU="B")
    table.lay("57@0 J13", "9@0 G20", "9@0 N13")
    assert crossings.count(table.game) == 2
    crossing = next(text for text in table.offered("lay") if " J15 " in text and _crosses(table, text))
    table.do(crossing)
    assert table.owners("TTU") == ""
    assert [type(event) for event in table.events].count(PrivateClosed) == 1
    table.do(table.offered("lay")[0])
    assert PrivateClosed not in [type(event) for event in table.events], "it is gone already"


def _crosses(table: London, text: str) -> bool:
    _, tile, _, hex_, _, rotation = text.split()
    placement = table.book.tiles.index[tile] * 6 + int(rotation)
    return crossings.would_cross(table.book.board, table.hex(hex_), placement)


@rule("1863-PRIV-03")
def test_area_redevelopment_makes_a_station_plain() -> None:
    table = table_with("III", at="F9.0", RED="DIS")
    table.lay("57@2 F9", "9@2 G10")
    table.refuses("use RED to lay 9 on F9 turned 0", "1863-PRIV-03")
    table.refuses("use RED to lay 57 on H11 turned 2", "1863-PRIV-03")
    table.do("use RED to lay 9 on H11 turned 2")
    assert table.cash("DIS") == 490
    table.refuses("use RED to lay 9 on I12 turned 2", "1863-PRIV-03")
    table.build("DIS")
    assert not offers(table, "use RED")
    assert offers(table, "lay 23 on H11") or offers(table, "lay 24 on H11")
    assert not offers(table, "lay LU07 on H11")


@rule("1863-PRIV-03", "1863-START-15")
def test_a_home_that_was_redeveloped_is_none_any_more() -> None:
    table = table_with("III", at="H11.0", RED="DIS")
    table.lay("57@0 H11")
    assert home_now(table.game, table.company("PIC")) == table.stop("H13.0")
    table.do("use RED to lay 9 on H13 turned 0")
    assert home_now(table.game, table.company("PIC")) is None
    assert table.stop("H13.0") not in start_places(table.game, table.company("PIC"))


@rule("1863-PRIV-03", "1863-PRIV-22")
def test_not_where_a_token_is_and_not_by_others() -> None:
    table = table_with("III", at="F9.0", RED="DIS")
    table.lay("57@2 F9", "9@2 G10")
    table.minor("MET", 60, "B", at="H11.0")
    table.refuses("use RED to lay 9 on H11 turned 2", "1863-PRIV-03")
    other = table_with("III", at="F9.0", RED="A")
    other.lay("57@2 F9", "9@2 G10")
    other.refuses("use RED to lay 9 on H11 turned 2", "1863-PRIV-22")


@rule("1863-PRIV-08")
def test_area_improvements_make_a_minor_station_a_major_one() -> None:
    table = table_with("III", at="F9.0", IMP="DIS")
    table.lay("57@2 F9")
    table.refuses("use IMP to lay 4 on E8 turned 2", "1863-PRIV-08")
    table.refuses("use IMP to lay 57 on G10 turned 2", "1863-PRIV-08")
    table.do("use IMP to lay 57 on E8 turned 2")
    assert table.cash("DIS") == 470
    table.refuses("use IMP to lay 57 on D9 turned 2", "1863-PRIV-08")
    table.build("DIS")
    assert not offers(table, "use IMP")
    assert offers(table, "lay LU04 on E8")


# -- the pirate -------------------------------------------------------------------------------------


@rule("1863-PRIV-13")
def test_the_pirate_takes_a_circle_and_moves_once_in_a_turn() -> None:
    table = table_with(CHO="DIS")
    table.do("bus at F9.0")
    table.refuses("bus at I10.0", "1863-PRIV-13")
    assert pirate.stop(table.game) == table.stop("F9.0")
    table.build("DIS")
    table.do("bus at I10.0")
    assert table.stop("F9.0") not in table.state.tokens
    table.minor("MET", 60, "B", cash=500, at="H11.0")
    table.lay("57@1 I10", "57@1 H11")
    effects.give_tokens(table.game, table.company("MET"), 1)
    table.remember(tokens=tuple(table.tokens(name)[0] + (name == "MET") for name in table.book.company_names))
    table.build("MET")
    table.refuses("token at I10.0", "1863-TOKEN-02")
    assert offers(table, "lay 58 on J9") or offers(table, "lay 4 on J9"), "the pirate stops nobody"


@rule("1863-PRIV-13", "1863-PRIV-22")
def test_only_the_company_that_owns_it_moves_the_pirate() -> None:
    table_with(CHO="A").refuses("bus at F9.0", "1863-PRIV-13")


# -- buying in --------------------------------------------------------------------------------------


@rule("1863-PRIV-18", "1863-PRIV-20")
def test_a_company_buys_a_private_of_its_player_for_up_to_twice_its_value() -> None:
    table = table_with(GRE="A", FOW="B")
    table.refuses("buy-in GRE for 141", "1863-PRIV-18")
    table.refuses("buy-in FOW for 80", "1863-PRIV-18")
    table.do("buy-in GRE for 140")
    assert (table.cash("A"), table.cash("DIS"), table.owners("GRE")) == (490, 360, "DIS")


@rule("1863-PRIV-18")
def test_not_in_a_stock_round() -> None:
    table = table_with(GRE="A")
    table.stock_turn("A")
    table.do("act for DIS")
    table.refuses("buy-in GRE for 70", "1863-PRIV-18")


@rule("1863-PRIV-16")
def test_the_clink_club_is_never_bought_in() -> None:
    table = London(5, ("clink_club",))
    table.minor("DIS", 60, "A", cash=500)
    table.privates(CLK="A")
    table.build("DIS")
    table.refuses("buy-in CLK for 10", "1863-PRIV-16")


@rule("1863-PRIV-16")
def test_the_clink_club_lays_a_tile_in_the_first_stock_round() -> None:
    table = London(5, ("clink_club",))
    table.privates(CLK="A")
    table.stock_turn("A", number=1)
    table.refuses("clink lays 9 on L9 turned 0", "1863-PRIV-16")
    table.do("clink lays 9 on K8 turned 0")
    assert table.cash("A") == 350
    assert table.turn == "A", "it is no stock action"
    table.refuses("clink lays 9 on M16 turned 0", "1863-PRIV-16")
    late = London(5, ("clink_club",))
    late.privates(CLK="A")
    late.stock_turn("A", number=2)
    late.refuses("clink lays 9 on K8 turned 0", "1863-PRIV-16")


@rule("1863-END-02", "1863-OR-03")
@pytest.mark.parametrize(("final", "builds"), [(0, True), (2, False), (3, True)])
def test_nothing_is_built_in_the_final_set(final: int, builds: bool) -> None:
    table = table_with()
    table.remember(final=final)
    game = table.game
    game.pop()
    track_stage(game, table.company("DIS"))
    assert isinstance(game.step, BuildTrack) == builds
