"""The route rules of 1863: what trains may run, and what they earn (rules 1863-ROUTE and 1863-BONUS)."""

from __future__ import annotations

import pytest

from railhead.core.ids import Point, hex_of, stop_at, through
from railhead.rules.running import open_runs
from railhead.testing import rule
from railhead.titles.t1863.bonuses import inner_circle
from railhead.titles.t1863.facts import land
from railhead.titles.t1863.record import amend
from tests.titles.t1863.lines import BOARD, Lines

OXFORD_CIRCUS = ("57@1 C10", "4@1 D9", "58@5 E8", "LU04@2 F9", "9@2 G10", "LU07@0 H11")
TO_OXFORD_CIRCUS = "C10 D9 E8 F9 G10 H11"
NORTHERN_RING = "I6 H5 H3 I2 J3 J5 I6"
"""Euston, Camden Town and King's Cross, with a minor station on either side of Camden Town."""
INNER_CIRCLE = "L17 M16 N15 N13 M12 M10 L9 K8 J7 I8 H9 G10 G12 G14 G16 H17 I18 J19 K18 L17"
WEST = "A10 B9 C8 D9 E8 F7 G6 H5 I4 J3 K2"
SOUTH_EAST = "K2 K4 K6 K8 K10 K12 L13 L15 M16 N17 O18 P19 Q20"
OUTER_CIRCLE = WEST + SOUTH_EAST.removeprefix("K2")
SOUTH = "K2 K4 K6 K8 K10 J11 I12 I14 I16 I18 I20 I22"
ACROSS = "A18 B19 C20 D21 E22 F23 G22 H21 I20 J21 K20 L21 M20 N21 O20 P21 Q20"


def best(table: Lines) -> int:
    """The most the company can earn, which is proven."""
    runs = open_runs(table.game, table.company(table.runner))
    assert runs is not None
    assert runs.is_proven
    return runs.best[0].revenue


def oxford_circus(*trains: str) -> Lines:
    """The track of the rulebook's picture."""
    table = Lines("MET", *trains)
    table.lay(*OXFORD_CIRCUS)
    return table


# -- the worked routes of the rulebook ------------------------------------------------------------


@rule("1863-ROUTE-09", "1863-ROUTE-14")
def test_a_3t_from_paddington_to_oxford_circus() -> None:
    table = oxford_circus("3T")
    assert table.earns(f"3T {TO_OXFORD_CIRCUS}") == 110
    assert best(table) == 110


@rule("1863-ROUTE-10", "1863-ROUTE-12", "1863-ROUTE-13")
def test_an_express_on_the_same_route_doubles_oxford_circus_and_counts_no_minor_station() -> None:
    table = oxford_circus("2+1e")
    table.station("MET", "H11.0")
    assert table.earns(f"2+1e {TO_OXFORD_CIRCUS}") == 20 + 30 + 2 * 40 == 130
    assert table.earns("2+1e H11 G10 (F9) E8 D9 C10") == 20 + 2 * 40
    assert best(table) == 130


@rule("1863-ROUTE-05", "1863-ROUTE-14")
def test_a_2t_from_acton_to_paddington() -> None:
    table = Lines("MET", "2T")
    table.lay("58@5 B9", "LU07@2 C10")
    assert table.earns("2T A10 B9 C10") == best(table) == 70


@rule("1863-ROUTE-09")
def test_a_2t_from_marylebone_to_euston_collects_two_minor_stations() -> None:
    table = Lines("BAK", "2T", phase="II")
    table.lay("57@1 F9", "4@1 G8", "4@1 H7", "57@1 I6")
    assert table.earns("2T F9 G8 H7 I6") == best(table) == 60


@rule("1863-ROUTE-09", "1863-ROUTE-14")
def test_a_2t_from_gloucester_road_to_victoria() -> None:
    table = Lines("DIS", "2T")
    table.lay("LU04@1 C18", "58@5 D17", "9@2 E18", "58@2 F19", "LU08@1 G18")
    assert table.earns("2T C18 D17 E18 F19 G18") == best(table) == 90


