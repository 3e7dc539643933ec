"""Conversions and the small stock rounds after them and after mergers (rules 1863-CONV, 1863-MERGE-17)."""

from __future__ import annotations

import pytest

from railhead.core.state import Round
from railhead.testing import rule
from railhead.titles.t1863 import merger_round
from railhead.titles.t1863.mini_round import MiniTurn
from railhead.titles.t1863.more_shares import BuyShares
from tests.titles.t1863.mergers import Mergers
from tests.titles.t1863.table import Waiting


def converted(owner: str = "A", players: int = 4, price: int = 50, cash: int = 100) -> Mergers:
    """The Metropolitan has just converted; its president may buy."""
    at = Mergers(players)
    at.minor("MET", price, owner, cash=cash)
    at.mergers()
    at.do("convert with 1")
    return at


# -- what a conversion costs --------------------------------------------------------------------------


@rule("1863-CONV-03", "1863-LOAN-08")
@pytest.mark.parametrize(
    ("cash", "loans", "trains", "most"),
    [
        (150, 0, (), 3),
        (149, 2, (), 2),
        (100, 2, (), 2),
        (99, 2, (), 1),
        (49, 2, (), 0),
        (0, 0, (), 3),
        (0, 1, (), 2),
        (0, 2, (), 0),
        (0, 2, ("3T", "3T"), 0),
        (1, 2, ("3T", "3T"), 2),
        (10, 2, ("3T", "3T"), 2),
        (20, 2, ("3T", "2+1e"), 2),
        (60, 2, ("3T", "2+1e"), 3),
    ],
)
def test_how_many_tokens_it_can_pay_for(cash: int, loans: int, trains: tuple[str, ...], most: int) -> None:
    """Two loans for anybody; as a major a third one if three are less than the valuation."""
    at = Mergers()
    at.minor("MET", 90, "A", cash=cash, loans=loans, trains=trains)
    at.mergers()
    offered = at.offered("convert") if not at.waits else []
    assert offered == [f"convert with {count}" for count in range(1, most + 1)]


@rule("1863-CONV-03", "1863-VAR-06")
def test_with_loose_valuations_it_borrows_whatever_it_needs() -> None:
    at = Mergers(options=("loose_valuations",))
    at.minor("MET", 90, "A", loans=2)
    at.mergers()
    at.do("convert with 3")
    assert (at.loans("MET"), at.cash("MET"), at.price("MET")) == (4, 50, 75)


@rule("1863-CONV-03", "1863-LOAN-09")
def test_it_borrows_no_more_than_the_bank_has_left() -> None:
    at = Mergers()
    for company in ("CLR", "BAK", "EHL", "HAM"):
        at.major(company, 100, {"B": 3}, loans=10)
    at.major("LCR", 100, {"B": 3}, loans=3)
    at.minor("MET", 90, "A")
    at.mergers()
    assert at.offered("convert") == ["convert with 1", "convert with 2"]


@rule("1863-CONV-02", "1863-CONV-03", "1863-LOAN-03")
@pytest.mark.parametrize(
    ("cash", "tokens", "left", "loans", "price"),
    [(50, 1, 0, 0, 90), (49, 1, 99, 1, 80), (50, 3, 0, 1, 80), (49, 3, 99, 2, 75), (150, 3, 0, 0, 90)],
)
def test_the_fewest_loans_are_taken(cash: int, tokens: int, left: int, loans: int, price: int) -> None:
    at = Mergers()
    at.minor("MET", 90, "A", cash=cash)
    at.mergers()
    at.do(f"convert with {tokens}")
    assert (at.cash("MET"), at.loans("MET"), at.price("MET")) == (left, loans, price)
    assert at.tokens("MET") == (1 + tokens, tokens)


@rule("1863-CONV-01", "1863-MA-05")
@pytest.mark.parametrize("phase", ["II", "III", "IV", "V"])
def test_a_minor_converts_in_every_phase(phase: str) -> None:
    at = Mergers(phase=phase)
    at.minor("MET", 90, "A", cash=100, trains=("5T",) if phase == "V" else ())
    at.mergers()
    while not at.offered("convert"):
        at.do("pass")
    at.do("convert with 2")
    assert (at.shares("A", "MET"), at.shares("MET", "MET")) == (2, 8)


@rule("1863-MA-06")
def test_a_company_that_has_converted_does_not_merge_in_the_same_round() -> None:
    at = Mergers()
    at.minor("MET", 50, "A", cash=100)
    at.major("DIS", 60, {"A": 4})
    at.mergers()
    at.do("convert with 1")
    while at.step.acting_company != at.company("DIS"):
        at.do("pass")
    at.refuses("merge MET+DIS", "1863-MA-06")


@rule("1863-MA-04", "1863-MA-10")
def test_privates_are_put_up_before_companies_convert() -> None:
    at = Mergers()
    at.minor("MET", 50, "A", cash=100)
    at.privates(GRE="B")
    at.mergers()
    assert at.turn == "B"
    at.refuses("convert with 1", "1863-MA-10")
    at.do("pass")
    assert at.allows("convert with 1")


@rule("1863-MA-06")
def test_in_the_next_round_of_mergers_it_may_act_again() -> None:
    at = Mergers()
    at.minor("MET", 50, "A", cash=100)
    at.major("DIS", 60, {"A": 4})
    at.mergers()
    at.do("convert with 1")
    at.finish()
    at.state.round = Round("merger", 2, 2, 2)
    at.state.agenda = (at.state.agenda[0], Waiting(at.seat("A")))
    merger_round.begin(at.game)
    at.settle()
    assert at.allows("merge MET+DIS")


