"""The final count: loans first, then what players have in hand (1863-END); and games in which nothing can happen."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.ids import POOL
from railhead.core.state import Round
from railhead.rules.debts import Debt
from railhead.rules.standings import standings
from railhead.testing import rule
from railhead.titles.t1863 import count, rounds
from railhead.titles.t1863.stalemate import stalled
from tests.titles.t1863.operating import Operating


def counted(at: Operating) -> Operating:
    """The final count begins."""
    at.state.agenda = at.state.agenda[:1]
    count.begin(at.game)
    at.settle()
    at.audited()
    return at


def worth(at: Operating, player: str) -> int:
    return count.worth(at.game, at.seat(player))


# -- what counts ----------------------------------------------------------------------------------

HOLDINGS = {
    "MET": (250, {"A": 6, "C": 1, "D": 3}),
    "DIS": (110, {"B": 6, "C": 2, "D": 2}),
    "CLR": (200, {"B": 3, "C": 5, "D": 2}),
    "LCR": (120, {"C": 4, "D": 6}),
}


@rule("1863-END-06", "1863-END-07")
def test_the_worked_count() -> None:
    """Worked example 1863-EX-01: the text has 205 for the first company, but its own totals need 250."""
    at = Operating(4, phase="III")
    for company, (price, shares) in HOLDINGS.items():
        most_first = dict(sorted(shares.items(), key=lambda entry: -entry[1]))
        at.major(company, price, most_first)
        assert sum(shares.values()) == 10
    for player in "ABCD":
        at.give_cash(player, 100)
    counted(at)
    assert at.over
    assert [worth(at, player) for player in "ABCD"] == [1600, 1360, 2050, 2190]
    assert [at.book.owner_names[entry.seat] for entry in standings(at.game)] == ["D", "C", "A", "B"]


@rule("1863-END-06")
def test_a_minor_counts_twice_and_what_companies_and_cards_are_worth_nothing() -> None:
    at = Operating(6, phase="III")
    at.minor("MET", 80, "A", cash=900, trains=("3T",))
    at.privates(MAI="A", FOW="MET")
    at.major("DIS", 100, {"MET": 5})
    assert worth(at, "A") == 350 + 160


@rule("1863-END-08")
@pytest.mark.parametrize(("shorts", "total"), [(1, 230), (3, -10)])
def test_a_short_counts_minus_its_price(shorts: int, total: int) -> None:
    at = Operating(3, phase="III")
    at.major("DIS", 120, {"B": 3})
    at.short("A", "DIS", shorts)
    assert worth(at, "A") == total


@rule("1863-END-06")
def test_a_company_in_the_red_zone_counts_nothing() -> None:
    at = Operating(3)
    at.minor("MET", 80, "A")
    effects.set_price(at.game, at.company("MET"), at.book.market.place[0])
    assert worth(at, "A") == 350


@rule("1863-END-07")
def test_players_with_the_same_total_share_the_victory() -> None:
    at = Operating(3)
    at.give_cash("C", 10)
    counted(at)
    assert [entry.rank for entry in standings(at.game)] == [1, 1, 3]


@rule("1863-CRISIS-09")
def test_players_who_are_out_come_last_with_nothing() -> None:
    at = Operating(3, phase="III")
    at.major("DIS", 120, {"B": 3})
    at.short("C", "DIS", 5)
    at.give_cash("C", 0)
    at.give_cash("B", 0)
    effects.put_out(at.game, at.seat("C"))
    assert worth(at, "C") == 0
    assert [at.book.owner_names[entry.seat] for entry in standings(at.game)] == ["B", "A", "C"]


# -- loans ----------------------------------------------------------------------------------------


@rule("1863-END-05")
@pytest.mark.parametrize(
    ("cash", "loans", "from_president", "left"), [(150, 2, 50, 0), (0, 2, 200, 0), (230, 2, 0, 30), (99, 1, 1, 0)]
)
def test_loans_are_paid_first_by_the_president_if_need_be(
    cash: int, loans: int, from_president: int, left: int
) -> None:
    at = Operating(3)
    at.minor("MET", 100, "B", cash=cash, loans=loans)
    counted(at)
    assert at.over
    assert (at.cash("MET"), at.loans("MET"), at.cash("B")) == (left, 0, 350 - from_president)
    assert worth(at, "B") == 350 - from_president + 200
    assert at.price("MET") == 100


@rule("1863-END-05", "1863-CRISIS-08")
def test_a_parent_pays_with_cash_and_takes_no_loan() -> None:
    at = Operating(3)
    at.minor("MET", 100, "B", cash=120, loans=0)
    at.minor("CIR", 60, "MET", cash=30, loans=2)
    counted(at)
    assert (at.cash("MET"), at.loans("MET"), at.cash("B")) == (0, 0, 350 - 50)


@rule("1863-END-05")
@pytest.mark.parametrize(("owner", "owned"), [("CIR", "MET"), ("MET", "CIR")])
def test_the_order_makes_no_difference(owner: str, owned: str) -> None:
    at = Operating(3)
    at.minor(owner, 100, "B", cash=120, loans=1)
    at.minor(owned, 60, owner, cash=0, loans=1)
    counted(at)
    assert (at.cash(owner), at.cash("B")) == (0, 350 - 80)
    assert sum(at.state.loans) == 0


@rule("1863-END-05")
def test_a_president_sells_for_loans_even_at_the_end() -> None:
    at = Operating(3, phase="III")
    at.minor("MET", 100, "B", cash=0, loans=2)
    at.major("DIS", 100, {"A": 3, "B": 2})
    at.give_cash("B", 50)
    counted(at)
    assert isinstance(at.step, Debt)
    assert at.offered() == ["sell 1 DIS", "sell 2 DIS"]
    at.do("sell 2 DIS")
    assert at.over
    assert (at.cash("B"), at.price("DIS")) == (50 + 200 - 200, 80)


@rule("1863-END-05", "1863-CRISIS-07")
def test_who_cannot_pay_at_the_end_is_bankrupt() -> None:
    at = Operating(4)
    at.minor("MET", 100, "B", cash=0, loans=2)
    at.give_cash("B", 150)
    counted(at)
    assert at.over
    assert at.state.out == (at.seat("B"),)
    assert [entry.rank for entry in standings(at.game)] == [1, 1, 1, 4]


@rule("1863-END-05", "1863-CRISIS-09")
def test_loans_of_a_company_without_a_president_are_void() -> None:
    at = Operating(3)
    at.minor("MET", 100, "B", cash=50, loans=2)
    effects.move_shares(at.game, at.owner("B"), POOL, at.company("MET"), 2)
    effects.set_director(at.game, at.company("MET"), POOL)
    counted(at)
    assert at.over
    assert (at.cash("MET"), at.loans("MET")) == (0, 0)
    assert [at.cash(name) for name in "ABC"] == [350] * 3


@rule("1863-END-05", "1863-END-02")
def test_the_count_follows_the_final_set() -> None:
    at = Operating(3)
    at.minor("MET", 100, "B", cash=150, loans=2)
    at.remember(final=5)
    at.state.round = Round("operating", 5, 2, 2)
    at.state.agenda = at.state.agenda[:1]
    at.settle()
    assert at.over
    assert at.cash("B") == 300


# -- stalemate ------------------------------------------------------------------------------------


def poor(cash: int = 10, options: tuple[str, ...] = ()) -> Operating:
    at = Operating(3, options)
    at.privates()
    for player in "ABC":
        at.give_cash(player, cash)
    return at


@pytest.mark.parametrize(("cash", "over"), [(84, True), (85, False)])
def test_without_companies_and_money_the_game_is_over(cash: int, over: bool) -> None:
    at = poor(cash)
    assert stalled(at.game) == over
    at.state.agenda = at.state.agenda[:1]
    rounds.begin_stock_round(at.game, 2)
    at.settle()
    assert at.over == over


@pytest.mark.parametrize(("cash", "over"), [(84, True), (85, False)])
def test_money_counts_only_while_a_company_may_be_opened(cash: int, over: bool) -> None:
    assert stalled(poor(cash, ("equal",)).game) == over, "any company may be the first"
    at = poor(cash)
    at.remember(opened=True)
    assert stalled(at.game) == over, "any but the UERL"


def test_a_private_is_capital_and_gifts_help() -> None:
    at = poor(20)
    at.give_private("FOW", "B")
    assert not stalled(at.game), "5 for the bid, 80 in kind"
    assert stalled(poor(20).game)
    assert stalled(poor(20, ("gifts",)).game)
    assert not stalled(poor(29, ("gifts",)).game)


def test_with_a_company_in_play_anything_may_happen() -> None:
    at = poor()
    at.minor("MET", 100, "A")
    assert not stalled(at.game)
