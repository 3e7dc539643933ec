"""Station markers: where they go and what they cost (18BF-TOKEN), and the first one of a Public (18BF-START)."""

from __future__ import annotations

import pytest

from railhead.core.audit import audit
from railhead.core.ids import hex_of, index_of
from railhead.core.state import CLOSED, STARTED
from railhead.rules.tokens import PlaceToken, PlaceTokens, refusal
from railhead.testing import rule
from railhead.titles import catalogue
from railhead.titles.t18bf import facts, stations
from railhead.titles.t18bf.record import set_markers
from railhead.track.tiles import CITY, FIRST_STOP
from tests.titles.t18bf.table import BigFour

BOOK = catalogue.rulebook("18BF", ("A", "B", "C"))
BOARD = BOOK.board
MINORS = [company.symbol for company in BOOK.companies if company.kind == facts.MINOR]

DERBY_TO_NOTTINGHAM = ("57@1 O17", "621@1 O19")
CHATHAM_TO_LONDON = ("57@1 V26", "8@2 V24")


def table(
    *tiles: str, company: str = "CR", markers: tuple[str, ...] = ("O17.0",), phase: str = "5", cash: int = 500
) -> BigFour:
    """A company of player A with these markers, on a board with these tiles."""
    at = BigFour(phase=phase)
    shares = {"Minor": 1, "Public": 5, "System": 10}[at.game.kind_of(at.company(company)).name]
    at.in_play(company, 100, {"A": shares}, cash)
    for stop in markers:
        at.token(company, stop)
    at.lay(*tiles)
    return at


def turn(
    *tiles: str, company: str = "CR", markers: tuple[str, ...] = ("O17.0",), phase: str = "5", cash: int = 500
) -> BigFour:
    """The same company may place a marker."""
    at = table(*tiles, company=company, markers=markers, phase=phase, cash=cash)
    at.operate(company, "marker")
    return at


def why(at: BigFour, company: str, stop: str) -> str:
    """The rule that forbids a marker of a company at a stop; empty if none does."""
    found = refusal(at.game, PlaceTokens(at.company(company)), PlaceToken(at.stop(stop)))
    return found.rule if found else ""


# -- one marker a turn ----------------------------------------------------------------------------


@rule("18BF-TOKEN-01")
@pytest.mark.parametrize("company", ["CR", "GWR"])
def test_publics_and_systems_place_one_marker_a_turn(company: str) -> None:
    at = turn("57@1 O17", "621@1 O19", "9@1 O21", company=company, phase="6")
    at.do("token at O19.0")
    assert not isinstance(at.step, PlaceTokens)
    assert at.cash(company) == 480


@rule("18BF-TOKEN-01")
@pytest.mark.parametrize("company", MINORS)
def test_a_minor_places_none(company: str) -> None:
    at = table(company=company, markers=(), phase="5")
    at.operate(company, "marker")
    assert not isinstance(at.step, PlaceTokens)
    assert BOOK.companies[at.company(company)].tokens == 1


@rule("18BF-TOKEN-02")
def test_a_marker_needs_a_vacant_space_on_a_route() -> None:
    at = turn(*DERBY_TO_NOTTINGHAM, "57@1 K19")
    at.refuses("token at K19.0", "18BF-TOKEN-02")
    at.refuses("token at P18.0", "18BF-TOKEN-02")
    at.do("token at O19.0")
    at = table(*DERBY_TO_NOTTINGHAM)
    at.token("MC", "O19.0")
    at.operate("CR", "marker")
    assert not isinstance(at.step, PlaceTokens), "there is no other place"
    assert why(at, "CR", "O19.0") == "18BF-TOKEN-02"


