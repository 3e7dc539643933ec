"""The rulebook's advice for a first company, played: what 200 is enough for, and where two trains run early."""

from __future__ import annotations

from railhead.testing import rule
from tests.titles.t1863.lines import BOARD, tiles_along
from tests.titles.t1863.table import London

LINES = ("I10 I8 I6", "I10 H11")
"""From Tottenham Court Road to Euston and to Oxford Circus."""


def floated() -> London:
    """The Central London Railway of A is floated with 200 at home, in the first stock round."""
    table = London(3)
    table.privates()
    table.remember(opened=True)
    table.stock_turn("A", 1)
    table.do("open CLR at I10.0 for 5", "pass", "pass", "float at 100", "pass", "pass", "pass")
    assert (table.state.round.kind, table.cash("CLR")) == ("operating", 200)
    return table


def lay(table: London, *names: str) -> None:
    """Tiles of both lines."""
    for name in names:
        tile, turn = divmod(tiles_along(*LINES)[table.hex(name)], 6)
        table.do(f"lay {BOARD.tiles.names[tile]} on {name} turned {turn}")


def until(table: London, *verbs: str) -> None:
    """Pass on until an action with one of these verbs is offered; no dividend is paid."""
    while not any(table.offered(verb) for verb in verbs):
        table.do("dividend 0" if table.offered("dividend") else "pass")


@rule("1863-TRACK-06", "1863-COST-01", "1863-TRAIN-02")
def test_200_is_enough_for_track_a_train_and_a_run_at_a_profit() -> None:
    table = floated()
    lay(table, "I10", "I8")
    until(table, "train")
    table.do("train 2T from ipo")
    while table.state.round.kind == "operating":
        table.do("pass")
    assert table.cash("CLR") == 200 - (30 + 10) - 100 - (10 + 5)
    assert table.loans("CLR") == 0
    until(table, "lay")
    lay(table, "I6")
    until(table, "run")
    before = table.cash("CLR")
    table.do(next(text for text in table.offered("run") if "I6" in text))
    assert table.state.revenue[table.company("CLR")] == 20 + 20
    table.do("dividend 0")
    while table.state.round.kind == "operating":
        table.do("pass")
    assert table.cash("CLR") == before + (20 + 20) - (10 + 5)


@rule("1863-TRACK-01", "1863-TRACK-02", "1863-LOAN-05")
def test_two_trains_run_from_tottenham_court_road_after_four_tiles() -> None:
    table = floated()
    lay(table, "I10", "I8")
    until(table, "train")
    table.do("borrow 2", "train 2T from ipo", "train 2T from ipo")
    assert (table.loans("CLR"), table.allows("borrow 1")) == (2, False)
    until(table, "lay")
    lay(table, "I6", "H11")
    until(table, "run")
    best = max(table.offered("run"), key=len)
    assert best.count("2T") == 2
    assert "I6" in best
    assert "H11" in best
