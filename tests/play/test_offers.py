"""Choices as plain data: everything that is listed may be done, in words that can be read again."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from railhead.core.actions import parse
from railhead.play.offers import offers
from railhead.play.session import Session
from tests.play.games import some_game


@pytest.mark.parametrize("seed", [1, 2])
def test_every_listed_action_may_be_done(seed: int) -> None:
    game = some_game(seed, 150)
    session = Session(replace(game, actions=()))
    seen: set[str] = set()
    for text in game.actions:
        choices = session.choices
        assert choices is not None
        data = offers(session.book, choices)
        assert json.loads(json.dumps(data)) == data
        assert data["player"] in session.book.seat_names
        for offered in data["choices"]:
            seen.add(offered["form"])
            for action in offered.get("actions", ()):
                assert choices.why_not(parse(session.book, action)) is None
            for name, domain in offered["fields"].items():
                _check(domain)
                assert "{" + name + "}" in offered["form"]
        assert any(text.split()[0] == offered["form"].split()[0] for offered in data["choices"])
        session.act(text)
    assert {"pass", "bid {amount}", "run {routes}", "lay {tile} on {hex} turned {rotation}"} <= seen


def _check(domain: dict[str, Any]) -> None:
    assert set(domain) in ({"one_of"}, {"from", "to", "step"}, {"best", "revenue", "subsidy"})


def test_a_large_domain_stays_symbolic() -> None:
    session = Session(some_game(most=0))
    assert session.choices is not None
    bid = offers(session.book, session.choices)["choices"][0]
    assert bid == {"form": "bid {amount}", "fields": {"amount": {"from": 5, "to": 640, "step": 1}}}
