"""Exchange: old shares for new ones at a rate, with what is over bought up or given up."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.audit import AuditRules
from railhead.core.ids import BANK, Place
from railhead.core.text import Text
from railhead.rules import exchange
from railhead.rules.exchange import Exchange, Option
from railhead.rules.rates import TWO_FOR_ONE, NearestRate, Rate
from tests.made_up import Busy, Toy

THREE_FOR_TWO = Rate(3, 2)


@pytest.mark.parametrize(
    ("rate", "held", "up", "down"),
    [
        (TWO_FOR_ONE, 0, 0, 0),
        (TWO_FOR_ONE, 4, 2, 2),
        (TWO_FOR_ONE, 5, 3, 2),
        (THREE_FOR_TWO, 6, 4, 4),
        (THREE_FOR_TWO, 7, 5, 4),
        (THREE_FOR_TWO, 8, 6, 5),
    ],
)
def test_how_many_new_shares_a_holding_is(rate: Rate, held: int, up: int, down: int) -> None:
    assert (rate.up(held), rate.down(held)) == (up, down)


def test_what_it_costs_to_make_up_a_share_and_what_giving_up_brings() -> None:
    assert (TWO_FOR_ONE.cost(5, 3, 71), TWO_FOR_ONE.value(5, 2, 71)) == (35, 35)
    assert (THREE_FOR_TWO.cost(7, 5, 150), THREE_FOR_TWO.value(7, 4, 150)) == (50, 100), "one over"
    assert (THREE_FOR_TWO.cost(8, 6, 150), THREE_FOR_TWO.value(8, 5, 150)) == (100, 50), "two over"


@pytest.mark.parametrize(("price", "third", "both"), [(150, 50, 100), (200, 67, 133), (110, 37, 73)])
def test_sums_may_be_rounded_to_the_nearest_whole_number(price: int, third: int, both: int) -> None:
    rate = NearestRate(3, 2)
    assert (rate.cost(7, 5, price), rate.cost(8, 6, price)) == (third, both)
    assert (rate.value(7, 4, price), rate.value(8, 5, price)) == (both, third)


def test_halves_are_rounded_up_then() -> None:
    rate = NearestRate(2, 1)
    assert (rate.cost(5, 3, 135), rate.value(5, 2, 165)) == (68, 83)


def holders(rate: Rate, of_a: dict[str, int], of_b: dict[str, int] | None = None) -> Toy:
    """Two companies merge into AAA, which is Ann's and stands at 60, or one alone; Ann begins."""
    toy = Toy(AuditRules(directors_settled=lambda game: not game.within(Exchange)))
    companies = []
    for name, held in (("AAA", of_a), ("BBB", of_b)):
        if held is not None:
            first, *others = held
            toy.start(name, first, shares=held[first])
            for other in others:
                effects.move_shares(toy.game, BANK, toy.owner(other), toy.company(name), held[other])
            companies.append(toy.company(name))
    effects.set_price(toy.game, toy.company("AAA"), Place(0))
    toy.begin(Busy(toy.company("AAA")))
    exchange.begin(toy.game, tuple(companies), toy.seat("Ann"), rate)
    toy.begin(*toy.state.agenda)
    return toy


def test_two_for_one_every_holder_in_turn_the_company_last() -> None:
    toy = holders(TWO_FOR_ONE, {"Ann": 4, "Ben": 3, "AAA": 1})
    assert toy.held("Ann", "AAA") == 2
    assert toy.asked == "Ben"
    assert toy.choices.task == "pay 30 for the option share of AAA held by Ben, or give it up for 30"
    toy.do("redeem option")
    assert (toy.held("Ben", "AAA"), toy.cash("Ben")) == (2, 470)
    assert isinstance(toy.choices.step, Busy), "the company has no money for its odd share"
    assert (toy.held("AAA", "AAA"), toy.cash("AAA")) == (0, 30)


