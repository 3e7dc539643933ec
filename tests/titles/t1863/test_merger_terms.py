"""What becomes of prices, shares and offices when companies of 1863 merge (rules 1863-MERGE)."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.state import FLOATED
from railhead.testing import rule
from railhead.titles.t1863 import major_merger
from railhead.titles.t1863.major_merger import HalfShare
from railhead.titles.t1863.merging import NameSurvivor
from railhead.titles.t1863.more_shares import BuyShares
from tests.titles.t1863.mergers import Mergers

# -- prices -----------------------------------------------------------------------------------------

SUMS = [
    (40, 40, 80),
    (40, 45, 80),
    (40, 50, 90),
    (45, 50, 90),
    (70, 75, 140),
    (70, 80, 150),
    (75, 80, 150),
    (90, 110, 200),
    (100, 110, 200),
    (100, 120, 200),
    (600, 600, 600),
]
"""Two prices and their sum, rounded down to the chart: steps of 5 up to 80, of 10 up to 200, and then 225."""


@rule("1863-MERGE-03")
@pytest.mark.parametrize(("first", "second", "joint"), SUMS)
def test_the_price_of_merged_minors(first: int, second: int, joint: int) -> None:
    at = Mergers()
    at.minor("MET", first, "A")
    at.minor("DIS", second, "A")
    at.mergers()
    at.do("merge MET+DIS", "survivor MET")
    assert at.price("MET") == joint


@rule("1863-MERGE-11")
@pytest.mark.parametrize(("first", "second", "joint"), SUMS)
def test_the_price_of_merged_majors(first: int, second: int, joint: int) -> None:
    at = Mergers()
    at.major("MET", first, {"A": 4})
    at.major("DIS", second, {"A": 4})
    at.mergers()
    at.do("merge MET+DIS", "survivor DIS")
    assert at.price("DIS") == joint


# -- shares of minors ---------------------------------------------------------------------------------


@rule("1863-MERGE-02", "1863-MERGE-08")
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_one_share_for_each_minor(count: int) -> None:
    """Worked example 1863-EX-10 for two and three; what is left of ten is on the charter."""
    at = Mergers()
    names = ("MET", "DIS", "CLR", "EHL", "BAK", "HAM")[:count]
    for name in names:
        at.minor(name, 40, "A", cash=10, loans=1)
    at.mergers()
    at.do("merge " + "+".join(sorted(names, key=at.book.company_names.index)), "survivor MET")
    assert (at.shares("A", "MET"), at.shares("MET", "MET"), at.director("MET")) == (count, 10 - count, "A")
    assert (at.cash("MET"), at.loans("MET"), at.tokens("MET")) == (10 * count, count, (count, 0))
    assert [at.has(name, FLOATED) for name in names] == [True] + [False] * (count - 1)


@rule("1863-MERGE-02", "1863-MERGE-22")
@pytest.mark.parametrize(("survivor", "president"), [("MET", "A"), ("DIS", "B"), ("CLR", "B")])
def test_with_a_tie_the_survivor_s_owner_presides(survivor: str, president: str) -> None:
    at = Mergers()
    for company, owner in (("MET", "A"), ("EHL", "A"), ("DIS", "B"), ("CLR", "B")):
        at.minor(company, 40, owner)
    at.mergers()
    asked = at.turn
    at.do("merge MET+CLR+DIS+EHL", "accept")
    assert at.turn == asked, "whoever proposed it names the survivor"
    at.do(f"survivor {survivor}")
    assert at.director(survivor) == president
    assert (at.shares("A", survivor), at.shares("B", survivor)) == (2, 2)


@rule("1863-MERGE-02", "1863-MERGE-22")
def test_most_shares_preside_whoever_survives() -> None:
    at = Mergers()
    for company, owner in (("MET", "A"), ("DIS", "B"), ("CLR", "B")):
        at.minor(company, 40, owner)
    at.mergers()
    at.do("merge MET+CLR+DIS", "accept", "survivor MET")
    assert (at.director("MET"), at.shares("A", "MET"), at.shares("B", "MET")) == ("B", 1, 2)


@rule("1863-MERGE-22")
@pytest.mark.parametrize(("cash", "able"), [(130, True), (129, False)])
def test_the_first_must_be_able_to_buy_up(cash: int, able: bool) -> None:
    """Two owners with a share each: 60 and 70 make 130, which a second share costs."""
    at = Mergers()
    at.minor("MET", 60, "A")
    at.minor("DIS", 70, "B")
    at.give_cash("A", cash)
    at.mergers()
    at.do("merge MET+DIS", "accept")
    if able:
        at.do("survivor MET")
        assert (at.shares("A", "MET"), at.cash_of("A", "MET")) == (2, [0, 130])
    else:
        at.refuses("survivor MET", "1863-MERGE-22")
        assert at.allows("survivor DIS")


@rule("1863-MERGE-22")
def test_minors_whose_owners_cannot_buy_up_do_not_merge() -> None:
    at = Mergers()
    at.minor("MET", 60, "A", cash=100)
    at.minor("DIS", 70, "B", cash=100)
    at.give_cash("A", 129)
    at.give_cash("B", 129)
    at.mergers()
    at.refuses("merge MET+DIS", "1863-MERGE-22")


@rule("1863-MERGE-02", "1863-MERGE-04")
@pytest.mark.parametrize("survivor", ["MET", "DIS"])
def test_a_minor_that_merges_with_its_owner_gives_no_share_to_anybody(survivor: str) -> None:
    """A has one share, for the Metropolitan, and buys another at 110."""
    at = Mergers()
    at.minor("MET", 60, "A", cash=30)
    at.minor("DIS", 50, "MET", cash=20)
    at.mergers()
    at.do("merge MET+DIS", f"survivor {survivor}")
    assert (at.director(survivor), at.shares("A", survivor), at.shares(survivor, survivor)) == ("A", 2, 8)
    assert at.cash_of("A", survivor) == [240, 160]


@rule("1863-MERGE-02", "1863-MERGE-22")
def test_a_tie_goes_to_whoever_owns_the_survivor_through_a_minor_that_merges() -> None:
    """The survivor is the Central London, which the District owns, which B owns: two shares each, and B presides."""
    at = Mergers()
    for company, owner in (("MET", "A"), ("EHL", "A"), ("DIS", "B"), ("HAM", "B"), ("CLR", "DIS")):
        at.minor(company, 40, owner)
    at.mergers()
    at.do("merge MET+CLR+DIS+EHL+HAM", "accept", "survivor CLR")
    assert (at.director("CLR"), at.shares("A", "CLR"), at.shares("B", "CLR")) == ("B", 2, 2)


@rule("1863-MERGE-02")
def test_a_company_may_own_what_its_minors_become() -> None:
    at = Mergers()
    at.major("EHL", 100, {"B": 4}, cash=500)
    at.minor("MET", 60, "EHL")
    at.minor("DIS", 50, "EHL")
    at.mergers()
    at.do("merge MET+DIS", "survivor MET")
    assert (at.director("MET"), at.shares("EHL", "MET"), at.turn) == ("EHL", 2, "B")
    assert isinstance(at.step, BuyShares)


# -- shares of majors ---------------------------------------------------------------------------------


@rule("1863-MERGE-15", "1863-MERGE-16")
def test_halves_are_asked_for_by_most_shares_then_to_the_left_companies_last() -> None:
    """B and C have five each, B's Central London too, D three: A presides with eight."""
    at = Mergers()
    at.minor("CLR", 150, "B", cash=500)
    at.major("MET", 60, {"A": 4, "B": 2, "C": 3, "D": 1})
    at.major("DIS", 60, {"A": 4, "C": 2, "B": 3, "D": 1})
    at.give_cash("A", 60)
    effects.move_shares(at.game, at.owner("D"), at.owner("CLR"), at.company("MET"), 1)
    at.mergers()
    at.do("merge MET+DIS", "survivor MET")
    asked = []
    while isinstance(at.step, HalfShare):
        asked.append(at.game.name(at.step.owner))
        at.do("settle-half")
    assert asked == ["B", "C", "D", "CLR"]