@rule("18BF-TOKEN-02")
def test_a_route_does_not_pass_a_city_full_of_other_markers() -> None:
    at = table("57@1 U7", "621@1 U9", "57@1 U11", markers=("U7.0",))
    assert why(at, "CR", "U11.0") == ""
    at.token("GER", "U9.0")
    assert why(at, "CR", "U11.0") == "18BF-TOKEN-02"
    at.lay("207@1 U9")
    assert why(at, "CR", "U11.0") == "", "the green tile has a second space"


@rule("18BF-TOKEN-06")
def test_no_second_marker_in_a_hex() -> None:
    at = turn("X4@0 D6", markers=("D6.0",))
    assert why(at, "CR", "D6.1") == "18BF-TOKEN-06"
    at = turn("57@1 O17", "15@1 O17", markers=("O17.0",))
    assert why(at, "CR", "O17.0") == "18BF-TOKEN-06"


@rule("18BF-TOKEN-05")
def test_no_loan_is_taken_for_a_marker() -> None:
    at = turn(*CHATHAM_TO_LONDON, markers=("V26.0",), cash=35)
    assert why(at, "CR", "U23.5") == "18BF-TOKEN-05"
    assert not isinstance(at.step, PlaceTokens)
    at = turn(*CHATHAM_TO_LONDON, markers=("V26.0",), cash=40)
    at.do("token at U23.5")
    assert (at.cash("CR"), at.loans("CR")) == (0, 0)


# -- what it costs --------------------------------------------------------------------------------


@rule("18BF-TOKEN-03")
@pytest.mark.parametrize(
    ("markers", "stop", "price"),
    [
        (("O17.0",), "O19.0", 20),
        (("K19.0",), "O19.0", 80),
        (("K19.0", "O17.0"), "O19.0", 20),
        (("O17.0",), "M17.0", 40),
        (("A9.0",), "X24.0", 20 * 23),
        (("D6.0",), "G17.0", 20 * 7),
    ],
)
def test_a_marker_costs_20_for_every_hex_from_the_nearest_other(
    markers: tuple[str, ...], stop: str, price: int
) -> None:
    at = table(markers=markers)
    assert stations.marker_price(at.game, at.company("CR"), at.stop(stop)) == price


@rule("18BF-TOKEN-04")
@pytest.mark.parametrize("exit_", range(6))
def test_distances_from_london_are_measured_from_its_hex(exit_: int) -> None:
    at = table(markers=(f"U23.{exit_}",))
    assert stations.marker_price(at.game, at.company("CR"), at.stop("V26.0")) == 40
    assert stations.marker_price(at.game, at.company("CR"), at.stop("X24.0")) == 60
    assert why(at, "CR", "U19.0") == "18BF-TOKEN-02", "a small city has no space"
    at = table(markers=("V26.0",))
    assert stations.marker_price(at.game, at.company("CR"), at.stop(f"U23.{exit_}")) == 40


# -- London, and several markers in one place -----------------------------------------------------


@rule("18BF-TOKEN-12")
def test_in_london_a_marker_goes_to_an_exit_that_a_route_reaches() -> None:
    at = turn(*CHATHAM_TO_LONDON, markers=("V26.0",))
    for exit_ in range(5):
        assert why(at, "CR", f"U23.{exit_}") == "18BF-TOKEN-02"
    at.do("token at U23.5")


@rule("18BF-TOKEN-06", "18BF-TOKEN-07")
def test_no_company_pays_for_a_second_marker_in_london() -> None:
    for company, phase in (("CR", "5"), ("GWR", "6")):
        at = table(*CHATHAM_TO_LONDON, company=company, markers=("V26.0", "U23.1"), phase=phase)
        assert why(at, company, "U23.5") == "18BF-TOKEN-06"


@rule("18BF-TOKEN-07")
@pytest.mark.parametrize(
    ("company", "stop", "fine"),
    [("CR", "U23.0", True), ("CR", "O17.0", False), ("GWR", "U23.0", True), ("GWR", "O17.0", True)],
)
def test_markers_that_came_by_merger_may_stand_together(company: str, stop: str, fine: bool) -> None:
    at = table("57@1 O17", "15@1 O17", company=company, markers=(stop, stop), phase="6")
    assert (audit(at.book, at.state) == []) == fine


