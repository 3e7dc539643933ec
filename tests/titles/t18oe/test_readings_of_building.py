"""The other readings of 18OE's rulebook about building and tokens, which an owner of the game may prefer."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType

import pytest

from railhead.core.state import CLOSED
from railhead.testing import rule
from railhead.titles.t18oe import getting_about, stations, terrain
from railhead.titles.t18oe.facts import READINGS
from tests.titles.t18oe.table import Europe
from tests.titles.t18oe.test_points import merged
from tests.titles.t18oe.test_stations import LYON, major


def read(monkeypatch: pytest.MonkeyPatch, module: ModuleType, **readings: bool) -> None:
    monkeypatch.setattr(module, "READINGS", replace(READINGS, **readings))


@rule("18OE-COST-08")
def test_both_discounts_for_all_terrain_of_the_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Europe(railroad_phase="major", phase="3")
    table.major("SFAI", 100, {"Ann": 4})
    merged(table, "E", "SFAI")
    company, hills = table.company("SFAI"), table.hex("U40")
    assert table.book.board.hexes[hills].cost == 60
    assert terrain.fee(table.game, company, hills) == 48
    read(monkeypatch, terrain, joint_discount_only_on_its_terrain=False)
    assert terrain.fee(table.game, company, hills) == 30


@rule("18OE-COST-01")
def test_printed_yellow_track_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Europe(railroad_phase="major", phase="3")
    table.major("PLM", 100, {"Ann": 4})
    company = table.company("PLM")
    assert terrain.fee(table.game, company, table.hex("I50")) == 45
    read(monkeypatch, terrain, printed_yellow_costs=False)
    assert terrain.fee(table.game, company, table.hex("I50")) == 0
    assert terrain.fee(table.game, company, table.hex("V35")) == 45


@rule("18OE-TRACK-19")
def test_port_towns_are_not_joined_from_the_sea(monkeypatch: pytest.MonkeyPatch) -> None:
    def harbours(table: Europe) -> set[str]:
        standing = getting_about.for_track(table.game, table.company("GWR"))
        return {table.book.board.names[harbour.side[0]] for harbour in standing.harbours if harbour.side is not None}

    def europe() -> Europe:
        table = Europe(railroad_phase="major", phase="3")
        table.major("GWR", 100, {"Ann": 4})
        return table

    assert {"H29", "I50"} <= harbours(europe())
    read(monkeypatch, getting_about, port_towns_by_sea=False)
    table = europe()
    assert "H29" not in harbours(table), "a town without track to its arrow"
    assert "I50" in harbours(table), "a city"
    table.lay("4@2 H29")
    assert "H29" in harbours(table), "now there is some"


@rule("18OE-PRIV-11")
def test_the_token_of_wien_is_an_extra_one(monkeypatch: pytest.MonkeyPatch) -> None:
    read(monkeypatch, stations, wien_is_the_turns_token=False)
    table = major("PLM", *LYON, "9@1 U30", "9@1 U28", "9@1 U26", settle=False)
    table.give_private("WS", "Ann")
    table.give_private("SHTC", "Ann")
    table.operating_turn("PLM", "token")
    table.do("use WS at U32.0 for 80")
    step = table.step
    assert isinstance(step, stations.PlaceStation)
    assert not step.placed
    after = major("PLM", *LYON, "9@1 U30", "9@1 U28", "9@1 U26", "57@1 U24", settle=False)
    after.mark("MIDI", CLOSED)
    after.give_private("WS", "Ann")
    after.operating_turn("PLM", "token")
    after.do("token at U32.0 for 20", "use WS at U24.0 for 80")
    assert not isinstance(after.step, stations.PlaceStation), "the token of the turn has been placed before"
