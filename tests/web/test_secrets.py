"""Views leak nothing: two tables that differ only in what a seat may not know look exactly alike to it."""

from __future__ import annotations

import json

import pytest
from django.template.loader import render_to_string

from railhead.core.game import Game as Position
from railhead.core.ids import Seat
from railhead.core.information import InformationRules
from railhead.core.state import State
from railhead.core.view import view
from railhead.play.table import Table
from railhead.web import presenters
from railhead.web.access import Asker
from railhead.web.models import StoredGame
from railhead.web.viewer import Viewer
from tests.play.games import some_game

HIDDEN_MORE = 7
"""So much more has a company in its treasury, where a seat may not know."""

GAMES = {"three players": some_game(1, 150), "four players": some_game(3, 150, 4, ("destinations",))}


def with_other_treasuries(table: Table, seat: Seat | None, at: int) -> State | None:
    """The state with other figures in every treasury that a seat may not see; None if it sees them all."""
    book = table.book
    game = Position(book, table.session.at(at))
    changed = game.state.clone()
    seats = book.seat_ids if seat is None else [seat]
    hidden = [
        company
        for company in game.all_companies()
        if not all(book.rules[InformationRules].sees_treasury(game, other, company) for other in seats)
    ]
    for company in hidden:
        changed.cash[book.purse(company)] += HIDDEN_MORE * (company + 1)
    return changed if hidden else None


def shown(table: Table, seat: Seat | None, at: int, state: State) -> str:
    """Everything the page and the interface say to a seat."""
    twin = table.fork()
    states = twin.session._states
    states._kept[at] = state
    if at >= states._first:
        states._newest[at - states._first] = state
    who = Asker(frozenset() if seat is None else frozenset({seat}))
    viewer = Viewer(game=StoredGame(id="secret", title="1860"), who=who, table=twin, chosen=None, at=at)
    made = presenters.table_page(twin, at, seat, False, None)
    page = render_to_string("railhead/table/table.html", {**viewer.context(), "page": made, "may_act": False})
    parts = [
        render_to_string(
            f"railhead/table/parts/{name}.html",
            {**viewer.context(), "part": presenters.part(name, twin, at, seat, None), "may_act": False},
        )
        for name in sorted(presenters.PARTS)
    ]
    return "\n".join([page, *parts, json.dumps(view(table.book, state, seat).to_data())])


@pytest.mark.parametrize("name", GAMES)
def test_a_hidden_treasury_changes_nothing_that_is_shown(name: str) -> None:
    table = Table.of(GAMES[name])
    compared = 0
    for at in range(60, table.actions + 1, 13):
        for seat in (None, *table.book.seat_ids):
            other = with_other_treasuries(table, seat, at)
            if other is not None:
                assert shown(table, seat, at, table.session.at(at)) == shown(table, seat, at, other)
                compared += 1
    assert compared > 10


def test_an_open_treasury_is_shown() -> None:
    table = Table.of(GAMES["three players"])
    at = table.actions
    game = Position(table.book, table.session.at(at))
    held = [(seat, c) for seat in table.book.seat_ids for c in game.all_companies() if game.held(seat, c)]
    assert held
    for seat, company in held:
        changed = game.state.clone()
        changed.cash[table.book.purse(company)] += HIDDEN_MORE
        assert shown(table, seat, at, game.state) != shown(table, seat, at, changed)
