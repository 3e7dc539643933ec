"""Merger rounds: who is asked and in which order, when a turn is over, and what is not proposed again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from railhead.core import effects
from railhead.core.actions import Action
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.spelling import Companies
from railhead.core.state import FLOATED
from railhead.core.steps import AnyMove, Move, never, passing
from railhead.core.text import Text
from railhead.rules.consent import Consent, Proposal
from railhead.rules.merger_round import (
    MergerRound,
    MergerRules,
    MergerTurn,
    ask_others,
    proposals,
    remember_declined,
)
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


# -- sets of companies ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Unite(Action):
    """Propose that companies unite."""

    companies: Companies
    form: ClassVar[str] = "unite {companies}"
    label: ClassVar[str] = "Unite {companies}"


@dataclass(frozen=True, slots=True)
class Union(Proposal):
    """Companies are to unite."""

    def terms(self, game: Game) -> Text:
        return Text("a union")

    def agreed(self, game: Game) -> None:
        game.pop()


def anything(_: Companies) -> bool:
    return True


def sets(found: Iterable[Choice]) -> list[Companies]:
    (choice,) = found
    return [action.companies for action in choice if isinstance(action, Unite)]


def test_every_set_has_the_company_whose_turn_it_is_and_an_allowed_size() -> None:
    a, b, c = map(Company, range(3))
    turn = MergerTurn(b)
    offered = sets(proposals(turn, Unite, (a, b, c), range(2, 4), law=anything, grows=anything))
    assert sorted(offered) == [(a, b), (a, b, c), (b, c)]
    alone = sets(proposals(turn, Unite, (a, b, c), range(1, 3), law=anything, grows=anything))
    assert sorted(alone) == [(a, b), (b,), (b, c)]


def test_sets_obey_the_law_and_grow_only_as_they_may() -> None:
    a, b, c = map(Company, range(3))
    turn = MergerTurn(a)
    lawful = sets(proposals(turn, Unite, (a, b, c), range(2, 4), law=lambda s: len(s) == 3, grows=anything))
    assert lawful == [(a, b, c)]
    grown = sets(proposals(turn, Unite, (a, b, c), range(2, 4), law=anything, grows=lambda s: c not in s))
    assert grown == [(a, b)]


def test_without_an_allowed_set_nothing_is_offered() -> None:
    found = proposals(
        MergerTurn(Company(0)), Unite, (Company(0), Company(1)), range(2, 4), law=lambda _: False, grows=anything
    )
    assert list(found) == []


@pytest.mark.parametrize(
    ("companies", "asked_first", "others"), [("AAA BBB CCC", "Cleo", ["Ann"]), ("AAA BBB", "Ann", [])]
)
def test_everybody_else_who_decides_for_one_of_them_is_asked_clockwise(
    companies: str, asked_first: str, others: list[str]
) -> None:
    toy = table()
    toy.begin(turn := MergerTurn(toy.company("BBB")))
    game = toy.game
    ask_others(game, turn, map(toy.company, companies.split()), Union())
    step = game.step
    assert isinstance(step, Consent)
    assert (toy.asked, list(map(game.name, step.others))) == (asked_first, others)


def test_whoever_decides_for_all_of_them_asks_nobody() -> None:
    toy = table()
    toy.begin(turn := MergerTurn(toy.company("BBB")))
    ask_others(toy.game, turn, [toy.company("BBB")], Union())
    assert not toy.state.agenda
