"""Reactions: rights that let others step in before an action is carried out, and consent of several players."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Seat
from railhead.core.text import Text
from railhead.rules.consent import Proposal, ask_all
from railhead.rules.reactions import Right, offer_right
from tests.made_up import Busy, Toy


@dataclass(frozen=True, slots=True)
class FirstRefusal(Right):
    """Whoever uses it gets 10 from the bank in place of the player who was to have it."""

    intended: Seat

    def terms(self, game: Game) -> Text:
        return Text("take 10 first")

    def used(self, game: Game, seat: Seat) -> None:
        effects.pay(game, game.book.company_bank, seat, 10, Text("the test"))

    def waived(self, game: Game) -> None:
        effects.pay(game, game.book.company_bank, self.intended, 10, Text("the test"))


@dataclass(frozen=True, slots=True)
class Party(Proposal):
    """Everybody pays 5, if all agree."""

    def terms(self, game: Game) -> Text:
        return Text("a party")

    def agreed(self, game: Game) -> None:
        for seat in game.book.seat_ids:
            effects.pay(game, seat, game.book.company_bank, 5, Text("a party"))


def reacting(*names: str) -> Toy:
    """Ann is to get 10; these players may step in. Beneath it Ann has a step of her company."""
    toy = Toy()
    toy.start("AAA", "Ann")
    toy.begin(Busy(toy.company("AAA")))
    offer_right(toy.game, [toy.seat(name) for name in names], FirstRefusal(toy.seat("Ann")))
    toy.begin(*toy.state.agenda)
    return toy


def money(toy: Toy) -> list[int]:
    return [toy.cash(name) for name in toy.book.seat_names]


def test_where_nobody_has_the_right_nobody_is_asked() -> None:
    toy = reacting()
    assert money(toy) == [510, 500, 500]
    assert toy.offered() == {"whistle", "pass", "borrow"}


def test_those_with_the_right_are_asked_in_order_before_anything_happens() -> None:
    toy = reacting("Ben", "Cleo")
    assert (toy.asked, money(toy)) == ("Ben", [500, 500, 500])
    assert toy.choices.task == "use or waive the right to take 10 first"
    assert toy.refused("pass") == "turn.reaction"
    toy.do("decline")
    assert (toy.asked, money(toy)) == ("Cleo", [500, 500, 500])
    toy.do("decline")
    assert (toy.asked, money(toy)) == ("Ann", [510, 500, 500])


def test_the_first_to_use_the_right_has_it() -> None:
    toy = reacting("Ben", "Cleo")
    toy.do("accept")
    assert (toy.asked, money(toy)) == ("Ann", [500, 510, 500])


def test_the_last_may_use_it_when_the_others_have_waived_it() -> None:
    toy = reacting("Ben", "Cleo")
    toy.do("decline", "accept")
    assert (toy.asked, money(toy)) == ("Ann", [500, 500, 510])


def party(*names: str) -> Toy:
    toy = Toy()
    toy.start("AAA", "Ann")
    toy.begin(Busy(toy.company("AAA")))
    ask_all(toy.game, [toy.seat(name) for name in names], Party())
    return toy


def test_all_must_agree_before_anything_is_carried_out() -> None:
    toy = party("Ben", "Cleo")
    toy.do("accept")
    assert (toy.asked, money(toy)) == ("Cleo", [500, 500, 500])
    toy.do("accept")
    assert (toy.asked, money(toy)) == ("Ann", [495, 495, 495])


def test_the_first_who_declines_ends_it() -> None:
    toy = party("Ben", "Cleo")
    toy.do("decline")
    assert (toy.asked, money(toy)) == ("Ann", [500, 500, 500])


def test_where_nobody_must_be_asked_it_happens_at_once() -> None:
    assert money(party()) == [495, 495, 495]
