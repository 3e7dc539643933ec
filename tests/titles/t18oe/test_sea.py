"""Ports and crossings of the sea (18OE-PORT-01 to 18OE-PORT-14, 18OE-PORT-20 to 18OE-PORT-26), with Star Harbor."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, groupby

import pytest

from railhead.core.frozen import FrozenDict
from railhead.core.ids import Hex, Point, Stop, hex_of
from railhead.routes.graph import within_reach
from railhead.routes.model import ANY, Waiver
from railhead.routes.runs import Runs
from railhead.testing import rule
from railhead.titles.t18oe.facts import MEDITERRANEAN, NORTH_SEA, land
from railhead.titles.t18oe.nearby import alike, from_home
from railhead.titles.t18oe.reliefs import water_beside
from railhead.titles.t18oe.sea import Chart, Coast, courses_between, sea_hexes, shores
from railhead.track.network import Link, Network
from tests.titles.t18oe.lines import (
    BRISTOL_LONDON,
    CHERBOURG_LINE,
    COAST,
    FLANDERS,
    LE_HAVRE_LINE,
    SOUND,
    WEST,
    Lines,
    path,
    railroad,
    sea,
)

ZONE = {zone.name: number for number, zone in enumerate(land().seas)}
HOLLAND = ("202@1 N35", "57@0 M36", "207@5 L37")
"""Brussel (30), Rotterdam (20) and Amsterdam (40), which has a public port on the English Channel."""
BRUSSEL_AMSTERDAM = "N35.0-M36.0-L37.0"
TRAINS = ("2+2", "3", "4", "5", "6", "7+7", "8+8")


def links(at: Lines, company: str, one: str, other: str) -> list[Link]:
    """The crossings between two stops."""
    found = at.problem(company).network.links[at.stop(one)]
    return [link for link in found if link.end == at.stop(other) and link.sea]


def least(at: Lines, company: str, run: str) -> int:
    """The smallest city limit of the railroad's trains with which a run is allowed."""
    return next(limit for limit, train in enumerate(TRAINS, 2) if at.may_run(company, f"{train} {run}"))


def fleet(company: str, tiles: tuple[str, ...], phase: str = "4", tokens: tuple[str, ...] = ()) -> Lines:
    """A major with a train of every size."""
    return railroad(company, tiles, TRAINS, tokens, phase)


# -- crossings ------------------------------------------------------------------------------------


@rule("18OE-PORT-01", "18OE-PORT-02")
def test_a_crossing_goes_from_port_to_port_over_track_to_their_arrows() -> None:
    at = fleet("GWR", (*WEST, *FLANDERS, "622@1 I50"), tokens=("M28.0",))
    assert at.may_run("GWR", f"8+8 {sea('M28.0', 'I50.0')}")
    assert at.breaks("GWR", f"8+8 {sea('M28.0', 'N33.0')}") == "18OE-ROUTE-01"
    printed = fleet("GWR", WEST, tokens=("M28.0",))
    assert printed.breaks("GWR", f"8+8 {sea('M28.0', 'I50.0')}") == "18OE-ROUTE-01"
    assert not links(printed, "GWR", "M28.0", "I50.0")


@rule("18OE-PORT-03")
def test_every_sea_zone_counts_and_pays_nothing() -> None:
    at = fleet("BEL", (*HOLLAND, *SOUND))
    assert least(at, "BEL", BRUSSEL_AMSTERDAM) == 3
    assert least(at, "BEL", path(BRUSSEL_AMSTERDAM, sea("L37.0", "M28.0"))) == 4 + 1
    assert least(at, "BEL", path(BRUSSEL_AMSTERDAM, sea("L37.0", "I50.0"))) == 4 + 3
    assert at.earns("BEL", f"7+7 {path(BRUSSEL_AMSTERDAM, sea('L37.0', 'I50.0'))}") == 30 + 20 + 40 + 40
    towns = "N35.0-(M36.0)-L37.0"
    assert at.breaks("BEL", f"4 {path(towns, sea('L37.0', 'M28.0'))}") == "18OE-ROUTE-10"


