"""Who operates: companies with markers, or those that a title names, in the order of their ranks."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.state import CLOSED
from railhead.rules.operating import OperatingRules, operating_order
from tests.made_up import Toy


def last_first(game: Game) -> tuple[Company, ...]:
    return tuple(reversed(game.all_companies()))


def by_kind(game: Game, company: Company) -> tuple[int, ...]:
    return (game.kind_of(company).rank,)


def table(*groups: OperatingRules) -> Toy:
    toy = Toy(*groups)
    toy.start("AAA", "Ann", at=100)
    toy.start("CCC", "Cleo", at=40)
    toy.start("BBB", "Ben", at=100)
    return toy


def order(toy: Toy) -> list[str]:
    return [toy.game.symbol(company) for company in operating_order(toy.game)]


def test_companies_with_markers_operate() -> None:
    assert order(table()) == ["CCC", "AAA", "BBB"], "minors first, then as the markers came to their place"


def test_a_title_may_name_the_companies_that_operate() -> None:
    toy = table(OperatingRules(in_play=last_first, rank=by_kind))
    assert order(toy) == ["CCC", "BBB", "AAA"]
    toy.state.status[toy.company("BBB")] |= CLOSED
    assert order(toy) == ["CCC", "AAA"]


def test_companies_without_markers_may_operate() -> None:
    toy = Toy(OperatingRules(in_play=last_first, rank=by_kind))
    toy.state.status[toy.company("BBB")] = 3
    assert order(toy) == ["BBB"]
