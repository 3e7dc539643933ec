"""What tiles cost across water in 18OE: ferries, sea zones, port authorities; and the ferry of Lille."""

from __future__ import annotations

import pytest

from railhead.core.ids import Hex
from railhead.rules.stations import company_reach
from railhead.rules.track import LayTile
from railhead.testing import rule
from railhead.titles.t18oe import across_water, building, facts, getting_about
from railhead.titles.t18oe.facts import AREAS, MEDITERRANEAN, NORTH_SEA
from railhead.titles.t18oe.points import Spent
from railhead.track.board import PRINTED
from railhead.track.fares import Fares
from railhead.track.tiles import FIRST_STOP
from tests.titles.t18oe.table import Europe
from tests.titles.t18oe.test_points import merged

LAND = facts.land()
BOARD = LAND.board


def major(company: str, *tiles: str, tokens: tuple[str, ...] = (), authority: str = "", cash: int = 900) -> Europe:
    table = Europe(railroad_phase="major", phase="3")
    table.major(company, 100, {"Ann": 4}, cash=cash, tokens=tokens)
    table.lay(*tiles)
    if authority:
        table.remember(authorities=((table.company(company), AREAS.index(authority)),))
    table.operating_turn(company, "track")
    return table


def fares(table: Europe, company: str, track: bool = True) -> Fares:
    found = across_water.track_fares if track else across_water.token_fares
    return found(table.game, table.company(company))


def to(table: Europe, company: str, stop: str, track: bool = True) -> int | None:
    return fares(table, company, track).to_stop(table.stop(stop))


@rule("18OE-WATER-03", "18OE-WATER-04", "18OE-TOKEN-12", "18OE-TOKEN-13")
@pytest.mark.parametrize(
    ("authority", "track", "token"), [("", 30, 120), (NORTH_SEA, 10, 40), (MEDITERRANEAN, 30, 120)]
)
def test_three_zones_from_london_to_copenhagen(authority: str, track: int, token: int) -> None:
    """English Channel, North Sea, Skagerrak: three zones, of which a port authority of that area waives two."""
    table = major("LNWR", "622@1 I50", tokens=("M28.0",), authority=authority)
    assert BOARD.track(table.hex("I50"), table.state.tiles[table.hex("I50")]).exits >> 5 & 1
    assert to(table, "LNWR", "I50.0") == track
    assert to(table, "LNWR", "I50.0", track=False) == token


@rule("18OE-WATER-02", "18OE-WATER-04", "18OE-TOKEN-11", "18OE-TOKEN-13")
@pytest.mark.parametrize(("authority", "track", "token"), [("", 10, 40), (NORTH_SEA, 0, 0), (MEDITERRANEAN, 10, 40)])
def test_a_ferry_of_distance_two(authority: str, track: int, token: int) -> None:
    """From Edinburgh to Bergen; there is no token in Bergen, which is a port as well."""
    table = major("LNWR", tokens=("G26.0",), authority=authority)
    distance = next(ferry.distance for ferry in LAND.ferries if table.hex("B41") in ferry.ends)
    assert distance == 2
    assert to(table, "LNWR", "B41.0") == min(track, 20 if not authority else track), "two zones would be 20"
    assert to(table, "LNWR", "B41.0", track=False) == token


@rule("18OE-WATER-02")
@pytest.mark.parametrize(("ferry", "fee"), [(ferry, 5 * ferry.distance) for ferry in LAND.ferries])
def test_every_ferry_has_its_fee_from_both_ends(ferry: facts.Ferry, fee: int) -> None:
    """The step that pays for it is one of the ferry's own."""
    steps = across_water.boarding()
    on_it = {distance for (here, _), (distance, _) in steps.items() if here >> 4 in ferry.over}
    assert on_it == ({ferry.distance} if ferry.distance else set()), fee
    assert len([1 for (here, _) in steps if here >> 4 in ferry.over]) >= (2 if ferry.distance else 0)


def along(path: list[Hex]) -> list[tuple[int, int]]:
    """Every piece of track of a ferry in one direction, from side to side, or to a town on it and on from there."""
    piers = dict(BOARD.piers.values())
    found = []
    for before, here, after in zip(path, path[1:], path[2:], strict=False):
        sides = {other: side for side, other in BOARD.around[here].items()}
        one, other = sides.get(before, piers.get(here, -1)), sides.get(after, piers.get(here, -1))
        if BOARD.hexes[here].printed.stops and other not in {end for _, end in BOARD.track(here, PRINTED).at[one]}:
            found += [(here << 4 | one, here << 4 | FIRST_STOP), (here << 4 | FIRST_STOP, here << 4 | other)]
        else:
            found.append((here << 4 | one, here << 4 | other))
    return found


