"""What nationals earn without running trains (18OE-NATREV)."""

from __future__ import annotations

import pytest

from railhead.core.audit import audit
from railhead.core.ids import Train, a_train
from railhead.testing import rule
from railhead.titles.t18oe.facts import TRAIN
from railhead.titles.t18oe.national_income import Capacity, Income, Places, capacity, count_income, income, places
from tests.titles.t18oe.table import Europe


def trains(*names: str) -> list[Train]:
    return [a_train(TRAIN[name]) for name in names]


# -- the count ------------------------------------------------------------------------------------


@rule("18OE-NATREV-05")
def test_capacity_is_the_sum_of_all_numbers() -> None:
    """Worked example EX-25 of the rule list."""
    assert capacity(trains("4+4", "5", "4D")) == Capacity(cities=13, doubled=4, towns=4)
    assert capacity([a_train(TRAIN["2+2"], marks=1), *trains("3+3", "5D")]) == Capacity(10, 5, 5)
    assert capacity([]) == Capacity(0, 0, 0)


@rule("18OE-NATREV-05", "18OE-NATREV-06", "18OE-NATREV-07", "18OE-NATREV-08", "18OE-NATREV-09", "18OE-NATREV-11")
def test_a_national_with_more_capacity_than_its_zone() -> None:
    """Worked example EX-44 of the rule list."""
    cities, towns = Places((60, 60, 40, 40, 30, 20), 3), Places((10, 10), 1)
    earned = income(trains("4+4", "5", "4D"), cities, towns)
    assert earned == Income(cities=450, towns=20, beyond=240 + 10, pullman=70)
    assert earned.total == 790


@rule("18OE-NATREV-06")
def test_the_best_places_are_counted_up_to_the_capacity() -> None:
    cities, towns = Places((20, 50, 30, 40), 2), Places((10, 30, 20), 0)
    assert income(trains("2+2"), cities, towns) == Income(90, 50, 0, 20)


@rule("18OE-NATREV-07")
def test_the_best_cities_are_doubled_and_fillers_never() -> None:
    assert income(trains("4D"), Places((10, 50, 20)), Places()) == Income(160, 0, 60, 70)
    assert income(trains("4D", "6"), Places((10, 50, 20, 30, 40)), Places()).cities == 150 + 50 + 40 + 30 + 20


@rule("18OE-NATREV-08")
@pytest.mark.parametrize(("unlinked", "left"), [(0, 3), (2, 1), (3, 0), (4, 0)])
def test_unlinked_places_use_up_capacity(unlinked: int, left: int) -> None:
    earned = income(trains("5"), Places((30, 30), unlinked), Places())
    assert earned == Income(60, 0, 60 * left, 50)


@rule("18OE-NATREV-10")
def test_towns_do_not_fill_city_slots_nor_cities_town_slots() -> None:
    assert income(trains("3"), Places((), 3), Places((10, 10, 10))) == Income(0, 0, 0, 30)
    assert income(trains("3+3"), Places((40, 40, 40, 40)), Places((), 3)) == Income(120, 0, 0, 30)


@rule("18OE-NATREV-11")
def test_the_pullman_is_on_the_train_of_the_highest_level() -> None:
    for names, expected in ((("4D", "5"), 70), (("5D", "8+8"), 80), (("2+2", "3"), 30), (("6+6",), 60), ((), 0)):
        assert income(trains(*names), Places(), Places()).pullman == expected


# -- the places of a zone -------------------------------------------------------------------------


def british(phase: str = "5") -> Europe:
    """The GWR is a national of the United Kingdom."""
    at = Europe(phase=phase, railroad_phase="major")
    at.national("GWR", 100, {"Ann": 2}, trains=("5",))
    return at


def counted(at: Europe, company: str = "GWR") -> tuple[Places, Places]:
    return places(at.game, at.company(company))


@rule("18OE-NATREV-12", "18OE-NATREV-13")
@pytest.mark.parametrize(
    ("company", "cities", "towns"),
    [("GWR", 11, 16), ("PLM", 13, 15), ("SB", 9, 18), ("SFR", 10, 10), ("MZA", 16, 21), ("BJV", 9, 13)],
)
def test_every_place_of_the_zone_counts_as_unlinked_at_first(company: str, cities: int, towns: int) -> None:
    """As printed on the map, the red zones of the charter among the cities."""
    at = Europe(phase="5", railroad_phase="major")
    at.national(company, 100, {"Ann": 2})
    found = counted(at, company)
    assert [len(group.linked) + group.unlinked for group in found] == [cities, towns]


