"""The routes of 1863 by whole tables and in corner cases: lengths, bonuses, mail, tolls (1863-ROUTE, 1863-BONUS)."""

from __future__ import annotations

from itertools import product

import pytest

from railhead.core import effects
from railhead.core.ids import POOL, Point, Stop, stop_at
from railhead.testing import rule
from railhead.titles.t1863.bonuses import EdgeToEdge, awards, inner_circle, outer_circle
from railhead.titles.t1863.record import amend
from railhead.titles.t1863.running import TollDue
from railhead.track.network import Network
from tests.titles.t1863.lines import BOARD, Lines
from tests.titles.t1863.test_routes import INNER_CIRCLE, SOUTH, best, with_mail
from tests.titles.t1863.test_running import RUN, revenue, running, with_pirate

CITY_LINE = "C10 D9 E8 F9 G10 H11 I10 J9 K10 L9 L11 M12 N11"
"""Seven major stations: Paddington, Marylebone, Oxford Circus, Tottenham Court Road, Farringdon, Blackfriars, Bank."""
MAJORS = ["C10", "F9", "H11", "I10", "L9", "L11", "N11"]


def part(last: str, *passed: str) -> str:
    """The line from Paddington to a station, with those that are passed in brackets."""
    names = CITY_LINE.split()
    return " ".join(f"({name})" if name in passed else name for name in names[: names.index(last) + 1])


def city_line(*trains: str, stations: tuple[str, ...] = ()) -> Lines:
    table = Lines("MET", *trains, phase="V")
    table.connect(CITY_LINE)
    table.station("MET", *(f"{name}.0" for name in stations))
    return table


def worth(table: Lines, *names: str) -> int:
    """What stations pay on their tiles."""
    facts = [BOARD.facts(table.hex(name), table.state.tiles[table.hex(name)]).stops[0] for name in names]
    return sum(stop.value for stop in facts)


# -- how far trains go ----------------------------------------------------------------------------


@rule("1863-ROUTE-08", "1863-ROUTE-09")
@pytest.mark.parametrize(("train", "most"), [("2T", 2), ("3T", 3), ("4T", 4), ("5T", 5)])
def test_how_many_major_stations_each_t_train_visits(train: str, most: int) -> None:
    table = city_line(train)
    for count in range(2, 8):
        run = f"{train} {part(MAJORS[count - 1])}"
        if count > most:
            assert table.forbidden(run) == "1863-ROUTE-08"
        else:
            minors = [name for name in part(MAJORS[count - 1]).split() if name in ("D9", "E8", "J9", "K10", "M12")]
            assert table.earns(run) == worth(table, *MAJORS[:count], *minors)
    assert table.forbidden(f"{train} {part('H11', 'F9')}") == "1863-ROUTE-13", "a T train passes nothing by"


@rule("1863-ROUTE-10", "1863-ROUTE-12", "1863-ROUTE-13")
@pytest.mark.parametrize(("train", "between"), [("2+1e", 1), ("2+2e", 2), ("2+3e", 3)])
def test_how_many_stations_each_express_counts(train: str, between: int) -> None:
    table = city_line(train, stations=("N11",))
    for count in range(6):
        passed = MAJORS[1 : 6 - count]
        run = f"{train} {part('N11', *passed)}"
        if count > between:
            assert table.forbidden(run) == "1863-ROUTE-08"
        else:
            assert table.earns(run) == worth(table, "C10", "N11", *MAJORS[6 - count : 6]) + worth(table, "N11")
    assert table.forbidden(f"{train} {part('N11', 'N11')}") == "1863-ROUTE-11", "it counts its ends"


@rule("1863-ROUTE-12")
def test_either_end_may_be_the_one_that_is_doubled() -> None:
    table = Lines("MET", "2+1e")
    table.lay("LU07@2 C10", "58@5 B9")
    assert table.earns("2+1e A10 B9 C10") == table.earns("2+1e C10 B9 A10") == 20 + 2 * 40


@rule("1863-ROUTE-03", "1863-ROUTE-13")
def test_an_express_passes_its_own_stations_but_none_that_is_blocked() -> None:
    table = city_line("2+1e", stations=("H11", "I10"))
    assert table.earns(f"2+1e {part('I10', 'F9', 'H11')}") == worth(table, "C10", "I10", "I10")
    table.station("DIS", "F9.0")
    assert table.forbidden(f"2+1e {part('I10', 'F9', 'H11')}") == "1863-ROUTE-03"


