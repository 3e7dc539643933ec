"""Careless players through the auction, the concessions and the first stock round: nothing is ever refused."""

from __future__ import annotations

from random import Random

import pytest

from railhead.bots.careless import Careless
from railhead.bots.selfplay import play
from railhead.core.state import FLOATED
from railhead.rules import rounds
from railhead.titles.t18oe import rules
from railhead.titles.t18oe.record import Record18OE
from tests.titles.t18oe.table import NAMES


@pytest.mark.parametrize(
    ("players", "options", "seed"),
    [(3, (), 1), (4, ("no_removal",), 2), (5, ("no_concessions",), 3), (7, (), 4)],
)
def test_careless_players_get_to_the_first_operating_round(players: int, options: tuple[str, ...], seed: int) -> None:
    book = rules.rulebook(NAMES[:players], frozenset(options), seed, 1)
    seen = []
    for decision in play(book, [Careless() for _ in range(players)], Random(seed)):
        state = decision.state
        if state.round.kind not in seen:
            seen.append(state.round.kind)
        if state.round.kind == rounds.OPERATING:
            break
    phases = ["auction", *([] if "no_concessions" in options else ["concession"]), "stock", "operating"]
    assert seen == phases
    record = state.record
    assert isinstance(record, Record18OE)
    assert all(state.has(minor, FLOATED) for minor in book.company_ids[:12])
    assert not record.rows
    assert not record.bids
    assert not record.removed or "no_removal" not in options
