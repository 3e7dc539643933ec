"""What limits conversions and mergers in 1863: tokens, holdings, sales, shorts and shares that are left."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.state import FLOATED
from railhead.rules.debts import Debt
from railhead.testing import rule
from railhead.titles.t1863.major_merger import HalfShare, HalfShort
from railhead.titles.t1863.more_shares import BuyShares
from tests.titles.t1863.mergers import Mergers
from tests.titles.t1863.table import Waiting

# -- tokens -----------------------------------------------------------------------------------------


@rule("1863-CONV-03", "1863-TOKX-01", "1863-TOKX-03")
@pytest.mark.parametrize(
    ("on_map", "charter", "bought", "after"), [(7, 0, 3, 0), (6, 0, 2, 1), (4, 1, 3, 3), (1, 0, 3, 3)]
)
def test_a_company_that_converts_keeps_seven_tokens(on_map: int, charter: int, bought: int, after: int) -> None:
    at = Mergers()
    at.minor("MET", 60, "A", cash=500)
    at.spread_tokens("MET", on_map, charter)
    at.mergers()
    at.do(f"convert with {bought}")
    assert at.tokens("MET") == (on_map + after, after)
    assert at.cash("MET") == 500 - 50 * bought
    at.audited()


@rule("1863-CO-03", "1863-TOKX-01")
def test_the_uerl_keeps_more_when_it_converts() -> None:
    at = Mergers()
    at.minor("UER", 60, "A", cash=500, at="C10.0")
    at.spread_tokens("UER", 7)
    at.mergers()
    at.do("convert with 3")
    assert at.tokens("UER") == (10, 3)


# -- what was sold ----------------------------------------------------------------------------------


@rule("1863-SR-05", "1863-MERGE-14")
@pytest.mark.parametrize(("sold", "refused"), [("MET", True), ("DIS", False)])
def test_a_president_who_has_sold_the_survivor_buys_none_of_it(sold: str, refused: bool) -> None:
    at = Mergers()
    at.major("MET", 60, {"A": 4})
    at.major("DIS", 60, {"A": 4})
    at.give_cash("A", 2000)
    at.remember(sold=((at.seat("A"), at.company(sold)),))
    at.mergers()
    at.do("merge MET+DIS", "survivor MET")
    if refused:
        assert not isinstance(at.step, BuyShares), "whoever may buy nothing is not asked"
    else:
        at.do("buy-more 2")
        assert at.shares("A", "MET") == 6


@rule("1863-SR-05", "1863-MERGE-15")
def test_whoever_has_sold_the_survivor_does_not_buy_up_a_half_share() -> None:
    at = Mergers()
    at.major("MET", 60, {"A": 4, "B": 3})
    at.major("DIS", 60, {"A": 4})
    at.remember(sold=((at.seat("B"), at.company("MET")),))
    at.mergers()
    at.do("merge MET+DIS", "survivor MET", "pass")
    assert not isinstance(at.step, HalfShare)
    assert (at.shares("B", "MET"), at.cash("B")) == (1, 350 + 60)


# -- holdings ---------------------------------------------------------------------------------------


@rule("1863-MERGE-15", "1863-OWN-02")
def test_a_half_share_is_not_bought_up_beyond_60_percent() -> None:
    """A has 11 of 20 and A's Central London one: five shares and two halves; only one half can be made whole."""
    at = Mergers()
    at.minor("CLR", 100, "A", cash=500)
    at.major("MET", 60, {"A": 5, "CLR": 1})
    at.major("DIS", 60, {"A": 6})
    at.mergers()
    at.until_merger()
    at.do("merge MET+DIS", "survivor MET", "pass")
    at.do("make-whole")
    assert not isinstance(at.step, HalfShare)
    assert (at.shares("A", "MET"), at.shares("CLR", "MET"), at.cash("CLR")) == (6, 0, 560)


