"""Runs of 18OE in which several rules meet: water and its reliefs, cards, minors, the Orient Express, nationals.

Every figure was worked out from the rulebook before the code was asked.
"""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.testing import rule
from railhead.titles.t18oe.facts import NORTH_SEA
from railhead.titles.t18oe.national_income import Places, income, places
from tests.titles.t18oe.lines import (
    COAST,
    FLANDERS,
    NORTH,
    SOUND,
    WEST,
    Lines,
    channel,
    railroad,
    sea,
)
from tests.titles.t18oe.test_sea import with_authority

# -- water ----------------------------------------------------------------------------------------

BERGEN = "G26.0-G30-G32-G34-F35-E36-D37-C38-B39-B41.0"
"""Edinburgh (10) and Bergen (60 with green track, 120 with grey) by a ferry of distance 2."""


@rule("18OE-PORT-10", "18OE-PORT-11", "18OE-FERRY-02")
def test_a_port_token_that_is_passed_by_land_serves_a_crossing_elsewhere() -> None:
    """London's token is beside the English Channel, which the train crosses from Le Havre to Amsterdam.

    London, Lille, Le Havre and Amsterdam are all that a 4 may include.
    """
    tiles = (*WEST, "201@0 N31", "8@1 O30", "57@1 O28", "207@5 L37")
    run = "M28.0-N29-N31.0-O30-O28.0-O28-L37-L37.0"
    at = railroad("GWR", tiles, ("4",), ("M28.0",))
    assert at.earns("GWR", f"4 {run}") == 30 + 30 + 20 + 40
    inland = railroad("GWR", tiles, ("4", "5"), ("N31.0",))
    assert inland.breaks("GWR", f"4 {run}") == "18OE-ROUTE-10"
    assert inland.earns("GWR", f"5 {run}") == 120


@rule("18OE-PORT-03", "18OE-PORT-10", "18OE-PORT-26")
@pytest.mark.parametrize(("tokens", "least"), [(("Q30.0",), 7), (("Q30.0", "M28.0"), 6)])
def test_a_sea_zone_that_is_crossed_twice_counts_twice_and_is_waived_once(tokens: tuple[str, ...], least: int) -> None:
    """Amsterdam, Le Havre, Paris, Le Mans and London, with the English Channel before Le Havre and after Cherbourg."""
    trains = {5: "5", 6: "6", 7: "7+7"}
    at = railroad("BHB", (*WEST, *COAST, "207@5 L37"), tuple(trains.values()), tokens, "6")
    run = "L37.0-L37-O28-O28.0-(P29.0)-Q30.0-Q28-Q26.0-P25-(O24.0)-O24-M28-M28.0"
    for limit, train in trains.items():
        if limit < least:
            assert at.breaks("BHB", f"{train} {run}") == "18OE-ROUTE-10"
        else:
            assert at.earns("BHB", f"{train} {run}") == 40 + 20 + 100 + 20 + 30


@rule("18OE-FERRY-03", "18OE-PORT-10", "18OE-ROUTE-03", "18OE-REV-02")
@pytest.mark.parametrize(
    ("phase", "tokens", "train", "earned"),
    [
        ("4", ("G26.0",), "2+2*", None),
        ("4", ("G26.0",), "3", 70),
        ("4", ("G26.0", "B41.0"), "2+2*", 70),
        ("7", ("G26.0",), "2+2*", 130),
        ("7", ("G26.0",), "4D", 260),
    ],
)
def test_a_ferry_of_two_with_a_token_at_one_end_or_both(
    phase: str, tokens: tuple[str, ...], train: str, earned: int | None
) -> None:
    at = railroad("LNWR", (), (train,), tokens, phase)
    run = f"{train.rstrip('*')} {BERGEN}"
    if earned is None:
        assert at.breaks("LNWR", run) == "18OE-ROUTE-10"
    else:
        assert at.earns("LNWR", run) == earned


@rule("18OE-PORT-12", "18OE-PORT-13", "18OE-ROUTE-15")
@pytest.mark.parametrize(
    ("trains", "legal"),
    [(("2+2", "4"), True), (("3", "3"), True), (("2+2", "3"), False), (("2+2", "2+2"), False)],
)
def test_two_trains_on_the_same_crossing_share_an_authority(trains: tuple[str, ...], legal: bool) -> None:
    """Three zones from London to København: London's token waives one for each, the authority two in all.

    Both trains earn 30 and 40: there is no track that they would both use.
    """
    at = railroad("GWR", (*WEST, *SOUND), trains, ("M28.0",))
    with_authority(at, "GWR", NORTH_SEA)
    runs = [f"{train} {sea('M28.0', 'I50.0')}" for train in trains]
    if legal:
        assert at.earns("GWR", *runs) == 2 * 70
    else:
        assert at.breaks("GWR", *runs) == "18OE-ROUTE-10"


