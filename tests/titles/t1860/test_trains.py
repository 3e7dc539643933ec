"""Trains: bought from the bank or from another company, limited, returned, rusting (rules 1860-TRAIN)."""

from __future__ import annotations

import pytest

from railhead.core.ids import POOL, a_train
from railhead.core.state import INSOLVENT
from railhead.rules.consent import Consent
from railhead.rules.trains import BuyTrains, ReturnTrains, on_offer
from railhead.testing import Table, rule

TRAINS = (
    ("2+1", 5, 250),
    ("3+2", 4, 300),
    ("4+2", 3, 350),
    ("5+3", 2, 400),
    ("6+3", 2, 500),
    ("7+4", 1, 600),
    ("8+4", 1, 700),
)
"""Name, number and price; after these come 9+5 trains without end, at 800."""

LIMITS = {"2": 4, "3": 4, "4": 3, "5": 3, "6": 2, "7": 2, "8": 2, "9": 2}
PHASES = tuple(LIMITS)
GONE = {
    "4+2": ("2+1",),
    "5+3": ("2+1",),
    "6+3": ("2+1", "3+2"),
    "7+4": ("2+1", "3+2", "4+2"),
    "8+4": ("2+1", "3+2", "4+2", "5+3"),
}
"""By the last kind sold: the kinds that have rusted."""


def sell_out(table: Table, *names: str) -> None:
    """The trains of these kinds still in the depot are gone."""
    for name in names:
        kind = table.train(name)
        table.state.scrapped[kind] += table.state.depot[kind]
        table.state.depot[kind] = 0


def buying(
    treasury: int,
    *trains: str,
    phase: str = "2",
    fyn: tuple[str, ...] = (),
    options: tuple[str, ...] = (),
) -> Table:
    """The C&N (director A) with these trains, about to buy; B directs the FYN."""
    table = Table(options=options)
    table.float("C&N", par=74, shares={"A": 5}, operated=True, treasury=treasury)
    table.float("FYN", par=62, shares={"B": 5}, operated=True, treasury=0)
    table.give_trains("C&N", *trains)
    table.give_trains("FYN", *fyn)
    table.set_phase(phase)
    table.operating_turn("C&N", "trains")
    return table


def returning(table: Table) -> bool:
    """Is the director asked to return trains?"""
    return isinstance(table.step, ReturnTrains)


def returned(table: Table) -> list[str]:
    """The trains that were given back to the bank."""
    return [table.book.train_names[train] for train in table.state.trains[POOL]]


def turn_of(table: Table) -> BuyTrains:
    step = table.step
    assert isinstance(step, BuyTrains)
    return step


# -- from the bank --------------------------------------------------------------------------------


@rule("1860-TRAIN-01")
def test_a_train_is_paid_in_credits_and_no_player_helps() -> None:
    table = buying(250)
    money = table.cash("ipo"), table.cash("A")
    table.do("train 2+1 from ipo")
    assert table.cash("C&N") == 0
    assert table.trains("C&N") == ["2+1"]
    assert (table.cash("ipo"), table.cash("A")) == money


@rule("1860-TRAIN-01")
def test_a_company_short_of_credits_buys_no_train_however_rich_its_director() -> None:
    table = buying(249)
    table.give_cash("A", 5000)
    table.refuses("train 2+1 from ipo", "1860-TRAIN-01")
    assert table.offered("train") == []


@rule("1860-TRAIN-01")
def test_several_trains_may_be_bought_in_one_turn() -> None:
    table = buying(1000)
    table.do("train 2+1 from ipo", "train 2+1 from ipo", "train 2+1 from ipo", "train 2+1 from ipo")
    assert table.trains("C&N") == ["2+1"] * 4
    assert table.cash("C&N") == 0


@rule("1860-TRAIN-01")
def test_trains_are_bought_after_the_dividend_only() -> None:
    table = buying(1000, "2+1")
    table.state.revenue[table.company("C&N")] = 50
    table.operating_turn("C&N", "dividend")
    table.refuses("train 2+1 from ipo", "1860-OR-05")
    table.do("pay")
    assert table.allows("train 2+1 from ipo")


