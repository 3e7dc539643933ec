"""What trains of 18OE earn (rules 18OE-REV), with Pullmans, minors D and L, and Hochberg's town."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from railhead.core.frozen import FrozenDict
from railhead.core.ids import hex_of
from railhead.play.best_run import best_run
from railhead.testing import rule
from railhead.titles.t18oe import fleet, mining_town, route_rules
from railhead.titles.t18oe.facts import READINGS, TRAIN, TRAINS, land
from railhead.track.tiles import FIRST_STOP, TOWN
from tests.titles.t18oe.lines import (
    BRISTOL_LONDON,
    BRUSSEL_ROTTERDAM,
    FLANDERS,
    GENT_BRUSSEL,
    LILLE_GENT,
    LILLE_PARIS,
    LONDON_LILLE,
    Lines,
    channel,
    path,
    railroad,
)

WHOLE = path(BRISTOL_LONDON, LONDON_LILLE, LILLE_PARIS)
CITIES_ONLY = WHOLE.replace("M26.0", "(M26.0)")
GENT_ROTTERDAM = path(GENT_BRUSSEL, BRUSSEL_ROTTERDAM)


@rule("18OE-REV-01", "18OE-REV-07")
def test_a_train_earns_its_cities_and_a_railroad_what_its_trains_do() -> None:
    at = channel(trains=("4", "2+2"), tokens=("Q30.0",))
    at.lay("4@0 R29")
    assert at.earns("GWR", f"4 {CITIES_ONLY}") == 20 + 30 + 30 + 100
    assert at.earns("GWR", f"4 {CITIES_ONLY}", "2+2 Q30.0-R29.0") == 180 + 110


@rule("18OE-REV-01")
@pytest.mark.parametrize(("phase", "value"), [("4", 50), ("5", 80), ("7", 100)])
def test_red_zones_pay_by_the_phase(phase: str, value: int) -> None:
    at = railroad("GWR", ("4@0 G86",), ("4",), ("F87.0",), phase)
    assert at.earns("GWR", "4 F87.0-G86.0") == value + 10


@rule("18OE-REV-02")
def test_d_trains_double_cities_and_count_no_towns() -> None:
    """Worked example EX-20 of the rule list."""
    at = channel("8", ("4D",))
    assert at.earns("GWR", f"4D {WHOLE}") == 2 * (20 + 30 + 30 + 100)
    assert at.breaks("GWR", f"4D {WHOLE.replace('L25.0', '(L25.0)')}") == "18OE-REV-05"
    red = railroad("GWR", ("4@0 G86",), ("5D",), ("F87.0",), "8")
    assert red.earns("GWR", "5D F87.0-G86.0") == 2 * 100


PLACES = {
    "2+2": [(1, 3, True), (2, 2, True), (1, 4, False), (0, 4, False)],
    "4": [(1, 3, True), (4, 0, True), (1, 4, False), (0, 3, False)],
    "4+4": [(4, 4, True), (3, 5, True), (4, 5, False)],
}
"""By train: numbers of cities and towns it might count, and whether it may (worked examples EX-19, EX-21, EX-22)."""


@rule("18OE-REV-03", "18OE-REV-04")
@pytest.mark.parametrize(
    ("train", "cities", "towns", "may"), [(t, *each) for t, rows in PLACES.items() for each in rows]
)
def test_towns_in_place_of_cities_and_besides(train: str, cities: int, towns: int, may: bool) -> None:
    """Cities on a line from Brussel to the east, then towns; without cities, Brussel is passed by."""
    names = [f"N{column}" for column in range(35, 35 + 2 * cities, 2)] or ["N35"]
    names += [f"N{column}" for column in range(35 + 2 * len(names), 35 + 2 * (len(names) + towns), 2)]
    tiles = tuple(f"{'57' if number < max(cities, 1) else '4'}@1 {name}" for number, name in enumerate(names))
    at = railroad("BEL", tiles, (train,), phase="8")
    stops = [f"{name}.0" for name in names]
    if not cities:
        stops[0] = f"({stops[0]})"
    assert at.may_run("BEL", f"{train} {'-'.join(stops)}") == may
    if may:
        assert at.earns("BEL", f"{train} {'-'.join(stops)}") == 20 * cities + 10 * towns


@rule("18OE-REV-03")
def test_at_least_one_city_counts() -> None:
    at = channel(trains=("2+2",))
    assert at.breaks("GWR", "2+2 (L25.0)-M26.0") == "18OE-REV-03"


@rule("18OE-REV-05")
def test_the_president_chooses_the_towns_that_count() -> None:
    at = railroad("GWR", ("208@0 N31", "4@1 N33", "8@3 O30", "3@1 P31", "145@0 P29", "4@1 P27"), ("2+2",), ("N31.0",))
    towns = "N33.0-N31.0-O30-P31.0-P29.0-P27.0"
    assert at.breaks("GWR", f"2+2 {towns}") == "18OE-ROUTE-10"
    assert at.earns("GWR", f"2+2 {towns.replace('P27.0', '(P27.0)')}") == 40 + 10 + 10 + 20
    assert at.earns("GWR", f"2+2 {towns.replace('P29.0', '(P29.0)')}") == 40 + 10 + 10 + 10


# -- the values of cities -------------------------------------------------------------------------


def junction(phase: str, train: str) -> Lines:
    """GWR with minor D's token in Lille."""
    at = channel(phase, (train,))
    at.merged("D", "GWR")
    at.remember(junction=at.stop("N31.0"))
    return at


