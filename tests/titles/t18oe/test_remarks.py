"""What everybody may know about railroads."""

from __future__ import annotations

from railhead.core.state import CLOSED, STARTED
from railhead.titles.t18oe.remarks import remarks
from tests.titles.t18oe.table import Europe


def said(table: Europe, symbol: str) -> list[str]:
    """The remarks about a railroad."""
    return [str(text) for text in remarks(table.game, table.company(symbol)).values()]


def test_track_rights_and_tokens() -> None:
    table = Europe(railroad_phase="major", phase="4")
    assert said(table, "GWR") == ["track rights: United Kingdom"]
    assert said(table, "A") == []
    table.minor("A", "Ann", "FB", "U32.0")
    assert said(table, "A") == ["track rights: France, Belgium", "tokens for 20"]
    table.major("PLM", 90, {"Ann": 2}, tokens=("X33.0",))
    assert said(table, "PLM") == ["track rights: France, Belgium", "tokens for 40, 60, 60, 80, 80, 80"]
    table.national("KBS", 90, {"Ann": 2})
    assert said(table, "KBS") == ["track rights: Prussia, Holland, Switzerland", "Pullman"]


def test_what_lies_on_a_charter() -> None:
    table = Europe(railroad_phase="major", phase="4")
    table.major("PLM", 90, {"Ann": 2}, tokens=("X33.0",))
    company = table.company("PLM")
    table.remember(pullmans=(company,), authorities=((company, 1),), express=(company,))
    assert said(table, "PLM")[2:] == ["Pullman", "port authority: Mediterranean", "has run the Orient Express"]


def test_merged_minors() -> None:
    table = Europe(railroad_phase="major", phase="4")
    table.major("PLM", 90, {"Ann": 2})
    into = list(table.record.into)
    into[table.company("B")] = table.company("PLM")
    table.remember(into=tuple(into))
    assert said(table, "B") == ["merged into PLM"]
    assert "abilities of B" in said(table, "PLM")
    table.remember(abandoned=(table.company("C"),))
    assert said(table, "C") == ["abandoned"]


def test_claims_of_players() -> None:
    table = Europe(railroad_phase="major", phase="1")
    table.regional("GWR", 60, {"Ann": 2})
    table.remember(
        reserved=((table.seat("Ben"), table.company("GWR")),), custody=(table.seat("Cleo"), table.company("GWR"))
    )
    assert said(table, "GWR")[2:] == ["shares reserved by Ben", "a share is kept for Cleo"]


def test_regionals_that_have_not_floated() -> None:
    table = Europe(railroad_phase="regional")
    table.mark("GWR", CLOSED)
    assert said(table, "GWR") == ["out of the game"]
    table.give_shares("pool", "PLM", 2)
    table.state.director[table.company("PLM")] = table.owner("pool")
    table.mark("PLM", STARTED)
    assert said(table, "PLM") == ["its presidency is for sale", "track rights: France, Belgium"]