@rule("18OE-PORT-14", "18OE-PORT-13", "18OE-PORT-10", "18OE-MINOR-15")
@pytest.mark.parametrize(("phase", "trains", "legal"), [("6", 1, True), ("6", 2, False), ("7", 2, True)])
def test_minor_h_besides_token_and_authority(phase: str, trains: int, legal: bool) -> None:
    """From Dublin to København: Celtic Sea, North Sea, Skagerrak; a token in Dublin waives one, from phase 7 two.

    Two trains with a limit of 2 count nothing of that: in phase 6 there are two units of the authority and one of H, in
    phase 7 as many as are needed.
    """
    at = railroad("GWR", SOUND, ("2+2*",) * trains, ("I20.0",), phase)
    at.merged("H", "GWR")
    with_authority(at, "GWR", NORTH_SEA)
    runs = [f"2+2 {sea('I20.0', 'I50.0')}"] * trains
    if legal:
        assert at.earns("GWR", *runs) == trains * (10 + 40)
    else:
        assert at.breaks("GWR", *runs) == "18OE-ROUTE-10"


# -- cards, minors, kinds of train ----------------------------------------------------------------


@rule("18OE-MINOR-20", "18OE-PRIV-35", "18OE-REV-02")
def test_hochberg_is_the_town_that_minor_l_adds_to_a_d_train() -> None:
    """Lille and Paris twice, the mine of Train Phase 7 once."""
    at = channel("7", ("4D",), ("Q30.0",))
    at.give_private("HMLC", "Ann")
    at.remember(hochberg=at.hex("O30"))
    at.merged("L", "GWR")
    assert at.earns("GWR", "4D^ N31.0-O30.0-P31-Q30.0") == 2 * (30 + 100) + 60


@rule("18OE-ROUTE-01", "18OE-REV-02")
def test_a_d_train_may_run_from_a_city_to_a_town() -> None:
    """Two stops are enough, though only one of them counts."""
    at = railroad("BEL", FLANDERS, ("4D",), phase="7")
    assert at.earns("BEL", "4D N33.0-N35.0") == 2 * 30


@rule("18OE-ROUTE-01", "18OE-PRIV-27", "18OE-PRIV-28")
def test_the_city_of_a_card_is_a_stop_although_it_pays_nothing() -> None:
    at = railroad("GWR", FLANDERS, ("2+2",), ("M36.0",))
    at.remember(circle=(at.company("GWR"), at.stop("N35.0")))
    assert at.earns("GWR", "2+2 N35.0-M36.0") == 20


@rule("18OE-REV-03", "18OE-ROUTE-03", "18OE-ROUTE-02")
@pytest.mark.parametrize(("phase", "lisboa"), [("2", 40), ("3", 50), ("5", 60), ("7", 80)])
def test_a_home_in_a_red_zone_stands_for_the_city(phase: str, lisboa: int) -> None:
    """From Lisboa to Setúbal, a town: the red zone has the token and is what must be counted."""
    at = Lines(phase)
    at.lay("4@1 Z3")
    at.major("RCP", 100, {"Ann": 6}, trains=("2+2*",))
    assert at.earns("RCP", "2+2 Z1.0-Z3.0") == lisboa + 10


@rule("18OE-REV-06", "18OE-MINOR-07", "18OE-MINOR-19", "18OE-REV-04", "18OE-REV-08")
def test_what_d_l_and_a_pullman_add_to_one_train() -> None:
    """A 2+2 with the marker takes three cities and three towns: Lille is worth 40 + 20, the Pullman 20."""
    at = railroad("GWR", FLANDERS, ("2+2",), ("N31.0",), "3")
    at.merged("L", "GWR")
    at.merged("D", "GWR")
    at.remember(junction=at.stop("N31.0"), pullmans=(at.company("GWR"),))
    assert at.earns("GWR", "2+2^ N31.0-N33.0-N35.0-M36.0") == 60 + 10 + 30 + 20 + 20


# -- Lille ----------------------------------------------------------------------------------------