@rule("18OE-REV-06", "18OE-MINOR-07", "18OE-MINOR-09")
@pytest.mark.parametrize(
    ("phase", "more"), [("2", 20), ("3", 20), ("4", 20), ("5", 40), ("6", 40), ("7", 40), ("8", 40)]
)
def test_minor_d_adds_to_a_city_and_d_trains_double_that(phase: str, more: int) -> None:
    at = junction(phase, "4")
    assert at.earns("GWR", f"4 {CITIES_ONLY}") == 180 + more
    assert junction(phase, "4D").earns("GWR", f"4D {WHOLE}") == 2 * (180 + more)
    other = channel(phase, ("4",))
    other.remember(junction=other.stop("N31.0"))
    assert other.earns("GWR", f"4 {CITIES_ONLY}") == 180


HOCHBERG = {"2": 10, "3": 20, "4": 20, "5": 40, "6": 40, "7": 60, "8": 60}
"""By Train Phase (worked example EX-43 of the rule list)."""


def mine(phase: str, owner: str, hex_: str, train: str = "2+2") -> Lines:
    at = channel(phase, (train,), ("Q30.0",))
    at.give_private("HMLC", owner)
    at.remember(hochberg=at.hex(hex_))
    return at


@rule("18OE-PRIV-35", "18OE-REV-06")
@pytest.mark.parametrize("phase", HOCHBERG)
def test_hochberg_is_a_town_on_plain_track_for_its_owner(phase: str) -> None:
    at = mine(phase, "Ann", "O30")
    assert at.earns("GWR", "2+2 N31.0-O30.0-P31-Q30.0") == 30 + HOCHBERG[phase] + 100
    assert at.earns("GWR", "2+2 O30.0-P31-Q30.0") == HOCHBERG[phase] + 100
    assert at.earns("GWR", "2+2 N31.0-(O30.0)-P31-Q30.0") == 130
    stranger = mine(phase, "Ben", "O30")
    assert stranger.earns("GWR", f"2+2 {LILLE_PARIS}") == 130
    assert stranger.breaks("GWR", "2+2 O30.0-P31-Q30.0") == "18OE-ROUTE-01"


@rule("18OE-PRIV-35", "18OE-REV-02")
def test_d_trains_skip_hochberg() -> None:
    assert mine("8", "Ann", "O30", "4D").earns("GWR", "4D N31.0-O30.0-P31-Q30.0") == 2 * 130


@rule("18OE-PRIV-33")
def test_hochberg_replaces_a_town_for_everybody() -> None:
    at = mine("5", "Ann", "P31")
    at.lay("58@0 P31")
    whole = "2+2 N31.0-O30-P31.0-Q30.0"
    assert at.earns("GWR", whole) == 30 + 40 + 100
    stranger = mine("5", "Ben", "P31")
    stranger.lay("58@0 P31")
    assert stranger.earns("GWR", whole) == 30 + 100
    assert stranger.breaks("GWR", "2+2 P31.0-Q30.0") == "18OE-ROUTE-02"