@rule("1863-MERGE-15")
def test_equal_halves_are_asked_for_to_the_left_of_whoever_presides() -> None:
    at = Mergers()
    at.major("MET", 60, {"C": 4, "A": 1, "B": 1, "D": 1})
    at.major("DIS", 60, {"C": 4})
    at.mergers()
    at.do("merge MET+DIS", "survivor MET", "pass")
    asked = []
    while isinstance(at.step, HalfShare):
        asked.append(at.game.name(at.step.owner))
        at.do("settle-half")
    assert asked == ["D", "A", "B"]


@rule("1863-MERGE-15")
def test_more_shares_come_before_places_at_the_table() -> None:
    at = Mergers()
    at.major("MET", 60, {"A": 4, "B": 1, "C": 3})
    at.major("DIS", 60, {"A": 4, "D": 3})
    at.give("C", "DIS", 2)
    at.mergers()
    at.do("merge MET+DIS", "survivor MET", "pass")
    asked = []
    while isinstance(at.step, HalfShare):
        asked.append(at.game.name(at.step.owner))
        at.do("settle-half")
    assert asked == ["C", "D", "B"]


@rule("1863-MERGE-13", "1863-MERGE-15", "1863-MERGE-16")
def test_three_and_two_shares_are_two_and_a_half() -> None:
    """Derived example 1863-DX-07: 90 and 110 make 200, and the half is worth 100."""
    at = Mergers()
    at.major("MET", 90, {"A": 4, "C": 3}, cash=10)
    at.major("DIS", 110, {"A": 4, "C": 2}, cash=20)
    at.mergers()
    at.do("merge MET+DIS", "survivor MET", "pass")
    assert (at.price("MET"), at.shares("C", "MET"), at.turn) == (200, 2, "C")
    bank = at.cash("ipo")
    at.do("make-whole")
    assert (at.shares("C", "MET"), at.cash("C"), at.cash("MET"), at.cash("ipo")) == (3, 250, 130, bank)