@rule("18OE-PORT-03")
def test_what_is_left_of_the_limit_is_left_for_towns_too() -> None:
    """Places counted on the city side are the limit less the zones: AMB-35 of the rule list."""
    at = fleet("GWR", ("57@2 L25", "OE2@2 M26", "58@2 M24", "OE6@0 M28"), tokens=("Q30.0",))
    over = f"M26.0-{path('L25.0-L25', 'L25-O28')}-O28.0"
    assert least(at, "GWR", over.replace("M26.0", "(M26.0)")) == 2 + 1
    assert at.breaks("GWR", f"3 {over}") == "18OE-ROUTE-10"
    assert at.earns("GWR", f"4 {over.replace('M26.0', '(M26.0)')}") == 20 + 10


@rule("18OE-PORT-04", "18OE-PORT-05", "18OE-PORT-06", "18OE-PORT-07")
@pytest.mark.parametrize(
    ("one", "other", "zones"),
    [
        ("English Channel", "English Channel", 1),
        ("Gulf of Finland", "Gulf of Finland", 1),
        ("Skagerrak", "Baltic Sea", 2),
        ("Aegean Sea", "Black Sea", 2),
        ("North Atlantic (Silver Coast)", "Strait of Gibraltar", 2),
        ("English Channel", "Skagerrak", 3),
        ("Bay of Biscay", "Strait of Gibraltar", 3),
    ],
)
def test_how_many_zones_there_are_from_one_to_another(one: str, other: str, zones: int) -> None:
    (course,) = courses_between(ZONE[one], ZONE[other], ())
    assert len(course) == zones
    assert (course[0], course[-1]) == (ZONE[one], ZONE[other])


@rule("18OE-PORT-01")
def test_a_crossing_goes_over_the_hexes_of_its_path_and_no_others() -> None:
    at = fleet("BEL", (*HOLLAND, *SOUND))
    crossings = [link for found in at.problem("BEL").network.links.values() for link in found if link.sea]
    assert crossings
    assert all(link.crossed == sum(1 << hex_ for hex_ in {hex_of(at) for at in link.path}) for link in crossings)


@rule("18OE-PORT-04")
def test_passages_are_no_track() -> None:
    at = fleet("GWR", (*WEST, *SOUND), tokens=("M28.0",))
    network = at.problem("GWR").network
    passage = [link for link in network.links[at.stop("I50.0")] if not link.sea]
    assert {link.end for link in passage} <= {at.stop("I52.0")}


@rule("18OE-PORT-06", "18OE-PORT-25")
def test_a_port_of_copenhagen_opens_both_zones() -> None:
    """Worked example EX-53 of the rule list."""
    at = fleet("GWR", (*WEST, *SOUND, "4@1 K60", "5@1 L53"), tokens=("M28.0",))
    (from_london,) = links(at, "GWR", "I50.0", "M28.0")
    assert [land().seas[zone].name for zone in from_london.water] == ["Skagerrak", "North Sea", "English Channel"]
    (to_bergen,) = links(at, "GWR", "I50.0", "B41.0")
    assert [land().seas[zone].name for zone in to_bergen.water] == ["Skagerrak"]
    danzig = fleet("GWR", (*WEST, *SOUND, "4@2 K60"), tokens=("M28.0",))
    (there,) = links(danzig, "GWR", "I50.0", "K60.0")
    assert [land().seas[zone].name for zone in there.water] == ["Baltic Sea"]


@rule("18OE-PORT-06", "18OE-PORT-25")
def test_a_port_of_constantinople_opens_both_zones() -> None:
    at = railroad("SFR", ("OE39@0 AA82",), ("8+8",), ("AA82.0",))
    by_sea = {link.end: link for link in at.problem("SFR").network.links[at.stop("AA82.0")] if link.sea}
    assert [land().seas[zone].name for zone in by_sea[at.stop("AD79.0")].water] == ["Aegean Sea"]
    assert [land().seas[zone].name for zone in by_sea[at.stop("X79.0")].water] == ["Black Sea"]