JOINED = (10, 10, 20, 30, 30)
"""What printed track and ferries join in the United Kingdom from the start: Edinburgh to Bergen, Dublin to Liverpool,
that to Manchester, London to Lille."""


def values(places: Places) -> tuple[int, ...]:
    """The values of linked places in order."""
    return tuple(sorted(places.linked))


@rule("18OE-NATREV-01", "18OE-NATREV-02", "18OE-NATREV-13")
def test_track_to_any_other_stop_links_a_place() -> None:
    """Bristol with a stub is unlinked; joined to Birmingham both are linked, whoever has tokens there."""
    at = british()
    assert (values(counted(at)[0]), counted(at)[0].unlinked) == (JOINED, 6)
    at.lay("57@0 L25")
    assert (values(counted(at)[0]), counted(at)[0].unlinked) == (JOINED, 6)
    at.lay("OE4@0 K26")
    at.major("LNWR", 100, {"Ben": 2}, tokens=("K26.0", "K26.1"))
    cities, towns = counted(at)
    expected = tuple(sorted((*JOINED, 20, 30)))
    assert (values(cities), cities.unlinked) == (expected, 4), "three stations are one city"
    assert towns == Places((), 16)


@rule("18OE-NATREV-02", "18OE-NATREV-06")
def test_towns_and_red_zones_are_linked_in_the_same_way() -> None:
    """Inverness joined to the Scottish Highlands."""
    at = british("4")
    at.lay("3@4 E26")
    assert (values(counted(at)[0]), counted(at)[1]) == (JOINED, Places((), 16)), "its tile leads to nothing"
    at = british("4")
    at.lay("58@0 E26")
    cities, towns = counted(at)
    assert (values(cities), towns) == ((*JOINED, 40), Places((10,), 15)), "the green value of the red zone"
    at = british("5")
    at.lay("58@0 E26")
    assert values(counted(at)[0]) == (*JOINED, 50), "the brown one"


@rule("18OE-NATREV-02")
def test_a_double_town_counts_twice() -> None:
    """Southampton and Portsmouth: their tile joins them to each other, and then to Bristol."""
    at = british()
    at.lay("OE1@0 M26")
    assert (values(counted(at)[0]), counted(at)[1]) == (JOINED, Places((10, 10), 14))
    at.remember(brandt=(at.hex("M26"),))
    assert counted(at)[1] == Places((), 16)
    at = british()
    at.lay("OE1@2 M26", "57@2 L25")
    cities, towns = counted(at)
    assert (values(cities), towns) == (tuple(sorted((*JOINED, 20))), Places((10, 10), 14))


@rule("18OE-NATREV-02", "18OE-NATREV-04")
def test_ferries_link_and_sea_crossings_do_not() -> None:
    """London and Lille are linked by their ferry alone; Glasgow has an offshore port, and is not."""
    at = british()
    assert (values(counted(at)[0]), counted(at)[0].unlinked) == (JOINED, 6)
    french = Europe(phase="5", railroad_phase="major")
    french.national("PLM", 100, {"Ann": 2})
    assert counted(french, "PLM")[0] == Places((20,), 12), "Lille, too"


@rule("18OE-NATREV-03")
def test_a_link_across_a_token_of_brandt_does_not_count() -> None:
    at = british()
    at.lay("57@0 L25", "OE4@0 K26")
    at.remember(brandt=(at.hex("L25"),))
    assert values(counted(at)[0]) == JOINED
    at.remember(brandt=())
    assert counted(at)[0].unlinked == 4


def spanish() -> Europe:
    at = Europe(phase="5", railroad_phase="major")
    at.national("MZA", 100, {"Ann": 2})
    return at


@rule("18OE-NATREV-04", "18OE-NATREV-14")
def test_a_red_zone_reached_only_by_sea_needs_a_city_with_track_to_its_sea() -> None:
    """North Africa and the Americas (AD1) on the Strait of Gibraltar: the port of Malaga counts, that of a town not."""
    at = spanish()
    nothing = counted(at, "MZA")[0]
    at.lay("4@2 AD7")
    assert counted(at, "MZA")[0] == nothing, "Gibraltar is a town"
    at.lay("57@1 AD9")
    assert counted(at, "MZA")[0] == nothing, "track of Malaga, but not to its port"
    at = spanish()
    at.lay("57@0 AD9")
    assert values(nothing) == (60,), "Casablanca is joined to Tangier"
    assert values(counted(at, "MZA")[0]) == (60, 80), "the brown value; Malaga itself is joined to nothing"
    at.remember(brandt=(at.hex("AD9"),))
    assert counted(at, "MZA")[0] == nothing