@rule("18OE-LILLE-02", "18OE-LILLE-03", "18OE-ROUTE-15", "18OE-ROUTE-13")
def test_two_trains_pass_a_full_lille_by_the_ferry_each_on_track_of_its_own() -> None:
    at = Lines("5")
    at.lay(*WEST, "OE31@5 N31", *NORTH[1:], "4@1 N33", "202@1 N35")
    at.minor("A", "Ben", "FB", "N31.0")
    at.regional("BEL", 60, {"Ben": 2}, tokens=("N31.0",))
    at.major("GWR", 100, {"Ann": 6}, trains=("5", "5"), tokens=("M28.0",))
    at.major("OU", 90, {"Ann": 6}, trains=("5",), tokens=("Q30.0",))
    to_paris, to_brussel = "M28.0-N29-N31.0-O30-P31-Q30.0", "M28.0-N29-N31.0-N33.0-N35.0"
    assert at.earns("GWR", f"5 {to_paris}", f"5 {to_brussel}") == (30 + 60 + 100) + (30 + 60 + 10 + 30)
    assert at.breaks("GWR", f"5 {to_paris}", f"5 {to_paris}") == "18OE-ROUTE-12"
    through = "5 Q30.0-P31-O30-N31.0-N33.0"
    assert at.breaks("OU", through) == "18OE-ROUTE-05"
    at.remember(cliffs_open=True)
    assert at.earns("OU", through) == 100 + 60 + 10, "once the ferry token is gone, nobody is stopped"


# -- the Orient Express ---------------------------------------------------------------------------

RIVIERA = ("OE4@1 Q30", "9@2 R31", "9@2 S32", "9@2 T33", "621@2 U34", "8@0 V35", "9@0 W34", "202@3 X33")
"""From Paris (30) by Lyon (30) to the port of Marseille (30)."""
BY_SEA = "Q30.2-R31-S32-T33-U34.0-V35-W34-X33.0-X33-AA82-AA82.0"
"""And over three zones to Constantinople (20, without a tile)."""


@rule("18OE-OE-06", "18OE-OE-07", "18OE-OE-08", "18OE-OE-14", "18OE-PORT-10", "18OE-FERRY-05")
def test_joined_trains_reach_constantinople_by_sea() -> None:
    """Four cities and three zones, of which tokens in Marseille and Constantinople waive one each: a limit of 5.

    110 and 30 for the Orient Express; all of it is paid out, and then the bank pays the treasury 140.
    """
    at = railroad("PLM", RIVIERA, ("2+2", "3"), ("X33.0", "AA82.0"), "3")
    at.give_cash("PLM", 0)
    at.operate("PLM", "run")
    assert at.breaks("PLM", f"3 {BY_SEA}") == "18OE-ROUTE-10"
    at.do("join 2+2&3")
    assert at.earns("PLM", f"2+2&3 {BY_SEA}") == 110 + 30
    at.do(f"run 2+2&3 {BY_SEA}")
    while at.asked != "Dividend":
        at.do("pass")
    at.do("pay", "express revenue")
    assert at.cash("PLM") == 4 * 14 + 140


@rule("18OE-OE-07", "18OE-OE-09", "18OE-OE-10", "18OE-PORT-14")
@pytest.mark.parametrize(("minor", "joined"), [("H", "2+2&2+2"), ("L", "2+2&2+2^")])
def test_two_2_2_are_one_short_without_minor_h_or_l(minor: str, joined: str) -> None:
    """Steamships waive the zone that counts; the marker makes the limit 5."""
    at = railroad("PLM", RIVIERA, ("2+2", "2+2"), ("X33.0", "AA82.0"), "3")
    at.operate("PLM", "run")
    at.refuses("join 2+2&2+2", "18OE-OE-09")
    at.merged(minor, "PLM")
    at.operate("PLM", "run")
    at.do("join 2+2&2+2")
    assert at.earns("PLM", f"{joined} {BY_SEA}") == 140


@rule("18OE-OE-10", "18OE-OE-12", "18OE-OE-04", "18OE-OE-11", "18OE-ROUTE-15")
def test_joined_trains_with_marker_and_pullman_beside_swifts() -> None:
    """3 and 4+4 with the marker: limit 8. Swift's 2+2 runs by itself from Constantinople to Smyrna (20)."""
    at = railroad("PLM", (*RIVIERA, "57@1 AD79"), ("3", "4+4", "2+2*"), ("X33.0", "AA82.0"), "5")
    at.merged("L", "PLM")
    at.remember(pullmans=(at.company("PLM"),))
    at.operate("PLM", "run")
    assert at.offered("join") == ["join 3&4+4"]
    at.do("join 3&4+4", "pullman on 3&4+4^")
    joined, swift = f"3&4+4^ {BY_SEA}", f"2+2 {sea('AA82.0', 'AD79.0')}"
    assert at.earns("PLM", joined) == 110 + 60 + 40
    assert at.earns("PLM", joined, swift) == 110 + 60 + 40 + 20 + 20