@rule("18OE-PORT-08")
def test_there_is_a_side_of_land_between_two_crossings() -> None:
    at = fleet("GWR", (*WEST, *SOUND, *HOLLAND), "8", ("M28.0",))
    there_and_on = path(sea("L37.0", "M28.0"), sea("M28.0", "I50.0"))
    assert at.breaks("GWR", f"8+8 {there_and_on}") == "18OE-PORT-08"
    by_land = path(sea("L37.0", "M28.0"), "M28.0-M26.0-L25.0", sea("L25.0", "I20.0"))
    assert at.may_run("GWR", f"8+8 {by_land}")


# -- reliefs --------------------------------------------------------------------------------------

LONDON_COPENHAGEN = sea("M28.0", "I50.0")


@rule("18OE-PORT-09", "18OE-PORT-10")
@pytest.mark.parametrize(("phase", "counted"), [("2", 2), ("3", 2), ("4", 2), ("5", 2), ("6", 2), ("7", 1), ("8", 1)])
def test_a_port_token_waives_one_zone_and_later_two(phase: str, counted: int) -> None:
    """Worked example EX-53 of the rule list."""
    at = fleet("GWR", (*WEST, *SOUND), phase, ("M28.0",))
    assert least(at, "GWR", LONDON_COPENHAGEN) == 2 + counted
    with_authority(at, "GWR", NORTH_SEA)
    assert least(at, "GWR", LONDON_COPENHAGEN) == 2


def with_authority(at: Lines, company: str, area: str) -> None:
    """The railroad has the port authority of an area."""
    at.remember(authorities=((at.company(company), (NORTH_SEA, MEDITERRANEAN).index(area)),))


@rule("18OE-PORT-10", "18OE-PORT-13", "18OE-PORT-14")
def test_reliefs_let_the_smallest_train_cross() -> None:
    """Three zones, of which none counts: a 2+2 gets from London to København and back."""
    at = railroad("GWR", (*WEST, *SOUND), ("2+2",), ("M28.0",))
    assert not links(at, "GWR", "M28.0", "I50.0")
    with_authority(at, "GWR", NORTH_SEA)
    assert at.earns("GWR", f"2+2 {LONDON_COPENHAGEN}") == 30 + 40
    at.remember(authorities=())
    at.merged("H", "GWR")
    assert not at.may_run("GWR", f"2+2 {LONDON_COPENHAGEN}")
    at.token("GWR", "I50.0")
    assert at.may_run("GWR", f"2+2 {LONDON_COPENHAGEN}")


@rule("18OE-PORT-09")
def test_tokens_that_are_not_at_a_port_waive_nothing() -> None:
    at = fleet("BEL", (*HOLLAND, *SOUND), tokens=("Q30.0",))
    assert [waiver.at for waiver in at.problem("BEL").waivers] == []
    at.token("BEL", "L37.0")
    assert [waiver.at for waiver in at.problem("BEL").waivers] == [at.stop("L37.0")]


@rule("18OE-PORT-10")
def test_only_a_run_through_the_token_has_its_relief() -> None:
    at = fleet("GWR", (*WEST, *SOUND), tokens=("I52.0",))
    assert least(at, "GWR", path(sea("M28.0", "I50.0"), "I50.0-I52.0")) == 3 + 3
    at.token("GWR", "I50.0")
    assert least(at, "GWR", path(sea("M28.0", "I50.0"), "I50.0-I52.0")) == 3 + 3 - 1


@rule("18OE-PORT-11")
@pytest.mark.parametrize(("phase", "counted"), [("4", 3), ("8", 2)])
def test_one_of_the_waived_zones_is_beside_the_token(phase: str, counted: int) -> None:
    """Bristol is on the Celtic Sea, which the shortest course from London to København does not touch.

    With two zones to waive, the longer course by the Celtic Sea counts less.
    """
    at = fleet("GWR", (*WEST, *SOUND), phase)
    assert least(at, "GWR", path(BRISTOL_LONDON.replace("M26.0", "(M26.0)"), LONDON_COPENHAGEN)) == 3 + counted