@rule("1863-MERGE-15", "1863-OWN-03")
def test_a_company_does_not_buy_up_beyond_half() -> None:
    at = Mergers()
    at.minor("CLR", 100, "A", cash=500)
    at.major("MET", 60, {"B": 5, "CLR": 5})
    at.major("DIS", 60, {"CLR": 5, "B": 3})
    at.give("CLR", "DIS", 1)
    at.mergers()
    at.until_merger()
    at.do("merge MET+DIS", "accept", "survivor MET", "pass")
    assert not isinstance(at.step, HalfShare)
    assert (at.shares("CLR", "MET"), at.cash("CLR")) == (5, 560)


@rule("1863-MERGE-15", "1863-BUY-07")
@pytest.mark.parametrize(("more", "asked"), [(0, True), (1, False)])
def test_a_half_share_is_not_bought_up_at_the_certificate_limit(more: int, asked: bool) -> None:
    """Six players have 11 certificates: B has ten of others, or eleven, and half a share."""
    at = Mergers(6)
    at.major("MET", 60, {"A": 4, "B": 1})
    at.major("DIS", 60, {"A": 4})
    for company, held in (("CLR", 5), ("EHL", 5), ("BAK", more)):
        at.major(company, 100, {"C": 5, "B": held})
    at.mergers()
    at.do("merge MET+DIS", "survivor MET", "pass")
    assert isinstance(at.step, HalfShare) == asked
    assert at.cash("B") == (350 if asked else 410)


# -- shorts -----------------------------------------------------------------------------------------


def fully_held(*shorts: tuple[str, str]) -> Mergers:
    """A and B have five each of two majors; D has the shares that others have sold short."""
    at = Mergers(6)
    for company in ("MET", "DIS"):
        at.major(company, 60, {"A": 5, "B": 5})
    for player, company in shorts:
        at.short(player, company, 1)
        at.give("D", company, 1, "pool")
    at.mergers()
    at.do("merge MET+DIS", "survivor MET")
    at.audited()
    return at


@rule("1863-MERGE-19", "1863-MERGE-23")
def test_a_half_short_without_a_share_to_return_is_made_whole() -> None:
    """Ten shares are A's and B's, one is D's: one of C's and F's half shorts has to stay."""
    at = fully_held(("C", "MET"), ("F", "DIS"))
    assert [at.shares(name, "MET") for name in ("A", "B", "C", "D", "F", "pool", "MET")] == [5, 5, -1, 1, 0, 0, 0]
    assert at.cash("C") == 350 + 60
    assert (at.turn, type(at.step)) == ("F", HalfShort)
    at.do("settle-half")
    assert at.cash("F") == 350 - 60
    at.finish()


@rule("1863-MERGE-19", "1863-MERGE-23")
def test_halves_of_shares_make_up_for_half_shorts() -> None:
    """C, E and F are short of one each, B has half a share: one of the three half shorts has to stay."""
    at = Mergers(6)
    for company in ("MET", "DIS"):
        at.major(company, 60, {"A": 6, "B": 4})
    for player, company, buyer in (("C", "MET", "D"), ("F", "DIS", "D"), ("E", "DIS", "B")):
        at.short(player, company, 1)
        at.give(buyer, company, 1, "pool")
    at.mergers()
    at.do("merge MET+DIS", "survivor MET")
    assert [at.shares(name, "MET") for name in (*"ABCDEF", "pool", "MET")] == [6, 4, -1, 1, 0, 0, 0, 0]
    at.finish("settle-half")
    assert at.cash_of(*"BCEF") == [410, 410, 290, 290]


@rule("1863-MERGE-19")
def test_a_half_short_may_be_bought_out_if_half_a_share_vanishes() -> None:
    """D has bought only one of the paired shares: an odd share, which is half a share now."""
    at = fully_held(("C", "MET"))
    assert at.shares("MET", "MET") == 0
    at.finish("settle-half")
    assert (at.shares("C", "MET"), at.shares("D", "MET"), at.cash("C"), at.cash("D")) == (0, 0, 290, 410)


