"""Operating rounds in 1860: how many, which company next, and the order within a turn."""

from __future__ import annotations

from itertools import permutations

import pytest

from railhead.core.state import INSOLVENT, Round
from railhead.rules.operating import OperatingTurn
from railhead.testing import Table, rule


def under_way(table: Table) -> str:
    """The company whose turn it is."""
    turn = next(step for step in table.state.agenda if isinstance(step, OperatingTurn))
    return table.book.company_names[turn.company]


def pass_through_set(table: Table) -> list[tuple[int, int]]:
    """Pass until the next stock round has begun; the operating rounds that were held, as index and number of them."""
    held: list[tuple[int, int]] = []
    while table.state.round.kind == "operating":
        now = table.state.round.index, table.state.round.of
        if now not in held:
            held.append(now)
        table.do("pass")
    return held


def pass_stock_round(table: Table) -> None:
    while table.state.round.kind == "stock":
        table.do("pass")


def idle_company(phase: str) -> Table:
    """IOW has neither train nor credits, so passing is all there is to do in its turns."""
    table = Table()
    table.float("IOW", par=100, shares={"A": 3, "B": 2}, treasury=0, operated=True)
    table.set_phase(phase)
    return table


def before_first(train: str) -> Table:
    """IOW may buy the first train of a kind: all smaller ones have been sold to nobody in particular."""
    table = Table()
    table.float("IOW", par=100, shares={"A": 3, "B": 2}, treasury=1000, operated=True)
    first = table.train(train)
    table.set_phase(table.book.phases[first - 1].name)
    for kind in range(first):
        table.state.scrapped[kind] += table.state.depot[kind]
        table.state.depot[kind] = 0
    return table


def order_of_turns(table: Table) -> list[str]:
    """Pass through one operating round; the companies as they were asked, each as often as its turn came up."""
    table.operating_round()
    now, order = table.state.round, [under_way(table)]
    while True:
        table.do("pass")
        if table.state.round != now:
            return order
        if under_way(table) != order[-1]:
            order.append(under_way(table))


# -- how many operating rounds --------------------------------------------------------------------


@rule("1860-OR-01")
@pytest.mark.parametrize(
    ("phase", "rounds"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("7", 3), ("8", 3), ("9", 3)]
)
def test_a_stock_round_is_followed_by_the_operating_rounds_of_the_phase(phase: str, rounds: int) -> None:
    table = idle_company(phase)
    table.stock_turn("A", number=4)
    pass_stock_round(table)
    assert table.state.round == Round("operating", 4, 1, rounds)
    assert pass_through_set(table) == [(index, rounds) for index in range(1, rounds + 1)]
    assert (table.state.round.kind, table.state.round.number) == ("stock", 5)


@rule("1860-OR-01")
def test_the_first_stock_round_is_followed_by_one_operating_round() -> None:
    table = idle_company("2")
    table.stock_turn("A", number=1)
    pass_stock_round(table)
    assert pass_through_set(table) == [(1, 1)]
    assert (table.state.round.kind, table.state.round.number) == ("stock", 2)


@rule("1860-OR-02", "1860-EX-06")
def test_the_first_three_train_brings_a_second_operating_round_after_the_next_stock_round_only() -> None:
    table = before_first("3+2")
    table.operating_turn("IOW", "trains", number=2, index=1, of=1)
    table.do("train 3+2 from ipo")
    assert table.phase == "3"
    assert pass_through_set(table) == [(1, 1)]
    assert (table.state.round.kind, table.state.round.number) == ("stock", 3)
    pass_stock_round(table)
    assert pass_through_set(table) == [(1, 2), (2, 2)]


@rule("1860-OR-02", "1860-EX-08")
@pytest.mark.parametrize("index", [1, 2])
def test_the_first_five_train_brings_a_third_operating_round_after_the_next_stock_round_only(index: int) -> None:
    table = before_first("5+3")
    table.operating_turn("IOW", "trains", number=2, index=index, of=2)
    table.do("train 5+3 from ipo")
    assert table.phase == "5"
    assert pass_through_set(table) == [(1, 2), (2, 2)][index - 1 :]
    assert (table.state.round.kind, table.state.round.number) == ("stock", 3)
    pass_stock_round(table)
    assert pass_through_set(table) == [(1, 3), (2, 3), (3, 3)]


# -- which company next ---------------------------------------------------------------------------


