"""Every browser is answered in its language, unless its user has chosen another."""

from __future__ import annotations

import re

import pytest
from django.test import Client

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
