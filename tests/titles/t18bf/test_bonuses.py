"""Bonuses for trains: London with a red area, the borders, and what private companies add."""

from __future__ import annotations

import pytest

from railhead.routes.breakdown import breakdown
from railhead.testing import rule
from tests.titles.t18bf.lines import (
    CHATHAM,
    DOVER,
    EAST_COAST,
    GREAT_WESTERN,
    KENT,
    SCOTLAND,
    WALES,
    WHOLE,
    company,
    earned,
    plain,
    plan,
    problem,
    skipping,
)
from tests.titles.t18bf.table import BigFour

PHASES = ("2", "3", "4", "5", "6", "7", "8")
TRAINS = {"2": "3", "3": "3", "4": "4", "5": "5", "6": "5", "7": "5", "8": "5"}
"""By phase: a train of three or more stops."""
DOVER_PAYS = {"2": 20, "3": 30, "4": 30, "5": 40, "6": 40, "7": 50, "8": 50}


def by_phase(*bonuses: int) -> list[tuple[str, int]]:
    return list(zip(PHASES, bonuses, strict=True))


@rule("18BF-BONUS-01", "18BF-EX-11")
@pytest.mark.parametrize(("phase", "bonus"), by_phase(20, 20, 20, 30, 30, 30, 30))
def test_london_with_a_red_area(phase: str, bonus: int) -> None:
    table = company((TRAINS[phase],), ("U23.5",), phase=phase)
    assert earned(table, f"{TRAINS[phase]} {skipping(DOVER, 'V28.0')}") == 40 + 20 + DOVER_PAYS[phase] + bonus


@rule("18BF-BONUS-02", "18BF-EX-12")
@pytest.mark.parametrize(("phase", "bonus"), by_phase(10, 20, 20, 20, 20, 30, 30))
def test_the_border_of_wales(phase: str, bonus: int) -> None:
    table = company((TRAINS[phase],), ("U13.0",), GREAT_WESTERN, phase)
    assert earned(table, f"{TRAINS[phase]} U11.0-U13.0") == 20 + 30 + bonus


@rule("18BF-BONUS-03", "18BF-EX-13")
@pytest.mark.parametrize(("phase", "bonus"), by_phase(10, 20, 20, 30, 30, 40, 40))
def test_the_border_of_scotland(phase: str, bonus: int) -> None:
    table = company((TRAINS[phase],), ("G17.0",), EAST_COAST, phase)
    assert earned(table, f"{TRAINS[phase]} {SCOTLAND}") == 30 + 10 + 30 + bonus


def express(route: str, *skipped: str) -> int:
    """What a 5+5E earns, before it is doubled, on the line from Ireland to London."""
    table = company(("5+5E",), ("U13.0", "U23.1"), GREAT_WESTERN, "8")
    return earned(table, f"5+5E {skipping(route, *skipped)}") // 2


@rule("18BF-BONUS-04", "18BF-BONUS-09")
def test_only_stops_that_are_counted_earn_a_bonus() -> None:
    """Ireland 40, Swansea 20, Rhondda 30, Cardiff 20, Bristol 30, Swindon and Reading 10, London 40."""
    assert express(WHOLE, "U7.0", "U17.0", "U19.0") == 40 + 30 + 20 + 30 + 40 + 30 + 30
    assert express(WHOLE, "S3.0", "U17.0", "U19.0") == 20 + 30 + 20 + 30 + 40 + 30
    assert express(WHOLE, "U23.1", "U17.0", "U19.0") == 40 + 20 + 30 + 20 + 30 + 30
    england = "U9.0-U11.0-U13.0-U15-U17.0-U19.0-U21-U23.1"
    assert express(england, "U19.0") == 30 + 20 + 30 + 10 + 40 + 30
    inside = company(("5+5E",), ("U11.0",), GREAT_WESTERN, "8")
    assert earned(inside, f"5+5E {WALES}") == 2 * (40 + 20 + 30 + 20)


@rule("18BF-BONUS-04")
def test_no_bonus_within_one_country() -> None:
    assert earned(company(("3",), ("U9.0",), GREAT_WESTERN, "3"), "3 U7.0-U9.0-U11.0") == 20 + 30 + 20
    assert earned(company(("3",), ("U23.5",), KENT, "3"), f"3 {CHATHAM}") == 40 + 20


@rule("18BF-BONUS-05")
def test_a_border_pays_a_train_once() -> None:
    """From Newcastle to Edinburgh and on to Carlisle the border is crossed twice."""
    west = plain(BigFour(), "D10 E9 F10 G11 H12")
    table = company(("4",), ("G17.0",), (*EAST_COAST[:-1], "201@5 D10", *west, "4@2 H12"), "4")
    assert earned(table, f"4 {SCOTLAND}-E9-F10-G11-H12.0") == 30 + 10 + 30 + 10 + 20


