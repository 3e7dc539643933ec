"""Receivership: a company whose director's certificate lies in the pool."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.ids import BANK, POOL
from railhead.rules.receivership import in_receivership, pays_with_director
from tests.made_up import Toy


def test_the_certificate_in_the_pool_is_receivership_the_one_on_offer_is_not() -> None:
    toy = Toy()
    company = toy.company("AAA")
    assert toy.state.director[company] == BANK
    assert not in_receivership(toy.game, company)
    effects.set_director(toy.game, company, POOL)
    assert in_receivership(toy.game, company)


def test_revenue_is_paid_only_if_there_is_any_and_a_director() -> None:
    toy = Toy()
    toy.start("AAA", "Ann")
    company = toy.company("AAA")
    refusal = pays_with_director(toy.game, company)
    assert refusal is not None
    assert refusal.rule == "MADE-UP-dividend.nothing"
    effects.record_run(toy.game, company, 40, 0)
    assert pays_with_director(toy.game, company) is None
    effects.set_director(toy.game, company, POOL)
    refusal = pays_with_director(toy.game, company)
    assert refusal is not None
    assert refusal.rule == "MADE-UP-receivership.keep"
