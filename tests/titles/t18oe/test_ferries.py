"""Ferries (rules 18OE-FERRY), and Lille at the end of the White Cliffs Ferry (rules 18OE-LILLE)."""

from __future__ import annotations

import pytest

from railhead.testing import rule
from railhead.titles.t18oe.facts import land
from railhead.titles.t18oe.sea import ferry_of, ferry_water
from railhead.track.tiles import TOWN
from tests.titles.t18oe.lines import (
    BRISTOL_LONDON,
    FLANDERS,
    LILLE_GENT,
    LILLE_PARIS,
    LONDON_LILLE,
    NORTH,
    WEST,
    Lines,
    path,
    railroad,
    sea,
)

IRISH = "J27.0-J25.0-I24-I22-I20.0"
"""From Manchester by Liverpool and the ferry to Dublin."""
SARDINIA = ("4@1 AB39", "8@1 AB41", "57@0 Z47")
"""Sassari (a town of 10), the ferry, Roma (20)."""
SASSARI_ROMA = "AB39.0-AB41-AA42-AA44-AA46-Z47.0"


def ferry(at: Lines, company: str, one: str, other: str) -> int:
    """What riding a ferry counts, before anything is waived."""
    (link,) = [
        link for link in at.problem(company).network.links[at.stop(one)] if link.end == at.stop(other) and link.ferry
    ]
    return link.toll


@rule("18OE-FERRY-01")
def test_a_ferry_is_ridden_over_track_that_leads_to_it() -> None:
    at = railroad("SFR", SARDINIA, ("4",))
    assert at.may_run("SFR", f"4 {SASSARI_ROMA}")
    without = railroad("SFR", (*SARDINIA[:2], "57@1 Z47"), ("4",))
    assert without.breaks("SFR", f"4 {SASSARI_ROMA}") == "18OE-ROUTE-01"


@rule("18OE-FERRY-02")
@pytest.mark.parametrize(
    ("one", "other", "distance"), [("M28.0", "N31.0", 0), ("J25.0", "I20.0", 1), ("G26.0", "B41.0", 2)]
)
def test_a_ferry_counts_its_distance(one: str, other: str, distance: int) -> None:
    at = railroad("LNWR", (), ("4",))
    assert ferry(at, "LNWR", one, other) == ferry(at, "LNWR", other, one) == distance


@rule("18OE-FERRY-02", "18OE-FERRY-09")
@pytest.mark.parametrize("number", range(24))
def test_which_ferry_a_line_rides(number: int) -> None:
    """Also where several ferries share hexes, from both ends, beyond the shore, and to or from a town on it."""
    ferry, board = land().ferries[number], land().board
    whole = (ferry.ends[0], *ferry.over, ferry.ends[1])
    assert ferry_of(whole) == ferry_of(whole[::-1]) == number
    for inland in board.beyond[ferry.ends[1]].values():
        if board.hexes[inland].printed.colour != "blue":
            assert ferry_of((*whole, inland)) == ferry_of((inland, *whole[::-1])) == number
            assert ferry_of((ferry.ends[1], inland)) is None
    for place, hex_ in enumerate(ferry.over, 1):
        if any(stop.kind == TOWN for stop in board.hexes[hex_].printed.stops):
            assert ferry_of(whole[: place + 1]) == ferry_of(whole[place:]) == number


def test_ferries_are_no_sea_zones() -> None:
    numbers = [ferry_water(number) for number in range(len(land().ferries))]
    assert len(set(numbers)) == 24
    assert set(numbers).isdisjoint(range(len(land().seas)))


@rule("18OE-FERRY-02", "18OE-FERRY-06")
def test_anybody_rides_a_ferry_and_it_uses_up_the_limit() -> None:
    at = railroad("LNWR", (), ("3", "4"))
    assert at.breaks("LNWR", f"3 {IRISH}") == "18OE-ROUTE-10"
    assert at.earns("LNWR", f"4 {IRISH}") == 20 + 30 + 10
    free = railroad("GWR", (*WEST, *NORTH), ("3",))
    assert free.earns("GWR", f"3 {path(BRISTOL_LONDON, LONDON_LILLE).replace('M26.0', '(M26.0)')}") == 20 + 30 + 30