@rule("1860-TRAIN-01")
def test_a_company_with_a_train_need_not_buy() -> None:
    table = buying(1000, "2+1")
    assert turn_of(table).company == table.company("C&N")
    table.do("pass")
    assert table.trains("C&N") == ["2+1"]


@rule("1860-TRAIN-02", "1860-TRAIN-03", "1860-SETUP-07")
def test_the_trains_come_in_their_order_numbers_and_prices() -> None:
    table = buying(50_000, options=("no_train_limit",))
    for name, count, price in TRAINS:
        for _ in range(count):
            before = table.cash("C&N")
            assert table.offered("train") == [f"train {name} from ipo"]
            table.do(f"train {name} from ipo")
            assert before - table.cash("C&N") == price
    for _ in range(10):
        before = table.cash("C&N")
        assert table.offered("train") == ["train 9+5 from ipo"]
        table.do("train 9+5 from ipo")
        assert before - table.cash("C&N") == 800


@rule("1860-TRAIN-03")
def test_the_next_kind_waits_for_the_last_train_of_the_current_one() -> None:
    table = buying(5000, phase="3")
    sell_out(table, "3+2")
    table.state.depot[table.train("3+2")] += 1
    table.state.scrapped[table.train("3+2")] -= 1
    table.refuses("train 4+2 from ipo", "1860-TRAIN-03")
    table.refuses("train 2+1 from ipo", "1860-TRAIN-03")
    table.do("train 3+2 from ipo")
    table.refuses("train 3+2 from ipo", "1860-TRAIN-03")
    table.do("train 4+2 from ipo")
    assert table.trains("C&N") == ["3+2", "4+2"]


@rule("1860-TRAIN-03")
def test_a_train_nobody_returned_is_not_in_the_pool() -> None:
    table = buying(5000)
    table.refuses("train 2+1 from pool", "1860-TRAIN-03")


# -- from another company -------------------------------------------------------------------------


@rule("1860-TRAIN-04")
@pytest.mark.parametrize("amount", [0, 1, 5, 9, 15, 105])
def test_the_price_between_companies_is_a_multiple_of_ten_and_not_nothing(amount: int) -> None:
    table = buying(500)
    table.give_trains("FYN", "2+1")
    table.refuses(f"offer {amount} for 2+1 of FYN", "1860-TRAIN-04")


@rule("1860-TRAIN-04")
@pytest.mark.parametrize("amount", [10, 20, 500])
def test_a_train_changes_hands_when_the_other_director_agrees(amount: int) -> None:
    table = buying(500)
    table.give_trains("FYN", "2+1")
    assert table.turn == "A"
    table.do(f"offer {amount} for 2+1 of FYN")
    assert isinstance(table.step, Consent)
    assert table.turn == "B"
    assert table.trains("C&N") == []
    assert sorted(table.offered()) == ["accept", "decline"]
    table.do("accept")
    assert (table.trains("C&N"), table.trains("FYN")) == (["2+1"], [])
    assert (table.cash("C&N"), table.cash("FYN")) == (500 - amount, amount)
    assert table.cash("A") == table.cash("B") == 670


@rule("1860-TRAIN-04")
def test_nothing_changes_when_the_other_director_declines() -> None:
    table = buying(500)
    table.give_trains("FYN", "2+1")
    table.do("offer 100 for 2+1 of FYN", "decline")
    assert table.turn == "A"
    assert turn_of(table).company == table.company("C&N")
    assert (table.trains("C&N"), table.trains("FYN")) == ([], ["2+1"])
    assert (table.cash("C&N"), table.cash("FYN")) == (500, 0)


@rule("1860-TRAIN-04")
def test_a_declined_price_may_only_be_bettered() -> None:
    table = buying(500)
    table.give_trains("FYN", "2+1", "3+2")
    table.do("offer 100 for 2+1 of FYN", "decline")
    table.refuses("offer 100 for 2+1 of FYN", "1860-TRAIN-04")
    assert table.allows("offer 110 for 2+1 of FYN")
    assert table.allows("offer 10 for 3+2 of FYN")