def floated(table: Table, **prices: int) -> None:
    for symbol, price in prices.items():
        name = {"CN": "C&N", "BHIR": "BHI&R", "SC": "S&C", "VYSC": "VY&SC"}.get(symbol, symbol)
        table.float(name, par=62, shares={"A": 5}, price=price, treasury=0, operated=True)


@rule("1860-OR-03")
def test_companies_operate_from_the_highest_price_down() -> None:
    table = Table()
    floated(table, FYN=68, IOW=82, CN=100, NGStL=71)
    assert order_of_turns(table) == ["C&N", "IOW", "NGStL", "FYN"]


@rule("1860-OR-03")
@pytest.mark.parametrize("order", list(permutations(("IOW", "C&N", "FYN"))))
def test_the_order_follows_prices_and_not_the_order_of_flotation(order: tuple[str, ...]) -> None:
    table = Table()
    for name in ("IOW", "C&N", "FYN"):
        price = {0: 100, 1: 82, 2: 68}[order.index(name)]
        table.float(name, par=62, shares={"A": 5}, price=price, treasury=0, operated=True)
    assert tuple(order_of_turns(table)) == order


@rule("1860-OR-03")
def test_a_company_whose_price_falls_in_its_turn_does_not_operate_again() -> None:
    table = Table()
    floated(table, IOW=82, CN=78)
    assert order_of_turns(table) == ["IOW", "C&N"]
    assert (table.price("IOW"), table.price("C&N")) == (74, 71)


@rule("1860-OR-03")
def test_a_company_that_has_not_floated_does_not_operate() -> None:
    table = Table()
    floated(table, IOW=82)
    table.start("C&N", par=100, shares={"B": 4})
    assert order_of_turns(table) == ["IOW"]


@rule("1860-OR-03")
def test_a_bankrupt_company_does_not_operate() -> None:
    table = Table()
    floated(table, IOW=82, CN=100)
    table.bankrupt("C&N")
    assert order_of_turns(table) == ["IOW"]


@rule("1860-OR-03")
def test_a_bankrupt_company_that_is_started_again_does_not_operate_before_it_floats() -> None:
    table = Table()
    floated(table, IOW=82, CN=100)
    table.bankrupt("C&N")
    table.start("C&N", par=50, shares={"B": 4})
    assert order_of_turns(table) == ["IOW"]


@rule("1860-OR-03")
def test_every_operating_round_gives_every_company_a_turn() -> None:
    table = Table()
    floated(table, IOW=100, CN=90)
    table.set_phase("3")
    table.operating_round(of=2)
    turns = []
    while table.state.round.kind == "operating":
        turns.append((table.state.round.index, under_way(table)))
        table.do("pass")
    assert list(dict.fromkeys(turns)) == [(1, "IOW"), (1, "C&N"), (2, "IOW"), (2, "C&N")]


@rule("1860-OR-04", "1860-EX-04")
@pytest.mark.parametrize("stack", list(permutations(("NGStL", "C&N", "S&C"))))
def test_of_equal_prices_the_one_longest_on_the_space_operates_first(stack: tuple[str, ...]) -> None:
    table = Table()
    floated(table, CN=100, NGStL=100, SC=100)
    for name in stack:
        table.set_price(name, 62)
    assert tuple(order_of_turns(table)) == stack


@rule("1860-OR-04")
def test_a_marker_that_comes_to_a_space_goes_below_those_there() -> None:
    table = Table()
    floated(table, IOW=82, CN=78)
    table.set_price("C&N", 74)
    table.operating_turn("IOW", "dividend")
    assert (table.price("IOW"), table.price("C&N")) == (74, 74)
    assert order_of_turns(table) == ["C&N", "IOW"]


@rule("1860-OR-04")
def test_the_price_counts_before_the_time_on_the_space() -> None:
    table = Table()
    floated(table, CN=68, IOW=74)
    table.set_price("IOW", 71)
    assert order_of_turns(table) == ["IOW", "C&N"]


# -- the order within a turn ----------------------------------------------------------------------

ACTS = {
    "lay track": "lay 743 on K5 turned 2",
    "place a [token]": "token at J4.0",
    "run trains": "run 2+1 I3.0-J4.0",
    "pay a dividend or keep the revenue": "pay",
    "buy trains": "train 2+1 from ipo",
}