@rule("18OE-WATER-02", "18OE-TOKEN-11", "18OE-FERRY-09")
@pytest.mark.parametrize("number", range(24))
@pytest.mark.parametrize("backwards", [False, True])
def test_a_way_pays_for_a_ferry_once_and_before_any_town_on_it(number: int, backwards: bool) -> None:
    ferry = LAND.ferries[number]
    path = [ferry.ends[0], *ferry.over, ferry.ends[1]]
    steps = along(path[::-1] if backwards else path)
    tolls = [across_water.boarding().get(step, (0, 0))[0] for step in steps]
    assert sum(tolls) == ferry.distance
    town = next((place for place, (_, end) in enumerate(steps) if end & 15 >= FIRST_STOP), None)
    if town is not None:
        assert sum(tolls[: town + 1]) == ferry.distance


@rule("18OE-WATER-02", "18OE-FERRY-09")
def test_a_town_on_a_ferry_costs_all_of_it() -> None:
    table = major("MAV", "57@1 X77", tokens=("AA82.0",))
    assert to(table, "MAV", "X79.0") == 5, "Varna from Constantinople"


@rule("18OE-WATER-02", "18OE-WATER-03", "18OE-TOKEN-11", "18OE-TOKEN-12", "18OE-FERRY-09")
@pytest.mark.parametrize(("authority", "track", "token"), [("", 25, 100), (MEDITERRANEAN, 5, 20), (NORTH_SEA, 25, 100)])
def test_whoever_boards_a_ferry_at_a_town_on_it_pays_for_all_of_it(authority: str, track: int, token: int) -> None:
    """From Odessa over two sea zones to Varna, or to Constantinople, and then by the ferry to the coast.

    Of three units, the two dearest are waived.
    """
    table = major("MKV", "57@1 T81", "9@1 X77", tokens=("T81.0",), authority=authority)
    beyond, from_the_east = table.hex("X75"), 1 << 4
    assert fares(table, "MKV").to_hex(beyond, from_the_east) == track
    assert fares(table, "MKV", track=False).to_hex(beyond, from_the_east) == token


@rule("18OE-WATER-01", "18OE-WATER-02")
def test_track_on_the_far_shore() -> None:
    """From London by the White Cliffs Ferry, which has distance 0, to Lille and beyond."""
    table = major("LNWR", "202@5 N31", tokens=("M28.0",))
    exits = BOARD.track(table.hex("N31"), table.state.tiles[table.hex("N31")]).exits
    assert exits == 0b100010
    table.do("lay 9 on O32 turned 2")
    assert table.cash("LNWR") == 900


@rule("18OE-WATER-02", "18OE-WATER-03")
def test_a_tile_beyond_a_ferry_and_one_beyond_the_sea_are_paid_for() -> None:
    table = major("LNWR", "OE2@4 M26", tokens=("M28.0",))
    table.lay("OE6@0 M28")
    company = table.company("LNWR")
    fees = {}
    for text in table.offered("lay"):
        action = table.action(text)
        assert isinstance(action, LayTile)
        if " on O24 " in text or " on L37 " in text:
            exits = BOARD.track(action.hex, action.tile * 6 + action.rotation).exits
            fees[BOARD.names[action.hex], exits] = building.lay_cost(table.game, company, action)
    ferry_side, arrow = 1 << 3, 1 << 4
    by_ferry = {fee for (name, exits), fee in fees.items() if name == "O24" and exits & ferry_side}
    by_sea = {fee for (name, exits), fee in fees.items() if name == "O24" and not exits & ferry_side}
    assert by_ferry == {5}, "Cherbourg by the ferry of distance 1 from Southampton"
    assert by_sea == {10}, "or by its port"
    assert all(exits & (ferry_side | arrow) for name, exits in fees if name == "O24")
    assert {fee for (name, _), fee in fees.items() if name == "L37"} == {55}, "Amsterdam: terrain, and one zone"
    text = next(text for text in table.offered("lay") if " on L37 " in text)
    table.do(text)
    assert table.cash("LNWR") == 900 - 55


@rule("18OE-WATER-05")
def test_port_tokens_and_minor_h_lower_no_fee() -> None:
    table = major("LNWR", "622@1 I50", tokens=("M28.0",))
    before = to(table, "LNWR", "I50.0"), to(table, "LNWR", "I50.0", track=False)
    merged(table, "H", "LNWR")
    assert (to(table, "LNWR", "I50.0"), to(table, "LNWR", "I50.0", track=False)) == before == (30, 120)