@rule("18OE-NATREV-14")
def test_the_city_must_be_in_the_zone() -> None:
    """A national elsewhere does not count the red zone at all."""
    at = Europe(phase="5", railroad_phase="major")
    at.national("SFR", 100, {"Ann": 2})
    at.lay("57@0 AD9")
    assert counted(at, "SFR")[0].linked == ()


def test_hochberg_is_a_town_of_its_owners_nationals() -> None:
    """In TP5 its token is worth 40; on Inverness it takes the town's place for everybody."""
    at = british()
    at.give_private("HMLC", "Ann")
    at.remember(hochberg=at.hex("E26"))
    assert counted(at)[1] == Places((), 16)
    at.lay("58@0 E26")
    assert counted(at)[1] == Places((40,), 15)
    at.give_private("HMLC", "Ben")
    assert counted(at)[1] == Places((), 15)
    at.give_private("HMLC", "Ann")
    at.remember(hochberg=at.hex("K24"))
    assert counted(at)[1] == Places((10,), 16), "a town more; Inverness is linked again"


def test_hochberg_is_linked_by_track_on_one_side_and_links_what_it_is_joined_to() -> None:
    """Bristol and the mine in L27 have nothing but each other, for the owner's national alone."""
    at = british()
    at.give_private("HMLC", "Ann")
    at.remember(hochberg=at.hex("L27"))
    at.lay("57@1 L25")
    assert (counted(at)[0].unlinked, counted(at)[1]) == (6, Places((), 17)), "no track on its hex"
    at.lay("9@1 L27")
    assert (counted(at)[0].unlinked, counted(at)[1]) == (5, Places((40,), 16))
    at.remember(brandt=(at.hex("L27"),))
    assert (counted(at)[0].unlinked, counted(at)[1]) == (6, Places((), 17))
    at.remember(brandt=())
    at.give_private("HMLC", "Ben")
    assert (counted(at)[0].unlinked, counted(at)[1]) == (6, Places((), 16))


def test_a_town_that_hochberg_has_replaced_links_nothing_but_track_leads_on() -> None:
    """Inverness with another player's token, joined to Glasgow, and then to the Scottish Highlands as well."""
    at = british()
    at.give_private("HMLC", "Ben")
    at.lay("57@0 F25", "3@0 E26")
    assert (counted(at)[0].unlinked, counted(at)[1]) == (5, Places((10,), 15))
    at.remember(hochberg=at.hex("E26"))
    assert (counted(at)[0].unlinked, counted(at)[1]) == (6, Places((), 15))
    at = british()
    at.give_private("HMLC", "Ben")
    at.lay("57@0 F25", "58@0 E26")
    at.remember(hochberg=at.hex("E26"))
    assert (counted(at)[0].unlinked, counted(at)[1]) == (4, Places((), 15))


# -- the stage ------------------------------------------------------------------------------------


@rule("18OE-NATREV-09", "18OE-NATREV-11", "18OE-DIV-05")
def test_the_income_is_recorded_and_paid_out() -> None:
    """A 5 counts the five linked cities (100), and its Pullman adds 50."""
    at = british()
    before = at.cash("Ann")
    at.operate("GWR", "income")
    assert (at.state.revenue[at.company("GWR")], at.state.subsidy[at.company("GWR")]) == (150, 0)
    assert at.cash("Ann") == before + 30
    assert audit(at.book, at.state) == []


def test_others_have_no_such_income() -> None:
    at = Europe(phase="5", railroad_phase="major")
    at.major("GWR", 100, {"Ann": 2}, trains=("5",))
    count_income(at.game, at.company("GWR"))
    assert at.state.revenue[at.company("GWR")] == 0


def test_a_national_without_trains_earns_nothing() -> None:
    at = Europe(phase="5", railroad_phase="major")
    at.national("GWR", "100.b2", {"Ann": 2})
    at.operate("GWR", "income")
    assert (at.state.revenue[at.company("GWR")], at.price("GWR")) == (0, 90)
