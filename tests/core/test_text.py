"""What players read is filled in and translated when they read it."""

from __future__ import annotations

import pickle

import pytest

from railhead.core import text
from railhead.core.refusal import Malformed, Refusal
from railhead.core.text import Text, joined, series, to_translate, verbatim

GERMAN = {
    "{buyer} buys a share from {source}": "{buyer} kauft {source:from} eine Aktie",
    "from the pool": "aus dem Bankpool",
    "from {name}": "von {name}",
    "the pool": "der Bankpool",
    "{others} and {last}": "{others} und {last}",
    "No more than {most}": "Höchstens {most}",
}


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader of German."""
    monkeypatch.setattr(text, "_translate", lambda template: GERMAN.get(template, template))
    monkeypatch.setattr(text, "_language", lambda: "de")


def test_a_text_is_filled_in_when_it_is_read() -> None:
    assert str(Text("{player} has {cash}", player="{Ann}", cash=5)) == "{Ann} has 5"
    assert str(Text("braces {} without values")) == "braces {} without values"


@pytest.mark.usefixtures("german")
def test_the_same_text_is_read_in_any_language() -> None:
    sold_out = Refusal("1860-SR-05", Text("No more than {most}", most=3))
    assert sold_out.reason == "Höchstens 3"
    assert sold_out.text.english == "No more than 3"
    assert repr(sold_out) == "Refusal(rule='1860-SR-05', reason='No more than 3')"


@pytest.mark.usefixtures("german")
def test_texts_within_texts_are_translated_too() -> None:
    assert str(Text("sold to {whom}", whom=Text("the pool"))) == "sold to der Bankpool"
    assert str(series(["GA", "GC", Text("the pool")])) == "GA, GC und der Bankpool"
    assert series(["GA", "GC", "EG"]).english == "GA, GC and EG"
    assert series(["GA"]).english == "GA"
    assert str(joined([Text("the pool"), 7], "; ")) == "der Bankpool; 7"


@pytest.mark.usefixtures("german")
def test_a_language_may_join_a_value_to_its_preposition() -> None:
    bought = "{buyer} buys a share from {source}"
    assert str(Text(bought, buyer="Ann", source=Text("the pool"))) == "Ann kauft aus dem Bankpool eine Aktie"
    assert str(Text(bought, buyer="Ann", source=verbatim("Ben"))) == "Ann kauft von Ben eine Aktie"
    assert str(Text(bought, buyer="Ann", source="Ben")) == "Ann kauft von Ben eine Aktie"


def test_a_refusal_from_another_process_is_the_same() -> None:
    problem = Malformed("'{text}' is not {what}", text="x", what=Text("a train"))
    again = pickle.loads(pickle.dumps(problem))
    assert str(again) == str(problem) == "'x' is not a train"
    assert again.message == problem.message


def test_texts_are_equal_if_they_say_the_same() -> None:
    assert Text("a {b}", b=1) == Text("a {b}", b=1)
    assert Text("a {b}", b=1) != Text("a {b}", b=2)
    assert len({Text("a {b}", b=1), Text("a {b}", b=1), Text("a 1")}) == 2
    assert to_translate("kept as it is") == "kept as it is"


@pytest.mark.usefixtures("german")
def test_caches_know_the_language() -> None:
    assert text.language() == "de"