@rule("18OE-PORT-11")
def test_the_direction_of_a_run_does_not_matter() -> None:
    at = fleet("GWR", (*WEST, *SOUND), "7", ("M28.0",))
    assert least(at, "GWR", LONDON_COPENHAGEN) == least(at, "GWR", sea("I50.0", "M28.0")) == 3


@rule("18OE-PORT-12")
def test_a_port_token_serves_every_train() -> None:
    at = railroad("GWR", (*WEST, *SOUND, *HOLLAND), ("4", "4"), ("M28.0",))
    assert at.earns("GWR", f"4 {LONDON_COPENHAGEN}", f"4 {LONDON_COPENHAGEN}") == 2 * (30 + 40)


def crossing_twice(phase: str) -> Lines:
    """Two trains that get from Paris to London, each with three cities and one zone."""
    return railroad("PLM", (*COAST, "OE28@0 M28"), ("3", "3"), ("Q30.0",), phase)


BY_LE_HAVRE = path(LE_HAVRE_LINE.replace("P29.0", "(P29.0)"), sea("O28.0", "M28.0"))
BY_CHERBOURG = path(CHERBOURG_LINE, sea("O24.0", "M28.0")).replace("O24.0", "(O24.0)")


@rule("18OE-PORT-13", "18OE-PORT-18")
def test_an_authority_waives_two_zones_of_its_area_for_all_trains() -> None:
    at = crossing_twice("4")
    assert at.breaks("PLM", f"3 {BY_LE_HAVRE}") == at.breaks("PLM", f"3 {BY_CHERBOURG}") == "18OE-ROUTE-10"
    with_authority(at, "PLM", MEDITERRANEAN)
    assert at.breaks("PLM", f"3 {BY_LE_HAVRE}") == "18OE-ROUTE-10"
    with_authority(at, "PLM", NORTH_SEA)
    assert at.earns("PLM", f"3 {BY_LE_HAVRE}", f"3 {BY_CHERBOURG}") == (100 + 20 + 90) + (100 + 20 + 90)
    assert at.best("PLM") == 2 * 210


@rule("18OE-PORT-13")
def test_two_units_are_all_that_an_authority_waives_in_a_turn() -> None:
    at = railroad("PLM", (*COAST, *SOUND), ("4", "3"), ("Q30.0",), "4")
    with_authority(at, "PLM", NORTH_SEA)
    far = path(LE_HAVRE_LINE.replace("P29.0", "(P29.0)"), sea("O28.0", "I50.0"))
    assert at.may_run("PLM", f"4 {far}")
    assert at.may_run("PLM", f"3 {BY_CHERBOURG}")
    assert at.breaks("PLM", f"4 {far}", f"3 {BY_CHERBOURG}") == "18OE-ROUTE-10"


@rule("18OE-PORT-14", "18OE-MINOR-15")
@pytest.mark.parametrize(("phase", "both"), [("2", False), ("4", False), ("6", False), ("7", True), ("8", True)])
def test_minor_h_waives_one_zone_in_a_turn_and_later_two(phase: str, both: bool) -> None:
    at = crossing_twice(phase)
    assert not at.may_run("PLM", f"3 {BY_LE_HAVRE}")
    at.merged("H", "PLM")
    assert at.may_run("PLM", f"3 {BY_LE_HAVRE}")
    assert at.may_run("PLM", f"3 {BY_CHERBOURG}")
    assert at.may_run("PLM", f"3 {BY_LE_HAVRE}", f"3 {BY_CHERBOURG}") == both


@rule("18OE-MINOR-15")
def test_minor_h_has_the_relief_itself_and_a_national_never_has_it() -> None:
    at = Lines("4")
    at.lay(*COAST, "OE28@0 M28")
    at.minor("H", "Ann", "FB", "Q30.0", trains=("3",))
    assert at.may_run("H", f"3 {BY_LE_HAVRE}")