@rule("18BF-TOKEN-07")
def test_how_many_markers_a_company_may_come_to_have_in_one_place() -> None:
    at = table("57@1 O17", "15@1 O17", phase="6")
    found = {
        company: [stations.markers_together(at.game, at.company(company), at.stop(stop)) for stop in ("U23.0", "O17.0")]
        for company in ("LB", "CR", "GWR")
    }
    assert found == {"LB": [1, 1], "CR": [2, 1], "GWR": [2, 2]}


# -- spaces kept for Minors -----------------------------------------------------------------------


@rule("18BF-TOKEN-08", "18BF-TOKEN-10", "18BF-TOKEN-13")
@pytest.mark.parametrize("minor", MINORS)
def test_a_space_is_kept_for_every_minor_that_has_not_been_started(minor: str) -> None:
    home = BOOK.companies[BOOK.find_company(minor)].home
    for phase in ("2", "3", "4"):
        at = BigFour(phase=phase)
        assert at.company(minor) in stations.reserved_for(at.game, home)
        at.mark(minor, STARTED)
        assert at.company(minor) not in stations.reserved_for(at.game, home), "it is in play"
        at.state.status[at.company(minor)] = CLOSED
        assert at.company(minor) not in stations.reserved_for(at.game, home), "it has been in play"
    for phase in ("5", "6", "7", "8"):
        assert stations.reserved_for(BigFour(phase=phase).game, home) == []


@rule("18BF-TOKEN-08", "18BF-TOKEN-10")
def test_the_only_free_space_belongs_to_an_unstarted_minor() -> None:
    at = table("57@1 O17", "621@1 O19", phase="4")
    assert why(at, "CR", "O19.0") == "18BF-TOKEN-08"
    at.mark("MC", STARTED)
    assert why(at, "CR", "O19.0") == ""
    at = table("57@1 O17", "621@1 O19", phase="5")
    assert why(at, "CR", "O19.0") == ""


@rule("18BF-TOKEN-09")
def test_on_a_green_tile_one_of_two_spaces_is_kept() -> None:
    at = table("57@1 O17", "621@1 O19", "207@1 O19", phase="4")
    assert why(at, "CR", "O19.0") == ""
    at.token("GER", "O19.0")
    assert why(at, "CR", "O19.0") == "18BF-TOKEN-08"
    at.mark("MC", STARTED)
    assert why(at, "CR", "O19.0") == ""


@rule("18BF-TOKEN-09")
@pytest.mark.parametrize("tile", ["X1@0", "X4@0", "X4@1", "X4@2", "X5@0", "X5@1"])
def test_in_glasgow_the_spaces_with_the_old_track_are_kept(tile: str) -> None:
    at = BigFour(phase="4")
    at.lay(f"{tile} D6")
    kept = {}
    for number in range(3):
        stop = at.stop(f"D6.{number}")
        track = BOARD.track(at.hex("D6"), at.state.tiles[at.hex("D6")])
        sides = {end for _, end in track.at[FIRST_STOP + number]}
        for minor in stations.reserved_for(at.game, stop):
            kept[BOOK.company_names[minor]] = sides
    assert 0 in kept["GA"]
    assert 2 in kept["GC"]
    assert len(kept) == 2


@rule("18BF-TOKEN-08")
def test_in_london_the_exact_exit_is_kept() -> None:
    at = BigFour(phase="4")
    free = [stations.is_unreserved(at.game, at.stop(f"U23.{exit_}")) for exit_ in range(6)]
    assert free == [False, True, True, True, True, False], "both spaces are kept in the south-west and south-east"
    at.token("CR", "U23.1")
    assert not stations.is_unreserved(at.game, at.stop("U23.1"))
    at.token("LR", "U23.1")
    at.mark("LS", STARTED)
    at.token("LS", "U23.0")
    assert not stations.is_unreserved(at.game, at.stop("U23.0")), "one space is still kept for LB"


