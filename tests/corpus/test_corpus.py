"""Stored games replay for ever: each reaches the same table after every action, and the same scores."""

from __future__ import annotations

from functools import cache
from itertools import zip_longest

import pytest

from tests.corpus import games
from tests.corpus.ledger import BLOCK, Outcome, outcome_of


@cache
def expected() -> dict[str, Outcome]:
    return games.expected()


def difference(found: Outcome, recorded: Outcome) -> str:
    """Where the tables of two games begin to differ; empty if they never do."""
    if found.actions != recorded.actions:
        return f"{found.actions} actions instead of {recorded.actions}"
    for block, (one, other) in enumerate(zip_longest(found.blocks, recorded.blocks)):
        if one != other:
            return f"the table differs first in actions {block * BLOCK + 1} to {(block + 1) * BLOCK}, or at the start"
    if found.ledger != recorded.ledger:
        return f"the table differs first after action {len(found.blocks) * BLOCK}"
    return ""


def test_every_game_is_recorded_and_none_is_lost() -> None:
    assert games.names() == sorted(expected())


@pytest.mark.parametrize("name", games.names())
def test_a_game_is_the_same_when_it_is_replayed(name: str) -> None:
    found, recorded = outcome_of(games.load(name)), expected()[name]
    assert not difference(found, recorded), difference(found, recorded)
    assert found.scores == recorded.scores
    assert (found.over, found.ending) == (recorded.over, recorded.ending)
    assert found.payments == recorded.payments, "other payments, or in another order"
    assert found == recorded
