"""Moves that are open in every step: offered beside the step's own, and something to do where there is nothing else."""

from __future__ import annotations

import pytest

from railhead.core.agenda import AgendaRules
from railhead.rules.stock import StockRound
from railhead.rules.trains import BuyTrains
from tests.made_up import Busy, Idle, Toy


def borrowing(cash: int = 0) -> Toy:
    toy = Toy()
    toy.start("AAA", "Ann", cash=cash)
    return toy


def test_an_open_move_is_offered_beside_the_moves_of_the_step() -> None:
    toy = borrowing()
    toy.begin(Busy(toy.company("AAA")))
    assert toy.offered() == {"whistle", "pass", "borrow"}
    toy.do("borrow 2")
    assert toy.offered() == {"whistle", "pass", "borrow"}, "the step is still open"
    toy.do("whistle")
    assert toy.asked is None


def test_a_player_who_could_otherwise_only_pass_is_asked() -> None:
    toy = borrowing()
    toy.begin(Idle(toy.company("AAA")))
    assert toy.asked == "Ann"
    assert toy.offered() == {"pass", "borrow"}


def test_without_open_moves_such_a_player_is_passed() -> None:
    toy = Toy(AgendaRules())
    toy.start("AAA", "Ann")
    toy.begin(Idle(toy.company("AAA")))
    assert toy.asked is None
    toy.begin(Busy(toy.company("AAA")))
    assert toy.offered() == {"whistle", "pass"}
    assert toy.refused("borrow 1") == "turn.operating"


def test_it_ends_when_nothing_is_left_to_borrow() -> None:
    toy = borrowing()
    toy.begin(Idle(toy.company("AAA")))
    toy.do("borrow 3")
    assert toy.asked is None, "with no further loan the player could only pass"


def test_it_is_open_in_the_steps_of_the_shared_rules_too() -> None:
    toy = borrowing(cash=30)
    toy.begin(BuyTrains(toy.company("AAA")))
    assert "borrow" in toy.offered()
    assert toy.refused("train 2 from ipo") == "train.cash"
    toy.do("borrow 1", "train 2 from ipo")
    assert toy.cash("AAA") == 30 + 90 - 100


def test_where_no_company_acts_it_is_not_offered() -> None:
    toy = borrowing()
    toy.begin(StockRound(toy.seat("Ben")))
    assert toy.asked == "Ben"
    assert "borrow" not in toy.offered()
    assert toy.refused("borrow 1") == "loan.company"


@pytest.mark.parametrize("count", [1, 2, 3])
def test_every_number_that_is_offered_is_allowed(count: int) -> None:
    toy = borrowing()
    toy.begin(Busy(toy.company("AAA")))
    toy.do(f"borrow {count}")
    assert toy.state.loans[toy.company("AAA")] == count
    assert toy.cash("AAA") == 90 * count