@rule("1863-MERGE-19", "1863-CRISIS-09")
def test_half_shorts_of_players_who_are_out_are_made_whole_first_and_not_paid() -> None:
    at = Mergers(6)
    for company, player in (("MET", "C"), ("DIS", "F")):
        at.major(company, 60, {"A": 5, "B": 5})
        at.short(player, company, 1)
        at.give("D", company, 1, "pool")
    at.state.out = (at.seat("F"),)
    at.mergers()
    at.do("merge MET+DIS", "survivor MET")
    assert (at.shares("F", "MET"), at.cash("F")) == (-1, 350)
    assert (at.turn, type(at.step)) == ("C", HalfShort)


def twenty_shorts() -> Mergers:
    """C and D owe seven each, E six: three and a half, three and a half, and three, of ten."""
    at = Mergers(6)
    for company, owed in (("MET", {"C": 4, "D": 3, "E": 3}), ("DIS", {"C": 3, "D": 4, "E": 3})):
        at.major(company, 60, {"A": 5, "B": 5})
        for player, count in owed.items():
            at.short(player, company, count)
    at.mergers()
    at.do("merge MET+DIS", "survivor MET")
    return at


@rule("1863-MERGE-18", "1863-MERGE-19", "1863-SHORT-11")
def test_there_are_never_more_than_ten_shorts() -> None:
    at = twenty_shorts()
    at.finish("make-whole")
    assert at.game.shorts_out(at.company("MET")) == 10


@rule("1863-MERGE-19", "1863-SHORT-11", "1863-SHORT-19")
def test_a_half_short_that_can_neither_stay_nor_be_paid_is_a_debt() -> None:
    """E and F take the last two shorts; C pays for a half, and D has to sell a share for it."""
    at = Mergers(6)
    for company, owed in (("MET", {"C": 5, "D": 4, "F": 1}), ("DIS", {"C": 4, "D": 5, "E": 1})):
        at.major(company, 60, {"A": 5, "B": 5})
        for player, count in owed.items():
            at.short(player, company, count)
    at.major("EHL", 100, {"A": 3, "D": 1})
    at.give_cash("D", 10)
    at.mergers()
    at.do("merge MET+DIS", "survivor MET")
    assert at.shares("pool", "MET") == 8, "two of ten vanish for the four halves"
    assert (at.turn, type(at.step)) == ("E", HalfShort)
    at.do("make-whole", "make-whole")
    assert at.cash_of(*"CEF") == [350 - 60, 350 + 60, 350 + 60]
    assert (at.turn, type(at.step)) == ("D", Debt)
    at.do("sell 1 EHL")
    assert (at.cash("D"), at.shares("D", "MET")) == (10 + 100 - 60, -4)


@rule("1863-MERGE-19")
@pytest.mark.parametrize(("cash", "asked"), [(60, True), (59, False)])
def test_whoever_cannot_buy_a_half_short_out_has_it_made_whole(cash: int, asked: bool) -> None:
    at = Mergers()
    for company in ("MET", "DIS"):
        at.major(company, 60, {"A": 4})
    at.short("C", "MET", 1)
    at.give_cash("C", cash)
    at.mergers()
    at.do("merge MET+DIS", "survivor MET", "pass")
    assert isinstance(at.step, HalfShort) == asked
    if not asked:
        assert (at.shares("C", "MET"), at.shares("pool", "MET"), at.cash("C")) == (-1, 1, 59 + 60)


@rule("1863-MERGE-16", "1863-CRISIS-09")
def test_nobody_is_asked_for_a_company_without_a_president() -> None:
    at = Mergers()
    at.major("MET", 60, {"A": 4})
    at.minor("CLR", 0, "B", cash=500)
    effects.move_shares(at.game, at.owner("B"), at.owner("pool"), at.company("CLR"), 2)
    effects.set_director(at.game, at.company("CLR"), at.owner("pool"))
    half = HalfShare(at.company("MET"), at.owner("CLR"), is_survivor=False)
    at.state.agenda = (at.state.agenda[0], Waiting(at.seat("A")), half)
    at.settle()
    assert at.waits
    assert at.cash("CLR") == 530


# -- the certificate --------------------------------------------------------------------------------