def test_one_zone_is_waived_only_once() -> None:
    """Each relief is for a zone of its own: AMB-34 of the rule list."""
    at = fleet("GWR", (*WEST, *SOUND), "4", ("M28.0", "I50.0"))
    assert least(at, "GWR", LONDON_COPENHAGEN) == 2 + 3 - 2
    at.merged("H", "GWR")
    assert least(at, "GWR", LONDON_COPENHAGEN) == 2
    near = sea("M28.0", "O28.0")
    assert least(at, "GWR", near) == 2


# -- kinds of ports -------------------------------------------------------------------------------


@rule("18OE-PORT-20")
def test_anybody_uses_public_ports_and_port_towns() -> None:
    at = railroad("PLM", (*COAST, *WEST), ("4",), ("Q30.0",))
    assert at.earns("PLM", f"4 {BY_CHERBOURG}") == 100 + 20 + 30
    through = railroad("PLM", ("3@4 O24", "9@2 P25", "6@2 Q26", *WEST), ("5",), ("Q26.0",))
    assert through.may_run("PLM", f"5 {path('Q26.0-P25-O24.0', sea('O24.0', 'M28.0'), 'M28.0-M26.0')}")


@rule("18OE-PORT-21")
def test_trains_end_in_a_public_port_city_full_of_others() -> None:
    at = railroad("GWR", (*WEST, *COAST), ("4",), ("M28.0",))
    inland = path(sea("M28.0", "O28.0"), "O28.0-P29.0")
    assert at.may_run("GWR", f"4 {inland}")
    at.regional("OU", 60, {"Ben": 2}, tokens=("O28.0",))
    assert at.may_run("GWR", f"4 {sea('M28.0', 'O28.0')}")
    assert at.breaks("GWR", f"4 {inland}") == "18OE-ROUTE-05"


@rule("18OE-PORT-22")
def test_a_private_port_is_for_railroads_with_a_token_in_its_city() -> None:
    at = railroad("GWR", (*WEST, *SOUND), ("6",), ("M28.0",))
    to_malmo = sea("M28.0", "I52.0")
    assert at.breaks("GWR", f"6 {to_malmo}") == "18OE-ROUTE-01"
    assert at.may_run("GWR", f"6 {path(sea('M28.0', 'I50.0'), 'I50.0-I52.0')}")
    at.token("GWR", "I52.0")
    assert at.may_run("GWR", f"6 {to_malmo}")


@rule("18OE-PORT-23")
def test_an_offshore_port_needs_no_track() -> None:
    at = railroad("GWR", (), ("3",))
    assert at.earns("GWR", f"3 {sea('L25.0', 'M28.0')}") == 0 + 30
    edinburgh = railroad("GWR", ("7@0 G28",), ("6",), ("G26.0",))
    (crossing,) = links(edinburgh, "GWR", "G26.0", "M28.0")
    assert edinburgh.hex("G28") not in crossing.hexes
    assert [land().seas[zone].name for zone in crossing.water] == ["North Sea", "English Channel"]


@rule("18OE-PORT-24")
@pytest.mark.parametrize("station", ["M28.0", "M28.1"])
def test_all_stations_of_london_reach_the_sea(station: str) -> None:
    """Worked example EX-15 of the rule list."""
    at = railroad("GWR", (*WEST, *SOUND), ("5",), (station,))
    assert at.may_run("GWR", f"5 {sea(station, 'I50.0')}")


# -- Star Harbor and Central Circle ---------------------------------------------------------------


def with_card(card: str, stop: str, company: str, at: Lines) -> Stop:
    """The token of Star Harbor or Central Circle lies in a city, for a railroad."""
    at.remember(**{card: (at.company(company), at.stop(stop))})
    return at.stop(stop)


@rule("18OE-PRIV-23", "18OE-PORT-10")
def test_star_harbor_is_a_port_token_at_any_port() -> None:
    at = fleet("GWR", (*WEST, *SOUND), tokens=("M28.0",))
    with_card("harbor", "I52.0", "GWR", at)
    assert least(at, "GWR", sea("M28.0", "I52.0")) == 1 + 4 - 2
    assert at.earns("GWR", f"3 {sea('M28.0', 'I52.0')}") == 30


