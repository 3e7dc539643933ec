"""Debts: whoever owes raises the money first, in the middle of whatever is under way."""

from __future__ import annotations

from dataclasses import replace

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.text import Text
from railhead.rules.debts import Debt, DebtRules, owe
from tests.made_up import Busy, Toy


def indebted(amount: int, *groups: DebtRules) -> Toy:
    """Ann, with 10 and three shares of AAA, owes Ben money in the middle of a step of BBB, which is Ben's."""
    toy = Toy(*groups)
    toy.start("AAA", "Ann", shares=3)
    toy.start("BBB", "Ben")
    effects.pay(toy.game, toy.seat("Ann"), toy.owner("ipo"), 490, Text("the test"))
    toy.begin(Busy(toy.company("BBB")))
    owe(toy.game, toy.seat("Ann"), toy.seat("Ben"), amount, Text("a lost bet"))
    toy.begin(*toy.state.agenda)
    return toy


def test_a_debtor_with_the_money_pays_without_being_asked() -> None:
    toy = indebted(10)
    assert (toy.cash("Ann"), toy.cash("Ben"), toy.asked) == (0, 510, "Ben")


def test_nothing_is_owed_for_nothing() -> None:
    toy = indebted(0)
    assert (toy.cash("Ann"), toy.asked) == (10, "Ben")


def test_another_player_is_asked_in_the_middle_of_a_turn() -> None:
    toy = indebted(90)
    assert toy.asked == "Ann"
    assert toy.offered() == {"sell"}
    assert tuple(map(str, toy.choices.step.situation(toy.game))) == (
        "Ann owes 90 to Ben for a lost bet, in the turn of BBB",
        "There is 10, so 80 more must be raised",
        "Shares that may be sold now would bring up to 300",
    )
    assert toy.refused("pass") == "turn.debt"


def test_when_enough_is_raised_the_debt_is_paid_and_play_goes_on() -> None:
    toy = indebted(90)
    toy.do("sell 1 AAA")
    assert toy.cash("Ben") == 590
    assert toy.cash("Ann") == 10 + 100 - 90
    assert toy.asked == "Ben"
    assert toy.offered() == {"whistle", "pass", "borrow"}


def test_shares_one_does_not_have_cannot_be_sold() -> None:
    toy = indebted(90)
    assert toy.refused("sell 4 AAA") == "stock.sell_own"
    assert toy.refused("sell 1 BBB") == "stock.sell_own"


def test_a_sale_for_a_debt_can_cost_a_directorship() -> None:
    toy = indebted(190)
    effects.move_shares(toy.game, toy.owner("ipo"), toy.owner("Cleo"), toy.company("AAA"), 2)
    toy.do("sell 2 AAA")
    assert toy.game.director(toy.company("AAA")) == toy.seat("Cleo")
    assert toy.cash("Ben") == 690


def test_one_who_cannot_pay_pays_what_there_is() -> None:
    toy = indebted(5000)
    toy.do("sell 3 AAA")
    assert toy.cash("Ann") == 0
    assert toy.cash("Ben") == 500 + 10 + 3 * 100
    assert toy.asked == "Ben"


def test_a_title_says_what_ruin_means() -> None:
    ruined: list[str] = []

    def note(game: Game, debt: Debt) -> None:
        ruined.append(game.name(debt.debtor))

    toy = indebted(5000, replace(DebtRules(), ruined=note))
    toy.do("sell 3 AAA")
    assert ruined == ["Ann"]
    assert toy.cash("Ann") == 310


def test_debts_are_a_stack() -> None:
    toy = indebted(90)
    owe(toy.game, toy.seat("Cleo"), toy.owner("ipo"), 600, Text("a fine"))
    effects.move_shares(toy.game, toy.owner("ipo"), toy.owner("Cleo"), toy.company("BBB"), 1)
    toy.begin(*toy.state.agenda)
    assert toy.asked == "Cleo"
    first, *_, last = map(str, toy.choices.step.situation(toy.game))
    assert first == "Cleo owes 600 to the bank for a fine, in the turn of BBB"
    assert last == "After that: Ann owes 90 to Ben for a lost bet, in the turn of BBB"
    toy.do("sell 1 BBB")
    assert (toy.cash("Cleo"), toy.asked) == (0, "Ann")


def test_a_company_without_a_way_to_raise_money_pays_what_it_has() -> None:
    toy = indebted(0)
    effects.pay(toy.game, toy.owner("ipo"), toy.owner("AAA"), 30, Text("the test"))
    owe(toy.game, toy.owner("AAA"), toy.owner("ipo"), 50, Text("repairs"))
    toy.begin(*toy.state.agenda)
    assert (toy.cash("AAA"), toy.asked) == (0, "Ben")