@rule("18BF-BONUS-06")
def test_scotland_and_wales_give_both_without_england() -> None:
    """A 5+5E from Edinburgh by Carlisle to Mid-Ireland, and one that goes on to count nothing in England."""
    north, south = "D10 E9 F10 G11 H12", "H12 H14 I15 J16 K17 L18 L20 M21 N20 N18 N16 N14 N12 O11 O9 O7 N6 N4"
    lines = (*plain(BigFour(), north), *plain(BigFour(), south))
    table = company(("5+5E",), ("D10.0",), ("621@0 D10", "58@2 H12", "4@1 D8", *lines), "8")
    found = problem(table)
    calls = frozenset((table.stop("D10.0"), table.stop("N4.0")))
    assert [bonus.worth(calls) for bonus in found.bonuses] == [0, 30, 40]
    route = "D10.0-E9-F10-G11-H12.0-H14-I15-J16-K17-L18-L20-M21-N20-N18-N16-N14-N12-O11-O9-O7-N6-N4.0"
    assert earned(table, f"5+5E {route}") == 2 * (30 + 10 + 40 + 30 + 40)


@rule("18BF-BONUS-07")
def test_bonuses_add_up() -> None:
    table = company(("5+5E",), ("U13.0", "U23.1"), GREAT_WESTERN, "8", privates=("U1", "U2"))
    route = skipping(WHOLE, "U7.0", "U17.0", "U19.0")
    assert earned(table, f"5+5E {route}") == 2 * (40 + 30 + 20 + 30 + (40 + 10 + 10) + 30 + 30)


SCOTS = ("A9.0", "A11.0", "A13.0", "C5.0", "C7.0", "C11.0", "D4.0", "D6.0", "D6.1", "D6.2", "D8.0", "D10.0", "F4.0")
WELSH = ("N4.0", "S3.0", "T10.0", "U7.0", "U9.0", "U11.0")


@rule("18BF-BONUS-08")
def test_the_country_of_every_stop() -> None:
    table = company(("3",), ("U13.0",), GREAT_WESTERN, "3")
    found = problem(table)
    _, wales, scotland = found.bonuses
    london = table.stop("U23.0")
    pairs = [frozenset((stop, london)) for stop in found.network.stops if stop != london]
    assert {min(pair - {london}) for pair in pairs if wales.worth(pair)} == set(map(table.stop, WELSH))
    assert {min(pair - {london}) for pair in pairs if scotland.worth(pair)} == set(map(table.stop, (*SCOTS, "H2.0")))


@rule("18BF-BONUS-08")
def test_a_run_to_ireland_crosses_a_border_unless_it_comes_from_wales() -> None:
    from_bristol = company(("5",), ("U13.0",), GREAT_WESTERN, "5")
    assert earned(from_bristol, f"5 {WALES}-U13.0") == 30 + 20 + 30 + 20 + 30 + 20
    from_cardiff = company(("4",), ("U11.0",), GREAT_WESTERN, "4")
    assert earned(from_cardiff, f"4 {WALES}") == 20 + 20 + 30 + 20


# -- private companies ----------------------------------------------------------------------------

NEWCASTLE = "G17.0-F16-E15.0"


@rule("18BF-PRIV-08")
def test_only_a_company_that_owns_the_private_has_its_bonus() -> None:
    table = company(("2",), ("G17.0",), EAST_COAST)
    table.give_private("P6", "A")
    assert earned(table, f"2 {NEWCASTLE}") == 30 + 10


@rule("18BF-PRIV-08", "18BF-PRIV-15")
def test_newcastle() -> None:
    assert earned(company(("2",), ("G17.0",), EAST_COAST, privates=("P6",)), f"2 {NEWCASTLE}") == 30 + 10 + 10


@rule("18BF-PRIV-16")
@pytest.mark.parametrize(
    ("privates", "bonus"),
    [(("P7",), 10), (("P8",), 10), (("P9",), 10), (("P7", "P9"), 20), (("P7", "P8", "P9", "U1", "U2"), 50), ((), 0)],
)
def test_london(privates: tuple[str, ...], bonus: int) -> None:
    assert earned(company(("2",), ("U23.5",), privates=privates), f"2 {CHATHAM}") == 60 + bonus


@rule("18BF-PRIV-09", "18BF-PRIV-17")
def test_liverpool_for_every_train_that_counts_it() -> None:
    tiles = ("5@0 L12", "X12@0 M11", "3@1 M13")
    one = company(("2",), ("M11.0",), tiles, "3", privates=("P10",))
    assert earned(one, "2 L12.0-M11.0") == 20 + 40 + 10
    two = company(("2", "2"), ("M11.0", "M11.1"), tiles, "3", privates=("P10",))
    assert earned(two, "2 L12.0-M11.0, 2 M13.0-M11.1") == (20 + 40 + 10) + (10 + 40 + 10)


def to_red() -> dict[str, tuple[tuple[str, ...], str, int]]:
    """By ferry: tiles, a run from a city to the red area of the ferry, and what it pays in phase 2 without it."""
    table = BigFour()
    return {
        "F4": (("57@1 K19", *plain(table, "K19 K21 L22")), "K19.0-K21-L22.0", 20 + 20),
        "F5": (("57@2 R28",), "R28.0-S29.0", 20 + 10),
        "F6": (("621@0 U13", *plain(table, "U13 V12 W11 X10 X8")), "U13.0-V12-W11-X10-X8.0", 30 + 20),
        "F7": (KENT, "V26.0-(V28.0)-V30.0", 20 + 20),
        "F8": (("57@1 A9", "4@1 A11"), "A9.0-(A11.0)-A13.0", 20 + 20),
    }