@rule("1860-TRAIN-04")
def test_a_director_of_both_companies_is_not_asked() -> None:
    table = buying(500)
    table.float("IOW", par=74, shares={"A": 5}, operated=True, treasury=0)
    table.give_trains("IOW", "2+1")
    table.do("offer 10 for 2+1 of IOW")
    assert (table.trains("C&N"), table.trains("IOW")) == (["2+1"], [])
    assert (table.cash("C&N"), table.cash("IOW")) == (490, 10)


@rule("1860-TRAIN-04", "1860-TRAIN-01")
def test_a_company_may_not_offer_more_than_it_has() -> None:
    table = buying(99)
    table.give_trains("FYN", "2+1")
    table.refuses("offer 100 for 2+1 of FYN", "1860-TRAIN-01")
    offers = table.offered("offer")
    assert offers[0] == "offer 10 for 2+1 of FYN"
    assert offers[-1] == "offer 90 for 2+1 of FYN"
    assert len(offers) == 9


@rule("1860-TRAIN-04")
def test_only_trains_the_other_company_has_can_be_bought() -> None:
    table = buying(500, "2+1", "2+1")
    table.give_trains("FYN", "3+2", "3+2")
    table.refuses("offer 100 for 4+2 of FYN", "1860-TRAIN-04")
    table.refuses("offer 100 for 2+1 of C&N", "1860-TRAIN-04")
    assert table.allows("offer 100 for 3+2 of FYN")


@rule("1860-TRAIN-04")
def test_a_company_without_a_director_sells_no_train() -> None:
    table = buying(500)
    table.float("IOW", par=74, shares={"pool": 5}, operated=True, treasury=0)
    table.give_trains("IOW", "2+1", "2+1")
    table.refuses("offer 100 for 2+1 of IOW", "1860-TRAIN-04")


@rule("1860-TRAIN-04")
def test_a_bankrupt_company_sells_no_train() -> None:
    table = buying(500)
    table.give_trains("FYN", "2+1", "2+1")
    table.bankrupt("FYN")
    table.refuses("offer 100 for 2+1 of FYN", "1860-TRAIN-04")


@rule("1860-TRAIN-04")
def test_a_bankrupt_company_that_has_a_new_director_but_has_not_floated_sells_no_train() -> None:
    table = buying(500)
    table.give_trains("FYN", "2+1", "2+1")
    table.bankrupt("FYN")
    table.start("FYN", par=50, shares={"B": 2})
    table.refuses("offer 100 for 2+1 of FYN", "1860-TRAIN-04")


@rule("1860-TRAIN-04", "1860-PHASE-01")
def test_a_train_of_another_company_starts_no_phase() -> None:
    table = buying(500, fyn=("4+2",))
    table.do("offer 100 for 4+2 of FYN", "accept")
    assert table.phase == "2"


@rule("1860-TRAIN-05", "1860-EX-12")
def test_a_company_with_a_train_may_not_buy_the_only_train_of_another() -> None:
    table = buying(500, "3+2")
    table.give_trains("FYN", "4+2")
    table.give_cash("FYN", 500)
    table.refuses("offer 100 for 4+2 of FYN", "1860-TRAIN-05")
    assert table.offered("offer") == []
    table.operating_turn("FYN", "trains")
    table.refuses("offer 100 for 3+2 of C&N", "1860-TRAIN-05")
    assert table.offered("offer") == []


@rule("1860-TRAIN-05", "1860-EX-13")
@pytest.mark.parametrize(("bought", "left"), [("3+2", "4+2"), ("4+2", "3+2")])
def test_either_of_two_trains_may_be_bought_but_not_both(bought: str, left: str) -> None:
    table = buying(500, "3+2")
    table.give_trains("FYN", "3+2", "4+2")
    table.do(f"offer 100 for {bought} of FYN", "accept")
    assert table.trains("FYN") == [left]
    assert table.trains("C&N") == sorted(["3+2", bought])
    table.refuses(f"offer 100 for {left} of FYN", "1860-TRAIN-05")


@rule("1860-TRAIN-06", "1860-EX-14")
def test_a_company_without_a_train_may_buy_the_only_train_of_another() -> None:
    table = buying(500)
    table.give_trains("FYN", "4+2")
    table.do("offer 100 for 4+2 of FYN", "accept")
    assert (table.trains("C&N"), table.trains("FYN")) == (["4+2"], [])