@rule("18OE-PRIV-33")
def test_by_the_other_reading_the_town_stays_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(route_rules, "READINGS", replace(READINGS, hochberg_replaces_the_town=False))
    stranger = mine("5", "Ben", "P31")
    stranger.lay("58@0 P31")
    assert stranger.earns("GWR", "2+2 N31.0-O30-P31.0-Q30.0") == 30 + 10 + 100


def test_lines_of_plain_track_all_meet_where_hochbergs_town_is() -> None:
    for tile in land().tiles.facts:
        found = mining_town.with_town(tile)
        if tile.stops:
            assert found is tile
            continue
        sides = [side for side, end in found.track if end == FIRST_STOP]
        assert [stop.kind for stop in found.stops] == [TOWN]
        assert len(sides) == len(found.track)
        assert {tuple(sorted(line)) for line in tile.track} == set(combinations(sorted(sides), 2)), tile.name


@rule("18OE-PRIV-33", "18OE-PRIV-35")
def test_hochbergs_hex_has_one_town_whatever_lies_there() -> None:
    at = Lines("5")
    hex_ = at.hex("U36")
    for number, tile in enumerate(land().tiles.facts):
        if all(stop.kind == TOWN and stop.places == 1 for stop in tile.stops):
            stops = mining_town.network_with(hex_, FrozenDict({hex_: number * 6})).stops
            assert [facts.kind for stop, facts in stops.items() if hex_of(stop) == hex_] == [TOWN], tile.name


@rule("18OE-PRIV-27")
def test_by_the_other_reading_the_city_of_a_card_pays_its_railroad_and_not_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(route_rules, "READINGS", replace(READINGS, token_city_pays_others=False))
    at = railroad("GWR", FLANDERS, ("2+2",), ("N31.0",))
    at.regional("BEL", 60, {"Ben": 2}, trains=("2+2",))
    at.remember(circle=(at.company("GWR"), at.stop("N35.0")))
    assert at.earns("GWR", f"2+2 {path(LILLE_GENT, GENT_ROTTERDAM)}") == 40 + 10 + 30 + 20
    assert at.earns("BEL", f"2+2 {GENT_ROTTERDAM}") == 10 + 0 + 20


# -- Pullmans -------------------------------------------------------------------------------------

PULLMAN = {
    "2+2": 20, "3": 30, "3+3": 30, "4": 40, "4+4": 40, "5": 50, "5+5": 50, "6": 60, "6+6": 60,
    "7+7": 70, "4D": 70, "8+8": 80, "5D": 80,
}  # fmt: skip
"""By train: what a Pullman adds (worked examples EX-23 and EX-24, as they are to be read)."""


def with_pullman(at: Lines, company: str = "GWR") -> Lines:
    at.remember(pullmans=(at.company(company),))
    return at


@rule("18OE-REV-08", "18OE-REV-09")
@pytest.mark.parametrize("train", PULLMAN)
def test_a_pullman_adds_ten_for_each_level(train: str) -> None:
    assert set(PULLMAN) == {entry["name"] for entry in TRAINS}
    run = f"{train} {BRISTOL_LONDON.replace('M26.0', '(M26.0)') if train == '3' else BRISTOL_LONDON}"
    without = channel("8", (train,)).earns("GWR", run)
    assert with_pullman(channel("8", (train,))).earns("GWR", run) == without + PULLMAN[train]


