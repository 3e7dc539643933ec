"""Which round follows which in 1863, and what belongs to one kind of round only."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.state import Round
from railhead.rules.stations import barred_to
from railhead.testing import rule
from railhead.titles.t1863 import lptb
from railhead.titles.t1863.rounds import begin_stock_round
from tests.titles.t1863.table import London


@rule("1863-OR-01", "1863-MA-01")
def test_a_set_is_a_stock_round_and_two_operating_rounds_each_with_mergers() -> None:
    table = London(3, phase="III")
    table.privates()
    table.minor("MET", 60, "A", cash=900)
    table.minor("DIS", 70, "B", cash=900)
    table.stock_turn("A")
    seen = [table.state.round]
    while table.state.round.number < 3:
        table.do("dividend 0" if table.offered("dividend") else "pass")
        if table.state.round != seen[-1]:
            seen.append(table.state.round)
    assert [(round_.kind, round_.number, round_.index) for round_ in seen] == [
        ("stock", 2, 1),
        ("operating", 2, 1),
        ("merger", 2, 1),
        ("operating", 2, 2),
        ("merger", 2, 2),
        ("stock", 3, 1),
    ]


@rule("1863-SR-06", "1863-SR-08", "1863-OR-01")
def test_every_stock_round_ends_with_prices_and_the_operating_round() -> None:
    table = London(3, phase="III")
    table.privates()
    table.major("DIS", 100, {"A": 6, "B": 4}, cash=100)
    table.state.agenda = table.state.agenda[:1]
    begin_stock_round(table.game, 3)
    table.settle()
    table.do("pass", "pass", "pass")
    assert (table.price("DIS"), table.state.round.kind) == (110, "operating")


@rule("1863-SUB-07")
@pytest.mark.parametrize("kind", ["operating", "merger"])
def test_shares_pass_within_a_player_s_companies_only_in_stock_rounds(kind: str) -> None:
    table = London(3, phase="III")
    table.privates()
    table.major("MET", 100, {"A": 3}, cash=500)
    table.major("EHL", 60, {"MET": 5}, cash=500)
    table.build("MET")
    table.state.round = Round(kind, 2, 1, 2)
    table.refuses("take 3 EHL from MET")
    table.stock_turn("A")
    assert table.allows("take 3 EHL from MET")


@rule("1863-LPTB-13")
def test_tokens_of_the_lptb_block() -> None:
    table = London(3, phase="III")
    table.minor("MET", 60, "A")
    effects.place_marker(table.game, lptb.token(table.game), table.stop("H11.0"))
    assert table.stop("H11.0") in barred_to(table.game, table.company("MET"))