@rule("18BF-PRIV-28", "18BF-PRIV-29")
@pytest.mark.parametrize(("ferry", "bonus"), [("F4", 20), ("F5", 20), ("F6", 20), ("F7", 30), ("F8", 30)])
def test_ferries_to_red_areas(ferry: str, bonus: int) -> None:
    tiles, route, pays = to_red()[ferry]
    city = route.split("-")[0]
    assert earned(company(("2",), (city,), tiles), f"2 {route}") == pays
    assert earned(company(("2",), (city,), tiles, privates=(ferry,)), f"2 {route}") == pays + bonus


@rule("18BF-PRIV-09")
def test_a_train_that_skips_the_place_has_no_bonus() -> None:
    table = company(("5+5E",), ("U13.0", "U23.1"), GREAT_WESTERN, "8", privates=("U1",))
    route = skipping(WHOLE, "U23.1", "U17.0", "U19.0")
    assert earned(table, f"5+5E {route}") == 2 * (40 + 20 + 30 + 20 + 30 + 30)


@rule("18BF-PRIV-16", "18BF-PRIV-17", "18BF-PRIV-28", "18BF-PRIV-29")
def test_private_companies_raise_these_stops_and_no_others() -> None:
    table = company(("2",), ("U23.5",), privates=("P6", "P10", "F4", "F5", "F6", "F7", "F8", "U2"))
    before, after = problem(company(("2",), ("U23.5",))).values, problem(table).values
    raised = {"G17.0": 10, "M11.0": 10, "M11.1": 10, "L22.0": 20, "S29.0": 20, "X8.0": 20, "V30.0": 30, "A13.0": 30}
    raised |= {f"U23.{number}": 10 for number in range(6)}
    changed = {stop: after[stop] - before[stop] for stop in after if after[stop] != before[stop]}
    assert changed == {table.stop(name): bonus for name, bonus in raised.items()}


@rule("18BF-PRIV-08", "18BF-PRIV-10", "18BF-PRIV-24")
def test_private_companies_without_a_bonus_raise_nothing() -> None:
    without = problem(company(("2",), ("U23.5",))).values
    assert problem(company(("2",), ("U23.5",), privates=("P1", "P2", "P3", "P4", "P5"))).values == without


# -- what a run is told to be paid for ------------------------------------------------------------


def told(table: BigFour, run: str) -> tuple[list[dict[str, int]], list[tuple[str, int]]]:
    """What the value of each stop owes to private companies, and the named bonuses, of a single run."""
    (line, *_) = breakdown(problem(table), plan(table, run))
    return [dict(call.extras) for call in line.calls], list(line.named)


@rule("18BF-PRIV-09", "18BF-BONUS-01", "18BF-BONUS-07")
def test_a_run_says_which_bonuses_it_is_paid() -> None:
    table = company(("5",), ("U23.5",), KENT, "5", privates=("P8", "U1", "F7"))
    extras, named = told(table, f"5 {DOVER}")
    assert extras == [{"P8": 10, "U1": 10}, {}, {}, {"F7": 30}]
    assert named == [("for London with a red area", 30)]
    assert told(table, f"5 {CHATHAM}") == ([{"P8": 10, "U1": 10}, {}], [])


@rule("18BF-BONUS-02", "18BF-ROUTE-15", "18BF-ROUTE-17")
def test_what_is_doubled_is_told_doubled() -> None:
    table = company(("3+3",), ("U13.0",), GREAT_WESTERN, "7", privates=("P6",))
    assert told(table, "3+3 U11.0-U13.0") == ([{}, {}], [("for the Welsh border", 60)])
    table = company(("3+3",), ("G17.0",), EAST_COAST, "7", privates=("P6",))
    assert told(table, f"3+3 {SCOTLAND}") == ([{"P6": 20}, {}, {}], [("for the Scottish border", 80)])


@rule("18BF-ROUTE-16", "18BF-PRIV-09")
def test_a_stop_that_is_skipped_owes_nothing_to_anybody() -> None:
    table = company(("5+5E",), ("U13.0", "U23.1"), GREAT_WESTERN, "8", privates=("P7",))
    extras, _ = told(table, f"5+5E {skipping(WHOLE, 'U23.1', 'U19.0', 'U17.0')}")
    assert not any(extras)


@rule("18BF-GOODS-02", "18BF-GOODS-07")
def test_a_goods_train_says_what_its_bonus_is_for() -> None:
    table = company(("3G",), ("U23.1", "U9.0"), GREAT_WESTERN, "5", privates=("P9",))
    (line,) = breakdown(problem(table), ())
    assert [(call.value, dict(call.extras)) for call in line.calls] == [(50, {"P9": 10}), (30, {})]
    assert line.named == (("for the mine", 50),)
