"""Rounds: how stock and operating rounds begin, which follows which within a set, and how a game is over."""

from __future__ import annotations

from railhead.core.events import sentence
from railhead.core.state import Round
from railhead.rules import rounds
from railhead.rules.operating import OperatingRound
from railhead.rules.stock import StockRound
from tests.made_up import Toy


def test_a_stock_round_begins_with_the_priority_deal() -> None:
    toy = Toy()
    game = toy.game
    toy.state.priority = toy.seat("Cleo")
    rounds.begin_stock_round(game, 3, stalled=lambda game: False)
    assert toy.state.round == Round("stock", 3)
    assert toy.state.agenda == (StockRound(toy.seat("Cleo")),)


def test_a_game_in_which_nothing_can_happen_ends_with_the_result() -> None:
    toy = Toy()
    game = toy.game
    rounds.begin_stock_round(game, 3, stalled=lambda game: game.state.round.number == 3)
    assert toy.state.agenda == ()
    assert toy.state.ending == "nothing can happen any more"
    assert sentence(toy.book, game.events[-1]) == "Ann, Ben and Cleo win the game: Ann 500, Ben 500, Cleo 500"


def test_as_many_operating_rounds_follow_as_the_phase_has() -> None:
    toy = Toy()
    toy.state.round = Round("stock", 2)
    assert rounds.first_operating_round(toy.game) == Round("operating", 2, 1, 1)
    assert rounds.first_operating_round(toy.game, 3) == Round("operating", 2, 1, 3)


def test_the_rounds_of_a_set_follow_each_other() -> None:
    assert rounds.next_operating_round(Round("operating", 2, 1, 3)) == Round("operating", 2, 2, 3)
    assert rounds.next_operating_round(Round("operating", 2, 3, 3)) is None


def test_an_operating_round_begins() -> None:
    toy = Toy()
    rounds.begin_operating_round(toy.game, Round("operating", 2, 2, 3))
    assert toy.state.round.index == 2
    assert toy.state.agenda == (OperatingRound(),)


def test_what_players_call_a_round() -> None:
    assert str(rounds.round_name(Round("stock", 4))) == "Stock round 4"
    assert str(rounds.round_name(Round("operating", 4, 2, 3))) == "Operating round 4.2"
