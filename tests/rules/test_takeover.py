"""Takeover: one company gets the cash, trains and tokens of another."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.audit import AuditRules
from railhead.core.events import LoansMoved
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, a_train, stop_at
from railhead.core.spelling import Count
from railhead.rules import loans, takeover
from railhead.rules.stations import tokens_of
from railhead.rules.takeover import RemoveTokens, TakeoverRules
from tests.made_up import Busy, Toy


def tokens_there_are(game: Game, company: Company) -> int:
    """Whatever there is: the audit does not count tokens."""
    return len(tokens_of(game, company)) + game.state.spare_tokens[company]


def two_companies(most_tokens: int = 9) -> Toy:
    """AAA and BBB, both Ann's, with 40 and 75 and a train each; AAA has its token at home, BBB none on the board."""
    rules = TakeoverRules(most_tokens=lambda game, company: most_tokens)
    toy = Toy(rules, AuditRules(token_count=tokens_there_are))
    toy.start("AAA", "Ann", cash=40)
    toy.start("BBB", "Ann", cash=75)
    for name, kind in (("AAA", 0), ("BBB", 1)):
        effects.move_train(toy.game, BANK, toy.owner(name), a_train(kind))
    return toy


def test_cash_and_trains_change_hands() -> None:
    toy = two_companies()
    takeover.take_cash(toy.game, toy.company("AAA"), toy.company("BBB"))
    takeover.take_trains(toy.game, toy.company("AAA"), toy.company("BBB"))
    assert (toy.cash("AAA"), toy.cash("BBB")) == (115, 0)
    assert toy.game.trains_of(toy.company("AAA")) == (a_train(0), a_train(1))
    assert toy.game.trains_of(toy.company("BBB")) == ()
    toy.check()


def test_loans_change_hands_even_above_the_limit() -> None:
    toy = two_companies()
    a, b = toy.company("AAA"), toy.company("BBB")
    loans.borrow(toy.game, a, 2)
    loans.borrow(toy.game, b, 2)
    game = toy.game
    takeover.take_debts(game, a, b)
    assert (toy.state.loans[a], toy.state.loans[b]) == (4, 0)
    assert game.events == [LoansMoved(b, a, Count(2))]
    toy.check()


def test_of_two_tokens_in_one_place_one_is_lost() -> None:
    toy = two_companies()
    a, b, home = toy.company("AAA"), toy.company("BBB"), stop_at(toy.book.board.index["A1"], 0)
    effects.place_token(toy.game, a, home)
    effects.place_token(toy.game, b, home)
    takeover.lose_doubled_tokens(toy.game, a, b)
    assert toy.state.tokens[home] == (a,)
    takeover.take_tokens(toy.game, a, b)
    assert toy.state.spare_tokens[a] == 2, "one of its own, one of the other's"


def test_tokens_on_the_board_are_replaced_and_spare_ones_taken_up_to_the_limit() -> None:
    toy = two_companies(most_tokens=2)
    a, b, home = toy.company("AAA"), toy.company("BBB"), stop_at(toy.book.board.index["A1"], 0)
    effects.place_token(toy.game, b, home)
    takeover.take_tokens(toy.game, a, b)
    assert toy.state.tokens[home] == (a,)
    assert toy.state.spare_tokens[a] == 1


def test_somebody_says_which_tokens_go_above_the_limit() -> None:
    toy = two_companies(most_tokens=1)
    a, b, home = toy.company("AAA"), toy.company("BBB"), stop_at(toy.book.board.index["A1"], 0)
    effects.place_token(toy.game, a, home)
    effects.place_token(toy.game, b, home)
    toy.begin(Busy(a))
    takeover.remove_excess_tokens(toy.game, a, b)
    assert isinstance(toy.choices.step, RemoveTokens)
    assert toy.asked == "Ann"
    assert toy.refused("remove A3.0") == "takeover.tokens"
    toy.do("remove A1.0")
    assert toy.state.tokens[home] == (b,)
    assert isinstance(toy.choices.step, Busy), "what is left is within the limit"


def test_nobody_is_asked_within_the_limit() -> None:
    toy = two_companies(most_tokens=2)
    toy.begin(Busy(toy.company("AAA")))
    takeover.remove_excess_tokens(toy.game, toy.company("AAA"), toy.company("BBB"))
    assert isinstance(toy.choices.step, Busy)