@rule("1863-ROUTE-14")
@pytest.mark.parametrize(
    ("phase", "acton", "finsbury"), [("II", 20, 20), ("III", 20, 30), ("IV", 40, 40), ("V", 40, 50)]
)
def test_red_and_grey_hexes_pay_by_the_phase(phase: str, acton: int, finsbury: int) -> None:
    table = Lines("EHL", "4T", phase=phase)
    table.connect(WEST)
    assert table.earns(f"4T {WEST}") == acton + finsbury + 5 * 10


# -- where a run may go ---------------------------------------------------------------------------


@rule("1863-ROUTE-01")
def test_a_run_includes_a_token_of_the_company() -> None:
    table = oxford_circus("2T")
    assert table.earns("2T C10 D9 E8 F9") == 70
    assert table.forbidden("2T F9 G10 H11") == "1863-ROUTE-01"


def crossing(*trains: str) -> Lines:
    """Two lines that cross in I8, where there is no station, and one that joins their northern ends."""
    table = Lines("LCR", *trains, phase="IV")
    table.connect("I6 I8 I10", "H11 H9 I8 J7 J5", "I6 J5")
    table.station("LCR", "J5.0")
    return table


@rule("1863-ROUTE-02", "1863-ROUTE-04", "1863-MERGE-09")
def test_all_runs_hang_together_at_stations() -> None:
    table = crossing("2T", "2T", "4T")
    lines = "2T I6 I8 I10", "2T H11 H9 I8 J7 J5"
    assert table.forbidden(*lines) == "1863-ROUTE-02"
    joined = table.earns(*lines, "4T I6 J5")
    assert joined == table.earns(lines[0]) + table.earns(lines[1]) + table.earns("4T I6 J5")
    assert best(table) == joined


@rule("1863-ROUTE-03")
@pytest.mark.parametrize(
    ("tokens", "markers", "rule_id"),
    [
        (("EHL", "MET"), (), "1863-ROUTE-03"),
        (("EHL",), (), ""),
        (("EHL",), ("BUS",), ""),
        (("EHL",), ("LPTB",), "1863-ROUTE-03"),
    ],
)
def test_no_run_passes_a_station_filled_by_others(
    tokens: tuple[str, ...], markers: tuple[str, ...], rule_id: str
) -> None:
    table = Lines("ELR", "3T")
    table.connect(OUTER_CIRCLE)
    for company in tokens:
        table.station(company, "K2.0")
    for marker in markers:
        table.marker(marker, "K2.0")
    if rule_id:
        assert table.forbidden(f"3T {OUTER_CIRCLE}") == rule_id
    else:
        assert table.earns(f"3T {OUTER_CIRCLE}") > 0
    assert table.earns(f"3T {SOUTH_EAST}") > 0, "a run may end there"


@rule("1863-ROUTE-04")
def test_no_track_is_used_by_two_trains() -> None:
    table = oxford_circus("2T", "3T")
    assert table.forbidden(f"3T {TO_OXFORD_CIRCUS}", "2T C10 D9 E8 F9") == "1863-ROUTE-04"


@rule("1863-ROUTE-04")
def test_two_lines_to_the_same_side_of_a_hex_are_the_same_track() -> None:
    table = Lines("LCR", "2T", "2T")
    table.connect("I6 I8 I10", "I6 I8 H9 H11")
    assert table.earns("2T I6 I8 I10") > 0
    assert table.forbidden("2T I6 I8 I10", "2T I6 I8 H9 H11") == "1863-ROUTE-04"


