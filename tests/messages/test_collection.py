"""Texts are found wherever they are written."""

from __future__ import annotations

import ast
from pathlib import Path
from textwrap import dedent

import railhead
from railhead.messages import collection, facts, pages, python
from railhead.messages.catalogue import Message


def found(source: str) -> set[Message]:
    """The texts in a piece of code."""
    module = ast.parse(dedent(source))
    ours = python.exceptions({collection.ROOT: module})
    return set(python.messages(module, ours))


def test_texts_are_known_by_what_takes_them() -> None:
    source = """
        LONG = "long"
        game.forbid("a.key", "refused {why}", why=Text("one" if a else "other"))
        raise Fault("a.key", LONG)
        gettext("page")
        ngettext("one", "several", 3)
        pgettext("verb", "train")
        print("nothing")
    """
    assert found(source) == {
        Message("refused {why}"),
        Message("one"),
        Message("other"),
        Message("long"),
        Message("page"),
        Message("one", "several"),
        Message("train", context="verb"),
    }


def test_exceptions_of_ours_and_their_heirs_take_texts() -> None:
    source = """
        class Malformed(RailheadError):
            pass
        class Worse(Malformed):
            def __init__(self):
                super().__init__("worse than {that}", that=1)
        raise Malformed("bad")
        raise ValueError("ours alone")
    """
    assert found(source) == {Message("worse than {that}"), Message("bad")}


def test_classes_keep_words_and_other_strings() -> None:
    source = """
        class Lay(Action):
            form: ClassVar[str] = "lay {tile}"
            label: ClassVar[str] = "Lay {tile}"
            told: ClassVar[tuple[str, ...]] = ("{company} lays", "somebody lays")
            def template(self):
                return self.says if self.subsidy else "nothing"
    """
    assert found(source) == {Message(text) for text in ("Lay {tile}", "{company} lays", "somebody lays", "nothing")}


def test_templates_and_scripts() -> None:
    template = """{% translate "Lobby" %} {% blocktranslate trimmed with n=page.n %}
        {{ n }} of
        them{% endblocktranslate %}
        {% blocktranslate count n=n %}{{ n }} hex{% plural %}{{ n }} hexes{% endblocktranslate %}
        <a title="{% translate "Sign in" %}">"""
    assert set(pages.in_template(template)) == {
        Message("Lobby"),
        Message("%(n)s of them"),
        Message("%(n)s hex", "%(n)s hexes"),
        Message("Sign in"),
    }
    script = """show(gettext("It's your turn")); ngettext('%s hex', '%s hexes', n); other.gettext2("no")"""
    assert set(pages.in_script(script)) == {Message("It's your turn"), Message("%s hex", "%s hexes")}


def test_a_sentence_with_a_title_s_own_words_is_translated_once_for_each_word() -> None:
    said = {"a base here", "a station marker here", "a station token here"}
    assert set(facts.variants("a [token] here", facts.books())) == said


def test_what_only_has_fields_is_not_translated() -> None:
    assert not collection.says_something("{symbol} {name}: %(n)s")
    assert collection.says_something("{symbol} and {name}")


def test_all_kinds_of_sources_are_read() -> None:
    texts = {message.text for message in collection.for_pages()}
    assert "You hold only {held} shares of {company}" in texts
    assert "Place a station marker at {stop}" in texts
    assert "Sign in" in texts
    assert "The short game: fewer trains" in texts


def test_texts_are_marked_by_names_that_are_collected() -> None:
    """A text marked by an abbreviation would be missed, and stay English for good."""
    sources = Path(railhead.__file__).parent.rglob("*.py")
    assert [path.name for path in sources if "gettext as" in path.read_text("utf-8")] == []
