"""Help: what everything does, one click from where it is seen, and the rules of each title as pages."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils.translation import override

from railhead.titles import catalogue
from railhead.titles.rule_texts import rules_of
from railhead.titles.texts import texts
from railhead.web.presenters.about import EXPLAINED, entries, title_of
from railhead.web.templatetags.help import rule

pytestmark = pytest.mark.django_db


def in_a_box(client: Client, address: str) -> str:
    answer = client.get(address, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_the_rules_of_a_title_are_one_page_with_an_anchor_for_each(client: Client, title: str) -> None:
    page = client.get(f"/title/{title}/rules").content.decode()
    for rule_id in rules_of(title):
        assert f'id="{rule_id}"' in page


def test_rules_are_searched_in_any_language(client: Client) -> None:
    page = client.get("/title/1860/rules?q=priority").content.decode()
    assert 'id="1860-SR-01"' in page
    assert 'id="1860-SETUP-01"' not in page
    german = client.get("/title/1860/rules", headers={"Accept-Language": "de"}).content.decode()
    assert texts("1860", "de").rules["1860-AUC-04"] in german


def test_one_rule_is_a_page_and_opens_in_a_box(client: Client) -> None:
    page = client.get("/title/1860/rules/1860-AUC-04").content.decode()
    assert "<html" in page
    assert texts("1860").rules["1860-AUC-04"] in page
    box = in_a_box(client, "/title/1860/rules/1860-AUC-04")
    assert "<html" not in box
    assert "Private Companies and the Initial Auction" in box


@pytest.mark.parametrize("title", catalogue.TITLES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_that_is_explained_has_a_heading(title: str, language: str) -> None:
    with override(language):
        for table in EXPLAINED:
            keys = list(getattr(texts(title), table))
            found = entries(title, table, keys, language)
            assert [entry.key for entry in found] == keys
            assert all(entry.heading and entry.text for entry in found)


def test_several_things_are_explained_together(client: Client) -> None:
    box = in_a_box(client, "/title/18BF/about/trains/5,3G")
    assert box.count("<h2>") == 2


@pytest.mark.parametrize(
    "address",
    ["/title/1830/rules", "/title/1860/about/names/hill", "/title/1860/about/trains/D", "/title/1860/rules/1860-NO-1"],
)
def test_what_nobody_has_written_about_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_a_browser_keeps_what_it_was_told(client: Client) -> None:
    answer = client.get("/title/1860/about/privates/Ryde")
    assert "max-age" in answer["Cache-Control"]
    assert {"Accept-Language", "Cookie", "HX-Request"} <= {name.strip() for name in answer["Vary"].split(",")}


def test_the_id_of_a_rule_is_a_link_if_it_is_a_rule() -> None:
    assert title_of("1862-TRAIN-06") == "1862"
    assert 'href="/title/1862/rules/1862-TRAIN-06"' in rule("1862-TRAIN-06")
    assert rule("malformed") == '<span class="rule">malformed</span>'
    assert title_of("1860-NO-99") is None


def test_nothing_is_shown_beside_what_has_no_text() -> None:
    made = Template('{% load help %}{% about "1860" "markers" "operating" %}{% about "" "trains" "2+1" %}')
    assert made.render(Context()) == ""
