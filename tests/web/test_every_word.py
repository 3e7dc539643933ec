"""Every word of every page can be translated: in a language made of foreign letters nothing is left in plain ones."""

from __future__ import annotations

from functools import cache

import pytest
from django.template.loader import render_to_string
from django.test import Client

from railhead.play.gamefile import GameFile
from railhead.play.table import Table
from railhead.titles import catalogue
from railhead.web import presenters
from railhead.web.access import Asker
from railhead.web.keys import HOST, seat_role
from railhead.web.models import StoredGame
from railhead.web.pace import zones
from railhead.web.viewer import Viewer
from tests.play.games import SEATS, some_game
from tests.web.conftest import Begun, Browser
from tests.web.pseudo import WORD, foreign, left_in_english, names_of, spoken

pytestmark = pytest.mark.django_db

LATE = {"1860": 420, "1862": 500, "18BF": 420, "1863": 260, "18OE": 320}
"""How many actions of bots' games are looked at."""
POINTS = 8


@cache
def played(title: str) -> Table:
    """A game by bots that has gone on for a while."""
    return Table.of(some_game(seed=3, most=LATE[title], title=title))


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_every_word_of_a_table_is_translated(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played(title)
    names = names_of(table.book)
    left: dict[str, str] = {}
    with spoken(monkeypatch):
        for at in range(0, table.actions + 1, table.actions // POINTS):
            viewer = looking_back(table, at)
            made = presenters.table_page(viewer.vantage, at, viewer.may_act, 0)
            context = {**viewer.context(), "page": made}
            left |= left_in_english(render_to_string("railhead/table/table.html", context), names)
            for name in sorted(presenters.PARTS):
                part = presenters.part(name, viewer.vantage, at, 0)
                shown = render_to_string(f"railhead/table/parts/{name}.html", {**viewer.context(), "part": part})
                left |= left_in_english(shown, names)
    assert left == {}


def names_of_titles() -> frozenset[str]:
    """The words of the names of all titles, and of those who designed them."""
    named = (f"{title.name} {title.designer}" for title in catalogue.TITLES.values())
    return frozenset(word for name in named for word in WORD.findall(name))


def names_of_places() -> frozenset[str]:
    """The words of the names of time zones, and of the services that webhooks are made for."""
    return frozenset(WORD.findall(" ".join(zones()))) | {"Discord", "Slack", "Matrix"}


def looking_back(table: Table, at: int) -> Viewer:
    """Whoever is to decide after so many actions."""
    back = table.fork()
    for _ in range(table.actions - at):
        back.session.undo()
    who = Asker(frozenset() if back.over else frozenset({back.seat_to_act()}))
    return Viewer(game=StoredGame(id="every", title=table.book.title), who=who, table=back, chosen=None, at=at)


@pytest.mark.django_db
@pytest.mark.parametrize("title", catalogue.TITLES)
def test_every_word_about_a_title_is_translated(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    names = names_of(GameFile.new(title, SEATS[: catalogue.find(title).players[0]]).rulebook()) | names_of_titles()
    with spoken(monkeypatch):
        for path in (f"/title/{title}/", f"/title/{title}/rules"):
            assert left_in_english(Client().get(path).content.decode(), names) == {}, path


def test_every_word_of_the_other_pages_is_translated(
    begun: Begun, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun()
    file = game.file()
    names = names_of(file.rulebook()) | names_of_titles() | names_of_places()
    client = browser(game, HOST, seat_role(file.rulebook().seat_ids[0]))
    paths = (
        "/",
        "/settings",
        "/nowhere",
        "/new",
        "/routes",
        f"/game/{game.id}/",
        f"/game/{game.id}/links",
        f"/game/{game.id}/orders",
        f"/game/{game.id}/calls",
    )
    with spoken(monkeypatch):
        for path in paths:
            assert left_in_english(client.get(path).content.decode(), names) == {}, path


def test_what_is_not_translated_is_found() -> None:
    said = foreign("Buy a share of {company}").format(company="C&N")
    page = f'<p title="not translated">{said} <b>for</b> money</p><script>let english</script>'
    found = left_in_english(page, frozenset({"C&N"}))
    assert found == {"not": "not translated", "translated": "not translated", "for": "for", "money": "money"}