@rule("1863-MERGE-15", "1863-MERGE-16")
@pytest.mark.parametrize(("cash", "asked"), [(60, True), (59, False)])
def test_half_the_price_must_be_there(cash: int, asked: bool) -> None:
    at = Mergers()
    at.major("MET", 60, {"A": 4, "C": 1})
    at.major("DIS", 60, {"A": 4})
    at.give_cash("C", cash)
    at.mergers()
    at.do("merge MET+DIS", "survivor MET", "pass")
    assert isinstance(at.step, HalfShare) == asked
    if not asked:
        assert at.cash("C") == 59 + 60


@rule("1863-MERGE-16")
@pytest.mark.parametrize(("first", "second", "half"), [(60, 60, 60), (60, 65, 60), (100, 120, 100), (100, 130, 112)])
def test_half_of_an_odd_price_is_rounded_down(first: int, second: int, half: int) -> None:
    """100 and 130 make 225, of which 112 and a half is the half."""
    at = Mergers()
    at.major("MET", first, {"A": 4, "C": 1})
    at.major("DIS", second, {"A": 4})
    at.mergers()
    at.do("merge MET+DIS", "survivor MET", "pass", "settle-half")
    assert at.cash("C") == 350 + half


@rule("1863-MERGE-15", "1863-OWN-08")
def test_whoever_makes_a_half_whole_may_become_president() -> None:
    """A and B have five each; A presides, has the half paid out, and B's third share is more than A's two."""
    at = Mergers()
    at.major("MET", 60, {"A": 5})
    at.major("DIS", 60, {"B": 5})
    at.mergers()
    at.until_merger()
    at.do("merge MET+DIS", "accept", "survivor MET", "pass")
    assert (at.director("MET"), at.turn) == ("A", "A")
    at.do("settle-half", "make-whole")
    assert (at.shares("A", "MET"), at.shares("B", "MET"), at.director("MET")) == (2, 3, "B")