@rule("1863-MERGE-19", "1863-MERGE-22")
def test_half_shorts_stay_if_their_shares_are_needed_for_the_certificate() -> None:
    """Eleven have two shares each; C and D are short of one each. A needs a second of the ten new shares."""
    at = Mergers(6)
    companies = ("CLR", "EHL", "BAK", "CIR", "HAM", "LCR", "WCR")
    for company in companies:
        at.minor(company, 100, "A", cash=500)
    at.major("MET", 60, {"A": 2, "B": 2, "E": 2, "F": 2, "LCR": 2})
    at.major("DIS", 60, {"WCR": 2, "CLR": 2, "EHL": 2, "BAK": 2, "CIR": 2})
    for player in "CD":
        at.short(player, "MET", 1)
        at.give("HAM", "MET", 1, "pool")
    at.mergers()
    at.do("merge MET+DIS", "survivor MET")
    assert (at.director("MET"), [at.shares(owner, "MET") for owner in (*"ABCDEF", *companies)]) == (
        "A",
        [2, 1, -1, -1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    )
    assert at.cash_of(*"ACD") == [350 - 120, 350 + 60, 350 + 60]


@rule("1863-MERGE-22")
def test_majors_do_not_merge_if_no_share_is_left_for_the_certificate() -> None:
    """Ten holders with two shares each would have one each of the new company, and its charter none."""
    at = Mergers(6)
    for company in ("CLR", "EHL", "BAK", "CIR"):
        at.minor(company, 100, "A", cash=500)
    at.major("MET", 60, {"A": 2, "B": 2, "C": 2, "D": 2, "E": 2})
    at.major("DIS", 60, {"F": 2, "CLR": 2, "EHL": 2, "BAK": 2, "CIR": 2})
    at.mergers()
    at.refuses("merge MET+DIS", "1863-MERGE-22")
    at.give("DIS", "DIS", 2, "CIR")
    assert at.allows("merge MET+DIS")


@rule("1863-MERGE-22", "1863-OWN-13")
@pytest.mark.parametrize(("owed", "possible"), [(3, False), (2, True)])
def test_nor_if_only_a_company_below_the_merged_one_has_any_of_it(owed: int, possible: bool) -> None:
    """A presides DIS, DIS presides PIC, PIC presides PCN; what A owes of PCN and has of DIS comes to nothing."""
    at = Mergers()
    at.major("DIS", 60, {"A": 3})
    at.major("PIC", 60, {"DIS": 2})
    at.major("PCN", 40, {"PIC": 4}, cash=500)
    at.short("A", "PCN", owed)
    at.mergers()
    assert at.allows("merge PCN+DIS") == possible
    if not possible:
        at.refuses("merge PCN+DIS", "1863-MERGE-22")


@rule("1863-MERGE-22", "1863-SR-05")
def test_nor_if_the_president_has_sold_the_survivor() -> None:
    at = Mergers()
    at.major("MET", 60, {"A": 2})
    at.major("DIS", 60, {"B": 2})
    at.remember(sold=((at.seat("A"), at.company("MET")),))
    at.mergers()
    at.do("merge MET+DIS", "accept")
    at.refuses("survivor MET", "1863-MERGE-22")
    at.do("survivor DIS")
    assert (at.director("DIS"), at.shares("B", "DIS"), at.cash("B")) == ("B", 2, 350 - 120)


@rule("1863-MERGE-02")
@pytest.mark.parametrize("count", [10, 11])
def test_no_more_than_ten_minors_merge(count: int) -> None:
    at = Mergers(6)
    names = at.book.company_names[:count]
    for name in names:
        at.minor(name, 40, "A")
    at.mergers()
    merger = "merge " + "+".join(names)
    if count > 10:
        at.refuses(merger, "1863-MERGE-02")
    else:
        at.do(merger, "survivor MET")
        assert (at.shares("A", "MET"), at.shares("MET", "MET"), at.price("MET")) == (10, 0, 400)
        at.audited()
        assert [at.has(name, FLOATED) for name in names] == [True] + [False] * 9