def test_three_for_two_a_pair_over_brings_a_share_and_a_third() -> None:
    toy = holders(THREE_FOR_TWO, {"Ann": 6, "Ben": 2, "Cleo": 1})
    assert toy.held("Ann", "AAA") == 4
    assert toy.asked == "Ben"
    toy.do("relinquish option")
    assert (toy.held("Ben", "AAA"), toy.cash("Ben")) == (1, 520)
    assert toy.asked == "Cleo"
    toy.do("redeem option")
    assert (toy.held("Cleo", "AAA"), toy.cash("Cleo")) == (1, 480)


def test_who_cannot_pay_gives_the_option_up() -> None:
    toy = Toy(AuditRules(directors_settled=lambda game: not game.within(Exchange)))
    toy.start("AAA", "Ann", shares=5, at=100)
    effects.pay(toy.game, toy.owner("Ann"), BANK, 460, Text("the test"))
    toy.begin(Busy(toy.company("AAA")))
    exchange.begin(toy.game, (toy.company("AAA"),), toy.seat("Ann"))
    toy.begin(*toy.state.agenda)
    assert (toy.held("Ann", "AAA"), toy.cash("Ann")) == (2, 90)


def test_the_reserve_of_a_company_is_not_spent_on_options() -> None:
    toy = Toy(AuditRules(directors_settled=lambda game: not game.within(Exchange)))
    toy.start("AAA", "Ann", shares=4, cash=100)
    effects.move_shares(toy.game, BANK, toy.owner("AAA"), toy.company("AAA"), 1)
    toy.begin(Busy(toy.company("AAA")))
    exchange.begin(toy.game, (toy.company("AAA"),), toy.seat("Ann"), reserve=60)
    toy.begin(*toy.state.agenda)
    assert (toy.held("AAA", "AAA"), toy.cash("AAA")) == (0, 150), "paying 50 would leave less than 60"


def test_shares_of_the_vanishing_company_go_first_and_the_rest_is_swapped_from_the_pool() -> None:
    toy = holders(TWO_FOR_ONE, {"Ann": 3}, {"Ben": 4, "Ann": 1})
    assert (toy.held("Ann", "AAA"), toy.held("Ann", "BBB")) == (2, 0)
    assert (toy.held("Ben", "AAA"), toy.held("Ben", "BBB")) == (2, 0)
    assert toy.held("pool", "AAA") == 6
    assert toy.held("pool", "BBB") == 10


def test_without_a_share_in_the_pool_one_is_swapped_with_a_later_holder() -> None:
    toy = holders(TWO_FOR_ONE, {"Ben": 6, "Cleo": 4}, {"Ann": 4})
    assert toy.held("Ann", "AAA") == 2
    assert toy.held("Ann", "BBB") == 0
    assert toy.held("Ben", "AAA") + toy.held("Ben", "BBB") == 3


def test_what_cannot_be_swapped_is_sold_an_option_for_its_value() -> None:
    toy = holders(TWO_FOR_ONE, {"Ann": 10}, {"Ann": 7, "Ben": 3})
    assert isinstance(toy.choices.step, Option)
    toy.do("redeem option")
    assert (toy.held("Ann", "AAA"), toy.held("pool", "AAA")) == (9, 0), "the only share in the pool was Ben's to take"
    assert (toy.held("Ben", "AAA"), toy.held("Ben", "BBB"), toy.cash("Ben")) == (1, 0, 530)


def test_the_director_is_found_at_the_end_first_from_the_initiator() -> None:
    toy = holders(TWO_FOR_ONE, {"Ann": 4, "Ben": 4})
    assert toy.book.owner_names[toy.state.director[toy.company("AAA")]] == "Ann"
    toy = holders(TWO_FOR_ONE, {"Ben": 6, "Ann": 2})
    assert toy.book.owner_names[toy.state.director[toy.company("AAA")]] == "Ben"


def test_without_a_holder_of_enough_the_certificate_lies_in_the_pool() -> None:
    toy = holders(TWO_FOR_ONE, {"Ann": 2, "Ben": 2, "Cleo": 2})
    assert toy.book.owner_names[toy.state.director[toy.company("AAA")]] == "pool"