@rule("18OE-FERRY-03")
@pytest.mark.parametrize("token", ["J25.0", "I20.0"])
def test_a_token_at_either_end_lowers_the_distance(token: str) -> None:
    at = railroad("LNWR", (), ("3",), (token,))
    assert at.earns("LNWR", f"3 {IRISH}") == 60


@rule("18OE-FERRY-04")
def test_minor_h_and_star_harbor_lower_it_but_an_authority_does_not() -> None:
    at = railroad("LNWR", (), ("3",))
    at.remember(authorities=((at.company("LNWR"), 0),))
    assert at.breaks("LNWR", f"3 {IRISH}") == "18OE-ROUTE-10"
    at.merged("H", "LNWR")
    assert at.earns("LNWR", f"3 {IRISH}") == 60
    harbor = railroad("LNWR", (), ("2+2",))
    harbor.remember(harbor=(harbor.company("LNWR"), harbor.stop("I20.0")))
    assert harbor.earns("LNWR", f"2+2 {IRISH}") == 20 + 30


@rule("18OE-FERRY-05")
def test_the_side_of_a_ferry_may_be_a_port_as_well() -> None:
    at = railroad("GWR", (), ("3",), ("I20.0",))
    assert at.may_run("GWR", f"3 {sea('L25.0', 'I20.0')}")


@rule("18OE-FERRY-07")
def test_full_cities_block_the_way_to_a_ferry() -> None:
    at = railroad("LNWR", (), ("4",))
    at.regional("GSWR", 60, {"Ben": 2})
    assert at.may_run("LNWR", f"4 {IRISH}")
    at.token("GSWR", "J25.0")
    assert at.breaks("LNWR", f"4 {IRISH}") == "18OE-ROUTE-05"


@rule("18OE-FERRY-08", "18OE-PORT-22")
def test_in_by_ferry_and_out_by_a_port_over_the_same_side() -> None:
    """Worked example EX-17 of the rule list."""
    at = railroad("SFR", SARDINIA, ("4",))
    out = path(SASSARI_ROMA, sea("Z47.0", "AG40.0"))
    assert at.may_run("SFR", f"4 {out}")
    stranger = railroad("GWR", ("57@0 AC40", "9@0 AB41", "57@0 Z47"), ("4",), ("AC40.0",))
    by_ferry = "AC40.0-AB41-AA42-AA44-AA46-Z47.0"
    assert stranger.may_run("GWR", f"4 {by_ferry}")
    assert stranger.breaks("GWR", f"4 {path(by_ferry, sea('Z47.0', 'AG40.0'))}") == "18OE-ROUTE-01"


@rule("18OE-FERRY-08")
def test_a_ferry_between_two_crossings_is_no_land() -> None:
    """AMB-87 of the rule list."""
    at = railroad("GWR", WEST, ("8+8",), ("M28.0", "I20.0"), "8")
    assert at.may_run("GWR", f"8+8 {path(IRISH, sea('I20.0', 'L25.0'))}")
    both = path(sea("M28.0", "I20.0"), "I20.0-I22-I24-J25.0", sea("J25.0", "L25.0"))
    at.token("GWR", "J25.0")
    assert at.breaks("GWR", f"8+8 {both}") == "18OE-PORT-08"


@rule("18OE-PORT-26")
def test_a_token_lowers_what_one_run_counts_once() -> None:
    at = railroad("SFR", SARDINIA, ("2+2", "3"))
    out = path(SASSARI_ROMA, sea("Z47.0", "AG40.0")).replace("AB39.0", "(AB39.0)")
    assert at.breaks("SFR", f"2+2 {out}") == "18OE-ROUTE-10"
    assert at.may_run("SFR", f"3 {out}")