@rule("18OE-REV-09")
def test_by_the_other_reading_a_4d_counts_as_level_8(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worked example EX-24 of the rule list, as it is printed."""
    monkeypatch.setattr(fleet, "READINGS", replace(READINGS, pullman_by_level=False))
    assert [fleet.level(TRAIN[train]) for train in ("4D", "7+7", "5D", "3")] == [8, 7, 8, 3]


@rule("18OE-REV-08")
def test_the_president_chooses_the_train_with_the_pullman() -> None:
    at = with_pullman(channel(trains=("4", "2+2"), tokens=("Q30.0",)))
    at.lay("4@0 R29")
    both = (f"4 {CITIES_ONLY}", "2+2 Q30.0-R29.0")
    assert at.earns("GWR", *both) == 180 + 110 + 40
    assert at.earns("GWR", both[1]) == 110 + 20
    at.operate("GWR", "run")
    at.refuses("pullman on 3", "18OE-ROUTE-01")
    at.do("pullman on 2+2")
    assert at.earns("GWR", *both) == 180 + 110 + 20
    assert at.earns("GWR", both[0]) == 180
    plain = channel(trains=("4", "2+2"))
    plain.operate("GWR", "run")
    plain.refuses("pullman on 4", "18OE-REV-08")


# -- minor L --------------------------------------------------------------------------------------

LARGER = {"2+2": (3, 3), "8+8": (9, 9), "4": (5, 1), "5": (6, 1), "4D": (5, 1), "5D": (6, 1)}
"""By train with the marker: its cities and towns (worked example EX-32 of the rule list)."""


@rule("18OE-MINOR-19")
@pytest.mark.parametrize("train", LARGER)
def test_the_marker_adds_a_city_and_a_town(train: str) -> None:
    at = channel("8", (train,))
    at.merged("L", "GWR")
    (allowance,) = at.problem("GWR").trains
    cities, towns = LARGER[train]
    assert (allowance.visits, allowance.large, allowance.total) == (cities, cities, cities + towns)


@rule("18OE-MINOR-19")
def test_one_train_has_the_marker() -> None:
    at = channel("4", ("3", "3"))
    at.merged("L", "GWR")
    assert at.earns("GWR", f"3^ {WHOLE}") == 180 + 10
    assert at.breaks("GWR", f"3 {WHOLE}") == "18OE-ROUTE-10"
    assert at.breaks("GWR", f"3^ {BRISTOL_LONDON}", f"3^ {LILLE_PARIS}") == "18OE-ROUTE-01"
    assert channel("4", ("3", "3")).breaks("GWR", f"3^ {BRISTOL_LONDON}") == "18OE-ROUTE-01"


@rule("18OE-MINOR-20")
def test_on_a_d_train_one_city_and_the_town_pay_once() -> None:
    tiles = ("57@2 L25", "OE2@2 M26", "OE6@0 M28", "208@0 N31", "4@1 N33", "202@1 N35", "5@0 M36")
    at = railroad("GWR", tiles, ("4D",), phase="8")
    at.merged("L", "GWR")
    five = path(BRISTOL_LONDON, LONDON_LILLE, LILLE_GENT, GENT_BRUSSEL)
    four_cities = five.replace("N33.0", "(N33.0)")
    assert at.earns("GWR", f"4D^ {four_cities}") == 2 * (20 + 30 + 40 + 30) + 10
    all_five = path(four_cities, BRUSSEL_ROTTERDAM)
    assert at.earns("GWR", f"4D^ {all_five}") == 2 * (20 + 30 + 40 + 30 + 20) - 20 + 10
    assert at.breaks("GWR", f"4D^ {five}") == "18OE-ROUTE-10"
    found = best_run(at.book, at.state, at.company("GWR"))
    assert found.proven


@rule("18OE-MINOR-21")
def test_the_marker_is_assigned_anew_and_raises_no_pullman() -> None:
    at = with_pullman(channel("4", ("3+3", "2+2")))
    at.merged("L", "GWR")
    at.operate("GWR", "run")
    assert at.offered("marker") == ["marker on 2+2"]
    assert at.earns("GWR", f"3+3^ {BRISTOL_LONDON}") == 20 + 20 + 30 + 30
    at.do("marker on 2+2")
    assert at.earns("GWR", f"2+2^ {path(BRISTOL_LONDON, LONDON_LILLE)}") == 20 + 20 + 30 + 30 + 20
    assert at.breaks("GWR", f"3+3^ {BRISTOL_LONDON}") == "18OE-ROUTE-01"
    at.refuses("marker on 4", "18OE-ROUTE-01")
    at.operate("GWR", "run")
    assert at.offered("marker") == ["marker on 2+2"]
    other = channel("4", ("3+3", "2+2"))
    other.operate("GWR", "run")
    other.refuses("marker on 2+2", "18OE-MINOR-19")
