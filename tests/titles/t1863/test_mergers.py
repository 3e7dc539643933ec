"""Conversions and mergers in 1863 (rules 1863-MA, 1863-CONV, 1863-MERGE and 1863-TOKX)."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.state import FLOATED, OPERATED, Round
from railhead.rules.takeover import RemoveTokens
from railhead.rules.trains import ReturnTrains
from railhead.testing import rule
from railhead.titles.t1863 import merger_round
from railhead.titles.t1863.major_merger import HalfShare, HalfShort
from railhead.titles.t1863.merging import NameSurvivor
from railhead.titles.t1863.mini_round import MiniTurn
from railhead.titles.t1863.more_shares import BuyShares
from railhead.titles.t1863.record import set_tokens
from tests.titles.t1863.table import London, Waiting


def begin(table: London) -> London:
    """A round of mergers begins; nothing follows."""
    table.state.round = Round("merger", 2, 1, 2)
    table.state.agenda = (table.state.agenda[0], Waiting(table.seat("A")))
    merger_round.begin(table.game)
    table.settle()
    return table


def minors(phase: str = "III", **prices: int) -> London:
    """Minors of A at these prices, each with 100."""
    table = London(4, phase=phase)
    table.privates()
    for symbol, price in prices.items():
        table.minor(symbol, price, "A", cash=100)
    return table


# -- the order --------------------------------------------------------------------------------------


@rule("1863-MA-02", "1863-MA-04")
def test_companies_are_asked_from_the_lowest_price_up() -> None:
    table = begin(minors(MET=100, DIS=50, CLR=60))
    asked = []
    while not isinstance(table.step, Waiting):
        asked.append(table.game.symbol(table.step.acting_company))  # type: ignore[arg-type]
        table.do("pass")
    assert asked == ["DIS", "CLR", "MET"]


@rule("1863-MA-05")
@pytest.mark.parametrize("price", [10, 30])
def test_only_companies_in_the_white_zone_convert_or_merge(price: int) -> None:
    table = begin(minors(MET=price, DIS=50))
    table.do("pass")
    assert table.game.symbol(table.step.acting_company) == "DIS"  # type: ignore[arg-type]
    table.refuses("merge MET+DIS", "1863-MA-05")


@rule("1863-MA-06")
def test_one_activity_for_each_company() -> None:
    table = begin(minors(MET=50, DIS=60, CLR=70))
    table.do("convert with 1", "pass", "pass", "pass", "pass")
    assert table.game.symbol(table.step.acting_company) == "DIS"  # type: ignore[arg-type]
    table.do("merge CLR+DIS", "survivor DIS", "pass", "pass", "pass", "pass")
    assert isinstance(table.step, Waiting), "the new majors are not asked again"


@rule("1863-MA-07")
def test_only_equal_sizes_merge() -> None:
    table = minors(MET=50)
    table.major("DIS", 100, {"A": 3})
    begin(table)
    table.refuses("merge MET+DIS", "1863-MA-07")


@rule("1863-MA-08")
def test_only_companies_that_have_operated_merge() -> None:
    table = minors(MET=50, DIS=60)
    table.state.status[table.company("DIS")] &= ~OPERATED
    begin(table)
    table.refuses("merge MET+DIS", "1863-MA-08")


# -- conversion -------------------------------------------------------------------------------------


@rule("1863-CONV-01", "1863-CONV-02", "1863-CONV-03", "1863-CONV-04")
def test_a_minor_becomes_a_major() -> None:
    table = begin(minors(MET=90))
    table.refuses("convert with 0", "1863-CONV-03")
    table.refuses("convert with 4", "1863-CONV-03")
    table.do("convert with 2")
    assert (table.shares("A", "MET"), table.shares("MET", "MET"), table.price("MET")) == (2, 8, 90)
    assert (table.cash("MET"), table.tokens("MET")) == (0, (3, 2))
    assert table.game.kind_of(table.company("MET")).name == "Major"


@rule("1863-CONV-01")
def test_a_major_does_not_convert() -> None:
    table = London(phase="III")
    table.privates()
    table.major("MET", 90, {"A": 3}, cash=500)
    begin(table)
    table.refuses("convert with 1", "1863-CONV-01")


@rule("1863-CONV-03", "1863-LOAN-03")
def test_tokens_are_paid_with_loans_as_a_major() -> None:
    table = minors(MET=90)
    table.give_cash("MET", 20)
    begin(table)
    table.do("convert with 3")
    assert (table.cash("MET"), table.loans("MET"), table.price("MET")) == (70, 2, 75)


@rule("1863-CONV-05", "1863-CONV-06", "1863-CONV-07", "1863-SHORT-04")
def test_the_president_buys_and_then_everybody_once() -> None:
    table = minors(MET=50)
    table.give_cash("A", 1000)
    begin(table)
    table.do("convert with 1")
    assert isinstance(table.step, BuyShares)
    table.refuses("buy-more 5", "1863-START-21")
    table.do("buy-more 4")
    assert (table.shares("A", "MET"), table.cash("MET")) == (6, 250)
    assert table.turn == "B", "A may buy no more, and is not asked again"
    table.do("buy MET from MET")
    assert (table.cash("MET"), table.price("MET"), table.turn) == (300, 50, "C")
    table.do("short MET")
    assert (table.cash("C"), table.price("MET"), table.turn) == (400, 45, "D")
    table.do("pass")
    assert table.choices.task == "wait"


@rule("1863-SR-05", "1863-CONV-06")
def test_whoever_sold_it_may_not_buy() -> None:
    table = minors(MET=50)
    begin(table)
    table.do("convert with 1", "pass")
    table.remember(sold=((table.seat("B"), table.company("MET")),))
    table.refuses("buy MET from MET", "1863-SR-05")


# -- minors merge -----------------------------------------------------------------------------------


@rule(
    "1863-MERGE-01",
    "1863-MERGE-02",
    "1863-MERGE-03",
    "1863-MERGE-04",
    "1863-MERGE-05",
    "1863-MERGE-07",
    "1863-MERGE-08",
)
def test_two_minors_of_one_owner_merge() -> None:
    table = minors(MET=70, DIS=80)
    begin(table)
    table.do("merge MET+DIS")
    assert isinstance(table.step, NameSurvivor)
    table.do("survivor DIS")
    assert (table.price("DIS"), table.shares("A", "DIS"), table.shares("DIS", "DIS")) == (150, 2, 8)
    assert (table.cash("DIS"), table.tokens("DIS")) == (200, (2, 0))
    assert not table.has("MET", FLOATED)
    assert table.tokens("MET") == (0, 0)
    assert isinstance(table.step, BuyShares)


@rule("1863-MERGE-02", "1863-MERGE-08", "1863-MERGE-03")
def test_three_minors_give_the_certificate_and_a_share() -> None:
    table = begin(minors(MET=70, DIS=75, CLR=50))
    table.do("merge MET+CLR+DIS", "survivor MET")
    assert (table.shares("A", "MET"), table.shares("MET", "MET"), table.price("MET")) == (3, 7, 190)


@rule("1863-MERGE-01")
def test_one_minor_does_not_merge() -> None:
    table = begin(minors(MET=70))
    assert not table.offered("merge")


@rule("1863-MERGE-06", "1863-TRAIN-11")
def test_trains_above_the_limit_go_at_once() -> None:
    table = London(4, phase="III")
    table.privates()
    for symbol in ("MET", "DIS", "CLR"):
        table.minor(symbol, 60, "A", trains=("3T", "3T"))
    begin(table)
    table.do("merge MET+CLR+DIS", "survivor MET")
    assert isinstance(table.step, ReturnTrains)
    table.do("return 3T", "return 3T")
    assert len(table.trains("MET")) == 4


@rule("1863-MERGE-04", "1863-TOKEN-04", "1863-TOKX-02")
def test_the_survivor_takes_everything_and_a_doubled_token_is_lost() -> None:
    table = London(4, phase="III")
    table.minor("MET", 60, "A", cash=50, loans=2, trains=("3T",), at="K2.0")
    table.minor("DIS", 60, "A", cash=70, loans=1, at="K2.0")
    table.major("CLR", 80, {"B": 3})
    table.give("MET", "CLR", 1)
    table.privates(GRE="MET")
    begin(table)
    table.do("pass", "merge MET+DIS", "survivor DIS")
    assert (table.cash("DIS"), table.loans("DIS"), table.trains("DIS")) == (120, 3, ["3T"])
    assert (table.shares("DIS", "CLR"), table.owners("GRE"), table.tokens("DIS")) == (1, "DIS", (1, 0))


@rule("1863-MERGE-21")
def test_owners_of_all_minors_agree() -> None:
    table = London(4, phase="III")
    table.privates()
    table.minor("MET", 60, "A")
    table.minor("DIS", 70, "B")
    table.minor("CLR", 80, "A")
    begin(table)
    table.do("merge MET+CLR+DIS")
    assert table.turn == "B"
    table.do("decline")
    table.refuses("merge MET+CLR+DIS", "1863-MERGE-21")
    table.do("merge MET+CLR", "survivor MET")
    assert table.director("MET") == "A"


@rule("1863-MERGE-02")
def test_two_owners_with_a_share_each_need_one_who_buys_up() -> None:
    table = London(4, phase="III")
    table.privates()
    table.minor("MET", 60, "A")
    table.minor("DIS", 70, "B")
    begin(table)
    table.do("merge MET+DIS", "accept", "survivor MET")
    assert (table.shares("A", "MET"), table.shares("B", "MET"), table.cash("A"), table.director("MET")) == (
        2,
        1,
        220,
        "A",
    )


# -- majors merge -----------------------------------------------------------------------------------


def majors(**holdings: dict[str, int]) -> London:
    table = London(4, phase="III")
    table.privates()
    for (symbol, held), price in zip(holdings.items(), (90, 110, 100), strict=False):
        table.major(symbol, price, held)
    return table


@rule("1863-MERGE-10")
def test_two_majors_at_a_time() -> None:
    table = begin(majors(MET={"A": 3}, DIS={"A": 3}, CLR={"A": 3}))
    table.refuses("merge MET+CLR+DIS", "1863-MERGE-10")


@rule("1863-MERGE-11", "1863-MERGE-12", "1863-MERGE-13", "1863-MERGE-15", "1863-MERGE-21")
def test_two_majors_merge_two_for_one() -> None:
    table = majors(MET={"A": 4}, DIS={"B": 4, "A": 2, "C": 3})
    table.give("C", "MET", 2)
    begin(table)
    table.do("merge MET+DIS", "accept", "survivor MET")
    assert table.price("MET") == 200
    assert [table.shares(name, "MET") for name in "ABC"] == [3, 2, 2]
    assert (table.director("MET"), table.shares("MET", "MET")) == ("A", 3)
    assert not table.has("DIS", FLOATED)
    table.do("pass")
    assert (table.turn, type(table.step)) == ("C", HalfShare)
    table.do("make-whole")
    assert (table.shares("C", "MET"), table.cash("C")) == (3, 250)


@rule("1863-MERGE-16")
@pytest.mark.parametrize(("survivor", "in_pool"), [("DIS", 1), ("MET", 0)])
def test_a_half_that_is_refused_is_paid_out(survivor: str, in_pool: int) -> None:
    table = majors(MET={"A": 4}, DIS={"A": 4, "C": 3})
    table.give("C", "MET", 2)
    begin(table)
    table.do("merge MET+DIS", f"survivor {survivor}", "pass")
    assert table.turn == "C"
    table.do("settle-half")
    assert (table.cash("C"), table.shares("pool", survivor), table.shares("C", survivor)) == (450, in_pool, 2)


@rule("1863-MERGE-14", "1863-MERGE-23")
def test_odd_halves_of_pool_and_charter_vanish() -> None:
    table = majors(MET={"A": 6}, DIS={"A": 3})
    table.give("pool", "MET", 1)
    table.give_cash("A", 1000)
    begin(table)
    table.do("merge MET+DIS", "survivor MET")
    assert (table.shares("A", "MET"), table.shares("pool", "MET"), table.shares("MET", "MET")) == (4, 0, 6)
    table.do("pass", "make-whole")
    assert (table.shares("A", "MET"), table.shares("MET", "MET")) == (5, 5)


@rule("1863-MERGE-14")
def test_the_president_may_take_the_last_shares_before_halves_are_made_whole() -> None:
    table = majors(MET={"A": 5, "B": 4, "C": 1}, DIS={"A": 4, "B": 4, "D": 1})
    table.give("C", "DIS", 1)
    table.give_cash("A", 2000)
    begin(table)
    table.do("merge MET+DIS", "survivor MET")
    assert table.shares("MET", "MET") == 1
    table.do("buy-more 1")
    while isinstance(table.step, BuyShares):
        table.do("pass")
    assert not isinstance(table.step, HalfShare), "nothing is left for A's and D's halves"
    assert table.cash("D") == 450


@rule("1863-MERGE-22")
@pytest.mark.parametrize(("theirs", "president"), [(3, "A"), (4, "A"), (5, "B")])
def test_most_shares_with_halves_make_the_president(theirs: int, president: str) -> None:
    table = majors(MET={"A": 4}, DIS={"B": theirs})
    begin(table)
    table.do("merge MET+DIS", "accept", "survivor MET")
    assert table.director("MET") == president


@rule("1863-MERGE-18", "1863-MERGE-19")
@pytest.mark.parametrize(("choice", "cash", "held"), [("make-whole", 450, -3), ("settle-half", 250, -2)])
def test_shorts_are_swapped_two_for_one(choice: str, cash: int, held: int) -> None:
    table = majors(MET={"A": 4}, DIS={"A": 4})
    table.short("C", "MET", 3)
    table.short("C", "DIS", 2)
    begin(table)
    table.do("merge MET+DIS", "survivor MET", "pass")
    assert (table.turn, type(table.step)) == ("C", HalfShort)
    assert table.shares("C", "MET") == -2
    table.do(choice)
    assert (table.cash("C"), table.shares("C", "MET")) == (cash, held)


@rule("1863-MERGE-19", "1863-MERGE-23")
def test_half_shorts_take_their_shares_from_the_pool() -> None:
    """Of 18 shares in the Pool two were sold short, by two players: nine would be one too many."""
    table = majors(MET={"A": 2}, DIS={"A": 2})
    table.give("pool", "MET", 8)
    table.give("pool", "DIS", 8)
    table.short("C", "MET")
    table.short("D", "MET")
    begin(table)
    table.do("merge MET+DIS", "survivor MET")
    assert [table.shares(owner, "MET") for owner in ("A", "C", "D", "pool", "MET")] == [2, 0, 0, 8, 0]
    table.audited()


@rule("1863-MERGE-18", "1863-MERGE-19")
def test_half_shorts_without_a_share_to_return_are_made_whole() -> None:
    """All shares are in players' hands, in pairs, those sold short as well."""
    table = majors(MET={"A": 6, "B": 4}, DIS={"A": 6, "B": 4})
    for player, company in (("C", "MET"), ("D", "DIS")):
        table.short(player, company)
        table.give("B", company, 1, "pool")
    begin(table)
    table.do("merge MET+DIS", "survivor MET")
    assert [table.shares(owner, "MET") for owner in ("A", "B", "C", "D")] == [6, 5, -1, 0]
    assert (table.cash("C"), table.cash("D")) == (450, 350)
    table.audited()


