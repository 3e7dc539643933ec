"""Actions as text: one form is written, older ones are still read; and sentences in the words of the title."""

from __future__ import annotations

import pytest

from railhead.core.actions import parse, text_of
from railhead.core.refusal import Malformed
from railhead.core.rulebook import Words
from railhead.testing import Table


@pytest.mark.parametrize("title", ["1860", "1862"])
def test_the_older_form_of_an_action_is_read_and_written_in_the_new_one(title: str) -> None:
    table = Table(title)
    home = table.book.companies[0].home
    new = text_of(table.book, parse(table.book, f"token at {spelled(table, home)}"))
    assert new.startswith("token at ")
    assert text_of(table.book, parse(table.book, new.replace("token", "base"))) == new


def spelled(table: Table, stop: int) -> str:
    return f"{table.book.board.names[stop // 16]}.{stop % 16}"


def test_what_fits_neither_form_is_told_both() -> None:
    with pytest.raises(Malformed, match=r"'base F2\.0' does not have the form of: base at \{stop\}"):
        parse(Table().book, "base F2.0")


def test_sentences_of_shared_rules_are_in_the_words_of_the_title() -> None:
    said = "a [token] on a [station], for the [director]"
    assert Table("1860").book.in_words(said) == "a base on a large station, for the director"
    assert Table("1862").book.in_words(said) == "a station marker on a station, for the director"
    assert Table("1860").book.in_words("nothing [else] in brackets") == "nothing [else] in brackets"
    assert Words().token == "token"