# -- who buys -----------------------------------------------------------------------------------------


@rule("1863-CONV-06")
@pytest.mark.parametrize(
    ("players", "owner", "asked"), [(3, "B", "CA"), (4, "C", "DAB"), (5, "A", "BCDE"), (6, "E", "FABCD")]
)
def test_everybody_else_is_asked_once_to_the_left_of_the_president(players: int, owner: str, asked: str) -> None:
    at = converted(owner, players)
    at.do("pass")
    seen = ""
    while isinstance(at.step, MiniTurn):
        seen += at.turn
        at.do("pass")
    assert seen == asked
    assert at.waits


@rule("1863-CONV-06", "1863-CRISIS-09")
def test_players_who_are_out_are_not_asked() -> None:
    at = Mergers()
    at.minor("MET", 50, "A", cash=100)
    at.state.out = (at.seat("C"),)
    at.mergers()
    at.do("convert with 1", "pass", "pass")
    assert at.turn == "D"


@rule("1863-CONV-05", "1863-OWN-03")
def test_a_parent_company_buys_up_to_half_with_its_own_money() -> None:
    at = Mergers()
    at.minor("DIS", 100, "A", cash=1000)
    at.minor("MET", 50, "DIS", cash=100)
    at.mergers()
    at.do("convert with 1")
    at.refuses("buy-more 4", "1863-START-21")
    at.do("buy-more 3")
    assert (at.shares("DIS", "MET"), at.cash_of("DIS", "MET", "A")) == (5, [850, 200, 350])
    assert at.turn == "B", "A's company has bought, so A is not asked"


@rule("1863-CONV-05")
@pytest.mark.parametrize(("cash", "most"), [(49, 0), (50, 1), (149, 2), (1000, 4)])
def test_the_president_buys_what_there_is_money_for(cash: int, most: int) -> None:
    at = Mergers()
    at.minor("MET", 50, "A", cash=100)
    at.give_cash("A", cash)
    at.mergers()
    at.do("convert with 1")
    assert isinstance(at.step, BuyShares) == (most > 0), "whoever may buy nothing is not asked"
    assert len(at.offered("buy-more")) == most


@rule("1863-CONV-06", "1863-CONV-07")
def test_one_share_of_this_company_at_its_price() -> None:
    at = converted()
    at.major("DIS", 60, {"A": 4})
    at.do("pass")
    at.refuses("buy DIS from DIS", "1863-CONV-06")
    at.refuses("short DIS", "1863-CONV-06")
    at.refuses("sell 1 MET", "1863-MERGE-17")
    at.give_cash("B", 49)
    at.refuses("buy MET from MET")
    at.give_cash("B", 50)
    at.do("buy MET from MET")
    assert (at.cash_of("B", "MET"), at.price("MET"), at.shares("B", "MET")) == ([0, 100], 50, 1)
    assert at.turn == "C", "nobody buys twice"


@rule("1863-CONV-06", "1863-SHORT-10")
def test_the_share_of_a_short_may_be_bought_from_the_pool_and_raises_the_price() -> None:
    at = converted()
    at.do("pass", "short MET")
    assert (at.price("MET"), at.shares("pool", "MET"), at.cash("B")) == (45, 1, 400)
    at.do("buy MET from pool")
    assert (at.price("MET"), at.shares("pool", "MET"), at.cash("C")) == (50, 0, 305)


@rule("1863-CONV-06", "1863-BUY-07")
def test_nobody_buys_at_the_certificate_limit() -> None:
    at = Mergers(6)
    at.minor("MET", 50, "A", cash=100)
    for company, held in (("CLR", 5), ("EHL", 5), ("BAK", 1)):
        at.major(company, 100, {"C": 5, "B": held})
    at.mergers()
    at.do("convert with 1", "pass")
    at.refuses("buy MET from MET", "1863-BUY-07")
    assert at.allows("short MET")


# -- after a merger of majors ---------------------------------------------------------------------------


def merged(**shares: int) -> Mergers:
    """Two majors at 60 have merged at 120; who had how many of each."""
    at = Mergers()
    for company in ("MET", "DIS"):
        at.major(company, 60, shares, cash=100)
    at.mergers()
    at.do("merge MET+DIS", "survivor MET", "pass")
    return at


@rule("1863-MERGE-17")
def test_the_president_comes_last_and_may_sell() -> None:
    at = merged(A=5, B=1)
    seen = []
    while at.turn != "A":
        seen.append(at.turn)
        at.do("pass")
    assert seen == ["B", "C", "D"]
    at.refuses("sell 4 MET", "1863-OWN-10")
    at.do("sell 3 MET")
    assert (at.price("MET"), at.cash("A"), at.shares("pool", "MET")) == (70, 350 + 360, 3)
    assert at.waits


@rule("1863-MERGE-17", "1863-SR-05")
def test_whoever_sells_may_not_buy_before_the_next_stock_round() -> None:
    at = merged(A=4, B=4)
    at.do("sell 1 MET")
    assert (at.price("MET"), at.shares("B", "MET")) == (110, 3)
    at.stock_turn("B", 3)
    at.refuses("buy MET from MET", "1863-SR-05")


@rule("1863-MERGE-17", "1863-SHORT-04", "1863-SHORT-06")
def test_a_merged_company_may_be_sold_short_by_whoever_has_none_of_it() -> None:
    at = merged(A=4, B=2)
    at.refuses("short MET", "1863-SHORT-06")
    at.do("pass", "short MET")
    assert (at.price("MET"), at.shares("C", "MET"), at.cash("C")) == (110, -1, 350 + 120)