@rule("18BF-TOKEN-11")
def test_no_marker_moves() -> None:
    at = turn(*DERBY_TO_NOTTINGHAM)
    assert {type(action) for choice in at.choices for action in choice} == {PlaceToken, type(at.action("pass"))}


# -- the first marker of a Public -----------------------------------------------------------------

ALL_CITIES = {hex_.name for hex_ in BOARD.hexes if any(stop.kind == CITY for stop in hex_.printed.stops)}


def places(at: BigFour) -> set[str]:
    """Where the Caledonian could start."""
    return {f"{BOARD.names[hex_of(stop)]}.{index_of(stop)}" for stop in stations.starting_places(at.game)}


@rule("18BF-START-05")
def test_on_the_empty_board_a_public_starts_in_any_unreserved_space() -> None:
    reserved = {"K19", "L12", "O17", "O19", "U7", "U11", "G17", "P14", "D10", "C11", "M17", "U13"}
    expected = {f"{name}.0" for name in ALL_CITIES - reserved - {"D6", "Q15", "L16", "M15", "M11", "U23"}}
    expected |= {"D6.2", "Q15.1", "Q15.2", "L16.0", "L16.1", "L16.2", "M15.0", "M15.2", "M11.0", "M11.1"}
    expected |= {"U23.1", "U23.2", "U23.3", "U23.4"}
    assert places(BigFour(phase="4")) == expected


@rule("18BF-START-05")
def test_reservations_end_in_phase_5() -> None:
    at = BigFour(phase="5")
    assert {place.split(".")[0] for place in places(at)} == ALL_CITIES
    assert {f"U23.{exit_}" for exit_ in range(6)} <= places(at)


@rule("18BF-START-05")
def test_a_city_with_a_marker_in_another_space_is_taken() -> None:
    at = BigFour(phase="5")
    at.token("GER", "D6.0")
    at.token("GNR", "U23.4")
    assert {place for place in places(at) if place.split(".")[0] in ("D6", "U23")} == set()


@rule("18BF-START-06")
def test_a_city_is_connected_if_a_route_leads_to_another_large_or_small() -> None:
    at = BigFour(phase="5")
    at.lay("57@1 O17")
    assert "O17.0" in places(at), "track that leads nowhere"
    at.lay("621@1 O19")
    assert not {"O17.0", "O19.0"} & places(at), "to a city"
    at = BigFour(phase="5")
    at.lay("6@5 O17", "4@2 P18")
    assert "O17.0" not in places(at), "to a small city"
    at = BigFour(phase="5")
    at.lay("5@5 R28")
    assert "R28.0" in places(at), "to Harwich only"


@rule("18BF-START-06")
def test_a_route_that_other_markers_end_does_connect_but_does_not_go_on() -> None:
    at = BigFour(phase="5")
    at.lay("57@1 O17", "621@1 O19", "9@1 O21")
    at.token("GER", "O19.0")
    assert "O17.0" not in places(at), "a route may end in a full city"


@rule("18BF-START-07")
def test_if_every_free_city_is_connected_one_without_a_marker_will_do() -> None:
    at = BigFour(phase="5")
    at.lay("57@1 O17", "621@1 O19")
    used = iter(
        company for company in at.book.company_ids if at.game.kind_of(company).name != "Minor" for _ in range(4)
    )
    for name in sorted(ALL_CITIES - {"O17", "O19"}):
        company = next(used)
        set_markers(at.game, company, 12)
        at.token(at.book.company_names[company], f"{name}.0")
    assert places(at) == {"O17.0", "O19.0"}
    at.token("SR", "O19.0")
    assert places(at) == {"O17.0"}
    at.token("SR", "O17.0")
    assert places(at) == set(), "it cannot be started"