# -- the limit ------------------------------------------------------------------------------------


@rule("1860-TRAIN-07")
@pytest.mark.parametrize(("phase", "limit"), LIMITS.items())
def test_a_company_buys_up_to_the_limit_of_the_phase(phase: str, limit: int) -> None:
    table = buying(5000, *["9+5"] * (limit - 1), phase=phase)
    table.do(table.offered("train")[0])
    assert len(table.trains("C&N")) == limit
    assert table.phase == phase
    table.operating_turn("C&N", "trains")
    ((train, _),) = on_offer(table.game)
    table.refuses(f"train {table.book.train_names[train]} from ipo", "1860-TRAIN-07")
    assert table.offered("train") == []


@rule("1860-TRAIN-07")
@pytest.mark.parametrize(("phase", "limit"), LIMITS.items())
def test_the_limit_holds_for_trains_of_other_companies_too(phase: str, limit: int) -> None:
    table = buying(5000, *["9+5"] * (limit - 1), phase=phase, fyn=("9+5", "9+5", "9+5"))
    table.do("offer 10 for 9+5 of FYN", "accept")
    assert len(table.trains("C&N")) == limit
    table.operating_turn("C&N", "trains")
    table.refuses("offer 10 for 9+5 of FYN", "1860-TRAIN-07")
    assert table.offered("offer") == []


@rule("1860-TRAIN-08")
def test_a_lowered_limit_holds_at_once() -> None:
    table = buying(5000, "3+2", "3+2", "3+2", "3+2", phase="3")
    table.float("IOW", par=74, shares={"C": 5}, operated=True, treasury=350)
    table.operating_turn("IOW", "trains")
    table.do("train 4+2 from ipo")
    assert len(table.trains("C&N")) == 4
    table.operating_turn("C&N", "trains")
    table.refuses("train 4+2 from ipo", "1860-TRAIN-07")


@rule("1860-TRAIN-08")
def test_the_buyer_of_the_first_four_plus_two_is_bound_by_the_new_limit() -> None:
    table = buying(5000, "3+2", "3+2", "3+2", phase="3")
    sell_out(table, "3+2")
    table.do("train 4+2 from ipo")
    assert table.trains("C&N") == ["3+2", "3+2", "3+2", "4+2"]
    table.operating_turn("C&N", "trains")
    table.refuses("train 4+2 from ipo", "1860-TRAIN-07")


@rule("1860-TRAIN-08")
def test_excess_trains_are_returned_unpaid_at_the_start_of_the_next_turn() -> None:
    table = buying(0, "3+2", "3+2", "3+2", "4+2", phase="4")
    table.operating_turn("C&N", "begin")
    assert returning(table)
    assert table.turn == "A"
    assert sorted(table.offered()) == ["return 3+2", "return 4+2"]
    table.refuses("pass", "1860-OR-05")
    table.refuses("return 5+3", "1860-TRAIN-08")
    table.do("return 4+2")
    assert table.trains("C&N") == ["3+2", "3+2", "3+2"]
    assert returned(table) == ["4+2"]
    assert table.cash("C&N") == 0
    assert not returning(table)


@rule("1860-TRAIN-08")
def test_as_many_trains_are_returned_as_the_limit_asks() -> None:
    table = buying(0, "4+2", "4+2", "5+3", "5+3", phase="6")
    table.operating_turn("C&N", "begin")
    table.do("return 4+2")
    assert returning(table)
    table.do("return 5+3")
    assert not returning(table)
    assert table.trains("C&N") == ["4+2", "5+3"]


@rule("1860-TRAIN-08")
def test_a_company_at_the_limit_returns_nothing() -> None:
    table = buying(0, "3+2", "3+2", "4+2", phase="4")
    table.operating_turn("C&N", "begin")
    assert not returning(table)
    assert table.trains("C&N") == ["3+2", "3+2", "4+2"]


