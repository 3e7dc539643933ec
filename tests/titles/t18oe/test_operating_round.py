"""The frame of an operating round in 18OE: income, the order of railroads and of the parts of a turn, minor C."""

from __future__ import annotations

import pytest

from railhead.rules.operating import OperatingRound, operating_order
from railhead.rules.stations import company_reach
from railhead.testing import rule
from railhead.titles.t18oe import turns
from railhead.titles.t18oe.building import BuildTrack
from tests.titles.t18oe.table import Europe
from tests.titles.t18oe.test_points import merged


def order(table: Europe) -> list[str]:
    return [table.book.company_names[company] for company in operating_order(table.game)]


def railroads() -> Europe:
    """Two minors, two regionals, three majors and a national."""
    table = Europe(players=4, railroad_phase="major", phase="4")
    table.regional("SFR", 60, {"Ann": 2})
    table.minor("C", "Ben", "FB", "U32.0")
    table.minor("A", "Ann", "SP", "X13.0")
    table.regional("BJV", 90, {"Ben": 2})
    table.major("PLM", "100.d4", {"Ann": 4})
    table.major("GWR", "100.c3", {"Ben": 4})
    table.major("BEL", "110.d3", {"Ann": 4})
    table.national("KBS", "120.e3", {"Ben": 4})
    return table


@rule("18OE-OR-03", "18OE-OR-04", "18OE-OR-05")
def test_the_operating_order() -> None:
    """Minors and regionals as they floated; then by value, and of equal values the one further right."""
    assert order(railroads()) == ["SFR", "C", "A", "BJV", "KBS", "BEL", "PLM", "GWR"]


@rule("18OE-OR-05")
def test_in_one_square_the_one_that_came_first() -> None:
    table = railroads()
    table.major("OU", "100.d4", {"Ben": 4})
    assert order(table)[-3:] == ["PLM", "OU", "GWR"]


@rule("18OE-OR-09")
def test_railroads_that_nobody_owns_are_passed_over_and_keep_their_place() -> None:
    table = railroads()
    company = table.company("C")
    owner = table.state.director[company]
    table.state.director[company] = table.owner("pool")
    assert order(table) == ["SFR", "A", "BJV", "KBS", "BEL", "PLM", "GWR"]
    table.state.director[company] = owner
    assert order(table)[1] == "C"


@rule("18OE-OR-01", "18OE-OR-08", "18OE-PRIV-22", "18OE-PRIV-24", "18OE-PRIV-29", "18OE-PRIV-32", "18OE-PRIV-37")
@pytest.mark.parametrize(
    ("private", "income"),
    [
        *(("RSC", 5), ("PEC", 5), ("WS", 10), ("BBBT", 10), ("SHTC", 15)),
        *(("CCTC", 15), ("WCF", 15), ("HMLC", 20), ("BBE", 25), ("SML", 0)),
    ],
)
def test_face_up_privates_pay_at_the_start(private: str, income: int) -> None:
    table = railroads()
    table.give_private(private, "Cleo")
    cash = table.cash("Cleo")
    turns.open_round(table.game)
    assert table.cash("Cleo") == cash + income
    closed = railroads()
    closed.give_private(private, "Cleo")
    closed.remember(face_down=(closed.private(private),))
    turns.open_round(closed.game)
    assert closed.cash("Cleo") == cash


@rule("18OE-OR-02", "18OE-MINOR-04", "18OE-MINOR-06")
@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ("first", ["C", "SFR", "A", "BJV"]),
        ("last", ["SFR", "A", "BJV", "C"]),
        ("normally", ["SFR", "C", "A", "BJV"]),
    ],
)
def test_minor_c_operates_first_last_or_normally(choice: str, expected: list[str]) -> None:
    table = railroads()
    table.state.agenda = table.state.agenda[:1]
    turns.open_round(table.game)
    assert table.turn == "Ben"
    assert not any(isinstance(step, BuildTrack) for step in table.state.agenda), "before anybody operates"
    table.do(f"operate {choice}")
    assert order(table)[:4] == expected
    assert table.step.acting_company == table.company(expected[0])
    assert order(table)[4:] == ["KBS", "BEL", "PLM", "GWR"]
    turns.open_round(table.game)
    assert table.record.bell == "", "chosen anew in every round"


@rule("18OE-MINOR-05")
@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ("first", ["GWR", "KBS", "BEL", "PLM"]),
        ("last", ["KBS", "BEL", "PLM", "GWR"]),
        ("normally", ["KBS", "BEL", "PLM", "GWR"]),
    ],
)
def test_its_major_does_so_among_majors_and_nationals(choice: str, expected: list[str]) -> None:
    table = railroads()
    merged(table, "C", "GWR")
    table.remember(order=tuple(company for company in table.record.order if company != table.company("C")))
    table.state.agenda = table.state.agenda[:1]
    turns.open_round(table.game)
    table.do(f"operate {choice}")
    assert order(table) == ["SFR", "A", "BJV", *expected]


@rule("18OE-MINOR-04", "18OE-MINOR-05")
def test_nobody_is_asked_if_there_is_no_other_in_the_group() -> None:
    table = Europe(players=4, railroad_phase="major", phase="4")
    table.minor("C", "Ben", "FB", "U32.0")
    table.major("PLM", "100.d4", {"Ann": 4})
    table.state.agenda = table.state.agenda[:1]
    turns.open_round(table.game)
    assert isinstance(table.state.agenda[-1], OperatingRound)
    table.minor("A", "Ann", "SP", "X13.0")
    turns.open_round(table.game)
    assert table.turn == "Ben"


@rule("18OE-OR-06")
def test_the_parts_of_a_turn_in_order() -> None:
    parts = [stage.__name__ for stage in turns.STAGES]  # type: ignore[attr-defined]
    wanted = [
        "build_track",
        "place_token",
        "run_trains",
        "pay_dividend",
        "transfer_tokens",
        "buy_trains",
        "trade_shares",
    ]
    assert [part for part in parts if part in wanted] == wanted


@rule("18OE-OR-07")
def test_the_president_decides() -> None:
    table = railroads()
    table.operating_turn("PLM", "track")
    assert table.turn == "Ann"
    table.operating_turn("GWR", "track")
    assert table.turn == "Ben"


@rule("18OE-RIGHTS-04")
def test_nothing_keeps_ways_within_a_zone() -> None:
    """A way of a regional leads over the border."""
    table = Europe(railroad_phase="major", phase="2")
    table.minor("A", "Ann", "FB", "Q38.0")
    table.lay("57@1 Q38", "57@1 Q40")
    assert table.stop("Q40.0") in company_reach(table.game, table.company("A")).stops


def test_a_round_is_on_the_agenda_once_it_is_open() -> None:
    table = Europe(railroad_phase="major", phase="2")
    table.regional("SFR", 60, {"Ann": 2})
    turns.open_round(table.game)
    assert isinstance(table.state.agenda[-1], OperatingRound), "nobody has minor C"
