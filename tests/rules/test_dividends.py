"""Dividends: paid out, kept or split, and what each share gets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railhead.core import effects
from railhead.core.agenda import AgendaRules
from railhead.core.game import Game
from railhead.core.ids import BANK, Company
from railhead.core.refusal import Refusal
from railhead.rules import dividends
from railhead.rules.dividends import Dividend, DividendRules, rounded_for_each_share, with_revenue
from tests.made_up import MINOR, RULES, Toy

ALL_THREE = replace(RULES[DividendRules], moves=(*dividends.MOVES, dividends.HALF), may_split=with_revenue)


def earning(revenue: int, company: str = "AAA", *groups: DividendRules) -> Toy:
    """Ann holds 3 of AAA's 10 shares, Ben 3, the company 1, the pool 2; CCC's single director's share is Cleo's."""
    toy = Toy(AgendaRules(), *groups)
    toy.start("AAA", "Ann", shares=3)
    toy.start("CCC", "Cleo", at=40)
    for owner, count in (("Ben", 3), ("AAA", 1), ("pool", 2)):
        effects.move_shares(toy.game, BANK, toy.owner(owner), toy.company("AAA"), count)
    effects.record_run(toy.game, toy.company(company), revenue, 0)
    toy.begin(Dividend(toy.company(company)))
    return toy


def gains(toy: Toy) -> tuple[int, ...]:
    return tuple(toy.cash(name) - 500 for name in ("Ann", "Ben", "Cleo"))


def test_without_a_rule_for_it_nothing_is_split() -> None:
    toy = earning(130)
    assert toy.offered() == {"pay", "keep"}
    assert toy.refused("half") == "turn.operating"


def test_a_half_dividend_pays_part_and_keeps_the_rest() -> None:
    paid: list[int] = []

    def noted(game: Game, company: Company, amount: int) -> None:
        paid.append(amount)

    toy = earning(130, "AAA", replace(ALL_THREE, half=lambda game, company: 70, after_dividend=noted))
    assert toy.offered() == {"pay", "keep", "half"}
    toy.do("half")
    assert gains(toy) == (21, 21, 0)
    assert toy.cash("AAA") == 60 + 7, "what it keeps, and the dividend on its own share"
    assert (toy.state.dividend[0], paid, toy.state.agenda) == (70, [70], ())


def test_half_is_half_unless_the_title_rounds() -> None:
    toy = earning(130, "AAA", ALL_THREE)
    toy.do("half")
    assert (toy.state.dividend[0], toy.cash("AAA")) == (65, 65 + 6)


@pytest.mark.parametrize(("revenue", "ann"), [(130, 39), (135, 39), (139, 39), (140, 42)])
def test_what_a_share_gets_may_be_rounded_down(revenue: int, ann: int) -> None:
    toy = earning(revenue, "AAA", replace(ALL_THREE, payment=rounded_for_each_share))
    assert f"{ann // 3} per share" in str(toy.choices.step.situation(toy.game)[0])
    toy.do("pay")
    assert gains(toy) == (ann, ann, 0)


def split_by_force(game: Game, company: Company) -> Refusal | None:
    """Minors have no choice but to split revenue."""
    if game.state.kind[company] == MINOR and game.state.revenue[company]:
        return game.forbid("minor.half", "A minor pays half of its revenue")
    return None


def test_a_kind_of_company_may_have_to_split() -> None:
    forced = replace(ALL_THREE, may_pay=split_by_force, may_keep=split_by_force)
    toy = earning(90, "CCC", forced)
    assert toy.asked is None
    assert (toy.cash("CCC"), toy.cash("Cleo")) == (45, 500 + 22)
    assert toy.state.dividend[toy.company("CCC")] == 45


def test_without_revenue_it_keeps_nothing_without_a_question() -> None:
    toy = earning(0, "AAA", ALL_THREE)
    assert toy.asked is None
    assert toy.state.dividend[0] == 0