@rule("1863-ROUTE-05", "1863-ROUTE-08")
def test_a_run_ends_at_major_stations_and_visits_no_more_of_them_than_the_train_may() -> None:
    table = oxford_circus("2T", "3T")
    assert table.forbidden("2T C10 D9 E8") == "1863-ROUTE-05"
    assert table.forbidden(f"2T {TO_OXFORD_CIRCUS}") == "1863-ROUTE-08"
    assert table.earns(f"3T {TO_OXFORD_CIRCUS}") == 110


@rule("1863-ROUTE-08", "1863-ROUTE-09")
def test_minor_stations_do_not_count() -> None:
    table = Lines("EHL", "2T", phase="II")
    table.connect(WEST)
    assert table.earns(f"2T {WEST}") == 20 + 20 + 5 * 10


@rule("1863-ROUTE-06")
def test_a_circuit_visits_two_major_stations() -> None:
    table = Lines("LCR", "3T")
    table.connect("I6 I8 H9 G8 G6 H5 I6")
    assert table.forbidden("3T I6 I8 H9 G8 G6 H5 I6") == "1863-ROUTE-06"


@rule("1863-ROUTE-07")
@pytest.mark.parametrize("start", [0, 2, 5])
def test_a_t_train_may_end_where_it_began(start: int) -> None:
    table = Lines("LCR", "3T")
    table.connect(NORTHERN_RING)
    around = NORTHERN_RING.split()[:-1]
    turned = " ".join((*around[start:], *around[: start + 1]))
    assert table.earns(f"3T {turned}") == best(table) == 3 * 20 + 2 * 10
    table.give_trains("LCR", "2T")
    assert table.forbidden(f"2T {turned}") == "1863-ROUTE-08"


@rule("1863-ROUTE-07")
def test_an_express_may_not_end_where_it_began() -> None:
    table = Lines("LCR", "2+2e", phase="IV")
    table.connect(NORTHERN_RING)
    table.station("LCR", "J5.0")
    assert table.forbidden(f"2+2e {NORTHERN_RING}") == "1863-ROUTE-07"
    assert table.earns("2+2e I6 H5 H3 I2 J3 J5") == best(table) == 4 * 20


@rule("1863-ROUTE-03", "1863-ROUTE-07")
def test_a_circuit_may_begin_at_a_full_station() -> None:
    table = Lines("LCR", "3T")
    table.connect(NORTHERN_RING)
    table.station("MET", "H3.0")
    assert table.forbidden(f"3T {NORTHERN_RING}") == "1863-ROUTE-03"
    assert table.earns("3T H3 I2 J3 J5 I6 H5 H3") == best(table) == 80


@rule("1863-ROUTE-11")
def test_an_express_runs_between_own_stations_or_red_hexes() -> None:
    table = oxford_circus("2+1e")
    assert table.forbidden(f"2+1e {TO_OXFORD_CIRCUS}") == "1863-ROUTE-11"
    table.station("DIS", "H11.0")
    assert table.forbidden(f"2+1e {TO_OXFORD_CIRCUS}") == "1863-ROUTE-11"
    assert best(table) == 0
    red = Lines("EHL", "2+1e")
    red.connect(WEST)
    assert red.earns(f"2+1e {WEST}") == 20 + 2 * 30


@rule("1863-ROUTE-13")
def test_an_express_counts_only_so_many_stations_between_its_ends() -> None:
    table = Lines("LCR", "2+1e", "2+2e", phase="IV")
    table.connect("I10 I8 I6 H5 H3 I2 J3 J5")
    table.station("LCR", "I10.0", "J5.0")
    assert table.forbidden("2+1e I10 I8 I6 H5 H3 I2 J3 J5") == "1863-ROUTE-08"
    assert table.earns("2+1e I10 I8 (I6) H5 H3 I2 J3 J5") == 4 * 20
    assert table.earns("2+2e I10 I8 I6 H5 H3 I2 J3 J5") == 5 * 20


