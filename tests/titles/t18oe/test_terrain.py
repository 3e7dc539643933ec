"""What terrain costs in 18OE, with every discount."""

from __future__ import annotations

import pytest

from railhead.testing import rule
from railhead.titles.t18oe import terrain
from railhead.titles.t18oe.facts import NUMBERS, ZONE, land
from tests.titles.t18oe.table import Europe
from tests.titles.t18oe.test_points import merged


def fee(table: Europe, company: str, hex_: str) -> int:
    return terrain.fee(table.game, table.company(company), table.hex(hex_))


def hexes(table: Europe, cost: int, kinds: tuple[str, ...], zone: str) -> list[str]:
    """The hexes of a zone with terrain of this kind and cost."""
    return [
        hex_.name
        for number, hex_ in zip(table.book.board.all_hexes, table.book.board.hexes, strict=True)
        if hex_.cost == cost and hex_.terrain in kinds and ZONE[zone] in land().zones.get(number, ())
    ]


def europe(*minors: str) -> Europe:
    """PLM of France, SFAI of Italy as majors, into which these minors are merged."""
    table = Europe(railroad_phase="major", phase="3")
    table.major("PLM", 100, {"Ann": 4}, cash=900)
    table.major("SFAI", 90, {"Ann": 4}, cash=900)
    for minor in minors:
        merged(table, minor, "SFAI")
    return table


@rule("18OE-COST-01", "18OE-COST-04")
@pytest.mark.parametrize(("hex_", "cost"), [("T33", 30), ("V35", 45), ("U36", 60), ("V33", 0), ("T39", 120)])
def test_the_printed_cost_without_a_discount(hex_: str, cost: int) -> None:
    assert fee(europe(), "PLM", hex_) == cost


@rule("18OE-COST-04")
@pytest.mark.parametrize(("company", "zone"), [("GWR", "UK"), ("PLM", "FB"), ("KBS", "PHS"), ("MAV", "AH")])
def test_zones_without_a_discount(company: str, zone: str) -> None:
    table = Europe(railroad_phase="major", phase="2")
    table.regional(company, 60, {"Ann": 2})
    table_hexes = [name for cost in (30, 45, 60) for name in hexes(table, cost, terrain.BLUE + terrain.GREEN, zone)]
    assert table_hexes
    for name in table_hexes:
        assert fee(table, company, name) == table.book.board.hexes[table.hex(name)].cost


@rule("18OE-COST-03", "18OE-COST-09")
@pytest.mark.parametrize(("company", "zone"), [("MZA", "SP"), ("SFR", "IT"), ("BJV", "SC"), ("WW", "RU")])
def test_zones_with_a_discount_of_a_fifth(company: str, zone: str) -> None:
    table = Europe(railroad_phase="major", phase="2")
    table.regional(company, 60, {"Ann": 2})
    expected = {30: 24, 45: 36, 60: 48, 120: 96}
    found = 0
    for cost, pays in expected.items():
        for name in hexes(table, cost, terrain.BLUE + terrain.GREEN, zone):
            assert fee(table, company, name) == pays
            found += 1
    assert found


@rule("18OE-COST-03", "18OE-COST-07", "18OE-COST-08", "18OE-COST-09", "18OE-MINOR-10", "18OE-MINOR-12")
@pytest.mark.parametrize(
    ("minors", "kinds", "italian", "french"),
    [
        ("", terrain.GREEN, {30: 24, 45: 36, 60: 48, 120: 96}, {30: 30, 45: 45, 60: 60, 120: 120}),
        ("F", terrain.GREEN, {30: 15, 45: 22, 60: 30, 120: 60}, {30: 20, 45: 30, 60: 40, 120: 80}),
        ("E", terrain.GREEN, {30: 24, 45: 36, 60: 48, 120: 96}, {30: 30, 45: 45, 60: 60, 120: 120}),
        ("E", terrain.BLUE, {30: 15, 45: 22, 60: 30}, {30: 20, 45: 30, 60: 40}),
        ("F", terrain.BLUE, {30: 24, 45: 36, 60: 48}, {30: 30, 45: 45, 60: 60}),
        ("EF", terrain.GREEN, {30: 15, 45: 22, 60: 30, 120: 60}, {30: 20, 45: 30, 60: 40, 120: 80}),
    ],
)
def test_discounts_of_minors_and_zones(
    minors: str, kinds: tuple[str, ...], italian: dict[int, int], french: dict[int, int]
) -> None:
    """A major of Italy: 20% there, 33% on the terrain of its minor, 50% with both."""
    table = europe(*minors)
    for zone, expected in (("IT", italian), ("FB", french)):
        for cost, pays in expected.items():
            for name in set(hexes(table, cost, kinds, zone)) - _split(table):
                assert fee(table, "SFAI", name) == pays, (zone, name)


