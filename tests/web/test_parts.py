"""A part of a page is rendered once for everybody who sees the same; a move renders again only what it changed."""

from __future__ import annotations

from collections import Counter

import pytest
from django.template import Context, Template
from django.utils.translation import override

from railhead.core.ids import Seat
from railhead.drawing.memory import Texts
from railhead.play.table import Table
from railhead.web.access import Asker
from railhead.web.fragments import draw
from railhead.web.models import StoredGame
from railhead.web.presenters.charters import Deed
from railhead.web.templatetags import parts
from railhead.web.viewer import Viewer
from tests.play.games import some_game


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each template is rendered, with nothing known from before."""
    found, render = Counter[str](), Template.render

    def counted(self: Template, context: Context) -> str:
        found[str(self.name).rpartition("/")[2]] += 1
        return str(render(self, context))

    fresh = Texts(megabytes=8)
    monkeypatch.setattr(parts, "TEXTS", fresh)
    monkeypatch.setattr(Template, "render", counted)
    return found


def seen(table: Table, *seats: Seat) -> str:
    """The table as the holder of these seats sees it."""
    game = StoredGame(id="parts", title=table.book.title)
    viewer = Viewer(game=game, who=Asker(frozenset(seats)), table=table, chosen=None, at=table.actions)
    return draw(viewer, None, "")


def test_a_move_renders_again_only_what_it_changed(rendered: Counter[str]) -> None:
    game = some_game(seed=2, most=200, title="1862")
    table = Table.of(game.first(199))
    seen(table)
    companies, lines = rendered["charter.html"], rendered["line.html"]
    assert companies == len(table.book.companies)
    assert lines > 10
    rendered.clear()
    table.act([table.seat_to_act()], game.actions[199], table.length)
    page = seen(table)
    assert rendered["charter.html"] < companies / 2
    assert 1 <= rendered["line.html"] < lines / 2
    assert str(table.told(200)) in page


def test_whoever_sees_the_same_shares_it(rendered: Counter[str]) -> None:
    table = Table.of(some_game(seed=2, most=200, title="1862"))
    watching = seen(table)
    rendered.clear()
    waiting = next(seat for seat in table.book.seat_ids if seat != table.seat_to_act())
    assert seen(table, waiting) != watching
    assert not rendered["charter.html"]
    assert rendered["player.html"] == 1, "their own card says that it is theirs"
    rendered.clear()
    again = Table.of(some_game(seed=2, most=200, title="1862"))
    assert seen(again) == watching
    assert set(rendered).isdisjoint({"charter.html", "line.html", "player.html", "phases.html", "timeline.html"})


def test_every_language_has_its_own(rendered: Counter[str]) -> None:
    table = Table.of(some_game(seed=2, most=60))
    english = seen(table)
    with override("de"):
        german = seen(table)
    assert seen(table) == english
    assert "Priority" in english
    assert "Priority" not in german


def test_a_part_sees_nothing_that_it_does_not_depend_on() -> None:
    page = Template('{% load parts %}{% part "railhead/table/deeds.html" deeds=some title="1860" %}')
    deed = Deed("X", "Ferry", 10, 50)
    assert "Ferry" in page.render(Context({"some": (deed,)}))
    assert "Ferry" not in page.render(Context({"some": (), "deeds": (deed,)}))
