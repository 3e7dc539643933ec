"""Which companies are connected: routes, cities of several spaces, London (18BF-MERGE, 18BF-TAKE, 18BF-SYSTEM)."""

from __future__ import annotations

from itertools import combinations

import pytest

from railhead.rules.stations import company_reach
from railhead.testing import rule
from railhead.titles.t18bf.connection import connected, linked
from railhead.track.board import PRINTED
from tests.titles.t18bf.mergers import minor, public, turn
from tests.titles.t18bf.table import BigFour

SW, W, NE, E, SE = 0, 1, 3, 4, 5
"""Sides of a hex."""


def lay(at: BigFour, hex_: str, *sides: int, tile: str = "") -> None:
    """A tile that fits and has track to these sides, a certain one if it is named."""
    board, where = at.book.board, at.hex(hex_)
    for placement in board.fits(where, at.state.tiles.get(where, PRINTED)):
        name, exits = board.tiles.names[placement // 6], board.track(where, placement).exits
        if (not tile or name == tile) and all(exits >> side & 1 for side in sides):
            at.lay(f"{name}@{placement % 6} {hex_}")
            return
    raise AssertionError(f"no tile for {hex_}")


def wales(at: BigFour) -> None:
    """Swansea, Rhondda, Cardiff and Bristol in a line: VN, nobody, TV and BE."""
    for hex_ in ("U7", "U9", "U11", "U13"):
        lay(at, hex_, W, E)
    for company in ("VN", "TV", "BE"):
        minor(at, company)


def great_western(at: BigFour) -> None:
    """Bristol to the west exit of London: BE and LR."""
    for hex_ in ("U13", "U15", "U17", "U19", "U21"):
        lay(at, hex_, W, E)
    minor(at, "BE")
    minor(at, "LR")


def chatham(at: BigFour) -> None:
    """The south-east exit of London to Chatham: EK, and MC in Chatham."""
    lay(at, "V24", 2, E)
    lay(at, "V26", W)
    minor(at, "EK")
    minor(at, "MC", marker="V26.0")


def are_connected(at: BigFour, *companies: str) -> bool:
    return connected(at.game, tuple(at.company(company) for company in companies))


def are_linked(at: BigFour, one: str, other: str) -> bool:
    """Both ways give the same answer."""
    first, second = at.company(one), at.company(other)
    found = linked(at.game, first, second, (first, second))
    assert found == linked(at.game, second, first, (first, second))
    return found


def london() -> BigFour:
    at = BigFour(phase="7")
    great_western(at)
    chatham(at)
    return at


@rule("18BF-MERGE-08", "18BF-MERGE-09")
def test_third_parties_block_and_those_who_merge_do_not() -> None:
    """Ambiguity B32."""
    at = BigFour(phase="3")
    wales(at)
    assert are_linked(at, "VN", "TV")
    assert are_linked(at, "TV", "BE")
    assert not are_linked(at, "VN", "BE"), "TV fills Cardiff"
    assert are_connected(at, "BE", "TV", "VN")
    turn(at, "VN").refuses("merge BE+VN", "18BF-MERGE-08")
    assert at.allows("merge BE+TV+VN")


@rule("18BF-MERGE-08")
def test_a_city_with_a_free_space_blocks_nobody() -> None:
    at = BigFour(phase="3")
    wales(at)
    lay(at, "U11", W, E)
    assert are_linked(at, "VN", "BE")


def line(kind: str) -> tuple[BigFour, tuple[str, ...]]:
    """Swansea, Cardiff, Bristol and the west exit of London: four companies that each fill their city but the last."""
    at = BigFour(phase="6")
    for hex_ in ("U7", "U9", "U11", "U13", "U15", "U17", "U19", "U21"):
        lay(at, hex_, W, E)
    names = ("VN", "TV", "BE", "LR") if kind == "minor" else ("NER", "MR", "GER", "LSW")
    for name, stop in zip(names, ("U7.0", "U11.0", "U13.0", "U23.1"), strict=True):
        if kind == "minor":
            minor(at, name, marker=stop)
        else:
            public(at, name, 100, {"A": 6}, stop)
    return at, names


@rule("18BF-MERGE-08", "18BF-MERGE-09", "18BF-SYSTEM-01")
@pytest.mark.parametrize("kind", ["minor", "public"])
def test_routes_lead_through_cities_filled_by_those_who_merge(kind: str) -> None:
    """Ambiguity B32: along a line, companies are connected if nobody is left out between them."""
    at, names = line(kind)
    for size in (2, 3, 4):
        for first in range(5 - size):
            assert are_connected(at, *names[first : first + size])
    for chosen in ((0, 2), (0, 3), (1, 3), (0, 1, 3), (0, 2, 3)):
        assert not are_connected(at, *(names[number] for number in chosen))
    every = tuple(at.company(name) for name in names)
    assert linked(at.game, every[0], every[3], every)
    assert not linked(at.game, every[0], every[3], (every[0], every[1], every[3]))
    assert not linked(at.game, every[0], every[3], (every[0], every[2], every[3]))


@rule("18BF-MERGE-09", "18BF-TAKE-02", "18BF-SYSTEM-01")
def test_companies_of_another_kind_block() -> None:
    at = BigFour(phase="6")
    wales(at)
    at.state.tokens = at.state.tokens.without(at.stop("U7.0")).without(at.stop("U13.0"))
    public(at, "NER", 100, {"A": 6}, "U7.0")
    public(at, "GER", 100, {"B": 6}, "U13.0")
    assert not are_connected(at, "GER", "NER"), "TV fills Cardiff, and takes no part"
    assert are_linked(at, "TV", "NER")
    assert are_linked(at, "TV", "GER")
    at.state.tokens = at.state.tokens.without(at.stop("U11.0"))
    assert are_connected(at, "GER", "NER")


@rule("18BF-MERGE-08", "18BF-ROUTE-05")
def test_no_route_leads_through_a_red_area() -> None:
    """York and Sheffield both have track to Hull."""
    at = BigFour(phase="3")
    lay(at, "K19", E)
    lay(at, "K21", W, SE)
    lay(at, "M17", NE)
    lay(at, "L18", SW, E)
    lay(at, "L20", W, E)
    minor(at, "YNM")
    minor(at, "SAM")
    hull = at.stop("L22.0")
    for company in ("YNM", "SAM"):
        assert hull in company_reach(at.game, at.company(company)).stops
    assert not are_linked(at, "YNM", "SAM")
    turn(at, "SAM")
    assert at.offered("merge") == []


@rule("18BF-MERGE-08")
def test_two_separate_pairs_are_not_connected() -> None:
    at = BigFour(phase="3")
    wales(at)
    minor(at, "EC")
    minor(at, "LR")
    assert are_connected(at, "TV", "VN")
    assert are_connected(at, "EC", "LR")
    assert not are_connected(at, "EC", "LR", "TV", "VN")
    turn(at, "TV").refuses("merge EC+LR+TV+VN", "18BF-MERGE-08")


@rule("18BF-MERGE-08", "18BF-MERGE-11")
def test_london_links_only_those_who_are_there() -> None:
    """Ambiguities B31 and B57: one of them has to reach all others, and nobody runs through London."""
    at = london()
    assert are_linked(at, "BE", "LR")
    assert are_linked(at, "EK", "LR")
    assert are_linked(at, "EK", "MC")
    assert not are_linked(at, "BE", "EK")
    assert not are_linked(at, "BE", "MC")
    assert are_connected(at, "BE", "EK", "LR"), "LR reaches both"
    assert are_connected(at, "EK", "LR", "MC"), "EK reaches both"
    assert not are_connected(at, "BE", "EK", "LR", "MC"), "a chain"
    turn(at, "LR").refuses("merge BE+EK+LR+MC", "18BF-MERGE-08")


@rule("18BF-MERGE-11")
def test_all_in_london_are_connected_without_track() -> None:
    at = BigFour(phase="3")
    names = ("EC", "EK", "LB", "LH", "LR", "LS", "LY", "SE")
    for company in names:
        minor(at, company)
    assert all(are_linked(at, one, other) for one, other in combinations(names, 2))
    assert are_connected(at, *names)


GLASGOW = ("GA", "GC")


@rule("18BF-MERGE-09", "18BF-MERGE-10", "18BF-TAKE-02")
@pytest.mark.parametrize("tiles", [(), ("X1",), ("X4",), ("X5",)])
def test_separate_spaces_of_a_hex_are_not_linked(tiles: tuple[str, ...]) -> None:
    at = BigFour(phase="3")
    for company in GLASGOW:
        minor(at, company)
    for tile in tiles:
        lay(at, "D6", tile=tile)
    assert not are_linked(at, *GLASGOW)
    turn(at, "GA").refuses("merge GA+GC", "18BF-MERGE-08")


@rule("18BF-MERGE-09")
def test_track_leads_from_one_space_to_the_other() -> None:
    at = BigFour(phase="3")
    for company in GLASGOW:
        minor(at, company)
    lay(at, "D6", tile="X1")
    lay(at, "C7", 0, 1)
    assert not are_linked(at, *GLASGOW)
    lay(at, "C5", 4, 5)
    assert are_linked(at, *GLASGOW), "from the north-east side round by Stirling and Dumbarton to the north-west one"
    assert turn(at, "GA").allows("merge GA+GC")


@rule("18BF-MERGE-10", "18BF-TAKE-02")
def test_spaces_that_a_tile_has_joined_are_linked() -> None:
    at = BigFour(phase="7")
    for company in GLASGOW:
        minor(at, company)
    for tile in ("X1", "X7", "X14"):
        lay(at, "D6", tile=tile)
    assert are_linked(at, *GLASGOW)
    assert turn(at, "GA").allows("merge GA+GC")


@rule("18BF-MERGE-08")
def test_what_is_offered_is_every_connected_set() -> None:
    at = london()
    wales_members = ("TV", "VN")
    for company in wales_members:
        minor(at, company)
    names = ("BE", "EK", "LR", "MC", *wales_members)
    for company in names:
        turn(at, company)
        found = {text.removeprefix("merge ") for text in at.offered("merge")} if not at.waits else set()
        expected = {
            "+".join(chosen)
            for size in range(2, len(names) + 1)
            for chosen in combinations(sorted(names), size)
            if company in chosen and are_connected(at, *chosen)
        }
        assert found == expected


# -- takeovers ------------------------------------------------------------------------------------


@rule("18BF-TAKE-02")
def test_a_route_to_any_marker_of_the_public_is_enough() -> None:
    at = BigFour(phase="4")
    wales(at)
    public(at, "CR", 100, {"B": 2}, "A9.0", "D10.0")
    turn(at, "BE").refuses("join CR", "18BF-TAKE-02")
    lay(at, "U11", W, E)
    at.token("CR", "U11.0")
    assert turn(at, "BE").allows("join CR")


@rule("18BF-TAKE-02")
@pytest.mark.parametrize(("tiles", "allowed"), [((), False), (("X1",), False), (("X1", "X7", "X14"), True)])
def test_the_same_hex_is_enough_only_where_the_tile_links_its_spaces(tiles: tuple[str, ...], allowed: bool) -> None:
    """Ambiguity B49."""
    at = BigFour(phase="7")
    minor(at, "GA")
    public(at, "CR", 100, {"B": 2}, "D6.1")
    for tile in tiles:
        lay(at, "D6", tile=tile)
    turn(at, "GA")
    if allowed:
        assert at.allows("join CR")
    else:
        at.refuses("join CR", "18BF-TAKE-02")


@rule("18BF-TAKE-02")
def test_london_is_enough_for_a_takeover() -> None:
    at = BigFour(phase="4")
    minor(at, "LB")
    public(at, "CR", 100, {"B": 2}, "U23.3")
    assert turn(at, "LB").allows("join CR")


# -- Systems --------------------------------------------------------------------------------------


@rule("18BF-SYSTEM-01")
def test_a_public_reaches_others_from_any_of_its_markers() -> None:
    """One marker of MR links it with CR, another with NER, and nobody else links these two."""
    at = BigFour(phase="6")
    for hex_ in ("U7", "U9"):
        lay(at, hex_, W, E)
    public(at, "MR", 100, {"A": 5}, "U7.0", "U23.2")
    public(at, "CR", 100, {"A": 5}, "U9.0")
    public(at, "NER", 100, {"A": 5}, "U23.5")
    assert are_connected(at, "CR", "MR", "NER")
    assert not are_connected(at, "CR", "NER")
    turn(at, "CR").refuses("system CR+NER", "18BF-SYSTEM-01")
    assert at.allows("system CR+MR+NER")
