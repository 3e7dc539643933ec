"""Views leak nothing: two tables that differ only in what a seat may not know look exactly alike to it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random

import pytest
from django.template.loader import render_to_string

from railhead.bots.careless import Careless
from railhead.core import engine
from railhead.core.actions import Action, text_of
from railhead.core.frozen import FrozenDict
from railhead.core.game import Game as Position
from railhead.core.ids import Seat
from railhead.core.information import hidden_treasuries
from railhead.core.rulebook import Rulebook
from railhead.core.state import State
from railhead.core.view import view
from railhead.play.offers import offers
from railhead.play.prospect import Prospect
from railhead.play.sketch import Sketch, Sketched
from railhead.play.sketch_file import SketchFile
from railhead.play.table import Table
from railhead.play.vantage import Vantage
from railhead.titles import catalogue
from railhead.web import presenters
from railhead.web.access import Asker
from railhead.web.models import StoredGame
from railhead.web.presenters.sketches import sketch_shown
from railhead.web.viewer import Viewer
from tests.play.games import some_game

pytestmark = pytest.mark.django_db

STRIDE = 11
GAMES = {
    "1860, three players": partial(some_game, 1, 260),
    "1860, four players": partial(some_game, 3, 150, 4, ("destinations",)),
    "1862, three players": partial(some_game, 5, 260, title="1862"),
}


def with_rubbish(book: Rulebook, state: State, seat: Seat | None) -> State:
    """The state with other figures in every treasury that a seat may not see, and in the counter of what was paid."""
    changed = state.clone()
    chance = Random(state.digest())
    for company in hidden_treasuries(Position(book, state), seat):
        more = chance.randrange(1, 900)
        changed.cash[book.purse(company)] += more
        changed.cash[book.company_bank] -= more
    return changed


class Rubbish(Vantage):
    """A table in all of whose positions everything the seat may not know is rubbish."""

    def prospect(self, at: int) -> Prospect:
        true = self._table.session.at(at)
        return Prospect(self.book, with_rubbish(self.book, true, self.seat), self.seat)


def shown(table: Table, seen: Vantage, at: int) -> Iterator[str]:
    """Everything the pages and the interface for programs say to a seat."""
    seat, now = seen.seat, seen.prospect(at)
    may_act = seat is not None and now.view.deciding == seat
    who = Asker(frozenset() if seat is None else frozenset({seat}))
    viewer = Viewer(game=StoredGame(id="secret", title=table.book.title), who=who, table=table, chosen=None, at=at)
    context = {**viewer.context(), "may_act": may_act}
    made = presenters.table_page(seen, at, may_act, None)
    yield render_to_string("railhead/table/table.html", {**context, "page": made})
    for name in sorted(presenters.PARTS):
        part = presenters.part(name, seen, at, None)
        yield render_to_string(f"railhead/table/parts/{name}.html", {**context, "part": part})
    for hex_ in table.book.board.names[at % 7 :: 9]:
        offered = presenters.hex_offers(now, hex_, may_act)
        yield render_to_string("railhead/table/hex.html", {**context, "offers": offered})
    yield json.dumps(now.view.to_data())
    yield repr(now.view) + repr(now.view.companies) + repr(now.view.players)
    if may_act and now.choices is not None:
        yield json.dumps(offers(table.book, now.choices, best=False))
        yield from previews(now, context)
        turn = presenters.turn_page(seen, at, ())
        planned = {"page": turn, "dealing": turn.dealing, "turn": turn.turn, "decision": turn.decision}
        yield render_to_string("railhead/table/turn.html", {**context, **planned})
    if at % 3 == 0:  # these take longer
        yield repr(presenters.guide(seen, at, may_act, "en"))
        yield from sketch(seen, at)


def sketch(seen: Vantage, at: int) -> Iterator[str]:
    """A sketch that somebody begins."""
    company = seen.book.company_ids[at % len(seen.book.company_ids)]
    sketched = Sketched(seen.view(at), Sketch(trains=FrozenDict({company: ()})))
    yield repr(sketch_shown(sketched, company))
    yield SketchFile.of(sketched).to_json()


def previews(now: Prospect, context: dict[str, object]) -> Iterator[str]:
    """What is said of some actions before they are decided, and of runs."""
    assert now.choices is not None
    chance = Random(1)
    for _ in range(5):
        action = Careless().choose(now.view, now.choices, chance)
        told = presenters.preview(now, text_of(now.book, action))
        yield render_to_string("railhead/table/preview.html", {**context, "preview": told})
        if text_of(now.book, action).startswith("run "):
            run = presenters.judge_run(now, text_of(now.book, action))
            yield render_to_string("railhead/table/run.html", {**context, "run": run})


def lookers(table: Table, thorough: bool) -> Iterator[tuple[int, Seat | None]]:
    """Points of a game and who looks there; in a quick run one seat after the other, or a spectator."""
    seats = (None, *table.book.seat_ids)
    for number, at in enumerate(range(40, table.actions + 1, STRIDE)):
        for seat in seats if thorough else (seats[number % len(seats)],):
            yield at, seat


@pytest.mark.parametrize("name", GAMES)
def test_what_is_hidden_changes_nothing_that_is_shown(name: str, request: pytest.FixtureRequest) -> None:
    table = Table.of(GAMES[name]())
    for at, seat in lookers(table, bool(request.config.getoption("--long"))):
        true, other = Vantage(table, seat), Rubbish(table, seat)
        for one, two in zip(shown(table, true, at), shown(table, other, at), strict=True):
            assert one == two, f"{name}, action {at}, seat {seat}"


@pytest.mark.parametrize("name", GAMES)
def test_something_is_hidden_in_these_games_if_the_title_hides_anything(name: str) -> None:
    table = Table.of(GAMES[name]())
    hidden = [
        hidden_treasuries(Position(table.book, table.session.at(at)), seat)
        for at, seat in lookers(table, thorough=False)
        if seat is not None
    ]
    assert any(hidden) == (table.book.title == "1860")


MOST = {"18OE": 250}
"""By title: how many actions are compared, where a whole game takes minutes."""


def decisions(book: Rulebook, seed: int, rubbish: bool) -> Iterator[Action]:
    """A whole game of careless bots; perhaps each of them is given a table that is rubbish where it may not look."""
    bots = {seat: Careless() for seat in book.seat_ids}
    chance = Random(seed)
    state, _ = engine.start(book)
    while (choices := engine.choices(book, state)) is not None:
        seat = choices.seat
        given = with_rubbish(book, state, seat) if rubbish else state
        seen = engine.choices(book, given)
        assert seen is not None
        action = bots[seat].choose(view(book, given, seat), seen, chance)
        yield action
        state, _ = engine.apply(book, state, action)


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_bots_decide_the_same_whatever_they_may_not_know(title: str) -> None:
    book = catalogue.rulebook(title, ("Ann", "Ben", "Cleo"))
    compared = 0
    most = MOST.get(title)
    both = (islice(decisions(book, 4, rubbish), most) for rubbish in (False, True))
    for one, other in zip(*both, strict=True):
        assert one == other
        compared += 1
    assert compared > 100


def test_an_open_treasury_is_shown() -> None:
    table = Table.of(GAMES["1860, three players"]())
    at = table.actions
    state = table.session.at(at)
    game = Position(table.book, state)
    held = [(seat, c) for seat in table.book.seat_ids for c in game.all_companies() if game.held(seat, c)]
    assert held
    for seat, company in held:
        changed = state.clone()
        changed.cash[table.book.purse(company)] += 7
        other = Vantage(table, seat)
        other._known[at] = Prospect(table.book, changed, seat)
        true = presenters.table_page(Vantage(table, seat), at, False).companies
        assert presenters.table_page(other, at, False).companies != true
