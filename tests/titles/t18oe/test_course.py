"""What lies ahead: rounds, and ends of the game."""

from __future__ import annotations

import pytest

from railhead.core.state import Round
from railhead.rules.course import nearness, rounds_ahead
from railhead.testing import rule
from tests.titles.t18oe.table import Europe


def names(table: Europe) -> list[str]:
    """The rounds ahead, as players call them."""
    return [str(table.book.round_name(round_)) for round_ in rounds_ahead(table.game)]


FIRST_SET = ["Stock round 1", "Operating round 1.1", "Operating round 1.2"]


@rule("18OE-PHASE-01", "18OE-PHASE-02")
def test_the_opening() -> None:
    table = Europe()
    table.begin()
    assert names(table) == ["Concession phase", *FIRST_SET]
    table.state.round = Round("concession", 0)
    assert names(table) == FIRST_SET
    table = Europe(options=("no_concessions",))
    table.begin()
    assert names(table) == FIRST_SET


@pytest.mark.parametrize(
    ("now", "following"),
    [
        (Round("stock", 3), ["3.1", "3.2"]),
        (Round("operating", 3, 1, 2), ["3.2", "4", "4.1", "4.2"]),
        (Round("operating", 3, 2, 2), ["4", "4.1", "4.2"]),
    ],
)
@rule("18OE-PHASE-02")
def test_sets_of_rounds(now: Round, following: list[str]) -> None:
    table = Europe(railroad_phase="major", phase="4")
    table.state.round = now
    assert [name.split()[-1] for name in names(table)] == following


@pytest.mark.parametrize(
    ("now", "following"),
    [
        (Round("operating", 6, 1, 2), ["6.2", "7", "7.1", "7.2", "7.3"]),
        (Round("stock", 7), ["7.1", "7.2", "7.3"]),
        (Round("operating", 7, 2, 3), ["7.3"]),
        (Round("operating", 7, 3, 3), []),
    ],
)
@rule("18OE-END-06")
def test_the_last_set(now: Round, following: list[str]) -> None:
    table = Europe(railroad_phase="major", phase="8")
    table.remember(final=7, final_rounds=3)
    table.state.round = now
    assert [name.split()[-1] for name in names(table)] == following


@pytest.mark.parametrize(("now", "following"), [(Round("operating", 5, 1, 2), []), (Round("stock", 6), ["6.1"])])
@rule("18OE-END-01", "18OE-END-02")
def test_after_the_bank_has_run_out(now: Round, following: list[str]) -> None:
    table = Europe(railroad_phase="major", phase="5")
    table.remember(broken=True)
    table.state.round = now
    assert [name.split()[-1] for name in names(table)] == following


@pytest.mark.parametrize(
    ("depot", "left"),
    [
        ([30, 20, 10, 8, 6, 14, 8], 49),
        ([5, 20, 10, 8, 6, 14, 8], 49),
        ([0, 0, 10, 8, 6, 14, 8], 29),
        ([0, 0, 0, 0, 0, 14, 8], 5),
        ([0, 0, 0, 0, 0, 11, 8], 2),
        ([0, 0, 0, 0, 0, 10, 8], 1),
        ([0, 0, 0, 0, 0, 4, 8], 1),
    ],
)
@rule("18OE-PHASE-19")
def test_how_near_the_first_train_of_level_8_is(depot: list[int], left: int) -> None:
    table = Europe(railroad_phase="major", phase="7")
    table.state.depot = depot
    near = nearness(table.game, "train")
    assert near is not None
    said = "1 train to go" if left == 1 else f"{left} trains to go"
    assert (str(near.said), near.done, near.of) == (said, 49 - left, 49)


def test_an_end_that_has_come() -> None:
    table = Europe(railroad_phase="major", phase="8")
    train, bank = nearness(table.game, "train"), nearness(table.game, "bank")
    assert train is not None
    assert train.percent == 100
    assert bank is not None
    assert str(bank.said) == "48600 of 54000 left in the bank"