@rule("18OE-PRIV-23")
def test_star_harbor_opens_a_private_port_to_its_own_railroad_alone() -> None:
    at = fleet("GWR", (*WEST, *SOUND), tokens=("M28.0",))
    with_card("harbor", "I52.0", "DSJ", at)
    assert at.breaks("GWR", f"8+8 {sea('M28.0', 'I52.0')}") == "18OE-ROUTE-01"
    assert [waiver.at for waiver in at.problem("GWR").waivers] == [at.stop("L25.0"), at.stop("M28.0")]


@rule("18OE-PRIV-26", "18OE-PRIV-27")
def test_the_city_of_a_card_counts_nothing_and_pays_nothing_to_its_railroad() -> None:
    at = railroad("GWR", FLANDERS, ("2+2",), ("N31.0",))
    at.regional("BEL", 60, {"Ben": 2}, trains=("2+2",))
    whole = "2+2 N31.0-N33.0-N35.0-M36.0"
    assert at.breaks("GWR", whole) == "18OE-ROUTE-10"
    with_card("circle", "N35.0", "GWR", at)
    assert at.earns("GWR", whole) == 40 + 10 + 20
    assert at.earns("BEL", "2+2 N33.0-N35.0-M36.0") == 10 + 30 + 20


@rule("18OE-PRIV-28")
def test_the_token_of_a_card_is_not_enough_for_a_run() -> None:
    at = railroad("GWR", FLANDERS, ("2+2",))
    with_card("circle", "N35.0", "GWR", at)
    assert at.breaks("GWR", "2+2 N33.0-N35.0-M36.0") == "18OE-ROUTE-01"
    at.token("GWR", "M36.0")
    assert at.may_run("GWR", "2+2 N33.0-N35.0-M36.0")


# -- made when somebody asks ----------------------------------------------------------------------


def test_a_link_that_is_looked_up_by_its_path_is_the_one_that_leaves_its_stop() -> None:
    one, other = (fleet("BEL", (*HOLLAND, *SOUND)).problem("BEL").network for _ in range(2))
    listed = all_links(one)
    paths = [link.path for link in listed]
    assert len(set(paths)) == len(paths)
    assert [one.by_path[each] for each in paths] == listed
    looked_up = [other.by_path[each] for each in paths]
    assert all_links(other) == looked_up


def all_links(network: Network) -> list[Link]:
    """The links of all stops."""
    return [link for stop in network.stops for link in network.links[stop]]


def test_a_crossing_is_found_by_its_path_without_all_others_from_its_port() -> None:
    at = fleet("BEL", (*HOLLAND, *SOUND))
    (crossing,) = links(at, "BEL", "L37.0", "M28.0")
    network = fleet("BEL", (*HOLLAND, *SOUND)).problem("BEL").network
    made = network.by_path[crossing.path]
    assert (made.path, made.water, made.courses) == (crossing.path, crossing.water, crossing.courses)
    assert network.by_path.get((*crossing.path[:1], *crossing.path[2:])) is None
    assert made in network.links[at.stop("L37.0")]


def test_whoever_compares_boards_looks_at_what_trains_get_to_from_home() -> None:
    at = fleet("BEL", (*HOLLAND, *SOUND, *WEST))
    problem = at.problem("BEL")
    roughly = from_home(problem)
    nearby, ashore = roughly.network, problem.network.without_the_sea()
    assert ashore is not None
    home = within_reach(replace(problem, network=ashore))
    assert at.stop("L37.0") in home
    assert at.stop("M28.0") not in home
    wanted = [
        link
        for link in all_links(problem.network)
        if {link.start, link.end} <= set(nearby.stops) and (not link.sea or home & {link.start, link.end})
    ]
    assert any(link.sea for link in wanted)
    assert 0 < len(wanted) < len(all_links(problem.network))
    assert {link.path for link in all_links(nearby)} == {link.path for link in wanted}
    assert all(nearby.by_path[link.path].water == link.water for link in wanted)
    assert replace(roughly, network=problem.network) == problem


