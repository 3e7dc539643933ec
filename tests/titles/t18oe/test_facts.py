"""The facts of 18OE against the numbers of the rulebook: components, tables and worked examples."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from railhead.core.ids import Place
from railhead.core.market import Direction
from railhead.core.refusal import Malformed
from railhead.testing import rule
from railhead.titles import loading
from railhead.titles.t18oe import facts, options
from railhead.titles.t18oe.facts import (
    BY_PHASE,
    CARD,
    CHARTER,
    CITIES,
    COMPANY,
    CONCESSIONS,
    FACTS,
    FIRST_TOKENS,
    LEVELS,
    MAJOR,
    MAJOR_TOKENS,
    MINOR,
    MINORS,
    NATIONAL,
    NUMBERS,
    PHASE,
    PLAYERS,
    PRIVATES,
    READINGS,
    REGIONAL,
    REGIONALS,
    TIMES,
    TOWNS,
    TRAIN,
    ZONE,
    ZONES,
)
from railhead.titles.t18oe.record import NO_ZONE, first_record

KINDS = loading.kinds(FACTS["kind"])
MARKET = facts.market()
PAGE = Path(__file__).resolve().parents[3] / "docs" / "titles" / "18OE.md"


def test_every_rule_is_listed_once() -> None:
    listed = loading.read("railhead.titles.t18oe", "rules.toml")["rules"]
    assert len(listed) == 588
    assert all(re.fullmatch(r"18OE-[A-Z]+-\d\d", rule_id) for rule_id in listed)


# -- players --------------------------------------------------------------------------------------


@rule("18OE-SETUP-13")
def test_certificate_limits() -> None:
    limits = {count: FACTS["players"][str(count)]["certificates"] for count in PLAYERS}
    assert limits == {3: 48, 4: 36, 5: 29, 6: 24, 7: 20}


@rule("18OE-SETUP-11", "18OE-SETUP-12")
def test_starting_cash() -> None:
    assert FACTS["bank"] == 54000
    assert [facts.starting_cash(players, True) for players in (2, *PLAYERS)] == [2700, 1800, 1350, 1080, 900, 775]
    assert [facts.starting_cash(players, False) for players in (2, *PLAYERS)] == [2600, 1735, 1300, 1040, 870, 745]


def test_options() -> None:
    assert options.check(frozenset(("no_concessions", "no_removal"))) == {"no_concessions", "no_removal"}
    with pytest.raises(Malformed, match="not an option of 18OE"):
        options.check(frozenset(("concessions",)))


# -- railroads ------------------------------------------------------------------------------------


@rule("18OE-SETUP-14")
def test_kinds_of_railroad() -> None:
    shape = [(kind.shares, kind.director_shares, kind.rank) for kind in KINDS]
    assert shape == [(1, 1, 0), (4, 2, 0), (10, 2, 1), (10, 2, 1)]
    assert [KINDS[kind].name for kind in (MINOR, REGIONAL, MAJOR, NATIONAL)] == [
        "Minor",
        "Regional",
        "Major",
        "National",
    ]


@rule("18OE-SETUP-18")
def test_regionals_by_zone() -> None:
    by_zone: dict[str, list[str]] = {}
    for entry in REGIONALS:
        by_zone.setdefault(entry["zone"], []).append(entry["symbol"])
    assert {zone: " ".join(symbols) for zone, symbols in by_zone.items()} == {
        "UK": "GWR LNWR GSWR",
        "FB": "PLM OU BEL MIDI",
        "PHS": "BHB KBS POB KSS",
        "AH": "SB MAV",
        "IT": "SFAI SFR",
        "SP": "MZA CHN RCP",
        "SC": "BJV DSJ",
        "RU": "MSP MKV WW LRZD",
    }


def test_there_are_thirty_six_railroads_of_different_colours() -> None:
    made = facts.companies(facts.land().board)
    assert [company.symbol for company in made] == list(COMPANY)
    assert "".join(entry["symbol"] for entry in MINORS) == "ABCDEFGHJKLM"
    assert len({company.colour for company in made}) == len(made) == 36
    assert [company.kind for company in made] == [MINOR] * 12 + [REGIONAL] * 24


@rule("18OE-SETUP-16")
def test_tokens() -> None:
    assert {company.tokens for company in facts.companies(facts.land().board)} == {2}
    assert FIRST_TOKENS == (20,)
    assert MAJOR_TOKENS == (40, 60, 60, 80, 80, 80)
    assert NUMBERS.minor_value == 120


def test_chits_and_home_tokens() -> None:
    with_chits = [zone for zone in ZONES if zone.chits]
    assert {zone.symbol: zone.home_token for zone in with_chits} == {
        "UK": 40,
        "FB": 20,
        "PHS": 40,
        "AH": 20,
        "IT": 10,
        "SP": 10,
        "SC": 10,
        "RU": 10,
    }
    assert [zone.chits for zone in with_chits] == [2] * 8
    assert [zone.symbol for zone in ZONES if zone.closes_with_others] == ["UK", "FB", "PHS"]
    assert NUMBERS.chits_before_the_rest_go == 4
    assert [zone.symbol for zone in ZONES if not zone.chits] == ["GR", "BRS", "OT"]


def test_zones_with_a_discount() -> None:
    assert {zone.symbol for zone in ZONES if zone.discount} == {"SP", "IT", "SC", "RU"}


# -- the packet -----------------------------------------------------------------------------------


def test_privates_and_what_they_pay() -> None:
    printed = [(private.symbol, private.value, private.income(0)) for private in facts.privates()[:10]]
    assert printed == [
        ("RSC", 20, 5),
        ("PEC", 20, 5),
        ("WS", 40, 10),
        ("BBBT", 40, 10),
        ("SHTC", 60, 15),
        ("CCTC", 60, 15),
        ("WCF", 60, 15),
        ("HMLC", 80, 20),
        ("BBE", 100, 25),
        ("SML", 120, 0),
    ]
    assert len(PRIVATES) == 10


@rule("18OE-AUC-18")
def test_the_packet_with_and_without_concessions() -> None:
    whole, without = facts.packet(concessions=True), facts.packet(concessions=False)
    items = [item for row in whole for item in row]
    assert (len(items), len(set(items))) == (32, 32)
    assert [item for row in without for item in row] == items[:22]
    assert {item for item in items if item[0] == CHARTER} == {(CHARTER, number) for number in range(12)}
    assert items[22:] == [(CARD, number) for number in CONCESSIONS]
    assert sum(facts.value(item) for item in items[:22]) == 2040
    assert sum(facts.value(item) for item in items[22:]) == NUMBERS.capital - NUMBERS.capital_without_concessions


# -- trains and phases ----------------------------------------------------------------------------


@rule("18OE-SETUP-02", "18OE-SETUP-04")
def test_the_locomotive_works() -> None:
    piles = facts.piles()
    assert [pile.count for pile in piles] == [30, 20, 10, 8, 6, 14, 8]
    assert sum(pile.count for pile in piles) == 96
    assert {train.name: (train.price, piles[train.pile].name) for train in facts.trains()} == {
        "2+2": (100, "2"),
        "3": (200, "3"),
        "3+3": (225, "3"),
        "4": (300, "4"),
        "4+4": (350, "4"),
        "5": (400, "5"),
        "5+5": (475, "5"),
        "6": (525, "6"),
        "6+6": (600, "6"),
        "7+7": (750, "7"),
        "4D": (850, "7"),
        "8+8": (900, "8"),
        "5D": (1000, "8"),
    }


def test_what_trains_visit() -> None:
    figures = {name: (LEVELS[kind], CITIES[kind], TOWNS[kind], TIMES[kind]) for name, kind in TRAIN.items()}
    assert figures["4+4"] == (4, 4, 4, 1)
    assert figures["4"] == (4, 4, 0, 1)
    assert figures["4D"] == (7, 4, 0, 2)
    assert figures["5D"] == (8, 5, 0, 2)
    assert all(
        (cities, towns) == (level, level if "+" in name else 0)
        for name, (level, cities, towns, times) in figures.items()
        if times == 1
    )


def test_what_begins_a_phase_and_what_rusts() -> None:
    phases = facts.phases()
    assert [pile.begins for pile in facts.piles()] == [None, *(PHASE[level] for level in "345678")]
    rusts = {train.name: phases[train.rusted_by].name for train in facts.trains() if train.rusted_by < len(phases)}
    assert rusts == {"2+2": "4", "3": "6", "3+3": "6", "4": "8", "4+4": "8"}


def test_tiles_and_train_limits_by_phase() -> None:
    phases = facts.phases()[1:]
    assert [phase.name for phase in phases] == list("2345678")
    assert [len(phase.colours) for phase in phases] == [1, 2, 2, 3, 3, 4, 4]
    limits = list(zip(*(phase.train_limits for phase in phases), strict=True))
    assert limits[MINOR] == limits[REGIONAL] == (2, 2, 1, 1, 1, 1, 1)
    assert limits[MAJOR] == (4, 4, 3, 3, 2, 2, 2)
    assert limits[NATIONAL] == (4, 4, 4, 4, 3, 3, 3), "a major may be forced to become one before Train Phase 4"


def test_sums_by_phase() -> None:
    assert BY_PHASE["express"][1:] == (30, 30, 30, 60, 60, 100, 100)
    assert BY_PHASE["hochberg"][1:] == (10, 20, 20, 40, 40, 60, 60)
    assert BY_PHASE["mail"][1:] == (20, 40, 40, 50, 50, 60, 60)
    assert BY_PHASE["junction"][1:] == (20, 20, 20, 40, 40, 40, 40)
    assert BY_PHASE["port_relief"][1:] == (1, 1, 1, 1, 1, 2, 2)
    assert {len(values) for values in BY_PHASE.values()} == {8}


# -- the market -----------------------------------------------------------------------------------


def price(text: str, direction: Direction, times: int = 1) -> int:
    place = MARKET.find(text)
    assert place is not None
    return MARKET.prices[MARKET.moved(place, direction, times)]


@rule("18OE-SETUP-17", "18OE-MAJOR-04")
def test_par_values_of_regionals_and_majors() -> None:
    pars = [(MARKET.prices[box], MARKET.prices[facts.par_of_a_major(MARKET, box)]) for box in MARKET.box_places]
    assert pars == [(60, 75), (65, 80), (70, 90), (75, 100), (80, 110), (90, 120)]
    assert {MARKET.squares[place][1] for place in MARKET.par_places} == {2}


@rule("18OE-MKT-02", "18OE-MKT-03", "18OE-MKT-04", "18OE-MKT-05", "18OE-MKT-06", "18OE-MKT-07", "18OE-MKT-08")
def test_how_markers_move() -> None:
    assert price("100.c3", Direction.UP) == 110
    assert price("150.e1", Direction.UP) == 165, "in the top row up is right"
    assert price("550", Direction.UP) == price("550", Direction.RIGHT) == 550
    assert price("70.d8", Direction.DOWN) == 70
    assert price("70.d8", Direction.RIGHT) == 75, "at the end of a row right is up"
    assert price("75.a4", Direction.LEFT) == 70, "in the first column left is down"
    assert price("50", Direction.LEFT) == 50
    assert price("90.a2", Direction.UP) == 100, "there is no square above it"


def test_three_shares_sold_at_100() -> None:
    assert price("100.c3", Direction.DOWN, 3) == 75


def test_no_square_is_out_of_reach() -> None:
    chart = range(len(MARKET.squares))
    reached = {MARKET.moved(Place(place), direction) for place in chart for direction in Direction}
    assert reached == set(chart)


# -- the record and the page ----------------------------------------------------------------------


def test_the_record_of_a_new_game() -> None:
    record = first_record(tuple(COMPANY.values()), concessions=True)
    assert record.zones[COMPANY["A"]] == NO_ZONE
    assert record.zones[COMPANY["MSP"]] == ZONE["RU"]
    assert record.chits == (2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0)
    assert sum(map(len, record.rows)) == 32
    assert record.pullman_stock == 10
    assert record.authorities_left == (8, 8)
    assert hash(record)


def test_the_page_lists_every_reading() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [field.name for field in fields(READINGS) if f"`{field.name}`" not in page] == []