@rule("18OE-FERRY-09")
def test_a_town_on_a_ferry_may_be_the_end_and_the_whole_distance_counts() -> None:
    at = railroad("GWR", (), ("2+2", "3"), ("AE72.0",))
    assert at.earns("GWR", "2+2 AE72.0-AF73-AE74.0") == 20 + 20
    stranger = railroad("GWR", ("57@1 AD79",), ("3", "4"), ("AD79.0",))
    whole = "AE72.0-AF73-AE74.0-AD75-AD77-AD79.0"
    assert ferry(stranger, "GWR", "AE72.0", "AE74.0") == ferry(stranger, "GWR", "AE74.0", "AD79.0") == 1
    assert stranger.earns("GWR", f"3 {whole}") == 20 + 20 + 20
    assert stranger.earns("GWR", f"4 {whole}") == 60


# -- Lille ----------------------------------------------------------------------------------------

THROUGH = path(LONDON_LILLE, LILLE_PARIS)
GENT_PARIS = path("N33.0-N31.0", LILLE_PARIS)


def lille(tokens: tuple[str, ...] = ("M28.0",), full: bool = True, taken: bool = False) -> Lines:
    """GWR, without a token in Lille, whose circles are taken by others or not; so is the ferry position."""
    at = railroad("GWR", (*WEST, *FLANDERS, *NORTH[1:]), ("4",), tokens, "5")
    if full:
        at.regional("OU", 60, {"Ben": 2}, tokens=("N31.0",))
        at.regional("BEL", 60, {"Ben": 2}, tokens=("N31.0",))
    if taken:
        at.token("BEL" if full else "GSWR", "N29.0")
    return at


@rule("18OE-LILLE-02")
def test_by_ferry_trains_pass_a_full_lille() -> None:
    at = lille()
    assert at.earns("GWR", f"4 {THROUGH}") == 30 + 40 + 100
    assert at.may_run("GWR", f"4 {path('M26.0-M28.0', LONDON_LILLE, 'N31.0-N33.0')}")
    assert at.best("GWR") >= 170


@rule("18OE-LILLE-03")
def test_without_the_ferry_a_full_lille_blocks() -> None:
    at = lille(("Q30.0",))
    assert at.breaks("GWR", f"4 {GENT_PARIS}") == "18OE-ROUTE-05"
    assert at.may_run("GWR", f"4 {LILLE_PARIS}")
    assert lille(("Q30.0",), full=False).may_run("GWR", f"4 {GENT_PARIS}")


@rule("18OE-LILLE-05", "18OE-LILLE-06")
@pytest.mark.parametrize("full", [True, False])
def test_once_the_ferry_position_is_taken_strangers_go_no_further(full: bool) -> None:
    at = lille(full=full, taken=True)
    assert at.may_run("GWR", f"4 {path(BRISTOL_LONDON, LONDON_LILLE)}")
    assert at.breaks("GWR", f"4 {THROUGH}") == "18OE-ROUTE-02"
    assert at.breaks("GWR", f"4 {path('N33.0-N31.0', 'N31.0-N29-M28.0')}") == "18OE-ROUTE-02"
    at.token("GWR", "Q30.0")
    assert at.may_run("GWR", f"4 {GENT_PARIS}") != full


@rule("18OE-LILLE-05")
@pytest.mark.parametrize("how", ["normal", "ferry", "circle"])
def test_those_with_a_token_in_lille_pass(how: str) -> None:
    at = lille(full=False, taken=how != "ferry")
    assert at.may_run("GWR", f"4 {THROUGH}") == (how == "ferry")
    if how == "normal":
        at.token("GWR", "N31.0")
    elif how == "ferry":
        at.token("GWR", "N29.0")
    else:
        at.remember(circle=(at.company("GWR"), at.stop("N31.0")))
    assert at.earns("GWR", f"4 {THROUGH}") == 30 + (0 if how == "circle" else 40) + 100
    if how == "ferry":
        assert at.may_run("GWR", f"4 {LILLE_GENT}")


@rule("18OE-LILLE-07")
def test_when_that_token_is_gone_lille_is_open_to_all() -> None:
    at = lille(("M28.0", "Q30.0"))
    at.remember(cliffs_open=True)
    assert at.may_run("GWR", f"4 {THROUGH}")
    assert at.may_run("GWR", f"4 {GENT_PARIS}")