@rule("1863-ROUTE-16")
def test_no_run_comes_to_a_station_twice_or_through_a_red_hex() -> None:
    table = Lines("LCR", "5T", phase="V")
    table.connect(NORTHERN_RING, "F9 G8 H7 I6")
    assert table.forbidden(f"5T F9 G8 H7 {NORTHERN_RING}") == "1863-ROUTE-16"
    red = Lines("MET", "5T", phase="V")
    red.connect("C10 B9 A10", "A10 B11 C10")
    assert red.earns("5T C10 B9 A10") > 0
    assert red.forbidden("5T C10 B9 A10 B11 C10") == "1863-ROUTE-16"
    red = Lines("MET", "5T", phase="V")
    red.connect("C10 B9 A10", "A10 B11 B13 B15")
    assert red.forbidden("5T C10 B9 A10 B11 B13 B15") == "1863-ROUTE-16"


@rule("1863-ROUTE-15")
def test_the_revenue_is_what_all_runs_earn() -> None:
    table = Lines("EHL", "2T", "3T")
    table.connect(SOUTH, WEST)
    assert table.earns(f"2T {SOUTH}", f"3T {WEST}") == (30 + 4 * 10 + 20 + 60) + (30 + 5 * 10 + 20)


# -- bonuses --------------------------------------------------------------------------------------


@rule("1863-BONUS-01", "1863-BONUS-05")
def test_the_inner_circle() -> None:
    table = Lines("CIR", "3T", at="L17.0")
    table.connect(INNER_CIRCLE)
    assert table.earns(f"3T {INNER_CIRCLE}") == best(table) == 3 * 20 + 6 * 10 + 100
    nearly = INNER_CIRCLE.removesuffix(" J19 K18 L17").split()
    assert table.earns("3T " + " ".join(nearly[: nearly.index("L9") + 1])) == 3 * 20 + 2 * 10


@rule("1863-BONUS-01")
@pytest.mark.parametrize(
    ("home", "circuit", "revenue"),
    [
        ("J13", "J13 J11 K10 L11 L13 K14 J13", 3 * 20 + 2 * 10),
        ("J5", "J5 K4 L5 L7 K8 J7 J5", 2 * 20),
        ("I6", NORTHERN_RING, 80),
    ],
)
def test_no_bonus_for_circuits_inside_the_circle_or_beside_it(home: str, circuit: str, revenue: int) -> None:
    table = Lines("CIR", "3T", at=f"{home}.0")
    table.connect(circuit)
    assert table.earns(f"3T {circuit}") == best(table) == revenue


@rule("1863-BONUS-01")
def test_a_circuit_within_the_ring_has_to_go_round() -> None:
    start, *others = (BOARD.index[name] for name in ("F9", "G8", "G10"))
    path = (stop_at(start, 0), *map(through, others), stop_at(start, 0))
    assert all(hex_of(at) in land().ring for at in path)
    assert not inner_circle(tuple(Point(at) for at in path))


@rule("1863-BONUS-02", "1863-BONUS-04")
def test_the_outer_circle_pays_nothing_for_edges_besides() -> None:
    table = Lines("EHL", "3T")
    table.connect(OUTER_CIRCLE)
    values = 20 + 30 + 30 + 8 * 10
    assert table.earns(f"3T {OUTER_CIRCLE}") == best(table) == values + 150
    assert table.earns(f"3T {WEST}") == 20 + 30 + 5 * 10, "north and west alone pay nothing"


@rule("1863-BONUS-02")
def test_an_express_that_passes_a_bonus_station_includes_it() -> None:
    table = Lines("ELR", "2+1e")
    table.connect(OUTER_CIRCLE)
    assert table.earns(f"2+1e {WEST.removesuffix('K2')}(K2){SOUTH_EAST.removeprefix('K2')}") == 20 + 2 * 30 + 150


@rule("1863-BONUS-03", "1863-BONUS-05")
def test_from_finsbury_park_to_nine_elms() -> None:
    table = Lines("EHL", "2T", phase="II")
    table.connect(SOUTH)
    assert table.earns(f"2T {SOUTH}") == best(table) == 20 + 4 * 10 + 20 + 60