@pytest.mark.parametrize("train", ["2+2", "3", "4"])
def test_no_train_gets_beyond_what_is_looked_at(train: str) -> None:
    at = railroad("BEL", (*HOLLAND, *SOUND, *WEST), (train,), (), "4")
    problem = at.problem("BEL")
    roughly = from_home(problem)
    assert len(roughly.network.stops) < len(problem.network.stops)
    assert Runs(roughly).best[0] == Runs(problem).best[0]


@pytest.mark.parametrize(("more", "same"), [((), True), (("8@0 AC16",), True), (("205@0 M36",), False)])
def test_boards_that_differ_far_away_have_the_same_runs(more: tuple[str, ...], same: bool) -> None:
    """A tile in Spain makes no difference to a train of level 2 in Flanders, but a green city does."""
    one, other = (
        from_home(railroad("BEL", (*HOLLAND, *WEST, *tiles), ("2+2",), (), "2").problem("BEL")) for tiles in ((), more)
    )
    assert one.network is not other.network
    assert (alike(one) == alike(other)) == same
    assert hash(alike(one)) == hash(alike(one))
    if same:
        assert Runs(one).within(500) == Runs(other).within(500)


def test_boards_with_other_runs_are_not_alike() -> None:
    problem = from_home(railroad("BEL", (*HOLLAND, *WEST), ("3",), (), "3").problem("BEL"))
    other = next(stop for stop in problem.network.stops if stop not in problem.own)
    different = [
        replace(problem, own=problem.own | {other}),
        replace(problem, barred=problem.barred | {other}),
        replace(problem, values={**problem.values, other: 990}),
        replace(problem, trains=(*problem.trains, *problem.trains)),
        replace(problem, waivers=(Waiver(frozenset({1}), 1),)),
    ]
    assert all(alike(each) != alike(problem) for each in different)


@pytest.mark.parametrize("most", [2, 4, 7])
@pytest.mark.parametrize("area", [None, NORTH_SEA, MEDITERRANEAN])
def test_the_least_that_a_crossing_counts_is_that_of_its_best_course(most: int, area: int | None) -> None:
    zones = frozenset(number for number, zone in enumerate(land().seas) if zone.area == area)
    tokens = [Waiver(water_beside(port.hex), 1, Stop(Point(port.hex << 4))) for port in land().ports[::25]]
    steamships = Waiver(frozenset(range(len(land().seas))), 1)
    for waivers in ((), tuple(tokens[:1]), (*tokens, Waiver(zones, 2) if zones else steamships)):
        chart, openings = Chart(waivers, most), sorted({port.seas for port in land().ports})
        for one, other in combinations(openings, 2):
            courses = chart.best(((one, other),))
            assert chart.least((one,), (other,)) == min(map(chart.fewest, courses), default=ANY)


def test_ports_on_a_hex_follow_each_other() -> None:
    """So all crossings along a path name it in the same direction, and are one link."""
    hexes = [port.hex for port in land().ports]
    assert len([hex_ for hex_, _ in groupby(hexes)]) == len(set(hexes))


def test_ways_to_ports_are_the_same_on_a_network_that_was_made_from_an_earlier_one() -> None:
    laid: FrozenDict[Hex, int] = FrozenDict()
    network: Network | None = None
    for hex_, placement in fleet("BEL", (*HOLLAND, *SOUND, *WEST)).state.tiles.items():
        laid = laid.put(hex_, placement)
        network = Network(land().board, laid, network, sides=True)
        paths = [[quay.path for quay in quays] for quays in Coast(network).quays.values()]
        anew = Network(land().board, laid, sides=True)
        assert paths == [[quay.path for quay in quays] for quays in Coast(anew).quays.values()]
        by_the_sea = network.track_beside(sea_hexes(), shores())
        network._beside.clear()
        assert network.track_beside(sea_hexes(), shores()) == by_the_sea
