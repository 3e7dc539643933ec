"""Every browser is answered in its language, unless its user has chosen another."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.translation import override

from railhead.play.table import Table
from railhead.titles import catalogue
from railhead.web.keys import HOST, seat_role
from tests.play.games import some_game
from tests.web.conftest import HTMX, Begun, Browser

LANGUAGE = re.compile(r'<html lang="([^"]*)"')
SCRIPT = re.compile(r'src="([^"]*/railhead/words/[^"]*)"')


@pytest.mark.parametrize(("wish", "answered"), [("de", "de"), ("de-AT,en;q=0.5", "de"), ("fr,en-US;q=0.8", "en-gb")])
@pytest.mark.django_db
def test_the_browser_says_which_language_it_wants(wish: str, answered: str) -> None:
    answer = Client().get("/", headers={"Accept-Language": wish})
    assert LANGUAGE.findall(answer.content.decode()) == [answered]
    assert answer["Content-Language"] == answered
    assert "Accept-Language" in answer["Vary"]


@pytest.mark.django_db
def test_whoever_chooses_a_language_keeps_it() -> None:
    client = Client(headers={"Accept-Language": "en"})
    chosen = client.post("/language", {"language": "de", "next": "/?some=thing"})
    assert (chosen.status_code, chosen["Location"]) == (302, "/?some=thing")
    assert LANGUAGE.findall(client.get("/").content.decode()) == ["de"]


@pytest.mark.parametrize("language", ["de", "en-gb"])
@pytest.mark.django_db
def test_scripts_find_their_words_in_a_file_that_browsers_keep(language: str) -> None:
    page = Client().get("/", headers={"Accept-Language": language}).content.decode()
    (address,) = SCRIPT.findall(page)
    assert address.endswith(f"/{language}.js")
    words = Client().get(address)
    assert "immutable" in words["Cache-Control"]
    assert "gettext" in words.content.decode()


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_everything_that_happens_is_told_in_german(title: str) -> None:
    table = Table.of(some_game(seed=5, most=300, title=title))
    with override("de"):
        told = [str(text) for row in table.log for _, line in row.lines for text in (line.text, *line.consequences)]
    assert len(told) > 400
    assert not [sentence for sentence in told if "{" in sentence]
    assert any("kauft" in sentence for sentence in told)
    english = [str(text) for row in table.log for _, line in row.lines for text in (line.text, *line.consequences)]
    assert any("buys" in sentence for sentence in english), "nothing is kept in the language of another reader"


def test_a_table_is_cached_for_each_language(begun: Begun, browser: Browser) -> None:
    game = begun()
    client = browser(game, HOST)
    tasks: dict[str, set[bool]] = {}
    for wish in ("de", "en", "de", "en"):
        page = client.get(f"/game/{game.id}/", headers={"Accept-Language": wish}).content.decode()
        tasks.setdefault(wish, set()).add("das Recht zu wählen" in page)
    assert tasks == {"de": {True}, "en": {False}}


def test_refusals_are_in_the_language_of_the_reader(begun: Begun, browser: Browser) -> None:
    game = begun()
    client = browser(game, HOST, seat_role(game.file().rulebook().seat_ids[0]))
    bid = {"action": "bid 1", "length": "0"}
    said = client.post(f"/game/{game.id}/act", bid, headers={"Accept-Language": "de", **HTMX}).content.decode()
    assert "Nicht erlaubt." in said
    assert "Ein Gebot muss mindestens 5 betragen" in said
    assert "A bid must be at least 5" in client.post(f"/game/{game.id}/act", bid, headers=HTMX).content.decode()


@pytest.mark.django_db
def test_languages_are_offered_by_their_own_names() -> None:
    assert ">English</button>" in Client().get("/", headers={"Accept-Language": "de"}).content.decode()
    assert ">Deutsch</button>" in Client().get("/").content.decode()
