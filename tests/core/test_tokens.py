"""Tokens of one company that stand together: one of them is removed or replaced, and titles say whether they may."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.audit import AuditRules, audit
from railhead.core.game import Game
from railhead.core.ids import Company, Stop
from tests.made_up import Toy


def any_number(game: Game, company: Company, stop: Stop) -> int:
    """Tokens of one company may stand together."""
    return 2


def pair(*groups: AuditRules) -> tuple[Toy, Stop]:
    """Both tokens of AAA stand at one station with two circles."""
    toy = Toy(*groups)
    stop = toy.book.companies[toy.company("AAA")].home
    for _ in range(2):
        effects.place_token(toy.game, toy.company("AAA"), stop)
    return toy, stop


def test_two_tokens_of_one_company_need_a_rule_that_allows_them() -> None:
    toy, _ = pair()
    assert [line.split(":")[0] for line in audit(toy.book, toy.state)] == ["tokens"]
    toy, _ = pair(AuditRules(tokens_together=any_number))
    assert audit(toy.book, toy.state) == []


def test_one_token_is_removed_at_a_time() -> None:
    toy, stop = pair(AuditRules(tokens_together=any_number))
    aaa = toy.company("AAA")
    effects.remove_token(toy.game, aaa, stop)
    assert toy.state.tokens[stop] == (aaa,)
    effects.remove_token(toy.game, aaa, stop)
    assert stop not in toy.state.tokens


def test_one_token_is_replaced_at_a_time() -> None:
    toy, stop = pair(AuditRules(tokens_together=any_number))
    aaa, bbb = toy.company("AAA"), toy.company("BBB")
    effects.replace_token(toy.game, bbb, stop, aaa)
    assert toy.state.tokens[stop] == (bbb, aaa)