@rule("1863-MERGE-17")
def test_finally_each_player_may_buy_or_sell() -> None:
    table = majors(MET={"A": 4, "B": 2}, DIS={"A": 4, "B": 2})
    begin(table)
    table.do("merge MET+DIS", "survivor MET", "pass")
    assert (table.turn, type(table.step)) == ("B", MiniTurn)
    table.do("sell 2 MET")
    assert (table.cash("B"), table.price("MET")) == (750, 180)
    table.do("buy MET from pool", "pass")
    assert (table.turn, table.shares("C", "MET")) == ("A", 1)


@rule("1863-MERGE-20")
def test_the_train_limit_holds_for_majors() -> None:
    table = London(4, phase="V")
    table.privates()
    for symbol, price in (("MET", 90), ("DIS", 110)):
        table.major(symbol, price, {"A": 4}, trains=("5T", "5T"))
    begin(table)
    while not table.offered("merge"):
        table.do("pass")
    table.do("merge MET+DIS", "survivor MET")
    assert isinstance(table.step, ReturnTrains)
    table.do("return 5T", "return 5T")


# -- tokens -----------------------------------------------------------------------------------------

PLACES = ("C10.0", "C18.0", "F9.0", "G18.0", "H3.0", "H11.0", "H13.0", "I6.0", "I10.0")