@rule("1860-TRAIN-08")
def test_without_a_director_the_lowest_trains_are_returned() -> None:
    table = buying(0, phase="6")
    table.float("IOW", par=74, shares={"pool": 5}, operated=True, treasury=0)
    table.give_trains("IOW", "4+2", "5+3", "6+3")
    table.operating_turn("IOW", "begin")
    assert table.trains("IOW") == ["5+3", "6+3"]
    assert returned(table) == ["4+2"]


@rule("1860-TRAIN-09")
def test_a_returned_train_is_for_sale_at_its_price_beside_the_current_kind() -> None:
    table = buying(350, "4+2", "4+2", "5+3", phase="6")
    table.operating_turn("C&N", "begin")
    table.do("return 4+2")
    table.give_cash("FYN", 850)
    table.operating_turn("FYN", "trains")
    assert table.offered("train") == ["train 4+2 from pool", "train 6+3 from ipo"]
    table.refuses("train 4+2 from ipo", "1860-TRAIN-03")
    table.do("train 4+2 from pool")
    assert table.cash("FYN") == 500
    assert table.trains("FYN") == ["4+2"]
    assert table.phase == "6"
    assert table.offered("train") == ["train 6+3 from ipo"]
    table.refuses("train 4+2 from pool", "1860-TRAIN-03")


@rule("1860-TRAIN-09")
def test_a_returned_train_costs_its_full_price() -> None:
    table = buying(0, "4+2", "4+2", "5+3", phase="6")
    table.operating_turn("C&N", "begin")
    table.do("return 4+2")
    table.give_cash("FYN", 349)
    table.operating_turn("FYN", "trains")
    table.refuses("train 4+2 from pool", "1860-TRAIN-01")


@rule("1860-TRAIN-10")
def test_a_company_within_the_limit_cannot_give_a_train_to_the_bank() -> None:
    table = buying(1000, "2+1", "3+2")
    assert table.offered("return") == []
    table.refuses("return 2+1", "1860-OR-05")
    assert not [text for text in table.offered() if text.startswith(("return", "sell"))]


# -- must buy -------------------------------------------------------------------------------------


@rule("1860-TRAIN-11")
@pytest.mark.parametrize(("treasury", "phase"), [(250, "2"), (300, "3"), (5000, "5")])
def test_a_company_without_a_train_must_buy_one_it_can_pay_for(treasury: int, phase: str) -> None:
    table = buying(treasury, phase=phase)
    table.refuses("pass", "1860-TRAIN-11")
    table.do(table.offered("train")[0])
    assert len(table.trains("C&N")) == 1


@rule("1860-TRAIN-11")
@pytest.mark.parametrize(("treasury", "phase"), [(249, "2"), (299, "3")])
def test_a_company_that_cannot_pay_for_a_train_need_not_buy(treasury: int, phase: str) -> None:
    table = buying(treasury, phase=phase)
    table.do("pass")
    assert table.trains("C&N") == []


@rule("1860-TRAIN-11")
def test_the_cheapest_train_of_the_bank_decides_a_returned_one_included() -> None:
    table = buying(0, "4+2", "4+2", "5+3", phase="6")
    table.operating_turn("C&N", "begin")
    table.do("return 4+2")
    table.give_cash("FYN", 350)
    table.operating_turn("FYN", "trains")
    table.refuses("pass", "1860-TRAIN-11")
    table.give_cash("FYN", 349)
    assert table.allows("pass")


@rule("1860-TRAIN-11")
def test_a_train_of_another_company_meets_the_duty() -> None:
    table = buying(300)
    table.give_trains("FYN", "2+1")
    table.refuses("pass", "1860-TRAIN-11")
    table.do("offer 10 for 2+1 of FYN", "accept")
    assert table.allows("pass")


@rule("1860-TRAIN-11", "1860-RECV-05")
@pytest.mark.parametrize(("treasury", "trains"), [(250, ["2+1"]), (249, [])])
def test_without_a_director_a_train_is_bought_as_soon_as_it_can_be_paid(treasury: int, trains: list[str]) -> None:
    table = Table()
    table.float("IOW", par=74, shares={"pool": 5}, operated=True, treasury=treasury)
    table.operating_turn("IOW", "dividend")
    assert table.trains("IOW") == trains
    assert table.cash("IOW") == (0 if trains else treasury)


