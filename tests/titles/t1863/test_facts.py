"""The facts of 1863 against the numbers in the rulebook's text: components, tables and worked examples."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path

import pytest

from railhead.core.ids import Place
from railhead.core.refusal import Malformed
from railhead.core.rulebook import UNLIMITED
from railhead.testing import rule
from railhead.titles import loading
from railhead.titles.t1863 import facts, options
from railhead.titles.t1863.facts import (
    BETWEEN,
    FACTS,
    MAJOR,
    MARKERS,
    MINOR,
    NUMBERS,
    OPERATING_COSTS,
    PHASE,
    PILES,
    PLAYERS,
    PRIVATE,
    PRIVATES,
    READINGS,
    STOPS,
    TRAIN,
)
from railhead.titles.t1863.record import Record1863

PLAIN: frozenset[str] = frozenset()
MARKET = facts.market()
KINDS = loading.kinds(FACTS["kind"])
PAGE = Path(__file__).resolve().parents[3] / "docs" / "titles" / "1863.md"


def counts(players: int, *chosen: str) -> tuple[int, ...]:
    return facts.train_counts(players, frozenset(chosen))


def test_every_rule_is_listed_once() -> None:
    listed = loading.read("railhead.titles.t1863", "rules.toml")["rules"]
    assert len(listed) == 347
    assert all(re.fullmatch(r"1863-[A-Z]+-\d\d", rule_id) for rule_id in listed)


# -- players --------------------------------------------------------------------------------------


@rule("1863-SETUP-01", "1863-SETUP-02", "1863-SETUP-04")
def test_three_to_six_players_with_350_each_and_their_limits() -> None:
    assert PLAYERS == (3, 4, 5, 6)
    assert [FACTS["players"][str(count)]["cash"] for count in PLAYERS] == [350] * 4
    assert [FACTS["players"][str(count)]["certificates"] for count in PLAYERS] == [21, 16, 13, 11]


def test_the_bank_is_never_the_end() -> None:
    """The rulebook has no number for it: the bank is what all cash is counted from."""
    assert FACTS["bank"] == 20000
    assert all("bank" not in ending.lower() for ending in FACTS["endings"])


@rule("1863-SETUP-03")
def test_privates_by_the_number_of_players() -> None:
    for count in PLAYERS:
        assert len(facts.privates_in_play(count, PLAIN)) == FACTS["players"][str(count)]["privates"]
    assert [len(facts.privates_in_play(count, PLAIN)) for count in PLAYERS] == [6, 9, 12, 12]
    assert facts.privates_in_play(3, PLAIN) == facts.privates_in_play(4, PLAIN)[:6]


@rule("1863-VAR-07")
def test_the_clink_club_is_an_option() -> None:
    assert [len(facts.privates_in_play(count, frozenset(("clink_club",)))) for count in PLAYERS] == [7, 10, 13, 13]


@rule("1863-SETUP-05", "1863-SETUP-10")
def test_trains_by_the_number_of_players_within_the_cards() -> None:
    cards = [pile["cards"] for pile in PILES]
    assert (cards, sum(cards)) == ([15, 18, 10, 9], 52)
    table = [counts(players) for players in PLAYERS]
    assert table == [(6, 9, 5, 6), (8, 12, 6, 7), (10, 15, 7, 8), (12, 18, 8, 9)], "a guess: see the title's page"
    assert table == sorted(table)
    for players in PLAYERS:
        assert all(0 < count <= most for count, most in zip(counts(players, "more_4T"), cards, strict=True))


@rule("1863-VAR-01", "1863-VAR-02")
def test_shorter_and_longer_games() -> None:
    two, three, four, five = counts(4)
    assert counts(4, "fewer_2T") == (two - 2, three, four, five)
    assert counts(4, "fewer_3T") == (two, three - 2, four, five)
    assert counts(4, "more_4T") == (two, three, four + 2, five)


@rule("1863-SETUP-06")
def test_loans_by_the_number_of_players() -> None:
    assert [facts.loans(count) for count in PLAYERS] == [33, 44, 55, 66]
    assert tuple(range(5, 60, 5)) == facts.RATES


@rule("1863-SR-10", "1863-SETUP-13")
def test_the_rate_is_the_highest_whose_loans_are_all_taken() -> None:
    assert [facts.rate(taken, 3) for taken in (0, 2, 3, 5, 6, 8, 9, 33)] == [5, 5, 5, 5, 10, 10, 15, 55]
    assert facts.rate(66, 6) == 55
    assert Record1863((), ()).rate == 5


# -- companies and privates -----------------------------------------------------------------------


@rule("1863-SETUP-08", "1863-SETUP-09")
def test_certificates_and_tokens() -> None:
    assert len(FACTS["company"]) == 16
    assert len({company["colour"] for company in FACTS["company"]}) == 16
    tokens = {company["symbol"]: company["tokens"] for company in FACTS["company"]}
    assert {symbol for symbol, count in tokens.items() if count == 11} == {"UER"}
    assert sum(count + 1 for count in tokens.values()) == 147
    ordinary = KINDS[MAJOR].shares - KINDS[MAJOR].director_shares
    assert 16 * (ordinary + 2 * NUMBERS.shorts) == 448


@rule("1863-OWN-12", "1863-LOAN-05", "1863-LOAN-06")
def test_minors_and_majors() -> None:
    minor, major = KINDS[MINOR], KINDS[MAJOR]
    assert (minor.shares, minor.director_shares, minor.loans) == (2, 2, 2)
    assert (major.shares, major.director_shares, major.loans) == (10, 2, 10)


def test_face_values_and_privates_that_stay() -> None:
    values = {
        "GRE": 70, "FOW": 80, "RED": 70, "THO": 80, "LNR": 70, "TTU": 100, "NEL": 120, "IMP": 70, "LOD": 100,
        "POR": 100, "MAI": 100, "CHO": 100, "CLK": 10,
    }  # fmt: skip
    assert {private.symbol: private.value for private in facts.privates()} == values
    assert list(PRIVATE) == list(values)
    assert {entry["symbol"] for entry in PRIVATES if entry.get("stays")} == {"THO", "MAI", "CLK"}


@rule("1863-PRIV-21")
def test_no_private_pays_an_income() -> None:
    assert {private.income(0) for private in facts.privates()} == {0}


@rule("1863-LPTB-14", "1863-PRIV-11", "1863-PRIV-13")
def test_tokens_that_are_no_company_s() -> None:
    assert MARKERS == {"LPTB": 8, "pirate": 1, "mail": 2}
    assert sum(MARKERS.values()) == 11


# -- trains and phases ----------------------------------------------------------------------------


@rule("1863-TRAIN-02", "1863-TRAIN-03")
def test_prices_and_operating_costs() -> None:
    found = {train.name: (train.price, cost) for train, cost in zip(facts.trains(), OPERATING_COSTS, strict=True)}
    assert found == {
        "2T": (100, 5),
        "3T": (250, 10),
        "2+1e": (300, 15),
        "4T": (700, 20),
        "2+2e": (800, 30),
        "5T": (1200, 40),
        "2+3e": (1300, 50),
    }


@rule("1863-ROUTE-08", "1863-ROUTE-13")
def test_what_trains_visit() -> None:
    assert {name: STOPS[kind] for name, kind in TRAIN.items() if STOPS[kind]} == {"2T": 2, "3T": 3, "4T": 4, "5T": 5}
    assert {name: BETWEEN[kind] for name, kind in TRAIN.items() if BETWEEN[kind]} == {"2+1e": 1, "2+2e": 2, "2+3e": 3}
    assert [(train.large, train.small) for train in facts.trains()] == [(n, 0) for n in (2, 3, 3, 4, 4, 5, 5)]


@rule("1863-TRAIN-09", "1863-PHASE-03", "1863-PHASE-04")
def test_what_rusts_when() -> None:
    phases = facts.phases()
    rusts = {train.name: phases[train.rusted_by].name for train in facts.trains() if train.rusted_by < len(phases)}
    assert rusts == {"2T": "IV", "3T": "V", "2+1e": "V"}


@rule("1863-TRAIN-05", "1863-TRAIN-06", "1863-TRAIN-08", "1863-PHASE-02")
def test_piles_and_the_phases_they_begin() -> None:
    piles = facts.piles(3, PLAIN)
    assert [pile.begins for pile in piles] == [None, PHASE["III"], PHASE["IV"], PHASE["V"]]
    assert [pile.count for pile in piles] == [UNLIMITED, 9, 5, 6]
    assert [train.pile for train in facts.trains()] == [0, 1, 1, 2, 2, 3, 3]


@rule("1863-TRAIN-04", "1863-TRACK-08", "1863-START-12", "1863-PHASE-01")
def test_limits_tiles_and_sizes_by_phase() -> None:
    phases = facts.phases()
    assert [phase.train_limits for phase in phases] == [(2, 4), (2, 4), (1, 3), (1, 2)]
    assert [phase.colours[-1] for phase in phases] == ["yellow", "green", "brown", "grey"]
    assert [facts.floats(number) for number in range(4)] == [(MINOR,), (MINOR, MAJOR), (MAJOR,), (MAJOR,)]
    assert [phase.stage for phase in phases] == [0, 1, 2, 3]
    assert [phase.operating_rounds for phase in phases] == [2, 2, 2, 2]


# -- the stock chart ------------------------------------------------------------------------------


def moved(price: int, places: int) -> int:
    return MARKET.prices[Place(MARKET.place[price] + places)]


@rule("1863-SELL-02", "1863-SELL-03")
def test_sales_of_the_examples() -> None:
    assert moved(100, -2 * NUMBERS.sale_by_president) == 70
    assert moved(100, -2 * NUMBERS.sale_by_others) == 80
    assert moved(60, -3) == 45


def test_prices_the_examples_need() -> None:
    for price in (40, 45, 50, 55, 70, 75, 80, 90, 100, 110, 120, 140, 150, 190, 200, 225, 250):
        assert price in MARKET.prices
    assert list(MARKET.prices) == sorted(MARKET.prices)


def test_the_steps_of_the_chart() -> None:
    """By 10 through the grey spaces, by 5 to 80, then by 10, 25 and 50; what no example needs is a guess."""
    steps = ((0, 40, 10), (40, 80, 5), (80, 200, 10), (200, 400, 25), (400, 601, 50))
    assert MARKET.prices == tuple(price for low, high, step in steps for price in range(low, high, step))


def test_the_zones_of_the_chart() -> None:
    red, grey = MARKET.zones
    assert (red.name, red.low, red.high) == ("Liquidation", 0, 0)
    assert (grey.name, grey.low, grey.high) == ("Acquisition", 10, 30)
    assert MARKET.prices[:5] == (0, 10, 20, 30, 40)


@rule("1863-MERGE-03", "1863-MERGE-11", "1863-CRISIS-03")
def test_sums_and_halves_are_rounded_down_to_the_chart() -> None:
    assert [MARKET.prices[MARKET.down_to(price)] for price in (145, 150, 220, 45, 55, 9)] == [140, 150, 200, 45, 55, 0]


# -- options and the title's page -------------------------------------------------------------------


@rule("1863-SETUP-11")
def test_options_are_known_before_play() -> None:
    assert options.check(frozenset(options.OPTIONS)) == frozenset(options.OPTIONS)
    with pytest.raises(Malformed, match="equal"):
        options.check(frozenset(("level",)))


def test_readings() -> None:
    assert READINGS.lptb_from in PHASE
    assert not READINGS.falls_to_red
    assert READINGS.trains_between_companies


def test_every_guess_of_the_data_is_on_the_title_s_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    folder = Path(facts.__file__).parent
    marked = sum(line.count("GUESS") for name in ("facts.toml",) for line in (folder / name).read_text().splitlines())
    assert marked >= 9
    for word in (
        "[market]",
        "[loans]",
        "trains",
        "loans_at_each_rate",
        "[numbers]",
        "[markers]",
        "tiles.toml",
        "map.toml",
    ):
        assert word in page, word
    for tile in loading.read("railhead.titles.t1863", "tiles.toml")["tile"]:
        assert tile["drawn"] == "standard" or tile["name"] in page, tile["name"]


@rule("1863-TRACK-06", "1863-COST-01", "1863-LOAN-01", "1863-LOAN-07", "1863-DIV-05", "1863-PRIV-12", "1863-PRIV-14")
def test_the_numbers_of_the_rules() -> None:
    """What the rulebook says, written down anew; circles, east to west and the uses of area cards are guesses."""
    assert asdict(NUMBERS) == {
        "least_bid": 5,
        "least_raise": 5,
        "most_of_a_player": 60,
        "most_of_a_company": 50,
        "float_shares": 2,
        "token_price": 50,
        "minor_tokens": 1,
        "most_float_tokens": 4,
        "conversion_tokens": 3,
        "most_tokens": 7,
        "sale_by_president": 2,
        "sale_by_others": 1,
        "shorts": 10,
        "loan": 100,
        "loans_for_any": 2,
        "least_rate": 5,
        "plain_track": 10,
        "upgrade": 10,
        "minor_station": 20,
        "major_station": 30,
        "inner_circle": 100,
        "outer_circle": 150,
        "north_south": 60,
        "east_west": 80,
        "small_steps_to": 80,
        "small_step": 5,
        "large_step": 10,
        "token_cost": 10,
        "exported": 1,
        "buy_in": 2,
        "kept_trains": 2,
        "toll": 5,
        "length_change": 2,
        "necropolis_yellow": 2,
        "necropolis_green": 2,
        "tunnel_tiles": 3,
        "tunnel_crossings": 3,
        "area_uses": 1,
        "mail_one": 10,
        "mail_both": 20,
        "mail_farthest": 30,
    }