@rule("1863-MERGE-16", "1863-MERGE-23")
def test_a_half_of_the_survivor_is_not_put_in_the_pool_if_the_charter_is_empty() -> None:
    """A has five, B four and C two halves' worth; D's half of the survivor finds no share."""
    at = Mergers()
    at.major("MET", 60, {"A": 5, "B": 4, "D": 1})
    at.major("DIS", 60, {"A": 5, "B": 4, "C": 1})
    at.give_cash("A", 500)
    at.mergers()
    at.do("merge MET+DIS", "survivor MET", "buy-more 1")
    at.finish()
    assert (at.shares("A", "MET"), at.shares("B", "MET"), at.shares("pool", "MET")) == (6, 4, 0)
    assert at.cash_of(*"CD") == [410, 410]


@rule("1863-MERGE-12", "1863-MERGE-22")
@pytest.mark.parametrize("survivor", ["MET", "DIS"])
def test_a_major_that_merges_with_its_owner(survivor: str) -> None:
    """The Metropolitan's five shares of the District vanish; A has four of twenty, B three."""
    at = Mergers()
    at.major("MET", 60, {"A": 4}, cash=50)
    at.major("DIS", 70, {"MET": 5, "B": 3}, cash=60)
    at.mergers()
    at.do("merge MET+DIS", f"survivor {survivor}")
    assert (at.director(survivor), at.price(survivor), at.cash(survivor)) == ("A", 130, 110)
    assert [at.shares(owner, survivor) for owner in ("A", "B", survivor)] == [2, 1, 7]


@rule("1863-MERGE-22")
@pytest.mark.parametrize("survivor", ["MET", "DIS"])
def test_a_tie_goes_to_whoever_presides_over_the_survivor_through_the_other(survivor: str) -> None:
    at = Mergers()
    at.major("MET", 60, {"B": 4}, cash=50)
    at.major("DIS", 70, {"MET": 5, "A": 4}, cash=60)
    at.mergers()
    at.do("merge MET+DIS", f"survivor {survivor}")
    assert at.director(survivor) == "B"


@rule("1863-MERGE-22", "1863-OWN-13")
def test_a_company_below_the_merged_one_is_passed_over() -> None:
    """The Central London belongs to the District and has most of the Metropolitan: it cannot preside over both."""
    at = Mergers()
    at.major("DIS", 60, {"B": 3})
    at.major("CLR", 100, {"DIS": 3})
    at.major("MET", 60, {"CLR": 5, "A": 2})
    at.mergers()
    at.do("merge MET+DIS", "survivor MET")
    assert (at.director("MET"), at.shares("CLR", "MET")) == ("B", 2)
    assert at.director("CLR") == "MET"
    at.finish("settle-half")


@rule("1863-MERGE-22", "1863-OWN-05")
def test_a_company_for_which_nobody_decides_is_passed_over() -> None:
    """The Central London, whose owner is bankrupt, would have four of twenty shares, A and B three each."""
    at = Mergers()
    at.minor("CLR", 0, "C")
    at.major("MET", 60, {"A": 3, "CLR": 2})
    at.major("DIS", 60, {"B": 3, "CLR": 2})
    effects.move_shares(at.game, at.owner("C"), at.owner("pool"), at.company("CLR"), 2)
    effects.set_director(at.game, at.company("CLR"), at.owner("pool"))
    members = (at.company("MET"), at.company("DIS"))
    assert major_merger.president(at.game, members, members[0]) == at.owner("A")
    at.stock_turn("A")
    at.do("sell 1 MET")
    assert at.director("MET") == "A"
    at.do("pass")
    at.stock_turn("A")
    at.refuses("sell 2 MET", "1863-OWN-10")