@rule("1863-BONUS-03")
def test_from_the_eastern_to_the_western_edge() -> None:
    table = Lines("ELR", "2T", phase="II")
    table.connect(ACROSS)
    assert table.earns(f"2T {ACROSS}") == best(table) == 20 + 20 + 5 * 10 + 80


@rule("1863-BONUS-03")
def test_neighbouring_edges_pay_nothing() -> None:
    table = Lines("ELR", "2T", phase="II")
    table.connect("Q20 P21 O20 N21 M20 L21 K22")
    assert table.earns("2T Q20 P21 O20 N21 M20 L21 K22") == 20 + 20 + 10


# -- mail -----------------------------------------------------------------------------------------


def with_mail(*trains: str, markers: tuple[str, ...], owner: str = "MET") -> Lines:
    table = oxford_circus(*trains)
    table.privates(MAI=owner)
    amend(table.game, mail=tuple(BOARD.index[name] for name in markers))
    return table


@rule("1863-PRIV-11", "1863-PRIV-12")
@pytest.mark.parametrize(
    ("markers", "extra"), [((), 0), (("H11",), 10), (("C10", "Q10"), 10), (("C10", "H11"), 40), (("M10", "Q10"), 0)]
)
def test_mail_markers_reached_by_one_run(markers: tuple[str, ...], extra: int) -> None:
    table = with_mail("3T", markers=markers)
    assert table.earns(f"3T {TO_OXFORD_CIRCUS}") == best(table) == 110 + extra


@rule("1863-PRIV-11", "1863-PRIV-22")
def test_mail_is_for_the_company_that_owns_it() -> None:
    assert with_mail("3T", markers=("C10", "H11"), owner="A").earns(f"3T {TO_OXFORD_CIRCUS}") == 110


@rule("1863-PRIV-11")
def test_a_mail_marker_counts_once_for_all_runs() -> None:
    table = with_mail("2T", "2T", markers=("F9",))
    table.station("MET", "H11.0")
    assert table.earns("2T C10 D9 E8 F9", "2T F9 G10 H11") == 70 + 70 + 10


@rule("1863-PRIV-12")
def test_the_farthest_mail_markers_pay_most() -> None:
    table = Lines("MET", "2T", phase="II")
    line = "C10 D9 E8 F7 G6 H7 I8 J7 K6 L7 M6 N7 O8 P9 Q10"
    table.connect(line)
    table.privates(MAI="MET")
    plain = table.earns(f"2T {line}")
    amend(table.game, mail=tuple(BOARD.index[name] for name in ("Q10", "C10")))
    assert table.earns(f"2T {line}") == best(table) == plain + 60


@rule("1863-ROUTE-01", "1863-ROUTE-11", "1863-CO-02")
def test_a_token_in_a_red_hex_is_one_like_any_other() -> None:
    """Only the Piccadilly, City & North East London Railway has one, in its special home."""
    table = Lines("PCN", "2T", "2+1e")
    table.connect("Q2 Q4 Q6 Q8")
    assert table.earns("2T Q2 Q4 Q6 Q8") == 20 + 10 + 20
    table.station("PCN", "Q8.0")
    assert table.earns("2+1e Q2 Q4 Q6 Q8") == 20 + 2 * 20
    assert best(table) == 60


@rule("1863-ROUTE-11")
def test_an_express_between_two_red_hexes_still_includes_a_token() -> None:
    table = Lines("MET", "2+1e")
    table.connect("A10 B9 C10 B11 A10")
    assert table.forbidden("2+1e A10 B9 C10 B11 A10") == "1863-ROUTE-07"
    other = Lines("EHL", "2+1e", at="B15.0")
    other.connect("A14 B13 B15 B17 A18")
    assert other.earns("2+1e A14 B13 B15 B17 A18") == 20 + 20 + 2 * 20