@rule("18OE-WATER-06", "18OE-TOKEN-10")
def test_private_ports_are_for_those_with_a_token_there() -> None:
    table = major("LNWR", tokens=("M28.0",))
    assert to(table, "LNWR", "I52.0") is None, "Malmö by sea"
    table.lay("622@1 I50", "6@1 I52")
    assert to(table, "LNWR", "I52.0", track=False) == 120, "by København and then by land"
    ports = {BOARD.names[side[0]] for side in _harbours(table, "LNWR")}
    assert "I52" not in ports
    assert "I50" in ports
    table.major("BJV", 90, {"Ben": 4}, tokens=("I52.0",))
    assert "I52" in {BOARD.names[side[0]] for side in _harbours(table, "BJV")}


def _harbours(table: Europe, company: str) -> list[tuple[int, int]]:
    standing = getting_about.for_track(table.game, table.company(company))
    return [harbour.side for harbour in standing.harbours if harbour.side is not None]


@rule("18OE-WATER-07", "18OE-COST-10")
def test_nationals_pay_no_fee() -> None:
    table = Europe(railroad_phase="major", phase="4")
    table.national("LNWR", 100, {"Ann": 4})
    table.lay("OE1@0 M26")
    table.operating_turn("LNWR", "track")
    london = next(text for text in table.offered("lay") if " on M28 " in text)
    table.do(london)
    assert table.cash("LNWR") == 0
    across = {text.split(" on ")[1].split()[0] for text in table.offered("lay")}
    assert "H29" in across
    action = table.action(next(text for text in table.offered("lay") if " on H29 " in text))
    assert isinstance(action, LayTile)
    assert building.lay_cost(table.game, table.company("LNWR"), action) == 0


@rule("18OE-WATER-01")
def test_a_poor_railroad_is_offered_only_what_it_can_pay() -> None:
    rich, poor = major("LNWR", tokens=("M28.0",)), major("LNWR", tokens=("M28.0",), cash=9)
    assert any(" on L37 " in text for text in rich.offered("lay"))
    assert not any(" on H29 " in text for text in poor.offered("lay"))
    poor.refuses("lay 4 on H29 turned 2", "18OE-COST-11")


# -- Lille ----------------------------------------------------------------------------------------


def at_lille() -> Europe:
    """LNWR in London; Lille is full of BEL's token and has track to the south-east."""
    table = Europe(railroad_phase="major", phase="5")
    table.major("LNWR", 100, {"Ann": 4}, cash=900, tokens=("M28.0",))
    table.major("BEL", 90, {"Ben": 4}, cash=900, tokens=("N31.0",))
    table.lay("202@5 N31")
    table.operating_turn("LNWR", "track")
    return table


def passes(table: Europe, company: str = "LNWR") -> bool:
    """Does the railroad get from London past Lille?"""
    return bool(company_reach(table.game, table.company(company)).arrivals.get(table.hex("O32"), 0))


@rule("18OE-LILLE-02", "18OE-LILLE-05", "18OE-LILLE-07")
def test_who_gets_past_lille_by_the_ferry() -> None:
    table = at_lille()
    assert passes(table), "the ferry position is empty"
    reached = company_reach(table.game, table.company("LNWR")).arrivals
    assert not any(reached.get(table.hex(name), 0) for name in ("O30", "N33")), "where no track leads"
    table.major("GWR", 80, {"Ben": 4})
    table.token("GWR", "N29.0")
    assert not passes(table), "it is taken"
    assert table.stop("N31.0") in company_reach(table.game, table.company("LNWR")).stops, "but Lille is reached"
    assert passes(table, "GWR")
    assert passes(table, "BEL"), "with a token in Lille"
    table.remember(circle=(table.company("LNWR"), table.stop("N31.0")))
    assert passes(table), "Central Circle's token counts"
    table.remember(circle=None, cliffs_open=True)
    assert passes(table), "open for good"


@rule("18OE-LILLE-05")
def test_without_a_token_in_lille_nobody_takes_the_ferry_from_the_continent() -> None:
    table = Europe(railroad_phase="major", phase="5")
    table.major("BEL", 90, {"Ben": 4}, cash=900)
    table.major("GWR", 80, {"Ben": 4})
    assert getting_about.for_track(table.game, table.company("BEL")).shut == frozenset()
    table.token("GWR", "N29.0")
    assert getting_about.for_track(table.game, table.company("BEL")).shut == {table.hex("N29")}
    assert getting_about.for_track(table.game, table.company("GWR")).shut == frozenset()


@pytest.mark.parametrize("cash", [0, 10, 20, 30, 40, 900])
@pytest.mark.parametrize("spent", [0, 5, 6])
def test_there_is_a_tile_to_lay_exactly_if_one_is_offered(cash: int, spent: int) -> None:
    table = major("LNWR", "622@1 I50", tokens=("I50.0",), cash=cash)
    step = building.BuildTrack(table.company("LNWR"), spent=Spent(spent))
    offered = list(building.lay_options(table.game, step))
    assert building.can_lay(table.game, step) == bool(offered)
    assert bool(offered) == (spent < 6)