@rule("1863-MERGE-04", "1863-MERGE-12")
def test_the_survivor_presides_where_the_other_did() -> None:
    at = Mergers()
    at.major("MET", 60, {"A": 4}, cash=50, loans=2)
    at.major("DIS", 70, {"A": 4}, cash=60, loans=3)
    at.minor("CSL", 100, "DIS")
    at.major("CLR", 100, {"DIS": 3, "MET": 2})
    at.privates(THO="DIS")
    at.mergers()
    at.until_merger()
    at.do("merge MET+DIS", "survivor MET")
    assert (at.director("CSL"), at.director("CLR"), at.shares("MET", "CLR")) == ("MET", "MET", 5)
    assert (at.owners("THO"), at.loans("MET"), at.loans("DIS"), at.cash("MET")) == ("MET", 5, 0, 110)


# -- consent --------------------------------------------------------------------------------------------


@rule("1863-MERGE-21")
def test_the_first_who_declines_ends_it_and_others_may_still_be_proposed() -> None:
    at = Mergers()
    for company, owner, price in (("MET", "A", 60), ("DIS", "B", 70), ("CLR", "C", 80)):
        at.major(company, price, {owner: 4})
    at.mergers()
    at.do("merge MET+DIS")
    assert at.turn == "B"
    at.do("decline")
    at.refuses("merge MET+DIS", "1863-MERGE-21")
    at.do("merge MET+CLR")
    assert at.turn == "C"
    at.do("accept")
    assert at.turn == "A"
    at.refuses("survivor DIS", "1863-MERGE-04")
    at.do("survivor CLR")
    assert at.director("CLR") == "C"


@rule("1863-MERGE-21")
def test_a_company_s_player_answers_for_it() -> None:
    at = Mergers()
    at.minor("BAK", 100, "B")
    at.major("MET", 60, {"A": 4})
    at.major("DIS", 70, {"BAK": 4})
    at.mergers()
    at.do("merge MET+DIS")
    assert at.turn == "B"
    at.do("accept")
    assert isinstance(at.step, NameSurvivor)


@rule("1863-MA-02", "1863-MERGE-21")
def test_what_was_declined_may_be_proposed_by_the_other_in_its_own_turn() -> None:
    at = Mergers()
    at.major("MET", 60, {"A": 4})
    at.major("DIS", 70, {"B": 4})
    at.mergers()
    at.do("merge MET+DIS", "decline", "pass")
    assert at.turn == "B"
    at.do("merge MET+DIS", "accept", "survivor DIS")
    assert at.director("DIS") == "B"


@rule("1863-MERGE-01")
def test_a_company_merges_with_others_and_proposes_only_its_own_mergers() -> None:
    at = Mergers()
    for company, price in (("MET", 60), ("DIS", 70), ("CLR", 80)):
        at.minor(company, price, "A")
    at.mergers()
    at.refuses("merge MET", "1863-MERGE-01")
    at.refuses("merge CLR+DIS", "1863-MERGE-01")
    at.refuses("merge MET+EHL", "1863-MA-08")


@rule("1863-MA-06")
def test_whoever_has_merged_is_not_asked_and_does_not_merge_again() -> None:
    at = Mergers()
    for company, price in (("MET", 60), ("DIS", 70), ("CLR", 150)):
        at.major(company, price, {"A": 4})
    at.mergers()
    at.do("merge MET+DIS", "survivor DIS", "pass")
    while at.step.acting_company != at.company("CLR"):
        at.do("pass")
    at.refuses("merge CLR+DIS", "1863-MA-06")
    at.do("pass")
    assert at.waits, "the District, at 130, has not been asked"