def with_tokens(first: str, ours: int, theirs: int, charter: int = 0) -> London:
    table = London(4, phase="III")
    table.privates()
    places = iter(PLACES)
    for symbol, count in ((first, ours), ("DIS", theirs)):
        table.major(symbol, 90, {"A": 4}, at=next(places))
        effects.give_tokens(table.game, table.company(symbol), count - 1)
        set_tokens(table.game, table.company(symbol), count)
        for _ in range(count - 1 - (charter if symbol == "DIS" else 0)):
            effects.place_token(table.game, table.company(symbol), table.stop(next(places)))
    return begin(table)


@rule("1863-TOKX-01", "1863-TOKEN-05")
def test_no_more_than_seven_tokens() -> None:
    table = with_tokens("MET", 4, 5)
    table.do("merge MET+DIS", "survivor MET")
    assert isinstance(table.step, RemoveTokens)
    table.do("remove C10.0", "remove I10.0")
    assert table.tokens("MET") == (7, 0)


@rule("1863-TOKX-03")
def test_tokens_on_the_charter_go_first() -> None:
    table = with_tokens("MET", 4, 5, charter=3)
    table.do("merge MET+DIS", "survivor MET")
    assert not isinstance(table.step, RemoveTokens)
    assert table.tokens("MET") == (7, 1)


@rule("1863-TOKEN-05", "1863-TOKX-01", "1863-CO-03")
def test_the_uerl_keeps_all() -> None:
    table = with_tokens("UER", 4, 5)
    table.do("merge DIS+UER", "survivor UER")
    assert not isinstance(table.step, RemoveTokens)
    assert table.tokens("UER") == (9, 0)