@rule("18OE-OE-05", "18OE-OE-14", "18OE-MINOR-20", "18OE-PORT-10")
def test_the_first_express_of_a_4d_that_minor_l_has_made_larger() -> None:
    """From Train Phase 7 on Marseille's token waives two zones of three: four cities and one zone are five.

    So one city, Constantinople with its 20, pays once: 220 less 20, and 100 that nothing doubles; so is the bonus.
    """
    at = railroad("PLM", RIVIERA, ("4D",), ("X33.0",), "7")
    assert at.breaks("PLM", f"4D {BY_SEA}") == "18OE-ROUTE-10"
    at.merged("L", "PLM")
    at.give_cash("PLM", 0)
    assert at.earns("PLM", f"4D^ {BY_SEA}") == 220 - 20 + 100
    at.operate("PLM", "run")
    at.do(f"run 4D^ {BY_SEA}")
    while at.asked != "Dividend":
        at.do("pass")
    at.do("keep", "express revenue")
    assert at.cash("PLM") == 300 + 300


@rule("18OE-OE-15", "18OE-MKT-06", "18OE-MKT-12", "18OE-MKT-13", "18OE-MKT-14", "18OE-MKT-15")
@pytest.mark.parametrize(("choice", "price"), [("pay", 165), ("half", 150), ("keep", 135)])
def test_three_squares_from_the_end_of_a_row(choice: str, price: int) -> None:
    """At 110, where its row ends: right is up to 120, and then 135 and 150, where the next one ends, below 165.

    A dividend of 140 moves it there first, one of 70 leaves it, and none moves it left to 100.
    """
    at = railroad("PLM", RIVIERA, ("2+2", "3"), ("X33.0", "AA82.0"), "3")
    effects.set_price(at.game, at.company("PLM"), at.place("110.g6"))
    at.operate("PLM", "run")
    at.do("join 2+2&3", f"run 2+2&3 {BY_SEA}")
    while at.asked != "Dividend":
        at.do("pass")
    at.do(choice, "express squares")
    assert at.price("PLM") == price


# -- nationals ------------------------------------------------------------------------------------


@rule("18OE-NATREV-02", "18OE-NATREV-06", "18OE-NATREV-08", "18OE-NATREV-09", "18OE-NATREV-13", "18OE-FERRY-06")
@pytest.mark.parametrize(
    ("trains", "earned"),
    [
        (("2+2",), 30 + 30 + 20 + 20),
        (("4", "3"), 30 + 30 + 20 + 20 + 10 + 10 + 0 + 40),
        (("4+4", "3+3", "4", "2+2"), 120 + 120 + 20 + 40),
        (("4", "4+4", "4+4", "3+3"), 120 + 240 + 20 + 40),
    ],
)
def test_what_britain_earns_with_track_from_bristol_to_london(trains: tuple[str, ...], earned: int) -> None:
    """Eleven cities with the Highlands: London 30 and Bristol 20, Liverpool 30 and Manchester 20 by printed track,
    Dublin 10 and Edinburgh 10 by their ferries; five are not linked. Sixteen towns, of which two are linked.

    What is beyond eleven cities earns 60 each; towns never use up all sixteen.
    """
    at = Lines("4")
    at.lay(*WEST)
    at.national("GWR", 100, {"Ann": 6}, trains=trains)
    cities, towns = places(at.game, at.company("GWR"))
    assert (sorted(cities.linked), cities.unlinked) == ([10, 10, 20, 20, 30, 30], 5)
    assert towns == Places((10, 10), 14)
    assert income(at.game.trains_of(at.company("GWR")), cities, towns).total == earned


@rule("18OE-NATREV-03", "18OE-PRIV-41")
def test_a_national_does_not_link_across_its_own_owners_mark() -> None:
    """Its owner's trains would pass U36; a national's count makes no exception."""
    at = Lines("4")
    at.lay("621@1 U34", "9@1 U36", "57@1 U38")
    at.give_private("BBE", "Ann")
    at.national("PLM", 100, {"Ann": 6}, trains=("4",))
    before, _ = places(at.game, at.company("PLM"))
    at.remember(brandt=(at.hex("U36"),), brandt_left=3)
    marked, _ = places(at.game, at.company("PLM"))
    assert (len(before.linked) - len(marked.linked), marked.unlinked - before.unlinked) == (1, 1), "Lyon"


@rule("18OE-SETUP-19", "18OE-NATREV-13", "18OE-NATREV-02")
@pytest.mark.parametrize(("company", "more"), [("KBS", 2), ("PLM", 0)])
def test_towns_at_a_border_belong_to_the_zone_of_their_symbols(company: str, more: int) -> None:
    """Genève and Lausanne lie on a hex that is French, too, but they are Swiss."""
    at = Lines("4")
    at.national(company, 100, {"Ann": 6}, trains=("4",))
    _, before = places(at.game, at.company(company))
    at.lay("OE1@1 T37")
    _, after = places(at.game, at.company(company))
    assert (len(after.linked) - len(before.linked), before.unlinked - after.unlinked) == (more, more)