def full_turn() -> Table:
    """IOW has something to do in every part of its turn."""
    table = Table()
    table.float("IOW", par=100, shares={"A": 3, "B": 2}, treasury=900)
    table.float("C&N", par=74, shares={"B": 5}, treasury=0)
    table.lay("57@2 J4")
    table.give_trains("IOW", "2+1")
    table.operating_round()
    return table


@rule("1860-OR-05")
def test_a_turn_goes_track_base_run_dividend_trains() -> None:
    table = full_turn()
    for purpose, text in ACTS.items():
        while table.step.purpose != purpose:
            table.do("pass")
        assert under_way(table) == "IOW"
        for other, act in ACTS.items():
            if other != purpose:
                table.refuses(act, "1860-OR-05")
        table.do(text)
    assert under_way(table) == "IOW"
    table.do("pass")
    assert under_way(table) == "C&N"


@rule("1860-OR-05")
def test_parts_may_be_passed_over_and_do_not_come_back() -> None:
    table = full_turn()
    seen = [table.step.purpose]
    for text in ("pass", "pass", "run 2+1 I3.0-J4.0", "keep", "pass"):
        assert under_way(table) == "IOW"
        table.do(text)
        seen.append(table.step.purpose)
    assert seen[:5] == list(ACTS)
    assert under_way(table) == "C&N"


@rule("1860-OR-05")
def test_what_the_run_earned_is_paid_before_trains_are_bought() -> None:
    table = full_turn()
    table.give_cash("IOW", 200)
    table.do("pass", "pass", "run 2+1 I3.0-J4.0", "keep")
    assert table.cash("IOW") == 250
    table.do("train 2+1 from ipo")
    assert table.cash("IOW") == 0


@rule("1860-OR-05")
def test_insolvency_is_declared_at_the_end_of_the_turn() -> None:
    table = full_turn()
    table.give_cash("IOW", 50)
    table.state.trains[table.owner("IOW")] = ()
    table.state.depot[0] += 1
    while under_way(table) == "IOW":
        assert not table.has("IOW", INSOLVENT)
        table.do("pass")
    assert table.has("IOW", INSOLVENT)


@rule("1860-OR-05")
def test_a_train_bought_in_the_turn_runs_in_the_next_one() -> None:
    table = full_turn()
    table.state.trains[table.owner("IOW")] = ()
    table.state.depot[0] += 1
    table.do("pass", "pass")
    assert table.step.purpose == "buy trains"
    table.do("train 2+1 from ipo")
    table.refuses("run 2+1 I3.0-J4.0", "1860-OR-05")
    assert table.state.revenue[table.company("IOW")] == 0


# -- who decides ----------------------------------------------------------------------------------


@rule("1860-OR-06")
@pytest.mark.parametrize("director", ["A", "B", "C"])
def test_the_director_decides_in_every_part_of_the_turn(director: str) -> None:
    others = {"A": 2, "B": 2, "C": 2} | {director: 3}
    table = Table()
    table.float("IOW", par=100, shares=others, director=director, treasury=900)
    table.lay("57@2 J4")
    table.give_trains("IOW", "2+1")
    table.operating_round()
    for purpose, text in ACTS.items():
        while table.step.purpose != purpose:
            assert table.turn == director
            table.do("pass")
        assert table.turn == director
        table.do(text)


@rule("1860-OR-06")
def test_each_company_is_directed_by_its_own_director() -> None:
    table = Table()
    table.float("IOW", par=100, shares={"A": 3, "B": 2}, treasury=0)
    table.float("C&N", par=90, shares={"C": 3, "A": 2}, treasury=0)
    table.operating_round()
    assert (under_way(table), table.turn) == ("IOW", "A")
    while under_way(table) == "IOW":
        assert table.turn == "A"
        table.do("pass")
    assert (under_way(table), table.turn) == ("C&N", "C")


@rule("1860-OR-06")
def test_nobody_is_asked_for_a_company_without_a_director() -> None:
    table = Table()
    table.float("IOW", par=100, shares={"pool": 3, "B": 1, "A": 1}, director="pool", treasury=300)
    table.float("C&N", par=90, shares={"C": 3, "A": 2}, treasury=0)
    table.lay("57@2 J4")
    table.give_trains("IOW", "2+1")
    table.operating_round()
    assert (under_way(table), table.turn) == ("C&N", "C")
    assert table.state.revenue[table.company("IOW")] == 50
    assert table.cash("IOW") == 350
