"""What is irreversible: the player who brings it about is asked first."""

from __future__ import annotations

import pytest

from railhead.core import events as ev
from railhead.core.finality import is_irreversible
from railhead.core.ids import Company, Owner
from railhead.core.state import FLOATED
from railhead.core.text import Text
from railhead.core.view import View
from railhead.play.table import Table
from railhead.play.vantage import Vantage
from tests.play.games import some_game


@pytest.fixture(scope="module")
def views() -> list[View]:
    """A game of bots at many points, none of which is a bankruptcy."""
    table = Table.of(some_game(seed=5, most=260))
    return [Vantage(table, None).view(at) for at in range(0, table.actions, 13)]


def first_with(views: list[View], floated: bool) -> tuple[View, Company]:
    """A point at which some company has a director, and has floated or has not."""
    return next(
        (view, company)
        for view in views
        for company, seen in view.companies.items()
        if seen.director is not None and seen.has(FLOATED) == floated
    )


def test_a_first_director_is_no_loss_but_a_new_one_is(views: list[View]) -> None:
    after, company = first_with(views, floated=True)
    changed = ev.DirectorChanged(company, Owner(1))
    assert views[0].companies[company].director is None
    assert not is_irreversible(views[0], after, changed)
    assert is_irreversible(after, after, changed)


def test_a_flotation_is_no_loss_but_any_other_standing_is(views: list[View]) -> None:
    after, company = first_with(views, floated=True)
    declared = ev.Declared(company, Text("in some standing"))
    assert not is_irreversible(views[0], after, declared)
    assert is_irreversible(after, after, declared)
    assert is_irreversible(views[0], views[0], declared)


def test_whoever_leaves_the_game_is_asked_first(views: list[View]) -> None:
    assert is_irreversible(views[0], views[0], ev.PlayerOut(Owner(0)))
    assert not is_irreversible(views[0], views[0], ev.PriorityMoved(Owner(0)))