@rule("1860-TRAIN-11", "1860-INSOLV-04")
def test_a_train_of_the_bank_makes_a_company_solvent() -> None:
    table = buying(250)
    table.insolvent("C&N")
    table.do("train 2+1 from ipo")
    assert not table.has("C&N", INSOLVENT)


@rule("1860-TRAIN-11", "1860-INSOLV-04")
def test_a_train_of_another_company_makes_a_company_solvent() -> None:
    table = buying(100, fyn=("2+1",))
    table.insolvent("C&N")
    table.do("offer 100 for 2+1 of FYN", "accept")
    assert not table.has("C&N", INSOLVENT)
    assert not table.has("FYN", INSOLVENT)


# -- rusting --------------------------------------------------------------------------------------


@rule("1860-TRAIN-12")
@pytest.mark.parametrize(
    ("first", "rusted"),
    [
        ("3+2", None),
        ("4+2", "2+1"),
        ("5+3", None),
        ("6+3", "3+2"),
        ("7+4", "4+2"),
        ("8+4", "5+3"),
        ("9+5", None),
    ],
)
def test_the_first_train_of_a_kind_rusts_exactly_these(first: str, rusted: str | None) -> None:
    names = [name for name, _, _ in TRAINS] + ["9+5"]
    at = names.index(first)
    table = buying(5000, phase=PHASES[at - 1])
    kinds = [names.index(name) for name in names[:at] if name not in GONE.get(names[at - 1], ())]
    for kind in kinds:
        table.state.trains[table.owner("FYN")] += (a_train(kind),)
        table.state.scrapped[kind] = table.book.piles[kind].count - 1
        table.state.depot[kind] = 0
    table.do(f"train {first} from ipo")
    assert table.phase == PHASES[at]
    assert table.trains("FYN") == [names[kind] for kind in kinds if names[kind] != rusted]
    assert table.trains("C&N") == [first]


@rule("1860-TRAIN-12")
def test_returned_trains_rust_too() -> None:
    table = buying(350, "3+2", fyn=("3+2", "3+2", "3+2"))
    sell_out(table, "2+1")
    table.state.trains[POOL] = (table.train("2+1"),)
    table.state.scrapped[table.train("2+1")] -= 1
    table.do("train 4+2 from ipo")
    assert returned(table) == []
    assert table.state.scrapped[table.train("2+1")] == 5


@rule("1860-TRAIN-12", "1860-EX-07")
def test_the_first_four_plus_two_takes_the_two_plus_ones_of_every_owner_at_once() -> None:
    table = buying(350, "2+1", "2+1", phase="3", fyn=("2+1", "3+2"))
    table.float("IOW", par=74, shares={"C": 5}, operated=True, treasury=0)
    table.give_trains("IOW", "3+2")
    sell_out(table, "3+2")
    table.do("train 4+2 from ipo")
    assert table.trains("C&N") == ["4+2"]
    assert table.trains("FYN") == ["3+2"]
    assert table.trains("IOW") == ["3+2"]
    assert table.state.scrapped[table.train("2+1")] == 5


@rule("1860-TRAIN-12")
def test_the_second_train_of_a_kind_rusts_nothing() -> None:
    table = buying(5000, "3+2", phase="4")
    table.do("train 4+2 from ipo")
    assert table.trains("C&N") == ["3+2", "4+2"]


# -- leasing --------------------------------------------------------------------------------------


@rule("1860-TRAIN-13")
def test_a_leased_train_starts_no_phase_and_leaves_no_depot() -> None:
    table = Table()
    table.lay("6@0 J4")
    table.float("IOW", par=74, shares={"A": 5}, operated=True, treasury=0)
    table.insolvent("IOW")
    sell_out(table, "2+1")
    table.operating_turn("IOW", "run")
    table.do("run 3+2 I3.0-J4.0")
    assert table.phase == "2"
    assert table.state.depot[table.train("3+2")] == 4
    assert table.trains("IOW") == []
    assert table.has("IOW", INSOLVENT)
    assert table.cash("IOW") == 80