@rule("1863-ROUTE-02", "1863-ROUTE-16")
def test_minor_stations_are_stations_too() -> None:
    """Runs meet at them, and none comes to one twice."""
    table = Lines("LCR", "4T", "4T", phase="IV")
    table.connect("I6 H7 G8 F9", "I10 H9 H7 H5 H3")
    table.station("LCR", "H3.0")
    assert table.earns("4T I6 H7 G8 F9", "4T H3 H5 H7 H9 I10") > 0
    loop = Lines("LCR", "5T", phase="V")
    loop.connect("I10 H9 H7 H5 H3 I2 J3 J5 I6 H5 G6 G8 F9")
    assert loop.forbidden("5T I10 H9 H7 H5 H3 I2 J3 J5 I6 H5 G6 G8 F9") == "1863-ROUTE-16"
    assert loop.earns("5T I10 H9 H7 H5 H3 I2 J3 J5 I6") > 0


@rule("1863-ROUTE-02")
def test_runs_meet_at_a_red_hex() -> None:
    table = Lines("MET", "2T", "2T", phase="II")
    table.connect("C10 B9 A10", "A10 B11 B13 B15")
    table.station("MET", "B15.0")
    assert table.earns("2T C10 B9 A10", "2T A10 B11 B13 B15") == (20 + 10 + 20) + (20 + 10 + 10 + 20)


@rule("1863-ROUTE-01", "1863-ROUTE-02")
def test_runs_of_a_company_that_do_not_meet() -> None:
    table = Lines("MET", "2T", "2T", phase="II")
    table.connect("C10 B9 A10", "F9 G8 H7 I6")
    table.station("MET", "F9.0")
    assert table.forbidden("2T C10 B9 A10", "2T F9 G8 H7 I6") == "1863-ROUTE-02"
    assert best(table) == table.earns("2T F9 G8 H7 I6") == 60


# -- bonuses --------------------------------------------------------------------------------------

EDGES = {
    "K2": "N",
    "M2": "N",
    "O2": "N",
    "I22": "S",
    "K22": "S",
    "M22": "S",
    "Q8": "E",
    "R9": "E",
    "Q20": "SE",
    "A10": "W",
    "A14": "W",
    "A18": "W",
    "C2": "",
    "Q2": "",
    "C10": "",
}


def at(name: str) -> Stop:
    return stop_at(BOARD.index[name], 0)


@rule("1863-BONUS-03")
@pytest.mark.parametrize("start", list(EDGES))
def test_every_pair_of_ends(start: str) -> None:
    """From north to south, and from east to west, but not from a place with both letters to itself."""
    for end, (one, other) in product(EDGES, (("N", "S"), ("E", "W"))):
        path = (Point(at(start)), Point(at("F9")), Point(at(end)))
        there = one in EDGES[start] and other in EDGES[end]
        back = other in EDGES[start] and one in EDGES[end]
        assert EdgeToEdge(one, other)(path) == (start != end and (there or back))


@rule("1863-BONUS-02")
@pytest.mark.parametrize(
    ("names", "paid"),
    [
        ("K2 Q20 A10", True),
        ("A10 K2 Q20", True),
        ("Q20 A18 O2", True),
        ("K2 A10", False),
        ("K2 Q20", False),
        ("Q20 A10", False),
        ("K2 I22 A10", False),
        ("K2 Q8 A10", False),
        ("M2 R9 M22 A14", True),
        ("K2 Q8 K22 A10", True),
        ("C2 Q8 K22 A10", False),
        ("Q2 Q20 A10", False),
    ],
)
def test_the_outer_circle_needs_all_four_edges(names: str, paid: bool) -> None:
    """Worked example 1863-EX-13 and others."""
    assert outer_circle(tuple(Point(at(name)) for name in names.split())) == paid


@rule("1863-BONUS-01", "1863-BONUS-02", "1863-BONUS-03", "1863-BONUS-04")
def test_the_bonuses_in_the_order_of_their_worth() -> None:
    found = awards(Network(BOARD, Lines("MET").state.tiles))
    assert [(award.amount, award.circuit) for award in found] == [(100, True), (150, False), (60, False), (80, False)]
    north, south, east, west = (frozenset(at(name) for name in EDGES if letter in EDGES[name]) for letter in "NSEW")
    assert [award.sets for award in found[1:]] == [(north, south, east, west), (north, south), (east, west)]
    assert found[0].sets[0] >= {at(name) for name in ("L17", "N15", "L9", "G18")}
    assert found[0].sets[0].isdisjoint({at(name) for name in ("J13", "I10", "C10", "K2")})


