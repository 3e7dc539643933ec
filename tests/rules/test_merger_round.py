"""Merger rounds: who is asked and in which order, when a turn is over, and what is not proposed again."""

from __future__ import annotations

from dataclasses import replace

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.state import FLOATED
from railhead.core.steps import AnyMove, Move, never, passing
from railhead.rules.merger_round import MergerRound, MergerRules, MergerTurn, remember_declined
from railhead.rules.operating import operating_order
from tests.made_up import WHISTLE, Toy, Whistle

PASS: AnyMove = passing(lambda game, _: game.pop())


def table(*groups: MergerRules) -> Toy:
    toy = Toy(*(groups or (MergerRules(moves=(replace(WHISTLE, effect=stop_operating), PASS)),)))
    toy.start("AAA", "Ann", at=80)
    toy.start("BBB", "Ben", at=100)
    toy.start("CCC", "Cleo", at=40)
    return toy


def stop_operating(game: Game, step: MergerTurn, _: Whistle) -> None:
    """The next company vanishes."""
    effects.unmark(game, Company((step.company + 1) % 3), FLOATED)


def asked(toy: Toy) -> list[str]:
    found = []
    while toy.state.agenda:
        step = toy.state.agenda[-1]
        assert isinstance(step, MergerTurn)
        found.append(toy.book.company_names[step.company])
        toy.do("pass")
    return found


def test_every_company_is_asked_once_in_operating_order() -> None:
    toy = table()
    toy.begin(MergerRound())
    assert toy.asked == "Cleo"
    assert asked(toy) == ["CCC", "BBB", "AAA"]


def test_a_title_says_who_is_asked() -> None:
    rules = MergerRules(order=lambda game: operating_order(game)[::-1][:2], moves=(WHISTLE, PASS))
    toy = table(rules)
    toy.begin(MergerRound())
    assert asked(toy) == ["AAA", "BBB"]


def test_a_company_that_vanishes_is_not_asked() -> None:
    toy = table()
    toy.begin(MergerRound())
    toy.do("whistle")
    assert asked(toy) == ["CCC", "BBB"]


def test_the_turn_of_a_company_that_vanishes_is_over() -> None:
    def vanish(game: Game, step: MergerTurn, _: Whistle) -> None:
        effects.unmark(game, step.company, FLOATED)

    toy = table(MergerRules(moves=(Move(Whistle, WHISTLE.options, never, vanish), PASS)))
    toy.begin(MergerRound())
    toy.do("whistle")
    assert toy.asked == "Ben"


def test_who_could_only_pass_is_not_asked() -> None:
    toy = table(MergerRules(moves=(PASS,)))
    toy.state.loans[toy.company("CCC")] = 1
    toy.state.loans[toy.company("AAA")] = 3
    toy.begin(MergerRound())
    assert toy.asked is None


def test_a_turn_remembers_what_was_declined() -> None:
    toy = table()
    company = toy.company("BBB")
    toy.begin(MergerTurn(company))
    game = toy.game
    remember_declined(game, (company, toy.company("AAA")))
    assert game.step == MergerTurn(company, ((toy.company("AAA"), company),))
