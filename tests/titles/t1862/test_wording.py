"""What the log says: nothing of what is nought."""

from __future__ import annotations

import pytest

from railhead.core.events import sentence
from railhead.play.wording import said
from railhead.testing import Table
from tests.titles.t1862.lines import ENR_LINE, points, running
from tests.titles.t1862.railways import railway, table
from tests.titles.t1862.test_trains import earning


def told(at: Table) -> list[str]:
    """What happened last, in sentences."""
    return [sentence(at.book, event) for event in at.events]


@pytest.mark.parametrize(
    ("train", "run", "expected"),
    [
        ("2E", "2E Cromer port-Cromer", "ENR earns 100"),
        ("2L", "2L Cromer-Norwich", "ENR earns 60 and a subsidy of 20"),
    ],
)
def test_a_subsidy_is_told_of_if_there_is_one(train: str, run: str, expected: str) -> None:
    at = running("ENR", train, tiles=ENR_LINE, markers=("Cromer",))
    at.do(f"run {points(run)}")
    assert expected in told(at)


@pytest.mark.parametrize(("revenue", "expected"), [(60, "ESR keeps its revenue of 60"), (0, "ESR pays no dividend")])
def test_nothing_is_kept_where_there_is_nothing(revenue: int, expected: str) -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5}, price=82, unused=2, trains=("2E",))
    earning(at, "ESR", revenue)
    if revenue:
        at.do("keep")
    assert expected in told(at)


@pytest.mark.parametrize(
    ("count", "expected"), [(0, "Buy a 2E train"), (2, "Buy a 2E train with 2 further warranties")]
)
def test_warranties_are_told_of_if_there_are_some(count: int, expected: str) -> None:
    at = table(3)
    assert said(at.book, at.action(f"train 2E with {count} warranties")) == expected