@rule("1863-BONUS-01")
def test_the_inner_circle_in_both_directions_from_any_station() -> None:
    hexes = [BOARD.index[name] for name in INNER_CIRCLE.split()[:-1]]
    for turn in range(len(hexes)):
        around = [*hexes[turn:], *hexes[:turn], hexes[turn]]
        path = tuple(Point(stop_at(hex_, 0)) for hex_ in around)
        assert inner_circle(path)
        assert inner_circle(path[::-1])
        assert not inner_circle(path[:-1]), "it has to be closed"
        assert not inner_circle((*path, *path[1:])), "once round"


@rule("1863-BONUS-01")
@pytest.mark.parametrize("stray", ["J11", "J1"])
def test_the_inner_circle_keeps_to_its_ring(stray: str) -> None:
    """One hex inside the white circle, or more than two from it, and there is no bonus."""
    outside = "K2" if stray == "J1" else stray
    names = [outside if name == "J7" else name for name in INNER_CIRCLE.split()]
    assert not inner_circle(tuple(Point(at(name)) for name in names))


@rule("1863-BONUS-03", "1863-BONUS-05", "1863-ROUTE-12")
def test_an_express_from_edge_to_edge() -> None:
    table = Lines("EHL", "2+1e", phase="III")
    table.connect(SOUTH)
    table.station("EHL", "I22.0")
    assert table.earns(f"2+1e {SOUTH}") == best(table) == 30 + 20 + 30 + 60


# -- mail -----------------------------------------------------------------------------------------


@rule("1863-PRIV-11", "1863-PRIV-12")
@pytest.mark.parametrize(
    ("markers", "extra"),
    [
        (("C10", "H11"), 40),
        (("C10", "M10"), 10),
        (("C10", "Q10"), 10),
        (("H11", "M10"), 10),
        (("H11", "Q10"), 10),
        (("M10", "Q10"), 0),
    ],
)
def test_every_pair_of_markers_on_one_run(markers: tuple[str, str], extra: int) -> None:
    table = with_mail("3T", markers=markers)
    assert best(table) == 110 + extra


@rule("1863-PRIV-11", "1863-PRIV-12")
def test_markers_that_two_runs_share() -> None:
    """Worked example 1863-EX-20: 10 for one; one run that reaches both is worth 40 however often they are reached."""
    table = with_mail("2T", "2T", markers=("C10", "H11"))
    table.station("MET", "F9.0")
    assert table.earns("2T C10 D9 E8 F9") == 70 + 10
    assert table.earns("2T C10 D9 E8 F9", "2T F9 G10 H11") == 70 + 70 + 10 + 10, "each reaches one"
    assert table.earns("2T F9 G10 H11") == 70 + 10


@rule("1863-PRIV-11")
def test_an_express_carries_mail_to_stations_that_it_passes() -> None:
    table = Lines("MET", "2+1e", phase="V")
    table.connect(part("L9") + " M10 N11")
    table.station("MET", "N11.0")
    table.privates(MAI="MET")
    line = part("L9", "F9", "H11", "I10") + " M10 N11"
    plain = table.earns(f"2+1e {line}")
    for markers, extra in ((("H11",), 10), (("M10",), 10), (("H11", "M10"), 40), (("C10", "M10"), 40)):
        amend(table.game, mail=tuple(BOARD.index[name] for name in markers))
        assert table.earns(f"2+1e {line}") == plain + extra


# -- the pirate's toll ----------------------------------------------------------------------------


@rule("1863-PRIV-14")
def test_a_run_that_ends_at_the_pirate_pays_as_well() -> None:
    table = with_pirate(trains=("2T",))
    assert table.earns("2T C10 D9 E8 F9") == 70 - 5


@rule("1863-PRIV-14", "1863-PRIV-15", "1863-CRISIS-09")
@pytest.mark.parametrize(("options", "paid"), [((), 0), (("automatic_toll",), 5)])
def test_nobody_claims_for_a_company_without_a_president(options: tuple[str, ...], paid: int) -> None:
    table = with_pirate(*options)
    effects.move_shares(table.game, table.owner("B"), POOL, table.company("DIS"), 6)
    effects.set_director(table.game, table.company("DIS"), POOL)
    running(table).do(table.text(RUN))
    assert not isinstance(table.step, TollDue)
    assert (revenue(table), table.cash("DIS")) == (110 - paid, 100 + paid)


@rule("1863-PRIV-14")
def test_two_runs_pay_two_tolls() -> None:
    table = with_pirate(trains=("2T", "2T"))
    table.station("MET", "H11.0")
    running(table).do(table.text("2T C10 D9 E8 F9", "2T F9 G10 H11"))
    assert table.step.situation(table.game)
    table.do("claim toll")
    assert (revenue(table), table.cash("DIS")) == (70 + 70 - 10, 110)