@rule("18OE-COST-03", "18OE-COST-07", "18OE-COST-08", "18OE-COST-09")
@pytest.mark.parametrize(
    ("percent", "pays"), [(0, [5, 30, 45, 60, 120]), (20, [4, 24, 36, 48, 96]), (33, [3, 20, 30, 40, 80])]
)
def test_fees_are_rounded_down(percent: int, pays: list[int]) -> None:
    """Worked example EX-36 of the rule list: a fifth, or times 0.67."""
    assert [terrain.less(cost, percent) for cost in (5, 30, 45, 60, 120)] == pays


@rule("18OE-COST-08", "18OE-COST-09")
def test_half_a_fee_is_rounded_down() -> None:
    """The example of the rulebook: 45 with a discount of 50% is 22 (EX-09, EX-36)."""
    assert [terrain.less(cost, 50) for cost in (5, 30, 45, 60, 120)] == [2, 15, 22, 30, 60]
    assert (NUMBERS.zone_discount, NUMBERS.terrain_discount, NUMBERS.joint_discount) == (20, 33, 50)


def _split(table: Europe) -> set[str]:
    """Hexes that a boundary of Italy runs through."""
    return {table.book.board.names[hex_] for hex_, zones in land().zones.items() if len(zones) > 1}


@rule("18OE-COST-05")
def test_a_hex_partly_in_the_zone_gets_the_discount() -> None:
    """An FB/SP border hex for 120 costs a Spanish railroad 96."""
    table = Europe(railroad_phase="major", phase="2")
    table.regional("MZA", 60, {"Ann": 2})
    table.regional("PLM", 60, {"Ben": 2})
    both = [name for name in hexes(table, 120, terrain.GREEN, "SP") if name in hexes(table, 120, terrain.GREEN, "FB")]
    for name in both or ["X25"]:
        cost = table.book.board.hexes[table.hex(name)].cost
        assert fee(table, "MZA", name) == cost * 4 // 5
        assert fee(table, "PLM", name) == cost


@rule("18OE-COST-06")
@pytest.mark.parametrize(("company", "zone"), [("MZA", "SP"), ("SFAI", "IT"), ("BJV", "SC"), ("WW", "RU")])
def test_two_rights_for_a_zone_count_once(company: str, zone: str) -> None:
    """The example of the rulebook: a home in Spain and a minor's rights there make 20%, not 40 (EX-08)."""
    table = Europe(railroad_phase="major", phase="3")
    table.major(company, 100, {"Ann": 4})
    merged(table, "A", company)
    zones = list(table.record.zones)
    zones[table.company("A")] = ZONE[zone]
    table.remember(zones=tuple(zones))
    (name, *_) = hexes(table, 45, terrain.BLUE + terrain.GREEN, zone)
    assert terrain.discount(table.game, table.company(company), table.hex(name)) == 20
    assert fee(table, company, name) == 36


@rule("18OE-COST-03")
def test_the_chit_of_a_merged_minor_brings_its_discount() -> None:
    table = Europe(railroad_phase="major", phase="3")
    table.major("PLM", 100, {"Ann": 4})
    (name, *_) = hexes(table, 45, terrain.GREEN, "SP")
    assert fee(table, "PLM", name) == 45
    merged(table, "A", "PLM")
    zones = list(table.record.zones)
    zones[table.company("A")] = ZONE["SP"]
    table.remember(zones=tuple(zones))
    assert fee(table, "PLM", name) == 36


@rule("18OE-COST-02")
def test_upgrades_are_free() -> None:
    table = europe()
    table.lay("9@0 V35")
    assert fee(table, "PLM", "V35") == 0


@rule("18OE-COST-01")
@pytest.mark.parametrize(("hex_", "cost"), [("I48", 45), ("I50", 45), ("J27", 30), ("L37", 45)])
def test_the_first_tile_on_printed_yellow_track_is_paid_for(hex_: str, cost: int) -> None:
    table = europe()
    assert fee(table, "PLM", hex_) == cost


@rule("18OE-COST-10")
def test_nationals_pay_nothing() -> None:
    table = Europe(railroad_phase="major", phase="4")
    table.national("PLM", 100, {"Ann": 4})
    assert fee(table, "PLM", "T39") == 0
    assert table.book.board.hexes[table.hex("T39")].cost == 120


@rule("18OE-COST-01", "18OE-COST-11")
def test_the_fee_is_paid_when_the_tile_is_laid_and_must_be_in_the_treasury() -> None:
    table = Europe(railroad_phase="major", phase="2")
    table.regional("PLM", 60, {"Ann": 2}, cash=59)
    table.lay("621@1 U34")
    table.operating_turn("PLM", "track")
    table.refuses("lay 9 on U36 turned 1", "18OE-COST-11")
    table.do("lay 57 on U32 turned 1")
    assert table.cash("PLM") == 29
